"""After undo, "Play on" and an accepted camera nobody pays for what was put right, and no time is lost or given away."""

from __future__ import annotations

from dataclasses import replace

import cv2
import pytest

from live import appeals
from live.game import commands
from live.game.commands import RefusedError
from live.game.seen import SeenTable
from live.game.state import State
from live.table import RESTLESS
from live.watching import bearings
from referee.tiles import Tile
from referee.verdict import Outcome
from tests.live.stage import HEIGHT, OPENING, SKIN, WIDTH, Played, corners, place
from vision.frame import Jpeg
from vision.scene.landmarks import Landmarks

SHORT, NEXT = "K1 K2 K3", "B10 B11 B12"
RACK = "K1 B2 O3 J R5 K9 B11"
AFTER_RACK = ("", "", "")


def without_a_pool(played: Played) -> None:
    """Somebody's three penalty tiles were never drawn: the pool that is counted as empty still holds them."""
    played.begin(watched=False)
    while played.told()["state"] == "turn":
        played.stage.seconds += 5
        played.buttons.end_turn(drew=True)
    assert (played.told()["state"], played.told()["winner"], played.told()["pool"]) == ("over", None, 0)


def test_a_round_that_is_over_by_a_wrong_count_of_the_pool_goes_on(played: Played) -> None:
    without_a_pool(played)
    for tiles in (0, 105):
        with pytest.raises(RefusedError) as refusal:
            played.live.do(commands.pool_holds, tiles)
        assert refusal.value.code == "pool-number"
    played.live.do(commands.pool_holds, 3)
    told = played.told()
    assert (told["state"], told["pool"], told["clock"]["running"]) == ("turn", 3, True)
    played.again()
    for _ in range(3):
        assert played.told()["state"] == "turn"
        played.stage.seconds += 5
        played.buttons.end_turn(drew=True)
    assert (played.told()["state"], played.told()["pool"]) == ("turn", 0)
    for _ in range(2):
        played.stage.seconds += 5
        played.buttons.end_turn(drew=True)
    assert played.told()["state"] == "over"


