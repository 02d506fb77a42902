"""Rendered pictures on disk: made once by several processes, read by both trainings.

A shard is one ``.npz`` file of `SHARD` pictures: their JPEG bytes and, tile by tile, kind, corners and visibility.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import KIND_INDEX, TILE_KINDS
from vision import quads
from workshop.training import readable
from workshop.training.files import whole
from workshop.training.negatives import as_read
from workshop.training.render import scene
from workshop.training.render.painter import Label

SHARD = 250
"""Pictures in a shard; shard k holds the pictures with seeds k * SHARD and on."""
CHECK, CHECK_SEED = "check", 40_000_000
"""The folder, within that of the others, of the shard to check by, and its first seed; its typefaces, tables and light
are kept out of training."""
SIZE = (416, 416)
"""Width and height of a training picture in pixels."""
TILE_HEIGHTS = (13.0, 150.0)
"""Smallest and largest height of a tile in the middle of a picture, pixels; drawn log-uniformly."""
COVERED_SHARE, COVERED = 0.25, (0.08, 0.5)
"""Share of the pictures in which things lie over tiles, and over what share of a picture's tiles: half of a number must
never look like the whole of another."""
PUSHED_SHARE = 0.06
"""Share of the sets on the table of which one tile lies half on its neighbour."""
DARK_SHARE = 0.08
"""Share of the pictures that show tiles with dark bodies, in the negative."""
BACK = len(TILE_KINDS)
"""The kind index of a tile that lies face down."""
UNREADABLE = BACK + 1
"""The kind index of a tile whose number a person cannot tell."""

LEAST_SIDE = 6.0
"""Mean side of a tile in pixels below which nobody can tell it."""
VISIBLE_ENOUGH = 0.5
"""Tiles of which at least this share is visible are to be found."""


@dataclass(frozen=True)
class Sample:
    """One labelled picture."""

    jpeg: bytes
    kinds: NDArray[np.int64]
    """Index into `TILE_KINDS`, or `BACK`, or `UNREADABLE`; shape (n,)."""
    corners: NDArray[np.float32]
    """Shape (n, 4, 2), pixels, top-left first, clockwise as read upright."""
    visible: NDArray[np.float32]
    """Visible share of each face, shape (n,)."""
    legible: NDArray[np.bool_]
    """Whether each tile is as clear as those that count in the measuring photos, shape (n,); one that lies face down
    always."""
    rough: NDArray[np.float32] | None = None
    """Where the locator sees each tile, as `workshop.training.seen` has it, shape (n, 4, 2); None where it has not looked."""
    refined: NDArray[np.float32] | None = None
    """These outlines set right by the refiner, shape (n, 4, 2); None where it has not looked."""

    @classmethod
    def of(cls, shot: scene.Shot) -> Sample:
        """A rendered picture as a sample."""
        _, data = cv2.imencode(".jpg", shot.picture.pixels, [cv2.IMWRITE_JPEG_QUALITY, 96])
        labels = shot.picture.labels
        return cls(
            data.tobytes(),
            np.array([BACK if label.tile is None else KIND_INDEX[label.tile] for label in labels], np.int64),
            np.array([label.corners for label in labels], np.float32).reshape(-1, 4, 2),
            np.array([label.visible for label in labels], np.float32),
            np.array([can_be_told(shot, label) for label in labels], np.bool_),
        )

    def pixels(self) -> NDArray[np.uint8]:
        """The decoded picture, BGR, shape (height, width, 3)."""
        return np.asarray(cv2.imdecode(np.frombuffer(self.jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def can_be_told(shot: scene.Shot, label: Label) -> bool:
    """Whether the tile is beyond dispute, by the strict limits of the measuring photos, or lies face down."""
    if label.tile is None:
        return True
    large_enough = min(quads.height(label.corners), quads.width(label.corners)) >= LEAST_SIDE
    return label.visible >= VISIBLE_ENOUGH and large_enough and readable.legible(shot, label)


def render_sample(seed: int, *, held_out: bool = False) -> Sample:
    """The training picture of that seed; `held_out` draws it with what is kept out of training."""
    rng = np.random.default_rng(seed)
    height = float(np.exp(rng.uniform(*np.log(TILE_HEIGHTS))))
    covered = rng.uniform(*COVERED) if rng.random() < COVERED_SHARE else 0.0
    return Sample.of(shoot(rng, height, covered, held_out=held_out))


def shoot(
    rng: np.random.Generator, height: float, covered: float, *, held_out: bool, dark_share: float = DARK_SHARE
) -> scene.Shot:
    """A picture as networks learn from it.

    Its tiles are so high, pixels, and that share of them is covered; they have dark bodies, and are shown in the
    negative, with the probability `dark_share`.
    """
    dark = bool(rng.random() < dark_share)
    shot = scene.shoot(
        rng, SIZE, height, held_out=held_out, redrawn=not held_out, dark=dark, covered=covered, pushed=PUSHED_SHARE
    )
    return as_read(shot)


def _make_shard(job: tuple[Path, int, bool]) -> Path:
    path, first, held_out = job
    if path.exists():
        return path
    cv2.setNumThreads(1)
    keep([render_sample(first + k, held_out=held_out) for k in range(SHARD)], path)
    return path


def make(folder: Path, pictures: int, processes: int) -> None:
    """Renders pictures 0 to `pictures` into `folder`, and a shard to check by.

    Shards that are there already are kept.
    """
    jobs = [(folder / f"{shard:05d}.npz", shard * SHARD, False) for shard in range(-(-pictures // SHARD))]
    jobs.append((folder / CHECK / "00000.npz", CHECK_SEED, True))
    with multiprocessing.get_context("spawn").Pool(processes, maxtasksperchild=4) as pool:
        for done, path in enumerate(pool.imap_unordered(_make_shard, jobs), start=1):
            print(f"rendered {done * SHARD} of {len(jobs) * SHARD} pictures ({path.name})", flush=True)


def keep(samples: Sequence[Sample], path: Path) -> None:
    """Writes a shard, whole or not at all."""
    with whole(path) as partial, partial.open("wb") as file:
        np.savez(
            file,
            jpeg=np.frombuffer(b"".join(s.jpeg for s in samples), np.uint8),
            jpeg_ends=np.cumsum([len(s.jpeg) for s in samples]),
            kinds=np.concatenate([s.kinds for s in samples]),
            corners=np.concatenate([s.corners for s in samples]),
            visible=np.concatenate([s.visible for s in samples]),
            legible=np.concatenate([s.legible for s in samples]),
            ends=np.cumsum([len(s.kinds) for s in samples]),
        )


def load(path: Path) -> list[Sample]:
    """The pictures of a shard."""
    with np.load(path) as data:
        jpeg = data["jpeg"]
        labels = [data[key] for key in ("kinds", "corners", "visible", "legible")]
        jpeg_ends, ends = data["jpeg_ends"], data["ends"]
    samples, byte, row = [], 0, 0
    for next_byte, next_row in zip(jpeg_ends, ends, strict=True):
        part = slice(row, next_row)
        samples.append(Sample(jpeg[byte:next_byte].tobytes(), *(label[part] for label in labels)))
        byte, row = next_byte, next_row
    return samples
