"""The five rulebooks say what their booklets say, and a file that does not hold together is refused in one line."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from files.rulebook import load
from referee import rulebook
from referee.clauses import (
    BlockedPoints,
    DrawFrom,
    FourthColour,
    Freed,
    LastRound,
    LastRoundStart,
    PenaltyTable,
    StartBy,
    TileSource,
    TouchTable,
)
from referee.rulebook import RulebookError
from tests.referee.books import COMPACT, FORTUNA, HERTZANO, JUMBO, PIATNIK

ALL = (JUMBO, HERTZANO, COMPACT, FORTUNA, PIATNIK)


def test_there_are_five_rulebooks_the_default_first() -> None:
    assert rulebook.available() == ALL
    assert rulebook.DEFAULT == JUMBO


@pytest.mark.parametrize("name", ALL)
def test_what_all_five_share(name: str) -> None:
    book = load(name)
    assert (book.id, book.box.size, book.deal.tiles) == (name, 106, 14)
    assert (book.players.least, book.players.most) == (2, 4)
    assert (book.opening.points, book.play.draw, book.penalty.draw) == (30, 1, 3)
    assert all(clause.citation for clause in book.clauses().values())


@pytest.mark.parametrize(
    ("clause", "key", "values"),
    [
        ("box", "fourth_colour", [FourthColour.ORANGE, FourthColour.YELLOW, *[FourthColour.ORANGE] * 3]),
        ("start", "by", [*[StartBy.HIGHEST_TILE] * 4, StartBy.AGREED]),
        ("direction", "clockwise", [True, False, True, True, True]),
        ("deal", "stacks_each", [0, 2, 0, 0, 2]),
        ("deal", "passed_left", [False, False, False, False, True]),
        ("pool", "stack", [7, 7, 0, 7, 7]),
        ("pool", "draw_from", [*[DrawFrom.ANYWHERE] * 4, DrawFrom.LAST_STACK]),
        ("redeal", "allowed", [True, False, True, True, True]),
        ("redeal", "or_more", [False, False, True, False, True]),
        ("redeal", "shown", [True, False, True, True, False]),
        (
            "opening",
            "touches_table",
            [TouchTable.NEVER, TouchTable.AFTER_POINTS, TouchTable.NEVER, TouchTable.NEVER, TouchTable.NEVER],
        ),
        ("first_lay_down", "after_opening_only", [False, True, False, False, False]),
        ("drawn_tile", "barred", [False, True, False, False, False]),
        ("time", "seconds", [60.0, 120.0, None, 60.0, 60.0]),
        (
            "penalty",
            "table",
            [PenaltyTable.RESTORED, PenaltyTable.LOOSE_TO_RACK, *[PenaltyTable.RESTORED] * 3],
        ),
        ("penalty", "extra_per_lost", [1, 0, 1, 1, 0]),
        (
            "joker",
            "exchange_from",
            [(TileSource.RACK, TileSource.TABLE), (TileSource.RACK,), *[(TileSource.RACK, TileSource.TABLE)] * 3],
        ),
        ("joker", "split", [True, False, True, True, True]),
        ("joker", "freed", [Freed.ANY_SET, Freed.NEW_SET, Freed.ANY_SET, Freed.ANY_SET, Freed.NEW_SET]),
        ("joker", "points", [30, 30, 30, 50, 30]),
        ("pool_empty", "announced", [True, True, True, False, True]),
        (
            "pool_empty",
            "last_round",
            [*[LastRound.ONE_TRY_EACH] * 3, LastRound.UNTIL_STUCK, LastRound.ONE_TRY_EACH],
        ),
        (
            "pool_empty",
            "starts",
            [*[LastRoundStart.DRAWER] * 3, LastRoundStart.NEXT, LastRoundStart.NEXT],
        ),
        (
            "blocked",
            "points",
            [*[BlockedPoints.OWN_MINUS] * 3, BlockedPoints.DIFFERENCE, BlockedPoints.OWN_MINUS],
        ),
        ("blocked", "adds_up_to_zero", [False, False, False, True, False]),
        ("tie", "fewest_tiles", [True] * 5),
    ],
)
def test_where_the_booklets_differ(clause: str, key: str, values: list[object]) -> None:
    assert [getattr(getattr(load(name), clause), key) for name in ALL] == values


@pytest.mark.parametrize(
    ("name", "clause", "reason"),
    [
        (COMPACT, "manipulation", "page missing"),
        (COMPACT, "joker", "page missing"),
        (COMPACT, "scoring", "page missing"),
        (FORTUNA, "opening", "page missing"),
        (FORTUNA, "time", "page missing"),
        (FORTUNA, "penalty", "page missing"),
        (FORTUNA, "tie", "not provided"),
        (HERTZANO, "pool_empty", "not provided"),
        (HERTZANO, "blocked", "not provided"),
    ],
)
def test_what_is_inherited_says_so_and_cites_the_booklet_it_comes_from(name: str, clause: str, reason: str) -> None:
    ours, base = load(name).clauses()[clause], load(JUMBO).clauses()[clause]
    assert ours.citation == f"{base.citation} (inherited: {reason})"


@pytest.mark.parametrize("name", [JUMBO, PIATNIK])
def test_complete_booklets_inherit_nothing(name: str) -> None:
    assert not [clause for clause in load(name).clauses().values() if "inherited" in clause.citation]


@pytest.mark.parametrize("name", ALL)
def test_every_rulebook_that_comes_along_states_every_clause(name: str) -> None:
    book = load(name)
    path = Path(rulebook.__file__).parent / "rulebooks" / f"{name}.toml"
    assert set(book.clauses()) <= set(tomllib.loads(path.read_text(encoding="utf-8")))


def test_the_variants_of_the_old_original_are_named() -> None:
    assert [variant.name for variant in load(HERTZANO).variants] == ["discard", "open-last-stack", "hand"]
    assert all(variant.citation.startswith("Original Rummikub") for variant in load(HERTZANO).variants)


def test_short_names_for_what_is_asked_most() -> None:
    assert (load(HERTZANO).time.seconds, load(FORTUNA).joker.points, load(HERTZANO).direction.clockwise) == (
        120.0,
        50,
        False,
    )


def written(folder: Path, text: str) -> str:
    path = folder / "home.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


HEADER = 'id = "home"\ntitle = "Home"\ninherits = "jumbo-original-2016"\n'


def test_a_house_rule_is_a_few_lines(tmp_path: Path) -> None:
    book = load(written(tmp_path, HEADER + '[opening]\nsource = "agreed"\npoints = 40\n'))
    assert (book.opening.points, book.opening.touches_table) == (40, TouchTable.NEVER)
    assert book.opening.citation == "Home, agreed"
    assert book.joker == load(JUMBO).joker


def test_a_house_rule_may_do_without_a_time_limit(tmp_path: Path) -> None:
    assert load(written(tmp_path, HEADER + '[time]\nsource = "agreed"\nseconds = "none"\n')).time.seconds is None


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("id = ", "is not TOML"),
        ("[opening]\n", "title must be a line of text: it is missing"),
        ('id = 3\ntitle = "x"\ninherits = "jumbo-original-2016"', "id must be a line of text"),
        ('id = "x"\ntitle = "x"', '[box] is missing: state it, or say at the top which rulebook the file "inherits"'),
        ('id = "x"\ntitle = "x"\ninherits = "chess"', "inherits = 'chess': take one of"),
        ('id = "x"\ntitle = "x"\n[box]\ninherited = "why"', "[box] is inherited, but the file does not say"),
        ('id = "x"\ntitle = "x"\n[box]\nsource = "s"\ncopies = 2', "[box] fourth_colour is missing"),
        (HEADER + "[castling]\n", "[castling] is no clause: take one of box,"),
        (HEADER + "opening = 30\n", "[opening] must be a table"),
        (HEADER + "[opening]\npoints = 40\n", "[opening] source must be a line of text: it is missing"),
        (HEADER + '[opening]\nsource = "s"\npoint = 40\n', "[opening] point is unknown: do you mean points?"),
        (HEADER + '[sets]\nsource = "s"\nsmallest = 2\n', "[sets] smallest is unknown: it takes ordered"),
        (HEADER + '[opening]\nsource = "s"\npoints = "forty"\n', "[opening] points must be a whole number"),
        (HEADER + '[opening]\nsource = "s"\npoints = true\n', "[opening] points must be a whole number"),
        (HEADER + '[opening]\nsource = "s"\npoints = -1\n', "[opening] points must be a whole number, 0 or more, not -1"),
        (HEADER + '[opening]\nsource = "s"\ntouches_table = "often"\n', 'must be one of "never", "after-points"'),
        (HEADER + '[direction]\nsource = "s"\nclockwise = 1\n', "[direction] clockwise must be true or false"),
        (HEADER + '[joker]\nsource = "s"\nexchange_from = "rack"\n', 'must be a list of "rack", "table"'),
        (HEADER + '[joker]\nsource = "s"\nexchange_from = ["bag"]\n', "[joker] exchange_from must be one of"),
        (HEADER + '[time]\nsource = "s"\nseconds = 0\n', "[time] seconds must be a number of seconds above 0"),
        (HEADER + '[time]\nsource = "s"\nseconds = "long"\n', '[time] seconds must be a number of seconds above 0, or "none"'),
        (HEADER + '[time]\ninherited = "s"\nseconds = 3\n', "[time] says inherited and states keys of its own"),
        (HEADER + "variants = 3\n", "[variants] must hold one table for each variant"),
        (HEADER + '[variants.x]\nsource = "s"\n', "[variants.x] summary must be a line of text: it is missing"),
        (HEADER + '[variants.x]\nsauce = "s"\n', "[variants.x] sauce is unknown"),
        (HEADER + '[players]\nsource = "s"\nleast = 5\n', "contradiction: [players] least is above most"),
        (HEADER + '[players]\nsource = "s"\nmost = 8\n', "contradiction: [deal] tiles for [players] most come to 112"),
        (HEADER + '[deal]\nsource = "s"\ntiles = 0\n', "contradiction: [deal] tiles and [play] draw must be 1 or more"),
        (HEADER + '[deal]\nsource = "s"\nstacks_each = 3\n', "contradiction: [deal] stacks_each of [pool] stack come to 21"),
        (HEADER + '[pool]\nsource = "s"\nlast_stack = 9\n', "contradiction: [pool] 50 tiles do not make stacks of 7 and one of 9"),
        (HEADER + '[pool]\nsource = "s"\nstack = 0\n', "contradiction: [pool] last_stack needs a stack"),
        (
            HEADER + '[pool]\nsource = "s"\nstack = 0\nlast_stack = 0\ndraw_from = "last-stack"\n',
            'contradiction: [pool] draw_from "last-stack" needs a last_stack',
        ),
        (HEADER + '[redeal]\nsource = "s"\nallowed = false\n', "contradiction: [redeal] pairs must be above 0"),
        (HEADER + '[redeal]\nsource = "s"\npairs = 8\n', "contradiction: [redeal] pairs need more tiles"),
        (HEADER + '[penalty]\nsource = "s"\nlost = "none"\n', 'contradiction: [penalty] lost must be "none"'),
        (HEADER + '[blocked]\nsource = "s"\npoints = "difference"\n', "contradiction: [blocked] adds_up_to_zero"),
    ],
)  # fmt: skip
def test_a_file_that_does_not_hold_together_is_refused_in_one_line(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(RulebookError) as caught:
        load(written(tmp_path, text))
    line = str(caught.value)
    assert complaint in line
    assert "home.toml" in line
    assert "\n" not in line


@pytest.mark.parametrize("name", ["chess", "", "../jumbo-original-2016", "\0"])
def test_an_unknown_rulebook_names_those_that_there_are(name: str) -> None:
    with pytest.raises(RulebookError, match="take one of jumbo-original-2016, hertzano-original"):
        load(name)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(RulebookError, match="cannot be read: No such file"):
        load(str(tmp_path / "none.toml"))


def test_a_path_that_can_be_none() -> None:
    with pytest.raises(RulebookError, match="is no path of a file"):
        load("\0.toml")


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "home.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(RulebookError, match="is not UTF-8 text"):
        load(str(path))


def test_no_rulebook_has_so_long_a_name() -> None:
    with pytest.raises(RulebookError, match="there is no rulebook"):
        load("x" * 5000)


@pytest.mark.parametrize(
    ("text", "complaint"), [("x = " + "[" * 5000, "nested too deep"), ("x = " + "9" * 5000, "is not TOML")]
)
def test_a_file_out_of_all_proportion_is_no_rulebook(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(RulebookError, match=complaint):
        load(written(tmp_path, text))


def test_a_file_says_what_it_is(tmp_path: Path) -> None:
    lines = 'id = "sundays"\ntitle = "Our Sundays"\ninherits = "piatnik-xxl"\n'
    book = load(written(tmp_path, lines))
    assert (book.id, book.title, book.survives) == ("sundays", "Our Sundays", "house rules")
    assert load(written(tmp_path, f'{lines}survives = "a page"\n')).survives == "a page"


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ('title = "Ours"\ninherits = "piatnik-xxl"', "id must be a line of text: it is missing"),
        ('id = "ours"\ntitle = "  "\ninherits = "piatnik-xxl"', r"title must be a line of text$"),
        ('id = "ours"\ntitle = "one\\nother"\ninherits = "piatnik-xxl"', r"title must be a line of text$"),
        ('id = "piatnik-xxl"\ntitle = "Ours"\ninherits = "piatnik-xxl"', "inherits = 'piatnik-xxl': .* give it an id of its own$"),
        ('id = "ours"\ntitle = "Ours"\ninherits = "theirs"', "inherits = 'theirs': take one of jumbo-original-2016, "),
        ('id = "o"\ntitle = "O"\ninherits = "piatnik-xxl"\n[time]\ninherited = ""', r"\[time\] inherited must be a line"),
        ('id = "o"\ntitle = "O"\ninherits = "piatnik-xxl"\n[time]\nsource = "x"\nseconds = 1000001', "seconds must be a number"),
        ('id = "o"\ntitle = "O"\ninherits = "piatnik-xxl"\n[variants.x]\nsummary = "s"', r"\[variants.x\] source must be a line"),
    ],
)  # fmt: skip
def test_a_file_that_does_not_say_what_it_is(tmp_path: Path, lines: str, complaint: str) -> None:
    with pytest.raises(RulebookError, match=complaint):
        load(written(tmp_path, lines))


@pytest.mark.parametrize("seconds", ["0.5", "1000000"])
def test_a_turn_may_be_as_short_or_long_as_it_makes_sense(tmp_path: Path, seconds: str) -> None:
    lines = f'id = "o"\ntitle = "O"\ninherits = "piatnik-xxl"\n[time]\nsource = "x"\nseconds = {seconds}\n'
    assert load(written(tmp_path, lines)).time.seconds == float(seconds)


def test_the_referee_needs_no_package_but_its_own(tmp_path: Path) -> None:
    """A module of another's with the name of one of ours, beside a user's script, is nothing to it."""
    (tmp_path / "files.py").write_text("raise SystemExit('imported')", encoding="utf-8")
    script = tmp_path / "script.py"
    lines = (
        "import json, pkgutil, importlib, sys, referee",
        "for found in pkgutil.walk_packages(referee.__path__, 'referee.'): importlib.import_module(found.name)",
        "from referee.described import DescribedTurn",
        "turn = DescribedTurn.parse({'before': [], 'after': [['R10', 'R11', 'R12']], 'opened': False})",
        "print(turn.settle().verdict.outcome.value)",
    )
    script.write_text("\n".join(lines), encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, str(script)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(Path(rulebook.__file__).parents[1])},
    )
    assert (ran.stdout, ran.returncode) == ("legal\n", 0), ran.stderr
