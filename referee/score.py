"""The score sheet: what is written down after a round, and its control sum.

After "Rummikub" the losers write their racks as minus and the winner the total of them as plus, in every booklet. How a
round counts that nobody could finish differs: see `referee.clauses.Blocked` and `referee.clauses.Tie`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Self

from referee.clauses import BlockedPoints
from referee.errors import UserError
from referee.rulebook import Rulebook
from referee.tiles import Tile, count_tiles

Rack = Sequence[Tile] | int
"""What a player has left: the tiles, or their points where somebody has counted them already."""


class ScoreError(UserError):
    """Racks that cannot be scored. The message is one line, fit for the user."""


@dataclass(frozen=True)
class Column:
    """What one round brought each player."""

    points: Mapping[str, int]
    """Points by player, in the order in which they were given."""
    winner: str | None
    """Who won the round; None where a blocked round ends level."""
    blocked: bool = False

    @property
    def control(self) -> int:
        """The column's control sum: 0 unless the round was blocked and the rulebook has everyone write minus points."""
        return sum(self.points.values())

    def amended(self, player: str, points: int) -> Column:
        """The column with other points of `player`.

        If it added up to 0, the winner's points change so that it does again.

        Raises:
            ScoreError: the column has no such player.
        """
        if player not in self.points:
            raise ScoreError(f"{player} does not play")
        changed = {**self.points, player: points}
        if self.winner is not None and self.winner != player and self.control == 0:
            changed[self.winner] -= sum(changed.values())
        return replace(self, points=changed)

    def to_json(self) -> dict[str, Any]:
        """The column as JSON, as far as ``tileref score --json`` prints it."""
        return {
            "winner": self.winner,
            "blocked": self.blocked,
            "points": dict(self.points),
            "control": self.control,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """The column that `to_json` wrote.

        Raises:
            KeyError: a field is missing.
        """
        return cls(data["points"], data["winner"], blocked=data["blocked"])


class Finish(NamedTuple):
    """How a match to an agreed number of points ended."""

    round: int
    """Number of the round after which somebody had that many points, from 1."""
    winners: tuple[str, ...]
    """Who had the highest total then; several who were level share the match."""
    points: int
    """The highest total then."""


@dataclass(frozen=True)
class ScoreSheet:
    """All rounds of a game."""

    players: tuple[str, ...]
    """Everybody who has played in it."""
    columns: tuple[Column, ...] = ()
    """Each about the players of its round: who came later or had left has no points there."""

    def __post_init__(self) -> None:
        """Check that no column is about anybody else.

        Raises:
            ScoreError: one is.
        """
        for number, column in enumerate(self.columns, 1):
            if not column.points.keys() <= set(self.players):
                raise ScoreError(
                    f"round {number} scores {', '.join(column.points)}, but {', '.join(self.players)} play"
                )

    @classmethod
    def going_on(cls, players: Sequence[str], columns: tuple[Column, ...]) -> Self:
        """The sheet of `players` in their seats and, behind them, of who left; behind these stands who else has played in one of the `columns`."""
        return cls(tuple(dict.fromkeys([*players, *(name for column in columns for name in column.points)])), columns)

    @property
    def totals(self) -> dict[str, int]:
        """Each player's points over all rounds, in seating order."""
        return {player: sum(column.points.get(player, 0) for column in self.columns) for player in self.players}

    @property
    def control(self) -> int:
        """The sum of the totals."""
        return sum(column.control for column in self.columns)

    @property
    def leaders(self) -> tuple[str, ...]:
        """Who has the highest total; several where they are level, nobody before the first round."""
        if not self.columns:
            return ()
        best = max(self.totals.values())
        return tuple(player for player, points in self.totals.items() if points == best)

    def finish(self, goal: int) -> Finish | None:
        """How a match to `goal` points ended.

        It is None while nobody has had that many at the end of a round, and where `goal` is 0. Rounds that people play
        after that change nothing about it.
        """
        for number in range(1, len(self.columns) + 1 if goal else 0):
            sheet = ScoreSheet(self.players, self.columns[:number])
            best = max(sheet.totals.values())
            if best >= goal:
                return Finish(number, sheet.leaders, best)
        return None

    def amended(self, number: int, player: str, points: int) -> ScoreSheet:
        """The sheet with other points of `player` in round `number`, from 1.

        Raises:
            ScoreError: there is no such round, or no such player.
        """
        if not 1 <= number <= len(self.columns):
            raise ScoreError(f"there is no round {number} on the sheet")
        column = self.columns[number - 1].amended(player, points)
        return ScoreSheet(self.players, (*self.columns[: number - 1], column, *self.columns[number:]))

    def add(self, column: Column) -> ScoreSheet:
        """The sheet with one more round.

        Raises:
            ScoreError: the column is about somebody else.
        """
        return ScoreSheet(self.players, (*self.columns, column))


def rack_points(tiles: Iterable[Tile], rulebook: Rulebook) -> int:
    """The points of `tiles` left on a rack: their numbers, and for a joker what the rulebook says."""
    return sum(rulebook.joker.points if tile.is_joker else tile.number for tile in tiles)


def score_round(
    racks: Mapping[str, Rack],
    rulebook: Rulebook,
    winner: str | None = None,
    *,
    blocked: bool = False,
    by_hand: bool = False,
    confirmed: bool = True,
) -> Column:
    """The column of one round.

    Args:
        racks: what each losing player has left; of a blocked round, what every player has left.
        rulebook: the rules played by.
        winner: who went out. Of a blocked round, only to break a tie that the rulebook leaves open.
        blocked: whether nobody could go out.
        by_hand: whether the winner laid all tiles in the turn of the first lay-down, in the variant that rewards it.
        confirmed: whether a person stands for the racks; where not, more of a tile than the box holds are counted all
            the same.

    Raises:
        ScoreError: the racks and the winner contradict each other or the box.
    """
    _check_players(racks, rulebook, winner, blocked=blocked)
    if confirmed:
        _check_box(racks, rulebook)
    if by_hand and (blocked or not rulebook.hand.played):
        why = "nobody went out" if blocked else f"{rulebook.title} does not play that variant"
        raise ScoreError(f"the round cannot have been won by hand: {why}")
    sums = {player: rack if isinstance(rack, int) else rack_points(rack, rulebook) for player, rack in racks.items()}
    if blocked:
        return _blocked(racks, sums, rulebook, winner)
    factor = rulebook.hand.factor if by_hand else 1
    points = {player: -factor * total for player, total in sums.items()}
    if winner is None:
        raise ScoreError("nobody is named as the winner: say who went out, or that the round was blocked")
    return Column({**points, winner: -sum(points.values())}, winner)


def _blocked(racks: Mapping[str, Rack], sums: Mapping[str, int], rulebook: Rulebook, winner: str | None) -> Column:
    level = _lowest(racks, sums, rulebook, winner)
    if winner is not None and winner not in level:
        has = "has" if len(level) == 1 else "have"
        line = f"{winner} has not the lowest rack of the blocked round: {' and '.join(level)} {has}"
        raise ScoreError(line, "not-lowest", name=winner, names=level)
    if winner is None and len(level) == 1:
        winner = level[0]
    if rulebook.blocked.points is BlockedPoints.OWN_MINUS:
        return Column({player: -total for player, total in sums.items()}, winner, blocked=True)
    if winner is None:
        line = f"{' and '.join(level)} are level in the blocked round, and {rulebook.title} has one winner: agree on one of them"
        raise ScoreError(line, "level", names=level)
    points = {player: sums[winner] - total for player, total in sums.items()}
    return Column({**points, winner: -sum(points.values())}, winner, blocked=True)


def _lowest(racks: Mapping[str, Rack], sums: Mapping[str, int], rulebook: Rulebook, winner: str | None) -> list[str]:
    """Who has the lowest rack; several where they are level.

    Raises:
        ScoreError: the fewest tiles decide, nobody knows how many tiles a counted rack has, and no winner is named.
    """
    level = [player for player, total in sums.items() if total == min(sums.values())]
    if len(level) == 1 or not rulebook.tie.fewest_tiles:
        return level
    counts = {player: len(rack) for player in level if not isinstance(rack := racks[player], int)}
    if len(counts) < len(level) and winner is None:
        points = sums[level[0]]
        line = (
            f"{' and '.join(level)} are level at {points}, and then the fewest tiles win: give their racks as tiles, "
        )
        raise ScoreError(f"{line}or name the winner", "level-tiles", names=level, points=points)
    fewest = min(counts.values(), default=0)
    return [player for player in level if counts.get(player, fewest) == fewest]


def _check_players(racks: Mapping[str, Rack], rulebook: Rulebook, winner: str | None, *, blocked: bool) -> None:
    players = {*racks} | ({winner} if winner is not None else set())
    least, most = rulebook.players.least, rulebook.players.most
    if not racks:
        raise ScoreError("no rack is given: give one as NAME=K3,R11,J or NAME=24 for each player who has tiles left")
    if not blocked and winner in racks:
        raise ScoreError(f"{winner} is the winner and has a rack: leave that rack out, or score the round as blocked")
    if blocked and winner is not None and winner not in racks:
        raise ScoreError(f"{winner} has no rack: in a blocked round every player has one", "rack-missing", name=winner)
    if not least <= len(players) <= most:
        raise ScoreError(f"{rulebook.title} is for {least} to {most} players, not for {len(players)}")
    for player, rack in racks.items():
        left = rack if isinstance(rack, int) else len(rack)
        if left <= 0:
            line = f"{player} has {left} left: whoever has tiles left has points, and who has none has won"
            raise ScoreError(line, "rack-empty", name=player)


def _check_box(racks: Mapping[str, Rack], rulebook: Rulebook) -> None:
    counts = count_tiles(rack for rack in racks.values() if not isinstance(rack, int))
    for tile, number, held in rulebook.box.surplus(counts):
        line = f"{tile} is on the racks {number} times, but the box holds {held}: look at the racks again"
        raise ScoreError(line, "racks-box", tile=str(tile), number=number, held=held)
