"""Command lines with their files and standard input, and what must hold of each.

Each ends in time with an exit code that the contract has, and with one line where something is wrong.
"""

from __future__ import annotations

import io
import multiprocessing
import os
import resource
import signal
import sys
import tempfile
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path

from hypothesis import strategies as st

from workshop.benchmarks.fuzz import material

SECONDS = 10
"""Processor time that a command may take; real time would depend on what else the machine does."""
WAITING = 120.0
"""Seconds of real time after which it counts as hung."""
SILENCE = 0.3
"""Seconds that a command here waits for a pipe."""
MEMORY = 1_000_000_000
"""Bytes that it may hold."""
CODES = frozenset({0, 1, 2, 3})
"""The exit codes that say something about what was given."""
FILES = ("a.jpg", "b.png", "turn.json", "ours.toml", "data/table.toml", "data/editions/box.toml")


@dataclass(frozen=True)
class Case:
    """One call of the program."""

    arguments: tuple[str, ...]
    given: bytes = b""
    """Standard input."""
    files: tuple[tuple[str, bytes], ...] = field(default=())
    """Names and contents in the folder in which it runs."""


@dataclass(frozen=True)
class Ended:
    """How a call ended."""

    code: int | None
    """Its exit code; None where it had to be killed, negative where a signal ended it."""
    out: str
    err: str
    seconds: float
    """Processor time that it took."""
    megabytes: float
    """The most that it held."""

    def complaint(self) -> str | None:
        """What is wrong with that; None where nothing is."""
        if self.code is None or self.seconds > SECONDS:
            return f"took more than {SECONDS} seconds"
        if self.code not in CODES:
            return f"ended with {self.code}: {self.err[-400:]}"
        if self.megabytes > MEMORY / 1e6:
            return f"held {self.megabytes:.0f} MB"
        if "Traceback" in self.err:
            return f"a traceback: {self.err[-400:]}"
        raw = {c for c in self.out + self.err if not c.isprintable()} - set("\n\t")
        return f"printed {raw}" if raw else None


def _options(*pairs: tuple[str, st.SearchStrategy[str]]) -> st.SearchStrategy[tuple[str, ...]]:
    """Some of these options with values, in any order; one with an empty name is an argument."""
    one = st.one_of([st.tuples(st.just(name), value) if name else st.tuples(value) for name, value in pairs])
    return st.lists(one, max_size=4).map(lambda found: tuple(part for pair in found for part in pair))


_files = st.sampled_from([*FILES, "-", "none.jpg", ".", "/dev/null", "/dev/zero", "pipe"])
_json = st.sampled_from(["--json"])
_corners = st.one_of(st.just("0.1,0.2 0.9,0.2 0.9,0.8"), material.texts, st.just("whole"))
_switch = st.sampled_from(["--json", "--blocked", "--hand", "--opening", "--help", "--", "-x", "--nothing=1"])
_racks = st.builds(
    lambda name, rack: f"{name}={rack}",
    material.texts,
    st.one_of(material.texts, _files, st.sampled_from(["K3,R11,J", "24", "?"])),
)
_numbers = material.numbers.map(str)

