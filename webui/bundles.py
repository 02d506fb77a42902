"""Scripts and styles as pages ask for them: with all that they import in one answer, without comments; and which texts a script says.

In their files they stand as browsers take them. But sixty answers have sixty heads, and none of them is compressed by what the others say: together
they are half as long.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from pathlib import Path, PurePosixPath

from werkzeug.security import safe_join

STATIC = Path(str(resources.files("webui"))) / "static"

AND = "+"
"""Stands between the names of a bundle."""

KEPT = 128
"""Maximum number of files of which it is remembered how they look without comments, some kilobytes each."""

_LINES = re.compile(rb"^[ \t]*(?:(?://[^\n]*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)\n)?", re.MULTILINE)
_BETWEEN = re.compile(rb"^[ \t]+|/\*(?:[^*]|\*(?!/))*\*/\s*", re.MULTILINE)
_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.{1,2}/[^"]+)";$', re.MULTILINE)
_LATER = re.compile(r'\bawait import\("(\.{1,2}/[^"]+)"\)')
_EXPORT = re.compile(r"^export (?=(?:const|class|function|async function) ([\w$]+))", re.MULTILINE)
_KEY = re.compile(r'"([a-z][\w./-]*)"|`([a-z][\w-]*\.[\w.-]*)\$\{')
_NUMBER = re.compile(r"\.(?:one|other)$")


def bundle(name: str) -> str | None:
    """The script or the styles that a page asks for by that name; None where there are none.

    Between names `AND` stands: those of styles that come in one answer, or of a script and one that it imports later.
    """
    names = name.split(AND)
    paths = {safe_join(str(STATIC), one) for one in names}
    if len(paths) < len(names):  # nobody asks for a thousand times the same
        return None
    if any(path is None or not path.endswith((".js", ".css")) or not Path(path).is_file() for path in paths):
        return None
    return script(*names[:2]) if name.endswith(".js") else "".join(map(_bare, names))


def script(entry: str, later: str | None = None) -> str:
    """A module that is its imports, too: each of them is a function's body, which is run where it was first imported and gives what it exports.

    They import names alone, none of which is given another value, no two import each other, and none asks where it lies itself. What they
    ``await import`` is a bundle of its own, `later`, which takes from the first what that has of its imports.
    """
    made: dict[str, str] = {}

    def bound(name: str) -> str:
        def bind(found: re.Match[str]) -> str:
            path = _beside(name, found[2])
            if path not in made:
                body = bound(path)
                exports = ", ".join(_EXPORT.findall(body))
                made[path] = f"const ${len(made)} = (() => {{\n{_EXPORT.sub('', body)}return {{ {exports} }};\n}})();\n"
            return f"const {{{found[1].replace(' as ', ': ')}}} = ${list(made).index(path)};" if found[1] else ""

        def defer(found: re.Match[str]) -> str:
            return f'await import("./{posixpath.basename(entry)}{AND}{_beside(name, found[1])}")'

        return _LATER.sub(defer, _IMPORT.sub(bind, _bare(name)))

    body = bound(entry)
    shared = ", ".join(f"${number}" for number in range(len(made)))
    if later is None:
        return "".join(made.values()) + body + (f"export {{ {shared} }};\n" if made else "")
    first = posixpath.relpath(entry, posixpath.dirname(f"{entry}{AND}{later}"))
    known = len(made)
    body = bound(later)
    return "".join([f'import {{ {shared} }} from "./{first}";\n', *list(made.values())[known:], body])


def texts(entry: str, catalog: Mapping[str, str]) -> dict[str, str]:
    """Those of `catalog` that the script of that name may say, also later: their keys stand in it, or the beginning of a key, to which it adds the rest."""
    first = script(entry)
    found = _KEY.findall(
        first
        + "".join(script(entry, later) for later in re.findall(rf"import\(\"[^\"]+{re.escape(AND)}([^\"]+)\"", first))
    )
    keys, beginnings = {key for key, _ in found}, tuple(beginning for _, beginning in found if beginning)
    return {key: text for key, text in catalog.items() if _NUMBER.sub("", key) in keys or key.startswith(beginnings)}


def _beside(name: str, path: str) -> str:
    """The script that another one, of that name, calls so."""
    return posixpath.normpath(PurePosixPath(name).parent / path)


def _bare(name: str) -> str:
    return bare((STATIC / name).read_bytes(), is_script=name.endswith(".js")).decode()


@lru_cache(KEPT)
def bare(text: bytes, *, is_script: bool) -> bytes:
    """A script without the comments that have lines of their own; styles without any. No text in it may go over several lines."""
    return _LINES.sub(b"", text) if is_script else _BETWEEN.sub(b"", text)
