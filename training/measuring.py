"""The project's own measuring photos: rendered with typefaces, joker art, tables, things and light kept out of training.

``python -m training measuring --out FOLDER`` writes 300 photos with their truth, and in ``ladder/`` and ``speed/`` those that
show how small a tile may be and how long reading takes. All seeds are fixed; what is there already is kept.

A photo is taken only if a person would keep it: its seed is passed over where too few tiles lie in the picture or more than
`MOST_LOST` of them cannot be told. Of the tiles, those count that a person can tell:

- at least `LEAST_VISIBLE` of the face is in sight, and so is at least `LEAST_PRINT` of the number or the joker;
- the face is at least `LEAST_HEIGHT` pixels high and `LEAST_WIDTH` wide, its digits at least `LEAST_DIGITS` high;
- the print stands out from the body and is not blurred beyond telling, in the finished photo (`legible`).

Other tiles are labelled ``?`` and count for nothing, whether they are read or not, with what they are under ``is``. Tiles of
which less than `HARDLY_VISIBLE` shows, and those that lie beneath others in the same place, have no label; nor have tiles face
down. Sets are labelled only where they are beyond dispute: their tiles touch or nearly so, and no other tile is as near.
"""

from __future__ import annotations

import itertools
import json
import multiprocessing
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import BOX, COPIES, UNREAD, Colour, Tile
from training.render import scene
from training.render.editions import Edition
from training.render.layout import arrange
from training.render.pieces import Arrangement, PlacedTile, flat_tile

PHOTOS = 300
FIRST_SEED = 70_000_000
"""Seeds of the measuring photos begin here, far from those of the training pictures and of the calibration."""
SEEDS_EACH = 1000
"""Seeds set aside for each photo, of which the first that gives a photo worth keeping is taken."""
LADDER_SEED, SPEED_SEED, SMALL_SEED = 71_000_000, 72_000_000, 73_000_000
QUALITY = 92
"""Of the JPEG files."""

SIZES = ((1920, 1080), (1280, 720), (640, 480))
SIZE_SHARES = (0.5, 0.35, 0.15)
LAYOUTS = ("sets", "scatter", "grid", "racks", "mixed", "heap", "close_rack", "pool")
LAYOUT_SHARES = (0.3, 0.13, 0.08, 0.11, 0.16, 0.07, 0.09, 0.06)
TILE_COUNTS = (8, 106)
"""How many tiles are laid at most; drawn log-uniformly."""
LEAST_TILES = 5
"""A photo with fewer tiles that count is not kept."""
TILE_HEIGHTS = (18.0, 200.0)
"""Smallest and largest height of a tile in the middle of a photo seen from above, pixels; drawn log-uniformly."""
MOST_TILT = 55.0
RACK_TILTS = (25.0, 55.0)
"""Tilts of the camera where tiles stand on racks, degrees: from above their faces are not seen."""
PATIENCE, GROWTH = 20, 1.12
"""After so many photos that are not worth keeping the tiles are made larger by this factor."""
FILL = 0.4
"""Share of the photo that the tiles' faces may take together."""
LADDER = (12, 14, 16, 18, 20, 24, 30)
"""Heights of the tiles on the ladder, pixels."""
PHOTOS_A_STEP = 4
SHARP_EDGE = 2.6
"""Width in pixels of the edges of print on a sharp photo of the ladder."""
SPEED_COUNTS = (5, 10, 20, 40, 80, 106)
SPEED_TILES, SPEED_PHOTOS = 60, 20
TWELVE_MEGAPIXELS = (4000, 3000)
SMALL_PHOTOS = 12
SMALL_QUALITY = 82
"""Of the JPEG files of the photos that the tests read, which are part of the repository."""
SIXES_AND_NINES = "sixes-and-nines"

