"""The demo round presses its buttons at the scripted moments, or waits for the visitor to press them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Self

import pytest

from calibration import TableProfile
from journal import Journal
from live.demo import DemoError, DemoFeed, DemoRound, DemoTurn
from live.game import commands
from live.runner import Runner
from live.table import LiveTable
from referee.tiles import parse_tiles
from tests.live.stage import FPS, Stage
from vision.frame import Frame
from webui.snapshot import snapshot

pytestmark = pytest.mark.slow

FIRST, SECOND = ("R10 R11 R12",), ("R10 R11 R12", "K10 B10 O10")
ROUND = DemoRound(
    video=Path("round.mp4"),
    rulebook="jumbo-original-2016",
    players=("Anna", "Ben"),
    turns=(
        DemoTurn("Anna", 4.0, draws=False),
        DemoTurn("Ben", 8.0, draws=False),
        DemoTurn("Anna", 10.0, draws=True),
    ),
    winner="Ben",
    racks={"Anna": parse_tiles(["K3", "J"])},
    profile=TableProfile("demo"),
)


class Recording:
    """Stands for the video: the stage's frames with the video's times."""

    def __init__(self, stage: Stage) -> None:
        self._photos = [photo for photo in stage.steps if not callable(photo)]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def __iter__(self) -> Iterator[Frame]:
        for i, photo in enumerate(self._photos):
            yield Frame(photo, i / FPS)


MakeDemo = Callable[..., tuple[Runner, DemoFeed]]


@pytest.fixture
def demo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MakeDemo]:
    stage = Stage()
    stage.hands().show(*FIRST, seconds=3.5).hands().show(*SECOND, seconds=4.5)
    monkeypatch.setattr("live.demo.open_recording", lambda _: Recording(stage))
    monkeypatch.setattr("live.demo.HOLD", 0.02)
    made: list[Runner] = []

    def make(speed: float | None = None) -> tuple[Runner, DemoFeed]:
        feed = DemoFeed(ROUND, speed=speed)
        live = LiveTable(Journal(tmp_path / "data"), feed, profile=tmp_path / "table.toml")
        feed.attach(live)
        made.append(Runner(live, stage))
        return made[-1], feed

    yield make
    for runner in made:
        runner.close()


def verdicts(live: LiveTable) -> list[dict[str, Any]]:
    return [dict(event.data) for event in live.record.journal.events() if event.kind == "verdict"]


def test_the_round_plays_itself_from_video_to_score_sheet(demo: MakeDemo) -> None:
    runner, _ = demo()
    runner.run()
    live = runner.table
    assert [(v["player"], v["verdict"]["verdict"], v["drew"]) for v in verdicts(live)] == [
        ("Anna", "legal", 0),
        ("Ben", "legal", 0),
        ("Anna", "legal", 1),
    ]
    assert [v["seconds"] for v in verdicts(live)] == pytest.approx([4.0, 4.0, 2.0], abs=0.3)
    assert snapshot(live)["sheet"]["columns"][0]["points"] == {"Anna": -33, "Ben": 33}


def test_a_visitor_who_presses_finds_the_picture_waiting(demo: MakeDemo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("live.demo.HOLD", 0.01)
    runner, feed = demo(speed=1000.0)
    live, feed.by_itself = runner.table, False
    runner.start()
    for turns in range(2):
        version = -1
        while feed.now() < ROUND.turns[turns].end:
            live.bulletin.wait(version, 1.0)
            version = live.bulletin.version
        held = feed.now()
        live.bulletin.wait(live.bulletin.version, 0.1)
        assert feed.now() == held
        live.do(commands.end_turn)
        while len(verdicts(live)) <= turns:
            live.bulletin.wait(live.bulletin.version, 1.0)
    feed.by_itself = True
    while not feed.over:
        live.bulletin.wait(live.bulletin.version, 1.0)
    assert [v["verdict"]["verdict"] for v in verdicts(live)] == ["legal"] * 3


def test_a_visitor_who_takes_their_time_is_judged_by_their_own_turn(
    demo: MakeDemo, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For longer than a camera may send one picture, and than any camera is late: the round waits, and so does its clock."""
    monkeypatch.setattr("live.demo.HOLD", 0.25)
    runner, feed = demo()
    live, feed.by_itself = runner.table, False
    runner.start()
    ailments, held = set(), 0.0
    for turns, drew in enumerate((False, False, True)):
        while feed.rate or feed.now() <= held:
            live.bulletin.wait(live.bulletin.version, 0.1)
            ailments.add(live.scene.ailment)
        held, stood = feed.now(), feed.ahead
        while feed.ahead < stood + 9.0:
            live.bulletin.wait(live.bulletin.version, 0.1)
            ailments.add(live.scene.ailment)
        live.do(commands.end_turn, drew=drew)
        while len(verdicts(live)) <= turns:
            live.bulletin.wait(live.bulletin.version, 1.0)
    assert [(v["player"], v["verdict"]["verdict"]) for v in verdicts(live)] == [
        ("Anna", "legal"),
        ("Ben", "legal"),
        ("Anna", "legal"),
    ]
    assert [v["seconds"] for v in verdicts(live)] == pytest.approx([4.0, 4.0, 2.0], abs=0.3)
    assert ailments == {None}


def test_the_round_can_be_watched_again(demo: MakeDemo) -> None:
    runner, feed = demo(speed=1000.0)
    live = runner.table
    runner.start()
    while not feed.over:
        live.bulletin.wait(live.bulletin.version, 1.0)
    feed.again()
    while len(verdicts(live)) < 6 or not feed.over:
        live.bulletin.wait(live.bulletin.version, 1.0)
    assert len(snapshot(live)["sheet"]["columns"]) == 1


def test_a_script_is_loaded_with_its_racks_and_play_area(tmp_path: Path) -> None:
    script = {
        "rulebook": "jumbo-original-2016",
        "players": ["Anna", "Ben"],
        "fps": 4,
        "turns": [
            {
                "player": "Anna",
                "start": 0,
                "end": 5.5,
                "action": "draw",
                "drew": 1,
                "after": [],
                "verdict": "legal",
                "codes": [],
            }
        ],
        "winner": "Ben",
        "racks": {"Anna": ["K3", "J"]},
        "area": [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]],
    }
    (tmp_path / "round.json").write_text(json.dumps(script))
    (tmp_path / "round.mp4").write_bytes(b"")
    found = DemoRound.load(tmp_path)
    assert found.turns == (DemoTurn("Anna", 5.5, draws=True),)
    assert found.racks == {"Anna": parse_tiles(["K3", "J"])}
    assert found.profile.area is not None


@pytest.mark.parametrize(
    ("script", "complaint"), [(None, "is not there"), ("{}", "is no demo round"), ("[", "is no demo round")]
)
def test_a_missing_or_broken_round_is_told_in_one_line(tmp_path: Path, script: str | None, complaint: str) -> None:
    if script is not None:
        (tmp_path / "round.json").write_text(script)
    with pytest.raises(DemoError, match=complaint) as caught:
        DemoRound.load(tmp_path)
    assert "\n" not in str(caught.value)
