"""Photos of the demo round's tables, racks and all, sent as a page sends them: one judge for page, desk and command."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from importlib import resources
from pathlib import Path
from typing import Any

import cv2
import pytest

from cli.main import main
from journal import Journal
from live.game import commands
from live.table import LiveTable
from live.watching.feed import NoCamera
from referee.rulebook import DEFAULT, load
from tests.live.stage import state_of
from vision.camera.photo import decode_photo, load_photo
from vision.reading.reader import Reader
from webui.audits import audit_photos
from webui.photo_process import LastReadings
from webui.presses import Means, perform
from webui.roles import HERE

pytestmark = pytest.mark.slow

FOLDER = Path(str(resources.files("sample_images"))) / "demo"
QUALITY = 90

Judge = Callable[..., dict[str, Any]]


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


@pytest.fixture
def readings(reader: Reader) -> LastReadings:
    return LastReadings(lambda data, copies: reader.read(decode_photo(data, "the photo"), copies=copies))


@pytest.fixture
def judged(tmp_path: Path, readings: LastReadings, monkeypatch: pytest.MonkeyPatch) -> Judge:
    """What the page says of the third of three turns that no camera saw, by a photo of the table."""
    monkeypatch.setattr("live.game.turns.TOO_SOON", 0.0)

    def judge(data: bytes, **more: object) -> dict[str, Any]:
        with Journal(tmp_path / "data") as journal:
            live = LiveTable(journal, NoCamera(), profile=tmp_path / "table.toml")
            book = live.shelf.load(f"{DEFAULT}+time=none")
            live.do(commands.start_round, ["Anna", "Ben", "Cleo"], book, deal=False, watched=False)
            for _ in range(3):
                live.do(commands.end_turn)
            body = {"photo": sent(data), "event": state_of(live)["unjudged"]["event"], **more}
            perform(Means(live, readings.read), "photo", body, HERE)
            found: dict[str, Any] = state_of(live)["verdict"]
            return found

    return judge


def as_sent(turn: int) -> bytes:
    photo = load_photo(str(FOLDER / f"turn-{turn:02d}.jpg"))
    return cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


def sent(data: bytes) -> str:
    return base64.b64encode(data).decode()


@pytest.mark.parametrize("turn", [2, 4, 5, 6, 12, 16])
def test_page_desk_and_command_say_the_same_of_a_photo(
    turn: int, judged: Judge, readings: LastReadings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = as_sent(turn)
    path = tmp_path / "table.jpg"
    path.write_bytes(data)
    main(["audit", "--after", str(path), "--json"])
    command = json.loads(capsys.readouterr().out)["verdict"]
    audited = audit_photos(readings.read, load(DEFAULT), {"before": [], "after": []}, data, None, "", opens=False)
    desk = audited["verdict"]["verdict"]
    assert judged(data)["outcome"] == desk == command == {6: "illegal", 16: "legal"}.get(turn, "undecided")


@pytest.mark.parametrize(("turn", "outcome"), [(4, "legal"), (5, "legal"), (6, "illegal"), (12, "legal")])
def test_with_the_play_area_marked_the_verdict_is_that_on_the_table(turn: int, outcome: str, judged: Judge) -> None:
    area = json.loads((FOLDER / "round.json").read_text(encoding="utf-8"))["area"]
    found = judged(as_sent(turn), area=area)
    assert (found["outcome"], len(found["violations"])) == (outcome, int(outcome == "illegal"))
