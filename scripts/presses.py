"""Writes down what the table of presses says.

`python -m scripts.presses` writes the presses into `docs/http.md`, between the two lines that say so, and the body of each into
`scripts/declarations/presses.d.ts`, by which the compiler checks the page's scripts.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from webui.presses import PRESSES, SUBJECTS, Press

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs" / "http.md"
DECLARATIONS = ROOT / "scripts" / "declarations" / "presses.d.ts"

_BETWEEN = re.compile(r"(<!-- presses[^>]*-->\n).*?(<!-- end of presses -->)", re.DOTALL)


def documented(text: str) -> str:
    """The document with the tables as the presses say they are, one for each subject."""
    tables = []
    for subject in SUBJECTS:
        of_it = [(name, press) for name, press in PRESSES.items() if press.do.__module__ == subject.__name__]
        rows = "\n".join(f"| `{name}` | `{press.example}` | {_prose(press)} |" for name, press in of_it)
        tables.append(f"{subject.__doc__}\n\n| press | example of a body | what it does |\n|---|---|---|\n{rows}\n")
    return _BETWEEN.sub(lambda found: "\n".join([found[1], *tables, found[2]]), text)


def _prose(press: Press) -> str:
    """What a press does, in one line, as cells of tables have it: without a capital or a full stop where it is no name that begins."""
    said = " ".join((press.do.__doc__ or "").split())
    return re.sub(r"^[A-Z](?=[a-z])", lambda first: first[0].lower(), said).removesuffix(".")


def declared() -> str:
    """The declarations of the bodies."""
    bodies = "\n".join(f"  {_key(name)}: {_body(press)};" for name, press in PRESSES.items())
    return f"""// Written by `python -m scripts.presses`.

type Base64 = string;

interface Answer {{
  photo: "before" | "after";
  corners: number[][];
  tile: string | null;
}}

interface Presses {{
{bodies}
}}
"""


def _seen(press: Press) -> list[str]:
    """The fields of `seen` that a press brings, and those that take the place of one of its own, with ``?`` where it may lack it."""
    own = (
        field.shown + field.script[6:] for _, field in press.fields.values() if field.shown not in {"", *press.about}
    )
    return [*press.about, *own]


def _body(press: Press) -> str:
    """The type of a press's body; what `seen` says in its place is left out."""
    parts = []
    if seen := _seen(press):
        fields = (f"{field}: {'string' if field == 'state' else 'number | null'}" for field in seen)
        parts.append(f"seen: {{ {'; '.join(fields)} }}")
    for key, field in press.fields.values():
        if not field.shown:
            kind = field.script.removesuffix("?")
            parts.append(f"{key}: {kind}" if kind == field.script else f"{key}?: {kind} | null")
    return f"{{ {'; '.join(parts)} }}" if parts else "{}"


def _key(name: str) -> str:
    return name if name.isalpha() else json.dumps(name)


def main() -> None:
    """Writes both."""
    DOCUMENT.write_text(documented(DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
    DECLARATIONS.write_text(declared(), encoding="utf-8")


if __name__ == "__main__":
    main()
