"""The annotated picture: what was read drawn over the photo, for a person to check at a glance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.tiles import UNREAD, Colour, Tile
from vision import quads
from vision.image import Photo
from vision.quads import Corners
from vision.reading.table_reading import TableReading, TileReading

_Colour = tuple[int, int, int]
_Points = NDArray[np.float32]

# Blue-green-red; inks dark enough to read on a white plate.
_INK: dict[Colour | None, _Colour] = {
    Colour.BLACK: (25, 25, 25),
    Colour.RED: (35, 20, 205),
    Colour.BLUE: (190, 80, 10),
    Colour.ORANGE: (0, 105, 225),
    None: (130, 30, 120),
}
_WHITE: _Colour = (255, 255, 255)
_SET: _Colour = (60, 150, 20)
_DOUBT: _Colour = (230, 0, 255)
_DOUBT_PLATE: _Colour = (120, 245, 255)
_BACK: _Colour = (90, 90, 90)
_FLAG: _Colour = (40, 20, 215)
_FONT = cv2.FONT_HERSHEY_DUPLEX

_TEXT_OF_TILE = 0.2  # height of a tile's notation, of the tile's height
_LEAST_TEXT = 1 / 90  # of the photo's longer side: what a phone still shows legibly
_DOUBT_TEXT = 0.85  # of that height: alternatives take more room
_BASELINE = 0.84  # how far down a tile its notation stands, clear of the printed number
_LEAST_FLAG = 1 / 45  # of the photo's longer side: a flag is legible on a phone that shows the whole photo
_FRAME = 1.25  # a frame about tiles, of their size
_DASH = 4  # length of dashes and gaps, in widths of their line
_DIRECTIONS = 16  # in which a flag's letters may lie, from the right on


class Flag(NamedTuple):
    """Tiles that a person is to look at."""

    text: str
    """One or two letters that are drawn beside them."""
    outlines: Sequence[Corners]
    """Tiles side by side, at least one."""
    dashed: bool = False
    """Whether their frame is dashed: they lie there no longer, or not so."""


def draw(photo: Photo, reading: TableReading, flags: Sequence[Flag] = ()) -> Photo:
    """A copy of `photo` with `reading` drawn over it; lines and letters grow with the photo.

    Every tile gets an outline and its notation in the tile's colour, every set a line and its number, counted from 1.
    A tile that a person should confirm has a double outline in magenta and its alternatives with their percentages; a
    tile lying face down is crossed out. Flagged tiles have one red frame about them all, with the flag's letters on a
    square.

    Args:
        photo: the photo that was read, shape (height, width, 3), blue-green-red.
        reading: with corners in pixels of that photo.
        flags: drawn over the reading, likewise in pixels of that photo.
    """
    picture = photo.copy()
    line = max(1, round(max(photo.shape[:2]) / 500))
    for corners in reading.face_down:
        _cross_out(picture, corners, line)
    sets = [[reading.tiles[i].corners for i in members] for members in reading.sets]
    for members in sets:
        _draw_line(picture, members, line)
    for tile in sorted(reading.tiles, key=lambda tile: tile.doubt):  # doubts lie on top
        _draw_tile(picture, tile, line)
    for number, members in enumerate(sets, start=1):
        _draw_number(picture, members[0], number, line)
    outlines = [*(tile.corners for tile in reading.tiles), *reading.face_down]
    taken = [quads.bounding_box(_grown(corners)) for corners in outlines]
    for flag in flags:
        taken.append(_draw_flag(picture, flag, 2 * line, taken))
    return picture


def _draw_tile(picture: Photo, tile: TileReading, line: int) -> None:
    ink = _INK[tile.tile.colour] if tile.tile else _DOUBT
    at = _inside(tile.corners, 0.5, _BASELINE)
    height = _text_height(picture, tile.corners)
    if not tile.doubt:
        _outline(picture, tile.corners, _WHITE, 2 * line)
        _outline(picture, tile.corners, ink, line)
        _plate(picture, [(_notation(tile.tile), ink)], at, height, _WHITE)
        return
    _outline(picture, tile.corners, _DOUBT, 4 * line)
    _outline(picture, tile.corners, _DOUBT_PLATE, line)
    rows = [(f"{_notation(tile.tile)} ?", ink)]
    rows += [(f"{kind} {probability:.0%}", _INK[kind.colour]) for kind, probability in tile.alternatives()]
    _plate(picture, rows, at, _DOUBT_TEXT * height, _DOUBT_PLATE)


def _draw_line(picture: Photo, members: Sequence[Corners], line: int) -> None:
    """A line from the number's place left of the first tile to the right edge of the last."""
    path = [_number_place(members[0]), *(_inside(corners, 0.5, _BASELINE) for corners in members)]
    path.append(_inside(members[-1], 1, _BASELINE))
    for colour, width in ((_WHITE, 5 * line), (_SET, 3 * line)):
        _outline(picture, np.stack(path), colour, width, closed=False)


