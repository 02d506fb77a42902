"""Commands run within the test, and photos whose content is agreed on beforehand for those that would load the networks."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import accumulate, chain, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

import vision.reading.reader
from cli.main import main
from referee.tiles import COPIES
from vision.image import Photo
from vision.reading.table_reading import TableReading, doubt_surplus


class Ran(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """What it printed, as JSON."""
        return json.loads(self.out)

    def lines(self) -> list[Any]:
        """What it printed, as lines of JSON."""
        return [json.loads(line) for line in self.out.splitlines()]


Command = Callable[..., Ran]


@pytest.fixture
def tileref(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs `tileref` with arguments, and with bytes as standard input."""

    def run(*arguments: object, given: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        code = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run


class Shown:
    """Writes plain grey photos and stands in for the reader: each shade of grey has a reading."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.readings: dict[int, TableReading] = {}

    def photo(self, name: str, reading: TableReading) -> str:
        """The path of a photo that shows `reading`."""
        shade = 20 + 5 * len(self.readings)
        self.readings[shade] = reading
        path = self.folder / name
        path.write_bytes(cv2.imencode(".png", np.full((600, 800, 3), shade, np.uint8))[1].tobytes())
        return str(path)

    def large(self, name: str, reading: TableReading) -> str:
        """The path of a JPEG of twice the size that shows `reading`."""
        small = cv2.imread(self.photo(name, reading))
        assert small is not None
        path = self.folder / f"{name}.jpg"
        path.write_bytes(
            cv2.imencode(".jpg", cv2.resize(small, (1600, 1200)), [cv2.IMWRITE_JPEG_QUALITY, 100])[1].tobytes()
        )
        return str(path)

    def read(self, photo: Photo, area: NDArray[np.float32] | None = None, copies: int = COPIES) -> TableReading:
        """What the reader's `read` gives: the sets within the area.

        A tile of which there are more than `copies` is doubtful.
        """
        reading = self.readings[int(photo[0, 0, 0])]
        if area is not None:
            sets = [[reading.tiles[i] for i in members] for members in reading.sets]
            inside = [
                tiles
                for tiles in sets
                if cv2.pointPolygonTest(area, tiles[0].corners.mean(axis=0).tolist(), measureDist=False) > 0
            ]
            ends = [*accumulate(map(len, inside), initial=0)]
            members = tuple(tuple(range(*pair)) for pair in pairwise(ends))
            reading = replace(reading, tiles=tuple(chain(*inside)), sets=members)
        return replace(reading, tiles=doubt_surplus(reading.tiles, copies))


@pytest.fixture
def shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shown:
    """Commands that read photos get these readings; photos are written to `tmp_path`."""
    stand_in = Shown(tmp_path)
    monkeypatch.setattr(vision.reading.reader, "Reader", lambda: stand_in)
    return stand_in
