"""Makes the photos of dark tiles that `test_dark_tiles.py` reads: `python -m tests.vision.dark_photos FOLDER`.

They are those of ``workshop/benchmarks/dark_tiles.py``, smaller: the first seeds, whatever is read of them. Needs the typefaces
of `make train`.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from unittest import mock

import cv2

from workshop.benchmarks import dark_tiles
from workshop.training import measuring, readable

PHOTOS = 4
SIZE = (960, 720)


def make(folder: Path) -> None:
    """Render the photos and their truth into `folder`."""
    truth = {}
    with mock.patch.object(dark_tiles, "SIZE", SIZE):
        for number, shot in enumerate(dark_tiles.shots(PHOTOS, tiles=True)):
            name = f"{number:03}-dark.jpg"
            quality = [cv2.IMWRITE_JPEG_QUALITY, measuring.SMALL_QUALITY]
            (folder / name).write_bytes(cv2.imencode(".jpg", shot.picture.pixels, quality)[1].tobytes())
            labels, _ = readable.truth(shot, readable.Limits(), all_in_sight=True)
            truth[name] = {"layout": "dark sets", "seed": dark_tiles.FIRST_SEED + number, **labels}
    (folder / "truth.json").write_text(measuring.dump(truth), encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    make(parser.parse_args().folder)
