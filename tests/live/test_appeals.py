"""The last turn once more: the host's word against its verdict, and another look at the table.

Earlier turns are built on.
"""

from __future__ import annotations

import pytest

from live import appeals
from live.game import commands
from live.game.commands import RefusedError
from live.telling.evening import evening_of
from referee.tiles import Tile
from referee.verdict import Outcome
from tests.live.stage import OPENING, Played, place

SHORT = "K7 B7 O7"


def refused(played: Played, press: int, outcome: Outcome, reason: str = "we all saw it") -> str:
    with pytest.raises(RefusedError) as refusal:
        played.live.do(commands.overrule, press, outcome, reason)
    return refusal.value.code


def test_the_host_lets_an_illegal_turn_count_while_its_table_lies_there(played: Played) -> None:
    played.begin()
    played.turn(SHORT)
    assert played.told()["state"] == "restore"
    played.live.do(commands.overrule, played.last_judged(), Outcome.LEGAL, "agreed at the table")
    told = played.told()
    assert (told["verdict"]["outcome"], told["verdict"]["host"]) == ("legal", "agreed at the table")
    assert (told["state"], [player["tiles"] for player in told["players"]]) == ("turn", [11, 14])


def test_a_legal_turn_that_the_host_does_not_let_count_is_put_back_and_costs_the_penalty(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    played.live.do(commands.overrule, played.last_judged(), Outcome.ILLEGAL, "a tile came from the pool")
    told = played.told()
    assert (told["verdict"]["outcome"], told["verdict"]["penalty"]["draw"]) == ("illegal", 3)
    assert (told["state"], told["clock"]["running"]) == ("restore", False)
    assert [player["tiles"] for player in told["players"]] == [17, 14]


def test_whoever_waits_for_the_table_of_an_overruled_turn_has_the_whole_time(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    played.stage.wait(9)
    played.run()
    played.live.do(commands.overrule, played.last_judged(), Outcome.ILLEGAL, "a tile came from the pool")
    played.stage.hands().show()
    played.run()
    played.stage.wait(5)
    played.run()
    assert (played.told()["state"], played.told()["clock"]["elapsed"]) == ("turn", pytest.approx(5, abs=3))


def test_the_word_is_on_record_is_undone_alone_and_survives_a_power_cut(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    played.live.do(commands.overrule, played.last_judged(), Outcome.ILLEGAL, "not from the rack")
    (turn,) = evening_of(played.live.record.journal.since(1)).turns
    assert [(said.kind, said.reason) for said in turn.said] == [("verdict", "not from the rack")]
    played.again()
    assert played.told()["verdict"]["host"] == "not from the rack"
    assert played.told()["undoes"] == {"kind": "verdict", "player": "Anna", "turn": 1}
    played.buttons.undo()
    assert (played.told()["verdict"]["outcome"], played.told()["verdict"]["host"]) == ("legal", None)


def name_tile(played: Played, row: int, column: int, tile: str) -> None:
    """Somebody taps a tile of the picture and says what it is."""
    played.buttons.correct([(float(x), float(y)) for x, y in place(row, column)], Tile.parse(tile))


def test_the_host_s_word_stands_though_somebody_names_a_tile(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    played.turn(OPENING, SHORT)
    played.live.do(commands.overrule, played.last_judged(), Outcome.LEGAL, "agreed at the table")
    played.stage.show(OPENING, SHORT)
    played.run()
    name_tile(played, 0, 0, "R10")
    told = played.told()
    assert (told["verdict"]["outcome"], told["verdict"]["host"]) == ("legal", "agreed at the table")
    assert (told["state"], [player["tiles"] for player in told["players"]]) == ("turn", [11, 11])
    turn = evening_of(played.live.record.journal.since(1)).turns[-1]
    assert [said.reason for said in turn.said if said.kind == "verdict"] == ["agreed at the table"]
    played.buttons.undo()
    assert played.told()["verdict"]["host"] == "agreed at the table"
    played.buttons.undo()
    assert played.told()["verdict"]["outcome"] == "illegal"


def test_more_tiles_than_were_counted_stay_laid_as_the_host_said_though_somebody_names_one(played: Played) -> None:
    played.begin()
    many = ["K1 K2 K3 K4 K5 K6 K7", "R1 R2 R3 R4 R5 R6 R7 R8"]
    played.turn(*many)
    played.live.rule(Outcome.LEGAL, "fifteen were dealt")
    played.stage.show(*many)
    played.run()
    name_tile(played, 0, 0, "K1")
    assert (played.told()["verdict"]["outcome"], len(played.told()["verdict"]["played"])) == ("legal", 15)


def test_what_was_taken_back_cannot_count_though_the_rest_of_the_table_was_left_as_it_lay(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    played.turn(OPENING, SHORT)
    played.stage.hands().show("R10 R11 R12 R13")
    played.run()
    played.buttons.resume(anyway=True)
    assert refused(played, played.last_judged(), Outcome.LEGAL) == "put-back"


def test_a_turn_on_whose_table_another_was_played_is_not_overruled(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    first = played.last_judged()
    played.turn(OPENING, drew=True)
    before = played.live.game
    assert refused(played, first, Outcome.ILLEGAL) == "built-on"
    assert played.live.game == before


def test_what_was_put_back_since_cannot_count(played: Played) -> None:
    played.begin()
    played.turn(SHORT)
    played.stage.hands().show()
    played.run()
    assert played.told()["state"] == "turn"
    assert refused(played, played.last_judged(), Outcome.LEGAL) == "put-back"


def test_a_round_that_is_written_down_a_missing_reason_and_no_decision_are_refused(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    assert refused(played, played.last_judged(), Outcome.ILLEGAL, " ") == "no-reason"
    assert refused(played, played.last_judged(), Outcome.UNDECIDED) == "bad"
    played.buttons.score({"Ben": 24}, "Anna")
    assert refused(played, played.last_judged(), Outcome.ILLEGAL) == "written"


def test_while_the_next_turn_waits_for_its_verdict_the_last_one_is_left_alone(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    press = played.last_judged()
    played.stage.hands().do(played.buttons.end_turn).hands()
    played.run()
    assert refused(played, press, Outcome.ILLEGAL) == "settling"


def test_a_turn_that_was_misread_is_judged_again_by_the_table_as_it_lies(played: Played) -> None:
    played.begin()
    played.turn("R10 R11", doubts={})
    assert played.told()["verdict"]["outcome"] == "illegal"
    press = played.last_judged()
    played.stage.hands().show(OPENING)
    played.run()
    appeals.judge_again(played.live, press)
    told = played.told()
    assert (told["verdict"]["outcome"], told["verdict"]["played"]) == ("legal", OPENING.split())
    (turn,) = evening_of(played.live.record.journal.since(1)).turns
    assert [said.kind for said in turn.said] == ["judge-again"]
    played.buttons.undo()
    assert played.told()["verdict"]["outcome"] == "illegal"


def test_while_a_hand_is_over_the_table_nothing_is_judged_again(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    played.stage.hands()
    played.run()
    with pytest.raises(RefusedError) as refusal:
        appeals.judge_again(played.live, played.last_judged())
    assert refusal.value.code == "not-still"


def test_a_turn_that_nobody_saw_is_judged_by_a_photo_before_it_is_overruled(played: Played) -> None:
    played.begin(watched=False)
    played.buttons.end_turn()
    press = played.live.game.last_event
    assert refused(played, press, Outcome.ILLEGAL) == "unjudged"
