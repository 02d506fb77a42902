"""What people at the table can do: each command takes the game and the time to what then happens, or refuses.

Pure: `live.table.LiveTable.do` writes what a command gives down and lets it happen. Every command raises `RefusedError` in a state that
does not take it, and another `referee.errors.UserError` where what was entered cannot be.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import NamedTuple

from live import events
from live.events import Event
from live.game import TURNS, Game, Judged, State
from live.judging import by_word
from live.seen import Pin, SeenTable, SeenTile, pin_of
from referee import rulebook
from referee.clock import TurnClock
from referee.conservation import Contradiction, ContradictionKind, Seen, contradictions
from referee.deal import claim_redeal as judge_claim
from referee.deal import who_begins
from referee.errors import UserError
from referee.faceup import FaceUp
from referee.round import Round
from referee.score import Rack, score_round
from referee.tiles import Tile, TileSet, format_tiles
from referee.verdict import Outcome

TOO_SOON = 1.0
"""Seconds into a turn within which nobody can have drawn a tile: a press that says so is the last one's echo."""


class Taken(StrEnum):
    """What a turn takes in the variant in which every turn takes a tile."""

    POOL = "pool"
    DISCARD = "discard"
    """The predecessor's last discard."""
    NOTHING = "nothing"
    """The pool is empty."""


class RefusedError(UserError):
    """A press that makes no sense now."""


class Move(NamedTuple):
    """What a command lets happen."""

    event: Event
    clock: TurnClock
    """The turn clock after it."""


def start_round(
    game: Game,
    now: float,
    players: Sequence[str],
    rulebook_name: str,
    *,
    first: str | None = None,
    new_game: bool = False,
    deal: bool = True,
) -> Move:
    """Begins a round; `players` clockwise, the first of them begins unless `first` is given.

    With `deal`, no clock runs until `first_turn`; without it the first turn begins at once.
    """
    del game
    names = tuple(name.strip() for name in players)
    book = rulebook.load(rulebook_name)
    Round.start(names, book, first)
    clock = TurnClock(book.turn_seconds)
    event = events.RoundStarted(names, rulebook_name, first, new_game, deal)
    return Move(event, clock if deal else clock.start(now))


def first_turn(game: Game, now: float) -> Move:
    """The tiles are dealt: the first turn begins."""
    if game.state is not State.DEAL:
        raise RefusedError("the first turn has begun already", "already")
    return Move(events.FirstTurn(), game.clock.start(now))


def begin_with(game: Game, now: float, player: str) -> Move:
    """Lets `player` begin the round instead, as long as nobody has taken a turn."""
    state = _fresh(game)
    return start_round(game, now, state.players, game.rulebook, first=player, deal=game.dealing)


def draw_for_start(game: Game, now: float, drawn: Mapping[str, Tile]) -> Move:
    """Lets the player begin who drew the highest tile; those who drew the same draw again."""
    state = _fresh(game)
    _check_players(drawn, state)
    highest = who_begins(drawn, state.rulebook)
    if len(highest) > 1:
        line = f"{' and '.join(highest)} draw again: they drew the same number, or a joker"
        raise RefusedError(line, "again", names=list(highest))
    return begin_with(game, now, highest[0])


def _fresh(game: Game) -> Round:
    if game.fresh_round is None:
        raise RefusedError("somebody has taken a turn already", "no-turn")
    return game.fresh_round


def claim_redeal(game: Game, now: float, player: str, rack: TileSet) -> Move:
    """Checks whether `player`, with the tiles `rack` just dealt, may have all tiles mixed anew."""
    state = game.fresh_round
    if state is None:
        raise RefusedError("new tiles can be claimed before the first turn only", "no-claim")
    _check_players([player], state)
    book = state.rulebook
    if not book.redeal.allowed:
        raise RefusedError(f"{book.title} does not provide it", "no-redeal")
    claim = judge_claim(rack, book)
    if wrong := contradictions(state, Seen(racks={player: rack})):
        raise RefusedError(f"{wrong[0].message}: look at the tiles again", "claim-tiles")
    found = contradictions(state, Seen(racks={player: rack}, drawn={} if claim.granted else game.held))
    event = events.RedealClaimed(
        player, rack, claim.granted, claim.pairs, claim.clause, tuple(one.to_json() for one in found)
    )
    clock = game.clock.start(now)  # checking it takes nobody's time
    return Move(event, clock.pause(now) if claim.granted or not game.clock.running else clock)


