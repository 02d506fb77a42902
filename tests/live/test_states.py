"""Each state of the game takes the presses that make sense in it, refuses the others, and has a way on."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from journal import Event, Journal, JournalError
from live import commands
from live.choice import CLEARS
from live.commands import RefusedError
from live.game import State
from live.lag import DEVICE, NETWORK, Lag
from referee.tiles import Tile
from referee.verdict import Outcome
from tests.live.stage import FPS, HEIGHT, WIDTH, Played, Stage, place
from tests.live.world import Moment, World
from vision.reading import Photo

RULEBOOK = "jumbo-original-2016"
OPENING = "R10 R11 R12"


def state(played: Played) -> State:
    return played.live.game.state


def on_turn(played: Played) -> str:
    assert played.live.game.round is not None
    return played.live.game.round.on_turn


def begin(played: Played, *players: str) -> None:
    played.buttons.start_round(players or ["Anna", "Ben"], RULEBOOK)


def illegal(played: Played) -> None:
    """Anna's legal turn and Ben's illegal one."""
    begin(played)
    played.turn(OPENING)
    played.turn(OPENING, "K1 K2 K3")


def test_no_clock_runs_while_the_tiles_are_dealt_until_the_first_turn_starts(played: Played) -> None:
    played.buttons.start_round(["Anna", "Ben"], RULEBOOK, deal=True)
    played.stage.show(seconds=50)
    played.run()
    assert (state(played), played.told()["clock"]["elapsed"]) == (State.DEAL, 0)
    played.buttons.first_turn()
    played.stage.wait(7)
    played.run()
    assert (state(played), played.told()["clock"]["elapsed"]) == (State.TURN, pytest.approx(7))
    with pytest.raises(RefusedError, match="has begun already"):
        played.buttons.first_turn()


def test_a_first_turn_that_nobody_began_is_ended_without_a_time(played: Played) -> None:
    played.buttons.start_round(["Anna", "Ben"], RULEBOOK, deal=True)
    played.stage.wait(300)
    played.turn(OPENING)
    assert (played.told()["verdict"]["outcome"], played.told()["verdict"]["seconds"]) == ("legal", 0)


def test_the_next_round_is_dealt_first_too(played: Played) -> None:
    begin(played)
    played.buttons.score({"Ben": 20}, "Anna")
    played.live.do(commands.next_round)
    assert state(played) is State.DEAL


def test_a_pause_ends_no_turn(played: Played) -> None:
    begin(played)
    played.buttons.pause()
    with pytest.raises(RefusedError, match="paused"):
        played.buttons.end_turn()
    played.buttons.resume()
    played.turn(OPENING)
    assert played.told()["verdict"]["outcome"] == "legal"


def test_nobody_is_judged_before_the_table_is_put_back(played: Played) -> None:
    illegal(played)
    with pytest.raises(RefusedError, match="put back"):
        played.buttons.end_turn()
    assert state(played) is State.RESTORE
    played.stage.hands().show(OPENING)
    played.run()
    assert state(played) is State.TURN


def test_what_is_left_lying_beside_a_table_that_was_put_back_is_no_hand_for_ever(played: Played) -> None:
    begin(played)
    played.stage.show(seconds=3)
    played.run()
    played.turn(OPENING)
    played.turn(OPENING, "K1 K2 K3")
    bag = played.stage.paint([OPENING]).copy()
    cv2.rectangle(bag, (700, HEIGHT // 2), (900, HEIGHT), (120, 150, 205), -1)
    played.stage.know(bag, [OPENING], lambda _: False)
    played.stage.hands()
    played.stage.steps += [bag] * round(6 * FPS)
    played.run()
    assert state(played) is State.RESTORE
    played.stage.steps += [bag] * round(16 * FPS)
    played.run()
    assert state(played) is State.TURN


def test_a_round_that_ended_by_a_wrong_count_goes_on(played: Played) -> None:
    begin(played)
    played.turn(OPENING, "K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11")
    assert (state(played), played.told()["winner"]) == (State.OVER, "Anna")
    played.live.do(commands.still_holds)
    told = played.told()
    assert (told["state"], told["winner"], told["clock"]["running"]) == ("turn", None, True)
    assert on_turn(played) == "Ben"
    played.again()
    assert state(played) is State.TURN
    played.buttons.undo()
    assert state(played) is State.OVER


def test_no_rack_is_held_against_anybody_once_a_count_was_wrong(played: Played) -> None:
    begin(played)
    laid = (OPENING, "K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11")
    played.turn(*laid)
    played.live.do(commands.still_holds)
    assert [player["tiles"] for player in played.told()["players"]] == [None, None]
    played.turn(*laid, drew=True)
    played.turn(*laid, "O1 O2 O3")
    assert (played.told()["verdict"]["outcome"], played.told()["contradictions"]) == ("legal", [])
    played.buttons.end_round("Ben")
    played.buttons.count_rack("Anna", tuple(Tile.parse(name) for name in ("B1", "B2", "B5", "B6", "B7", "R1")))
    assert played.told()["contradictions"] == []


def test_nobody_still_holds_tiles_while_nobody_has_gone_out(played: Played) -> None:
    begin(played)
    with pytest.raises(RefusedError, match="gone out"):
        played.live.do(commands.still_holds)


def test_no_clock_runs_on_once_a_tile_named_late_ends_the_round(played: Played) -> None:
    begin(played)
    played.turn(OPENING, "K1 K2 K3 K4 K5 K6 K7 K8 K9 K10")
    assert state(played) is State.TURN
    played.stage.show(OPENING, "K1 K2 K3 K4 K5 K6 K7 K8 K9 K10")
    played.run()
    x, y = place(1, 10).mean(axis=0)
    played.buttons.add(float(x), float(y), Tile.parse("K11"))
    assert (state(played), played.told()["clock"]["running"]) == (State.OVER, False)


def test_the_host_s_word_counts_nothing_as_laid_that_no_camera_saw(played: Played) -> None:
    begin(played)
    played.turn(OPENING)
    played.stage.dark(5).do(played.buttons.end_turn).dark(5)
    played.run()
    with pytest.raises(RefusedError) as refused:
        played.live.rule(Outcome.LEGAL, "we all saw it")
    assert (refused.value.code, state(played)) == ("none-seen", State.READING)
    played.live.rule(Outcome.ILLEGAL, "it is taken back")
    assert played.told()["verdict"]["outcome"] == "illegal"


def test_once_the_table_is_back_the_red_card_does_not_ask_for_it_again(played: Played) -> None:
    illegal(played)
    played.stage.hands().show(OPENING).hands().show(OPENING, "K10 B10 O10")
    played.run()
    assert played.told()["restored"] is True


def test_a_table_that_stays_as_it_lies_is_nobodys_fault_in_the_next_turn(played: Played) -> None:
    illegal(played)
    played.buttons.resume(anyway=True)
    played.turn(OPENING, "K1 K2 K3", "R13 B13 O13")
    verdict = played.told()["verdict"]
    assert (verdict["player"], verdict["outcome"], verdict["played"]) == ("Anna", "legal", ["R13", "B13", "O13"])
    resumed = next(event for event in played.live.record.journal.events() if event.kind == "resumed")
    assert resumed.data["restored"] is False
    assert [p["tiles"] for p in played.told()["players"]] == [8, 14]


def test_a_second_press_right_after_a_verdict_is_nobodys_turn(played: Played) -> None:
    begin(played)
    played.turn(OPENING)
    played.stage.wait(1.0).do(played.buttons.end_turn).show(OPENING)
    played.run()
    assert (state(played), played.told()["verdict"]["player"]) == (State.TURN, "Anna")
    assert next(p["name"] for p in played.told()["players"] if p["onTurn"]) == "Ben"
    assert played.told()["clock"]["running"] is True


def test_a_second_press_is_nobodys_turn_with_a_cup_on_the_table_either(played: Played) -> None:
    begin(played)
    played.stage.show(seconds=3)
    played.run()
    with_cup = played.stage.paint([OPENING]).copy()
    cv2.circle(with_cup, (900, 500), 60, (90, 40, 160), -1)
    played.stage.know(with_cup, [OPENING], lambda _: False)
    played.stage.hands().do(played.buttons.end_turn)
    played.stage.steps += [with_cup] * round(1.2 * FPS)
    played.run()
    assert (state(played), played.told()["verdict"]["player"]) == (State.TURN, "Anna")
    played.stage.do(played.buttons.end_turn)
    played.stage.steps += [with_cup] * round(3 * FPS)
    played.run()
    assert (state(played), played.told()["verdict"]["player"]) == (State.TURN, "Anna")
    assert played.told()["clock"]["running"] is True


def test_a_second_press_on_draw_is_refused_within_a_second(played: Played) -> None:
    begin(played)
    played.turn(drew=True)
    with pytest.raises(RefusedError, match="only just begun"):
        played.buttons.end_turn(drew=True)


def test_the_host_settles_what_counts_contradict(played: Played) -> None:
    begin(played)
    played.turn("R1 R2 R3 R4 R5 R6 R7 R8", "B1 B2 B3 B4 B5 B6 B7 B8")
    assert state(played) is State.QUESTION
    with pytest.raises(RefusedError, match="say why"):
        played.live.rule(Outcome.LEGAL, " ")
    played.live.rule(Outcome.LEGAL, "two tiles were drawn unseen")
    told = played.told()
    assert (told["verdict"]["outcome"], told["verdict"]["host"]) == ("legal", "two tiles were drawn unseen")
    assert [p["tiles"] for p in told["players"]] == [1, 14]
    played.buttons.undo()
    assert state(played) is State.QUESTION


def test_a_turn_that_the_host_calls_legal_takes_from_the_rack_what_was_laid_and_no_more(played: Played) -> None:
    doubts = {"B6": {"B6": 0.6, "B9": 0.39}}
    begin(played)
    played.turn("K6 R6 B6 O6", OPENING, doubts=doubts)
    played.live.rule(Outcome.LEGAL, "it is a six")
    assert [p["tiles"] for p in played.told()["players"]] == [7, 14]


def test_a_last_turn_that_the_host_calls_legal_ends_the_round(played: Played) -> None:
    doubts = {"B6": {"B6": 0.6, "B9": 0.39}}
    begin(played)
    played.turn("K6 R6 B6 O6", "R1 R2 R3 R4 R5", "K9 K10 K11 K12 K13", doubts=doubts)
    played.live.rule(Outcome.LEGAL, "it is a six")
    assert (played.told()["over"], played.told()["winner"]) == (True, "Anna")


def test_the_host_may_say_that_a_turn_does_not_count(played: Played) -> None:
    begin(played)
    played.turn("K6 R6 B6 O6", OPENING, doubts={"B6": {"B6": 0.6, "B9": 0.39}})
    played.live.rule(Outcome.ILLEGAL, "it was a nine")
    told = played.told()
    assert (told["verdict"]["outcome"], told["verdict"]["penalty"]["draw"]) == ("illegal", 3)
    assert [p["tiles"] for p in told["players"]] == [17, 14]


def test_what_was_undone_can_be_done_again(played: Played) -> None:
    begin(played)
    played.turn(OPENING)
    before = played.told()
    played.buttons.undo()
    undone = played.told()["redo"]
    with pytest.raises(RefusedError, match="moved on"):
        played.buttons.redo(event=undone + 1)
    played.buttons.redo(event=undone)
    after = played.told()
    for key in ("state", "players", "pool", "verdict", "turn", "undo"):
        assert after[key] == before[key]
    played.buttons.undo()
    played.turn("K10 B10 O10")
    with pytest.raises(RefusedError, match="nothing to redo"):
        played.buttons.redo()


def test_the_call_that_ends_a_round_is_recorded(played: Played) -> None:
    begin(played)
    played.stage.hands().show(OPENING).do(lambda: played.buttons.end_turn(called=True))
    played.run()
    assert played.told()["verdict"]["called"] is True
    played.again()
    assert played.told()["verdict"]["called"] is True


@pytest.mark.parametrize("level", [3, 252, 120])
def test_a_picture_without_a_table_is_told_and_never_judged(played: Played, level: int) -> None:
    begin(played)
    played.turn(OPENING)
    played.stage.hands().show(OPENING, "K10 B10 O10", seconds=1)
    played.stage.steps += [np.full((HEIGHT, WIDTH, 3), level, np.uint8)] * 8
    played.stage.do(played.buttons.end_turn)
    played.stage.steps += [np.full((HEIGHT, WIDTH, 3), level, np.uint8)] * 24
    played.run()
    told = played.told()
    assert (told["state"], told["waits"]["for"], told["stillness"]) == ("reading", "camera", "none")
    assert told["camera"]["ailment"] is not None
    played.stage.show(OPENING, "K10 B10 O10")
    played.run()
    assert (played.told()["verdict"]["outcome"], played.told()["verdict"]["points"]) == ("legal", 30)


def test_a_tile_under_a_hand_that_stays_is_hidden_and_not_gone(played: Played) -> None:
    begin(played)
    played.stage.show()
    played.turn(OPENING)
    covered = played.stage.paint([OPENING, "K10 B10 O10"]).copy()
    cv2.rectangle(covered, (100, 0), (260, 400), (120, 150, 205), -1)  # over R11 and R12
    played.stage.know(covered, [OPENING, "K10 B10 O10"], lambda x: 80 < x < 260)
    played.stage.hands().do(played.buttons.end_turn)
    played.stage.steps += [covered] * 60
    played.run()
    told = played.told()
    assert (told["state"], told["waits"]["for"]) == ("reading", "hidden")
    assert told["waits"]["where"] == "top left"
    played.stage.hands(0.5).show(OPENING, "K10 B10 O10")
    played.run()
    assert played.told()["verdict"]["outcome"] == "legal"


@pytest.mark.slow
@pytest.mark.parametrize("seconds", [12, 75])
@pytest.mark.parametrize("opening", [True, False])
def test_a_set_laid_under_an_arm_that_rests_is_not_called_nothing(
    played: Played, *, opening: bool, seconds: int
) -> None:
    played.buttons.start_round(["Anna", "Ben"], f"{RULEBOOK}+time=none")
    played.stage.show(seconds=3)
    played.run()
    laid, left = ([OPENING], 60) if opening else ([OPENING, "K10 B10 O10"], 600)
    if not opening:
        played.turn(OPENING)
    covered = played.stage.paint(laid).copy()
    cv2.rectangle(covered, (left, 0), (left + 260, 400), (120, 150, 205), -1)
    played.stage.know(covered, laid, lambda x: left - 42 < x < left + 260)
    played.stage.hands()
    played.stage.steps += [covered] * round(seconds * FPS)
    played.stage.do(played.buttons.end_turn)
    played.stage.steps += [covered] * round(5 * FPS)
    played.run()
    assert (state(played), played.told()["waits"]["for"]) == (State.READING, "hand")
    played.stage.hands(0.5).show(*laid)
    played.run()
    assert (played.told()["verdict"]["outcome"], played.told()["verdict"]["played"]) == ("legal", laid[-1].split())


def under_an_arm(played: Played, laid: list[str], seen: list[str], *over: tuple[int, int]) -> Iterator[Photo]:
    """Pictures of a table with an arm over some of its tiles, that the reader takes for `seen`, and now and then for nothing more."""
    covered = played.stage.paint(laid).copy()
    for row, column in over:
        (left, _), (right, _) = place(row, column)[:2]
        cv2.rectangle(covered, (int(left), 0), (int(right), covered.shape[0] - 1), (120, 150, 205), -1)
    for k in itertools.count():
        photo = covered.copy()
        photo[0, 0] = k % 200
        shown = [text if k % 3 == 0 else " ".join(name for name in text.split() if name != "?") for text in seen]
        played.stage.know(photo, shown, lambda _: False, {"?": {"O5": 0.2}})
        yield photo


@pytest.mark.parametrize(
    ("laid", "seen", "over"),
    [
        pytest.param([OPENING], ["R10 ?"], (0, 2), id="a tile that would be asked about"),
        pytest.param([OPENING, "K5"], [OPENING, "?"], (1, 0), id="a tile half seen beside a set that is good"),
    ],
)
def test_under_an_arm_that_rests_nothing_is_asked_and_nothing_half_seen_is_let_pass(
    played: Played, laid: list[str], seen: list[str], over: tuple[int, int]
) -> None:
    played.buttons.start_round(["Anna", "Ben"], f"{RULEBOOK}+time=none")
    played.stage.show(seconds=3).hands()
    pictures = under_an_arm(played, laid, seen, over)
    played.stage.steps += itertools.islice(pictures, round(12 * FPS))
    played.stage.do(played.buttons.end_turn)
    played.stage.steps += itertools.islice(pictures, round(5 * FPS))
    played.run()
    assert (state(played), played.told()["waits"]["for"]) == (State.READING, "hand")


def with_a_cup(played: Played, laid: list[str]) -> Iterator[Photo]:
    """Pictures of a table with a cup on it, in which the reader now and then sees what may be a tile at `?`."""
    for photo in under_an_arm(played, laid, laid):
        cup = cv2.circle(photo.copy(), (1000, 550), 60, (200, 190, 180), cv2.FILLED).astype(np.uint8)
        played.stage.know(cup, played.stage.shows(photo), lambda _: False, {"?": {"O5": 0.2}})
        yield cup


def test_no_first_lay_down_is_too_small_beside_something_half_seen(played: Played) -> None:
    begin(played)
    played.stage.show(seconds=3).hands()
    pictures = with_a_cup(played, ["K8 K9 K10", "?"])
    played.stage.steps += itertools.islice(pictures, round(4 * FPS))
    played.stage.do(played.buttons.end_turn)
    played.stage.steps += itertools.islice(pictures, round(5 * FPS))
    played.run()
    assert state(played) is State.READING
    played.stage.hands(0.5).show("K8 K9 K10", "R9 R10 R11")
    played.run()
    assert played.told()["verdict"]["outcome"] == "legal"


def test_what_the_next_player_lays_at_once_is_not_charged_to_a_turn_beside_something_half_seen(played: Played) -> None:
    begin(played)
    played.stage.show(seconds=3)
    played.run()
    played.turn(OPENING)
    laid = [OPENING, "?", "K10 B10 O10"]
    pictures = with_a_cup(played, laid)
    played.stage.hands()
    played.stage.steps += itertools.islice(pictures, round(4 * FPS))
    played.stage.do(played.buttons.end_turn)
    played.stage.steps += itertools.islice(pictures, round(1 * FPS))
    played.stage.hands(1.5).show(OPENING, "", "K10 B10 O10", "R1 R2 R3", seconds=6)
    played.run()
    verdict = played.told()["verdict"]
    assert (verdict["outcome"], verdict["played"]) == ("legal", ["K10", "B10", "O10"])


def test_what_was_laid_last_counts_where_the_camera_still_shows_something_half_seen(tmp_path: Path) -> None:
    stage = Stage()
    stage.lag = DEVICE
    played = Played(tmp_path, stage)
    begin(played)
    played.stage.show(seconds=3)
    played.run()
    played.turn(OPENING)
    pictures = with_a_cup(played, [OPENING, "?", "K10 B10 O10"])
    played.stage.hands()
    played.stage.steps += itertools.islice(pictures, round(2 * FPS))
    played.stage.do(played.buttons.end_turn)
    played.stage.steps += itertools.islice(pictures, 1)
    played.stage.hands(0.5).show(OPENING, "", "K10 B10 O10 R10", seconds=6)
    played.run()
    assert (state(played), played.told()["verdict"]["played"]) == (State.TURN, ["K10", "R10", "B10", "O10"])
    played.live.close()


def with_small_hand(played: Played, laid: list[str], row: int, *, dark: bool = False) -> np.ndarray:
    """A table with that row under a hand that is too small beside the picture to be taken for one, wherever it comes in.

    A dark one is a little lighter than the table.
    """
    covered = played.stage.paint(laid).copy()
    (left, top), (right, bottom) = place(row, 0)[0].astype(int), place(row, 2)[2].astype(int)
    beneath = (slice(top - 6, bottom + 6), slice(left - 6, right + 6))
    covered[beneath] = played.stage.paint([])[beneath] + np.uint8(14) if dark else (120, 150, 205)
    sets = [text if index != row else "" for index, text in enumerate(laid)]
    played.stage.know(covered, sets, lambda _: False)
    return covered


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([OPENING], [OPENING, "", "K10 B10 O10"]),
        (["R9 R10 R11 R12", "K9 B9 O9"], ["R10 R11 R12", "K9 B9 O9", "R9 R8 R7"]),
    ],
)
def test_what_was_laid_under_a_small_hand_that_rests_is_waited_for(
    played: Played, before: list[str], after: list[str], *, dark: bool
) -> None:
    begin(played)
    played.stage.show(seconds=3)
    played.run()
    played.turn(*before)
    covered = with_small_hand(played, after, 2, dark=dark)
    played.stage.hands().do(played.buttons.end_turn)
    played.stage.steps += [covered] * round(6 * FPS)
    played.run()
    assert (state(played), played.told()["waits"]["where"]) == (State.READING, "top left")
    played.stage.hands(0.5).show(*after)
    played.run()
    assert played.told()["verdict"]["outcome"] == ("legal" if before == [OPENING] else "illegal")


def test_a_legal_part_of_what_was_laid_is_not_all_of_it_while_a_hand_rests_beside_what_one_glance_showed(
    played: Played,
) -> None:
    begin(played)
    played.stage.show(seconds=3)
    played.run()
    laid = [OPENING, "", "K10 B10 O10"]
    covered = with_small_hand(played, laid, 2)
    glance = covered.copy()
    glance[0, 0] += 1  # the same to the eye, and another picture to the reader
    played.stage.know(glance, laid, lambda x: x > place(2, 0)[1][0], {"K10": {"K10": 0.9}})
    played.stage.hands().do(played.buttons.end_turn)
    played.stage.steps += [glance] * round(0.4 * FPS) + [covered] * round(6 * FPS)
    played.run()
    assert state(played) is State.READING
    played.stage.hands(0.5).show(*laid)
    played.run()
    verdict = played.told()["verdict"]
    assert (verdict["outcome"], len(verdict["played"])) == ("legal", 6)


def test_nobody_is_asked_about_a_set_while_a_small_hand_hides_the_rest_of_it(played: Played) -> None:
    begin(played)
    played.stage.show(seconds=3)
    played.run()
    played.turn(OPENING)
    longer = f"{OPENING} R13"
    covered = played.stage.paint([longer]).copy()
    (left, top), (right, bottom) = place(0, 0)[0].astype(int), place(0, 1)[2].astype(int)
    cv2.rectangle(covered, (left - 6, top - 6), (right, bottom + 6), (120, 150, 205), -1)
    played.stage.know(covered, [longer], lambda x: x < right, {"R12": {"R2": 0.33, "R12": 0.07}})
    played.stage.hands().do(played.buttons.end_turn)
    played.stage.steps += [covered] * round(6 * FPS)
    played.run()
    assert (state(played), played.told()["waits"]) == (State.READING, {"for": "hidden", "where": "top left"})
    played.stage.hands(0.5).show(longer)
    played.run()
    verdict = played.told()["verdict"]
    assert [violation["code"] for violation in verdict["violations"]] == ["opening-below-30", "opening-touches-table"]
    assert verdict["played"] == ["R13"]


def test_a_cup_where_a_tile_lay_that_now_lies_elsewhere_hides_nothing(played: Played) -> None:
    begin(played)
    played.stage.show(seconds=3)
    played.run()
    played.turn("R9 R10 R11 R12", "K12 B12 O12")
    laid = ["R9 R10 R11", "K12 B12 O12 R12", "K1 R5"]
    with_cup = played.stage.paint(laid).copy()
    x, y = place(0, 3).mean(axis=0)
    cv2.circle(with_cup, (round(float(x)), round(float(y))), 40, (90, 40, 160), -1)
    played.stage.know(with_cup, laid, lambda _: False)
    played.stage.hands().do(played.buttons.end_turn)
    played.stage.steps += [with_cup] * round(3 * FPS)
    played.run()
    assert "set-invalid" in [violation["code"] for violation in played.told()["verdict"]["violations"]]


def test_a_camera_that_is_gone_around_the_press_shows_what_was_laid_once_it_is_back(played: Played) -> None:
    begin(played)
    played.turn(OPENING)
    played.stage.show(OPENING).wait(8).do(played.buttons.end_turn).wait(12)
    played.run()
    assert state(played) is State.READING  # and not judged by what lay there before the camera was gone
    played.stage.show(OPENING, "K10 B10 O10")
    played.run()
    assert (played.told()["verdict"]["outcome"], played.told()["verdict"]["seconds"]) == (
        "legal",
        pytest.approx(10, abs=1),
    )


def test_a_person_may_say_that_nothing_is_hidden(played: Played) -> None:
    begin(played)
    played.turn(OPENING)
    covered = played.stage.paint([OPENING]).copy()
    cv2.rectangle(covered, (100, 0), (260, 400), (120, 150, 205), -1)
    played.stage.know(covered, [OPENING], lambda x: 80 < x < 260)
    played.stage.hands().do(played.buttons.end_turn)
    played.stage.steps += [covered] * 60
    played.run()
    assert state(played) is State.READING
    played.buttons.judge_anyway()
    assert "tile-missing" in [violation["code"] for violation in played.told()["verdict"]["violations"]]


def test_a_table_that_is_said_to_be_clear_is_judged_by_the_picture_of_that_moment(played: Played) -> None:
    """An arm has rested in the very first picture, and was taken for the table: when it is gone, something seems to lie there."""
    resting = played.stage.paint([]).copy()
    cv2.rectangle(resting, (400, 0), (560, 400), (120, 150, 205), -1)
    played.stage.know(resting, [], lambda _: False)
    begin(played)
    played.stage.steps += [resting] * round(3 * FPS)
    played.stage.hands(0.5).show(OPENING).do(played.buttons.end_turn).show(OPENING, seconds=2)
    played.run()
    assert (state(played), played.told()["waits"]["for"]) == (State.READING, "hand")
    played.buttons.judge_anyway()
    played.stage.show(OPENING, seconds=1)
    played.run()
    assert (played.told()["verdict"]["outcome"], len(played.told()["verdict"]["played"])) == ("legal", 3)


def test_racks_in_the_picture_are_no_sets(played: Played) -> None:
    rack = "K1 B2 O3 J R5 K9 B11"
    played.buttons.start_round(["Anna", "Ben"], RULEBOOK, deal=True)
    played.stage.show(rack)
    played.run()
    assert played.told()["areaSuggested"] is not None
    played.buttons.first_turn()
    assert played.told()["areaSuggested"] is not None
    played.turn("K1 B2 O3 J R5", "", "", "", OPENING)
    told = played.told()
    assert (told["verdict"]["outcome"], told["verdict"]["played"]) == ("legal", OPENING.split())
    assert len(told["beside"]) == 1
    assert told["areaSuggested"] is None
    played.again()
    played.turn("K1 B2 O3 J R5", "", "", "", OPENING, drew=True)
    assert played.told()["verdict"]["outcome"] == "legal"


def test_what_looks_like_a_tile_before_the_first_turn_is_none(played: Played) -> None:
    phone = "K1 B2"
    played.buttons.start_round(["Anna", "Ben"], RULEBOOK, deal=True)
    played.stage.show("", "", "", "", "", "", "", phone)
    played.run()
    played.buttons.first_turn()
    assert played.told()["beside"] == []
    played.turn("", "", "", "", "", "", "", phone, OPENING)
    assert played.told()["verdict"]["outcome"] == "legal"
    played.turn("", "", "", "", "", "", "", "R1 R2 R3 R4", OPENING)  # taken away, and tiles laid in its place
    assert "opening-below-30" in [violation["code"] for violation in played.told()["verdict"]["violations"]]


def test_nobody_has_laid_what_lies_there_before_the_first_turn(played: Played) -> None:
    box = "K5 K6 K7"  # a picture on its lid, or a set of the last round
    played.buttons.start_round(["Anna", "Ben"], RULEBOOK, deal=True)
    played.stage.show("", "", "", "", "", "", "", box)
    played.run()
    played.buttons.first_turn()
    played.turn("", "", "", "", "", "", "", box, drew=True)
    assert played.told()["verdict"]["outcome"] == "legal"
    played.turn("", "", "", "", "", "", "", box, OPENING)
    assert played.told()["verdict"]["played"] == OPENING.split()
    played.turn("", "", "", "", "", "", "", "", OPENING, drew=True)  # the box is taken away
    assert played.told()["verdict"]["outcome"] == "legal"


def test_a_lag_is_learned_from_what_the_picture_shows_after_the_press() -> None:
    lag = Lag(2.5)
    assert (lag.least, lag.most) == (0.0, 2.5)
    for press, rested in 2 * ((10.0, 11.6), (20.0, 21.4), (30.0, 31.5)):
        lag.learn(press, rested)
    assert 0 < lag.least <= 1.5 <= lag.most < 2.5
    for press in range(100, 1300, 100):
        lag.learn(press, press - 1.0)  # everybody takes their time: nothing is late any more that anybody saw
    assert lag.least == 0
    assert lag.most < 1


@pytest.mark.slow
@pytest.mark.parametrize("lag", [0.0, 0.1, 1.0, 1.5, 2.0])
@pytest.mark.parametrize("reading", [0.0, 1.5])
def test_however_late_the_camera_the_turn_is_judged_by_the_table_that_the_player_left(
    tmp_path_factory: pytest.TempPathFactory, lag: float, reading: float
) -> None:
    world = World(tmp_path_factory.mktemp("world"), lag=lag, reading=reading, limit=2.5)
    world.wait(5.0)
    world.lay((OPENING,))
    world.leave()
    world.end()
    world.wait(0.7)
    world.reach(1.0)
    world.leave()
    assert world.wait_until(State.TURN)
    assert (world.wrongs(), world.is_known((OPENING,))) == ([], True)
    world.live.close()


def test_a_doubtful_tile_is_not_taken_for_a_known_one_that_a_cup_hides(played: Played) -> None:
    doubts = {"B6": {"B6": 0.6, "B9": 0.39}, "B9": {"B9": 0.5, "B6": 0.49}}
    six, nine = "K6 R6 O6 B6", "K9 R9 B9 O9"
    begin(played)
    played.stage.show(seconds=3)
    played.run()
    played.turn(OPENING, six, doubts=doubts)
    question = played.told()["questions"][0]
    played.buttons.answer(question["set"], question["index"], Tile.parse("B6"))
    played.turn(OPENING, six, drew=True, doubts=doubts)
    under_cup = played.stage.paint([OPENING, six, nine], doubts).copy()
    cv2.rectangle(under_cup, (780, 60), (832, 140), (200, 60, 60), -1)
    played.stage.know(under_cup, [OPENING, six, nine], lambda x: 775 < x < 800, doubts)
    played.stage.hands().do(played.buttons.end_turn)
    played.stage.steps += [under_cup] * round(3 * FPS)
    played.run()
    assert (state(played), played.told()["waits"]["for"]) == (State.READING, "hidden")
    played.stage.hands(0.5).show(OPENING, six, nine, doubts=doubts)
    played.run()
    asked = [[name for name, _ in question["likely"]] for question in played.told()["questions"]]
    assert asked == [["B9", "B6"]]


def test_no_set_is_called_invalid_in_which_a_tile_could_not_be_read(played: Played) -> None:
    begin(played)
    doubts = {"?": {"R10": 0.2, "R11": 0.1}}
    played.turn(OPENING, "R9 ?", doubts=doubts)
    assert state(played) is State.READING  # a hand may hide the rest of the set
    played.stage.show(OPENING, "R9 ?", seconds=CLEARS, doubts=doubts)
    played.run()
    told = played.told()
    assert (told["verdict"]["outcome"], [(q["set"], q["index"]) for q in told["questions"]]) == ("undecided", [(1, 1)])
    played.buttons.answer(1, 1, None)
    assert played.told()["verdict"]["outcome"] == "illegal"


def test_what_was_misread_long_ago_is_not_the_last_players_doing(played: Played) -> None:
    begin(played)
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


@pytest.mark.parametrize("truth", ["K4", "K3"])
def test_a_tile_named_late_in_an_illegal_turn_brings_back_nothing_that_was_put_back(played: Played, truth: str) -> None:
    begin(played)
    played.turn(OPENING)
    played.turn(OPENING, "K1 K2 O3")
    played.stage.hands().show(OPENING)
    played.run()
    verdict = played.told()["verdict"]
    with pytest.raises(RefusedError, match="put back since"):
        played.buttons.correct(verdict["table"]["sets"][1][2]["corners"], Tile.parse(truth), verdict["event"])
    assert (state(played), played.told()["clock"]["running"]) == (State.TURN, True)
    assert played.told()["verdict"]["outcome"] == "illegal"
    played.turn(OPENING, "B10 B11 B12")
    assert played.told()["verdict"]["outcome"] == "legal"


@pytest.mark.parametrize("anyway", [False, True])
def test_no_turn_goes_on_over_a_table_that_nobody_sees(played: Played, anyway: bool) -> None:  # noqa: FBT001 - a parameter
    illegal(played)
    played.stage.hands(0.5)
    played.run()
    with pytest.raises(RefusedError, match="lie still") as refused:
        played.live.resume(anyway=anyway)
    assert (refused.value.code, state(played)) == ("not-still", State.RESTORE)
    played.stage.show(OPENING)
    played.run()
    assert state(played) is State.TURN


def test_the_hosts_word_waits_until_what_was_laid_has_been_seen(played: Played) -> None:
    """Otherwise it would be the next player's, who did not lay it."""
    begin(played)
    played.turn(OPENING)
    played.stage.wait(4).hands().do(played.buttons.end_turn).hands(2)
    played.run()
    with pytest.raises(RefusedError, match="lie still"):
        played.live.rule(Outcome.LEGAL, "we all saw it")
    assert state(played) is State.READING


