"""`tileref doctor` names what is missing and how to mend it, and never fails itself."""

import argparse
import json
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

import calibration
from calibration import edition
from cli import doctor
from cli.common import program_version
from cli.doctor import Check, State
from cli.exits import CommandError, ExitCode
from referee.tiles import TILE_KINDS
from vision.reading.inference import MODELS, ModelFile


@pytest.fixture
def healthy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine on which every check comes out fine, whatever the one that runs the tests lacks."""
    for name in ("tileref", "opencv", "camera", "models", "tesseract", "disk", "port"):
        monkeypatch.setattr(doctor, f"check_{name}", lambda *_, name=name: Check(name, State.FINE, "as it should be"))
    monkeypatch.setattr(doctor, "check_boxes", lambda _: [])


@pytest.fixture
def taken_port() -> Iterator[int]:
    """A port that another program listens on."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def doctor_with(*options: str) -> ExitCode:
    parser = argparse.ArgumentParser()
    doctor.add_arguments(parser)
    return doctor.run(parser.parse_args(options))


@pytest.mark.usefixtures("healthy")
def test_healthy_machine_is_fine(capsys: pytest.CaptureFixture[str]) -> None:
    assert doctor_with() is ExitCode.FINE
    assert len(capsys.readouterr().out.splitlines()) == 7


