"""The rulebooks of a club's own folder stand beside the program's, and no name leads to any other file."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from files.rulebook_folder import Shelf
from files.toml import MOST_TOML
from referee import rulebook
from referee.rulebook import RulebookError
from tests.referee.books import JUMBO

OURS = 'id = "ours"\ntitle = "Our Sundays"\ninherits = "{base}"\n[opening]\nsource = "agreed"\npoints = {points}\n'


def put(folder: Path, name: str, points: int = 40) -> Path:
    """A rulebook of one's own, with that first lay-down."""
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(OURS.format(base=JUMBO, points=points), encoding="utf-8")
    return path


def ids(shelf: Shelf) -> list[str]:
    return [book.id for book in shelf.books()]


def test_rulebooks_of_one_s_own_come_after_the_program_s_and_go_by_their_files(tmp_path: Path) -> None:
    put(tmp_path, "Unsere Regeln.toml")
    put(tmp_path, "holidays.toml", points=50)
    (tmp_path / "readme.txt").write_text("chess", encoding="utf-8")
    shelf = Shelf(tmp_path)
    assert ids(shelf) == [*rulebook.available(), "Unsere Regeln", "holidays"]
    book = shelf.load("Unsere Regeln+time=none")
    assert (book.id, book.opening.points, book.time.seconds) == ("Unsere Regeln+time=none", 40, None)
    assert shelf.faults() == []


@pytest.mark.parametrize("folder", [None, Path("/nowhere/at/all")])
def test_without_a_folder_there_are_those_of_the_program(folder: Path | None) -> None:
    assert ids(Shelf(folder)) == [*rulebook.available()]


def test_a_file_that_was_changed_counts_from_then_on(tmp_path: Path) -> None:
    path, shelf = put(tmp_path, "sundays.toml"), Shelf(tmp_path)
    assert shelf.load("sundays").opening.points == 40
    put(tmp_path, "sundays.toml", points=50)
    assert shelf.load("sundays").opening.points == 50
    path.unlink()
    with pytest.raises(RulebookError, match="there is no rulebook 'sundays'"):
        shelf.load("sundays")


def test_the_name_of_a_booklet_stays_the_booklet_s(tmp_path: Path) -> None:
    put(tmp_path, f"{JUMBO}.toml", points=99)
    shelf = Shelf(tmp_path)
    assert shelf.load(JUMBO).opening.points == 30
    assert ids(shelf) == [*rulebook.available()]
    assert [str(fault) for fault in shelf.faults()] == [
        f"{JUMBO}.toml: has the name of a booklet: give it one of its own"
    ]


def _too_long(path: Path) -> None:
    path.write_text(f"# {'x' * MOST_TOML}\n{OURS.format(base=JUMBO, points=40)}", encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "make", "line"),
    [
        ("a.toml", lambda path: path.write_text("id = "), r"a.toml: is not TOML"),
        ("b.toml", lambda path: path.write_text(OURS.format(base="chess", points=1)), r"b.toml: inherits = 'chess'"),
        ("c.toml", lambda path: path.write_bytes(b"\xff\xfe"), r"c.toml: is not UTF-8"),
        ("d.toml", _too_long, r"d.toml: cannot be read: has more than 128 KiB"),
        ("e.toml", os.mkfifo, r"e.toml: cannot be read: is no regular file"),
        ("f.toml", lambda path: path.symlink_to("/dev/zero"), r"f.toml: cannot be read: is no regular file"),
        ("g.toml", lambda path: path.symlink_to(path.parent / "gone"), r"g.toml: cannot be read: No such file"),
        ("h.toml", Path.mkdir, r"h.toml: cannot be read: Is a directory"),
        ("i.j.toml", lambda path: path.touch(), r"i.j.toml': .* no other dot, no \+"),
        ("k+hand.toml", lambda path: path.touch(), r"k\+hand.toml': .* no other dot, no \+"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_rulebook_is_left_out_and_told_in_one_line(
    name: str, make: Callable[[Path], object], line: str, tmp_path: Path
) -> None:
    put(tmp_path, "sundays.toml")
    make(tmp_path / name)
    shelf = Shelf(tmp_path)
    assert ids(shelf) == [*rulebook.available(), "sundays"]
    (fault,) = shelf.faults()
    assert "\n" not in str(fault)
    with pytest.raises(RulebookError, match=line):
        raise fault


@pytest.mark.parametrize(
    "name",
    ["../there", "../there.toml", "./sundays", "sundays.toml", "x/sundays", ".hidden", "there", "", "\0", "x" * 5000],
)
def test_no_name_leads_to_a_file_that_does_not_lie_there_under_it(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "rulebooks"
    for file in ("sundays.toml", ".hidden.toml"):
        put(folder, file)
    for file in ("there.toml", "there"):
        put(tmp_path, file)
    monkeypatch.chdir(tmp_path)
    for asked in (name, f"{name}+hand", str(tmp_path / name) if "\0" not in name else name):
        with pytest.raises(RulebookError, match="there is no rulebook") as refused:
            Shelf(folder).load(asked)
        assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        (f"{JUMBO}+hand", "there is no switch 'hand'"),
        (f"{JUMBO}+opening=999", "must be a whole number from 1 to 200"),
        ("sundays+castling", "there is no switch 'castling'"),
    ],
)
def test_what_cannot_be_switched_on_is_refused(name: str, line: str, tmp_path: Path) -> None:
    put(tmp_path, "sundays.toml")
    with pytest.raises(RulebookError, match=line):
        Shelf(tmp_path).load(name)
