"""What the picture shows before the first turn, on a table that is empty: racks at its edge, and things that are no tiles."""

from __future__ import annotations

from calibration.profile import Polygon
from live.game.events import RacksSeen
from live.game.phases import Dealing
from live.game.pins import apply_pins, strays_of
from live.game.rack_areas import as_put_up, find_racks, have_changed, seen_from
from live.game.state import Game
from live.watching.rest import Rest
from referee.accepted import no_sets
from vision.scene.viewpoint import Viewpoint


def shows_more_than_held(game: Game, rest: Rest) -> bool:
    """Whether a rest of the first turn shows more tiles than whoever begins can have laid: some of them stand on racks."""
    current = game.first_turn
    if current is None or not current.counts_known or not rest.is_placed:
        return False
    lying = apply_pins(rest.seen(game.copies, game.rack_areas), game.pins).tiles
    return len(lying) > current.counts[current.on_turn]


def racks_seen(game: Game, rest: Rest, *, is_marked: bool, is_untouched: bool) -> RacksSeen | None:
    """What a rest before the first turn shows, or one of it with racks in sight, that is not known yet; None where there is nothing new.

    Args:
        game: as it stands.
        rest: what is seen.
        is_marked: whether a person marked the play area: then no racks are left out of the picture besides.
        is_untouched: whether nobody can have laid a tile by then, except perhaps the player who begins, before the first
            turn was begun: what lies there besides racks is no tile in play.
    """
    current = game.first_turn
    if current is None or rest.viewpoint is None or not rest.looks or not rest.is_begun or rest.cover.is_foreign:
        return None
    parts = _left_out(game, rest, rest.viewpoint, is_marked=is_marked)
    left = apply_pins(rest.seen(game.copies, parts), game.pins)
    if game.press is not None and no_sets(left.table(), current.rulebook):
        return None  # it may stand on a rack, too, which no picture has shown before it was judged
    strays = strays_of(left) if is_untouched and not isinstance(game.phase, Dealing) else ()
    return RacksSeen(parts, strays) if strays or parts != game.rack_areas else None


def _left_out(game: Game, rest: Rest, viewpoint: Viewpoint, *, is_marked: bool) -> tuple[Polygon, ...]:
    """The parts of the picture in which racks are known to stand, or in which the rest shows them where that has changed."""
    if is_marked:
        return ()
    parts, reading = game.rack_areas, rest.reading(game.copies)
    has_changed = have_changed(seen_from(viewpoint, parts, reading.width, reading.height), reading)
    return racks_in(rest, viewpoint, game.copies) if has_changed else parts


def racks_in(rest: Rest, viewpoint: Viewpoint, copies: int) -> tuple[Polygon, ...]:
    """The parts of the picture in which a rest shows racks, as seen by the camera as it was put up.

    Args:
        rest: a rest that was read.
        viewpoint: from where it shows the table.
        copies: how many tiles of each kind there are.
    """
    reading = rest.reading(copies)
    return as_put_up(viewpoint, find_racks(reading), reading.width, reading.height)
