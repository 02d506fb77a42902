"""One photo of the table as evidence: what was read from it, and what a second reader says of the doubtful tiles.

Tesseract is asked about the tiles that are doubtful anyway. Its answer never replaces a reading and never clears a
doubt: where it reads a number that was not among the candidates, that number becomes one more candidate. A verdict can
thus only become more careful by it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from live.game.seen import SeenTile
from referee.doubt import CandidateTable
from referee.tiles import Colour, Place, Tile
from vision import quads
from vision.image import Photo
from vision.quads import Corners
from vision.reading.ocr import OcrError, cut_face, read_number
from vision.reading.table_reading import TableReading
from vision.regions import Area, is_within, where

SecondReader = Callable[[Photo], int | None]
"""Reads the number of an upright tile; None where it reads none."""


@dataclass(frozen=True, eq=False)
class Exhibit:
    """One photo as evidence: what was read from it, and what the second reader says of the doubtful tiles."""

    name: str
    photo: Photo
    reading: TableReading
    opinions: Mapping[int, int | None]
    """The second reader's number for each tile it was asked about, by index into the reading's tiles."""
    trouble: str | None = None
    """Why the second reader could not be asked, one line; None where it could."""
    area: Area | None = None
    """The part of the photo that was read; None for all of it."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the photo as it was read, in pixels."""
        return self.reading.width, self.reading.height

    def seen(self, known: Mapping[int, SeenTile] = MappingProxyType({})) -> dict[int, SeenTile]:
        """Every tile by its index into the reading's tiles; `known` gives those of which more than this photo tells."""
        return {i: known.get(i) or SeenTile.from_reading(tile) for i, tile in enumerate(self.reading.tiles)}

    def candidates(
        self,
        known: Mapping[int, SeenTile] = MappingProxyType({}),
        others: Mapping[int, int | None] = MappingProxyType({}),
    ) -> CandidateTable:
        """What every tile may be, likeliest first, the second reader's number included; `known` is as `seen` takes it.

        The `others` are what the second reader says of the same tiles in another photo.
        """

        def of(index: int, tile: SeenTile) -> tuple[Tile, ...]:
            candidates = with_opinion(tile.candidates(), others.get(index))
            return with_opinion(candidates, self.opinions.get(index))

        candidates = {i: of(i, tile) for i, tile in self.seen(known).items()}
        return tuple(tuple(candidates[i] for i in members) for members in self.reading.sets)

    def places(self) -> dict[int, Place]:
        """The set and place of every tile, by its index into the reading's tiles."""
        return {i: Place(at, place) for at, members in enumerate(self.reading.sets) for place, i in enumerate(members)}

    def row(self, index: int) -> list[Corners]:
        """The outlines of the tiles of that set, in reading order."""
        return [self.reading.tiles[i].corners for i in self.reading.sets[index]]

    def where(self, place: Corners) -> str:
        """The part of the photo in which the middle of a place lies, as `vision.regions.where` names it."""
        x, y = quads.centre(place).tolist()
        return where(x / self.reading.width, y / self.reading.height)

    def to_json(self) -> dict[str, Any]:
        """The reading as ``tileref read --json`` prints it; tiles asked about have a ``second_opinion``."""
        data: dict[str, Any] = {"photo": self.name, **self.reading.to_json()}
        for index, number in self.opinions.items():
            data["tiles"][index]["second_opinion"] = number
        return data


def within(reading: TableReading, area: Area | None) -> TableReading:
    """What was read in that part of a photo, with its sets as they are without the rest; None for all of it."""
    if area is None:
        return reading
    outside = {i for i, tile in enumerate(reading.tiles) if not is_within(quads.centre(tile.corners), area)}
    perhaps = tuple(place for place in reading.perhaps if is_within(quads.centre(place), area))
    return replace(reading.without(outside), perhaps=perhaps).arranged()


def gather(
    name: str, photo: Photo, reading: TableReading, second: SecondReader = read_number, area: Area | None = None
) -> Exhibit:
    """Asks the `second` reader about every doubtful tile of a photo that was read, cut out upright by `vision.reading.ocr.cut_face`.

    Its `name` is for messages and JSON; `area` is the part of it that was read, None for all of it.
    """
    opinions: dict[int, int | None] = {}
    try:
        for index in reading.doubtful:
            opinions[index] = second(cut_face(photo, reading.tiles[index].corners))
    except OcrError as error:
        return Exhibit(name, photo, reading, opinions, str(error), area)
    return Exhibit(name, photo, reading, opinions, area=area)


def with_opinion(candidates: tuple[Tile, ...], number: int | None) -> tuple[Tile, ...]:
    """The `candidates`, and the second reader's number in the likeliest colour where no candidate has that number."""
    if number is None or any(tile.number == number for tile in candidates):
        return candidates
    likeliest = next((tile.colour for tile in candidates if tile.colour), None)
    colours = tuple(Colour) if likeliest is None else (likeliest,)
    return (*candidates, *(Tile(colour, number) for colour in colours))
