"""The time that a turn may take: its own seconds, extensions, and the player's bank."""

from dataclasses import replace

import pytest

from referee.allowance import Allowance, Counted
from referee.described import DescribedTurn
from referee.description import DescriptionError
from referee.round import Round, RoundError
from referee.rulebook import RulebookError, load, parse
from referee.verdict import Verdict

JUMBO = "jumbo-original-2016"
CHESS = f"{JUMBO}+bank=10m+delay=10"


def of(name: str) -> Allowance:
    return Allowance.of(load(name).time)


def judged(switches: str, seconds: float, **allowed: object) -> Verdict:
    turn = {"before": [["R4", "R5", "R6"]], "after": [["R4", "R5", "R6", "R7"]], "opened": True, "seconds": seconds}
    data = {"rulebook": JUMBO + switches, **turn, "time": allowed or None}
    return DescribedTurn.parse(data).settle().verdict


@pytest.mark.parametrize(
    ("name", "limit"),
    [
        (JUMBO, 60.0),
        (f"{JUMBO}+time=none", None),
        (f"{JUMBO}+bank=10m", 660.0),
        (f"{JUMBO}+bank=600", 660.0),
        (CHESS, 610.0),
        (f"{JUMBO}+bank=5m+increment=10", 300.0),
        (f"{JUMBO}+time=none+bank=5m", 300.0),
        (f"{JUMBO}+bank=5m+time=90", 390.0),
    ],
)
def test_a_turn_may_take_its_own_time_and_the_bank(name: str, limit: float | None) -> None:
    assert of(name).limit == limit


def test_a_delay_is_not_paid_by_the_bank_and_does_not_add_up() -> None:
    assert [of(CHESS).after(seconds).bank for seconds in (4.0, 10.0, 25.5)] == [600.0, 600.0, 584.5]


def test_an_increment_adds_up() -> None:
    assert of(f"{JUMBO}+bank=5m+increment=10").after(4.0).after(4.0).bank == 312.0


def test_a_bank_beside_the_minute_pays_only_for_more_than_the_minute() -> None:
    turn = of(f"{JUMBO}+bank=10m")
    assert (turn.after(60.0).bank, turn.after(90.0).bank, turn.after(900.0).bank) == (600.0, 570.0, 0.0)


def test_an_extension_counts_before_the_bank_and_for_one_turn() -> None:
    turn = replace(of(f"{CHESS}+extensions=2"), taken=1)
    assert turn.limit == 640.0
    after = turn.after(45.0)
    assert (after.bank, after.limit) == (595.0, 605.0)


def test_the_judge_says_what_it_counted() -> None:
    verdict = judged("+bank=10m+delay=10+extensions=2", 75.2, bank=41.5, extensions=1)
    assert verdict.to_json()["time"] == {
        "seconds": 75.2, "own": 10.0, "extensions": 1, "extension": 30, "bank": 41.5, "from_bank": 35.2, "allowed": 81.5,
    }  # fmt: skip
    assert Verdict.from_json(verdict.to_json()) == verdict


def test_without_bank_extension_or_handicap_nothing_is_said_of_time() -> None:
    assert "time" not in judged("", 41.5).to_json()


@pytest.mark.parametrize(
    ("switches", "allowed", "over"),
    [
        ("", {}, 60.0),
        ("", {"own": 120}, 120.0),
        ("+extensions=1", {"extensions": 1}, 90.0),
        ("+extensions=1+extension=45", {"extensions": 1}, 105.0),
        ("+bank=2m", {}, 180.0),
        ("+bank=2m", {"bank": 0}, 60.0),
        ("+bank=2m+delay=5", {"bank": 3.5}, 8.5),
    ],
)
def test_a_turn_is_too_long_once_all_that_was_allowed_is_gone(
    switches: str, allowed: dict[str, object], over: float
) -> None:
    assert judged(switches, over, **allowed).violations == ()
    [late] = judged(switches, over + 0.5, **allowed).violations
    assert (late.code, late.values["limit"]) == ("overtime", f"{over:g}")


