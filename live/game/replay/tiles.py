"""What a named tile changes, and what the camera shows of racks and from where it looks."""

from __future__ import annotations

from dataclasses import replace

from live.game import events
from live.game.pins import add_pin
from live.game.recast import named_among, recast
from live.game.replay.step import Step
from live.game.state import Game
from vision.scene.viewpoint import HOME


def tile_said(step: Step, event: events.TileSaid) -> Game:
    """A person named a tile: it is known from here on, and also in the last turn if it was seen there."""
    judged, current = step.game.judged, step.game.round
    if judged is not None and event.verdict == judged.event:
        before = recast(judged.case.before, judged.case.pins, event)
        case = replace(judged.case, before=before, pins=add_pin(judged.case.pins, event.pin))
        judged = replace(judged, case=case, outdated=True)
        if judged.case.by_photo:
            return step.act(replace(step.game, judged=judged))
    if current is not None:
        current = recast(current, step.game.pins, event)
    if judged is not None and judged.stays is not None:
        stays = named_among(judged.stays, event)
        if current is not None and current.table == judged.stays:
            current = replace(current, table=stays)
        judged = replace(judged, stays=stays)
    return step.act(replace(step.game, pins=add_pin(step.game.pins, event.pin), judged=judged, round=current))


def racks_seen(step: Step, event: events.RacksSeen) -> Game:
    """Where racks stand in the picture.

    What lay beside them before the first turn is pinned as no tile, unless people say that it is one.
    """
    game = step.game
    if event.are_tiles:
        pins = tuple(pin for pin in game.pins if pin not in game.strays)
        return replace(game, rack_areas=event.parts, pins=pins, strays=())
    return replace(game, rack_areas=event.parts, pins=(*game.pins, *event.strays), strays=(*game.strays, *event.strays))


def camera_moved(step: Step, event: events.CameraMoved) -> Game:
    """The camera stands elsewhere, and it is known where."""
    return replace(step.game, viewpoint=event.viewpoint)


def camera_accepted(step: Step, event: events.CameraAccepted) -> Game:
    """Drops what was known of the table: nobody knows any more where it lies in the picture."""
    return replace(step.game, pins=(), rack_areas=event.parts, accepted=step.number)


def camera_chosen(step: Step, _: events.CameraChosen) -> Game:
    """Another camera looks at the table."""
    return seen_by(step.game, step.number)


def seen_by(game: Game, chosen: int) -> Game:
    """The game as the camera sees it that was chosen by the event `chosen`.

    Nobody knows where in its picture anything lies. It watches at once where it is known what lies on the table, else from the next round on:
    what was laid unseen would be taken for the next player's.
    """
    is_known = game.round is None or game.scored or (game.round.table_known and not game.elsewhere)
    return replace(
        game,
        viewpoint=HOME,
        pins=(),
        strays=(),
        rack_areas=(),
        accepted=chosen,
        chosen=chosen,
        watched=game.watched or is_known,
    )
