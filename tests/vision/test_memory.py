"""A network is asked once about a place of a camera's photos, and again where the photo has changed there."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.quads import UNIT_SQUARE, Corners
from vision.reading.memory import Memories, Memory, NoMemory

LEFT, RIGHT = 100 * UNIT_SQUARE, 100 * UNIT_SQUARE + np.float32(200)
PLACES: Sequence[Corners] = (LEFT, RIGHT)


class Asked:
    """A network that answers with how often it has been asked, and notes about which places that was."""

    def __init__(self) -> None:
        self.about: list[list[int]] = []

    def __call__(self, which: NDArray[np.intp]) -> list[int]:
        if len(which):
            self.about.append(which.tolist())
        return [len(self.about)] * len(which)


def everywhere(_: NDArray[np.float32]) -> bool:
    return True


def on_the_left(point: NDArray[np.float32]) -> bool:
    return bool(point[0] < 150)


def test_without_a_memory_every_place_is_asked_about_each_time() -> None:
    network, memory = Asked(), NoMemory[int]()
    assert [[*memory.about(PLACES, network)] for _ in range(2)] == [[1, 1], [2, 2]]


def test_what_has_not_changed_is_asked_about_once() -> None:
    network, memory = Asked(), Memory[int]()
    for _ in range(3):
        assert [*memory.about(PLACES, network)] == [1, 1]
        memory.next_photo(everywhere)
    assert network.about == [[0, 1]]


def test_what_has_changed_is_asked_about_again_and_the_answers_keep_their_order() -> None:
    network, memory = Asked(), Memory[int]()
    memory.about(PLACES, network)
    memory.next_photo(on_the_left)
    assert [*memory.about([RIGHT, LEFT], network)] == [2, 1]
    assert network.about == [[0, 1], [0]]


def test_what_was_not_asked_about_in_a_photo_is_unknown_in_the_next() -> None:
    network, memory = Asked(), Memory[int]()
    memory.about(PLACES, network)
    memory.next_photo(everywhere)
    memory.about([LEFT], network)
    memory.next_photo(everywhere)
    assert [*memory.about(PLACES, network)] == [1, 2]


@pytest.mark.parametrize(("change", "answers"), [(0.0, [1, 1]), (0.01, [1, 1]), (0.5, [1, 2])])
def test_a_place_about_which_the_network_is_told_something_else_is_asked_about_again(
    change: float, answers: list[int]
) -> None:
    network, memory = Asked(), Memory[int]()
    beside = np.array([[0.2, 0.4], [0.6, 0.8]], np.float32)
    memory.about(PLACES, network, beside)
    memory.next_photo(everywhere)
    assert [*memory.about(PLACES, network, beside + np.array([[0], [change]], np.float32))] == answers


def test_what_is_forgotten_is_asked_about_again() -> None:
    network, memories = Asked(), Memories()
    memories.hidden.about(PLACES, network)
    memories.forget()
    assert [*memories.hidden.about(PLACES, network)] == [2, 2]
