"""Reads photos that people send, in a process of its own, so that its models take no memory between rounds."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol, TypeVar, cast

from referee.errors import UserError
from vision.camera.photo import PhotoError, decode_photo
from vision.camera.picture_limits import DECODER_MEMORY
from vision.camera.processes import DiedError, LateError, Worker
from vision.image import Photo
from vision.reading.table_reading import TableReading

LONGEST = 2400
"""Pixels of the longer side of a photo as it is read: the tiles of a whole table are large enough then."""

READING = 30.0
"""Seconds that it may take for one photo."""

TOO_LONG = "takes too long to read; take another one, nearer and with less around the tiles"
BROKEN = "cannot be read; take another one"

_NAME = "the photo"

_Answer = TypeVar("_Answer")


class PhotoReader(Protocol):
    """What the process reads with; `vision.reading.reader.Reader` is one."""

    def read(self, photo: Photo, *, copies: int) -> TableReading:
        """What `photo` shows, of a box with `copies` tiles of each kind."""


class PhotoProcess:
    """Reads photos one after the other. Thread-safe."""

    def __init__(self, make: Callable[[], PhotoReader]) -> None:
        """`make` makes the reader in the process, and so must be something that another process can import."""
        self._worker = Worker(partial(_reading, make), "photos")

    def read(self, data: bytes, copies: int) -> TableReading:
        """What a photo shows, scaled down to `LONGEST`.

        Args:
            data: a JPEG, HEIC, PNG, WebP or BMP file.
            copies: how many tiles of each kind there are.

        Raises:
            PhotoError: it cannot be used, or not be read in time.
        """
        return cast("TableReading", _asked(self._worker, (data, copies), READING))

    def forget(self) -> None:
        """Ends the process once it has read what it reads.

        The next photo is read by a new one, with a reader made anew.
        """
        self._worker.forget()

    def close(self) -> None:
        """Ends the process, whatever it does."""
        self._worker.close()


def run_in_process(task: Callable[..., _Answer], *args: object, seconds: float) -> _Answer:
    """What `task` gives, done in a process of its own that may take `seconds`, and twice `DECODER_MEMORY`.

    Args:
        task: something that another process can import; raises `UserError` where it cannot do what is asked.
        args: what it is given, as `pickle` can take it along.
        seconds: the most it may take.

    Raises:
        PhotoError: it took too long, or its process died.
        UserError: as the task says.
    """
    worker = Worker(partial(partial, _answered, task), "photo", 2 * DECODER_MEMORY)
    try:
        return cast("_Answer", _asked(worker, args, seconds))
    finally:
        worker.close()


def _asked(worker: Worker, args: Sequence[object], seconds: float) -> object:
    """What the task of `worker` gives.

    Raises:
        PhotoError: it takes too long, or its process died.
        UserError: as the task says.
    """
    try:
        answer = worker.ask(args, seconds)
    except LateError:
        raise PhotoError(f"{_NAME} {TOO_LONG}") from None
    except DiedError:
        raise PhotoError(f"{_NAME} {BROKEN}") from None
    if isinstance(answer, UserError):
        raise answer
    return answer


def _answered(task: Callable[..., object], args: Sequence[object]) -> object:
    """In the process: what a task gives, or what it raises."""
    try:
        return task(*args)
    except UserError as refusal:
        return refusal
    except MemoryError:
        return PhotoError(f"{_NAME} {BROKEN}")


def _reading(make: Callable[[], PhotoReader]) -> Callable[[Sequence[object]], object]:
    """In the process: what reads the files of photos."""
    reader = make()
    return partial(_answered, lambda data, copies: reader.read(decode_photo(data, _NAME, LONGEST), copies=copies))


ReadPhoto = Callable[[bytes, int], TableReading]
"""Reads a photo's file, given how many tiles of each kind the box has; raises `vision.camera.photo.PhotoError` where it cannot."""


LAST_READINGS = 8
"""Readings that `LastReadings` holds: of two photos for each of a few people who look into a turn at the same time."""


class LastReadings:
    """What was read of the last photos, without the photos: an answer about one of their tiles needs no second reading.

    It is for answers alone. A photo that is sent anew is read anew, since a box may have been enrolled meanwhile.
    """

    def __init__(self, read: ReadPhoto) -> None:
        self._read = read
        self._lock = threading.Lock()
        self._last: OrderedDict[bytes, TableReading] = OrderedDict()

    def read(self, data: bytes, copies: int, *, anew: bool = False) -> TableReading:
        """What was read of the photo in that file last; it is read where that is no longer known, or `anew`. Else as `ReadPhoto`."""
        name = hashlib.sha256(b"%d " % copies + data).digest()
        with self._lock:
            known = None if anew else self._last.get(name)
        reading = known or self._read(data, copies)
        with self._lock:
            self._last[name] = reading
            self._last.move_to_end(name)
            while len(self._last) > LAST_READINGS:
                self._last.popitem(last=False)
        return reading
