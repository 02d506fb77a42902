"""How long a verdict takes on a full table, whatever else the computer does: the running table in played time.

usage: python -m benchmarks.evening.latency [--turns N] [--seed S] [--lag L] [--hurried SHARE] [--tiles N]

The camera, the hands and the presses are those of a simulated evening; the pictures are looked at, read and judged by the program
itself. Time passes as it would on a computer with nothing else to do: a picture comes every twelfth of a second, and what is computed
takes the time that its processor took, on one core. Not in it are the camera's line, the disk and the page's line, some hundredths of
a second (`python -m benchmarks.evening --scenario full` has them, and whatever else runs).

Prints a row for each turn with a full table, and a line on all: seconds from the press, or from when the hand had left, to what the page
is told.
"""

from __future__ import annotations

import json
import random
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import count, dropwhile, islice
from pathlib import Path

from benchmarks import command_line
from benchmarks.evening.camera import FPS, SIZES
from benchmarks.evening.conditions import SCENARIOS
from benchmarks.evening.layout import Layout
from benchmarks.evening.outcome import Row
from benchmarks.evening.report import speed
from benchmarks.evening.rig import tiles_of
from benchmarks.evening.script import Step, script, verdict_on
from benchmarks.evening.stage import Stage
from benchmarks.evening.waiting import PRESS
from journal import Journal
from live import commands, lag
from live.game import State
from live.observer import Task
from live.sighting import ECHO
from live.table import LiveTable
from referee.round import Round
from referee.rulebook import DEFAULT, load
from referee.verdict import Outcome
from vision.follow import Follower
from vision.frame import Frame, Jpeg
from vision.read import Reader
from vision.reading import TableReading
from webui.snapshot import snapshot

SIZE = SIZES["1080p"]
BOOK = f"{DEFAULT}+opening=1"
"""So that any set opens."""
HOST = "so it lies"
"""The host's reason, where a rack cannot have held what was laid on the way to a full table."""
AT_EASE, HURRIED = (0.9, 1.5), (0.0, 0.15)
"""Seconds after the hand has left at which the button is pressed."""
PATIENCE = 20.0
"""Seconds after which there is no verdict."""
SHORT = 0.1
"""Seconds before a hand comes in."""
CALM = 1.5
"""Seconds that the table lies still between turns; nobody draws sooner."""
JUDGING, TELLING = "judging", "telling"


class Table:
    """The running table under a simulated camera, in played time: also the feed of its pictures.

    Args:
        stage: what the camera sees.
        folder: for the journal.
        reader: of the photos.
        late: by how many seconds the camera is.
    """

    name, is_live, lag, trouble, rate, connections = "played", True, lag.NETWORK, None, 1.0, 0
    ahead = 0.0

    def __init__(self, stage: Stage, folder: Path, reader: Reader, late: float) -> None:
        self._stage, self._late = stage, late
        self._seconds = self._due = stage.world.told + late
        self._read: tuple[Task, TableReading, float] | None = None  # with when it is done
        self._follower = Follower(reader)
        self.table = LiveTable(Journal(folder / "data"), self, profile=folder / "table.toml")
        self.waited: defaultdict[str, float] = defaultdict(float)
        """Seconds by what was waited for."""

    def now(self) -> float:
        """The moment in played time."""
        return self._seconds

    def frames(self) -> Iterator[Frame | None]:
        """None by itself: `wait` shows them."""
        return iter(())

    def close(self) -> None:
        """Does nothing."""

    @property
    def verdict(self) -> int | None:
        """The event of the last verdict."""
        judged = self.table.game.judged
        return None if judged is None else judged.event

    def wait(self, until: float, found: Callable[[], bool] = lambda: False) -> bool:
        """Lets time pass until a moment, or until something is so; tells whether it is."""
        while not found():
            ready = self._read[2] if self._read is not None else float("inf")
            following = min(self._due, ready)
            if following > until:
                self._pass_to(until)
                return False
            self._pass_to(following)
            if self._read is not None and following == ready:
                task, reading, _ = self._read
                self._read = None
                with self.computing():
                    self.table.take_reading(task, reading)
            else:
                self._due += 1 / FPS
                jpeg = self._stage.world.frame(self._seconds - self._late)
                with self.computing():
                    self.table.take(Frame(Jpeg(jpeg, *SIZE), self._seconds))
            self._read_on()
        return True

    def tell(self) -> None:
        """Makes what the page is told."""
        with self.computing(TELLING):
            json.dumps(snapshot(self.table))

    def _read_on(self) -> None:
        if self._read is not None or (task := self.table.next_task()) is None:
            return
        began = time.process_time()
        reading = self._follower.read(task.frame.photo, task.area, task.copies)
        took = time.process_time() - began
        self._read = (task, reading, self._seconds + took)

    def _pass_to(self, moment: float) -> None:
        if self.table.game.press is not None:
            self.waited[str(self.table.waits_for or PRESS)] += max(0.0, moment - self._seconds)
        self._seconds = max(self._seconds, moment)

    @contextmanager
    def computing(self, what: str = JUDGING) -> Iterator[None]:
        """Lets the time pass that is computed."""
        is_awaited, began = self.table.game.press is not None or what == TELLING, time.thread_time()
        yield
        took = time.thread_time() - began
        self._seconds += took
        if is_awaited:
            self.waited[what] += took


