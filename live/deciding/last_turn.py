"""What the last turn may have left, as far as that still matters to the one that is judged.

A late picture may show only after a verdict what the player had laid by then, and the next player's hand may have been in
the same movement. Tables that the last player may have left stay possible before this turn: it is illegal only after each
of them.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from live.deciding.hands import Movement, Shared, in_question, is_illegal_after
from live.deciding.late_light import seen_anew
from live.deciding.sighting import Sightings
from live.game.after_turn import with_table_left
from live.game.case import Case
from live.game.judging import Ruling, judge_case
from live.game.state import Game
from live.game.tiles import TileSeenAnew
from live.watching.lag import Lag
from live.watching.observer import Observer
from live.watching.rest import Rest
from referee.tiles import count_tiles
from referee.verdict import Outcome


class Finding(NamedTuple):
    """What can be said about the turn that was ended."""

    rest: Rest
    case: Case
    ruling: Ruling
    is_echo: bool
    """Whether the press was no turn's end but the last one's echo."""
    movement: Movement
    """What came before the rest."""


class LastTurn:
    """The turn that was judged last. Not thread-safe."""

    def __init__(self, observer: Observer, lag: Lag, sightings: Sightings) -> None:
        """The arguments are what `live.deciding.witness.Witness` goes by."""
        self._observer, self._lag, self._sightings = observer, lag, sightings
        self._press = 0  # the event of the press that ended it
        self._movement: Movement | None = None  # before what its verdict was drawn from
        self._question: tuple[Case, tuple[Shared, ...]] | None = None  # what was in question of which turn

    def judged(self, press: int, movement: Movement | None) -> None:
        """Takes note that the turn that the event `press` ended was judged, by what a movement led to; None where nobody knows that."""
        self._press, self._movement = press, movement

    def in_question(self, game: Game, finding: Finding) -> tuple[Shared, ...]:
        """What clears a turn that was not found legal, if the next player laid it."""
        outcome = finding.ruling.verdict.outcome
        if outcome is Outcome.LEGAL:
            return ()
        if self._question is None or self._question[0] is not finding.case:  # it stays while somebody is asked
            last = self._legal(game) if outcome is Outcome.ILLEGAL else None
            before = self._movement or Movement(finding.rest)
            self._question = finding.case, in_question(finding.case, finding.movement, last, before)
        return self._question[1]

    def left_late(self, game: Game, finding: Finding) -> Finding | None:
        """A verdict on the last turn that clears this one, which was found illegal; None where there is none.

        A late picture may show only after the verdict what that player laid, and so may one from which the player's own hand is gone. It counts as
        the last player's if the movement began in the picture while that may still have been late, or all that is new came out from under
        something, the last turn is legal with what the movement left, and this turn is illegal only without it.
        """
        for rest, case in self._perhaps_left_late(game, finding):
            ruling = judge_case(case)
            if ruling.verdict.outcome is Outcome.LEGAL and not is_illegal_after(ruling, finding.case):
                return Finding(rest, case, ruling, is_echo=False, movement=Movement(rest))
        return None

    @staticmethod
    def misread(game: Game, finding: Finding) -> list[TileSeenAnew]:
        """What was misread before a turn that was found illegal for nothing else (`live.deciding.late_light`)."""
        is_illegal = finding.ruling.verdict.outcome is Outcome.ILLEGAL
        return seen_anew(game, finding.case) if is_illegal and not finding.case.by_photo else []

    def cleared(self, game: Game, finding: Finding) -> Finding:
        """The finding, without what the last player may have laid where only that makes this turn illegal.

        Nobody knows whose it is: it then counts as having lain there before, and is held against nobody.
        """
        for _, last in self._perhaps_left_late(game, finding):
            if count_tiles(finding.case.before.table) - count_tiles(last.known.table()):
                continue
            before = with_table_left(finding.case.before, last.known.table(), last.press.player)
            case = replace(finding.case, before=before)
            ruling = judge_case(case)
            if ruling.verdict.outcome is not Outcome.ILLEGAL:
                return finding._replace(case=case, ruling=ruling)
        return finding

    def _perhaps_left_late(self, game: Game, finding: Finding) -> Iterator[tuple[Rest, Case]]:
        """The tables that the last player, whose turn was legal, may have left, as a late picture showed them, or one without the player's hand.

        There are none unless this turn is illegal.
        """
        last, at = self._legal(game), self._observer.rests.judged_at
        if finding.ruling.verdict.outcome is not Outcome.ILLEGAL or at is None or last is None:
            return
        latest = self._lag.latest(at, sure=not self._lag.is_known)
        for before, rest in itertools.pairwise(self._observer.rests.since(at)):
            if before.last_seen > latest and not self._sightings.was_beneath(game, rest, before):
                return
            if rest.is_placed:
                yield rest, replace(last, seen=rest.seen(game.copies, game.rack_areas))

    def _legal(self, game: Game) -> Case | None:
        """The last turn, if it was ended since the start and found legal by what the camera showed; else None."""
        last = game.judged
        if last is None or last.press.event != self._press or last.case.by_photo or last.host is not None:
            return None
        return last.case if last.verdict.outcome is Outcome.LEGAL else None
