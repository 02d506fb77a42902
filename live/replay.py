"""From one game to the next: what each event changes.

Replaying a journal is applying its events one after the other. Undoing an action is going back to the game before it, redoing it is
going on to the game after it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import cast

from live import events
from live.amending import Struck
from live.case import Case, Held, Press
from live.counting import Counting, rack_from_json, so_far
from live.events import ClockMark, Event
from live.game import (
    UNDOS,
    Claim,
    Deed,
    Game,
    Judged,
    Unjudged,
    is_put_back_since,
    round_after,
    still_held,
    with_left,
    with_room,
)
from live.pins import Pins, add_pin, pins_of
from live.recast import named_among, recast
from referee import rulebook
from referee.clock import TurnClock
from referee.round import Round
from referee.score import ScoreSheet
from referee.tiles import Table, Tile, count_tiles
from referee.verdict import Outcome


def apply(game: Game, event: Event, number: int, mark: ClockMark, now: float = 0.0) -> Game:
    """The game after `event`.

    Args:
        game: the game before it.
        event: what happened.
        number: the event's number in the journal.
        mark: how the turn clock stood.
        now: the present moment, on which a clock that runs counts on.

    Raises:
        ValueError: the event does not fit the game.
    """
    try:
        following = _APPLIED[type(event)](_Step(game, event, number, mark, now), event)
    except (KeyError, TypeError, IndexError) as error:
        raise ValueError(f"{event.kind} does not fit what happened before: {error!r}") from error
    clock = TurnClock(following.limit, mark.spent, now if mark.running else None)
    return replace(following, clock=clock, last_event=number)


def begin(event: events.RoundStarted, number: int, mark: ClockMark, now: float = 0.0) -> Game:
    """The game after the event `number` that began a round, without any of those before it; nothing before it can be undone.

    Raises:
        ValueError: the event does not say what the round takes over.
    """
    if event.carried is None:
        raise ValueError("it does not say what its round takes over")
    return replace(apply(Game(), event, number, mark, now), history=())


@dataclass(frozen=True)
class _Step:
    """An event that is being applied."""

    game: Game
    event: Event
    number: int
    mark: ClockMark
    now: float

    def act(self, following: Game) -> Game:
        """The game `following` this one, as it is after an action that can be undone."""
        clock = replace(self.game.clock, spent=self.mark.was, since=self.since)
        before = replace(self.game, clock=clock, history=(), future=None)
        history = (*self.game.history, before)[-UNDOS:]
        return replace(following, action=self.number, deed=self.deed, history=history, future=None)

    @property
    def deed(self) -> Deed:
        """The event, described for undo; naming a tile or giving a verdict counts as part of the judged turn, not of the one that runs."""
        judged, current = self.game.judged, self.game.round
        if isinstance(self.event, events.RoundStarted):
            return Deed(self.event.kind, "", 0)  # whatever was played before: a replay may begin with it
        if judged is not None and isinstance(self.event, events.TileSaid | events.VerdictGiven):
            return Deed(self.event.kind, judged.case.press.player, judged.case.before.turns + 1)
        if self.game.unjudged is not None and isinstance(self.event, events.VerdictGiven):
            return Deed(self.event.kind, self.event.player, self.game.unjudged.round.turns + 1)
        if current is None:
            return Deed(self.event.kind)
        return Deed(self.event.kind, current.on_turn, current.turns + 1)

    @property
    def since(self) -> float | None:
        """The moment from which a running clock counts on; None where the clock stands still."""
        return self.now if self.game.clock.running else None


def _round_started(step: _Step, event: events.RoundStarted) -> Game:
    """A new game, but for what is named here."""
    game = step.game
    started = Round.start(event.players, rulebook.load(event.rulebook), event.first)
    carried = event.carried
    columns = game.columns_for(event.players, new_game=event.new_game)
    if carried is not None and carried.columns != columns:
        # Equal ones are those of earlier games, which need not be held twice.
        columns = carried.columns
    sheet = ScoreSheet(event.players, columns)
    goes_on = game.struck if columns else ()
    fresh = Game(
        sheet=sheet,
        struck=goes_on if carried is None else carried.struck,
        round=started,
        number=len(sheet.columns) + 1,
        rulebook=event.rulebook,
        starter=started.on_turn,
        dealing=event.deal,
        watched=event.watched,
        viewpoint=game.viewpoint,
        accepted=game.accepted,
    )
    is_same_deal = game.fresh_round is not None and game.watched and event.watched
    if is_same_deal:
        fresh = replace(fresh, rack_areas=game.rack_areas, strays=game.strays, pins=game.pins)
    following = step.act(fresh)
    if carried is None:
        return following
    return replace(
        following,
        begun=step.number if game.fresh_round is None else game.begun,
        undo_from=carried.undo_from,
        viewpoint=carried.viewpoint,
        history=tuple(past for past in following.history if past.last_event >= carried.undo_from),
    )


def _first_turn(step: _Step, _: events.FirstTurn) -> Game:
    return step.act(replace(step.game, dealing=False))


def _racks_seen(step: _Step, event: events.RacksSeen) -> Game:
    game = step.game
    if event.are_tiles:
        pins = tuple(pin for pin in game.pins if pin not in game.strays)
        return replace(game, rack_areas=event.parts, pins=pins, strays=())
    return replace(game, rack_areas=event.parts, pins=(*game.pins, *event.strays), strays=(*game.strays, *event.strays))


def _redeal_claimed(step: _Step, event: events.RedealClaimed) -> Game:
    """A claim that is granted has all tiles mixed anew; with one that is not, the rack that was shown is known from here on."""
    game = step.game
    held = {} if event.granted else {**game.held, event.player: event.rack}
    claimed = replace(
        game,
        held=MappingProxyType(held),
        claim=Claim(event.player, event.granted, event.pairs, event.clause),
        dealing=game.dealing or event.granted,
        contradictions=event.contradictions,
    )
    return step.act(claimed)


def _turn_ended(step: _Step, event: events.TurnEnded) -> Game:
    ran = event.seconds if event.ran is None else event.ran
    press = Press(
        event.player,
        event.drew,
        event.seconds,
        event.face_up,
        step.number,
        called=event.called,
        ran=ran,
        passed=event.passed,
    )
    if event.unseen:
        ended = _standing(step.game, press, out=event.called)
    else:
        ended = replace(step.game, press=press, echo=False, unjudged=None)
    return step.act(replace(ended, waiting=False, dealing=False))


def _standing(game: Game, press: Press, *, out: bool) -> Game:
    """The game after a turn that stands without a verdict; `out` says whether the player went out with it."""
    before = game.round
    if before is None:
        raise ValueError("it ends a turn of no round")
    return replace(
        game,
        press=None,
        echo=False,
        judged=None,
        unjudged=Unjudged(press, before),
        round=before.after_unseen(press.drew, press.face_up, laid=press.is_said_to_lay, out=out),
        held=_without(game.held, press) if press.is_said_to_lay else game.held,
        contradictions=(),
    )


def _without(held: Held, press: Press) -> Held:
    """What is still known of the racks after a turn that laid tiles which nobody saw: nothing of that player's."""
    return MappingProxyType({player: tiles for player, tiles in held.items() if player != press.player})


