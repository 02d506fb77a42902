"""What the picture shows before the first turn, on a table that is empty: racks at its edge, and things that are no tiles."""

from __future__ import annotations

from calibration.profile import Polygon
from live.events import RacksSeen
from live.game import Game
from live.pins import apply_pins, strays_of
from live.rack_areas import as_put_up, find_racks, have_changed, seen_from
from live.rest import Rest
from vision.viewpoint import Viewpoint


def racks_seen(game: Game, rest: Rest, *, is_marked: bool) -> RacksSeen | None:
    """What a rest before the first turn shows that is not known yet; None where there is nothing new.

    Args:
        game: as it stands.
        rest: a rest in which nobody can have laid a tile, except perhaps the player who begins, before the first turn
            was begun.
        is_marked: whether a person marked the play area: then no racks are left out of the picture besides.
    """
    if rest.viewpoint is None or not rest.looks:
        return None
    if game.fresh_round is None or not rest.is_begun or rest.cover.is_foreign:
        return None
    reading, parts = rest.reading(game.copies), () if is_marked else game.rack_areas
    if not is_marked and have_changed(seen_from(rest.viewpoint, parts, reading.width, reading.height), reading):
        parts = racks_in(rest, rest.viewpoint, game.copies)
    left = apply_pins(rest.seen(game.copies, parts), game.pins)
    strays = () if game.dealing else strays_of(left)
    return RacksSeen(parts, strays) if strays or parts != game.rack_areas else None


def racks_in(rest: Rest, viewpoint: Viewpoint, copies: int) -> tuple[Polygon, ...]:
    """The parts of the picture in which a rest shows racks, as seen by the camera as it was put up.

    Args:
        rest: a rest that was read.
        viewpoint: from where it shows the table.
        copies: how many tiles of each kind there are.
    """
    reading = rest.reading(copies)
    return as_put_up(viewpoint, find_racks(reading), reading.width, reading.height)
