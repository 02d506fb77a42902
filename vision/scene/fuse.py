"""Several readings of one still table fused into one."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from referee.tiles import COPIES
from vision import quads
from vision.quads import Corners
from vision.reading.table_reading import SURE, TableReading, TileReading, doubt_surplus

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
    last = readings[-1]
    places: list[TileReading] = []
    seen: list[list[TileReading]] = []
    numbered = [_number(reading, places, seen) for reading in readings]
    shown = [
        i for i, tiles in enumerate(seen) if 2 * len(tiles) >= len(readings) or any(not one.doubt for one in tiles)
    ]
    merged = {i: merge(seen[i], len(readings)) for i in shown}
    kept = _apart({i: _surest(seen[i]) for i in shown})
    partitions = [_partition(reading, numbers, kept) for reading, numbers in zip(readings, numbered, strict=True)]
    sets = _chained(kept, _links(partitions), partitions)
    order = [i for members in sets for i in members]
    position = {i: at for at, i in enumerate(order)}
    return TableReading(
        tiles=doubt_surplus((merged[i] for i in order), copies),
        sets=tuple(tuple(position[i] for i in members) for members in sets),
        width=last.width,
        height=last.height,
        face_down=_face_down(readings, [seen[i][-1] for i in order]),
        perhaps=last.perhaps,
        oddity=last.oddity,
        elapsed_ms=sum(reading.elapsed_ms for reading in readings),
    )


def _number(reading: TableReading, places: list[TileReading], seen: list[list[TileReading]]) -> dict[int, int]:
    """Gives each tile of `reading` the number of its place, adding new places; nearest pairs first."""
    numbers = dict(quads.nearest_pairs([tile.corners for tile in reading.tiles], [tile.corners for tile in places]))
    for i, place in numbers.items():
        seen[place].append(reading.tiles[i])
    for i, tile in enumerate(reading.tiles):
        if i not in numbers:
            numbers[i] = len(places)
            places.append(tile)
            seen.append([tile])
    return numbers


def _surest(tiles: Sequence[TileReading]) -> TileReading:
    """The surest of several readings of one tile; of equals, the last."""
    return max(reversed(tiles), key=lambda tile: tile.confidence)


def _apart(places: Mapping[int, TileReading]) -> list[int]:
    """The numbers of the places near which no surer one lies, given the surest reading of each.

    Two tiles cannot lie so close to each other.
    """
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
    """Whether two outlines are no more than half the width of the other one apart.

    Told for each of `ones` (rows) and `others` (columns).
    """
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
    pairs = [{tuple(sorted(pair)) for pair in _neighbours(partition)} for partition in partitions]
    votes = {
        (a, b): [(a, b) in frame for frame, there in zip(pairs, shown, strict=True) if a in there and b in there]
        for a, b in sorted(set().union(*pairs))
    }
    kept = [pair for pair, said in votes.items() if 2 * sum(said) > len(said)]
    return sorted(kept, key=lambda pair: -sum(votes[pair]))


def _neighbours(partition: Partition) -> Iterator[tuple[int, int]]:
    """The places side by side, in reading order."""
    return itertools.chain.from_iterable(itertools.pairwise(members) for members in partition)


def _chained(
    kept: Sequence[int], links: Sequence[tuple[int, int]], partitions: Sequence[Partition]
) -> list[tuple[int, ...]]:
    """The sets that the links make of the places `kept`, in the order of the frame that shows most of them."""
    beside: dict[int, list[int]] = {i: [] for i in kept}
    chain_of = {i: [i] for i in kept}
    for a, b in links:
        if len(beside[a]) < 2 and len(beside[b]) < 2 and chain_of[a] is not chain_of[b]:  # noqa: PLR2004 - two sides
            beside[a].append(b)
            beside[b].append(a)
            chain_of[a] += chain_of[b]
            chain_of.update(dict.fromkeys(chain_of[b], chain_of[a]))
    read = Counter(pair for partition in partitions for pair in _neighbours(partition))
    fullest = max(reversed(partitions), key=lambda partition: sum(map(len, partition)))
    order = {i: at for at, i in enumerate(i for members in fullest for i in members)}
    at_end = sorted((i for i in kept if len(beside[i]) < 2), key=lambda i: order.get(i, len(order) + i))  # noqa: PLR2004
    sets: list[tuple[int, ...]] = []
    seen: set[int] = set()
    for start in at_end:
        if start not in seen:
            members = _walk(start, beside)
            seen.update(members)
            onwards = sum(read[pair] - read[pair[::-1]] for pair in itertools.pairwise(members))
            sets.append(tuple(members if onwards >= 0 else reversed(members)))
    return sets


def _walk(start: int, beside: Mapping[int, Sequence[int]]) -> list[int]:
    """The chain that begins at `start`, from this end to the other."""
    members = [start]
    while onward := [i for i in beside[members[-1]] if i not in members]:
        members += onward
    return members


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
