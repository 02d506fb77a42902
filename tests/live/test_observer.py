"""Stretches in which the table lies still: since when, until when, and which frames of them are read."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from live.observer import FRAMES, Observer
from tests.live.stage import Stage
from vision.frame import Frame
from vision.reading import Photo

FPS = 10.0


def look(observer: Observer, photos: Sequence[Photo], start: float) -> float:
    """Shows the photos one after the other; the time of the last one."""
    for i, photo in enumerate(photos):
        observer.look(Frame(photo, start + i / FPS))
    return start + (len(photos) - 1) / FPS


def hands(seconds: float) -> list[Photo]:
    stage = Stage()
    stage.hands(seconds * FPS / 4)  # a stage has four frames a second
    return [step for step in stage.steps if not callable(step)]


def test_a_rest_begins_with_the_end_of_the_last_movement_and_not_when_it_is_known_to_be_one() -> None:
    observer, table = Observer(), Stage().paint(["R1 R2 R3"])
    moved = look(observer, hands(1.0), 0.0)
    last = look(observer, [table] * 10, moved + 1 / FPS)
    assert observer.now is not None
    assert observer.now.rested == pytest.approx(
        moved + 2 / FPS, abs=1.5 / FPS
    )  # a frame is compared with one a little older
    assert observer.now.last == pytest.approx(last)


def test_the_first_frame_of_a_rest_is_read_however_long_it_lasts() -> None:
    """A hand may come at once: what lay there then must not be lost to newer frames."""
    observer, stage = Observer(), Stage()
    look(observer, [stage.paint(["R1 R2 R3"])] * 30, 0.0)
    rest = observer.now
    assert rest is not None
    waiting = [frame.seconds for frame in rest.frames]
    assert len(waiting) == FRAMES
    assert waiting[0] < 0.5
    assert waiting[-1] == pytest.approx(2.9)
