"""The host's decision on a turn, and the table that follows if it is right. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from live.game.after_turn import round_after, with_room
from live.game.case import Case
from live.game.judging import Ruling, turn_of, verdict_event, with_what_was_drawn
from live.game.phases import Judged
from live.game.seen import VerdictPhoto
from live.game.verdicts import VerdictGiven
from referee.round import Round
from referee.sets import fault
from referee.tiles import Table, Tile, TileSet, count_tiles, ordered
from referee.turn import with_outcome
from referee.verdict import Outcome


def give_again(judged: Judged, outcome: Outcome, reason: str) -> tuple[VerdictGiven, Round]:
    """What `give` gives for a turn that has a verdict, which that event replaces."""
    return give(judged.case, outcome, reason, judged.frames, judged.event)


def give(
    case: Case,
    outcome: Outcome,
    reason: str,
    frames: Sequence[VerdictPhoto],
    replaces: int | None = None,
) -> tuple[VerdictGiven, Round]:
    """The event that records the host's decision on a turn, and the round after it.

    `frames` show the table, `replaces` is the verdict before.
    """
    press, before, after = case.press, case.before, case.known.table()
    if outcome is Outcome.LEGAL and before.table_known:
        after = with_hidden(before.table, after)
    verdict = with_outcome(turn_of(press, before, before.table, after), before.rulebook, outcome)
    if not before.table_known:
        verdict = with_what_was_drawn(verdict, press)
    room = with_room(before, press, verdict)
    following = round_after(room, press, verdict, after)
    ruling = Ruling(verdict, after, following=following)
    return verdict_event(case, ruling, frames, replaces, reason), following


def with_hidden(before: Table, after: Table) -> Table:
    """The table after a turn that the host calls legal.

    No tile leaves the table, so tiles that are not seen there count as hidden. A tile does not count as hidden where
    its set lies as it did but for another tile in its place: then it had been misread. Of a set that was taken apart,
    only the hidden tiles are added, since the others lie elsewhere.
    """
    gone = count_tiles(before) - count_tiles(after)
    left = list(after)
    for tiles in before:
        hidden = Counter(tiles) & gone
        gone -= hidden
        if not hidden or any(_lies_instead(other, tiles, hidden) for other in left):
            continue
        rest = _parts(Counter(tiles) - hidden, left)
        instead = tiles
        if count_tiles(rest) + hidden != Counter(tiles):
            rest, instead = _joined_with(hidden, rest, [other for other in left if Counter(other) & Counter(tiles)])
        for other in rest:
            left.remove(other)
        left.append(instead)
    return tuple(left)


def _lies_instead(other: TileSet, tiles: TileSet, hidden: Counter[Tile]) -> bool:
    """Whether `other` is the set `tiles`, read from either end, with another tile in the place of one of the `hidden` ones.

    A joker in `hidden` does not count: another tile may lie in its place since it was exchanged.
    """
    if len(other) != len(tiles):
        return False
    apart = ([tile for tile, new in zip(tiles, order, strict=True) if tile != new] for order in (other, other[::-1]))
    return any(len(gone) == 1 and hidden[gone[0]] and not gone[0].is_joker for gone in apart)


def _parts(wanted: Counter[Tile], sets: Iterable[TileSet]) -> list[TileSet]:
    """The sets among `sets` that make up the tiles `wanted`, as far as there are any."""
    found: list[TileSet] = []
    for other in sets:
        if Counter(other) <= wanted:
            found.append(other)
            wanted = wanted - Counter(other)
    return found


def _joined_with(
    hidden: Counter[Tile], rest: list[TileSet], others: Iterable[TileSet]
) -> tuple[list[TileSet], TileSet]:
    """The sets to which the `hidden` tiles of a set that was taken apart are added, and the resulting set.

    Where none fits, the hidden tiles are a set by themselves.
    """
    for parts in (rest, *([other] for other in others)):
        whole = ordered(count_tiles(parts) + hidden)
        if parts and fault(whole) is None:
            return parts, whole
    return [], ordered(hidden)