def end_turn(
    game: Game,
    now: float,
    *,
    drew: bool = False,
    turn: int | None = None,
    took_open: Tile | None = None,
    called: bool = False,
) -> Move:
    """Ends the turn; the verdict follows as soon as the table has been seen to lie still after the press.

    Where every turn takes and discards a tile, `say_face_up` must say which before there is a verdict. A first turn that nobody
    began is begun and ended by this: its time is not known.

    Args:
        game: as it stands.
        now: the present moment.
        drew: whether the turn drew from the pool instead of laying.
        turn: the turn that the page showed.
        took_open: the open tile of the last stack, if the player took it to go out.
        called: whether the player calls "Rummikub", having laid the last tile.
    """
    state = game.round
    if turn is not None and state is not None and turn != state.turns:
        raise RefusedError("that turn has already been ended", "already")
    if game.state is State.PAUSED:
        raise RefusedError("the clock is paused: go on first", "paused")
    if game.state is State.RESTORE:
        raise RefusedError("the table of the last turn is still to be put back: say when it is", "restore")
    if game.state not in {State.TURN, State.DEAL} or state is None:
        raise RefusedError("there is no turn to end", "no-turn")
    if (
        drew
        and state.turns
        and game.clock.elapsed(now) < TOO_SOON
        and game.judged is not None
        and game.judged.press.drew
    ):
        raise RefusedError("this turn has only just begun: press again if a tile was drawn", "too-soon")
    if took_open is not None:
        _check_open(state)
    book = state.rulebook
    asked = book.discard.played
    event = events.TurnEnded(
        player=state.on_turn,
        drew=min(book.play.draw, state.pool) if drew and not asked else 0,
        seconds=round(game.clock.elapsed(now), 3),
        face_up=None if asked else FaceUp(took_open=took_open),
        called=called,
        ran=None if game.clock.since is None else round(now - game.clock.since, 3),
    )
    return Move(event, game.clock.pause(now))


def say_face_up(game: Game, now: float, took: Taken, discarded: Tile | None, took_open: Tile | None = None) -> Move:
    """Says what the turn that was ended took, and which tile it discarded; then the verdict can follow."""
    del now
    if game.press is None or game.press.face_up is not None or game.round is None:
        raise RefusedError("nobody asks about tiles beside the table", "stale")
    if took is Taken.DISCARD and game.round.offered is None:
        raise RefusedError("there is no discard to take", "no-discard")
    if took is Taken.POOL and not game.round.pool:
        raise RefusedError("the pool is empty", "pool-empty")
    if took_open is not None:
        _check_open(game.round)
    face_up = FaceUp(discarded, game.round.offered if took is Taken.DISCARD else None, took_open)
    return Move(events.FaceUpSaid(int(took is Taken.POOL), face_up), game.clock)


def _check_open(state: Round) -> None:
    if not state.rulebook.open_tile.played:
        raise RefusedError(f"{state.rulebook.title}: no tile lies open")
    if not state.pool:
        raise RefusedError("the pool is empty", "pool-empty")


def judge_anyway(game: Game, now: float) -> Move:
    """Says that nothing is hidden: the turn that was ended is judged as the table is seen now."""
    del now
    if game.press is None:
        raise RefusedError("no turn waits for its verdict", "stale")
    if game.press.face_up is None:
        raise RefusedError("say first what was taken and discarded", "settling")
    return Move(events.JudgeAnyway(), game.clock)


def rule(game: Game, now: float, outcome: Outcome, reason: str, seen: SeenTable | None, *, program: str = "") -> Move:
    """Lets the host say how a turn counts that waits for its verdict, or for an answer.

    Args:
        game: as it stands.
        now: the present moment.
        outcome: legal or illegal.
        reason: the host's, for the record.
        seen: the table as last seen, for a turn that waits for its verdict.
        program: the version, kept with every verdict.
    """
    if game.state not in {State.READING, State.QUESTION}:
        raise RefusedError("no turn waits for a word", "stale")
    if not reason.strip():
        raise RefusedError("say why, in a few words: it is kept with the turn", "no-reason")
    if outcome is Outcome.UNDECIDED:
        raise RefusedError("a turn counts as legal or as illegal")
    said = by_word(game, outcome, reason.strip(), seen, program)
    if said is None:
        raise RefusedError(
            "no table has been seen yet: undo the press, and pause until the camera sees it", "none-seen"
        )
    event, following = said
    return Move(event, clock_after(game.clock, now, over=following.over, waits=event.waits))


def clock_after(clock: TurnClock, now: float, *, over: bool, waits: bool) -> TurnClock:
    """The clock of the turn that follows a verdict; it stands where the round is `over`, or the table `waits` to be put back."""
    following = clock.start(now)
    return following.pause(now) if over or waits else following


