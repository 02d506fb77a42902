"""People come and go, names are mended, and somebody forgets to press: the game goes on, and what was so stays on record."""

from __future__ import annotations

import pytest

from live.game.commands import RefusedError
from live.telling.evening import evening_of
from live.telling.names import remembered
from referee.errors import UserError
from referee.round import RoundError
from tests.live.stage import OPENING, Played


def names(played: Played) -> list[str]:
    return [player["name"] for player in played.told()["players"]]


def totals(played: Played) -> dict[str, int]:
    return dict(played.told()["sheet"]["totals"])


@pytest.fixture
def three(played: Played) -> Played:
    """A first turn of Anna's is over, with Ben and Cleo at the table."""
    played.begin("Anna", "Ben", "Cleo")
    played.turn(OPENING)
    return played


@pytest.fixture
def written(three: Played) -> Played:
    """The round is written down."""
    three.buttons.score({"Ben": 24, "Cleo": 10}, "Anna")
    return three


# The clock


def test_a_clock_that_ran_on_is_set_back_and_runs_on_from_there(three: Played) -> None:
    three.stage.wait(30)
    three.run()
    before = three.told()["clock"]["elapsed"]
    three.buttons.set_clock(-20, more=True)
    clock = three.told()["clock"]
    assert (clock["elapsed"], clock["running"]) == (pytest.approx(before - 20, abs=0.1), True)
    three.buttons.set_clock(5)
    three.buttons.pause()
    three.buttons.set_clock(-20, more=True)
    assert (three.told()["clock"]["elapsed"], three.told()["state"]) == (0.0, "paused")


def test_a_clock_that_was_set_outlives_the_program(three: Played) -> None:
    three.buttons.pause()
    three.buttons.set_clock(41)
    three.again()
    assert three.told()["clock"]["elapsed"] == 41


def late(played: Played) -> int:
    """Anna ends her turn after the minute, and has it judged; the event of the press."""
    played.begin()
    played.buttons.set_clock(70)
    played.turn(OPENING)
    verdict = played.told()["verdict"]
    assert [one["code"] for one in verdict["violations"]] == ["overtime"]
    return played.last_judged()


def test_a_turn_that_was_late_since_nobody_pressed_is_judged_by_its_other_time(played: Played) -> None:
    press = late(played)
    played.buttons.set_clock(-20, press, more=True)
    told = played.told()
    assert told["verdict"]["outcome"] == "legal"
    assert told["verdict"]["seconds"] < 60
    assert told["state"] == "turn"
    played.again()
    assert played.told()["verdict"]["outcome"] == "legal"


def test_the_time_of_a_turn_that_waits_for_its_verdict_is_set_too(played: Played) -> None:
    played.begin()
    played.buttons.set_clock(70)
    played.stage.hands().do(played.buttons.end_turn).hands()
    played.run()
    played.buttons.set_clock(40, played.told()["unjudged"]["event"])
    played.stage.show(OPENING)
    played.run()
    assert (played.told()["verdict"]["outcome"], played.told()["verdict"]["seconds"]) == ("legal", 40)


def test_undo_takes_back_the_other_time_with_its_verdict(played: Played) -> None:
    press = late(played)
    played.buttons.set_clock(-20, press, more=True)
    assert played.told()["undoes"] == {"kind": "clock-set", "player": "Anna", "turn": 1}
    played.buttons.undo()
    assert played.told()["verdict"]["outcome"] == "illegal"


def test_the_time_of_a_turn_that_others_followed_stays(three: Played) -> None:
    press = three.last_judged()
    three.turn(OPENING, drew=True)
    with pytest.raises(RefusedError) as refusal:
        three.buttons.set_clock(10, press)
    assert refusal.value.code == "built-on"


def test_a_turn_without_a_camera_has_another_time_too(played: Played) -> None:
    played.begin(watched=False)
    played.stage.seconds += 90
    played.buttons.end_turn()
    played.buttons.set_clock(30, played.live.game.last_event)
    assert played.told()["unjudged"]["seconds"] == 30


def test_the_evening_tells_who_set_which_clock(played: Played) -> None:
    played.begin()
    with played.live.pressed_by("host"):
        played.buttons.set_clock(20)
    played.turn(OPENING)
    with played.live.pressed_by("host"):
        played.buttons.set_clock(-10, played.last_judged(), more=True)
    (turn,) = evening_of(played.live.record.journal.events()).turns
    assert [(said.kind, said.by) for said in turn.said] == [("clock-set", "host"), ("clock-set", "host")]
    assert turn.said[0].reason == "0 s → 20 s"
    assert turn.seconds == pytest.approx(played.told()["verdict"]["seconds"])


# Names


def test_a_mended_name_is_the_player_s_everywhere(written: Played) -> None:
    written.buttons.next_round()
    written.buttons.mend_name("Cleo", "Chloé")
    told = written.told()
    assert names(written) == ["Anna", "Ben", "Chloé"]
    assert totals(written) == {"Anna": 34, "Ben": -24, "Chloé": -10}
    assert told["sheet"]["columns"][0]["points"] == {"Anna": 34, "Ben": -24, "Chloé": -10}
    written.turn(OPENING, drew=True)
    written.turn(OPENING)
    assert written.told()["verdict"]["player"] == "Chloé"


def test_a_mended_name_outlives_undo_redo_and_the_program(three: Played) -> None:
    three.buttons.mend_name("Anna", "Hannah")
    three.buttons.undo()
    assert names(three) == ["Hannah", "Ben", "Cleo"]
    three.buttons.redo()
    assert three.told()["verdict"]["player"] == "Hannah"
    three.again()
    assert (names(three), three.told()["verdict"]["player"]) == (["Hannah", "Ben", "Cleo"], "Hannah")


