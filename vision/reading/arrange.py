"""Arranges tiles in sets: tiles that touch, or nearly touch, side by side belong together.

Every tile has two sides, left and right. Two sides are neighbours when their middles lie close together and they look
towards each other; a tile upside down in an upright set is still its neighbours' neighbour. Chains of neighbours are
sets, read in the direction in which most of their tiles are upright; a gap that is much wider than the others of its
row parts two.

A hand leaves no ruler's gaps: two sets may lie end to end, and one set loosely, or with a tile of it pushed aside.
Where the gaps alone make a row that is no set, and the row can be divided so that all of it is sets, that is how it was
meant, and how people at the table take it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from referee.sets import HIGHEST, SMALLEST_SET, fault, read_set
from referee.tiles import JOKER, Tile
from vision.median import medians
from vision.quads import Corners, Outlines, area, centre, width
from vision.reading.upright import SAME_LINE

_MOST_GAP = 0.3  # distance of two neighbouring sides along the row, in tile widths, that keeps them together
_MOST_GAP_IF_LOOSE = 0.45  # `_MOST_GAP` for a row whose tiles all lie loosely
_MOST_GAP_IF_MEANT = 0.8  # `_MOST_GAP` where both sides of a gap make sets together, and not alone
_LOOSE_SHARE = 0.6  # a gap is no seam where half of the row's others are at least this share as wide
_MOST_STAGGERED = 0.5  # distance of two neighbouring sides across the row, in tile heights, likewise
_MOST_BENT = 60.0  # degrees between two neighbours' rows; with gap and stagger together, less of each is too much
_MOST_HEIGHT_RATIO = 1.6  # of two neighbours
_LEAST_KNOWN = 2  # minimum number of known tiles of what may be a set with others that are not
NARROW = 0.75
"""Share of the usual width, or height, below which an outline is that of a tile seen in part: what it lacks is no gap, and
does not make it smaller than its neighbours. What is usual is told by the tiles along the same line (`vision.reading.upright.SAME_LINE`), since a low camera makes faces flat or
slender."""
_CONTINUATION_REACH = 0.9  # widths of a tile from where a row goes on: a half-covered tile has its middle elsewhere
_NEXT_ROW = 0.5  # heights of a tile by which a set lies lower than a row's first to begin the next row
_FACE_PROPORTIONS = np.array([1.0, 1.45])  # width and height of a face in widths: tells angles on the table
_OUTWARD = np.array([-1.0, 1.0])  # where the left and the right side of a tile look, along its own right


def into_sets(outlines: Outlines, tiles: Sequence[Tile | None] = ()) -> tuple[tuple[int, ...], ...]:
    """Arranges tiles in sets.

    Args:
        outlines: corners of each tile, shape (4, 2): top-left, top-right, bottom-right, bottom-left as read upright.
        tiles: what each of them is, None where that is not known; empty where only the gaps are to tell, also those
            that a tile seen in part leaves.

    Returns:
        Indices into `outlines`, each set in reading order; the sets from top to bottom of the photo, then left to
        right.
    """
    if not len(outlines):
        return ()
    quads = np.asarray(outlines, np.float64)
    left = (quads[:, 0] + quads[:, 3]) / 2
    right = (quads[:, 1] + quads[:, 2]) / 2
    up = (quads[:, 0] + quads[:, 1] - quads[:, 2] - quads[:, 3]) / 2
    height = np.hypot(up[:, 0], up[:, 1])
    sides = np.stack([left, right], axis=1)
    lacking, lower = _seen_in_part(right - left, up) if tiles else (np.zeros(len(quads)), np.ones(len(quads)))
    apart, askew = _distances(sides, up / lower[:, None])
    if tiles:
        apart -= np.clip(apart, 0.0, np.maximum.outer(lacking, lacking)[:, None, :, None])
    costs = _costs(apart, askew)
    neighbours = _link(costs)
    ends_first = sorted(neighbours, key=lambda i: len(neighbours[i]) > 1)
    known = tiles or [None] * len(outlines)
    sets = [
        _in_reading_order(part, left, right)
        for chain in chains(neighbours, ends_first)
        for part in _divided(_in_reading_order(chain, left, right), apart, askew, costs, known)
    ]
    sets = _with_what_is_cut(sets, outlines, known)
    middles = np.array([quads[list(members)].reshape(-1, 2).mean(axis=0) for members in sets])
    return tuple(sets[k] for k in _row_by_row(middles, _NEXT_ROW * float(np.median(height))))


def steps(row: Outlines) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """From the tile at either end of a row to where the next one would lie, pixels, each of shape (2,).

    It is as far on as that tile lies from the one before it; a tile that lies alone goes on by its own width.
    """
    if len(row) == 1:
        top_left, top_right, bottom_right, bottom_left = row[0]
        across = (top_right + bottom_right - top_left - bottom_left) / 2
        return -across, across
    return centre(row[0]) - centre(row[1]), centre(row[-1]) - centre(row[-2])


def ends(row: Outlines) -> tuple[Corners, Corners]:
    """The places at either end of a row of tiles, one tile on: where the next ones would lie."""
    back, on = steps(row)
    return (row[0] + back).astype(np.float32), (row[-1] + on).astype(np.float32)


def where_it_may_go_on(row: Sequence[Corners], places: Sequence[Corners]) -> list[int]:
    """Indices of the `places` at which a row of tiles may go on, at one of its ends or between two tiles of it.

    They are places of tiles that may lie half under the row's own.
    """
    next_ones = np.array([end.mean(axis=0) for end in ends(row)])
    middles = np.array([outline.mean(axis=0) for outline in row])
    points = np.concatenate([next_ones, (middles[1:] + middles[:-1]) / 2])
    reach = _CONTINUATION_REACH * float(np.median([width(outline) for outline in row]))
    return [k for k, place in enumerate(places) if (np.linalg.norm(points - place.mean(axis=0), axis=1) <= reach).any()]


def on_rack(sets: Sequence[Sequence[Tile | None]]) -> bool:
    """Whether tiles stand in the rows of a rack rather than in sets.

    They do where more of them are in rows that are no set than in rows that are one.

    Args:
        sets: the tiles of each row, None where one was not read; rows shorter than a set, or not read as a whole, do
            not count.
    """
    votes = 0
    for tiles in sets:
        read = [tile for tile in tiles if tile is not None]
        if len(read) == len(tiles) >= SMALLEST_SET:
            votes += len(tiles) if fault(tuple(read)) is not None else -len(tiles)
    return votes > 0


def _with_what_is_cut(
    sets: list[tuple[int, ...]], outlines: Outlines, tiles: Sequence[Tile | None]
) -> list[tuple[int, ...]]:
    """The sets with each known tile that is seen in part, and lies alone, joined to a row of which it makes a set.

    The outline of such a tile may be low, narrow or turned, and tells only where it lies.
    """
    for k in _alone_and_cut(sets, outlines):
        ways = ((row, _gone_on(row, k, outlines)) for row in sets)
        found = next((way for way in ways if _is_set([tiles[i] for i in way[1]])), None)
        if found is not None:
            row, joined = found
            sets = [joined if members == row else members for members in sets if members != (k,)]
    return sets


def _alone_and_cut(sets: list[tuple[int, ...]], outlines: Outlines) -> list[int]:
    """The tiles that lie alone and are seen in part."""
    alone = [members[0] for members in sets if len(members) == 1]
    sizes = [area(np.asarray(outline, np.float32)) for outline in outlines] if alone else []
    return [k for k in alone if sizes[k] < NARROW * np.median(sizes)]


def _gone_on(row: tuple[int, ...], k: int, outlines: Outlines) -> tuple[int, ...]:
    """The row with the tile `k` at the end where it may go on with that; empty where it may not."""
    if not where_it_may_go_on([outlines[i] for i in row], [outlines[k]]):
        return ()
    first, last, at = (np.asarray(outlines[i]).mean(axis=0) for i in (row[0], row[-1], k))
    return (*row, k) if np.linalg.norm(at - last) <= np.linalg.norm(at - first) else (k, *row)


def _is_set(tiles: Sequence[Tile | None]) -> bool:
    known = tuple(filter(None, tiles))
    return len(known) == len(tiles) and read_set(known) is not None


def _row_by_row(middles: NDArray[np.float64], apart: float) -> list[int]:
    """Indices of points (n, 2) row by row; one that is `apart` lower than a row's first begins the next."""
    rows = np.zeros(len(middles), int)
    row, first = 0, -np.inf
    for k in np.argsort(middles[:, 1], kind="stable"):
        if middles[k, 1] - first > apart:
            row, first = row + 1, middles[k, 1]
        rows[k] = row
    return [int(k) for k in np.lexsort((middles[:, 0], rows))]


