"""Drawing the verdict of a turn from what was seen, or from what the host says. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from live.case import Case, Press
from live.events import Evidence, VerdictGiven
from live.game import Game, round_after, still_held, with_room
from live.seen import SeenTable, SeenTile
from referee.clauses import Box
from referee.conservation import Contradiction, Seen, contradictions
from referee.doubt import CandidateTable, Guess, Same, Spot, in_faults, reasonable_doubt, settle
from referee.errors import UserError
from referee.round import Round, RoundError
from referee.rulebook import Rulebook
from referee.sets import changes, fault
from referee.tiles import Table, Tile, TileSet, count_tiles, format_tiles, ordered
from referee.turn import Turn, judge, overrule
from referee.verdict import Code, Outcome, Verdict, Violation


@dataclass(frozen=True)
class Ruling:
    """What the referee says about one turn."""

    verdict: Verdict
    after: Table
    """The table after the turn as it is taken to be."""
    questions: tuple[tuple[int, int], ...] = ()
    """Set and place of the tiles that an undecided verdict hangs on."""
    objection: UserError | None = None
    """Why it is undecided although no tile is doubtful."""
    following: Round | None = None
    """The round after the turn; None where it is undecided."""
    contradictions: tuple[Contradiction, ...] = ()
    """What cannot be, with everything seen so far; it changes nothing about the verdict."""

    @property
    def waits(self) -> bool:
        """Whether the table must be put back before the next turn begins."""
        following = self.following
        if following is None or following.over:
            return False
        if not following.table_known:
            return self.verdict.penalty is not None and self.verdict.penalty.restore
        return any(changes(self.after, following.table))


def rule(case: Case) -> Ruling:
    """The verdict on the turn that was ended.

    The table before it is what the last legal turn left; where nobody knows that, only sets, the number of each tile and the time are
    judged, and of a player who laid nothing only the time. What is no set and stayed on the table after an earlier turn is nobody's
    fault for as long as it lies there unchanged. A verdict that the racks contradict, such as more tiles laid than
    the player held, is no verdict: something was misread. Nor is one that calls a set invalid in which a tile could not be read, or may
    be none, or one that calls a turn illegal which is not without what may be no tile, or with the second guess of one that is in no doubt:
    it may be the tile in ten thousand that is surely misread.
    """
    press, before = case.press, case.before

    stayed = _no_sets(before)

    def of(table_before: Table, table_after: Table) -> Verdict:
        verdict = _judged_without(stayed, _turn(press, before, table_before, table_after), before.rulebook)
        return verdict if before.table_known else _with_what_was_drawn(verdict, press)

    certain = tuple(tuple((tile,) for tile in tiles) for tiles in before.table)
    verdict, after, positions = settle(certain, case.known.candidates(), of, before.rulebook.box)
    questions = tuple((position.set_index, position.place) for position in positions if position.table == "after")
    if verdict.outcome is Outcome.UNDECIDED:
        return Ruling(verdict, after, questions)
    if verdict.outcome is Outcome.ILLEGAL:
        if (objection := _objection(case, verdict)) is not None:
            return Ruling(verdict.withheld, after, objection=objection)
        spots = to_be_asked(case.known.spots, verdict, (certain, case.known.candidates()), of, before.rulebook.box)
        if spots:
            return Ruling(verdict.withheld, after, tuple((spot.set_index, spot.place) for spot in spots))
    try:
        following = round_after(before, press, verdict, after)
    except RoundError as error:
        return Ruling(verdict.withheld, after, questions, error)
    if not following.counts_known:
        return Ruling(verdict, after, questions, following=following)
    found = contradictions(following, Seen(drawn=still_held(case.held, press, verdict)))
    return Ruling(verdict, after, questions, following=following, contradictions=found)


def to_be_asked(
    seen: Mapping[Spot, SeenTile],
    verdict: Verdict,
    tables: tuple[CandidateTable, CandidateTable],
    judge: Callable[[Table, Table], Verdict],
    box: Box,
    same: Same | None = None,
) -> tuple[Spot, ...]:
    """The places to ask about before a turn is called illegal; empty where nothing speaks for the player.

    Args:
        seen: the tiles as read, by where they lie.
        verdict: that the turn is illegal.
        tables: what they may be, before the turn and after it.
        judge: gives the verdict on two tables.
        box: what the tiles come from.
        same: the tiles that nobody touched, as `referee.doubt.settle` has them.
    """
    unclear = [spot for spot, tile in seen.items() if tile.is_unclear]
    perhaps_none = [spot for spot in unclear if seen[spot].may_be_none]
    guesses = [Guess(p, spot, other) for spot, tile in seen.items() for other, p in tile.second_guesses]
    return in_faults(unclear, verdict) or reasonable_doubt(
        *tables, judge, box, same, perhaps_none=perhaps_none, guesses=guesses
    )


def _no_sets(before: Round) -> Counter[TileSet]:
    """What lay on the table before the turn and is no set: people went on with it as it lay."""
    return Counter(tiles for tiles in before.table if fault(tiles, ordered=before.rulebook.sets.ordered) is not None)


def _judged_without(stayed: Counter[TileSet], turn: Turn, rulebook: Rulebook) -> Verdict:
    """The verdict on a turn, leaving out those of the sets that lay there before and still do; its set indices are those of the turn."""
    if not stayed:
        return judge(turn, rulebook)
    lying = stayed & Counter(turn.after)
    left = lying.copy()
    judged: list[int] = []
    for index, tiles in enumerate(turn.after):
        if left[tiles]:
            left[tiles] -= 1
        else:
            judged.append(index)
    rest = tuple((Counter(turn.before) - lying).elements())
    verdict = judge(replace(turn, before=rest, after=tuple(turn.after[index] for index in judged)), rulebook)

    def placed(found: tuple[Violation, ...]) -> tuple[Violation, ...]:
        return tuple(one if one.set_index is None else replace(one, set_index=judged[one.set_index]) for one in found)

    return replace(verdict, violations=placed(verdict.violations), notices=placed(verdict.notices))


def _objection(case: Case, verdict: Verdict) -> UserError | None:
    """Why nobody is to be blamed for what is wrong with a table; None where it is the player's doing."""
    press, codes = case.press, {violation.code for violation in verdict.violations}
    if not case.before.table_known and not press.is_said_to_lay and codes != {Code.OVERTIME}:
        line = f"{press.player} laid nothing, and nobody saw the table before: whose fault it is nobody knows"
        return UserError(line, "nobody-knows-whose", name=press.player)
    if case.by_photo and Code.TILE_MISSING in codes:
        gone = next(violation.tiles for violation in verdict.violations if violation.code is Code.TILE_MISSING)
        is_cut_off = any(Counter(tiles) <= Counter(gone) for tiles in case.before.table)
        if press.is_said_to_lay and verdict.played and not is_cut_off:
            return None
        tiles = format_tiles(gone)
        line = (
            f"the photo does not show {' '.join(tiles)}, which lay on the table: take another one that shows all of it"
        )
        return UserError(line, "not-in-photo", tiles=tiles)
    return None


