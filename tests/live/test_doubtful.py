"""A tile that may be another one, or none, makes nobody's turn illegal: that is asked."""

from __future__ import annotations

import pytest

from live.deciding.choice import CLEARS
from live.game.case import NO_TILES, Case, Press
from live.game.commands import RefusedError
from live.game.judging import judge_case, judge_in_doubt
from live.game.pins import Pin
from live.game.seen import SeenTable, SeenTile
from live.game.state import State
from referee.round import Round
from referee.rulebook import load
from referee.tiles import Place, Tile
from referee.verdict import Outcome
from tests.live.stage import OPENING, RULEBOOK, Played

SURELY_EIGHT = {"R6": {"R8": 0.985, "R6": 0.01}}
"""A six in odd type, which is read as an eight without a doubt."""


def test_no_set_is_called_invalid_in_which_a_tile_could_not_be_read(played: Played) -> None:
    played.begin()
    doubts = {"?": {"R10": 0.2, "R11": 0.1}}
    played.turn(OPENING, "R9 ?", doubts=doubts)
    assert played.state() is State.READING  # a hand may hide the rest of the set
    played.stage.show(OPENING, "R9 ?", seconds=CLEARS, doubts=doubts)
    played.run()
    told = played.told()
    assert (told["verdict"]["outcome"], [(q["set"], q["index"]) for q in told["questions"]]) == ("undecided", [(1, 1)])
    with pytest.raises(RefusedError) as refusal:
        played.buttons.end_round("Anna")
    assert refusal.value.code == "asked"
    played.buttons.answer(1, 1, None)
    assert played.told()["verdict"]["outcome"] == "illegal"


def test_what_was_misread_long_ago_is_not_the_last_players_doing(played: Played) -> None:
    played.begin()
    played.turn("K10 R10 B10", "R1 R2 R3", doubts={"B10": {"O10": 0.999}})
    played.turn("K10 R10 B10", "R1 R2 R3", drew=True, doubts={"B10": {"O10": 0.999}})
    assert played.told()["verdict"]["outcome"] == "legal"
    misread = played.told()["table"]["sets"][0][2]
    assert misread["tile"] == "O10"
    played.buttons.correct(misread["corners"], Tile.parse("B10"))
    told = played.told()
    assert (told["verdict"]["player"], told["verdict"]["outcome"]) == ("Ben", "legal")
    played.turn("K10 R10 B10", "R1 R2 R3 R4")
    assert (played.told()["verdict"]["outcome"], played.told()["verdict"]["played"]) == ("legal", ["R4"])


@pytest.mark.parametrize(("shown", "outcome"), [(0.56, "undecided"), (0.9, "undecided"), (0.96, "illegal")])
def test_what_may_be_no_tile_makes_no_turn_illegal(played: Played, shown: float, outcome: str) -> None:
    played.begin()
    played.turn(OPENING, "K1", doubts={"K1": {"K1": shown}})
    assert played.told()["verdict"]["outcome"] == outcome
    if outcome == "undecided":
        played.buttons.answer(1, 0, None)
        played.run()
        assert played.told()["verdict"]["outcome"] == "legal"


@pytest.mark.parametrize(("shown", "outcome"), [(0.15, "undecided"), (0.8, "undecided"), (0.86, "illegal")])
def test_a_check_of_the_tablecloth_beside_a_set_is_no_tile_laid_by_who_drew(
    played: Played, shown: float, outcome: str
) -> None:
    played.begin()
    played.turn(OPENING)
    played.turn(f"{OPENING} ?", drew=True, doubts={"?": {"R13": shown, "K11": 0.1}})
    assert played.told()["verdict"]["outcome"] == outcome
    if outcome == "undecided":
        asked = [(question["set"], question["index"]) for question in played.told()["questions"]]
        assert asked == [(0, 3)]
        played.buttons.answer(*asked[0], None)
        played.run()
        assert (played.told()["verdict"]["outcome"], played.told()["verdict"]["drew"]) == ("legal", 1)


@pytest.mark.parametrize("read", [{"J": 0.66}, {"B6": 0.03, "J": 0.02}], ids=["rather a joker", "rather nothing"])
def test_a_spot_of_the_cloth_that_has_been_seen_bare_is_no_tile(played: Played, read: dict[str, float]) -> None:
    played.begin()
    played.turn(OPENING)
    photo = played.stage.paint([OPENING, "R10 R11 R12"])
    played.stage.know(photo, [OPENING, "R10 R11 R12 ?"], lambda _: False, {"?": read})
    played.stage.hands().picture(photo, 2).do(played.buttons.end_turn).picture(photo, 2)
    played.run()
    told = played.told()
    assert (told["verdict"]["outcome"], told["verdict"]["played"]) == ("legal", ["R10", "R11", "R12"])
    played.turn(OPENING, "R10 R11 R12", "J K2 J")
    assert played.told()["verdict"]["outcome"] == "legal"  # the box holds two jokers, and both are laid only now


@pytest.mark.parametrize(("said", "outcome"), [("R6", "legal"), ("R8", "illegal")])
def test_nobody_is_condemned_for_a_tile_whose_second_guess_would_make_the_turn_legal(
    played: Played, said: str, outcome: str
) -> None:
    played.begin()
    played.turn(OPENING, "R4 R5 R6", doubts=SURELY_EIGHT)
    assert played.state() is State.QUESTION
    (question,) = played.told()["questions"]
    assert [tile for tile, _ in question["likely"]] == ["R8", "R6"]
    played.buttons.answer(question["set"], question["index"], Tile.parse(said))
    assert played.told()["verdict"]["outcome"] == outcome


