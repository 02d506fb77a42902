"""Drawing the verdict of a turn from what was seen. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from live.game.after_turn import round_after, still_held
from live.game.case import Case, Press
from live.game.edges import beyond_the_border, ends_at
from live.game.phases import Note
from live.game.seen import SeenTable, SeenTile, VerdictPhoto
from live.game.verdicts import VerdictGiven
from referee.accepted import judge_without, no_sets
from referee.clauses import Box
from referee.conservation import Contradiction, contradictions
from referee.doubt import CandidateTable, Guess, Same, Spot, in_faults, reasonable_doubt, settle
from referee.errors import UserError
from referee.joker import turn_budget
from referee.round import Round, RoundError
from referee.sets import SMALLEST_SET, changes
from referee.tiles import Place, Table, Tile, format_tiles
from referee.turn import Turn
from referee.verdict import Code, Outcome, Verdict
from vision.reading.arrange import where_it_may_go_on


@dataclass(frozen=True)
class Ruling:
    """What the referee says about one turn."""

    verdict: Verdict
    after: Table
    """The table after the turn as it is taken to be."""
    questions: tuple[Place, ...] = ()
    """The tiles on the table after the turn that an undecided verdict hangs on."""
    objection: UserError | None = None
    """Why it is undecided although no tile is doubtful."""
    following: Round | None = None
    """The round after the turn; None where it is undecided."""
    contradictions: tuple[Contradiction, ...] = ()
    """Contradictions between this verdict and everything seen so far; they do not change the verdict."""

    @property
    def waits(self) -> bool:
        """Whether the table must be put back before the next turn begins."""
        following = self.following
        if following is None or following.over:
            return False
        if not following.table_known:
            penalty = self.verdict.penalty
            return penalty is not None and (penalty.restore or bool(penalty.take))
        return any(changes(self.after, following.table))

    @property
    def short_in_question(self) -> frozenset[int]:
        """The sets in question that are too short, whatever their tiles are."""
        return frozenset(index for index, _ in self.questions if len(self.after[index]) < SMALLEST_SET)


def judge_case(case: Case) -> Ruling:
    """The verdict on the turn that was ended.

    The table before it is the one that the last legal turn left. Where nobody knows that table, only the sets, the
    number of each tile and the time are judged, and for a player who laid nothing only the time. Invalid sets that
    stayed on the table after an earlier turn are nobody's fault for as long as they lie there unchanged.

    No verdict is given that the racks contradict, such as more tiles laid than the player held: something was misread.
    Nor is a turn called illegal for a set in which a tile could not be read or may be none, or where it would be legal
    without what may be no tile, or with the second guess of a tile that is in no doubt: that may be the one in ten
    thousand that is misread all the same. Nor is it where doubtful tiles, if they are what they are taken for, make one
    set of what else lies apart.
    """
    press, before = case.press, case.before

    stayed, budget = no_sets(before.table, before.rulebook), turn_budget()

    def judge_reading(table_before: Table, table_after: Table) -> Verdict:
        verdict = judge_without(stayed, turn_of(press, before, table_before, table_after), before.rulebook, budget)
        return verdict if before.table_known else with_what_was_drawn(verdict, press)

    tables = _certain(before.table), case.known.candidates()
    verdict, after, spots = settle(*tables, judge_reading, before.rulebook.box)
    questions = _places_after(spots)
    if verdict.outcome is Outcome.UNDECIDED:
        return Ruling(verdict, after, questions)
    is_illegal = verdict.outcome is Outcome.ILLEGAL
    if is_illegal and (withheld := _withheld(case, verdict, after, judge_reading)) is not None:
        return withheld
    try:
        following = round_after(before, press, verdict, after)
    except RoundError as error:
        return Ruling(verdict.withheld, after, questions, error)
    if not following.counts_known:
        return Ruling(verdict, after, questions, following=following)
    found = contradictions(following, held=still_held(case.held, press, verdict))
    return Ruling(verdict, after, questions, following=following, contradictions=found)


def _withheld(
    case: Case, verdict: Verdict, after: Table, judge_reading: Callable[[Table, Table], Verdict]
) -> Ruling | None:
    """What is ruled in place of a turn being illegal; None where nothing speaks for the player."""
    before, box, known = _certain(case.before.table), case.before.rulebook.box, case.known
    if (objection := _objection(case, verdict)) is not None:
        return Ruling(verdict.withheld, after, objection=objection)
    tables = before, known.candidates()
    if asked := to_be_asked(known.spots, verdict, tables, judge_reading, box, _as_meant(known)):
        return Ruling(verdict.withheld, after, _places_after(asked))
    beyond = beyond_the_border(known, known.candidates(), verdict.invalid_sets) if case.by_photo else None
    if beyond is not None and settle(before, beyond, judge_reading, box).verdict.outcome is not Outcome.ILLEGAL:
        return Ruling(verdict.withheld, after, objection=cut_off())
    if (objection := _laid_more_than_held(case, verdict)) is not None:
        return Ruling(verdict.withheld, after, objection=objection)
    return None


def _certain(table: Table) -> CandidateTable:
    """A table of which every tile is known."""
    return tuple(tuple((tile,) for tile in tiles) for tiles in table)


def judge_in_doubt(case: Case) -> tuple[Case, Ruling]:
    """The verdict as `judge_case` gives it, and the case that it is drawn from.

    Where the turn would be illegal, and a tile that is hardly seen may lie where a set at fault goes on, or where one lay that is
    missing, the case has an unread tile there: it may not have been seen at all.
    """
    ruling = judge_case(case)
    if ruling.verdict.outcome is not Outcome.ILLEGAL or not (lacking := _that_may_be_lacking(case, ruling.verdict)):
        return case, ruling
    doubted = replace(case, seen=case.seen.with_tiles(lacking))
    return doubted, judge_case(doubted)


def _that_may_be_lacking(case: Case, verdict: Verdict) -> list[SeenTile]:
    """What may lie on the table (`SeenTable.perhaps`) where the verdict lacks a tile."""
    known, perhaps, missing = case.known, case.known.perhaps, verdict.missing_tiles
    gone = [pin for pin in case.pins if pin.tile in missing]
    lacking = {k for k, tile in enumerate(perhaps) if any(pin.is_taken_by(tile, known) for pin in gone)}
    lacking |= {k for k, tile in enumerate(perhaps) if any(kind in missing for kind, _ in tile.likely)}
    for index in verdict.invalid_sets:
        lacking.update(where_it_may_go_on(known.row(index), [tile.outline for tile in perhaps]))
    return [perhaps[k] for k in sorted(lacking)]


def _places_after(spots: Iterable[Spot]) -> tuple[Place, ...]:
    """Those of the spots that are on the table after the turn: on the one before it, every tile is known."""
    return tuple(spot.at for spot in spots if spot.table == "after")


class Meant(NamedTuple):
    """The table after a turn, arranged as it is where every tile is what it is taken for."""

    after: CandidateTable
    parting: tuple[Spot, ...]
    """The doubtful tiles on which it hangs where sets begin and end: they lie in another set so."""
    same: Same | None = None
    """The tiles that nobody touched, as `referee.doubt.settle` has them."""


def to_be_asked(
    seen: Mapping[Spot, SeenTile],
    verdict: Verdict,
    tables: tuple[CandidateTable, CandidateTable],
    judge: Callable[[Table, Table], Verdict],
    box: Box,
    meant: Meant,
    same: Same | None = None,
) -> tuple[Spot, ...]:
    """The places to ask about before a turn is called illegal; empty where nothing speaks for the player.

    Args:
        seen: the tiles as read, by where they lie.
        verdict: the verdict, which says that the turn is illegal.
        tables: the candidates of every tile, on the table before the turn and on the one after it.
        judge: gives the verdict on a table before the turn and one after it.
        box: the box that the tiles come from.
        meant: the table after the turn, arranged otherwise.
        same: the tiles that nobody touched, as `referee.doubt.settle` has them.
    """
    unclear = [spot for spot, tile in seen.items() if tile.is_unclear]
    perhaps_none = [spot for spot, tile in seen.items() if not tile.is_surely_a_tile]
    guesses = [Guess(p, spot, other) for spot, tile in seen.items() for other, p in tile.second_guesses]
    asked = in_faults(unclear, verdict) or _beside_faults(seen, verdict)
    asked = asked or reasonable_doubt(*tables, judge, box, same, perhaps_none=perhaps_none, guesses=guesses)
    if asked or not meant.parting:
        return asked
    arranged = settle(tables[0], meant.after, judge, box, meant.same).verdict
    return meant.parting if arranged.outcome is not Outcome.ILLEGAL else ()


def _beside_faults(seen: Mapping[Spot, SeenTile], verdict: Verdict) -> tuple[Spot, ...]:
    """The doubtful tiles, in no set that is valid, that lie where another set at fault may go on: seen in part, they look apart from it."""
    faults = set(verdict.invalid_sets)
    after = {spot: tile for spot, tile in seen.items() if spot.table == "after"}
    doubted = [spot for spot, tile in after.items() if tile.doubt and (tile.is_unclear or spot.set_index in faults)]
    return tuple(sorted({spot for index in faults for spot in _going_on(index, after, doubted)}))


def _going_on(index: int, after: Mapping[Spot, SeenTile], doubted: Iterable[Spot]) -> list[Spot]:
    """Those of the `doubted` places, in other sets, where that set of the table `after` the turn may go on."""
    row = [after[spot].outline for spot in sorted(after) if spot.set_index == index]
    others = [spot for spot in doubted if spot.set_index != index]
    return [others[k] for k in where_it_may_go_on(row, [after[spot].outline for spot in others])]


def _as_meant(known: SeenTable) -> Meant:
    """A table as it is where every tile is what it is taken for."""
    meant = known.as_meant
    parting = (
        spot for spot, tile in known.spots.items() if tile.doubt and known.sets[spot.set_index] not in meant.sets
    )
    return Meant(meant.candidates(), tuple(parting))


def _objection(case: Case, verdict: Verdict) -> UserError | None:
    """Why the faults of a table are not held against the player; None where they are the player's doing."""
    press, codes = case.press, {violation.code for violation in verdict.violations}
    if not case.before.table_known and not press.is_said_to_lay and codes != {Code.OVERTIME}:
        line = f"{press.player} laid nothing, and nobody saw the table before: whose fault it is nobody knows"
        return UserError(line, "nobody-knows-whose", name=press.player)
    if case.by_photo and (gone := verdict.missing_tiles):
        if press.is_said_to_lay and verdict.played and not _is_cut_off(case, Counter(gone)):
            return None
        tiles = format_tiles(gone)
        line = (
            f"the photo does not show {' '.join(tiles)}, which lay on the table: take another one that shows all of it"
        )
        return UserError(line, "not-in-photo", tiles=tiles)
    return None


