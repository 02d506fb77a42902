"""What the page's scripts are checked against is what the server sends."""

from scripts.declare import DECLARATIONS, declarations


def test_the_declarations_are_those_of_the_schema_and_the_templates() -> None:
    assert DECLARATIONS.read_text(encoding="utf-8") == declarations(), "run: .venv/bin/python -m scripts.declare"
