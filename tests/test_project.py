"""What the documents say can be done, can be done."""

import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")])
FENCED_CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:)([^)#]+)")
MAKE_COMMAND = re.compile(r"(?:^    |`)make ([a-z]+)", re.MULTILINE)
PATH = re.compile(r"`([a-z_]+/[\w./-]+\.(?:py|js|toml|md|txt))`")
DOTTED = re.compile(r"`(?!journal\.sqlite3)([a-z]\w*(?:\.\w+)+)`")
MEASURED = re.compile(r'(?<="elapsed_ms": )[\d.]+|(?<=\()\d+(?= ms\))')


def sessions() -> list[tuple[str, str]]:
    """Every command of the README that is shown with its output, and that output."""
    shown = []
    for block in FENCED_CONSOLE.findall((ROOT / "README.md").read_text(encoding="utf-8")):
        for session in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = session.partition("\n")
            shown.append((command, output))
    return shown


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_make_commands_of_the_documents_exist(document: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(MAKE_COMMAND.findall(document.read_text(encoding="utf-8"))) <= targets


def test_the_way_to_play_without_a_camera_is_a_command_of_the_makefile() -> None:
    command = ["make", "--dry-run", "--no-print-directory", "run", "ARGS=--camera none"]
    alone = {name: value for name, value in os.environ.items() if name not in {"MAKEFLAGS", "MAKELEVEL"}}
    plan = subprocess.run(command, cwd=ROOT, env=alone, capture_output=True, text=True, check=True)
    assert plan.stdout.splitlines()[-1].endswith("/tileref serve --camera none")
    assert 'make run ARGS="--camera none"' in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_of_the_documents_lead_somewhere(document: Path) -> None:
    links = LINK.findall(document.read_text(encoding="utf-8"))
    assert [link for link in links if not (document.parent / link).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_files_and_names_of_the_code_that_documents_mention_are_there(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    packages = {path.name for path in ROOT.iterdir() if path.is_dir()}
    dotted = [name for name in DOTTED.findall(text) if name.partition(".")[0] in packages]
    assert [name for name in dotted if not is_in_the_code(name.split("."))] == []
    named = [name for name in PATH.findall(text) if name.partition("/")[0] in packages]
    assert [name for name in named if not (ROOT / name).exists()] == []


def is_in_the_code(parts: list[str], folder: Path = ROOT) -> bool:
    """Whether there is such a module, or such a name in one."""
    first, *rest = parts
    if (folder / first).is_dir():
        return not rest or is_in_the_code(rest, folder / first)
    module = folder / f"{first}.py"
    names, path = (rest, module) if module.exists() else (parts, folder / "__init__.py")
    return path.exists() and (not names or re.search(rf"\b{names[0]}\b", path.read_text(encoding="utf-8")) is not None)


def test_readme_shows_three_commands_with_their_output() -> None:
    assert len(sessions()) >= 3


@pytest.mark.parametrize(("command", "output"), sessions(), ids=lambda text: text[:40])
def test_commands_of_the_readme_print_what_it_shows(command: str, output: str) -> None:
    result = subprocess.run(
        ["bash", "-c", command],
        cwd=ROOT,
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert MEASURED.sub("…", result.stdout) == MEASURED.sub("…", output)


def test_dependencies_are_all_explained() -> None:
    explained = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    declared = re.findall(r'^    "([a-z-]+)>=', project, re.MULTILINE)
    declared += json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    assert declared
    assert [name for name in declared if not re.search(rf"^\| .*(?<!\w){name}\b.* \|", explained, re.MULTILINE)] == []


def test_wheel_brings_what_is_not_python(tmp_path: Path) -> None:
    """Rulebooks, models, templates and sample pictures are installed too, not only found in a checkout."""
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path], cwd=ROOT, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    packages = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"]
    expected = {
        path.relative_to(ROOT).as_posix()
        for package in packages["wheel"]["packages"]
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with zipfile.ZipFile(wheel) as archive:
        assert expected - set(archive.namelist()) == set()


def test_lock_files_name_no_index_and_no_path() -> None:
    for lock in (ROOT / "requirements").iterdir():
        lines = lock.read_text(encoding="utf-8").splitlines()
        assert [line for line in lines if "://" in line or line.startswith(("-", "/", "."))] == []


def test_what_drives_a_browser_or_the_networks_is_marked_slow(request: pytest.FixtureRequest) -> None:
    """`make quick` leaves it out; a new test that forgets the marker would make it slow."""
    heavy = [item for item in request.session.items if {"browser", "reader"} & set(item.fixturenames)]  # type: ignore[attr-defined] # of functions
    assert [item.nodeid for item in heavy if item.get_closest_marker("slow") is None] == []