def _press(step: _Step) -> Press:
    if step.game.press is None:
        raise ValueError("it is about a turn that nobody ended")
    return step.game.press


def _face_up_said(step: _Step, event: events.FaceUpSaid) -> Game:
    press = replace(_press(step), drew=event.drew, face_up=event.face_up)
    return step.act(replace(step.game, press=press))


def _table_kept(step: _Step, event: events.TableKept) -> Game:
    press = _press(step)
    return replace(step.game, press=replace(press, kept=(*press.kept, event.photos)))


def _judge_anyway(step: _Step, _: events.JudgeAnyway) -> Game:
    return step.act(replace(step.game, press=replace(_press(step), anyway=True)))


def _press_dropped(step: _Step, _: events.PressDropped) -> Game:
    """The game as it was before the press, except for what was said in between."""
    game = step.game
    past = game.past
    if past is not None and game.action == _press(step).event:
        return replace(_as_things_are(past, game), pins=game.pins, echo=True)
    return replace(game, press=None, echo=True)


def _verdict_given(step: _Step, event: events.VerdictGiven) -> Game:
    game, last = step.game, step.game.judged
    judged = _judged(step, event)
    is_asked_for = event.again or _unjudged(game, event) is not None
    if event.verdict.outcome is Outcome.UNDECIDED:
        known = None if last is None or event.replaces is None else last.resumes
        judged = replace(judged, resumes=known if _unjudged(game, event) is None else game.clock.running)
        pending = None if event.replaces is None else game.press
        doubted = replace(
            game, press=pending, judged=judged, round=judged.case.before, held=judged.case.held, waiting=False
        )
        return step.act(replace(doubted, unjudged=None)) if is_asked_for else doubted
    press, before, verdict = judged.case.press, judged.case.before, event.verdict
    if event.host is not None:
        before = with_room(before, press, verdict)
    after = round_after(before, press, verdict, event.after)
    stays = None if last is None or event.replaces is None else last.stays
    if verdict.outcome is Outcome.ILLEGAL and stays is not None:
        judged = replace(judged, stays=stays)
        after = _staying(judged, stays)
    was_over = game.round is not None and game.round.over
    decided = replace(
        game,
        press=None if event.replaces is None else game.press,
        judged=judged,
        round=after,
        held=still_held(judged.case.held, press, verdict),
        counting=None if was_over and not after.over else game.counting,
        contradictions=event.contradictions,
        pins=_known_after(game, judged, event),
        waiting=event.waits,
    )
    if (is_asked_for or event.host is not None) and not (last is not None and last.outdated):
        return step.act(replace(decided, unjudged=None))
    if event.replaces is not None and game.press is not None:
        return replace(decided, history=tuple(_with_late(past, decided, event) for past in game.history))
    return decided


