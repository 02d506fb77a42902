"""The rulebooks that a page offers: those of the program, and those that a club or a family has put into a folder of its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from files.rulebook import read
from referee import rulebook
from referee.rulebook import Rulebook, RulebookError
from referee.text import shortened

FOLDER = "rulebooks"
"""Name of the folder beside the journal."""


class Shelf:
    """The program's rulebooks, and the TOML files of a folder, each by its file's name without ``.toml``.

    The folder is looked through each time, so that a file that was added or changed counts from then on. A name that somebody asks for is
    only compared with those that lie there: none leads to another file.
    """

    def __init__(self, folder: Path | None = None) -> None:
        """`folder` need not exist; None for the program's rulebooks alone."""
        self._folder = folder

    def books(self) -> list[Rulebook]:
        """The rulebooks that hold together: those of the program, the default first, then those of the folder."""
        own = [one for one in self._opened() if isinstance(one, Rulebook)]
        return [*map(rulebook.load, rulebook.available()), *own]

    def faults(self) -> list[RulebookError]:
        """Why files of the folder cannot be played by; each names its file."""
        return [one for one in self._opened() if isinstance(one, RulebookError)]

    def load(self, name: str) -> Rulebook:
        """The rulebook of that name, with the switches that follow it after ``+``; one of the program's before all.

        Raises:
            RulebookError: there is none, its file does not hold together, or a switch does not.
        """
        plain, *switches = name.split("+")
        files = self._files()
        if plain in rulebook.available():
            return rulebook.load(name)
        if plain not in files:
            raise RulebookError(
                f"there is no rulebook {shortened(plain)!r}: take one of {', '.join([*rulebook.available(), *files])}"
            )
        return rulebook.switched(_open(files[plain]), switches)

    def _files(self) -> dict[str, Path]:
        return {} if self._folder is None else {path.stem: path for path in sorted(self._folder.glob("[!.]*.toml"))}

    def _opened(self) -> Iterator[Rulebook | RulebookError]:
        for path in self._files().values():
            try:
                yield _open(path)
            except RulebookError as error:
                yield error


def _open(path: Path) -> Rulebook:
    """The rulebook in a file of the folder, by the file's name.

    Raises:
        RulebookError: the name cannot be used, or the file does not hold together.
    """
    name = path.stem
    if name in rulebook.available():
        raise RulebookError(f"{path.name}: has the name of a booklet: give it one of its own")
    if "." in name or "+" in name or not name.isprintable():
        raise RulebookError(
            f"{path.name!r}: a rulebook goes by the name of its file, in which no other dot, no + and no control may be: rename it"
        )
    return replace(read(path), id=name)
