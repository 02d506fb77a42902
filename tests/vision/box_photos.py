"""Makes the photos of a box that `test_enrol.py` reads: `python -m tests.vision.box_photos FOLDER`.

They are of a box of ``workshop/benchmarks/odd_editions.py``: all of its tiles, and two tables. Needs the typefaces of `make
train`.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import Any

import cv2

from vision.camera.photo import load_photo
from workshop.benchmarks import editions, odd_editions
from workshop.training import measuring

BOX = 3
"""Which of the boxes: wooden tiles written on by hand, which the reader of all boxes misreads most."""
PHOTOS = {"all": (1600, 1200), "00": (1200, 900), "02": (1200, 900)}
"""Size in pixels of each."""


def make(folder: Path) -> None:
    """Render the photos and their truth into `folder`."""
    truth: dict[str, Any] = {}
    seed = odd_editions.FIRST_SEED + odd_editions.SEEDS_A_BOX * (BOX + 1)
    with tempfile.TemporaryDirectory() as rendered:
        for name, labels in editions.photos(Path(rendered), odd_editions.ODD[BOX], seed, len(PHOTOS)):
            path = Path(name)
            if path.stem not in PHOTOS:
                continue
            size, photo = PHOTOS[path.stem], load_photo(name)
            factor = size[0] / photo.shape[1]
            small = cv2.resize(photo, size, interpolation=cv2.INTER_AREA)
            quality = [cv2.IMWRITE_JPEG_QUALITY, measuring.SMALL_QUALITY]
            (folder / path.name).write_bytes(cv2.imencode(".jpg", small, quality)[1].tobytes())
            tiles = [
                {**tile, "outline": [[round(x * factor, 1), round(y * factor, 1)] for x, y in tile["outline"]]}
                for tile in labels["tiles"]
            ]
            height = round(labels["tile_height"] * factor, 1)
            truth[path.name] = {**labels, "size": list(size), "tile_height": height, "tiles": tiles}
    (folder / "truth.json").write_text(measuring.dump(truth), encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    make(parser.parse_args().folder)
