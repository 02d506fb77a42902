"""What tests open is closed at their end, whatever becomes of them: of a journal that a test leaves open, one after it would be blamed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, TypeVar

import pytest


class Closable(Protocol):
    """What does no harm when it is closed more than once."""

    def close(self) -> None: ...


Opened = TypeVar("Opened", bound=Closable)

_opened: list[Closable] = []


def closed_later(one: Opened) -> Opened:
    """That, which is closed when the test ends that opened it."""
    _opened.append(one)
    return one


@pytest.fixture(autouse=True)
def nothing_is_left_open() -> Iterator[None]:
    """Closes what the test has opened, and not what several share."""
    before = len(_opened)
    yield
    while len(_opened) > before:
        _opened.pop().close()
