"""How well Tesseract reads the number of a tile that was cut out along its labelled corners.

Prints, for every number, how many tiles were read right; the precision of its answers; and the time a tile takes.

    python benchmarks/ocr_accuracy.py TRUTH.json PHOTO_DIR [--limit N] [--json]

TRUTH.json: {photo: {"tiles": [{"tile": "R7", "outline": [[x, y], ...]}]}}, corners from top left, clockwise as read
upright. Tiles cut off by the border and unreadable ones ("?") are left out. A joker is right when no number is read.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path

import numpy as np

from vision.ocr import cut_face, read_number
from vision.photo import load_photo


def main() -> int:
    """Measures and prints; 0 when anything was measured."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("truth", type=Path)
    parser.add_argument("photos", type=Path)
    parser.add_argument("--limit", type=int, help="measure on the first N photos only")
    parser.add_argument("--json", action="store_true", help="print one line of JSON instead of a table")
    args = parser.parse_args()

    truth = json.loads(args.truth.read_text(encoding="utf-8"))
    tiles: Counter[int] = Counter()
    right: Counter[int] = Counter()
    answered = wrong = 0
    seconds: list[float] = []
    for name in sorted(truth)[: args.limit]:
        labels = [t for t in truth[name]["tiles"] if t["tile"] != "?" and not t.get("cut_off")]
        if not labels:
            continue
        photo = load_photo(args.photos / name)
        for label in labels:
            patch = cut_face(photo, np.array(label["outline"], np.float32))
            want = 0 if label["tile"] == "J" else int(label["tile"][1:])
            began = time.perf_counter()
            number = read_number(patch)
            seconds.append(time.perf_counter() - began)
            tiles[want] += 1
            right[want] += (number or 0) == want
            answered += number is not None
            wrong += number is not None and number != want
    if not seconds:
        print("no readable tile in these labels", file=sys.stderr)
        return 1

    numbered = tiles.total() - tiles[0]
    figures = {
        "tiles": numbered,
        "accuracy": round((right.total() - right[0]) / max(numbered, 1), 4),
        "answers": answered,
        "precision": round(1 - wrong / max(answered, 1), 4),
        "jokers": tiles[0],
        "jokers_without_a_number": right[0],
        "ms_per_tile_median": round(1000 * sorted(seconds)[len(seconds) // 2], 1),
    }
    if args.json:
        print(json.dumps(figures))
        return 0
    for number in sorted(tiles):
        what = f"{number:5d}" if number else "joker"
        print(f"{what}  {right[number]:4d} of {tiles[number]:4d} right")
    print("\n".join(f"{key.replace('_', ' ')}: {value}" for key, value in figures.items()))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, ValueError) as error:
        sys.exit(f"ocr_accuracy: {error}")
