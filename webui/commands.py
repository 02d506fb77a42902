"""Presses as the page sends them, checked before anything is done."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from typing import Any

from calibration.profile import parse_area
from live import appeals, commands
from live.commands import RefusedError, Taken
from live.demo import DemoFeed
from live.feed import NO_CAMERA
from live.game import Game
from live.names import forget
from live.table import LiveTable
from referee.names import plain_name
from referee.score import Rack
from referee.tiles import UNREAD, NotationError, Tile, TileSet
from referee.verdict import Outcome
from webui.choices import load
from webui.roles import Person, check

_FAR = 1e6
"""More pixels than any picture has in a row."""
_LONGEST_NAME = 24
_LONGEST_REASON = 200
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


def _is_text(name: str) -> bool:
    """Whether a name can be kept as text; half of a surrogate pair cannot."""
    return not any("\ud800" <= letter <= "\udfff" for letter in name)


def _start(live: LiveTable, body: Mapping[str, Any]) -> None:
    players, rulebook = body.get("players"), body.get("rulebook")
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise RefusedError("players must be a list of names")
    if any(len(name) > _LONGEST_NAME for name in map(plain_name, players)):
        raise RefusedError(f"a name has {_LONGEST_NAME} letters at most")
    if not isinstance(rulebook, str):
        raise RefusedError("rulebook must be the id of a rulebook")
    load(rulebook)
    new_game, deal = body.get("newGame") is True, body.get("deal") is not False
    watched = body.get("camera") is not False and live.feed.name != NO_CAMERA
    elsewhere = body.get("elsewhere") is True
    live.do(commands.start_round, players, rulebook, new_game=new_game, deal=deal, watched=watched, elsewhere=elsewhere)


def _next(live: LiveTable, body: Mapping[str, Any]) -> None:
    live.do(commands.next_round, deal=body.get("deal") is not False, elsewhere=body.get("elsewhere") is True)


def _forget(live: LiveTable, body: Mapping[str, Any]) -> None:
    name = _text(body, "name")
    if not _is_text(name) or len(name) > _LONGEST_NAME:
        raise RefusedError(f"a name has {_LONGEST_NAME} letters at most")
    live.do(forget, name)


def _first(live: LiveTable, body: Mapping[str, Any]) -> None:
    live.do(commands.begin_with, _text(body, "player"))


def _lots(live: LiveTable, body: Mapping[str, Any]) -> None:
    drawn = body.get("drawn")
    if not isinstance(drawn, dict):
        raise RefusedError("drawn must give a tile for each player")
    live.do(commands.draw_for_start, {name: _lot(str(entry)) for name, entry in drawn.items()})


def _lot(text: str) -> Tile:
    """The tile drawn; a number alone is enough."""
    name = text.strip()
    return _parse(f"K{name}" if name.isdecimal() else name)


def _redeal(live: LiveTable, body: Mapping[str, Any]) -> None:
    live.do(commands.claim_redeal, _text(body, "player"), _tiles(_text(body, "rack")))


def _end(live: LiveTable, body: Mapping[str, Any]) -> None:
    called = body.get("called") is True
    live.do(commands.end_turn, turn=_number(body, "turn"), took_open=_optional_tile(body, "open"), called=called)


def _face_up(live: LiveTable, body: Mapping[str, Any]) -> None:
    try:
        took = Taken(_text(body, "took"))
    except ValueError as error:
        raise RefusedError(f"took must be one of {', '.join(Taken)}") from error
    live.do(commands.say_face_up, took, _optional_tile(body, "discarded"), _optional_tile(body, "open"))


def _draw(live: LiveTable, body: Mapping[str, Any]) -> None:
    live.do(commands.end_turn, drew=True, turn=_number(body, "turn"))


def _undo(live: LiveTable, body: Mapping[str, Any]) -> None:
    live.do(commands.undo, _number(body, "event"))


def _redo(live: LiveTable, body: Mapping[str, Any]) -> None:
    live.do(commands.redo, _number(body, "event"))


def _resume(live: LiveTable, body: Mapping[str, Any]) -> None:
    live.resume(anyway=body.get("anyway") is True)


def _rule(live: LiveTable, body: Mapping[str, Any]) -> None:
    live.rule(*_word(body))


def _overrule(live: LiveTable, body: Mapping[str, Any]) -> None:
    appeals.overrule(live, _turn(body), *_word(body))


def _word(body: Mapping[str, Any]) -> tuple[Outcome, str]:
    """The host's decision on a turn, and the reason for it."""
    try:
        outcome = Outcome(_text(body, "outcome"))
    except ValueError as error:
        raise RefusedError("outcome must be legal or illegal") from error
    reason = _text(body, "reason")
    if not _is_text(reason) or len(reason) > _LONGEST_REASON:
        raise RefusedError(f"a reason has {_LONGEST_REASON} letters at most")
    return outcome, reason


def _turn(body: Mapping[str, Any]) -> int:
    """The event that ended the turn which is meant."""
    press = _number(body, "press")
    if press is None:
        raise RefusedError("press must be the event that ended the turn")
    return press


def _correct(live: LiveTable, body: Mapping[str, Any]) -> None:
    live.do(commands.correct, corners_in(body), named_in(body), live.scene.table(), _number(body, "event"))


def _add(live: LiveTable, body: Mapping[str, Any]) -> None:
    tile = named_in(body)
    if tile is None:
        raise RefusedError("tile must name a tile")
    x, y = _point(body.get("at"), "at must be the middle of a tile")
    live.do(commands.add, x, y, tile, live.scene.table())