def _with_what_was_drawn(verdict: Verdict, press: Press) -> Verdict:
    """A verdict on a table alone, with a penalty that takes back what the turn is known to have drawn."""
    if verdict.penalty is None:
        return verdict
    drawn = min(verdict.penalty.put_back, press.drew)
    return replace(verdict, penalty=replace(verdict.penalty, put_back=drawn))


def with_hidden(before: Table, after: Table) -> Table:
    """The table after a turn that the host calls legal: no tile leaves the table, so what is not seen there is only hidden.

    Unless its set lies there as it lay but for another tile in its place: then it had been misread. Of a set that was taken apart, only the
    hidden tiles are added: the others lie elsewhere.
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
    """Whether `other` is the set `tiles`, from either side, but for one of the `hidden`, in whose place another tile lies.

    In that of a joker another may lie since it was exchanged.
    """
    if len(other) != len(tiles):
        return False
    apart = ([tile for tile, new in zip(tiles, order, strict=True) if tile != new] for order in (other, other[::-1]))
    return any(len(gone) == 1 and hidden[gone[0]] and not gone[0].is_joker for gone in apart)


def _parts(wanted: Counter[Tile], sets: Iterable[TileSet]) -> list[TileSet]:
    """Those of `sets` that make up the tiles `wanted`, as far as there are such."""
    found: list[TileSet] = []
    for other in sets:
        if Counter(other) <= wanted:
            found.append(other)
            wanted = wanted - Counter(other)
    return found


def _joined_with(
    hidden: Counter[Tile], rest: list[TileSet], others: Iterable[TileSet]
) -> tuple[list[TileSet], TileSet]:
    """The sets to which the `hidden` tiles of a set that was taken apart are added, and what they are together; alone where none fits."""
    for parts in (rest, *([other] for other in others)):
        whole = ordered(count_tiles(parts) + hidden)
        if parts and fault(whole) is None:
            return parts, whole
    return [], ordered(hidden)


def _turn(press: Press, before: Round, table_before: Table, table_after: Table) -> Turn:
    """The turn to be judged; where nobody knows the table before it, one that is judged by the table after it alone."""
    if not before.table_known:
        return Turn(table_after, table_after, opened=True, drew=1, seconds=press.seconds, face_up=None)
    return Turn(
        table_before,
        table_after,
        press.player in before.opened,
        press.drew,
        seconds=press.seconds,
        pool=before.pool,
        face_up=press.face_up,
        held=before.counts[before.on_turn] if before.counts_known else None,
    )


def verdict_event(
    case: Case,
    ruling: Ruling,
    frames: Sequence[Evidence],
    replaces: int | None,
    host: str | None = None,
) -> VerdictGiven:
    """The event that records `ruling`, with the `frames` it was drawn from."""
    objection = ruling.objection
    return VerdictGiven(
        player=case.press.player,
        drew=case.press.drew,
        seconds=case.press.seconds,
        before=case.before.table,
        after=ruling.after,
        verdict=ruling.verdict,
        questions=ruling.questions,
        note=None if objection is None else str(objection),
        note_code=None if objection is None else objection.code,
        note_values={} if objection is None else objection.values,
        contradictions=tuple(one.to_json() for one in ruling.contradictions),
        waits=ruling.waits,
        reading=case.seen,
        frames=tuple(frames),
        rulebook=case.before.rulebook.id,
        replaces=replaces,
        host=host,
        by_photo=case.by_photo,
    )


def by_word(game: Game, outcome: Outcome, reason: str, seen: SeenTable | None) -> tuple[VerdictGiven, Round] | None:
    """What the host's word makes of the turn that waits for its verdict or for an answer.

    Args:
        game: as it stands.
        outcome: legal or illegal.
        reason: the host's.
        seen: the table as last seen, for a turn that waits for its verdict.

    Returns:
        The event and the round after the turn; None where no table has been seen that could be judged.
    """
    judged = game.judged
    replaces: int | None = None
    frames: list[Evidence] = []
    if game.asking and judged is not None and game.press is None:
        case, replaces = judged.case, judged.event
        frames = [*map(Evidence, judged.photos)]
    else:
        found = None if seen is None else game.case(seen)
        if found is None:
            return None
        case = found
        frames = [Evidence(name) for group in case.press.kept for name in group]
    return worded(case, outcome, reason, frames, replaces)


def worded(
    case: Case,
    outcome: Outcome,
    reason: str,
    frames: Sequence[Evidence],
    replaces: int | None,
) -> tuple[VerdictGiven, Round]:
    """The event that records the host's word on a turn, and the round after it; `frames` show the table, `replaces` is the verdict before."""
    press, before, after = case.press, case.before, case.known.table()
    if outcome is Outcome.LEGAL and before.table_known:
        after = with_hidden(before.table, after)
    verdict = overrule(_turn(press, before, before.table, after), before.rulebook, outcome)
    if not before.table_known:
        verdict = _with_what_was_drawn(verdict, press)
    room = with_room(before, press, verdict)
    following = round_after(room, press, verdict, after)
    ruling = Ruling(verdict, after, following=following)
    return verdict_event(case, ruling, frames, replaces, reason), following
