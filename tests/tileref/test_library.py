"""tileref as a library: what the documents show runs, and nothing heavy loads before it is needed."""

from __future__ import annotations

import doctest
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import tileref
from tileref import library
from tileref.start import PACKAGES

ROOT = Path(__file__).parents[2]
RECIPES = ROOT / "docs" / "library.py"
TURN = {"before": [], "after": [["R10", "R11", "R12"]], "opened": False}


def test_the_document_shows_the_recipes_that_run() -> None:
    shown = re.findall(
        r"^## (\d+\. [^\n]*)\n\n```python\n(.*?)```$",
        (ROOT / "docs" / "library.md").read_text("utf-8"),
        re.MULTILINE | re.DOTALL,
    )
    _, *recipes = re.split(r"^# (?=\d+\. )", RECIPES.read_text("utf-8"), flags=re.MULTILINE)
    assert [f"{title}\n{code}".strip() for title, code in shown] == [recipe.strip() for recipe in recipes]
    assert len(recipes) == 10


@pytest.mark.slow
def test_the_recipes_do_what_they_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    runpy.run_path(str(RECIPES))


@pytest.mark.parametrize("module", [tileref, library], ids=lambda module: module.__name__)
def test_examples_in_docstrings_are_true(module: object) -> None:
    assert doctest.testmod(module, raise_on_error=True).attempted  # type: ignore[arg-type] # a module


def test_nothing_but_the_standard_library_is_needed_to_judge_solve_and_score() -> None:
    """Without any package beside the program's own, as `pip install --no-deps` leaves it."""
    program = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
        f"import tileref; assert tileref.judge({TURN!r}).verdict == 'legal'\n"
        "tileref.best_play({'table': [], 'rack': ['J'], 'opened': True})\n"
        "tileref.score_round({'Ben': [tileref.Tile.parse('J')]}, tileref.load_rulebook('piatnik-xxl'), 'Anna')\n"
        "tileref.Round\n"
    )
    subprocess.run([sys.executable, "-I", "-S", "-c", program], check=True, timeout=60)


def test_reading_a_photo_without_the_other_packages_names_the_mend() -> None:
    program = f"import sys; sys.path.insert(0, {str(ROOT)!r}); from cli.main import main; sys.exit(main(['read', 'photo.jpg']))"
    ran = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=False, timeout=60
    )
    assert ran.returncode == 2
    assert ran.stderr.count("\n") == 1
    assert "run tileref doctor" in ran.stderr


def test_importing_it_loads_nothing_that_reads_photos_or_serves_pages() -> None:
    program = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); import tileref; tileref.read, tileref.Round, tileref.judge\n"
        "print(*{'cv2', 'numpy', 'flask', 'onnxruntime'} & sys.modules.keys())"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60)
    assert (ran.stdout, ran.stderr) == ("\n", "")


@pytest.mark.parametrize("turn", [None, {}, {**TURN, "after": [["R14"]]}, {**TURN, "rulebook": "none"}])
def test_what_is_no_turn_is_refused_in_one_line(turn: dict[str, object]) -> None:
    with pytest.raises(tileref.UserError) as refused:
        tileref.judge(turn)
    assert "\n" not in str(refused.value)


def test_a_round_file_that_is_not_there_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(tileref.UserError, match="No such file"):
        tileref.Round.load(tmp_path / "none.rummi.toml")


def test_every_package_says_that_it_is_typed() -> None:
    assert [name for name in ("tileref", *PACKAGES) if not (ROOT / name / "py.typed").is_file()] == []
