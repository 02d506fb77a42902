"""A running table looks through another feed: the game goes on, nothing of the last picture is held against anybody, nothing hangs."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import pytest

from live import appeals
from live.game import commands
from live.game.seen import SeenTable
from live.game.state import State
from live.runner import Runner
from live.watching.feed import NoCamera
from live.watching.lag import NETWORK
from referee.verdict import Outcome
from tests.live.stage import OPENING, EndlessStage, Played, Stage
from vision.frame import Jpeg

FIRST = OPENING
LATER = "K10 K11 K12"
GROUP = "K7 B7 O7"


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Played]:
    game = Played(tmp_path)
    yield game
    game.runner.close()


def choose(played: Played, stage: Stage | None = None) -> Stage:
    """Another camera is chosen, which shows the table as the first did, and from elsewhere."""
    played.stage = stage or Stage()
    played.stage.push(40, 25)
    played.live.look_through(played.stage)
    played.runner.read_with(played.stage)
    return played.stage


def take_away(played: Played) -> None:
    played.live.look_through(NoCamera())


def test_the_game_goes_on_and_its_clock_does_not_jump(played: Played) -> None:
    played.begin()
    played.turn(FIRST)
    played.stage.seconds += 12.0
    elapsed = played.told()["clock"]["elapsed"]
    stage = choose(played)
    assert played.told()["clock"]["elapsed"] == pytest.approx(elapsed)
    stage.seconds += 3.0
    assert played.told()["clock"]["elapsed"] == pytest.approx(elapsed + 3.0)
    assert (played.on_turn(), played.told()["turn"]) == ("Ben", 1)
    played.turn(FIRST, LATER)
    assert (played.told()["verdict"]["outcome"], played.told()["verdict"]["played"]) == ("legal", LATER.split())


def test_a_camera_with_another_time_of_its_own_takes_over(played: Played) -> None:
    """A recording's time begins with it; a camera's is the computer's."""
    played.begin()
    played.turn(FIRST)
    stage = Stage()
    stage.seconds = 1e5
    choose(played, stage)
    assert played.told()["clock"]["elapsed"] < 1.0
    played.turn(FIRST, LATER)
    assert played.told()["verdict"]["outcome"] == "legal"


def test_the_last_feed_is_closed_and_its_picture_shown_no_more(played: Played) -> None:
    played.begin()
    played.turn(FIRST)
    first, number = played.stage, played.told()["frame"]
    stage = choose(played)
    assert first.closed.is_set()
    assert (played.told()["frame"], played.told()["table"]) == (None, None)
    stage.show(FIRST)
    played.run()
    assert played.told()["frame"] > number  # whoever keeps pictures by their number shows no old one


def test_what_a_person_named_in_the_last_picture_lies_nowhere_in_the_next(played: Played) -> None:
    played.begin()
    played.turn(FIRST)
    assert played.live.game.pins
    choose(played)
    assert (played.live.game.pins, played.live.game.rack_areas) == ((), ())
    played.stage.show(FIRST)
    played.run()
    assert not played.told()["camera"]["moved"]


def test_how_late_the_last_camera_was_says_nothing_of_the_next(played: Played) -> None:
    played.begin()
    witness = played.live.sitting.witness
    for turn in range(4):
        witness.lag.learn(10.0 * turn, 10.0 * turn)
    stage = Stage()
    stage.lag = NETWORK
    choose(played, stage)
    assert played.live.sitting.witness.lag.most == NETWORK


def ended(played: Played) -> None:
    """A turn that waits for its verdict: a hand is over the table."""
    played.begin()
    played.turn(FIRST)
    played.stage.hands().do(played.buttons.end_turn).hands(0.5)
    played.run()
    assert played.state() is State.READING


def photographed(played: Played, *sets: str) -> None:
    photo = played.stage.paint(sets)
    data = cv2.imencode(".jpg", photo)[1].tobytes()
    jpeg = Jpeg(data, photo.shape[1], photo.shape[0])
    reading = played.stage.read(photo)
    press = played.told()["unjudged"]["event"]
    appeals.judge_photo(played.live, press, jpeg, reading, SeenTable.from_reading(reading))


