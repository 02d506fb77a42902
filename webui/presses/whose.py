"""Whose press it is, as the game stands."""

from __future__ import annotations

from live.game.state import Game
from webui.presses.fields import Body, as_shown
from webui.roles import players


def on_turn(game: Game, _: Body) -> tuple[str, ...]:
    """Who is on turn."""
    return (game.round.on_turn,) if game.round else ()


def ended(game: Game, _: Body) -> tuple[str, ...]:
    """Whose turn was ended and has no verdict yet."""
    return (game.press.player,) if game.press else ()


def judged(game: Game, body: Body) -> tuple[str, ...]:
    """Whose turn the last verdict is about; before the first verdict, who is on turn."""
    return (game.judged.case.press.player,) if game.judged else on_turn(game, body)


def lying(game: Game, body: Body) -> tuple[str, ...]:
    """Who may name a tile: in the photo of a verdict, whoever that is about; on the table as it lies, also whoever is on turn."""
    of_verdict = "event" in body or "verdict" in as_shown(body)
    return judged(game, body) if of_verdict else (*on_turn(game, body), *judged(game, body))


def named(_: Game, body: Body) -> tuple[str, ...]:
    """Who is named."""
    return (str(body.get("player", "")),)


def anybody(game: Game, _: Body) -> tuple[str, ...]:
    """Everybody who plays."""
    return players(game)
