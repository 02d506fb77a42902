"""What players could have laid and did not, as far as it is certain once the racks were counted.

A rack that was counted as tiles, together with what was laid in the turns before, tells what the player has held since
the last draw. In the turn that ended with that draw, only which tile was drawn is unknown: what could have been laid
whichever it was, was missed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from files.rulebook import load as load_rulebook
from live.game.events import VerdictGiven
from live.telling.evening import Evening, EveningTurn
from referee.errors import UserError
from referee.rulebook import Rulebook
from referee.solver.play import best_play
from referee.tiles import Tile, TileSet
from referee.verdict import Outcome


@dataclass(frozen=True)
class Missed:
    """A turn that laid nothing although tiles could have been laid."""

    turn: EveningTurn
    tiles: int
    """Minimum number of tiles that could have been laid."""


def missed(evening: Evening) -> list[Missed]:
    """The best play that each player is certain to have missed on the evening.

    The plays come in the order in which the players' first ones were found.
    """
    best: dict[str, Missed] = {}
    for counted in evening.counted:
        turns = [turn for turn in evening.turns if turn.round_key == counted.round_key and not turn.is_taken_back]
        for player, rack in counted.racks.items():
            found = None if isinstance(rack, int) else _last_idle(turns, player, tuple(rack))
            if found is not None and (player not in best or found.tiles > best[player].tiles):
                best[player] = found
    return [*best.values()]


def _last_idle(turns: Sequence[EveningTurn], player: str, rack: TileSet) -> Missed | None:
    """The last turn in which the player, who held `rack` in the end, could have laid tiles but did not; None where none is certain."""
    held = Counter(rack)
    own = [turn for turn in turns if turn.player == player]
    for k, turn in reversed([*enumerate(own)]):
        given = _legal(turn)
        if given is None:
            return None
        if not given.verdict.played:
            rules = _rules(given.rulebook, turn.rulebook_text)
            tiles = _could_have_laid(given, held, rules, opened=any(_has_laid(earlier) for earlier in own[:k]))
            if tiles is None or tiles or given.drew:
                return Missed(turn, tiles) if tiles else None
        held += Counter(given.verdict.played)
    return None


def _could_have_laid(given: VerdictGiven, held: Counter[Tile], rules: Rulebook | None, *, opened: bool) -> int | None:
    """How many tiles at least could have been laid in a turn that laid none and ended with `held`; None where nobody can tell."""
    return None if given.drew > 1 or rules is None else min(_could_lay(given, held, rules, opened=opened))


def _could_lay(given: VerdictGiven, held: Counter[Tile], rules: Rulebook, *, opened: bool) -> Iterator[int]:
    """Yields how many tiles could be laid from the rack.

    First all tiles in `held` count, then each is left out that may have been the one drawn, until there are none.
    """
    for drawn in ((), *((tile,) for tile in held if given.drew)):
        rack = held - Counter(drawn)
        tiles = len(best_play(given.before, rack.elements(), rules, opened=opened).played)
        yield tiles
        if not tiles:
            return


def _rules(name: str, text: str | None) -> Rulebook | None:
    """The rulebook of that name and text; None where there is none, or tiles are also taken from elsewhere than the pool."""
    try:
        rules = load_rulebook(name, text)
    except UserError:
        return None
    return None if rules.discard.played or rules.open_tile.played else rules


def _legal(turn: EveningTurn) -> VerdictGiven | None:
    """The verdict on a turn; None where it has none, or was not legal."""
    return turn.given if turn.given is not None and turn.given.verdict.outcome is Outcome.LEGAL else None


def _has_laid(turn: EveningTurn) -> bool:
    given = _legal(turn)
    return given is not None and bool(given.verdict.played)
