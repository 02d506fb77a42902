"""What a person says about the picture: what a tile is, where one lies, where the table ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from calibration.profile import Polygon
from live.game import events
from live.game.commands.move import Move, RefusedError, check_not_put_back
from live.game.judging import judge_case
from live.game.pins import Pin, Pins, add_pin, apply_pins, pin_of
from live.game.recast import with_tile
from live.game.seen import SeenTable, SeenTile
from live.game.state import Game, Judged, State
from referee.tiles import Place, Tile, TileSet
from referee.verdict import Outcome
from vision.regions import is_within


def correct(
    game: Game,
    now: float,
    corners: Sequence[tuple[float, float]],
    tile: Tile | None,
    seen: SeenTable | None,
    verdict: int | None = None,
) -> Move:
    """Records what the tile with these corners is; None for no tile at all.

    Args:
        game: as it stands.
        now: the present moment.
        corners: the tile's corners, in pixels of the photo it was shown in.
        tile: what it is.
        seen: the table as last seen.
        verdict: the event of the verdict it was shown with; None for the table as last seen.
    """
    del now
    judged = game.judged
    if verdict is not None:
        if judged is None or judged.event != verdict:
            raise RefusedError("the table has moved on since", "stale")
        check_not_put_back(game)
        if game.press is not None:
            raise RefusedError("the turn after it is being read: wait for its verdict", "settling")
        known = judged.case.known
        return _corrected(game, known, _nearest(known, corners), tile, judged)
    if seen is None:
        raise RefusedError("no table has been seen yet", "stale")
    found = _nearest(seen, corners)
    same = (
        judged is not None
        and game.press is None
        and not game.was_put_back
        and any(Pin.at(found, seen, None).covers(other, judged.case.seen) for other in judged.case.known.tiles)
    )
    return _corrected(game, seen, found, tile, judged if same else None)


def _corrected(game: Game, seen: SeenTable, found: SeenTile, tile: Tile | None, judged: Judged | None) -> Move:
    beside = next((members for members in seen.sets if found in members), ())
    among = tuple(other.tile for other in beside if other is not found and other.tile is not None)
    was = () if found.tile is None else (found.tile,)
    return _said(events.TileCorrected, game, pin_of(seen, found, tile), judged, was=was, among=among)


def add(game: Game, now: float, x: float, y: float, tile: Tile, seen: SeenTable | None) -> Move:
    """Records that `tile` lies at this point, in pixels of the table as last `seen`, where no tile was read.

    It is given the size and direction of the nearest tile, and counts until that one is moved or a tile is read in its
    place. The turn does not count as having laid it if it is legal only when the tile lay there before, or was ended
    with a draw.
    """
    nearest = None if seen is None else seen.nearest(x, y)
    if seen is None or nearest is None:
        raise RefusedError("no tile is read that would show how tiles lie: move the camera nearer", "none-read")
    if nearest.has(x, y):
        return correct(game, now, nearest.corners, tile, seen)
    pin = pin_of(seen, _copy_at(nearest, x, y), tile)
    judged = game.judged if _adds_to_last_turn(game, pin) else None
    if game.press is not None:
        among, earlier = _beside(pin, seen, ()), not game.press.is_said_to_lay
    else:
        among = () if judged is None else _beside(pin, judged.case.seen, judged.case.pins)
        earlier = judged is not None and _lay_before(judged, pin, among)
    event = events.TileAdded(pin, None if judged is None else judged.event, among=among, earlier=earlier)
    return Move(event, game.clock)


def _copy_at(tile: SeenTile, x: float, y: float) -> SeenTile:
    """A tile said by hand to lie at the point, as large as `tile` and in the same direction."""
    dx, dy = x - tile.middle[0], y - tile.middle[1]
    return replace(tile, corners=tuple((a + dx, b + dy) for a, b in tile.corners), by_hand=True)


def _adds_to_last_turn(game: Game, pin: Pin) -> bool:
    """Whether the tile of `pin`, which no reading shows, lies on the table last judged, if that was not put back since."""
    judged = game.judged
    return judged is not None and not game.was_put_back and pin.adds_to(judged.case.known) is not None


def _beside(pin: Pin, seen: SeenTable, pins: Pins) -> TileSet:
    """The other known tiles of the set to which the tile of `pin`, which no reading shows, belongs."""
    known = apply_pins(seen, (*pins, pin))
    lies = next((tile for tile in known.tiles if tile.by_hand and pin.is_near(Pin.at(tile, known, pin.tile))), None)
    members = next((members for members in known.sets if lies in members), ())
    return tuple(other.tile for other in members if other is not lies and other.tile is not None)


def _lay_before(judged: Judged, pin: Pin, among: TileSet) -> bool:
    """Whether the last turn is legal with the tile of `pin` only if that lay there before it."""
    case = replace(judged.case, pins=add_pin(judged.case.pins, pin))
    if judged.verdict.outcome is not Outcome.LEGAL or judge_case(case).verdict.outcome is not Outcome.ILLEGAL:
        return False
    before = with_tile(case.before, among, pin.tile)
    return judge_case(replace(case, before=before)).verdict.outcome is Outcome.LEGAL


def answer(game: Game, now: float, set_index: int, place: int, tile: Tile | None, verdict: int | None = None) -> Move:
    """Answers the question of what the tile at this place of the undecided turn is."""
    del now
    judged = game.judged
    if judged is None or game.state is not State.QUESTION or (verdict is not None and judged.event != verdict):
        raise RefusedError("the table has moved on since", "stale")
    if Place(set_index, place) not in judged.questions:
        raise RefusedError("that tile is not in question", "stale")
    pin = pin_of(judged.case.known, judged.case.known.sets[set_index][place], tile)
    return _said(events.QuestionAnswered, game, pin, judged)


def _said(
    kind: type[events.TileSaid], game: Game, pin: Pin, judged: Judged | None, was: TileSet = (), among: TileSet = ()
) -> Move:
    return Move(kind(pin, None if judged is None else judged.event, was=was, among=among), game.clock)


def _nearest(seen: SeenTable, corners: Sequence[tuple[float, float]]) -> SeenTile:
    """The tile of `seen` that lies where the middle of `corners` is."""
    x = sum(corner[0] for corner in corners) / len(corners)
    y = sum(corner[1] for corner in corners) / len(corners)
    nearest = seen.nearest(x, y)
    if nearest is None or not nearest.has(x, y):
        raise RefusedError("there is no tile there any more", "stale")
    return nearest


def mark_area(
    game: Game, now: float, area: Sequence[tuple[float, float]] | None, seen: SeenTable | None = None
) -> Move:
    """Marks the play area, unless tiles of the game would lie outside.

    Args:
        game: as it stands.
        now: the present moment.
        area: its corners as fractions of the picture, in order around it; None for the whole picture.
        seen: the table as last seen in that picture; None where nobody knows.
    """
    del now
    if area is not None and seen is not None and game.tiles_stay:
        corners = np.array(area, np.float32) * np.array([seen.width, seen.height], np.float32)
        tiles = [tile for tile in seen.tiles if tile.tile is not None and not tile.doubt]
        if not all(is_within(tile.middle, corners) for tile in tiles):
            raise RefusedError("tiles of the game lie outside that area: draw it around all of them", "area-cuts")
    return Move(events.AreaMarked(None if area is None else [list(point) for point in area]), game.clock)


def accept_camera(game: Game, now: float, parts: tuple[Polygon, ...]) -> Move:
    """Accepts the picture of a camera that was moved too far to be followed as it is.

    Racks stand in these `parts` of the picture.
    """
    del now
    return Move(events.CameraAccepted(parts), game.clock)


def choose_camera(game: Game, now: float, name: str) -> Move:
    """Looks through another camera from here on; `name` is what everybody may know of it."""
    del now
    return Move(events.CameraChosen(name), game.clock)
