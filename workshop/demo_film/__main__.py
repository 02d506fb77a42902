"""Makes the demo round and the sample photos: ``python -m workshop.demo_film``. Rendering needs `bpy`, the video ffmpeg."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from workshop.demo_film.film import write_video
from workshop.demo_film.samples import SAMPLES
from workshop.demo_film.truth import dump, round_truth

SAMPLE_IMAGES = Path(__file__).resolve().parents[2] / "sample_images"
PARTS = ("plates", "film", "photos")


def _parser() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m workshop.demo_film", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="only one small picture of the table, to check the look")
    parser.add_argument("--only", choices=PARTS, action="append", help="make this part only (may be repeated)")
    parser.add_argument("--scratch", type=Path, default=Path("build/demo"), help="where rendered pictures are kept")
    parser.add_argument("--out", type=Path, default=SAMPLE_IMAGES, help="where the results go")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--samples", type=int, default=32, help="paths traced for each pixel")
    parser.add_argument(
        "--photo", choices=SAMPLES, action="append", help="make this sample photo only (may be repeated)"
    )
    return parser


def main() -> None:
    """Runs the parts that the command line names."""
    given = _parser().parse_args()
    began = time.monotonic()
    if given.quick:
        from workshop.demo_film.plates import quick  # noqa: PLC0415 - bpy is needed for this part only

        given.scratch.mkdir(parents=True, exist_ok=True)
        quick(given.scratch / "quick.png", threads=given.threads)
        print(f"{given.scratch / 'quick.png'}: {time.monotonic() - began:.0f} s")
        return
    parts = given.only or PARTS
    demo, photos = given.out / "demo", given.out / "photos"
    demo.mkdir(parents=True, exist_ok=True)
    photos.mkdir(parents=True, exist_ok=True)
    if "plates" in parts:
        from workshop.demo_film.plates import render_plates  # noqa: PLC0415 - as above

        render_plates(given.scratch, threads=given.threads, samples=given.samples)
    if "film" in parts:
        write_video(given.scratch, demo / "round.mp4", demo)
        (demo / "round.json").write_text(dump(round_truth()))
    if "photos" in parts:
        from workshop.demo_film.photos import render_photos  # noqa: PLC0415 - as above

        names = given.photo or SAMPLES
        render_photos(photos, given.scratch, threads=given.threads, samples=given.samples, names=names)
    print(f"done in {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
