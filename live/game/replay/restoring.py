"""The table after an illegal turn: put back, or left as it lies."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from live.game.after_turn import round_after, with_table_left
from live.game.state import Game, Judged
from referee.round import Round
from referee.tiles import Table, Tile, count_tiles


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
    return replace(game, waiting=False, pins=tuple(reversed(kept)))


def staying(judged: Judged, table: Table) -> Round:
    """The round after an illegal turn whose table stays as it lies.

    What the player laid and left there is off the rack.
    """
    press = judged.case.press
    shown = round_after(judged.case.before, press, judged.verdict, judged.case.known.table(), shown=table)
    if not shown.table_known:
        return replace(shown, table=table, table_known=True)
    return with_table_left(shown, table, press.player)
