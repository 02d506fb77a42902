"""Every violation is named, all at once, with the clause it breaks and what it costs."""

from dataclasses import replace

import pytest

from referee.rulebook import available, load
from referee.tiles import parse_tiles
from referee.turn import Turn, judge
from referee.verdict import Code, Outcome, Verdict, Violation
from tests.notation import parse_table
from tests.referee.books import COMPACT, FORTUNA, HERTZANO, JUMBO, PIATNIK

ALL = available()


def judged(
    before: str,
    after: str,
    book: str = JUMBO,
    *,
    opened: bool = True,
    drew: int = 0,
    rack: str | None = None,
    seconds: float | None = None,
    pool: int | None = None,
) -> Verdict:
    tiles = None if rack is None else parse_tiles(rack.split())
    turn = Turn(parse_table(before), parse_table(after), opened, drew, tiles, seconds, pool)
    return judge(turn, load(book))


def codes(verdict: Verdict) -> list[str]:
    return [violation.code.value for violation in verdict.violations]


@pytest.mark.parametrize("book", ALL)
def test_a_legal_turn(book: str) -> None:
    verdict = judged("R4 R5 R6", "R4 R5 R6 R7", book, rack="R7 K1", seconds=41.5)
    assert verdict.to_json() == {
        "verdict": "legal",
        "played": ["R7"],
        "points": 7,
        "violations": [],
        "notices": [],
        "penalty": None,
    }


@pytest.mark.parametrize("book", ALL)
def test_a_turn_that_only_draws_is_legal(book: str) -> None:
    assert judged("R4 R5 R6", "R4 R5 R6", book, drew=1, opened=False).outcome == "legal"


@pytest.mark.parametrize("book", ALL)
def test_set_invalid(book: str) -> None:
    verdict = judged("R4 R5 R6", "R4 R5 R6 / K1 K2 K4", book)
    assert codes(verdict) == ["set-invalid"]
    violation = verdict.violations[0]
    assert (violation.set_index, violation.tiles) == (1, parse_tiles(["K1", "K2", "K4"]))
    assert violation.message == (
        "K1 K2 K4 is no run: numbers are missing in between. Fill the gap or split the run there."
    )
    assert violation.clause == load(book).sets.citation


@pytest.mark.parametrize("book", ALL)
def test_tile_missing(book: str) -> None:
    verdict = judged("R4 R5 R6 R7 / K1 K2 K3", "R4 R5 R6 / K1 K2 K3 K4", book)
    assert codes(verdict) == ["tile-missing"]
    assert verdict.violations[0].tiles == parse_tiles(["R7"])
    assert verdict.violations[0].clause == load(book).manipulation.citation


@pytest.mark.parametrize("book", ALL)
def test_tile_impossible(book: str) -> None:
    verdict = judged("R4 R5 R6 / R4 B4 K4", "R4 R5 R6 / R4 B4 K4 / R4 O4 B4", book)
    assert codes(verdict) == ["tile-impossible"]
    assert verdict.violations[0].values == {"count": 3, "most": 2}


@pytest.mark.parametrize("book", ALL)
def test_what_is_wrong_is_said_with_its_clause_and_its_tiles(book: str) -> None:
    rules = load(book)
    r4, r7 = parse_tiles(["R4", "R7"])
    impossible = judged("R4 R5 R6 / R4 B4 K4", "R4 R5 R6 / R4 B4 K4 / R4 O4 B4", book)
    both = judged("R4 R5 R6", "R4 R5 R6 R7", book, drew=1)
    foreign = judged("R4 R5 R6", "R4 R5 R6 R7", book, rack="K1")
    nothing = judged("R4 R5 R6", "R4 R5 R6", book)
    assert impossible.violations == (
        Violation(Code.TILE_IMPOSSIBLE, rules.box.citation, None, (r4,), {"count": 3, "most": 2}),
    )
    assert both.violations == (Violation(Code.LAID_AND_DREW, rules.play.citation, None, (r7,)),)
    assert foreign.violations == (Violation(Code.NOT_FROM_RACK, rules.play.citation, None, (r7,)),)
    assert nothing.violations == (Violation(Code.NOTHING_PLAYED, rules.play.citation),)