LEAST_VISIBLE = 0.6
LEAST_PRINT = 0.95
HARDLY_VISIBLE = 0.15
LEAST_HEIGHT = TILE_HEIGHTS[0]
LEAST_WIDTH = 9.0
LEAST_DIGITS = 5.0
LEAST_CONTRAST = 28.0
"""Distance in CIE Lab, 8 bits a channel, between print and body."""
LEAST_SIGNAL = 8.0
"""Contrast of the print relative to the grain of the body."""
MOST_BLUR = 0.24
"""Width of an edge of the print relative to the height of the digits."""
MOST_AS_NEAR = 0.8
"""Distance of the print from its own ink relative to that from the next."""
SMOOTH_FROM = 40
"""Height of a face in pixels from which its grain is smoothed away before the print is looked at, as the eye does."""
MOST_LOST = 0.12
"""Share of the tiles in sight and large enough that may still be illegible."""
TOUCHING, APART = 0.55, 0.7
"""Tiles of one set are at most so far from their neighbours, those of two sets in line at least, in tile widths."""
IN_LINE = 0.5
"""Cosine of the angle between two tiles' rows from which they may be neighbours."""

Corners = NDArray[np.float32]


@dataclass(frozen=True)
class Plan:
    """What one photo shows."""

    name: str
    seed: int
    size: tuple[int, int]
    layout: str
    """One of `LAYOUTS`."""
    tilt: float
    """Of the camera off the vertical, degrees."""
    tiles: int
    """How many tiles there are at most."""
    tile_height: float
    """Of a tile in the middle seen from above, pixels."""
    kind: str = ""
    """What the truth calls the layout, where that is not the layout itself."""
    least_digits: float = LEAST_DIGITS
    """Digits lower than this, pixels, do not count."""
    least_height: float = LEAST_HEIGHT
    """Tiles lower than this, pixels, do not count."""
    from_digit_share: float = 0.0
    """Only editions whose digits take at least this share of the face's height."""
    edge: float = 0.0
    """Where it is not 0, `legible` asks for edges of this width, pixels, and all tiles that are in sight count."""


@dataclass(frozen=True)
class Shot:
    """A rendered photo with what is known of each pixel."""

    picture: scene.Picture
    ids: NDArray[np.int32]
    """What each pixel shows: n for the face of the nth tile painted, anything else below 1; shape (height, width)."""
    edition: Edition
    arrangement: Arrangement
    camera: scene.Camera


def plans(count: int = PHOTOS, first_seed: int = FIRST_SEED) -> list[Plan]:
    """The measuring photos: sizes and layouts in fixed shares, the rest at random."""
    rng = np.random.default_rng(first_seed)
    sizes = rng.permutation(_shared(count, SIZE_SHARES))
    layouts = rng.permutation(_shared(count, LAYOUT_SHARES))
    found = []
    for k in range(count):
        size, layout = SIZES[sizes[k]], LAYOUTS[layouts[k]]
        tiles = round(float(np.exp(rng.uniform(*np.log(TILE_COUNTS)))))
        fit = np.sqrt(FILL * size[0] * size[1] / (0.7 * tiles))
        tilt = float(rng.uniform(*RACK_TILTS)) if "rack" in layout else float(rng.uniform(0, MOST_TILT))
        low, high = TILE_HEIGHTS[0] * 1.1 / np.cos(np.radians(tilt)), min(TILE_HEIGHTS[1], float(fit))
        height = float(np.exp(rng.uniform(np.log(low), np.log(max(high, low * 1.1)))))
        found.append(
            Plan(
                f"{k:03d}-{layout}", first_seed + k * SEEDS_EACH, size, layout, round(tilt, 1), tiles, round(height, 1)
            )
        )
    return found


def ladder_plans() -> list[Plan]:
    """Photos of 1920 x 1080 pixels from above, each with forty tiles of one height; digits as large as real boxes have them."""
    return [
        Plan(
            f"{height:02d}-px-{k}", LADDER_SEED + (height * 10 + k) * SEEDS_EACH, SIZES[0], ("sets", "scatter")[k % 2], 0.0, 40,
            height, f"{height} px", 0.0, height * 0.9, 0.33, SHARP_EDGE,
        )
        for height in LADDER
        for k in range(PHOTOS_A_STEP)
    ]  # fmt: skip


