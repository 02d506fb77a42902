"""How a turn looks in the video: where the hand goes, what it reveals, and when the player presses the button."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from workshop.demo_film.changes import Change, changes
from workshop.demo_film.layout import RACK_AT, PlacedTile, Role, stack_xy
from workshop.demo_film.looks import Grip
from workshop.demo_film.script import Played, State, play

FPS = 4
"""Frames of the video per second."""
STILL = 3.75
"""Seconds for which the table lies still before the button is pressed."""
LEAD = 1.0
"""Seconds from the start of a turn until a hand moves."""
SPEED = 480.0
"""How fast a hand travels, in mm per second."""
SHOULDER = {"Anna": (40.0, -760.0), "Ben": (-900.0, -30.0), "Carla": (900.0, 30.0)}
"""From where each player reaches over the table, in mm."""
AWAY = {"Anna": (10.0, -340.0), "Ben": (-540.0, -10.0), "Carla": (540.0, 10.0)}
"""Where the finger tips are outside the picture."""

Point = tuple[float, float]


class Stop(NamedTuple):
    """The hand is at a point at a time."""

    seconds: float
    at: Point
    grip: Grip


class Reveal(NamedTuple):
    """From this time on the table shows a change."""

    seconds: float
    tiles: tuple[PlacedTile, ...]
    whole: Change | None
    """The change to show all of, for racks and stacks."""


class HandAt(NamedTuple):
    """The hand in one frame."""

    at: Point
    angle: float
    """Direction of the arm in degrees anticlockwise from pointing away from the camera."""
    grip: Grip


@dataclass
class Take:
    """One continuous movement of a player's hand, in and out of the picture, between two states."""

    player: str
    before: State
    after: State
    stops: list[Stop] = field(default_factory=list)
    reveals: list[Reveal] = field(default_factory=list)

    @property
    def end(self) -> float:
        """When the hand has left, in seconds from the start of the take."""
        return self.stops[-1].seconds

    def hand(self, seconds: float) -> HandAt | None:
        """Where the hand is, or None while it is outside the picture."""
        times = [stop.seconds for stop in self.stops]
        if not times[0] < seconds < times[-1]:
            return None
        index = int(np.searchsorted(times, seconds, side="right")) - 1
        here, there = self.stops[index], self.stops[index + 1]
        part = (seconds - here.seconds) / (there.seconds - here.seconds)
        part = part * part * (3 - 2 * part)
        sway = 3.0 * np.sin(seconds * 5.1), 3.0 * np.cos(seconds * 4.3)
        x, y = (float(a + (b - a) * part + s) for a, b, s in zip(here.at, there.at, sway, strict=True))
        if np.hypot(x - AWAY[self.player][0], y - AWAY[self.player][1]) < 25:
            return None
        over = np.subtract((x, y), SHOULDER[self.player])
        return HandAt((float(x), float(y)), float(np.degrees(np.arctan2(-over[0], over[1]))), here.grip)

    # The steps of a movement, each from where the hand was last.

    def go(self, at: Point, grip: Grip, *, hurry: float = 1.0, least: float = 0.25) -> None:
        """Travels to `at`; `grip` is what the hand does from there on."""
        last = self.stops[-1]
        travel = max(float(np.hypot(at[0] - last.at[0], at[1] - last.at[1])) / (SPEED * hurry), least)
        self.stops.append(Stop(last.seconds + travel, at, grip))

    def wait(self, seconds: float) -> None:
        """Stays."""
        last = self.stops[-1]
        self.stops.append(Stop(last.seconds + seconds, last.at, last.grip))

    def show(self, *changes: Change) -> None:
        """Shows all of what changes at a rack or stack."""
        self.reveals += [Reveal(self.stops[-1].seconds, change.tiles, change) for change in changes]

    def place(self, change: Change) -> None:
        """Lays, takes or shifts the tiles of one place, one after the other."""
        spots: dict[Point, list[PlacedTile]] = {}
        for tile in change.tiles:
            at = (float(tile.pose[0, 3].round()), float(tile.pose[1, 3].round()))
            spots.setdefault(at, []).append(tile)
        for at, tiles in spots.items():
            self.go(at, Grip.CARRY, hurry=0.8)
            self.wait(0.25)
            self.reveals.append(Reveal(self.stops[-1].seconds - 0.13, tuple(tiles), None))


