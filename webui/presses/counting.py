"""The presses at the end of a round: what the racks hold, and what is written down."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from live.game import commands
from live.game.commands import RefusedError
from live.table import LiveTable
from referee.tiles import UNREAD
from vision import quads
from webui.presses import fields
from webui.presses.table import Means, anybody, named, press
from webui.roles import Person

_ROUND = ("round",)


@press('{"winner": "Anna"}', about=_ROUND)
def over(live: LiveTable, winner: fields.MaybeText) -> None:
    """Says that the round is over and who went out, `winner?` null for nobody.

    Once more, with another name, it is that one. The clock stops, and the racks can be counted.
    """
    live.do(commands.end_round, winner)


@press()
def still_holds(live: LiveTable) -> None:
    """Of a round that is over since `winner` has gone out, as was counted or said: the round goes on.

    That player holds tiles after all.
    """
    live.do(commands.still_holds)


@press('{"tiles": 3}')
def pool_holds(live: LiveTable, tiles: fields.Count) -> None:
    """Of a round that is over since the pool was counted as empty, and nobody could lay: the round goes on.

    The pool holds so many tiles after all.
    """
    live.do(commands.pool_holds, tiles)


@press('{"player": "Ben", "rack": "K3 R11 J"}', own=named, about=_ROUND)
def count(live: LiveTable, player: fields.Text, rack: fields.MaybeRack) -> None:
    """Of a round that is over: what a player has left, points or tiles, in place of what was counted before.

    `rack?` null or empty takes it back. What cannot be then stands in `contradictions` and stops nothing.
    """
    live.do(commands.count_rack, player, rack)


@press('{"winner": "Anna", "racks": {"Ben": "24"}, "blocked": false}', about=_ROUND)
def score(live: LiveTable, winner: fields.Winner, racks: fields.Racks, *, blocked: fields.Yes) -> None:
    """Writes the round down.

    `racks` points or tiles of each player who has not gone out and whose rack is not counted yet, or is another than
    was counted; `winner?` null and `blocked?` true for a round that nobody could finish.
    """
    live.do(commands.score, racks, winner, blocked=blocked)


@press('{"round": 1, "player": "Ben", "points": -30}')
def amend(live: LiveTable, round_: fields.RoundNumber, points: fields.Points, player: fields.Text) -> None:
    """Writes other points of a player into a round of the sheet, with their sign.

    Where the round adds up to 0, the winner's follow. What stood there is kept, with who amended it and when.
    """
    live.do(commands.amend, round_, player, points, time.time())


@press('{"photo": "..."}', own=anybody, takes_time=True)
def rack(means: Means, who: Person, photo: fields.Photo) -> Mapping[str, Any]:
    """Reads a photo of a rack, a JPEG, HEIC or PNG in base64, 12 MiB at most, and changes nothing.

    It gives `{"tiles": ["R4", "?"], "doubtful": ["?"], "width": 1600, "height": 900, "seen": [...]}` in reading order;
    `seen` has of each tile `tile`, `doubt`, `corners` in pixels of the upright photo, and `likely`,
    `[tile, probability]`.
    """
    del who
    reading = means.read(photo, means.live.game.copies)
    order = [reading.tiles[index] for members in reading.sets for index in members]
    if not order:
        raise RefusedError("no tiles found: photograph the rack from the front, closer, or type its tiles", "no-tiles")
    seen = [
        {
            "tile": str(tile.tile or UNREAD),
            "doubt": tile.doubt or tile.tile is None,
            "corners": quads.to_json(tile.corners),
            "likely": [[str(kind), round(p, 4)] for kind, p in tile.alternatives()],
        }
        for tile in order
    ]
    return {
        "tiles": [tile["tile"] for tile in seen],
        "doubtful": [tile["tile"] for tile in seen if tile["doubt"]],
        "width": reading.width,
        "height": reading.height,
        "seen": seen,
    }
