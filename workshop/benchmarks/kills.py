"""Kills the real program at random moments while buttons are pressed, starts it again, and says what was lost.

usage: python -m workshop.benchmarks.kills [--kills N] [--seed S]

Each row is a kill with SIGKILL: how many presses had been answered since the start, whether one was on its way, which
answered presses the journal lacks, what of the game is not as the page last showed it, and how many seconds the turn
clock was set back. The exit code is 1 if a press was lost, the game is another, or the clock was set back by more than
`CLOCK` seconds or ran ahead.
"""

from __future__ import annotations

import http.client
import itertools
import json
import random
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from journal import Journal, StoredEvent
from referee.rulebook import DEFAULT
from workshop.benchmarks import command_line
from workshop.benchmarks.demo_turns import demo_turn
from workshop.benchmarks.evening.camera import SIZES, Camera
from workshop.benchmarks.evening.program import ServerError, State
from workshop.benchmarks.evening.server import Server
from workshop.benchmarks.evening.world import Scene, World

LIES = 3
"""The turn of the demo round whose table lies there all the time."""

CLOCK = 0.1
"""Seconds that the turn clock may be set back by a kill."""

EXACT = 0.03
"""Seconds up to which two readings of a clock are the same: the state gives hundredths, and asking takes its time."""

SOONEST, LATEST = 0.05, 4.0
"""Seconds after the start of the presses, between which the program is killed."""

HURRY = 0.3
"""Share of the starts after which people press as fast as they are answered; else they wait up to `PAUSE` seconds in
between."""
PAUSE = 3.0

WRITES = {
    "start": "round-started", "first-turn": "first-turn", "draw": "turn-ended", "end": "turn-ended", "pause": "paused",
    "resume": "resumed", "undo": "undone", "redo": "redone", "judge-anyway": "judge-anyway", "score": "round-scored", "next": "round-started",
    "area": "area-marked", "rule": "verdict", "over": "round-ended", "count": "rack-counted",
}  # fmt: skip
"""What each press writes into the journal."""

BY_ITSELF = frozenset({"verdict", "resumed", "table-kept", "racks-seen", "press-dropped"})
"""What the program writes without a press, too."""

GAME = (
    "phase",
    "state",
    "round",
    "turn",
    "players",
    "pool",
    "verdict",
    "questions",
    "sheet",
    "claim",
    "undo",
    "redo",
    "winner",
    "over",
)
"""The fields of the state that tell the game, as against the camera's picture and the clock."""

SETTLED = frozenset({"setup", "deal", "turn", "paused", "over", "scored"})
"""States in which nothing happens by itself while the table lies still."""

AREA = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]
PLAYERS = ["Anna", "Ben", "Cleo"]

Press = tuple[str, Mapping[str, object]]


@dataclass
class Session:
    """What was pressed and shown between a start of the program and its end."""

    answered: list[str] = field(default_factory=list)
    """The presses that the program said it did."""
    on_its_way: str | None = None
    """The press that was not answered any more."""
    shown: State | None = None
    """The state after the last press that was answered."""
    shown_at: float = 0.0
    """When it was asked for, on the monotonic clock."""


@dataclass(frozen=True)
class Row:
    """One kill, and what it did."""

    number: int
    answered: int
    on_its_way: str | None
    lost: tuple[str, ...]
    """Presses that were answered and that the journal lacks."""
    differs: tuple[str, ...] | None
    """The fields of the state that are not as they were shown; None where the game may have gone on in between."""
    set_back: float | None
    """Seconds by which the turn clock was set back; None where it may have stopped or started in between."""

    @property
    def failed(self) -> bool:
        """Whether anything was lost that must not be."""
        late = self.set_back is not None and not -EXACT <= self.set_back <= CLOCK + EXACT
        return bool(self.lost or self.differs) or late


def choices(state: State) -> Sequence[Press]:
    """What people may press in this state, the likelier ones more than once."""
    reason = "we all saw it"
    undo: Sequence[Press] = [("undo", {"event": state["undo"]})] if state["undo"] else []
    redo: Sequence[Press] = [("redo", {"event": state["redo"]})] if state["redo"] else []
    draw, end = ("draw", {"turn": state["turn"]}), ("end", {"turn": state["turn"]})
    by_state: Mapping[str, Sequence[Press]] = {
        "setup": [("start", {"players": PLAYERS, "rulebook": DEFAULT})],
        "deal": [("first-turn", {})],
        "turn": [draw, draw, end, end, ("pause", {}), ("pause", {}), ("area", {"area": AREA}), *undo, *redo],
        "paused": [("resume", {}), ("resume", {}), *undo],
        "reading": [("judge-anyway", {}), *undo],
        "question": [("rule", {"outcome": "legal", "reason": reason}), *undo],
        "restore": [("resume", {"anyway": True})],
        "over": [
            ("over", {"winner": None}),
            ("count", {"player": PLAYERS[-1], "rack": "K3 R11"}),
            ("score", {"blocked": True, "racks": dict.fromkeys(PLAYERS, 10)}),
            *undo,
        ],
        "scored": [("next", {})],
    }
    return by_state[state["state"]]


