"""What it means for the table before that a person says of a tile what it is: it has always been that."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import NamedTuple

from live.events import TileSaid
from live.pins import Pin, Pins
from live.seen import same_look
from referee.round import Round
from referee.tiles import Table, Tile


def recast(state: Round, pins: Pins, event: TileSaid) -> Round:
    """The round with a tile that had been misread before as what it is: it has always been that."""
    said = event.pin
    found = _lay_among(state.table, event) if _are_lost(pins) else _lay_at(state.table, pins, said)
    if found is None or found.was == said.tile:
        return state
    table = list(state.table)
    place = table[found.set].index(found.was)
    instead = () if said.tile is None else (said.tile,)
    table[found.set] = (*table[found.set][:place], *instead, *table[found.set][place + 1 :])
    return replace(state, table=tuple(tiles for tiles in table if tiles))


class _Lay(NamedTuple):
    """Where a tile lay on the table before."""

    set: int
    was: Tile
    """What it was taken for."""


def _are_lost(pins: Pins) -> bool:
    """Whether nobody knows any more where the tiles of the table lie in the picture."""
    return all(pin.tile is None for pin in pins)


def _lay_at(table: Table, pins: Pins, said: Pin) -> _Lay | None:
    """Where the tile lay of which a pin speaks that was there before."""
    known = (pin for pin in pins if pin.is_near(said) and same_look(pin.likely, said.likely))
    pin = next((pin for pin in known if pin.tile is not None), None)
    if pin is None or pin.tile is None:
        return None
    at = [index for index, tiles in enumerate(table) if pin.tile in tiles]
    if not at:
        return None
    return _Lay(pin.set if pin.set in at else at[0], pin.tile)


def _lay_among(table: Table, event: TileSaid) -> _Lay | None:
    """Where a tile lay, by the others of its set alone."""
    lay = Counter((*event.was, *event.among))
    index = next((index for index, tiles in enumerate(table) if event.was and Counter(tiles) == lay), None)
    return None if index is None else _Lay(index, event.was[0])
