"""A new machine gets what it lacks, or its user one line that names it."""

import shutil
from collections.abc import Sequence
from functools import partial

import pytest

from scripts import bootstrap
from scripts.bootstrap import Need


class Machine:
    """A machine with some packages installed, and perhaps the right to install more."""

    def __init__(self, *installed: str, refusal: str = "") -> None:
        self.installed = set(installed)
        self.refusal = refusal

    def needs(self, *packages: str) -> list[Need]:
        return [Need(package, partial(self.installed.__contains__, package)) for package in packages]

    def install(self, packages: Sequence[str]) -> str:
        if not self.refusal:
            self.installed.update(packages)
        return self.refusal


def refuse(packages: Sequence[str]) -> str:
    raise AssertionError(packages)


def test_nothing_is_installed_where_nothing_is_missing() -> None:
    machine = Machine("chromium")
    assert bootstrap.provide(machine.needs("chromium"), refuse) == ""


def test_what_is_missing_is_installed() -> None:
    machine = Machine("libgl1")
    assert bootstrap.provide(machine.needs("libgl1", "libxcb1"), machine.install) == ""
    assert machine.installed == {"libgl1", "libxcb1"}


def test_what_may_not_be_installed_is_named_in_one_line() -> None:
    machine = Machine("libgl1", refusal="this takes root's rights")
    problem = bootstrap.provide(machine.needs("libgl1", "libxcb1", "chromium"), machine.install)
    assert problem == "install libxcb1 chromium first (this takes root's rights)"


def test_package_that_does_not_bring_what_is_needed_is_named() -> None:
    assert bootstrap.provide([Need("chromium", lambda: False)], lambda _: "").startswith("install chromium first")


def test_other_systems_get_the_names_and_no_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)
    assert "no apt-get" in bootstrap.apt_install(["chromium"])


def test_without_roots_rights_the_command_to_type_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(bootstrap, "privilege", lambda: None)
    assert "sudo apt-get install tesseract-ocr chromium" in bootstrap.apt_install(["tesseract-ocr", "chromium"])
    assert capsys.readouterr().out == ""


def test_lists_of_packages_are_fetched_when_a_first_try_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[Sequence[str]] = []

    def run(command: Sequence[str]) -> str:
        commands.append(command)
        return "E: Unable to locate package chromium" if len(commands) == 1 else ""

    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(bootstrap, "privilege", list)
    monkeypatch.setattr(bootstrap, "failure", run)
    assert bootstrap.apt_install(["chromium"]) == ""
    assert ["install" in command for command in commands] == [True, False, True]
    assert "update" in commands[1]


def test_failure_is_the_last_line_of_a_commands_errors() -> None:
    assert bootstrap.failure(["sh", "-c", "echo first >&2; echo E: last >&2; exit 100"]) == "E: last"
    assert bootstrap.failure(["sh", "-c", "exit 3"]) == "exit code 3"
    assert bootstrap.failure(["true"]) == ""


def test_tests_need_the_second_reader_and_a_browser() -> None:
    assert {"tesseract-ocr", "chromium-headless-shell"} <= {need.package for need in bootstrap.needs_to_test()}


def test_what_drives_the_browser_loads_a_library_that_debian_does_not_install_by_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    assert "libatomic1" in [need.package for need in bootstrap.needs_to_test()]
    monkeypatch.setattr("sys.platform", "darwin")
    assert "libatomic1" not in [need.package for need in bootstrap.needs_to_test()]


def test_tests_and_training_need_typefaces() -> None:
    assert {"fonts-dejavu-core", "fonts-liberation"} <= {need.package for need in bootstrap.needs_to_test()}
    assert len(bootstrap.needs_to_train()) > 50


def test_a_package_that_nobody_installed_is_missing() -> None:
    assert not bootstrap.has_package("no-such-package-of-tileref")


def test_where_nobody_knows_debian_s_packages_none_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    assert bootstrap.has_package("fonts-dejavu")
