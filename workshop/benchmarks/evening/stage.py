"""Plays what the players do onto the world: pictures of a round, arms that bring tiles, and mishaps."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from referee.sets import SMALLEST_SET
from referee.tiles import Tile, TileSet, count_tiles
from workshop.benchmarks.evening import props
from workshop.benchmarks.evening.conditions import Scenario
from workshop.benchmarks.evening.hands import Limb, Reach, outside, path
from workshop.benchmarks.evening.layout import SEATS, Laid, Layout, Lies, Piece, Seat
from workshop.benchmarks.evening.picture import ACROSS, Look, Pixels, Stand, Still
from workshop.benchmarks.evening.script import Step
from workshop.benchmarks.evening.world import Matrix, Scene, World

TRAVEL, STAY = 0.4, 0.35
"""Seconds of a hand from place to place, and at each place, at an easy pace."""
PACES = (0.5, 1.1)
"""What people's paces make of those."""
BETWEEN = 0.8
"""Seconds between two goes of one turn."""
STOPS = 5
"""Places that a hand goes to one by one; what else it changes, it changes at the last."""
NUDGE = 25.0
"""Spread of where a pushed camera looks, pixels of 1080p: about 2 cm on the table."""
NUDGE_TURN = 0.006
"""Spread of how it is turned then, radians."""
LAMPS = ((1.0, 1.0, 1.0), (0.78, 0.9, 1.0), (0.7, 0.7, 0.7), (1.06, 1.0, 0.92), (0.85, 0.95, 1.08))
"""What lamps make of blue, green and red."""

HALF = {
    Lies.ANYWHERE: (20.5, 10.6),
    Lies.TO_THE_EDGE: (23.2, 12.4),
    Lies.ALONG_THE_BORDERS: (22.8, 12.75),
    Lies.HALF_OUT: (24.4, 5.0),
}
HALF_BETWEEN_RACKS = (17.0, 7.4)
HALF_BESIDE_A_PHONE = (14.9, 10.6)
"""Half the width and height of where sets are laid, by where they are, between the racks, and where a phone lies to the
right, in a picture that is `ACROSS` wide."""
PHONE = (18.0, 6.6)
"""Where its middle lies."""
CORNER = 0.16
"""How far into the picture an arm over its corner reaches, as a share of its width and height."""
BURNS, REACHES = 600.0, 0.55
"""How bright a lamp is that burns out a tile, grey levels, and how far its mirror image reaches, tile widths."""
AREA_MARGIN = 0.6
"""Tile widths around that when the play area is marked."""


@dataclass(frozen=True)
class Move:
    """One player's movement over the table."""

    starts: float
    changed: float
    """When the last tile lies."""
    left: float
    """When the arm has left the picture."""


@dataclass(frozen=True)
class Cup:
    """A cup that stands on a set, in tile widths."""

    x: float
    y: float


