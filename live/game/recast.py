"""Corrects the table before a turn when a person says what a tile is: it has been that all along."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import NamedTuple

from live.game.events import TileAdded, TileSaid
from live.game.pins import Pin, Pins
from live.game.seen import same_look
from referee.round import Round
from referee.sets import fault
from referee.tiles import Table, Tile, TileSet


def recast(current: Round, pins: Pins, event: TileSaid) -> Round:
    """The round with a tile of its table that had been misread corrected.

    It has been what the person says all along.
    """
    said = event.pin
    if isinstance(event, TileAdded):
        return with_tile(current, event.among, said.tile) if event.earlier else current
    found = _lay_among(current.table, event) if _are_lost(pins) else None
    found = _lay_at(current.table, pins, said) if found is None else found
    if found is None or found.was == said.tile:
        return current
    return replace(current, table=_renamed(current.table, found, said))


def named_among(table: Table, event: TileSaid) -> Table:
    """A table that stays as it lay after an illegal turn, with one tile corrected.

    Its new tiles have no known places, so its set tells which.
    """
    found = _lay_among(table, event)
    return table if found is None or found.was == event.pin.tile else _renamed(table, found, event.pin)


def _renamed(table: Table, found: _Lay, said: Pin) -> Table:
    tiles = table[found.set]
    place = tiles.index(found.was)
    instead = () if said.tile is None else (said.tile,)
    named = (*tiles[:place], *instead, *tiles[place + 1 :])
    return tuple(each for each in (*table[: found.set], named, *table[found.set + 1 :]) if each)


def with_tile(current: Round, among: TileSet, tile: Tile | None) -> Round:
    """The round with a tile that lay unread on its table added to the set of the tiles `among`.

    The round is unchanged where there is no such set.
    """
    at = next((k for k, tiles in enumerate(current.table) if among and Counter(tiles) == Counter(among)), None)
    if at is None or tile is None:
        return current
    there = current.table[at]
    ways = [(*there[:place], tile, *there[place:]) for place in range(len(there), -1, -1)]
    whole = next((tiles for tiles in ways if fault(tiles) is None), ways[0])
    return replace(current, table=(*current.table[:at], whole, *current.table[at + 1 :]))


class _Lay(NamedTuple):
    """Where a tile lay on the table before."""

    set: int
    was: Tile
    """The tile that it was taken for."""


def _are_lost(pins: Pins) -> bool:
    """Whether nobody knows any more where the sets of the table lie in the picture.

    Single tiles that were named since may still be known.
    """
    return all(pin.tile is None or pin.set is None for pin in pins)


def _lay_at(table: Table, pins: Pins, said: Pin) -> _Lay | None:
    """Where the tile that a pin speaks of lay, found by its place in the picture."""
    known = (pin for pin in pins if pin.is_near(said) and same_look(pin.likely, said.likely))
    pin = next((pin for pin in known if pin.tile is not None), None)
    if pin is None or pin.tile is None:
        return None
    at = [index for index, tiles in enumerate(table) if pin.tile in tiles]
    if not at:
        return None
    return _Lay(pin.set if pin.set in at else at[0], pin.tile)


def _lay_among(table: Table, event: TileSaid) -> _Lay | None:
    """Where a tile lay, found by the other tiles of its set alone."""
    lay = Counter((*event.was, *event.among))
    index = next((index for index, tiles in enumerate(table) if event.was and Counter(tiles) == lay), None)
    return None if index is None else _Lay(index, event.was[0])