def _with_late(past: Game, decided: Game, event: events.VerdictGiven) -> Game:
    """A game of the undo history with a verdict that came only after the next press: taking back that press leaves the verdict as it is."""
    judged = decided.judged
    if past.judged is None or judged is None or past.judged.event != event.replaces or past.press is not None:
        return past
    return replace(
        past,
        judged=judged,
        round=decided.round,
        held=decided.held,
        contradictions=decided.contradictions,
        pins=_known_after(past, judged, event),
    )


def _unjudged(game: Game, event: events.VerdictGiven) -> Unjudged | None:
    """The last turn, which no camera saw, where this verdict is on that turn; else None."""
    return game.unjudged if game.press is None and event.replaces is None else None


def _judged(step: _Step, event: events.VerdictGiven) -> Judged:
    return Judged(
        event=step.number,
        case=_case(step, event),
        photos=event.photos,
        verdict=event.verdict,
        questions=event.questions,
        note=event.note,
        host=event.host,
    )


def _case(step: _Step, event: events.VerdictGiven) -> Case:
    """The case that was judged: the turn that waits for its verdict, the last one, which no camera saw, or the last one once more."""
    game, last = step.game, step.game.judged
    if (unjudged := _unjudged(game, event)) is not None:
        return Case(unjudged.press, unjudged.round, event.reading, (), game.held, event.by_photo)
    if event.replaces is not None:
        if last is None or last.event != event.replaces:
            raise ValueError(f"it replaces verdict {event.replaces}, which is not the last")
        return replace(last.case, seen=event.reading, by_photo=event.by_photo)
    press = _press(step)
    if game.round is None:
        raise ValueError("it judges a turn of no round")
    pins, before = () if event.by_photo else game.pins, game.round
    if last is not None and event.last_left:
        before = with_left(before, event.before, last.case.press.player)
    return Case(press, before, event.reading, pins, game.held, event.by_photo)


def _known_after(game: Game, judged: Judged, event: events.VerdictGiven) -> Pins:
    """The pins after a verdict: after a legal turn every tile is known as it lies."""
    if event.by_photo:  # it shows the table from elsewhere
        return tuple(replace(pin, set=None) for pin in game.pins)
    lying = judged.case.known
    all_seen = [len(tiles) for tiles in lying.sets] == [len(tiles) for tiles in event.after]
    if event.verdict.outcome is not Outcome.LEGAL or not all_seen:
        known = judged.case.pins
    else:
        known = (*(pin for pin in judged.case.pins if pin.tile is None), *pins_of(lying, event.after))
    if event.replaces is None:
        return known
    since = tuple(replace(pin, set=None) for pin in game.pins)  # their sets are another table's
    return (*known, *(pin for pin in since if not any(pin.is_near(other) for other in known)))


def _tile_said(step: _Step, event: events.TileSaid) -> Game:
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


def _paused(step: _Step, _: events.Paused) -> Game:
    return replace(step.game, waiting=False)


def _resumed(step: _Step, event: events.Resumed) -> Game:
    """Where the table stays as it lies after an illegal turn, the game goes on from there."""
    game, judged = step.game, step.game.judged
    if event.table is None or judged is None:
        return _put_back(game) if game.waiting else game
    return replace(game, waiting=False, round=_staying(judged, event.table), judged=replace(judged, stays=event.table))


