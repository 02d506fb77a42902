"""What the page shows, as JSON: everything at once, so that a page that was away has missed nothing."""

from __future__ import annotations

from collections import Counter
from typing import Any

import cv2

from live.commands import Watchable
from live.game import Game, Judged, Phase
from live.seen import SeenTable
from live.table import LiveTable
from referee import rulebook
from referee.tiles import Table
from referee.verdict import Outcome

QUESTIONS = 4
"""How many questions are asked at a time; an answer may settle the others."""

PICTURE_WIDTH = 1280
"""Pictures are sent to the page at this width in pixels at most."""


def snapshot(live: LiveTable) -> dict[str, Any]:
    """The whole state of `live` for the page."""
    with live.lock:
        game = live.game
        table = live.table()
        feed = live.feed
        return {
            "version": live.version,
            "phase": game.phase.value,
            "demo": {"byItself": feed.by_itself, "over": feed.over} if isinstance(feed, Watchable) else None,
            "camera": {"name": feed.name, "trouble": feed.trouble},
            "trouble": live.trouble,
            "stillness": "none" if live.stillness is None else live.stillness.value,
            "frame": live.frame_number or None,
            "area": None if live.profile.area is None else [list(point) for point in live.profile.area],
            "round": game.number,
            "turn": game.round.turns if game.round else 0,
            "players": _players(game),
            "pool": game.round.pool if game.round else 0,
            "opening": game.round.rulebook.opening.points if game.round else 0,
            "rulebook": {"id": game.rulebook, "title": game.round.rulebook.title if game.round else ""},
            "clock": {
                "elapsed": round(live.elapsed, 2),
                "limit": live.clock.limit,
                "running": live.clock.running,
                "rate": feed.rate,
            },
            "ending": game.press is not None,
            "table": None if table is None else _table(table),
            "verdict": None if game.judged is None else _verdict(game.judged),
            "questions": _questions(game.judged) if game.judged is not None and game.asking else [],
            "restored": _restored(game, table),
            "winner": game.sheet.columns[-1].winner if game.phase is Phase.SCORED and game.sheet else _winner(game),
            "over": game.phase is Phase.SCORED or bool(game.round and game.round.over),
            "sheet": _sheet(game),
            "undo": game.action if game.past is not None else None,
        }


def rulebooks() -> list[dict[str, str]]:
    """The rulebooks to choose from, the default first."""
    return [{"id": name, "title": rulebook.load(name).title} for name in rulebook.available()]


def picture(live: LiveTable) -> bytes | None:
    """The newest frame as JPEG, or None before the first."""
    frame = live.frame()
    if frame is None:
        return None
    photo = frame.photo
    height, width = photo.shape[:2]
    if width > PICTURE_WIDTH:
        size = (PICTURE_WIDTH, round(height * PICTURE_WIDTH / width))
        photo = cv2.resize(photo, size, interpolation=cv2.INTER_AREA).astype(photo.dtype)
    ok, data = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, 82])
    return data.tobytes() if ok else None


def _winner(game: Game) -> str | None:
    return game.round.winner if game.round else None


def _players(game: Game) -> list[dict[str, Any]]:
    current = game.round
    if current is None:
        return []
    return [
        {
            "name": name,
            "tiles": current.counts[name],
            "opened": name in current.opened,
            "onTurn": not current.over and game.phase is Phase.PLAYING and name == _acting(game),
        }
        for name in current.players
    ]


def _acting(game: Game) -> str | None:
    """Whose turn the page shows: of an undecided turn, still the one who took it."""
    if game.asking and game.judged is not None:
        return game.judged.press.player
    return game.round.on_turn if game.round else None


def _table(table: SeenTable) -> dict[str, Any]:
    """The table for drawing; `fresh` marks tiles that nobody has vouched for yet."""
    sets = [[{**tile.to_json(), "fresh": not tile.confirmed} for tile in members] for members in table.sets]
    return {"width": table.width, "height": table.height, "sets": sets}


def _verdict(judged: Judged) -> dict[str, Any]:
    said = judged.verdict.to_json()
    return {
        **said,
        "outcome": said["verdict"],
        "event": judged.event,
        "player": judged.press.player,
        "seconds": judged.press.seconds,
        "drew": judged.press.drew,
        "photo": judged.photos[-1] if judged.photos else None,
        "table": _table(judged.known),
        "note": judged.note,
    }


def _questions(judged: Judged) -> list[dict[str, Any]]:
    known = judged.known
    found = []
    for set_index, place in judged.questions[:QUESTIONS]:
        tile = known.sets[set_index][place]
        likely = [[str(kind), round(p, 4)] for kind, p in tile.likely]
        found.append({"set": set_index, "index": place, "corners": [list(c) for c in tile.corners], "likely": likely})
    return found


def _restored(game: Game, table: SeenTable | None) -> bool | None:
    """Whether the table lies again as before an illegal turn; None where nothing is to be restored."""
    judged = game.judged
    if judged is None or judged.verdict.outcome is not Outcome.ILLEGAL or game.round is None or table is None:
        return None
    return _sets(table.table()) == _sets(game.round.table)


def _sets(table: Table) -> Counter[tuple[str, ...]]:
    return Counter(tuple(sorted(map(str, tiles))) for tiles in table)


def _sheet(game: Game) -> dict[str, Any]:
    sheet = game.sheet
    if sheet is None:
        return {"players": [], "columns": [], "totals": {}}
    return {
        "players": list(sheet.players),
        "columns": [column.to_json() for column in sheet.columns],
        "totals": sheet.totals,
    }