def test_a_box_may_hold_more_jokers_than_copies() -> None:
    """As one of an edition with three jokers does."""
    rules = replace(load(JUMBO), box=replace(load(JUMBO).box, jokers=3))
    three = parse_table("R4 J R6 / K4 J K6 / O4 J O6")
    assert judge(Turn(three[:2], three, opened=True), rules).outcome == "legal"


def test_a_third_joker_is_impossible() -> None:
    verdict = judged("R4 J R6 / K4 J K6", "R4 J R6 / K4 J K6 / O4 J O6")
    assert codes(verdict) == ["tile-impossible"]


@pytest.mark.parametrize("book", ALL)
def test_nothing_played(book: str) -> None:
    assert codes(judged("R4 R5 R6", "R4 R5 R6", book)) == ["nothing-played"]


@pytest.mark.parametrize("book", ALL)
def test_passing_is_no_violation_once_the_pool_is_empty(book: str) -> None:
    assert judged("R4 R5 R6", "R4 R5 R6", book, pool=0).outcome == "legal"


@pytest.mark.parametrize("book", ALL)
def test_laid_and_drew(book: str) -> None:
    verdict = judged("R4 R5 R6", "R4 R5 R6 R7", book, drew=1)
    assert codes(verdict) == ["laid-and-drew"]


def test_drawing_twice() -> None:
    assert judged("", "", drew=2).violations == (
        Violation(Code.DREW_TOO_MANY, load(JUMBO).play.citation, values={"count": 2, "most": 1}),
    )


@pytest.mark.parametrize("book", ALL)
def test_not_from_rack(book: str) -> None:
    verdict = judged("R4 R5 R6", "R3 R4 R5 R6 R7", book, rack="R7 K1 K2")
    assert codes(verdict) == ["not-from-rack"]
    assert verdict.violations[0].tiles == parse_tiles(["R3"])


def test_two_equal_tiles_need_two_on_the_rack() -> None:
    verdict = judged("", "K10 B10 R10 / K11 B11 R11 / K10 O10 R10", rack="K10 B10 R10 K11 B11 R11 O10 R10")
    assert codes(verdict) == ["not-from-rack"]
    assert verdict.violations[0].tiles == parse_tiles(["K10"])


def test_without_a_rack_it_is_not_judged() -> None:
    assert judged("R4 R5 R6", "R4 R5 R6 R7").outcome == "legal"


def test_drawn_tile_played_is_barred_by_the_old_original() -> None:
    verdict = judged("R4 R5 R6", "R4 R5 R6 R7", HERTZANO, drew=1, rack="K1 K2")
    assert codes(verdict) == ["laid-and-drew", "drawn-tile-played"]
    assert verdict.violations[1].clause == "Original Rummikub (Hertzano), Fasi di gioco"
    assert verdict.violations[1].tiles == parse_tiles(["R7"])


@pytest.mark.parametrize("book", [JUMBO, COMPACT, FORTUNA, PIATNIK])
def test_elsewhere_laying_the_drawn_tile_is_laying_and_drawing(book: str) -> None:
    assert codes(judged("R4 R5 R6", "R4 R5 R6 R7", book, drew=1, rack="K1 K2")) == ["laid-and-drew"]


def test_only_one_of_the_foreign_tiles_can_be_the_drawn_one() -> None:
    verdict = judged("R4 R5 R6", "R3 R4 R5 R6 R7", HERTZANO, drew=1, rack="K1 K2")
    assert codes(verdict) == ["laid-and-drew", "not-from-rack", "drawn-tile-played"]


@pytest.mark.parametrize(
    ("book", "seconds", "over"),
    [
        (JUMBO, 60, False),
        (JUMBO, 60.01, True),
        (PIATNIK, 61, True),
        (FORTUNA, 61, True),
        (HERTZANO, 119, False),
        (HERTZANO, 121, True),
        (COMPACT, 3600, False),
    ],
)
def test_overtime(book: str, seconds: float, over: bool) -> None:  # noqa: FBT001  # a parameter of the table above
    verdict = judged("R4 R5 R6", "R4 R5 R6 R7", book, seconds=seconds)
    assert codes(verdict) == (["overtime"] if over else [])


