"""What the networks are fed: crops with target maps for the locator, labelled patches for the tile reader."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import rectify, refine
from vision.reading.candidates import BACK_CLASS, JOKER_CLASS, NO_TILE_CLASS
from vision.reading.locate import STRIDE, longest_sides, resized
from workshop.training.dataset import BACK, UNREADABLE, VISIBLE_ENOUGH, Sample

CROP = 384
"""Side of a locator crop in pixels."""
CELLS = CROP // STRIDE
LENGTHS = (14.0, 110.0)
"""Shortest and longest side, pixels, that a crop's middling tile is scaled to, log-uniformly, as far as the picture
allows."""
SMALLEST, LARGEST = 9.0, 150.0
"""Tiles whose longer side, pixels, is outside of this are neither taught nor punished."""
HARDLY_VISIBLE = 0.15
"""Tiles of which less is visible than this do not count at all; those between are neither taught nor punished."""
JOKER = BACK - 1
SHAKE = (0.02, 0.025, 0.035, 0.05)
"""Spread of each corner, of the whole outline, of its size, relative to the tile's, and of its turn in radians, that
patches are off."""
ROUGH = (0.05, 0.05, 0.07, 0.12)
"""The spreads of `SHAKE` for the patches whose corners the refiner learns to set right."""
OVEREXPOSED_SHARE, OVEREXPOSED = 0.08, (1.1, 1.8)
"""Share of the examples that are made brighter still, and by what factors: white tiles on white tables lose their
edges."""
SIDEWAYS_SHARE, UPSIDE_DOWN_SHARE = 0.1, 0.15
"""Shares of the tiles that are shown lying on their side and upside down."""
SIX_OR_NINE, SIX_OR_NINE_CHANCE, SIX_OR_NINE_UPSIDE_DOWN = (5, 8), 1.5, 0.3
"""Numbers less one that are another number upside down, how much oftener than others they are shown, and how many of
them so."""
JOINED_SHARE, JOINED = 0.15, (0.08, 0.7)
"""Share of the outlines that take in the tile's side, and how much of the face's height that adds: where light or lens
wash out the edge between face and side, they are taken for one."""
JOINED_BELOW_SHARE = 0.6
"""How many of these take in the side below the face, as tiles on a table show it; the others that above, as tiles on a
rack do."""
NO_TILE_EVERY = 4
"""One place without a tile is shown for this many tiles."""
SEEN_SHARE = 0.5
"""Share of the outlines that are those which the stages before have found, where they have looked."""
SEEN_SHAKE, SEEN_ROUGH = 0.4, 0.3
"""What these are shaken by, relative to `SHAKE` and `ROUGH`."""
LEAST_SIDE = 11.0
"""Tiles lower than this, pixels, are not shown to the reader."""
LEAST_VISIBLE = 0.6
"""Tiles of which a smaller share is visible are not shown to the reader."""
LEAST_ROUGH_SIDE = 9.0
"""Tiles lower than this, pixels, are not shown to the refiner."""
NO_TILE_HEIGHTS = (14.0, 160.0)
"""Smallest and largest height of a place without a tile, pixels; drawn log-uniformly."""
ILLEGIBLE_CHANCE = 0.5
"""How often tiles that do not count among the measuring photos' are shown to the reader, relative to others: many of
them teach it only how unsure to be."""
MOST_OFFSET = 0.6
"""Rough corners that lie further off than this, in sides of the face, are not taught."""
IGNORE = -1
"""The label of what a patch does not have, such as a joker's colour."""


@dataclass(frozen=True)
class LocatorExample:
    """A crop and its targets; `CELLS` is the side of the maps."""

    pixels: NDArray[np.uint8]
    """BGR, shape (CROP, CROP, 3)."""
    heat: NDArray[np.float32]
    """Objectness, 1 at the centre of each tile and falling off; shape (CELLS, CELLS)."""
    ignore: NDArray[np.bool_]
    """Cells that teach nothing about objectness."""
    offsets: NDArray[np.float32]
    """Corners relative to the cell's centre, pixels; shape (8, CELLS, CELLS)."""
    up: NDArray[np.float32]
    """Unit vector of the tile's up, 0 where it has none; shape (2, CELLS, CELLS)."""
    weight: NDArray[np.float32]
    """Weight of corners and up in each cell, 0 outside of tiles."""
    scale: NDArray[np.float32]
    """Square root of the tile's area in pixels, 1 outside of tiles."""


