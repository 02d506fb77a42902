"""The command `tileref`: finds the subcommand, runs it, and turns what goes wrong into one line and an exit code."""

import argparse
import errno
import os
import platform
import re
import sys
import tempfile
import traceback
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, TextIO

from cli.common import program_version, warn
from cli.exits import CommandError, ExitCode
from cli.terminal import plain_streams
from referee.errors import UserError
from referee.text import shortened

COMMANDS = (
    "read", "judge", "audit", "score", "solve", "serve", "calibrate", "rulebooks", "journal", "export", "import", "replay", "verify", "doctor",
)  # fmt: skip
"""The subcommands, each a module of this package with `NAME`, `HELP`, `add_arguments(parser)` and `run(args)`. Only the
one that runs is imported."""

INTERRUPTED = 130
BROKEN_PIPE = 141
"""What a shell reports for a program ended by SIGINT or SIGPIPE."""

FAULT = 70
"""A fault of the program itself, as sysexits.h has it: never to be taken for the 1 of an illegal turn."""

_OF_STREAMS = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EISDIR, errno.EBADF, errno.EPIPE}
"""Errors of standard input or output, which have no file name."""

_ADDRESS = re.compile(r"([\w+.-]+://)[^\s'\"]+")
"""An address, which may hold a password after its scheme."""

_HOME = Path(__file__).resolve().parent.parent
"""The folder in which this package and the others of tileref lie."""


class _Parser(argparse.ArgumentParser):
    """An argument parser that complains in one line, also where its help cannot be printed."""

    def error(self, message: str) -> None:  # type: ignore[override] # typeshed has NoReturn, and raising is that
        """End the command with `message`."""
        raise CommandError(f"{message} (see {self.prog} --help)")

    def print_help(self, file: Any = None) -> None:
        """Print the help; argparse's own keeps silent where that fails."""
        print(self.format_help(), end="", file=file)


class _Version(argparse.Action):
    """Prints the program's version; argparse's own keeps silent where that fails."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print it and end the command."""
        print(f"tileref {program_version()}")
        parser.exit()


def main(argv: Sequence[str] | None = None) -> int:
    """Run `tileref` with `argv`, by default the process's arguments; returns its exit code.

    `referee.errors.UserError` of any package, one line each, and files that cannot be used are bad input. Anything else
    is a fault of the program: one line says where the report of it lies.
    """
    arguments = sys.argv[1:] if argv is None else list(argv)
    _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        _never_fail_to_print(stream)
    with plain_streams():
        try:
            end = _end(arguments)
        finally:
            unprinted = _flush_or_let_go(sys.stdout)
        return _complain(_of_streams(unprinted) if unprinted is not None and end.code != FAULT else end)


class _End(NamedTuple):
    """How a command ends."""

    code: int
    line: str = ""
    """The line for standard error; empty where there is nothing to say."""


def _end(arguments: Sequence[str]) -> _End:
    """Run the subcommand; whatever is no fault of the program becomes an exit code and a line."""
    try:
        return _End(_run(arguments))
    except CommandError as error:
        return _End(error.code, str(error))
    except KeyboardInterrupt:
        return _End(INTERRUPTED)
    except UserError as error:
        return _End(ExitCode.BAD_INPUT, str(error))
    except (ImportError, OSError) as error:
        return _mendable(error) or _fault(error)
    except Exception as error:  # noqa: BLE001 - whatever it is, it must not pass for a verdict
        return _fault(error)


def _fault(error: Exception) -> _End:
    """How a command ends over a fault of the program.

    Its report is kept in a file, without arguments and addresses, which may hold passwords.
    """
    report = _ADDRESS.sub(r"\1...", "".join(traceback.format_exception(error)))
    about = f"tileref has a fault ({type(error).__name__})"
    system = f"tileref {program_version()}, Python {platform.python_version()}, {platform.platform()}\n\n"
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="tileref-report-", suffix=".txt", delete=False, encoding="utf-8", errors="backslashreplace"
        ) as file:
            file.write(system + report)
    except OSError:
        return _End(FAULT, f"{about}, and no room for a report of it: {report.splitlines()[-1]}")
    return _End(FAULT, f"{about}: please send the report to its makers, it lies in {file.name}")


def _mendable(error: ImportError | OSError) -> _End | None:
    """How a command ends over `error`, with what the user can do about it; None for a fault of the program."""
    if isinstance(error, OSError):
        if error.filename is not None:
            return _End(ExitCode.BAD_INPUT, f"{error.filename}: {error.strerror}")
        return _of_streams(error) if error.errno in _OF_STREAMS else None
    name = (error.name or "").partition(".")[0]
    is_ours = name != "" and (_HOME / name / "__init__.py").exists()
    mend = f"a part that tileref needs does not load ({error}): run tileref doctor, it says how to mend it"
    return None if is_ours else _End(ExitCode.BAD_INPUT, mend)


def _of_streams(error: OSError) -> _End:
    """How a command ends whose standard input or output fails; without a word where nobody reads on."""
    if isinstance(error, BrokenPipeError):
        return _End(BROKEN_PIPE)
    return _End(ExitCode.BAD_INPUT, f"standard input or output: {error.strerror}")


def _run(arguments: Sequence[str]) -> int:
    name = arguments[0] if arguments else "--help"
    if name not in COMMANDS and not name.startswith("-"):
        raise CommandError(
            f"there is no command {shortened(name)!r}: take one of {', '.join(COMMANDS)} (see tileref --help)"
        )
    chosen = (name,) if name in COMMANDS else COMMANDS
    parser = _Parser(
        prog="tileref",
        description="Reads the tiles of a table game from photos, referees turns by five rulebooks, keeps clock and score sheet.",
        epilog="Exit codes: 0 fine or legal, 1 illegal, 2 bad input or usage, 3 undecided: a person must look, 70 a fault of tileref.",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    subparsers = parser.add_subparsers(metavar="COMMAND", dest="command", required=True)
    modules: dict[str, ModuleType] = {command: import_module(f"cli.{command}") for command in chosen}
    for command, module in modules.items():
        about = f"{module.HELP[:1].upper()}{module.HELP[1:]}."
        module.add_arguments(subparsers.add_parser(command, help=module.HELP, description=about))
    try:
        args = parser.parse_args([*arguments] or ["--help"])
    except SystemExit as done:  # --help, --version
        return int(done.code or 0)
    return int(modules[args.command].run(args))


def _complain(end: _End) -> int:
    """Say why a command ends, where anything is to be said and standard error takes it; its exit code."""
    if end.line:
        with suppress(OSError):
            warn(end.line)
    _flush_or_let_go(sys.stderr)
    return end.code


def _open_closed_streams() -> None:
    """Have a standard stream that the shell closed be empty, or lead nowhere: Python leaves None in its place."""
    if sys.stdin is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115 - open for as long as the program runs
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - likewise


def _never_fail_to_print(stream: TextIO) -> None:
    """Have `stream` escape what its encoding lacks, such as a name on a terminal without Unicode."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


def _flush_or_let_go(stream: TextIO) -> OSError | None:
    """Write out what `stream` still holds; returns why that fails.

    A stream that fails then leads nowhere: Python flushes it once more at exit, and would end with a complaint and an
    exit code of its own.
    """
    try:
        stream.flush()
    except OSError as error:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
        return error
    return None


if __name__ == "__main__":
    sys.exit(main())
