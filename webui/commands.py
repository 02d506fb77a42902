"""Presses as the page sends them, checked before anything is done."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from calibration.profile import parse_area
from live import appeals
from live.demo import DemoFeed
from live.game import commands
from live.game.commands import RefusedError, Taken
from live.game.state import Game
from live.table import LiveTable
from live.telling.names import forget
from live.watching.feed import NO_CAMERA
from referee.names import plain_name
from webui import fields
from webui.roles import Person, check

_MOST_POINTS = 9999


def perform(live: LiveTable, command: str, body: Mapping[str, Any], who: Person) -> None:
    """Presses the button `command` with the particulars in `body`, all from outside.

    Args:
        live: the table.
        command: the button's name.
        body: what the press brings.
        who: who presses.

    Raises:
        RefusedError: there is no such button, the particulars make no sense, it cannot be pressed now or not by `who`, or it was
            pressed on what is past.
        UserError: what was entered cannot be.
        JournalError: it could not be recorded.
    """
    handle = _COMMANDS.get(command)
    if handle is None:
        raise RefusedError(f"there is no button {command[:40]!r}")
    seen = body.get("seen")
    with live.pressed_by(who.by):  # so that nothing happens between the look and the press
        if isinstance(seen, dict):
            _check_seen(live.game, seen)
        check(live.game, command, body, who)
        handle(live, body)


def _check_seen(game: Game, seen: Mapping[str, Any]) -> None:
    """Refuses a press on a page that showed something else: a phone that slept, a form that lay open for long."""
    there = {"round": game.number, "turn": game.round.turns if game.round else 0, "state": game.state.value}
    if any(seen[field] != value for field, value in there.items() if field in seen):
        raise RefusedError("the table has moved on since", "stale")


def _start(live: LiveTable, body: Mapping[str, Any]) -> None:
    players, rulebook = body.get("players"), body.get("rulebook")
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise RefusedError("players must be a list of names")
    if any(len(name) > fields.LONGEST_NAME for name in map(plain_name, players)):
        raise RefusedError(f"a name has {fields.LONGEST_NAME} letters at most")
    if not isinstance(rulebook, str):
        raise RefusedError("rulebook must be the id of a rulebook")
    book = live.shelf.load(rulebook)
    new_game, deal = body.get("newGame") is True, body.get("deal") is not False
    watched = body.get("camera") is not False and live.feed.name != NO_CAMERA
    elsewhere = body.get("elsewhere") is True
    live.do(commands.start_round, players, book, new_game=new_game, deal=deal, watched=watched, elsewhere=elsewhere)


def _next(live: LiveTable, body: Mapping[str, Any]) -> None:
    live.do(commands.next_round, deal=body.get("deal") is not False, elsewhere=body.get("elsewhere") is True)


def _forget(live: LiveTable, body: Mapping[str, Any]) -> None:
    name = fields.text(body, "name")
    if not fields.is_text(name) or len(name) > fields.LONGEST_NAME:
        raise RefusedError(f"a name has {fields.LONGEST_NAME} letters at most")
    live.do(forget, name)


def _first(live: LiveTable, body: Mapping[str, Any]) -> None:
    live.do(commands.begin_with, fields.text(body, "player"))


def _lots(live: LiveTable, body: Mapping[str, Any]) -> None:
    drawn = body.get("drawn")
    if not isinstance(drawn, dict):
        raise RefusedError("drawn must give a tile for each player")
    live.do(commands.draw_for_start, {name: fields.lot(str(entry)) for name, entry in drawn.items()})


def _redeal(live: LiveTable, body: Mapping[str, Any]) -> None:
    live.do(commands.claim_redeal, fields.text(body, "player"), fields.tiles(fields.text(body, "rack")))


def _end(live: LiveTable, body: Mapping[str, Any]) -> None:
    called = body.get("called") is True
    live.do(
        commands.end_turn, turn=fields.number(body, "turn"), took_open=fields.optional_tile(body, "open"), called=called
    )


def _face_up(live: LiveTable, body: Mapping[str, Any]) -> None:
    try:
        took = Taken(fields.text(body, "took"))
    except ValueError as error:
        raise RefusedError(f"took must be one of {', '.join(Taken)}") from error
    live.do(commands.say_face_up, took, fields.optional_tile(body, "discarded"), fields.optional_tile(body, "open"))


def _draw(live: LiveTable, body: Mapping[str, Any]) -> None:
    live.do(commands.end_turn, drew=True, turn=fields.number(body, "turn"))


def _undo(live: LiveTable, body: Mapping[str, Any]) -> None:
    live.do(commands.undo, fields.number(body, "event"))


def _redo(live: LiveTable, body: Mapping[str, Any]) -> None:
    live.do(commands.redo, fields.number(body, "event"))


def _resume(live: LiveTable, body: Mapping[str, Any]) -> None:
    live.resume(anyway=body.get("anyway") is True)


def _rule(live: LiveTable, body: Mapping[str, Any]) -> None:
    live.rule(*fields.word(body))


def _overrule(live: LiveTable, body: Mapping[str, Any]) -> None:
    appeals.overrule(live, fields.turn(body), *fields.word(body))


def _correct(live: LiveTable, body: Mapping[str, Any]) -> None:
    live.do(commands.correct, fields.corners(body), fields.tile(body), live.scene.table(), fields.number(body, "event"))


def _add(live: LiveTable, body: Mapping[str, Any]) -> None:
    tile = fields.tile(body)
    if tile is None:
        raise RefusedError("tile must name a tile")
    x, y = fields.point(body.get("at"), "at must be the middle of a tile")
    live.do(commands.add, x, y, tile, live.scene.table())


def _answer(live: LiveTable, body: Mapping[str, Any]) -> None:
    set_index, place = fields.number(body, "set"), fields.number(body, "index")
    if set_index is None or place is None:
        raise RefusedError("set and index must say which tile is meant")
    live.do(commands.answer, set_index, place, fields.tile(body), fields.number(body, "event"))


def _score(live: LiveTable, body: Mapping[str, Any]) -> None:
    winner, racks = body.get("winner"), body.get("racks")
    if winner is not None and not isinstance(winner, str):
        raise RefusedError("winner must be a player's name")
    if not isinstance(racks, dict):
        raise RefusedError("racks must give points or tiles for each player")
    tiles_left = {name: fields.rack(name, entry) for name, entry in racks.items()}
    live.do(commands.score, tiles_left, winner, blocked=body.get("blocked") is True)


def _over(live: LiveTable, body: Mapping[str, Any]) -> None:
    winner = body.get("winner")
    live.do(commands.end_round, None if winner is None else fields.text(body, "winner"))


def _pool_holds(live: LiveTable, body: Mapping[str, Any]) -> None:
    tiles = fields.number(body, "tiles")
    if tiles is None:
        raise RefusedError("tiles must be a number")
    live.do(commands.pool_holds, tiles)


def _count(live: LiveTable, body: Mapping[str, Any]) -> None:
    player, entry = fields.text(body, "player"), body.get("rack")
    rack = None if entry is None or not str(entry).strip() else fields.rack(player, entry)
    live.do(commands.count_rack, player, rack)


def _amend(live: LiveTable, body: Mapping[str, Any]) -> None:
    number, points = fields.number(body, "round"), fields.number(body, "points")
    if number is None or points is None:
        raise RefusedError("round and points must be numbers")
    if abs(points) > _MOST_POINTS:
        raise RefusedError(f"points have four digits at most: {points}", "points-many")
    live.do(commands.amend, number, fields.text(body, "player"), points, time.time())


def _area(live: LiveTable, body: Mapping[str, Any]) -> None:
    area = body.get("area")
    live.mark_area(None if area is None else parse_area(area))


def _refuse_phone(live: LiveTable, _: Mapping[str, Any]) -> None:
    live.wish.refuse()
    live.bulletin.change()


def _demo(live: LiveTable, body: Mapping[str, Any]) -> None:
    if not isinstance(live.feed, DemoFeed):
        raise RefusedError("this is no demo")
    if isinstance(by_itself := body.get("byItself"), bool):
        live.feed.by_itself = by_itself
    if body.get("again") is True:
        live.feed.again()
    live.bulletin.change()


_COMMANDS: Mapping[str, Callable[[LiveTable, Mapping[str, Any]], None]] = {
    "start": _start,
    "forget": _forget,
    "first": _first,
    "lots": _lots,
    "redeal": _redeal,
    "end": _end,
    "face-up": _face_up,
    "draw": _draw,
    "undo": _undo,
    "redo": _redo,
    "correct": _correct,
    "add": _add,
    "answer": _answer,
    "first-turn": lambda live, _: live.do(commands.first_turn),
    "pause": lambda live, _: live.do(commands.pause),
    "resume": _resume,
    "judge-anyway": lambda live, _: live.do(commands.judge_anyway),
    "rule": _rule,
    "over": _over,
    "still-holds": lambda live, _: live.do(commands.still_holds),
    "pool-holds": _pool_holds,
    "count": _count,
    "overrule": _overrule,
    "judge-again": lambda live, body: appeals.judge_again(live, fields.turn(body)),
    "score": _score,
    "amend": _amend,
    "next": _next,
    "new-game": lambda live, _: live.do(commands.close_game),
    "area": _area,
    "leave-camera": lambda live, _: live.do(commands.leave_camera),
    "accept-camera": lambda live, _: live.accept_camera(),
    "refuse-phone": _refuse_phone,
    "keep-elsewhere": lambda live, _: live.keep_elsewhere(),
    "demo": _demo,
}
