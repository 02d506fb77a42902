"""How long reading takes, from the decoded photo to the reading, on a given number of cores.

usage: python -m workshop.benchmarks.speed TRUTH.json PHOTO_FOLDER [--cores N] [--rounds N] [--csv OUT.csv] [--later]

TRUTH.json names the photos; those that `python -m workshop.training measuring` writes into ``speed/`` are photos of 1920 x 1080
pixels with five to 106 tiles of one size, twenty with sixty tiles among them, and photos of twelve megapixels with
sixty tiles. The process is held to N cores where the system allows that. Every photo is read once unmeasured; then all
in turn, in rounds. With ``--later``, each is read by itself and as a camera's next frame with nothing changed but the
grain, turn about: those after a frame in which nothing was in doubt, and those after one in which a tile was.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.camera.photo import load_photo
from vision.reading.reader import Reader
from vision.reading.table_reading import TableReading
from vision.scene.follow import WHOLE_EVERY, Follower
from workshop.benchmarks import command_line
from workshop.evaluation.report import write_csv

CORES = 2
ROUNDS = 3
GRAIN = 2.5
"""Grey levels, standard deviation, of the grain that a camera's next frame has anew."""


@dataclass(frozen=True)
class Timing:
    """One reading of one photo."""

    photo: str
    width: int
    height: int
    tiles: int
    """How many tiles were read."""
    ms: float

    @classmethod
    def of(cls, photo: str, reading: TableReading) -> Timing:
        """How long that reading of the photo took."""
        return cls(photo, reading.width, reading.height, len(reading.tiles), round(reading.elapsed_ms, 1))


@dataclass(frozen=True)
class Growth:
    """The straight line through time over number of tiles."""

    ms_per_tile: float
    ms_without_tiles: float
    r_squared: float
    """Share of the spread of the times that the line explains."""


def hold_to(cores: int) -> None:
    """Keeps this process, OpenCV included, to that many cores; without effect on systems that cannot."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])
    cv2.setNumThreads(cores)


def measure(names: Sequence[str], photos: Path, *, cores: int = CORES, rounds: int = ROUNDS) -> list[Timing]:
    """Reads the photos `rounds` times each.

    Args:
        names: of the photos.
        photos: the folder that they lie in.
        cores: how many the process may use from now on.
        rounds: how often each photo is read.
    """
    hold_to(cores)
    reader = Reader(threads=cores)
    decoded = {name: load_photo(photos / name) for name in names}
    for photo in decoded.values():
        reader.read(photo)
    timings = []
    for _ in range(rounds):
        for name, photo in decoded.items():
            timings.append(Timing.of(name, reader.read(photo)))
    return timings


def measure_later(
    names: Sequence[str], photos: Path, *, cores: int = CORES, rounds: int = ROUNDS
) -> list[tuple[Timing, Timing, bool]]:
    """The same photos read by themselves, and as the next frame of a camera (`vision.scene.follow`).

    The arguments are those of `measure`.

    Returns:
        Both timings of each frame, and whether a tile was in doubt in the frame before it.
    """
    hold_to(cores)
    reader = Reader(threads=cores)
    grain = np.random.default_rng(0)
    timings: list[tuple[Timing, Timing, bool]] = []
    for name in names:
        photo = load_photo(photos / name)
        follower = Follower(reader)
        before = follower.read(photo)
        for _ in range(min(rounds, WHOLE_EVERY - 1)):
            frame = cv2.add(photo, grain.normal(0, GRAIN, photo.shape), dtype=cv2.CV_8U).astype(np.uint8)
            alone, later = reader.read(frame), follower.read(frame)
            timings.append((Timing.of(name, alone), Timing.of(name, later), bool(before.doubtful)))
            before = later
    return timings


def percentile(timings: Sequence[Timing], share: float) -> float:
    """The time in milliseconds that `share` per cent of the readings stay below."""
    return float(np.percentile([timing.ms for timing in timings], share))


def compared(frames: Sequence[tuple[Timing, Timing]]) -> str:
    """What it takes to read frames, at least one, by themselves and as the next ones of a camera."""
    alone, later = ([frame[k] for frame in frames] for k in (0, 1))
    told = [
        f"{name} median {percentile(part, 50):.0f} ms, 95th percentile {percentile(part, 95):.0f} ms"
        for name, part in (("by itself", alone), ("as the next frame", later))
    ]
    ratio = np.median([next_one.ms / by_itself.ms for by_itself, next_one in frames])
    return f"{', '.join(told)}; {ratio:.2f} of the time at the median"


def growth(timings: Sequence[Timing]) -> Growth:
    """How the time grows with the number of tiles: least squares through each photo's median.

    Args:
        timings: of at least two photos of one size with different numbers of tiles.
    """
    names = sorted({timing.photo for timing in timings})
    tiles = np.array([np.median([t.tiles for t in timings if t.photo == name]) for name in names])
    times = np.array([np.median([t.ms for t in timings if t.photo == name]) for name in names])
    slope, base = np.polyfit(tiles, times, 1)
    spread = float(((times - times.mean()) ** 2).sum())
    left = float(((times - (slope * tiles + base)) ** 2).sum())
    return Growth(float(slope), float(base), 1 - left / spread if spread else 1.0)


def main() -> None:
    """Reads every photo of the truth and prints median and 95th percentile by size and number of tiles."""
    parser = command_line.parser(__doc__)
    parser.add_argument("truth", type=Path)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--cores", type=int, default=CORES)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--later", action="store_true", help="as the next frame of a camera as well")
    parser.add_argument("--csv", type=Path, help="write a row for each reading")
    args = parser.parse_args()
    truth = json.loads(args.truth.read_text(encoding="utf-8"))
    if args.later:
        say_later(measure_later(sorted(truth), args.photos, cores=args.cores, rounds=args.rounds))
        return
    timings = measure(sorted(truth), args.photos, cores=args.cores, rounds=args.rounds)
    if args.csv:
        write_csv(args.csv, Timing, timings)
    counts = {name: len(photo["tiles"]) for name, photo in truth.items()}
    for size in sorted({(t.width, t.height) for t in timings}):
        say(size, [t for t in timings if (t.width, t.height) == size], counts)


def say_later(frames: Sequence[tuple[Timing, Timing, bool]]) -> None:
    """Prints how long frames took after others, those with a tile in doubt by themselves."""
    for name, in_doubt in (("nothing in doubt", False), ("a tile in doubt", True)):
        of_these = [(alone, later) for alone, later, doubtful in frames if doubtful is in_doubt]
        if of_these:
            print(f"{name}, {len(of_these)} frames: {compared(of_these)}")


def say(size: tuple[int, int], timings: Sequence[Timing], counts: Mapping[str, int]) -> None:
    """Prints how long photos of a size took, by how many tiles are labelled in them."""
    width, height = size
    for count in sorted({counts[t.photo] for t in timings}):
        part = [t for t in timings if counts[t.photo] == count]
        middle, slow = percentile(part, 50), percentile(part, 95)
        print(f"{width}x{height}, {count:3d} tiles: median {middle:.0f} ms, 95th percentile {slow:.0f} ms")
    if len({t.tiles for t in timings}) > 1:
        line = growth(timings)
        print(f"{width}x{height}: {line.ms_per_tile:.2f} ms a tile, R² {line.r_squared:.3f}")


if __name__ == "__main__":
    main()
