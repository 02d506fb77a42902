"""Gets to know a box of tiles from one photo or a few in which all of them lie face up, in any order and either way up.

The reader names the tiles that it is sure of and learns the box from them, reads the same photos again with what it has
learnt, and so on; that a box holds two of each kind helps with tiles unlike any that it knows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.errors import UserError
from referee.tiles import COPIES, NUMBERS, TILE_KINDS, Colour, Tile
from vision.image import Photo
from vision.quads import Corners
from vision.reading.edition import BoxPictures
from vision.reading.reader import Reader
from vision.reading.rectify import negative, rectified
from vision.reading.table_reading import LIKELY, SURE, TableReading

_ROUNDS = 3  # in which the photos are read with what is known of the box
_LEAST_TILES = 26  # from which a box can be learnt
_SCALINGS = 300  # rounds in which tiles are shared out among places, enough to settle
_LEAST_SHARE = 1e-9  # of any kind at any place


class EnrolError(UserError):
    """Photos from which a box cannot be enrolled. The message is one line, fit for the user."""


@dataclass(frozen=True, eq=False)
class Enrolment:
    """What photos show of a box."""

    pictures: BoxPictures
    missing: tuple[Tile, ...]
    """Tiles of the box that are not seen, each listed as often as it is missing."""
    double: tuple[Tile, ...]
    """Tiles that are seen more often than a box holds them, each listed as often as there is one too many."""
    unsure: tuple[Tile, ...]
    """Tiles that something was taken for which may be another."""
    outlines: tuple[Corners, ...]
    """Where each of the pictures was cut, in the photos one after the other."""


@dataclass(frozen=True, eq=False)
class _Seen:
    """The tiles of one photo."""

    outlines: tuple[Corners, ...]
    faces: NDArray[np.uint8]
    """Shape (n, height, width, 3)."""
    probabilities: NDArray[np.float32]
    """Probability of each kind at each place, judged by itself, shape (n, 53)."""


def enrol(reader: Reader, photos: Sequence[Photo]) -> Enrolment:
    """The box that the photos show.

    Args:
        reader: reads tiles of any box.
        photos: each of shape (height, width, 3), 8 bits, BGR, upright: the whole box in each, or a part of it in each.

    Raises:
        EnrolError: too few tiles are seen, or one of the numbers or colours is not.
    """
    dark, shown, seen = _first_seen(reader, photos)
    for _ in range(_ROUNDS):
        faces = np.concatenate([one.faces for one in seen])
        knowing = reader.of_box(BoxPictures(faces, _shares(seen), dark))
        seen = [_seen(photo, knowing.read(original)) for photo, original in zip(shown, photos, strict=True)]
    faces, outlines = (np.concatenate([getattr(one, name) for one in seen]) for name in ("faces", "outlines"))
    shares = _shares(seen)
    kept = shares.max(axis=1) >= LIKELY
    pictures = BoxPictures.of(faces[kept], shares[kept].argmax(axis=1), dark=dark)
    _check(pictures)
    missing, double = _miscounted(seen, shares)
    unsure = (TILE_KINDS[kind] for kind in shares[shares.max(axis=1) < SURE].argmax(axis=1).tolist())
    return Enrolment(pictures, missing, double, tuple(unsure), tuple(outlines[kept]))


def _first_seen(reader: Reader, photos: Sequence[Photo]) -> tuple[bool, list[Photo], list[_Seen]]:
    """Whether the tiles are dark, the photos as they are read then, and what a reader of any box makes of them."""
    searches = [reader.search(photo) for photo in photos]
    dark = 2 * sum(search.is_dark for search in searches) > len(searches)
    shown = [negative(photo) if dark else photo for photo in photos]
    seen = []
    for search, photo in zip(searches, shown, strict=True):
        is_read = search.is_dark == dark
        seen.append(_seen(photo, search.reading if is_read else reader.read_at(photo, reader.locator.find(photo))))
    return dark, shown, seen


def _shares(seen: Sequence[_Seen]) -> NDArray[np.float64]:
    """How probable each kind is at each place, given what a box holds, shape (n, 53)."""
    probabilities = [one.probabilities for one in seen]
    if _are_parts(seen):
        return shared_out(np.concatenate(probabilities), COPIES)
    return np.concatenate([shared_out(one, COPIES) for one in probabilities])


def shared_out(probabilities: NDArray[np.float32], copies: int) -> NDArray[np.float64]:
    """The probabilities of kinds at places, given how often each kind may lie there.

    Rows and columns are scaled in turn until they add up (Sinkhorn and Knopp, 1967). An additional row, for tiles that
    are missing, takes up what is left of each kind; an additional column, for places without a tile of the box, what is
    more than the box holds.

    Args:
        probabilities: the probability of each kind at each place, shape (n, kinds), a row adding up to at most 1.
        copies: how many of each kind there are.

    Returns:
        Shape (n, kinds), a row adding up to at most 1.
    """
    places, kinds = probabilities.shape
    whole = kinds * copies
    shares = np.maximum(probabilities.astype(np.float64), _LEAST_SHARE)
    nothing = np.maximum(1 - shares.sum(axis=1, keepdims=True), _LEAST_SHARE)
    table = np.hstack([shares, nothing])
    row_sums, column_sums = np.ones(places), np.full(kinds + 1, float(copies))
    column_sums[kinds] = max(places - whole, _LEAST_SHARE)
    if places < whole:
        table = np.vstack([table, np.append(np.full(kinds, 1 / kinds), _LEAST_SHARE)])
        row_sums = np.append(row_sums, whole - places)
    for _ in range(_SCALINGS):
        table *= (column_sums / table.sum(axis=0))[None]
        table *= (row_sums / table.sum(axis=1))[:, None]
    return np.asarray(table[:places, :kinds])


def _are_parts(seen: Sequence[_Seen]) -> bool:
    """Whether each photo shows a part of the box, rather than the whole of it."""
    return sum(len(one.outlines) for one in seen) <= COPIES * len(TILE_KINDS)


def _seen(photo: Photo, reading: TableReading) -> _Seen:
    """The tiles of a photo as it was read, the negative for dark ones; raises EnrolError where there are too few."""
    tiles = [tile for tile in reading.tiles if tile.probabilities.sum() >= LIKELY]
    if len(tiles) < _LEAST_TILES:
        raise EnrolError(f"only {len(tiles)} tiles are seen: lay all of them out face up and fill the photo with them")
    faces = rectified(photo, [tile.corners for tile in tiles])
    return _Seen(tuple(tile.corners for tile in tiles), faces, np.stack([tile.probabilities for tile in tiles]))


def _check(pictures: BoxPictures) -> None:
    """Raises EnrolError where there is no tile of some number or colour."""
    for number, seen in zip(NUMBERS, pictures.numbers.sum(axis=0), strict=False):
        if not seen:
            raise EnrolError(f"no {number} can be told: lay all tiles out face up, and take the photo from above")
    for colour, seen in zip(Colour, pictures.colours.sum(axis=0), strict=True):
        if not seen:
            raise EnrolError(f"no {colour.name.lower()} tile can be told: lay all tiles out in even light")


def _miscounted(seen: Sequence[_Seen], shares: NDArray[np.float64]) -> tuple[tuple[Tile, ...], tuple[Tile, ...]]:
    """The tiles that are missing and those that are too many, whether each photo shows the whole box or a part of it."""
    ends = np.cumsum([len(one.outlines) for one in seen])[:-1]
    told = [Counter(part.argmax(axis=1).tolist()) for part in np.split(shares, ends)]
    sure = [Counter(one.probabilities[one.probabilities.max(axis=1) >= SURE].argmax(axis=1).tolist()) for one in seen]
    over_all = sum if _are_parts(seen) else max
    missing, double = [], []
    for kind, tile in enumerate(TILE_KINDS):
        missing += [tile] * (COPIES - over_all(count[kind] for count in told))
        double += [tile] * (over_all(count[kind] for count in sure) - COPIES)
    return tuple(missing), tuple(double)
