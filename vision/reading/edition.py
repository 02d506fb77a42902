"""One box of tiles as enrolled: what its numbers, jokers and inks look like, learnt from pictures of its tiles in a second or two.

No network is trained. What the tile reader says of the box's own tiles, varied as other photos may show them, and the
shapes of their print are examples for two linear discriminants (Fisher, 1936), one for numbers and which way up they stand and one for
colours. Where the tile reader takes gold for black or a curled 7 for a 2, it does so each time, and the discriminants
know.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import NUMBERS, TILE_KINDS, Colour, Tile
from vision.reading import ink
from vision.reading.ink import BRIGHTEST, DARKEST, LEAST_CONTRAST, OVERSHOT
from vision.reading.rectify import WHITE_LEVEL, bodies, whiten

_FACES = len(NUMBERS) + 1  # number of different faces: the numbers and the joker
_VARIATIONS = 8  # of each picture
_SEED = 1  # of the variations
# Standard deviations of an outline's place, in heights of the face, of its turn, radians, and of its size.
_SHIFTED, _TURNED, _STRETCHED = 0.02, 0.05, 0.03
_HEIGHTS = (24.0, 90.0)  # range of a face's height in other photos, pixels
_MOST_GRAIN = 4.0  # standard deviation of the grain, 8 bits
_MOST_VEIL = 0.25  # share of the face's own white that lies over its print
_GAMMA_SPREAD = 0.15  # standard deviation of the logarithm of a camera's gamma
_SHRINKAGE = 0.1  # share of the scatter that is alike in all directions: there are few examples (Friedman, 1989)
_LEAST_MEMBERS = 0.5  # examples of a class; one with fewer counts as having none
_LEAST_SCATTER = 1e-9  # so that the scatter has an inverse
_SHAPE = (18, 24)  # width and height in pixels at which print is compared
_RIM = (6, 5)  # rows and columns at each edge that may show what lies beside a face
_BARE = 30  # percentile of how much light pixels absorb that is the bare body
_INKED = 97  # percentile that is ink
_LEAST_LOGIT = -10.0  # of numbers and turns, relative to the best
_LEAST_COLOUR_LOGIT = -12.0  # relative to the best
_COLOUR_SCALE, _TINT_SCALE = 0.3, 5.0  # make colours' logits and tints scatter about alike
# These four are fitted on the rendered photos of boxes that `workshop/benchmarks/editions.py --tuning` measures.
_WEIGHT_OF_LOGITS = 0.2  # of half the squared distance in what the tile reader says
_WEIGHT_OF_SHAPES = 0.2  # of half the squared distance in shapes
_WEIGHT_OF_READER = 0.3  # of the logarithm of the reader's own probability
_WEIGHT_OF_COLOURS = 0.125  # of half the squared distance in colours
_FAR = 1e3  # squared distance from an ink without example
_NEUTRAL_ODDNESS = 1.24  # logarithm of the oddness of a place that is as probably a tile of the box as not
_ODDNESS_SLOPE = 4.2  # of the logarithm of the odds of a tile of the box; fitted like `_NEUTRAL_ODDNESS`
_MOST_FOR, _MOST_AGAINST = 4.0, 1.0  # log odds by oddness; a tile under fingers looks odd, too, and must not vanish
ALIKE = 0.1
"""Maximum median oddness of a photo's tiles, colours counted as well, at which they are taken to be of the box.
Typefaces that look alike are found up to there, so a box that is not known is rather read as any box than as another
one."""
_USUAL_SHARE = 0.9  # of varied pictures, whose distance is usual; of vectors farther off, distances count for less
_LEFT_OVER = 5e-4  # probability left to everything else: all colours alike, and numbers as the tile reader has them
# Oddness from which the tile reader counts for more than the discriminant, and how fast the log odds rise with it: a 2
# under a sleeve is unlike any face of the box, and which it is least unlike says little. Fitted on tiles covered in part.
_UNLIKE_NUMBERS, _UNLIKE_COLOURS = (1.2, 6.0), (3.0, 6.0)
_LEAST = 1e-6  # probability of the tile reader


class Logits(NamedTuple):
    """What the tile reader says of n faces, before it is turned into probabilities."""

    numbers: NDArray[np.float32]
    """Shape (n, 16), as `vision.reading.candidates.Candidates` has them."""
    colours: NDArray[np.float32]
    """Shape (n, 4)."""
    turns: NDArray[np.float32]
    """Shape (n, 4)."""


Ask = Callable[[NDArray[np.float32]], Logits]
"""The tile reader, called with faces (n, 3, height, width) as `vision.reading.rectify.whiten` returns them."""


@dataclass(frozen=True, eq=False)
class BoxPictures:
    """Pictures of n tiles of one box, each upright, as `vision.reading.rectify.rectify` cuts them.

    Those of dark tiles are negatives.
    """

    faces: NDArray[np.uint8]
    """Shape (n, height, width, 3), BGR."""
    shares: NDArray[np.float64]
    """How probable it is that each shows one of `referee.tiles.TILE_KINDS`, shape (n, 53)."""
    dark: bool
    """Whether the bodies are dark."""

    @classmethod
    def of(cls, faces: NDArray[np.uint8], kinds: NDArray[np.intp], *, dark: bool) -> Self:
        """Pictures of which it is known which of `referee.tiles.TILE_KINDS` each shows."""
        return cls(faces, np.eye(len(TILE_KINDS))[kinds], dark)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tile that each picture most probably shows."""
        return tuple(TILE_KINDS[kind] for kind in self.shares.argmax(axis=1).tolist())

    @property
    def numbers(self) -> NDArray[np.float64]:
        """Probability of each number in each picture, the joker last, shape (n, 14)."""
        coloured = self.shares[:, :-1].reshape(-1, len(Colour), len(NUMBERS))
        return np.hstack([coloured.sum(axis=1), self.shares[:, -1:]])

    @property
    def colours(self) -> NDArray[np.float64]:
        """Probability of each colour in each picture, shape (n, 4); a joker has none."""
        coloured = self.shares[:, :-1].reshape(-1, len(Colour), len(NUMBERS))
        return np.asarray(coloured.sum(axis=2))


