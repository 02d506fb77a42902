"""The demo round: that its script is a round that could be played, and that the truth beside the video follows from it."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.round import Round
from referee.rulebook import load
from referee.tiles import BOX, Tile, parse_tiles
from referee.turn import Turn, judge
from training.demo.layout import AREA_MM, VIEW, Role, placed
from training.demo.moves import FPS, shots
from training.demo.samples import SAMPLES, SIZE, photo_truth
from training.demo.script import DEAL, PLAYERS, RULEBOOK, TURNS, Played, play, winner
from training.demo.truth import round_truth

IMAGES = Path(__file__).resolve().parents[2] / "sample_images"
ROUND = play()
BOOK = load(RULEBOOK)


def judged(played: Played) -> Turn:
    """The turn as the live table hands it to the referee."""
    turn = played.turn
    return Turn(
        before=played.before.table,
        after=played.after.table,
        opened=played.opened,
        drew=len(turn.drawn) if turn.legal else 0,
        rack=played.before.racks[turn.player],
        seconds=turn.seconds or 15.0,
    )


@pytest.mark.parametrize("number", range(len(TURNS)))
def test_the_referee_agrees_with_the_script(number: int) -> None:
    played = ROUND[number]
    verdict = judge(judged(played), BOOK)
    assert tuple(violation.code.value for violation in verdict.violations) == played.turn.codes
    assert verdict.outcome.value == ("legal" if played.turn.legal else "illegal")


def test_the_penalty_drawn_is_what_the_rulebook_asks_for() -> None:
    for played in ROUND:
        penalty = judge(judged(played), BOOK).penalty
        if penalty is not None:
            assert (penalty.draw, penalty.restore) == (len(played.turn.drawn), True)


def test_counts_and_winner_follow_from_the_verdicts() -> None:
    state = Round.start(PLAYERS, BOOK)
    for played in ROUND:
        assert state.on_turn == played.turn.player
        assert dict(state.counts) == {player: len(rack) for player, rack in played.before.racks.items()}
        assert state.pool == played.before.pool
        turn = judged(played)
        state = state.after_turn(judge(turn, BOOK), turn.after, turn.drew)
    assert state.winner == winner() == "Anna"


def test_the_losers_racks_make_the_score() -> None:
    truth = round_truth()
    assert {player: sum(tile.number for tile in parse_tiles(rack)) for player, rack in truth["racks"].items()} == {
        "Ben": 25,
        "Carla": 33,
    }
    assert truth["score"] == {"Anna": 58, "Ben": -25, "Carla": -33}


def test_everyone_is_dealt_fourteen_tiles_and_nobody_may_ask_for_a_new_deal() -> None:
    for rack in DEAL.values():
        assert len(rack) == 14
        assert sum(count == 2 for count in Counter(rack).values()) < 3


def test_no_tile_is_there_more_often_than_the_box_holds() -> None:
    box = Counter(BOX)
    for played in ROUND:
        for state in (played.before, played.after, played.settled):
            out: Counter[Tile] = Counter(tile for rack in state.racks.values() for tile in rack)
            out += Counter(tile for laid in state.table for tile in laid)
            assert not out - box
            assert out.total() + state.pool == len(BOX)


def test_the_round_shows_what_the_issue_asks_for() -> None:
    codes = [code for turn in TURNS for code in turn.codes]
    assert {"opening-below-30", "set-invalid", "tile-missing", "overtime"} == set(codes)
    assert len(TURNS) >= 12
    exchanged = [
        played
        for played in ROUND
        if played.turn.legal
        and any(
            before != after and "J" in map(str, before.tiles) and "J" not in map(str, after.tiles)
            for name, before in played.before.places.items()
            for after in [played.after.places[name]]
        )
    ]
    assert len(exchanged) == 1


def test_sets_lie_inside_the_play_area_and_apart_from_each_other() -> None:
    corners = np.array(AREA_MM, np.float32)
    for played in ROUND:
        outlines: dict[str, np.ndarray[tuple[int, ...], np.dtype[np.float32]]] = {}
        for tile in placed(played.after):
            flat = tile.face[:, :2].astype(np.float32)
            inside = [cv2.pointPolygonTest(corners, (float(x), float(y)), measureDist=False) > 0 for x, y in flat]
            assert all(inside) if tile.role is Role.TABLE else not any(inside)
            if tile.role is Role.TABLE:
                outlines[tile.group] = np.concatenate([outlines.get(tile.group, flat[:0]), flat])
        for one, other in combinations(outlines, 2):
            hulls = cv2.convexHull(outlines[one]), cv2.convexHull(outlines[other])
            gap = min(
                -cv2.pointPolygonTest(a, (float(x), float(y)), measureDist=True)
                for a, b in (hulls, hulls[::-1])
                for x, y in b[:, 0]
            )
            assert gap > 14, f"{one} and {other} lie {gap:.0f} mm apart after the turn of {played.turn.player}"


def test_the_table_lies_still_before_every_press_and_is_restored_before_the_next_turn() -> None:
    timeline = list(shots())
    for shot in timeline:
        moving = [(begin, begin + movement.end) for begin, movement in shot.takes]
        assert all(end <= shot.end - 3 or begin >= shot.end for begin, end in moving)
        assert (shot.restored is None) == shot.played.turn.legal
        assert shot.end * FPS == round(shot.end * FPS)
    for shot, following in pairwise(timeline):
        assert following.start >= (shot.end if shot.restored is None else shot.restored + 3)


def test_only_the_overtime_turn_is_longer_than_the_rulebook_allows() -> None:
    for shot in shots():
        assert BOOK.turn_seconds is not None
        assert (shot.end - shot.start > BOOK.turn_seconds) == ("overtime" in shot.played.turn.codes)


def test_truth_outlines_lie_in_the_picture_in_the_order_of_the_sets() -> None:
    truth = round_truth()
    width, height = truth["size"]
    for turn in truth["turns"]:
        assert [[turn["tiles"][i]["tile"] for i in members] for members in turn["sets"]] == turn["after"]
        for tile in turn["tiles"]:
            outline = np.array(tile["outline"], np.float32)
            assert (outline >= 0).all()
            assert (outline <= (width, height)).all()
            # Clockwise in a picture whose y points down: top-left, top-right, bottom-right, bottom-left.
            assert cv2.contourArea(outline, oriented=True) > 0


def test_the_camera_sees_a_nearer_tile_larger() -> None:
    far = VIEW.project([(0, 100, 0), (10, 100, 0)])
    near = VIEW.project([(0, -100, 0), (10, -100, 0)])
    assert near[1, 0] - near[0, 0] > far[1, 0] - far[0, 0]
    assert near[0, 1] > far[0, 1]


def test_the_truth_beside_the_video_is_that_of_the_script() -> None:
    assert json.loads((IMAGES / "demo/round.json").read_text()) == round_truth()


def test_the_video_is_as_long_and_as_large_as_its_truth_says() -> None:
    truth = round_truth()
    video = cv2.VideoCapture(str(IMAGES / "demo/round.mp4"))
    assert [video.get(cv2.CAP_PROP_FRAME_WIDTH), video.get(cv2.CAP_PROP_FRAME_HEIGHT)] == truth["size"]
    assert video.get(cv2.CAP_PROP_FPS) == truth["fps"]
    assert video.get(cv2.CAP_PROP_FRAME_COUNT) == truth["seconds"] * truth["fps"]
    video.release()


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_photo_has_its_truth(name: str) -> None:
    truth = json.loads((IMAGES / "photos/truth.json").read_text())[f"{name}.jpg"]
    assert truth == photo_truth()[f"{name}.jpg"]
    photo = cv2.imread(str(IMAGES / f"photos/{name}.jpg"))
    assert photo is not None
    assert photo.shape == (*SIZE[::-1], 3)
    outlines = np.array([tile["outline"] for tile in truth["tiles"]])
    assert (outlines > 0).all()
    assert (outlines < SIZE).all()
    assert sorted(index for members in truth["sets"] for index in members) == list(range(len(truth["tiles"])))


def test_the_samples_stay_small_enough_for_a_repository() -> None:
    assert sum(path.stat().st_size for path in IMAGES.rglob("*") if path.is_file()) < 20e6