def test_a_second_press_is_nobodys_turn_with_an_empty_pool_either(played: Played) -> None:
    begin(played, "Anna", "Ben", "Cleo")
    game = played.live.game
    assert game.round is not None
    played.live.record.game = replace(game, round=replace(game.round, pool=1))
    played.stage.show(seconds=3)
    played.turn(drew=True)
    played.turn(OPENING)
    assert played.told()["verdict"]["outcome"] == "legal"
    following = on_turn(played)
    played.buttons.end_turn()
    played.stage.show(OPENING, seconds=4)
    played.run()
    assert (played.events()[-1], on_turn(played)) == ("press-dropped", following)
    assert played.told()["echo"] is True
    played.stage.wait(4)
    played.turn(OPENING, drew=True)
    assert (played.told()["echo"], on_turn(played) != following) == (False, True)


def test_a_press_while_the_tiles_are_dealt_starts_no_clock(played: Played) -> None:
    played.buttons.start_round(["Anna", "Ben"], RULEBOOK, deal=True)
    played.stage.show(seconds=2).do(played.buttons.end_turn).show(seconds=4)
    played.run()
    assert (played.events()[-1], state(played)) == ("press-dropped", State.DEAL)
    assert played.told()["clock"]["running"] is False


def test_what_is_hidden_stays_in_the_game_when_the_host_decides(played: Played) -> None:
    begin(played)
    played.turn(OPENING)
    covered = played.stage.paint([OPENING, "K10 B10 O10"]).copy()
    cv2.rectangle(covered, (100, 0), (260, 400), (120, 150, 205), -1)
    played.stage.know(covered, [OPENING, "K10 B10 O10"], lambda x: 80 < x < 260)
    played.stage.hands().do(played.buttons.end_turn)
    played.stage.steps += [covered] * 60
    played.run()
    played.live.rule(Outcome.LEGAL, "the cup stands there")
    assert played.told()["verdict"]["played"] == ["K10", "B10", "O10"]
    played.stage.hands(0.5)
    played.turn(OPENING, "K10 B10 O10", drew=True)
    assert played.told()["verdict"]["outcome"] == "legal"


