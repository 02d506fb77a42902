"""Whose time it is, and what is known of racks, when rounds end by mistake, photos ask and illegal turns are put back."""

from __future__ import annotations

import base64

import cv2
import pytest

from live.game import commands
from live.game.commands import RefusedError
from referee.tiles import Tile
from referee.verdict import Outcome
from tests.live.stage import OPENING, Doubts, Played
from webui.presses import Means, perform
from webui.roles import HERE

FIRST, SECOND = "R10 R11 R12", "K7 B7 O7"


def photograph(played: Played, *sets: str, doubts: Doubts | None = None) -> None:
    jpeg = cv2.imencode(".jpg", played.stage.paint(sets, doubts))[1].tobytes()
    body = {"photo": base64.b64encode(jpeg).decode(), "event": played.told()["unjudged"]["event"]}
    perform(Means(played.live, played.read), "photo", body, HERE)


def end(played: Played, seconds: float = 10.0, **how: bool) -> None:
    played.stage.seconds += seconds
    played.buttons.end_turn(**how)


def clock(played: Played) -> tuple[str, bool]:
    told = played.told()
    return told["state"], told["clock"]["running"]


def test_a_clock_that_was_stopped_stands_still_after_play_on(played: Played) -> None:
    played.begin()
    played.stage.seconds += 10
    played.buttons.pause()
    played.buttons.end_round("Anna")
    played.buttons.still_holds()
    played.stage.seconds += 100
    assert (*clock(played), played.told()["clock"]["elapsed"]) == ("paused", False, 10.0)


@pytest.mark.parametrize("drawn", [False, True], ids=["said", "drawn"])
def test_a_clock_that_was_stopped_stands_still_when_somebody_else_is_to_begin(played: Played, *, drawn: bool) -> None:
    played.begin()
    played.buttons.pause()
    if drawn:
        played.buttons.draw_for_start({"Anna": Tile.parse("K3"), "Ben": Tile.parse("K9")})
    else:
        played.buttons.begin_with("Ben")
    played.stage.seconds += 100
    told = played.told()
    assert [player["name"] for player in told["players"] if player["onTurn"]] == ["Ben"]
    assert (*clock(played), told["clock"]["elapsed"]) == ("paused", False, 0.0)


def test_play_on_goes_on_with_the_deal_that_was_ended_by_mistake(played: Played) -> None:
    played.begin(deal=True)
    played.buttons.end_round("Anna")
    played.buttons.still_holds()
    assert clock(played) == ("deal", False)


def test_no_clock_runs_in_a_round_that_is_over_again_by_redo(played: Played) -> None:
    played.begin()
    played.turn(FIRST)
    played.turn(FIRST, SECOND)
    assert played.told()["state"] == "restore"
    played.buttons.end_round("Anna")
    played.buttons.undo()
    played.buttons.resume(anyway=True)
    played.buttons.redo()
    assert clock(played) == ("over", False)


def test_the_time_of_counting_is_nobodys_after_redo_and_play_on(played: Played) -> None:
    played.begin(watched=False)
    end(played)
    photograph(played, SECOND)
    played.buttons.end_round("Anna")
    played.buttons.undo()
    played.buttons.resume()
    played.buttons.redo()
    played.stage.seconds += 300
    played.buttons.still_holds()
    assert played.told()["clock"]["elapsed"] < 1


def test_no_photo_judges_a_turn_of_a_round_that_is_written_down(played: Played) -> None:
    played.begin(watched=False)
    end(played)
    photograph(played, FIRST, doubts={"R12": {"R12": 0.6, "B12": 0.39}})
    assert played.told()["state"] == "question"
    try:
        played.buttons.score({"Ben": 20}, "Anna")
    except RefusedError:
        return
    assert played.told()["unjudged"] is None


def test_no_clock_runs_when_another_photo_answers_a_question_in_a_round_that_is_said_to_be_over(played: Played) -> None:
    played.begin(watched=False)
    end(played)
    played.buttons.end_round("Ben")
    photograph(played, FIRST, doubts={"R12": {"R12": 0.6, "B12": 0.39}})
    photograph(played, FIRST)
    assert clock(played) == ("over", False)


def test_a_loose_tile_that_goes_back_to_a_rack_is_nobodys_time_where_the_table_before_was_unseen(
    played: Played,
) -> None:
    played.begin(rulebook="hertzano-original", watched=False)
    end(played)
    end(played)
    photograph(played, FIRST, "K1 R2")
    assert played.told()["verdict"]["penalty"]["take"] == ["K1", "R2"]
    assert clock(played) == ("restore", False)


