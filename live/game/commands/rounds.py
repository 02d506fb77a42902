"""Beginning rounds: who plays, who begins, new tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from live.game import events
from live.game.carried import Carried
from live.game.commands.move import Move, RefusedError, check_players
from live.game.state import Game, State
from referee.clock import TurnClock
from referee.conservation import Seen, contradictions
from referee.deal import decide_redeal, who_begins
from referee.names import check_apart, plain_name
from referee.round import Round
from referee.rulebook import Rulebook
from referee.tiles import Tile, TileSet


def start_round(  # noqa: PLR0913 - each is a choice that callers leave open or make
    game: Game,
    now: float,
    players: Sequence[str],
    book: Rulebook,
    *,
    first: str | None = None,
    new_game: bool = False,
    deal: bool = True,
    watched: bool = True,
    elsewhere: bool = False,
) -> Move:
    """Begins a round; `players` clockwise, the first of them begins unless `first` is given.

    With `deal`, no clock runs until `first_turn`; without it the first turn begins at once. A round that is not
    `watched` has no camera, and its turns no verdicts unless somebody takes a photo. A round that was played `elsewhere`
    is only counted here, and no clock runs. The same players keep their names, others must have names that can be told
    apart.
    """
    deal = deal or elsewhere
    names = tuple(players)
    if game.round is None or set(names) != set(game.round.players):
        names = tuple(map(plain_name, names))
        check_apart(names)
    Round.start(names, book, first)
    clock = TurnClock(book.turn_seconds)
    undo_from = game.begun if game.fresh_round is None else game.undo_from
    columns = game.columns_for(names, new_game=new_game)
    carried = Carried(undo_from, columns, game.viewpoint, game.struck if columns else ())
    event = events.RoundStarted(names, book.id, first, new_game, deal, carried, watched, elsewhere, book.text)
    return Move(event, clock if deal else clock.start(now))


def first_turn(game: Game, now: float) -> Move:
    """The tiles are dealt: the first turn begins."""
    if game.state is not State.DEAL:
        raise RefusedError("the first turn has begun already", "already")
    return Move(events.FirstTurn(), game.clock.start(now))


def begin_with(game: Game, now: float, player: str) -> Move:
    """Begins the round with `player` instead, as long as nobody has taken a turn.

    A clock that stands still goes on standing still.
    """
    current = _fresh(game)
    move = start_round(
        game,
        now,
        current.players,
        current.rulebook,
        first=player,
        deal=game.dealing,
        watched=game.watched,
        elsewhere=game.elsewhere,
    )
    return move if game.clock.running else move._replace(clock=move.clock.pause(now))


def draw_for_start(game: Game, now: float, drawn: Mapping[str, Tile]) -> Move:
    """Begins the round with the player who drew the highest tile; those who drew the same draw again."""
    current = _fresh(game)
    check_players(drawn, current)
    highest = who_begins(drawn, current.rulebook)
    if len(highest) > 1:
        line = f"{' and '.join(highest)} draw again: they drew the same number, or a joker"
        raise RefusedError(line, "again", names=list(highest))
    return begin_with(game, now, highest[0])


def _fresh(game: Game) -> Round:
    if game.fresh_round is None:
        raise RefusedError("somebody has taken a turn already", "no-turn")
    return game.fresh_round


def claim_redeal(game: Game, now: float, player: str, rack: TileSet) -> Move:
    """Checks whether `player`, with the tiles `rack` just dealt, may have all tiles mixed anew."""
    current = game.fresh_round
    if current is None:
        raise RefusedError("new tiles can be claimed before the first turn only", "no-claim")
    check_players([player], current)
    book = current.rulebook
    if not book.redeal.allowed:
        raise RefusedError(f"{book.title} does not provide it", "no-redeal")
    decision = decide_redeal(rack, book)
    if wrong := contradictions(current, Seen(racks={player: rack})):
        raise RefusedError(f"{wrong[0].message}: look at the tiles again", "claim-tiles")
    found = contradictions(current, Seen(racks={player: rack}, held={} if decision.granted else game.held))
    event = events.RedealClaimed(player, rack, decision.granted, decision.pairs, decision.clause, found)
    clock = game.clock.start(now)  # checking it takes nobody's time
    return Move(event, clock.pause(now) if decision.granted or not game.clock.running else clock)


def next_round(game: Game, now: float, *, deal: bool = True, elsewhere: bool = False) -> Move:
    """Begins the next round with the same players and rulebook; the seat after the one that began this round begins.

    One that was played `elsewhere` is only counted here.
    """
    if game.state is not State.SCORED or game.round is None or game.sheet is None:
        raise RefusedError("the round is not over yet", "no-turn")
    players, book = game.round.players, game.round.rulebook
    first = players[(players.index(game.starter or players[-1]) + 1) % len(players)]
    watched = game.watched or game.chosen > 0
    return start_round(game, now, players, book, first=first, deal=deal, watched=watched, elsewhere=elsewhere)


def close_game(game: Game, now: float) -> Move:
    """Goes back to setting the table, with a new score sheet."""
    del now
    if game.state is State.SETUP:
        raise RefusedError("the table is being set already", "nothing")
    return Move(events.GameClosed(), TurnClock())
