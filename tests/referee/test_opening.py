"""The first lay-down: 30 points in sets of the player's own, and hands off the table."""

from collections import Counter

import pytest

from referee.opening import LayDowns
from referee.rulebook import available, load
from referee.solver.search import Budget
from referee.turn import Turn, judge
from referee.verdict import Code
from tests.notation import format_table, parse_table

HERTZANO, JUMBO = "hertzano-original", "jumbo-original-2016"
STRICT = tuple(name for name in available() if name != HERTZANO)


def opening(before: str, after: str, book: str) -> list[str]:
    verdict = judge(Turn(parse_table(before), parse_table(after), opened=False), load(book))
    return [violation.code.value for violation in verdict.violations]


@pytest.mark.parametrize("book", available())
@pytest.mark.parametrize(
    "after",
    [
        "R9 R10 R11",
        "K10 R10 B10",
        "R4 R5 R6 / K5 B5 R5",
        "K10 K11 J",  # the joker counts the 12 it stands for
        "J J K10",  # read as the group of tens
        "R4 R5 R6 R7 R8",
    ],
)
def test_thirty_points_open(book: str, after: str) -> None:
    assert opening("", after, book) == []


@pytest.mark.parametrize("book", available())
@pytest.mark.parametrize("after", ["R8 R9 R10 / K1 K2", "R8 R9 J / B3 R1"])
def test_what_is_no_set_is_said_for_itself(book: str, after: str) -> None:
    """It counts for nothing: neither what is printed on it nor what its tiles could be laid as."""
    assert opening("", after, book) == ["set-invalid", "opening-below-30"]
    assert opening("", f"{after} / K11 R11 O11", book) == ["set-invalid"]


@pytest.mark.parametrize("book", available())
@pytest.mark.parametrize(("after", "worth"), [("J R9 R10", 27), ("K9 R9 B9", 27), ("R4 R5 R6", 15), ("K1 K2 J", 6)])
def test_opening_below_30(book: str, after: str, worth: int) -> None:
    verdict = judge(Turn((), parse_table(after), opened=False), load(book))
    assert [violation.code.value for violation in verdict.violations] == ["opening-below-30"]
    violation = verdict.violations[0]
    assert violation.values == {"points": worth, "needed": 30}
    assert violation.clause == load(book).opening.citation
    assert f"is worth {worth} points" in violation.message


@pytest.mark.parametrize("book", STRICT)
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("R4 R5 R6", "R4 R5 R6 R7 / K10 R10 B10"),  # adds
        ("R4 R5 R6 R7", "R4 R5 R6 / R7 K7 B7 / K10 R10 B10"),  # takes
        ("R4 R5 R6 R7 R8", "R4 R5 R6 / R6 R7 R8 / K10 R10 B10"),  # splits
        ("R4 J R6", "R4 R5 R6 / J K10 R10 / K12 K13 K11"),  # exchanges a joker
        ("O10 K10 R10 B10", "K10 R10 B10 / O10 O11 O12 / K11 R11 B11"),  # takes
    ],
)
def test_opening_touches_table(book: str, before: str, after: str) -> None:
    assert opening(before, after, book) == ["opening-touches-table"]


@pytest.mark.parametrize("book", STRICT)
def test_a_joker_moved_to_the_other_end_while_opening_touches_the_table(book: str) -> None:
    found = opening("R4 R5 J", "J R4 R5 / K10 R10 B10", book)
    assert found == ["opening-touches-table", *(["joker-not-in-new-set"] * (book == "piatnik-xxl"))]


def test_what_was_touched_is_named() -> None:
    before, after = parse_table("R4 R5 R6 / K1 K2 K3"), parse_table("K10 R10 B10 / K1 K2 K3 K4 / R4 R5 R6")
    violation = judge(Turn(before, after, opened=False), load("piatnik-xxl")).violations[0]
    assert (violation.set_index, violation.tiles) == (1, before[1])
    assert violation.clause == "Piatnik, extra-large numbers, Spieleinstieg"


