"""Rounds on paper: all that was ruled stands there, in the language that was asked for, beside the table as it lay."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import ImageColor
from pypdfium2 import PdfDocument

from roundfile.document import Document, check, parse
from roundfile.seal import code_of
from webui.felt import LAID, MARK, fitted
from webui.round_paper import as_pdf

ROUNDS = Path("docs/rounds")


def read(name: str) -> Document:
    return parse((ROUNDS / f"{name}.rummi.toml").read_bytes())


def printed(*documents: Document, language: str = "en") -> str:
    """What is written on the pages, on one line."""
    with PdfDocument(as_pdf(documents, language)) as pages:
        text = " ".join(page.get_textpage().get_text_range() for page in pages)
    return " ".join(text.replace("\ufffe", "").split())


def picture(document: Document) -> NDArray[np.uint8]:
    """The first page, 150 pixels to the inch."""
    with PdfDocument(as_pdf([document], "en")) as pages:
        return np.array(pages[0].render(scale=150 / 72).to_pil().convert("RGB"))


def area(shown: NDArray[np.uint8], colour: str) -> int:
    """How many pixels have that colour."""
    return int((shown == ImageColor.getrgb(colour)).all(axis=2).sum())


def test_players_rules_sheet_code_turns_and_their_times_are_printed() -> None:
    document = read("55-won")
    text = printed(document)
    for said in ("Seats, clockwise: Anna, Ben", "Rulebook: ", "Total", code_of(document), "Round 2, turn 1: "):
        assert said in text


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ("it counts as red 11. Put it before red 12", "draws 3 penalty tiles")),
        ("de", ("rote 11", "zieht 3 Strafsteine")),
        ("fr", ("11 rouge", "3 tuiles")),
        ("it", ("11 rosso", "3 tessere")),
    ],
)
def test_reasons_and_penalties_are_told_in_every_language(language: str, said: tuple[str, ...]) -> None:
    text = printed(read("61-in-every-language"), language=language)
    assert [part for part in said if part not in text] == []


def test_reasons_that_a_file_has_in_words_alone_stand_in_these() -> None:
    document = read("32-joker-set-split")
    assert document["turns"][0]["violations"][0]["message"] in printed(document, language="it")


def test_rulings_of_people_and_turns_that_were_taken_back_are_told() -> None:
    back = next(path for path in ROUNDS.iterdir() if b"[[taken_back]]" in path.read_bytes())
    hosted = next(path for path in ROUNDS.iterdir() if b"\nhost = " in path.read_bytes())
    assert "This turn was taken back: it does not count." in printed(parse(back.read_bytes()))
    assert "The host decided: " in printed(parse(hosted.read_bytes()))


def test_what_was_laid_and_what_is_wrong_is_marked_on_the_felt() -> None:
    laid, wrong = (picture(read(name)) for name in ("03-opening-30", "32-joker-set-split"))
    assert area(laid, LAID) > 300
    assert area(laid, MARK) == 0
    assert area(wrong, MARK) > 300
    turn = read("32-joker-set-split")["turns"][0]
    nothing = {**read("32-joker-set-split"), "turns": [{"player": "Anna", "after": turn["after"]}]}
    assert area(picture(nothing), LAID) == area(picture(nothing), MARK) == 0


def test_every_file_of_the_format_is_printed() -> None:
    text = printed(*(parse(path.read_bytes()) for path in sorted(ROUNDS.iterdir())), language="de")
    assert text.count("Code des Protokolls") >= len([*ROUNDS.iterdir()])


def test_what_a_file_says_amiss_or_at_length_is_printed_all_the_same() -> None:
    finding = {"code": "opening-below-30", "message": "as it stands", "clause": "", "set": 90}
    odd = {"key": "a", "n": 5, "seconds": "long", "reason": 7}
    turn = {
        "player": "Anna",
        "before": "",
        "after": "R1 ?",
        "verdict": "illegal",
        "note": "so " * 3000,
        "violations": [finding | {"values": odd, "named": {"points": {"tiles": ""}}}],
        "said": [{"kind": "tile-added", "tile": "nothing"}, {"kind": "what nobody knows"}],
    }
    document = {"format": "rummi-round/1", "players": ["Anna"], "rulebook": "of nobody", "turns": [turn, turn]}
    check(document)
    text = printed(document)
    assert ("as it stands" in text, "nothing" in text, text.count("so ") >= 6000) == (True, True, True)


def test_a_table_of_two_boxes_has_room_on_a_felt() -> None:
    sets = [[f"K{number}" for number in range(1, 14)]] * 16
    laid = fitted(sets, 1060, 600, 44)
    assert laid.height <= 600
    assert len(laid.tiles) == 208
    assert len({(one.left, one.top) for one in laid.tiles}) == 208
