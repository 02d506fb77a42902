"""Writes down what the table of presses says.

`python -m scripts.presses` writes the presses into `docs/http.md`, between the two lines that say so, and into `webui/static/presses.js`, by which
the page's scripts know the body of each and what it speaks of.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from webui.presses import PRESSES, SUBJECTS, Press

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs" / "http.md"
SCRIPT = ROOT / "webui" / "static" / "presses.js"

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


def typed() -> str:
    """The module of the page's scripts."""
    bodies = "\n".join(f' *   "{name}": {_body(press)};' for name, press in PRESSES.items())
    about = "\n".join(f"  {_key(name)}: {json.dumps(press.about)}," for name, press in PRESSES.items() if press.about)
    return f"""// What the presses bring: written by `python -m scripts.presses`.

/** @typedef {{string}} Base64 */
/** @typedef {{{{ photo: "before" | "after"; corners: number[][]; tile: string | null }}}} Answer */
/**
 * The body of each press.
 * @typedef {{{{
{bodies}
 * }}}} Presses
 */

/** The fields of the state that a press speaks of: the server refuses it where they are others than the page shows. */
export const ABOUT = {{
{about}
}};
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
    SCRIPT.write_text(typed(), encoding="utf-8")


if __name__ == "__main__":
    main()