def _put_back(game: Game) -> Game:
    """The game once the table of an illegal turn is put back: where its tiles lay says nothing of those that come to lie there."""
    judged, current = game.judged, game.round
    gone: Counter[Tile] = Counter()
    if judged is not None and current is not None:
        lying = count_tiles(current.table)
        known = Counter(pin.tile for pin in game.pins if pin.tile is not None)
        gone = (count_tiles(judged.case.known.table()) - lying) & (known - lying)
    kept = []
    for pin in reversed(game.pins):  # the newest are those of the turn
        if pin.tile is not None and gone[pin.tile]:
            gone[pin.tile] -= 1
        else:
            kept.append(pin)
    return replace(game, waiting=False, pins=tuple(reversed(kept)))


def _staying(judged: Judged, table: Table) -> Round:
    """The round after an illegal turn whose table stays as it lies; what the player laid and left there is off the rack."""
    press = judged.case.press
    shown = round_after(judged.case.before, press, judged.verdict, judged.case.known.table(), shown=table)
    if not shown.table_known:
        return replace(shown, table=table, table_known=True)
    lying = (count_tiles(table) - count_tiles(shown.table)).total()
    counts = {**shown.counts, press.player: max(1, shown.counts[press.player] - lying)}
    return replace(shown, table=table, counts=MappingProxyType(counts))


def _round_ended(step: _Step, event: events.RoundEnded) -> Game:
    game, counting = step.game, step.game.counting
    ran = game.clock.running or game.is_over
    ended = Counting(event.winner, ran=ran) if counting is None else replace(counting, winner=event.winner)
    return step.act(replace(game, counting=ended, contradictions=event.contradictions))


def _still_holds(step: _Step, event: events.StillHolds) -> Game:
    """Takes back what was said about who has gone out; what was seen is taken back only where it named the same player.

    Whatever is said of that player's turn later, it has not emptied the rack.
    """
    game = step.game
    before, counting = game.round, game.counting
    if before is None:
        raise ValueError("it is about a rack of no round")
    following = before.with_tiles_left(event.player)
    counted = replace(counting, winner=following.winner) if counting is not None and following.over else None
    judged, unjudged = game.judged, game.unjudged
    if before.winner == event.player:
        if judged is not None:
            press, uncounted = replace(judged.case.press, called=False), replace(judged.case.before, counts_known=False)
            judged = replace(judged, case=replace(judged.case, press=press, before=uncounted))
        if unjudged is not None:
            unjudged = replace(unjudged, press=replace(unjudged.press, called=False))
    held = replace(game, round=following, counting=counted, contradictions=(), judged=judged, unjudged=unjudged)
    return step.act(replace(held, dealing=game.dealing and not step.mark.running))


def _pool_holds(step: _Step, event: events.PoolHolds) -> Game:
    """Puts tiles into the pool, and takes back the racks counted meanwhile, since they are played on with.

    Whatever is said of the last turn later, the pool was not empty before it either, and a player who was to draw has drawn.
    """
    game = step.game
    if game.round is None:
        raise ValueError("it is about the pool of no round")

    def refilled(press: Press, before: Round) -> tuple[Press, Round]:
        if press.passed:
            press = replace(press, drew=before.rulebook.play.draw, passed=False)
        return press, before.with_pool(event.tiles + press.drew)

    judged, unjudged = game.judged, game.unjudged
    if judged is not None:
        press, before = refilled(judged.case.press, judged.case.before)
        judged = replace(judged, case=replace(judged.case, press=press, before=before))
    if unjudged is not None:
        unjudged = Unjudged(*refilled(unjudged.press, unjudged.round))
    current = game.round.with_pool(event.tiles)
    return step.act(replace(game, round=current, counting=None, contradictions=(), judged=judged, unjudged=unjudged))


def _rack_counted(step: _Step, event: events.RackCounted) -> Game:
    game = step.game
    counting = None if game.round is None else so_far(game.counting, game.round)
    if counting is None:
        raise ValueError("it counts a rack of a round that is not over")
    rack = None if event.rack is None else rack_from_json(event.rack)
    counted = counting.with_rack(event.player, rack)
    return step.act(replace(game, counting=counted, contradictions=event.contradictions))


