"""Which of several known boxes lies on a table, and a reader that finds that out by itself."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from referee.tiles import COPIES
from vision.image import Photo
from vision.reading.edition import ALIKE, BoxPictures
from vision.reading.inference import Memories
from vision.reading.locate import Locator, Proposals
from vision.reading.reader import Reader, Search
from vision.reading.table_reading import LIKELY, TableReading
from vision.regions import Area

_FEWEST_TILES = 4  # minimum number of tiles by which a box can be told


class Boxes:
    """Boxes by name, and the readers that know them from pictures of their tiles; `anybody` reads those of any box."""

    def __init__(self, anybody: Reader, pictures: Mapping[str, BoxPictures]) -> None:
        self.anybody = anybody
        self._readers = {name: anybody.of_box(shown) for name, shown in pictures.items()}

    def chosen(self, photo: Photo, area: Area | None = None) -> tuple[str | None, Reader]:
        """The name of the box whose tiles the photo shows, and its reader.

        It is None and the reader of any box where the photo shows no known one.
        The arguments are as for `vision.reading.reader.Reader.read`.
        """
        name = likeliest(self.oddness(photo, self.anybody.search(photo, area))) if self._readers else None
        return name, self.anybody if name is None else self._readers[name]

    def oddness(self, photo: Photo, search: Search) -> dict[str, float]:
        """How odd the tiles that were found would be in each of the boxes, by name; empty where there are too few."""
        outlines = [tile.corners for tile in search.reading.tiles if tile.probabilities.sum() >= LIKELY]
        if len(outlines) < _FEWEST_TILES:
            return {}
        shown = search.shown(photo)
        readers = {name: reader for name, reader in self._readers.items() if reader.is_for_dark == search.is_dark}
        return {name: float(np.median(reader.faces.oddness(shown, outlines))) for name, reader in readers.items()}


def likeliest(oddness: Mapping[str, float]) -> str | None:
    """The box in which tiles would be the least odd; None where they would be odd in all."""
    name = min(oddness, key=oddness.__getitem__, default=None)
    return None if name is None or oddness[name] > ALIKE else name


class ChoosingReader:
    """Reads one camera's photos, with the reader of a known box once a photo has shown its tiles.

    Until then it reads with the reader of any box. It keeps what is found in the `memories`, if there are any.
    """

    def __init__(self, boxes: Boxes, memories: Memories | None = None) -> None:
        self._boxes, self._memories = boxes, memories
        self._read_with(boxes.anybody)

    def remembering(self, memories: Memories) -> ChoosingReader:
        """One that begins anew, and keeps what it finds in `memories`."""
        return ChoosingReader(self._boxes, memories)

    def _read_with(self, reader: Reader) -> None:
        """Reads with this reader, which must not remember what another one has said."""
        self._chosen = self._reader = reader
        if self._memories is not None:
            self._memories.forget()
            self._reader = reader.remembering(self._memories)

    @property
    def locator(self) -> Locator:
        """Finds the places that `read_at` looks at."""
        return self._reader.locator

    def read(self, photo: Photo, area: Area | None = None, copies: int = COPIES) -> TableReading:
        """Everything that lies on the table, as `vision.reading.reader.Reader.read` gives it."""
        return self.search(photo, area, copies).reading

    def search(self, photo: Photo, area: Area | None = None, copies: int = COPIES) -> Search:
        """Everything that lies on the table, with where it was found, as `vision.reading.reader.Reader.search` gives it."""
        if self._chosen is self._boxes.anybody:
            _, chosen = self._boxes.chosen(photo, area)
            self._read_with(chosen)
        return self._reader.search(photo, area, copies)

    def read_at(self, photo: Photo, found: Proposals, area: Area | None = None, copies: int = COPIES) -> TableReading:
        """What lies at the places `found`, as `vision.reading.reader.Reader.read_at` gives it."""
        return self._reader.read_at(photo, found, area, copies)