def test_a_turn_that_waits_when_another_camera_is_chosen_waits_for_a_word_or_a_photo(played: Played) -> None:
    ended(played)
    choose(played).show(FIRST, LATER)
    played.run()
    assert (played.state(), played.told()["waits"]["for"]) == (State.READING, "restart")
    played.buttons.judge_anyway()
    played.stage.show(FIRST, LATER)
    played.run()
    assert (played.told()["verdict"]["outcome"], played.told()["verdict"]["played"]) == ("legal", LATER.split())


def test_such_a_turn_is_judged_by_a_photo_though_no_picture_has_come_yet(played: Played) -> None:
    ended(played)
    choose(played)
    photographed(played, FIRST, LATER)
    assert (played.told()["verdict"]["outcome"], played.state()) == ("legal", State.TURN)


def test_a_turn_that_waits_when_the_camera_is_taken_away_stands_and_can_be_judged_by_a_photo(played: Played) -> None:
    ended(played)
    take_away(played)
    assert (played.state(), played.told()["watched"], played.on_turn()) == (State.TURN, False, "Anna")
    assert played.told()["unjudged"]["player"] == "Ben"
    photographed(played, FIRST, LATER)
    assert played.told()["verdict"]["outcome"] == "legal"


def test_a_camera_taken_away_and_put_back_before_anything_was_laid_unseen_goes_on_watching(played: Played) -> None:
    played.begin()
    played.turn(FIRST)
    take_away(played)
    choose(played)
    assert (played.told()["watched"], played.told()["watchesNext"]) == (True, False)
    played.turn(FIRST, LATER)
    assert played.told()["verdict"]["outcome"] == "legal"


def test_a_camera_that_comes_when_tiles_were_laid_unseen_watches_from_the_next_round_on(played: Played) -> None:
    played.begin()
    take_away(played)
    played.buttons.end_turn()
    choose(played)
    assert (played.told()["watched"], played.told()["watchesNext"]) == (False, True)
    played.live.note_beat()
    played.again()
    assert played.told()["watchesNext"]
    played.live.do(commands.score, {"Anna": 5}, "Ben")
    played.buttons.next_round()
    assert (played.told()["watched"], played.told()["watchesNext"]) == (True, False)


def test_once_a_photo_has_shown_the_table_a_camera_that_is_chosen_watches_from_there(played: Played) -> None:
    played.begin()
    take_away(played)
    played.buttons.end_turn()
    choose(played)
    photographed(played, FIRST)
    assert not played.told()["watched"]
    played.live.look_through(played.live.feed)
    played.turn(FIRST, LATER)
    assert (played.told()["watched"], played.told()["verdict"]["played"]) == (True, LATER.split())


def test_a_round_begun_without_a_camera_is_watched_once_one_is_chosen(played: Played) -> None:
    take_away(played)
    played.begin()
    assert not played.told()["watched"]
    choose(played)
    played.turn(FIRST)
    assert (played.told()["watched"], played.told()["verdict"]["outcome"]) == (True, "legal")


def test_undo_goes_back_in_the_game_and_not_to_the_last_camera(played: Played) -> None:
    played.begin()
    played.turn(FIRST)
    played.turn(FIRST, LATER)
    choose(played)
    played.buttons.undo()
    assert (played.live.game.pins, played.on_turn(), played.told()["watched"]) == ((), "Ben", True)
    played.turn(FIRST, GROUP)
    assert played.told()["verdict"]["outcome"] == "illegal"  # worth 21, judged by what the new camera shows


def test_a_start_after_the_choice_is_as_if_nothing_had_ended(played: Played) -> None:
    ended(played)
    choose(played)
    told = {key: played.told()[key] for key in ("state", "turn", "watched", "unjudged", "verdict", "undo")}
    played.again()
    assert {key: played.told()[key] for key in told} == told


def dealing(played: Played) -> None:
    played.begin(deal=True)


def paused(played: Played) -> None:
    played.begin()
    played.buttons.pause()


def questioned(played: Played) -> None:
    played.begin()
    played.turn(FIRST, doubts={"R12": {"R12": 0.6, "B12": 0.39}})


def putting_back(played: Played) -> None:
    played.begin()
    played.turn("R1 R2 R3")


def over(played: Played) -> None:
    played.begin()
    played.live.do(commands.end_round, "Anna")


def written(played: Played) -> None:
    over(played)
    played.live.do(commands.score, {"Ben": 5}, "Anna")


def word(played: Played) -> None:
    played.live.rule(Outcome.LEGAL, "we saw it")


