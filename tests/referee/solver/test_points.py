"""What tiles are worth at most agrees with trying every way to lay them."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from referee.opening import LayDowns
from referee.solver.arrange import most_points
from referee.tiles import BOX, Tile, parse_tiles


def hands() -> st.SearchStrategy[list[Tile]]:
    """Up to ten tiles of one box, mostly of few numbers, so that there are sets to lay."""
    low = [tile for tile in BOX if tile.number <= 4]
    return st.lists(st.sampled_from(range(len(low))), max_size=10, unique=True).map(
        lambda chosen: [low[i] for i in chosen]
    )


@given(hands())
def test_so_much_can_be_laid_and_no_more(hand: list[Tile]) -> None:
    tiles = Counter(hand)
    most = most_points(tiles)
    assert most == 0 or any(LayDowns(tiles, most))
    assert not any(LayDowns(tiles, most + 1))


def test_jokers_count_what_they_stand_for() -> None:
    assert most_points(Counter(parse_tiles(["J", "J", "R13"]))) == 39
    assert most_points(Counter(parse_tiles(["R12", "R13", "J", "J"]))) == 12 + 13 + 11 + 10
    assert most_points(Counter(parse_tiles(["R1", "R2", "R4", "J"]))) == 10
