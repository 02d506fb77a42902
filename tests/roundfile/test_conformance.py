"""The files that show each corner of the format: read, written, sealed and judged as they say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from files.rulebook import load
from referee.rulebook import Rulebook, available
from roundfile.document import Document, parse, write
from roundfile.judging import judge_again
from roundfile.seal import alterations, code_of

FILES = sorted((Path(__file__).parents[2] / "docs" / "rounds").iterdir())


def read(path: Path) -> Document:
    return parse(path.read_bytes())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.split(".")[0])
def test_a_file_is_whole_and_judged_as_it_says(path: Path) -> None:
    document = read(path)
    assert [*alterations(document)] == []
    assert parse(write(document).encode()) == document

    def own(name: str) -> Rulebook:
        return load(name, document.get("rulebook_text"))

    for again in judge_again(document, own):
        said, turn = again.settled, again.turn
        if said is None or "host" in turn or "note" in turn:
            continue
        verdict = said.verdict
        assert verdict.outcome.value == turn["verdict"]
        assert [one.code.value for one in verdict.violations] == [one["code"] for one in turn.get("violations", ())]
        assert [one.code.value for one in verdict.notices] == [one["code"] for one in turn.get("notices", ())]
        assert (" ".join(map(str, verdict.played)), verdict.points) == (turn["played"], turn["points"])


def fields(schema: dict[str, Any], whole: dict[str, Any], path: str = "") -> Iterator[str]:
    """The fields that the schema names, each by its path."""
    schema = whole["definitions"][schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
    schema = schema["allOf"][0] if "allOf" in schema else schema
    if "$ref" in schema or "allOf" in schema:
        yield from fields(schema, whole, path)
    for name, one in schema.get("properties", {}).items():
        yield f"{path}.{name}"
        yield from fields(one, whole, f"{path}.{name}")
    if "items" in schema:
        yield from fields(schema["items"], whole, path)


def there(value: Any, path: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for name, one in value.items():
            yield f"{path}.{name}"
            yield from there(one, f"{path}.{name}")
    elif isinstance(value, list):
        for one in value:
            yield from there(one, path)


def test_together_they_show_every_field_but_those_of_one_program_and_every_rulebook() -> None:
    schema = json.loads(resources.files("roundfile").joinpath("schema.json").read_text("utf-8"))
    shown = {path.replace(".taken_back", ".turns") for file in FILES for path in there(read(file))}
    named = {path.replace(".taken_back", ".turns") for path in fields(schema, schema)}
    assert {path for path in named - shown if not path.startswith((".seal.program", ".seal.journal"))} == set()
    assert {read(file)["rulebook"].partition("+")[0] for file in FILES} >= {*available()}


def test_the_code_that_the_document_shows_is_that_of_the_smallest_file() -> None:
    text = " ".join((FILES[0].parents[1] / "round-format.md").read_text("utf-8").split())
    document = read(FILES[0])
    assert f"{document['seal']['head'][:18]}…, is `{code_of(document)}`" in text
