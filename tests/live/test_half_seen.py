"""Something half seen, under an arm or a cup, is neither asked about nor let pass, and no turn is called wrong beside it."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from live.deciding.choice import CLEARS
from live.game.seen import SeenTile
from live.game.state import State
from live.watching.lag import DEVICE, NONE
from referee.tiles import Tile
from tests.live.stage import FPS, OPENING, RULEBOOK, SKIN, Played, Stage, place
from vision.camera.photo import load_photo
from vision.image import Photo
from vision.reading.reader import Reader
from workshop.evaluation import matching
from workshop.training.degradations import covered

SAMPLES = Path(__file__).parents[2] / "sample_images" / "photos"


def under_an_arm(played: Played, laid: list[str], seen: list[str], *over: tuple[int, int]) -> Iterator[Photo]:
    """Pictures of a table with an arm over some of its tiles, which the reader takes for `seen`, its ``?`` in every third."""
    covered = played.stage.paint(laid).copy()
    for row, column in over:
        (left, _), (right, _) = place(row, column)[:2]
        cv2.rectangle(covered, (int(left), 0), (int(right), covered.shape[0] - 1), SKIN, -1)
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
    played.begin(rulebook=f"{RULEBOOK}+time=none")
    played.stage.show(seconds=3).hands()
    pictures = under_an_arm(played, laid, seen, over)
    played.stage.steps += itertools.islice(pictures, round(12 * FPS))
    played.stage.do(played.buttons.end_turn)
    played.stage.steps += itertools.islice(pictures, round(5 * FPS))
    played.run()
    assert played.state() is State.READING
    assert played.told()["waits"]["for"] in {"hand", "hidden"}  # what is under it, or over what


def with_a_cup(played: Played, laid: list[str]) -> Iterator[Photo]:
    """Pictures of a table with a cup on it, in which the reader now and then sees what may be a tile at `?`."""
    for photo in under_an_arm(played, laid, laid):
        cup = cv2.circle(photo.copy(), (1000, 550), 60, (200, 190, 180), cv2.FILLED).astype(np.uint8)
        played.stage.know(cup, played.stage.shows(photo), lambda _: False, {"?": {"O5": 0.2}})
        yield cup


def test_no_first_lay_down_is_too_small_beside_something_half_seen(played: Played) -> None:
    played.begin()
    played.stage.show(seconds=3).hands()
    pictures = with_a_cup(played, ["K8 K9 K10", "?"])
    played.stage.steps += itertools.islice(pictures, round(4 * FPS))
    played.stage.do(played.buttons.end_turn)
    played.stage.steps += itertools.islice(pictures, round(5 * FPS))
    played.run()
    assert played.state() is State.READING
    played.stage.hands(0.5).show("K8 K9 K10", "R9 R10 R11")
    played.run()
    assert played.told()["verdict"]["outcome"] == "legal"


def test_what_the_next_player_lays_at_once_is_not_charged_to_a_turn_beside_something_half_seen(played: Played) -> None:
    played.begin()
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


def opened(folder: Path, lag: float) -> Played:
    """A table on which the first player has opened, under a camera that may be so late."""
    stage = Stage()
    stage.lag = lag
    played = Played(folder, stage)
    played.begin()
    played.stage.show(seconds=3)
    played.run()
    played.turn(OPENING)
    return played


def test_what_was_laid_last_counts_where_the_camera_still_shows_something_half_seen(tmp_path: Path) -> None:
    played = opened(tmp_path, DEVICE)
    pictures = with_a_cup(played, [OPENING, "?", "K10 B10 O10"])
    played.stage.hands()
    played.stage.steps += itertools.islice(pictures, round(2 * FPS))
    played.stage.do(played.buttons.end_turn)
    played.stage.steps += itertools.islice(pictures, 1)
    played.stage.hands(0.5).show(OPENING, "", "K10 B10 O10 R10", seconds=6)
    played.run()
    assert (played.state(), played.told()["verdict"]["played"]) == (State.TURN, ["K10", "R10", "B10", "O10"])
    played.live.close()


def test_a_tile_that_the_first_look_misses_is_among_those_laid(tmp_path: Path) -> None:
    played = opened(tmp_path, NONE)
    laid = [OPENING, "K10 B10 O10 R10"]
    first = played.stage.paint(laid).copy()
    first[0, 0] += 1  # the same to the eye, and another picture to the reader
    played.stage.know(first, [OPENING, "K10 B10 O10"], lambda _: False)
    played.stage.hands().do(played.buttons.end_turn).picture(first, 0.5).show(*laid)
    played.run()
    assert played.told()["verdict"]["played"] == ["K10", "R10", "B10", "O10"]
    played.live.close()


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(1)


@pytest.mark.slow
@pytest.mark.parametrize(("side", "share"), [("right", 0.5), ("top", 0.4)])
def test_what_is_half_covered_accuses_nobody_of_what_it_looks_like(side: str, share: float, reader: Reader) -> None:
    """No verdict is given without asking while a tile may also be what it is."""
    truth = json.loads((SAMPLES / "truth.json").read_text(encoding="utf-8"))
    held_against, covered_tiles = 0, 0
    for number, (name, labels) in enumerate(sorted(truth.items())):
        rng = np.random.default_rng((1, number))
        shown = covered(load_photo(SAMPLES / name), labels, rng, side=side, share=share)
        reading = reader.read(shown.photo)
        label_of = matching.match([tile.corners for tile in reading.tiles], matching.outlines(labels))
        for i, j in label_of.items():
            if j in shown.covered:
                may_be = SeenTile.from_reading(reading.tiles[i]).candidates()
                held_against += Tile.parse(labels["tiles"][j]["tile"]) not in may_be
                covered_tiles += 1
    assert covered_tiles >= 15
    assert held_against <= 1


def test_nobody_is_asked_about_tiles_of_which_none_can_be_read_while_a_lens_may_still_find_its_focus(
    played: Played,
) -> None:
    blurred = {name: {name: 0.1} for name in OPENING.split()}
    played.begin()
    played.stage.show(seconds=3)
    played.run()
    played.stage.hands().do(played.buttons.end_turn).show(OPENING, doubts=blurred, seconds=6)
    played.run()
    assert played.state() is State.READING
    played.stage.show(OPENING, seconds=12)  # which is read again, three times
    played.run()
    assert (played.told()["verdict"]["outcome"], played.told()["verdict"]["played"]) == ("legal", OPENING.split())


def test_what_stays_illegible_is_asked_about(played: Played) -> None:
    blurred = {name: {name: 0.1} for name in OPENING.split()}
    played.begin()
    played.stage.show(seconds=3)
    played.run()
    played.stage.hands().do(played.buttons.end_turn).show(OPENING, doubts=blurred, seconds=CLEARS + 3)
    played.run()
    assert played.state() is State.QUESTION
