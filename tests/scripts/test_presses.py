"""What is written down of the presses says what their table says."""

import json
import re

import pytest

from scripts.presses import DECLARATIONS, DOCUMENT, declared, documented
from webui.presses import PRESSES, Press


def test_the_tables_of_the_document_are_current() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert documented(text) == text, "run: python -m scripts.presses"


def test_the_pages_scripts_know_the_presses_that_there_are() -> None:
    assert DECLARATIONS.read_text(encoding="utf-8") == declared(), "run: python -m scripts.presses"


@pytest.mark.parametrize("press", PRESSES.values(), ids=PRESSES)
def test_the_example_of_a_press_has_its_fields_and_its_prose_says_which_may_be_left_out(press: Press) -> None:
    fields = dict(press.fields.values())
    assert set(json.loads(press.example)) == set(fields)
    said = set(re.findall(r"`(\w+)\?`", press.do.__doc__ or ""))
    assert said <= {key for key, field in fields.items() if field.script.endswith("?")}
