"""Which tile read is which tile labelled, and which of both count.

What counts follows from the labels alone:

- A tile read and a tile labelled are the same where the intersection over union of the upright boxes about their
  outlines is at least `IOU_THRESHOLD`, the best pairs first.
- A label ``?`` is a tile that a person cannot read either. Whether and how it is read counts for nothing; nor does a
  tile that is reported as unread where nothing is labelled.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from referee.tiles import UNREAD
from vision import quads
from vision.quads import Corners
from vision.reading.table_reading import TableReading, TileReading

IOU_THRESHOLD = 0.4
"""Intersection over union of two boxes from which they are the same tile."""


def match(read: Sequence[Corners], labelled: Sequence[Corners]) -> dict[int, int]:
    """Which outline read is which outline labelled, the best overlaps first."""
    mine, theirs = list(map(quads.bounding_box, read)), list(map(quads.bounding_box, labelled))
    pairs = sorted(((quads.iou(a, b), i, j) for i, a in enumerate(mine) for j, b in enumerate(theirs)), reverse=True)
    found: dict[int, int] = {}
    taken: set[int] = set()
    for share, i, j in pairs:
        if share < IOU_THRESHOLD:
            break
        if i not in found and j not in taken:
            found[i] = j
            taken.add(j)
    return found


def nearest(places: Iterable[Corners], labelled: Iterable[Corners]) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """For each place, of shape (4, 2), the index of the labelled outline that it overlaps most, and how much.

    Returns:
        Indices, shape (n,), -1 where nothing is labelled; intersection over union of the boxes about place and outline,
        shape (n,).
    """
    boxes = [quads.bounding_box(outline) for outline in labelled]
    indices: list[int] = []
    shares: list[float] = []
    for place in places:
        overlaps = [quads.iou(quads.bounding_box(place), box) for box in boxes]
        indices.append(int(np.argmax(overlaps)) if overlaps else -1)
        shares.append(max(overlaps, default=0.0))
    return np.array(indices, np.intp), np.array(shares, np.float64)


def notation(tile: TileReading) -> str:
    """The tile as text."""
    return str(tile.tile or UNREAD)


def outlines(truth: Mapping[str, Any]) -> list[Corners]:
    """The labelled outlines of a photo, each of shape (4, 2)."""
    return [np.array(label["outline"], np.float32) for label in truth["tiles"]]


@dataclass(frozen=True)
class Counted:
    """What of a reading and of the labels counts, as indices, and which label each reading that counts is."""

    readings: list[int]
    labels: list[int]
    label_of: dict[int, int]
    """Which label each reading that counts is; those without one are missing."""
    any_label_of: dict[int, int]
    """Which label each reading is, those that do not count and the labels ``?`` included."""


def counted(reading: TableReading, truth: Mapping[str, Any]) -> Counted:
    """Leaves out labels ``?``, what was read in their place, and what is unread where nothing is labelled."""
    labels, known = [label["tile"] for label in truth["tiles"]], outlines(truth)
    counts = [j for j, label in enumerate(labels) if label != UNREAD]
    on_any = match([tile.corners for tile in reading.tiles], known)
    mine = [i for i, tile in enumerate(reading.tiles) if (on_any[i] in counts if i in on_any else tile.tile)]
    found = match([reading.tiles[i].corners for i in mine], [known[j] for j in counts])
    return Counted(mine, counts, {mine[i]: counts[j] for i, j in found.items()}, on_any)
