"""One turn: the table before and after, and the circumstances, judged by a rulebook.

`judge` names everything that is wrong, not only the first. It asks the rulebook's clauses, never the edition. Sets have
no fixed place on the table: what moved is found from the tiles and the contents of the sets, in `referee.opening` and
`referee.joker`, and a turn is illegal only if no legal way leads from the one table to the other.

Decided once, here:

- A tile laid that was not on the rack before the turn is the tile just drawn if one was drawn, and `not-from-rack`
  otherwise. That laying and drawing in one turn is wrong is said by `laid-and-drew`, except where every turn takes and
  discards a tile (`referee.faceup`).
- With the pool empty (`Turn.pool` is 0) a player who cannot lay passes: then `nothing-played` is not said. Where the
  booklet has everyone lay at least one tile then (Fortuna, section "Spielende") and the rack is known, it is said of a
  player who could.
- More tiles drawn than the pool holds are `drew-too-many`; fewer than a turn without laying draws, of those that the pool
  holds, `drew-too-few`.
- Rearranging the table without laying a tile breaks no clause that a penalty goes with; it is a notice, as the sets are
  valid, unless a house rule wants order.
- A joker of a run where no number follows from its place counts as the one number that is left for it, with a notice.
  Where two are left, or a first lay-down is worth enough only with such a set, the turn is undecided unless it is
  illegal anyway. But a player who has not opened may not free a joker from its set even so (section "Der Joker":
  neither before nor during the first lay-down): that is `opening-touches-table`.
- A joker that lay on the table, in a set that was added to, lies there still: what was laid is worth what the other
  jokers stand for.
- Whatever makes a turn illegal costs what the booklet asks for a turn not finished in time, the only penalty the
  booklets describe (Piatnik's margin adds "for a wrong lay-down"). A turn that laid nothing and drew nothing, or drew
  too many, is in none of them: its penalty cites that, and house rules may drop it. Tiles drawn in an illegal turn go
  back to the pool, and the penalty is drawn in their place, so that whoever does what the messages say holds what is
  counted. Where it leaves the table as it is and has the player take the loose tiles (the old original, section
  "Joker"), that settles only sets that are none and lost time; after anything else, and where a first lay-down would
  not be one without the loose tiles, the table is restored there too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import ceil

from referee.allowance import Allowance, Counted
from referee.clauses import LastRound, PenaltyTable
from referee.faceup import NOTHING, FaceUp, laying_violations, taking_violations
from referee.joker import joker_violations, turn_budget
from referee.opening import judge_opening
from referee.rulebook import Rulebook
from referee.sets import SetFault, SetReading, changes, fault, joined, read_set, readings
from referee.solver.play import can_play
from referee.solver.search import Budget
from referee.tiles import JOKER, Table, Tile, TileSet, count_tiles, ordered
from referee.verdict import Code, Named, Outcome, Penalty, Verdict, Violation

_CODES = {code: rank for rank, code in enumerate(Code)}
_UNFINISHED = {Code.SET_INVALID, Code.OVERTIME}
_IDLE = {Code.NOTHING_PLAYED, Code.DREW_TOO_FEW, Code.DREW_TOO_MANY}
_ASKING = {Code.JOKER_UNCLEAR, Code.JOKER_UNTRACED, Code.OPENING_UNCLEAR}
_RESERVE = 320_000
"""Number of steps that are kept for readings of a turn whose tiles lie in sets: others are illegal however jokers moved."""

_UNSOUND = {Code.SET_INVALID, Code.TILE_MISSING, Code.TILE_IMPOSSIBLE}
"""With these, the tiles after the turn lie in no sets, so of the jokers only what is plain is said."""


@dataclass(frozen=True)
class Turn:
    """What a player did."""

    before: Table
    """The table before the turn, sets in any order, tiles of a set in reading order."""
    after: Table
    """The table after the turn, in the same form."""
    opened: bool
    """Whether the player had made the first lay-down before this turn."""
    drew: int = 0
    """How many tiles the player drew in this turn."""
    rack: TileSet | None = None
    """The player's tiles before the turn; None where nobody knows them."""
    seconds: float | None = None
    """How long the turn took; None where nobody measured it."""
    pool: int | None = None
    """Tiles in the pool before the turn; None where nobody knows."""
    face_up: FaceUp | None = NOTHING
    """What the player did with tiles that lie face up, in the variants that have them; None where nobody knows."""
    rack_size: int | None = None
    """How many tiles the rack held before the turn, where only that is known."""
    allowance: Allowance | None = None
    """The time that the turn might take; None for what the rulebook gives a player's first turn of a round."""