def test_a_verdict_hangs_on_everything_that_a_tile_may_be_though_few_are_offered(played: Played) -> None:
    half_seen = {f"R{number}": 0.03 for number in range(1, 14)} | {"R9": 0.6}
    played.begin()
    played.turn(OPENING, "K8 B8 R8", doubts={"R8": half_seen})
    assert played.told()["verdict"]["outcome"] == "undecided"
    (question,) = played.told()["questions"]
    assert question["likely"][0] == ("R9", 0.6)
    assert len(question["likely"]) <= 6
    played.buttons.answer(question["set"], question["index"], Tile.parse("R8"))
    assert played.told()["verdict"]["outcome"] == "legal"


@pytest.mark.parametrize(
    ("laid", "doubts"),
    [("R4 R5 R6", {"R6": {"R8": 0.985, "R9": 0.01}}), ("R4 R6 R7", SURELY_EIGHT)],
    ids=["another guess", "another tile is wrong, too"],
)
def test_a_second_guess_that_mends_nothing_is_not_asked_about(
    played: Played, laid: str, doubts: dict[str, dict[str, float]]
) -> None:
    played.begin()
    played.turn(OPENING, laid, doubts=doubts)
    assert played.told()["verdict"]["outcome"] == "illegal"


def test_a_turn_that_is_legal_as_it_is_read_asks_about_no_second_guess(played: Played) -> None:
    played.begin()
    played.turn(OPENING, "R6 R7 R8", doubts={"R8": {"R8": 0.985, "R6": 0.01}})
    assert played.told()["verdict"]["outcome"] == "legal"


def lying(x: float, name: str, probability: float = 0.99, width: float = 40) -> SeenTile:
    tile = Tile.parse(name)
    corners = ((x, 0.0), (x + width, 0.0), (x + width, 60.0), (x, 60.0))
    return SeenTile(corners, ((tile, probability),), probability < 0.9, tile)


def opening(seen: SeenTable, *pins: Pin) -> Case:
    """A first lay-down of what is seen."""
    return Case(Press("Anna", 0, 30.0), Round.start(["Anna", "Ben"], load(RULEBOOK)), seen, pins, NO_TILES)


@pytest.mark.parametrize("said", ["R9", "B9"])
def test_nobody_is_condemned_for_a_gap_beside_a_doubtful_tile_with_which_all_is_one_set(said: str) -> None:
    """The 9 lies half under the 10, and both half a tile away from the 8."""
    doubtful = lying(242, "R9", 0.8)
    run = (lying(100, "R6"), lying(140, "R7"), lying(180, "R8"))
    seen = SeenTable((run, (doubtful, lying(266, "R10"))), 1280, 720)
    ruling = judge_case(opening(seen))
    assert (ruling.verdict.outcome, ruling.questions) == (Outcome.UNDECIDED, (Place(1, 0),))
    answered = opening(seen, Pin.at(doubtful, seen, Tile.parse(said)))
    assert judge_case(answered).verdict.outcome is (Outcome.LEGAL if said == "R9" else Outcome.ILLEGAL)


@pytest.mark.parametrize(
    ("said", "outcome"), [("R11", Outcome.LEGAL), ("R6", Outcome.ILLEGAL), (None, Outcome.ILLEGAL)]
)
def test_nobody_is_condemned_for_a_gap_in_which_a_tile_may_lie_that_nothing_reports(
    said: str | None, outcome: Outcome
) -> None:
    """Of the 11 only a strip is in sight, and the 12 lies on the rest of it."""
    strip = SeenTile.unread(lying(180, "R11", width=16).outline)
    elsewhere = SeenTile.unread(lying(700, "R11").outline)
    seen = SeenTable(
        ((lying(100, "R9"), lying(140, "R10")), (lying(196, "R12"),)), 1280, 720, perhaps=(elsewhere, strip)
    )
    case, ruling = judge_in_doubt(opening(seen))
    assert ruling.verdict.outcome is Outcome.UNDECIDED
    assert [case.known.sets[index][place].corners for index, place in ruling.questions] == [strip.corners]
    pin = Pin.at(strip, seen, None if said is None else Tile.parse(said))
    assert judge_in_doubt(opening(seen, pin))[1].verdict.outcome is outcome


def test_what_may_lie_where_no_set_lacks_a_tile_is_not_asked_about() -> None:
    far = SeenTile.unread(lying(700, "R11").outline)
    seen = SeenTable(((lying(100, "R9"), lying(140, "R10")),), 1280, 720, perhaps=(far,))
    assert judge_in_doubt(opening(seen))[1].verdict.outcome is Outcome.ILLEGAL


def test_nobody_is_condemned_for_a_set_beside_which_an_unread_tile_lies_however_much_else_is_unread() -> None:
    """A finger lies between the 6 and what is seen of the next tile."""
    unread = [SeenTile.unread(lying(x, "R1").outline) for x in (700, 900, 1100)]
    beside = SeenTile.unread(lying(165, "R1", width=20).outline)
    seen = SeenTable(((lying(100, "B6"),), (beside,), *((tile,) for tile in unread)), 1280, 720)
    ruling = judge_case(opening(seen))
    assert ruling.verdict.outcome is Outcome.UNDECIDED
    assert Place(1, 0) in ruling.questions