def undo(game: Game, now: float, event: int | None = None) -> Move:
    """Undoes the last action; `event` is the one that the page showed."""
    if game.past is None or game.action is None:
        raise RefusedError("there is nothing to undo", "nothing")
    if event is not None and event != game.action:
        raise RefusedError("the table has moved on since", "stale")
    return Move(events.Undone(game.action), _clock_of(game.past, game, now))


def redo(game: Game, now: float, event: int | None = None) -> Move:
    """Lets the action hold again that was undone last; `event` is the one that the page showed."""
    if game.future is None or game.future.action is None:
        raise RefusedError("there is nothing to redo", "nothing")
    if event is not None and event != game.future.action:
        raise RefusedError("the table has moved on since", "stale")
    return Move(events.Redone(game.future.action), _clock_of(game.future, game, now))


def _clock_of(other: Game, game: Game, now: float) -> TurnClock:
    """The clock with which `other` goes on, coming from `game`; within one turn it is the same clock."""
    same_turn = game.round is not None and other.round is not None and game.round.turns == other.round.turns
    going_on = {game.state, other.state} <= {State.TURN, State.PAUSED}
    if same_turn and going_on and game.claim is other.claim:
        return game.clock
    return TurnClock(other.limit, other.clock.spent, now if other.clock.running else None)


def correct(
    game: Game,
    now: float,
    corners: Sequence[tuple[float, float]],
    tile: Tile | None,
    seen: SeenTable | None,
    verdict: int | None = None,
) -> Move:
    """Says what the tile with these corners is, None for no tile at all.

    Args:
        game: as it stands.
        now: the present moment.
        corners: of the tile, pixels of the photo it was shown in.
        tile: what it is.
        seen: the table as last seen.
        verdict: the verdict it was shown with; None for the table as last seen.
    """
    del now
    judged = game.judged
    if verdict is not None:
        if judged is None or judged.event != verdict:
            raise RefusedError("the table has moved on since", "stale")
        known = judged.known
        return _said(events.TileCorrected, game, pin_of(known, _nearest(known, corners), tile), judged)
    if seen is None:
        raise RefusedError("no table has been seen yet", "stale")
    found = _nearest(seen, corners)
    same = judged is not None and any(
        Pin.at(found, seen.width, None).covers(other, judged.seen.width) for other in judged.known.tiles
    )
    return _said(events.TileCorrected, game, pin_of(seen, found, tile), judged if same else None)


def add(game: Game, now: float, x: float, y: float, tile: Tile, seen: SeenTable | None) -> Move:
    """Says that `tile` lies at this point, in pixels of the table as last `seen`, where no tile was read.

    It is taken to lie as the nearest tile lies, and to lie there until that one is moved or a tile is read in its place.
    """
    judged = game.judged
    nearest = None if seen is None else seen.nearest(x, y)
    if seen is None or nearest is None:
        raise RefusedError("no tile is read that would show how tiles lie: move the camera nearer", "none-read")
    if nearest.has(x, y):
        return correct(game, now, nearest.corners, tile, seen)
    dx, dy = x - nearest.middle[0], y - nearest.middle[1]
    placed = replace(nearest, corners=tuple((a + dx, b + dy) for a, b in nearest.corners), by_hand=True)
    pin = pin_of(seen, placed, tile)
    same = judged is not None and pin.adds_to(judged.known) is not None
    return _said(events.TileAdded, game, pin, judged if same else None)


def answer(game: Game, now: float, set_index: int, place: int, tile: Tile | None, verdict: int | None = None) -> Move:
    """Answers the question what the tile at this place of the undecided turn is."""
    del now
    judged = game.judged
    if judged is None or game.state is not State.QUESTION or (verdict is not None and judged.event != verdict):
        raise RefusedError("the table has moved on since", "stale")
    if (set_index, place) not in judged.questions:
        raise RefusedError("that tile is not in question", "stale")
    pin = pin_of(judged.known, judged.known.sets[set_index][place], tile)
    return _said(events.QuestionAnswered, game, pin, judged)


def _said(kind: type[events.TileSaid], game: Game, pin: Pin, judged: Judged | None) -> Move:
    return Move(kind(pin, None if judged is None else judged.event), game.clock)


def _nearest(seen: SeenTable, corners: Sequence[tuple[float, float]]) -> SeenTile:
    """The tile of `seen` whose middle is nearest to the middle of `corners`."""
    x = sum(corner[0] for corner in corners) / len(corners)
    y = sum(corner[1] for corner in corners) / len(corners)
    nearest = seen.nearest(x, y)
    if nearest is None:
        raise RefusedError("there is no tile there any more", "stale")
    return nearest