def take(player: str, before: State, after: State, only: tuple[int, int] | None = None) -> Take:
    """The movement that leads from `before` to `after`; `only` takes a slice of the places and leaves the rest."""
    movement = Take(player, before, after, [Stop(0.0, AWAY[player], Grip.OPEN)])
    found = changes(before, after)
    places, rack, stacks = (
        [change for change in found if change.role is role] for role in (Role.TABLE, Role.RACK, Role.POOL)
    )
    chosen = places if only is None else places[only[0] : only[1]]
    at_rack = _rack_point(player)
    for number, change in enumerate(chosen):
        movement.go(at_rack, Grip.CARRY)
        if number == 0 and not stacks:
            movement.show(*rack)
        movement.place(change)
    for change in stacks:
        movement.go(stack_xy(change.group), Grip.OPEN, hurry=1.4)
        movement.wait(0.5)
        movement.show(change)
        movement.stops[-1] = movement.stops[-1]._replace(grip=Grip.CARRY)
    if stacks:
        movement.go(at_rack, Grip.OPEN, hurry=1.4)
        movement.wait(0.25)
        movement.show(*rack)
    last = movement.stops[-1]
    movement.stops[-1] = last._replace(grip=Grip.OPEN)
    movement.go(AWAY[player], Grip.OPEN, hurry=1.3, least=0.5)
    return movement


def _rack_point(player: str) -> Point:
    """Where a hand picks tiles from the player's rack, with its tips over the tiles."""
    x, y = RACK_AT[player]
    return x * 0.93, y * 0.93


@dataclass(frozen=True)
class Shot:
    """A turn on the time line of the video, in seconds."""

    number: int
    played: Played
    start: float
    end: float
    """When the player presses the button."""
    restored: float | None
    """When the table lies as before again, after an illegal turn."""
    takes: tuple[tuple[float, Take], ...]
    """Movements and when they begin."""


def _frames(seconds: float) -> float:
    """`seconds` rounded up to whole frames."""
    return float(np.ceil(round(seconds * FPS, 3)) / FPS)


def shots(lead: float = 2.0) -> Iterator[Shot]:
    """Every turn of the round on the time line; the first starts after `lead` seconds."""
    now = lead
    for number, played in enumerate(play(), 1):
        turn = played.turn
        takes: list[tuple[float, Take]] = []
        if turn.seconds is None:
            movement = take(turn.player, played.before, played.after)
            takes.append((now + LEAD, movement))
            end = _frames(now + LEAD + movement.end + STILL)
        else:
            end = now + turn.seconds
            takes += _hesitant(played, now, end)
        restored = None
        if not turn.legal:
            back = take(turn.player, played.after, played.settled)
            takes.append((end + LEAD, back))
            restored = _frames(end + LEAD + back.end)
        yield Shot(number, played, now, end, restored, tuple(takes))
        now = end if restored is None else restored + STILL


def _hesitant(played: Played, start: float, end: float) -> Iterator[tuple[float, Take]]:
    """A player who lays the last place first, thinks too long, reaches out twice in vain, and lays the rest."""
    player, before, after = played.turn.player, played.before, played.after
    yield start + 4.0, take(player, before, after, (1, 9))
    for begin, points in (
        (start + 19.0, ((150.0, 30.0), (90.0, -20.0), (170.0, 40.0))),
        (start + 38.0, ((80.0, 60.0), (190.0, 10.0))),
    ):
        idle = Take(player, before, after, [Stop(0.0, AWAY[player], Grip.OPEN)])
        for point in points:
            idle.go(point, Grip.OPEN, hurry=0.7)
            idle.wait(0.75)
        idle.go(AWAY[player], Grip.OPEN)
        yield begin, idle
    last = take(player, before, after, (0, 1))
    yield end - STILL - last.end, last
