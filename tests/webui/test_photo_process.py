"""Photos that people send are read in a process that may take so long, and may die, without harm to anybody else."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator

import cv2
import numpy as np
import pytest

from vision.camera.photo import PhotoError
from vision.image import Photo
from vision.reading.table_reading import TableReading
from webui import photo_process
from webui.photo_process import LONGEST, PhotoProcess

HANGS, DIES, HOARDS = 200, 100, 50
"""Shades of grey of photos on which the reader does so."""
PATIENCE = 60.0


class Reader:
    """Says how large the photo was that it was given."""

    def read(self, photo: Photo, *, copies: int) -> TableReading:
        shade = int(photo[0, 0, 0])
        if shade == HANGS:
            time.sleep(PATIENCE)
        if shade == DIES:
            os._exit(1)
        if shade == HOARDS:
            np.ones(4_000_000_000, np.uint8)
        return TableReading((), (), photo.shape[1], photo.shape[0], elapsed_ms=float(copies))


def make() -> Reader:
    return Reader()


def photo(width: int, height: int, kind: str = ".png", shade: int = 20) -> bytes:
    return cv2.imencode(kind, np.full((height, width, 3), shade, np.uint8))[1].tobytes()


@pytest.fixture(scope="module")
def readers() -> Iterator[PhotoProcess]:
    reader = PhotoProcess(make)
    yield reader
    reader.close()


@pytest.mark.parametrize(
    ("data", "size"),
    [
        (photo(320, 200), (320, 200)),
        (photo(4000, 3000, ".jpg"), (2400, 1800)),
        (photo(3000, 4000), (1800, 2400)),
        (photo(9600, 6400, ".jpg"), (2400, 1600)),
    ],
)
def test_a_photo_is_scaled_down_and_read(readers: PhotoProcess, data: bytes, size: tuple[int, int]) -> None:
    reading = readers.read(data, 4)
    assert ((reading.width, reading.height), reading.elapsed_ms) == (size, 4.0)
    assert max(size) <= LONGEST


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"no photo", "is not a photo"),
        (photo(4100, 4100), "are more than 16 megapixels"),
        (photo(320, 200)[:-50], "cut off or damaged"),
        (photo(320, 200, shade=DIES), "cannot be read"),
    ],
)
def test_what_cannot_be_read_is_told_in_one_line_and_the_next_photo_is_read(
    readers: PhotoProcess, data: bytes, line: str
) -> None:
    with pytest.raises(PhotoError, match=line):
        readers.read(data, 2)
    assert readers.read(photo(320, 200), 2).width == 320


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux bounds memory")
def test_a_photo_that_takes_all_memory_takes_no_more_than_its_process_has(readers: PhotoProcess) -> None:
    with pytest.raises(PhotoError, match="cannot be read"):
        readers.read(photo(320, 200, shade=HOARDS), 2)


def test_a_photo_that_takes_for_ever_is_given_up(readers: PhotoProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    readers.read(photo(320, 200), 2)
    monkeypatch.setattr(photo_process, "READING", 0.5)
    with pytest.raises(PhotoError, match="takes too long to read"):
        readers.read(photo(320, 200, shade=HANGS), 2)
    monkeypatch.undo()
    assert readers.read(photo(320, 200), 2).width == 320


def test_nothing_is_read_any_more_once_it_is_closed() -> None:
    reader = PhotoProcess(make)
    reader.close()
    with pytest.raises(PhotoError):
        reader.read(photo(320, 200), 2)
