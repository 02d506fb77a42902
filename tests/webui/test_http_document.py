"""`docs/http.md` says everything that a script of somebody else's needs: routes, presses, refusals, the whole state."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from referee.errors import UserError
from referee.tiles import parse_tiles
from tests.live.stage import Played
from tests.live.world import laid_late, left_late
from tests.webui.declared import complaints
from webui import Access, identity
from webui.addresses import Addresses
from webui.languages import catalog
from webui.presses import PRESSES as BUTTONS
from webui.presses import Means, perform
from webui.roles import HERE
from webui.snapshot import snapshot

DOCUMENT = (Path(__file__).resolve().parents[2] / "docs" / "http.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| ([^|]*) \|(.*)\|$", re.MULTILINE)
RACK = "R4 R4 K7 K7 B9 B9 O1 O2 O3 K1 K2 R12 R13 J"
QUOTED = re.compile(r"`([^`]+)`")


def rows(heading: str) -> Iterator[tuple[list[str], str]]:
    """The rows of the tables under `heading`: what is quoted in the first cell, and the other cells."""
    _, _, section = DOCUMENT.partition(f"\n{heading}\n")
    assert section, f"{heading} is gone from the document"
    section = re.split(r"\n#{1,3} ", section)[0]
    for first, others in ROW.findall(section):
        yield QUOTED.findall(first), others


ROUTES = {name for names, _ in rows("## Routes") for name in names}
PRESSES = {name: others for names, others in rows("## Presses") for name in names}
CODES = {name for names, _ in rows("### Refusals") for name in names}
FIELDS = {name for names, _ in rows("## The state") for name in names}


class Told(dict[str, Any]):
    """A body that notes which of its fields are looked at."""

    def __init__(self, body: dict[str, Any]) -> None:
        super().__init__(body)
        self.read: set[str] = set()

    def get(self, key: str, default: Any = None) -> Any:
        self.read.add(key)
        return super().get(key, default)


def fields(value: Any, path: str = "") -> Iterator[str]:
    """The path of every field in a state, down to maps whose keys are names (`x{}` in the document)."""
    if isinstance(value, dict):
        for key, inside in value.items():
            name = f"{path}.{key}" if path else key
            name = "table" if name == "verdict.table" else name  # of the same form
            if f"{name}{{}}" in FIELDS:
                continue
            if not (isinstance(inside, dict) and inside):
                yield name
            yield from fields(inside, name)
    elif isinstance(value, list):
        for inside in value:
            yield from fields(inside, f"{path}[]")


def test_every_route_is_described(app: Flask) -> None:
    served = set()
    app.register_blueprint(identity.blueprint(Path("authority.pem"), Addresses.only("")))
    for rule in app.url_map.iter_rules():
        path = (
            re.sub(r"<(?:\w+(?:\(signed=True\))?:)?(\w+)>", r"<\1>", rule.rule)
            .replace("<filename>", "<path>")
            .replace("<any(csv, png, pdf):kind>", "<kind>")
        )
        served |= {f"{method} {path}" for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}}
    assert served == {route for route in ROUTES if route.startswith(("GET", "POST"))}


def test_every_press_is_described_and_every_described_press_is_there() -> None:
    assert {name for name in PRESSES if QUOTED.search(PRESSES[name])} == set(BUTTONS)


@pytest.mark.parametrize("command", sorted(BUTTONS))
def test_the_example_of_a_press_shows_every_field_that_is_looked_at(command: str, played: Played) -> None:
    body = Told(json.loads(QUOTED.findall(PRESSES[command])[0]))
    with contextlib.suppress(UserError):  # most make no sense now; their fields are looked at before that is seen
        perform(Means(played.live, played.read), command, body, HERE)
    assert body.read - {"seen"} <= set(body)  # which every press may bring


CURL = re.compile(r"^ +curl (?:-[cb] (?P<cookie>\w+) )?-H '(?P<type>[^']+)' -d '(?P<body>[^']+)' http://(?P<host>[\w.:]+)(?P<path>/\S+)$", re.MULTILINE)  # fmt: skip


def test_the_requests_of_a_button_are_answered_as_the_document_says(
    played: Played, access: Access, client: FlaskClient, guest: FlaskClient
) -> None:
    played.begin()
    asked = [found.groupdict() for found in CURL.finditer(DOCUMENT)]
    assert len(asked) == 4
    for one in asked:
        played.stage.seconds += 5
        body = one["body"].replace("123456", access.code)
        sender = guest if one["cookie"] else client
        answer = sender.post(one["path"], data=body, content_type=one["type"].removeprefix("Content-Type: "))
        assert answer.status_code == 200, (one, answer.get_json())
        if one["path"] == "/api/end":
            assert played.told()["ending"]
            played.buttons.undo()


def test_every_refusal_that_the_page_translates_is_described() -> None:
    translated = {key.removeprefix("refused.") for key in catalog("en") if key.startswith("refused.")}
    assert translated <= CODES


def situations(tmp_path: Path) -> Iterator[Any]:
    """States of every kind: set-up, a question, a legal turn, a tile that is missing, a round written down, discarding, a turn seen late."""
    played = Played(tmp_path / "one")
    yield played.told()
    played.begin()
    played.buttons.claim_redeal("Anna", parse_tiles(RACK.split()))
    yield played.told()
    played.turn("R10 R11 R12", doubts={"R12": {"R12": 0.6, "B12": 0.4}})
    yield played.told()
    played.buttons.undo()
    played.turn("R10 R11 R12")
    yield played.told()
    played.turn("R10 R11", "B1 B2")
    yield played.told()
    played.buttons.resume(anyway=True)
    played.stage.hands().do(played.buttons.end_turn).hands()
    played.run()
    yield played.told()
    played.buttons.undo()
    played.turn("R10 R11 R12", "R10 R11 R12", "R10 R11 R12")
    yield played.told()
    played.buttons.end_round("Anna")
    played.buttons.count_rack("Ben", 24)
    yield played.told()
    played.buttons.undo()
    played.buttons.undo()
    played.buttons.score({"Ben": 24}, "Anna")
    played.buttons.amend(1, "Ben", -30, 0.0)
    yield played.told()
    played.live.close()
    beside = Played(tmp_path / "two")
    beside.begin(rulebook="hertzano-original+discard")
    yield beside.told()
    beside.live.close()
    late = laid_late(tmp_path / "three")
    yield snapshot(late.live)
    late.live.close()
    unseen = left_late(tmp_path / "four")
    yield snapshot(unseen.live)
    unseen.live.close()


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    return list(situations(tmp_path_factory.mktemp("situations")))


def test_every_field_of_the_state_is_described(told: list[Any]) -> None:
    assert {state["verdict"]["outcome"] for state in told if state["verdict"]} == {"legal", "illegal", "undecided"}
    assert all(any(state[field] for state in told) for field in ("questions", "claim", "redeal", "faceUp", "rulebook"))
    assert {name for state in told for name in fields(state)} - FIELDS == set()
    assert {re.split(r"[.\[{]", name)[0] for name in FIELDS} == set(told[0])


def test_every_state_has_the_form_that_the_page_s_scripts_are_told(told: list[Any], tmp_path: Path) -> None:
    assert complaints([("State", state) for state in told], tmp_path) == []