@pytest.mark.parametrize("book", available())
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("R4 R5 R6", "R4 R5 R6 R7"),
        ("R9 R10 R11", "R8 R9 R10 R11 R12 R13"),  # 33, and no set among it
        ("O10 K10 R10 B10", "K10 R10 B10 / O10 O11 O12"),
        ("O1 K1 R1 B1", "K1 R1 B1 / O1 O2 O3 O4"),
    ],
)
def test_touching_the_table_without_thirty_of_one_s_own_is_both(book: str, before: str, after: str) -> None:
    assert opening(before, after, book) == ["opening-below-30", "opening-touches-table"]


@pytest.mark.parametrize("book", available())
def test_sets_count_as_untouched_in_any_order_and_place(book: str) -> None:
    before = "R4 R5 R6 / K3 B3 J / K1 K2 K3"
    assert opening(before, "K2 K1 K3 / R9 R10 R11 / J K3 B3 / R6 R5 R4", book) == []


@pytest.mark.parametrize("book", available())
def test_a_set_equal_to_one_on_the_table_counts_as_the_player_s_own(book: str) -> None:
    assert opening("R9 R10 R11", "R9 R10 R11 / R9 R10 R11", book) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("R4 R5 R6", "R4 R5 R6 R7 / K10 R10 B10"),
        ("R4 R5 R6 R7", "R4 R5 R6 / R7 K7 B7 / K10 R10 B10"),
        ("O10 K10 R10 B10", "K10 R10 B10 / O10 O11 O12 O13"),
        ("R4 J R6", "R4 R5 R6 / K10 R10 B10 / J B5 B6"),
        ("R3 R4 R5", "R3 R4 R5 R6 R7 R8 R9 R10"),  # 6 7 8 9 10 is worth 40
    ],
)
def test_with_thirty_on_the_table_the_old_original_lets_a_player_rebuild_in_the_same_turn(
    before: str, after: str
) -> None:
    assert opening(before, after, HERTZANO) == []


def test_the_joker_of_the_opening_itself_is_bound_once_it_lies() -> None:
    """Laid as 9 10 J it would be worth 30, but then the joker is the 11 and may not be moved to the front."""
    assert opening("", "J K9 K10", HERTZANO) == ["opening-below-30"]


def test_the_thirty_come_before_the_exchange() -> None:
    """10 11 12 must lie there first; the joker exchanged after that was added to that run, not laid in a new set."""
    assert opening("R4 J R6", "R4 R5 R6 / K10 K11 K12 J", HERTZANO) == ["joker-not-in-new-set"]


def test_a_joker_moved_while_opening_is_faulted_besides() -> None:
    assert opening("R4 J R6 / K1 K2 K3", "R4 R5 R6 / K1 K2 K3 J / K10 B10 R10", "piatnik-xxl") == [
        "opening-touches-table",
        "opening-touches-table",
        "joker-not-in-new-set",
    ]


@pytest.mark.parametrize("book", available())
def test_a_heap_of_tiles_is_judged_in_no_time(book: str) -> None:
    heap = " / ".join(f"{colour}{number} J" for colour in "KRBO" for number in range(1, 14))
    assert "set-invalid" in opening("R4 R5 R6", heap, book)


