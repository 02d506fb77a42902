"""The live table judges what it saw when the button was pressed, and forgets nothing."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from journal import Beat, Journal, JournalError
from live.deciding.witness import Witness
from live.game.commands import RefusedError
from live.game.state import State
from referee.errors import UserError
from referee.score import Rack
from referee.tiles import Tile
from tests.live.stage import OPENING, RULEBOOK, Doubts, Played, Stage
from vision.frame import Frame


def told(played: Played) -> dict[str, Any]:
    return played.told()


def turn(played: Played, *sets: str, drew: bool = False, doubts: Doubts | None = None) -> None:
    """Hands come in, the sets lie there, the button is pressed."""
    played.turn(*sets, drew=drew, doubts=doubts)


def test_a_legal_turn_passes_the_turn_on_and_starts_the_clock_anew(played: Played) -> None:
    played.begin()
    turn(played, OPENING)
    state = told(played)
    assert (state["verdict"]["outcome"], state["verdict"]["points"]) == ("legal", 33)
    assert [(p["name"], p["tiles"], p["opened"], p["onTurn"]) for p in state["players"]] == [
        ("Anna", 11, True, False),
        ("Ben", 14, False, True),
    ]
    assert state["clock"]["elapsed"] == pytest.approx(0.5)
    assert state["verdict"]["seconds"] == pytest.approx(3.0)


def test_a_third_tile_of_a_kind_is_doubted_unless_a_second_box_is_in_play(played: Played) -> None:
    names = ["Anna", "Ben", "Cleo", "Dora", "Emil"]
    for players, rulebook, doubted in ((names[:2], RULEBOOK, True), (names, f"{RULEBOOK}+players=6", False)):
        played.buttons.start_round(players, rulebook, new_game=True)
        turn(played, OPENING, OPENING, OPENING)
        tiles = [tile for members in told(played)["verdict"]["table"]["sets"] for tile in members]
        assert [tile["doubt"] for tile in tiles] == [doubted] * 9


def test_an_illegal_turn_is_told_with_its_reason_and_the_table_before_still_counts(played: Played) -> None:
    played.begin()
    turn(played, OPENING)
    turn(played, OPENING, "K1 K2 K3")
    state = told(played)
    assert [violation["code"] for violation in state["verdict"]["violations"]] == ["opening-below-30"]
    assert state["verdict"]["penalty"]["draw"] == 3
    assert state["restored"] is False
    assert [p["tiles"] for p in state["players"]] == [11, 17]
    played.stage.hands().show(OPENING).wait(20)
    turn(played, OPENING)
    assert told(played)["verdict"]["violations"][0]["code"] == "nothing-played"


def test_the_page_sees_when_the_table_lies_as_it_did_before(played: Played) -> None:
    played.begin()
    turn(played, OPENING)
    turn(played, OPENING, "K1 K2 K3")
    played.stage.hands().show(OPENING)
    played.run()
    assert told(played)["restored"] is True


def test_putting_the_table_back_takes_nobodys_time(played: Played) -> None:
    played.begin()
    turn(played, OPENING)
    turn(played, OPENING, "K1 K2 K3")
    played.stage.wait(20).hands(5.0)
    played.run()
    assert (told(played)["clock"]["waiting"], told(played)["clock"]["elapsed"]) == (True, 0)
    played.again()
    played.stage.hands().show(OPENING, seconds=2.0).hands(10.0)
    played.run()
    clock = told(played)["clock"]
    assert (clock["waiting"], clock["running"]) == (False, True)
    assert 10 < clock["elapsed"] < 12.5


def test_a_table_that_nothing_was_laid_on_is_not_waited_for(played: Played) -> None:
    played.begin()
    turn(played, OPENING)
    played.stage.wait(20)
    turn(played, OPENING)
    assert told(played)["verdict"]["violations"][0]["code"] == "nothing-played"
    assert told(played)["clock"]["running"] is True


def test_a_press_counts_from_when_it_was_made_however_long_the_program_is_busy(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    played.begin()
    played.stage.show(seconds=2)
    played.run()
    asked, now = threading.Event(), played.stage.now

    def asked_for() -> float:
        asked.set()
        return now()

    began = told(played)["clock"]["elapsed"]
    monkeypatch.setattr(played.stage, "now", asked_for)
    with played.live.lock:  # as judging does
        presser = threading.Thread(target=played.buttons.end_turn)
        presser.start()
        assert asked.wait(10)
        played.stage.seconds += 30
    presser.join(10)
    assert told(played)["clock"]["elapsed"] == pytest.approx(began)


def test_the_clock_that_waits_for_the_table_can_be_started_by_hand_or_left_standing(played: Played) -> None:
    played.begin()
    turn(played, OPENING)
    turn(played, OPENING, "K1 K2 K3")
    with pytest.raises(RefusedError, match="put it back"):
        played.buttons.resume()
    played.stage.dark(5).do(played.buttons.resume).wait(7)  # nobody need wait for a camera that sees nothing
    played.run()
    assert (told(played)["clock"]["waiting"], told(played)["clock"]["elapsed"]) == (False, pytest.approx(7))
    played.buttons.pause()
    played.stage.hands().show(OPENING)
    played.run()
    assert told(played)["clock"]["running"] is False


def test_a_round_that_is_over_or_begins_anew_waits_for_no_table(played: Played) -> None:
    played.begin()
    turn(played, OPENING)
    turn(played, OPENING, "K1 K2 K3")
    played.buttons.score({"Ben": 20}, "Anna")
    assert (told(played)["clock"]["waiting"], told(played)["clock"]["running"]) == (False, False)
    played.buttons.undo()
    assert told(played)["clock"]["waiting"] is True
    played.begin()
    assert (told(played)["clock"]["waiting"], told(played)["clock"]["running"]) == (False, True)


def test_an_illegal_turn_that_was_misread_starts_the_clock_when_it_is_put_right(played: Played) -> None:
    played.begin()
    turn(played, "R10 R11 B12")
    state = told(played)
    assert (state["verdict"]["outcome"], state["clock"]["waiting"]) == ("illegal", True)
    played.buttons.correct(
        state["verdict"]["table"]["sets"][0][2]["corners"], Tile.parse("R12"), state["verdict"]["event"]
    )
    state = told(played)
    assert (state["verdict"]["outcome"], state["clock"]["waiting"], state["clock"]["running"]) == ("legal", False, True)


def test_drawing_is_a_turn_and_laying_besides_is_not(played: Played) -> None:
    played.begin()
    turn(played, drew=True)
    assert told(played)["verdict"]["outcome"] == "legal"
    assert told(played)["players"][0]["tiles"] == 15
    turn(played, OPENING, drew=True)
    assert told(played)["verdict"]["violations"][0]["code"] == "laid-and-drew"


def test_overtime_is_judged_by_the_clock_of_the_server(played: Played) -> None:
    played.begin()
    played.stage.wait(58.0)
    turn(played, OPENING)
    codes = [violation["code"] for violation in told(played)["verdict"]["violations"]]
    assert codes == ["overtime"]


def test_a_pause_does_not_count(played: Played) -> None:
    played.begin()
    played.stage.wait(20).do(played.buttons.pause).wait(60).do(played.buttons.resume).wait(10)
    played.run()
    assert told(played)["clock"]["elapsed"] == pytest.approx(30)


def test_with_hands_in_the_way_the_clock_stops_and_the_verdict_waits(played: Played) -> None:
    played.begin()
    played.stage.show(OPENING).hands().do(played.buttons.end_turn).hands(3.0)
    played.run()
    waiting = told(played)
    assert waiting["ending"] is True
    assert waiting["verdict"] is None
    assert waiting["clock"]["running"] is False
    played.stage.show(OPENING, "K10 B10 O10")
    played.run()
    assert told(played)["verdict"]["played"] == ["K10", "R10", "R11", "R12", "B10", "O10"]
    assert told(played)["verdict"]["seconds"] == waiting["clock"]["elapsed"]


def test_hands_that_come_right_after_the_press_do_not_change_the_verdict(played: Played) -> None:
    played.begin()
    played.stage.show(OPENING, seconds=0.9).do(played.buttons.end_turn).hands(2.0)
    played.run()
    assert told(played)["verdict"]["played"] == ["R10", "R11", "R12"]


def test_a_doubtful_tile_that_matters_is_asked_and_one_answer_settles_it(played: Played) -> None:
    played.begin()
    turn(played, "K6 R6 B6 O6", OPENING, doubts={"B6": {"B6": 0.6, "B9": 0.39}})
    asked = told(played)
    assert asked["verdict"]["outcome"] == "undecided"
    assert [[name for name, _ in question["likely"]] for question in asked["questions"]] == [["B6", "B9"]]
    assert asked["players"][0]["onTurn"] is True
    question = asked["questions"][0]
    played.buttons.answer(question["set"], question["index"], Tile.parse("B9"))
    assert told(played)["verdict"]["violations"][0]["code"] == "set-invalid"
    played.buttons.undo()
    assert told(played)["verdict"]["outcome"] == "undecided"
    played.buttons.answer(question["set"], question["index"], Tile.parse("B6"))
    assert told(played)["verdict"]["outcome"] == "legal"
    assert told(played)["players"][1]["onTurn"] is True


def test_a_doubtful_tile_that_makes_no_difference_is_not_asked(played: Played) -> None:
    played.begin()
    turn(played, OPENING, "K1 R2", doubts={"R2": {"R2": 0.6, "R7": 0.39}})
    assert told(played)["verdict"]["outcome"] == "illegal"
    assert told(played)["questions"] == []


def test_a_tile_once_confirmed_stays_known_as_long_as_nobody_touches_it(played: Played) -> None:
    played.begin()
    six = {"B6": {"B6": 0.6, "B9": 0.39}}
    turn(played, OPENING, "K6 R6 B6", doubts=six)
    question = told(played)["questions"][0]
    played.buttons.answer(question["set"], question["index"], Tile.parse("B6"))
    turn(played, OPENING, "K6 R6 B6", "K10 B10 O10", doubts=six)
    assert told(played)["verdict"]["outcome"] == "legal"
    assert told(played)["verdict"]["played"] == ["K10", "B10", "O10"]


def test_a_tile_laid_where_another_lay_is_read_anew(played: Played) -> None:
    played.begin()
    turn(played, "R10 J R12", "K1 R1 B1")
    turn(played, "R10 R11 R12", "K1 R1 B1", "K10 J O10")
    state = told(played)
    names = [[tile["tile"] for tile in members] for members in state["table"]["sets"]]
    assert names == [["R10", "R11", "R12"], ["K1", "R1", "B1"], ["K10", "J", "O10"]]


def test_correcting_a_misread_tile_judges_the_turn_again(played: Played) -> None:
    played.begin()
    turn(played, "R10 R11 B12")
    state = told(played)
    assert state["verdict"]["outcome"] == "illegal"
    wrong = state["verdict"]["table"]["sets"][0][2]
    played.buttons.correct(wrong["corners"], Tile.parse("R12"), state["verdict"]["event"])
    assert told(played)["verdict"]["outcome"] == "legal"
    assert told(played)["players"][0]["tiles"] == 11
    turn(played, "R10 R11 B12", "K10 B10 O10")
    assert told(played)["verdict"]["outcome"] == "legal"
    assert told(played)["table"]["sets"][0][2]["tile"] == "R12"


def test_what_is_no_tile_can_be_taken_off_the_table(played: Played) -> None:
    played.begin()
    turn(played, OPENING, "K5")
    stray = told(played)["table"]["sets"][1][0]
    played.buttons.correct(stray["corners"], None)
    state = told(played)
    assert state["verdict"]["outcome"] == "legal"
    assert len(state["table"]["sets"]) == 1


def test_undo_takes_back_a_wrong_press_in_one_step_and_the_turn_goes_on(played: Played) -> None:
    played.begin()
    turn(played, OPENING)
    played.buttons.undo()
    state = told(played)
    assert state["verdict"] is None
    assert state["players"][0]["onTurn"] is True
    assert state["clock"] == {
        "elapsed": pytest.approx(3.0),
        "limit": 60.0,
        "running": True,
        "waiting": False,
        "rate": 1.0,
    }
    turn(played, OPENING)
    assert told(played)["verdict"]["outcome"] == "legal"


def test_an_empty_table_is_told_to_lie_still(played: Played) -> None:
    assert (told(played)["stillness"], told(played)["round"]) == ("none", 0)
    played.stage.show(seconds=2)
    played.run()
    assert told(played)["stillness"] == "still"
    played.stage.hands(0.5)
    played.run()
    assert told(played)["stillness"] == "moving"


def test_the_next_round_begins_only_when_this_one_is_written_down(played: Played) -> None:
    played.begin()
    with pytest.raises(RefusedError, match="not over"):
        played.buttons.next_round()


def test_a_press_that_is_judged_anyway_right_after_a_power_cut_waits_for_the_first_picture(played: Played) -> None:
    played.begin()
    played.stage.show(OPENING).hands().do(played.buttons.end_turn).hands(0.5)
    played.run()
    played.again()
    played.buttons.judge_anyway()
    assert (told(played)["ending"], told(played)["waits"]["for"]) == (True, "hand")
    played.stage.show(OPENING)
    played.run()
    assert told(played)["verdict"]["outcome"] == "legal"


def test_another_play_area_is_watched_from_then_on(played: Played) -> None:
    played.begin()
    played.buttons.mark_area([(0.0, 0.0), (1.0, 0.0), (1.0, 0.5), (0.0, 0.5)])
    played.stage.show()
    played.run()
    played.buttons.mark_area([(0.0, 0.0), (1.0, 0.0), (0.9, 0.9), (0.5, 1.0), (0.0, 0.9)])
    turn(played, OPENING)
    assert told(played)["verdict"]["outcome"] == "legal"


def test_nothing_is_ever_deleted_by_undoing(played: Played) -> None:
    played.begin()
    turn(played, OPENING)
    played.buttons.undo()
    assert played.events() == ["round-started", "turn-ended", "table-kept", "verdict", "undone"]


def test_a_second_press_for_the_same_turn_is_refused(played: Played) -> None:
    played.begin()
    turn(played, OPENING)
    with pytest.raises(RefusedError, match="already"):
        played.buttons.end_turn(turn=0)


def test_more_tiles_than_the_rack_held_are_no_verdict_but_a_question(played: Played) -> None:
    played.begin()
    turn(played, "R1 R2 R3 R4 R5 R6 R7 R8", "B1 B2 B3 B4 B5 B6 B7 B8")
    state = told(played)
    assert state["verdict"]["outcome"] == "undecided"
    assert "rack held 14" in state["verdict"]["note"]
    assert (state["verdict"]["noteCode"], state["verdict"]["noteValues"]) == (
        "laid-more",
        {"name": "Anna", "number": 16, "held": 14},
    )
    played.buttons.undo()
    assert told(played)["verdict"] is None


def test_after_a_power_cut_the_game_goes_on_where_it_was(played: Played) -> None:
    played.begin()
    turn(played, OPENING)
    turn(played, OPENING, "K1 K2 K3")
    played.stage.hands().show(OPENING)
    played.run()
    before = told(played)
    played.again()
    after = told(played)
    for key in ("phase", "round", "players", "pool", "verdict", "sheet", "undo", "turn"):
        assert after[key] == before[key]
    assert after["clock"]["running"] is True
    turn(played, OPENING, "K10 B10 O10")
    assert told(played)["verdict"]["player"] == "Anna"
    assert told(played)["verdict"]["outcome"] == "legal"


def test_after_a_power_cut_the_clock_goes_on_where_it_was_last_noted(played: Played) -> None:
    played.begin()
    played.stage.wait(38).show(seconds=2)
    played.run()
    played.again()
    assert told(played)["clock"]["elapsed"] == pytest.approx(40, abs=0.5)


def test_a_power_cut_between_press_and_verdict_loses_neither(played: Played) -> None:
    played.begin()
    played.stage.show(OPENING).hands().do(played.buttons.end_turn).hands(0.5)
    played.run()
    played.again()
    assert told(played)["ending"] is True
    played.stage.show(OPENING)
    played.run()
    assert told(played)["waits"]["for"] == "restart"  # nobody has seen what was done meanwhile: a person must say so
    played.buttons.judge_anyway()
    assert told(played)["verdict"]["outcome"] == "legal"
    assert told(played)["verdict"]["seconds"] == pytest.approx(3.0)


def test_what_was_seen_after_the_press_is_judged_after_a_power_cut_whatever_lies_there_then(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    played.begin()
    with monkeypatch.context() as patch:
        patch.setattr(Witness, "testify", lambda *_: None)  # the power fails before there is a verdict
        turn(played, OPENING)
    played.again()
    played.stage.show(OPENING, "K10 B10 O10")
    played.run()
    assert told(played)["verdict"]["played"] == ["R10", "R11", "R12"]
    assert played.events() == ["round-started", "turn-ended", "table-kept", "verdict"]  # kept once


def test_every_verdict_keeps_photos_readings_rulebook_and_program(played: Played) -> None:
    played.begin()
    turn(played, OPENING)
    event = played.live.record.journal.events()[-1]
    assert event.data["rulebook"] == RULEBOOK
    assert event.data["program"] == "test"
    assert event.data["after"] == [["R10", "R11", "R12"]]
    assert len(event.data["frames"]) == 3
    for frame in event.data["frames"]:
        path = played.live.record.photo(frame["photo"])
        assert path is not None
        assert path.read_bytes().startswith(b"\xff\xd8")
        assert json.loads(frame["reading"])["sets"] == [["R10", "R11", "R12"]]


def test_what_cannot_be_recorded_is_not_shown_as_having_happened(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    played.begin()
    before = told(played)

    def full(*_: object) -> None:
        raise JournalError("the disk is full: free some space and press again", "disk-full")

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "append", full)
        with pytest.raises(JournalError):
            played.buttons.end_turn()
        during = told(played)
    assert during["trouble"] == {
        "line": "the disk is full: free some space and press again",
        "code": "disk-full",
        "values": {},
    }
    assert (during["ending"], during["verdict"], during["undo"]) == (
        before["ending"],
        before["verdict"],
        before["undo"],
    )
    turn(played, OPENING)
    assert told(played)["trouble"] is None
    assert told(played)["verdict"]["outcome"] == "legal"


def test_a_verdict_that_cannot_be_recorded_is_drawn_again_once_there_is_room(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    played.begin()

    def full(*_: object) -> None:
        raise JournalError("the disk is full: free some space and press again", "disk-full")

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "keep_photo", full)
        turn(played, OPENING)
        assert told(played)["ending"] is True
        assert told(played)["trouble"] is not None
        version = told(played)["version"]
        for _ in range(100):
            played.live.take(None)
        assert told(played)["version"] == version  # nobody is told the same a hundred times
    played.stage.show(OPENING)
    played.run()
    assert told(played)["verdict"]["outcome"] == "legal"


def test_a_round_is_written_down_and_the_next_begins_with_the_next_seat(played: Played) -> None:
    played.begin()
    played.buttons.score({"Ben": (Tile.parse("K3"), Tile.parse("R11"), Tile.parse("J"))}, "Anna")
    state = told(played)
    assert state["sheet"]["columns"] == [
        {"winner": "Anna", "blocked": False, "points": {"Ben": -44, "Anna": 44}, "control": 0, "struck": []}
    ]
    assert played.live.game.state is State.SCORED
    played.buttons.next_round()
    state = told(played)
    assert (state["round"], [p["name"] for p in state["players"] if p["onTurn"]]) == (2, ["Ben"])
    assert state["sheet"]["totals"] == {"Anna": 44, "Ben": -44}


def test_going_out_ends_the_round(played: Played) -> None:
    played.begin()
    turn(played, "R1 R2 R3 R4 R5 R6 R7", "B7 B8 B9 B10 B11 B12 B13")
    state = told(played)
    assert (state["winner"], state["over"], state["clock"]["running"]) == ("Anna", True, False)
    with pytest.raises(RefusedError, match="no turn"):
        played.buttons.end_turn()


def test_only_the_play_area_counts(played: Played) -> None:
    played.buttons.mark_area([(0.0, 0.0), (1.0, 0.0), (1.0, 0.25), (0.0, 0.25)])
    played.begin()
    turn(played, OPENING, "", "K1 K5 K9")
    assert told(played)["verdict"]["outcome"] == "legal"
    played.again()
    assert told(played)["area"] == [[0.0, 0.0], [1.0, 0.0], [1.0, 0.25], [0.0, 0.25]]


def test_a_score_for_somebody_who_does_not_play_is_refused_and_not_recorded(played: Played) -> None:
    played.begin()
    for racks, winner in (({"Ben": 24, "Zoe": 5}, "Anna"), ({"Anna": 24, "Ben": 5}, "Zoe")):
        with pytest.raises(RefusedError, match="Zoe does not play"):
            played.buttons.score(racks, winner)
    assert played.events() == ["round-started"]


def test_level_players_of_a_blocked_round_agree_on_a_winner(played: Played) -> None:
    played.begin("Anna", "Ben", "Cleo", rulebook="jumbo-fortuna-2005")
    racks: dict[str, Rack] = {"Anna": (Tile.parse("K5"),), "Ben": (Tile.parse("R5"),), "Cleo": 9}
    with pytest.raises(UserError, match="Anna and Ben are level") as refused:
        played.buttons.score(racks, None)
    assert (refused.value.code, refused.value.values) == ("level", {"names": ["Anna", "Ben"]})
    with pytest.raises(UserError, match="Cleo has not the lowest rack"):
        played.buttons.score(racks, "Cleo", blocked=True)
    with pytest.raises(UserError, match="Ben's rack is missing"):
        played.buttons.score({"Anna": 5, "Cleo": 9}, "Ben", blocked=True)
    played.buttons.score(racks, "Ben", blocked=True)
    assert told(played)["sheet"]["totals"] == {"Anna": 0, "Ben": 4, "Cleo": -4}


def test_a_journal_that_does_not_fit_together_is_told_in_one_line(tmp_path: Path) -> None:
    with Journal(tmp_path / "data") as journal:
        journal.append("verdict", {"clock": {"was": 0, "spent": 0, "running": False}})
    with pytest.raises(JournalError, match="cannot be replayed: event 1") as caught:
        Played(tmp_path)
    assert "\n" not in str(caught.value)


def test_a_journal_recorded_before_there_were_contradictions_and_discards_still_replays(tmp_path: Path) -> None:
    recorded = (Path(__file__).parent / "recorded.jsonl").read_text(encoding="utf-8")
    with Journal(tmp_path / "data") as journal:
        for line in recorded.splitlines():
            journal.append(**json.loads(line))
    played = Played(tmp_path)
    state = told(played)
    assert [(p["name"], p["tiles"], p["onTurn"]) for p in state["players"]] == [("Anna", 14, True), ("Ben", 10, False)]
    assert state["sheet"]["totals"] == {"Anna": 33, "Ben": -33}
    assert (state["pool"], state["verdict"]["outcome"], state["contradictions"]) == (78, "legal", [])
    played.buttons.undo()
    assert told(played)["players"][1]["tiles"] == 14


def test_the_table_written_down_is_the_one_that_was_judged(played: Played) -> None:
    """A third red 9 there is not, so that the doubtful tile is the orange one, however it looked."""
    played.begin()
    played.turn("K9 B9 R9", "R9 R10 R11")
    played.turn("K9 B9 R9", "R9 R10 R11", "K9 B9 R9", doubts={"O9": {}, "R9": {"R9": 0.6, "O9": 0.39}})
    round_, verdict = played.live.game.round, told(played)["verdict"]
    assert round_ is not None
    lying = sum(len(tiles) for tiles in round_.table)
    assert lying + sum(round_.counts.values()) + round_.pool == 106, verdict


def test_undoing_the_score_lets_the_clock_run_on(played: Played) -> None:
    played.begin()
    turn(played, OPENING)
    played.stage.do(lambda: played.buttons.score({"Ben": 20}, "Anna"))
    played.stage.show(OPENING)
    played.run()
    assert told(played)["clock"]["running"] is False
    played.buttons.undo()
    assert told(played)["clock"]["running"] is True


def test_a_joker_at_the_wrong_end_is_not_as_it_lay(played: Played) -> None:
    played.begin()
    turn(played, "R10 R11 J")
    turn(played, "R10 R11 J", "K1 K2 K3")
    played.stage.show("J R10 R11")
    played.run()
    assert told(played)["restored"] is False
    played.stage.show("R10 R11 J")
    played.run()
    assert told(played)["restored"] is True


class SilentCamera(Stage):
    """A camera that gives no picture, while its time goes on."""

    def __init__(self) -> None:
        super().__init__()
        self.is_live = True

    def frames(self) -> Iterator[Frame | None]:
        self.closed.wait()
        yield None


def test_the_clock_is_noted_while_the_camera_gives_no_picture(tmp_path: Path) -> None:
    camera = SilentCamera()
    played = Played(tmp_path, camera)
    played.begin()
    camera.seconds = 40.0
    played.runner.start()
    deadline = time.monotonic() + 30
    while played.live.record.journal.last_beat() is None and time.monotonic() < deadline:
        played.live.bulletin.wait(played.live.bulletin.version, 0.05)
    assert played.live.record.journal.last_beat() == Beat(event=1, elapsed=40.0)
    played.runner.close()
    camera.seconds = 100.0
    again = Played(tmp_path, camera)
    assert told(again)["clock"]["elapsed"] == pytest.approx(40)


class WallClock:
    """The computer's own clock, which anybody may set."""

    def __init__(self) -> None:
        self.seconds = 1_700_000_000.0

    def __call__(self) -> float:
        return self.seconds

    def set_by(self, hours: float) -> None:
        self.seconds += 3600 * hours


@pytest.mark.parametrize("hours", [-5, 5])
def test_the_wall_clock_of_the_computer_means_nothing_to_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    """Somebody sets it, or summer ends: the turn clock, the verdicts and the order of what happened are as without that."""
    wall = WallClock()
    monkeypatch.setattr(time, "time", wall)

    def evening(folder: Path, hours: int) -> tuple[dict[str, Any], list[str]]:
        played = Played(folder, wall_time=wall)
        played.begin()
        turn(played, OPENING)
        played.stage.wait(7).do(lambda: wall.set_by(hours))
        turn(played, OPENING, "K10 B10 O10")
        wall.set_by(-2 * hours)
        turn(played, OPENING, "K10 B10 O10", "R1 R2 R3")
        played.buttons.undo()
        played.again()
        state, kinds = told(played) | {"code": ""}, played.events()  # the record does say when it was written
        played.live.close()
        return state, kinds

    assert evening(tmp_path / "set", hours) == evening(tmp_path / "not", 0)
