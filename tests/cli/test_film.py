"""A film of turns: tiles glide to where they lie, and the verdict follows."""

from __future__ import annotations

import io
import sys
from itertools import pairwise
from pathlib import Path

import av
import numpy as np
import pytest
from numpy.typing import NDArray

from roundfile.document import parse
from tests.cli.conftest import Command
from webui.film import HEIGHT, WIDTH, as_webm

ROUND = Path("docs/rounds/18-rearranges.rummi.toml")


def frames(film: bytes) -> list[NDArray[np.int16]]:
    with av.open(io.BytesIO(film), "r") as opened:
        assert opened.streams.video[0].codec_context.name == "vp9"
        return [frame.to_ndarray(format="rgb24").astype(np.int16) for frame in opened.decode(video=0)]


def red(picture: NDArray[np.int16]) -> int:
    """How many pixels have the red of marks, as nearly as a film keeps it."""
    return int((abs(picture - (216, 50, 28)).sum(axis=2) < 60).sum())


@pytest.mark.slow
def test_a_turn_takes_two_to_four_seconds_in_which_tiles_move_and_the_verdict_follows() -> None:
    wrong = Path("docs/rounds/32-joker-set-split.rummi.toml")
    shown = frames(as_webm([parse(wrong.read_bytes())], "en", 1))
    assert {one.shape for one in shown} == {(HEIGHT, WIDTH, 3)}
    assert 50 <= len(shown) <= 100
    moving = [int((abs(now - then).sum(axis=2) > 90).sum()) for then, now in pairwise(shown)]
    assert sum(changed > 500 for changed in moving) > 10
    assert (red(shown[0]), red(shown[-1]) > 1000) == (0, True)


@pytest.mark.slow
def test_every_turn_is_filmed_or_the_one_that_is_asked_for(tileref: Command, tmp_path: Path) -> None:
    ran = tileref("replay", ROUND, "--video", tmp_path / "all.webm", "--json")
    turns = ran.data["turns"]
    assert turns > 1
    tileref("replay", ROUND, "--video", tmp_path / "one.webm", "--turn", turns)
    every, one = (len(frames((tmp_path / name).read_bytes())) for name in ("all.webm", "one.webm"))
    assert 50 * turns <= every <= 100 * turns
    assert 50 <= one <= 100


def test_without_what_writes_films_one_line_says_what_to_install(
    tileref: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "av", None)
    monkeypatch.delitem(sys.modules, "webui.film", raising=False)
    ran = tileref("replay", ROUND, "--video", tmp_path / "a.webm")
    assert (ran.code, ran.err.count("\n"), "pip install" in ran.err) == (2, 1, True)
    assert not (tmp_path / "a.webm").exists()


def test_a_turn_that_is_not_there_is_no_film(tileref: Command, tmp_path: Path) -> None:
    for arguments in (("--turn", "99", "--video", tmp_path / "a.webm"), ("--turn", "1", "-o", tmp_path / "a.html")):
        ran = tileref("replay", ROUND, *arguments)
        assert (ran.code, ran.err.count("\n")) == (2, 1)