def pause(game: Game, now: float) -> Move:
    """Stops the turn clock."""
    if game.state not in {State.TURN, State.PAUSED}:
        raise RefusedError("there is no turn to pause", "no-turn")
    return Move(events.Paused(), game.clock.pause(now))


def resume(game: Game, now: float, seen: SeenTable | None = None, *, anyway: bool = False) -> Move:
    """Goes on: with the first turn, after a pause, or once the table of an illegal turn is put back.

    Args:
        game: as it stands.
        now: the present moment.
        seen: the table as it is seen to lie still now; None where it is not.
        anyway: whether to go on although the table does not lie as it did before the illegal turn: then it stays as it lies.
    """
    if game.state is State.DEAL:
        return first_turn(game, now)
    if game.state not in TURNS:
        raise RefusedError("there is no turn to go on with", "no-turn")
    differs = game.state is State.RESTORE and seen is not None and not game.lies_as_before(seen)
    if differs and not anyway:
        raise RefusedError("the table does not lie as it did: put it back, or go on as it lies", "not-restored")
    table = seen.table() if differs and seen is not None else None
    restored = game.state is State.RESTORE and seen is not None and not differs
    return Move(events.Resumed(restored, table), game.clock.resume(now))


def score(game: Game, now: float, racks: Mapping[str, Rack], winner: str | None, *, blocked: bool = False) -> Move:
    """Ends the round and writes its column.

    Args:
        game: as it stands.
        now: the present moment.
        racks: what each player has left who has not gone out.
        winner: who went out; None where nobody could. Of a `blocked` round, whom players on level racks agreed on.
        blocked: whether nobody could go out; True as well where there is no winner.
    """
    state = game.round
    if game.state in {State.SETUP, State.SCORED} or state is None:
        raise RefusedError("no round is being played", "no-turn")
    if game.state is State.READING:
        raise RefusedError("the last turn is still being read", "settling")
    _check_players([*racks, *([] if winner is None else [winner])], state)
    blocked = blocked or winner is None
    missing = [name for name in state.players if name not in racks and (blocked or name != winner)]
    if missing:
        line = f"{missing[0]}'s rack is missing: give its points or its tiles"
        raise RefusedError(line, "rack-missing", name=missing[0])
    by_hand = not blocked and state.winner == winner and state.points_factor > 1
    column = score_round(racks, state.rulebook, winner, blocked=blocked, by_hand=by_hand)
    kept = {name: rack if isinstance(rack, int) else format_tiles(rack) for name, rack in racks.items()}
    found = _contradictions_of_racks(game, racks, winner)
    return Move(
        events.RoundScored(column, kept, tuple(one.to_json() for one in found)),
        game.clock.pause(now),
    )


def _contradictions_of_racks(game: Game, racks: Mapping[str, Rack], winner: str | None) -> tuple[Contradiction, ...]:
    """What cannot be, with the racks that were counted and everything seen before.

    A rack given as points tells no tiles. Of a round without a turn, nobody followed how many tiles a rack holds.
    """
    state = game.round
    if state is None:
        return ()
    told = {name: tuple(rack) for name, rack in racks.items() if not isinstance(rack, int)}
    if winner is not None and winner not in racks:
        told[winner] = ()
    found = contradictions(state, Seen(racks=told, drawn=game.held))
    return tuple(one for one in found if state.turns or one.kind is not ContradictionKind.RACK_COUNT)


def next_round(game: Game, now: float, *, deal: bool = True) -> Move:
    """Begins the next round with the same players and rulebook; the next seat begins."""
    if game.state is not State.SCORED or game.round is None or game.sheet is None:
        raise RefusedError("the round is not over yet", "no-turn")
    players = game.round.players
    first = players[len(game.sheet.columns) % len(players)]
    return start_round(game, now, players, game.rulebook, first=first, deal=deal)


def close_game(game: Game, now: float) -> Move:
    """Goes back to setting the table, with a new score sheet."""
    del now
    if game.state is State.SETUP:
        raise RefusedError("the table is being set already", "nothing")
    return Move(events.GameClosed(), TurnClock())


def mark_area(game: Game, now: float, area: Sequence[tuple[float, float]] | None) -> Move:
    """Marks the play area, corners as fractions of the picture in order around it; None for the whole picture."""
    del now
    return Move(events.AreaMarked(None if area is None else [list(point) for point in area]), game.clock)


def _check_players(names: Iterable[str], state: Round) -> None:
    """Refuses a name that is no player's."""
    for name in names:
        if name not in state.players:
            raise RefusedError(f"{name} does not play")