_COMMANDS: dict[str, st.SearchStrategy[tuple[str, ...]]] = {
    "judge": _options(("", _files), ("", _json), ("", material.texts)),
    "solve": _options(("", _files), ("", _json), ("", material.texts)),
    "rulebooks": st.one_of(
        _options(("", material.names), ("", material.names), ("", _switch)),
        _options(("", _files), ("", st.just("ours.toml")), ("", _switch)).map(lambda found: ("check", *found)),
    ),
    "score": _options(("", _racks), ("", _racks), ("--winner", material.texts), ("--rulebook", material.names), ("", _switch)),
    "read": _options(("", _files), ("--edition", material.texts), ("--overlay", _files), ("", _switch)),
    "audit": _options(("--after", _files), ("--before", _files), ("--rulebook", material.names), ("--area", _corners), ("--report", material.texts), ("", _switch)),
    "calibrate": _options(("", _files), ("", st.just("edition")), ("--name", material.texts), ("--area", _corners), ("--camera", _files), ("--data", st.just("data")), ("", _switch)),
    "serve": _options(("--camera", _files.filter(lambda name: name != "/dev/zero")), ("--edition", material.texts), ("--host", material.texts), ("--port", _numbers), ("--data", _files)).map(
        lambda found: (*found, "--port", "-1")
    ),
    "doctor": _options(("--port", _numbers), ("--data", _files), ("", _switch)).map(lambda found: (*found, "--port", "0")),
}  # fmt: skip
"""Those of `serve` and `doctor` end in usage: what they look at then is fuzzed through the page and the other
commands."""


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """A call of the program."""
    name = draw(st.sampled_from([*_COMMANDS, "judge", "solve", "rulebooks", "score"]))
    arguments = (
        (name, *draw(_COMMANDS[name]))
        if draw(st.integers(0, 30))
        else tuple(draw(st.lists(material.texts, max_size=3)))
    )
    turns = material.altered(
        material.TURN | {"rulebook": draw(material.names)} if draw(st.booleans()) else material.TURN
    )
    content = {
        ".jpg": material.photos, ".png": material.photos, ".toml": material.toml,
        ".json": material.encoded(material.altered(material.POSITION) if name == "solve" else turns),
    }  # fmt: skip
    files = tuple(
        (path, draw(content[Path(path).suffix]))
        for path in FILES
        if path in arguments or path.startswith("data/") or path == "ours.toml"
    )
    is_asked = "-" in arguments or name in {"judge", "solve"}
    given = draw(st.one_of(content[".json"], content[".json"], material.photos)) if is_asked else b""
    return Case(tuple(map(_as_given, arguments)), given, files)


def _as_given(argument: str) -> str:
    """The argument as the system hands it over.

    It has no NUL, which would end it, and of surrogates only those that stand for bytes.
    """
    try:
        argument.encode(errors="surrogateescape")
    except UnicodeEncodeError:
        argument = argument.encode(errors="replace").decode()
    return argument.replace("\0", "")


class Runner:
    """Runs calls, each in a process of its own that is forked from one in which everything is loaded."""

    def __init__(self) -> None:
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(["workshop.benchmarks.fuzz.preloaded"])

    def run(self, case: Case) -> Ended:
        """How the call ends."""
        ours, theirs = self._context.Pipe(duplex=False)
        with tempfile.TemporaryDirectory(prefix="fuzz-") as folder:
            process = self._context.Process(target=_run, args=(case, folder, theirs))
            process.start()
            theirs.close()
            process.join(WAITING)
            is_hung = process.is_alive()
            process.kill()
            process.join()
            told = None
            if not is_hung and ours.poll():
                told = ours.recv()
            ours.close()
            out, err = (_text(Path(folder) / name) for name in ("out", "err"))
            err += "".join(map(_text, Path(folder).glob("tileref-report-*")))
        code = None if is_hung else process.exitcode
        seconds, megabytes = told or (0.0, 0.0)
        return Ended(None if code == -signal.SIGXCPU else code, out, err, seconds, megabytes)


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="backslashreplace") if path.exists() else ""


def _run(case: Case, folder: str, line: Connection) -> None:
    """Runs a call in this process, and says what it took."""
    place = Path(folder) / "here"
    for name, content in case.files:
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_bytes(content)
    place.mkdir(exist_ok=True)
    os.mkfifo(place / "pipe")
    (Path(folder) / "in").write_bytes(case.given)
    for stream, (name, flags) in enumerate(
        (("in", os.O_RDONLY), ("out", os.O_WRONLY | os.O_CREAT), ("err", os.O_WRONLY | os.O_CREAT))
    ):
        os.dup2(os.open(Path(folder) / name, flags, 0o600), stream)
    sys.stdin, sys.stdout = io.TextIOWrapper(os.fdopen(0, "rb")), io.TextIOWrapper(os.fdopen(1, "wb"), encoding="utf-8")
    sys.stderr = io.TextIOWrapper(os.fdopen(2, "wb"), encoding="utf-8", line_buffering=True)
    os.chdir(place)
    tempfile.tempdir = folder
    os.environ.update(HOME=str(place), XDG_DATA_HOME=str(place))
    resource.setrlimit(resource.RLIMIT_DATA, (2 * MEMORY, 2 * MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (2 * SECONDS, 2 * SECONDS + 1))
    from cli.main import main  # noqa: PLC0415 - the command belongs to this process
    from files import bounded  # noqa: PLC0415 - the same

    bounded.PATIENCE = SILENCE
    began = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    code = main(list(case.arguments))
    used = resource.getrusage(resource.RUSAGE_SELF)
    line.send((used.ru_utime - began, used.ru_maxrss * 1024 / 1e6))
    sys.exit(code)
