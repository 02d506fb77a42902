"""The project's own measuring photos: rendered with typefaces, joker art, tables and light kept out of training.

``python -m workshop.training measuring --out FOLDER`` writes 300 photos with their truth, and in ``ladder/`` and ``speed/``
those that show how small a tile may be and how long reading takes. All seeds are fixed; what is there already is kept.

A photo is taken only if a person would keep it: its seed is passed over where too few tiles lie in the picture or more
than `MOST_LOST` of them cannot be told. Which tiles count, ``workshop/training/readable.py`` says.
"""

from __future__ import annotations

import json
import multiprocessing
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import BOX, COPIES, UNREAD, Colour, Tile
from workshop.training import readable
from workshop.training.readable import LEAST_HEIGHT, Limits
from workshop.training.render import scene
from workshop.training.render.camera import Camera
from workshop.training.render.editions import Edition
from workshop.training.render.layout import arrange
from workshop.training.render.painter import Painter
from workshop.training.render.pieces import Arrangement, PlacedTile, flat_tile
from workshop.training.render.scene import Shot
from workshop.training.render.setting import MAX_HALF_SIZE

PHOTOS = 300
FIRST_SEED = 70_000_000
"""Seeds of the measuring photos begin here, far from those of the training pictures and of the calibration."""
SEEDS_EACH = 1000
"""Seeds set aside for each photo, of which the first that gives a photo worth keeping is taken."""
LADDER_SEED, SPEED_SEED, SMALL_SEED = 71_000_000, 80_000_000, 73_000_000
QUALITY = 92
"""Quality of the JPEG files, 0 to 100."""

SIZES = ((1920, 1080), (1280, 720), (640, 480))
SIZE_SHARES = (0.5, 0.35, 0.15)
LAYOUTS = ("sets", "scatter", "grid", "racks", "mixed", "heap", "close_rack", "pool")
LAYOUT_SHARES = (0.3, 0.13, 0.08, 0.11, 0.16, 0.07, 0.09, 0.06)
TILE_COUNTS = (8, 106)
"""How many tiles are laid at most; drawn log-uniformly."""
MOST_ON_RACKS = 36
"""No more are planned where all tiles stand on racks: one in ten such arrangements holds so many."""
LEAST_TILES = 5
"""A photo with fewer tiles that count is not kept."""
TILE_HEIGHTS = (LEAST_HEIGHT, 200.0)
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
TIMED = "timed"
SPEED_COUNTS = (5, 10, 20, 40, 80, 106)
SPEED_TILES, SPEED_PHOTOS = 60, 20
TWELVE_MEGAPIXELS = (4000, 3000)
SMALL_PHOTOS = 12
SMALL_QUALITY = 82
"""Quality of the JPEG files that the tests read, which are part of the repository."""
SIXES_AND_NINES = "sixes-and-nines"

MOST_LOST = 0.12
"""Share of the tiles in sight and large enough that may still be illegible."""


@dataclass(frozen=True)
class Plan:
    """What one photo shows."""

    name: str
    seed: int
    size: tuple[int, int]
    layout: str
    """One of `LAYOUTS`."""
    tilt: float
    """Angle between the camera's view and the vertical, degrees."""
    tiles: int
    """How many tiles there are at most."""
    tile_height: float
    """Of a tile in the middle seen from above, pixels."""
    kind: str = ""
    """What the truth calls the layout, where that is not the layout itself."""
    limits: Limits = field(default_factory=Limits)
    """From where on its tiles count."""
    from_digit_share: float = 0.0
    """Only editions whose digits take at least this share of the face's height."""
    held_out: bool = True
    """Whether typefaces, joker art, tables and light are those kept out of training."""


