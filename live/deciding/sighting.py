"""What one rest shows of the turn that was ended: the verdict on it, and what may lie hidden.

Tiles that were known and are hidden are hidden, not gone: a view in which something lies over what the verdict hangs on is no ground for one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import numpy as np

from live.deciding.hidden import BareTable, Hidden, is_on, is_picture, is_plainly_at_fault
from live.game.case import Case
from live.game.judging import Ruling, judge_case, judge_in_doubt
from live.game.pins import Pin, apply_pins
from live.game.seen import SeenTable, SeenTile
from live.game.state import Game
from live.watching.observer import Observer
from live.watching.rest import Rest
from referee.verdict import Code, Outcome
from vision import quads
from vision.quads import Corners
from vision.reading.sight import touching

ECHO = 2.0
"""Seconds into a turn within which a press with the table untouched is the last press's echo: nobody ends a turn so fast with nothing."""

_T = TypeVar("_T")


@dataclass(frozen=True)
class Sighting:
    """What one rest shows of a turn, with the verdict on that."""

    rest: Rest
    case: Case
    ruling: Ruling
    hidden: Hidden | None
    """What lies over what is to be judged; None where nothing does."""
    is_half_seen: bool = False
    """Whether any look at the table has shown something that may be a tile but is not among those read."""

    @property
    def punishes(self) -> bool:
        """Whether the turn is illegal with what is seen."""
        return self.ruling.verdict.outcome is Outcome.ILLEGAL

    @property
    def is_unmoved(self) -> bool:
        """Whether it punishes for a table that looks as it did before the turn, and the press is no echo."""
        return self.punishes and self.case.untouched and not self.is_echo

    @property
    def shows_nothing_laid(self) -> bool:
        """Whether the player is said to have laid tiles, but nothing that it shows laid is surely a tile."""
        return self.case.press.is_said_to_lay and self.case.perhaps_untouched

    @property
    def is_echo(self) -> bool:
        """Whether the press was the last one's echo: right after the clock began to run, with the table as it was then."""
        return self.may_be_echo and self.case.untouched

    @property
    def may_be_echo(self) -> bool:
        """Whether the press may be an echo (`is_echo`), ignoring what may be no tile."""
        press = self.case.press
        codes = {violation.code for violation in self.ruling.verdict.violations}  # none where the pool is empty
        is_quick = press.ran <= ECHO and press.is_said_to_lay and not press.anyway
        return is_quick and codes <= {Code.NOTHING_PLAYED} and self.case.perhaps_untouched

    def is_plain_echo(self, pressed_at: float | None) -> bool:
        """Whether a press at that time was the last one's echo, with nothing moved since the clock began: nothing new is hidden."""
        return self.may_be_echo and pressed_at is not None and self.rest.still_since <= pressed_at - self.case.press.ran

    @property
    def may_hide(self) -> bool:
        """Whether what the player did may lie under something: then this is no ground to punish, nor to ask anybody."""
        if self.is_plainly_legal:
            return False
        cover = self.rest.cover
        is_covered = cover.is_foreign or (self.is_unmoved and cover.is_overlaid)
        return self.hidden is not None or (is_covered and not is_plainly_at_fault(self.ruling))

    @property
    def is_cut_short(self) -> bool:
        """Whether something is half seen, and the verdict asks about too short a set or finds a first lay-down too small."""
        is_too_small = any(violation.code is Code.OPENING_BELOW for violation in self.ruling.verdict.violations)
        return self.is_half_seen and (bool(self.ruling.short_in_question) or is_too_small)

    @property
    def is_illegible(self) -> bool:
        """Whether several tiles were laid, and none of them can be read."""
        return self.shows_nothing_laid and len(self.ruling.questions) > 1

    @property
    def is_legal(self) -> bool:
        """Whether the turn is legal with what is seen."""
        return self.ruling.verdict.outcome is Outcome.LEGAL

    @property
    def is_plainly_legal(self) -> bool:
        """Whether the turn is legal, and either everything is read with nothing half seen, or there is nothing that may be a hand.

        One look at a table that has changed is not enough: it is searched as a whole only in the second (`vision.scene.follow`).
        """
        is_seen = self.rest.is_read and not self.is_half_seen
        is_searched = len(self.rest.looks) > 1 or self.case.untouched
        return self.is_legal and (is_seen or (is_searched and not (self.rest.cover.is_foreign or self.hidden)))


