"""The simulated evening: its players, its table, its camera, and a few turns of it through the real program."""

from __future__ import annotations

import functools
import random
import re
from itertools import count, islice, pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from referee.rulebook import load
from referee.sets import fault
from referee.tiles import Table, count_tiles
from referee.turn import Turn, judge
from tests.notation import parse_table
from workshop.benchmarks.evening import stage
from workshop.benchmarks.evening.__main__ import play, played
from workshop.benchmarks.evening.camera import Camera, Health
from workshop.benchmarks.evening.conditions import SCENARIOS, Scenario
from workshop.benchmarks.evening.hands import Limb, Reach, outside, path
from workshop.benchmarks.evening.layout import Layout, LayoutError, Lies, Seat
from workshop.benchmarks.evening.outcome import NONE, STUCK, Row, is_new, is_ready, said
from workshop.benchmarks.evening.picture import Look, Pixels
from workshop.benchmarks.evening.report import summary
from workshop.benchmarks.evening.script import BLUNDERS, Step, script
from workshop.benchmarks.evening.stage import Stage
from workshop.benchmarks.evening.waiting import Told, split
from workshop.benchmarks.evening.world import Scene, World

pytestmark = pytest.mark.slow

JUMBO = load("jumbo-original-2016")
HALF = (20.0, 10.0)
SIZE = (640, 360)


@functools.cache
def steps(seed: int, illegal: float = 0.4) -> tuple[Step, ...]:
    return tuple(islice(script(seed, JUMBO, HALF, illegal), 16))


def laid(text: str, layout: Layout | None = None, seat: Seat = Seat.BOTTOM) -> Layout:
    return (layout or Layout(HALF)).turned_into(parse_table(text), seat, random.Random(4))


def plain(value: int) -> Scene:
    return Scene(np.full((SIZE[1], SIZE[0], 3), value, np.uint8))


def decoded(jpeg: bytes) -> Pixels:
    return np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def alike(one: Table, other: Table) -> bool:
    return sorted(sorted(map(str, tiles)) for tiles in one) == sorted(sorted(map(str, tiles)) for tiles in other)


# What the players do


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_turn_is_what_its_kind_says(seed: int) -> None:
    for step in steps(seed):
        assert step.legal == (step.kind not in BLUNDERS)
        assert step.drew == (step.kind in {"draw", "laid and drew"})


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_round_goes_on_from_what_the_referee_left(seed: int) -> None:
    for step, following in pairwise(steps(seed)):
        assert following.before is step.restored
        assert following.racks == step.racks_after
        assert alike(step.restored.table, (step.after if step.legal else step.before).table)
        assert not any(map(fault, step.restored.table))


def test_the_verdict_is_that_of_the_tables_as_they_lie() -> None:
    opened: set[str] = set()
    for step in steps(2):
        turn = Turn(step.before.table, step.after.table, step.player in opened, int(step.drew))
        assert judge(turn, JUMBO).outcome is step.verdict.outcome
        if step.legal and step.verdict.played:
            opened.add(step.player)


def test_a_seed_gives_the_same_round_again() -> None:
    again = tuple(islice(script(1, JUMBO, HALF, 0.4), 16))
    assert [(step.kind, step.after.table) for step in again] == [(step.kind, step.after.table) for step in steps(1)]


def test_every_kind_of_illegal_turn_comes_up() -> None:
    kinds = {step.kind for seed in range(15) for step in steps(seed, 0.9) if not step.legal}
    assert kinds == set(BLUNDERS)


# How the tiles lie


def test_a_set_that_grows_leaves_its_tiles_where_they_are() -> None:
    before = laid("R4 R5 R6 / K1 B1 O1")
    after = laid("R3 R4 R5 R6 R7 / K1 B1 O1 R1", before)
    assert set(before.pieces) <= set(after.pieces)
    assert alike(after.table, parse_table("R3 R4 R5 R6 R7 / K1 B1 O1 R1"))


def test_a_run_that_is_split_leaves_one_half_where_it_is() -> None:
    before = laid("R4 R5 R6 R7 R8")
    after = laid("R4 R5 R6 / R6 R7 R8", before)
    assert len(set(before.pieces) & set(after.pieces)) == 3
    assert len({piece.number for piece in after.pieces}) == 6


