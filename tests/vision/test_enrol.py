"""A box that the reader of all boxes misreads is read well once a photo of all its tiles has been seen.

``box/README.md`` says what the photos are.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from referee.tiles import Tile
from vision.camera.photo import load_photo
from vision.image import Photo
from vision.reading import ink
from vision.reading.boxes import Boxes
from vision.reading.edition import BoxPictures
from vision.reading.enrol import EnrolError, Enrolment, enrol
from vision.reading.reader import Reader
from vision.reading.rectify import whiten
from vision.reading.table_reading import SURE
from workshop.benchmarks.editions import wrongly_enrolled
from workshop.evaluation import matching, metrics, report, scoring
from workshop.evaluation.scoring import Scores

pytestmark = pytest.mark.slow

BOX = Path(__file__).parent / "box"
OTHER = Path(__file__).parents[2] / "sample_images" / "photos" / "white-table.jpg"
TRUTH: Mapping[str, Any] = json.loads((BOX / "truth.json").read_text(encoding="utf-8"))
TABLES = ("00.jpg", "02.jpg")


@pytest.fixture(scope="module")
def anybody() -> Reader:
    return Reader()


@pytest.fixture(scope="module")
def all_tiles() -> Photo:
    return load_photo(BOX / "all.jpg")


@pytest.fixture(scope="module")
def enrolled(anybody: Reader, all_tiles: Photo) -> Enrolment:
    return enrol(anybody, [all_tiles])


@pytest.fixture(scope="module")
def knowing(anybody: Reader, enrolled: Enrolment) -> Reader:
    return anybody.of_box(enrolled.pictures)


def scores(reader: Reader) -> Scores:
    judged = (scoring.score(name, reader.read(load_photo(BOX / name)), TRUTH[name]) for name in TABLES)
    return sum(judged, Scores())


def outlines_of(tile: str) -> list[np.ndarray[tuple[int, ...], np.dtype[np.float32]]]:
    labels = TRUTH["all.jpg"]["tiles"]
    return [
        outline
        for outline, label in zip(matching.outlines(TRUTH["all.jpg"]), labels, strict=True)
        if label["tile"] == tile
    ]


def test_every_tile_is_enrolled_as_what_it_is(enrolled: Enrolment) -> None:
    assert (len(enrolled.pictures.tiles), wrongly_enrolled(enrolled, TRUTH["all.jpg"])) == (106, 0)
    assert (enrolled.missing, enrolled.double, enrolled.pictures.dark) == ((), (), False)


def test_tables_are_read_that_could_not_be_read_before(anybody: Reader, knowing: Reader) -> None:
    before, after = scores(anybody).rows, scores(knowing).rows
    assert metrics.total(before, "exact") == 0
    assert metrics.total(after, "exact") == len(TABLES), "\n".join(map(report.failure, after))


def test_to_know_a_box_changes_nothing_for_other_readers(anybody: Reader, knowing: Reader) -> None:
    assert knowing is not anybody
    photo = load_photo(OTHER)
    readings = [reader.read(photo) for reader in (anybody, Reader(), knowing.of_box(None))]
    said = [[(tile.corners.tolist(), tile.probabilities.tolist()) for tile in reading.tiles] for reading in readings]
    assert said[0] == said[1] == said[2]


def test_the_box_that_lies_there_is_chosen(anybody: Reader, enrolled: Enrolment) -> None:
    boxes = Boxes(anybody, {"wooden": enrolled.pictures})
    assert boxes.chosen(load_photo(BOX / TABLES[0]))[0] == "wooden"
    assert boxes.chosen(load_photo(OTHER))[0] is None


@pytest.mark.parametrize("cloth", [(40, 60, 90), (60, 120, 70), (30, 30, 30)], ids=["brown", "green", "black"])
def test_a_number_whose_upper_third_is_hidden_is_not_surely_another(
    knowing: Reader, enrolled: Enrolment, cloth: tuple[int, int, int]
) -> None:
    faces, numbers = enrolled.pictures.faces.copy(), enrolled.pictures.numbers.argmax(axis=1)
    faces[:, : round(0.35 * faces.shape[1])] = cloth
    white, box = whiten(faces), knowing.faces.edition
    assert box is not None
    said = np.exp(box.read(white, knowing.faces.logits_of(white), ink.measure(white).tints).numbers)
    surely_another = (said.argmax(axis=1) != numbers) & (said.max(axis=1) >= SURE)
    assert [str(enrolled.pictures.tiles[k]) for k in np.flatnonzero(surely_another)] == []


def test_what_is_missing_or_double_is_named(anybody: Reader, all_tiles: Photo) -> None:
    """One of the black fives is covered with the table, and a red eight lies in the place of a blue four."""
    changed = all_tiles.copy()
    gone, given, place = outlines_of("K5")[0], outlines_of("R8")[0], outlines_of("B4")[0]
    bare = all_tiles[:40, -40:].reshape(-1, 3).mean(axis=0)
    cv2.fillConvexPoly(changed, np.round(gone + (gone - gone.mean(axis=0)) * 0.12).astype(np.int32), bare.tolist())
    moved = cv2.getPerspectiveTransform(given, place)
    size = all_tiles.shape[1::-1]
    face = np.zeros(all_tiles.shape[:2], np.uint8)
    cv2.fillConvexPoly(face, np.round(place).astype(np.int32), (255,))
    changed[face > 0] = cv2.warpPerspective(all_tiles, moved, size)[face > 0]
    found = enrol(anybody, [changed])
    assert sorted(found.missing) == sorted([Tile.parse("K5"), Tile.parse("B4")])
    assert found.double == (Tile.parse("R8"),)


def test_several_photos_may_show_a_part_of_the_box_each(anybody: Reader, all_tiles: Photo) -> None:
    middle = len(all_tiles) // 2
    found = enrol(anybody, [all_tiles[:middle], all_tiles[middle:]])
    assert (len(found.outlines), found.missing, found.double) == (106, (), ())


def test_a_photo_of_a_few_tiles_is_refused(anybody: Reader) -> None:
    with pytest.raises(EnrolError, match="tiles are seen: lay all of them out"):
        enrol(anybody, [load_photo(OTHER)[:200]])


def test_a_box_without_jokers_leaves_jokers_to_the_reader_of_all(anybody: Reader, enrolled: Enrolment) -> None:
    without = np.array([not tile.is_joker for tile in enrolled.pictures.tiles])
    faces, shares = enrolled.pictures.faces[without], enrolled.pictures.shares[without]
    rows = scores(anybody.of_box(BoxPictures(faces, shares, dark=False))).rows
    assert metrics.total(rows, "right") >= 0.9 * metrics.total(rows, "tiles")