def speed_plans() -> list[Plan]:
    """Photos of 1920 x 1080 pixels with few and many tiles of one size, and of twelve megapixels."""
    many = [(count, k) for count in SPEED_COUNTS for k in range(2)] + [(SPEED_TILES, k) for k in range(SPEED_PHOTOS)]
    full_hd = [
        Plan(
            f"1080p-{count:03d}-{k}",
            SPEED_SEED + (count * 100 + k) * SEEDS_EACH,
            SIZES[0],
            "scatter",
            20.0,
            count,
            64.0,
        )
        for count, k in sorted(many)
    ]
    large = [
        Plan(
            f"12mp-{SPEED_TILES:03d}-{k}", SPEED_SEED + (20_000 + k) * SEEDS_EACH, TWELVE_MEGAPIXELS, "scatter", 20.0,
            SPEED_TILES, 150.0,
        )
        for k in range(3)
    ]  # fmt: skip
    return full_hd + large


def small_plans() -> list[Plan]:
    """What the tests read: a dozen small photos, and two of sixes and nines to be turned."""
    found = [
        Plan(f"{SIXES_AND_NINES}-{k}", SMALL_SEED + 900_000 + k * SEEDS_EACH, (560, 560), SIXES_AND_NINES, 0.0, 8, 56.0)
        for k in range(2)
    ]
    for plan in plans(SMALL_PHOTOS, SMALL_SEED):
        size = SIZES[2] if plan.size == SIZES[2] else (960, 540)
        factor = size[0] / plan.size[0]
        tiles, height = min(plan.tiles, 40), float(np.clip(plan.tile_height * factor, 26.0, 90.0))
        found.append(replace(plan, size=size, tiles=tiles, tile_height=round(height, 1)))
    return found


def make(folder: Path, processes: int, *, small: bool = False) -> None:
    """Writes the measuring photos, the ladder and the photos for the time; with `small` only what the tests read."""
    if small:
        write(folder, small_plans(), processes, SMALL_QUALITY)
        return
    write(folder, plans(), processes)
    write(folder / "ladder", ladder_plans(), processes)
    write(folder / "speed", speed_plans(), processes)


def _shared(count: int, shares: Sequence[float]) -> NDArray[np.int64]:
    """`count` indices into `shares`, each as often as its share says."""
    ends = np.round(np.cumsum(shares) / np.sum(shares) * count).astype(int)
    return np.searchsorted(ends, np.arange(count), side="right")


def write(folder: Path, jobs: Sequence[Plan], processes: int, quality: int = QUALITY) -> None:
    """Renders the photos into `folder` as JPEG files beside their ``truth.json``; those that are there already are kept."""
    labels = folder / "labels"
    labels.mkdir(parents=True, exist_ok=True)
    with multiprocessing.get_context("spawn").Pool(processes, maxtasksperchild=20) as pool:
        for done, name in enumerate(pool.imap_unordered(_make, [(plan, folder, quality) for plan in jobs]), start=1):
            print(f"{folder}: {done} of {len(jobs)} photos ({name})", flush=True)
    truth = {f"{p.name}.jpg": json.loads((labels / f"{p.name}.json").read_text(encoding="utf-8")) for p in jobs}
    (folder / "truth.json").write_text(dump(truth), encoding="utf-8")


def dump(truth: dict[str, Any]) -> str:
    """The truth as JSON, a photo a line."""
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(photo)}" for name, photo in sorted(truth.items()))
    return f"{{\n{lines}\n}}\n"


def _make(job: tuple[Plan, Path, int]) -> str:
    plan, folder, quality = job
    photo, labels = folder / f"{plan.name}.jpg", folder / "labels" / f"{plan.name}.json"
    if not (photo.exists() and labels.exists()):
        cv2.setNumThreads(1)
        pixels, truth = take(plan)
        if not cv2.imwrite(str(photo), pixels, [cv2.IMWRITE_JPEG_QUALITY, quality]):
            raise OSError(f"cannot write {photo}")
        labels.write_text(json.dumps(truth), encoding="utf-8")
    return plan.name


