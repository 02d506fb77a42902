"""What a turn and its verdict leave: the round, and what is known of the racks. Pure."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from types import MappingProxyType

from live.game.case import Held, Press
from referee.faceup import NOTHING
from referee.round import Round
from referee.tiles import Table, count_tiles
from referee.verdict import Outcome, Verdict


def round_after(before: Round, press: Press, verdict: Verdict, after: Table, *, shown: Table | None = None) -> Round:
    """The round after the turn that `press` ended (`referee.round.Round.after_turn`)."""
    return before.after_turn(
        verdict, after, press.drew, press.face_up, shown=shown, laid=press.is_said_to_lay, out=press.called
    )


def with_table_left(current: Round, table: Table, player: str) -> Round:
    """The round if `player` has left the table so.

    Whatever lies there besides the tiles that are known of came from that player's rack.
    """
    more = (count_tiles(table) - count_tiles(current.table)).total()
    counts = {**current.counts, player: max(1, current.counts[player] - more)}
    return replace(current, table=table, counts=MappingProxyType(counts))


def still_held(held: Held, press: Press, verdict: Verdict) -> Held:
    """What is still known of the racks after a turn; where equal tiles were laid, the known one counts as laid."""
    if press.player not in held or (verdict.penalty is not None and verdict.penalty.restore):
        return held
    put = (press.face_up or NOTHING).put
    left = Counter(held[press.player]) - Counter(verdict.played) - put
    return MappingProxyType({**held, press.player: tuple(left.elements())})


def with_room(before: Round, press: Press, verdict: Verdict) -> Round:
    """`before` with a rack large enough for what the host says was laid.

    Where it was not, an earlier count must have been wrong.
    """
    put = press.drew if press.face_up is None else len(press.face_up.put)  # as `Round.after_turn` takes it
    least = len(verdict.played) + put + 1 - press.drew
    has_laid = verdict.outcome is Outcome.LEGAL or (verdict.penalty is not None and not verdict.penalty.restore)
    if not has_laid or before.counts[press.player] >= least - 1:
        return before
    return replace(before, counts=MappingProxyType({**before.counts, press.player: least}))
