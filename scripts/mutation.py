"""How many of the small faults that mutmut plants in the program its tests find.

usage: python -m scripts.mutation [--sample N [--seed S]] [NAME...]

NAME is a package or a module: ``referee``, ``referee.solver.runs``, ``live``, ``live.deciding``, ``vision.scene.watch``;
`referee` where none is given. Prints the score of each module and of all together; ends with exit code 1 below 90 %.
Takes hours, since the tests run once for each fault; with ``--sample``, N faults are tried that were drawn by chance.

What can be mutated, and by which tests it is held, stands in pyproject.toml as one table for each part of the program,
in the form of mutmut's own. mutmut knows one table and one working folder only, so each part has a folder
``mutants/PART`` in which its table is that.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = "mutants"
ENOUGH = 0.9
FOUND = {"killed", "timeout", "suspicious", "segfault", "caught by type check"}
LEFT_OUT = {"skipped", "not checked"}

PARTS = {
    "referee": "referee",
    "files.toml": "referee",
    "live": "live",
    "vision.scene.watch": "live",
    "vision": "vision",
    "files.bounded": "vision",
}
"""The part of each package or module that can be mutated, modules before their packages: the table
``tool.mutmut-PART``."""

_NOWHERE = "no.fault.is.called.so"


def outcomes(lines: Iterable[str]) -> dict[str, str]:
    """How each fault ended, from the lines of ``mutmut results --all true``.

    >>> outcomes(["    referee.sets.x_value__mutmut_1: killed"])
    {'referee.sets.x_value__mutmut_1': 'killed'}
    """
    pairs = (line.strip().rpartition(": ") for line in lines)
    return {fault: outcome for fault, _, outcome in pairs if part_of(fault)}


def part_of(name: str) -> str | None:
    """The part in which faults of that package or module are planted, or that fault; None where none are.

    >>> part_of("vision.scene.watch"), part_of("vision.reading.overlap"), part_of("webui")
    ('live', 'vision', None)
    """
    return next((part for of, part in PARTS.items() if f"{name}.".startswith(f"{of}.")), None)


def chosen(faults: Iterable[str], names: Sequence[str]) -> list[str]:
    """Those of the faults that lie in one of the packages and modules called so, sorted."""
    return sorted(fault for fault in faults if any(fault.startswith(f"{name}.") for name in names))


def tally(ended: Mapping[str, str]) -> dict[str, Counter[str]]:
    """For each module in which a fault was tried, sorted by name, how many of its faults ended in which way."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for fault in sorted(ended):
        module, _, _ = fault.rpartition(".")
        found[module][ended[fault]] += 1
    return {module: counts for module, counts in found.items() if set(counts) - LEFT_OUT}


def score(counts: Counter[str]) -> float:
    """The part of the faults that the tests found, of those that were tried."""
    tried = sum(number for outcome, number in counts.items() if outcome not in LEFT_OUT)
    return sum(counts[outcome] for outcome in FOUND) / tried if tried else 0.0


def folder_of(part: str, root: Path = ROOT) -> Path:
    """A folder in which the table of `part` is mutmut's, and all else is as in `root`."""
    folder = root / FOLDER / part
    folder.mkdir(parents=True, exist_ok=True)
    for path in root.iterdir():
        link = folder / path.name
        if not path.name.startswith(".") and path.name not in {FOLDER, "pyproject.toml"} and not link.exists():
            link.symlink_to(path)
    text = (root / "pyproject.toml").read_text(encoding="utf-8")
    (folder / "pyproject.toml").write_text(text.replace(f"[tool.mutmut-{part}]", "[tool.mutmut]"), encoding="utf-8")
    return folder


class Mutmut:
    """mutmut, at work on one part of the program."""

    def __init__(self, part: str, workers: int) -> None:
        """`workers` is how many tests run at a time."""
        self._folder, self._workers = folder_of(part), str(workers)
        self._program = Path(sys.executable).with_name("mutmut")

    def plant(self) -> None:
        """Plants all faults and tries none: mutmut does so before it fails to find one of that name.

        Raises:
            SystemExit: it failed before.
        """
        said = self._call("run", _NOWHERE, stderr=subprocess.PIPE).stderr
        if _NOWHERE not in said:
            raise SystemExit(said)

    def sample(self, names: Sequence[str], number: int, seed: int) -> list[str]:
        """So many faults of these packages and modules, drawn by chance.

        Raises:
            SystemExit: none can be planted.
        """
        self.plant()
        planted = chosen(self.outcomes(), names)
        return random.Random(seed).sample(planted, min(number, len(planted)))

    def run(self, faults: Sequence[str]) -> int:
        """Plants all faults and tries those that match; gives mutmut's exit code."""
        return self._call("run", "--max-children", self._workers, *faults).returncode

    def outcomes(self) -> dict[str, str]:
        """How each fault ended."""
        return outcomes(self._call("results", "--all", "true", stdout=subprocess.PIPE).stdout.splitlines())

    def _call(self, *words: str, **streams: int) -> subprocess.CompletedProcess[str]:
        command = [self._program, *words]
        return subprocess.run(command, cwd=self._folder, check=False, text=True, **streams)  # type: ignore[call-overload,no-any-return]  # noqa: S603 - from here


def main() -> int:
    """Run mutmut and print the scores."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "names", nargs="*", default=["referee"], metavar="NAME", help="packages and modules (default: referee)"
    )
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="tests that run at a time (default 2)")
    parser.add_argument("--sample", type=int, metavar="N", help="try N faults of each part that are drawn by chance")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the chance (default 1)")
    args = parser.parse_args()
    if unknown := [name for name in args.names if part_of(name) is None]:
        parser.error(f"{unknown[0]}: no faults are planted there; choose from {', '.join(PARTS)}")
    ended: dict[str, str] = {}
    for part in sorted({part_of(name) or "" for name in args.names}):
        mutmut = Mutmut(part, args.workers)
        names = [name for name in args.names if part_of(name) == part]
        faults = mutmut.sample(names, args.sample, args.seed) if args.sample else [f"{name}.*" for name in names]
        if code := mutmut.run(faults):
            return code
        found = mutmut.outcomes()
        ended |= {fault: found[fault] for fault in (faults if args.sample else chosen(found, names))}
    modules = tally(ended)
    for module, counts in modules.items():
        print(f"{module:22} {score(counts):7.1%}  {dict(counts)}")
    together = score(sum(modules.values(), Counter[str]()))
    print(f"{'all together':22} {together:7.1%}  one of them, in {FOLDER}/PART: mutmut show NAME")
    return int(together < ENOUGH)


if __name__ == "__main__":
    sys.exit(main())
