"""A verdict holds only if every plausible reading gives the same one; else it says what it hangs on."""

from referee.doubt import (
    MOST_AGAIN,
    UNREAD_CANDIDATES,
    CandidateTable,
    Guess,
    Settled,
    Spot,
    alike,
    reasonable_doubt,
    settle,
)
from referee.rulebook import load
from referee.tiles import Place, Table, Tile, parse_tiles
from referee.turn import Turn, judge
from referee.verdict import Code, Outcome, Verdict
from tests.notation import parse_table

BOOK = load("jumbo-original-2016")


def candidates(text: str) -> CandidateTable:
    """``R4 R6|R8 ?`` is a sure tile, one of two, and one not read."""
    return tuple(
        tuple(UNREAD_CANDIDATES if word == "?" else parse_tiles(word.split("|")) for word in row.split())
        for row in text.split("/")
        if row.strip()
    )


def settled(before: str, after: str, seconds: float | None = None) -> Settled:
    def judge_reading(before: Table, after: Table) -> Verdict:
        return judge(Turn(before, after, opened=True, seconds=seconds), BOOK)

    return settle(candidates(before), candidates(after), judge_reading, BOOK.box)


def test_tables_read_for_certain_are_judged_as_they_are() -> None:
    found = settled("R4 R5 R6", "R4 R5 R6 R7")
    assert (found.verdict.outcome, found.questions) == (Outcome.LEGAL, ())


def test_a_doubt_that_matters_is_asked() -> None:
    found = settled("R4 R5 R6", "R4 R5 R6 R7|R1")
    assert found.verdict.outcome is Outcome.UNDECIDED
    assert found.questions == (Spot("after", 0, 3),)
    assert (found.verdict.violations, found.verdict.penalty) == ((), None)


def test_a_doubt_that_does_not_matter_is_not_asked() -> None:
    found = settled("R4 R5 R6", "R4 R5 R6 / K9 B9 R9|O9")
    assert (found.verdict.outcome, found.questions) == (Outcome.LEGAL, ())
    assert found.verdict.played == parse_tiles(["K9", "R9", "B9"])


def test_only_the_doubts_that_matter_are_asked() -> None:
    found = settled("R4 R5 R6", "R4 R5 R6 R7|R1 / K9 B9 R9|O9")
    assert found.questions == (Spot("after", 0, 3),)


def test_a_verdict_that_is_illegal_in_every_reading_is_the_likeliest_one_s() -> None:
    found = settled("R4 R5 R6", "R4 R5 R6 / K1 K2 K9|K8")
    assert (found.verdict.outcome, found.questions) == (Outcome.ILLEGAL, ())
    assert found.verdict.played == parse_tiles(["K1", "K2", "K9"])


def test_a_doubtful_tile_that_nobody_touched_is_the_same_tile_in_both_photos() -> None:
    found = settled("R4 R5 R6 / K9 B9 R9|O9", "K9 B9 R9|O9 / R4 R5 R6 R7")
    assert (found.verdict.outcome, found.verdict.played) == (Outcome.LEGAL, parse_tiles(["R7"]))


def test_a_tile_doubtful_in_one_photo_is_not_settled_by_the_other() -> None:
    found = settled("R4 R5 R6 / K9 B9 R9", "R4 R5 R6 R7 / K9 B9 R9|O9")
    assert found.questions == (Spot("after", 1, 2),)


def test_a_tile_known_to_be_untouched_is_the_same_in_both_photos_whatever_its_set_looks_like() -> None:
    before, after = candidates("K9 B9 R9|O9"), candidates("K9 B9 R9|O9|R6 / R4 R5 R6")

    def judge_reading(before: Table, after: Table) -> Verdict:
        return judge(Turn(before, after, opened=True), BOOK)

    found = settle(before, after, judge_reading, BOOK.box, {Place(0, 2): Place(0, 2)})
    assert found.questions == (Spot("after", 0, 2), Spot("before", 0, 2))
    assert found.verdict.played == parse_tiles(["R4", "R5", "R6"])
    assert settle(before, after, judge_reading, BOOK.box).verdict.played == ()


