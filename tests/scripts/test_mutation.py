"""The mutation score counts what it says, and each part of the program has its own table of settings."""

import ast
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scripts.mutation import PARTS, ROOT, chosen, folder_of, outcomes, score, tally

SHOWN = """
    referee.sets.x_value__mutmut_1: killed
    referee.sets.x_value__mutmut_2: survived
    referee.sets.x_value__mutmut_3: caught by type check
    referee.round.xǁRoundǁ_check__mutmut_1: timeout
    referee.solver.runs.x_grow__mutmut_1: killed
    live.game.commands.undoing.x_undo__mutmut_1: survived
    scripts.mutation.x_score__mutmut_1: killed
"""


def settings(part: str) -> dict[str, Any]:
    tables: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    found: dict[str, Any] = tables[f"mutmut-{part}"]
    return found


def imported(file: Path) -> Iterator[str]:
    """The folders of this repository from which a module imports."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        names = [name.name for name in node.names] if isinstance(node, ast.Import) else []
        names += [node.module] if isinstance(node, ast.ImportFrom) and node.module else []
        yield from (name.partition(".")[0] for name in names if (ROOT / name.partition(".")[0]).is_dir())


def test_outcomes_are_counted_for_each_module() -> None:
    found = tally(outcomes(SHOWN.splitlines()))
    assert found == {
        "live.game.commands.undoing": Counter({"survived": 1}),
        "referee.round": Counter({"timeout": 1}),
        "referee.sets": Counter({"killed": 1, "survived": 1, "caught by type check": 1}),
        "referee.solver.runs": Counter({"killed": 1}),
    }


@pytest.mark.parametrize(
    ("names", "number"),
    [
        (["referee"], 5),
        (["referee.sets"], 3),
        (["referee.solver", "live"], 2),
        (["live.game.commands.undoing"], 1),
        (["live.command"], 0),
    ],
)
def test_a_name_is_that_of_a_package_or_a_module(names: list[str], number: int) -> None:
    assert len(chosen(outcomes(SHOWN.splitlines()), names)) == number


@pytest.mark.parametrize(
    ("counts", "part"),
    [
        ({"killed": 9, "survived": 1}, 0.9),
        ({"killed": 1, "timeout": 1, "suspicious": 1, "survived": 1}, 0.75),
        ({"killed": 1, "no tests": 1}, 0.5),
        ({"killed": 1, "survived": 1, "skipped": 5, "not checked": 7}, 0.5),
        ({"not checked": 3}, 0.0),
    ],
)
def test_what_no_test_found_lowers_the_score_and_what_was_not_tried_does_not(
    counts: dict[str, int], part: float
) -> None:
    assert score(Counter(counts)) == pytest.approx(part)


def test_a_module_whose_tests_find_nothing_counts() -> None:
    ended = {f"referee.turn.x_judge__mutmut_{i}": "survived" for i in range(5)}
    ended |= {f"referee.sets.x_fault__mutmut_{i}": "killed" for i in range(3)}
    ended |= {"referee.deal.x_deal__mutmut_1": "not checked"}
    found = tally(ended)
    assert list(found) == ["referee.sets", "referee.turn"]
    assert score(sum(found.values(), Counter())) == 3 / 8


@pytest.mark.parametrize("part", sorted(set(PARTS.values())))
def test_a_part_s_table_is_mutmut_s_in_its_own_folder(tmp_path: Path, part: str) -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
    (tmp_path / "live").mkdir()
    folder = folder_of(part, tmp_path)
    table = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mutmut"]
    assert table == settings(part)
    assert all((ROOT / path).exists() for path in [*table["source_paths"], *table["also_copy"]])
    assert (folder / "live").resolve() == tmp_path / "live"
    assert folder_of(part, tmp_path) == folder


@pytest.mark.parametrize("part", sorted(set(PARTS.values())))
def test_the_tests_of_a_part_find_there_what_they_import(part: str) -> None:
    table = settings(part)
    selected = [ROOT / path for path in table["pytest_add_cli_args_test_selection"]]
    folders = [path if path.is_dir() else path.parent for path in selected]
    files = [file for folder in folders for file in folder.rglob("*.py")] + list((ROOT / "tests").glob("conftest.py"))
    needed = {name for file in files for name in imported(file)}
    assert needed - {"tests"} <= {*table["source_paths"], *table["also_copy"]}
