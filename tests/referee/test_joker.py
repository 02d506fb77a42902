"""What binds a joker on the table, in the two rulebooks that bind it, and that the others do not."""

import json

import pytest

from referee.described import DescribedTurn
from referee.rulebook import load
from referee.turn import Turn, judge
from referee.verdict import Outcome, Violation
from tests.notation import parse_table

FREE = ("jumbo-original-2016", "jumbo-compact-2007", "jumbo-fortuna-2005")
HERTZANO = "hertzano-original"
PIATNIK = "piatnik-xxl"
NOT_NEW = "joker-not-in-new-set"


def violations(before: str, after: str, book: str) -> tuple[Violation, ...]:
    return judge(Turn(parse_table(before), parse_table(after), opened=True), load(book)).violations


def codes(before: str, after: str, book: str) -> list[str]:
    return [violation.code.value for violation in violations(before, after, book)]


EVERYWHERE = [
    ("R4 J R6", "R4 J R6 R7"),  # added to
    ("R4 J R6", "R3 R4 J R6"),
    ("K5 R5 J", "K5 R5 B5 J"),  # the joker still has a colour to stand for
    ("R4 J R6", "R4 R5 R6 / J B5 B6"),  # exchanged, and laid in a new run
    ("K5 R5 J", "K5 R5 B5 / J B8 B9"),  # either missing colour
    ("K5 R5 J", "K5 R5 O5 / J B8 B9"),
    ("R4 J R6 / K1 K2 K3 K4", "R4 R5 R6 / K1 K2 K3 / K4 J B4"),  # the new group takes a tile from the table
    ("R4 J R6 / K1 K2 K3", "R4 R5 R6 / K1 K2 K3 J K5 K6"),  # J 5 6 laid as a new run, then joined
    ("R4 J R6 / K8 K9 K10", "R4 R5 R6 / K5 K6 J K8 K9 K10"),  # the same in front
    ("R4 J R6 / K4 K5 K6", "R4 R5 R6 / K4 K5 K6 K7 K8 J"),  # the same with the joker at the far end
    ("R4 J R6 / K4 K5 K6", "R4 R5 R6 / K2 K3 K4 K5 K6 J"),  # K5 K6 J built of what K2 to K6 can spare, and joined again
    ("R4 J R6 / K1 K2 K3 K4 K5", "R4 R5 R6 / K1 K2 K3 K4 K5 J"),  # the same of the run that lay there
    ("R2 J R4 R5", "R3 R4 R5 / J R2 R3 R4 R5"),  # R2 taken off, J R2 R3 the new set, the twins of R4 R5 added
    ("R6 J J", "J R11 O11 / J R5 R6 R7 R8 R9"),  # grown first, and what it then can spare taken off
    ("R4 J R6 / K1 J K3", "R4 R5 R6 / K1 J K3 / J B5 B6"),  # another joker lies where it lay
    ("R4 J R6 / K1 K9", "R4 R5 R6 / K1 J K3 / K9 B9 R9"),  # what was no set is not added to
    ("R3 R4 J R6 R7", "R3 R4 J / R5 R6 R7"),  # with its joker gone the set may be split
    ("R4 J R6 / K1 R1 B1", "R4 R5 R6 J / K1 R1 B1 O1 / K2 J B2 R2"),  # the second joker is from the rack
    ("R4 J R6 / B9 J B11", "R4 R5 R6 / B9 B10 B11 / J J K4"),  # both exchanged
    ("R4 J J R7", "R4 R5 J R7 / J K4 B4"),  # one of two in a set
    ("R4 J R6 R7 / K1 K2 K3", "K1 K2 K3 K4 / R4 J R6 R7"),
    ("R4 J R6 / R4 R5 R6", "R4 R5 R6 / R4 R5 R6 / J B5 B6"),
]


@pytest.mark.parametrize("book", [*FREE, HERTZANO, PIATNIK])
@pytest.mark.parametrize(("before", "after"), EVERYWHERE)
def test_what_is_legal_everywhere(book: str, before: str, after: str) -> None:
    assert codes(before, after, book) == []


