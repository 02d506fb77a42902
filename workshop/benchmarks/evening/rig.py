"""Plays an evening and writes down what was said.

It presses the buttons when people would, answers truthfully, and puts the table back.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from itertools import count, islice

from referee.rulebook import DEFAULT, load
from referee.tiles import count_tiles, format_tiles
from workshop.benchmarks.evening.camera import Health, Lens
from workshop.benchmarks.evening.conditions import Scenario
from workshop.benchmarks.evening.habits import Habits
from workshop.benchmarks.evening.layout import Layout
from workshop.benchmarks.evening.outcome import (
    NONE,
    STUCK,
    Row,
    expected,
    is_new,
    is_ready,
    number_of,
    outcome_of,
    reasons,
    said,
)
from workshop.benchmarks.evening.program import Answer, Program, ServerError, State
from workshop.benchmarks.evening.screen import SETTLES, blink
from workshop.benchmarks.evening.script import Step, script
from workshop.benchmarks.evening.stage import Move, Stage

ROUND = 45
"""Turns of a round that are played at most: its pictures are drawn before it and kept in memory."""
FULL_TURNS = 10
"""Minimum number of turns of a round on a full table, where full tables are asked for."""
PATIENCE = 25.0
"""Seconds after which a turn without a verdict, or a table that was put back and is not accepted, is stuck."""
GRACE = 3.0
"""Seconds that an unexpected verdict is given to be replaced by a better one."""
LIFT = 6.0
"""Seconds after which people lift a cup that a verdict may wait for, or say that nothing is hidden."""
CALM = 4.0
"""Seconds that a table lies still before the button is pressed once more after a wrong verdict."""
AGAIN = 1.5
"""Seconds before a press that was refused is tried once more."""
AT_ONCE = 0.3
"""Seconds before a hand has left at which the next one comes in, where both are there at once."""
WATCH = 2.5
"""Seconds after a second press in which nothing may happen."""
ANSWERS = 12
"""Answers that people give about one turn before they give up."""

WAY_ON = {"deal": "first-turn", "restore": "resume"}
"""Where the state says by name what the table waits for: the press that people make once it is done."""


class LostError(Exception):
    """The round cannot go on as it was meant to."""


class Rig:
    """One evening: rounds under the conditions of a scenario.

    Args:
        stage: the table.
        camera: over it.
        program: that referees it.
        seed: of the rounds and of all that people do.
    """

    def __init__(self, stage: Stage, camera: Lens, program: Program, seed: int) -> None:
        self._stage = stage
        self._camera = camera
        self._program = program
        self._seed = seed
        self._rng = random.Random(seed)
        self._habits = Habits(stage, camera, self._rng)
        self._book = f"{DEFAULT}+time={stage.scenario.limit:g}"
        self._rulebook = load(self._book)
        self._number = 0

    @property
    def _conditions(self) -> Scenario:
        return self._stage.scenario

    def play(self, turns: int) -> Iterator[Row]:
        """Plays as many rounds as it takes for so many turns that count.

        Returns a row for each turn, and for each press that is none.
        """
        left = turns
        fills = self._conditions.fills
        for round_seed in count(self._seed * 1000):
            steps = self._steps(round_seed, ROUND if fills else min(left, ROUND))
            if fills and sum(tiles_of(step) >= fills for step in steps) < FULL_TURNS:
                continue
            self._stage.prepare(steps)
            try:
                for row in self._round(steps):
                    left -= row.expected != NONE and row.tiles >= fills
                    yield row
            except LostError:
                pass  # the row says why; a new round is begun
            if left <= 0:
                return

    def _steps(self, seed: int, most: int) -> list[Step]:
        """The first turns of a round."""
        conditions = self._conditions
        rounds = script(
            seed,
            self._rulebook,
            self._stage.half,
            conditions.illegal,
            conditions.stacked,
            conditions.late,
            opener=conditions.opener,
            lies=conditions.lies,
        )
        return list(islice(rounds, most))

    def _round(self, steps: Sequence[Step]) -> Iterator[Row]:
        self._begin(steps[0])
        ahead: Move | None = None
        for index, step in enumerate(steps):
            self._number += 1
            following = steps[index + 1] if index + 1 < len(steps) else None
            plan = self._habits.plan(step, ahead, following, self._program.now())
            row = Row(
                self._number,
                "+".join(plan.how) or "plain",
                step.player,
                step.kind,
                expected(step),
                tiles=tiles_of(step),
            )
            self._program.sleep_until(plan.press)
            before = number_of(self._program.state)
            pressed = self._press(row, step, plan.clear)
            if pressed is None:
                yield row
                raise LostError
            ahead = None
            if plan.hasty and following is not None:
                ahead = self._stage.turn(
                    following, max(self._program.now(), plan.move.left) + self._rng.uniform(*self._conditions.follows)
                )
            self._verdict(row, step, before, pressed, max(pressed, plan.clear))
            yield row
            if (row.wrong or row.stuck) and (ahead is not None or not self._mended(step, before)):
                raise LostError
            if ahead is None:
                ahead = yield from self._afterwards(step, following)
        self._write_down(steps[-1])

    # A turn

    def _press(self, row: Row, step: Step, clear: float) -> float | None:
        """Ends a turn; whoever is refused while the camera fails presses again once it is `clear`.

        Returns when it was done, None for never.
        """
        pressed, answer = self._program.now(), self._end(step)
        if not answer.done:
            self._program.sleep_until(max(self._program.now(), clear + self._camera.lag) + AGAIN)
            row.note = f"refused at first: {answer.body.get('code')}"
            pressed, answer = self._program.now(), self._end(step)
        if answer.done:
            return pressed
        row.said, row.note = STUCK, f"refused: {answer.body.get('code')}"
        return None

    def _verdict(self, row: Row, step: Step, before: int | None, pressed: float, since: float) -> None:
        """Waits for what the server says about a turn, answers what it asks, and writes it down.

        Args:
            row: where it is written.
            step: the turn.
            before: the last verdict's number.
            pressed: when the button was.
            since: when the table could be seen as the turn left it, if that was later.
        """
        state = self._decided(row, step, before, pressed, since)
        if state is None:
            return
        row.said = said(state, step)
        if row.wrong:  # nobody has acted on it yet; it may still be replaced
            seen = number_of(state)
            better = self._program.wait(lambda state: is_new(state, seen) and said(state, step) == row.expected, GRACE)
            row.note = reasons(state)
            if better is not None:
                row.said = row.expected

    def _decided(self, row: Row, step: Step, before: int | None, pressed: float, since: float) -> State | None:
        """The state with a verdict that leaves nothing open; None where none comes, and the row says why.

        The arguments are those of `_verdict`.
        """
        seen, helped = before, False
        while True:
            state = self._next(seen, since + (PATIENCE if helped else LIFT) - self._program.now())
            now = self._program.now()
            if state is None and helped:
                row.said = STUCK
                row.note = (
                    row.note or f"{self._program.state['stillness']}, waits for {self._program.state.get('waits')}"
                )
                return None
            if state is None:
                helped = not self._stage.world.arms(now)
                since = self._help(row, step, since) if helped else self._arms_gone()
                continue
            if row.seconds is None:
                began = since if now > since else pressed
                row.seconds, row.waited = round(now - began, 2), self._program.waited(began, now)
            seen = number_of(state)
            if outcome_of(state) != "undecided":
                return state
            if not state["questions"] or row.asked >= ANSWERS:
                row.said, row.note = STUCK, str(state["verdict"]["note"] or "asks nothing")
                return None
            row.asked += 1
            self._answer(state, step.after)

    def _arms_gone(self) -> float:
        """Waits until no arm lies over the table any more; gives back when that is."""
        while self._stage.world.arms(self._program.now()):
            self._sleep(0.1)
        return self._program.now()

    def _help(self, row: Row, step: Step, since: float) -> float:
        """Does what people do where no verdict comes; gives back since when the table can be seen then."""
        waits = self._program.state.get("waits") or {}
        if self._stage.cup is not None:
            since = self._stage.lift(step, self._program.now() + 0.2).left
            self._program.sleep_until(since)
            row.note = "cup lifted"
        elif waits.get("for") == "whose":
            row.asked += 1
            theirs = _done_by_next(step, self._program.state)
            row.note = f"said to be {waits['whose']['next']}'s: {theirs or 'nothing'}"
            self._program.press("whose", tiles=theirs)
        elif waits.get("for") == "glare":
            row.note = f"nobody turns the lamp: {waits['where']}"
        elif waits.get("for") in {"hidden", "hand"}:
            row.asked += 1
            row.note = f"said to be hidden: {waits['where'] or 'under a hand'}"
            self._program.press("judge-anyway")
        elif waits.get("for") == "moved":
            row.asked += 1
            row.note = "said to be right: the camera's picture"
            self._program.press("accept-camera")
        elif not self._program.state["ending"]:
            row.asked += 1
            row.note = "taken for the last press's echo: pressed again"
            since = self._program.now()
            self._end(step)
        return since

    def _end(self, step: Step) -> Answer:
        """Ends the turn on the page as it was taken."""
        return self._program.press("draw" if step.drew else "end", turn=self._program.state["turn"])

    def _answer(self, state: State, layout: Layout) -> None:
        """Says what the first tile in question is."""
        question = state["questions"][0]
        x = sum(corner[0] for corner in question["corners"]) / 4
        y = sum(corner[1] for corner in question["corners"]) / 4
        tile = self._stage.truth(layout, x, y)
        self._sleep(0.3)
        self._program.press(
            "answer",
            set=question["set"],
            index=question["index"],
            event=state["verdict"]["event"],
            tile=None if tile is None else str(tile),
        )

    def _mended(self, step: Step, before: int | None) -> bool:
        """Does what people do about a wrong verdict: takes it back, lets the table lie still and presses again.

        Returns whether that helped.
        """
        if self._stage.cup is not None:
            self._program.sleep_until(self._stage.lift(step, self._program.now() + 0.3).left)
        if not self._undone(before):
            return False
        self._sleep(self._camera.lag + CALM)
        now = self._program.now()
        again = Row(0, "", "", "", expected(step))
        if not self._end(step).done:
            return False
        self._verdict(again, step, before, now, now)
        return not again.wrong and not again.stuck

    def _undone(self, before: int | None) -> bool:
        """Takes back what was pressed and answered since the verdict with that number.

        Returns whether it is the last one again.
        """
        for _ in range(ANSWERS):
            state = self._program.state
            if number_of(state) == before and not state["ending"]:
                return True
            if state["undo"] is None or not self._program.press("undo", event=state["undo"]).done:
                break
            self._changed(state["version"])
        return False

    def _next(self, seen: int | None, timeout: float) -> State | None:
        """The state with the verdict that comes after the one with that number; None where none comes in time."""
        return self._program.wait(lambda state: is_new(state, seen), max(0.0, timeout))

    def _sleep(self, seconds: float) -> None:
        self._program.sleep_until(self._program.now() + seconds)

    def _changed(self, version: int) -> None:
        """Waits until the server tells of a change since that version, for a moment at most."""
        self._program.wait(lambda state: state["version"] > version, 1.0)

    # After a turn

    def _afterwards(self, step: Step, following: Step | None) -> Generator[Row, None, Move | None]:
        """What follows a verdict: a second press, the cup lifted, the table put back; returns the next player's movement, where it has begun."""
        ahead: Move | None = None
        chance = self._conditions.second_press if step.legal else self._conditions.second_press_illegal
        if not step.ends_round and self._rng.random() < chance:
            self._sleep(self._rng.uniform(0.7, 1.3))
            seen = number_of(self._program.state)
            row = self._second_press(step)
            yield row
            if row.wrong and not self._undone(seen):
                raise LostError
        if self._stage.cup is not None:
            self._program.sleep_until(self._stage.lift(step, self._program.now() + 0.3).left)
        if self._stage.arm is not None:
            self._program.sleep_until(self._stage.take_arm(step, self._program.now() + 0.3).left)
        if not step.legal:
            if step.after is not step.before:
                back = self._stage.put_back(step, self._program.now() + 0.6)
                if following is not None and self._conditions.lays_as_put_back:
                    ahead = self._stage.turn(following, back.left - AT_ONCE)
                self._program.sleep_until(back.left if ahead is None else ahead.left)
            self._way_on()
            if self._program.wait(is_ready, PATIENCE) is None:
                note = f"not accepted, restored {self._program.state['restored']}, {self._program.state['stillness']}"
                yield Row(self._number, "table put back", step.player, step.kind, NONE, STUCK, note=note)
                raise LostError
        return ahead

    def _second_press(self, step: Step) -> Row:
        """Presses again although nothing was played: no player may be judged for it."""
        how = f"second press, {'legal' if step.legal else 'illegal'}"
        row = Row(self._number, how, step.player, step.kind, NONE)
        seen = number_of(self._program.state)
        answer = self._program.press("end", turn=self._program.state["turn"])
        state = self._next(seen, WATCH)
        if state is None and self._program.state["ending"]:  # it was taken for a turn, and is still being read
            self._program.wait(lambda state: not state["ending"], PATIENCE)
            state = self._next(seen, 0.0)
        row.said = NONE if state is None else outcome_of(state)
        row.note = str(answer.body.get("code", "")) if state is None else reasons(state)
        return row

    # A round

    def _begin(self, first: Step) -> None:
        """Clears the table and starts a round."""
        now = self._program.now()
        self._camera.ail(now, Health.WELL)
        cleared = self._stage.clear(max(now, self._stage.world.told) + 1.0, first.before, first.racks)
        if self._program.state["phase"] != "setup":
            self._program.press("new-game")
        self._program.sleep_until(cleared.left)
        self._camera.lag = self._rng.choice(self._conditions.lags)
        self._sleep(self._camera.lag + 1.5)
        if self._conditions.measured:
            turns = blink(self._stage.world, self._program.now(), self._rng)
            self._program.sleep_until(turns[-1] + SETTLES)
            if not (answer := self._program.blink(turns)).done:
                raise ServerError(f"the screen was not seen: {answer.body.get('error')}")
            self._sleep(self._camera.lag + CALM)
        if self._conditions.area:
            self._program.press("area", area=self._stage.area())
        answer = self._program.press("start", players=list(first.racks), rulebook=self._book, newGame=True)
        if not answer.done:
            raise ServerError(f"a round cannot be started: {answer.body.get('error')}")
        self._program.wait(lambda state: state["phase"] == "playing", PATIENCE)
        self._way_on()

    def _way_on(self) -> None:
        """Presses what leads out of a state in which people have done their part."""
        command = WAY_ON.get(str(self._program.state.get("state")))
        if command is not None:
            self._program.press(command)

    def _write_down(self, last: Step) -> None:
        """Has the round written down if somebody is out."""
        winner = next((name for name, rack in last.racks_after.items() if not rack), None)
        if winner is not None and last.legal:
            racks = {name: " ".join(format_tiles(rack)) for name, rack in last.racks_after.items() if rack}
            self._program.press("score", winner=winner, racks=racks)


def tiles_of(step: Step) -> int:
    """How many tiles lie on the table when a turn is ended."""
    return len(step.after.pieces)


def _done_by_next(step: Step, state: State) -> str:
    """What the next player laid or took of what is in question, as two hands were over the table at the end of this turn or before it.

    It is what has most tiles of that player beyond those of the other, since one of its tiles may be misread.
    """
    asked, seen = state["waits"]["whose"], Counter(tile["tile"] for tiles in state["table"]["sets"] for tile in tiles)
    laid = Counter(format_tiles((count_tiles(step.after.table) - count_tiles(step.before.table)).elements()))
    lay = Counter(format_tiles(count_tiles(step.after.table).elements()))
    is_own = asked["next"] == step.player

    def by_next(tiles: list[str]) -> int:
        own = (Counter(tiles) & laid).total()
        if is_own:
            return 2 * own - len(tiles)
        if not Counter(tiles) <= seen:
            return len(tiles) if Counter(tiles) <= lay - seen else -1
        return len(tiles) - 2 * own

    offered: list[list[str]] = [[], *asked["tiles"]]
    most = max(offered, key=by_next)
    return " ".join(most)
