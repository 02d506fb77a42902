"""The profile of a box of tiles: its name and a picture of each tile, a TOML file and a PNG file beside it."""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.errors import ProfileError, unwritable
from files import atomic
from files.bounded import read_regular
from files.toml import MOST_TOML, parse_toml
from referee.tiles import NUMBERS, Colour, NotationError, Tile, parse_tiles

FOLDER = "editions"
"""Name of the folder of the profiles, in the folder of the journal."""
FACE_SIZE = (48, 64)
"""Width and height of a picture in pixels."""
COLUMNS = 14
"""Number of pictures in a row of the PNG file: the numbers of one colour, and a joker."""
LONGEST_NAME = 60
MOST_PICTURES = 2000
"""Maximum number of pictures: no photos show more, and it bounds the memory that a file may ask for."""
MOST_SHEET = 64 * 1024 * 1024
"""Maximum bytes of the PNG file; so many pictures of noise have fewer."""
RESERVED = ("any",)
"""Names that stand for no box of one's own, and that no box may have."""


@dataclass(frozen=True, eq=False)
class EditionProfile:
    """One box of tiles."""

    name: str
    """What its owner calls it."""
    tiles: tuple[Tile, ...]
    """The tile that each picture shows."""
    faces: NDArray[np.uint8]
    """The pictures, upright, shape (n, 64, 48, 3), 8 bits, BGR; for dark tiles, the negatives."""
    dark: bool
    """Whether the tiles have dark bodies."""

    def __post_init__(self) -> None:
        _check_name(self.name)
        if self.faces.shape != (len(self.tiles), *FACE_SIZE[::-1], 3):
            raise ProfileError(
                f"the edition must have a picture of {FACE_SIZE[0]} x {FACE_SIZE[1]} pixels for each tile"
            )
        numbered = [tile for tile in self.tiles if not tile.is_joker]
        numbers, colours = {tile.number for tile in numbered}, {tile.colour for tile in numbered}
        if len(numbers) < len(NUMBERS) or len(colours) < len(Colour):
            raise ProfileError("the edition must show each number and each colour")


def check_free(name: str, folder: Path) -> None:
    """Checks that a box may be enrolled under a name; one whose files are damaged may be enrolled anew under its own.

    Raises:
        ProfileError: the name cannot be used, or another edition has one that is nearly the same.
    """
    _check_name(name)
    path = _path(name, folder)
    try:
        known = load(path).name if path.exists() else name
    except ProfileError:
        return
    if known != name:
        raise ProfileError(f"there is an edition {known!r} already: choose a name that differs by more")


def save(profile: EditionProfile, folder: Path) -> Path:
    """Writes a profile into `folder`, in place of one of that name; returns the TOML file's path.

    Raises:
        ProfileError: the files cannot be written, or another edition has a name that is nearly the same.
    """
    check_free(profile.name, folder)
    path = _path(profile.name, folder)
    order = sorted(range(len(profile.tiles)), key=lambda i: _place(profile.tiles[i]))
    names = [f'"{profile.tiles[i]}"' for i in order]
    rows = [", ".join(names[k : k + COLUMNS]) for k in range(0, len(names), COLUMNS)]
    lines = [
        f"name = {json.dumps(profile.name, ensure_ascii=False)}",
        f"dark = {str(profile.dark).lower()}",
        f"tiles = [  # as they stand in {path.stem}.png, row by row",
        *(f"    {row}," for row in rows),
        "]",
    ]
    try:
        atomic.write(path.with_suffix(".png"), cv2.imencode(".png", _sheet(profile.faces[order]))[1].tobytes())
        atomic.write(path, ("\n".join(lines) + "\n").encode())
    except OSError as error:
        raise unwritable(error) from error
    return path


