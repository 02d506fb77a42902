"""When things happen in the video."""

from __future__ import annotations

from itertools import pairwise

from referee.rulebook import load
from workshop.demo_film.moves import FPS, shots
from workshop.demo_film.script import RULEBOOK


def test_the_table_lies_still_before_every_press_and_is_restored_before_the_next_turn() -> None:
    timeline = list(shots())
    for shot in timeline:
        moving = [(begin, begin + movement.end) for begin, movement in shot.takes]
        assert all(end <= shot.end - 3 or begin >= shot.end for begin, end in moving)
        assert (shot.restored is None) == shot.played.turn.legal
        assert shot.end * FPS == round(shot.end * FPS)
    for shot, following in pairwise(timeline):
        assert following.start >= (shot.end if shot.restored is None else shot.restored + 3)


def test_only_the_overtime_turn_is_longer_than_the_rulebook_allows() -> None:
    book = load(RULEBOOK)
    for shot in shots():
        assert book.time.seconds is not None
        assert (shot.end - shot.start > book.time.seconds) == ("overtime" in shot.played.turn.codes)
