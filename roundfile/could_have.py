"""Whether a player could have laid tiles at each turn of a round, as far as the rack is known.

A rack that is known at one moment, with what the player has laid since, holds all that was on the rack before; which of these tiles were drawn
since, nobody knows. A tile that was laid before the next draw was there; of the others as many are missing as were drawn, and none
that was laid before it was drawn. What holds whichever they were is certain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate
from typing import Any, NamedTuple

from referee.rulebook import Rulebook
from referee.solver.play import BestPlay, best_play
from referee.text import printable
from referee.tiles import UNREAD, Table, Tile, TileSet, ordered, parse_tiles
from roundfile.document import Document, RoundFileError, read_table

_MOST_SOLVED = 60
"""Maximum number of racks of a turn for which the play is looked for; past them nothing is said to hold whichever tiles were drawn."""

_Tiles = Counter[Tile]


class Could(StrEnum):
    """Whether tiles could have been laid."""

    YES = "yes"
    """Whichever tiles were drawn later."""
    IF = "if"
    """If some tiles were on the rack by then (`CouldHave.needs`)."""
    NO = "no"
    UNKNOWN = "unknown"


class CouldHave(NamedTuple):
    """A turn of the player."""

    number: int
    """Its number in the round, from 1."""
    turn: Mapping[str, Any]
    """What the file says of it."""
    could: Could
    play: BestPlay | None = None
    """What could have been laid; None where that is nothing, or not known."""
    needs: TileSet = ()
    """The tiles of the play that may have been drawn later."""


def could_have(document: Document, player: str, rules: Rulebook, rack: TileSet | None = None) -> Iterator[CouldHave]:
    """Yields each turn of the player with whether tiles could have been laid in it: by who had not opened, the first lay-down.

    Args:
        document: the round.
        player: one of its players.
        rules: the rulebook to go by.
        rack: what the player had left when the round ended, or when the file does; what the file says, unless given.

    Raises:
        RoundFileError: nobody of that name plays.
    """
    if player not in document["players"]:
        raise RoundFileError(printable(f"{player} does not play: take one of {', '.join(document['players'])}"))
    left = _left(document.get("result", {}), player) if rack is None else rack
    left = _tiles(left) if isinstance(left, str) else left
    is_elsewhere = rules.discard.played or rules.open_tile.played  # tiles come onto racks not only from the pool
    held = None if left is None or isinstance(left, int) else _Held.exactly(left)
    turns: Sequence[Mapping[str, Any]] = document.get("turns", ())
    found = []
    for k in reversed(range(len(turns))):
        turn = turns[k]
        if turn["player"] != player:
            continue
        following = turns[k + 1] if k + 1 < len(turns) else None
        held = None if held is None or is_elsewhere else held.before(turn, following)
        if "rack" in turn:
            held = _Held.exactly(_tiles(turn["rack"]))
        elif held is not None and turn.get("rack_size", held.size) != held.size:
            held = None  # something happened that the file does not say
        table = turn.get("before", UNREAD)
        if held is None or UNREAD in table or "opened" not in turn:
            found.append(CouldHave(k + 1, turn, Could.UNKNOWN))
        else:
            lies = tuple(parse_tiles(tiles) for tiles in read_table(table))
            found.append(CouldHave(k + 1, turn, *_Search(held, lies, rules, opened=turn["opened"]).answer()))
    yield from reversed(found)


def _left(result: Mapping[str, Any], player: str) -> Any:
    """What the file says that a player had left: who went out, nothing."""
    went_out = result.get("winner") == player and not result.get("blocked", False)
    return "" if went_out else result.get("racks", {}).get(player)


@dataclass(frozen=True)
class _Held:
    """What was on a rack: all of the first part, and of the others so much that what is missing was drawn since."""

    parts: tuple[_Tiles, ...]
    """The tiles that were laid, or left, after the draw of the same place in `drawn`; the first were laid before any."""
    drawn: tuple[int, ...] = ()
    """How many tiles each draw brought, the earliest first."""

    @classmethod
    def exactly(cls, tiles: TileSet) -> _Held:
        return cls((Counter(tiles),))

    @property
    def all(self) -> _Tiles:
        return sum(self.parts, _Tiles())

    @property
    def size(self) -> int:
        return self.all.total() - sum(self.drawn)

    def before(self, turn: Mapping[str, Any], following: Mapping[str, Any] | None) -> _Held | None:
        """What was held before a turn, if this was held after it; None where the file does not say enough."""
        change, drew = _change(turn, following), _drew(turn)
        if change is None or drew is None:
            return None
        laid, taken = change
        first, *rest = self.parts
        if drew and laid and turn.get("verdict") == "legal":  # the drawn tile may have been laid at once
            first, laid = first + laid, _Tiles()
        parts = (laid, first, *rest) if drew else (first + laid, *rest)
        held = _Held(parts, (drew, *self.drawn) if drew else self.drawn)
        without = held.taking(taken)
        if without is None or _Held(without, held.drawn).size < 0:
            return None
        shown = _Tiles() if turn["verdict"] == "legal" else Counter(_tiles(turn.get("played", "")))
        beside = _Held(without, held.drawn).taking(shown)  # None where they were misread
        return _Held(without if beside is None else (beside[0] + shown, *beside[1:]), held.drawn)

    def taking(self, tiles: _Tiles) -> tuple[_Tiles, ...] | None:
        """The parts without some tiles, each gone from the first part that has it; None where they are not there."""
        left = []
        for part in self.parts:
            left.append(part - tiles)
            tiles = tiles - part
        return None if tiles else tuple(left)

    def may_lack(self, tiles: _Tiles) -> bool:
        """Whether these tiles, of the parts but the first, may all have been drawn later."""
        counts = []
        for part in reversed(self.parts[1:]):
            counts.append((tiles & part).total())
            tiles = tiles - part
        return all(n <= most for n, most in zip(accumulate(reversed(counts)), accumulate(self.drawn), strict=True))

    def may_have(self, tiles: _Tiles) -> bool:
        """Whether these tiles may all have been there, beside the first part."""
        left = _Held((_Tiles(), *self.parts[1:]), self.drawn).taking(tiles)
        may_be_drawn = 0
        for part, most in zip((left or ())[1:], accumulate(self.drawn), strict=left is not None):
            may_be_drawn = min(most, may_be_drawn + part.total())
        return left is not None and may_be_drawn == sum(self.drawn)


class _Search:
    """Looks for plays of a rack that is known in part."""

    def __init__(self, held: _Held, table: Table, rules: Rulebook, *, opened: bool) -> None:
        self._held, self._table, self._rules, self._opened = held, table, rules, opened
        self._sure, self._all = held.parts[0], held.all
        self._left = _MOST_SOLVED
        self._is_exact = True

    def answer(self) -> tuple[Could, BestPlay | None, TileSet]:
        sure = self._play(self._sure)
        if sure.played:
            return Could.YES, sure, ()
        found = self._some(_Tiles())
        if found is None:
            return (Could.NO if self._is_exact else Could.UNKNOWN), None, ()
        play, needs = found
        return (Could.YES if self._always(_Tiles()) else Could.IF), play, ordered(needs)

    def _play(self, hand: _Tiles) -> BestPlay:
        self._left -= 1
        return best_play(self._table, hand.elements(), self._rules, opened=self._opened)

    def _needing_least(self, play: BestPlay) -> tuple[BestPlay, _Tiles]:
        """A play with as few of the tiles as can be of which nobody knows whether they were there, and these."""
        needs = Counter(play.played) - self._sure
        for tile in ordered(needs):
            if needs[tile]:
                other = self._play(self._sure + needs - Counter([tile]))
                if other.played:
                    play, needs = other, Counter(other.played) - self._sure
        return play, needs

    def _some(self, lacking: _Tiles) -> tuple[BestPlay, _Tiles] | None:
        """A play, and what it needs, if some drawing of tiles, these among them, allows for one."""
        found = self._without(lacking)
        if found is None or self._held.may_have(found[1]):
            return found
        return next(filter(None, map(self._some, self._more(lacking, found[1]))), None)

    def _always(self, lacking: _Tiles) -> bool:
        """Whether there is a play whichever tiles were drawn later, these among them; False where that takes too long."""
        found = self._without(lacking)
        return found is not None and all(map(self._always, self._more(lacking, found[1])))

    def _without(self, lacking: _Tiles) -> tuple[BestPlay, _Tiles] | None:
        """A play of all tiles but these, and what it needs; None where none is found."""
        play = self._play(self._all - lacking) if self._left > 0 else None
        if play is None or not play.played:
            self._is_exact = self._is_exact and play is not None and play.most
            return None
        return self._needing_least(play)

    def _more(self, lacking: _Tiles, needs: _Tiles) -> Iterator[_Tiles]:
        """Yields what may be lacking with one tile more, of those that a play needs."""
        if lacking.total() < sum(self._held.drawn):
            yield from filter(self._held.may_lack, (lacking + Counter([tile]) for tile in needs))


def _change(turn: Mapping[str, Any], following: Mapping[str, Any] | None) -> tuple[_Tiles, _Tiles] | None:
    """The tiles that a turn brought from the rack onto the table, and from the table onto the rack; None where nobody knows."""
    if turn.get("verdict") == "legal":
        after = turn.get("after")
    elif turn.get("verdict") != "illegal":
        return None
    elif following is not None:
        after = following.get("before")
    else:
        after = turn.get("before") if turn.get("penalty", {}).get("restore") else None
    if after is None or UNREAD in after or UNREAD in turn.get("before", UNREAD):
        return None
    was, now = (Counter(_tiles(text.replace("|", " "))) for text in (turn["before"], after))
    return now - was, was - now


def _drew(turn: Mapping[str, Any]) -> int | None:
    """How many tiles came onto the rack from the pool with a turn, its penalty among them; None where nobody knows."""
    drew: int = turn.get("drew", 0)
    if turn.get("verdict") == "legal":
        return drew
    penalty = turn.get("penalty", {})
    lost = any(one["code"] == "tile-missing" for one in turn.get("violations", ()))
    if "draw" not in penalty or (lost and penalty.get("extra_per_lost")):
        return None
    paid: int = penalty["draw"] - penalty.get("put_back", 0)
    return drew + paid


def _tiles(text: str) -> TileSet:
    return parse_tiles(text.split())
