"""One round: who is on turn, how many tiles each rack must hold, what is in the pool, and how the round ends.

A `Round` never changes; `Round.after_turn` gives the next one, so undoing a turn is keeping the round before it.

Which way the turn passes, what a penalty is, and what happens once the pool is empty come from the rulebook. The
players are given in their seats clockwise around the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from referee.allowance import Allowance
from referee.clauses import LastRound, LastRoundStart
from referee.errors import UserError
from referee.faceup import NOTHING, FaceUp
from referee.restore import due, restore
from referee.rulebook import Rulebook
from referee.tiles import Table, Tile, TileSet, count_tiles
from referee.verdict import Outcome, Penalty, Verdict

Handicaps = Mapping[str, float | None]
"""Seconds of a turn's own by player, None for no limit, where the table has agreed on others than the rulebook's."""


class RoundError(UserError):
    """A round that cannot be, such as a rack with fewer than no tiles. The message is one line, fit for the user."""


@dataclass(frozen=True)
class Round:
    """A moment of a round, between two turns."""

    rulebook: Rulebook
    players: tuple[str, ...]
    """The players in their seats, clockwise."""
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
    """How many players in a row could lay nothing since the pool was empty; an illegal turn does not tell what its
    player could have laid."""
    winner: str | None = None
    """Who laid the last tile of a rack; None while nobody has."""
    by_hand: bool = False
    """Whether the winner went out in the very turn of the first lay-down."""
    discards: Mapping[str, TileSet] = field(default_factory=lambda: MappingProxyType({}))
    """What each player has discarded face up, the last one last, in the variant that has it."""
    table_known: bool = True
    """Whether `table` is what lies there; a turn that nobody saw may have changed it."""
    counts_known: bool = True
    """Whether `counts` is what the racks hold; no longer known after a turn that laid tiles which nobody saw, nor after
    a wrong count."""
    times: Mapping[str, Allowance] = field(default_factory=lambda: MappingProxyType({}))
    """The time that players had at the start of the round, but for what the bank has paid since; who is not named has what the rulebook gives."""
    extensions: tuple[tuple[int, str], ...] = ()
    """Each extension that was taken: how many turns had been taken then, and by whom."""

    @classmethod
    def start(
        cls,
        players: Sequence[str],
        rulebook: Rulebook,
        first: str | None = None,
        *,
        handicaps: Handicaps = MappingProxyType({}),
        extensions: Mapping[str, int] = MappingProxyType({}),
    ) -> Round:
        """A round just dealt.

        Args:
            players: in their seats, clockwise.
            rulebook: the rules to play by.
            first: who begins; the first of `players` where not given.
            handicaps: what a turn's own time is for some players in place of what the rulebook gives.
            extensions: how many extensions some players have left of those of earlier rounds.

        Raises:
            RoundError: too few or too many players, a name twice or empty, or `first` is none of them.
        """
        least, most = rulebook.players.least, rulebook.players.most
        if not least <= len(players) <= most:
            line = f"{rulebook.title} is for {least} to {most} players, not for {len(players)}"
            raise RoundError(line, "players-count", least=least, most=most, count=len(players))
        if len(set(players)) < len(players) or not all(name.strip() for name in players):
            raise RoundError(
                f"every player needs a name of their own: {', '.join(map(repr, players))}", "players-names"
            )
        if first is not None and first not in players:
            raise RoundError(f"{first} cannot begin: {', '.join(players)} play")
        dealt, plain = rulebook.deal.tiles, Allowance.of(rulebook.time)
        times = {
            name: replace(plain, own=handicaps.get(name, plain.own), extensions=extensions.get(name, plain.extensions))
            for name in players
            if name in handicaps or name in extensions
        }
        return cls(
            rulebook=rulebook,
            players=tuple(players),
            seat=0 if first is None else list(players).index(first),
            counts=MappingProxyType(dict.fromkeys(players, dealt)),
            pool=rulebook.box.size - dealt * len(players),
            times=MappingProxyType(times),
        )

    @property
    def on_turn(self) -> str:
        """Whose turn it is; in a round that is over, whose it would be."""
        return self.players[self.seat]

    @property
    def allowance(self) -> Allowance:
        """The time that the turn of the player on turn may take."""
        return self.time_of(self.on_turn)

    def time_of(self, player: str) -> Allowance:
        """The time that this player's turn may take, be it the one that runs or the next."""
        given = self.times.get(player) or Allowance.of(self.rulebook.time)
        gone = [turn for turn, name in self.extensions if name == player]
        taken = gone.count(self.turns) if player == self.on_turn else 0
        return replace(given, extensions=given.extensions - len(gone), taken=taken)

    @property
    def handicaps(self) -> Handicaps:
        """What a turn's own time is for the players for whom the table has agreed on another than the rulebook's."""
        plain = Allowance.of(self.rulebook.time).own
        return {player: time.own for player, time in self.times.items() if time.own != plain}

    def extended(self) -> Round:
        """The round once the player on turn has taken an extension.

        Raises:
            RoundError: none is left, or the turn has no limit.
        """
        time = self.allowance
        if not time.extensions or time.limit is None:
            raise RoundError(f"no extension is left for {self.on_turn}", "no-extension", name=self.on_turn)
        return replace(self, extensions=(*self.extensions, (self.turns, self.on_turn)))

    def timed(self, seconds: float) -> Round:
        """The round once the turn that runs has taken so many `seconds`: what its player's bank holds after it."""
        given = self.times.get(self.on_turn) or Allowance.of(self.rulebook.time)
        paid = replace(given, bank=self.allowance.after(seconds).bank)
        return replace(self, times=MappingProxyType({**self.times, self.on_turn: paid}))

    def as_timed_by(self, other: Round, player: str) -> Round:
        """The round with the time that all but `player` have in `other`: a verdict on that player's turn is no matter of theirs.

        Nor does it take back an extension, but one of the turn that runs where that is somebody else's by the verdict.
        """
        own = {player: self.times[player]} if player in self.times else {}
        extensions = tuple(one for one in other.extensions if one[0] != self.turns or one[1] == self.on_turn)
        return replace(self, times=MappingProxyType({**other.times, **own}), extensions=extensions)

    @property
    def before_on_turn(self) -> str:
        """Who had the turn before, as the turn passes."""
        return self.players[(self.seat - self._step) % len(self.players)]

    def after(self, player: str) -> str:
        """Who has the turn after `player`, as the turn passes."""
        return self.players[(self.players.index(player) + self._step) % len(self.players)]

    @property
    def offered(self) -> Tile | None:
        """The discard that the player on turn may take; None where there is none."""
        pile = self.discards.get(self.before_on_turn, ())
        return pile[-1] if pile and self.rulebook.discard.played else None

    @property
    def points_factor(self) -> int:
        """Factor by which the losers' points are multiplied.

        It is more than 1 where the winner went out by hand and that variant is played.
        """
        return self.rulebook.hand.factor if self.by_hand else 1

    @property
    def _step(self) -> int:
        return 1 if self.rulebook.direction.clockwise else -1

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

    def after_turn(
        self,
        verdict: Verdict,
        after: Table,
        drew: int,
        face_up: FaceUp | None = NOTHING,
        *,
        shown: Table | None = None,
        laid: bool = True,
        out: bool = False,
    ) -> Round:
        """The round after the player on turn left the table as `after`, drew `drew` tiles and was given `verdict`.

        After an illegal turn the table and the rack are as the verdict's penalty has it.

        Args:
            verdict: what `referee.turn.judge` said.
            after: the table that the player left.
            drew: tiles drawn from the pool, without those of the penalty.
            face_up: what the turn did with tiles that lie face up; None where nobody knows.
            shown: after an illegal turn, the table as it lies once everything was put back (`referee.restore`); None
                where it is as it should be.
            laid: whether the player said that tiles were laid, which counts where nobody knows better.
            out: likewise, whether the player said that no tile is left on the rack.

        Raises:
            RoundError: the round is over, the verdict is undecided, or more tiles were laid or drawn than there were.
        """
        if verdict.outcome is Outcome.UNDECIDED:
            raise RoundError("the turn is undecided: settle its doubtful tiles first")
        self._check_drawn(drew, face_up)
        if not self.table_known:
            return self._after_photo(verdict, after, drew, face_up, laid=laid, out=out)
        number = len(verdict.played)
        if verdict.penalty is not None:
            return self._passed_on(self._punished(verdict.penalty, number, after, drew, face_up, shown), passed=False)
        following = replace(self._moved(number, drew, face_up), table=after, opened=self._opened_by(laid=number > 0))
        return self._passed_on(self._gone_out(following, out=out), passed=number == 0)

    def after_unseen(self, drew: int, face_up: FaceUp | None = NOTHING, *, laid: bool, out: bool = False) -> Round:
        """The round after a turn that nobody saw and that is trusted; the arguments are as for `after_turn`.

        It drew tiles, or it laid some that nobody counted; one that laid none leaves the table as it is.

        Raises:
            RoundError: the round is over, or more tiles were drawn than there are.
        """
        self._check_drawn(drew, face_up)
        following = replace(self._moved(0, drew, face_up), opened=self._opened_by(laid=laid))
        if laid:
            following = replace(following, table=(), table_known=False, counts_known=False)
        return self._passed_on(self._gone_out(following, out=out), passed=not laid)

    def with_tiles_left(self, player: str) -> Round:
        """The round where `player`, whose rack was counted as empty, holds tiles after all.

        It goes on, and the counts are known to be wrong. Without that count, the round is returned unchanged.
        """
        if player != self.winner:
            return self
        counts = {**self.counts, player: max(1, self.counts[player])}
        return replace(self, winner=None, by_hand=False, counts=MappingProxyType(counts), counts_known=False)

    def with_pool(self, tiles: int) -> Round:
        """The round where the pool holds `tiles` tiles after all: it goes on, and the counts are known to be wrong.

        Penalty tiles that nobody drew are in the pool and not on the rack that they were counted to.
        """
        return replace(self, pool=tiles, turns_left=None, passes=0, counts_known=False)

    def without(self, player: str) -> Round:
        """The round without a player who has left: the rack is mixed into the pool, and the turn passes on where it was that player's.

        No booklet says what happens then. With tiles in the pool again, no last round is counted.

        Raises:
            RoundError: too few would play on.
        """
        least = self.rulebook.players.least
        if len(self.players) <= least:
            line = f"{self.rulebook.title} is for {least} players or more: say that the round is over"
            raise RoundError(line, "players-few", least=least)
        others = tuple(name for name in self.players if name != player)
        following = self.players[(self.seat + self._step) % len(self.players)]
        return replace(
            self,
            players=others,
            seat=others.index(following if self.on_turn == player else self.on_turn),
            counts=MappingProxyType({name: self.counts[name] for name in others}),
            pool=self.pool + self.counts[player],
            opened=self.opened - {player},
            times=MappingProxyType({name: time for name, time in self.times.items() if name != player}),
            extensions=tuple(one for one in self.extensions if one[1] != player),
            turns_left=None,
            passes=0,
        )

    def _after_photo(
        self, verdict: Verdict, after: Table, drew: int, face_up: FaceUp | None, *, laid: bool, out: bool
    ) -> Round:
        """The round after a turn of which only the table that it left was seen.

        That table is known from here on, unless it cannot stay.
        """
        if verdict.penalty is None:
            moved = replace(self._moved(0, drew, face_up), opened=self._opened_by(laid=laid))
            following = replace(moved, table=after, table_known=True)
            return self._passed_on(self._gone_out(following, out=out), passed=not laid)
        moved = self._moved(0, drew - verdict.penalty.put_back, NOTHING)
        drawn = min(verdict.penalty.draw, moved.pool)
        return self._passed_on(replace(moved, pool=moved.pool - drawn), passed=False)

    def _opened_by(self, *, laid: bool) -> frozenset[str]:
        """Who has made the first lay-down after a turn that stands, and that laid tiles or not."""
        return self.opened | ({self.on_turn} if laid else set())

    def _check_drawn(self, drew: int, face_up: FaceUp | None) -> None:
        if self.over:
            raise RoundError("the round is over: start another one")
        face_up = face_up or NOTHING
        if not 0 <= drew + (face_up.took_open is not None) <= self.pool:
            besides = "" if face_up.took_open is None else " and the open one"
            line = f"{self.on_turn} drew {drew} tiles{besides}, but the pool holds {self.pool}"
            drawn = drew + (face_up.took_open is not None)
            raise RoundError(line, "drew-more", name=self.on_turn, number=drawn, held=self.pool)
        if face_up.took_discard is not None and face_up.took_discard != self.offered:
            offered = "none" if self.offered is None else str(self.offered)
            line = f"{self.on_turn} took the discard {face_up.took_discard}, but the last one is {offered}"
            raise RoundError(line, "not-offered", name=self.on_turn, tile=str(face_up.took_discard))

    def _moved(self, laid: int, drew: int, known: FaceUp | None) -> Round:
        """The round with the tiles of a turn moved: from the pool and from face up to the rack, and from there away.

        Where nobody knows what the turn took and discarded (`known` is None), it is assumed to have discarded as many
        tiles as it drew.
        """
        player, face_up = self.on_turn, known or NOTHING
        put = drew if known is None else len(face_up.put)
        held = self.counts[player] + drew + sum(face_up.taken.values())
        left = held - laid - put if self.counts_known else held
        if left < 0:
            number = laid + put
            line = f"{player} laid {number} tiles, but the rack held {held}"
            raise RoundError(line, "laid-more", name=player, number=number, held=held)
        discards = dict(self.discards)
        if face_up.took_discard is not None:
            discards[self.before_on_turn] = discards[self.before_on_turn][:-1]
        if face_up.discarded is not None:
            discards[player] = (*discards.get(player, ()), face_up.discarded)
        return replace(
            self,
            counts=MappingProxyType({**self.counts, player: left}),
            pool=self.pool - drew - (face_up.took_open is not None),
            discards=MappingProxyType(discards),
        )

    def _gone_out(self, following: Round, *, out: bool = False) -> Round:
        """`following`, the round after a turn, with its winner if the player on turn has no tile left.

        That is told by the count of the rack, and without a count by what was said (`out`).
        """
        if following.counts[self.on_turn] and (following.counts_known or not out):
            return following
        return replace(following, winner=self.on_turn, by_hand=self.on_turn not in self.opened)

    def _punished(
        self, penalty: Penalty, laid: int, after: Table, drew: int, face_up: FaceUp | None, shown: Table | None
    ) -> Round:
        lying = due(self.table, after, penalty, self.rulebook) if shown is None else shown
        settled = restore(self.table, after, lying, penalty, self.rulebook)
        moved = self._moved(
            0 if penalty.restore else laid, drew - penalty.put_back, NOTHING if penalty.restore else face_up
        )
        back = len(settled.to_rack) - (laid if penalty.restore else 0)
        pool = moved.pool + len(settled.to_pool)
        drawn = min(settled.draw, pool)
        stays = count_tiles(settled.table) - count_tiles(self.table)
        following = replace(
            moved,
            table=settled.table,
            counts=MappingProxyType({**moved.counts, self.on_turn: moved.counts[self.on_turn] + back + drawn}),
            pool=pool - drawn,
            opened=self.opened | ({self.on_turn} if stays else set()),
        )
        return self._gone_out(following)

    def _passed_on(self, following: Round, *, passed: bool) -> Round:
        """`following` with the turn passed on, and the last round counted.

        `passed` says whether the turn was legal and laid nothing.
        """
        rule = self.rulebook.pool_empty
        seat = (self.seat + self._step) % len(self.players)
        turns_left, passes = self.turns_left, self.passes
        if turns_left is not None:
            turns_left -= 1
        elif following.pool == 0 and rule.last_round is LastRound.ONE_TRY_EACH:
            turns_left = len(self.players)
            seat = self.seat if rule.starts is LastRoundStart.DRAWER else seat
        elif self.pool == 0:
            passes = passes + 1 if passed and following.pool == 0 else 0
        return replace(following, seat=seat, turns=self.turns + 1, turns_left=turns_left, passes=passes)
