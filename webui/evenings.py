"""Past evenings: each with its sheets, to be looked at, opened at the desk and downloaded; and what each player did in them."""

from __future__ import annotations

import io
import threading
import time
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from flask import Blueprint, Response, abort, request
from flask.typing import ResponseReturnValue

from files.rulebook import load
from live.table import LiveTable
from live.telling.evening import Sheet, this_evening
from live.telling.evenings import EveningSummary, RoundCode, Tally, total_tallies
from live.telling.imported import ImportedEvening
from live.telling.round_files import file_name
from referee.errors import UserError
from roundfile.document import SUFFIX, Document, write
from vision.camera.photo import PhotoError
from webui import languages, schema
from webui.access import Access
from webui.choices import named
from webui.desk import which
from webui.photo_process import run_in_process
from webui.pictures import is_hidden
from webui.replay import page_from
from webui.sheets import as_csv, sheet_to_json

REPLAYING = 180.0
"""Seconds that the replay of an evening may take: the solver takes up to 5 for a round of 64 turns, and more while a game is read."""

TYPES = {"html": "text/html", "csv": "text/csv", "png": "image/png", "pdf": "application/pdf", "zip": "application/zip"}


def blueprint(live: LiveTable, access: Access) -> Blueprint:
    """The evenings in the journal of `live`; while a round runs, the host alone, as `access` says, takes its photos along."""
    evenings = Blueprint("evenings", __name__)
    replays = _Replays()

    @evenings.get("/evenings")
    def show() -> ResponseReturnValue:
        return languages.page("evenings.html")

    @evenings.get("/evenings/all")
    def everything() -> ResponseReturnValue:
        summaries = live.sitting.evenings.evenings()
        imported = map(_told_imported, live.sitting.imported.evenings())
        tallies = total_tallies(summaries)
        return {
            "evenings": sorted([*map(_told, summaries), *imported], key=lambda one: one["began"] or 0, reverse=True),
            "players": [
                {"evenings": sum(name in summary.players for summary in summaries), **_tallied(name, tally)}
                for name, tally in tallies.items()
            ],
        }

    @evenings.get("/evenings/<int:first>/missed")
    def plays_missed(first: int) -> ResponseReturnValue:
        summary = _evening(live, first)
        return {
            "missed": [{**which(one.turn), "tiles": one.tiles} for one in live.sitting.evenings.missed(summary.span)]
        }

    @evenings.get("/evenings/<int:first>/sheet.<any(csv, png, pdf):kind>")
    def sheet(first: int, kind: str) -> ResponseReturnValue:
        summary = _evening(live, first)
        if not any(one.columns for one in summary.sheets):
            abort(404, "nothing was written down on it")
        return _file(summary, kind, live.sitting.evenings.code(summary.span))

    @evenings.get("/evenings/<int:first>/rounds.zip")
    def rounds(first: int) -> ResponseReturnValue:
        summary = _evening(live, first)
        files = live.sitting.evenings.round_files(summary.span, live.program)
        return _as_download(_zipped((file_name(one), one) for one in files), summary, "zip")

    @evenings.get("/evenings/<int:first>/replay.html")
    def replay(first: int) -> ResponseReturnValue:
        summary = _evening(live, first)
        files = live.sitting.evenings.round_files(summary.span, live.program)
        is_covered = is_hidden(live.game) and not access.is_host(request)
        return _as_download(replays.of(files, None if is_covered else live.record.journal.folder), summary, "html")

    @evenings.get("/codes")
    def codes() -> ResponseReturnValue:
        """The codes of the rounds of this evening that are written down, which phones keep."""
        evening = this_evening(live.record.journal, time.time())
        found = [] if evening is None else live.sitting.evenings.codes(evening, live.program)
        return {"codes": [_code(one) for one in found]}

    _add_imported(evenings, live, replays)
    return evenings


class _Replays:
    """Makes replays in a process of its own, for which one thread of the server waits at a time: neither the solver nor who asks holds anybody up."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def of(self, documents: Sequence[Document], folder: Path | None) -> str:
        """The replay of these rounds in the reader's language, with the photos in that folder; 503 where it takes too long, or another is being made."""
        if not self._lock.acquire(blocking=False):
            abort(503, "another replay is being made: ask again in a minute")
        try:
            return run_in_process(page_from, documents, folder, languages.choose(request), seconds=REPLAYING)
        except PhotoError:
            abort(503, "the replay takes too long: tileref replay writes it")
        finally:
            self._lock.release()


def _code(one: RoundCode) -> dict[str, Any]:
    """The code of a round as a phone keeps it."""
    began = datetime.fromisoformat(one.began).timestamp() * 1000
    return {"code": one.code, "at": began, "players": one.players, "round": one.round, "turn": None}