def test_overtime_is_never_said_to_be_the_limit_itself() -> None:
    message = judged("R4 R5 R6", "R4 R5 R6 R7", seconds=60.01).violations[0].message
    assert message == "The turn took 60.1 seconds, and 60 are allowed: the penalty is due."


def test_the_missing_page_of_the_fortuna_booklet_is_said() -> None:
    violation = judged("R4 R5 R6", "R4 R5 R6 R7", FORTUNA, seconds=90).violations[0]
    assert violation.clause == "Jumbo, 2016, Spielbeginn (inherited: page missing)"


def test_every_violation_is_listed() -> None:
    verdict = judged("R4 R5 R6 R7", "R4 R5 R6 / K1 K1 K1", opened=False, drew=1, rack="K1 K2", seconds=99)
    assert codes(verdict) == [
        "set-invalid",
        "tile-missing",
        "tile-impossible",
        "laid-and-drew",
        "not-from-rack",
        "opening-below-30",
        "opening-touches-table",
        "overtime",
    ]


def test_the_order_of_sets_means_nothing() -> None:
    assert judged("R4 R5 R6 / K1 K2 K3", "K1 K2 K3 / R4 R5 R6 R7").outcome == "legal"
    opening = judged("R4 R5 R6 / K1 K2 K3", "K10 B10 R10 / K1 K2 K3 / R6 R5 R4", opened=False)
    assert codes(opening) == []


def test_a_run_in_another_order_is_a_notice() -> None:
    verdict = judged("", "R12 R11 R10", opened=False)
    assert verdict.outcome == "legal"
    out_of_order = Violation(Code.SET_OUT_OF_ORDER, load(JUMBO).sets.citation, 0, parse_table("R12 R11 R10")[0])
    assert verdict.notices == (out_of_order,)


def test_rearranging_without_laying_is_a_notice() -> None:
    verdict = judged("R4 R5 R6 R7 R8 R9", "R4 R5 R6 / R7 R8 R9", drew=1)
    assert verdict.outcome == "legal"
    assert verdict.notices == (Violation(Code.REARRANGED_ONLY, load(JUMBO).play.citation),)


@pytest.mark.parametrize(
    ("before", "after", "points"),
    [
        ("", "K10 K11 J", 33),
        ("", "J K10 K11", 30),
        ("R4 J R6", "R4 J R6 / K11 J K13", 36),  # the joker laid is the one in the new set
        ("R4 J R6", "R4 J R6 R7", 7),
        ("", "K10 B10 J J", 40),
        ("", "R4 R5 R6 / R4 R5 R6", 30),
        ("R4 J R6", "R5 R6 J / K11 J K13", 41),  # of two jokers in changed sets, the one worth more: 12, not 7
        ("K11 J K13", "K10 K11 J / R4 J R6", 32),
        ("", "K10 B3 J", 13),  # no set, so its joker stands for nothing
    ],
)
def test_points_of_what_was_laid(before: str, after: str, points: int) -> None:
    assert judged(before, after).points == points


@pytest.mark.parametrize(("book", "extra"), [(JUMBO, 1), (COMPACT, 1), (FORTUNA, 1), (PIATNIK, 0)])
def test_penalty_restores_the_table(book: str, extra: int) -> None:
    penalty = judged("R4 R5 R6", "R4 R5 R6 / K1 K2", book).penalty
    assert penalty is not None
    assert penalty.to_json() == {
        "draw": 3,
        "restore": True,
        "take": [],
        "extra_per_lost": extra,
        "put_back": 0,
        "clause": load(book).penalty.citation,
    }


def test_penalty_of_the_old_original_is_the_loose_tiles_and_three_more() -> None:
    penalty = judged("R4 R5 R6 R7", "R4 R5 R6 / R7 K7", HERTZANO, seconds=130).penalty
    assert penalty is not None
    assert (penalty.draw, penalty.restore, penalty.take) == (3, False, parse_tiles(["R7", "K7"]))