@pytest.mark.parametrize(("name", "code"), [("Ben", "players-names"), (" ", "players-names"), ("Веn", "names-alike"), ("Cleo", "unchanged")])  # fmt: skip  # noqa: RUF001 - letters that look alike
def test_a_name_that_is_taken_or_none_is_refused(three: Played, name: str, code: str) -> None:
    with pytest.raises(UserError) as refusal:
        three.buttons.mend_name("Cleo", name)
    assert refusal.value.code == code


def test_the_evening_and_the_names_offered_next_know_the_mended_one_alone(written: Played) -> None:
    written.buttons.mend_name("Anna", "Hannah")
    evening = evening_of(written.live.record.journal.events())
    assert [turn.player for turn in evening.turns] == ["Hannah"]
    assert evening.sheets[-1].score.totals == {"Hannah": 34, "Ben": -24, "Cleo": -10}
    assert remembered(written.live.record.journal) == ["Hannah", "Ben", "Cleo"]


# Seats


def test_who_joins_the_next_round_has_no_points_yet_and_who_left_keeps_theirs(written: Played) -> None:
    written.buttons.next_round(players=["Cleo", "Anna", "Dan"])
    assert names(written) == ["Cleo", "Anna", "Dan"]
    assert totals(written) == {"Cleo": -10, "Anna": 34, "Dan": 0, "Ben": -24}
    written.buttons.score({"Cleo": 5, "Anna": 5}, "Dan")
    assert totals(written) == {"Cleo": -15, "Anna": 29, "Dan": 10, "Ben": -24}
    written.buttons.next_round(players=["Ben", "Dan"])
    assert totals(written) == {"Ben": -24, "Dan": 10, "Cleo": -15, "Anna": 29}
    written.again()
    assert (names(written), totals(written)["Anna"]) == (["Ben", "Dan"], 29)
    sheet = evening_of(written.live.record.journal.events()).sheets[-1]
    assert sheet.score.totals == totals(written)


@pytest.mark.parametrize(
    ("seats", "first"),
    [(["Cleo", "Ben", "Anna"], "Ben"), (["Anna", "Cleo"], "Cleo"), (["Dan", "Anna"], "Anna"), (["Dan", "Eve"], "Dan")],
)
def test_the_next_of_those_who_stay_begins_wherever_they_sit(written: Played, seats: list[str], first: str) -> None:
    written.buttons.next_round(players=seats)
    assert written.on_turn() == first


def test_two_of_one_name_cannot_sit_down(written: Played) -> None:
    with pytest.raises(UserError) as refusal:
        written.buttons.next_round(players=["Anna", "Anna", "Ben"])
    assert refusal.value.code == "players-names"


def test_who_leaves_in_mid_round_puts_the_rack_into_the_pool(three: Played) -> None:
    pool, (_, bens, _) = three.told()["pool"], three.counts()
    assert three.on_turn() == "Ben"
    three.stage.wait(20)
    three.run()
    three.buttons.leave("Ben")
    told = three.told()
    assert (names(three), three.on_turn(), told["pool"]) == (["Anna", "Cleo"], "Cleo", pool + bens)
    assert (told["clock"]["elapsed"], told["clock"]["running"]) == (0.0, True)
    three.turn(OPENING, "B10 B11 B12")
    assert (three.told()["verdict"]["outcome"], three.on_turn(), three.contradictions()) == ("legal", "Anna", [])
    three.buttons.score({"Anna": 7}, "Cleo")
    assert totals(three) == {"Anna": -7, "Ben": 0, "Cleo": 7}
    three.again()
    assert names(three) == ["Anna", "Cleo"]


def test_who_left_before_a_round_was_written_down_keeps_a_row_on_the_sheet(three: Played) -> None:
    three.buttons.leave("Ben")
    three.buttons.score({"Anna": 7}, "Cleo")
    three.buttons.next_round(players=["Anna", "Cleo", "Dan"])
    three.buttons.leave("Dan")
    three.buttons.score({"Anna": 3}, "Cleo")
    three.buttons.next_round()
    assert totals(three) == {"Anna": -10, "Cleo": 10, "Dan": 0, "Ben": 0}
    three.again()
    assert totals(three) == {"Anna": -10, "Cleo": 10, "Dan": 0, "Ben": 0}
    assert evening_of(three.live.record.journal.events()).sheets[-1].score.totals == totals(three)


def test_who_leaves_out_of_turn_takes_no_time_of_anybody_s(three: Played) -> None:
    three.stage.wait(20)
    three.run()
    before = three.told()["clock"]["elapsed"]
    three.buttons.leave("Anna")
    assert (three.on_turn(), three.told()["clock"]["elapsed"]) == ("Ben", before)
    three.buttons.undo()
    assert (names(three), three.on_turn()) == (["Anna", "Ben", "Cleo"], "Ben")


def test_after_who_began_has_left_the_next_seat_begins_the_next_round(three: Played) -> None:
    three.buttons.leave("Anna")
    three.buttons.score({"Ben": 7}, "Cleo")
    three.buttons.next_round()
    assert three.on_turn() == "Ben"


def test_one_alone_cannot_play_on(played: Played) -> None:
    played.begin()
    with pytest.raises(RoundError) as refusal:
        played.buttons.leave("Ben")
    assert refusal.value.code == "players-few"


def test_nobody_leaves_while_a_round_is_written_down(written: Played) -> None:
    with pytest.raises(RefusedError) as refusal:
        written.buttons.leave("Ben")
    assert refusal.value.code == "no-leave"