def press_on(server: Server, rng: random.Random, session: Session, pause: float, over: threading.Event) -> None:
    """Presses one button after another until the program is killed."""
    try:
        while True:
            asked = time.monotonic()
            session.shown, session.shown_at = server.ask(), asked
            command, body = rng.choice(choices(session.shown))
            if over.wait(rng.uniform(0.0, pause)):
                return
            session.on_its_way = command
            if server.press(command, **body).done:
                session.answered.append(command)
                session.shown = None
            session.on_its_way = None
    except (ServerError, http.client.HTTPException, json.JSONDecodeError):
        return


def lost(session: Session, written: Sequence[StoredEvent]) -> tuple[str, ...]:
    """The presses of a session that were answered and are not in what was `written` since it began."""
    kinds = iter([event.kind for event in written])
    missing = [press for press in session.answered if WRITES[press] not in kinds]  # `in` goes on to where it is found
    came = Counter(event.kind for event in written if event.kind not in BY_ITSELF)
    sent = Counter(WRITES[press] for press in session.answered)
    if session.on_its_way is not None:
        sent[WRITES[session.on_its_way]] += 1
    doubled = [f"{kind} that nobody pressed" for kind in (came - sent)]
    return (*missing, *doubled)


def set_back(session: Session, killed: float, journal: Journal) -> float | None:
    """By how many seconds the turn clock is behind where it stood at the moment `killed`."""
    shown, written = session.shown, journal.events()
    if shown is None or shown["state"] not in SETTLED or not written:
        return None
    last = written[-1]
    beat, kept = journal.last_beat(), float(last.data["clock"]["spent"])
    if beat is not None and beat.event == last.id:
        kept = max(kept, beat.elapsed)
    ran = killed - session.shown_at if shown["clock"]["running"] else 0.0
    return float(shown["clock"]["elapsed"]) + ran - kept


def kills(number: int, seed: int) -> Iterator[Row]:
    """Kills the program of one game `number` times; yields a row for each.

    Raises:
        ServerError: the program did not start again.
    """
    rng = random.Random(seed)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kills-")))
        camera = stack.enter_context(Camera(World(Scene(demo_turn(LIES, SIZES["720p"])), seed=seed), lag=0.0))
        before, known = Session(), 0
        row: Row | None = None
        for count in itertools.count(1):
            with Server(camera.address, folder) as server:
                if row is not None:
                    yield _with_state(row, before, server.ask(), known)
                if count > number:
                    return
                session = Session()
                pause = 0.0 if rng.random() < HURRY else PAUSE
                over, delay = threading.Event(), rng.uniform(SOONEST, LATEST)
                hands = threading.Thread(target=press_on, args=(server, rng, session, pause, over))
                hands.start()
                time.sleep(delay)
                over.set()
                killed = time.monotonic()
                server.kill()
                hands.join()
            with Journal(folder / "data") as journal:
                written = journal.events()[known:]
                behind = set_back(session, killed, journal) if session.on_its_way is None else None
            known, before = known + len(written), session
            row = Row(count, len(session.answered), session.on_its_way, lost(session, written), None, behind)


def _with_state(row: Row, session: Session, state: State, known: int) -> Row:
    """The row with what of the game is another after the start than it was shown before the kill."""
    shown = session.shown
    if session.on_its_way is not None or shown is None or shown["state"] not in SETTLED or not known:
        return row
    differs = tuple(name for name in GAME if state[name] != shown[name])
    return Row(row.number, row.answered, row.on_its_way, row.lost, differs, row.set_back)


def show(row: Row) -> None:
    """Prints a row."""
    clock = "" if row.set_back is None else f"{row.set_back:6.3f} s"
    same = "" if row.differs is None else "same" if not row.differs else f"DIFFERS in {', '.join(row.differs)}"
    missing = f"LOST {', '.join(row.lost)}" if row.lost else ""
    line = f"{row.number:4} {row.answered:4} answered  {row.on_its_way or '':12}  {same:5} {clock:10} {missing}"
    print(line.rstrip(), flush=True)


def summary(rows: Sequence[Row]) -> str:
    """One line on all kills."""
    clocks = [row.set_back for row in rows if row.set_back is not None]
    return (
        f"{len(rows)} kills, {sum(row.answered for row in rows)} presses answered, "
        f"{sum(row.on_its_way is not None for row in rows)} kills with a press on its way; "
        f"{sum(len(row.lost) for row in rows)} presses lost, "
        f"{sum(bool(row.differs) for row in rows)} of {sum(row.differs is not None for row in rows)} games another; "
        f"the clock was set back by {max(clocks, default=0.0):.3f} s at most in {len(clocks)} kills, and ran ahead by "
        f"{max(0.0, -min(clocks, default=0.0)):.3f} s"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Kills and prints."""
    parser = command_line.parser(__doc__)
    parser.add_argument("--kills", type=int, default=50, help="how often (default 50)")
    parser.add_argument("--seed", type=int, default=1, help="of presses and moments (default 1)")
    args = parser.parse_args(arguments)
    command_line.exit_on_sigterm()
    rows = []
    try:
        for row in kills(args.kills, args.seed):
            rows.append(row)
            show(row)
    except ServerError as error:
        print(error, file=sys.stderr)
        return 2
    print(summary(rows))
    return int(any(row.failed for row in rows))


if __name__ == "__main__":
    sys.exit(main())
