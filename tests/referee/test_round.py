"""Whose turn it is, what every rack and the pool must hold, and how a round ends."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.round import Round, RoundError
from referee.rulebook import available, load
from referee.tiles import Table
from referee.turn import Turn, judge
from referee.verdict import Outcome, Verdict
from tests.notation import parse_table
from tests.referee.books import FORTUNA, HERTZANO, JUMBO, PIATNIK

NAMES = ("Anna", "Ben", "Cleo")


def started(book: str = JUMBO, players: tuple[str, ...] = NAMES) -> Round:
    return Round.start(players, load(book))


def taken(state: Round, after: str | None = None, drew: int = 0, seconds: float | None = None) -> Round:
    """The round after a turn that left the table as `after`, or as it was."""
    table: Table = state.table if after is None else parse_table(after)
    turn = Turn(state.table, table, state.on_turn in state.opened, drew, seconds=seconds, pool=state.pool)
    return state.after_turn(judge(turn, state.rulebook), table, drew)


@pytest.mark.parametrize("book", available())
@pytest.mark.parametrize(("players", "pool"), [(2, 78), (3, 64), (4, 50)])
def test_the_deal(book: str, players: int, pool: int) -> None:
    state = started(book, tuple("ABCD"[:players]))
    assert (state.pool, set(state.counts.values()), state.table) == (pool, {14}, ())


@pytest.mark.parametrize(
    ("book", "order"), [(JUMBO, "ABCDA"), (PIATNIK, "ABCDA"), (FORTUNA, "ABCDA"), (HERTZANO, "ADCBA")]
)
def test_the_turn_passes_the_way_the_rulebook_says(book: str, order: str) -> None:
    state = started(book, tuple("ABCD"))
    seen = [state.on_turn]
    for _ in range(4):
        state = taken(state, drew=1)
        seen.append(state.on_turn)
    assert "".join(seen) == order


def test_whoever_drew_the_highest_tile_begins() -> None:
    assert Round.start(NAMES, load(JUMBO), first="Cleo").on_turn == "Cleo"


def test_drawing_moves_a_tile_from_the_pool_to_the_rack() -> None:
    state = taken(started(), drew=1)
    assert (state.counts["Anna"], state.pool, state.opened) == (15, 63, frozenset())


def test_laying_moves_tiles_from_the_rack_to_the_table() -> None:
    state = taken(started(), "R9 R10 R11")
    assert (state.counts["Anna"], state.pool, state.opened) == (11, 64, frozenset({"Anna"}))
    assert state.table == parse_table("R9 R10 R11")


def test_an_illegal_turn_restores_the_table_and_draws_three() -> None:
    before = taken(started(), "R9 R10 R11")
    state = taken(before, "R9 R10 R11 R12")
    assert (state.table, state.counts["Ben"], state.pool) == (before.table, 17, 61)
    assert "Ben" not in state.opened
    assert state.on_turn == "Cleo"


@pytest.mark.parametrize("book", available())
@pytest.mark.parametrize(("after", "drew", "seconds"), [("R9 R10 R11", 1, None), ("", 2, None), ("", 1, 300)])
def test_what_an_illegal_turn_drew_goes_back_and_the_penalty_comes_in_its_place(
    book: str, after: str, drew: int, seconds: float | None
) -> None:
    """Laid and drew, drew too many, drew once time was over: whoever does what the messages say holds 17 tiles."""
    rules = load(f"{book}+time=60")
    begun = Round.start(NAMES, rules)
    state = taken(begun, after, drew=drew, seconds=seconds)
    assert (state.counts[begun.on_turn], state.pool) == (17, begun.pool - 3)


def test_out_of_time_in_the_old_original_loose_tiles_go_onto_the_own_rack() -> None:
    state = taken(started(HERTZANO, ("Anna", "Ben")), "R9 R10 R11 R12 / K1 K2 K3")
    state = taken(state, "R10 R11 R12 / K5 B5 O5 / R13 B13 O13")
    assert state.table == parse_table("R9 R10 R11 R12 / K1 K2 K3"), "an opening that took tiles away is undone"
    state = taken(state, "R9 R10 R11 / K1 K2 K3 K4 / R12 K12", seconds=121)
    assert state.table == parse_table("R9 R10 R11 / K1 K2 K3 K4")
    assert state.counts["Anna"] == 14 - 7 - 2 + 2 + 3
    assert sum(state.counts.values()) + state.pool + sum(map(len, state.table)) == 106


def test_a_first_lay_down_that_only_took_too_long_stays_in_the_old_original() -> None:
    state = taken(started(HERTZANO), "R9 R10 R11", seconds=121)
    assert (state.counts["Anna"], state.pool, state.opened) == (14, 61, frozenset({"Anna"}))


def test_undo_is_the_round_before() -> None:
    before = started()
    taken(before, "R9 R10 R11")
    assert (before.counts["Anna"], before.table, before.turns) == (14, (), 0)


def test_who_lays_the_last_tile_has_won() -> None:
    after = "K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11 / R1 R2 R3"
    state = taken(started(), after)
    assert (state.winner, state.over, state.blocked) == ("Anna", True, False)
    with pytest.raises(RoundError, match=r"^the round is over: start another one$"):
        taken(state, drew=1)


@pytest.mark.parametrize(
    ("book", "order"),
    [
        (JUMBO, ["Anna", "Anna", "Ben", "Cleo"]),  # beginning with the player who drew the last tile
        (HERTZANO, ["Anna", "Anna", "Cleo", "Ben"]),  # not provided: the same, anticlockwise
        (PIATNIK, ["Anna", "Ben", "Cleo", "Anna"]),  # one last round for all
    ],
)
def test_the_last_round(book: str, order: list[str]) -> None:
    state = started(book)
    while state.pool > 1:
        state = taken(state, drew=1)
    seen = [state.on_turn]
    state = taken(state, drew=1)
    while not state.over:
        seen.append(state.on_turn)
        state = taken(state)
    assert seen == order
    assert (state.blocked, state.winner) == (True, None)


def test_in_fortuna_the_round_goes_on_until_nobody_can_lay() -> None:
    state = started(FORTUNA)
    while state.pool > 1:
        state = taken(state, drew=1)
    state = taken(state, drew=1)
    state = taken(taken(state), "R9 R10 R11")
    for _ in range(3):
        assert not state.over
        state = taken(state)
    assert (state.blocked, state.winner) == (True, None)


@pytest.mark.parametrize(
    ("after", "goes_on"),
    [
        ("R9 R10 R11 R12", True),  # one tile is enough
        ("R9 R10 R11 R13", True),  # whoever tried in vain may try again
        ("R9 R10 R11", False),
    ],
)
def test_in_fortuna_whoever_lays_a_tile_gives_all_others_another_turn(after: str, *, goes_on: bool) -> None:
    counts, table = dict.fromkeys(NAMES, 5), parse_table("R9 R10 R11")
    state = Round(load(FORTUNA), NAMES, 2, counts, 0, frozenset(NAMES), table, passes=2)
    state = taken(state, after)
    assert (state.over, state.blocked) == (not goes_on, not goes_on)


def test_somebody_may_still_go_out_in_the_last_round() -> None:
    state = Round(load(JUMBO), NAMES, 1, {"Anna": 4, "Ben": 3, "Cleo": 5}, 0, frozenset({"Ben"}), turns_left=1)
    state = taken(state, "K1 K2 K3")
    assert (state.winner, state.blocked, state.over) == ("Ben", False, True)


def test_a_penalty_takes_no_more_than_the_pool_holds() -> None:
    state = Round(load(JUMBO), NAMES, 0, {"Anna": 4, "Ben": 3, "Cleo": 5}, 2)
    state = taken(state, "K1 K2")
    assert (state.counts["Anna"], state.pool, state.turns_left) == (6, 0, 3)


@given(st.sampled_from(available()), st.lists(st.sampled_from(["draw", "lay", "bad"]), max_size=40))
def test_no_tile_is_ever_lost(book: str, turns: list[str]) -> None:
    state = started(book)
    laid = iter(f"{c}{n} {c}{n + 1} {c}{n + 2}" for _ in range(2) for c in "KRBO" for n in (9, 6, 3))
    for kind in turns:
        rows = [" ".join(map(str, tiles)) for tiles in state.table]
        if state.over:
            break
        if kind == "draw":
            state = taken(state, drew=min(1, state.pool))
        elif kind == "lay" and state.counts[state.on_turn] >= 3:
            state = taken(state, " / ".join([*rows, next(laid, "K1 K2")]))
        else:
            state = taken(state, " / ".join([*rows, "K1 R2"]))
        assert sum(state.counts.values()) + state.pool + sum(map(len, state.table)) == 106


@pytest.mark.parametrize(
    ("players", "first", "complaint"),
    [
        (("Anna",), None, "Jumbo, 2016 is for 2 to 4 players, not for 1"),
        (tuple("ABCDE"), None, "Jumbo, 2016 is for 2 to 4 players, not for 5"),
        (("Anna", "Anna"), None, "every player needs a name of their own: 'Anna', 'Anna'"),
        (("Anna", " "), None, "every player needs a name of their own: 'Anna', ' '"),
        (("Anna", "Ben"), "Cleo", "Cleo cannot begin: Anna, Ben play"),
    ],
)
def test_a_round_that_cannot_start(players: tuple[str, ...], first: str | None, complaint: str) -> None:
    with pytest.raises(RoundError, match=f"^{complaint}$"):
        Round.start(players, load(JUMBO), first)


def test_an_undecided_turn_is_not_taken() -> None:
    with pytest.raises(RoundError, match=r"^the turn is undecided: settle its doubtful tiles first$"):
        started().after_turn(Verdict(Outcome.UNDECIDED, (), 0), (), 0)


def test_more_tiles_than_there_are() -> None:
    with pytest.raises(RoundError, match=r"^Anna drew 65 tiles, but the pool holds 64$"):
        started().after_turn(Verdict(Outcome.LEGAL, (), 0), (), 65)
    state = Round(load(JUMBO), NAMES, 0, {"Anna": 2, "Ben": 3, "Cleo": 5}, 9)
    with pytest.raises(RoundError, match=r"^Anna laid 3 tiles, but the rack held 2$"):
        taken(state, "R9 R10 R11")


HAND = "hertzano-original+hand"
ALL_AT_ONCE = "K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11 / R1 R2 R3"


@pytest.mark.parametrize(("book", "factor"), [(HAND, 2), (HERTZANO, 1), (JUMBO, 1)])
def test_going_out_in_the_turn_of_the_first_lay_down_is_going_out_by_hand(book: str, factor: int) -> None:
    state = taken(started(book), ALL_AT_ONCE)
    assert (state.winner, state.by_hand, state.points_factor) == ("Anna", True, factor)


def test_going_out_after_having_opened_is_not() -> None:
    state = Round(load(HAND), NAMES, 0, {"Anna": 3, "Ben": 3, "Cleo": 5}, 9, frozenset({"Anna"}))
    state = taken(state, "K1 K2 K3")
    assert (state.winner, state.by_hand, state.points_factor) == ("Anna", False, 1)


def test_too_late_with_the_last_tile_and_no_pool_to_draw_from_is_out_all_the_same() -> None:
    state = Round(load(HERTZANO), NAMES, 0, {"Anna": 3, "Ben": 3, "Cleo": 5}, 0, frozenset({"Anna"}), turns_left=2)
    state = taken(state, "K1 K2 K3", seconds=121)
    assert (state.winner, state.counts["Anna"], state.blocked) == ("Anna", 0, False)


@pytest.mark.parametrize(("book", "before"), [(JUMBO, "Cleo"), (HERTZANO, "Ben")])
def test_who_had_the_turn_before(book: str, before: str) -> None:
    state = started(book)
    assert state.before_on_turn == before
    assert taken(state, drew=1).before_on_turn == "Anna"


def test_a_round_begins_with_the_first_player_and_nothing_done() -> None:
    state = started()
    assert (state.on_turn, state.turns, state.turns_left, state.passes, state.winner, state.by_hand) == (
        "Anna",
        0,
        None,
        0,
        None,
        False,
    )
    assert (dict(state.counts), dict(state.discards), state.opened) == (
        {"Anna": 14, "Ben": 14, "Cleo": 14},
        {},
        frozenset(),
    )
    state = taken(taken(state, "R9 R10 R11"), drew=1)
    assert (state.turns, state.on_turn, dict(state.counts)) == (2, "Cleo", {"Anna": 11, "Ben": 15, "Cleo": 14})


def test_where_a_tile_laid_too_late_stays_its_player_has_opened_unless_it_was_loose() -> None:
    state = Round(
        load(HERTZANO), NAMES, 0, {"Anna": 9, "Ben": 3, "Cleo": 5}, 30, frozenset({"Anna"}), parse_table("R4 R5 R6")
    )
    one = taken(state, "R4 R5 R6 R7", seconds=121)
    assert (one.counts["Anna"], one.opened, one.pool) == (11, frozenset({"Anna"}), 27)
    loose = taken(state, "R4 R5 R6 / R8", seconds=121)
    assert (loose.counts["Anna"], loose.table, loose.pool) == (12, parse_table("R4 R5 R6"), 27)


def test_an_opening_that_stays_counts_although_other_tiles_went_back() -> None:
    """The old original: the two black tiles are loose now, but the thirty points lie in a set of their own."""
    state = Round.start(("Anna", "Ben"), load(HERTZANO))
    state = replace(state, table=parse_table("K1 K2 K3 / O1 O2 O3"), opened=frozenset({"Ben"}))
    after = parse_table("O1 O2 O3 / R10 B10 O10 / K1 K2 / K3 R5")
    verdict = judge(Turn(state.table, after, opened=False, seconds=130), state.rulebook)
    assert verdict.penalty is not None
    following = state.after_turn(verdict, after, 0)
    assert following.table == parse_table("O1 O2 O3 / R10 B10 O10")
    assert "Anna" in following.opened
