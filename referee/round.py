"""One round: who is on turn, how many tiles each rack must hold, what is in the pool, and how the round ends.

A `Round` never changes; `Round.after_turn` gives the next one, so undoing a turn is keeping the round before it.

Which way the turn passes, what a penalty is, and what happens once the pool is empty come from the rulebook. The players are
given in their seats clockwise around the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from referee.clauses import LastRound, LastRoundStart
from referee.rulebook import Rulebook
from referee.sets import fault
from referee.tiles import Table
from referee.verdict import Outcome, Penalty, Verdict


class RoundError(ValueError):
    """A round that cannot be, such as a rack with fewer than no tiles. The message is one line, fit for the user."""


@dataclass(frozen=True)
class Round:
    """A moment of a round, between two turns."""

    rulebook: Rulebook
    players: tuple[str, ...]
    """In their seats, clockwise."""
    seat: int
    """Whose turn it is, as an index into `players`."""
    counts: Mapping[str, int]
    """How many tiles each player's rack must hold."""
    pool: int
    """How many tiles the pool holds."""
    opened: frozenset[str] = frozenset()
    """Who has made the first lay-down."""
    table: Table = ()
    turns: int = 0
    """How many turns have been taken."""
    turns_left: int | None = None
    """Turns left of the last round; None where there is no last round, or not yet."""
    passes: int = 0
    """How many players running have laid nothing since the pool was empty."""
    winner: str | None = None
    """Who laid the last tile of a rack; None while nobody has."""

    @classmethod
    def start(cls, players: Sequence[str], rulebook: Rulebook, first: str | None = None) -> Round:
        """A round just dealt.

        Args:
            players: in their seats, clockwise.
            rulebook: the rules to play by.
            first: who begins; the first of `players` where not given.

        Raises:
            RoundError: too few or too many players, a name twice or empty, or `first` is none of them.
        """
        least, most = rulebook.players.least, rulebook.players.most
        if not least <= len(players) <= most:
            raise RoundError(f"{rulebook.title} is for {least} to {most} players, not for {len(players)}")
        if len(set(players)) < len(players) or not all(name.strip() for name in players):
            raise RoundError(f"every player needs a name of their own: {', '.join(map(repr, players))}")
        if first is not None and first not in players:
            raise RoundError(f"{first} cannot begin: {', '.join(players)} play")
        dealt = rulebook.deal.tiles
        return cls(
            rulebook=rulebook,
            players=tuple(players),
            seat=0 if first is None else list(players).index(first),
            counts=MappingProxyType(dict.fromkeys(players, dealt)),
            pool=rulebook.tiles - dealt * len(players),
        )

    @property
    def on_turn(self) -> str:
        """Whose turn it is; of a round that is over, whose it would be."""
        return self.players[self.seat]

    @property
    def over(self) -> bool:
        """Whether the round has ended."""
        return self.winner is not None or self.blocked

    @property
    def blocked(self) -> bool:
        """Whether the round has ended although nobody has gone out."""
        if self.winner is not None:
            return False
        return self.turns_left == 0 or self.passes >= len(self.players)

    def after_turn(self, verdict: Verdict, after: Table, drew: int) -> Round:
        """The round after the player on turn left the table as `after`, drew `drew` tiles and was given `verdict`.

        After an illegal turn the table and the rack are as the verdict's penalty has it.

        Raises:
            RoundError: the round is over, the verdict is undecided, or more tiles were laid or drawn than there were.
        """
        if self.over:
            raise RoundError("the round is over: start another one")
        if verdict.outcome is Outcome.UNDECIDED:
            raise RoundError("the turn is undecided: settle its doubtful tiles first")
        if not 0 <= drew <= self.pool:
            raise RoundError(f"{self.on_turn} drew {drew} tiles, but the pool holds {self.pool}")
        laid = len(verdict.played)
        if verdict.penalty is not None:
            return self._passed_on(self._punished(verdict.penalty, laid, after, drew), laid=False)
        left = self.counts[self.on_turn] + drew - laid
        if left < 0:
            raise RoundError(f"{self.on_turn} laid {laid} tiles, but the rack held {self.counts[self.on_turn]}")
        following = replace(
            self,
            table=after,
            counts=MappingProxyType({**self.counts, self.on_turn: left}),
            pool=self.pool - drew,
            opened=self.opened | ({self.on_turn} if laid else set()),
            winner=None if left else self.on_turn,
        )
        return self._passed_on(following, laid=laid > 0)

    def _punished(self, penalty: Penalty, laid: int, after: Table, drew: int) -> Round:
        drawn = drew + min(penalty.draw, self.pool - drew)
        kept = 0 if penalty.restore else laid - len(penalty.take)
        count = self.counts[self.on_turn] + drawn - kept
        return replace(
            self,
            table=self.table if penalty.restore else tuple(tiles for tiles in after if fault(tiles) is None),
            counts=MappingProxyType({**self.counts, self.on_turn: count}),
            pool=self.pool - drawn,
            opened=self.opened | ({self.on_turn} if kept > 0 else set()),
        )

    def _passed_on(self, following: Round, *, laid: bool) -> Round:
        """`following` with the turn passed on, and the last round counted."""
        rule = self.rulebook.pool_empty
        step = 1 if self.rulebook.clockwise else -1
        seat = (self.seat + step) % len(self.players)
        turns_left, passes = self.turns_left, self.passes
        if turns_left is not None:
            turns_left -= 1
        elif following.pool == 0 and rule.last_round is LastRound.ONE_TRY_EACH:
            turns_left = len(self.players)
            seat = self.seat if rule.starts is LastRoundStart.DRAWER else seat
        elif self.pool == 0:
            passes = 0 if laid else passes + 1
        return replace(following, seat=seat, turns=self.turns + 1, turns_left=turns_left, passes=passes)
