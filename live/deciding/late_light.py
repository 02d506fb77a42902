"""Tiles that were misread beyond doubt, and that a later picture shows as they are.

A tile that lies exactly where one lay, and is read as another, is that one: nobody lays a tile so exactly in the place of
another (`live.game.pins`). It was laid in the last turns: one that lay there for longer was seen too often to have been
misread. Where that alone makes a turn illegal, or nothing else has changed on the table, what was known is put right, and
the turn is judged by that, if it was one and no echo of the last press. The turn that laid the tile is judged once more,
for everybody to know; its verdict stays, since what followed was played on it.
"""

from __future__ import annotations

from dataclasses import replace

from live.game.case import Case
from live.game.judging import judge_case
from live.game.phases import Judged
from live.game.pins import Pin, add_pin, in_place
from live.game.state import Game
from live.game.tiles import TileSeenAnew
from referee.tiles import Tile
from referee.verdict import Outcome

BACK = 3
"""Turns back within which a misread tile was laid."""

_MOST = 2  # tiles misread at once: more than that is somebody's doing


def seen_anew(game: Game, case: Case) -> list[TileSeenAnew]:
    """What was misread before the turn of this `case`, found illegal; nothing where the turn changed something else, and is illegal all the same.

    A joker is never among it: somebody may have laid the tile that it stood for in its place.
    """
    found = [
        event
        for tile, pin in in_place(case.known, case.pins)
        if _are_two_numbers(pin.tile, tile.certain)
        and (event := _of(game, pin, Pin.at(tile, case.known, tile.certain))) is not None
    ]
    if not 0 < len(found) <= _MOST:
        return []
    before, pins = case.before, case.pins
    for event in found:
        before, pins = event.recast(before, pins), add_pin(pins, event.pin)
    put_right = replace(case, before=before, pins=pins)
    is_faultless = put_right.untouched or judge_case(put_right).verdict.outcome is not Outcome.ILLEGAL
    return found if is_faultless else []


def _are_two_numbers(one: Tile | None, other: Tile | None) -> bool:
    """Whether these are two different tiles, and no joker."""
    return one is not None and other is not None and one != other and not (one.is_joker or other.is_joker)


def _of(game: Game, was: Pin, now: Pin) -> TileSeenAnew | None:
    """The event that says so, with the turn that laid the tile and what its verdict would have been; None where no picture but that turn's was sure of it."""
    for turn in reversed(game.turns[-BACK:]):
        if not isinstance(turn, Judged) or turn.case.by_photo:
            return None
        if any(pin.tile == was.tile and pin.is_near(was) for pin in turn.case.pins):
            continue  # it lay there before
        if was.tile is None or not turn.case.laid[was.tile]:
            return None
        then = replace(now, likely=was.likely)  # as it looked in that turn
        anew = judge_case(replace(turn.case, pins=add_pin(turn.case.pins, then))).verdict.outcome
        return TileSeenAnew(now, None, (was.tile,), turn=turn.press.event, player=turn.press.player, outcome=anew)
    return None
