"""The demo round that comes with the program, played from its video to the score sheet by the real reader."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from calibration import save
from journal import Journal
from live.demo import DemoFeed, DemoRound
from live.runner import Runner
from live.table import LiveTable
from tests.live.stage import state_of
from vision.reading.reader import Reader
from vision.scene.follow import Follower

pytestmark = pytest.mark.slow

FOLDER = Path(str(resources.files("sample_images"))) / "demo"


@pytest.fixture(scope="module")
def truth() -> dict[str, Any]:
    script: dict[str, Any] = json.loads((FOLDER / "round.json").read_text(encoding="utf-8"))
    return script


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The verdicts as the journal has them, and the last state of the page."""
    folder = tmp_path_factory.mktemp("demo")
    feed = DemoFeed(DemoRound.load(FOLDER), speed=None)
    save(feed.profile, folder / "table.toml")
    live = LiveTable(Journal(folder), feed, profile=folder / "table.toml", program="test")
    feed.attach(live)
    runner = Runner(live, Follower(Reader()))
    try:
        runner.run()
        events = live.record.journal.events()
        return [dict(event.data) for event in events if event.kind == "verdict"], state_of(live)
    finally:
        runner.close()


def test_every_verdict_of_the_demo_round_is_right(
    truth: dict[str, Any], played: tuple[list[dict[str, Any]], dict[str, Any]]
) -> None:
    verdicts, _ = played
    said = [
        (
            verdict["player"],
            verdict["drew"],
            verdict["verdict"]["verdict"],
            sorted({v["code"] for v in verdict["verdict"]["violations"]}),
        )
        for verdict in verdicts
    ]
    assert said == [
        (turn["player"], turn["drew"], turn["verdict"], sorted(set(turn["codes"]))) for turn in truth["turns"]
    ]


def test_every_table_of_the_demo_round_is_read_as_it_lay(
    truth: dict[str, Any], played: tuple[list[dict[str, Any]], dict[str, Any]]
) -> None:
    verdicts, _ = played
    assert [sorted(verdict["after"]) for verdict in verdicts] == [sorted(turn["after"]) for turn in truth["turns"]]


def test_the_demo_round_ends_with_its_column_on_the_score_sheet(
    truth: dict[str, Any], played: tuple[list[dict[str, Any]], dict[str, Any]]
) -> None:
    _, state = played
    column = state["sheet"]["columns"][0]
    assert column["winner"] == truth["winner"]
    assert column["points"] == truth["score"]
    assert column["control"] == 0


def test_nothing_in_the_demo_round_contradicts_anything(
    played: tuple[list[dict[str, Any]], dict[str, Any]],
) -> None:
    verdicts, state = played
    assert [verdict["contradictions"] for verdict in verdicts] == [[]] * len(verdicts)
    assert state["contradictions"] == []