def judge(turn: Turn, rulebook: Rulebook, budget: Budget | None = None) -> Verdict:
    """Everything that is wrong with `turn` under `rulebook`, what it laid, and what it costs.

    The `budget` (`referee.joker.turn_budget`) bounds how far jokers are followed; all readings of one turn share one.
    """
    before, after = count_tiles(turn.before), count_tiles(turn.after)
    laid = after - before
    played = ordered(laid)
    found = [
        *_table_violations(turn, before, after, rulebook),
        *_play_violations(turn, laid, rulebook),
    ]
    notices = [*_notices(turn, before, after, rulebook)]
    unsound = any(violation.code in _UNSOUND for violation in found)
    budget, jokers = budget or turn_budget(), tuple[Violation, ...]()
    with budget.lent(budget.steps - _RESERVE if unsound else budget.steps) as steps:
        if unsound and steps.over:
            pass
        elif not turn.opened:
            opening = judge_opening(turn.before, turn.after, laid, rulebook, steps)
            found += opening.violations
            jokers = opening.jokers
            notices += opening.unclear
        elif not unsound or not rulebook.joker.split or before[JOKER] > after[JOKER]:
            jokers = joker_violations(turn.before, turn.after, laid, rulebook, steps)
        found += [violation for violation in jokers if violation.code not in _ASKING]
        penalty = _penalty(turn, found, rulebook, steps) if found else None
    if not found:
        notices += [violation for violation in jokers if violation.code in _ASKING]
    found.sort(key=lambda violation: _CODES[violation.code])
    asking = any(notice.code in _ASKING for notice in notices)
    outcome = Outcome.ILLEGAL if found else Outcome.UNDECIDED if asking else Outcome.LEGAL
    time = None if _allowance(turn, rulebook).is_plain else _time(turn, rulebook)
    return Verdict(outcome, played, _points(turn, laid), tuple(found), tuple(notices), penalty, time)


def with_outcome(turn: Turn, rulebook: Rulebook, outcome: Outcome) -> Verdict:
    """The verdict on `turn` with an outcome that a person decides; what was laid is counted as by `judge`.

    A legal turn has no violations. An illegal one costs what `rulebook` asks, also where the referee finds nothing
    wrong.
    """
    said = judge(turn, rulebook)
    if outcome is not Outcome.ILLEGAL:
        return replace(said, outcome=outcome, violations=(), penalty=None)
    rule = rulebook.penalty
    penalty = said.penalty or Penalty(
        rule.draw, restore=True, take=(), extra_per_lost=rule.extra_per_lost, clause=rule.citation
    )
    return replace(said, outcome=outcome, penalty=penalty)


def _table_violations(
    turn: Turn, before: Counter[Tile], after: Counter[Tile], rulebook: Rulebook
) -> Iterator[Violation]:
    for index, tiles in enumerate(turn.after):
        reason = fault(tiles, ordered=rulebook.sets.ordered)
        if reason is not None:
            clause = rulebook.lowest_one if reason is SetFault.ONE_AFTER_THIRTEEN else rulebook.sets
            yield Violation(Code.SET_INVALID, clause.citation, index, tiles, {"reason": reason.value})
    if rulebook.sets.ordered and before == after and any(changes(turn.before, turn.after)):
        yield Violation(Code.REARRANGED_ONLY, rulebook.sets.citation)
    if gone := ordered(before - after):
        yield Violation(Code.TILE_MISSING, rulebook.manipulation.citation, None, gone)
    for tile, number, most in rulebook.box.surplus(after):
        values = {"count": number, "most": most}
        yield Violation(Code.TILE_IMPOSSIBLE, rulebook.box.citation, None, (tile,), values)