def _jitter_colours(pixels: NDArray[np.uint8], rng: np.random.Generator, spread: float) -> NDArray[np.uint8]:
    gains = np.exp(rng.normal(0, spread)) * np.exp(rng.normal(0, spread / 2, 3))
    if rng.random() < OVEREXPOSED_SHARE:
        gains = gains * rng.uniform(*OVEREXPOSED)
    return np.asarray(np.clip(pixels * gains, 0, 255), np.uint8)


def locator_example(
    sample: Sample, rng: np.random.Generator, *, scale: tuple[float, float], colour_spread: float
) -> LocatorExample:
    """A random crop of a picture, in one of eight orientations, with tiles of any length that the reader meets.

    Args:
        sample: the picture.
        rng: source of every choice.
        scale: the smallest and the largest factor by which the picture is scaled.
        colour_spread: of the light's brightness, as logarithm.
    """
    factor = _factor(sample, rng, scale)
    picture = sample.pixels()
    width, height = (max(1, round(side * factor)) for side in picture.shape[1::-1])
    pixels = resized(picture, (width, height))
    grown = np.array([width / picture.shape[1], height / picture.shape[0]], np.float32)
    scaled = (sample.corners + np.float32(0.5)) * grown - np.float32(0.5)
    middle = np.array([width, height]) / 2
    room = np.maximum(np.array([width, height]) - CROP, 0) / 2
    if len(scaled) and rng.random() < 0.5:  # half of the crops look at a tile
        middle = np.clip(scaled[rng.integers(len(scaled))].mean(axis=0), middle - room, middle + room)
    else:
        middle = middle + rng.uniform(-room, room)
    angle = rng.integers(4) * np.pi / 2 + (rng.normal(0, 0.15) if rng.random() < 0.3 else 0)
    linear = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    matrix = np.column_stack([linear, CROP / 2 - linear @ middle])
    crop = cv2.warpAffine(pixels, matrix, (CROP, CROP), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    corners = scaled @ linear.T.astype(np.float32) + matrix[:, 2].astype(np.float32)
    outside = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) @ linear.T + matrix[:, 2]
    inside = np.zeros((CROP, CROP), np.uint8)
    cv2.fillConvexPoly(inside, np.round(outside).astype(np.int32), 1)
    if not inside.all():  # reflections of tiles beyond the border carry no labels
        crop[inside == 0] = rng.integers(0, 256, 3)
    return targets(_jitter_colours(np.asarray(crop, np.uint8), rng, colour_spread), sample, corners.astype(np.float32))


def _factor(sample: Sample, rng: np.random.Generator, scale: tuple[float, float]) -> float:
    """By what a picture is scaled so that the tile in its middle is as long as `vision.reading.locate` takes it."""
    if not len(sample.corners):
        return float(np.exp(rng.uniform(*np.log(scale))))
    wanted = float(np.exp(rng.uniform(*np.log(LENGTHS))))
    return float(np.clip(wanted / float(np.median(longest_sides(sample.corners))), *scale))


def targets(crop: NDArray[np.uint8], sample: Sample, corners: NDArray[np.float32]) -> LocatorExample:
    """What the locator is to say of a crop.

    Args:
        crop: shape (CROP, CROP, 3), BGR.
        sample: the picture that it is taken from.
        corners: of each tile of the picture in pixels of the crop, shape (n, 4, 2); tiles may lie outside of it.
    """
    example = LocatorExample(
        crop,
        heat=np.zeros((CELLS, CELLS), np.float32),
        ignore=np.zeros((CELLS, CELLS), np.bool_),
        offsets=np.zeros((8, CELLS, CELLS), np.float32),
        up=np.zeros((2, CELLS, CELLS), np.float32),
        weight=np.zeros((CELLS, CELLS), np.float32),
        scale=np.ones((CELLS, CELLS), np.float32),
    )
    for quad, kind, visible in zip(corners, sample.kinds, sample.visible, strict=True):
        low, high = quad.min(axis=0), quad.max(axis=0)
        if (high < 0).any() or (low >= CROP).any():
            continue
        _draw_tile(example, quad, int(kind), float(visible))
    return example