@pytest.mark.parametrize(
    ("before", "after", "hertzano", "piatnik"),
    [
        # exchanged, but only added to a set that lay there
        ("R4 J R6 / K1 K2 K3", "R4 R5 R6 / K1 K2 K3 J", NOT_NEW, NOT_NEW),
        ("R4 J R6 / K1 K2 K3", "R4 R5 R6 / K1 K2 K3 J K5", NOT_NEW, NOT_NEW),
        ("R4 J R6 / K8 R8 B8", "R4 R5 R6 / K8 J R8 B8", NOT_NEW, NOT_NEW),
        # with one tile of its own: without the joker and two neighbours no set is left of the run that lay there
        ("R4 J R6 / K4 K5 K6", "R4 R5 R6 / K4 K5 K6 K7 J", NOT_NEW, NOT_NEW),
        ("R4 J R6 / K4 K5 K6", "R4 R5 R6 / J K3 K4 K5 K6", NOT_NEW, NOT_NEW),
        # its tile put in its place, and the joker laid at the end of the same run
        ("J R5 R6", "R4 R5 R6 J", NOT_NEW, NOT_NEW),
        # the same beside a set of three that lies as it lay: it has taken in no tile of another, though it holds the like
        ("R4 J R6 / B4 O4 R4 / K1 K2 J", "R4 J R6 J / B4 O4 R4 / K1 K2 K3", NOT_NEW, NOT_NEW),
        ("J R5 R6 / B6 O6 R6 / K1 K2 J", "J R5 R6 J / B6 O6 R6 / K1 K2 K3", NOT_NEW, NOT_NEW),
        ("K5 R5 J / K5 K6 K7 / O1 O2 J", "K5 R5 J J / K5 K6 K7 / O1 O2 O3", NOT_NEW, NOT_NEW),
        ("K5 R5 B5 / K5 K6 K7 / B5 B6 B7 / O1 O2 J", "K5 R5 B5 J / K5 K6 K7 / B5 B6 B7 / O1 O2 O3", NOT_NEW, NOT_NEW),
        (
            "K4 K5 J / B11 B12 B13 / B12 R12 O12 / B13 O13 R13",
            "K4 K5 K6 / J B11 B12 B13 / B12 R12 O12 / B13 O13 R13",
            NOT_NEW,
            NOT_NEW,
        ),
        # grown with its tile, and the joker laid at either end of the same run; likewise of another
        ("O4 J O6", "O4 O5 O6 O7 J", NOT_NEW, NOT_NEW),
        ("O4 J O6", "J O3 O4 O5 O6", NOT_NEW, NOT_NEW),
        ("B5 B6 B7 / B3 J B5", "B2 B3 B4 B5 / B5 B6 B7 J", NOT_NEW, NOT_NEW),
        # in the place of a tile of another set: three of what is left lie together, and no tile is left over
        ("R4 J R6 / K5 B5 O5", "R4 R5 R6 / K5 J O5 / B5 B6 B7", None, None),
        ("R4 J R6 / K1 K2 K3 K4", "R4 R5 R6 / K1 J K3 K4 / K2 B2 R2", NOT_NEW, NOT_NEW),
        # its neighbours complete two groups, J K4 K5 is new with the fourth four, and the six is added
        ("K4 J K6 / B4 R4 O4 / O6 R6 B6", "J K4 K5 K6 / B4 R4 O4 / B6 R6 O6", None, None),
        # freed beside O4 O5 J, which is a new set while O1 is another joker's: both are laid twice
        (
            "K6 J O6 / O3 O4 O5 / K2 J B2 O2",
            "B2 O2 R2 / B6 K6 O6 / K2 K3 J / O3 O4 O5 J",
            NOT_NEW,
            None,
        ),
        # laid with two tiles that a run without a joker can spare, and others joined to the three afterwards
        ("O4 O5 O6 O7 / O5 O6 J", "O3 O4 O5 O6 O7 / O5 O6 O7 J", None, None),
        ("O9 O10 O11 O12 / R4 J R6 / O9 O10 O11 O12", "R4 R5 R6 / J O9 O10 O11 O12 / O9 O10 O11 O12 O13", None, None),
        ("R2 R3 R4 R5 R6 / K2 K3 K4 J / R4 R5 R6", "K2 K3 K4 K5 / R2 R3 R4 R5 R6 / R4 R5 R6 J", None, None),
        # split
        ("R3 R4 J R6 R7 R8", "R3 R4 J / R6 R7 R8 R9", "joker-set-split", None),
        ("K8 R8 B8 J", "K8 R8 J / B7 B8 B9", "joker-set-split", None),
        ("R4 R5 R6 J", "R4 R5 R6 R7 / J K8 B8", None, None),
        ("R4 R5 R6 J / K1 K2 K3", "R4 R5 R6 R3 / J K8 B8 / K1 K2 K3", "joker-not-exchanged", None),
        # freed by moving its neighbours: Jumbo and Piatnik show it as the fourth way
        ("K1 K2 J / R1 B1 O1 / R2 B2 O2", "R1 B1 O1 K1 / R2 B2 O2 K2 / J B12 B13", "joker-set-split", None),
        # moved to the other end: with what is left of its own set it was never freed
        ("J R5 R6", "R5 R6 J R8", "joker-not-exchanged", NOT_NEW),
        ("R4 R5 J", "J R4 R5 / K8 R8 B8", "joker-not-exchanged", NOT_NEW),
        # never freed: joined around the joker, then a tile taken off the end; or divided beside it
        ("J R7 R8 / R3 R4 R5", "R3 R4 R5 J R7 / R8 K8 B8", "joker-set-split", None),
        ("J R7 R8 / R3 R4 R5", "R3 R4 R5 J / R7 R8 R9", "joker-not-exchanged", None),
        ("K5 R5 J", "B5 O5 J / R4 R5 R6 / K5 K6 K7", None, None),
        # exchanged with a tile from the table
        ("R4 J R6 / R5 R6 R7 R8", "R4 R5 R6 / R6 R7 R8 / J K9 B9", "joker-not-exchanged", None),
        # one of the two jokers of a set taken with its tile, and without
        ("R4 J J R7", "R3 R4 J R6 R7 / J K4 B4", None, None),
        ("J R5 R6 J", "R5 R6 J / J K4 B4", "joker-not-exchanged", None),
    ],
)
def test_what_binds_the_joker(before: str, after: str, hertzano: str | None, piatnik: str | None) -> None:
    assert codes(before, after, HERTZANO) == ([] if hertzano is None else [hertzano])
    assert codes(before, after, PIATNIK) == ([] if piatnik is None else [piatnik])
    for book in FREE:
        assert codes(before, after, book) == []


