"""What a person says that a tile is, or where one lies that was not read: it has been that all along."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from live.game.event import Event, Move, RefusedError, Step, check_not_put_back
from live.game.judging import judge_case
from live.game.phases import Judged
from live.game.pins import Pin, Pins, add_pin, apply_pins, pin_of
from live.game.seen import SeenTable, SeenTile, same_look
from live.game.state import Deed, Game, State
from referee.errors import UserError
from referee.round import Round
from referee.sets import fault
from referee.tiles import Place, Table, Tile, TileSet
from referee.verdict import Outcome


@dataclass(frozen=True)
class TileSaid(Event):
    """A person said what lies somewhere on the table.

    Its kinds differ in what the person was asked, not in what follows.
    """

    pin: Pin
    verdict: int | None
    """The event of the verdict on the last turn, where the tile was part of that; None where it was not."""
    was: TileSet = ()
    """What the tile was taken for before; empty where it was not read."""
    among: TileSet = ()
    """The other tiles of the set in which it lies, as they were known."""

    def apply(self, step: Step) -> Game:
        """A person named a tile: it is known from here on, and also in the last turn if it was seen there."""
        judged, current = step.game.judged, step.game.round
        if judged is not None and self.verdict == judged.event:
            before = recast(judged.case.before, judged.case.pins, self)
            case = replace(judged.case, before=before, pins=add_pin(judged.case.pins, self.pin))
            judged = replace(judged, case=case, outdated=True)
            if judged.case.by_photo:
                return step.act(step.game.with_last(judged))
        if current is not None:
            current = recast(current, step.game.pins, self)
        if judged is not None and judged.stays is not None:
            stays = named_among(judged.stays, self)
            if current is not None and current.table == judged.stays:
                current = replace(current, table=stays)
            judged = replace(judged, stays=stays)
        game = step.game if judged is None else step.game.with_last(judged)
        return step.act(replace(game, pins=add_pin(game.pins, self.pin), round=current))

    def deed(self, game: Game) -> Deed:
        """Part of the judged turn, not of the one that runs."""
        judged = game.judged
        return (
            super().deed(game)
            if judged is None
            else Deed(self.kind, judged.case.press.player, judged.case.before.turns + 1)
        )


@dataclass(frozen=True)
class QuestionAnswered(TileSaid):
    """A question that a verdict hung on was answered."""

    kind = "question-answered"


@dataclass(frozen=True)
class TileCorrected(TileSaid):
    """A tile that was misread was named."""

    kind = "tile-corrected"


@dataclass(frozen=True)
class TileAdded(TileSaid):
    """A tile that was not read was named."""

    kind = "tile-added"
    earlier: bool = False
    """Whether the tile has lain there since before the turn, the last one or the one that waits for its verdict, so
    that this turn did not lay it."""


@dataclass(frozen=True)
class TileSeenAnew(TileSaid):
    """A later picture shows that a tile had been misread (`live.deciding.late_light`); no person has said so."""

    kind = "tile-seen-anew"
    turn: int | None = None
    """The event of the press that ended the turn that laid it."""
    player: str | None = None
    """Who took that turn."""
    outcome: Outcome | None = None
    """What the verdict on that turn is with the tile as it is; the one that was given stands."""

    def apply(self, step: Step) -> Game:
        """The tile has been that all along, in the table and the pins; nobody did anything."""
        game, current = step.game, step.game.round
        if current is None:
            raise ValueError("it is about a tile of no round")
        return replace(game, pins=add_pin(game.pins, self.pin), round=self.recast(current, game.pins))

    def recast(self, current: Round, pins: Pins) -> Round:
        """The round with the tile as it is; it looked otherwise when these `pins` were made."""
        looked = next((pin.likely for pin in pins if pin.is_near(self.pin)), self.pin.likely)
        return recast(current, pins, replace(self, pin=replace(self.pin, likely=looked)))

    @property
    def change(self) -> str:
        """What the tile was taken for, and what it is."""
        return f"{' '.join(map(str, self.was))} → {self.pin.tile}"

    def told(self) -> UserError:
        """What everybody at the table is told of it."""
        line = f"a later picture shows that a tile was misread, {self.change}: nobody is charged for it"
        if self.outcome is not Outcome.ILLEGAL or self.player is None:
            return UserError(line, "misread", change=self.change)
        line = f"{line}, and the turn of {self.player}, which laid it and would not have been legal, stands"
        return UserError(line, "misread-stands", change=self.change, name=self.player)


def correct(
    game: Game,
    _now: float,
    corners: Sequence[tuple[float, float]],
    tile: Tile | None,
    seen: SeenTable | None,
    verdict: int | None = None,
) -> Move:
    """Records what the tile with these corners, in pixels of the photo it was shown in, is; None for no tile at all.

    That photo is the one of the event `verdict` or, without one, of the table as last `seen`.
    """
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
    return _said(TileCorrected, game, pin_of(seen, found, tile), judged, was=was, among=among)


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
        among, earlier = _others_of_set(pin, seen, ()), not game.press.is_said_to_lay
    else:
        among = () if judged is None else _others_of_set(pin, judged.case.seen, judged.case.pins)
        earlier = judged is not None and _lay_before(judged, pin, among)
    event = TileAdded(pin, None if judged is None else judged.event, among=among, earlier=earlier)
    return Move(event, game.clock)


def _copy_at(tile: SeenTile, x: float, y: float) -> SeenTile:
    """A tile said by hand to lie at the point, as large as `tile` and in the same direction."""
    dx, dy = x - tile.middle[0], y - tile.middle[1]
    return replace(tile, corners=tuple((a + dx, b + dy) for a, b in tile.corners), by_hand=True)


def _adds_to_last_turn(game: Game, pin: Pin) -> bool:
    """Whether the tile of `pin`, which no reading shows, lies on the table last judged, if that was not put back since."""
    judged = game.judged
    return judged is not None and not game.was_put_back and pin.adds_to(judged.case.known) is not None


def _others_of_set(pin: Pin, seen: SeenTable, pins: Pins) -> TileSet:
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


def answer(game: Game, _now: float, set_index: int, place: int, tile: Tile | None, verdict: int | None = None) -> Move:
    """Answers the question of what the tile at this place of the undecided turn is."""
    judged = game.judged
    if judged is None or game.state is not State.QUESTION or (verdict is not None and judged.event != verdict):
        raise RefusedError("the table has moved on since", "stale")
    if Place(set_index, place) not in judged.questions:
        raise RefusedError("that tile is not in question", "stale")
    pin = pin_of(judged.case.known, judged.case.known.sets[set_index][place], tile)
    return _said(QuestionAnswered, game, pin, judged)


def _said(
    kind: type[TileSaid], game: Game, pin: Pin, judged: Judged | None, was: TileSet = (), among: TileSet = ()
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


def recast(current: Round, pins: Pins, event: TileSaid) -> Round:
    """The round with a tile of its table that had been misread corrected.

    It has been what the person says all along.
    """
    said = event.pin
    if isinstance(event, TileAdded):
        return with_tile(current, event.among, said.tile) if event.earlier else current
    found = _lay_among(current.table, event) if _are_lost(pins) else None
    found = _lay_at(current.table, pins, said) if found is None else found
    if found is None or found.was == said.tile:
        return current
    return replace(current, table=_renamed(current.table, found, said))


def named_among(table: Table, event: TileSaid) -> Table:
    """A table that stays as it lay after an illegal turn, with one tile corrected.

    Its new tiles have no known places, so its set tells which.
    """
    found = _lay_among(table, event)
    return table if found is None or found.was == event.pin.tile else _renamed(table, found, event.pin)


def _renamed(table: Table, found: _Lay, said: Pin) -> Table:
    tiles = table[found.set]
    place = tiles.index(found.was)
    instead = () if said.tile is None else (said.tile,)
    named = (*tiles[:place], *instead, *tiles[place + 1 :])
    return tuple(each for each in (*table[: found.set], named, *table[found.set + 1 :]) if each)


def with_tile(current: Round, among: TileSet, tile: Tile | None) -> Round:
    """The round with a tile that lay unread on its table added to the set of the tiles `among`.

    The round is unchanged where there is no such set.
    """
    at = next((k for k, tiles in enumerate(current.table) if among and Counter(tiles) == Counter(among)), None)
    if at is None or tile is None:
        return current
    there = current.table[at]
    ways = [(*there[:place], tile, *there[place:]) for place in range(len(there), -1, -1)]
    whole = next((tiles for tiles in ways if fault(tiles) is None), ways[0])
    return replace(current, table=(*current.table[:at], whole, *current.table[at + 1 :]))


class _Lay(NamedTuple):
    """Where a tile lay on the table before."""

    set: int
    was: Tile
    """The tile that it was taken for."""


def _are_lost(pins: Pins) -> bool:
    """Whether nobody knows any more where the sets of the table lie in the picture.

    Single tiles that were named since may still be known.
    """
    return all(pin.tile is None or pin.set is None for pin in pins)


def _lay_at(table: Table, pins: Pins, said: Pin) -> _Lay | None:
    """Where the tile that a pin speaks of lay, found by its place in the picture."""
    known = (pin for pin in pins if pin.is_near(said) and same_look(pin.likely, said.likely))
    pin = next((pin for pin in known if pin.tile is not None), None)
    if pin is None or pin.tile is None:
        return None
    at = [index for index, tiles in enumerate(table) if pin.tile in tiles]
    if not at:
        return None
    return _Lay(pin.set if pin.set in at else at[0], pin.tile)


def _lay_among(table: Table, event: TileSaid) -> _Lay | None:
    """Where a tile lay, found by the other tiles of its set alone."""
    lay = Counter((*event.was, *event.among))
    index = next((index for index, tiles in enumerate(table) if event.was and Counter(tiles) == lay), None)
    return None if index is None else _Lay(index, event.was[0])
