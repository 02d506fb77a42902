"""A table in a world of its own, in played time: hands, tiles, presses, a camera that is late and a computer that is slow.

What really happened is known, so that every penalty can be held against it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import cv2

from journal import Journal
from live.game import commands
from live.game.commands import Move, RefusedError
from live.game.state import State
from live.table import LiveTable
from live.watching.observer import Task
from referee import rulebook
from referee.sets import changes
from referee.tiles import Table, count_tiles, parse_tiles
from referee.turn import Turn, judge
from referee.verdict import Outcome
from tests.left import closed_later
from tests.live.stage import RULEBOOK, SKIN, Stage
from vision.frame import Frame
from vision.image import Photo

STEP = 0.1
"""Seconds between two pictures."""

PLAYERS = ("Anna", "Ben", "Cleo")
HAND = (240, 150)
"""Pixels that a hand and arm are wide, and how far apart the places are where one may lie."""

Sets = tuple[str, ...]

SETS: Sets = ("R10 R11 R12", "K10 K11 K12", "B10 B11 B12", "R1 R2 R3", "K1 K2 K3", "B1 B2 B3")
"""What is laid by who only plays along."""


@dataclass(frozen=True)
class Moment:
    """The table at one time."""

    sets: Sets
    hand: int | None = None
    """Where a hand lies over it; None where none does."""


@dataclass(frozen=True)
class Left:
    """A turn as it really was."""

    player: str
    before: Sets
    after: Sets
    drew: bool
    opened: bool

    @property
    def legal(self) -> bool:
        """Whether nothing is wrong with it, whoever looks."""
        turn = Turn(tables(self.before), tables(self.after), self.opened, int(self.drew))
        return judge(turn, rulebook.load(RULEBOOK)).outcome is Outcome.LEGAL


def tables(sets: Sets) -> Table:
    """The sets as the referee speaks of them."""
    return tuple(parse_tiles(text.split()) for text in sets)


class World:
    """Everything around the table."""

    every = 1
    """Of so many pictures the camera sends one."""

    def __init__(
        self,
        folder: Path,
        *,
        lag: float,
        reading: float,
        limit: float,
        stage: Stage | None = None,
        book: str = RULEBOOK,
    ) -> None:
        """`lag`, and the time that `reading` a frame takes, in seconds.

        `limit` is the longest lag that the camera may have, `book` what is played by.
        """
        self._folder = folder
        self.stage = stage or Stage()
        self.stage.is_live, self.stage.lag = True, limit
        self.now = Moment(())
        self._past = [self.now] * round(lag / STEP)
        self._reading = reading
        self._task: tuple[Task, float] | None = None
        self._moves = 0
        self._painted: dict[Moment, Frame] = {}
        self.live = self._open()
        self.table: Sets = ()
        """The table that the turn on began with."""
        self.presses: list[Left] = []
        self.taps = 0
        """How often somebody had to say whose tiles are."""
        self.do(commands.start_round, PLAYERS, rulebook.load(book))
        self.wait(lag + 1.5)
        self.do(commands.first_turn)

    def _open(self) -> LiveTable:
        journal = Journal(self._folder / "data")
        return closed_later(LiveTable(journal, self.stage, profile=self._folder / "table.toml", program="test"))

    @property
    def state(self) -> State:
        """Where the game is, as the referee has it."""
        return self.live.game.state

    def connect_anew(self, *, lag: float) -> None:
        """Another camera is put up in the place of this one."""
        self.stage.connections += 1
        self._past = [self.now] * round(lag / STEP)

    def grow_later(self, *, lag: float) -> None:
        """The picture comes later from here on: what it shows lasts for so much longer."""
        self._past = [*[self._past[0]] * (round(lag / STEP) - len(self._past)), *self._past]

    def push(self, dx: float, dy: float) -> None:
        """Somebody pushes the camera: from here on it shows everything so many pixels further right and down."""
        self.stage.push(dx, dy)
        self._painted.clear()

    def brighten(self) -> None:
        """The light changes: from here on each moment is painted anew."""
        self._painted.clear()

    def power_cut(self) -> None:
        """The program is killed and started again."""
        self.live.record.journal.close()
        self._task = None
        self.live = self._open()

    # Time

    def wait(self, seconds: float) -> None:
        """Time passes: the camera shows what was, the computer reads on."""
        for _ in range(round(seconds / STEP)):
            self.stage.seconds += STEP
            self._past.append(self.now)
            shown = self._past.pop(0)
            if round(self.stage.seconds / STEP) % self.every == 0:
                self.live.take(self._frame(shown))
            self._read_on()

    def stall(self, seconds: float) -> None:
        """The stream comes to a halt, and goes on where it stopped."""
        self.stage.seconds += seconds
        self._past += [self.now] * round(seconds / STEP)

    def wait_until(self, *states: State, patience: float = 15.0) -> bool:
        """Waits with the table as it is; tells whether the game got there."""
        for _ in range(round(patience / STEP)):
            if self.state in states:
                return True
            self._say_whose()
            self.wait(STEP)
        return False

    def _say_whose(self) -> None:
        """Says truthfully what the next player laid or took of what is in question, where the referee asks."""
        asks = self.live.sitting.witness.asks
        if asks:
            left = next(left for left in reversed(self.presses) if left.player == asks[0].case.press.player)
            lay, lie = count_tiles(tables(left.after)), count_tiles(tables(self.now.sets))
            theirs = [one.tiles for one in asks if Counter(one.tiles) <= lie - lay or Counter(one.tiles) <= lay - lie]
            self.live.say_whose(max(theirs, key=len, default=()))
            self.taps += 1

    def _read_on(self) -> None:
        """One frame at a time is read, and each takes its time."""
        now = self.stage.seconds
        while True:
            if self._task is None:
                task = self.live.next_task()
                if task is None:
                    return
                self._task = (task, now + self._reading)
            task, ready = self._task
            if now < ready:
                return
            self._task = None
            reading = self.stage.read(task.frame.photo, task.area, task.copies)
            self.live.take_reading(task, replace(reading, elapsed_ms=1000 * self._reading))

    def _frame(self, moment: Moment) -> Frame:
        """A frame of a moment, which is painted once."""
        if moment not in self._painted:
            self._painted[moment] = Frame(self._paint(moment), self.stage.seconds)
        painted = self._painted[moment]
        frame = Frame(painted.photo, self.stage.seconds)
        vars(frame)["thumbnail"] = painted.thumbnail  # the same picture has the same one
        return frame

    def _paint(self, moment: Moment) -> Photo:
        photo = self.stage.paint(moment.sets)
        if moment.hand is None:
            return photo
        photo = photo.copy()
        left, right = 40 + HAND[1] * moment.hand, 40 + HAND[1] * moment.hand + HAND[0]
        cv2.rectangle(photo, (left, 30), (right, photo.shape[0] - 1), SKIN, -1)
        self.stage.know(photo, moment.sets, lambda x: left < x + 42 and x < right)
        return photo

    # What people do

    def do(self, command: Callable[..., Move], *args: object, **options: object) -> bool:
        """Presses a button; tells whether it was taken."""
        try:
            self.live.do(command, *args, **options)
        except RefusedError:
            return False
        return True

    def reach(self, seconds: float) -> None:
        """A hand moves over the table."""
        for _ in range(max(1, round(seconds / STEP))):
            self._moves += 1
            self.now = Moment(self.now.sets, self._moves % 6)
            self.wait(STEP)

    def lay(self, sets: Sets, seconds: float = 1.2) -> None:
        """A hand comes and lays the tiles so; it is still there."""
        self.reach(seconds / 2)
        self.now = Moment(sets, self.now.hand)
        self.reach(seconds / 2)

    def leave(self) -> None:
        """The hand is taken away."""
        self.now = Moment(self.now.sets)

    def play(self, turns: int, *, pressed_after: float = 0.0, stays: float = 0.0) -> Sets:
        """So many players lay a set each, legally; the sets on the table.

        Args:
            turns: how many.
            pressed_after: seconds between the hand's leaving and the press.
            stays: seconds for which the hand straightens tiles after the press.
        """
        for sets in SETS[len(self.table) :][:turns]:
            self.wait(3.0)
            self.lay((*self.table, sets))
            if not stays:
                self.leave()
            self.wait(pressed_after)
            self.end()
            if stays:
                self.reach(stays)
                self.leave()
            assert self.wait_until(State.TURN)
            self.table = self.now.sets
        return self.table

    def end(self, *, drew: bool = False) -> bool:
        """The player on turn ends the turn; the table is left as the tiles lie now."""
        game = self.live.game
        if game.round is None:
            return False
        left = Left(game.round.on_turn, self.table, self.now.sets, drew, opened=game.round.on_turn in game.round.opened)
        self.presses.append(left)  # before the press: its verdict may come with it
        taken = self.do(commands.end_turn, drew=drew)
        if not taken:
            self.presses.pop()
        return taken

    # What really happened

    def wrongs(self) -> list[str]:
        """Every penalty for what the player punished did not do."""
        found = []
        presses = iter(self.presses)
        left: Left | None = None
        for event in self.live.record.journal.events():
            if event.kind == "turn-ended":
                left = next(presses)
            if event.kind == "verdict" and left is not None and event.data["verdict"]["verdict"] == "illegal":
                said = [violation["code"] for violation in event.data["verdict"]["violations"]]
                if left.legal and said != ["overtime"]:
                    found.append(f"{left.player} left {left.after} after {left.before}: {said}, {event.data['after']}")
        return found

    def is_known(self, sets: Sets) -> bool:
        """Whether the referee has these sets on the table."""
        state = self.live.game.round
        return state is not None and not any(changes(tables(sets), state.table))


def _ben_draws(world: World) -> None:
    """The verdict on Anna's turn comes, then the late picture; Ben draws, and has a verdict, too."""
    assert world.wait_until(State.TURN)
    world.table = world.now.sets
    world.wait(6.0)
    world.end(drew=True)
    assert world.wait_until(State.TURN, State.RESTORE)


def laid_late(folder: Path) -> World:
    """Anna lays two sets, of which the picture shows the second after the verdict.

    Ben draws, and has a verdict, too.
    """
    world = World(folder, lag=1.5, reading=0.3, limit=2.5)
    world.wait(5.0)
    world.lay(("B10 B11 B12",))
    world.leave()
    world.wait(0.8)
    world.lay(("B10 B11 B12", "O1 O2 O3"), seconds=0.8)
    world.leave()
    world.end()
    _ben_draws(world)
    return world


def left_late(folder: Path) -> World:
    """Anna draws, and a set that was laid just before comes into the picture after the verdict.

    Nobody knows whose it is. Ben draws, and has a verdict, too.
    """
    world = World(folder, lag=1.5, reading=0.2, limit=2.5)
    world.wait(5.0)
    world.lay(("O10 O11 O12",), seconds=0.8)
    world.leave()
    world.end(drew=True)
    _ben_draws(world)
    return world