def test_the_clauses_that_let_a_joker_s_set_be_handled() -> None:
    """Piatnik, "Der Joker": divided, added to and taken from like any other.

    The old original, "Joker": the tile, then a new set.
    """
    joined = '{"before":[["J","R7","R8"],["R3","R4","R5"]],"after":[["R3","R4","R5","J","R7"],["R8","K8","B8"]],"opened":true}'
    twins = '{"before":[["R2","J","R4","R5"]],"after":[["R3","R4","R5"],["J","R2","R3","R4","R5"]],"opened":true}'
    for book, text in ((PIATNIK, joined), (HERTZANO, twins), (PIATNIK, twins)):
        verdict = DescribedTurn.parse({"rulebook": book, **json.loads(text)}).settle().verdict
        assert verdict.outcome is Outcome.LEGAL
    bound = violations("J R7 R8 / R3 R4 R5", "R3 R4 R5 J R7 / R8 K8 B8", HERTZANO)
    assert [violation.clause for violation in bound] == ["Original Rummikub (Hertzano), Joker; Punktzählen"]


def test_the_message_names_set_joker_and_what_would_mend_it() -> None:
    split = violations("R3 R4 J R6 R7 R8", "R3 R4 J / R6 R7 R8 R9", HERTZANO)[0]
    assert split.message == (
        "R3 R4 J R6 R7 R8 holds a joker and may not be split: put it together again, or lay R5 from the rack in the "
        "joker's place first."
    )
    assert (split.clause, split.set_index) == ("Original Rummikub (Hertzano), Joker; Punktzählen", 0)
    group = violations("K5 R5 J", "K5 R5 B7 / J K4 B4", HERTZANO)
    assert [str(violation.named["stands"]) for violation in group if violation.code == "joker-not-exchanged"] == [
        "B5 or O5"
    ]


def test_a_joker_taken_onto_the_rack() -> None:
    assert codes("R4 J R6", "R4 R5 R6", HERTZANO) == ["tile-missing", "joker-not-in-new-set"]
    assert codes("R4 J R6", "R4 R5 R6", PIATNIK) == ["tile-missing", "joker-not-in-new-set"]
    assert codes("R4 J R6", "R4 R5 R6", FREE[0]) == ["tile-missing"]


def test_a_set_that_was_none_before_binds_nobody() -> None:
    assert codes("R4 J R9 R10", "R9 R10 R11 / R4 J B4", HERTZANO) == []