def _add_imported(evenings: Blueprint, live: LiveTable, replays: _Replays) -> None:
    """The files of evenings that were played elsewhere."""

    @evenings.get("/evenings/imported/<name>/sheet.<any(csv, png, pdf):kind>")
    def imported_sheet(name: str, kind: str) -> ResponseReturnValue:
        one = _imported(live, name)
        if not any(sheet.columns for sheet in one.sheets):
            abort(404, "nothing was written down on it")
        return _file(one, kind, one.rounds[0].code if len(one.rounds) == 1 else None)

    @evenings.get("/evenings/imported/<name>/rounds.zip")
    def imported_rounds(name: str) -> ResponseReturnValue:
        one = _imported(live, name)
        return _as_download(_zipped([(f"{each.name}{SUFFIX}", each.document) for each in one.rounds]), one, "zip")

    @evenings.get("/evenings/imported/<name>/replay.html")
    def imported_replay(name: str) -> ResponseReturnValue:
        one = _imported(live, name)
        return _as_download(replays.of([each.document for each in one.rounds], None), one, "html")


def _evening(live: LiveTable, first: int) -> EveningSummary:
    """The evening that begins with that event; 404 where there is none."""
    found = live.sitting.evenings.evening(first)
    if found is None:
        abort(404, "no such evening")
    return found


def _imported(live: LiveTable, name: str) -> ImportedEvening:
    """The evening of that name; 404 where there is none."""
    found = next((one for one in live.sitting.imported.evenings() if one.name == name), None)
    if found is None:
        abort(404, "no such evening")
    return found


def _zipped(documents: Iterable[tuple[str, Document]]) -> bytes:
    """Round files in one archive, under these names."""
    data = io.BytesIO()
    with ZipFile(data, "w", ZIP_DEFLATED) as archive:
        for name, one in documents:
            archive.writestr(name, write(one))
    return data.getvalue()


def _file(summary: EveningSummary | ImportedEvening, kind: str, code: str | None) -> Response:
    """The evening's sheets as a file of that kind, one of `TYPES`, in the reader's language, on paper with the code of the record."""
    texts = languages.catalog(languages.choose(request))
    title = f"{texts['sheet.title']} · {_day(summary)}"
    if kind == "csv":
        data: str | bytes = as_csv(summary.sheets, texts)
    else:
        from webui.paper import as_pdf, as_png  # noqa: PLC0415 - what writes PDF takes half a second to load, and few ask for it

        data = (as_png if kind == "png" else as_pdf)(summary.sheets, title, texts, code)
    return _as_download(data, summary, kind)


def _as_download(data: str | bytes, summary: EveningSummary | ImportedEvening, kind: str) -> Response:
    response = Response(data, mimetype=TYPES[kind])
    response.headers["Content-Disposition"] = f'attachment; filename="tileref-{_day(summary)}.{kind}"'
    return response


def _day(summary: EveningSummary | ImportedEvening) -> str:
    return "imported" if summary.began is None else time.strftime("%Y-%m-%d", time.localtime(summary.began))


def _told_imported(one: ImportedEvening) -> dict[str, Any]:
    """Rounds that were played elsewhere as the page shows them: with what shows whether they are as they came."""
    return {
        "first": f"imported/{one.name}",
        "began": None if one.began is None else round(one.began),
        "players": list(one.players),
        "turns": one.turns,
        "sheets": [_sheet(sheet) for sheet in one.sheets if sheet.columns],
        "imported": [{"code": each.code, "whole": each.is_whole} for each in one.rounds],
    }


def _told(summary: EveningSummary) -> dict[str, Any]:
    """An evening as the page shows it."""
    return {
        "first": summary.span.first,
        "began": round(summary.began),
        "ended": round(summary.ended),
        "players": list(summary.players),
        "turns": summary.turns,
        "sheets": [_sheet(sheet) for sheet in summary.sheets if sheet.columns],
        "imported": [],
    }


def _sheet(sheet: Sheet) -> dict[str, Any]:
    return {
        "rulebook": _rulebook(sheet.rulebook, sheet.rulebook_text),
        **sheet_to_json(sheet.score, sheet.struck),
        "leaders": list(sheet.score.leaders),
    }


@lru_cache
def _rulebook(name: str, text: str | None) -> schema.Rulebook:
    """The rulebook for a heading; its id alone where it does not exist."""
    try:
        return named(load(name, text))
    except UserError:
        return {"id": name, "title": name, "switches": []}


def _tallied(name: str, tally: Tally) -> dict[str, Any]:
    return {
        "name": name,
        "rounds": tally.rounds,
        "won": tally.won,
        "average": None if tally.average is None else round(tally.average, 1),
        "opened": tally.opened,
        "openingPoints": tally.opening_points,
        "illegal": tally.illegal,
        "drawn": tally.drawn,
    }
