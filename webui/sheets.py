"""A score sheet as the pages show it, and as a table for spreadsheets."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from live.game.scoring import Struck
from live.telling.evening import Sheet
from referee.score import ScoreSheet
from webui import schema

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""Characters with which a spreadsheet takes a text for a formula."""

BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""Tells spreadsheets that the text is UTF-8."""


def sheet_to_json(sheet: ScoreSheet, struck: Sequence[Struck]) -> schema.Sheet:
    """The sheet with what was struck out on it."""
    columns = []
    for number, column in enumerate(sheet.columns, 1):
        before = [one for one in struck if one.round == number]
        told = [{"points": dict(one.points), "at": round(one.at), "by": one.by} for one in before]
        columns.append(cast("schema.Column", {**column.to_json(), "struck": told}))
    return {"players": list(sheet.players), "columns": columns, "totals": sheet.totals}


def as_csv(sheets: Iterable[Sheet], texts: Mapping[str, str]) -> str:
    """The sheets as separated values (RFC 4180), a row for each round, an empty one between two sheets.

    The separator is the one with which spreadsheets in that language open a file at a click: a semicolon where numbers
    have a decimal comma. Every text is in quotes, so that a name with another one's separator stays one cell.

    Args:
        sheets: the sheets of an evening.
        texts: the words of a language (`webui.languages.catalog`).
    """
    written = io.StringIO()
    rows = csv.writer(written, delimiter=texts["paper.separator"], quoting=csv.QUOTE_NONNUMERIC)
    for number, sheet in enumerate(sheet for sheet in sheets if sheet.columns):
        if number:
            rows.writerow([])
        rows.writerow([texts["paper.round"], *map(_harmless, sheet.players)])
        for round_number, column in enumerate(sheet.columns, 1):
            rows.writerow([round_number, *(column.points.get(name, "") for name in sheet.players)])
        rows.writerow([texts["sheet.total"], *sheet.score.totals.values()])
    return BOM + written.getvalue()


def _harmless(name: str) -> str:
    """The name so that no spreadsheet takes it for a formula."""
    return f"'{name}" if name.startswith(_FORMULA) else name