def _is_cut_off(case: Case, gone: Counter[Tile]) -> bool:
    """Whether the photo shows nothing of a set that lay there, or ends at what it shows of one from which tiles are `gone`."""
    robbed = [lay for lay in map(Counter, case.before.table) if lay & gone]
    left = [Counter(tiles) for index, tiles in enumerate(case.known.table()) if ends_at(case.known, index)]
    return any(lay <= gone or any(lay & tiles for tiles in left) for lay in robbed)


def cut_off() -> UserError:
    """Why nobody can tell from a photo that ends where tiles lie, or may lie."""
    line = "the photo ends where tiles lie or may lie, and the verdict hangs on them: show the whole table and no rack"
    return UserError(line, "cut-off")


def _laid_more_than_held(case: Case, verdict: Verdict) -> UserError | None:
    """That the table shows more tiles laid than the rack held, where nothing lay there before; None where it does not.

    Then racks may be in sight, or the table was not cleared.
    """
    laid, held = len(verdict.played), case.before.counts[case.press.player]
    if case.before.table or not case.before.table_known or not case.before.counts_known or laid <= held:
        return None
    line = f"{case.press.player} laid {laid} tiles, but the rack held {held}"
    return UserError(line, "laid-more", name=case.press.player, number=laid, held=held)