def test_a_double_click_on_the_first_turn_is_nobodys_turn(played: Played) -> None:
    played.buttons.start_round(["Anna", "Ben"], RULEBOOK, deal=True)
    played.stage.show().do(played.buttons.first_turn).wait(0.4).do(played.buttons.end_turn).show()
    played.run()
    assert (state(played), played.told()["verdict"]) == (State.TURN, None)


def test_a_double_click_on_go_on_is_nobodys_turn(played: Played) -> None:
    begin(played)
    played.stage.show().wait(30).do(played.buttons.pause).do(played.buttons.resume).wait(0.4)
    played.stage.do(played.buttons.end_turn).show()
    played.run()
    assert (state(played), played.told()["verdict"]) == (State.TURN, None)


@pytest.mark.parametrize(("shown", "outcome"), [(0.56, "undecided"), (0.9, "illegal")])
def test_what_may_be_no_tile_makes_no_turn_illegal(played: Played, shown: float, outcome: str) -> None:
    begin(played)
    played.turn(OPENING, "K1", doubts={"K1": {"K1": shown}})
    assert played.told()["verdict"]["outcome"] == outcome
    if outcome == "undecided":
        played.buttons.answer(1, 0, None)
        played.run()
        assert played.told()["verdict"]["outcome"] == "legal"