@pytest.mark.parametrize(
    ("before", "after", "opened", "loose"),
    [
        ("R1 R2 R3 R4 R5", "R1 R2 R3 R4 R5 K9", True, "K9"),  # the booklet: "not yet joined to groups or rows"
        ("R4 R5 R6 / K1 K2 K3", "B9 R4 R5 R6 K1 K2 K3 O2", True, "B9 O2"),
        ("R4 R5 R6", "R4 R5 R6 / K10 B10 O10 K9", False, "K9"),  # the first lay-down lies there whole
        ("R4 R5 R6", "R4 R5 K7 R6", True, "R4 R5 K7 R6"),
    ],
)
def test_in_the_old_original_a_tile_beside_a_set_is_loose_and_the_set_is_not(
    before: str,
    after: str,
    opened: bool,  # noqa: FBT001  # a parameter of the table above
    loose: str,
) -> None:
    penalty = judged(before, after, HERTZANO, opened=opened, seconds=125).penalty
    assert penalty is not None
    assert (penalty.restore, penalty.take) == (False, parse_tiles(loose.split()))


@pytest.mark.parametrize(
    ("before", "after", "opened"),
    [("R4 R5 R6 R7", "R4 R5 R6 / K1 K2", True), ("", "R8 R9 R10 / K1 K2", False)],
)
def test_the_old_original_restores_the_table_after_what_loose_tiles_do_not_mend(
    before: str,
    after: str,
    opened: bool,  # noqa: FBT001  # a parameter of the table above
) -> None:
    penalty = judged(before, after, HERTZANO, opened=opened).penalty
    assert penalty is not None
    assert (penalty.restore, penalty.take) == (True, ())


@pytest.mark.parametrize(
    ("table", "stands", "message"),
    [
        ("K11 K12 K13 J", "K10", "It counts as K10: put it before K11."),  # section "Serien": 1 never follows 13
        ("J K1 K2 K3", "K4", "It counts as K4: put it after K3."),
        ("R4 R6 J", "R5", "It counts as R5: put it after R4."),
    ],
)
@pytest.mark.parametrize("book", ALL)
def test_a_joker_where_no_number_is_left_counts_as_the_one_that_fits(
    book: str, table: str, stands: str, message: str
) -> None:
    verdict = judged("", f"{table} / B10 R10 K10", book, opened=False)
    (notice,) = verdict.notices
    assert (verdict.outcome, notice.code, str(notice.named["stands"])) == (Outcome.LEGAL, "joker-out-of-place", stands)
    assert notice.message.endswith(message)
    assert notice.clause == load(book).sets.citation


@pytest.mark.parametrize("book", ALL)
@pytest.mark.parametrize(("table", "stands"), [("K10 J K9", "K8 or K11"), ("R7 J R5 R6", "R4 or R8")])
def test_a_joker_that_may_be_either_of_two_leaves_the_turn_undecided_with_the_question(
    book: str, table: str, stands: str
) -> None:
    verdict = judged("B1 B2 B3", f"B1 B2 B3 / {table}", book)
    assert (verdict.outcome, codes(verdict), verdict.penalty) == (Outcome.UNDECIDED, [], None)
    assert [(notice.code.value, notice.set_index) for notice in verdict.notices] == [("joker-unclear", 1)]
    assert f"it may be {stands}. Which one?" in verdict.notices[0].message
    assert judged("B1 B2 B3", f"B1 B2 / {table}", book).outcome is Outcome.ILLEGAL


@pytest.mark.parametrize("book", ALL)
def test_a_first_lay_down_whose_points_hang_on_such_a_joker_is_undecided(book: str) -> None:
    verdict = judged("", "K12 K13 J", book, opened=False)
    assert verdict.outcome is Outcome.UNDECIDED
    assert "opening-unclear" in [notice.code for notice in verdict.notices]
    assert judged("", "K12 K13 J / B10 R10 K10", book, opened=False).outcome is Outcome.LEGAL
    assert codes(judged("", "J K1 K2", book, opened=False)) == ["opening-below-30"]


