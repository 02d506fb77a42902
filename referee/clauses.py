"""The clauses of a rulebook: one frozen dataclass each, named as its table in the rulebook's file.

A field is a whole number, a yes or no, a choice or a list of choices, or seconds ("none" in the file for no limit).
Every clause carries its citation. A clause without fields of its own is what all booklets share; it stands here so that
a verdict can cite it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from referee.tiles import TILE_KINDS, Tile


class FourthColour(StrEnum):
    """The ink in which the edition prints the fourth colour; the notation is ``O`` for both."""

    ORANGE = "orange"
    YELLOW = "yellow"


class StartBy(StrEnum):
    """Who begins."""

    HIGHEST_TILE = "highest-tile"
    """Each player draws a tile, the highest number begins."""
    AGREED = "agreed"
    """Agreed upon, or by lot."""


class DrawFrom(StrEnum):
    """Where tiles are drawn from the pool."""

    ANYWHERE = "anywhere"
    LAST_STACK = "last-stack"
    """From the larger stack first."""


class TouchTable(StrEnum):
    """Whether a player's first lay-down may change what lies on the table."""

    NEVER = "never"
    AFTER_POINTS = "after-points"
    """Once the points needed lie there in sets of the player's own."""


class PenaltyTable(StrEnum):
    """What becomes of the table when a turn ends unfinished."""

    RESTORED = "restored"
    LOOSE_TO_RACK = "loose-to-rack"
    """Tiles that lie in no set go onto the player's rack, whoever laid them."""


class LostTiles(StrEnum):
    """What becomes of tiles whose place nobody remembers when the table is restored."""

    INTO_POOL = "into-pool"
    NONE = "none"
    """There are none, as the table is not restored."""


class TileSource(StrEnum):
    """Where a tile comes from."""

    RACK = "rack"
    TABLE = "table"


class Freed(StrEnum):
    """Where a freed joker must be laid in the same turn."""

    ANY_SET = "any-set"
    NEW_SET = "new-set"
    WITH_RACK = "with-rack"
    """In a new set, with two tiles from the rack at least (an English sheet, Pressman 2009)."""


class LastRound(StrEnum):
    """How a round goes on when the pool is empty."""

    ONE_TRY_EACH = "one-try-each"
    """Every player has one more turn."""
    UNTIL_STUCK = "until-stuck"
    """In turn, at least one tile each, until somebody is out or nobody can lay."""


class LastRoundStart(StrEnum):
    """Who has the first turn after the last tile was drawn."""

    DRAWER = "drawer"
    """The player who drew it."""
    NEXT = "next"


class BlockedPoints(StrEnum):
    """What is written down when nobody could go out."""

    OWN_MINUS = "own-minus"
    """Everyone, the winner too, writes their own rack as minus."""
    DIFFERENCE = "difference"
    """The others write their difference to the winner's rack as minus, the winner the total of those as plus."""


@dataclass(frozen=True, kw_only=True)
class Clause:
    """The base of all clauses."""

    citation: str
    """Booklet and section; marked as such where the clause is inherited."""
    is_inherited: bool = False
    """Whether it is of another booklet, since the page that would say it is missing or says nothing."""


@dataclass(frozen=True, kw_only=True)
class Box(Clause):
    """What is in the box."""

    fourth_colour: FourthColour
    copies: int
    """How many of each numbered tile."""
    jokers: int

    def number_of(self, tile: Tile) -> int:
        """How many of that tile are in the box."""
        return self.jokers if tile.is_joker else self.copies

    @property
    def size(self) -> int:
        """How many tiles are in the box."""
        return sum(map(self.number_of, TILE_KINDS))

    def surplus(self, counts: Mapping[Tile, int]) -> Iterator[tuple[Tile, int, int]]:
        """Yields each tile of which there are more than the box holds, with how many there are and how many it holds."""
        for tile, number in counts.items():
            if number > self.number_of(tile):
                yield tile, number, self.number_of(tile)


@dataclass(frozen=True, kw_only=True)
class Players(Clause):
    """How many play."""

    least: int
    most: int


@dataclass(frozen=True, kw_only=True)
class Start(Clause):
    """Who begins."""

    by: StartBy


@dataclass(frozen=True, kw_only=True)
class Direction(Clause):
    """Which way the turn passes."""

    clockwise: bool


@dataclass(frozen=True, kw_only=True)
class Deal(Clause):
    """How the tiles come onto the racks."""

    tiles: int
    """Tiles on each rack at the start."""
    stacks_each: int
    """Stacks each player gets; 0 where tiles are taken singly."""
    passed_left: bool
    """Whether each player passes the stacks to the left neighbour."""


@dataclass(frozen=True, kw_only=True)
class Pool(Clause):
    """How the pool lies and is drawn from."""

    stack: int
    """Tiles in a stack; 0 where the pool lies unstacked."""
    last_stack: int
    """Tiles in the last stack; 0 where the pool lies unstacked."""
    draw_from: DrawFrom


@dataclass(frozen=True, kw_only=True)
class Redeal(Clause):
    """When a player may ask for new tiles before the start."""

    allowed: bool
    pairs: int
    """Pairs of equal tiles that entitle to it; 0 where it is not allowed."""
    or_more: bool
    """Whether the booklet says "or more"."""
    shown: bool
    """Whether the pairs are laid open as proof."""


@dataclass(frozen=True, kw_only=True)
class Sets(Clause):
    """What a group and a run are (`referee.sets`)."""

    ordered: bool
    """Whether the tiles of a run must lie in ascending order at the end of a turn, and a player who lays none may not
    rearrange the table."""


@dataclass(frozen=True, kw_only=True)
class LowestOne(Clause):
    """1 is the lowest number and never follows 13."""


