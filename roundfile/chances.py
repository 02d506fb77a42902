"""What players could have laid in the turns of a round, as far as their racks are known.

A turn may say which rack it began with. A rack that was counted as tiles, together with what was laid in the turns before, tells what the player has
held since the last draw; and what could have been laid in the turn that ended with that draw, whichever tile was drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from referee.rulebook import Rulebook
from referee.solver.play import best_play
from referee.tiles import UNREAD, Tile, TileSet, parse_tiles
from roundfile.document import Document, read_table

_Rack = Counter[Tile]
_Turn = Mapping[str, Any]


def chances(document: Document, load: Callable[[str], Rulebook]) -> Mapping[int, TileSet]:
    """What could have been laid at least in the turns of which that is known, by their indices.

    Args:
        document: the round.
        load: gives the rulebook of an id.

    Raises:
        UserError: there is no such rulebook.
    """
    rules = load(document["rulebook"])
    if rules.discard.played or rules.open_tile.played:
        return {}  # tiles come from elsewhere than the pool, too
    found: dict[int, TileSet] = {}
    turns = document.get("turns", ())
    racks = document.get("result", {}).get("racks", {})
    for player in document["players"]:
        own = [index for index, turn in enumerate(turns) if turn["player"] == player]
        last = racks.get(player)
        held = _held([turns[index] for index in own], _tiles(last) if isinstance(last, str) else None)
        for index, possible in zip(reversed(own), held, strict=True):
            turn = turns[index]
            if possible and {"before", "opened"} <= turn.keys() and UNREAD not in turn["before"]:
                found[index] = _least(turn, possible, rules)
    return found


def _held(turns: Sequence[_Turn], last: _Rack | None) -> Iterator[list[_Rack]]:
    """Yields what a player may have held before each turn, the last one first; nothing where that is not known."""
    held = last
    for turn in reversed(turns):
        drew, played = turn.get("drew", 0), _tiles(turn.get("played", ""))
        possible = list[_Rack]()
        if held is not None and turn.get("verdict") == "legal" and "played" in turn and drew <= 1:
            possible = [held - Counter((tile,)) + played for tile in held] if drew else [held + played]
        held = possible[0] if possible and not drew else None
        if "rack" in turn:
            held = _tiles(turn["rack"])
            possible = [held]
        yield possible


def _least(turn: _Turn, racks: Sequence[_Rack], rules: Rulebook) -> TileSet:
    """The fewest tiles that the best play lays from any of the racks."""
    table = tuple(parse_tiles(names) for names in read_table(turn["before"]))
    least: TileSet | None = None
    for rack in racks:
        play = best_play(table, rack.elements(), rules, opened=turn["opened"]).played
        least = play if least is None or len(play) < len(least) else least
        if not least:
            break
    return least or ()


def _tiles(text: str) -> _Rack:
    return Counter(parse_tiles(text.split()))
