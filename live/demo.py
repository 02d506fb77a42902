"""The demo round: a recorded round whose buttons are pressed at the right moments, by the program or by a visitor."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Self

from calibration import TableProfile
from calibration.profile import parse_area
from live.game import commands
from live.game.commands import Move
from live.game.state import Game, State
from live.table import LiveTable
from live.watching import lag
from live.watching.lateness import Lateness
from referee import rulebook
from referee.errors import UserError
from referee.score import Rack
from referee.tiles import parse_tiles
from vision.camera.phone import Phone
from vision.camera.source import open_recording
from vision.frame import Frame

VIDEO = "round.mp4"
SCRIPT = "round.json"

SPEED = 2.0
"""Seconds of the round that pass in one real second, when it is watched."""

HOLD = 0.25
"""Seconds between repeated frames while the picture stands still."""

EPILOGUE = 12
"""How often the last picture is repeated before the round is written down, so that the last turn is read."""


_P = ParamSpec("_P")


class DemoError(UserError):
    """A demo round that cannot be played. The message is one line, fit for the user."""


@dataclass(frozen=True)
class DemoTurn:
    """One turn of the demo round."""

    player: str
    end: float
    """When the button is pressed, in seconds of the video."""
    draws: bool
    """Whether it ends with the draw button."""


@dataclass(frozen=True)
class DemoRound:
    """A recorded round and its script."""

    video: Path
    rulebook: str
    players: tuple[str, ...]
    turns: tuple[DemoTurn, ...]
    winner: str | None
    racks: Mapping[str, Rack]
    profile: TableProfile

    @classmethod
    def load(cls, folder: Path) -> Self:
        """The round in `folder`.

        Raises:
            DemoError: it is not there or does not hold together.
        """
        try:
            data: dict[str, Any] = json.loads((folder / SCRIPT).read_text(encoding="utf-8"))
            area = data.get("area")
            found = cls(
                video=folder / VIDEO,
                rulebook=data["rulebook"],
                players=tuple(data["players"]),
                turns=tuple(
                    DemoTurn(turn["player"], float(turn["end"]), turn["action"] == "draw") for turn in data["turns"]
                ),
                winner=data["winner"],
                racks={
                    name: rack if isinstance(rack, int) else parse_tiles(rack) for name, rack in data["racks"].items()
                },
                profile=TableProfile("demo", None, None if area is None else parse_area(area)),
            )
        except FileNotFoundError as error:
            raise DemoError(f"{folder}: the demo round is not there; install tileref again, or use --camera") from error
        except (OSError, KeyError, TypeError, ValueError) as error:
            raise DemoError(f"{folder / SCRIPT}: is no demo round: {error!r}") from error
        if not found.video.is_file():
            raise DemoError(f"{found.video}: the demo's video is not there; install tileref again, or use --camera")
        return found


class DemoFeed:
    """Plays a demo round into a live table. Its time is the video's."""

    name = "demo"
    is_live = False
    lag = lag.NONE
    slept = 0.0
    phone: Phone | None = None
    lateness: Lateness | None = None

    def __init__(self, demo: DemoRound, *, speed: float | None = SPEED) -> None:
        """`speed` is how many seconds of the video pass in one real second.

        It is None to play once, as fast as the frames are read.
        """
        self._demo = demo
        self._speed = speed
        self._live: LiveTable | None = None
        self._seconds = 0.0
        self.ahead = 0.0
        """Seconds for which the picture has stood still so far."""
        self._standing = False
        self._closed = threading.Event()
        self._again = threading.Event()
        self.trouble: str | None = None
        self.connections = 0
        self.by_itself = True
        """Whether the program presses the buttons; else the picture stands still at the end of each turn until somebody
        does."""
        self.over = False

    @property
    def profile(self) -> TableProfile:
        """The profile of the round's table."""
        return self._demo.profile

    @property
    def rate(self) -> float:
        """Seconds of the video that pass in one real second; 0 while the picture stands still."""
        return 0.0 if self.over or self._standing else (self._speed or 1.0)

    def attach(self, live: LiveTable) -> None:
        """Sets the table whose buttons are pressed; to be called before the first frame."""
        self._live = live

    def now(self) -> float:
        """The last frame's time in the video."""
        return self._seconds

    def close(self) -> None:
        """Ends the frames."""
        self._closed.set()
        self._again.set()

    def again(self) -> None:
        """Plays the round once more, with a new score sheet."""
        self._again.set()

    def frames(self) -> Iterator[Frame | None]:
        """The frames of the round, again and again if it is watched and somebody asks for it."""
        base = 0.0
        while not self._closed.is_set():
            self.over = False
            self._again.clear()
            self._seconds = base
            yield from self._play(base)
            self.over = True
            base = self._seconds + 1.0
            if self._speed is None:
                return
            yield None
            self._again.wait()

    def _play(self, base: float) -> Iterator[Frame | None]:
        """One showing; its seconds count from `base`, so that time never runs backwards."""
        self._do(
            commands.start_round, self._demo.players, rulebook.load(self._demo.rulebook), new_game=True, deal=False
        )
        waiting = list(self._demo.turns)
        began, last = time.monotonic(), None
        with open_recording(str(self._demo.video)) as source:
            for frame in source:
                began = self._pace(frame.seconds, began)
                self._standing = False
                self._seconds = base + frame.seconds
                last = Frame(frame.photo, self._seconds + self.ahead)
                while waiting and waiting[0].end <= frame.seconds:
                    asked = time.monotonic()
                    turn = waiting.pop(0)
                    yield from self._finish(turn, len(self._demo.turns) - len(waiting), last)
                    began += time.monotonic() - asked
                if self._closed.is_set():
                    return
                yield last
        if last is None:
            return
        for number, turn in enumerate(waiting, len(self._demo.turns) - len(waiting) + 1):
            yield from self._finish(turn, number, last)
        for _ in range(EPILOGUE):
            yield self._stand_still(last)
        self._write_down()

    def _pace(self, seconds: float, began: float) -> float:
        """Waits until a frame is due; returns when the video began, moved to later if it fell behind."""
        if self._speed is None:
            return began
        wait = began + seconds / self._speed - time.monotonic()
        if wait > 0:
            self._closed.wait(wait)
        return began - min(0.0, wait)

    def _finish(self, turn: DemoTurn, number: int, still: Frame) -> Iterator[Frame]:
        """Yields still frames until the `number`-th turn is ended.

        The program ends it, or the visitor, who may have done so already.
        """
        while not self._closed.is_set() and self._turns_ended() < number:
            if self.by_itself and self._pressed(turn):
                continue
            if self._speed is None and self._table.game.asking:
                raise DemoError(f"turn {number} of the demo round is undecided, and nobody is there to be asked")
            yield self._stand_still(still)  # the visitor's turn, or the turn before is being read or asked about

    def _pressed(self, turn: DemoTurn) -> bool:
        """Ends the turn and returns whether that was possible.

        Where it was not, the page says why, and it is tried again.
        """
        with self._table.lock:
            if self._table.game.state is State.RESTORE:  # in the recording it is put back before the next player begins
                self._do(commands.resume)
            if self._table.game.state is not State.TURN:
                return False
            try:
                self._do(commands.end_turn, drew=turn.draws)
            except UserError:
                return False
        return True

    def _do(self, command: Callable[Concatenate[Game, float, _P], Move], *args: _P.args, **kwargs: _P.kwargs) -> None:
        """Presses a button of the table, unless that looks elsewhere by now: then people play there."""
        with self._table.lock:
            if self._table.feed is self:
                self._table.do(command, *args, **kwargs)

    def _stand_still(self, frame: Frame) -> Frame:
        """The same picture a moment later; the round's own time stands still."""
        self._standing = True
        if self._speed is not None:
            self._closed.wait(HOLD)
        self.ahead += HOLD
        return Frame(frame.photo, self._seconds + self.ahead)

    def _turns_ended(self) -> int:
        game = self._table.game
        if game.state in {State.SETUP, State.SCORED, State.OVER} or game.round is None:
            return len(self._demo.turns)
        return game.round.turns + (game.press is not None or game.asking)

    def _write_down(self) -> None:
        busy = {State.SETUP, State.SCORED, State.READING, State.QUESTION}
        if self.by_itself and self._table.game.state not in busy:
            with contextlib.suppress(UserError):  # the page says what is the matter
                self._do(commands.score, self._demo.racks, self._demo.winner)

    @property
    def _table(self) -> LiveTable:
        if self._live is None:
            raise RuntimeError("a demo feed plays only into a table that it is attached to")
        return self._live