def _draw_number(picture: Photo, first: Corners, number: int, line: int) -> None:
    height = _text_height(picture, first)
    radius = 0.9 * height
    limit = np.maximum(_point(*picture.shape[1::-1]) - radius, radius)
    centre = np.clip(_number_place(first), radius, limit).astype(np.float32)
    x, y = (int(v) for v in centre.round())
    cv2.circle(picture, (x, y), round(radius) + line, _WHITE, -1, cv2.LINE_AA)
    cv2.circle(picture, (x, y), round(radius), _SET, -1, cv2.LINE_AA)
    _text(picture, str(number), centre, 0.8 * height, _WHITE)


def _draw_flag(picture: Photo, flag: Flag, line: int, taken: Sequence[quads.Rectangle]) -> quads.Rectangle:
    """Draws a frame and, where they hide the least of what is `taken`, its letters; returns the box of these."""
    points = np.concatenate([_grown(corners) for corners in flag.outlines])
    frame: _Points = cv2.convexHull(points)[:, 0].astype(np.float32)
    for colour, width in ((_WHITE, 2 * line), (_FLAG, line)):
        if flag.dashed:
            _dashes(picture, frame, colour, width, _DASH * line)
        else:
            _outline(picture, frame, colour, width)
    height = max(_text_height(picture, flag.outlines[0]), _LEAST_FLAG * float(max(picture.shape[:2])))
    half = _point((_width(flag.text, height) + height) / 2, 0.9 * height)
    places = [_beside(picture, frame, half, turn) for turn in np.linspace(0, 2 * np.pi, _DIRECTIONS, endpoint=False)]
    box = min(places, key=lambda place: sum(quads.overlap(place, other) for other in taken))
    x0, y0, x1, y1 = (round(side) for side in box)
    cv2.rectangle(picture, (x0, y0), (x1, y1), _FLAG, -1)
    cv2.rectangle(picture, (x0, y0), (x1, y1), _WHITE, line, cv2.LINE_AA)
    _text(picture, flag.text, _point((x0 + x1) / 2, (y0 + y1) / 2), height, _WHITE)
    return box


def _grown(corners: Corners) -> Corners:
    """The outline of a tile and what is drawn about it."""
    middle = quads.centre(corners)
    return (middle + _FRAME * (corners - middle)).astype(np.float32)


def _beside(picture: Photo, frame: _Points, half: _Points, turn: float) -> quads.Rectangle:
    """The box of half that size (2,) that touches the frame from outside in a direction, in radians, kept inside."""
    way = _point(np.cos(turn), -np.sin(turn))
    middle = frame.mean(axis=0)
    reach = float(((frame - middle) @ way).max() + np.abs(half * way).sum())
    limit = np.maximum(_point(*picture.shape[1::-1]) - half - 1, half)
    centre = np.clip(middle + reach * way, half, limit)
    (left, top), (right, bottom) = (centre - half).tolist(), (centre + half).tolist()
    return left, top, right, bottom


