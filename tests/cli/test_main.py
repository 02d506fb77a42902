"""The command itself: subcommands, help, exit codes, and what it loads."""

import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from types import ModuleType

import pytest

from cli import main as cli_main
from cli.common import program_version
from cli.exits import CommandError, ExitCode
from cli.main import COMMANDS, main
from referee.errors import UserError

ROOT = Path(__file__).parents[2]
TURN = json.dumps({"before": [], "after": [["R9", "R10", "R11"]], "opened": False})


PROGRAMS = ([sys.executable, "-m", "cli.main"], [str(Path(sys.executable).with_name("tileref"))])
"""`tileref` from a checkout, and as it is installed."""


def surroundings(*, buffered: bool) -> dict[str, str]:
    """The environment in which Python does, or does not, keep output back until there is more of it."""
    return {**os.environ, **({} if buffered else {"PYTHONUNBUFFERED": "1"})}


def run(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "cli.main", *arguments]
    return subprocess.run(command, cwd=ROOT, input=given, capture_output=True, text=True, check=False, timeout=60)


def test_the_contract_s_commands() -> None:
    assert COMMANDS == (
        "read",
        "judge",
        "audit",
        "score",
        "solve",
        "serve",
        "calibrate",
        "rulebooks",
        "journal",
        "export",
        "import",
        "replay",
        "verify",
        "doctor",
    )


@pytest.mark.parametrize("arguments", [["--help"], []])
def test_help_lists_every_command(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 0
    printed = capsys.readouterr().out
    assert [name for name in COMMANDS if f"\n    {name}" not in printed] == []
    assert "Exit codes: 0 fine or legal, 1 illegal, 2 bad input or usage, 3 undecided" in printed


def test_the_version_is_the_one_that_verdicts_are_kept_with(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"tileref {program_version()}\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_and_prints_json(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, *(["list"] if name == "journal" else []), "--help"]) == 0
    printed = capsys.readouterr().out
    assert f"usage: tileref {name}" in printed
    assert "--json" in printed


@pytest.mark.parametrize("arguments", [["solv"], ["judgement"], ["--verdict"], ["score", "--nonsense"]])
def test_wrong_usage_is_one_line_and_exit_code_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("tileref: ")
    assert captured.err.count("\n") == 1
    assert "--help" in captured.err


@pytest.mark.parametrize(
    "arguments", [["judge"], ["score", "--winner", "B", "A=K3"], ["rulebooks"], ["judge", "--help"], ["--help"]]
)
def test_commands_that_answer_at_once_load_nothing_heavy(arguments: list[str]) -> None:
    program = (
        "import sys; from cli.main import main; code = main(sys.argv[1:]);"
        "heavy = {'numpy', 'cv2', 'flask', 'onnxruntime', 'pytesseract', 'sqlite3'} & set(sys.modules);"
        "sys.exit(f'loaded {heavy}' if heavy else code)"
    )
    command = [sys.executable, "-c", program, *arguments]
    ran = subprocess.run(command, cwd=ROOT, input=TURN, capture_output=True, text=True, check=False, timeout=60)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_only_the_command_that_runs_is_imported() -> None:
    program = (
        "import sys; from cli.main import main; main(['rulebooks']);"
        "sys.exit(' '.join(name for name in sys.modules if name in ('cli.judge', 'cli.score', 'cli.doctor')))"
    )
    command = [sys.executable, "-c", program]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert ran.stderr.strip() == ""


def stand_in(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    """Has `tileref doctor` raise `error`."""

    def fail(args: object) -> ExitCode:
        del args
        raise error

    module = ModuleType("cli.doctor")
    module.HELP = "fail"  # type: ignore[attr-defined]  # a module made up here
    module.add_arguments = id  # type: ignore[attr-defined]  # the same
    module.run = fail  # type: ignore[attr-defined]  # the same
    monkeypatch.setitem(sys.modules, "cli.doctor", module)


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (CommandError("mend it"), 2, "tileref: mend it\n"),
        (CommandError("look at it", ExitCode.UNDECIDED), 3, "tileref: look at it\n"),
        (UserError("the photo\nis cut off"), 2, "tileref: the photo is cut off\n"),
        (PermissionError(13, "Permission denied", "/x"), 2, "tileref: /x: Permission denied\n"),
        (
            ImportError("libGL.so.1: cannot open shared object file", name="cv2"),
            2,
            (
                "tileref: a part that tileref needs does not load (libGL.so.1: cannot open shared object file): "
                "run tileref doctor, it says how to mend it\n"
            ),
        ),
        (KeyboardInterrupt(), 130, ""),
    ],
)
def test_what_goes_wrong_ends_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    error: BaseException,
    code: int,
    line: str,
) -> None:
    stand_in(monkeypatch, error)
    assert main(["doctor"]) == code
    assert capsys.readouterr().err == line


@pytest.mark.parametrize(
    "error", [ValueError("a fault of the program"), OSError("the same"), ImportError("a typo", name="vision.raed")]
)
def test_a_fault_of_the_program_passes_for_no_verdict_and_leaves_a_report(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, error: Exception
) -> None:
    stand_in(monkeypatch, error)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert main(["doctor"]) == 70
    line = capsys.readouterr().err
    (report,) = tmp_path.iterdir()
    assert (
        line
        == f"tileref: tileref has a fault ({type(error).__name__}): please send the report to its makers, it lies in {report}\n"
    )
    assert str(error) in report.read_text(encoding="utf-8")