def take(plan: Plan) -> tuple[NDArray[np.uint8], dict[str, Any]]:
    """The photo, BGR, and its labels: the first of its seeds that gives one worth keeping.

    Raises:
        RuntimeError: none of the seeds does; the plan asks for what cannot be.
    """
    tried = 0
    for seed in range(plan.seed, plan.seed + SEEDS_EACH):
        factor = 1.0 if plan.edge else GROWTH ** (tried // PATIENCE)
        larger = replace(plan, tile_height=min(plan.tile_height * factor, TILE_HEIGHTS[1]))
        shot = sixes_and_nines(larger, seed) if plan.layout == SIXES_AND_NINES else compose(larger, seed)
        if shot is None:
            continue
        tried += 1
        truth = label(larger, seed, shot)
        if truth is not None:
            return shot.picture.pixels, truth
    raise RuntimeError(f"{plan.name}: no seed gives such a photo")


def compose(plan: Plan, seed: int) -> Shot | None:
    """The photo of that seed, or None where the edition or the number of tiles in the picture is not as planned."""
    rng = np.random.default_rng(seed)
    edition = Edition.random(rng, held_out=True)
    if edition.digit_height < plan.from_digit_share:
        return None
    close, tilt = plan.layout == "close_rack", float(np.radians(plan.tilt))
    scale = plan.tile_height * edition.aspect
    distances = scene.CLOSE_RACK_DISTANCES if close else (6.0, np.inf)
    camera = scene.Camera.over_table(plan.size, scale, tilt, rng, distances)
    reach = scene.MAX_HALF_SIZE if close else _reach(plan, scale)
    facing = float(np.arctan2(camera.position[1], camera.position[0]))
    arrangement = arrange(
        rng, edition.aspect, edition.thickness, reach, facing, layout=plan.layout, tiles=plan.tiles, extras=False
    )
    _from_one_box(arrangement, rng)
    inside = sum(_is_inside(item, camera, plan.size) for item in arrangement.items if isinstance(item, PlacedTile))
    least = LEAST_TILES if plan.layout in {"heap", "close_rack", "pool"} else 0.75 * plan.tiles
    if inside < least:
        return None
    painter = scene.Painter(camera, plan.size, edition, rng, held_out=True)
    picture = painter.paint(arrangement)
    return Shot(picture, painter.ids, edition, arrangement, camera)


def sixes_and_nines(plan: Plan, seed: int) -> Shot:
    """A six and a nine of each colour from above, all upright, in an edition without a mark that tells them apart."""
    rng = np.random.default_rng(seed)
    edition = replace(Edition.random(rng, held_out=True), dot_under_6_and_9="none", mark="none", logo="")
    camera = scene.Camera.over_table(plan.size, plan.tile_height * edition.aspect, 0.0, rng)
    middle = (plan.size[0] / 2, plan.size[1] / 2)
    camera = replace(camera, centre=middle, rotation=np.diag([1.0, -1.0, -1.0]))
    colours = list(Colour)
    tiles = [Tile(colours[k % 4], (6, 9)[(k + k // 4) % 2]) for k in range(2 * len(colours))]
    items = [
        flat_tile(tile, (1.6 * (k % 4 - 1.5), 2.2 * (0.5 - k // 4)), 0.0, edition.aspect, edition.thickness, k)
        for k, tile in enumerate(tiles)
    ]
    arrangement = Arrangement([*items], aspect=edition.aspect, thickness=edition.thickness)
    painter = scene.Painter(camera, plan.size, edition, rng)
    return Shot(painter.paint(arrangement), painter.ids, edition, arrangement, camera)


def _reach(plan: Plan, scale: float) -> float:
    """How far from the middle tiles are laid, in tile widths: what the photo shows, or what the tiles take if that is less."""
    seen = max(plan.size) / scale * 0.5 / np.cos(np.radians(plan.tilt))
    return float(min(seen, scene.MAX_HALF_SIZE))


def _from_one_box(arrangement: Arrangement, rng: np.random.Generator) -> None:
    """Exchanges tiles of which there are more than a box holds."""
    left = Counter(BOX)
    left.subtract(Counter(item.tile for item in arrangement.items if isinstance(item, PlacedTile) and item.tile))
    spare = [tile for tile, count in left.items() for _ in range(max(count, 0))]
    spare = [spare[k] for k in rng.permutation(len(spare))]
    seen: Counter[Tile] = Counter()
    for k, item in enumerate(arrangement.items):
        if isinstance(item, PlacedTile) and item.tile is not None:
            seen[item.tile] += 1
            if seen[item.tile] > COPIES:
                arrangement.items[k] = replace(item, tile=spare.pop() if spare else None)


def _is_inside(item: PlacedTile, camera: scene.Camera, size: tuple[int, int]) -> bool:
    x, y = camera.project(item.centre)
    return bool(item.tile is not None and 0 < x < size[0] and 0 < y < size[1])


def label(plan: Plan, seed: int, shot: Shot) -> dict[str, Any] | None:
    """The labels of a photo as ``benchmarks/scoring.py`` takes them, or None where the photo is not worth keeping."""
    labels = [label for label in shot.picture.labels if label.tile is not None and label.visible >= HARDLY_VISIBLE]
    in_sight = [_in_sight(plan, shot, label) for label in labels]
    told = [seen and legible(shot, label, plan.edge) for seen, label in zip(in_sight, labels, strict=True)]
    if sum(told) < min(LEAST_TILES, plan.tiles) or sum(told) < (1 - MOST_LOST) * sum(in_sight):
        return None
    if plan.edge:  # the ladder goes down to where tiles cannot be told
        told = in_sight
    boxes = [(label.corners.min(axis=0), label.corners.max(axis=0)) for label in labels]
    kept = [
        k
        for k in range(len(labels))
        if told[k] or not any(told[j] and _overlap(boxes[k], boxes[j]) > 0.3 for j in range(len(labels)))
    ]
    heights = [tile_height(labels[k].corners) for k in kept if told[k]]
    return {
        "size": list(plan.size),
        "layout": plan.kind or plan.layout,
        "tilt": plan.tilt,
        "tile_height": round(min(heights), 1),
        "seed": seed,
        "tiles": [_tile_label(plan, labels[k], told=told[k]) for k in kept],
        "sets": _sets(shot, [labels[k] for k in kept]),
    }


def _tile_label(plan: Plan, seen: scene.Label, *, told: bool) -> dict[str, Any]:
    width, height = plan.size
    outside = (seen.corners < 0).any() or (seen.corners > (width - 1, height - 1)).any()
    found = {
        "tile": str(seen.tile) if told else UNREAD,
        "outline": [[round(float(x), 1), round(float(y), 1)] for x, y in seen.corners],
        "exact_corners": True,
        "cut_off": bool(outside),
        "visible": round(seen.visible, 2),
    }
    return found if told else {**found, "is": str(seen.tile)}


def tile_height(corners: Corners) -> float:
    """Height of a tile in the photo, pixels: the mean of its left and its right side."""
    return float(np.hypot(*(corners[3] - corners[0])) + np.hypot(*(corners[2] - corners[1]))) / 2


def _tile_width(corners: Corners) -> float:
    return float(np.hypot(*(corners[1] - corners[0])) + np.hypot(*(corners[2] - corners[3]))) / 2


def _overlap(one: tuple[Corners, Corners], other: tuple[Corners, Corners]) -> float:
    """Intersection over union of two upright boxes, each given by its least and its greatest corner."""
    sides = np.minimum(one[1], other[1]) - np.maximum(one[0], other[0])
    if (sides <= 0).any():
        return 0.0
    shared = float(sides.prod())
    return shared / (float((one[1] - one[0]).prod()) + float((other[1] - other[0]).prod()) - shared)


def _print_outline(edition: Edition, tile: Tile, corners: Corners) -> Corners:
    """Where on the face the number or the joker is printed, shape (4, 2), pixels."""
    half_height, half_width = edition.digit_height / 2, 0.3 if tile.number < 10 else 0.43
    if tile.is_joker:
        half_height, half_width = edition.joker_size * edition.aspect / 2, edition.joker_size / 2
    top, bottom = max(0.0, edition.digit_y - half_height), min(1.0, edition.digit_y + half_height)
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    left, right = 0.5 - half_width, 0.5 + half_width
    box = np.array([[[left, top], [right, top], [right, bottom], [left, bottom]]], np.float32)
    return np.asarray(cv2.perspectiveTransform(box, cv2.getPerspectiveTransform(unit, corners))[0], np.float32)


def _in_sight(plan: Plan, shot: Shot, seen: scene.Label) -> bool:
    """Whether enough of a tile and of its print shows, at a size that a person can tell."""
    tile, height = shown_tile(seen), tile_height(seen.corners)
    if (
        seen.visible < LEAST_VISIBLE
        or height < plan.least_height
        or _tile_width(seen.corners) < LEAST_WIDTH * min(1.0, plan.least_height / LEAST_HEIGHT)
    ):
        return False
    if not tile.is_joker and height * shot.edition.digit_height < plan.least_digits:
        return False
    return _shown(shot, _print_outline(shot.edition, tile, seen.corners), seen.corners) >= LEAST_PRINT


def _shown(shot: Shot, outline: Corners, face: Corners) -> float:
    """Share of an outline on a face that the face itself shows, 0 to 1; what lies outside of the photo is hidden."""
    low = np.floor(np.minimum(outline.min(axis=0), face.min(axis=0))).astype(int) - 1
    high = np.ceil(np.maximum(outline.max(axis=0), face.max(axis=0))).astype(int) + 2
    masks = []
    for quad in (outline, face):
        mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
        cv2.fillConvexPoly(mask, np.round(quad - low).astype(np.int32), 1)
        masks.append(mask > 0)
    height, width = shot.ids.shape
    ids = np.zeros(masks[0].shape, np.int32)
    part = np.s_[max(low[1], 0) : min(high[1], height), max(low[0], 0) : min(high[0], width)]
    at = part[0].start - low[1], part[1].start - low[0]
    inside = shot.ids[part]
    ids[at[0] : at[0] + inside.shape[0], at[1] : at[1] + inside.shape[1]] = inside
    own = np.bincount(np.maximum(ids[masks[1]], 0))
    own[0] = 0
    return float((ids[masks[0]] == own.argmax()).mean()) if own.any() and masks[0].any() else 0.0


def legible(shot: Shot, seen: scene.Label, sharp_edge: float = 0.0) -> bool:
    """Whether number and colour of a tile that is in sight can be told in the finished photo.

    The print must stand out from the body, more than the grain does; its edges must be sharp for the size of the digits; and
    its colour, seen against the body as white, must be nearest to the ink it was printed with.

    Args:
        shot: the photo.
        seen: the tile.
        sharp_edge: with it, only edges of at most this width, pixels, and half of the contrast are asked for.
    """
    tile = shown_tile(seen)
    lab = _face(shot, seen.corners)
    body = np.median(lab[lab[..., 0] >= np.percentile(lab[..., 0], 50)], axis=0)
    away = np.sqrt(((lab - body) ** 2).sum(axis=2))
    contrast = float(np.percentile(away, 97))
    calm = away[away <= np.percentile(away, 60)]
    if not sharp_edge and (contrast < LEAST_CONTRAST or contrast < LEAST_SIGNAL * float(np.median(calm))):
        return False
    share = shot.edition.joker_size * shot.edition.aspect * 0.6 if tile.is_joker else shot.edition.digit_height
    slope = np.hypot(cv2.Sobel(away, cv2.CV_32F, 1, 0, scale=1 / 8), cv2.Sobel(away, cv2.CV_32F, 0, 1, scale=1 / 8))
    edge = contrast / max(float(np.percentile(slope, 98)), 1e-3)
    if sharp_edge:
        return contrast >= LEAST_CONTRAST / 2 and edge <= sharp_edge
    if edge > MOST_BLUR * share * tile_height(seen.corners):
        return False
    ink = lab[away >= 0.75 * contrast]
    return tile.colour is None or _nearest_ink(shot.edition, np.median(ink, axis=0), body) is tile.colour


def shown_tile(seen: scene.Label) -> Tile:
    """The tile of a label that is not face down."""
    if seen.tile is None:
        raise ValueError("a tile face down has no print")
    return seen.tile


def _face(shot: Shot, corners: Corners) -> NDArray[np.float32]:
    """The face's inside in CIE Lab, 8 bits a channel, at the size that it has in the photo; shape (height, width, 3)."""
    height, width = round(tile_height(corners)), round(_tile_width(corners))
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - np.float32(0.5)
    matrix = cv2.getPerspectiveTransform(corners, target)
    face = cv2.warpPerspective(shot.picture.pixels, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
    lab = cv2.cvtColor(face, cv2.COLOR_BGR2LAB).astype(np.float32)
    if height > SMOOTH_FROM:
        lab = np.asarray(cv2.GaussianBlur(lab, (0, 0), height / 100), np.float32)
    top, bottom, side = max(1, height // 25), round(height * 0.9), max(1, width // 12)
    return np.asarray(lab[top:bottom, side:-side], np.float32)


def _nearest_ink(edition: Edition, ink: NDArray[np.float32], body: NDArray[np.float32]) -> Colour | None:
    """Which of the edition's inks the print is, given its colour and the body's in 8-bit CIE Lab; None where two are as near."""
    seen = _as_white(_rgb(ink), _rgb(body))
    known = {colour: _as_white(np.array(rgb), np.array(edition.body)) for colour, rgb in edition.inks.items()}
    order = sorted(known, key=lambda colour: _difference(seen, known[colour]))
    first, second = (_difference(seen, known[colour]) for colour in order[:2])
    return order[0] if first < MOST_AS_NEAR * second else None


def _rgb(lab: NDArray[np.float32]) -> NDArray[np.float64]:
    pixel = cv2.cvtColor(np.round(lab).astype(np.uint8)[None, None], cv2.COLOR_LAB2RGB)
    return np.asarray(pixel[0, 0] / 255.0, np.float64)


def _as_white(ink: NDArray[np.float64], body: NDArray[np.float64]) -> NDArray[np.float64]:
    """CIE Lab of an ink, RGB from 0 to 1, as it were if the body were white."""
    pixel = np.clip(ink / np.maximum(body, 0.02), 0, 1).astype(np.float32)[None, None]
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_RGB2LAB)[0, 0], np.float64)


def _difference(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """Distance of two colours in CIE Lab; of the lightness, which blur and glare change, only a third counts."""
    return float(np.hypot((one[0] - other[0]) / 3, np.hypot(*(one[1:] - other[1:]))))


def _sets(shot: Shot, labels: Sequence[scene.Label]) -> list[list[int]] | None:
    """The sets in reading order, as indices into `labels`; None where it is a matter of opinion what belongs together."""
    tiles = [item for item in shot.arrangement.items if isinstance(item, PlacedTile)]
    middles = shot.camera.project(np.array([tile.centre for tile in tiles]))
    of: list[int] = []
    for seen in labels:
        same = [i for i, tile in enumerate(tiles) if tile.tile == seen.tile and tile.group == seen.group]
        middle = seen.corners.mean(axis=0)
        of.append(min(same, key=lambda i: float(np.hypot(*(middles[i] - middle)))))
    sides = np.array([[tile.centre - tile.right, tile.centre + tile.right] for tile in tiles])
    gaps = np.linalg.norm(sides[:, None, :, None] - sides[None, :, None, :], axis=-1).min(axis=(2, 3))
    groups = np.array([tile.group for tile in tiles])
    faced = np.array([tile.tile is not None for tile in tiles])
    rows = np.array([tile.right / np.linalg.norm(tile.right) for tile in tiles])
    apart = (groups[:, None] != groups[None, :]) & faced[:, None] & faced[None, :] & (np.abs(rows @ rows.T) > IN_LINE)
    if len(set(of)) < len(of) or (apart & (gaps < APART)).any():
        return None
    sets: list[list[int]] = []
    for group in dict.fromkeys(groups[i] for i in sorted(of)):
        members = sorted((j for j, i in enumerate(of) if groups[i] == group), key=lambda j: of[j])
        pairs = [(of[a], of[b]) for a, b in itertools.pairwise(members)]
        if any(gaps[a, b] > TOUCHING or abs(rows[a] @ rows[b]) < IN_LINE for a, b in pairs):
            return None
        sets.append(members)
    return sets
