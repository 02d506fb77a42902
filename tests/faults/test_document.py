"""`docs/faults.md` promises nothing that no test holds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = (ROOT / "docs" / "faults.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (?!-|fault )(.+) \| (.+) \| (.+) \|$", re.MULTILINE)
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


def test_the_table_has_rows_and_each_names_a_test() -> None:
    rows = ROW.findall(DOCUMENT)
    assert len(rows) >= 10
    assert [fault for fault, _, tests in rows if not NAMED.search(tests)] == []


@pytest.mark.parametrize(("file", "name"), sorted(set(NAMED.findall(DOCUMENT))))
def test_each_test_that_is_named_exists(file: str, name: str) -> None:
    assert f"\ndef {name}(" in (ROOT / file).read_text(encoding="utf-8")