def test_of_a_set_that_is_none_afterwards_only_that_is_said() -> None:
    assert codes("R4 J R6", "R4 J R6 R8", HERTZANO) == ["set-invalid"]
    assert codes("R4 J R6", "R4 R5 R6 / J K1 B9", HERTZANO) == ["set-invalid"]


def test_all_jokers_of_two_boxes_are_followed() -> None:
    others = "B4 J B6 / K4 J K6 / O4 J O6"
    assert "joker-set-split" in codes(f"R3 R4 J R6 R7 R8 / {others}", f"R3 R4 J / R6 R7 R8 R9 / {others}", HERTZANO)


def test_more_jokers_than_two_boxes_hold_are_not_followed() -> None:
    assert "joker-set-split" not in codes(
        "R4 J R6 / J J B9 / J K4 K5 / J O4 O5", "R4 J B4 / R6 J J B6 / J K4 O4 / J K5 O5 B9", HERTZANO
    )


def test_of_two_equal_sets_one_may_have_been_the_new_one() -> None:
    """The other K1 K2 K3 was laid from the rack; the joker may have been laid with that."""
    assert codes("R4 J R6 / K1 K2 K3", "R4 R5 R6 / K1 K2 K3 J / K1 K2 K3", HERTZANO) == []
    before = "R4 J R6 / K1 K2 K3 / K1 K2 K3"
    assert codes(before, "R4 R5 R6 / K1 K2 K3 J / K1 K2 K3", HERTZANO) == [NOT_NEW]


def test_a_joker_set_that_stays_whole_is_not_new_either() -> None:
    before = "R4 J R6 / K1 J K3"
    assert codes(before, "R4 R5 R6 / K1 J K3 J", HERTZANO) == [NOT_NEW]


def test_two_jokers_and_a_five_are_a_group_or_a_run_whichever_makes_the_turn_legal() -> None:
    assert codes("K5 J J", "K5 R5 J / J B8 B9", HERTZANO) == []  # as a group, R5 took a joker's place
    assert codes("K5 J J", "K5 K6 J / J B8 B9", HERTZANO) == []  # as a run, K6 did


UNTOUCHED = ["", "B4 B5 B6 J", "K8 J B8", "O10 K10 B10", "K5 B5 O5"]


@pytest.mark.parametrize("others", UNTOUCHED)
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("R4 J R6", "R4 R5 R6 J"),
        ("K2 J R2 / K2 K3 K4 J", "K2 K3 K4 J J / K2 O2 R2"),
    ],
)
def test_what_nobody_touched_explains_no_joker(before: str, after: str, others: str) -> None:
    assert codes(f"{before} / {others}", f"{after} / {others}", f"{PIATNIK}+players=6") == [NOT_NEW]


@pytest.mark.parametrize("others", UNTOUCHED)
def test_a_set_that_lies_as_it_lay_may_have_held_a_tile_meanwhile(others: str) -> None:
    """O8 laid at K8 J B8 lets O7 O8 O9 and it be sets without the two jokers, which come back with it."""
    before, after = f"O8 O9 J / O7 O8 J / {others}", f"O7 O8 O9 / J J O8 O9 / {others}"
    assert codes(before, after, f"{PIATNIK}+players=6") == ([] if others == "K8 J B8" else [NOT_NEW])


@pytest.mark.parametrize(
    ("before", "after"),
    [("B7 J B9 / B7 B8 B9", "J B7 B8 B9 / B7 B8 B9"), ("O8 O9 J / O7 O8 J", "J O7 O8 O9 / O8 O9 J")],
)
@pytest.mark.parametrize("book", [HERTZANO, PIATNIK])
def test_what_is_said_of_a_joker_does_not_depend_on_the_order_of_sets(book: str, before: str, after: str) -> None:
    def turned(table: str) -> str:
        return " / ".join(reversed(table.split(" / ")))

    said = codes(before, after, book)
    assert said == [NOT_NEW]
    assert codes(turned(before), after, book) == codes(before, turned(after), book) == said


def test_a_violation_points_to_the_set_where_the_joker_lies() -> None:
    found = violations("R4 J R6 / K1 K2 K3 / B5 B6 B7", "B5 B6 B7 / R4 R5 R6 / K1 K2 K3 J", PIATNIK)
    assert [violation.set_index for violation in found] == [2]
