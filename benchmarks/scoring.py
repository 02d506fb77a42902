"""Compares readings with the truth: tile by tile, photo by photo, set by set, and doubt with error.

What counts follows from the labels alone:

- A tile read and a tile labelled are the same where the upright boxes about their outlines overlap by `LEAST_OVERLAP`, the
  best pairs first.
- A label ``?`` is a tile that a person cannot read either. Whether and how it is read counts for nothing; nor does a tile
  that is reported as unread where nothing is labelled.
- A photo is exact when every tile is right and none is missing or invented; it is flagged when a tile that counts is doubtful, and
  silent when it is neither exact nor flagged.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from referee.tiles import UNREAD, Tile
from vision import arrange, quads
from vision.inference import MODELS
from vision.overlay import draw
from vision.photo import load_photo
from vision.quads import Corners
from vision.read import Reader
from vision.reading import Photo, TableReading, TileReading

LEAST_OVERLAP = 0.4
"""Intersection over union of two boxes from which they are the same tile."""


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
    """Whether the sets lie in reading order as labelled; None where the photo is not exact or its sets are not labelled."""
    flagged: bool
    """Whether any tile that counts is doubtful."""
    silent: bool
    """Wrong, and no tile that counts is doubtful."""
    unasked: int
    """Errors that no doubt points at: tiles sure and wrong, missed, or invented; and what was read surely and wrongly where nobody can
    tell, as far as the truth knows better."""
    any_doubt: bool
    """Whether anything is doubtful, also what counts for nothing."""
    ms: float
    """Milliseconds from the decoded photo to the reading."""
    wrong: str
    """Each error as ``label>reading``, ``-`` for none."""


@dataclass(frozen=True)
class Scores:
    """Photos with how they were read, and (confidence, right) of every tile that counts or is invented."""

    rows: list[Row]
    confidences: list[tuple[float, bool]]

    def __add__(self, other: Scores) -> Scores:
        return Scores(self.rows + other.rows, self.confidences + other.confidences)


def match(read: Sequence[Corners], labelled: Sequence[Corners]) -> dict[int, int]:
    """Which outline read is which outline labelled, the best overlaps first."""
    mine, theirs = list(map(quads.bounding_box, read)), list(map(quads.bounding_box, labelled))
    pairs = sorted(((quads.iou(a, b), i, j) for i, a in enumerate(mine) for j, b in enumerate(theirs)), reverse=True)
    found: dict[int, int] = {}
    taken: set[int] = set()
    for share, i, j in pairs:
        if share < LEAST_OVERLAP:
            break
        if i not in found and j not in taken:
            found[i] = j
            taken.add(j)
    return found


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
    any_label_of: dict[int, int]
    """The same of all readings and of all labels, ``?`` as well."""


def counted(reading: TableReading, truth: Mapping[str, Any]) -> Counted:
    """Leaves out labels ``?``, what was read in their place, and what is reported as unread where nothing is labelled."""
    labels, known = [label["tile"] for label in truth["tiles"]], outlines(truth)
    counts = [j for j, label in enumerate(labels) if label != UNREAD]
    on_any = match([tile.corners for tile in reading.tiles], known)
    mine = [
        i
        for i, tile in enumerate(reading.tiles)
        if (i in on_any and labels[on_any[i]] != UNREAD) or (i not in on_any and tile.tile)
    ]
    found = match([reading.tiles[i].corners for i in mine], [known[j] for j in counts])
    return Counted(mine, counts, {mine[i]: counts[j] for i, j in found.items()}, on_any)


def judge(name: str, reading: TableReading, truth: Mapping[str, Any]) -> Scores:
    """Compares the reading of one photo with its labels ``{"tiles": [{"tile", "outline"}], "sets": [[index]] or null}``."""
    labels = [label["tile"] for label in truth["tiles"]]
    known, both = outlines(truth), counted(reading, truth)
    mine, counts, of = both.readings, both.labels, both.label_of
    is_right = {i: i in of and notation(reading.tiles[i]) == labels[of[i]] for i in mine}
    exact = sum(is_right.values()) == len(mine) == len(counts)
    sets_right = None
    if exact and truth.get("sets") is not None:
        order = [[of[i] for i in members if i in of] for members in reading.sets]
        wanted = [[j for j in members if labels[j] != UNREAD] for members in truth["sets"]]
        sets_right = sorted(filter(None, order)) == sorted(filter(None, wanted))
    wrong = [f"{labels[of[i]] if i in of else '-'}>{notation(reading.tiles[i])}" for i in mine if not is_right[i]]
    wrong += [f"{labels[j]}>-" for j in counts if j not in of.values()]
    smallest = min((quads.height(known[j]) for j in counts), default=None)
    row = _row(name, reading, truth, is_right, len(counts), sets_right, wrong, smallest)
    row = replace(row, unasked=row.unasked + _sure_and_guessed(reading, truth["tiles"], both.any_label_of))
    return Scores([row], [(reading.tiles[i].confidence, ok) for i, ok in is_right.items()])


def _sure_and_guessed(reading: TableReading, labels: Sequence[Mapping[str, Any]], label_of: Mapping[int, int]) -> int:
    """Tiles read surely and wrongly where the label is ``?``, but its ``is`` says which tile it is."""
    return sum(
        labels[j]["tile"] == UNREAD
        and not reading.tiles[i].doubt
        and labels[j].get("is") not in (None, notation(reading.tiles[i]))
        for i, j in label_of.items()
    )


def judge_sets(name: str, reading: TableReading, sets: Sequence[Sequence[str]], may_read: Sequence[str] = ()) -> Scores:
    """Compares the reading of one photo with labels that name the tiles and not their places.

    Args:
        name: of the photo.
        reading: of the photo.
        sets: the tiles of each set in reading order.
        may_read: tiles that may be read as well or not, each as often as it stands here.
    """
    wanted = Counter(tile for members in sets for tile in members)
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
    unread = [i for i, tile in enumerate(reading.tiles) if tile.tile is None]
    is_right |= dict.fromkeys(unread[: left.total()], False)  # one of the tiles that are left, read wrongly
    exact = sum(is_right.values()) == len(is_right) == wanted.total()
    mine = [[i for i in members if i in is_right] for members in reading.sets]
    order = sorted([notation(reading.tiles[i]) for i in members] for members in mine if members)
    sets_right = order == sorted(list(members) for members in sets) if exact else None
    wrong = [f"->{notation(reading.tiles[i])}" for i, ok in is_right.items() if not ok and reading.tiles[i].tile]
    wrong += [f"{text}>{UNREAD if k < len(unread) else '-'}" for k, text in enumerate(left.elements())]
    row = _row(name, reading, {}, is_right, wanted.total(), sets_right, sorted(wrong), None)
    return Scores([row], [(reading.tiles[i].confidence, ok) for i, ok in is_right.items()])


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


def parser(description: str | None) -> argparse.ArgumentParser:
    """The command line of a benchmark that reads labelled photos: ``TRUTH.json PHOTO_FOLDER [--every N]``."""
    found = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    found.add_argument("truth", type=Path)
    found.add_argument("photos", type=Path)
    found.add_argument("--every", type=int, default=1, help="read only every nth photo")
    return found


def choose_models(command_line: argparse.ArgumentParser) -> None:
    """Adds ``--models FOLDER``, by default that of the models that tileref reads with."""
    command_line.add_argument("--models", type=Path, default=MODELS, help="folder of other models to read with")


def labelled(truth: Path, photos: Path, *, every: int = 1) -> Iterator[tuple[str, Photo, dict[str, Any]]]:
    """Every nth labelled photo by name: the name, the photo, and its labels as `judge` takes them.

    Args:
        truth: JSON file ``{photo: labels}``.
        photos: the folder that they lie in.
        every: which n.
    """
    for name, labels in sorted(json.loads(truth.read_text(encoding="utf-8")).items())[::every]:
        yield name, load_photo(photos / name), labels


def score_photos(
    reader: Reader, truth: Path, photos: Path, *, every: int = 1, overlays: Path | None = None
) -> Iterator[Scores]:
    """Reads the labelled photos one by one.

    Args:
        reader: reads them.
        truth: JSON file ``{photo: labels}``, the labels as `judge` takes them.
        photos: the folder that they lie in.
        every: read only every nth photo.
        overlays: folder for a picture of each photo that is not exact, truth beside reading.
    """
    for name, photo, labels in labelled(truth, photos, every=every):
        reading = reader.read(photo)
        scores = judge(name, reading, labels)
        if overlays is not None and not scores.rows[0].exact:
            write_overlay(overlays / Path(name).with_suffix(".jpg").name, beside(photo, labels, reading))
        yield scores


def score_sets(
    reader: Reader, truth: Path, photos: Path, may_read: Mapping[str, Sequence[str]], overlays: Path | None = None
) -> Iterator[Scores]:
    """Reads photos one by one whose truth names sets without places, as `judge_sets` takes them.

    Args:
        reader: reads them.
        truth: JSON file ``{photo: [[tile, ...], ...]}``.
        photos: the folder that they lie in.
        may_read: by photo, tiles that may be read as well or not.
        overlays: folder for a picture of each photo that is not exact.
    """
    for name, sets in sorted(json.loads(truth.read_text(encoding="utf-8")).items()):
        photo = load_photo(photos / name)
        reading = reader.read(photo)
        scores = judge_sets(name, reading, sets, may_read.get(name, ()))
        if overlays is not None and not scores.rows[0].exact:
            write_overlay(overlays / Path(name).with_suffix(".jpg").name, draw(photo, reading))
        yield scores


def beside(photo: Photo, truth: Mapping[str, Any], reading: TableReading) -> Photo:
    """The photo with its truth drawn in, and the photo with the reading, left and right; labels ``?`` are doubtful."""
    tiles = []
    for label, outline in zip(truth["tiles"], outlines(truth), strict=True):
        unknown = label["tile"] == UNREAD
        kinds = {} if unknown else {Tile.parse(label["tile"]): 1.0}
        tiles.append(TileReading.of(outline, kinds, doubt=unknown))
    sets = truth.get("sets") or arrange.into_sets([tile.corners for tile in tiles])
    told = TableReading(tuple(tiles), tuple(map(tuple, sets)), reading.width, reading.height)
    return np.hstack([draw(photo, told), draw(photo, reading)])


def write_overlay(path: Path, picture: Photo) -> None:
    """Writes a picture; the folder is made where it is missing.

    Raises:
        OSError: it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if not cv2.imwrite(str(path), picture):
        raise OSError(f"cannot write {path}")