def test_sets_that_look_alike_are_found_once_each_besides_what_is_known() -> None:
    twice = candidates("K9 B9 R9|O9 / K9 B9 R9|O9 / R4 R5 R6")
    assert alike(twice[:1], twice) == {(0, place): (0, place) for place in range(3)}
    assert alike(twice[:2], twice, {Place(0, 2): Place(1, 2)}) == {
        (0, 2): (1, 2),
        **{(1, place): (0, place) for place in range(3)},
    }


def test_a_doubt_before_the_turn_can_matter() -> None:
    found = settled("R4 R5 R6|R8", "R4 R5 R6 R7")
    assert found.questions == (Spot("before", 0, 2),)


def test_what_the_box_cannot_hold_is_not_plausible() -> None:
    """Two R9 lie there for certain, so the doubtful tile is the O9."""
    found = settled("K9 B9 R9 / R9 R10 R11", "K9 B9 R9 / R9 R10 R11 / K9 B9 R9|O9")
    assert (found.verdict.outcome, found.verdict.played) == (Outcome.LEGAL, parse_tiles(["K9", "B9", "O9"]))


def test_what_is_impossible_in_every_reading_is_said() -> None:
    found = settled("R9 R10 R11 / R9 B9 K9", "R9 R10 R11 / R9 B9 K9 / R9 B9 O9|K9")
    assert "tile-impossible" in [violation.code.value for violation in found.verdict.violations]


def test_an_unread_tile_is_never_taken_for_the_one_that_would_fit() -> None:
    found = settled("", "R4 ? R6")
    assert (found.verdict.outcome, found.questions) == (Outcome.UNDECIDED, (Spot("after", 0, 1),))
    assert found.verdict.played == ()


def test_an_unread_tile_that_cannot_matter_is_named_in_a_notice() -> None:
    found = settled("", "R4 ? R9 / K1 K2 K3")
    assert (found.verdict.outcome, found.questions) == (Outcome.ILLEGAL, ())
    assert [notice.message for notice in found.verdict.notices] == [
        "Not readable, but whatever tile it is, it makes no difference: tile 2 of set 1 after the turn. Taken as K1 here."
    ]


def test_what_was_laid_is_told_where_all_readings_agree() -> None:
    found = settled("R4 R5 R6 / K1 K2 K3|K5", "R4 R5 R6 R7 / K1 K2 K3|K5")
    assert found.verdict.outcome is Outcome.UNDECIDED
    assert found.verdict.played == parse_tiles(["R7"])
    found = settled("R4 R5 R6 / K9 B9 R9|O9", "R4 R5 R6 / K9 B9 R9|O9 / K1 K2 K3|K4")
    assert (found.verdict.played, found.verdict.points) == ((), 0)


def test_with_too_many_readings_those_that_differ_in_one_tile_are_asked_about() -> None:
    before, rest = (
        "R9 R10 R11",
        "K1 R1 B1|B2 O1|O2 / K3|K4 R3|R4 B3|B4 O3|O4 / K5|K6 R5|R6 B5|B6 O5|O6 / K7|K8 R7|R8 B7|B8 O7|O8",
    )
    found = settled(before, f"{before} / {rest}")
    assert found.verdict.outcome is Outcome.UNDECIDED
    assert len(found.questions) == 14


def test_with_too_many_readings_only_the_tile_that_turns_the_verdict_is_asked_about() -> None:
    lying = " / ".join(f"K{number} B{number} R{number}|O{number}" for number in range(1, 13))
    found = settled(f"{lying} / R4 R5 R6", f"{lying} / R4 R5 R6 R7|R1")
    assert found.verdict.outcome is Outcome.UNDECIDED
    assert found.questions == (Spot("after", 12, 3),)


def test_with_too_many_readings_nothing_is_decided_however_alike_the_near_ones_are() -> None:
    found = settled("", "? ? ? K1 R9")
    assert found.verdict.outcome is Outcome.UNDECIDED
    assert len(found.questions) == 3