class _Memory(Generic[_T]):
    """What was found out about rests, each as long as it follows from the very same objects."""

    def __init__(self) -> None:
        self._found: dict[int, tuple[tuple[object, ...], _T]] = {}

    def recall(self, rest: Rest, sources: tuple[object, ...], find: Callable[[], _T]) -> _T:
        """What was found out about a rest from those `sources`; `find` finds it out where others were, or nothing was."""
        known = self._found.get(rest.number)
        if known is None or any(one is not other for one, other in zip(known[0], sources, strict=True)):
            known = self._found[rest.number] = (sources, find())
        return known[1]

    def last(self, rest: Rest) -> _T | None:
        """What was found out about a rest last, whatever it followed from; None for nothing."""
        return self._found[rest.number][1] if rest.number in self._found else None

    def forget(self, but: Collection[int] = ()) -> None:
        """Drops what was found out about all rests except those with the numbers in `but`."""
        self._found = {number: known for number, known in self._found.items() if number in but}


class Sightings:
    """What rests show of the turn that was ended, compared with the bare table. Not thread-safe."""

    def __init__(self, observer: Observer) -> None:
        """`observer` is the one that the rests come from."""
        self.bare_table = BareTable(observer)
        """What the table looks like where nothing lies."""
        self._views = _Memory[Sighting]()
        self._with_strays = _Memory[bool]()
        self._over_set = _Memory[bool]()
        self._tables = _Memory[SeenTable]()

    def forget(self, but: Collection[int] = ()) -> None:
        """Drops all sightings except those of the rests with the numbers in `but`."""
        for memory in (self._views, self._with_strays, self._over_set):
            memory.forget(but)

    def look_anew(self) -> None:
        """Forgets what the bare table looks like: it is seen from somewhere else."""
        self.bare_table.forget()
        for memory in (self._views, self._over_set, self._tables):
            memory.forget()

    def of(self, game: Game, rest: Rest) -> Sighting:
        """The sighting of a rest that was read, for the turn that was ended."""
        return self._views.recall(rest, (rest.looks, game.pins, game.press), lambda: self._view(game, rest))

    def _view(self, game: Game, rest: Rest) -> Sighting:
        """The sighting of a rest that was read; what was half seen in an earlier one of it still is."""
        table, shows_more = self._without_cloth(rest, game)
        case = game.case(table)
        if case is None:
            raise RuntimeError("no turn was ended")
        case, ruling = judge_in_doubt(case)
        last = self._views.last(rest)
        is_half_seen = shows_more or (last is not None and last.is_half_seen)
        is_clear = rest.is_read and not is_half_seen and ruling.verdict.outcome is Outcome.LEGAL
        hidden = None if is_clear else self.bare_table.hidden(rest, case, ruling, game.rack_areas)
        return Sighting(rest, case, ruling, hidden, is_half_seen)

    def is_legal_with_strays(self, game: Game, rest: Rest) -> bool:
        """Whether the turn is legal with what a rest shows if strays are tiles."""

        def is_legal() -> bool:
            without = replace(game, pins=tuple(pin for pin in game.pins if pin not in game.strays))
            case = without.case(rest.seen(game.copies, game.rack_areas))
            return case is not None and judge_case(case).verdict.outcome is Outcome.LEGAL

        return self._with_strays.recall(rest, (rest.looks, game.pins, game.press), is_legal)

    def table(self, game: Game, rest: Rest) -> SeenTable:
        """The table that a rest shows, with what is known put in, but without spots of the cloth."""
        self._tables.forget(but={rest.number})
        sources = (rest.looks, game.pins, game.rack_areas)
        return self._tables.recall(rest, sources, lambda: apply_pins(self._without_cloth(rest, game)[0], game.pins))

    def _without_cloth(self, rest: Rest, game: Game) -> tuple[SeenTable, bool]:
        """The table of a rest without spots of the cloth: what may be no tile and looks in every detail as the bare table did.

        Returns:
            The table, and whether a look shows anything else that may be a tile, and that the looks together do not.
        """
        seen = rest.seen(game.copies, game.rack_areas)
        unsure = {
            spot for spot, tile in seen.spots.items() if tile.may_be_none and not _is_known(tile, seen, game.pins)
        }
        half_seen = self._half_seen(rest, seen, game)
        if not unsure and not half_seen:
            return seen, False
        against = self.bare_table.compare(rest, seen.without(unsure), game.rack_areas)
        if against is None:
            return seen, bool(half_seen)
        table = seen.without({spot for spot in unsure if against.shows_bare(seen.spots[spot].outline)})
        return table, not all(map(against.shows_bare, self._half_seen(rest, table, game)))

    @staticmethod
    def _half_seen(rest: Rest, table: SeenTable, game: Game) -> list[Corners]:
        """What may be a tile in any look at the `table`, and is none of those on it, nor the picture of one, nor cut by the border for good."""
        found = rest.half_seen(table, game.rack_areas)
        is_cut = touching(np.array(found, np.float32).reshape(-1, 4, 2), *table.size)
        return [at for at, cut in zip(found, is_cut, strict=True) if not cut and not is_picture(at, table, game.pins)]

    def may_hide_set(self, view: Sighting, game: Game) -> bool:
        """Whether something lies there under which a whole set may lie."""
        return self._over_set.recall(
            view.rest, (view,), lambda: self.bare_table.has_room(view.rest, view.case, game.rack_areas)
        )

    def doubted(self, view: Sighting) -> Sighting | None:
        """The view in which a tile may lie at each place that something hides; None where it is illegal all the same."""
        if view.hidden is None or not view.hidden.places:
            return None
        seen, perhaps = view.case.seen, list(view.case.seen.perhaps)
        for place in view.hidden.places:
            # One between two sets is at an end of both, and one that is seen in part is the one that lies there.
            if not quads.nearest_pairs([place], [other.outline for other in perhaps]):
                perhaps.append(SeenTile.unread(place))
        case, ruling = judge_in_doubt(replace(view.case, seen=replace(seen, perhaps=tuple(perhaps))))
        return (
            None if ruling.verdict.outcome is Outcome.ILLEGAL else replace(view, case=case, ruling=ruling, hidden=None)
        )

    def settled(self, view: Sighting, later: Sighting) -> Sighting:
        """The view with each doubtful tile settled that the `later` one shows in its place beyond doubt."""
        seen, then = view.case.seen, later.case.known
        sets = tuple(tuple(_settled(tile, seen, then) for tile in members) for members in seen.sets)
        if sets == seen.sets:
            return view
        case = replace(view.case, seen=replace(seen, sets=sets))
        return replace(view, case=case, ruling=judge_case(case))

    def was_beneath(self, game: Game, rest: Rest, earlier: Rest) -> bool:
        """Whether all that a rest shows beyond an earlier one lay under something that reached in then."""
        if earlier.cover.latest is None or not (rest.is_placed and earlier.is_placed):
            return False
        return self.came_out(self.of(game, rest), self.of(game, earlier), game)

    def came_out(self, view: Sighting, before: Sighting, game: Game) -> bool:
        """Whether all that is seen in `view` and not in `before` lies where something hid it then, so that no other hand laid it."""
        known, then = view.case.known, before.case.known
        tiles = [_seen_in(then, tile, known) for tile in known.tiles]
        paired = {i for i, _ in quads.nearest_pairs(tiles, then.outlines)}
        new = [tile for i, tile in enumerate(tiles) if i not in paired]
        against = self.bare_table.compare(before.rest, then, game.rack_areas)
        return against is None or len(against.hidden(new)) == len(new)


def _is_known(tile: SeenTile, seen: SeenTable, pins: Sequence[Pin]) -> bool:
    """Whether a tile of the table `seen` lies where one is known to lie."""
    here = Pin.at(tile, seen, None)
    return any(pin.tile is not None and pin.is_near(here) for pin in pins)


def _settled(tile: SeenTile, seen: SeenTable, then: SeenTable) -> SeenTile:
    """A tile of the table `seen` as the later one shows it, if that is sure of what lies there and it may be that tile."""
    if not tile.doubt:
        return tile
    outline = _seen_in(then, tile, seen)
    lies = [other for other in then.tiles if is_on(other, outline)]
    if len(lies) != 1 or lies[0].doubt or lies[0].tile not in tile.candidates():
        return tile
    return replace(tile, tile=lies[0].tile, likely=lies[0].likely, doubt=False)


def _seen_in(table: SeenTable, tile: SeenTile, seen: SeenTable) -> Corners:
    """Where the photo of `table` shows the place of a tile of the table `seen`, in its pixels."""
    return np.array([table.in_photo(*seen.on_table(x, y)) for x, y in tile.corners], np.float32)
