"""A table as it is drawn on paper and in a film: sets side by side, and tiles that look as those of the pages do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from live.telling.moved import arrivals
from referee.tiles import Place
from roundfile.document import read_table
from webui.paper import Ink
from webui.told import Turn, numbered

INKS = {"K": "#1f1d1b", "R": "#b3152a", "B": "#14489c", "O": "#b55a00", "J": "#b3152a", "?": "#6d6250"}
FELT, MARK, LAID = "#1f5a52", "#d8321c", "#e6b84f"
_FACE, _EDGE, _DISH = "#fdf6e3", "#cdb98a", "#efe3c6"

TALL = 1.4
"""Height of a tile, in widths of a tile, as are the distances that follow."""
_BESIDE = 0.05
_FRAME = 0.11
APART = 0.5
"""From one set to the next, and from one row to the next."""
_GROUND = 40.0
"""Width of a tile in whose units its face is described."""

_SHAPES = {
    "K": [(-4.2, -4.2), (4.2, -4.2), (4.2, 4.2), (-4.2, 4.2)],
    "R": [(0.0, -6.0), (5.4, 0.0), (0.0, 6.0), (-5.4, 0.0)],
    "O": [(0.0, -5.6), (5.6, 4.2), (-5.6, 4.2)],
}


class Lying(NamedTuple):
    """A tile on the felt."""

    name: str
    place: Place
    left: float
    top: float
    """Its upper left corner, pixels from that of the felt."""


class Laid(NamedTuple):
    """A table on the felt."""

    tiles: list[Lying]
    tile: float
    """Width of a tile in pixels."""
    height: float
    """Pixels that it takes down the felt."""


def laid_out(sets: Sequence[Sequence[str]], width: float, tile: float) -> Laid:
    """The sets from left to right in rows, on a felt of that width with tiles of that one."""
    found: list[Lying] = []
    left = top = APART * tile
    for number, names in enumerate(sets):
        long = len(names) * (1 + _BESIDE) * tile
        if left + long + APART * tile > width and left > APART * tile:
            left, top = APART * tile, top + (TALL + APART) * tile
        for index, name in enumerate(names):
            found.append(Lying(name, Place(number, index), left, top))
            left += (1 + _BESIDE) * tile
        left += APART * tile
    return Laid(found, tile, top + (TALL + APART) * tile)


def fitted(sets: Sequence[Sequence[str]], width: float, height: float, most: float) -> Laid:
    """The same with the largest tiles, up to `most`, with which nothing is higher or wider than the felt."""
    tile = most
    while True:
        laid = laid_out(sets, width, tile)
        right = max((one.left + (1 + APART) * tile for one in laid.tiles), default=0.0)
        if (laid.height <= height and right <= width) or tile <= 1:
            return laid
        tile *= 0.95


class Frame(NamedTuple):
    """A box behind a tile, of which its margin is seen: a mark."""

    left: float
    top: float
    width: float
    height: float
    corner: float
    colour: str


def framed(laid: Laid, turn: Turn) -> Iterator[Frame]:
    """Yields the marks on the table after a turn: of the sets that its reasons are about, and on these of the tiles that were laid."""
    wrong, new = {number for number, _ in blamed(turn)}, _new(turn)
    for wide, colour, meant in (
        (2, MARK, [one for one in laid.tiles if one.place.set_index in wrong]),
        (1, LAID, [one for one in laid.tiles if one.place in new]),
    ):
        edge = wide * _FRAME * laid.tile
        for one in meant:
            size = (laid.tile + 2 * edge, TALL * laid.tile + 2 * edge)
            yield Frame(one.left - edge, one.top - edge, *size, 2 * edge, colour)


def blamed(turn: Turn) -> set[tuple[int, int]]:
    """The sets that the reasons of a verdict are about, each by its index, with the reason's number."""
    return {(one["set"], number) for number, one in numbered(turn.get("violations", ())) if "set" in one}


def _new(turn: Turn) -> set[Place]:
    """Where the tiles lie that were laid in a turn."""
    left = Counter(turn.get("played", "").split())
    found = set[Place]()
    for name, place in arrivals(read_table(turn.get("before", "")), read_table(turn.get("after", ""))):
        if left[name]:
            left[name] -= 1
            found.add(place)
    return found


def draw_tile(ink: Ink, place: tuple[float, float], tile: float, name: str) -> None:
    """Draws a tile of that width with its upper left corner at `place`."""
    left, top = place
    unit = tile / _GROUND
    colour = INKS[name[0]]

    def at(x: float, y: float) -> tuple[float, float]:
        return left + x * unit, top + y * unit

    ink.box(at(0, 1.5), (tile, TALL * tile), 5.6 * unit, _EDGE)
    ink.box(place, (tile, TALL * tile), 5.6 * unit, _FACE)
    ink.disc(at(20, 43.5), 8.6 * unit, _DISH)
    if name == "J":
        _smile(ink, at, unit, colour)
    else:
        text = name[1:] or name
        size = 26 * unit
        wide = ink.width(text, size, bold=True)
        ink.write((left + (tile - wide) / 2, top + 30 * unit), text, size, colour, bold=True)
    if name[0] == "B":
        ink.disc(at(20, 43.5), 4.9 * unit, colour)
    elif name[0] in _SHAPES:
        ink.shape([at(20 + x, 43.5 + y) for x, y in _SHAPES[name[0]]], colour)


def _smile(ink: Ink, at: Callable[[float, float], tuple[float, float]], unit: float, colour: str) -> None:
    ink.disc(at(20, 21), 13.8 * unit, colour)
    ink.disc(at(20, 21), 11.2 * unit, _FACE)
    for x in (15.6, 24.4):
        ink.disc(at(x, 18), 1.9 * unit, colour)
    mouth = [at(13.5 + 13 * k / 8, 23.5 + 8 * (k / 8) * (1 - k / 8) * 2) for k in range(9)]
    for begin, end in pairwise(mouth):
        ink.line(begin, end, colour, 2.4 * unit)
