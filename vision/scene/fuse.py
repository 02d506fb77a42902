"""Several readings of one still table fused into one."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from referee.tiles import COPIES
from vision import quads
from vision.quads import Corners
from vision.reading.arrange import chains
from vision.reading.table_reading import SURE, TableReading, TileReading, doubt_surplus

_SIDES = 2  # neighbours that a tile may have

Partition = tuple[tuple[int, ...], ...]
"""Sets, as numbers of places."""


def fuse(readings: Sequence[TableReading], copies: int = COPIES) -> TableReading:
    """One reading from several of the same still table.

    Tiles are matched by place, half a tile's width apart at most. Their probabilities are averaged, not multiplied:
    frames of a still table share their glare and their blur, so they are no independent witnesses. A frame that does
    not show a tile counts as its being no tile. A tile that fewer than half of the frames show, none of them surely, is
    dropped; one that some do not show, that two frames name differently, or that is not `SURE` on average, is doubtful.
    Tiles are neighbours where most of the frames that show both have them so; the tiles face down are those of a frame
    that shows neither many nor few.

    Args:
        readings: in the order in which they were taken.
        copies: how many tiles of each kind there are; more of them are doubtful.

    Raises:
        ValueError: `readings` is empty.
    """
    if not readings:
        raise ValueError("no readings to fuse")
    if len(readings) == 1:
        return readings[0]
    seen, numbered = _by_place(readings)
    kept = _apart({i: _surest(tiles) for i, tiles in enumerate(seen) if _are_shown(tiles, len(readings))})
    partitions = [_partition(reading, numbers, kept) for reading, numbers in zip(readings, numbered, strict=True)]
    sets = _sets(kept, partitions)
    order = [*itertools.chain.from_iterable(sets)]
    position = {i: at for at, i in enumerate(order)}
    return replace(
        readings[-1],
        tiles=doubt_surplus((merge(seen[i], len(readings)) for i in order), copies),
        sets=tuple(tuple(map(position.__getitem__, members)) for members in sets),
        face_down=_face_down(readings, [seen[i][-1] for i in order]),
        elapsed_ms=sum(reading.elapsed_ms for reading in readings),
    )


def _by_place(readings: Sequence[TableReading]) -> tuple[list[list[TileReading]], list[dict[int, int]]]:
    """The readings of the tile at each place, and for each frame the numbers of its tiles' places; nearest pairs first."""
    seen: list[list[TileReading]] = []
    numbered = []
    for reading in readings:
        places = [tiles[0].corners for tiles in seen]
        numbers = dict(quads.nearest_pairs([tile.corners for tile in reading.tiles], places))
        for i, tile in enumerate(reading.tiles):
            if i not in numbers:
                numbers[i] = len(seen)
                seen.append([])
            seen[numbers[i]].append(tile)
        numbered.append(numbers)
    return seen, numbered


def _are_shown(tiles: Sequence[TileReading], frames: int) -> bool:
    """Whether enough of the frames show a tile at a place, or one does surely."""
    return 2 * len(tiles) >= frames or not all(tile.doubt for tile in tiles)


def _surest(tiles: Sequence[TileReading]) -> TileReading:
    """The surest of several readings of one tile; of equals, the last."""
    return max(reversed(tiles), key=lambda tile: tile.confidence)


def _apart(places: Mapping[int, TileReading]) -> list[int]:
    """The numbers of the places near which no surer one lies: two tiles cannot lie so close to each other."""
    order = sorted(places, key=lambda place: -places[place].confidence)
    outlines = [places[i].corners for i in order]
    together = _lie_at(outlines, outlines)
    together &= together.T
    kept: list[int] = []
    for at in range(len(order)):
        if not together[at, kept].any():
            kept.append(at)
    return sorted(order[at] for at in kept)


def _lie_at(ones: Sequence[Corners], others: Sequence[Corners]) -> NDArray[np.bool_]:
    """Whether each of `ones` (rows) is no more than half the width of each of `others` (columns) apart from it."""
    widths = np.array([quads.shortest_side(outline) for outline in others])
    return np.asarray(quads.distances(ones, others) <= widths / 2)