def test_what_is_put_back_after_a_turn_is_the_table_before_it_with_only_what_was_moved_lying_otherwise() -> None:
    before = laid("R4 R5 R6 / K1 B1 O1 R1")
    after = laid("R4 R5 R6 / K1 B1 O1", before)
    restored = before.put_back(after, random.Random(1))
    assert restored.table == before.table
    assert len(set(restored.pieces) - set(before.pieces)) == 1


def test_a_tile_on_another_is_one_that_was_just_laid_and_hides_a_part_of_the_one_before_it() -> None:
    before = laid("R4 R5 R6")
    after = laid("R4 R5 R6 / K1 B1 O1", before).with_one_on_another(before, random.Random(2))
    assert alike(after.table, parse_table("R4 R5 R6 / K1 B1 O1"))
    assert set(before.pieces) <= set(after.pieces)
    (place,) = [(each, i) for each in after.sets for i, piece in enumerate(each.pieces) if piece.lies_on]
    under, over = place[0].pieces[place[1] - 1 : place[1] + 1]
    assert 0.4 < np.hypot(over.x - under.x, over.y - under.y) < 0.8
    look = Look(SIZE, 1)
    assert (look.picture(after) != look.picture(laid("R4 R5 R6 / K1 B1 O1", before))).any()


def test_no_set_lies_on_another_nor_beyond_the_edge() -> None:
    step = steps(3)[-1]
    boxes = [each.bounds() for each in step.after.sets]
    assert all(abs(edge) <= HALF[0] + 0.2 for box in boxes for edge in (box[0], box[2]))
    for i, one in enumerate(boxes):
        for other in boxes[i + 1 :]:
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


def test_a_table_that_is_full_says_so() -> None:
    with pytest.raises(LayoutError):
        Layout((2.0, 2.0)).turned_into(parse_table("R1 R2 R3 / K1 K2 K3 / B1 B2 B3"), Seat.BOTTOM, random.Random(1))


# What the camera sees


def test_tiles_that_nobody_touched_are_the_same_pixels() -> None:
    look = Look(SIZE, 1)
    before = laid("R4 R5 R6 / K1 B1 O1")
    after = laid("R4 R5 R6 / K1 B1 O1 / B10 B11 B12", before)
    changed = cv2.absdiff(look.picture(before), look.picture(after)).max(axis=2)
    assert changed[look.box(after.sets[-1], 2.0)].any()
    changed[look.box(after.sets[-1], 2.0)] = 0
    assert not changed.any()


def test_a_tile_is_where_the_picture_is_said_to_show_it() -> None:
    look = Look(SIZE, 2)
    layout = laid("R4 R5 R6")
    difference = np.abs(look.picture(layout).astype(int) - look.picture(Layout(HALF))).sum(axis=2)
    for piece in layout.pieces:
        x, y = look.pixel(piece.x, piece.y)
        assert difference[round(y) - 3 : round(y) + 4, round(x) - 3 : round(x) + 4].mean() > 30


def test_people_know_which_tile_lies_where_also_after_the_camera_was_pushed() -> None:
    stage = Stage(SCENARIOS["calm"], SIZE, 1)
    layout = laid("R4 R5 R6")
    places = {piece.tile: stage.look.pixel(piece.x, piece.y) for piece in layout.pieces}
    assert {tile: stage.truth(layout, *place) for tile, place in places.items()} == {tile: tile for tile in places}
    x, y = places[layout.pieces[0].tile]
    assert stage.truth(layout, x, y + 40) is None
    stage.nudge(1.0)
    place = stage.world.last.place
    assert place is not None
    moved = place @ (x, y, 1.0)
    assert stage.truth(layout, float(moved[0]), float(moved[1])) == layout.pieces[0].tile


def test_a_turn_ends_with_the_picture_of_its_table() -> None:
    stage = Stage(SCENARIOS["calm"], SIZE, 1)
    step = next(step for step in steps(1) if step.after is not step.before)
    stage.prepare([step])
    move = stage.turn(step, 100.0)
    assert move.starts < move.changed < move.left
    assert stage.world.arms((move.starts + move.changed) / 2)
    assert not stage.world.arms(move.left)
    assert stage.world.at(move.left).pixels is stage.picture(step.after, {})