def _play_violations(turn: Turn, laid: Counter[Tile], rulebook: Rulebook) -> Iterator[Violation]:
    rule, face_up = rulebook.play, turn.face_up or NOTHING
    left = _least_left(turn, laid)
    if rulebook.discard.played:
        yield from taking_violations(turn.face_up, turn.drew, left, turn.pool, rulebook)
    else:
        yield from _laying_or_drawing(turn, laid, rulebook)
    most = rule.draw if turn.pool is None else min(rule.draw, turn.pool)
    if 0 < turn.drew < most and not laid and not rulebook.discard.played:
        yield Violation(Code.DREW_TOO_FEW, rule.citation, values={"count": turn.drew, "most": most})
    if turn.drew > most:
        yield Violation(Code.DREW_TOO_MANY, rule.citation, values={"count": turn.drew, "most": most})
    yield from _rack_violations(turn, laid, rulebook)
    if face_up != NOTHING:
        yield from laying_violations(face_up, turn.before, turn.after, left, rulebook)
    time = _time(turn, rulebook)
    if time is not None and time.is_over:
        values = {"seconds": f"{ceil(time.seconds * 10) / 10:g}", "limit": f"{round(time.allowed or 0, 1):g}"}
        yield Violation(Code.OVERTIME, rulebook.time.citation, values=values)


def _allowance(turn: Turn, rulebook: Rulebook) -> Allowance:
    return turn.allowance or Allowance.of(rulebook.time)


def _time(turn: Turn, rulebook: Rulebook) -> Counted | None:
    """What is counted of the turn's time; None where nobody measured it."""
    return None if turn.seconds is None else _allowance(turn, rulebook).counted(turn.seconds)


def _least_left(turn: Turn, laid: Counter[Tile]) -> int:
    """The fewest tiles that can be on the rack before one is discarded: all of them, where anybody knows the rack."""
    face_up = turn.face_up or NOTHING
    held = turn.rack_size if turn.rack is None else len(turn.rack)
    left = (held or 0) + turn.drew + face_up.taken.total() - laid.total()
    if held is not None:
        return max(0, left)  # that more was laid than held is another violation
    return max(left, (face_up.taken - laid).total(), 0 if laid else 1)  # a player on turn holds at least one tile


def _laying_or_drawing(turn: Turn, laid: Counter[Tile], rulebook: Rulebook) -> Iterator[Violation]:
    """What is wrong with a turn that neither laid nor drew, or did both."""
    if laid and turn.drew:
        values: dict[str, str | int] = {"reason": "several", "count": turn.drew} if turn.drew > 1 else {}
        yield Violation(Code.LAID_AND_DREW, rulebook.play.citation, None, ordered(laid), values)
    elif not laid and not turn.drew:
        if turn.pool != 0:
            yield Violation(Code.NOTHING_PLAYED, rulebook.play.citation)
        elif _must_lay(turn, rulebook):
            yield Violation(Code.NOTHING_PLAYED, rulebook.pool_empty.citation, values={"reason": "could-lay"})


def _must_lay(turn: Turn, rulebook: Rulebook) -> bool:
    """Whether the player, with no pool left to draw from, may not pass.

    The booklet wants a tile laid, and the rack is known to have one.
    """
    if turn.rack is None or rulebook.pool_empty.last_round is not LastRound.UNTIL_STUCK:
        return False
    return can_play(turn.before, turn.rack, rulebook, opened=turn.opened) is True


def _rack_violations(turn: Turn, laid: Counter[Tile], rulebook: Rulebook) -> Iterator[Violation]:
    if turn.rack is None:
        return
    face_up = turn.face_up or NOTHING
    foreign = ordered(laid + face_up.put - Counter(turn.rack) - face_up.taken)
    drawn, rest = foreign[: turn.drew], foreign[turn.drew :]
    if rest:
        yield Violation(Code.NOT_FROM_RACK, rulebook.play.citation, None, rest)
    if drawn and rulebook.drawn_tile.barred:
        yield Violation(Code.DRAWN_TILE_PLAYED, rulebook.drawn_tile.citation, None, drawn)


