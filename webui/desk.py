"""The desk: where the host looks back at any turn of the evening and sees why it was judged so."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort, request
from flask.typing import ResponseReturnValue

from live.game.commands import check_last
from live.game.seen import SeenTable
from live.table import LiveTable
from live.telling.could_have import could_have_at
from live.telling.evening import Evening, EveningTurn, Span, evening_of, spans
from live.telling.missing_tiles import gone
from live.telling.moved import later, left_by
from referee.errors import UserError
from referee.tiles import UNREAD, Table, as_they_lie, format_tiles
from roundfile.could_have import Could
from vision.image import Photo
from webui import languages
from webui.access import Access
from webui.audits import report_of
from webui.pictures import covered, is_hidden
from webui.presses import ABOUT
from webui.roles import Reach, reach_of
from webui.snapshot import OFFERED, gone_to_json, note_to_json


def blueprint(live: LiveTable, access: Access) -> Blueprint:
    """The desk of `live`, at which only the host, as `access` says, settles anything."""
    desk = Blueprint("desk", __name__)

    def shown(name: str) -> Photo | None:
        """The kept photo of that name, as whoever asks may see it; None where it is gone."""
        photo = next(iter(live.record.photos_named([name])), None)
        is_covered = photo is not None and is_hidden(live.game) and not access.is_host(request)
        return covered(live, name, photo) if photo is not None and is_covered else photo

    @desk.get("/desk")
    def show() -> ResponseReturnValue:
        rulebooks = [{"id": book.id, "title": book.title} for book in live.shelf.books()]
        reach = reach_of(live.game, access.guests.reach, access.who(request))
        start = {"about": ABOUT, "host": access.is_host(request), "rulebooks": rulebooks}
        return languages.page("desk.html", start, past=reach is Reach.EVERYTHING)

    @desk.get("/evening")
    def all_turns() -> ResponseReturnValue:
        return {"turns": [_told(turn) for turn in _evening_asked(live).turns]}

    @desk.get("/evening/<int:press>")
    def one_turn(press: int) -> ResponseReturnValue:
        evening, turn = _turn_asked(live, press)
        return _in_full(evening, turn) | {"open": _why_closed(live, press)}

    @desk.get("/evening/<int:press>/report")
    def report(press: int) -> ResponseReturnValue:
        evening, turn = _turn_asked(live, press)
        page = report_of(shown, evening, turn, live.program)
        name = f"tileref-{turn.round_key.game}-{turn.round_key.round}-{turn.number}.html"
        attached = {"Content-Disposition": f"attachment; filename={name}"}
        return Response(page, mimetype="text/html", headers=attached)

    @desk.get("/evening/<int:press>/could")
    def could(press: int) -> ResponseReturnValue:
        evening, turn = _turn_asked(live, press)
        found = could_have_at(live.sitting.evenings.rounds(_span_asked(live)), evening, turn)
        if found is None:
            return {"could": Could.UNKNOWN, "played": [], "needs": []}
        played = () if found.play is None else as_they_lie(found.play.played, found.play.table)
        return {"could": found.could, "played": format_tiles(played), "needs": format_tiles(found.needs)}

    return desk


def _evening_asked(live: LiveTable) -> Evening:
    """The evening that the query names by its first event, the last one where it names none; 404 where there is no such evening."""
    if request.args.get("evening", type=int) is None:
        return live.sitting.chronicle.evening()
    return evening_of(live.record.journal.since(*_span_asked(live)))


def _span_asked(live: LiveTable) -> Span:
    first = request.args.get("evening", type=int)
    found = [span for span in spans(live.record.journal) if first is None or span.first == first]
    if not found:
        abort(404, "no such evening")
    return found[-1]


def _turn_asked(live: LiveTable, press: int) -> tuple[Evening, EveningTurn]:
    """The evening that the query names, and its turn that the event `press` ended; 404 where one of them does not exist."""
    evening = _evening_asked(live)
    turn = evening.ended_by(press)
    if turn is None:
        abort(404, "no such turn this evening")
    return evening, turn


def _why_closed(live: LiveTable, press: int) -> str | None:
    """Why the verdict on that turn cannot be changed, as the code of a refusal; None where it can."""
    with live.lock:
        try:
            check_last(live.game, press)
        except UserError as refusal:
            return refusal.code
    return None


def which(turn: EveningTurn) -> dict[str, Any]:
    """Identifies a turn of the evening: its numbers, and whose it is."""
    return {
        "press": turn.press,
        "game": turn.round_key.game,
        "round": turn.round_key.round,
        "number": turn.number,
        "player": turn.player,
    }


def _told(turn: EveningTurn) -> dict[str, Any]:
    """A turn as the strip shows it."""
    given = turn.given
    return {
        **which(turn),
        "ended": turn.ended,
        "outcome": None if given is None else given.verdict.outcome.value,
        "drew": None if given is None else given.drew,
        "seconds": None if given is None else round(given.seconds, 1),
        "played": [] if given is None else format_tiles(given.verdict.played),
        "points": 0 if given is None else given.verdict.points,
        "photo": turn.photo,
        "unseen": turn.is_unseen,
        "takenBack": turn.is_taken_back,
        "said": [{"kind": said.kind, "tile": said.tile, "reason": said.reason, "by": said.by} for said in turn.said],
        "by": turn.by,
    }


def _in_full(evening: Evening, turn: EveningTurn) -> dict[str, Any]:
    """A turn with everything that it was judged by, and what became of it."""
    given = turn.given
    if given is None:
        unknown = dict.fromkeys(("verdict", "host", "rulebook", "before", "after"))
        tables = {**_tables((), ()), "missing": [], "questions": [], "later": []}
        return {**_told(turn), **unknown, **note_to_json(None), **tables}
    earlier = next(left_by(evening, given.before, turn), None)
    return {
        **_told(turn),
        "verdict": {**given.verdict.to_json(), "laid": format_tiles(as_they_lie(given.verdict.played, given.after))},
        **note_to_json(given.note),
        "host": given.host,
        "rulebook": given.rulebook,
        **_tables(given.before, given.after),
        "missing": [gone_to_json(one) for one in gone(given.verdict, given.before, given.after)],
        "questions": [_question(given.reading, *place) for place in given.questions],
        "later": [{**which(one.turn), "moved": format_tiles(one.moved)} for one in later(evening, turn)],
        "before": None if earlier is None else _seen(earlier[1], earlier[0].reading),
        "after": _seen(turn.photo, given.reading),
    }


def _tables(before: Table, after: Table) -> dict[str, Any]:
    """The sets before a turn and after it."""
    return {"sets": {"before": list(map(format_tiles, before)), "after": list(map(format_tiles, after))}}


def _question(table: SeenTable, index: int, place: int) -> dict[str, Any]:
    """A tile that the verdict hangs on, in the form of a question about photos."""
    tile = table.sets[index][place]
    candidates = [str(kind) for kind, _ in tile.likely[:OFFERED]]
    corners = [list(corner) for corner in tile.corners]
    return {"photo": "after", "candidates": candidates, "corners": corners, "set": index, "index": place}


def _seen(photo: str | None, table: SeenTable) -> dict[str, Any]:
    """A photo, and where the tiles that were read in it lie."""
    return {
        "photo": photo,
        "width": table.width,
        "height": table.height,
        "tiles": [
            {
                "tile": str(tile.tile or UNREAD),
                "doubt": tile.doubt,
                "set": k,
                "corners": [list(c) for c in tile.corners],
            }
            for k, members in enumerate(table.sets)
            for tile in members
        ],
    }
