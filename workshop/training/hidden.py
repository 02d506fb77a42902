"""Tiles that are covered in part, as the reader finds them: what `vision.reading.sight` learns to tell from whole ones.

Things are laid over rendered pictures while they are painted, over labelled photos afterwards. The reader's own
outlines are taken, since those of a covered tile shrink to what is seen of it. A place is labelled with the share of
its tile's face that is in sight of what may be the print: as wide as two digits, as high as one, and for a joker its
picture.
"""

from __future__ import annotations

import functools
import multiprocessing
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import TILE_KINDS, Tile
from vision import quads
from vision.image import Photo
from vision.quads import Corners
from vision.reading import sight
from vision.reading.inference import ModelFile
from vision.reading.overlap import shared_area
from vision.reading.proportions import proportions
from vision.reading.reader import Reader
from workshop.training import dataset, patches, photos, readable
from workshop.training.dataset import BACK, UNREADABLE
from workshop.training.patches import Stored
from workshop.training.render import covers, effects
from workshop.training.render.editions import Edition

FIRST_SEED, VALIDATION_SEED = 30_000_000, 39_000_000
"""Seeds of the pictures to learn from and of those to check by begin here, far from those of all others."""
SHARD = 100
"""Pictures in a file."""
CHECK = "check"
"""The folder of files to check by, within that of the others."""
VALIDATION_SHARDS = 4
"""Files of pictures to check by, with typefaces, tables and light kept out of training."""
SHARES = (0.08, 0.5)
"""Share of a picture's tiles over which something is laid."""
DARK_SHARE = 0.25
"""Share of the pictures that show tiles with dark bodies, in the negative: covers look other than beside bright
ones."""
HEIGHTS = (14.0, 130.0)
"""Smallest and largest height of a tile in the middle of a picture, pixels; drawn log-uniformly."""
PHOTO_ROUNDS = 4
"""How often each photo is covered, each time in another way."""
IN_PLACE, LEAST_SEEN = 0.6, 0.2
"""Share of a place that must lie on a tile's face to be of that tile, and share of the face that it must take in."""
PHOTO_ZONE = (0.06, 0.08, 0.94, 0.62)
"""Where on a face the photos' edition may have print: left, top, right, bottom."""
TWO_DIGITS = 13
"""A number as wide as any."""


@dataclass(frozen=True, eq=False)
class Examples(Stored):
    """Places, as the reader finds them, in patches as `vision.reading.sight` cuts them."""

    shapes: NDArray[np.float32]
    """As `vision.reading.proportions` has them, shape (n, k)."""
    in_sight: NDArray[np.float32]
    """Share in sight of what may be the print, shape (n,)."""
    legible: NDArray[np.bool_]
    """Whether a person can tell the tile, shape (n,)."""
    sure: NDArray[np.bool_]
    """Whether the reader has no doubt about it."""
    right: NDArray[np.bool_]
    """Whether it reads it right."""
    of_photos: NDArray[np.bool_]
    """Whether it is a camera's photo that shows it."""


@dataclass(frozen=True, eq=False)
class Truth:
    """One tile of a picture."""

    tile: Tile
    corners: Corners
    in_sight: float
    legible: bool


