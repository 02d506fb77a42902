"""Which groups can be laid, what each colour gives for them, and where a joker more finds room."""

from __future__ import annotations

from referee.solver.groups import GroupKind, Groups, Share, group_choices

THREE: GroupKind = ((0, 1, 2), 0)
ALL: GroupKind = ((0, 1, 2, 3), 0)


def chosen(
    available: tuple[int, ...], lying: tuple[GroupKind, ...], *groups: GroupKind, jokers: int = 0
) -> tuple[Groups, tuple[Share, ...]]:
    """The choice of exactly these groups, and the shares of its colours."""
    found = group_choices(available, jokers, lying)
    choice = next(c for c in found.choices if sorted(c.kinds) == sorted(groups))
    return choice, tuple(shares[place] for shares, place in zip(found.shares, choice.shares, strict=True))


def test_each_new_group_of_three_could_take_a_joker() -> None:
    choice, shares = chosen((2, 2, 2, 0), (), THREE, THREE)
    assert (choice.room, choice.kept) == (2, 0)
    assert shares == ((2, 0), (2, 0), (2, 0), (0, 0))


def test_a_group_that_lay_there_counts_as_kept_and_not_as_room() -> None:
    choice, _ = chosen((2, 2, 2, 0), (THREE,), THREE, THREE)
    assert (choice.room, choice.kept) == (1, 1)


def test_a_group_of_four_that_lay_there_has_no_room_to_lose() -> None:
    choice, _ = chosen((2, 2, 2, 1), (ALL,), ALL, THREE)
    assert (choice.room, choice.kept) == (1, 1)


def test_the_first_colour_gives_the_jokers_of_a_group() -> None:
    pair: GroupKind = ((1, 2), 1)
    _, shares = chosen((1, 1, 1, 0), (), pair, jokers=1)
    assert shares == ((0, 1), (1, 0), (1, 0), (0, 0))


def test_a_group_that_lay_there_with_more_jokers_than_it_needs_can_be_kept() -> None:
    lay: GroupKind = ((0, 1, 2), 1)
    choice, _ = chosen((1, 1, 1, 0), (lay,), lay, jokers=1)
    assert choice.kept == 1