@pytest.mark.parametrize("book", ["piatnik-xxl", HERTZANO])
@pytest.mark.parametrize("laid", ["K8 K9 J", "K9 K10 J", "K10 K11 K12 / R1 R2 R3"])
def test_beyond_what_is_tried_it_is_worked_out(book: str, laid: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before, after = "R4 R5 R6", f"R4 R5 R6 R7 / {laid}"
    tried = opening(before, after, book)
    monkeypatch.setattr("referee.opening.TRIES", 0)
    assert opening(before, after, book) == tried


def test_a_set_laid_twice_needs_its_tiles_twice() -> None:
    assert opening("R9 R10 R11", "R11 R10 R9 / R9 R10 R11 / K1 K2 K3", JUMBO) == []
    assert opening("R9 R10 R11 R12", "R9 R10 R11 / R9 R10 R11 / R12 K12 B12", JUMBO) == ["opening-touches-table"]


def test_what_was_touched_and_is_gone_altogether_belongs_to_no_set() -> None:
    before, after = parse_table("R4 R5 R6"), parse_table("K10 R10 B10")
    found = judge(Turn(before, after, opened=False), load(JUMBO)).violations
    assert [(one.code.value, one.set_index) for one in found if one.code is Code.OPENING_TOUCHES_TABLE] == [
        ("opening-touches-table", None)
    ]


def test_whichever_points_came_first_the_joker_was_only_added() -> None:
    """10 11 12, 11 12 13 or all four: the joker comes to what lies there, with one tile at most."""
    assert opening("R4 J R6", "R4 R5 R6 / J K10 K11 K12 K13", HERTZANO) == ["joker-not-in-new-set"]


def test_ways_to_lay_points() -> None:
    def ways(text: str, needed: int) -> list[str]:
        return [*map(format_table, LayDowns(Counter(parse_table(text)[0]), needed))]

    assert ways("R9 R10 R11", 30) == ["R9 R10 R11"]
    assert ways("R9 R10 R11", 31) == []
    assert ways("R9 R10 R8 K1", 27) == ["R8 R9 R10"]
    assert ways("R9 R10 K1 B1 O1", 22) == []
    assert ways("K1 B1 O1 R1 R2 R3", 9) == ["R1 R2 R3 / K1 B1 O1"]
    assert ways("K10 K11 J", 33) == ["K10 K11 J"]
    assert ways("R4 R5 R6 R4 R5 R6", 30) == ["R4 R5 R6 / R4 R5 R6"]
    assert ways("R4 R5 R6", 16) == []
    assert ways("K12 K13 J", 36) == ["J K12 K13"]


def test_ways_to_lay_points_end_once_too_many_were_tried() -> None:
    tiles = Counter(parse_table("R10 R11 R12 R13 K10 B10")[0])
    some, every = LayDowns(tiles, 30, Budget(30)), LayDowns(tiles, 30)
    assert (len([*some]), some.gave_up) == (2, True)
    assert (len([*every]) > 2, every.gave_up) == (True, False)


@pytest.mark.parametrize("book", STRICT)
def test_a_joker_taken_for_the_opening_breaks_the_joker_s_clause_and_other_touching_the_opening_s(book: str) -> None:
    rules = load(book)
    robbed = judge(Turn(parse_table("R4 J R6"), parse_table("R4 R5 R6 / K10 J K12"), opened=False), rules)
    added = judge(Turn(parse_table("R4 J R6"), parse_table("R4 J R6 R7 / K10 K11 K12"), opened=False), rules)
    own_page = rules.opening if book == "jumbo-compact-2007" else rules.joker  # whose page on the joker is missing
    for verdict, clause in ((robbed, own_page), (added, rules.opening)):
        touching = [v for v in verdict.violations if v.code is Code.OPENING_TOUCHES_TABLE]
        assert [(v.tiles, v.clause) for v in touching] == [(parse_table("R4 J R6")[0], clause.citation)]


@pytest.mark.parametrize("after", ["J J K9", "J K9 J", "J J K8 / K1 R1 B1"])
def test_the_joker_counts_what_it_stands_for_where_it_lies(after: str) -> None:
    """Laid as 9 10 11 it would be 30, but so it does not lie, and a joker laid may not move on."""
    assert opening("", after, HERTZANO) == ["opening-below-30"]
    assert opening("", "K9 J J", HERTZANO) == []


def test_no_joker_is_faulted_that_never_lay_elsewhere() -> None:
    assert opening("R1 R2 R3", "R1 R2 R3 R4 / J K9 K10", HERTZANO) == ["opening-below-30", "opening-touches-table"]


@pytest.mark.parametrize("book", STRICT)
@pytest.mark.parametrize("after", ["K5 J K7 / K8 K9 K10", "K5 J K7 K8 / K9 K10 K11", "K4 K5 J K7 K8 K9 K10"])
def test_a_joker_that_stays_with_a_part_of_its_set_was_not_taken(book: str, after: str) -> None:
    before = (
        "K5 J K7 K8 K9 K10" + (" / K11 K12 K13" if "K11" in after else "") + (" / K4 B4 R4 O4" if "K4" in after else "")
    )
    rest = " / K12 K13" if "K11" in after else " / B4 R4 O4" if "K4" in after else ""
    turn = Turn(parse_table(before), parse_table(after + rest), opened=False, drew=1)
    assert Code.OPENING_TOUCHES_TABLE not in [violation.code for violation in judge(turn, load(book)).violations]


# Laid tiles that can be put together in thousands of ways, and are worth 29 and 28 at most.
MANY_WAYS = "R1 R2 R3 / K1 B1 O1 / K2 B2 O2 / K2 K3 J J"
BESIDE_THE_TABLE = (
    "R10 R11 R12 / K10 K11 K12",
    "R10 R11 R12 R13 / K9 K10 K11 K12 / K1 R1 B1 O1 / K1 R1 B1 O1 / K2 R2 B2 O2 / K3 R3 B3 J",
)


@pytest.mark.parametrize("book", available())
def test_29_points_are_too_few_however_many_ways_there_are_to_lay_them(book: str) -> None:
    assert opening("", MANY_WAYS, book) == ["opening-below-30"]
    assert opening(*BESIDE_THE_TABLE, book)[0] == "opening-below-30"


def test_the_order_of_sets_does_not_tell_which_of_them_are_the_players_own() -> None:
    sets = ["K1 B1 O1", "K2 R2 J", "K1 J K3", "R1 R2 R3", "B1 B2 B3 B4", "O3 O4 O5"]
    rotated = [" / ".join(sets[i:] + sets[:i]) for i in range(len(sets))]
    assert [opening("K1 R1 B1", after, HERTZANO) for after in rotated] == [[]] * len(sets)


def test_own_sets_of_equal_worth_that_cannot_all_be_own_are_no_fault_of_the_program() -> None:
    before, after = "K2 R2 B2", "J K2 K3 / K2 R2 J / R9 R10 R11 / B2 B3 B4 / R2 R3 R4"
    assert opening(before, after, JUMBO) == ["opening-touches-table"]


@pytest.mark.parametrize(
    "after",
    ["K2 B2 R2 / J J O2 R2 / K2 K3 K4 / R1 K1 B1 / K1 O1 R1", "K1 J R1 O1 / B3 J O3 / R3 K3 B3 O3 / B1 R1 O1"],
)
def test_tiles_that_could_have_been_worth_30_are_not_once_their_jokers_lie_elsewhere(after: str) -> None:
    assert opening("", after, HERTZANO) == ["opening-below-30"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "K2 K3 K4 / R2 R3 R4 / B2 B3 B4",
            "J O2 O3 / B3 R3 K3 / O1 J O3 / O2 R2 K2 B2 / K1 K2 K3 K4 / R1 R2 R3 R4 / B1 B2 B3 B4",
        ),
        (
            "K3 K4 K5 / B5 B6 B7 / O5 O6 O7",
            "K2 K3 K4 K5 / B4 B5 B6 B7 / O4 O5 O6 O7 / J K1 J / R1 R2 R3 R4 / B3 O3 R3 K3 / O1 K1 B1",
        ),
        ("R2 R3 R4 R5", "R3 R4 R5 / K8 R8 B8 / K2 R2 J J"),
        ("R2 R3 R4 R5", "R3 R4 R5 / K8 R8 B8 / B2 R2 J J"),
    ],
)
def test_thirty_points_that_were_built_upon_open_in_the_old_original(before: str, after: str) -> None:
    assert opening(before, after, HERTZANO) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "K2 K3 K4 / R2 R3 R4 / B2 B3 B4",
            "J O2 O3 / B3 R3 K3 / O1 J O3 / O2 R2 K2 B2 / K1 K2 K3 K4 / R1 R2 R3 R4 / B1 B2 B3 B4",
        ),
        ("", "K2 B2 R2 / J J O2 R2 / K2 K3 K4 / R1 K1 B1 / K1 O1 R1"),
    ],
    ids=["the player's own sets allow it", "nothing is known against it"],
)
def test_beyond_what_is_followed_nobody_is_accused(before: str, after: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.joker._MOST_STEPS", 0)
    assert opening(before, after, HERTZANO) == []


def test_of_very_many_tiles_it_is_worked_out_what_they_are_worth_too() -> None:
    runs = " / ".join([f"{colour}1 {colour}2 {colour}3" for colour in "KRBO"] * 4)
    after = f"R9 R10 R11 R12 / {runs}"
    assert "opening-below-30" in opening("R9 R10 R11", after, f"{HERTZANO}+opening=100")
    assert "opening-below-30" not in opening("R9 R10 R11", after, f"{HERTZANO}+opening=96")
