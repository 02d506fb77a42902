"""The truth beside the video follows from the script, and the video shows it."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np

from referee.tiles import parse_tiles
from workshop.demo_film.truth import round_truth

IMAGES = Path(__file__).resolve().parents[3] / "sample_images"


def test_the_losers_racks_make_the_score() -> None:
    truth = round_truth()
    assert {player: sum(tile.number for tile in parse_tiles(rack)) for player, rack in truth["racks"].items()} == {
        "Ben": 25,
        "Carla": 33,
    }
    assert truth["score"] == {"Anna": 58, "Ben": -25, "Carla": -33}


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


def test_the_truth_beside_the_video_is_that_of_the_script() -> None:
    assert json.loads((IMAGES / "demo/round.json").read_text()) == round_truth()


def test_the_video_is_as_long_and_as_large_as_its_truth_says() -> None:
    truth = round_truth()
    video = cv2.VideoCapture(str(IMAGES / "demo/round.mp4"))
    assert [video.get(cv2.CAP_PROP_FRAME_WIDTH), video.get(cv2.CAP_PROP_FRAME_HEIGHT)] == truth["size"]
    assert video.get(cv2.CAP_PROP_FPS) == truth["fps"]
    assert video.get(cv2.CAP_PROP_FRAME_COUNT) == truth["seconds"] * truth["fps"]
    video.release()