@pytest.mark.usefixtures("healthy")
def test_warning_does_not_fail_but_is_shown_with_its_remedy(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(doctor, "check_camera", lambda _: Check("camera", State.WARNING, "none answers", "connect one"))
    assert doctor_with() is ExitCode.FINE
    assert "warning  camera: none answers\n         -> connect one\n" in capsys.readouterr().out


@pytest.mark.usefixtures("healthy")
def test_missing_requirement_ends_with_two(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "check_models", lambda: Check("models", State.MISSING, "no model", "install again"))
    assert doctor_with() is ExitCode.BAD_INPUT


@pytest.mark.usefixtures("healthy")
def test_json_has_every_check(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(doctor, "check_models", lambda: Check("models", State.MISSING, "no model", "install again"))
    doctor_with("--json")
    answer = json.loads(capsys.readouterr().out)
    assert answer["fine"] is False
    assert {check["check"] for check in answer["checks"]} == {
        "tileref",
        "opencv",
        "camera",
        "models",
        "tesseract",
        "disk",
        "port",
    }
    assert {"check": "models", "state": "missing", "found": "no model", "mend": "install again"} in answer["checks"]
    assert {"check": "disk", "state": "fine", "found": "as it should be", "mend": None} in answer["checks"]


def test_this_machine_is_examined_without_an_error(tmp_path: Path, taken_port: int) -> None:
    checks = doctor.examine(tmp_path, taken_port)
    assert [check.name for check in checks] == ["tileref", "OpenCV", "camera", "models", "Tesseract", "disk", "port"]
    assert checks[0].found == f"version {program_version()}"
    assert all(check.mend for check in checks if check.state is not State.FINE)


def test_doctor_starts_without_any_package_installed() -> None:
    """`make install` asks it which libraries are missing before anything is installed."""
    result = subprocess.run(
        [sys.executable, "-S", "-c", "import cli.doctor"],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(doctor.__file__).parent.parent,
    )
    assert (result.returncode, result.stderr) == (0, "")


def fails_with(error: Exception) -> Callable[..., object]:
    def fail(*_: object) -> object:
        raise error

    return fail


def test_opencv_without_its_libraries_names_debian_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "missing_libraries", lambda: ["libxcb.so.1", "libGL.so.1"])
    error = ImportError("libxcb.so.1: cannot open shared object file: No such file or directory")
    check = doctor.check_opencv(fails_with(error), platform="linux")
    assert check.state is State.MISSING
    assert "libxcb.so.1" in check.found
    assert check.mend == "install its libraries: sudo apt-get install libxcb1 libgl1"


def test_opencv_that_is_not_installed_is_mended_by_installing() -> None:
    check = doctor.check_opencv(fails_with(ModuleNotFoundError("No module named 'cv2'")), platform="darwin")
    assert check.state is State.MISSING
    assert "make install" in check.mend


def test_opencv_is_named_with_its_version() -> None:
    check = doctor.check_opencv(lambda _: SimpleNamespace(__version__="5.1.0"))
    assert check == Check("OpenCV", State.FINE, "version 5.1.0")


def test_libraries_that_do_not_load_are_missing() -> None:
    def load(library: str) -> object:
        if library == "libGL.so.1":
            raise OSError(library)
        return object()

    assert doctor.missing_libraries(load=load) == ["libGL.so.1"]


def test_camera_that_answers(tmp_path: Path) -> None:
    assert doctor.check_camera(tmp_path, lambda _: "1") == Check("camera", State.FINE, "camera 1 answers")


@pytest.mark.parametrize("chosen", ["none", "phone"])
def test_a_choice_that_cannot_answer_by_itself_is_named(tmp_path: Path, chosen: str) -> None:
    calibration.save(calibration.TableProfile(camera=chosen), tmp_path / "table.toml")
    check = doctor.check_camera(tmp_path)
    assert check.state is State.FINE
    assert check.found.startswith(("none is chosen", "a phone is chosen"))


def test_the_camera_kept_for_the_table_is_the_one_tried(tmp_path: Path) -> None:
    photos = Path(__file__).parents[2] / "sample_images" / "photos"
    calibration.save(calibration.TableProfile(camera=str(photos)), tmp_path / "table.toml")
    assert doctor.check_camera(tmp_path).found == f"camera {photos} answers"
    calibration.save(calibration.TableProfile(camera=str(tmp_path / "gone")), tmp_path / "table.toml")
    check = doctor.check_camera(tmp_path)
    assert check.state is State.WARNING
    assert "no such file or folder" in check.found
    assert "tileref calibrate --camera" in check.mend


@pytest.mark.parametrize("answering", [lambda _: None, fails_with(ImportError("no cv2"))])
def test_no_camera_is_a_warning(tmp_path: Path, answering: Callable[[Path], str | None]) -> None:
    check = doctor.check_camera(tmp_path, answering)
    assert check.state is State.WARNING
    assert check.mend


def test_where_no_camera_answers_the_way_to_play_without_is_named(tmp_path: Path) -> None:
    assert 'make run ARGS="--camera none"' in doctor.check_camera(tmp_path, lambda _: None).mend


def test_no_models_are_missing(tmp_path: Path) -> None:
    check = doctor.check_models(tmp_path)
    assert check.state is State.MISSING
    assert str(tmp_path) in check.found


@pytest.mark.parametrize("file", list(ModelFile))
def test_each_model_that_reading_takes_is_missed(tmp_path: Path, file: ModelFile) -> None:
    shutil.copytree(MODELS, tmp_path / "models")
    (tmp_path / "models" / file).unlink()
    check = doctor.check_models(tmp_path / "models")
    assert check.state is State.MISSING
    assert file in check.found


def test_broken_model_is_named_in_one_line(tmp_path: Path) -> None:
    (tmp_path / ModelFile.LOCATOR).write_bytes(b"version https://git-lfs")
    check = doctor.check_models(tmp_path)
    assert check.state is State.MISSING
    assert str(tmp_path / ModelFile.LOCATOR) in check.found
    assert "\n" not in check.found


def test_models_that_reading_can_use_are_listed() -> None:
    check = doctor.check_models()
    assert check.state is State.FINE
    assert all(file in check.found for file in ModelFile)


def test_tesseract_that_is_not_installed_is_a_warning() -> None:
    check = doctor.check_tesseract("no-such-tesseract")
    assert check.state is State.WARNING
    assert "tesseract-ocr" in check.mend


def test_tesseract_is_named_with_its_version() -> None:
    check = doctor.check_tesseract()
    assert check.state is State.FINE
    assert check.found.startswith("tesseract ")


def test_tesseract_that_does_not_run_is_a_warning(tmp_path: Path) -> None:
    broken = tmp_path / "tesseract"
    broken.write_text("#!/bin/sh\nexit 1\n")
    broken.chmod(0o755)
    check = doctor.check_tesseract(str(broken))
    assert check.state is State.WARNING
    assert "does not run" in check.found


@pytest.mark.parametrize(("free", "state"), [(10**6, State.WARNING), (10**10, State.FINE)])
def test_disk_needs_room_for_an_evening(tmp_path: Path, free: int, state: State) -> None:
    assert doctor.check_disk(tmp_path / "not" / "yet", lambda _: free).state is state


def test_file_in_place_of_the_data_folder(tmp_path: Path) -> None:
    file = tmp_path / "data"
    file.touch()
    check = doctor.check_disk(file / "games")
    assert check.state is State.MISSING
    assert str(file) in check.found


def test_taken_port_suggests_another(taken_port: int) -> None:
    check = doctor.check_port(taken_port)
    assert check.state is State.WARNING
    assert f"--port {taken_port + 1}" in check.mend


def test_free_port() -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    assert doctor.check_port(port).state is State.FINE


@pytest.mark.parametrize("port", ["0", "70000", "-1"])
def test_number_of_no_port_is_refused(port: str) -> None:
    with pytest.raises(CommandError, match="from 1 to 65535"):
        doctor_with("--port", port)


def enrol(name: str, data: Path) -> Path:
    """Enrols a box with that name; its file."""
    faces = np.full((len(TILE_KINDS), 64, 48, 3), 230, np.uint8)
    return edition.save(edition.EditionProfile(name, TILE_KINDS, faces, dark=False), data / edition.FOLDER)


def test_boxes_that_were_enrolled_are_named(tmp_path: Path) -> None:
    assert doctor.check_boxes(tmp_path) == []
    enrol("oak", tmp_path)
    enrol("wooden box", tmp_path)
    (check,) = doctor.check_boxes(tmp_path)
    assert (check.state, check.found) == (State.FINE, "oak, wooden box")


def test_rulebooks_of_one_s_own_are_named_or_what_is_wrong_with_them(tmp_path: Path) -> None:
    assert doctor.check_rulebooks(tmp_path) == []
    folder = tmp_path / "rulebooks"
    folder.mkdir()
    (folder / "sundays.toml").write_text('id = "x"\ntitle = "Ours"\ninherits = "piatnik-xxl"\n', encoding="utf-8")
    assert doctor.check_rulebooks(tmp_path) == [Check("rulebooks", State.FINE, "sundays")]
    (folder / "chess.toml").write_text("[castling]", encoding="utf-8")
    (check,) = doctor.check_rulebooks(tmp_path)
    assert (check.state, check.found.partition(":")[0]) == (State.WARNING, "chess.toml")
    assert str(folder) in check.mend


@pytest.mark.parametrize("suffix", [".toml", ".png"])
def test_a_box_that_cannot_be_read_is_named_with_a_way_out(tmp_path: Path, suffix: str) -> None:
    enrol("oak", tmp_path)
    damaged = enrol("wooden box", tmp_path).with_suffix(suffix)
    damaged.write_bytes(b"x")
    (check,) = doctor.check_boxes(tmp_path)
    assert check.state is State.WARNING
    assert damaged.stem in check.found
    assert damaged.name in check.mend
    assert "--edition any" in check.mend