def test_a_round_goes_on_although_a_tile_is_named_once_the_pool_holds_some(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    game = played.live.game
    assert game.round is not None
    played.live.record.game = replace(game, round=replace(game.round, pool=0, turns_left=1))
    played.turn(OPENING, drew=True)
    assert played.told()["state"] == "over"
    most = 106 - 3 - 2  # three lie there, and each player holds one at least
    with pytest.raises(RefusedError, match=f"can hold 1 to {most} tiles, not {most + 1}"):
        played.live.do(commands.pool_holds, most + 1)
    played.live.do(commands.pool_holds, 3)
    played.buttons.correct(place(0, 0).tolist(), Tile.parse("R10"))
    assert (played.told()["state"], played.told()["pool"]) == ("turn", 3)


def test_a_pool_that_was_said_to_hold_tiles_is_empty_again_after_undo(played: Played) -> None:
    without_a_pool(played)
    played.live.do(commands.pool_holds, 3)
    played.buttons.undo()
    assert (played.told()["state"], played.told()["pool"]) == ("over", 0)


def test_nobody_says_what_the_pool_holds_while_a_round_is_played(played: Played) -> None:
    played.begin()
    with pytest.raises(RefusedError):
        played.live.do(commands.pool_holds, 3)


def illegal(played: Played) -> None:
    """Anna's legal turn and Ben's illegal one, whose set lies there still."""
    played.begin()
    played.turn(OPENING)
    played.turn(OPENING, SHORT)
    played.stage.show(OPENING, SHORT)
    played.run()


def verdict(played: Played) -> tuple[str, list[str]]:
    told = played.told()["verdict"]
    return told["outcome"], told["played"]


def camera_put_up_elsewhere(played: Played, *sets: str) -> None:
    """From where nothing tells that it is the same table, and a person says that the picture is right."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Landmarks, "find", lambda *_, **__: (None, 0.0))
        patched.setattr(bearings, "find_homography", lambda *_, **__: None)
        played.stage.push(0, 0, 180).hands().show(*sets, seconds=6)
        played.run()
        played.live.accept_camera()
    played.stage.show(*sets, seconds=3)
    played.run()


def test_undoing_what_was_said_in_between_does_not_ask_again_for_a_table_that_was_put_back(played: Played) -> None:
    illegal(played)
    played.buttons.correct(corners(0, 0), Tile.parse("R10"))
    played.stage.hands().show(OPENING).wait(40).hands().show(OPENING, NEXT)
    played.run()
    played.buttons.undo()
    told = played.told()
    assert (told["state"], told["clock"]["elapsed"]) == ("turn", pytest.approx(46, abs=3))
    played.turn(OPENING, NEXT)
    assert (verdict(played), played.counts()) == (("legal", NEXT.split()), [8, 17])


def test_undoing_what_was_said_leaves_a_table_that_stays_as_it_lies(played: Played) -> None:
    illegal(played)
    played.buttons.correct(corners(0, 0), Tile.parse("R10"))
    played.buttons.resume(anyway=True)
    before = played.counts()
    played.buttons.undo()
    assert (played.told()["state"], played.counts()) == ("turn", before)
    played.turn(OPENING, SHORT, NEXT)
    assert verdict(played) == ("legal", NEXT.split())


@pytest.mark.parametrize("redone", [False, True])
def test_undo_does_not_bring_back_where_racks_stood_in_another_picture(played: Played, *, redone: bool) -> None:
    played.begin(deal=True)
    played.stage.show(RACK, *AFTER_RACK, "")
    played.run()
    played.buttons.first_turn()
    shown = (RACK, *AFTER_RACK, OPENING)
    played.turn(*shown)
    if redone:
        played.turn(*shown, drew=True)
        played.buttons.undo()
    camera_put_up_elsewhere(played, *shown)
    if redone:
        played.buttons.redo()
        played.turn(*shown, drew=True)
    else:
        played.buttons.undo()
        played.turn(*shown)
    assert played.told()["verdict"]["outcome"] == "legal"


def test_after_a_slip_the_illegal_set_is_still_to_be_put_back(played: Played) -> None:
    illegal(played)
    played.buttons.end_round("Anna")
    played.live.do(commands.still_holds)
    assert (played.told()["state"], played.told()["clock"]["running"]) == ("restore", False)
    played.stage.hands().show(OPENING)
    played.run()
    played.turn(OPENING, drew=True)
    assert verdict(played) == ("legal", [])


def test_play_on_after_a_slip_goes_on_with_the_time_and_the_counts(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    played.stage.wait(50)
    played.run()
    elapsed, held = played.told()["clock"]["elapsed"], played.counts()
    played.buttons.end_round("Ben")
    played.stage.wait(5)
    played.run()
    played.live.do(commands.still_holds)
    assert (played.told()["clock"]["elapsed"], played.counts()) == (pytest.approx(elapsed), held)


def test_what_was_seen_of_who_went_out_holds_after_another_was_named_by_mistake(played: Played) -> None:
    played.begin()
    played.turn(OPENING, "K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11")
    assert (played.told()["state"], played.told()["winner"]) == ("over", "Anna")
    played.buttons.end_round("Ben")
    played.live.do(commands.still_holds)
    assert (played.told()["state"], played.told()["winner"]) == ("over", "Anna")
    played.live.do(commands.still_holds)
    assert (played.told()["state"], played.told()["winner"]) == ("turn", None)


def test_a_round_without_any_turn_left_stays_over_and_keeps_the_racks_that_were_counted(played: Played) -> None:
    played.begin(watched=False)
    while (state := played.live.game.round) is not None and state.turns_left != 1:
        played.stage.seconds += 5
        played.buttons.end_turn(drew=True)
    played.stage.seconds += 5
    played.buttons.end_turn(called=True)
    other = "Ben" if played.told()["winner"] == "Anna" else "Anna"
    played.buttons.count_rack(other, 20)
    played.live.do(commands.still_holds)
    told = played.told()
    assert (told["state"], told["winner"], told["clock"]["running"]) == ("over", None, False)
    assert played.live.game.counting is not None
    assert played.live.game.counting.racks == {other: 20}


def test_no_clock_runs_while_a_table_is_to_be_put_back_that_a_correction_found_out(played: Played) -> None:
    played.begin()
    played.turn(OPENING, "K9 K10 K11")
    played.buttons.end_round("Ben")
    told = played.told()["verdict"]
    played.buttons.correct(told["table"]["sets"][1][0]["corners"], Tile.parse("K3"), told["event"])
    played.live.do(commands.still_holds)
    assert (played.told()["state"], played.told()["clock"]["running"]) == ("restore", False)


def test_what_lies_there_stays_there_when_the_game_goes_on_in_the_dark(played: Played) -> None:
    illegal(played)
    played.stage.dark(5)
    played.run()
    played.buttons.resume(anyway=True)
    played.stage.show(OPENING, SHORT)
    played.run()
    played.turn(OPENING, SHORT, drew=True)
    assert verdict(played) == ("legal", [])


def test_a_picture_that_never_rests_holds_nobody_up_for_ever(played: Played) -> None:
    illegal(played)
    played.stage.hands(5)
    played.run()
    with pytest.raises(RefusedError) as refusal:
        played.buttons.resume(anyway=True)
    assert refusal.value.code == "not-still"
    played.stage.hands(RESTLESS)
    played.run()
    played.buttons.resume(anyway=True)
    assert played.told()["state"] == "turn"


def test_a_photo_leaves_what_was_said_of_a_tile_that_the_camera_misreads(played: Played) -> None:
    misread = ("K6 R6 B9 O6", OPENING)  # the B6, as the camera sees it
    played.begin()
    played.turn(*misread)
    told = played.told()["verdict"]
    played.buttons.correct(told["table"]["sets"][0][2]["corners"], Tile.parse("B6"), told["event"])
    played.stage.hands().show(*misread).dark(4).do(played.buttons.end_turn).dark(4)
    played.run()
    photo = played.stage.paint(["K6 R6 B6 O6", OPENING, NEXT])
    press = played.live.game.press
    assert press is not None
    jpeg = Jpeg(cv2.imencode(".jpg", photo)[1].tobytes(), WIDTH, HEIGHT)
    reading = played.stage.read(photo)
    appeals.judge_photo(played.live, press.event, jpeg, reading, SeenTable.from_reading(reading))
    assert verdict(played) == ("legal", NEXT.split())
    played.stage.show(*misread, NEXT)
    played.run()
    played.turn(*misread, NEXT, drew=True)
    assert verdict(played) == ("legal", [])


def test_another_look_makes_nothing_illegal_that_the_next_player_has_begun_to_lay(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    judged = played.live.game.judged
    assert judged is not None
    played.stage.hands().show(OPENING, "K7 B7")
    played.run()
    with pytest.raises(RefusedError, match="moved on"):
        appeals.judge_again(played.live, judged.case.press.event)
    assert verdict(played) == ("legal", OPENING.split())


def test_the_last_turn_is_not_corrected_while_the_next_one_is_read(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    told = played.told()["verdict"]
    played.stage.hands().do(lambda: played.buttons.end_turn(drew=True)).hands(0.5)
    played.run()
    with pytest.raises(RefusedError, match="wait for its verdict"):
        played.buttons.correct(told["table"]["sets"][0][0]["corners"], Tile.parse("R9"), told["event"])


def test_a_tap_where_a_tile_was_renames_none_that_lies_elsewhere(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    played.stage.hands().show(OPENING, SHORT).hands().show(OPENING)
    played.run()
    with pytest.raises(RefusedError, match="no tile there any more"):
        played.buttons.correct(corners(1, 2), Tile.parse("K4"))


def test_a_tile_named_after_the_round_was_written_down_starts_no_clock(played: Played) -> None:
    played.begin()
    played.turn("O6 R6 B6", "K11 K12 K13", doubts={"B6": {"B6": 0.6, "B9": 0.39}})
    played.buttons.score({"Ben": 20}, "Anna")
    told = played.told()["verdict"]
    played.buttons.correct(told["table"]["sets"][0][2]["corners"], Tile.parse("B6"), told["event"])
    assert (played.told()["state"], played.told()["clock"]["running"]) == ("scored", False)


def test_the_sheet_goes_on_when_people_change_seats(played: Played) -> None:
    played.begin("Anna", "Ben", "Cleo")
    played.buttons.score({"Ben": 20, "Cleo": 5}, "Anna")
    played.begin("Anna", "Cleo", "Ben")
    (column,) = played.told()["sheet"]["columns"]
    assert column["points"] == {"Anna": 25, "Cleo": -5, "Ben": -20}


def test_a_game_that_is_closed_leaves_no_contradiction(played: Played) -> None:
    played.begin()
    played.buttons.end_round("Anna")
    played.buttons.count_rack("Ben", (Tile.parse("R1"),) * 3)
    assert played.told()["contradictions"]
    played.live.do(commands.close_game)
    assert played.told()["contradictions"] == []


def test_the_host_s_word_counts_nothing_that_the_next_player_laid_meanwhile(played: Played) -> None:
    def under_an_arm(*sets: str) -> None:
        photo = played.stage.paint(sets).copy()
        photo[20:140, 100:260] = SKIN  # over R11 and R12
        played.stage.know(photo, sets, lambda left: 80 < left < 260)
        played.stage.steps += [photo] * 24

    played.begin()
    played.stage.show(seconds=3)
    played.turn(OPENING)
    lies = (OPENING, "", "", "K10 B10 O10")
    played.stage.hands().do(played.buttons.end_turn)
    under_an_arm(*lies)
    played.stage.hands()
    under_an_arm(*lies, "", "B11 B12 B13")
    played.run()
    assert played.live.game.state is State.READING
    played.live.rule(Outcome.LEGAL, "we all saw it")
    assert played.told()["verdict"]["played"] == ["K10", "B10", "O10"]
    played.stage.wait(5)
    played.turn(*lies, "", "B11 B12 B13")
    assert verdict(played) == ("legal", ["B11", "B12", "B13"])


def test_nobody_pays_for_what_may_be_no_tile_beside_a_tile_that_is_hardly_read(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    doubts = {"?": {"J": 0.03}, "R12": {"R12": 0.66, "R2": 0.04}}
    played.turn("", f"{OPENING} ?", drew=True, doubts=doubts)
    assert (played.told()["state"], len(played.told()["questions"])) == ("question", 1)
