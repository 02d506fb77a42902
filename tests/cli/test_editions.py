"""A box of tiles is enrolled from a photo, kept, and then known by name or by itself."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from calibration.edition import FOLDER, load
from cli.calibrate import EDITION
from cli.editions import ANY
from cli.exits import ExitCode
from referee.tiles import UNREAD

if TYPE_CHECKING:
    from tests.cli.conftest import Command

BOX = Path(__file__).parents[1] / "vision" / "box"
TABLE = BOX / "02.jpg"
NAME = "Wooden box"


@pytest.mark.slow
def test_a_box_is_enrolled_once_and_known_from_then_on(
    tileref: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    kept = tmp_path / "tileref" / FOLDER / "wooden-box.toml"
    labels = json.loads((BOX / "truth.json").read_text(encoding="utf-8"))[TABLE.name]["tiles"]
    wanted = Counter(label["tile"] for label in labels if label["tile"] != UNREAD)

    report = tileref("calibrate", EDITION, BOX / "all.jpg", "--name", NAME, "--overlay", tmp_path, "--json")
    assert (report.code, report.data["name"], report.data["kept"]) == (ExitCode.FINE, NAME, str(kept))
    assert (report.data["tiles"], report.data["missing"], report.data["double"]) == (106, [], [])
    assert len(load(kept).tiles) == 106
    assert (tmp_path / "all-read.jpg").exists()

    for chosen in ((), ("--edition", NAME), ("--edition", NAME.upper())):
        reading = tileref("read", TABLE, "--json", *chosen).data
        assert reading["edition"] == NAME
        assert not wanted - Counter(tile["tile"] for tile in reading["tiles"])
    misread = tileref("read", TABLE, "--json", "--edition", ANY).data
    assert "edition" not in misread
    assert wanted - Counter(tile["tile"] for tile in misread["tiles"])

    for command in ("read", "serve"):
        refused = tileref(command, *([TABLE] if command == "read" else ["--port", 0]), "--edition", "oak")
        assert refused.code == ExitCode.BAD_INPUT
        assert refused.err == f"tileref: there is no edition 'oak': take one of {ANY}, '{NAME}'\n"


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ((EDITION,), "give a photo of all tiles"),
        ((EDITION, "box.jpg"), "give the box a name"),
        ((EDITION, "box.jpg", "--name", "oak", "--area", "whole"), "it has no play area"),
        (("one.jpg", "other.jpg"), f"write: calibrate {EDITION} PHOTO"),
        ((EDITION, "missing.jpg", "--name", "oak"), "missing.jpg"),
    ],
)
def test_what_cannot_be_enrolled_is_refused_in_one_line(
    tileref: Command, tmp_path: Path, arguments: tuple[str, ...], line: str
) -> None:
    ran = tileref("calibrate", *arguments, "--data", tmp_path)
    assert (ran.code, ran.out) == (ExitCode.BAD_INPUT, "")
    assert line in ran.err
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("command", ["read", "serve"])
def test_a_damaged_edition_says_how_to_go_on_without_it(tileref: Command, tmp_path: Path, command: str) -> None:
    folder = tmp_path / "tileref" / "editions"
    folder.mkdir(parents=True)
    (folder / "oak.toml").write_text("name = [", encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path))
        ran = tileref(command, *([TABLE] if command == "read" else ["--port", 0, "--camera", "none"]))
    assert (ran.code, ran.err.count("\n")) == (ExitCode.BAD_INPUT, 1)
    assert "oak.toml" in ran.err
    assert f"--edition {ANY}" in ran.err