@dataclass(frozen=True, kw_only=True)
class Opening(Clause):
    """A player's first lay-down of the round."""

    points: int
    """Minimum worth of the sets laid, which must be wholly from the player's own rack; jokers count at the value they
    stand for."""
    touches_table: TouchTable


@dataclass(frozen=True, kw_only=True)
class FirstLayDown(Clause):
    """Who may lay the first tiles of a round."""

    after_opening_only: bool
    """Whether the booklet says that nobody lays a tile until somebody has opened."""


@dataclass(frozen=True, kw_only=True)
class Play(Clause):
    """What a turn consists of: at least one tile laid, or tiles drawn."""

    draw: int
    """Tiles drawn instead of laying."""


@dataclass(frozen=True, kw_only=True)
class DrawnTile(Clause):
    """Whether the tile just drawn may be laid."""

    barred: bool
    """Whether it must wait for the player's next turn."""


@dataclass(frozen=True, kw_only=True)
class Manipulation(Clause):
    """Rebuilding the sets on the table: nothing is left over and nothing goes back to a rack."""


@dataclass(frozen=True, kw_only=True)
class Time(Clause):
    """How long a turn may take."""

    seconds: float | None
    """Seconds of a turn's own; None for no limit or, where there is a bank, for none."""
    bank: int = 0
    """Seconds that each player has for a round besides: they pay for what a turn takes beyond its own time."""
    delay: int = 0
    """Seconds of each turn for which the bank does not pay (after Bronstein's chess clock)."""
    increment: int = 0
    """Seconds that each turn adds to the bank once it has ended (after Fischer's chess clock)."""
    extensions: int = 0
    """How many times a player may extend a turn."""
    extension: int = 30
    """Seconds that an extension adds to the turn."""
    refill: int = 1
    """Rounds after which each player has all extensions again; 0 for those of the whole game."""


@dataclass(frozen=True, kw_only=True)
class PenaltyClause(Clause):
    """The penalty for a turn that is illegal or not finished in time."""

    draw: int
    """Tiles drawn from the pool."""
    table: PenaltyTable
    lost: LostTiles
    extra_per_lost: int
    """Tiles drawn besides for each tile that could not be put back."""


@dataclass(frozen=True, kw_only=True)
class IdlePenalty(Clause):
    """The penalty for a turn that laid nothing and drew nothing, or drew too many tiles, and did nothing else wrong.

    No booklet names one.
    """

    asked: bool
    """Whether such a turn costs as much as any other illegal turn; else nothing."""


@dataclass(frozen=True, kw_only=True)
class OverrunPenalty(Clause):
    """The penalty for a turn that took too long, and did nothing else wrong."""

    draw: int
    """Tiles drawn from the pool; 0 for as many as after any other illegal turn."""


@dataclass(frozen=True, kw_only=True)
class Joker(Clause):
    """What a joker costs on a rack and how one on the table may be freed."""

    points: int
    """Points that a joker left on a rack counts."""
    exchange_from: tuple[TileSource, ...]
    """Where the tile that takes the joker's place may come from; in a group of three it may be of either missing
    colour. It makes no difference where sets may be split and a freed joker may go anywhere: then no tile is needed in
    its place."""
    exchange_before_opening: bool
    """Whether a player who has not opened may exchange a joker."""
    split: bool
    """Whether a set that holds a joker may be split, and so the joker freed without its tile."""
    freed: Freed
    group_needs_both: bool
    """Whether a joker leaves a group of three only for both tiles that the group lacks."""


@dataclass(frozen=True, kw_only=True)
class GoingOut(Clause):
    """A player who has laid every tile calls "Rummikub" and has won the round."""


@dataclass(frozen=True, kw_only=True)
class PoolEmpty(Clause):
    """How a round goes on without a pool."""

    announced: bool
    """Whether the player who draws the last tile says so."""
    last_round: LastRound
    starts: LastRoundStart


@dataclass(frozen=True, kw_only=True)
class Blocked(Clause):
    """How a round is scored that nobody could finish; the lowest rack wins."""

    points: BlockedPoints
    adds_up_to_zero: bool
    """Whether the points of the round add up to zero."""


@dataclass(frozen=True, kw_only=True)
class Tie(Clause):
    """Who wins a blocked round where the lowest racks are worth the same."""

    fewest_tiles: bool
    """Whether fewer tiles decide."""


@dataclass(frozen=True, kw_only=True)
class Scoring(Clause):
    """The losers write their racks as minus, the winner the total of them as plus; the column adds up to zero."""


@dataclass(frozen=True, kw_only=True)
class Match(Clause):
    """When a match of several rounds is over; the highest total wins it, and who are level share it."""

    points: int
    """The total that ends it once somebody has it at the end of a round (`referee.score.ScoreSheet.finish`); 0 where
    none is agreed on."""


@dataclass(frozen=True, kw_only=True)
class Discard(Clause):
    """The variant in which every turn takes a tile and discards one face up (`referee.faceup`)."""

    played: bool


@dataclass(frozen=True, kw_only=True)
class OpenTile(Clause):
    """The variant in which the last tile of the last stack lies face up, for whoever can go out with it."""

    played: bool


@dataclass(frozen=True, kw_only=True)
class Hand(Clause):
    """The variant in which going out in the very turn of the first lay-down makes the others lose more."""

    played: bool
    factor: int
    """Factor by which the losers' points are multiplied then; 1 where the variant is not played."""


@dataclass(frozen=True)
class Variant:
    """A way of playing that the booklet names, to be agreed upon before the round."""

    name: str
    summary: str
    citation: str
    clauses: tuple[tuple[str, Clause], ...]
    """The clauses that it changes, by name."""