@dataclass(frozen=True, eq=False)
class Discriminant:
    """Tells classes apart by the distances from their means, in units of the scatter that all of them share."""

    means: NDArray[np.float32]
    """Shape (classes, d), in axes in which the scatter is a unit ball; nan for a class of which there is no example."""
    axes: NDArray[np.float32]
    """Matrix by which vectors are multiplied to get into those axes, shape (d, d)."""
    usual: float = 1.0
    """The least distance of an example, in a share `_USUAL_SHARE` of the examples that it is fitted to."""

    @classmethod
    def fitted(cls, vectors: NDArray[np.float32], shares: NDArray[np.float64]) -> Self:
        """The discriminant fitted to examples.

        Args:
            vectors: shape (n, d).
            shares: how probable it is that each is of a class, shape (n, classes).
        """
        members = shares.sum(axis=0)
        known = members >= _LEAST_MEMBERS
        means = np.full((len(members), vectors.shape[1]), np.nan)
        means[known] = shares[:, known].T @ vectors / members[known, None]
        counted = shares[:, known].sum(axis=1)
        scatter = (vectors.T * counted) @ vectors - (means[known].T * members[known]) @ means[known]
        scatter /= max(float(counted.sum()), 1.0)
        alike = np.trace(scatter) / len(scatter)
        scatter = (1 - _SHRINKAGE) * scatter + (_SHRINKAGE * alike + _LEAST_SCATTER) * np.eye(len(scatter))
        values, directions = np.linalg.eigh(scatter)
        axes = directions / np.sqrt(values)
        found = cls((means @ axes).astype(np.float32), axes.astype(np.float32))
        least = np.nanmin(found.distances(vectors), axis=1)
        return replace(found, usual=float(np.quantile(least, _USUAL_SHARE)))

    def distances(self, vectors: NDArray[np.float32]) -> NDArray[np.float32]:
        """Squared distances of vectors (n, d) from the means, in units of the scatter, shape (n, classes).

        It is nan for classes of which nothing is known.
        """
        moved = vectors @ self.axes
        squares = (moved**2).sum(axis=1)[:, None] - 2 * moved @ self.means.T + (self.means**2).sum(axis=1)
        return np.asarray(np.maximum(squares, 0), np.float32)

    def compared(self, vectors: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The `distances`, which count for less of a vector that is far from all classes.

        The second result is the least of a vector's distances, relative to what is usual, shape (n,).
        """
        found = self.distances(vectors)
        departure = np.maximum(np.nanmin(found, axis=1) / self.usual, _LEAST)
        return np.asarray(found / np.maximum(departure, 1)[:, None], np.float32), departure.astype(np.float32)


class Edition:
    """A known box, whose tiles can be told better than those of a box that is not known.

    Args:
        pictures: pictures of its tiles, at least one of each number and of each colour; jokers may be missing.
        ask: the tile reader.
    """

    def __init__(self, pictures: BoxPictures, ask: Ask) -> None:
        self.pictures = pictures
        seen = varied(pictures.faces, _VARIATIONS, np.random.default_rng(_SEED))
        upright, turned = whiten(seen), whiten(np.ascontiguousarray(seen[:, ::-1, ::-1]))
        said, said_turned = ask(upright), ask(turned)
        numbers, colours = (np.tile(shares, (_VARIATIONS, 1)) for shares in (pictures.numbers, pictures.colours))
        nowhere = np.zeros_like(numbers)
        either_way = np.vstack([np.hstack([numbers, nowhere]), np.hstack([nowhere, numbers])])
        words = np.concatenate([_logit_vectors(said), _logit_vectors(said_turned)])
        shapes = np.concatenate([_shape_vectors(upright), _shape_vectors(turned)])
        self._logits, self._shapes = (Discriminant.fitted(vectors, either_way) for vectors in (words, shapes))
        tints = ink.measure(upright).tints
        self._colours = Discriminant.fitted(_colour_vectors(said, tints), colours)
        self.inks = colours.T @ tints / np.maximum(colours.sum(axis=0), _LEAST)[:, None]
        """The tints of black, red, blue and orange ink as `vision.reading.ink` measures them, shape (4, 2)."""

    def read(self, white: NDArray[np.float32], said: Logits, tints: NDArray[np.float64]) -> Logits:
        """What the tile reader says of n faces in the light of what is known of the box; logarithms of probabilities.

        Args:
            white: the faces, as `vision.reading.rectify.whiten` returns them.
            said: what the tile reader says of them.
            tints: their tints, shape (n, 2), as `vision.reading.ink` measures them.
        """
        plain = Logits(*(np.maximum(_log_softmax(logits), np.float32(np.log(_LEAST))) for logits in said))
        words, odd_words = self._logits.compared(_logit_vectors(said))
        shapes, odd_shapes = self._shapes.compared(_shape_vectors(white))
        hues, odd_hues = self._colours.compared(_colour_vectors(said, tints))
        own = np.hstack([plain.numbers[:, :_FACES] + plain.turns[:, turn : turn + 1] for turn in (0, 2)])
        known = ~np.isnan(words[0])
        apart = _WEIGHT_OF_LOGITS * words + _WEIGHT_OF_SHAPES * shapes
        either_way = (_WEIGHT_OF_READER * own - apart / 2).astype(np.float32)
        shares = np.zeros_like(either_way)
        shares[:, known] = np.exp(_log_softmax(either_way[:, known]))
        turns, upright = np.exp(plain.turns), shares[:, :_FACES]
        up = upright.sum(axis=1)
        turns[:, [0, 2]] = turns[:, [0, 2]].sum(axis=1, keepdims=True) * np.stack([up, 1 - up], axis=1)
        odd = np.log(odd_words * odd_shapes) / np.float32(2)
        numbers = _among_the_known(np.exp(plain.numbers), upright, known[:_FACES], _unlike(odd, *_UNLIKE_NUMBERS))
        numbers = _if_tiles(numbers, odd)
        unlike = _unlike(np.log(odd_hues), *_UNLIKE_COLOURS)
        colours = _softened(np.float32(-_WEIGHT_OF_COLOURS / 2) * np.nan_to_num(hues, nan=_FAR))
        colours = (1 - unlike) * colours + unlike * np.exp(plain.colours)
        return Logits(*(np.log(np.maximum(each, _LEAST)).astype(np.float32) for each in (numbers, colours, turns)))

    def oddness(self, white: NDArray[np.float32], said: Logits, tints: NDArray[np.float64]) -> NDArray[np.float32]:
        """How much farther faces are from all that the box has than its own usually are, as logarithm, shape (n,).

        The arguments are as for `read`.
        """
        vectors = _logit_vectors(said), _shape_vectors(white), _colour_vectors(said, tints)
        parts = zip((self._logits, self._shapes, self._colours), vectors, strict=True)
        odd = [np.log(classes.compared(each)[1]) for classes, each in parts]
        return np.asarray(np.mean(odd, axis=0), np.float32)


def varied(pictures: NDArray[np.uint8], times: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Each picture of an upright face, shape (n, height, width, 3), 8 bits, BGR, varied so many `times`.

    Returns:
        Shape (times * n, height, width, 3), all of them once and then all of them again.
    """
    white = bodies(pictures)
    return np.stack([_varied(*one, rng) for _ in range(times) for one in zip(pictures, white, strict=True)])


def _varied(picture: NDArray[np.uint8], white: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.uint8]:
    height, width = picture.shape[:2]
    turn, size = float(np.degrees(rng.normal(0, _TURNED))), float(1 + rng.normal(0, _STRETCHED))
    matrix = np.asarray(cv2.getRotationMatrix2D((width / 2, height / 2), turn, size), np.float64)
    matrix[:, 2] += rng.normal(0, _SHIFTED * height, 2)
    seen = cv2.warpAffine(picture, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    scale = float(np.exp(rng.uniform(*np.log(_HEIGHTS)))) / height
    if scale < 1:
        small = (max(4, round(width * scale)), max(4, round(height * scale)))
        seen = cv2.resize(
            cv2.resize(seen, small, interpolation=cv2.INTER_AREA), (width, height), interpolation=cv2.INTER_LINEAR
        )
    veil = rng.uniform(0, _MOST_VEIL) * rng.random()
    light = np.clip((1 - veil) * seen.astype(np.float64) + veil * white, 1, 255)
    light = 255 * (light / 255) ** np.exp(rng.normal(0, _GAMMA_SPREAD))
    light += rng.normal(0, rng.uniform(0, _MOST_GRAIN), light.shape)
    return np.asarray(np.clip(light, 0, 255), np.uint8)


def _among_the_known(
    numbers: NDArray[np.float32], shares: NDArray[np.float32], known: NDArray[np.bool_], unlike: NDArray[np.float32]
) -> NDArray[np.float32]:
    """The tile reader's probabilities (n, 16), corrected among the `known` faces by their `shares`, shape (n, 14).

    They count the less the more a face is `unlike` the box's, shape (n, 1). Of a face that is more probably upside down,
    the shares are small and say little; the tile reader's word then counts.
    """
    faces = numbers[:, :_FACES]
    own = np.maximum(unlike, np.float32(_LEFT_OVER)) * (faces + np.float32(_LEAST))
    some = np.where(known, (1 - unlike) * shares + own, np.float32(0))
    shared = (faces * known).sum(axis=1, keepdims=True) * some / some.sum(axis=1, keepdims=True)
    return np.hstack([np.where(known, shared, faces), numbers[:, _FACES:]])


def _if_tiles(numbers: NDArray[np.float32], oddness: NDArray[np.float32]) -> NDArray[np.float32]:
    """Probabilities (n, 16), with that of a tile face up corrected by how odd one would be there, shape (n,), as logarithm."""
    evidence = np.clip(_ODDNESS_SLOPE * (_NEUTRAL_ODDNESS - oddness), -_MOST_AGAINST, _MOST_FOR)
    face = np.clip(numbers[:, :_FACES].sum(axis=1), _LEAST, 1 - _LEAST)
    likelier = 1 / (1 + (1 - face) / face * np.exp(-evidence))
    factors = np.stack([likelier / face, (1 - likelier) / (1 - face)], axis=1)
    return np.asarray(numbers * np.repeat(factors, (_FACES, numbers.shape[1] - _FACES), axis=1), np.float32)


def _unlike(oddness: NDArray[np.float32], bound: float, steepness: float) -> NDArray[np.float32]:
    """How far faces are unlike any of the box by their oddness (n,): the logistic function as a tanh, shape (n, 1)."""
    return np.asarray((1 + np.tanh(steepness / 2 * (oddness[:, None] - bound))) / 2, np.float32)


def _logit_vectors(said: Logits) -> NDArray[np.float32]:
    """What the tile reader says of number and turn, as vectors, shape (n, 20)."""
    relative = [logits - logits.max(axis=1, keepdims=True) for logits in (said.numbers, said.turns)]
    return np.asarray(np.maximum(np.hstack(relative), _LEAST_LOGIT), np.float32)


def _colour_vectors(said: Logits, tints: NDArray[np.float64]) -> NDArray[np.float32]:
    """What the tile reader says of the colour, and the tint, as vectors, shape (n, 6)."""
    relative = np.maximum(said.colours - said.colours.max(axis=1, keepdims=True), _LEAST_COLOUR_LOGIT)
    return np.hstack([_COLOUR_SCALE * relative, _TINT_SCALE * tints]).astype(np.float32)


def _shape_vectors(white: NDArray[np.float32]) -> NDArray[np.float32]:
    """How much light the print absorbs, from 0 where it is bare to 1, as vectors, whatever its colour and strength."""
    rows, columns = _RIM
    absorbed = -np.log(np.clip(white[:, :, rows:-rows, columns:-columns] / WHITE_LEVEL, DARKEST, BRIGHTEST))
    strength = np.linalg.norm(absorbed, axis=1)
    bare, inked = np.percentile(strength, (_BARE, _INKED), axis=(1, 2))[:, :, None, None]
    relative = np.clip((strength - bare) / np.maximum(inked - bare, LEAST_CONTRAST), *OVERSHOT).astype(np.float32)
    blurred = (cv2.GaussianBlur(one, (0, 0), 1) for one in relative)
    return np.array([cv2.resize(one, _SHAPE, interpolation=cv2.INTER_AREA).ravel() for one in blurred], np.float32)


def _log_softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    away = logits - logits.max(axis=1, keepdims=True)
    return np.asarray(away - np.log(np.exp(away).sum(axis=1, keepdims=True)), np.float32)


def _softened(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    """Probabilities (n, classes) from their logarithms, `_LEFT_OVER` of them left to all alike."""
    return np.asarray((1 - _LEFT_OVER) * np.exp(_log_softmax(scores)) + _LEFT_OVER / scores.shape[1], np.float32)
