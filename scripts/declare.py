"""Declares for the page's scripts what comes from elsewhere: the state of the table, and the elements of the pages.

`python -m scripts.declare` writes `scripts/declarations/server.d.ts` from `webui/schema.py` and `webui/templates`. The compiler reads
it when it checks the scripts; no browser does.
"""

from __future__ import annotations

import re
import typing
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from types import UnionType
from typing import Any

from webui import schema

DECLARATIONS = Path(__file__).parent / "declarations" / "server.d.ts"
TEMPLATES = Path(schema.__file__).parent / "templates"

_PLAIN: dict[object, str] = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    type(None): "null",
    Any: "Value",
}
_ELEMENT = re.compile(r'<(\w+)\b[^>]*?\bid="([\w-]+)"', re.DOTALL)
_DRAWN = frozenset({"svg", "g"})


def declarations() -> str:
    """The text of the file."""
    return "\n".join(["// Written by `python -m scripts.declare`.", "", *_state(), *_elements()])


def _state() -> Iterator[str]:
    for name, form in vars(schema).items():
        if typing.is_typeddict(form):
            yield f"interface {name} {{"
            hints = typing.get_type_hints(form, include_extras=True)
            yield from (f"  {_field(key, hint)};" for key, hint in hints.items())
            yield "}\n"


def _field(key: str, hint: Any) -> str:
    if typing.get_origin(hint) is typing.NotRequired:
        return f"{key}?: {_type(typing.get_args(hint)[0])}"
    return f"{key}: {_type(hint)}"


def _type(hint: Any) -> str:
    """The type of what JSON makes of a Python type."""
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return _either(f'"{member.value}"' for member in hint)
    compound = _COMPOUND.get(typing.get_origin(hint))
    if compound is not None:
        return compound(typing.get_args(hint))
    return _PLAIN.get(hint) or str(hint.__name__)


def _either(types: Iterable[str]) -> str:
    return " | ".join(types)


_COMPOUND: dict[object, Callable[[tuple[Any, ...]], str]] = {
    typing.Literal: lambda values: _either(f'"{value}"' for value in values),
    typing.Union: lambda forms: _either(map(_type, forms)),
    UnionType: lambda forms: _either(map(_type, forms)),
    list: lambda forms: f"Array<{_type(forms[0])}>",
    tuple: lambda forms: f"[{', '.join(map(_type, forms))}]",
    dict: lambda forms: f"Record<string, {_type(forms[1])}>",
}
"""The type of a compound from what it is made of."""


def _elements() -> Iterator[str]:
    """The elements that the templates name, each with the class that its tag has in a browser."""
    found = defaultdict[str, set[str]](set)
    for template in sorted(TEMPLATES.glob("*.html")):
        for tag, name in _ELEMENT.findall(template.read_text(encoding="utf-8")):
            found[name].add(f'{"SVG" if tag in _DRAWN else "HTML"}ElementTagNameMap["{tag}"]')
    yield "interface Elements {"
    yield from (f'  "{name}": {" | ".join(sorted(tags))};' for name, tags in sorted(found.items()))
    yield "}\n"


if __name__ == "__main__":
    DECLARATIONS.write_text(declarations(), encoding="utf-8")
