"""How many tiles that were read surely may be wrong, as far as labelled photos can tell.

It also shows what another bound of doubt would change.

usage: python -m workshop.benchmarks.risk TRUTH.json PHOTO_FOLDER [--every N] [--confidence 0.95] [--models FOLDER]

TRUTH.json is as for ``workshop/benchmarks/accuracy.py``. Three things are printed:

- of the tiles that are sure, how many are wrong, and how many in 10,000 may be at that confidence (Clopper and Pearson,
  1934); the same of the photos that have any such tile, since tiles of one photo are wrong together;
- for several bounds of the probability below which a tile is doubtful, how many tiles would be doubtful and how many
  surely wrong;
- the least bound that conformal risk control (Angelopoulos et al., 2022) allows, so that of the next photo's tiles no
  more than a given share is surely wrong on average. It takes the next photo for one like those here. Selective
  conformal risk control (arXiv 2512.12844) asks the same of the sure tiles alone; with a bound that is chosen
  beforehand, as `vision.reading.table_reading.SURE` is, that is the first figure.

What is doubtful for another reason than its probability stays doubtful. Below `vision.reading.table_reading.SURE`
nobody has looked whether a part is hidden, so that lower bounds look worse here than they are.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from vision.reading.reader import Reader
from vision.reading.table_reading import SURE, TableReading
from workshop.benchmarks import command_line
from workshop.evaluation import matching
from workshop.evaluation.labelled import labelled_photos

BOUNDS = (0.9, 0.93, 0.95, SURE, 0.98, 0.99, 0.995)
"""Probabilities that are compared as the bound below which a tile is doubtful."""
SHARES = (0.02, 0.01, 0.005, 0.002)
"""Of a photo's tiles that may be surely wrong."""
STEPS = 60
"""Halvings by which a probability is found: more than its digits."""


@dataclass(frozen=True)
class ReadTile:
    """One tile that counts, as it was read."""

    confidence: float
    """The probability of the likeliest tile, 0 to 1."""
    right: bool
    doubtful_anyway: bool = False
    """Whether it is doubtful for another reason than its probability."""

    def surely_wrong(self, bound: float) -> bool:
        """Whether it is wrong and nobody would be asked, where what is less probable than `bound` is doubtful."""
        return not self.right and self.sure(bound)

    def sure(self, bound: float) -> bool:
        """Whether nobody would be asked about it."""
        return self.confidence >= bound and not self.doubtful_anyway


PhotoTiles = Sequence[ReadTile]
"""The tiles of one photo that count."""


def most(wrong: int, of: int, confidence: float = 0.95) -> float:
    """The largest share, 0 to 1, that `wrong` of `of` independent cases leave possible (Clopper and Pearson, 1934).

    Args:
        wrong: how many of the cases are.
        of: how many cases there are.
        confidence: with which the true share is no larger, 0 to 1.
    """
    if wrong >= of:
        return 1.0
    return _first(lambda share: _at_most(wrong, of, share) <= 1 - confidence)


def least_bound(photos: Sequence[PhotoTiles], share: float) -> float | None:
    """The least bound with which of another such photo's tiles, on average, no more than `share` is surely wrong.

    Conformal risk control (Angelopoulos et al., 2022): a photo's loss is the share of its tiles that is surely wrong,
    at most 1, and never grows with the bound.

    Args:
        photos: each with its tiles, of those that the bound is to hold for a random sample; those without tiles count
            for nothing.
        share: 0 to 1.

    Returns:
        A probability, or None where so few photos allow none.
    """
    photos = [photo for photo in photos if photo]
    candidates = sorted(
        {0.0, *(math.nextafter(one.confidence, 2) for photo in photos for one in photo if not one.right)}
    )
    for bound in candidates:
        losses = (sum(one.surely_wrong(bound) for one in photo) / len(photo) for photo in photos)
        if (sum(losses) + 1) / (len(photos) + 1) <= share:
            return bound
    return None


def outcomes(reading: TableReading, labels: Mapping[str, Any]) -> list[ReadTile]:
    """The tiles of a photo that count; tiles that are missed have no reading and are not among them."""
    what = matching.counted(reading, labels)
    names = {i: labels["tiles"][j]["tile"] for i, j in what.label_of.items()}
    return [
        ReadTile(tile.confidence, names.get(i) == matching.notation(tile), tile.doubt and tile.confidence >= SURE)
        for i in what.readings
        for tile in [reading.tiles[i]]
    ]


def report(photos: Sequence[PhotoTiles], confidence: float) -> str:
    """The three tables."""
    tiles = [one for photo in photos for one in photo]
    sure = [one for one in tiles if one.sure(SURE)]
    wrong = sum(not one.right for one in sure)
    struck = sum(any(one.surely_wrong(SURE) for one in photo) for photo in photos)
    lines = [
        f"{wrong} of {len(sure)} sure tiles are wrong: at most {1e4 * most(wrong, len(sure), confidence):.1f} in 10,000 at {confidence:.0%}",
        f"{struck} of {len(photos)} photos have such a tile: at most {most(struck, len(photos), confidence):.1%}",
        "",
        "| doubtful below | doubtful tiles | photos with one | surely wrong |",
        "|---|---|---|---|",
    ]
    for bound in BOUNDS:
        doubtful = [[not one.sure(bound) for one in photo] for photo in photos]
        surely_wrong = sum(one.surely_wrong(bound) for one in tiles)
        lines.append(f"| {bound} | {sum(map(sum, doubtful))} | {sum(map(any, doubtful))} | {surely_wrong} |")
    lines += ["", "| surely wrong of the next photo's tiles | least bound |", "|---|---|"]
    for share in SHARES:
        bound_for = least_bound(photos, share)
        lines.append(f"| {share:.1%} | {'too few photos' if bound_for is None else f'{bound_for:.4f}'} |")
    return "\n".join(lines)


def _at_most(count: int, of: int, share: float) -> float:
    """The probability of `count` or fewer in `of` draws."""
    logs = (
        math.lgamma(of + 1)
        - math.lgamma(k + 1)
        - math.lgamma(of - k + 1)
        + k * math.log(share)
        + (of - k) * math.log1p(-share)
        for k in range(count + 1)
    )
    return math.fsum(map(math.exp, logs))


def _first(holds: Callable[[float], bool]) -> float:
    """The least number from 0 to 1 of which something holds that holds of all larger ones."""
    low, high = 0.0, 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def main() -> int:
    """Reads every labelled photo and prints the tables."""
    parser = command_line.photos_parser(__doc__)
    parser.add_argument("--confidence", type=float, default=0.95, help="of what is said of other tiles (%(default)s)")
    command_line.add_models(parser)
    args = parser.parse_args()
    reader = Reader(models=args.models)
    photos = [
        outcomes(reader.read(photo), labels)
        for _, photo, labels in labelled_photos(args.truth, args.photos, every=args.every)
    ]
    print(report(photos, args.confidence))
    return 0


if __name__ == "__main__":
    sys.exit(main())