@pytest.mark.parametrize(("shown", "outcome"), [(0.15, "undecided"), (0.8, "illegal")])
def test_a_check_of_the_tablecloth_beside_a_set_is_no_tile_laid_by_who_drew(
    played: Played, shown: float, outcome: str
) -> None:
    begin(played)
    played.turn(OPENING)
    played.turn(f"{OPENING} ?", drew=True, doubts={"?": {"R13": shown, "K11": 0.1}})
    assert played.told()["verdict"]["outcome"] == outcome
    if outcome == "undecided":
        asked = [(question["set"], question["index"]) for question in played.told()["questions"]]
        assert asked == [(0, 3)]
        played.buttons.answer(*asked[0], None)
        played.run()
        assert (played.told()["verdict"]["outcome"], played.told()["verdict"]["drew"]) == ("legal", 1)


SURELY_EIGHT = {"R6": {"R8": 0.985, "R6": 0.01}}
"""A six in odd type, which is read as an eight without a doubt."""


@pytest.mark.parametrize(("said", "outcome"), [("R6", "legal"), ("R8", "illegal")])
def test_nobody_is_condemned_for_a_tile_whose_second_guess_would_make_the_turn_legal(
    played: Played, said: str, outcome: str
) -> None:
    begin(played)
    played.turn(OPENING, "R4 R5 R6", doubts=SURELY_EIGHT)
    assert state(played) is State.QUESTION
    (question,) = played.told()["questions"]
    assert [tile for tile, _ in question["likely"]] == ["R8", "R6"]
    played.buttons.answer(question["set"], question["index"], Tile.parse(said))
    assert played.told()["verdict"]["outcome"] == outcome