def make(folder: Path, pictures: int, models: Path, truth: Path | None, processes: int) -> None:
    """Writes a file for every `SHARD` pictures to learn from, those to check by, and one for the photos.

    Files that are there already are kept.
    """
    jobs = [(folder / f"{k:05d}.npz", models, FIRST_SEED + k * SHARD, False) for k in range(-(-pictures // SHARD))]
    jobs += [
        (folder / CHECK / f"{k:05d}.npz", models, VALIDATION_SEED + k * SHARD, True) for k in range(VALIDATION_SHARDS)
    ]
    missing = [job for job in jobs if not job[0].exists()]
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        for done, path in enumerate(pool.imap_unordered(_make, missing), start=1):
            print(f"covered {done} of {len(missing)} shards ({path.name})", flush=True)
    if truth is not None and not (out := folder / f"{truth.stem}.npz").exists():
        Examples.together([*_of_photos(_reader(models), truth)]).keep(out)


def _make(job: tuple[Path, Path, int, bool]) -> Path:
    path, models, seed, held_out = job
    cv2.setNumThreads(1)
    reader = _reader(models)
    Examples.together([_rendered(reader, seed + k, held_out=held_out) for k in range(SHARD)]).keep(path)
    return path


@functools.cache
def _reader(models: Path) -> Reader:
    return Reader(1, models, without={ModelFile.SIGHT})


def _rendered(reader: Reader, seed: int, *, held_out: bool) -> Examples:
    """The places of one rendered picture."""
    rng = np.random.default_rng(seed)
    height = float(np.exp(rng.uniform(*np.log(HEIGHTS))))
    shot = dataset.shoot(rng, height, rng.uniform(*SHARES), held_out=held_out, dark_share=DARK_SHARE)
    ids = shot.picture.ids
    tiles = [
        Truth(
            label.tile,
            label.corners,
            _share(ids == label.number, _print_zone(shot.edition, label.tile, label.corners)),
            dataset.can_be_told(shot, label),
        )
        for label in shot.picture.labels
        if label.tile is not None
    ]
    return examples(reader, shot.picture.pixels, tiles)


def _print_zone(edition: Edition, tile: Tile, corners: Corners) -> Corners:
    """Where on a face print may be: that of its joker, or of any number."""
    return readable.print_outline(edition, tile if tile.colour is None else Tile(tile.colour, TWO_DIGITS), corners)


def _of_photos(reader: Reader, truth: Path) -> Iterator[Examples]:
    """The places of labelled photos, covered in several ways, and as they are."""
    rng = np.random.default_rng(FIRST_SEED)
    left, top, right, bottom = PHOTO_ZONE
    zone = np.array([[[left, top], [right, top], [right, bottom], [left, bottom]]], np.float32)
    for sample in photos.load(truth):
        faces = [
            (kind, quad)
            for kind, quad in zip(sample.kinds, sample.corners, strict=True)
            if kind not in {BACK, UNREADABLE}
        ]
        if not faces:
            continue
        zones = [
            cv2.perspectiveTransform(zone, cv2.getPerspectiveTransform(quads.UNIT_SQUARE, quad))[0] for _, quad in faces
        ]
        for turn in range(PHOTO_ROUNDS + 1):
            pixels, in_view = sample.pixels(), np.ones(sample.pixels().shape[:2], np.bool_)
            if turn:
                image = pixels[..., ::-1].astype(np.float32) / np.float32(255)
                in_view &= ~covers.lay_over(image, list(sample.corners), rng, rng.uniform(*SHARES))
                pixels = effects.photograph(image, rng)
            tiles = [
                Truth(TILE_KINDS[kind], quad, _share(in_view, where), legible=True)
                for (kind, quad), where in zip(faces, zones, strict=True)
            ]
            yield examples(reader, pixels, tiles, of_photo=True)


def _share(shown: NDArray[np.bool_], zone: Corners) -> float:
    """Share of the pixels in a zone that are shown; those outside of the picture are not."""
    low, high = np.floor(zone.min(axis=0)).astype(int), np.ceil(zone.max(axis=0)).astype(int) + 1
    if (high - low).max() > 4 * max(shown.shape):
        return 0.0
    mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    cv2.fillConvexPoly(mask, np.round(zone - low).astype(np.int32), 1)
    within = np.zeros(mask.shape, np.bool_)
    height, width = shown.shape
    left, top, right, bottom = max(low[0], 0), max(low[1], 0), min(high[0], width), min(high[1], height)
    if right > left and bottom > top:
        within[top - low[1] : bottom - low[1], left - low[0] : right - low[0]] = shown[top:bottom, left:right]
    return float(within[mask > 0].mean())


def examples(reader: Reader, photo: Photo, tiles: Sequence[Truth], *, of_photo: bool = False) -> Examples:
    """What the reader finds of those tiles in a photo."""
    reading = reader.read(photo)
    shapes = proportions([tile.corners for tile in reading.tiles], [tile.confidence for tile in reading.tiles])
    pairs = [(i, tile) for i, place in enumerate(reading.tiles) if (tile := _tile_at(place.corners, tiles)) is not None]
    outlines = [reading.tiles[i].corners for i, _ in pairs]
    return Examples(
        patches.cut(photo, outlines, sight.WIDTH, sight.HEIGHT, sight.SIGHT_MARGIN),
        shapes[[i for i, _ in pairs]],
        np.array([tile.in_sight for _, tile in pairs], np.float32),
        np.array([tile.legible for _, tile in pairs], np.bool_),
        np.array([not reading.tiles[i].doubt for i, _ in pairs], np.bool_),
        np.array([reading.tiles[i].tile == tile.tile for i, tile in pairs], np.bool_),
        np.full(len(pairs), of_photo),
    )


def _tile_at(place: Corners, tiles: Sequence[Truth]) -> Truth | None:
    """The tile on whose face most of a place lies."""
    area = abs(float(cv2.contourArea(place)))
    shares = [shared_area(place, tile.corners) for tile in tiles]
    best = int(np.argmax(shares)) if shares else -1
    if best < 0 or shares[best] < max(IN_PLACE * area, LEAST_SEEN * abs(float(cv2.contourArea(tiles[best].corners)))):
        return None
    return tiles[best]
