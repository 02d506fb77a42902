"""Photos of a turn give a verdict only where doubt cannot change it.

The second reader makes it more careful, never bolder.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from audit.answers import Answer, answered
from audit.evidence import Exhibit, gather
from audit.turn import Audit, AuditError, audit
from referee.doubt import Spot
from referee.rulebook import DEFAULT, load
from referee.tiles import Tile
from referee.verdict import Outcome
from vision.image import Photo
from vision.reading.ocr import FACE, OcrError
from vision.reading.table_reading import TableReading

Show = Callable[..., Exhibit]


def silent(_: Photo) -> int | None:
    return None


@pytest.fixture
def show(make_reading: Callable[..., TableReading]) -> Show:
    """A photo that shows these sets."""

    def make(
        *sets: str,
        doubts: Mapping[tuple[int, int], Mapping[str, float]] | None = None,
        sure: Mapping[tuple[int, int], Mapping[str, float]] | None = None,
        second: Callable[[Photo], int | None] = silent,
        name: str = "table.jpg",
    ) -> Exhibit:
        return gather(name, np.zeros((600, 800, 3), np.uint8), make_reading(sets, doubts, sure=sure), second)

    return make


@pytest.fixture
def parted(make_reading: Callable[..., TableReading]) -> TableReading:
    """A run of five whose last two lie half a tile away from the others; the first of these is in doubt."""
    whole = make_reading(["R6 R7 R8 R9 R10"], {(0, 3): {"R9": 0.8, "B9": 0.19}})
    gap = np.array([0.5 * np.ptp(whole.tiles[0].corners[:, 0]), 0.0], np.float32)
    tiles = [replace(tile, corners=tile.corners + gap * (k >= 3)) for k, tile in enumerate(whole.tiles)]
    return replace(whole, tiles=tuple(tiles), sets=((0, 1, 2), (3, 4)))


def judged(after: Exhibit, before: Exhibit | None = None, **circumstances: Any) -> Audit:
    return audit(after, before, load(DEFAULT), **circumstances)


def codes(result: Audit) -> list[str]:
    return [violation.code.value for violation in result.verdict.violations]


def asked(result: Audit) -> list[Spot]:
    return [question.spot for question in result.questions]


def test_a_legal_turn_is_legal(show: Show) -> None:
    result = judged(show("R4 R5 R6 R7", "K1 B1 O1"), show("R4 R5 R6", "K1 B1 O1"))

    assert result.verdict.outcome is Outcome.LEGAL
    assert [str(tile) for tile in result.verdict.played] == ["R7"]
    assert not result.questions


def test_nobody_is_condemned_for_a_gap_beside_a_doubtful_tile_with_which_all_is_one_set(
    parted: TableReading,
) -> None:
    after = gather("after.jpg", np.zeros((600, 800, 3), np.uint8), parted, silent)
    result = judged(after)
    assert (result.verdict.outcome, asked(result)) == (Outcome.UNDECIDED, [Spot("after", 1, 0)])
    for said, outcome in (("R9", Outcome.LEGAL), ("B9", Outcome.ILLEGAL)):
        named = answered(parted, [Answer(parted.tiles[3].corners, Tile.parse(said))])
        assert judged(gather("after.jpg", after.photo, named, silent)).verdict.outcome is outcome


def test_nobody_is_condemned_for_a_gap_in_which_a_tile_may_lie_that_nothing_reports(
    make_reading: Callable[..., TableReading],
) -> None:
    whole = make_reading(["R6 R7 R8"])
    shown = replace(whole.without({1}), sets=((0,), (1,)), perhaps=(whole.tiles[1].corners,))
    after = gather("after.jpg", np.zeros((600, 800, 3), np.uint8), shown, silent)
    result = judged(after)
    assert result.verdict.outcome is Outcome.UNDECIDED
    (question,) = result.questions
    assert question.may_be_none
    for said, outcome in ((Tile.parse("R7"), Outcome.LEGAL), (None, Outcome.ILLEGAL)):
        named = answered(shown, [Answer(question.tile.corners, said)])
        assert judged(gather("after.jpg", after.photo, named, silent)).verdict.outcome is outcome


def test_an_invalid_set_is_illegal(show: Show) -> None:
    assert codes(judged(show("R4 R5 R7"), show("R4 R5 R6"))) == ["set-invalid", "tile-missing"]


def test_an_opening_is_judged_as_one_only_when_it_is(show: Show) -> None:
    empty, small = show(), show("R1 R2 R3")

    assert judged(small, empty).verdict.outcome is Outcome.LEGAL
    assert codes(judged(small, empty, opened=False)) == ["opening-below-30"]


def test_one_photo_shows_sets_and_counts_and_nothing_else(show: Show) -> None:
    fine = judged(show("R1 R2 R3"), opened=False)
    wrong = judged(show("R1 R2 R3", "R1 R2 R3", "R1 R2 R4"))

    assert fine.verdict.outcome is Outcome.LEGAL
    assert fine.verdict.played == ()
    assert sorted(set(codes(wrong))) == ["set-invalid", "tile-impossible"]


def test_whether_a_tile_was_drawn_is_not_in_the_photos(show: Show) -> None:
    result = judged(show("R4 R5 R6"), show("R4 R5 R6"))

    assert result.verdict.outcome is Outcome.LEGAL
    assert result.nothing_laid


def test_what_was_discarded_is_not_in_the_photos(show: Show) -> None:
    table, rules = show("R4 R5 R6"), load("hertzano-original+discard")

    assert audit(table, None, rules).verdict.outcome is Outcome.LEGAL
    assert audit(table, table, rules).verdict.outcome is Outcome.LEGAL
    assert audit(show("R4 R5 R6 R7"), table, rules).verdict.outcome is Outcome.LEGAL


def test_a_tile_taken_back_counts_as_missing_though_nothing_was_laid(show: Show) -> None:
    assert codes(judged(show("R4 R5 R6"), show("R4 R5 R6 R7"))) == ["tile-missing"]


def test_a_doubt_that_changes_nothing_leaves_the_verdict(show: Show) -> None:
    after = show("R4 R5 R6", "K9 B9", doubts={(0, 1): {"R5": 0.7, "R8": 0.25}})

    assert judged(after).verdict.outcome is Outcome.ILLEGAL
    assert not judged(after).questions


def test_a_doubt_that_the_verdict_hangs_on_is_asked(show: Show) -> None:
    after = show("K1 B1 O1", "R4 R5 R6", doubts={(0, 0): {"K1": 0.9, "R1": 0.09}, (1, 2): {"R6": 0.6, "R9": 0.39}})
    result = judged(after)

    assert result.verdict.outcome is Outcome.UNDECIDED
    assert asked(result) == [("after", 1, 2)]
    question = result.questions[0].to_json()
    assert question["candidates"] == ["R6", "R9"]
    assert question["photo"] == "after"
    assert question["tile"] == 5
    assert np.allclose(question["corners"], after.reading.tiles[5].corners)


def test_a_doubt_before_the_turn_is_asked_too(show: Show) -> None:
    before = show("R4 R5 R6", "K1 K2 K3 K4", doubts={(1, 3): {"K4": 0.6, "K9": 0.39}})
    result = judged(show("R4 R5 R6", "K1 K2 K3", "B4 O4 K4"), before)

    assert asked(result) == [("before", 1, 3)]
    assert result.questions[0].exhibit is before


def test_a_tile_that_lies_untouched_is_what_the_clearer_photo_shows(show: Show) -> None:
    blurred = show("R4 R5 R6", "K1 B1 O1", doubts={(0, 2): {"R6": 0.6, "R9": 0.39}})
    result = judged(show("R4 R5 R6", "K1 B1 O1 R1"), blurred)

    assert result.verdict.outcome is Outcome.LEGAL
    assert [str(tile) for tile in result.verdict.played] == ["R1"]


def test_a_tile_that_lies_untouched_is_asked_about_once_at_most(show: Show) -> None:
    six, nine = {"R6": 0.6, "R9": 0.39}, {"R9": 0.6, "R6": 0.39}
    before = show("K5 K6 K7", "R4 R5 R6", doubts={(1, 2): six})
    result = judged(show("K5 K6 K7", "R4 R5 R9 R7", "B1 B2 B3", doubts={(1, 2): nine}), before)
    assert asked(result) == [("after", 1, 2)]


def test_what_was_no_set_before_the_turn_and_was_not_touched_is_nobodys_fault(show: Show) -> None:
    assert judged(show("K1 B1 O1 R1", "R4 R5 R9"), show("K1 B1 O1", "R4 R5 R9")).verdict.outcome is Outcome.LEGAL
    assert codes(judged(show("K1 B1 O1", "R4 R5 R9 R6"), show("K1 B1 O1", "R4 R5 R9"))) == ["set-invalid"]


def test_a_tile_that_lies_untouched_is_not_asked_about_where_it_changes_nothing(show: Show) -> None:
    before = show("K5 K6 K7", "R6 B6 O6", doubts={(1, 2): {"O6": 0.6, "K6": 0.39}})
    result = judged(show("K5 K6 K7", "R6 B6 O6", "B1 B2 B3", doubts={(1, 2): {"O6": 0.5, "K6": 0.49}}), before)
    assert (result.verdict.outcome, result.questions) == (Outcome.LEGAL, ())
    assert [str(tile) for tile in result.verdict.played] == ["B1", "B2", "B3"]


def test_the_second_reader_makes_an_untouched_tile_doubtful(show: Show) -> None:
    six = {(0, 2): {"R6": 0.6, "R9": 0.39}}
    doubtful, longer = (show(tiles, doubts=six, second=lambda _: 8) for tiles in ("R4 R5 R6", "R4 R5 R6 R7"))
    for before, after in ((doubtful, show("R4 R5 R6 R7")), (show("R4 R5 R6"), longer)):
        result = judged(after, before)
        assert asked(result) == [("after", 0, 2)]
        assert [str(tile) for tile in result.questions[0].candidates] == ["R6", "R8"]


def test_an_unread_tile_may_be_anything(show: Show) -> None:
    result = judged(show("R4 R5 ?"))

    assert result.verdict.outcome is Outcome.UNDECIDED
    assert len(result.questions[0].candidates) == 53


def spot(row: int) -> Mapping[tuple[int, int], Mapping[str, float]]:
    """A square of a patterned cloth beside the sets, which looks a little like a tile."""
    return {(row, 0): {"K11": 0.3, "J": 0.1}}


def test_a_spot_that_may_be_no_tile_condemns_nobody(show: Show) -> None:
    bare, spotted = show("R4 R5 R6 R7"), show("R4 R5 R6 R7", "?", doubts=spot(1))
    for before, after in ((show("R4 R5 R6"), spotted), (show("R4 R5 R6", "?", doubts=spot(1)), bare)):
        result = judged(after, before)
        assert result.verdict.outcome is Outcome.UNDECIDED
        assert asked(result) == [("after" if after is spotted else "before", 1, 0)]
        assert result.questions[0].to_json()["may_be_none"]


def test_a_spot_in_both_photos_is_nothing_that_was_laid(show: Show) -> None:
    result = judged(show("R4 R5 R6 R7", "?", doubts=spot(1)), show("R4 R5 R6", "?", doubts=spot(1)))
    assert (result.verdict.outcome, result.questions) == (Outcome.LEGAL, ())


SURELY_EIGHT = {"R8": 0.985, "R6": 0.01}
"""A six in odd type, which is read as an eight without a doubt."""


def test_nobody_is_condemned_for_a_tile_whose_second_guess_would_make_the_turn_legal(show: Show) -> None:
    wrong = show("K1 B1 O1", "R4 R5 R8", sure={(1, 2): SURELY_EIGHT})
    result = judged(wrong, show("K1 B1 O1"))
    assert (result.verdict.outcome, asked(result)) == (Outcome.UNDECIDED, [("after", 1, 2)])
    assert (result.verdict.violations, result.verdict.penalty) == ((), None)
    assert [str(tile) for tile in result.questions[0].candidates] == ["R8", "R6"]
    moved = judged(show("R4 R5 R7 R6"), show("R4 R5 R8", sure={(0, 2): SURELY_EIGHT}))
    assert asked(moved) == [("before", 0, 2)]


def test_a_second_guess_that_mends_nothing_is_not_asked_about(show: Show) -> None:
    after = show("R4 R5 R8", sure={(0, 2): {"R8": 0.985, "R9": 0.01}})
    assert judged(after).verdict.outcome is Outcome.ILLEGAL


def test_two_empty_tables_are_a_turn_that_laid_nothing(show: Show) -> None:
    for opened in (True, False):
        result = judged(show(name="b.jpg"), show(name="a.jpg"), opened=opened)
        assert result.verdict.outcome is Outcome.LEGAL
        assert result.nothing_laid
        assert [(remark.code, remark.photo) for remark in result.remarks] == [
            ("no-tiles", "before"),
            ("no-tiles", "after"),
        ]


def test_a_photo_after_the_turn_without_tiles_lacks_them_all_and_says_that_it_may_show_anything(show: Show) -> None:
    result = judged(show(name="cat.jpg"), show("R4 R5 R6"))
    assert codes(result) == ["tile-missing"]
    assert [remark.to_json() for remark in result.remarks] == [
        {
            "code": "no-tiles",
            "message": "cat.jpg: shows no tiles that could be read; taken for an empty table",
            "photo": "after",
        }
    ]
    assert [(mark.photo, mark.places) for mark in result.marks] == [("before", (0, 1, 2))]


def test_the_only_photo_without_tiles_is_refused_not_called_legal(show: Show) -> None:
    with pytest.raises(AuditError, match=r"^cat\.jpg: no tiles found"):
        judged(show(name="cat.jpg"))


def test_the_second_reader_sees_the_doubtful_tiles_upright_and_no_others(show: Show) -> None:
    seen: list[tuple[int, ...]] = []

    def second(patch: Photo) -> int | None:
        seen.append(patch.shape)
        return 9

    exhibit = show("R4 R5 R6", doubts={(0, 2): {"R6": 0.6, "R9": 0.39}}, second=second)

    assert seen == [(FACE[1], FACE[0], 3)]
    assert exhibit.opinions == {2: 9}
    tiles = exhibit.to_json()["tiles"]
    assert tiles[2]["second_opinion"] == 9
    assert tiles[2]["tile"] == "R6"
    assert "second_opinion" not in tiles[0]


@pytest.mark.parametrize("number", [6, None])
def test_a_second_reader_that_agrees_or_is_silent_clears_no_doubt(number: int | None, show: Show) -> None:
    after = show("R4 R5 R6", doubts={(0, 2): {"R6": 0.6, "R9": 0.39}}, second=lambda _: number)

    assert judged(after).verdict.outcome is Outcome.UNDECIDED
    assert judged(after).questions[0].second_opinion == number


@pytest.mark.parametrize(("number", "outcome"), [(5, Outcome.LEGAL), (8, Outcome.UNDECIDED)])
def test_a_second_reader_that_disagrees_adds_a_candidate(number: int, outcome: Outcome, show: Show) -> None:
    after = show("R4 R5 R6", doubts={(0, 1): {"R5": 0.99}}, second=lambda _: number)

    result = judged(after)

    assert result.verdict.outcome is outcome
    assert [str(t) for q in result.questions for t in q.candidates] == (["R5", "R8"] if number == 8 else [])


def test_a_number_read_on_a_joker_is_a_candidate_in_every_colour(show: Show) -> None:
    after = show("R4 R5 J", doubts={(0, 2): {"J": 0.9}}, second=lambda _: 8)

    assert [str(tile) for tile in after.candidates()[0][2]] == ["J", "K8", "R8", "B8", "O8"]


def test_without_the_second_reader_the_audit_goes_on(show: Show) -> None:
    def missing(_: Photo) -> int | None:
        raise OcrError("Tesseract is not installed")

    after = show("R4 R5 R6", doubts={(0, 2): {"R6": 0.6, "R9": 0.39}}, second=missing)

    assert after.trouble == "Tesseract is not installed"
    assert judged(after).verdict.outcome is Outcome.UNDECIDED


def test_json_holds_verdict_readings_and_questions(show: Show) -> None:
    result = judged(show("R4 R5 R6 R7", name="b.jpg"), show("R4 R5 R6", name="a.jpg")).to_json()

    assert result["verdict"] == "legal"
    assert result["played"] == ["R7"]
    assert result["rulebook"] == DEFAULT
    assert (result["before"]["photo"], result["before"]["sets"]) == ("a.jpg", [["R4", "R5", "R6"]])
    assert (result["after"]["photo"], result["after"]["sets"]) == ("b.jpg", [["R4", "R5", "R6", "R7"]])
    assert result["questions"] == result["remarks"] == result["marks"] == []
    assert judged(show("R4 R5 R6")).to_json()["before"] is None


def test_json_says_where_in_the_photos_lies_what_is_wrong(show: Show) -> None:
    result = judged(show("R4 R5 R6", "K1 K2"), show("R4 R5 R6 R7")).to_json()

    assert [violation["code"] for violation in result["violations"]] == ["set-invalid", "tile-missing"]
    assert result["marks"] == [
        {"mark": "A", "violation": 0, "photo": "after", "set": 1, "places": [0, 1]},
        {"mark": "B", "violation": 1, "photo": "before", "set": 0, "places": [3]},
    ]
