"""The truth of what is rendered, in the form that the tests and the scoring of photos read."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import numpy as np

from referee.rulebook import load
from referee.score import score_round
from referee.tiles import format_tiles
from workshop.demo_film.camera import Camera
from workshop.demo_film.film import TAIL
from workshop.demo_film.layout import AREA_MM, VIEW, PlacedTile, Role, placed
from workshop.demo_film.moves import FPS, Shot, shots
from workshop.demo_film.script import PLAYERS, RULEBOOK, play, winner


def tile_truth(tiles: Iterable[PlacedTile], camera: Camera) -> dict[str, Any]:
    """Tiles with their outlines in pixels, and the sets they form, as indices in reading order."""
    shown = [tile for tile in tiles if tile.tile is not None]
    groups: dict[str, list[int]] = {}
    for index, tile in enumerate(shown):
        groups.setdefault(tile.group, []).append(index)
    return {
        "tiles": [{"tile": str(tile.tile), "outline": camera.project(tile.face).round(1).tolist()} for tile in shown],
        "sets": list(groups.values()),
    }


def area() -> list[list[float]]:
    """The play area in the picture, each coordinate relative to the picture's width or height."""
    corners = VIEW.project([(x, y, 0.0) for x, y in AREA_MM]) / (VIEW.width, VIEW.height)
    return [[round(float(np.clip(v, 0, 1)), 4) for v in corner] for corner in corners]


def round_truth() -> dict[str, Any]:
    """Everything that `round.json` says of the video."""
    timeline = list(shots())
    last = play()[-1].settled
    out = winner()
    racks = {player: rack for player, rack in last.racks.items() if player != out}
    score = score_round(racks, load(RULEBOOK), winner=out).points
    end = timeline[-1].end
    return {
        "rulebook": RULEBOOK,
        "players": list(PLAYERS),
        "fps": FPS,
        "size": [VIEW.width, VIEW.height],
        "seconds": end + TAIL,
        "turns": [_turn(shot) for shot in timeline],
        "winner": out,
        "racks": {player: format_tiles(rack) for player, rack in racks.items()},
        "score": {player: score[player] for player in PLAYERS},
        "area": area(),
    }


def _turn(shot: Shot) -> dict[str, Any]:
    played = shot.played
    table = [tile for tile in placed(played.after) if tile.role is Role.TABLE]
    return {
        "player": played.turn.player,
        "start": shot.start,
        "end": shot.end,
        "action": played.turn.action.value,
        "drew": len(played.turn.drawn) if played.turn.legal else 0,
        "opened": played.opened,
        "rack": format_tiles(played.before.racks[played.turn.player]),
        "after": [format_tiles(laid) for laid in played.after.table],
        "verdict": "legal" if played.turn.legal else "illegal",
        "codes": list(played.turn.codes),
        "penalty": 0 if played.turn.legal else len(played.turn.drawn),
        "restored": shot.restored,
        **tile_truth(table, VIEW),
    }


def dump(value: Any) -> str:
    """`value` as JSON: one line for each entry of the outer two levels, so that a change shows in a diff."""
    if not isinstance(value, dict):
        return json.dumps(value)
    lines = []
    for key, entry in value.items():
        text = json.dumps(entry)
        if isinstance(entry, list) and entry and isinstance(entry[0], dict):
            text = "[\n" + ",\n".join(f"  {json.dumps(item)}" for item in entry) + "\n ]"
        lines.append(f" {json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n}\n"