@pytest.mark.parametrize(
    ("laid", "doubts"),
    [("R4 R5 R6", {"R6": {"R8": 0.985, "R9": 0.01}}), ("R4 R6 R7", SURELY_EIGHT)],
    ids=["another guess", "another tile is wrong, too"],
)
def test_a_second_guess_that_mends_nothing_is_not_asked_about(
    played: Played, laid: str, doubts: dict[str, dict[str, float]]
) -> None:
    begin(played)
    played.turn(OPENING, laid, doubts=doubts)
    assert played.told()["verdict"]["outcome"] == "illegal"


def test_a_turn_that_is_legal_as_it_is_read_asks_about_no_second_guess(played: Played) -> None:
    begin(played)
    played.turn(OPENING, "R6 R7 R8", doubts={"R8": {"R8": 0.985, "R6": 0.01}})
    assert played.told()["verdict"]["outcome"] == "legal"


def test_a_second_press_is_nobodys_turn_beside_a_check_of_the_tablecloth_either(played: Played) -> None:
    begin(played)
    played.turn(OPENING)
    again = played.stage.paint([OPENING]).copy()
    again[0, 0] ^= 1  # the same picture, read otherwise
    played.stage.know(again, [f"{OPENING} ?"], lambda _: False, {"?": {"R13": 0.1, "K11": 0.05}})
    played.stage.do(played.buttons.end_turn)
    played.stage.steps += [again] * round(2 * FPS)
    played.run()
    assert (played.events()[-1], on_turn(played)) == ("press-dropped", "Ben")


