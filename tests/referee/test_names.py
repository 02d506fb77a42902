"""Players' names: one name however it is typed, and no two that read as one."""

# ruff: noqa: RUF001 - letters that look alike are what this is about

from __future__ import annotations

import pytest

from referee.names import PlayerNameError, check_apart, plain_name


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Anna  Maria ", "Anna Maria"),
        ("Zoe\N{COMBINING DIAERESIS}", "Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}"),
        ("Ａｎｎａ", "Anna"),
        ("Ali\N{NO-BREAK SPACE}Baba", "Ali Baba"),
        ("Ольга", "Ольга"),
        ("👨‍👩‍👧", "👨‍👩‍👧"),
        ("Ann \N{HEAVY BLACK HEART}\N{VARIATION SELECTOR-16}", "Ann \N{HEAVY BLACK HEART}"),
        ("", ""),
    ],
)
def test_a_name_is_one_however_it_is_typed(typed: str, kept: str) -> None:
    assert plain_name(typed) == kept


@pytest.mark.parametrize(
    "name",
    [
        "An\N{ZERO WIDTH SPACE}na",
        "\N{RIGHT-TO-LEFT OVERRIDE}annA",
        "An\x1b[2Jna",
        "An\N{SOFT HYPHEN}na",
        "\N{HANGUL FILLER}",
        "\N{BRAILLE PATTERN BLANK}",
        "Anna\N{ZERO WIDTH JOINER}",
        "\ud800",
        "\ue000",
    ],
)
def test_a_letter_that_nobody_sees_is_refused(name: str) -> None:
    with pytest.raises(PlayerNameError, match="cannot be seen") as refused:
        plain_name(name)
    assert str(refused.value).isascii()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "Аnna"),
        ("Anna", "anna"),
        ("Ben", "Вen"),
        ("Zoe", "Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}"),
        ("Ian", "lan"),
        ("Player 0", "Player O"),
        ("Anna", "Anna."),
        ("ΑΝΝΑ", "ANNA"),
    ],
)
def test_two_names_that_look_the_same_are_refused(one: str, other: str) -> None:
    with pytest.raises(PlayerNameError, match="look the same"):
        check_apart([plain_name(one), "Cleo", plain_name(other)])


@pytest.mark.parametrize(
    "names",
    [("Anna", "Hanna"), ("Kai", "Kal"), ("Player 1", "Player 2"), ("Anna 🌸", "Anna 🌻"), ("👩", "👨"), ("!", "?")],
)
def test_names_that_can_be_told_apart_are_fine(names: tuple[str, ...]) -> None:
    check_apart(names)
