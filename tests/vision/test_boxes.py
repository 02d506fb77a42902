"""The box that lies there is found by itself, and what is known of its inks counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from referee.tiles import COPIES
from vision.image import Photo
from vision.quads import UNIT_SQUARE
from vision.reading import colours
from vision.reading.boxes import Boxes, ChoosingReader, likeliest
from vision.reading.inference import Memories, ModelFile
from vision.reading.locate import Proposals
from vision.reading.reader import Search
from vision.reading.table_reading import TableReading
from vision.regions import Area

PHOTO: Photo = np.zeros((4, 6, 3), np.uint8)
TEAL, PINK, GOLD = (-0.6, 0.25), (0.25, 0.45), (0.75, 0.2)
"""Tints of odd inks."""


@dataclass
class Names:
    """A reader that tells its own name as what it has found, or the name that is remembered of the photo before."""

    name: str
    memories: Memories | None = None

    def remembering(self, memories: Memories) -> Names:
        return replace(self, memories=memories)

    def search(self, photo: Photo, area: Area | None = None, copies: int = COPIES) -> Search:  # noqa: ARG002 - stands for a reader
        said = np.full(1, len(self.name))
        if self.memories is not None:
            (said,) = self.memories[ModelFile.READER].answers(
                UNIT_SQUARE[None], lambda _: (np.full(1, len(self.name)),)
            )
        return Search(TableReading((), (), int(said[0]), photo.shape[0]), Proposals.at(()), is_dark=False)


@dataclass
class Known:
    """Boxes of which none, and then one, lies there."""

    anybody: Names
    lying: list[Names] = field(default_factory=list)

    def chosen(self, photo: Photo, area: Area | None = None) -> tuple[str, Names]:  # noqa: ARG002 - stands for boxes
        found = self.lying.pop(0)
        return found.name, found


def test_a_camera_is_read_as_a_known_box_from_the_first_photo_on_that_shows_it() -> None:
    anybody, known = Names("any"), Names("wooden")
    reader = ChoosingReader(Known(anybody, [anybody, anybody, known]))  # type: ignore[arg-type] # stand-ins
    widths = [reader.read(PHOTO).width for _ in range(5)]
    assert widths == [len("any"), len("any"), *3 * [len("wooden")]]


def test_what_the_reader_of_any_box_has_said_is_forgotten_once_the_box_is_known() -> None:
    anybody, known = Names("any"), Names("wooden")
    reader = ChoosingReader(Known(anybody, [anybody, known])).remembering(Memories())  # type: ignore[arg-type] # stand-ins
    assert [reader.read(PHOTO).width for _ in range(3)] == [len("any"), *2 * [len("wooden")]]


@pytest.mark.parametrize(
    ("oddness", "name"),
    [({}, None), ({"a": 2.0}, None), ({"a": 2.0, "b": -1.0}, "b"), ({"a": -2.0, "b": -1.0}, "a")],
)
def test_the_least_odd_box_is_taken_unless_tiles_are_odd_in_all(oddness: Mapping[str, float], name: str | None) -> None:
    assert likeliest(oddness) == name


def test_without_a_box_nothing_is_looked_at() -> None:
    anybody = Names("any")
    boxes = Boxes(anybody, {})  # type: ignore[arg-type] # a stand-in
    name, reader = boxes.chosen(PHOTO)
    assert name is None
    assert reader is boxes.anybody


def test_a_tile_of_which_the_reader_knows_nothing_has_the_ink_of_the_box_that_is_next() -> None:
    seen = np.array([(0.0, 0.0), PINK, TEAL, GOLD])
    unsure = np.full((4, 4), 0.25, np.float32)
    expected = colours.ExpectedInks(np.array([(0.0, 0.0), PINK, TEAL, GOLD]), colours.BETWEEN_PHOTOS)
    known = colours.judge(unsure, seen, np.ones(4), expected=expected)
    assert known.argmax(axis=1).tolist() == [0, 1, 2, 3]
    assert known.max(axis=1).min() > colours.judge(unsure, seen, np.ones(4)).max(axis=1).min()