def with_what_was_drawn(verdict: Verdict, press: Press) -> Verdict:
    """The verdict, drawn from a table alone, with a penalty that takes back no more than the turn is known to have drawn."""
    if verdict.penalty is None:
        return verdict
    drawn = min(verdict.penalty.put_back, press.drew)
    return replace(verdict, penalty=replace(verdict.penalty, put_back=drawn))


def turn_of(press: Press, before: Round, table_before: Table, table_after: Table) -> Turn:
    """The turn to be judged.

    Where nobody knows the table before it, the turn is judged by the table after it alone.
    """
    if not before.table_known:
        drew = before.rulebook.play.draw
        return Turn(
            table_after,
            table_after,
            opened=True,
            drew=drew,
            seconds=press.seconds,
            face_up=None,
            allowance=before.allowance,
        )
    return Turn(
        table_before,
        table_after,
        press.player in before.opened,
        press.drew,
        seconds=press.seconds,
        pool=before.pool,
        face_up=press.face_up,
        rack_size=before.counts[before.on_turn] if before.counts_known else None,
        allowance=before.allowance,
    )


def verdict_event(
    case: Case,
    ruling: Ruling,
    frames: Sequence[VerdictPhoto],
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
        note=None if objection is None else Note(str(objection), objection.code, objection.values),
        contradictions=ruling.contradictions,
        waits=ruling.waits,
        reading=case.seen,
        frames=tuple(frames),
        rulebook=case.before.rulebook.id,
        replaces=replaces,
        host=host,
        by_photo=case.by_photo,
    )