def test_doubts_that_turn_the_outcome_only_together_are_all_asked() -> None:
    """The box holds two of each, so the doubtful tiles are one R4 and one R5, this way round or that."""

    def judge_reading(before: Table, after: Table) -> Verdict:
        del before
        return Verdict(Outcome.LEGAL if after[0][0] == after[1][0] else Outcome.ILLEGAL, (), 0)

    found = settle((), candidates("R4 / R4|R5 / R5|R4 / R5"), judge_reading, BOOK.box)
    assert found.verdict.outcome is Outcome.UNDECIDED
    assert found.questions == (Spot("after", 1, 0), Spot("after", 2, 0))


def test_an_unread_tile_accuses_nobody_where_the_outcome_is_the_same() -> None:
    found = settled("R4 R5 R6", "R4 R5 R6 ?", seconds=99)
    assert [violation.code for violation in found.verdict.violations] == [Code.OVERTIME]
    assert found.verdict.outcome is Outcome.ILLEGAL


def test_a_table_full_of_unread_tiles_is_asked_about_at_once() -> None:
    judgements = []

    def judge_reading(before: Table, after: Table) -> Verdict:
        judgements.append(after)
        return judge(Turn(before, after, opened=True), BOOK)

    found = settle((), candidates(" ".join("?" * 300)), judge_reading, BOOK.box)
    assert found.verdict.outcome is Outcome.UNDECIDED
    assert len(found.questions) == 300
    assert len(judgements) == 1


def test_the_table_told_is_the_one_that_the_verdict_is_about() -> None:
    found = settled("R4 R5 R6 R7", "R4 R5 R6 R1|R7 / K1 K2")
    assert found.verdict.outcome is Outcome.ILLEGAL
    assert found.after == parse_table("R4 R5 R6 R7 / K1 K2")
    assert settled("R4 R5 R6", "R4 R5 R6 R1|R7").after == parse_table("R4 R5 R6 R1")


def test_what_cannot_be_is_not_told_however_likely_it_looked() -> None:
    found = settled("K9 B9 R9 / R9 R10 R11", "K9 B9 R9 / R9 R10 R11 / K9 B9 R9|O9")
    assert found.after[-1] == parse_tiles(["K9", "B9", "O9"])


def test_of_tables_that_are_too_many_to_judge_nobody_says_what_was_laid() -> None:
    found = settled("", " / ".join(["? ? ?"] * 30))
    assert (found.verdict.outcome, found.verdict.played) == (Outcome.UNDECIDED, ())


def test_with_too_many_readings_a_set_that_is_surely_none_decides() -> None:
    found = settled("R4 R5 R6", "R4 R5 R6 / ? ? ? / R1 B5")
    assert (found.verdict.outcome, found.questions) == (Outcome.ILLEGAL, ())
    assert [violation.set_index for violation in found.verdict.violations] == [2]


def test_what_may_be_no_tile_does_not_speak_for_a_turn_that_is_illegal_without_it() -> None:
    """Not with more readings than are judged, either."""
    doubtful = " ".join(f"K{number}|B{number}|O{number}|R{number}" for number in range(1, 8))
    after = candidates(f"R1 R2 R3 / {doubtful} / B1 O9 R11")

    def judge_reading(_: Table, after: Table) -> Verdict:
        return judge(Turn(after, after, opened=True, drew=1), BOOK)

    perhaps = [Spot("after", 0, place) for place in range(3)]
    assert settle((), after, judge_reading, BOOK.box).verdict.outcome is Outcome.ILLEGAL
    assert reasonable_doubt((), after, judge_reading, BOOK.box, perhaps_none=perhaps) == ()


def test_where_much_could_not_be_read_fewer_second_guesses_are_examined_so_that_a_verdict_comes_in_time() -> None:
    after = candidates("R4 R5 R6 / K1 K2 K9 / O3 O4 O5 / B7 B8 B9 / ? ?")
    judged = 0

    def judge_reading(before: Table, after: Table) -> Verdict:
        nonlocal judged
        judged += 1
        return judge(Turn(before, after, opened=True), BOOK)

    guesses = [Guess(0.01, Spot("after", s, k), Tile.parse("J")) for s in (0, 2, 3) for k in range(3)]
    assert reasonable_doubt((), after, judge_reading, BOOK.box, guesses=guesses) == ()
    assert 0 < judged <= MOST_AGAIN