def _notices(turn: Turn, before: Counter[Tile], after: Counter[Tile], rulebook: Rulebook) -> Iterator[Violation]:
    if rulebook.sets.ordered:
        return
    for index, tiles in enumerate(turn.after):
        reading = read_set(tiles)
        if reading is not None and not reading.in_order:
            yield from _disorder(index, tiles, reading, rulebook)
    if before == after and any(changes(turn.before, turn.after)):
        yield Violation(Code.REARRANGED_ONLY, rulebook.play.citation)


def _disorder(index: int, tiles: TileSet, reading: SetReading, rulebook: Rulebook) -> Iterator[Violation]:
    """The notices about a run that does not lie in order: its order, or what its jokers stand for."""
    citation = rulebook.sets.citation
    if reading.placed:
        yield Violation(Code.SET_OUT_OF_ORDER, citation, index, tiles)
        return
    ways = [frozenset(tile for stands in way.stands for tile in stands) for way in readings(tiles)]
    if len(ways) > 1:
        open_to = sorted(frozenset[Tile]().union(*ways) - ways[0].intersection(*ways))
        yield Violation(Code.JOKER_UNCLEAR, citation, index, tiles, named={"stands": Named(tuple(open_to))})
        return
    for tile in sorted(ways[0] - set(tiles)):
        below = Tile(tile.colour, tile.number - 1)
        side, beside = ("after", below) if below in ways[0] else ("before", Tile(tile.colour, tile.number + 1))
        named = {"stands": Named((tile,)), "beside": Named((beside,))}
        yield Violation(Code.JOKER_OUT_OF_PLACE, citation, index, tiles, {"reason": side}, named)


def _stands_without(loose: TileSet, left: Table, turn: Turn, rulebook: Rulebook, budget: Budget) -> bool:
    """Whether what is `left` of the turn once the loose tiles are taken away may stay."""
    if turn.opened or not loose:
        return True
    laid = count_tiles(left) - count_tiles(turn.before)
    return bool(laid) and not any(judge_opening(turn.before, left, laid, rulebook, budget))


def _points(turn: Turn, laid: Counter[Tile]) -> int:
    """What the tiles `laid` are worth.

    Of several jokers on the table, those count as laid that lie in changed sets and have the highest values.
    """
    points = sum(tile.number * number for tile, number in laid.items())
    if laid[JOKER]:
        gone, new = changes(turn.before, turn.after)
        with_joker = [old for old in gone if JOKER in old]
        grown = [Counter(tiles) for tiles in new if JOKER in tiles]
        added_to = [old for old in with_joker if any(Counter(old) <= tiles for tiles in grown)]
        values = _joker_values(new) - _joker_values(added_to)
        points += sum(sorted(values.elements(), reverse=True)[: laid[JOKER]])
    return points


def _joker_values(table: Iterable[TileSet]) -> Counter[int]:
    """What the jokers of some sets stand for; jokers in tiles that are no set are left out."""
    found: Counter[int] = Counter()
    for tiles in table:
        reading = read_set(tiles)
        if reading is not None:
            pairs = zip(tiles, reading.stands, strict=True)
            found.update(stands[0].number for tile, stands in pairs if tile == JOKER)
    return found


def _penalty(turn: Turn, found: list[Violation], rulebook: Rulebook, budget: Budget) -> Penalty:
    rule = rulebook.penalty
    left, loose = joined(turn.after, ordered=rulebook.sets.ordered)
    codes = {violation.code for violation in found}
    unfinished = codes <= _UNFINISHED and _stands_without(loose, left, turn, rulebook, budget)
    restore = rule.table is PenaltyTable.RESTORED or not unfinished
    draw, citation = rule.draw, rule.citation
    if codes <= _IDLE:
        draw, citation = draw if rulebook.idle_penalty.asked else 0, rulebook.idle_penalty.citation
    elif codes == {Code.OVERTIME} and rulebook.overrun_penalty.draw:
        draw, citation = rulebook.overrun_penalty.draw, rulebook.overrun_penalty.citation
    kept = rulebook.discard.played and not restore  # where discards are played, every turn takes a tile
    put_back = 0 if kept else turn.drew
    return Penalty(draw, restore, () if restore else loose, rule.extra_per_lost, citation, put_back)
