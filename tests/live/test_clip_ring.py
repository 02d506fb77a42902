"""The frames that are held in memory."""

from __future__ import annotations

from itertools import pairwise

from live.watching.clip_ring import ClipRing, Shot


def fill(ring: ClipRing, until: float, start: float = 0.0) -> None:
    """Five frames a second of a hundred bytes."""
    for k in range(round(start * 5), round(until * 5)):
        ring.take(Shot(k / 5, bytes(100)))


def test_frames_go_once_they_are_old() -> None:
    ring = ClipRing(seconds=10)
    fill(ring, 5)
    ring.take(Shot(30.0, bytes(100)))
    ring.mark(1, 5.0)
    assert list(ring.clip(1)) == [25_000]


def test_frames_of_a_turn_stay_however_long_its_verdict_is_doubted() -> None:
    ring = ClipRing(seconds=10)
    fill(ring, 20)
    ring.mark(7, 19.0)
    ring.hold([7])
    ring.settle(7, 20.0)
    fill(ring, 100, 20)
    clip = ring.clip(7)
    assert (min(clip), max(clip)) == (-8000, 1000)
    assert len(clip) == 46


def test_only_turns_that_are_held_have_a_clip_for_longer_than_frames_stay() -> None:
    ring = ClipRing(seconds=10)
    fill(ring, 10)
    for press in (1, 2, 3):
        ring.mark(press, 9.0)
    ring.hold([2, 3])
    fill(ring, 40, 10)
    assert [bool(ring.clip(press)) for press in (1, 2, 3)] == [False, True, True]


def test_where_memory_is_short_the_frames_come_further_apart_and_reach_as_far_back() -> None:
    ring = ClipRing(most_bytes=2000, seconds=50)
    ring.mark(1, 8.0)
    ring.hold([1])
    fill(ring, 20)
    clip = sorted(ring.clip(1))
    assert len(clip) == 20
    assert clip[0] == -8000
    assert max(b - a for a, b in pairwise(clip)) <= 2000