def _point(value: object, complaint: str) -> tuple[float, float]:
    """A point in pixels, refused with `complaint` where it is none."""
    match value:
        case [int() | float() as x, int() | float() as y] if abs(x) < _FAR and abs(y) < _FAR:
            return (float(x), float(y))
        case _:
            raise RefusedError(complaint)


def _answer(live: LiveTable, body: Mapping[str, Any]) -> None:
    set_index, place = _number(body, "set"), _number(body, "index")
    if set_index is None or place is None:
        raise RefusedError("set and index must say which tile is meant")
    live.do(commands.answer, set_index, place, named_in(body), _number(body, "event"))


def _score(live: LiveTable, body: Mapping[str, Any]) -> None:
    winner, racks = body.get("winner"), body.get("racks")
    if winner is not None and not isinstance(winner, str):
        raise RefusedError("winner must be a player's name")
    if not isinstance(racks, dict):
        raise RefusedError("racks must give points or tiles for each player")
    tiles_left = {name: _rack(name, entry) for name, entry in racks.items()}
    live.do(commands.score, tiles_left, winner, blocked=body.get("blocked") is True)


def _over(live: LiveTable, body: Mapping[str, Any]) -> None:
    winner = body.get("winner")
    live.do(commands.end_round, None if winner is None else _text(body, "winner"))


def _pool_holds(live: LiveTable, body: Mapping[str, Any]) -> None:
    tiles = _number(body, "tiles")
    if tiles is None:
        raise RefusedError("tiles must be a number")
    live.do(commands.pool_holds, tiles)


def _count(live: LiveTable, body: Mapping[str, Any]) -> None:
    player, entry = _text(body, "player"), body.get("rack")
    rack = None if entry is None or not str(entry).strip() else _rack(player, entry)
    live.do(commands.count_rack, player, rack)


def _amend(live: LiveTable, body: Mapping[str, Any]) -> None:
    number, points = _number(body, "round"), _number(body, "points")
    if number is None or points is None:
        raise RefusedError("round and points must be numbers")
    if abs(points) > _MOST_POINTS:
        raise RefusedError(f"points have four digits at most: {points}", "points-many")
    live.do(commands.amend, number, _text(body, "player"), points, time.time())


def _rack(name: str, entry: object) -> Rack:
    """What a rack entry says: points, or tiles separated by blanks or commas."""
    text = str(entry).strip()
    if re.fullmatch(r"[0-9]{1,4}", text):
        return int(text)
    try:
        return _tiles(text)
    except RefusedError as refusal:
        raise RefusedError(f"{name}: {refusal}", refusal.code, **refusal.values) from refusal


def _tiles(text: str) -> TileSet:
    """The tiles named, separated by blanks, commas or semicolons."""
    return tuple(_parse(name) for name in re.findall(r"[^\s,;]+", text))


def _parse(name: str) -> Tile:
    if name == UNREAD:
        raise RefusedError("a tile could not be read: write what it is in place of the ?", "unread")
    try:
        return Tile.parse(name)
    except NotationError as error:
        raise RefusedError(str(error), "tile", text=name[:_LONGEST_NAME]) from error


def _area(live: LiveTable, body: Mapping[str, Any]) -> None:
    area = body.get("area")
    live.mark_area(None if area is None else parse_area(area))


def _demo(live: LiveTable, body: Mapping[str, Any]) -> None:
    if not isinstance(live.feed, DemoFeed):
        raise RefusedError("this is no demo")
    if isinstance(by_itself := body.get("byItself"), bool):
        live.feed.by_itself = by_itself
    if body.get("again") is True:
        live.feed.again()
    live.changed_now()


def _text(body: Mapping[str, Any], key: str) -> str:
    value = body.get(key)
    if not isinstance(value, str):
        raise RefusedError(f"{key} must be a text")
    return value


def _number(body: Mapping[str, Any], key: str) -> int | None:
    value = body.get(key)
    if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
        raise RefusedError(f"{key} must be a number")
    return value


def _optional_tile(body: Mapping[str, Any], key: str) -> Tile | None:
    return None if body.get(key) is None else named_in(body, key)


def corners_in(body: Mapping[str, Any]) -> list[tuple[float, float]]:
    """The ``corners`` of a tile, four points in pixels.

    Raises:
        RefusedError: they are none.
    """
    corners = body.get("corners")
    if not isinstance(corners, list) or len(corners) != 4:  # noqa: PLR2004 - a tile has four
        raise RefusedError("corners must be the four corners of a tile")
    return [_point(corner, "corners must be the four corners of a tile") for corner in corners]


def named_in(body: Mapping[str, Any], key: str = "tile") -> Tile | None:
    """The tile named, None for none at all.

    Raises:
        UserError: what is named is no tile.
    """
    name = body.get(key, "")
    if name is None:
        return None
    return Tile.parse(str(name))


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
    "judge-again": lambda live, body: appeals.judge_again(live, _turn(body)),
    "score": _score,
    "amend": _amend,
    "next": _next,
    "new-game": lambda live, _: live.do(commands.close_game),
    "area": _area,
    "leave-camera": lambda live, _: live.do(commands.leave_camera),
    "accept-camera": lambda live, _: live.accept_camera(),
    "keep-elsewhere": lambda live, _: live.keep_elsewhere(),
    "demo": _demo,
}