class Stage:
    """One table in one room, on one evening.

    Args:
        scenario: the conditions.
        size: width and height of the camera's pictures.
        seed: of everything.
    """

    def __init__(self, scenario: Scenario, size: tuple[int, int], seed: int) -> None:
        self.scenario = scenario
        self.size = size
        self.half = _half(scenario)
        self.look = Look(size, seed, (0.0, scenario.cut), across=scenario.across)
        self.cup: Cup | None = None
        self.arm: tuple[Seat, float, float] | None = None
        """Whose arm lies over a corner, and where its finger tips are, pixels."""
        self._rng = random.Random(seed)
        self._pictures: dict[tuple[int, tuple[TileSet, ...]], Pixels] = {}
        self._layouts: list[Layout] = []
        self._burnt: dict[int, Piece] = {}  # by the id of a layout, the tile on which a lamp is mirrored
        self._limbs = {seat: Limb.of(seat, self.look.unit, 1.2 * max(size), seed) for seat in Seat}
        self._backs = self._pool(scenario.backs)
        reach = self.look.reach()
        self._glares = [
            (self._rng.uniform(-0.7, 0.7) * reach[0], self._rng.uniform(-0.7, 0.7) * reach[1])
            for _ in range(scenario.glare)
        ]
        self.world = World(Scene(self.picture(Layout(self.half), {}), place=None), seed=seed)

    # Pictures

    def picture(self, layout: Layout, racks: dict[str, TileSet]) -> Pixels:
        """The table lying so, drawn once."""
        shown = tuple(racks.values()) if self.scenario.racks else ()
        key = (id(layout), shown)
        if key not in self._pictures:
            self._layouts.append(layout)  # so that its id stays its own
            stands = tuple(map(Stand, SEATS.get(len(shown), ()), shown))
            pixels = self.look.picture(layout, Still(stands, self._backs))
            unit = self.look.unit
            if self.scenario.phone is not None:
                props.lay_phone(pixels, *self.look.pixel(*PHONE), unit, self.scenario.phone)
            for x, y in self._glares:
                props.mirror_lamp(pixels, *self.look.pixel(x, y), 3.0 * unit)
            if (burnt := self._burnt.get(id(layout))) is not None:
                props.mirror_lamp(pixels, *self.look.pixel(burnt.x, burnt.y), REACHES * unit, BURNS)
            self._pictures[key] = pixels
        return self._pictures[key]

    def prepare(self, steps: Sequence[Step]) -> None:
        """Draws every picture of a round, so that nothing is left to be drawn while it is played.

        Forgets the round before.
        """
        self.forget()
        for step in steps:
            new = [
                laid for laid in step.after.sets if laid not in step.before.sets and len(laid.pieces) == SMALLEST_SET
            ]
            if self.scenario.burns and step.legal and new and self._rng.random() < self.scenario.burns:
                self._layouts.append(step.after)
                self._burnt[id(step.after)] = self._rng.choice(self._rng.choice(new).pieces)
            for layout, racks in (
                (step.before, step.racks),
                (step.after, _on_racks(step)),
                (step.restored, step.racks_after),
            ):
                self.picture(layout, racks)

    def forget(self) -> None:
        """Forgets the pictures drawn so far."""
        self._pictures.clear()
        self._layouts.clear()
        self._burnt.clear()

    # What happens at the table

    def clear(self, at: float, layout: Layout, racks: dict[str, TileSet]) -> Move:
        """Somebody sweeps the table for a new round."""
        self.cup = None
        return self._reach(at, Seat.BOTTOM, [self.look.pixel(0, 0)], [(1, self.picture(layout, racks))])

    def turn(self, step: Step, at: float, *, rest: float = 0.0) -> Move:
        """The player takes the turn; the hand rests over the table for `rest` seconds more once all tiles lie."""
        if not step.reaches and not rest:
            self.world.change(at, pixels=self._with_cup(self.picture(step.after, _on_racks(step))))
            return Move(at, at, at + 0.8)
        return self._change(at, step.seat, (step.before, step.racks), (step.after, _on_racks(step)), rest)

    def put_back(self, step: Step, at: float) -> Move:
        """The table is put back after an illegal turn."""
        return self._change(at, step.seat, (step.after, _on_racks(step)), (step.restored, step.racks_after), 0.0)

    def cover(self, step: Step, at: float) -> Move:
        """A cup is put on a set that the turn did not touch, if there is one."""
        calm = [laid for laid in step.after.sets if laid in step.before.sets]
        if not calm:
            return Move(at, at, at)
        laid = self._rng.choice(calm)
        piece = laid.pieces[len(laid.pieces) // 2]
        self.cup = Cup(piece.x, piece.y)
        return self._reach(
            at,
            step.seat,
            [self.look.pixel(piece.x, piece.y)],
            [(0, self._with_cup(self.picture(step.after, _on_racks(step))))],
        )

    def lift(self, step: Step, at: float) -> Move:
        """The cup is taken away."""
        if self.cup is None:
            return Move(at, at, at)
        place = self.look.pixel(self.cup.x, self.cup.y)
        self.cup = None
        return self._reach(at, step.seat, [place], [(0, self.picture(step.after, _on_racks(step)))])

    def lean(self, step: Step, at: float) -> Move:
        """The player leaves an arm over a corner of the picture in which no tile lies, if there is one; a part of it stays."""
        width, height = self.size
        near, far = (CORNER, 1 - CORNER)
        corners = {
            Seat.BOTTOM: ((near, far), (far, far)),
            Seat.TOP: ((near, near), (far, near)),
            Seat.LEFT: ((near, near), (near, far)),
            Seat.RIGHT: ((far, near), (far, far)),
        }[step.seat]
        for across, down in corners:
            self.arm = (step.seat, across * width, down * height)
            if not self._hides(step.after):
                pixels = self._with_cup(self.picture(step.after, _on_racks(step)))
                return self._reach(at, step.seat, [self.arm[1:]], [(0, pixels)])
        self.arm = None
        return Move(at, at, at)

    def _hides(self, layout: Layout) -> bool:
        """Whether the arm lies over a tile."""
        if self.arm is None:
            return False
        white = np.full((self.size[1], self.size[0], 3), 255, np.uint8)
        shown = white.copy()
        seat, *tips = self.arm
        self._limbs[seat].lay_over(shown, *tips)
        places = (_around(self.look.pixel(piece.x, piece.y), self.look.unit) for piece in layout.pieces)
        return any((shown[place] != white[place]).any() for place in places)

    def take_arm(self, step: Step, at: float) -> Move:
        """The arm over the corner is taken away."""
        if self.arm is None:
            return Move(at, at, at)
        seat, x, y = self.arm
        self.arm = None
        return self._reach(at, seat, [(x, y)], [(0, self.picture(step.after, _on_racks(step)))])

    def nudge(self, at: float) -> None:
        """Somebody pushes the camera."""
        scale = self.size[0] / 1920
        dx, dy = (self._rng.gauss(0, NUDGE * scale) for _ in range(2))
        turn = self._rng.gauss(0, NUDGE_TURN)
        matrix: Matrix = np.eye(3)
        matrix[:2] = cv2.getRotationMatrix2D((self.size[0] / 2, self.size[1] / 2), math.degrees(turn), 1)
        matrix[:2, 2] += (dx, dy)
        self.world.change(at, place=matrix)

    def lamp(self, at: float) -> None:
        """Somebody turns a lamp on, off, up or down."""
        now = self.world.last.lamp
        self.world.change(at, lamp=self._rng.choice([lamp for lamp in LAMPS if lamp != now]))

    def area(self) -> list[list[float]]:
        """The corners of where sets are laid, as fractions of the newest picture."""
        (across, up), margin = self.half, AREA_MARGIN
        corners = [(x * (across + margin), y * (up + margin)) for x, y in ((-1, 1), (1, 1), (1, -1), (-1, -1))]
        points = [self._shown(*self.look.pixel(*corner)) for corner in corners]
        return [[min(max(x / self.size[0], 0.0), 1.0), min(max(y / self.size[1], 0.0), 1.0)] for x, y in points]

    def _shown(self, x: float, y: float) -> tuple[float, float]:
        """Where the camera shows a pixel of the picture from where it was put up."""
        place = self.world.last.place
        if place is None:
            return x, y
        moved = place @ np.array([x, y, 1.0])
        return float(moved[0] / moved[2]), float(moved[1] / moved[2])

    def truth(self, layout: Layout, x: float, y: float) -> Tile | None:
        """What lies at that pixel of the newest picture; None where no tile does."""
        best: tuple[float, Tile] | None = None
        for piece in layout.pieces:
            px, py = self._shown(*self.look.pixel(piece.x, piece.y))
            away = math.hypot(px - x, py - y)
            if away < 0.6 * self.look.unit and (best is None or away < best[0]):
                best = (away, piece.tile)
        return None if best is None else best[1]

    # How it is done

    def _change(
        self,
        at: float,
        seat: Seat,
        old: tuple[Layout, dict[str, TileSet]],
        new: tuple[Layout, dict[str, TileSet]],
        rest: float,
    ) -> Move:
        """A hand makes one table of another, set by set."""
        before, after = (self._with_cup(self.picture(*each)) for each in (old, new))
        gone = [laid for laid in old[0].sets if laid not in new[0].sets]
        come = [laid for laid in new[0].sets if laid not in old[0].sets]
        changed: list[Laid] = [*gone[: STOPS // 2], *come][:STOPS]
        stops = [self._middle(laid) for laid in changed] or [self.look.pixel(*self._somewhere(seat))]
        stages: list[tuple[int, Pixels]] = []
        pixels = before
        for index, laid in enumerate(changed[:-1]):
            pixels = pixels.copy()
            box = self.look.box(laid)
            pixels[box] = after[box]
            stages.append((index, pixels))
        if after is not before:
            stages.append((len(stops) - 1, after))
        if self.scenario.in_two_goes and len(stages) > 1 and not rest:
            first = self._reach(at, seat, stops[:-1], stages[:-1])
            return self._reach(first.left + BETWEEN, seat, stops[-1:], [(0, after)])
        return self._reach(at, seat, stops, stages, rest)

    def _reach(
        self,
        at: float,
        seat: Seat,
        stops: Sequence[tuple[float, float]],
        stages: Sequence[tuple[int, Pixels]],
        rest: float = 0.0,
    ) -> Move:
        """An arm goes from stop to stop; in the middle of its stays the pictures change."""
        far = outside(seat, *stops[0], self.size, 3 * self.look.unit)
        pace = self._rng.uniform(*PACES)
        points, moments = path(at, far, stops, travel=pace * TRAVEL, stay=pace * STAY, last=rest)
        for index, pixels in stages:
            self.world.change(moments[min(index, len(moments) - 1)], pixels=pixels)
        self.world.reach(Reach(self._limbs[seat], points))
        return Move(at, moments[-1], points[-1].at)

    def _with_cup(self, pixels: Pixels) -> Pixels:
        """The picture with what lies over the table."""
        if self.cup is None and self.arm is None:
            return pixels
        pixels = pixels.copy()
        if self.cup is not None:
            props.put_cup(pixels, *self.look.pixel(self.cup.x, self.cup.y), self.look.unit)
        if self.arm is not None:
            seat, *tips = self.arm
            self._limbs[seat].lay_over(pixels, *tips)
        return pixels

    def _middle(self, laid: Laid) -> tuple[float, float]:
        left, bottom, right, top = laid.bounds()
        return self.look.pixel((left + right) / 2, (bottom + top) / 2)

    def _somewhere(self, seat: Seat) -> tuple[float, float]:
        """A place that a hand crosses the table to."""
        tx, ty = seat.towards
        along = self._rng.uniform(-0.5, 0.5)
        return (self.half[0] * (along * abs(ty) - 0.3 * tx), self.half[1] * (along * abs(tx) - 0.3 * ty))

    def _pool(self, count: int) -> tuple[tuple[float, float, float], ...]:
        """Pool tiles face down along the upper edge, beyond where sets are laid."""
        y = self.look.reach()[1] - 1.4
        spread = ACROSS / 2 - 3
        return tuple(
            (
                -spread + 2 * spread * i / max(1, count - 1),
                y + self._rng.gauss(0, 0.15),
                self._rng.uniform(0, 2 * math.pi),
            )
            for i in range(count)
        )


def _around(pixel: tuple[float, float], unit: float) -> tuple[slice, slice]:
    """The rows and columns of a picture about a tile in it."""
    x, y = (max(0, round(value)) for value in pixel)
    return slice(max(0, y - round(unit)), y + round(unit)), slice(max(0, x - round(unit)), x + round(unit))


def _half(scenario: Scenario) -> tuple[float, float]:
    """Half the width and height of where sets are laid."""
    if scenario.racks:
        return HALF_BETWEEN_RACKS
    if scenario.phone is not None:
        return HALF_BESIDE_A_PHONE
    across, up = HALF[scenario.lies]
    return across * scenario.across / ACROSS, up * scenario.across / ACROSS


def _on_racks(step: Step) -> dict[str, TileSet]:
    """What the racks hold when the button is pressed."""
    laid = count_tiles(step.after.table) - count_tiles(step.before.table)
    left = Counter(step.racks[step.player]) - laid
    held = tuple(tile for tile in step.racks[step.player] if _take(left, tile))
    return {**step.racks, step.player: held}


def _take(left: Counter[Tile], tile: Tile) -> bool:
    if not left[tile]:
        return False
    left[tile] -= 1
    return True