def test_a_player_without_a_limit_is_never_late() -> None:
    assert judged("+bank=2m", 9999.0, own=None).violations == ()


@pytest.mark.parametrize(
    "time", [7, {"bnak": 3}, {"own": "long"}, {"bank": -1}, {"extensions": 1.5}, {"extensions": -1}]
)
def test_what_was_allowed_must_make_sense(time: object) -> None:
    turn = {"before": [], "after": [], "opened": True, "time": time}
    with pytest.raises(DescriptionError) as caught:
        DescribedTurn.parse(turn)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "switches", ["+delay=10", "+increment=10", "+bank=5m+delay=5+increment=5", "+bank=2h", "+bank=0m"]
)
def test_switches_that_make_no_sense_together_are_refused(switches: str) -> None:
    with pytest.raises(RulebookError):
        load(JUMBO + switches)


def test_a_rulebook_of_ones_own_may_leave_out_all_but_the_seconds() -> None:
    book = parse({"id": "ours", "title": "Ours", "inherits": JUMBO, "time": {"source": "agreed", "bank": 300}})
    assert (book.time.seconds, book.time.bank, book.time.extension) == (60.0, 300, 30)


def test_each_player_has_a_bank_and_extensions_of_their_own() -> None:
    state = Round.start(["Anna", "Ben"], load(f"{CHESS}+extensions=1"), handicaps={"Ben": 120.0})
    state = state.extended().timed(50.0)
    assert (state.time_of("Anna").bank, state.time_of("Anna").extensions) == (590.0, 0)
    assert (state.time_of("Ben").limit, state.time_of("Ben").extensions) == (720.0, 1)
    assert state.handicaps == {"Ben": 120.0}
    with pytest.raises(RoundError, match="no extension is left for Anna"):
        state.extended()


@pytest.mark.parametrize(("pool", "who"), [(1, "Anna"), (5, "Ben")])
def test_an_extension_in_the_turn_that_runs_outlasts_another_verdict_on_the_turn_before_also_in_the_same_hand(
    pool: int, who: str
) -> None:
    before = replace(Round.start(["Anna", "Ben"], load(f"{JUMBO}+extensions=3")), pool=pool).extended()
    runs = before.timed(70.0).after_unseen(1, laid=False).extended()
    assert runs.on_turn == who
    asked = before.as_timed_by(runs, "Anna")
    assert (asked.on_turn, asked.allowance.taken) == ("Anna", 1)
    again = before.timed(50.0).after_unseen(1, laid=False).as_timed_by(asked, "Anna")
    assert (again.allowance, again.allowance.taken) == (runs.allowance, 1)
    assert again.time_of("Anna").extensions == 2 - (who == "Anna")


def test_an_extension_of_a_turn_that_a_verdict_gives_to_somebody_else_is_given_back() -> None:
    before = replace(Round.start(["Anna", "Ben"], load(f"{JUMBO}+extensions=2")), pool=1)
    runs = before.after_unseen(1, laid=False).extended()
    laid = before.after_unseen(0, laid=True).as_timed_by(runs, "Anna")
    assert (runs.on_turn, laid.on_turn) == ("Anna", "Ben")
    assert [laid.time_of(name).extensions for name in ("Anna", "Ben")] == [2, 2]


def test_a_player_without_a_limit_has_nothing_to_extend() -> None:
    with pytest.raises(RoundError):
        Round.start(["Anna", "Ben"], load(f"{JUMBO}+extensions=1"), handicaps={"Anna": None}).extended()


def test_what_was_counted_is_over_only_past_the_limit() -> None:
    assert not Counted(60.0, 60.0, 0, 30, 0.0, 0.0, 60.0).is_over
    assert not Counted(9e9, None, 0, 30, 0.0, 0.0, None).is_over