def test_putting_the_table_back_cannot_be_paused_away(played: Played) -> None:
    illegal(played)
    with pytest.raises(RefusedError, match="no turn to pause"):
        played.buttons.pause()


def test_a_table_that_is_put_back_need_not_be_read_for_certain(played: Played) -> None:
    illegal(played)
    played.stage.hands().show(OPENING, doubts={"R11": {"R1": 0.6, "R11": 0.35}})
    played.run()
    assert state(played) is State.TURN


def test_the_clock_goes_on_where_it_was_when_an_undone_action_holds_again(played: Played) -> None:
    begin(played)
    played.turn(OPENING)
    played.stage.wait(40).do(played.buttons.undo).do(played.buttons.redo)
    played.run()
    assert played.told()["clock"]["elapsed"] == pytest.approx(40, abs=1)


def test_an_undone_correction_lifts_no_pause(played: Played) -> None:
    begin(played)
    played.turn(OPENING)
    played.buttons.correct(played.told()["table"]["sets"][0][0]["corners"], Tile.parse("R10"))
    played.stage.wait(20).do(played.buttons.pause).do(played.buttons.undo)
    played.run()
    assert state(played) is State.PAUSED


def test_one_hand_that_stays_does_not_make_the_camera_late() -> None:
    lag = Lag(2.5)
    for press, rested in ((10.0, 12.4), (20.0, 19.0), (30.0, 29.5), (40.0, 40.1)):
        lag.learn(press, rested)
    assert lag.least == 0


