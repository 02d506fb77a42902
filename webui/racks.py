"""A rack as a photo shows it, for forms that take tiles as text: a person reads over it before anything is done with it."""

from __future__ import annotations

from typing import Any

from live.game.commands import RefusedError
from referee.tiles import UNREAD
from vision import quads
from webui.readings import ReadPhoto, read_sent


def read_rack(read: ReadPhoto, encoded: object, copies: int) -> dict[str, Any]:
    """The tiles on a photo of a rack in reading order, where they are in it, and which of them a person should look at.

    Args:
        read: reads the photo.
        encoded: the bytes of a JPEG, HEIC or PNG file in base64.
        copies: how many tiles of each kind are in play.

    Raises:
        RefusedError: it is no photo, or shows no tiles.
    """
    _, reading = read_sent(read, encoded, copies)
    order = [reading.tiles[index] for members in reading.sets for index in members]
    if not order:
        raise RefusedError("no tiles found: photograph the rack from the front, closer, or type its tiles", "no-tiles")
    names = [str(tile.tile or UNREAD) for tile in order]
    in_doubt = [tile.doubt or tile.tile is None for tile in order]
    return {
        "tiles": names,
        "doubtful": [name for name, doubt in zip(names, in_doubt, strict=True) if doubt],
        "width": reading.width,
        "height": reading.height,
        "seen": [
            {
                "tile": name,
                "doubt": doubt,
                "corners": quads.to_json(tile.corners),
                "likely": [[str(kind), round(p, 4)] for kind, p in tile.alternatives()],
            }
            for name, doubt, tile in zip(names, in_doubt, order, strict=True)
        ],
    }
