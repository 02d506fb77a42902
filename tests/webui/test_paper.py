"""Names of every script stand on paper: shaped, in the order in which they are read, as text that can be searched."""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Iterator

import numpy as np
import pytest
from PIL import Image

from live.telling.evening import Sheet
from referee.score import Column
from webui import lettering
from webui.languages import LANGUAGES, catalog
from webui.lettering import TYPEFACE, runs
from webui.paper import Ink, as_pdf, as_png

HEBREW, ARABIC, HAN, UNICORN = "\u05d0\u05d1\u05d9", "\u0645\u062d\u0645\u062f", "\u674e\u96f7", "\N{UNICORN FACE}"
LAM_ALEF = "\u0644\u0627"
"""Two letters that are always joined to one."""


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A computer without any typeface."""
    forget = (lettering.runs.cache_clear, lettering._typeface.cache_clear)  # noqa: SLF001 - what was found there is found no more
    monkeypatch.setattr(lettering, "OTHERS", ())
    monkeypatch.setattr(lettering, "_found", lambda name: name if name in TYPEFACE else None)
    for cleared in forget:
        cleared()
    yield
    for cleared in forget:
        cleared()


def sheet(*names: str) -> Sheet:
    """The sheet of a round that the first of these has won."""
    losses = dict.fromkeys(names[1:], -7)
    points = {names[0]: 7 * len(losses), **losses}
    return Sheet(names, "jumbo-original-2016", (Column(points, names[0]),))


def printed(*names: str, language: str = "en") -> str:
    """What is written on the pages of that sheet, part by part, each from left to right, as a reader finds it by the file's own tables."""
    pdf = as_pdf([sheet(*names)], "Title", catalog(language))
    objects = dict(re.findall(rb"(\d+) 0 obj\n(.*?)endobj", pdf, re.DOTALL))
    letters = {}
    for name, number in re.findall(rb"/(F\d+) (\d+) 0 R", pdf):
        found = re.search(rb"/ToUnicode (\d+)", objects[number])
        assert found is not None
        pairs = re.findall(rb"<([0-9A-F]{4})> <([0-9A-F]+)>", objects[found[1]])
        letters[name] = {int(code, 16): bytes.fromhex(text.decode()).decode("utf-16-be") for code, text in pairs}
    text, font = "", b""
    for number in re.findall(rb"/Contents (\d+)", pdf):
        drawn = zlib.decompress(objects[number].split(b"stream\n", 1)[1])
        for chosen, begins, shown in re.findall(rb"/(F\d+) [\d.]+ Tf|( Td)|\(((?:\\.|[^\\)])*)\) Tj", drawn, re.DOTALL):
            font = chosen or font
            text += "\n" if begins else ""
            codes = re.sub(
                rb"\\(.)", lambda one: {b"r": b"\r", b"n": b"\n"}.get(one[1], one[1]), shown, flags=re.DOTALL
            )
            text += "".join(letters[font][code] for code in np.frombuffer(codes, ">u2").tolist())
    return text


def test_names_and_points_can_be_selected_and_searched_in_the_pages() -> None:
    lines = printed("Zo\u00eb", "\u0141ukasz \u017d.", "\u0218tefan").splitlines()
    assert {"Title", "Zo\u00eb", "\u0141ukasz \u017d.", "\u0218tefan", "+14", "\u22127", "Round 1"} <= set(lines)


def test_hebrew_and_arabic_are_written_from_right_to_left_and_joined() -> None:
    lines = printed("Anna", HEBREW, ARABIC).splitlines()
    assert {HEBREW[::-1], ARABIC[::-1]} <= set(lines)
    ink = Ink(100, 100, "")
    assert ink.width(LAM_ALEF, 30) < 0.9 * sum(ink.width(letter, 30) for letter in LAM_ALEF)
    assert ink.pdf()  # with which the typefaces' files are closed


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Zo\u00eb", ["Zo\u00eb"]),
        (f"Emma {HEBREW}", ["Emma ", HEBREW]),
        (f"{HEBREW} Emma", ["Emma", f"{HEBREW} "]),
        (f"Emma {HEBREW} 12", ["Emma 12", f"{HEBREW} "]),
        (f"{HEBREW} Emma {ARABIC}", [ARABIC, " ", "Emma", f"{HEBREW} "]),
        ("", []),
    ],
)
def test_the_parts_of_a_name_stand_in_the_order_in_which_they_are_read(name: str, parts: list[str]) -> None:
    assert [run.text for run in runs(name)] == parts


@pytest.mark.usefixtures("bare")
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_no_typeface_has_is_named_with_a_package_that_brings_one(language: str) -> None:
    text = printed("Zo\u00eb", HAN, f"{UNICORN} Emma", HEBREW, language=language)
    assert {"Zo\u00eb", "??", "? Emma", "???"} <= set(text.splitlines())
    (note,) = (line for line in text.splitlines() if "CJK" in line)
    assert "CJK, UNICORN FACE, HEBREW" in note
    assert "fonts-noto-cjk, fonts-noto-color-emoji, fonts-noto-core" in note


@pytest.mark.usefixtures("bare")
def test_latin_needs_no_typeface_of_the_computer_and_says_nothing() -> None:
    assert "fonts-" not in printed("Zo\u00eb", "\u0141ukasz")
    assert as_png([sheet("Zo\u00eb", "Ben")], "", catalog("en")) != as_png([sheet("Zoe", "Ben")], "", catalog("en"))


def test_a_picture_shows_every_name() -> None:
    blank = np.array(Image.open(io.BytesIO(as_png([sheet("Anna", " ", "Cleo")], "", catalog("en")))), int)
    for name in ("Ben", HEBREW, ARABIC):
        drawn = np.array(Image.open(io.BytesIO(as_png([sheet("Anna", name, "Cleo")], "", catalog("en")))), int)
        rows, columns = np.nonzero(np.abs(drawn - blank).sum(axis=2) > 100)
        assert len(rows) > 100
        assert 500 < columns.min() < columns.max() < 900