class Players:
    """Play on at a table that is full from the beginning.

    Args:
        stage: where.
        table: that referees it.
        hurried: share of the turns that are ended as the hand leaves.
        seed: of when they press.
    """

    def __init__(self, stage: Stage, table: Table, hurried: float, seed: int) -> None:
        self._stage, self._at, self._hurried = stage, table, hurried
        self._rng = random.Random(seed)

    def round(self, steps: Sequence[Step]) -> Iterator[Row]:
        """The turns that lead from one full table to the next."""
        at, live = self._at, self._at.table
        self._fill(steps[0].before, list(steps[0].racks))
        for number, step in enumerate(steps):
            if live.game.round is None or live.game.state is not State.TURN:
                return
            row = self._turn(number, step, live.game.round)
            if row.seconds is None:
                return
            yield row
            if live.game.asking:
                live.rule(Outcome(row.expected), HOST)
            self._show(step.restored)
            at.wait(at.now() + PATIENCE, lambda: self._is_in(State.TURN))
            at.wait(at.now() + CALM)

    def _fill(self, full: Layout, players: Sequence[str]) -> None:
        """Begins a round: each player opens with a set, and one lays the rest and draws, which is illegal and stays as it lies."""
        at, live = self._at, self._at.table
        self._stage.forget()
        self._show(replace(full, sets=()))
        live.do(commands.start_round, players, BOOK, deal=False)
        for number in (*range(1, len(players) + 1), len(full.sets)):
            if not self._is_in(State.TURN):
                return
            self._show(replace(full, sets=full.sets[:number]))
            last = at.verdict
            live.do(commands.end_turn, drew=number == len(full.sets))
            at.wait(at.now() + PATIENCE, lambda last=last: at.verdict != last)  # type: ignore[misc] # as it is here
            if live.game.asking:
                live.rule(Outcome.LEGAL, HOST)
            if self._is_in(State.RESTORE):
                live.do(commands.resume, live.scene.table_now(), anyway=True)
        at.wait(at.now() + CALM)

    def _is_in(self, state: State) -> bool:
        return self._at.table.game.state is state

    def _show(self, layout: Layout) -> None:
        """The table lies so for a while."""
        at = max(self._at.now(), self._stage.world.told)
        self._stage.world.change(at, pixels=self._stage.picture(layout, {}))
        self._at.wait(at + CALM)

    def _turn(self, number: int, step: Step, before: Round) -> Row:
        """One turn up to its verdict."""
        at, live = self._at, self._at.table
        due = verdict_on(before, step.after.table, step.drew).outcome.value
        is_hurried = self._rng.random() < self._hurried
        row = Row(number, "hurried" if is_hurried else "plain", step.player, step.kind, due, tiles=tiles_of(step))
        left = self._stage.turn(step, at.now() + SHORT).left
        press = left + self._rng.uniform(*(HURRIED if is_hurried else AT_EASE))
        at.wait(press + (ECHO if step.kind == "nothing" else 0.0))
        pressed, last = at.now(), at.verdict
        at.waited.clear()
        with at.computing():
            live.do(commands.end_turn, drew=step.drew)
        if at.wait(pressed + PATIENCE, lambda: at.verdict != last) and live.game.judged is not None:
            at.tell()
            row.seconds = round(at.now() - pressed, 3)
            row.asked = int(live.game.asking)
            row.said = due if live.game.asking else live.game.judged.verdict.outcome.value
            if row.wrong:
                row.note = "; ".join(each.message for each in live.game.judged.verdict.violations)
            row.waited = {what: round(spent, 3) for what, spent in at.waited.items()}
        return row


def show(row: Row) -> None:
    """Prints a row."""
    said = "asked" if row.asked else row.said
    print(
        f"{row.tiles:3} tiles {row.how:8} {row.kind:17} {said:8} {row.seconds:.2f} s {row.waited} {row.note}".rstrip(),
        flush=True,
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures."""
    parser = command_line.parser(__doc__)
    parser.add_argument("--turns", type=int, default=60, help="with a full table (default 60)")
    parser.add_argument(
        "--seed", type=int, default=1, help="of the table, the rounds and all that people do (default 1)"
    )
    parser.add_argument("--lag", type=float, default=0.1, help="seconds that the camera is late (default 0.1)")
    parser.add_argument(
        "--hurried", type=float, default=0.5, help="share of the presses as the hand leaves (default 0.5)"
    )
    parser.add_argument("--tiles", type=int, default=50, help="that lie on a full table (default 50)")
    args = parser.parse_args(arguments)
    stage, reader = Stage(SCENARIOS["full"], SIZE, args.seed), Reader()
    rows: list[Row] = []
    for seed in count(1000 * args.seed):
        turns = script(seed, load(DEFAULT), stage.half, stage.scenario.illegal)
        steps = [*dropwhile(lambda step: len(step.before.pieces) < args.tiles, turns)]
        if steps:
            with tempfile.TemporaryDirectory(prefix="latency-") as folder:
                table = Table(stage, Path(folder), reader, args.lag)
                players = Players(stage, table, args.hurried, seed)
                for row in islice(players.round(steps), args.turns - len(rows)):
                    rows.append(row)
                    show(row)
                table.table.close()
        if len(rows) >= args.turns:
            break
    tiles = sum(row.tiles for row in rows) / len(rows)
    wrong = sum(row.wrong for row in rows)
    print(
        f"{len(rows)} turns, {tiles:.0f} tiles on the table, camera {args.lag:g} s late: {speed(rows)}; {wrong} wrong"
    )
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
