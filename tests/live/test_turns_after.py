"""What corrections, appeals and ends of rounds leave for the turns after them."""

from __future__ import annotations

import contextlib
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from live import appeals
from live.game import commands
from live.game.commands import RefusedError, Taken
from live.game.host_word import with_hidden
from live.game.state import State
from live.telling.evening import evening_of
from live.telling.evenings import Memory
from referee.tiles import Tile
from referee.verdict import Outcome
from tests.live.stage import OPENING, RULEBOOK, SKIN, Doubts, Played, corners, place, state_of
from tests.live.world import laid_late, tables

NEXT, SHORT = "B10 B11 B12", "K7 B7"
LONG = "K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11"
RACK = "K1 B2 O3 J R5 K9 B11"


def verdict(played: Played) -> tuple[str, str, list[str]]:
    told = played.told()["verdict"]
    return told["player"], told["outcome"], told["played"]


def seen(played: Played, *sets: str, seconds: float = 3) -> None:
    played.stage.hands().show(*sets, seconds=seconds)
    played.run()


def test_play_on_holds_though_a_tile_of_the_last_turn_is_named(played: Played) -> None:
    played.begin()
    played.turn(OPENING, LONG)
    assert played.told()["winner"] == "Anna"
    played.live.do(commands.still_holds)
    assert played.told()["state"] == "turn"
    played.buttons.correct(corners(0, 0), Tile.parse("R10"))
    assert (played.told()["state"], played.told()["winner"]) == ("turn", None)


def test_play_on_holds_though_the_last_turn_is_judged_again(played: Played) -> None:
    played.begin()
    played.turn(OPENING, LONG)
    played.live.do(commands.still_holds)
    played.stage.show(OPENING, LONG)
    played.run()
    appeals.judge_again(played.live, played.last_judged())
    assert (played.told()["state"], played.told()["winner"]) == ("turn", None)


def another_look_is_refused(played: Played) -> None:
    with pytest.raises(RefusedError, match="moved on"):
        appeals.judge_again(played.live, played.last_judged())
    assert verdict(played) == ("Anna", "legal", OPENING.split())


