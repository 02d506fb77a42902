"""The command `tileref`: finds the subcommand, runs it, and turns what goes wrong into one line and an exit code."""

import argparse
import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TextIO

from cli.common import warn
from cli.exits import CommandError, ExitCode
from referee.errors import UserError

COMMANDS = ("read", "judge", "audit", "score", "solve", "serve", "calibrate", "rulebooks", "doctor")
"""The subcommands, each a module of this package with `NAME`, `HELP`, `add_arguments(parser)` and `run(args)`. Only the one
that runs is imported."""

INTERRUPTED = 130
BROKEN_PIPE = 141
"""What a shell reports for a program ended by SIGINT or SIGPIPE."""

_OF_STREAMS = {errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EISDIR, errno.EBADF}
"""What can be wrong with standard input or output, which have no name."""

_PACKAGES = ("referee", "vision", "calibration", "journal", "live", "webui", "cli", "sample_images")


class _Parser(argparse.ArgumentParser):
    """An argument parser that complains in one line."""

    def error(self, message: str) -> None:  # type: ignore[override] # typeshed has NoReturn, and raising is that
        """End the command with `message`."""
        raise CommandError(f"{message} (see {self.prog} --help)")


def main(argv: Sequence[str] | None = None) -> int:
    """Run `tileref` with `argv`, by default the process's arguments; returns its exit code.

    `referee.errors.UserError` of any package, one line each, and files that cannot be used are bad input. Anything else is a
    fault of the program and shows its traceback.
    """
    arguments = sys.argv[1:] if argv is None else list(argv)
    _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        _never_fail_to_print(stream)
    try:
        code = _run(arguments)
        sys.stdout.flush()
    except CommandError as error:
        return _complain(str(error), error.code)
    except BrokenPipeError:
        _let_go_of_stdout()
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    except UserError as error:
        return _complain(str(error))
    except (ImportError, OSError) as error:
        line = _mendable(error)
        if line is None:
            raise
        return _complain(line)
    return code


def _mendable(error: ImportError | OSError) -> str | None:
    """What the user can do about `error`; None for a fault of the program."""
    if isinstance(error, OSError):
        if error.filename is None and error.errno in _OF_STREAMS:
            return f"standard input or output: {error.strerror}"
        return f"{error.filename}: {error.strerror}" if error.filename is not None else None
    is_ours = (error.name or "").partition(".")[0] in _PACKAGES
    mend = f"a part that tileref needs does not load ({error}): run tileref doctor, it says how to mend it"
    return None if is_ours else mend


def _run(arguments: Sequence[str]) -> int:
    name = arguments[0] if arguments else "--help"
    if name not in COMMANDS and not name.startswith("-"):
        raise CommandError(f"there is no command {name!r}: take one of {', '.join(COMMANDS)} (see tileref --help)")
    chosen = (name,) if name in COMMANDS else COMMANDS
    parser = _Parser(
        prog="tileref",
        description="Reads the tiles of a table game from photos, referees turns by five rulebooks, keeps clock and score sheet.",
        epilog="Exit codes: 0 fine or legal, 1 illegal, 2 bad input or usage, 3 undecided: a person must look.",
    )
    subparsers = parser.add_subparsers(metavar="COMMAND", dest="command", required=True)
    modules: dict[str, ModuleType] = {command: import_module(f"cli.{command}") for command in chosen}
    for command, module in modules.items():
        about = f"{module.HELP[:1].upper()}{module.HELP[1:]}."
        module.add_arguments(subparsers.add_parser(command, help=module.HELP, description=about))
    try:
        args = parser.parse_args([*arguments] or ["--help"])
    except SystemExit as done:  # --help
        return int(done.code or 0)
    return int(modules[args.command].run(args))


def _complain(line: str, code: ExitCode = ExitCode.BAD_INPUT) -> ExitCode:
    warn(line)
    return code


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


def _let_go_of_stdout() -> None:
    """Keep Python from complaining at exit that nobody reads standard output any more."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


if __name__ == "__main__":
    sys.exit(main())