@pytest.mark.parametrize("book", ALL)
@pytest.mark.parametrize("table", ["R7 R5 R6", "R7 R6 R5", "K11 K12 K13 J", "K10 J K9"])
def test_who_wants_order_takes_no_run_in_another_one(book: str, table: str) -> None:
    verdict = judged("B1 B2 B3", f"B1 B2 B3 / {table}", f"{book}+order=strict")
    assert [(found.code.value, found.values["reason"], found.set_index) for found in verdict.violations] == [
        ("set-invalid", "out-of-order", 1)
    ]
    assert "house rule order=strict" in verdict.violations[0].clause
    assert (verdict.notices, verdict.penalty is not None) == ((), True)
    below = [] if book == HERTZANO else ["opening-below-30"]  # there 30 points may have lain there first
    assert codes(judged("", f"{table} / K9 R9 B9", f"{book}+order=strict", opened=False)) == ["set-invalid", *below]


@pytest.mark.parametrize("book", ALL)
def test_rearranging_before_drawing_is_worth_a_notice_and_wrong_where_order_is_wanted(book: str) -> None:
    tables = "R4 R5 R6 R7 / K7 B7 O7", "R4 R5 R6 / R7 K7 B7 O7"
    assert [notice.code for notice in judged(*tables, book, drew=1).notices] == ["rearranged-only"]
    strict = judged(*tables, f"{book}+order=strict", drew=1)
    assert (codes(strict), strict.notices) == (["rearranged-only"], ())


@pytest.mark.parametrize("book", ALL)
def test_one_after_thirteen_cites_the_booklet_that_says_so(book: str) -> None:
    clause = judged("", "K12 K13 K1", book).violations[0].clause
    assert clause == load(book).lowest_one.citation
    if book == HERTZANO:
        assert clause == "Jumbo, 2016, Serien (inherited: not in this booklet)"


@pytest.mark.parametrize("book", ALL)
@pytest.mark.parametrize("drew", [0, 2])
def test_what_no_booklet_has_a_penalty_for_says_so_and_can_be_let_off(book: str, drew: int) -> None:
    idle = judged("", "", book, drew=drew).penalty
    assert idle is not None
    assert idle.draw == 3
    assert "names no penalty for it" in idle.clause
    free = judged("", "", f"{book}+idle=free", drew=drew).penalty
    assert free is not None
    assert (free.draw, free.put_back) == (0, drew)
    other = judged("R4 R5 R6", "R4 R5 / R6", f"{book}+idle=free", drew=drew).penalty
    assert other is not None
    assert other.draw == 3


def test_a_tile_for_each_overrun_and_three_for_anything_else() -> None:
    book = f"{JUMBO}+overrun=1"
    late, wrong = judged("", "", book, drew=1, seconds=61.0).penalty, judged("", "R4 R5", book, seconds=61.0).penalty
    assert late is not None
    assert wrong is not None
    assert (late.draw, wrong.draw) == (1, 3)
    assert late.clause == "house rule overrun=1, in place of Jumbo, 2016, Spielbeginn"


def test_a_legal_turn_costs_nothing() -> None:
    assert judged("R4 R5 R6", "R4 R5 R6 R7").penalty is None


@pytest.mark.parametrize("book", [JUMBO, COMPACT, FORTUNA, PIATNIK])
def test_before_opening_no_joker_is_freed_even_without_laying(book: str) -> None:
    """Section "Der Joker": neither before nor during the first lay-down."""
    before, after = "K5 J K7 / K6 R6 B6 O6", "K5 K6 K7 / J R6 B6 O6"
    verdict = judged(before, after, book, opened=False, drew=1)
    assert codes(verdict) == ["opening-touches-table", *(["joker-not-in-new-set"] * (book == PIATNIK))]
    assert verdict.violations[0].tiles == parse_tiles(["K5", "J", "K7"])
    assert verdict.violations[0].clause == load(book).joker.citation
    assert "opening-touches-table" not in codes(judged(before, after, book, opened=True, drew=1))


def test_before_opening_rearranging_sets_without_their_jokers_is_a_notice() -> None:
    verdict = judged("K5 J K7 / R1 R2 R3 R4 / B4 O4 K4", "K5 J K7 / R1 R2 R3 / B4 O4 K4 R4", opened=False, drew=1)
    assert codes(verdict) == []
    assert [notice.code for notice in verdict.notices] == [Code.REARRANGED_ONLY]