def plans(count: int = PHOTOS, first_seed: int = FIRST_SEED) -> list[Plan]:
    """The measuring photos: sizes and layouts in fixed shares, the rest at random."""
    rng = np.random.default_rng(first_seed)
    sizes = rng.permutation(_shared(count, SIZE_SHARES))
    layouts = rng.permutation(_shared(count, LAYOUT_SHARES))
    found = []
    for k in range(count):
        size, layout = SIZES[sizes[k]], LAYOUTS[layouts[k]]
        tiles = round(float(np.exp(rng.uniform(*np.log(TILE_COUNTS)))))
        tiles = min(tiles, MOST_ON_RACKS) if layout == "racks" else tiles
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
    """Photos of 1920 x 1080 pixels from above, each with forty tiles of one height.

    The digits are as large as real boxes have them.
    """
    return [
        Plan(
            f"{height:02d}-px-{k}", LADDER_SEED + (height * 10 + k) * SEEDS_EACH, SIZES[0], ("sets", "scatter")[k % 2], 0.0, 40,
            height, f"{height} px", Limits(height * 0.9, 0.0, SHARP_EDGE), 0.33,
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
            TIMED,
        )
        for count, k in sorted(many)
    ]
    large = [
        Plan(
            f"12mp-{SPEED_TILES:03d}-{k}", SPEED_SEED + (20_000 + k) * SEEDS_EACH, TWELVE_MEGAPIXELS, "scatter", 20.0,
            SPEED_TILES, 150.0, TIMED,
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
    """Renders the photos into `folder` as JPEG files beside their ``truth.json``.

    Those that are there already are kept.
    """
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
    """The photo, BGR, shape (height, width, 3), and its labels.

    It is the first of its seeds that gives one worth keeping, or else the one of whose tiles most can be told.

    Raises:
        RuntimeError: none of the seeds gives enough tiles; the plan asks for what cannot be.
    """
    tried, most_legible, best = 0, 0.0, None
    for seed in range(plan.seed, plan.seed + SEEDS_EACH):
        factor = 1.0 if plan.limits.edge else GROWTH ** (tried // PATIENCE)
        larger = replace(plan, tile_height=min(plan.tile_height * factor, TILE_HEIGHTS[1]))
        shot = sixes_and_nines(larger, seed) if plan.layout == SIXES_AND_NINES else compose(larger, seed)
        if shot is None:
            continue
        tried += 1
        truth, share = readable.truth(shot, plan.limits, all_in_sight=plan.limits.edge > 0)
        legible = sum(tile["tile"] != UNREAD for tile in truth["tiles"])
        if legible < min(LEAST_TILES, plan.tiles) or share <= most_legible:
            continue
        about = {"layout": plan.kind or plan.layout, "tilt": plan.tilt, "seed": seed}
        most_legible, best = share, (shot.picture.pixels, {**about, **truth})
        if share >= 1 - MOST_LOST:
            break
    if best is None:
        raise RuntimeError(f"{plan.name}: no seed gives such a photo")
    return best


def compose(plan: Plan, seed: int) -> Shot | None:
    """The photo of that seed, or None where the edition or the number of tiles in the picture is not as planned."""
    rng = np.random.default_rng(seed)
    edition = Edition.random(rng, held_out=plan.held_out)
    if edition.digit_height < plan.from_digit_share:
        return None
    close, tilt = plan.layout == "close_rack", float(np.radians(plan.tilt))
    scale = plan.tile_height * edition.aspect
    distances = scene.CLOSE_RACK_DISTANCES if close else (6.0, np.inf)
    camera = Camera.over_table(plan.size, scale, tilt, rng, distances)
    reach = MAX_HALF_SIZE if close else _reach(plan, scale)
    facing = float(np.arctan2(camera.position[1], camera.position[0]))
    arrangement = arrange(
        rng, edition.aspect, edition.thickness, reach, facing, layout=plan.layout, tiles=plan.tiles, extras=False
    )
    from_one_box(arrangement, rng)
    inside = sum(_is_inside(item, camera, plan.size) for item in arrangement.items if isinstance(item, PlacedTile))
    share = 1.0 if plan.kind == TIMED else 0.75
    least = LEAST_TILES if plan.layout in {"heap", "close_rack", "pool"} else share * plan.tiles
    if inside < least:
        return None
    is_unknown = plan.held_out and not plan.limits.edge  # the ladder is about height alone
    painter = Painter(camera, plan.size, edition, rng, held_out=is_unknown)
    return Shot(painter.paint(arrangement), edition, arrangement, camera)


def sixes_and_nines(plan: Plan, seed: int) -> Shot:
    """A six and a nine of each colour from above, all upright, in an edition without a mark that tells them apart."""
    rng = np.random.default_rng(seed)
    edition = replace(Edition.random(rng, held_out=True), dot_under_6_and_9="none", mark="none", ring=0.0, logo="")
    camera = Camera.over_table(plan.size, plan.tile_height * edition.aspect, 0.0, rng)
    middle = (plan.size[0] / 2, plan.size[1] / 2)
    camera = replace(camera, centre=middle, rotation=np.diag([1.0, -1.0, -1.0]))
    colours = list(Colour)
    tiles = [Tile(colours[k % 4], (6, 9)[(k + k // 4) % 2]) for k in range(2 * len(colours))]
    items = [
        flat_tile(tile, (1.6 * (k % 4 - 1.5), 2.2 * (0.5 - k // 4)), 0.0, edition.aspect, edition.thickness, k)
        for k, tile in enumerate(tiles)
    ]
    arrangement = Arrangement([*items], aspect=edition.aspect, thickness=edition.thickness)
    painter = Painter(camera, plan.size, edition, rng)
    return Shot(painter.paint(arrangement), edition, arrangement, camera)


def _reach(plan: Plan, scale: float) -> float:
    """How far from the middle tiles are laid, in tile widths: as far as the photo or the renderer goes."""
    seen = max(plan.size) / scale * 0.5 / np.cos(np.radians(plan.tilt))
    return float(min(seen, MAX_HALF_SIZE))


def from_one_box(arrangement: Arrangement, rng: np.random.Generator) -> None:
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


def _is_inside(item: PlacedTile, camera: Camera, size: tuple[int, int]) -> bool:
    x, y = camera.project(item.centre)
    return bool(item.tile is not None and 0 < x < size[0] and 0 < y < size[1])
