"""Turns of rounds as a film (VP9 in WebM): the table on the felt, tiles that move from turn to turn, and the verdict; needs PyAV."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

import av
import numpy as np
from PIL import Image, ImageDraw

from roundfile.document import Document, in_order, read_table
from webui.felt import FELT, TALL, Laid, draw_tile, fitted, framed
from webui.paper import Ink
from webui.told import Turn, Words, numbered

WIDTH, HEIGHT = 1280, 720
RATE = 25
"""Pictures a second."""

WAITS, GLIDES, STAYS = 0.3, 0.8, 1.6
"""Seconds that the table before a turn is seen, that tiles take to their places, and that the verdict is seen; for each reason `READS` more, up to three."""
READS = 0.4
_REASONS = 3

_GROUND, _PAPER, _FAINT = "#10312d", "#fffdf7", "#b9cbc4"
_RULED = {"legal": "#7fdc9b", "illegal": "#ff8f7c", "undecided": "#ffc247"}
_EDGE, _FOOT, _TOP = 40, 560, 110  # of the felt, in pixels: from the sides, where it ends, where it begins
_TILE = 72  # pixels of the largest tile
_TITLE, _WORD, _TEXT = 46, 40, 25  # heights of letters in pixels


class _Shown(NamedTuple):
    """A turn of one of the rounds."""

    turn: Turn
    holds: bool
    heading: str


def turns_of(documents: Sequence[Document], words: Words) -> list[_Shown]:
    """All turns in the order in which they were taken."""
    return [
        _Shown(
            turn,
            holds,
            words.text("desk.turn", round=document.get("round", index), number=number, name=turn["player"]),
        )
        for index, document in enumerate(documents, 1)
        for number, (turn, holds) in enumerate(in_order(document), 1)
    ]


def as_webm(documents: Sequence[Document], language: str, number: int | None = None) -> bytes:
    """The film of all turns, or of that one, from 1 as the replay counts them.

    Args:
        documents: the rounds.
        language: one of `webui.languages.LANGUAGES`.
        number: the turn; None for all.

    Raises:
        IndexError: there is no such turn.
    """
    words = Words(language)
    shown = turns_of(documents, words)
    if number is not None:
        shown = [shown[number - 1]]
    file = io.BytesIO()
    with av.open(file, "w", format="webm") as film:
        stream = film.add_stream("libvpx-vp9", rate=RATE)
        stream.width, stream.height, stream.pix_fmt = WIDTH, HEIGHT, "yuv420p"
        stream.options = {"deadline": "realtime", "cpu-used": "8", "row-mt": "1", "crf": "32", "b": "0"}
        at = 0
        for picture, seconds in _pictures(shown, words):
            frame = av.VideoFrame.from_ndarray(np.asarray(picture), format="rgb24").reformat(format="yuv420p")
            for _ in range(max(1, round(seconds * RATE))):
                frame.pts, frame.time_base = at, Fraction(1, RATE)
                film.mux(stream.encode(frame))
                at += 1
        film.mux(stream.encode(None))
    return file.getvalue()


def _pictures(shown: Sequence[_Shown], words: Words) -> Iterator[tuple[Image.Image, float]]:
    """Yields the pictures of the film, each with the seconds that it is seen."""
    tables = [read_table(one.turn.get(key, "")) for one in shown for key in ("before", "after")]
    tile = min((_fitted(sets, _TILE).tile for sets in tables), default=_TILE)
    sprites = _sprites({name for sets in tables for names in sets for name in names}, tile)
    lies = _fitted(tables[0], tile) if tables else _fitted([], tile)
    for one in shown:
        turn = one.turn
        bare, ruled = (_ground(one, words, is_ruled=is_ruled) for is_ruled in (False, True))
        before = _fitted(read_table(turn["before"]), tile) if "before" in turn else lies
        after = _fitted(read_table(turn["after"]), tile) if "after" in turn else before
        yield from _gliding(bare, sprites, lies, before)
        yield _laid(bare, sprites, before), WAITS
        yield from _gliding(bare, sprites, before, after)
        reasons = min(_REASONS, len(turn.get("violations", ())))
        yield _laid(ruled, sprites, after, turn), STAYS + READS * reasons
        lies = after


def _fitted(sets: Sequence[Sequence[str]], tile: float) -> Laid:
    return fitted(sets, WIDTH - 2 * _EDGE, _FOOT - _TOP, tile)


def _sprites(names: Iterable[str], tile: float) -> Mapping[str, Image.Image]:
    """Pictures of tiles of that width, with nothing around them."""
    found, room = sorted(names), round(tile + 4)
    ink = Ink(max(1, len(found)) * room, round(TALL * tile + 6), "")
    ink.turn()
    for index, name in enumerate(found):
        draw_tile(ink, (index * room, 0), tile, name)
    sheet = ink.picture("#00000000")
    return {name: sheet.crop((at * room, 0, (at + 1) * room, sheet.height)) for at, name in enumerate(found)}


def _ground(one: _Shown, words: Words, *, is_ruled: bool) -> Image.Image:
    """All of a picture but the tiles: whose turn it is and how long it took, and the verdict once it is given."""
    turn, room = one.turn, WIDTH - 2 * _EDGE
    ink = Ink(WIDTH, HEIGHT, "")
    ink.turn()
    ink.box((_EDGE, _TOP), (room, _FOOT - _TOP), 20, FELT)
    clock = "" if "seconds" not in turn else f"{words.number(round(turn['seconds'], 1))} s"
    wide = ink.width(clock, _WORD, bold=True)
    ink.write((WIDTH - _EDGE - wide, 76), clock, _WORD, _FAINT, bold=True)
    ink.write(
        (_EDGE, 76), one.heading, ink.fitting(one.heading, room - wide - _EDGE, _TITLE, bold=True), _PAPER, bold=True
    )
    if is_ruled:
        verdict = words.verdict(turn)
        colour = _RULED.get(turn.get("verdict", ""), _FAINT)
        ink.write((_EDGE, _FOOT + 54), verdict, ink.fitting(verdict, room, _WORD, bold=True), colour, bold=True)
        said = [] if one.holds else [words.texts["desk.taken-back-line"]]
        said += dict.fromkeys(words.reason(finding) for _, finding in numbered(turn.get("violations", ())))
        said += [words.text("host.said", reason=turn["host"])] if "host" in turn else []
        for row, line in enumerate(said[:_REASONS]):
            ink.write((_EDGE, _FOOT + 92 + row * 30), line, ink.fitting(line, room, _TEXT), _PAPER)
    return ink.picture(_GROUND).convert("RGB")


def _laid(
    ground: Image.Image, sprites: Mapping[str, Image.Image], table: Laid, turn: Turn | None = None
) -> Image.Image:
    """A picture of a table, with marks where a turn is given."""
    picture = ground.copy()
    drawing = ImageDraw.Draw(picture)
    for frame in framed(table, turn) if turn is not None else ():
        left, top = _EDGE + frame.left, _TOP + frame.top
        box = (left, top, left + frame.width, top + frame.height)
        drawing.rounded_rectangle(box, frame.corner, fill=frame.colour)
    for one in table.tiles:
        _put(picture, sprites[one.name], one.left, one.top)
    return picture


def _put(picture: Image.Image, sprite: Image.Image, left: float, top: float) -> None:
    picture.paste(sprite, (round(_EDGE + left), round(_TOP + top)), sprite)


def _gliding(
    ground: Image.Image, sprites: Mapping[str, Image.Image], then: Laid, now: Laid
) -> Iterator[tuple[Image.Image, float]]:
    """Yields the pictures in which tiles glide to where they lie, from where equal ones lay; others come from below the felt, and go there."""
    if then.tiles == now.tiles:
        return
    below = HEIGHT - _TOP
    left = [*then.tiles]
    ways = []
    for one in now.tiles:
        lay = next((other for other in left if other.name == one.name), None)
        if lay is not None:
            left.remove(lay)
        ways.append((one.name, (one.left, below) if lay is None else (lay.left, lay.top), (one.left, one.top)))
    ways += [(one.name, (one.left, one.top), (one.left, float(below))) for one in left]
    steps = round(GLIDES * RATE)
    for step in range(1, steps):
        part = step / steps
        part = part * part * (3 - 2 * part)  # slowly at both ends
        picture = ground.copy()
        for name, (x, y), (u, v) in ways:
            _put(picture, sprites[name], x + (u - x) * part, y + (v - y) * part)
        yield picture, 1 / RATE