def test_a_rulebook_may_let_a_joker_be_exchanged_before_opening() -> None:
    book = load(JUMBO)
    allowed = replace(book, joker=replace(book.joker, exchange_before_opening=True))
    turn = Turn(parse_table("K5 J K7 / K6 R6 B6 O6"), parse_table("K5 K6 K7 / J R6 B6 O6"), opened=False, drew=1)
    assert judge(turn, allowed).violations == ()


@pytest.mark.parametrize(("book", "may_pass"), [(JUMBO, True), (PIATNIK, True), (FORTUNA, False)])
def test_once_the_pool_is_empty_fortuna_has_everyone_lay_who_can(book: str, may_pass: bool) -> None:  # noqa: FBT001
    """Section "Spielende": in turn, everyone lays at least one tile."""
    found = judged("R4 R5 R6", "R4 R5 R6", book, rack="R7", pool=0)
    assert codes(found) == ([] if may_pass else ["nothing-played"])
    assert codes(judged("R4 R5 R6", "R4 R5 R6", book, rack="K9", pool=0)) == []
    assert codes(judged("R4 R5 R6", "R4 R5 R6", book, pool=0)) == []
    if not may_pass:
        assert found.violations[0].clause == load(book).pool_empty.citation
        assert "lay at least one" in found.violations[0].message


@pytest.mark.parametrize(("known", "wrong"), [(True, ["nothing-played"]), (False, []), (None, [])])
def test_a_pass_is_wrong_only_where_it_is_known_that_a_tile_could_be_laid(
    monkeypatch: pytest.MonkeyPatch,
    known: bool | None,  # noqa: FBT001
    wrong: list[str],
) -> None:
    monkeypatch.setattr("referee.turn.can_play", lambda *_, **__: known)
    assert codes(judged("R4 R5 R6", "R4 R5 R6", FORTUNA, rack="R7", pool=0)) == wrong


def test_nobody_draws_from_an_empty_pool() -> None:
    assert codes(judged("R4 R5 R6", "R4 R5 R6", drew=1, pool=0)) == ["drew-too-many"]
    assert codes(judged("R4 R5 R6", "R4 R5 R6", drew=1, pool=1)) == []


def test_a_joker_that_stayed_in_its_set_is_not_the_one_laid() -> None:
    verdict = judged("K11 J K13", "K10 K11 J K13 / R1 R2 J")
    assert (codes(verdict), verdict.points) == ([], 10 + 1 + 2 + 3)


def test_in_the_old_original_an_opening_stays_and_only_the_loose_tiles_go_back() -> None:
    penalty = judged("", "R10 B10 O10 / K3 R3", HERTZANO, opened=False, seconds=130).penalty
    assert penalty is not None
    assert (penalty.restore, penalty.take) == (False, parse_tiles(["K3", "R3"]))


def test_what_a_turn_draws_besides_laying_is_counted() -> None:
    two = judged("R4 R5 R6", "R4 R5 R6 R7", drew=2).violations[0]
    assert two.message.startswith("R7 laid and 2 tiles drawn besides: a turn is one or the other.")
    assert (
        judged("R4 R5 R6", "R4 R5 R6 R7", drew=1).violations[0].message.startswith("R7 laid and a tile drawn besides:")
    )


@pytest.mark.parametrize(
    ("drew", "pool", "code"), [(1, 9, ["drew-too-few"]), (1, 1, []), (2, 9, []), (3, 9, ["drew-too-many"])]
)
def test_where_two_are_drawn_one_is_too_few_unless_it_is_the_last(drew: int, pool: int, code: list[str]) -> None:
    book = load(JUMBO)
    table = parse_table("R4 R5 R6")
    two = replace(book, play=replace(book.play, draw=2))
    assert codes(judge(Turn(table, table, opened=True, drew=drew, pool=pool), two)) == code


def test_compact_says_itself_that_no_joker_is_replaced_while_opening() -> None:
    """Compact, "Spielbeginn": in this turn a player may not replace a joker either."""
    before, after = "R4 J R6", "R4 R5 R6 / J K10 R10 / K11 K12 K13"
    found = {book: judged(before, after, book, opened=False).violations[0].clause for book in (COMPACT, FORTUNA)}
    assert found == {COMPACT: "Jumbo Compact, 2007, Spielbeginn", FORTUNA: load(FORTUNA).joker.citation}
