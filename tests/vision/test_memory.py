"""A network is asked once about a place of a camera's photos, and again where the photo has changed there."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.quads import UNIT_SQUARE
from vision.reading.inference import Memories, Memory, ModelFile

LEFT, RIGHT = 100 * UNIT_SQUARE, 100 * UNIT_SQUARE + np.float32(200)
PLACES = np.stack([LEFT, RIGHT])


class Asked:
    """A network that answers with how often it has been asked, and notes about which places that was."""

    def __init__(self) -> None:
        self.about: list[list[int]] = []

    def __call__(self, which: NDArray[np.intp]) -> tuple[NDArray[np.float64]]:
        self.about.append(which.tolist())
        return (np.full(len(which), float(len(self.about))),)


def everywhere(_: NDArray[np.float32]) -> bool:
    return True


def on_the_left(point: NDArray[np.float32]) -> bool:
    return bool(point[0] < 150)


def said(
    memory: Memory, network: Asked, places: NDArray[np.float32], beside: NDArray[np.float32] | None = None
) -> list[float]:
    """The answers about places."""
    (answers,) = memory.answers(places, network, beside)
    return [*answers.tolist()]


def test_what_has_not_changed_is_asked_about_once() -> None:
    network, memory = Asked(), Memory()
    for _ in range(3):
        assert said(memory, network, PLACES) == [1, 1]
        memory.next_photo(everywhere)
    assert network.about == [[0, 1]]


def test_what_has_changed_is_asked_about_again_and_the_answers_keep_their_order() -> None:
    network, memory = Asked(), Memory()
    memory.answers(PLACES, network)
    memory.next_photo(on_the_left)
    assert said(memory, network, PLACES[::-1]) == [2, 1]
    assert network.about == [[0, 1], [0]]


def test_what_was_not_asked_about_in_a_photo_is_unknown_in_the_next() -> None:
    network, memory = Asked(), Memory()
    memory.answers(PLACES, network)
    memory.next_photo(everywhere)
    memory.answers(PLACES[:1], network)
    memory.next_photo(everywhere)
    assert said(memory, network, PLACES) == [1, 2]


@pytest.mark.parametrize(("change", "answers"), [(0.0, [1, 1]), (0.01, [1, 1]), (0.5, [1, 2])])
def test_a_place_about_which_the_network_is_told_something_else_is_asked_about_again(
    change: float, answers: list[int]
) -> None:
    network, memory = Asked(), Memory()
    beside = np.array([[0.2, 0.4], [0.6, 0.8]], np.float32)
    memory.answers(PLACES, network, beside)
    memory.next_photo(everywhere)
    assert said(memory, network, PLACES, beside + np.array([[0], [change]], np.float32)) == answers


def test_what_is_forgotten_is_asked_about_again() -> None:
    network, memories = Asked(), Memories()
    said(memories[ModelFile.SIGHT], network, PLACES)
    memories.forget()
    assert said(memories[ModelFile.SIGHT], network, PLACES) == [2, 2]