def _costs(apart: NDArray[np.float64], askew: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far sides are from touching, from how far they are `apart`, and how far `askew`, as `_distances` gives them.

    It is below 1 for neighbours, above that where they may be meant as such, and infinite otherwise.
    """
    costs = np.full(apart.shape, np.inf)
    may_be = (np.abs(apart) < _MOST_GAP_IF_MEANT) & (askew < 1)  # few of all that is compared
    near, meant = (np.hypot(apart[may_be] / most, askew[may_be]) for most in (_MOST_GAP_IF_LOOSE, _MOST_GAP_IF_MEANT))
    costs[may_be] = np.where(near < 1, near, np.where(meant < 1, 1 + meant, np.inf))
    return costs


def _link(costs: NDArray[np.float64]) -> dict[int, list[int]]:
    """For each tile its neighbour at the left and at the right side by `_costs`, if it has any; the closest pairs are linked first."""
    near = np.argwhere(np.isfinite(costs)).tolist()
    pairs = [(float(costs[i, a, j, b]), i, a, j, b) for i, a, j, b in near if i < j]
    neighbours = [[-1, -1] for _ in costs]
    for _, i, a, j, b in sorted(pairs):
        if neighbours[i][a] == neighbours[j][b] == -1 and j not in neighbours[i]:
            neighbours[i][a], neighbours[j][b] = j, i
    return {i: [j for j in both if j != -1] for i, both in enumerate(neighbours)}


def _divided(
    chain: tuple[int, ...],
    apart: NDArray[np.float64],
    askew: NDArray[np.float64],
    costs: NDArray[np.float64],
    tiles: Sequence[Tile | None],
) -> list[tuple[int, ...]]:
    """The sets that make up a chain; the arguments are those of `into_sets`, `_distances` and `_costs`."""
    if len(chain) == 1:
        return [chain]
    gaps, bends = np.zeros(len(chain) - 1), np.zeros(len(chain) - 1)
    for k, (i, j) in enumerate(itertools.pairwise(chain)):
        sides = np.unravel_index(costs[i, :, j].argmin(), (2, 2))
        gaps[k], bends[k] = apart[i, :, j][sides], askew[i, :, j][sides]
    breaks = [k + 1 for k, cost in enumerate(_costs(gaps, bends)) if cost >= 1]
    seams = [*breaks]
    for begins, ends in itertools.pairwise([0, *breaks, len(chain)]):
        own = slice(begins, ends - 1)
        seams += [begins + k + 1 for k in range(ends - 1 - begins) if _is_seam(gaps[own], bends[own], k)]
    return _as_meant(chain, tiles, gaps, sorted(seams), breaks)


def _as_meant(
    chain: tuple[int, ...],
    tiles: Sequence[Tile | None],
    gaps: NDArray[np.float64],
    seams: Sequence[int],
    breaks: Sequence[int],
) -> list[tuple[int, ...]]:
    """The sets of a chain: all of it, if it can be sets; else it is divided at the `breaks`, then at the `seams`."""
    if (meant := _all_sets(chain, tiles, gaps, seams)) is not None:
        return [chain[begins:ends] for begins, ends in itertools.pairwise([0, *meant, len(chain)])]
    parts: list[tuple[int, ...]] = []
    cuts = breaks or seams
    for begins, ends in itertools.pairwise([0, *cuts, len(chain)]) if cuts else []:
        inner = [seam - begins for seam in seams if begins < seam < ends]
        parts += _as_meant(chain[begins:ends], tiles, gaps[begins : ends - 1], inner, [])
    return parts or [chain]


def _is_seam(gaps: NDArray[np.float64], bends: NDArray[np.float64], k: int) -> bool:
    """Whether, by the row's gaps alone, one set ends and the next begins at the `k`-th gap."""
    if np.hypot(gaps[k] / _MOST_GAP, bends[k]) < 1:
        return False
    others = np.delete(gaps, k)
    return not len(others) or bool(np.median(others) < _LOOSE_SHARE * gaps[k])


def _all_sets(
    chain: tuple[int, ...], tiles: Sequence[Tile | None], gaps: NDArray[np.float64], seams: Sequence[int]
) -> list[int] | None:
    """Where to cut a chain so that every part is a set, departing as little as can be from its gaps and the `seams` they make.

    To leave out a seam costs by how much its gap is wider than `_MOST_GAP`, to add one by how much it is narrower; of
    equals, the fewest cuts win. It is None where the chain cannot be divided into sets.
    """
    best: list[tuple[float, list[int]] | None] = [(0.0, [])]
    apart = {0, *seams, len(chain)}
    for end in range(1, len(chain) + 1):
        ways = []
        for begin in range(max(end - HIGHEST, 0), end - SMALLEST_SET + 1):
            so_far, part = best[begin], tuple(tiles[i] for i in chain[begin:end])
            joins = [seam - begin for seam in seams if begin < seam < end]
            if so_far is None or not _may_be_set(part, joins, stands_apart={begin, end} <= apart):
                continue
            left_out = sum(abs(gaps[begin + join - 1] - _MOST_GAP) for join in joins)
            put_in = 0.0 if begin in apart else abs(gaps[begin - 1] - _MOST_GAP)
            ways.append((so_far[0] + left_out + put_in, [*so_far[1], *([begin] if begin else [])]))
        best.append(min(ways, key=lambda way: (way[0], len(way[1])), default=None))
    return None if (found := best[-1]) is None else found[1]


def _may_be_set(tiles: Sequence[Tile | None], joins: Sequence[int], *, stands_apart: bool) -> bool:
    """Whether a part of a row is a set, whatever unknown tiles in it are.

    What is unknown is joined to nothing and parted from nothing: it may be no tile. `joins` are the indices of the tiles
    that a gap parts from the one before, and `stands_apart` says whether gaps part all of them from the rest of the row.
    """
    unknown = [k for k, tile in enumerate(tiles) if tile is None]
    if unknown:
        beside = any(k in joins or k + 1 in joins for k in unknown)
        if beside or not stands_apart or len(tiles) - len(unknown) < _LEAST_KNOWN:
            return False
    return read_set(tuple(tile or JOKER for tile in tiles)) is not None


def _distances(sides: NDArray[np.float64], up: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How far the sides of any two tiles are from touching face to face, along the row and otherwise.

    Everything is measured in the tiles' own widths and heights as the photo shows them, so that a low camera, which
    makes faces slanting and flat, changes nothing. `sides` are the middles of left and right side, shape (n, 2, 2), and
    `up` leads from the middle of a tile's lower edge to that of its upper edge, shape (n, 2).

    Returns:
        The gap between them along the row, in tile widths, and how far they are staggered and bent, 1 where that alone
        is too much for neighbours; infinite where their sizes differ too much. Each of shape (n, 2, n, 2): first tile,
        its side, second tile, its side.
    """
    right = sides[:, 1] - sides[:, 0]
    to_own = np.linalg.pinv(np.stack([right, up], axis=2))  # from pixels to a tile's widths and heights
    between = sides - sides[:, :, None, None]
    gap = [
        own[0] * between[..., 0] + own[1] * between[..., 1] for own in to_own.transpose(1, 2, 0)[..., None, None, None]
    ]
    apart = _mean_of_both(gap[0] * _OUTWARD[:, None, None])
    staggered = _mean_of_both(np.abs(gap[1])) / _MOST_STAGGERED
    row = np.einsum("ixp,jp->xij", to_own, right) * _FACE_PROPORTIONS[:, None, None]
    cosine = row[0] / np.maximum(np.hypot(*row), 1e-6)
    facing = _mean_of_both(-cosine[:, None, :, None] * np.multiply.outer(_OUTWARD, _OUTWARD)[:, None])
    bent = np.degrees(np.arccos(np.clip(facing, -1.0, 1.0))) / _MOST_BENT
    height = np.hypot(up[:, 0], up[:, 1])
    grown = np.maximum.outer(height, height) > _MOST_HEIGHT_RATIO * np.minimum.outer(height, height)
    return apart, np.where(grown[:, None, :, None], np.inf, np.hypot(staggered, bent))


def _seen_in_part(
    right: NDArray[np.float64], up: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What each outline lacks, by the proportions that are usual among those along its line, given its `right` and `up`, (n, 2).

    Returns:
        How much of its width it lacks, as a fraction of what is usual, 0 for whole ones; and its height, as a fraction of
        what is usual, 1 for whole ones. Each of shape (n,).
    """
    lengths = np.hypot(right[:, 0], right[:, 1])
    widths = lengths / np.maximum(np.hypot(up[:, 0], up[:, 1]), 1e-6)
    along = np.abs(right @ right.T) >= SAME_LINE * np.outer(lengths, lengths)
    usual = medians(widths, along)
    share = widths / np.maximum(usual, 1e-6)
    return np.where(share < NARROW, 1 - share, 0.0), np.where(share * NARROW > 1, 1 / np.maximum(share, 1e-6), 1.0)


def _mean_of_both(seen: NDArray[np.float64]) -> NDArray[np.float64]:
    """What two tiles' sides see of each other, shape (n, 2, n, 2), as the mean of both views."""
    return np.asarray((seen + seen.transpose(2, 3, 0, 1)) / 2)


def chains(neighbours: Mapping[int, Sequence[int]], starts: Iterable[int]) -> Iterator[list[int]]:
    """Tiles linked to their neighbours, each chain from one of the `starts` that is in none before to its other end."""
    seen: set[int] = set()
    for start in starts:
        if start in seen:
            continue
        chain = [start]
        seen.add(start)
        while (onward := next((n for n in neighbours[chain[-1]] if n not in seen), None)) is not None:
            chain.append(onward)
            seen.add(onward)
        yield chain


def _in_reading_order(chain: Sequence[int], left: NDArray[np.float64], right: NDArray[np.float64]) -> tuple[int, ...]:
    """The chain, turned round where most of its tiles read the other way."""
    if len(chain) == 1:
        return tuple(chain)
    order = list(chain)
    middle, across = (left[order] + right[order]) / 2, right[order] - left[order]
    along = middle[[*range(1, len(order)), -1]] - middle[[0, *range(len(order) - 1)]]
    forward = np.sign((along * across).sum(axis=1)).sum()
    return tuple(chain if forward >= 0 else reversed(chain))
