"""Tables written on one line, tiles separated by blanks and sets by slashes."""

from __future__ import annotations

from referee.tiles import Table, format_tiles, parse_tiles


def parse_table(text: str) -> Table:
    """The table that `text` shows."""
    return tuple(parse_tiles(row.split()) for row in text.split("/") if row.strip())


def format_table(table: Table) -> str:
    """The inverse of `parse_table`."""
    return " / ".join(" ".join(format_tiles(tiles)) for tiles in table)