@pytest.mark.slow
@pytest.mark.parametrize("lag", [1.5, 2.0])
def test_who_presses_late_does_not_hide_a_late_camera_from_who_presses_at_once(tmp_path: Path, lag: float) -> None:
    world = World(tmp_path, lag=lag, reading=0.2, limit=2.5)
    laid = world.play(3, pressed_after=3.0)
    world.wait(5.0)
    world.lay((*laid, "O10 O11 O12"))
    world.leave()
    world.end()
    world.wait(5.0)
    assert (world.wrongs(), world.is_known((*laid, "O10 O11 O12"))) == ([], True)
    world.live.close()


@pytest.mark.slow
@pytest.mark.parametrize("lag", [1.5, 2.0])
def test_a_quick_turn_is_no_echo_where_a_late_camera_still_shows_the_table_before_it(
    tmp_path: Path, lag: float
) -> None:
    world = World(tmp_path, lag=lag, reading=0.2, limit=2.5)
    laid = (*world.play(3, pressed_after=lag), "O10 O11 O12")
    world.lay(laid, seconds=0.8)
    world.leave()
    world.end()
    assert world.wait_until(State.TURN)
    assert (world.wrongs(), world.is_known(laid)) == ([], True)
    world.live.close()


def test_a_draw_says_nothing_of_the_camera_where_no_hand_came_over_the_table_in_that_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learned: list[float] = []
    monkeypatch.setattr(Lag, "learn", lambda _lag, pressed, _rested: learned.append(pressed))
    world = World(tmp_path, lag=1.5, reading=0.2, limit=2.5)
    world.wait(3.0)
    world.lay((OPENING,))
    world.leave()
    world.end()
    assert world.wait_until(State.TURN)
    world.wait(1.4)
    world.end(drew=True)
    assert world.wait_until(State.TURN)
    assert (len(world.presses), len(learned)) == (2, 1)
    world.live.close()


@pytest.mark.parametrize("halt", [1.0, 2.0, 4.0])
def test_a_stream_that_comes_to_a_halt_shows_what_was_laid_so_much_later(tmp_path: Path, halt: float) -> None:
    world = World(tmp_path, lag=2.0, reading=0.2, limit=2.5)
    world.wait(3.0)
    world.lay((OPENING,))
    world.leave()
    world.end()
    world.wait(0.3)
    world.stall(halt)
    assert world.wait_until(State.TURN, State.RESTORE)
    assert (world.wrongs(), world.is_known((OPENING,))) == ([], True)
    world.live.close()


def test_a_camera_that_is_connected_anew_may_be_later_than_it_was(tmp_path: Path) -> None:
    world = World(tmp_path, lag=0.0, reading=0.2, limit=2.5)
    laid = world.play(3, pressed_after=0.2)
    world.connect_anew(lag=2.0)
    world.wait(5.0)
    world.lay((*laid, "O10 R11 O12"))
    world.leave()
    world.wait(2.0)
    world.lay((*laid, "O10 O11 O12"))
    world.leave()
    world.end()
    assert world.wait_until(State.TURN, State.RESTORE)
    assert (world.wrongs(), world.is_known((*laid, "O10 O11 O12"))) == ([], True)
    world.live.close()


