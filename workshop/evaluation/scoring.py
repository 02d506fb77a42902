"""How well photos are read: tile by tile, photo by photo, set by set, and doubt with error.

A photo is exact when every tile is right and none is missing or invented; it is flagged when a tile that counts is
doubtful, and silent when it is neither exact nor flagged. `workshop.evaluation.matching` says what counts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from referee.tiles import UNREAD
from vision import quads
from vision.reading.table_reading import TableReading
from workshop.evaluation.matching import counted, notation, outlines


@dataclass(frozen=True)
class Row:
    """How one photo was read."""

    photo: str
    layout: str
    """What it shows, as its truth says; empty where that does not say it."""
    width: int
    height: int
    tilt: float | None
    """Degrees between the camera's view and the vertical; None where the truth does not say it."""
    tile_height: float | None
    """Height of the smallest tile that counts, pixels; None where the truth has no outlines."""
    tiles: int
    """Tiles that count."""
    read: int
    right: int
    exact: bool
    sets_right: bool | None
    """Whether the sets lie in reading order as labelled; None where the photo is not exact or its sets are not
    labelled."""
    flagged: bool
    """Whether any tile that counts is doubtful."""
    silent: bool
    """Wrong, and no tile that counts is doubtful."""
    unasked: int
    """Errors that no doubt points at: tiles sure and wrong, missed, or invented; and what was read surely and wrongly
    where nobody can tell, as far as the truth knows better."""
    any_doubt: bool
    """Whether anything is doubtful, also what counts for nothing."""
    ms: float
    """Milliseconds from the decoded photo to the reading."""
    wrong: str
    """Each error as ``label>reading``, ``-`` for none."""


@dataclass(frozen=True)
class Scores:
    """Photos with how they were read, and (confidence, right) of every tile that counts or is invented."""

    rows: list[Row] = field(default_factory=list)
    confidences: list[tuple[float, bool]] = field(default_factory=list)

    def __add__(self, other: Scores) -> Scores:
        return Scores(self.rows + other.rows, self.confidences + other.confidences)


def score(name: str, reading: TableReading, truth: Mapping[str, Any]) -> Scores:
    """Compares one photo's reading with its labels ``{"tiles": [{"tile", "outline"}], "sets": [[index]] or null}``."""
    labels = [label["tile"] for label in truth["tiles"]]
    known, both = outlines(truth), counted(reading, truth)
    mine, counts, of = both.readings, both.labels, both.label_of
    is_right = {i: i in of and notation(reading.tiles[i]) == labels[of[i]] for i in mine}
    exact = sum(is_right.values()) == len(mine) == len(counts)
    sets_right = _are_sets_right(reading, truth, of) if exact and truth.get("sets") is not None else None
    wrong = [f"{labels[of[i]] if i in of else '-'}>{notation(reading.tiles[i])}" for i in mine if not is_right[i]]
    wrong += [f"{labels[j]}>-" for j in counts if j not in of.values()]
    smallest = min((quads.height(known[j]) for j in counts), default=None)
    row = _row(name, reading, truth, is_right, len(counts), sets_right, wrong, smallest)
    row = replace(row, unasked=row.unasked + _sure_and_guessed(reading, truth["tiles"], both.any_label_of))
    return Scores([row], [(reading.tiles[i].confidence, ok) for i, ok in is_right.items()])


def _are_sets_right(reading: TableReading, truth: Mapping[str, Any], label_of: Mapping[int, int]) -> bool:
    """Whether the sets are those of the labels, of which those that count are read, each in its order."""
    order = [[label_of[i] for i in members if i in label_of] for members in reading.sets]
    wanted = [[j for j in members if truth["tiles"][j]["tile"] != UNREAD] for members in truth["sets"]]
    return sorted(filter(None, order)) == sorted(filter(None, wanted))


def _sure_and_guessed(reading: TableReading, labels: Sequence[Mapping[str, Any]], label_of: Mapping[int, int]) -> int:
    """Tiles read surely and wrongly where the label is ``?``, but its ``is`` says which tile it is."""
    return sum(
        labels[j]["tile"] == UNREAD
        and not reading.tiles[i].doubt
        and labels[j].get("is") not in (None, notation(reading.tiles[i]))
        for i, j in label_of.items()
    )


def score_sets(name: str, reading: TableReading, sets: Sequence[Sequence[str]], may_read: Sequence[str] = ()) -> Scores:
    """Compares the reading of one photo with labels that name the tiles and not their places.

    Args:
        name: of the photo.
        reading: of the photo.
        sets: the tiles of each set in reading order.
        may_read: tiles that may be read as well or not, each as often as it stands here.
    """
    wanted = Counter(tile for members in sets for tile in members)
    is_right = _dealt(reading, wanted, may_read)
    left = wanted - Counter(notation(reading.tiles[i]) for i, ok in is_right.items() if ok)
    unread = [i for i, tile in enumerate(reading.tiles) if tile.tile is None]
    is_right |= dict.fromkeys(unread[: left.total()], False)  # one of the tiles that are left, read wrongly
    exact = sum(is_right.values()) == len(is_right) == wanted.total()
    mine = ([notation(reading.tiles[i]) for i in members if i in is_right] for members in reading.sets)
    sets_right = sorted(filter(None, mine)) == sorted(map(list, sets)) if exact else None
    wrong = [f"->{notation(reading.tiles[i])}" for i, ok in is_right.items() if not ok and reading.tiles[i].tile]
    wrong += [f"{text}>{UNREAD if k < len(unread) else '-'}" for k, text in enumerate(left.elements())]
    row = _row(name, reading, {}, is_right, wanted.total(), sets_right, sorted(wrong), None)
    return Scores([row], [(reading.tiles[i].confidence, ok) for i, ok in is_right.items()])


def _dealt(reading: TableReading, wanted: Counter[str], may_read: Sequence[str]) -> dict[int, bool]:
    """For each tile that is read and counts, whether it is a wanted one; the surest take theirs first."""
    left, spare = wanted.copy(), Counter(may_read)
    is_right: dict[int, bool] = {}
    for i in sorted(range(len(reading.tiles)), key=lambda i: -reading.tiles[i].confidence):
        text = notation(reading.tiles[i])
        if left[text] > 0:
            left[text] -= 1
            is_right[i] = True
        elif spare[text] > 0:
            spare[text] -= 1
        elif text != UNREAD:
            is_right[i] = False
    return is_right


def _row(
    name: str,
    reading: TableReading,
    truth: Mapping[str, Any],
    is_right: Mapping[int, bool],
    tiles: int,
    sets_right: bool | None,  # noqa: FBT001 - a result, not a switch
    wrong: Sequence[str],
    smallest: float | None,
) -> Row:
    """The row of a photo with so many `tiles`, of whose readings those in `is_right` count."""
    right = sum(is_right.values())
    exact = right == len(is_right) == tiles
    flagged = any(reading.tiles[i].doubt for i in is_right)
    missed = sum(error.endswith(">-") for error in wrong)
    sure = sum(not ok and not reading.tiles[i].doubt for i, ok in is_right.items())
    return Row(
        photo=name,
        layout=str(truth.get("layout", "")),
        width=reading.width,
        height=reading.height,
        tilt=truth.get("tilt"),
        tile_height=None if smallest is None else round(smallest, 1),
        tiles=tiles,
        read=len(is_right),
        right=right,
        exact=exact,
        sets_right=sets_right,
        flagged=flagged,
        silent=not exact and not flagged,
        unasked=missed + sure,
        any_doubt=bool(reading.doubtful),
        ms=round(reading.elapsed_ms, 1),
        wrong=" ".join(wrong),
    )