def test_another_look_after_a_correction_charges_nobody_with_what_the_next_player_lays(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    seen(played, OPENING, SHORT)
    played.buttons.correct(corners(0, 0), Tile.parse("R10"))
    another_look_is_refused(played)


def test_another_look_after_an_undo_charges_nobody_with_what_the_next_player_laid(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    played.turn(OPENING, SHORT)
    played.stage.show(OPENING, SHORT)
    played.run()
    played.buttons.undo()
    another_look_is_refused(played)


def test_another_look_after_a_restart_charges_nobody_with_what_the_next_player_lays(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    seen(played, OPENING, SHORT)
    played.again()
    played.stage.show(OPENING, SHORT, seconds=3)
    played.run()
    another_look_is_refused(played)


def test_another_look_gives_nobody_the_set_that_the_next_player_has_laid(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    seen(played, OPENING, NEXT)
    with contextlib.suppress(RefusedError):
        appeals.judge_again(played.live, played.last_judged())
    played.stage.show(OPENING, NEXT)
    played.stage.do(played.buttons.end_turn).show(OPENING, NEXT, seconds=6)
    played.run()
    assert verdict(played) == ("Ben", "legal", NEXT.split())


def test_another_look_asks_nothing_about_what_the_next_player_lays(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    played.stage.hands().show(OPENING, "K7 B7 O7", seconds=3, doubts={"O7": {"O7": 0.5, "O1": 0.49}})
    played.run()
    another_look_is_refused(played)


def test_what_went_back_to_a_rack_cannot_count_as_laid(played: Played) -> None:
    played.begin(rulebook="hertzano-original")
    played.turn(OPENING)
    played.turn(OPENING, NEXT)
    played.turn(OPENING, NEXT, SHORT)
    assert (played.told()["state"], played.told()["verdict"]["penalty"]["take"]) == ("restore", SHORT.split())
    seen(played, OPENING, NEXT)
    assert played.told()["state"] == "turn"
    with pytest.raises(RefusedError) as refusal:
        played.live.do(commands.overrule, played.last_judged(), Outcome.LEGAL, "we looked again")
    assert refusal.value.code == "put-back"
    played.turn(OPENING, NEXT, drew=True)
    assert verdict(played) == ("Ben", "legal", [])


def test_racks_stay_racks_though_somebody_else_begins_while_hands_move(played: Played) -> None:
    played.begin(deal=True)
    played.stage.show(RACK, "", "", "", seconds=3)
    played.run()
    played.buttons.first_turn()
    assert played.live.game.rack_areas
    played.stage.hands(2)
    played.stage.do(lambda: played.buttons.begin_with("Ben"))
    played.stage.hands(1).show(RACK, "", "", "", seconds=3)
    played.run()
    played.turn(RACK, "", "", "", OPENING)
    assert verdict(played) == ("Ben", "legal", OPENING.split())


def test_undoing_what_was_amended_while_a_turn_was_read_leaves_its_verdict_and_the_time(played: Played) -> None:
    played.begin()
    played.buttons.score({"Ben": 20}, "Anna")
    played.buttons.next_round()

    def amend() -> None:
        with contextlib.suppress(RefusedError):
            played.live.do(commands.amend, 1, "Ben", -25, 0.0)

    played.stage.hands().do(played.buttons.end_turn).do(amend).hands(0.5).show(OPENING, seconds=4).do(amend).wait(40)
    played.run()
    assert (played.told()["state"], played.told()["clock"]["elapsed"]) == ("turn", pytest.approx(44, abs=4))
    played.buttons.undo()
    played.stage.show(OPENING, seconds=4)
    played.run()
    told = played.told()
    assert told["sheet"]["columns"][0]["points"]["Ben"] == -20
    assert (told["state"], told["clock"]["elapsed"]) == ("turn", pytest.approx(48, abs=4))


def test_what_was_put_back_cannot_count_while_the_racks_are_counted_either(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    played.turn(OPENING, SHORT)
    seen(played, OPENING)
    assert played.told()["state"] == "turn"
    played.buttons.end_round("Anna")
    with contextlib.suppress(RefusedError):
        played.live.do(commands.overrule, played.last_judged(), Outcome.LEGAL, "we looked again")
    played.live.do(commands.still_holds)
    played.turn(OPENING, drew=True)
    assert verdict(played) == ("Anna", "legal", [])


def under_a_finger(played: Played, *sets: str, x: int, seconds: float) -> None:
    """The table with something over the third row's tile whose left edge is at `x`."""
    photo = played.stage.paint(sets).copy()
    photo[100:250, x - 10 : x + 36] = SKIN
    played.stage.know(photo, sets, lambda left: left == x)
    played.stage.picture(photo, seconds)


def test_a_hidden_tile_of_a_set_that_was_rearranged_is_no_fault_of_the_next_player(played: Played) -> None:
    played.begin()
    played.turn("K10 K11 K12 K13")
    played.turn("K10 K11 K12 K13", "R10 B10 O10")
    lies = ("", "R10 B10 O10 K10", "K11 K12 K13")
    played.stage.hands().do(played.buttons.end_turn)
    under_a_finger(played, *lies, x=90, seconds=10)
    played.run()
    assert played.told()["waits"]["for"] == "hidden"
    played.live.rule(Outcome.LEGAL, "we all saw it")
    seen(played, *lies)
    played.turn(*lies, drew=True)
    assert verdict(played) == ("Ben", "legal", [])


MISREAD, MOVED = "K11 R11 B11", ("", "", "O11 R11 B11")


@pytest.mark.parametrize("goes_on", [False, True])
def test_once_the_host_has_settled_a_tile_that_was_misread_before_it_accuses_nobody(
    played: Played, *, goes_on: bool
) -> None:
    played.begin()
    played.turn("R1 R2 R3 R4 R5 R6 R7 R8", MISREAD)
    moved = ("R1 R2 R3 R4 R5 R6 R7 R8", "", "O11 R11 B11")
    played.turn(*moved, NEXT)
    assert (verdict(played)[1], played.told()["state"]) == ("illegal", "restore")
    played.stage.show(*moved, NEXT)
    played.run()
    if goes_on:
        played.buttons.resume(anyway=True)
    played.live.do(commands.overrule, played.last_judged(), Outcome.LEGAL, "it has always been orange")
    played.turn(*moved, NEXT, drew=True)
    assert verdict(played) == ("Anna", "legal", [])


@pytest.mark.parametrize(
    ("before", "after", "whole"),
    [
        ("K1 K2 K3", "K2 K3 K4", "K1 K2 K3 K4"),
        ("K10 R10 B10", "R10 B10 O10", "K10 B10 R10 O10"),
        ("K4 K5 K6", "K1 K2 K3 K4 K5", "K1 K2 K3 K4 K5 K6"),
    ],
)
def test_what_is_hidden_of_a_set_that_was_added_to_is_added_and_nothing_else(
    before: str, after: str, whole: str
) -> None:
    there = tables((before,)), tables(tuple(after.split(" | ")))
    (lies,) = with_hidden(*there)
    assert Counter(lies) == Counter(*tables((whole,)))


@pytest.mark.slow
def test_the_desk_shows_a_late_verdict_at_the_turn_that_it_is_about(tmp_path: Path) -> None:
    world = laid_late(tmp_path)
    (first, second) = evening_of(world.live.record.journal.since(1)).turns
    assert first.given is not None
    assert second.given is not None
    assert (first.given.player, len(first.given.verdict.played)) == ("Anna", 6)
    assert (second.given.player, second.given.verdict.played) == ("Ben", ())


@pytest.mark.slow
def test_undo_of_the_next_press_leaves_what_was_seen_late_of_the_turn_before(tmp_path: Path) -> None:
    world = laid_late(tmp_path)
    world.wait(3.0)
    world.do(commands.undo)
    assert (world.state, world.is_known(world.table)) == (State.TURN, True)
    (first, _) = evening_of(world.live.record.journal.since(1)).turns
    assert first.given is not None
    assert len(first.given.verdict.played) == 6
    (past,) = Memory(world.live.record.journal).evenings()
    assert past.tallies["Anna"].opening_points == first.given.verdict.points
    world.wait(3.0)
    world.end(drew=True)
    assert world.wait_until(State.TURN, State.RESTORE)
    assert (world.wrongs(), world.state) == ([], State.TURN)


@pytest.mark.slow
def test_what_was_seen_late_of_a_turn_is_told_beside_the_next_verdict_and_no_longer(tmp_path: Path) -> None:
    world = laid_late(tmp_path)
    more = {"player": "Anna", "laid": ["B10", "B11", "B12", "O1", "O2", "O3"], "points": 39}
    assert (state_of(world.live)["verdict"]["player"], state_of(world.live)["late"]) == ("Ben", more)
    world.power_cut()
    assert state_of(world.live)["late"] == more
    world.wait(6.0)
    world.do(commands.undo)
    assert state_of(world.live)["verdict"]["laid"] == more["laid"]
    assert state_of(world.live)["late"] is None
    world.end(drew=True)
    assert world.wait_until(State.TURN)
    assert state_of(world.live)["late"] is None


@pytest.mark.slow
def test_what_was_seen_late_is_told_until_the_next_turn_is_ended(tmp_path: Path) -> None:
    world = laid_late(tmp_path)
    world.wait(6.0)
    assert state_of(world.live)["late"] is not None
    world.end(drew=True)
    assert state_of(world.live)["late"] is None


ROW = "R10 R11 R12 R13"
UNSEEN: Doubts = {"R13": {}}
"""The last tile of the row is not found."""


@pytest.mark.parametrize("is_read", [False, True])
def test_a_tile_that_is_named_a_turn_late_is_no_fault_of_who_drew(played: Played, *, is_read: bool) -> None:
    played.begin()
    played.turn(ROW, doubts=UNSEEN)
    x, y = place(0, 3).mean(axis=0)

    def add() -> None:
        assert played.told()["state"] == ("turn" if is_read else "reading")
        played.buttons.add(float(x), float(y), Tile.parse("R13"))

    played.stage.hands().do(lambda: played.buttons.end_turn(drew=True))
    if not is_read:
        played.stage.do(add)
    played.stage.hands(0.5).show(ROW, seconds=4, doubts=UNSEEN)
    if is_read:
        played.stage.do(add)
    played.run()
    assert verdict(played) == ("Ben", "legal", [])
    played.turn(ROW, drew=True, doubts=UNSEEN)
    assert verdict(played) == ("Anna", "legal", [])


def test_the_host_pardons_a_turn_that_took_too_long_and_laid_nothing(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    played.stage.wait(70)
    played.turn(OPENING, drew=True)
    assert (verdict(played)[1], played.told()["state"]) == ("illegal", "turn")
    played.live.do(commands.overrule, played.last_judged(), Outcome.LEGAL, "the telephone rang")
    told = played.told()
    assert (verdict(played)[1], [player["tiles"] for player in told["players"]]) == ("legal", [11, 15])


def test_the_last_tile_of_the_pool_is_not_drawn_and_taken_as_the_open_one_too(played: Played) -> None:
    played.begin(rulebook="hertzano-original+discard+open-last-stack")
    game = played.live.record.game
    assert game.round is not None
    played.live.record.game = replace(game, round=replace(game.round, pool=1))
    played.turn(OPENING)
    with pytest.raises(RefusedError, match="pool is empty"):
        played.buttons.say_face_up(Taken.POOL, Tile.parse("K1"), Tile.parse("K2"))
    played.buttons.say_face_up(Taken.POOL, Tile.parse("K1"))
    assert verdict(played)[0] == "Anna"


def test_the_host_calls_a_turn_illegal_that_laid_more_than_was_counted_and_leaves_the_table(played: Played) -> None:
    played.begin(rulebook="hertzano-original")
    many = (OPENING, "K1 K2 K3 K4 K5 K6 K7 K8 K9 K10")
    played.turn(*many)
    played.turn(*many, drew=True)
    played.turn(*many, "K12 B12")  # of a rack that was counted as one tile
    assert played.told()["state"] == "question"
    played.live.rule(Outcome.ILLEGAL, "that is no set")
    assert (verdict(played)[1], played.told()["state"]) == ("illegal", "restore")


@pytest.mark.parametrize("rulebook", [RULEBOOK, "hertzano-original"])
def test_a_tile_named_on_a_table_that_stays_as_it_lies_is_no_fault_of_the_next_player(
    played: Played, rulebook: str
) -> None:
    played.begin(rulebook=rulebook)
    played.turn(OPENING)
    played.turn(OPENING, NEXT)
    played.turn(OPENING, NEXT, SHORT)
    played.stage.show(OPENING, NEXT, SHORT)
    played.run()
    played.buttons.resume(anyway=True)
    told = played.told()["verdict"]
    played.buttons.correct(told["table"]["sets"][2][0]["corners"], Tile.parse("K6"), told["event"])
    assert (verdict(played)[1], played.told()["state"]) == ("illegal", "turn")
    played.turn(OPENING, NEXT, SHORT, drew=True)
    assert verdict(played) == ("Ben", "legal", [])


def test_where_a_camera_was_accepted_elsewhere_more_than_one_tile_can_be_named(played: Played) -> None:
    played.begin()
    played.stage.show(seconds=3)
    played.run()
    lies = (ROW, "K11 B11 O11", "K4 B4 O4")  # R11 and R4 were misread
    played.turn(ROW)
    played.turn(*lies)
    played.stage.push(200, 230, degrees=170).stripe().hands().show(ROW, seconds=6)
    played.run()
    played.live.accept_camera()
    played.stage.show(*lies, seconds=4)
    played.run()
    for row, name in ((1, "R11"), (2, "R4")):
        at = [played.stage.shown(x, y) for x, y in corners(row, 0)]
        played.buttons.correct(at, Tile.parse(name))
    played.turn(*lies, drew=True)
    assert verdict(played) == ("Anna", "legal", [])


@pytest.mark.parametrize("redone", [False, True])
def test_no_time_runs_while_a_table_is_put_back_that_undo_or_redo_asks_for_again(
    played: Played, *, redone: bool
) -> None:
    played.begin()
    played.turn(OPENING if redone else SHORT)
    played.live.do(
        commands.overrule, played.last_judged(), Outcome.ILLEGAL if redone else Outcome.LEGAL, "we talked about it"
    )
    played.stage.wait(20)
    played.run()
    played.buttons.undo()
    if redone:
        played.stage.wait(20)
        played.run()
        played.buttons.redo()
    assert (played.told()["state"], played.told()["clock"]["running"]) == ("restore", False)
    seen(played)
    played.stage.wait(5)
    played.run()
    assert (played.told()["state"], played.told()["clock"]["elapsed"]) == ("turn", pytest.approx(7, abs=3))


def test_the_last_six_turns_are_remembered_and_undone(played: Played) -> None:
    played.begin("Anna", "Ben", "Cleo", "Dora")
    for _ in range(7):
        played.turn(drew=True)
    assert [turn.press.player for turn in played.live.game.turns] == ["Ben", "Cleo", "Dora", "Anna", "Ben", "Cleo"]
    played.buttons.undo()
    assert [turn.press.player for turn in played.live.game.turns] == ["Anna", "Ben", "Cleo", "Dora", "Anna", "Ben"]
