"""What a photo shows, as the reader reports it: tile readings with probabilities, and the sets they form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from referee.tiles import KIND_INDEX, TILE_KINDS, UNREAD, Tile
from vision import quads
from vision.quads import Corners
from vision.reading.arrange import into_sets, on_rack

_LEAST_NAMED = 0.25  # probability of the best candidate of a tile that is not reported as unread
SURE = 0.965
"""A tile read with less confidence than this is doubtful. `workshop/benchmarks/risk.py` measures what other bounds would give:
with lower ones more tiles are surely wrong, with 0.98 a third more are doubtful for two errors less
(vision/models/README.md, "How sure sure is")."""
LIKELY = 0.5
"""More probable than not; a place that is more probably no tile at all is reported as unread, too."""


class Oddity(StrEnum):
    """What is wrong with a picture as a whole of which hardly a tile can be read (`vision.reading.reader.is_poor`)."""

    MIRRORED = "mirrored"
    COLOURLESS = "colourless"


MESSAGES = {
    Oddity.MIRRORED: "the picture is mirrored: switch that off where the camera is set up, as for selfies",
    Oddity.COLOURLESS: "the picture shows no colours: switch off black and white or the night mode, and add light",
}
"""What to do about each, one line."""


@dataclass(frozen=True, eq=False)
class TileReading:
    """One tile as read from a photo."""

    corners: Corners
    probabilities: NDArray[np.float32]
    """Calibrated probability of each of `referee.tiles.TILE_KINDS`, shape (53,), adding up to at most 1; what is
    missing to 1 is the probability that it is no tile at all, or one that lies face down."""
    doubt: bool
    """Whether a person should confirm this tile."""

    @classmethod
    def of(cls, corners: Corners, probabilities: Mapping[Tile, float], *, doubt: bool = False) -> Self:
        """The reading of a tile that is of one of these kinds with these probabilities, and of no other."""
        axis = np.zeros(len(TILE_KINDS), np.float32)
        for tile, probability in probabilities.items():
            axis[KIND_INDEX[tile]] = probability
        return cls(corners, axis, doubt)

    @cached_property
    def tile(self) -> Tile | None:
        """The most probable tile, or None where nothing is probable enough to name."""
        best = int(self.probabilities.argmax())
        is_likely = self.probabilities[best] >= _LEAST_NAMED and self.probabilities.sum() >= LIKELY
        return TILE_KINDS[best] if is_likely else None

    @property
    def height(self) -> float:
        """The height of the face in the photo, pixels: the mean of its left and its right side."""
        return quads.height(self.corners)

    @property
    def confidence(self) -> float:
        """The probability of the most probable tile, 0 to 1."""
        return float(self.probabilities.max())

    def alternatives(self, most: int = 3, least: float = 1e-4) -> list[tuple[Tile, float]]:
        """The `most` likeliest tiles with their probabilities, best first; none but the first below `least`."""
        order = np.argsort(-self.probabilities, kind="stable")[:most]
        pairs = [(TILE_KINDS[int(i)], float(self.probabilities[i])) for i in order]
        return [pair for rank, pair in enumerate(pairs) if rank == 0 or pair[1] >= least]


def doubt_surplus(tiles: Iterable[TileReading], copies: int) -> tuple[TileReading, ...]:
    """The readings of one table, with all tiles in doubt of a kind of which more are sure than the `copies` that there are.

    Any of them may be the one misread.
    """
    tiles = tuple(tiles)
    counts = Counter(tile.tile for tile in tiles if not tile.doubt)
    return tuple(tile if counts[tile.tile] <= copies else replace(tile, doubt=True) for tile in tiles)


@dataclass(frozen=True, eq=False)
class TableReading:
    """Everything read from one photo, or fused from several of the same still table."""

    tiles: tuple[TileReading, ...]
    sets: tuple[tuple[int, ...], ...]
    """Indices into `tiles`, each set in reading order; every tile is in exactly one set, alone where it lies alone."""
    width: int
    """Width of the upright photo in pixels."""
    height: int
    """Height of the upright photo in pixels."""
    face_down: tuple[Corners, ...] = ()
    """Tiles that show their back."""
    perhaps: tuple[Corners, ...] = ()
    """Places at which a tile may lie, of which too little speaks for one to report it: to be looked at where a verdict
    hangs on whether one does."""
    oddity: Oddity | None = None
    """What is wrong with the picture as a whole; None where nothing is known to be."""
    elapsed_ms: float = 0.0
    """Milliseconds from the decoded photo to this reading."""
    full_size: tuple[int, int] | None = None
    """Width and height of the photo as its file has it, where it was read at a reduced size."""

    @property
    def doubtful(self) -> tuple[int, ...]:
        """Indices of the tiles that a person should confirm."""
        return tuple(i for i, tile in enumerate(self.tiles) if tile.doubt)

    @property
    def sure(self) -> list[TileReading]:
        """The tiles that are read and in no doubt."""
        return [tile for tile in self.tiles if tile.tile is not None and not tile.doubt]

    @property
    def outlines(self) -> list[Corners]:
        """The outlines of all tiles, those face down last."""
        return [*(tile.corners for tile in self.tiles), *self.face_down]

    @property
    def is_of_rack(self) -> bool:
        """Whether the tiles stand on a rack: `sets` are its rows."""
        return on_rack([[self.tiles[i].tile for i in members] for members in self.sets])

    def without(self, which: Collection[int]) -> Self:
        """The reading without the tiles of these indices; a set of which none is left is none."""
        kept = [i for i in range(len(self.tiles)) if i not in which]
        place = {i: at for at, i in enumerate(kept)}
        sets = (tuple(place[i] for i in members if i in place) for members in self.sets)
        return replace(
            self, tiles=tuple(self.tiles[i] for i in kept), sets=tuple(members for members in sets if members)
        )

    def with_unread(self, which: Collection[int]) -> Self:
        """The reading with a tile that could not be read at those of the places `perhaps`."""
        nothing = np.zeros(len(TILE_KINDS), np.float32)
        added = (TileReading(self.perhaps[k], nothing, doubt=True) for k in which)
        left = tuple(place for k, place in enumerate(self.perhaps) if k not in which)
        return replace(self, tiles=(*self.tiles, *added), perhaps=left).arranged()

    def arranged(self) -> Self:
        """The reading with its sets as they are with what is known of its tiles."""
        known = [None if tile.doubt else tile.tile for tile in self.tiles]
        return replace(self, sets=into_sets([tile.corners for tile in self.tiles], known))

    def notation(self) -> list[list[str]]:
        """The sets as text, ``?`` for a tile that could not be read."""
        return [[str(self.tiles[i].tile or UNREAD) for i in members] for members in self.sets]

    def in_full(self) -> Self:
        """The reading in pixels of the photo as its file has it."""
        if self.full_size is None:
            return self
        width, height = self.full_size
        by = np.array([width / self.width, height / self.height], np.float32)
        return replace(
            self,
            tiles=tuple(replace(tile, corners=tile.corners * by) for tile in self.tiles),
            face_down=tuple(corners * by for corners in self.face_down),
            perhaps=tuple(corners * by for corners in self.perhaps),
            width=width,
            height=height,
            full_size=None,
        )

    def to_json(self) -> dict[str, Any]:
        """The reading in full in the form that ``tileref read --json`` prints, without the photo's name."""
        if self.full_size is not None:
            return self.in_full().to_json()
        set_of = {i: index for index, members in enumerate(self.sets) for i in members}
        return {
            "width": self.width,
            "height": self.height,
            "tiles": [
                {
                    "tile": str(tile.tile or UNREAD),
                    "confidence": round(tile.confidence, 4),
                    "doubt": tile.doubt,
                    "set": set_of[i],
                    "corners": quads.to_json(tile.corners),
                    "alternatives": [[str(kind), round(p, 4)] for kind, p in tile.alternatives()],
                }
                for i, tile in enumerate(self.tiles)
            ],
            "sets": self.notation(),
            "rows": self.notation() if self.is_of_rack else [],
            "face_down": len(self.face_down),
            "oddity": self.oddity,
            "elapsed_ms": round(self.elapsed_ms, 1),
        }