def test_a_verdict_that_has_to_wait_for_the_disk_makes_the_camera_no_later(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hand that stayed over the table once says nothing of the camera, however often its verdict is drawn."""
    begin(played)
    learned: list[float] = []
    monkeypatch.setattr(Lag, "learn", lambda _lag, _pressed, rested: learned.append(rested))

    append = Journal.append

    def full(journal: Journal, kind: str, data: Mapping[str, Any]) -> Event:
        if kind == "verdict":
            raise JournalError("the disk is full: free some space and press again", "disk-full")
        return append(journal, kind, data)

    with monkeypatch.context() as patch:
        patch.setattr(Journal, "append", full)
        played.stage.hands().do(played.buttons.end_turn).hands(0.5).show(OPENING)
        played.run()
        assert played.told()["ending"] is True
    played.stage.show(OPENING)
    played.run()
    assert (played.told()["verdict"]["outcome"], len(learned)) == ("legal", 1)


def test_a_late_camera_s_old_picture_gives_way_to_what_was_laid_also_where_that_is_wrong(tmp_path: Path) -> None:
    world = World(tmp_path, lag=1.0, reading=0.2, limit=2.5)
    world.wait(3.0)
    world.lay(("K10 R11 B12",))
    world.leave()
    world.end()
    assert world.wait_until(State.RESTORE)
    judged = world.live.game.judged
    assert judged is not None
    assert "set-invalid" in [violation.code for violation in judged.verdict.violations]
    world.live.close()


def test_what_the_next_player_lays_at_once_does_not_mend_a_wrong_turn(tmp_path: Path) -> None:
    world = World(tmp_path, lag=0.0, reading=1.0, limit=0.6)  # a slow computer
    world.wait(4.0)
    world.lay(("R1 R2 R3",))  # too few points for a first lay-down
    world.leave()
    world.wait(0.6)
    world.end()
    world.wait(1.2)
    world.lay(("R1 R2 R3", OPENING))
    world.leave()
    assert world.wait_until(State.RESTORE)
    judged = world.live.game.judged
    assert judged is not None
    assert [violation.code for violation in judged.verdict.violations] == ["opening-below-30"]
    world.live.close()


@pytest.mark.parametrize("column", [0, 2], ids=["left", "right"])
def test_a_new_set_whose_end_a_cup_hides_is_not_called_invalid(played: Played, column: int) -> None:
    begin(played)
    played.stage.show(seconds=3)
    played.run()
    played.turn(OPENING)
    laid = [OPENING, "K10 R10 B10"]
    x = float(place(1, column)[0][0])
    under_cup = played.stage.paint(laid).copy()
    cv2.circle(under_cup, (round(x + 21), 100), 44, (90, 40, 160), -1)
    played.stage.know(under_cup, laid, lambda left: left == x)
    played.stage.hands().do(played.buttons.end_turn)
    played.stage.steps += [under_cup] * round(3 * FPS)
    played.run()
    assert (state(played), played.told()["waits"]["for"]) == (State.READING, "hidden")
    played.stage.hands(0.5).show(*laid)
    played.run()
    assert (played.told()["verdict"]["outcome"], played.told()["verdict"]["played"]) == ("legal", laid[1].split())


def test_a_late_camera_s_old_picture_says_nothing_while_the_hand_lies_over_what_was_laid(tmp_path: Path) -> None:
    world = World(tmp_path, lag=2.0, reading=0.2, limit=2.5)
    world.wait(4.0)
    world.lay((OPENING,))
    world.now = Moment((OPENING,), 0)  # the arm stays there, over the set
    world.end()
    world.wait(14.0)
    assert (world.state, world.live.waits_for) == (State.READING, "hand")
    world.leave()
    assert world.wait_until(State.TURN)
    assert (world.wrongs(), world.is_known((OPENING,))) == ([], True)
    world.live.close()


def test_a_tile_named_late_leaves_the_table_as_the_game_goes_on_with_it(played: Played) -> None:
    illegal(played)
    played.buttons.resume(anyway=True)
    verdict = played.told()["verdict"]
    played.buttons.correct(verdict["table"]["sets"][1][0]["corners"], Tile.parse("K1"), verdict["event"])
    assert played.told()["verdict"]["outcome"] == "illegal"
    played.turn(OPENING, "K1 K2 K3", "R13 B13 O13")
    assert (played.told()["verdict"]["outcome"], played.told()["verdict"]["played"]) == ("legal", ["R13", "B13", "O13"])


def test_racks_that_stay_as_they_were_are_written_down_once(played: Played) -> None:
    played.buttons.start_round(["Anna", "Ben"], RULEBOOK, deal=True)
    played.stage.show("K1 B2 O3 J R5").do(played.buttons.first_turn).show("K1 B2 O3 J R5", seconds=14)
    played.run()
    assert played.events() == ["round-started", "racks-seen", "first-turn"]


@pytest.mark.parametrize("lag", [1.5, 2.0])
def test_who_lays_and_draws_is_seen_to_by_a_late_camera_that_nobody_knows_yet(tmp_path: Path, lag: float) -> None:
    world = World(tmp_path, lag=lag, reading=0.2, limit=NETWORK)
    world.lay((OPENING,), seconds=lag)
    world.leave()
    world.end(drew=True)
    assert world.wait_until(State.RESTORE)
    world.live.close()


@pytest.mark.parametrize("lag", [0.1, 1.0, 2.0])
def test_who_draws_does_not_bear_what_a_hasty_next_player_lays(tmp_path: Path, lag: float) -> None:
    world = World(tmp_path, lag=lag, reading=0.2, limit=NETWORK)
    world.wait(4.0)
    world.end(drew=True)
    world.wait(0.7)
    world.lay((OPENING,))
    world.leave()
    assert world.wait_until(State.TURN)
    assert (world.wrongs(), world.live.game.judged is not None) == ([], True)
    world.live.close()


ARM = ((600, 0), (860, 400))
SMALL_HAND = ((648, 66), (784, 132)), ((690, 0), (740, 66))


def under_own_hand(played: Played, laid: list[str], *hand: tuple[tuple[int, int], tuple[int, int]]) -> list[Photo]:
    """The second of three sets lies wholly under the arm of the player who presses, and the arm rests there for as long as it is a hand."""
    played.buttons.start_round(["Anna", "Ben"], f"{RULEBOOK}+time=none")
    played.stage.show(seconds=3).hands(0.5)
    played.run()
    covered = played.stage.paint(laid).copy()
    for corner, opposite in hand or [ARM]:
        cv2.rectangle(covered, corner, opposite, (120, 150, 205), -1)
    played.stage.know(covered, laid, lambda left: left > 560)
    return [covered] * round(14 * FPS)


@pytest.mark.parametrize("hand", [(ARM,), SMALL_HAND], ids=["an arm", "a hand smaller than a fiftieth of the picture"])
@pytest.mark.parametrize("beneath", ["K10 B10 O10", "K10 B10 O11"])
def test_a_set_wholly_under_the_own_hand_counts_beside_what_is_legal_without_it(
    played: Played, beneath: str, hand: tuple[tuple[tuple[int, int], tuple[int, int]], ...]
) -> None:
    laid = [OPENING, beneath]
    covered = under_own_hand(played, laid, *hand)
    played.stage.do(played.buttons.end_turn)
    played.stage.steps += covered
    played.run()
    assert (state(played), played.told()["waits"]["for"]) == (State.READING, "hand")
    played.stage.hands(0.5).show(*laid)
    played.run()
    verdict = played.told()["verdict"]
    assert (verdict["outcome"], len(verdict["played"])) == ("legal" if beneath.endswith("O10") else "illegal", 6)


def test_a_quick_turn_whose_hand_stays_over_what_it_laid_is_no_echo(played: Played) -> None:
    begin(played)
    played.turn(OPENING)
    laid = [OPENING, "K10 B10 O10"]
    covered = played.stage.paint(laid).copy()
    cv2.rectangle(covered, *ARM, (120, 150, 205), -1)
    played.stage.know(covered, laid, lambda left: left > 560)
    played.stage.hands(0.5).do(played.buttons.end_turn)
    played.stage.steps += [covered] * round(4 * FPS)
    played.stage.hands(0.5).show(*laid, seconds=3)
    played.run()
    assert (played.events()[-1], played.told()["verdict"]["played"]) == ("verdict", ["K10", "B10", "O10"])


def test_what_lies_elsewhere_once_the_own_hand_is_gone_was_laid_by_another(played: Played) -> None:
    covered = under_own_hand(played, [OPENING])
    played.stage.do(played.buttons.end_turn)
    played.stage.steps += covered
    played.stage.hands(0.5).show(OPENING, "", "K1 K2 K4")
    played.run()
    verdict = played.told()["verdict"]
    assert (verdict["outcome"], len(verdict["played"])) == ("legal", 3)


def test_a_hand_that_stays_for_good_holds_up_no_legal_turn(played: Played) -> None:
    covered = under_own_hand(played, [OPENING])
    played.stage.do(played.buttons.end_turn)
    played.stage.steps += covered * 2
    played.run()
    assert played.told()["verdict"]["outcome"] == "legal"


def test_who_lays_and_draws_is_seen_to_by_a_camera_that_is_later_than_it_was(tmp_path: Path) -> None:
    """Presses that come late hide how late the camera is; the movement in the picture when it should be at rest shows it."""
    world = World(tmp_path, lag=2.0, reading=0.2, limit=NETWORK)
    laid = world.play(3, pressed_after=1.0)
    world.wait(5.0)
    world.lay((*laid, "O10 O11 O12"), seconds=1.8)
    world.leave()
    world.end(drew=True)
    assert world.wait_until(State.RESTORE)
    world.live.close()
