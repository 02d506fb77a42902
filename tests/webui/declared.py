"""Asks the compiler of the page's scripts whether what the server says has the form that they are told."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def complaints(answers: Iterable[tuple[str, object]], folder: Path) -> list[str]:
    """What the compiler says of answers, each with the type that it should have; nothing where all have.

    A field too many, one that is missing, and one of another type are complained of, however deep they lie.
    """
    lines = [f"export const answer{i}: {form} = {json.dumps(answer)};" for i, (form, answer) in enumerate(answers)]
    (folder / "answers.ts").write_text("\n".join(lines), encoding="utf-8")
    config = {
        "extends": str(ROOT / "tsconfig.json"),
        "compilerOptions": {"typeRoots": [str(ROOT / "node_modules" / "@types")]},
        "include": ["answers.ts", str(ROOT / "scripts" / "declarations")],
        "exclude": [],
    }
    (folder / "tsconfig.json").write_text(json.dumps(config), encoding="utf-8")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    command = [str(ROOT / "node_modules" / ".bin" / "tsc"), "--project", str(folder)]
    run = subprocess.run(command, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False)
    return run.stdout.splitlines()
