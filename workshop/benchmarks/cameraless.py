"""A game without a camera, for its journal: real presses, real events, and a table that lies as it is said to."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from functools import partial

from journal import Journal, JournalError, photos
from live.game import commands, events
from live.game.commands import Move
from live.game.judging import judge_case
from live.game.seen import SeenTable, SeenTile, VerdictPhoto
from live.game.state import State
from live.record import Record
from referee.errors import UserError
from referee.rulebook import DEFAULT, load
from referee.tiles import Table, Tile
from referee.verdict import Outcome

PLAYERS = ("Anna", "Ben", "Cleo")
LONGEST_TURN = 50.0
"""Seconds; the rulebook gives a minute."""

WIDTH, HEIGHT = 1920, 1080
PITCH, ROW = 46.0, 71.0
"""How far apart tiles and sets lie, in pixels."""
FACE = (44.0, 62.0)
"""A tile, in pixels."""
ROWS = 14
"""Sets below each other; those that follow lie in the right half."""
EDGE = 40.0
"""Pixels between the first tile and the edge."""
SURE, SECOND = 0.9991, 0.0006
"""The probability of what a tile is, and of two others."""
CLOSING = 0.2
"""How often the button that closes the game is in reach."""
PHOTO = b"named in every verdict"
"""Stands for the file of each photo."""
_NAME = photos.name_of(PHOTO)


def seen(table: Table) -> SeenTable:
    """The table as a reading that is sure of every tile."""
    return SeenTable(
        tuple(tuple(_tile(row, place, tile) for place, tile in enumerate(tiles)) for row, tiles in enumerate(table)),
        WIDTH,
        HEIGHT,
    )


def _tile(row: int, place: int, tile: Tile) -> SeenTile:
    x, y = EDGE + PITCH * place + WIDTH / 2 * (row // ROWS), EDGE + ROW * (row % ROWS)
    width, height = FACE
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    likely = ((tile, SURE), *((Tile.parse(name), SECOND) for name in ("K1", "R7") if Tile.parse(name) != tile))
    return SeenTile(corners, likely, doubt=False, tile=tile)


class CameralessGame:
    """A record with hands: every press is written as the program writes it."""

    def __init__(self, journal: Journal, *, seed: int = 0) -> None:
        """Takes up the game of `journal`.

        Raises:
            JournalError: its events do not fit together.
        """
        self.now = 0.0
        self.record = Record(journal, self.now)
        self.rng = random.Random(seed)

    @property
    def state(self) -> State:
        """Where the game is."""
        return self.record.game.state

    def do(self, command: Callable[..., Move], *args: object, **options: object) -> bool:
        """Presses a button; tells whether it was taken."""
        try:
            self.record.write(command(self.record.game, self.now, *args, **options), self.now)
        except JournalError:
            raise
        except UserError:
            return False
        return True

    def start(self) -> None:
        """Begins a round, or the next one."""
        if not self.do(commands.next_round):
            self.do(commands.start_round, PLAYERS, load(DEFAULT))

    def take_turn(self, table: Table | None = None) -> None:
        """The player on turn leaves the `table` so, as the host says.

        Without one, the table stays, and the turn draws.
        """
        self.do(commands.first_turn)
        self.now += self.rng.uniform(1.5, LONGEST_TURN)
        self.do(commands.end_turn, drew=table is None)
        self.now += 1.0
        if table is not None:
            self.do(commands.rule, Outcome.LEGAL, "we all saw it", seen(table))
        else:
            self.judge()

    def judge(self) -> bool:
        """Gives the verdict on the turn that was ended, from three frames as of a camera.

        Tells whether one was ended.
        """
        game = self.record.game
        case = None if game.round is None else game.case(seen(game.round.table))
        if case is None:
            return False
        self.record.write(Move(events.TableKept((_NAME,)), game.clock), self.now)
        frames = [VerdictPhoto(_NAME, json.dumps(case.seen.to_json()))] * 3
        self.do(commands.give, case, judge_case(case), frames)
        return True

    def photograph(self) -> bool:
        """Judges the turn that has no verdict by a photo that somebody took; tells whether there was one."""
        game = self.record.game
        table = () if game.round is None else game.round.table
        case = game.case_of_photo(seen(table))
        return case is not None and self.do(commands.give, case, judge_case(case), [VerdictPhoto(_NAME)])

    def score(self) -> bool:
        """Counts the racks: nobody could go out."""
        game = self.record.game
        players = () if game.round is None else game.round.players
        points = self.rng.sample(range(1, 60), len(players))
        return self.do(commands.score, dict(zip(players, points, strict=True)), None)

    def press(self) -> bool:
        """Presses whatever a hand may press, also what an evening rarely brings; tells whether it was taken."""
        self.now += self.rng.uniform(0.1, 3.0)
        presses, weights = zip(*self._presses(), strict=True)
        (press,) = self.rng.choices(presses, weights)
        return bool(press())

    def _presses(self) -> Iterator[tuple[Callable[[], bool], int]]:
        """The presses, and how often each is tried; undoing and redoing as often as half of all others."""
        players = PLAYERS[: self.rng.randrange(2, len(PLAYERS) + 1)]
        yield partial(self.do, commands.first_turn), 4
        yield partial(self.do, commands.begin_with, players[-1]), 2
        yield partial(self.do, commands.start_round, players, load(DEFAULT)), 1
        yield self.score, 1
        yield partial(self.do, commands.next_round), 4
        yield partial(self.do, commands.pause), 2
        yield partial(self.do, commands.resume), 2
        yield partial(self.do, commands.end_turn, drew=True), 6
        yield self.judge, 6
        yield partial(self.do, commands.leave_camera), 1
        yield self.photograph, 2
        yield partial(self.do, commands.undo), 6
        yield partial(self.do, commands.redo), 6
        if self.state is State.SETUP or self.rng.random() < CLOSING:
            yield partial(self.do, commands.close_game), 1