def _dashes(picture: Photo, frame: _Points, colour: _Colour, width: int, length: float) -> None:
    """The closed line through points (n, 2), in dashes and gaps of that many pixels."""
    for start, end in zip(frame, np.roll(frame, -1, axis=0), strict=True):
        count = max(1, round(float(np.linalg.norm(end - start)) / (2 * length)))
        for i in range(count):
            ends = np.stack([start + (i + share) / count * (end - start) for share in (0.0, 0.5)])
            _outline(picture, ends, colour, width, closed=False)


def _number_place(first: Corners) -> _Points:
    return _inside(first, -0.15, _BASELINE)


def _cross_out(picture: Photo, corners: Corners, line: int) -> None:
    for colour, width in ((_WHITE, 3 * line), (_BACK, 2 * line)):
        _outline(picture, corners, colour, width)
        for ends in (corners[[0, 2]], corners[[1, 3]]):
            _outline(picture, ends, colour, width, closed=False)


def _outline(picture: Photo, points: _Points, colour: _Colour, width: int, *, closed: bool = True) -> None:
    pixels = points.round().astype(np.int32)
    cv2.polylines(picture, [pixels], isClosed=closed, color=colour, thickness=width, lineType=cv2.LINE_AA)


def _plate(picture: Photo, rows: Sequence[tuple[str, _Colour]], at: _Points, height: float, fill: _Colour) -> None:
    """Rows of text, the first centred on `at` and the others below, on a plate kept inside the picture."""
    step = 1.7 * height
    width = max(_width(text, height) for text, _ in rows) + 0.9 * height
    size = _point(width, step * len(rows))
    limit = np.maximum(_point(*picture.shape[1::-1]) - size - 1, 0)
    left_top = np.clip(at - _point(width / 2, step / 2), 0, limit)
    (x0, y0), (x1, y1) = (tuple(int(v) for v in corner.round()) for corner in (left_top, left_top + size))
    cv2.rectangle(picture, (x0, y0), (x1, y1), fill, -1)
    cv2.rectangle(picture, (x0, y0), (x1, y1), rows[0][1], max(1, round(height / 10)), cv2.LINE_AA)
    for index, (text, colour) in enumerate(rows):
        _text(picture, text, left_top + _point(width / 2, step * (index + 0.5)), height, colour)


def _text(picture: Photo, text: str, centre: _Points, height: float, colour: _Colour) -> None:
    scale, thickness = _font(height)
    (width, tall), _ = cv2.getTextSize(text, _FONT, scale, thickness)
    origin = (round(float(centre[0]) - width / 2), round(float(centre[1]) + tall / 2))
    cv2.putText(picture, text, origin, _FONT, scale, colour, thickness, cv2.LINE_AA)


def _font(height: float) -> tuple[float, int]:
    """Scale and thickness at which capitals are `height` pixels high."""
    scale = height / cv2.getTextSize("K", _FONT, 1.0, 1)[0][1]
    return scale, max(1, round(height / 7))


def _width(text: str, height: float) -> float:
    return float(cv2.getTextSize(text, _FONT, *_font(height))[0][0])


def _text_height(picture: Photo, corners: Corners) -> float:
    return max(_TEXT_OF_TILE * quads.height(corners), _LEAST_TEXT * float(max(picture.shape[:2])))


def _inside(corners: Corners, across: float, down: float) -> _Points:
    """The point of a tile's face at these shares of its width and height."""
    top = corners[0] + across * (corners[1] - corners[0])
    bottom = corners[3] + across * (corners[2] - corners[3])
    return _point(*(top + down * (bottom - top)))


def _point(x: float, y: float) -> _Points:
    return np.array([x, y], np.float32)


def _notation(tile: Tile | None) -> str:
    return UNREAD if tile is None else str(tile)