Press = Callable[[Played], None]
WAYS: dict[State, tuple[Press, Press, State]] = {
    State.DEAL: (dealing, lambda played: played.buttons.first_turn(), State.TURN),
    State.TURN: (lambda played: played.begin(), lambda played: played.buttons.end_turn(), State.TURN),
    State.PAUSED: (paused, lambda played: played.buttons.resume(), State.TURN),
    State.QUESTION: (questioned, word, State.TURN),
    State.RESTORE: (putting_back, lambda played: played.buttons.resume(), State.TURN),
    State.OVER: (over, lambda played: played.live.do(commands.score, {"Ben": 5}, "Anna"), State.SCORED),
    State.SCORED: (written, lambda played: played.buttons.next_round(), State.TURN),
}
"""Each state: how it comes to it, the press that leads on without a camera, and where to."""


@pytest.mark.parametrize("state", WAYS, ids=str)
def test_each_state_has_a_way_on_once_the_camera_is_taken_away(played: Played, state: State) -> None:
    come, press, there = WAYS[state]
    come(played)
    assert played.state() is state
    take_away(played)
    assert played.state() is state
    press(played)
    assert played.state() is there


PATIENCE = 30.0
"""Seconds that a busy computer is given."""


class Live(EndlessStage):
    """A camera that shows one table in real time."""

    def __init__(self, *sets: str) -> None:
        super().__init__()
        self.is_live = True
        self.now_show(*sets)


def shown(played: Played) -> list[list[str]]:
    table = played.told()["table"]
    return [[tile["tile"] for tile in members] for members in table["sets"]] if table else []


def wait_until(played: Played, holds: Callable[[], bool]) -> None:
    version, left = -1, 300
    while not holds() and left:
        played.live.bulletin.wait(version, PATIENCE / 300)
        version, left = played.live.bulletin.version, left - 1
    assert holds()


def test_the_threads_go_on_with_the_next_feed(tmp_path: Path) -> None:
    played = Played(tmp_path, Live(FIRST))
    played.begin()
    played.runner.start()
    wait_until(played, lambda: shown(played) == [FIRST.split()])
    names = {thread.name for thread in threading.enumerate() if thread.name.startswith("live-")}
    second = Live(FIRST, LATER)
    played.runner.read_with(second)
    played.live.look_through(second)
    wait_until(played, lambda: shown(played) == [FIRST.split(), LATER.split()])
    take_away(played)
    played.buttons.end_turn()
    assert played.told()["watched"] is False
    assert {thread.name for thread in threading.enumerate() if thread.name.startswith("live-")} == names
    assert played.told()["trouble"] is None
    played.runner.close()


class Slow(Live):
    """Reads a picture only when it is allowed to."""

    def __init__(self, *sets: str) -> None:
        super().__init__(*sets)
        self.begun, self.allowed = threading.Event(), threading.Event()

    def read(self, *args: object, **options: object):  # type: ignore[no-untyped-def]  # noqa: ANN201 - as the stage's
        self.begun.set()
        self.allowed.wait(PATIENCE)
        return super().read(*args, **options)  # type: ignore[arg-type]


def test_a_picture_of_the_last_camera_that_is_read_late_counts_for_nothing(tmp_path: Path) -> None:
    slow = Slow(FIRST)
    played = Played(tmp_path, slow)
    played.begin()
    played.runner.start()
    assert slow.begun.wait(PATIENCE)
    second = Live(LATER)
    seen: list[list[list[str]]] = []
    played.live.look_through(second)
    played.runner.read_with(second)
    slow.allowed.set()

    def is_read() -> bool:
        seen.append(shown(played))
        return bool(seen[-1])

    wait_until(played, is_read)
    assert seen[-1] == [LATER.split()]
    played.runner.close()


def test_a_runner_ends_with_the_feed_that_is_looked_through(tmp_path: Path) -> None:
    played = Played(tmp_path)
    played.begin()
    runner = Runner(played.live, played.stage)
    played.stage.show(FIRST).do(lambda: played.live.look_through(NoCamera())).show(FIRST)
    thread = threading.Thread(target=runner.run, daemon=True)
    thread.start()
    thread.join(0.5)
    assert thread.is_alive()  # it waits for what may come without a camera
    runner.close()
    thread.join(PATIENCE)
    assert not thread.is_alive()