def overruled(played: Played, doubt: Doubts, said: str) -> None:
    """Anna's first lay-down, with a tile that was asked about, is overruled and put back."""
    played.begin()
    played.turn(FIRST, doubts=doubt)
    assert played.told()["state"] == "question"
    question = played.told()["questions"][0]
    played.buttons.answer(question["set"], question["index"], Tile.parse(said))
    assert played.told()["verdict"]["outcome"] == "legal"
    judged = played.live.game.judged
    assert judged is not None
    played.live.do(commands.overrule, judged.case.press.event, Outcome.ILLEGAL, "she had drawn")
    played.stage.hands().show()
    played.run()
    assert played.told()["state"] == "turn"


def test_a_tile_that_went_back_to_a_rack_by_the_host_s_word_is_not_seen_in_the_next_player_s_tile(
    played: Played,
) -> None:
    overruled(played, {"R12": {"R12": 0.6, "B12": 0.39}}, "R12")
    played.turn("K1 K2 K3", "B10 B11 B12", doubts={"B12": {"R12": 0.55, "B12": 0.44}})
    told = played.told()
    assert told["verdict"]["outcome"] != "illegal", told["verdict"]["violations"]


def test_nor_in_one_that_lies_where_it_lay(played: Played) -> None:
    overruled(played, {"R12": {"R12": 0.6, "B12": 0.39}}, "R12")
    played.turn("B10 B11 B12", doubts={"B12": {"R12": 0.55, "B12": 0.44}})
    assert played.told()["verdict"]["outcome"] != "illegal"


def test_the_host_s_word_counts_where_more_was_laid_than_the_rack_held_and_every_turn_discards(played: Played) -> None:
    played.begin(rulebook="hertzano-original+discard", watched=False)
    end(played, drew=True)
    photograph(played, "K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11", "B10 B11 B12 B13")
    assert played.told()["state"] == "question"
    played.live.rule(Outcome.LEGAL, "a tile was dealt too many")
    assert played.told()["state"] == "turn"


def test_a_tile_that_was_asked_about_and_put_back_is_not_seen_in_the_next_player_s_tile(played: Played) -> None:
    played.begin()
    played.turn("R10 R11 B12", doubts={"B12": {"R12": 0.6, "B12": 0.39}})
    question = played.told()["questions"][0]
    played.buttons.answer(question["set"], question["index"], Tile.parse("B12"))
    assert (played.told()["verdict"]["outcome"], played.told()["state"]) == ("illegal", "restore")
    played.stage.hands().show()
    played.run()
    assert played.told()["state"] == "turn"
    played.turn("K1 K2 K3", "R11 R12 R13", doubts={"R12": {"B12": 0.55, "R12": 0.44}})
    told = played.told()
    assert told["verdict"]["outcome"] != "illegal", told["verdict"]["violations"]


def test_the_next_player_s_time_goes_on_though_a_photo_leaves_a_question(played: Played) -> None:
    played.begin(watched=False)
    end(played)
    played.stage.seconds += 7
    photograph(played, FIRST, doubts={"R12": {"R12": 0.6, "B12": 0.39}})
    played.buttons.answer(0, 2, Tile.parse("R12"))
    assert played.told()["clock"]["elapsed"] == 7.0


def test_a_stopped_clock_stands_still_though_a_photo_leaves_a_question(played: Played) -> None:
    played.begin(watched=False)
    end(played)
    played.buttons.pause()
    photograph(played, FIRST, doubts={"R12": {"R12": 0.6, "B12": 0.39}})
    played.buttons.answer(0, 2, Tile.parse("R12"))
    assert clock(played) == ("paused", False)


def test_undoing_the_start_of_a_round_by_another_rulebook_leaves_its_own_time_limit(played: Played) -> None:
    played.begin(rulebook="jumbo-compact-2007")  # knows no limit
    played.begin()
    assert played.told()["clock"]["limit"] == 60
    played.stage.seconds += 50
    played.buttons.undo()
    assert played.told()["clock"]["limit"] is None


def test_an_equal_tile_that_went_back_to_a_rack_takes_nothing_from_what_is_known_of_the_one_that_lies_there(
    played: Played,
) -> None:
    played.begin()
    played.turn("B10 O10 R10")  # the R10 is a K10, surely misread
    played.turn("B10 O10 R10", "R10 K7")
    assert clock(played) == ("restore", False)
    played.stage.hands().show("B10 O10 R10")
    played.run()
    assert [str(pin.tile) for pin in played.live.game.pins] == ["B10", "O10", "R10"]
    seen = played.live.scene.table()
    assert seen is not None
    played.buttons.correct(seen.sets[0][2].corners, Tile.parse("K10"))
    played.turn("B10 O10 R10", drew=True)
    assert played.told()["verdict"]["outcome"] == "legal"


def test_a_pause_ends_no_turn(played: Played) -> None:
    played.begin()
    played.buttons.pause()
    with pytest.raises(RefusedError, match="paused"):
        played.buttons.end_turn()
    played.buttons.resume()
    played.turn(OPENING)
    assert played.told()["verdict"]["outcome"] == "legal"