def test_an_arm_comes_in_touches_what_it_is_to_touch_and_leaves() -> None:
    limb = Limb.of(Seat.LEFT, 13.0, 700.0, 1)
    far = outside(Seat.LEFT, 300, 200, SIZE, 40)
    points, moments = path(10.0, far, [(300, 200), (400, 100)], travel=0.4, stay=0.4)
    reach = Reach(limb, points)
    assert reach.tips_at(9.9) is None
    assert reach.tips_at(10.0) == far
    assert all(
        np.hypot(*np.subtract(reach.tips_at(moment) or far, stop)) < 5
        for moment, stop in zip(moments, [(300, 200), (400, 100)], strict=True)
    )
    assert reach.tips_at(reach.ends) is None


@pytest.mark.parametrize("seat", Seat)
def test_an_arm_reaches_from_its_players_side_to_its_finger_tips(seat: Seat) -> None:
    picture = plain(0).pixels.copy()
    Limb.of(seat, 13.0, 800.0, 2).lay_over(picture, 320, 180)
    covered = picture.max(axis=2)
    edges = {Seat.BOTTOM: covered[-1], Seat.TOP: covered[0], Seat.LEFT: covered[:, 0], Seat.RIGHT: covered[:, -1]}
    assert [side for side, edge in edges.items() if edge.any()] == [seat]
    assert covered[150:210, 290:350].any()


def test_a_camera_that_lags_shows_what_was() -> None:
    world = World(plain(50), noise=0)
    world.change(100.0, pixels=plain(200).pixels)
    assert [round(float(decoded(world.frame(at)).mean())) for at in (99.9, 100.1, 98.0)] == [50, 200, 50]


def test_what_was_told_stays_when_more_is_told() -> None:
    world = World(plain(100), noise=0)
    world.change(5.0, lamp=(0.5, 0.5, 0.5))
    world.change(6.0, pixels=plain(200).pixels)
    assert [round(float(decoded(world.frame(at)).mean())) for at in (4.0, 5.5, 6.0)] == [100, 50, 100]
    with pytest.raises(ValueError, match="changes at 6"):
        world.change(5.5, lamp=(1.0, 1.0, 1.0))


def test_a_table_at_rest_never_gives_the_same_bytes_twice_running_but_a_frozen_camera_does() -> None:
    world = World(plain(100))
    frames = [world.frame(1.0) for _ in range(12)]
    assert all(one != other for one, other in pairwise(frames))
    with Camera(world, 0.0, fps=200) as camera:
        camera.ail(0.0, Health.WELL)
        shown = camera.frames()
        first = next(shown)
        camera.ail(0.0, Health.FROZEN)
        assert [next(shown), next(shown)] == [first, first]
        camera.ail(0.0, Health.DARK)
        assert decoded(next(shown)).mean() < 10


# What is said of it


def test_a_row_is_wrong_where_anything_else_was_said_and_stuck_where_nothing_was() -> None:
    rows = [
        Row(1, "plain", "Anna", "lay", "legal", "legal", seconds=0.25),
        Row(2, "plain", "Ben", "lay", "legal", "illegal", seconds=0.75),
        Row(2, "second press", "Ben", "lay", NONE, NONE),
        Row(3, "plain", "Anna", "lay", "legal", STUCK, asked=1),
    ]
    assert [row.wrong for row in rows] == [False, True, False, False]
    line = summary("calm", rows)
    assert line.startswith("calm: 3 turns and 1 presses that are none, 1 wrong, 1 asked, 1 stuck; ")
    assert line.endswith("p50 0.50 s, p95 0.75 s")


def test_the_speed_of_a_full_table_is_that_of_the_turns_with_so_many_tiles_by_what_they_waited_for() -> None:
    rows = [
        Row(1, "plain", "Anna", "lay", "legal", "legal", seconds=2.5, tiles=3, waited={"picture": 2.5}),
        Row(2, "plain", "Ben", "lay", "legal", "legal", seconds=0.2, tiles=50, waited={"hand": 0.2}),
        Row(3, "plain", "Anna", "lay", "legal", "legal", seconds=0.6, tiles=53, waited={"hand": 0.2, "reading": 0.4}),
    ]
    line = summary("full", rows, fills=50)
    assert "3 turns" in line
    assert line.endswith(
        "2 turns with 50 tiles and more: press to verdict p50 0.40 s, p95 0.60 s, mean hand 0.20, reading 0.20"
    )


