"""What a turn and its verdict leave: the round, the table put back or as it lies, and what is known of the racks. Pure."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from types import MappingProxyType

from live.game.case import Held, Press
from live.game.phases import Judged, once_put_back
from live.game.state import Game
from referee.faceup import NOTHING
from referee.round import Round
from referee.tiles import Table, Tile, count_tiles
from referee.verdict import Outcome, Verdict


def round_after(before: Round, press: Press, verdict: Verdict, after: Table, *, shown: Table | None = None) -> Round:
    """The round after the turn that `press` ended (`referee.round.Round.after_turn`)."""
    return before.timed(press.seconds).after_turn(
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


def put_back(game: Game) -> Game:
    """The game once the table of an illegal turn is put back.

    Where its tiles lay says nothing of those that come to lie there.
    """
    judged, current = game.judged, game.round
    gone: Counter[Tile] = Counter()
    if judged is not None and current is not None:
        lying = count_tiles(current.table)
        known = Counter(pin.tile for pin in game.pins if pin.tile is not None)
        gone = (count_tiles(judged.case.known.table()) - lying) & (known - lying)
    kept = []
    for pin in reversed(game.pins):  # the newest are those of the turn
        if pin.tile is not None and gone[pin.tile]:
            gone[pin.tile] -= 1
        else:
            kept.append(pin)
    return replace(game, phase=once_put_back(game.phase), pins=tuple(reversed(kept)))


def round_staying(judged: Judged, table: Table) -> Round:
    """The round after an illegal turn whose table stays as it lies.

    What the player laid and left there is off the rack.
    """
    press = judged.case.press
    shown = round_after(judged.case.before, press, judged.verdict, judged.case.known.table(), shown=table)
    if not shown.table_known:
        return replace(shown, table=table, table_known=True)
    return with_table_left(shown, table, press.player)


def staying(game: Game, judged: Judged) -> Game:
    """The game once the table of an illegal turn stays as it lies, as `judged` says."""
    current = game.round if judged.stays is None else round_staying(judged, judged.stays)
    return replace(game.with_last(judged), phase=once_put_back(game.phase), round=current)
