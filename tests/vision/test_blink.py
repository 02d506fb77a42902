"""How late a camera is, is found from a screen that blinks before it, wherever that is in its pictures, and from nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from vision.camera import blink
from vision.camera.blink import Glance

RNG = random.Random(1)
TURNS = [100.0]
while len(TURNS) < 12:
    TURNS.append(TURNS[-1] + RNG.uniform(0.34, 0.85))
DARK, BRIGHT = 30, 200


def pictures(late: float, fps: float, level: Callable[[float, bool], float]) -> Iterator[Glance]:
    """The pictures of a noisy camera, `level` being how bright the screen is that was white then or not."""
    noise = np.random.default_rng(2)
    for now in np.arange(97.0, TURNS[-1] + 2.7, 1 / fps):
        grey = noise.normal(100, 4, (36, 64))
        is_white = sum(turn <= now - late for turn in TURNS) % 2 == 1
        grey[20:24, 50:54] = level(now, is_white)
        yield Glance(float(now), np.clip(grey, 0, 255).astype(np.uint8))


def plain(_: float, is_white: bool) -> float:  # noqa: FBT001 - as `pictures` has it
    return BRIGHT if is_white else DARK


@pytest.mark.parametrize("late", [0.0, 0.1, 0.7, 1.5, 2.5])
@pytest.mark.parametrize("fps", [5.0, 12.0])
def test_the_lag_is_found(late: float, fps: float) -> None:
    found = blink.find_lag(TURNS, [*pictures(late, fps, plain)])
    assert found == pytest.approx(late, abs=0.1)


def test_a_screen_that_was_covered_for_a_second_tells_it_all_the_same() -> None:
    seen = [*pictures(1.2, 12.0, lambda now, is_white: 90 if 103 < now < 104 else plain(now, is_white))]
    assert blink.find_lag(TURNS, seen) == pytest.approx(1.2, abs=0.1)


def test_a_stream_that_came_to_a_halt_tells_it_all_the_same() -> None:
    seen = [one for one in pictures(1.2, 12.0, plain) if not 103 < one.seconds < 104]
    assert blink.find_lag(TURNS, seen) == pytest.approx(1.2, abs=0.1)


@pytest.mark.parametrize(
    "level",
    [
        pytest.param(lambda _now, _white: 100, id="no screen"),
        pytest.param(lambda _now, is_white: 102 if is_white else 99, id="one that hardly shows"),
        pytest.param(lambda now, _white: BRIGHT if now % 1.2 < 0.6 else DARK, id="another thing that blinks"),
        pytest.param(lambda now, _white: BRIGHT if 103 < now < 105 else DARK, id="a hand that passes"),
    ],
)
def test_what_does_not_follow_the_screen_tells_nothing(level: Callable[[float, bool], float]) -> None:
    assert blink.find_lag(TURNS, [*pictures(1.2, 12.0, level)]) is None


def test_few_pictures_tell_nothing() -> None:
    assert blink.find_lag(TURNS, []) is None
    assert blink.find_lag(TURNS, [*pictures(1.2, 1.0, plain)]) is None


@pytest.mark.parametrize(
    ("turns", "fits"),
    [
        (TURNS, True),
        (TURNS[:7], False),
        (TURNS[::-1], False),
        ([0.1 * n for n in range(12)], False),
        ([4.0 * n for n in range(12)], False),
        ([0.5 * n for n in range(41)], False),
        ([], False),
    ],
)
def test_a_screen_turns_neither_too_often_nor_too_fast(turns: list[float], *, fits: bool) -> None:
    assert blink.are_turns(turns) is fits