def test_what_a_verdict_waited_for_is_split_as_the_page_was_told_it() -> None:
    waits = [(1.0, None), (1.2, "hand"), (1.7, "reading"), (1.8, "hand"), (1.9, None)]
    told = [Told.of({"ending": what is not None, "waits": {"for": what}}, at) for at, what in waits]
    assert split(told, 1.1, 1.9) == pytest.approx({"press": 0.1, "hand": 0.6, "reading": 0.1})
    assert split(told, 1.5, 1.9) == pytest.approx({"hand": 0.3, "reading": 0.1})


def told(step: Step, **changes: Any) -> dict[str, Any]:
    """What the server tells after it has judged `step` right, but for some changes."""
    verdict = {**step.verdict.to_json(), "outcome": step.verdict.outcome.value, "event": 7, **changes}
    return {"verdict": verdict, "ending": False, "clock": {"waiting": False}}


def test_a_verdict_is_right_only_with_all_that_follows_from_it() -> None:
    legal = next(step for step in steps(1) if step.legal and step.verdict.played)
    illegal = next(step for step in steps(1) if step.verdict.penalty is not None)
    assert said(told(legal), legal) == "legal"
    assert said(told(legal, outcome="illegal"), legal) == "illegal"
    assert said(told(legal, played=["J"]), legal) == "legal, played J"
    assert said(told(illegal), illegal) == "illegal"
    assert said(told(illegal, penalty={"draw": 9, "put_back": 0}), illegal) == "illegal, draw 9"


def test_a_verdict_is_new_once_and_the_next_player_waits_for_the_table() -> None:
    state = told(steps(1)[0])
    assert is_new(state, None)
    assert is_new(state, 6)
    assert not is_new(state, 7)
    assert not is_new({**state, "ending": True}, 6)
    assert is_ready(state)
    assert not is_ready({**state, "clock": {"waiting": True}})
    assert not is_ready({**state, "state": "restore"})


def test_tiles_of_the_box_are_on_racks_and_table_once() -> None:
    for step in steps(1):
        there = count_tiles([*step.racks_after.values(), *step.restored.table])
        assert max(there.values()) <= 2


@pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=lambda scenario: scenario.name)
def test_scenarios_ask_for_what_can_be(scenario: Scenario) -> None:
    shares = (scenario.hasty, scenario.stays, scenario.ill, scenario.lamps, scenario.nudge, scenario.covers)
    assert all(0 <= share <= 1 for share in (*shares, scenario.illegal, scenario.second_press))
    assert bool(scenario.ill) == bool(scenario.ills)
    assert 0 < scenario.cpu <= 1


def test_every_scenario_is_described() -> None:
    text = (Path(__file__).resolve().parents[3] / "docs" / "evening.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    assert [name for row in rows for name in re.findall("`([^`]+)`", row)] == list(SCENARIOS)


# The whole of it

UNHURRIED = Scenario("unhurried", press=(3.0, 3.5), illegal=0.3)
"""The table lies still long enough before each press for a computer that is busy with much else."""


def seed_with_an_illegal_turn(turns: int) -> int:
    """Of an evening that has tiles put back among so many turns."""

    def has_one(seed: int) -> bool:
        first = list(islice(script(seed * 1000, JUMBO, stage.HALF[Lies.ANYWHERE], UNHURRIED.illegal), turns))
        return [step.kind for step in first].count("lay") > 1 and any(
            not step.legal and step.after is not step.before for step in first
        )

    return next(filter(has_one, count(1)))


def test_a_few_turns_through_the_real_program_are_judged_right() -> None:
    rows = list(play(UNHURRIED, 3, seed_with_an_illegal_turn(3), (1280, 720)))
    assert len(rows) >= 3
    assert {row.expected for row in rows} >= {"legal", "illegal"}
    assert [row for row in rows if row.wrong or row.stuck] == []


def test_an_evening_in_played_time_takes_the_same_course_each_time_and_is_judged_right() -> None:
    """Its second turn is illegal, and the camera more than a second late."""
    late = Scenario("late", lags=(1.2,), illegal=1.0, fps=6.0)
    first, again = (list(play(late, 2, 3, (1280, 720), begin=played)) for _ in range(2))
    assert [row for row in first if row.wrong or row.stuck] == []
    assert "illegal" in {row.said for row in first}
    assert first == again
