"""Stretches in which the table lies still: since when, until when, and which frames of them are read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from live.watching.observer import Observer
from live.watching.rest import FRAMES
from tests.live.stage import Stage
from vision.camera.health import Health
from vision.frame import Frame
from vision.image import Photo

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
    assert observer.now.still_since == pytest.approx(
        moved + 2 / FPS, abs=1.5 / FPS
    )  # a frame is compared with one a little older
    assert observer.now.last_seen == pytest.approx(last)


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


def read(observer: Observer, stage: Stage, seconds: float = 0.1) -> bool:
    """Reads the next frame that is to be, in so many seconds; tells whether there was one."""
    task = observer.task()
    if task is not None:
        reading = stage.read(task.frame.photo, task.area, task.copies)
        observer.done(task, replace(reading, elapsed_ms=1000 * seconds))
    return task is not None


def test_a_rest_that_is_over_is_not_read_while_its_last_frame_still_is() -> None:
    observer, stage = Observer(), Stage()
    moved = look(observer, [stage.paint(["R1 R2 R3"])] * 10, 0.0)
    (rest,) = observer.rests
    look(observer, hands(1.0), moved + 1 / FPS)
    observer.rests.wanted = 0.0
    while len(rest.frames) > 1:
        assert read(observer, stage)
    task = observer.task() or pytest.fail("nothing to read")
    assert (rest.is_over, rest.frames, rest.is_read) == (True, [], False)
    observer.done(task, stage.read(task.frame.photo))
    assert rest.is_read


def test_what_was_read_while_the_table_settled_is_known_as_soon_as_it_lies_still() -> None:
    observer, stage = Observer(), Stage()
    moved = look(observer, hands(1.0), 0.0)
    table = stage.paint(["R1 R2 R3"])
    last = look(observer, [table, table], moved + 1 / FPS)
    assert read(observer, stage)
    assert (observer.now, observer.last_table) == (None, None)
    look(observer, [table, table], last + 1 / FPS)
    assert observer.now is not None
    assert [look.frame.seconds for look in observer.now.looks] == [pytest.approx(last)]
    assert observer.last_table is not None
    assert [str(tile.tile) for tile in observer.last_table.tiles] == ["R1", "R2", "R3"]


def test_what_was_read_between_two_movements_is_no_table_that_lay_still() -> None:
    observer, stage = Observer(), Stage()
    moved = look(observer, hands(1.0), 0.0)
    moved = look(observer, [stage.paint(["R1 R2 R3"])] * 2, moved + 1 / FPS)
    assert read(observer, stage)
    moved = look(observer, hands(1.0), moved + 1 / FPS)
    look(observer, [stage.paint(["R1 R2 R3", "K4 K5 K6"])] * 10, moved + 1 / FPS)
    assert [len(rest.looks) for rest in observer.rests] == [0]


def test_a_slow_computer_reads_nothing_before_the_table_lies_still() -> None:
    observer, stage = Observer(), Stage()
    moved = look(observer, [stage.paint(["R1 R2 R3"])] * 10, 0.0)
    while read(observer, stage, seconds=2.0):
        pass
    moved = look(observer, hands(1.0), moved + 1 / FPS)
    look(observer, [stage.paint(["R1 R2 R3", "K4 K5 K6"])] * 2, moved + 1 / FPS)
    assert not read(observer, stage)


def test_what_was_read_before_a_blur_was_told_speaks_for_no_table() -> None:
    """The lens loses its focus while the hand is over the table.

    That is known for certain only when pictures without it have been read.
    """
    observer, health, stage = Observer(), Health(), Stage()
    table = stage.paint(["R1 R2 R3", "B4 B5 B6", "K7 K8 K9", "O1 O2 O3"])
    blurred = cv2.GaussianBlur(table, (0, 0), 5).astype(np.uint8)
    stage.know(blurred, [], hidden=lambda _: True)
    read_blurred = 0
    for i, photo in enumerate([table] * 80 + hands(1.0) + [blurred] * 20 + [table] * 10):
        frame = Frame(photo, i / FPS)
        if health.update(frame) is None:
            observer.look(frame)
        else:
            observer.blind(frame.seconds, health.well_until)
        while read(observer, stage):
            last = () if observer.rests.newest is None else observer.rests.newest.looks
            read_blurred += any(each.frame.photo is blurred for each in last)
    assert read_blurred
    assert observer.now is not None
    assert [str(tile.tile) for tile in observer.now.seen(2).tiles if tile.tile][:3] == ["R1", "R2", "R3"]
    assert not any(each.frame.photo is blurred for rest in observer.rests for each in rest.looks)
    first = next(iter(observer.rests))
    assert first.looks
    assert first.first_frame.photo is table
    assert first.last_seen < 80 / FPS


@pytest.mark.parametrize("well_until", [-1.0, 0.6])
def test_a_frame_of_the_blur_that_is_being_read_when_it_is_told_counts_for_nothing(well_until: float) -> None:
    observer, stage = Observer(), Stage()
    last = look(observer, [stage.paint(["R1 R2 R3"])] * 20, 0.0)
    tasks = [task for task in (observer.task(), observer.task()) if task is not None]
    assert [task.frame.seconds > well_until for task in tasks][-1]
    observer.blind(last + 0.1, well_until)
    for task in tasks:
        observer.done(task, stage.read(task.frame.photo))
    assert all(each.frame.seconds <= well_until for rest in observer.rests for each in rest.looks)
    assert (observer.rests.newest is not None) == (well_until > 0)
