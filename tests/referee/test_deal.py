"""Before the first turn: who begins, who may ask for new tiles, how the pool lies."""

import pytest

from referee.deal import DealError, decide_redeal, stacks, who_begins
from referee.rulebook import available, load
from referee.tiles import Tile, parse_tiles
from tests.referee.books import COMPACT, FORTUNA, HERTZANO, JUMBO, PIATNIK

PRINTED = "B3 B3 R8 R8 O10 O10 K1 K2 K3 K4 K5 K6 K7 K8"
"""Three pairs as the booklets show them: twice the blue 3, the red 8 and the orange 10."""


def drawn(**names: str) -> dict[str, Tile]:
    return {player: Tile.parse(name) for player, name in names.items()}


def test_the_highest_number_begins() -> None:
    assert who_begins(drawn(Anna="K3", Ben="R12", Cleo="B12", Dan="O11"), load(JUMBO)) == ("Ben", "Cleo")
    assert who_begins(drawn(Anna="K3", Ben="R12"), load(HERTZANO)) == ("Ben",)


def test_a_joker_bears_no_number_so_its_drawer_draws_again() -> None:
    assert who_begins(drawn(Anna="J", Ben="R12", Cleo="K1"), load(JUMBO)) == ("Anna", "Ben")


def test_at_piatnik_s_table_it_is_agreed() -> None:
    with pytest.raises(
        DealError, match=r"agreed upon or settled by lot .Piatnik, extra-large numbers, Spielvorbereitung"
    ):
        who_begins(drawn(Anna="K3"), load(PIATNIK))


def test_somebody_must_draw() -> None:
    with pytest.raises(DealError, match="nobody has drawn a tile"):
        who_begins({}, load(JUMBO))


@pytest.mark.parametrize("book", [JUMBO, COMPACT, FORTUNA, PIATNIK])
@pytest.mark.parametrize(
    ("rack", "pairs"),
    [(PRINTED, "B3 R8 O10"), ("K1 K1 K2 K2 K3 K3 K4 K4 K5 K6 K7 K8 K9 K10", "K1 K2 K3 K4")],
)
def test_three_pairs_entitle_to_new_tiles_and_so_do_four(book: str, rack: str, pairs: str) -> None:
    decision = decide_redeal(parse_tiles(rack.split()), load(book))
    assert (decision.granted, decision.pairs, decision.clause) == (
        True,
        parse_tiles(pairs.split()),
        load(book).redeal.citation,
    )


@pytest.mark.parametrize("book", available())
def test_two_pairs_do_not_nor_does_a_pair_of_jokers_make_the_third(book: str) -> None:
    decision = decide_redeal(
        parse_tiles(["J", "J", "R8", "R8", "O10", "O10", "K1", "K2", "K3", "K4", "K5", "K6", "K7", "K8"]), load(book)
    )
    assert (decision.granted, len(decision.pairs)) == (False, 2)


def test_the_old_original_does_not_provide_it() -> None:
    assert not decide_redeal(parse_tiles(PRINTED.split()), load(HERTZANO)).granted


def test_with_a_second_box_four_equal_tiles_are_two_pairs() -> None:
    rack = parse_tiles(["K1", "K1", "K1", "K1", "K2", "K2", "K3", "K4", "K5", "K6", "K7", "K8", "K9", "K10"])
    assert decide_redeal(rack, load(f"{JUMBO}+players=6")).granted


def test_the_claim_is_about_the_tiles_just_dealt() -> None:
    with pytest.raises(DealError, match="15 tiles are on the rack, but the claim is about the first 14"):
        decide_redeal(parse_tiles([*PRINTED.split(), "K9"]), load(JUMBO))


@pytest.mark.parametrize(
    ("book", "players", "piles"),
    [
        (PIATNIK, 4, (8, 7, 7, 7, 7, 7, 7)),  # the stack of 8 is drawn from first
        (PIATNIK, 2, (8, *[7] * 10)),
        (HERTZANO, 4, (7, 7, 7, 7, 7, 7, 8)),
        (JUMBO, 3, (7, 7, 7, 7, 7, 7, 7, 7, 8)),
        (COMPACT, 4, ()),  # unstacked
        (f"{PIATNIK}+players=5", 5, ()),
    ],
)
def test_the_stacks_of_the_pool(book: str, players: int, piles: tuple[int, ...]) -> None:
    assert stacks(load(book), players) == piles