def test_the_report_of_a_fault_repeats_no_password(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    stand_in(monkeypatch, ValueError("no answer from 'rtsp://guest:hunter2@10.0.0.1/user=guest&password=hunter2'"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert main(["doctor"]) == 70
    (report,) = tmp_path.iterdir()
    assert "no answer from 'rtsp://...'" in report.read_text(encoding="utf-8")
    assert "hunter2" not in report.read_text(encoding="utf-8") + capsys.readouterr().err


def test_a_fault_of_the_program_is_told_where_there_is_no_room_for_a_report(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    stand_in(monkeypatch, ValueError("a fault of the program"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    assert main(["doctor"]) == 70
    assert capsys.readouterr().err.endswith("no room for a report of it: ValueError: a fault of the program\n")


@pytest.mark.parametrize("buffered", [True, False])
@pytest.mark.parametrize("arguments", [["rulebooks"], ["rulebooks", "--help"], ["judge", "-", "no-such.json"]])
def test_nobody_reading_on_is_no_reason_to_complain(arguments: list[str], buffered: bool) -> None:  # noqa: FBT001 - a parameter of the test
    reader, writer = os.pipe()
    os.close(reader)
    try:
        ran = subprocess.run(
            [*PROGRAMS[0], *arguments], cwd=ROOT, env=surroundings(buffered=buffered),
            input=TURN.encode(), stdout=writer, stderr=subprocess.PIPE, check=False, timeout=60,
        )  # fmt: skip
    finally:
        os.close(writer)
    assert (ran.returncode, ran.stderr) == (cli_main.BROKEN_PIPE, b"")


def test_ctrl_c_is_quiet() -> None:
    command = [sys.executable, "-m", "cli.main", "judge"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(TURN.encode() + b"\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"legal\n"
        process.send_signal(signal.SIGINT)
        complaint = process.communicate(timeout=60)[1]
    assert (process.returncode, complaint) == (cli_main.INTERRUPTED, b"")


def test_a_terminal_without_unicode_shows_names_escaped() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "cli.main", "score", "--winner", "B", "Cléo=3"]
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False, timeout=60)
    assert ran.returncode == 0
    assert b"Cl\\xe9o" in ran.stdout


def test_run_as_a_program() -> None:
    ran = run("judge", "--json", given=TURN)
    assert (ran.returncode, json.loads(ran.stdout)["verdict"], ran.stderr) == (0, "legal", "")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such disk")
@pytest.mark.parametrize("buffered", [True, False])
@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize(
    "arguments", [["judge", "-"], ["judge", "--json", "-"], ["rulebooks"], ["--help"], ["judge", "-", "no-such.json"]]
)
def test_a_full_disk_under_standard_output_is_one_line(
    program: list[str],
    arguments: list[str],
    buffered: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    with Path("/dev/full").open("w") as full:  # a disk that is always full
        ran = subprocess.run(
            [*program, *arguments],
            cwd=ROOT, env=surroundings(buffered=buffered), input=TURN, stdout=full, stderr=subprocess.PIPE, text=True,
            check=False,
        )  # fmt: skip
    assert (ran.returncode, ran.stderr) == (2, "tileref: standard input or output: No space left on device\n")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such disk")
@pytest.mark.parametrize("buffered", [True, False])
@pytest.mark.parametrize(("arguments", "code"), [(["rulebooks"], 0), (["judge", "no-such.json"], 2)])
def test_a_full_disk_under_standard_error_changes_no_exit_code(
    arguments: list[str],
    code: int,
    buffered: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            [*PROGRAMS[0], *arguments], cwd=ROOT, env=surroundings(buffered=buffered), stderr=full, check=False,
        )  # fmt: skip
    assert ran.returncode == code


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such disk")
@pytest.mark.parametrize("buffered", [True, False])
def test_a_fault_of_the_program_is_shown_though_the_disk_is_full(buffered: bool) -> None:  # noqa: FBT001 - a parameter of the test
    program = (
        "import sys; import cli.rulebooks as command; from cli.main import main\n"
        "def fail(args): print('half', end=''); raise ValueError('a fault of the program')\n"
        "command.run = fail; sys.exit(main(['rulebooks']))"
    )
    command = [sys.executable, "-c", program]
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            command, cwd=ROOT, env=surroundings(buffered=buffered), stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )  # fmt: skip
    expected = (
        "tileref: tileref has a fault (ValueError)" if buffered else "tileref: standard input or output: No space left"
    )
    assert ran.stderr.splitlines()[-1].startswith(expected)
    assert ran.returncode == (70 if buffered else 2)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (f"{sys.executable} -m cli.main judge <&-", 2),
        (f"{sys.executable} -m cli.main judge --json 0>/dev/null", 2),
        (f"{sys.executable} -m cli.main solve <&-", 2),
        (f"echo '{TURN}' | {sys.executable} -m cli.main judge >&-", 0),
        (f"{sys.executable} -m cli.main rulebooks >&- 2>&-", 0),
    ],
)
def test_a_standard_stream_that_is_closed_is_no_fault_of_the_program(command: str, code: int) -> None:
    ran = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S602
    assert ran.returncode == code
    assert len(ran.stderr.splitlines()) == (1 if code else 0)