def _partition(reading: TableReading, numbers: dict[int, int], kept: Sequence[int]) -> Partition:
    """The sets of `reading` as numbers of places, restricted to the places `kept`."""
    wanted = set(kept)
    sets = (tuple(numbers[i] for i in members if numbers[i] in wanted) for members in reading.sets)
    return tuple(members for members in sets if members)


def _links(partitions: Sequence[Partition]) -> list[tuple[int, int]]:
    """Pairs of places that most of the frames that show both have side by side, in either order, those of most frames first."""
    shown = [{i for members in partition for i in members} for partition in partitions]
    pairs = [{tuple(sorted(pair)) for pair in _side_by_side(partition)} for partition in partitions]
    votes = {
        (a, b): [(a, b) in frame for frame, there in zip(pairs, shown, strict=True) if a in there and b in there]
        for a, b in sorted(set().union(*pairs))
    }
    kept = [pair for pair, said in votes.items() if 2 * sum(said) > len(said)]
    return sorted(kept, key=lambda pair: -sum(votes[pair]))


def _side_by_side(partition: Partition) -> Iterator[tuple[int, int]]:
    """The places side by side, in reading order."""
    return itertools.chain.from_iterable(itertools.pairwise(members) for members in partition)


def _sets(kept: Sequence[int], partitions: Sequence[Partition]) -> list[tuple[int, ...]]:
    """The sets that the places `kept` make, in the order of the frame that shows most of them."""
    neighbours = _neighbours_of(kept, _links(partitions))
    read = Counter(pair for partition in partitions for pair in _side_by_side(partition))
    fullest = max(reversed(partitions), key=lambda partition: sum(map(len, partition)))
    order = {i: at for at, i in enumerate(itertools.chain.from_iterable(fullest))}
    starts = sorted(kept, key=lambda i: order.get(i, len(order) + i))
    sets: list[tuple[int, ...]] = []
    for members in chains(neighbours, [i for i in starts if len(neighbours[i]) < _SIDES]):
        onwards = sum(read[pair] - read[pair[::-1]] for pair in itertools.pairwise(members))
        sets.append(tuple(members if onwards >= 0 else reversed(members)))
    return sets


def _neighbours_of(kept: Sequence[int], links: Sequence[tuple[int, int]]) -> dict[int, list[int]]:
    """The neighbours of each of the places `kept`: two at most, and none that closes a ring."""
    neighbours: dict[int, list[int]] = {i: [] for i in kept}
    chain_of = {i: [i] for i in kept}
    for a, b in links:
        if max(len(neighbours[a]), len(neighbours[b])) < _SIDES and chain_of[a] is not chain_of[b]:
            neighbours[a].append(b)
            neighbours[b].append(a)
            chain_of[a] += chain_of[b]
            chain_of.update(dict.fromkeys(chain_of[b], chain_of[a]))
    return neighbours


def _face_down(readings: Sequence[TableReading], tiles: Sequence[TileReading]) -> tuple[Corners, ...]:
    """The tiles face down of the frame with the median number of them, without what is one of `tiles`."""
    backs = sorted((reading.face_down for reading in readings), key=len)[len(readings) // 2]
    near = _lie_at(backs, [tile.corners for tile in tiles])
    return tuple(back for back, tiles_there in zip(backs, near, strict=True) if not tiles_there.any())


def merge(tiles: Sequence[TileReading], frames: int) -> TileReading:
    """One tile from its readings in some of `frames` frames, as `fuse` says; its outline is that of the surest."""
    probabilities = np.sum([tile.probabilities for tile in tiles], axis=0) / frames
    names = {tile.tile for tile in tiles}
    doubt = len(tiles) < frames or len(names) > 1 or 2 * sum(tile.doubt for tile in tiles) >= len(tiles)
    doubt |= float(probabilities.max()) < SURE
    return TileReading(_surest(tiles).corners, probabilities.astype(np.float32), doubt)
