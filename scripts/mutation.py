"""How many of the small faults that mutmut plants in the referee its tests find.

usage: python -m scripts.mutation [MODULE...]

MODULE is the name of a module in `referee/`, such as ``sets`` or ``solver.runs``; all of them where none is given. Prints the
score of each and of all together; ends with exit code 1 below 90 %. Takes a while: the tests run once for each fault.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

ENOUGH = 0.9
FOUND = {"killed", "timeout", "suspicious", "segfault", "caught by type check"}
LEFT_OUT = {"skipped", "not checked"}


def tally(lines: Iterable[str]) -> dict[str, Counter[str]]:
    """How many faults of each module ended how, from the lines of ``mutmut results --all true``.

    >>> tally(["    referee.sets.x_value__mutmut_1: killed"])
    {'sets': Counter({'killed': 1})}
    """
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for line in lines:
        name, _, outcome = line.strip().rpartition(": ")
        if name.startswith("referee."):
            module, _, _ = name.removeprefix("referee.").rpartition(".")
            found[module][outcome] += 1
    return dict(found)


def tried(found: Mapping[str, Counter[str]]) -> dict[str, Counter[str]]:
    """Of the modules, sorted by name, those of which any fault was tried."""
    return {module: outcomes for module, outcomes in sorted(found.items()) if set(outcomes) - LEFT_OUT}


def score(outcomes: Counter[str]) -> float:
    """The part of the faults that the tests found, of those that were tried."""
    tried = sum(number for outcome, number in outcomes.items() if outcome not in LEFT_OUT)
    return sum(outcomes[outcome] for outcome in FOUND) / tried if tried else 0.0


def main() -> int:
    """Run mutmut and print the scores."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", metavar="MODULE", help="modules of referee/; all unless given")
    parser.add_argument("--workers", default="2", metavar="N", help="tests that run at a time (default 2)")
    args = parser.parse_args()
    mutmut = Path(sys.executable).with_name("mutmut")
    wanted = [f"referee.{module}.*" for module in args.modules]
    ran = subprocess.run([mutmut, "run", "--max-children", args.workers, *wanted], check=False)  # noqa: S603  # from here
    if ran.returncode:
        return ran.returncode
    shown = subprocess.run([mutmut, "results", "--all", "true"], check=True, capture_output=True, text=True)  # noqa: S603  # the same
    found = tally(shown.stdout.splitlines())
    modules = tried(found)
    together = sum(modules.values(), Counter[str]())
    for module, outcomes in modules.items():
        print(f"{module:14} {score(outcomes):7.1%}  {dict(outcomes)}")
    print(f"{'referee':14} {score(together):7.1%}  survivors: mutmut results; one of them: mutmut show NAME")
    return int(score(together) < ENOUGH)


if __name__ == "__main__":
    sys.exit(main())
