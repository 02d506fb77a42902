"""The sample photos as data: other editions, tables, lights and directions than the demo round's."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from referee.tiles import parse_tiles
from workshop.demo_film.camera import Camera
from workshop.demo_film.layout import PITCH, TIERS, Place, PlacedTile, lay, on_rack, turned
from workshop.demo_film.looks import CEILING, EVENING, IVORY, LARGE, STANDARD, WHITE, WINDOW, Edition, Lamp, Surface
from workshop.demo_film.truth import tile_truth

SIZE = (1280, 960)
"""Width and height of the photos in pixels."""


@dataclass(frozen=True)
class Sample:
    """One sample photo."""

    edition: Edition
    top: Surface
    lamps: tuple[Lamp, ...]
    camera: Camera
    sets: tuple[tuple[Place, str], ...] = ()
    """Sets on the table."""
    rack: tuple[Place, tuple[str, ...]] | None = None
    """A rack and what stands on its ledges, lower first; ``-`` is a gap as wide as a tile."""
    ambient: float = 0.3

    def tiles(self) -> Iterator[PlacedTile]:
        """Every tile, set by set in reading order."""
        for number, (place, texts) in enumerate(self.sets):
            yield from lay(f"set {number}", place, parse_tiles(texts.split()))
        if self.rack is None:
            return
        place, ledges = self.rack
        pose = turned(place.angle, place.x, place.y)
        for tier, texts in zip(TIERS, ledges, strict=True):
            run = 0
            for slot, text in enumerate(texts.split()):
                if text == "-":
                    run += 1
                    continue
                along = (slot - 5.0) * PITCH
                yield on_rack(f"ledge {tier.z} {run}", pose, tier, along, parse_tiles([text])[0])


def _camera(eye: tuple[float, float, float], target: tuple[float, float, float], focal: float, roll: float) -> Camera:
    return Camera(eye, target, focal, *SIZE, roll)


SAMPLES = {
    "white-table": Sample(
        WHITE,
        Surface.WHITE,
        (WINDOW, CEILING),
        _camera((20, -230, 600), (5, -5, 0), 1320, -1.5),
        (
            (Place(-190, 120, 4), "K9 B9 R9 O9"),
            (Place(35, 125, -3), "B2 B3 B4 B5 B6"),
            (Place(-175, 45, -2), "O11 J O13"),
            (Place(145, 48, 182), "R6 R7 R8"),
            (Place(-200, -35, 1), "K1 R1 O1"),
            (Place(20, -40, 7), "B6 R6 K6"),
            (Place(-105, -120, -5), "R9 R10 R11 R12 R13"),
        ),
        ambient=0.25,
    ),
    "marble": Sample(
        IVORY,
        Surface.MARBLE,
        (EVENING,),
        _camera((-120, -330, 430), (0, -5, 0), 1400, 2.0),
        (
            (Place(-95, 85, 12), "O5 K5 B5 R5"),
            (Place(72, 84, -20), "B10 B11 B12 B13"),
            (Place(-120, 5, -6), "K2 J K4"),
            (Place(48, -22, 14), "R12 K12 O12"),
            (Place(-90, -84, 3), "O6 O7 O8 O9"),
        ),
        ambient=0.22,
    ),
    "rack": Sample(
        LARGE,
        Surface.OAK,
        (WINDOW, CEILING),
        _camera((-90, -400, 235), (0, 0, 32), 1600, 0.0),
        rack=(Place(0, 0, -4), ("- R3 R4 R5 - K9 O9 B9 - O13 -", "B1 J - K6 K7 - O2 - R8 B11 -")),
        ambient=0.4,
    ),
    "directions": Sample(
        STANDARD,
        Surface.FELT,
        (EVENING, WINDOW),
        _camera((0, -90, 690), (0, 0, 0), 1300, 3.0),
        (
            (Place(-40, 20, 0), "B7 K7 O7"),
            (Place(150, 15, 45), "R3 R4 R5 R6"),
            (Place(262, 20, 90), "O10 O11 O12"),
            (Place(85, 140, 138), "K6 R6 B6 O6"),
            (Place(-105, 150, 180), "B8 B9 B10 J"),
            (Place(-130, 90, 225), "K11 B11 R11"),
            (Place(-270, 10, 270), "O1 O2 O3"),
            (Place(-165, -55, 315), "R9 K9 O9"),
            (Place(-20, -130, 8), "K3 K4 K5 K6"),
            (Place(170, -105, 200), "B13 R13 O13"),
        ),
    ),
}


def photo_truth() -> dict[str, Any]:
    """The truth of every sample photo, by file name."""
    return {
        f"{name}.jpg": {"size": list(SIZE), **tile_truth(sample.tiles(), sample.camera)}
        for name, sample in SAMPLES.items()
    }
