"""What is due with no press.

It is the verdict on the turn that was ended, a new one on the last turn, or the clock that waits for a table to be put
back.
"""

from __future__ import annotations

from collections.abc import Iterator

from live.deciding.choice import CLEARS
from live.deciding.hands import Shared
from live.deciding.last_turn import Finding
from live.deciding.moments import Moments
from live.deciding.sighting import Sightings
from live.deciding.witness import Witness
from live.game import commands, events
from live.game.commands import Move
from live.game.state import Game, State
from live.record import Record
from live.scene import Scene
from live.watching.rest import Rest


def due(
    record: Record, scene: Scene, witness: Witness, moments: Moments, now: float, read: Rest | None
) -> Iterator[Move]:
    """Yields what is due, each to be written before the next is asked for.

    Args:
        record: the game, and where photos are kept.
        scene: what the camera shows.
        witness: knows the table that the turn left.
        moments: when the last verdict was given.
        now: the present moment.
        read: the rest that was just read, which may be over; None where none was.

    Raises:
        RefusedError: it does not fit the game.
        JournalError: a photo could not be stored.
    """
    game = record.game
    if game.press is not None:
        yield from _verdict(record, witness, now)
    elif game.judged is not None and game.judged.outdated:
        yield commands.give_again(game, now, game.judged)
    elif game.state is State.RESTORE and _is_restored(game, scene, witness.sightings, moments, read):
        yield commands.go_on_restored(game, now)


def _verdict(record: Record, witness: Witness, now: float) -> Iterator[Move]:
    """Yields what leads to the verdict on the turn that was ended, as far as the table has been seen."""
    for rest in witness.to_keep():
        yield Move(events.TableKept((record.keep(rest.first_frame),)), record.game.clock)
        witness.kept(rest)
    if witness.makes_tiles_of_strays(record.game):
        yield Move(events.RacksSeen(record.game.rack_areas, are_tiles=True), record.game.clock)
    game = record.game
    finding = witness.testify(game)
    if finding is None:
        return
    if finding.is_echo:
        yield commands.drop_press(game, now)
    elif (late := witness.last_turn.left_late(game, finding)) is not None:
        yield commands.give_late(game, late.case, late.ruling, record.keep_looks(late.rest))
        yield from _verdict(record, witness, now)
    elif misread := witness.last_turn.misread(game, finding):
        yield from (Move(event, game.clock) for event in misread)
        yield from _verdict(record, witness, now)
    else:
        yield from _given(record, witness, now, witness.last_turn.cleared(game, finding))


def _given(record: Record, witness: Witness, now: float, finding: Finding) -> Iterator[Move]:
    """Yields the verdict that is found, unless a person is to say first what the next player laid."""
    game, said = record.game, finding.case.press.next_laid
    shared = witness.last_turn.in_question(game, finding)
    if shared and said is None:
        witness.ask(shared)
    elif chosen := next((one for one in shared if one.tiles == said), None):
        yield from _as_said(record, witness, now, chosen)
    else:
        yield commands.give(game, now, finding.case, finding.ruling, record.keep_looks(finding.rest))


def _as_said(record: Record, witness: Witness, now: float, shared: Shared) -> Iterator[Move]:
    """Yields what leads to the verdict where the next player laid what was `shared`."""
    game, photos = record.game, record.keep_looks(shared.rest)
    if game.press is not None and game.press.event == shared.case.press.event:
        yield commands.give(game, now, shared.case, shared.ruling, photos)
    else:
        yield commands.give_late(game, shared.case, shared.ruling, photos)
        yield from _verdict(record, witness, now)


def _is_restored(game: Game, scene: Scene, sightings: Sightings, moments: Moments, read: Rest | None) -> bool:
    """Whether the table lies as it did before the illegal turn, or lay so for a moment when it was `read`."""
    rests = [scene.rest]
    if read is not None and game.watched and read.is_placed and moments.is_since_verdict(read.still_since):
        rests.append(read)
    return any(
        rest is not None and not _reaches_in(rest, scene, moments) and game.lies_as_before(sightings.table(game, rest))
        for rest in rests
    )


def _reaches_in(rest: Rest, scene: Scene, moments: Moments) -> bool:
    """Whether something has come over the table since the verdict and lies there still.

    A small hand hides what it is about to take. What lies there for longer than a hand would (`CLEARS`) is something
    else, such as a cup.
    """
    since = rest.cover.latest
    return since is not None and moments.is_since_verdict(since) and scene.seconds < since + CLEARS
