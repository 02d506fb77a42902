"""Another package in the same environment is in the way of tileref's own folders, and the command says so."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tileref.start import PACKAGES

ROOT = Path(__file__).parents[2]
OTHERS = "Name: other\nVersion: 1\nMetadata-Version: 2.1\n"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder], cwd=ROOT, check=True)
    return next(folder.glob("*.whl"))


@pytest.fixture
def site(wheel: Path, tmp_path: Path) -> Path:
    """A folder of packages into which tileref is installed, as pip unpacks it."""
    folder = tmp_path / "site"
    subprocess.run([sys.executable, "-m", "zipfile", "-e", wheel, folder], check=True)
    return folder


def tileref(*folders: Path) -> subprocess.CompletedProcess[str]:
    """`tileref rulebooks`, looked for in those folders of packages, one after the other."""
    here = f"import sys; sys.path[:1] = {[str(folder) for folder in folders]!r}"
    program = f"{here}; from tileref.start import main; sys.argv[1:] = ['rulebooks']; sys.exit(main())"
    command = [sys.executable, "-I", "-c", program]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_the_folders_that_are_looked_at_are_those_that_are_installed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    installed = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    assert {*PACKAGES, "tileref"} == set(installed)


def test_alone_in_its_environment_it_runs(site: Path) -> None:
    ran = tileref(site)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "jumbo-original-2016" in ran.stdout


def test_a_file_that_another_package_wrote_over_is_named_with_that_package(site: Path) -> None:
    (site / "vision" / "__init__.py").write_text("VERSION = 1\n")
    other = site / "other-1.dist-info"
    other.mkdir()
    (other / "METADATA").write_text(OTHERS)
    (other / "RECORD").write_text("vision/__init__.py,,\n")
    ran = tileref(site)
    assert ran.returncode == 2
    (line,) = ran.stderr.splitlines()
    assert line.startswith(
        f"tileref: {site / 'vision' / '__init__.py'} is not tileref's own but of other: install tileref"
    )


def test_what_another_package_took_along_as_it_was_removed_is_named(site: Path) -> None:
    (site / "files" / "atomic.py").unlink()
    ran = tileref(site)
    assert ran.returncode == 2
    assert ran.stderr.startswith(f"tileref: {site / 'files' / 'atomic.py'} is missing: install tileref")


@pytest.mark.parametrize("name", ["cli", "vision"])
def test_a_folder_that_is_found_before_its_own_is_named(site: Path, tmp_path: Path, name: str) -> None:
    other = tmp_path / "before" / name
    other.mkdir(parents=True)
    (other / "__init__.py").touch()
    ran = tileref(tmp_path / "before", site)
    assert ran.returncode == 2
    assert ran.stderr.startswith(f"tileref: {other} is in the place of tileref's own {name}: install tileref")
