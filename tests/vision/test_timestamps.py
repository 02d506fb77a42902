"""The time of a picture's light is the driver's where that is ours, else what the stream's times tell, else its arrival."""

from __future__ import annotations

import pytest

from vision.camera.timestamps import ClockSync

FPS = 12


def caught(stamps: list[float | None], arrivals: list[float]) -> list[float]:
    sync = ClockSync()
    return [sync.caught(stamp, arrived) for stamp, arrived in zip(stamps, arrivals, strict=True)]


@pytest.mark.parametrize("stamp", [None, 0.0, -1.0])
def test_without_a_time_it_is_the_arrival(stamp: float | None) -> None:
    assert caught([stamp] * 3, [50.0, 50.1, 50.2]) == [50.0, 50.1, 50.2]


def test_a_drivers_time_on_our_clock_is_believed() -> None:
    assert caught([49.93, 50.01], [50.0, 50.1]) == [49.93, 50.01]


def test_pictures_that_a_network_held_up_are_as_old_as_their_times_say() -> None:
    sent = [i / FPS for i in range(1, 40)]
    held = [0.0 if i < 20 else 0.7 for i in range(39)]
    arrivals = [1000 + at + late for at, late in zip(sent, held, strict=True)]
    assert caught(list(sent), arrivals) == pytest.approx([1000 + at for at in sent])


@pytest.mark.parametrize("rate", [0.5, 2.0], ids=["slow", "fast"])
def test_a_clock_that_does_not_run_as_ours_says_nothing(rate: float) -> None:
    arrivals = [1000 + i / FPS for i in range(1, 30 * FPS)]
    light = caught([rate * i / FPS for i in range(1, 30 * FPS)], arrivals)
    assert light[10 * FPS :] == arrivals[10 * FPS :]


def test_no_light_is_later_than_its_picture() -> None:
    arrivals = [1000 + i / FPS for i in range(1, 200)]
    stamps = [i / FPS + (0.3 if i % 7 else 0.0) for i in range(1, 200)]
    assert all(light <= arrived for light, arrived in zip(caught(list(stamps), arrivals), arrivals, strict=True))
