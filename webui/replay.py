"""Rounds as one page that needs no server: scripts, styles, texts, photos and rounds are all in it.

It shows rounds turn by turn, and takes any other round file that is dropped on it, or that its address holds. What only the referee and the solver know is
told with it: what was counted of a turn's time, and what could have been laid.
"""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader
from PIL import Image, ImageOps

from files.bounded import read_within
from files.rulebook import load as load_rulebook
from journal.photos import is_name, path_of
from referee.errors import UserError
from referee.rulebook import Rulebook
from referee.tiles import TileSet, format_tiles
from roundfile.could_have import Could, could_have
from roundfile.document import Document
from roundfile.judging import judge_again
from roundfile.seal import code_of
from vision.camera.picture_limits import MOST_BYTES
from webui import languages
from webui.bundles import STATIC, bundle, script, texts

Photos = Callable[[str], bytes | None]
"""The JPEG file of that SHA-256; None where it is not to be had."""

ROOM = 3_200_000
"""Bytes that all photos of a page share, which base64 makes a third more: with them, a page stays below 5 MB."""

_SIZES = ((1280, 80), (1280, 60), (960, 60), (640, 55), (480, 45))
"""Pixels of the longer side and quality of a photo, the largest first."""

_STYLES = "base.css+tiles.css+sheet.css+moments.css+desk/desk.css+replay/replay.css"
_URL = re.compile(r'url\("([^")]+)"\)')
_TYPES = {".svg": "image/svg+xml", ".woff2": "font/woff2"}


def page(documents: Sequence[Document], photos: Photos, language: str | None = None) -> str:
    """The page that shows these rounds one after the other; of none, the one to drop a round on.

    Args:
        documents: the rounds.
        photos: gives those that turns were judged by.
        language: the one of `languages.LANGUAGES` to begin with; None for the reader's own.
    """
    start = {
        "about": {},
        "languages": languages.LANGUAGES,
        "chosen": language,
        "rounds": [{"file": one, "known": known(one), "code": code_of(one)} for one in documents],
        "pictures": _pictures(documents, photos),
    }
    template = Environment(loader=PackageLoader("webui"), autoescape=True).get_template("replay.html")
    return template.render(start=start, styles=_styles(), said=_said, bundled=script, languages=languages.LANGUAGES)


def photos_in(folder: Path) -> Photos:
    """What reads the photos beside the journal in that folder."""

    def read(digest: str) -> bytes | None:
        name = f"{digest}.jpg"
        try:
            return read_within(path_of(folder, name), MOST_BYTES) if is_name(name) else None
        except OSError:
            return None

    return read


def page_from(documents: Sequence[Document], folder: Path | None, language: str) -> str:
    """The same with the photos in that folder, or with none: what another process can be asked for."""
    return page(documents, _none if folder is None else photos_in(folder), language)


def _none(_: str) -> None:
    """No photo is shown."""


def _said(name: str) -> dict[str, dict[str, str]]:
    """What the script of that name says, in all languages."""
    return {code: texts(name, languages.catalog(code)) for code in languages.LANGUAGES}


def known(document: Document) -> list[dict[str, Any]]:
    """What is known of each turn besides what the file says; nothing where its rulebook is not to be had."""
    said = document.get("rulebook_text")

    def load(name: str) -> Rulebook:
        return load_rulebook(name, said)

    try:
        best = _best(document, load(document["rulebook"]))
        judged = [*judge_again(document, load)]
    except UserError:
        return []
    return [
        {
            "time": None if one.settled is None or (time := one.settled.verdict.time) is None else time.to_json(),
            "best": None if (tiles := best.get(index)) is None else format_tiles(tiles),
        }
        for index, one in enumerate(judged)
    ]


def _best(document: Document, rules: Rulebook) -> dict[int, TileSet]:
    """What could have been laid at least, by the index of the turn: nothing hangs on what was drawn later; `()` where nothing could."""
    told = [one for player in document["players"] for one in could_have(document, player, rules)]
    certain = [one for one in told if one.could in {Could.YES, Could.NO} and not one.needs]
    return {one.number - 1: () if one.play is None else one.play.played for one in certain}


def _pictures(documents: Sequence[Document], photos: Photos) -> dict[str, dict[str, Any]]:
    """The photos by which the turns were judged, small enough for all to have room."""
    turns = [turn for one in documents for turn in (*one.get("turns", ()), *one.get("taken_back", ()))]
    names = dict.fromkeys(turn["photos"][-1] for turn in turns if turn.get("photos"))
    found = {name: data for name in names if (data := photos(name)) is not None}
    return {name: shown for name, data in found.items() if (shown := _small(data, ROOM // len(found))) is not None}


def _small(jpeg: bytes, room: int) -> dict[str, Any] | None:
    """A photo in at most so many bytes, if that can be; None where it cannot be opened."""
    try:
        with Image.open(io.BytesIO(jpeg)) as opened:
            whole = ImageOps.exif_transpose(opened).convert("RGB")
    except (OSError, ValueError, Image.DecompressionBombError):
        return None
    data, small = b"", whole
    for side, quality in _SIZES:
        small = whole.copy()
        small.thumbnail((side, side))
        file = io.BytesIO()
        small.save(file, "JPEG", quality=quality, optimize=True)
        data = file.getvalue()
        if len(data) <= room:
            break
    return {"href": _as_address(data, "image/jpeg"), "width": small.width, "height": small.height}


@cache
def _styles() -> str:
    """The styles with typefaces and pictures in them."""

    def put_in(found: re.Match[str]) -> str:
        path = STATIC / found[1]
        return f'url("{_as_address(path.read_bytes(), _TYPES[path.suffix])}")' if path.suffix in _TYPES else found[0]

    return _URL.sub(put_in, bundle(_STYLES) or "")


def _as_address(data: bytes, kind: str) -> str:
    return f"data:{kind};base64,{base64.b64encode(data).decode()}"