def _draw_tile(example: LocatorExample, quad: NDArray[np.float32], kind: int, visible: float) -> None:
    """Teaches a tile, or nothing where it lies, if too little of it is seen or it is too small or too large.

    Args:
        example: what is taught.
        quad: the tile's corners in pixels of the crop, clockwise from its top left, shape (4, 2).
        kind: what it is, as `Sample.kinds` has it.
        visible: share of its face that is seen.
    """
    sides = np.hypot(*(quad - np.roll(quad, 1, axis=0)).T)
    longest, shortest = float(sides.max()), float(sides.min())
    if visible >= VISIBLE_ENOUGH and SMALLEST <= longest <= LARGEST and shortest >= 4:
        _teach(example, quad, has_up=kind != BACK)
    elif visible >= HARDLY_VISIBLE:
        mask = np.zeros((CELLS, CELLS), np.uint8)
        cv2.fillConvexPoly(mask, np.round(quad / STRIDE).astype(np.int32), 1)
        example.ignore[mask > 0] = True


def _teach(example: LocatorExample, quad: NDArray[np.float32], *, has_up: bool) -> None:
    """Raises the heat about the tile's centre, and writes its corners and its up where that heat is the highest."""
    centre = quad.mean(axis=0)
    area = abs(float(cv2.contourArea(quad)))
    sigma = max(1.8, 0.13 * np.sqrt(area))
    reach = 2.5 * sigma
    low = np.clip(np.floor((centre - reach) / STRIDE).astype(int), 0, CELLS)
    high = np.clip(np.ceil((centre + reach) / STRIDE).astype(int) + 1, 0, CELLS)
    if (high <= low).any():
        return
    part = np.s_[low[1] : high[1], low[0] : high[0]]
    ys, xs = np.mgrid[part[0], part[1]].astype(np.float32)
    xs, ys = (xs + 0.5) * STRIDE, (ys + 0.5) * STRIDE
    bump = np.exp(-((xs - centre[0]) ** 2 + (ys - centre[1]) ** 2) / (2 * sigma**2))
    cell = np.floor(centre / STRIDE).astype(int)
    if (cell >= low).all() and (cell < high).all():
        bump[cell[1] - low[1], cell[0] - low[0]] = 1.0
    wins = bump > example.heat[part]
    example.heat[part] = np.maximum(example.heat[part], bump)
    taught = wins & (bump > 0.3)
    example.weight[part][taught] = bump[taught]
    example.scale[part][taught] = np.sqrt(max(area, 16.0))
    for k in range(8):
        target = (xs if k % 2 == 0 else ys) * -1 + quad[k // 2, k % 2]
        example.offsets[k][part][taught] = target[taught]
    upward = _upward(quad) if has_up else np.zeros(2)
    for k in range(2):
        example.up[k][part][taught] = upward[k]


def _upward(quad: NDArray[np.float32]) -> NDArray[np.float64]:
    """The unit vector from the middle of a tile's bottom edge to that of its top edge."""
    upward = (quad[0] + quad[1] - quad[2] - quad[3]) / 2
    return np.asarray(upward / max(float(np.hypot(*upward)), 1e-6))


@dataclass(frozen=True)
class Patches:
    """Rectified tiles with their labels, `IGNORE` where a label does not apply."""

    pixels: NDArray[np.uint8]
    """Shape (n, PATCH_HEIGHT, PATCH_WIDTH, 3)."""
    number: NDArray[np.int64]
    colour: NDArray[np.int64]
    turn: NDArray[np.int64]


def patches(
    sample: Sample,
    rng: np.random.Generator,
    *,
    most: int,
    colour_spread: float,
    shake: float = 1.0,
    turned: bool = True,
    least: float = LEAST_SIDE,
) -> Patches:
    """Patches of a picture: tiles with corners off by a little, and places that hold no tile.

    Args:
        sample: the picture.
        rng: source of every choice.
        most: maximum number of tiles.
        colour_spread: standard deviation of the patches' brightness, as logarithm; half of it for each colour.
        shake: how far corners are off, relative to `SHAKE`.
        turned: whether some tiles are shown lying on their side or upside down.
        least: tiles lower than this, pixels, are left out.
    """
    pixels = sample.pixels()
    sides = np.hypot(*(sample.corners[:, 3] - sample.corners[:, 0]).T) if len(sample.corners) else np.zeros(0)
    fit = np.flatnonzero((sample.visible >= LEAST_VISIBLE) & (sides >= least) & (sample.kinds != UNREADABLE))
    chance = np.array([_chance(int(kind)) for kind in sample.kinds[fit]])
    chance *= np.where(sample.legible[fit], 1.0, ILLEGIBLE_CHANCE)
    count = min(most, len(fit))
    chosen = rng.choice(fit, count, replace=False, p=chance / chance.sum()) if count else np.zeros(0, int)
    out = [_tile_patch(sample, pixels, index, rng, shake, turned=turned) for index in chosen]
    for _ in range(max(1, most // NO_TILE_EVERY)):
        empty = _elsewhere(sample, (pixels.shape[1], pixels.shape[0]), rng)
        if empty is not None:
            out.append((rectify.rectify(pixels, empty), NO_TILE_CLASS, IGNORE, IGNORE))
    images = [_jitter_colours(image, rng, colour_spread) for image, *_ in out]
    labels = np.array([row[1:] for row in out], np.int64).reshape(-1, 3)
    shape = (-1, rectify.PATCH_HEIGHT, rectify.PATCH_WIDTH, 3)
    return Patches(np.array(images, np.uint8).reshape(shape), *labels.T)


def _tile_patch(
    sample: Sample, pixels: NDArray[np.uint8], index: int, rng: np.random.Generator, shake: float, *, turned: bool
) -> tuple[NDArray[np.uint8], int, int, int]:
    """The patch of the tile with that index, and the classes of its number, its colour and its turn.

    The other arguments are as for `patches`.
    """
    kind = int(sample.kinds[index])
    turn = _random_turn(kind, rng) if turned else 0
    seen = _seen(sample.refined, index, rng)
    if seen is None:
        face = _with_side(sample.corners[index], rng) if rng.random() < JOINED_SHARE else sample.corners[index]
        quad = np.roll(_roughened(face, rng, SHAKE, shake), turn, axis=0)
    else:
        quad = np.roll(_roughened(seen, rng, SHAKE, SEEN_SHAKE), turn, axis=0)
        turn = (turn + _turn_between(seen, sample.corners[index])) % 4
    number = BACK_CLASS if kind == BACK else JOKER_CLASS if kind == JOKER else kind % 13
    colour = IGNORE if kind >= JOKER else kind // 13
    return rectify.rectify(pixels, quad), number, colour, IGNORE if kind == BACK else turn


def _chance(kind: int) -> float:
    """How often a tile of that kind is shown, relative to others."""
    if kind >= JOKER:
        return 5.0 if kind == JOKER else 0.7
    return SIX_OR_NINE_CHANCE if _is_either_way(kind) else 1.0


def _is_either_way(kind: int) -> bool:
    """Whether such a tile shows another number upside down."""
    return kind < JOKER and kind % 13 in SIX_OR_NINE


def _random_turn(kind: int, rng: np.random.Generator) -> int:
    """By how many corners the outline of such a tile is turned."""
    upside_down = SIX_OR_NINE_UPSIDE_DOWN if _is_either_way(kind) else UPSIDE_DOWN_SHARE
    sideways = SIDEWAYS_SHARE / 2
    return int(rng.choice(4, p=[1 - upside_down - SIDEWAYS_SHARE, sideways, upside_down, sideways]))


@dataclass(frozen=True)
class RoughPatches:
    """Tiles cut by rough corners, with what sets them right."""

    pixels: NDArray[np.uint8]
    """Shape (n, PATCH_HEIGHT, PATCH_WIDTH, 3), cut with `vision.reading.refine.REFINER_MARGIN`."""
    offsets: NDArray[np.float32]
    """Shape (n, 8): x and y of each corner from where the patch has it, in widths and heights of the face."""


def rough_patches(sample: Sample, rng: np.random.Generator, *, most: int, colour_spread: float) -> RoughPatches:
    """Up to `most` tiles of a picture, cut by corners that are well off."""
    pixels = sample.pixels()
    sides = np.hypot(*(sample.corners[:, 3] - sample.corners[:, 0]).T) if len(sample.corners) else np.zeros(0)
    fit = np.flatnonzero((sample.visible >= VISIBLE_ENOUGH) & (sides >= LEAST_ROUGH_SIDE))
    chosen = rng.permutation(fit)[:most]
    images, offsets = [], []
    for index in chosen:
        seen = _seen(sample.rough, index, rng)
        if seen is None:
            truth = np.roll(sample.corners[index], int(rng.integers(4)) if rng.random() < SIDEWAYS_SHARE else 0, axis=0)
            face = _with_side(truth, rng) if rng.random() < JOINED_SHARE else truth
            rough = _roughened(face, rng, ROUGH, float(rng.choice([0.5, 1.0, 1.8, 2.8], p=[0.3, 0.4, 0.2, 0.1])))
        else:
            truth = np.roll(sample.corners[index], _turn_between(seen, sample.corners[index]), axis=0)
            rough = _roughened(seen, rng, ROUGH, SEEN_ROUGH)
        if not cv2.isContourConvex(rough):
            continue
        offset = refine.offsets_between(rough, truth)
        if np.abs(offset).max() < MOST_OFFSET:
            patch = rectify.rectify(pixels, rough, margin=refine.REFINER_MARGIN)
            images.append(_jitter_colours(patch, rng, colour_spread))
            offsets.append(offset.ravel())
    shape = (-1, rectify.PATCH_HEIGHT, rectify.PATCH_WIDTH, 3)
    return RoughPatches(np.array(images, np.uint8).reshape(shape), np.array(offsets, np.float32).reshape(-1, 8))


def _seen(outlines: NDArray[np.float32] | None, index: int, rng: np.random.Generator) -> NDArray[np.float32] | None:
    """Where a stage before has found that tile; None where it has not, and for a share of the others."""
    if outlines is None or rng.random() >= SEEN_SHARE or np.isnan(outlines[index]).any():
        return None
    return np.asarray(outlines[index], np.float32)


def _turn_between(seen: NDArray[np.float32], truth: NDArray[np.float32]) -> int:
    """By how many corners `truth` must be turned to begin where `seen` begins."""
    return min(range(4), key=lambda turn: float(np.abs(np.roll(truth, turn, axis=0) - seen).sum()))


def _with_side(quad: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float32]:
    """The outline of a face and the side that lies below or above it in the picture."""
    down = 1.0 if rng.random() < JOINED_BELOW_SHARE else -1.0
    edges = [(k, (k + 1) % 4) for k in range(4)]
    near = max(edges, key=lambda edge: down * float(quad[list(edge), 1].sum()))
    far = [k for k in range(4) if k not in near]
    height = abs(float(quad[list(near), 1].mean() - quad[far, 1].mean()))
    joined = quad.copy()
    joined[list(near), 1] += np.float32(down * height * rng.uniform(*JOINED))
    return joined


def _roughened(
    quad: NDArray[np.float32], rng: np.random.Generator, spread: tuple[float, float, float, float], amount: float
) -> NDArray[np.float32]:
    corner, shift, scale, turn = (part * amount for part in spread)
    size = float(np.sqrt(abs(cv2.contourArea(quad))))
    angle = rng.normal(0, turn)
    rotation = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) * np.exp(
        rng.normal(0, scale)
    )
    centre = quad.mean(axis=0)
    moved = (quad - centre) @ rotation.T + centre
    return np.asarray(moved + (rng.normal(0, corner, (4, 2)) + rng.normal(0, shift, 2)) * size, np.float32)


def without_tiles(pixels: NDArray[np.uint8], rng: np.random.Generator) -> Patches:
    """Patches, shape (n, PATCH_HEIGHT, PATCH_WIDTH, 3), that show no tile, each turned and mirrored at random."""
    turned = [image[:: rng.choice([-1, 1]), :: rng.choice([-1, 1])] for image in pixels]
    none = np.full(len(pixels), IGNORE, np.int64)
    images = np.array([_jitter_colours(image, rng, 0.1) for image in turned], np.uint8)
    return Patches(images, np.full(len(pixels), NO_TILE_CLASS, np.int64), none, none)


def _elsewhere(sample: Sample, size: tuple[int, int], rng: np.random.Generator) -> NDArray[np.float32] | None:
    """A tile-shaped quadrilateral whose middle lies on no tile, or across two tiles.

    It is None where it hit a tile after all.
    """
    if len(sample.corners) and rng.random() < 0.3:
        tile = sample.corners[rng.integers(len(sample.corners))]
        side = tile[1] - tile[0] if rng.random() < 0.5 else tile[3] - tile[0]
        quad = tile + side * rng.uniform(0.45, 0.6) * rng.choice([-1, 1])
        centre = quad.mean(axis=0)
    else:
        centre = rng.uniform((0, 0), size)
        if any(
            cv2.pointPolygonTest(quad, (float(centre[0]), float(centre[1])), measureDist=False) >= 0
            for quad in sample.corners
        ):
            return None
        height, angle = float(np.exp(rng.uniform(*np.log(NO_TILE_HEIGHTS)))), rng.uniform(0, 2 * np.pi)
        up = np.array([np.sin(angle), np.cos(angle)]) * height / 2
        right = np.array([up[1], -up[0]]) * rng.uniform(0.5, 1.0) + up * rng.normal(0, 0.1)
        quad = np.stack([centre - right - up, centre + right - up, centre + right + up, centre - right + up])
    if not (0 <= centre[0] < size[0] and 0 <= centre[1] < size[1]):
        return None
    return np.asarray(quad, np.float32)
