"""Labelled photos are found where they lie, and read and scored one by one."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.workshop.evaluation.made_up import labelled
from workshop.evaluation.labelled import labelled_photos


def write_photos(folder: Path, *names: str) -> None:
    folder.mkdir(exist_ok=True)
    for name in names:
        cv2.imwrite(str(folder / name), np.full((40, 60, 3), 90, np.uint8))


@pytest.mark.parametrize("place", [".", "real", "elsewhere"], ids=["beside", "in the folder of its name", "in another"])
def test_photos_are_found_beside_their_labels_or_where_they_are_said_to_lie(tmp_path: Path, place: str) -> None:
    write_photos(tmp_path / place, "b.png", "a.png")
    truth = tmp_path / "real.json"
    truth.write_text(json.dumps({"b.png": labelled("R1"), "a.png": labelled()}), encoding="utf-8")
    given = tmp_path / place if place == "elsewhere" else None
    found = list(labelled_photos(truth, given))
    assert [name for name, _, _ in found] == ["a.png", "b.png"]
    assert found[1][1].shape == (40, 60, 3)
    assert found[1][2] == labelled("R1")


def test_every_second_photo_is_half_of_them(tmp_path: Path) -> None:
    names = [f"{k}.png" for k in range(4)]
    write_photos(tmp_path, *names)
    (tmp_path / "truth.json").write_text(json.dumps(dict.fromkeys(names, labelled())), encoding="utf-8")
    assert [name for name, _, _ in labelled_photos(tmp_path / "truth.json", every=2)] == ["0.png", "2.png"]