def _round_scored(step: _Step, event: events.RoundScored) -> Game:
    game = step.game
    if game.sheet is None:
        raise ValueError("it scores a round that never began")
    scored = replace(
        game,
        scored=True,
        sheet=game.sheet.add(event.column),
        press=None,
        counting=None,
        unjudged=None,
        contradictions=event.contradictions,
        waiting=False,
        dealing=False,
    )
    return step.act(scored)


def _score_amended(step: _Step, event: events.ScoreAmended) -> Game:
    game, sheet = step.game, step.game.sheet
    if sheet is None:
        raise ValueError("it amends a sheet that nobody began")
    amended = sheet.amended(event.round, event.player, event.points)
    struck = Struck(event.round, sheet.columns[event.round - 1].points, event.at, event.by)
    return step.act(replace(game, sheet=amended, struck=(*game.struck, struck)))


def _undone(step: _Step, event: events.Undone) -> Game:
    past = step.game.past
    if past is None or step.game.action != event.event:
        raise ValueError(f"it undoes event {event.event}, which is not the last action")
    clock = replace(step.game.clock, spent=step.mark.was, since=step.since)
    return replace(_as_things_are(past, step.game), future=replace(step.game, clock=clock))


def _redone(step: _Step, event: events.Redone) -> Game:
    if step.game.future is None or step.game.future.action != event.event:
        raise ValueError(f"it redoes event {event.event}, which was not the last to be undone")
    return _as_things_are(step.game.future, step.game)


def _as_things_are(other: Game, game: Game) -> Game:
    """The game `other`, undone or to be redone, with what undo and redo do not change: where the camera stands, and that a table was put back."""
    kept = replace(other, viewpoint=game.viewpoint)
    if other.accepted != game.accepted:
        kept = replace(kept, accepted=game.accepted, pins=(), rack_areas=game.rack_areas)
    before, judged = other.judged, game.judged
    if before is None or judged is None or not is_put_back_since(other, game):
        return kept
    if judged.stays is None:
        return _put_back(kept)
    return replace(
        kept, waiting=False, round=_staying(before, judged.stays), judged=replace(before, stays=judged.stays)
    )


def _game_closed(step: _Step, _: events.GameClosed) -> Game:
    """A new game, but for the camera and where the journal stands."""
    game = step.game
    fresh = Game(
        number=game.number,
        viewpoint=game.viewpoint,
        rack_areas=game.rack_areas,
        accepted=game.accepted,
        echo=game.echo,
        begun=game.begun,
        undo_from=game.undo_from,
    )
    return step.act(fresh)


def _camera_moved(step: _Step, event: events.CameraMoved) -> Game:
    return replace(step.game, viewpoint=event.viewpoint)


def _camera_accepted(step: _Step, event: events.CameraAccepted) -> Game:
    """Drops what was known of the table: nobody knows any more where it lies in the picture."""
    return replace(step.game, pins=(), rack_areas=event.parts, accepted=step.number)


def _camera_left(step: _Step, _: events.CameraLeft) -> Game:
    game, press = step.game, step.game.press
    left = game if press is None else _standing(game, press, out=press.called)
    return step.act(replace(left, watched=False, pins=(), rack_areas=()))


def _noted(step: _Step, _: Event) -> Game:
    return step.game


_APPLIED = cast(
    "Mapping[type[Event], Callable[[_Step, Event], Game]]",
    {
        events.RoundStarted: _round_started,
        events.FirstTurn: _first_turn,
        events.RacksSeen: _racks_seen,
        events.RedealClaimed: _redeal_claimed,
        events.TurnEnded: _turn_ended,
        events.FaceUpSaid: _face_up_said,
        events.TableKept: _table_kept,
        events.JudgeAnyway: _judge_anyway,
        events.PressDropped: _press_dropped,
        events.VerdictGiven: _verdict_given,
        events.QuestionAnswered: _tile_said,
        events.TileCorrected: _tile_said,
        events.TileAdded: _tile_said,
        events.Paused: _paused,
        events.Resumed: _resumed,
        events.RoundEnded: _round_ended,
        events.StillHolds: _still_holds,
        events.PoolHolds: _pool_holds,
        events.RackCounted: _rack_counted,
        events.RoundScored: _round_scored,
        events.ScoreAmended: _score_amended,
        events.Undone: _undone,
        events.Redone: _redone,
        events.AreaMarked: _noted,
        events.CameraMoved: _camera_moved,
        events.CameraAccepted: _camera_accepted,
        events.CameraLeft: _camera_left,
        events.NameForgotten: _noted,
        events.GameClosed: _game_closed,
    },
)