def load(path: Path) -> EditionProfile:
    """The profile that the TOML file `path` and the PNG file beside it keep.

    Raises:
        ProfileError: a file is missing, cannot be read, or says something that makes no sense.
    """
    try:
        content = parse_toml(read_regular(path, MOST_TOML).decode())
        data = read_regular(path.with_suffix(".png"), MOST_SHEET)
    except (OSError, ValueError) as error:
        raise ProfileError(f"{path} cannot be read ({error}): enrol the box again") from error
    try:
        return _parse(content, data)
    except (ProfileError, NotationError) as error:
        raise ProfileError(f"{path}: {error}; enrol the box again") from error


def kept_in(folder: Path) -> list[Path]:
    """The TOML files of the profiles in `folder`, in the order of their names."""
    return sorted(folder.glob("*.toml"))


def named(name: str, folder: Path) -> EditionProfile:
    """The profile of that name.

    Raises:
        ProfileError: there is none (the message lists those that there are, or says how to enrol one), or it cannot be
            read.
    """
    path = _path(name, folder)
    if not path.exists():
        known = [repr(load(other).name) for other in kept_in(folder)]
        if not known:
            line = "no box is enrolled: tileref calibrate edition PHOTO --name NAME enrols one, and without --edition none is needed"
            raise ProfileError(f"there is no edition {name!r}, since {line}")
        raise ProfileError(f"there is no edition {name!r}: take one of {', '.join([*RESERVED, *known])}")
    return load(path)


def _check_name(name: str) -> None:
    if not name.strip() or len(name) > LONGEST_NAME or not name.isprintable():
        raise ProfileError(f"the edition's name must have 1 to {LONGEST_NAME} characters, all of them printable")
    if name.casefold() in RESERVED:
        raise ProfileError(f"the edition cannot be called {name!r}: that stands for the reader of all boxes")


def _path(name: str, folder: Path) -> Path:
    plain = re.sub(r"\W+", "-", name.casefold()).strip("-")
    return folder / f"{plain or 'edition'}.toml"


def _place(tile: Tile) -> tuple[int, str, int]:
    """Sort key of a tile: by colour and number, the jokers last."""
    return (tile.is_joker, "" if tile.colour is None else tile.colour.value, tile.number)


def _sheet(faces: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The pictures row by row in one picture."""
    count, height, width, channels = faces.shape
    rows = math.ceil(count / COLUMNS)
    sheet = np.zeros((rows * COLUMNS, height, width, channels), np.uint8)
    sheet[:count] = faces
    parts = sheet.reshape(rows, COLUMNS, height, width, channels).transpose(0, 2, 1, 3, 4)
    return np.ascontiguousarray(parts.reshape(rows * height, COLUMNS * width, channels))


def _parse(content: dict[str, Any], data: bytes) -> EditionProfile:
    """The profile that the TOML content and the PNG data describe."""
    unknown = sorted(set(content) - {"name", "dark", "tiles"})
    if unknown:
        raise ProfileError(f"{unknown[0]!r} is no setting; there are name, dark and tiles")
    name, dark, tiles = content.get("name"), content.get("dark", False), content.get("tiles")
    if not isinstance(name, str):
        raise ProfileError("name must be a text in quotes")
    if not isinstance(dark, bool):
        raise ProfileError("dark must be true or false")
    if not isinstance(tiles, list) or not all(isinstance(tile, str) for tile in tiles):
        raise ProfileError('tiles must be a list such as ["K1", "K2"]')
    if not 0 < len(tiles) <= MOST_PICTURES:
        raise ProfileError(f"tiles must be 1 to {MOST_PICTURES}")
    shown = parse_tiles(tiles)
    width, height = FACE_SIZE
    rows = math.ceil(len(tiles) / COLUMNS)
    sheet = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    if sheet is None or sheet.shape != (rows * height, COLUMNS * width, 3):
        raise ProfileError("its pictures are damaged, or not as many as its tiles")
    parts = sheet.reshape(rows, height, COLUMNS, width, 3).transpose(0, 2, 1, 3, 4).reshape(-1, height, width, 3)
    return EditionProfile(name, shown, np.asarray(parts[: len(shown)], np.uint8), dark)
