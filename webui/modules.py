"""The scripts that a page needs, found from their imports: told of all at once, a browser need not find them one after the other."""

from __future__ import annotations

import posixpath
import re
from functools import cache
from importlib import resources
from pathlib import PurePosixPath

_IMPORT = re.compile(r'^(?:import|export)\b[^;]*?"(\.{1,2}/[^"]+)";', re.MULTILINE | re.DOTALL)


@cache
def modules(script: str) -> tuple[str, ...]:
    """The scripts that `script` imports, and that these import, each once; paths below the static folder, like the script's own."""
    found: dict[str, None] = {}
    waiting = [script]
    while waiting:
        name = waiting.pop(0)
        text = (resources.files("webui") / "static" / name).read_text(encoding="utf-8")
        for imported in _IMPORT.findall(text):
            path = posixpath.normpath(PurePosixPath(name).parent / imported)
            if path not in found and path != script:
                found[path] = None
                waiting.append(path)
    return tuple(found)
