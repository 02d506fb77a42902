"""Before the first turn: who begins, and claims to new tiles."""

from __future__ import annotations

import pytest

from live.game.commands import RefusedError
from referee.errors import UserError
from referee.rulebook import available
from referee.tiles import Tile, parse_tiles
from tests.live.stage import Played

THREE_PAIRS = parse_tiles(["B3", "B3", "R8", "R8", "O10", "O10", "K1", "K2", "K3", "K4", "K5", "K6", "K7", "K8"])
TWO_PAIRS = parse_tiles(["B3", "B3", "R8", "R8", "O10", "O11", "K1", "K2", "K3", "K4", "K5", "K6", "K7", "K8"])


def begin(played: Played, rulebook: str = "jumbo-original-2016") -> None:
    played.buttons.start_round(["Anna", "Ben", "Cleo"], rulebook)


def test_with_three_pairs_all_tiles_are_mixed_anew_and_the_clock_waits(played: Played) -> None:
    begin(played)
    played.stage.wait(20)
    played.run()
    played.buttons.claim_redeal("Ben", THREE_PAIRS)
    state = played.told()
    assert state["claim"] == {
        "player": "Ben",
        "granted": True,
        "pairs": 3,
        "needed": 3,
        "shown": ["B3", "R8", "O10"],
        "clause": "Jumbo, 2016, Spielvorbereitungen",
    }
    assert (state["clock"]["elapsed"], state["clock"]["running"]) == (0, False)
    played.again()
    assert played.told()["claim"] == state["claim"]
    played.buttons.undo()
    assert played.told()["claim"] is None


def test_with_two_pairs_they_stay_and_no_tile_is_told(played: Played) -> None:
    begin(played)
    played.stage.wait(20)
    played.run()
    played.buttons.claim_redeal("Ben", TWO_PAIRS)
    state = played.told()
    assert (state["claim"]["granted"], state["claim"]["pairs"], state["claim"]["shown"]) == (False, 2, [])
    assert (state["clock"]["elapsed"], state["clock"]["running"]) == (0, True)


@pytest.mark.parametrize("rulebook", available())
def test_a_claim_is_offered_where_the_rulebook_has_the_clause(played: Played, rulebook: str) -> None:
    begin(played, rulebook)
    if rulebook == "hertzano-original":
        assert played.told()["redeal"] is None
        with pytest.raises(RefusedError, match=r"Original Rummikub .Hertzano. does not provide it"):
            played.buttons.claim_redeal("Ben", THREE_PAIRS)
    else:
        assert (played.told()["redeal"]["pairs"], played.told()["redeal"]["tiles"]) == (3, 14)


def test_after_the_first_turn_there_are_no_new_tiles(played: Played) -> None:
    begin(played)
    played.turn(drew=True)
    assert (played.told()["redeal"], played.told()["lots"]) == (None, False)
    with pytest.raises(RefusedError, match="before the first turn only"):
        played.buttons.claim_redeal("Ben", THREE_PAIRS)


def test_a_claim_that_cannot_be_checked_is_refused_in_one_line(played: Played) -> None:
    begin(played)
    for player, rack, line in (
        ("Ben", THREE_PAIRS[1:], "13 tiles are on the rack, but the claim is about the first 14"),
        ("Ben", (*THREE_PAIRS[1:], THREE_PAIRS[2]), "R8 was seen 3 times"),
        ("Zoe", THREE_PAIRS, "Zoe does not play"),
    ):
        with pytest.raises(UserError, match=line):
            played.buttons.claim_redeal(player, rack)
    assert played.events() == ["round-started"]


def test_the_highest_tile_begins_and_equals_draw_again(played: Played) -> None:
    begin(played)
    drawn = {"Anna": Tile.parse("K3"), "Ben": Tile.parse("R12"), "Cleo": Tile.parse("B12")}
    with pytest.raises(RefusedError, match="Ben and Cleo draw again") as refused:
        played.buttons.draw_for_start(drawn)
    assert refused.value.values == {"names": ["Ben", "Cleo"]}
    played.buttons.draw_for_start({"Ben": Tile.parse("K1"), "Cleo": Tile.parse("K2")})
    assert [p["name"] for p in played.told()["players"] if p["onTurn"]] == ["Cleo"]


def test_at_piatnik_s_table_it_is_agreed_who_begins(played: Played) -> None:
    begin(played, "piatnik-xxl")
    assert played.told()["lots"] is False
    with pytest.raises(UserError, match="agreed upon"):
        played.buttons.draw_for_start({"Anna": Tile.parse("K3")})
