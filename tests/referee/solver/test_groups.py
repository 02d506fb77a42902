from __future__ import annotations

from referee.solver.groups import Colours, Groups, Share, group_choices

THREE: Colours = (0, 1, 2)
ALL: Colours = (0, 1, 2, 3)


def chosen(
    available: tuple[int, ...], lying: tuple[Colours, ...], *groups: Colours
) -> tuple[Groups, tuple[Share, ...]]:
    """The choice of exactly these groups without jokers, and the shares of its colours."""
    found = group_choices(available, 0, lying)
    choice = next(c for c in found.choices if c.groups == tuple((colours, 0) for colours in groups))
    return choice, tuple(shares[place] for shares, place in zip(found.shares, choice.places, strict=True))


def test_each_new_group_of_three_could_take_a_joker() -> None:
    choice, shares = chosen((2, 2, 2, 0), (), THREE, THREE)
    assert choice.room == 2
    assert shares == (Share(2, 0, 0), Share(2, 0, 0), Share(2, 0, 0), Share(0, 0, 0))


def test_a_group_that_lay_there_counts_as_kept_and_not_as_room() -> None:
    choice, shares = chosen((2, 2, 2, 0), (THREE,), THREE, THREE)
    assert choice.room == 1
    assert shares == (Share(2, 0, 1), Share(2, 0, 0), Share(2, 0, 0), Share(0, 0, 0))


def test_a_group_of_four_that_lay_there_has_no_room_to_lose() -> None:
    choice, shares = chosen((2, 2, 2, 1), (ALL,), ALL, THREE)
    assert choice.room == 1
    assert [share.kept for share in shares] == [1, 0, 0, 0]
