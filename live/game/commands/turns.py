"""The turn: ending it, its clock, and what the host says about it."""

from __future__ import annotations

from enum import StrEnum

from live.game import events, host_word
from live.game.commands.move import Move, RefusedError
from live.game.commands.rounds import first_turn
from live.game.seen import SeenTable
from live.game.state import TURNS, Game, State
from referee.clock import TurnClock
from referee.faceup import FaceUp
from referee.round import Round
from referee.tiles import Tile
from referee.verdict import Outcome

TOO_SOON = 1.0
"""Seconds into a turn within which nobody can have drawn a tile, or laid any: a press that says so is an echo of the
last one."""


class Taken(StrEnum):
    """What a turn takes in the variant in which every turn takes a tile."""

    POOL = "pool"
    DISCARD = "discard"
    """The predecessor's last discard."""
    NOTHING = "nothing"
    """The pool is empty."""


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

    Where every turn takes and discards a tile, `say_face_up` must say which before there is a verdict. A first turn
    that nobody began is begun and ended by this: its time is not known. Where no camera looks at the table, the turn
    stands and the next one begins.

    Args:
        game: as it stands.
        now: the present moment.
        drew: whether the turn drew from the pool instead of laying.
        turn: the turn that the page showed.
        took_open: the open tile of the last stack, if the player took it to go out.
        called: whether the player calls "Rummikub", having laid the last tile.
    """
    current = _round_to_end_turn_in(game, turn)
    if _is_echo(game, current, now, drew=drew):
        raise RefusedError("this turn has only just begun: press again if it is over", "too-soon")
    if took_open is not None:
        _check_open(current)
    book = current.rulebook
    if not game.watched:
        return _end_unseen(game, now, current, drew=drew, took_open=took_open, called=called)
    asked = book.discard.played
    event = events.TurnEnded(
        player=current.on_turn,
        drew=min(book.play.draw, current.pool) if drew and not asked else 0,
        seconds=round(game.clock.elapsed(now), 3),
        face_up=None if asked else FaceUp(took_open=took_open),
        called=called,
        ran=None if game.clock.since is None else round(now - game.clock.since, 3),
        passed=drew and not current.pool,
    )
    return Move(event, game.clock.pause(now))


def _round_to_end_turn_in(game: Game, turn: int | None) -> Round:
    """The round, where a turn of it can be ended, the one with that number where the page showed one.

    Raises:
        RefusedError: none can, or that one has been ended.
    """
    current = game.round
    is_ended = game.state in {State.READING, State.QUESTION}
    if turn is not None and current is not None and (turn != current.turns or is_ended):
        raise RefusedError("that turn has already been ended", "already")
    if game.state is State.PAUSED:
        raise RefusedError("the clock is paused: go on first", "paused")
    if game.state is State.RESTORE:
        raise RefusedError("the table of the last turn is still to be put back: say when it is", "restore")
    if game.state not in {State.TURN, State.DEAL} or current is None:
        raise RefusedError("there is no turn to end", "no-turn")
    return current


def _is_echo(game: Game, current: Round, now: float, *, drew: bool) -> bool:
    """Whether a press repeats the one that has just ended the turn before.

    Where a camera looks at the table, it tells whether anything was laid since; then only a draw is taken for an echo.
    """
    if not current.turns or (game.watched and not drew) or game.clock.elapsed(now) >= TOO_SOON:
        return False
    last = game.unjudged.press if game.unjudged is not None else game.judged.case.press if game.judged else None
    return last is not None and last.is_said_to_lay is not drew


def _end_unseen(game: Game, now: float, current: Round, *, drew: bool, took_open: Tile | None, called: bool) -> Move:
    """Ends a turn at which no camera looks: it stands without a verdict, and the next one begins."""
    drawn = min(current.rulebook.play.draw, current.pool) if drew else 0
    face_up = None if current.rulebook.discard.played else FaceUp(took_open=took_open)
    called = called or took_open is not None
    following = current.after_unseen(drawn, face_up, laid=not drew, out=called)
    seconds = round(game.clock.elapsed(now), 3)
    passed = drew and not current.pool
    event = events.TurnEnded(current.on_turn, drawn, seconds, face_up, called=called, unseen=True, passed=passed)
    return Move(event, clock_after(game.clock, now, over=following.over, waits=False))


def leave_camera(game: Game, now: float) -> Move:
    """Goes on without a camera: a turn that waits for its verdict stands without one, and so do those that follow."""
    current, press = game.round, game.press
    if not game.watched or current is None or game.state in {State.OVER, State.SCORED}:
        raise RefusedError("no camera is looked through", "stale")
    if press is None:
        return Move(events.CameraLeft(), game.clock)
    following = current.after_unseen(press.drew, press.face_up, laid=press.is_said_to_lay, out=press.called)
    return Move(events.CameraLeft(), clock_after(game.clock, now, over=following.over, waits=False))


def say_face_up(game: Game, now: float, took: Taken, discarded: Tile | None, took_open: Tile | None = None) -> Move:
    """Records what the turn that was ended took, and which tile it discarded; then the verdict can follow."""
    del now
    if game.press is None or game.press.face_up is not None or game.round is None:
        raise RefusedError("nobody asks about tiles beside the table", "stale")
    if took is Taken.DISCARD and game.round.offered is None:
        raise RefusedError("there is no discard to take", "no-discard")
    if took is Taken.POOL and game.round.pool < 1 + (took_open is not None):  # the open tile may be its last
        raise RefusedError("the pool is empty", "pool-empty")
    if took_open is not None:
        _check_open(game.round)
    face_up = FaceUp(discarded, game.round.offered if took is Taken.DISCARD else None, took_open)
    return Move(events.FaceUpSaid(int(took is Taken.POOL), face_up), game.clock)


def _check_open(current: Round) -> None:
    if not current.rulebook.open_tile.played:
        raise RefusedError(f"{current.rulebook.title}: no tile lies open")
    if not current.pool:
        raise RefusedError("the pool is empty", "pool-empty")


def judge_anyway(game: Game, now: float) -> Move:
    """Has the turn that was ended judged by the table as it is seen now, whatever seems to hide it."""
    del now
    if game.press is None:
        raise RefusedError("no turn waits for its verdict", "stale")
    if game.press.face_up is None:
        raise face_up_unsaid()
    return Move(events.JudgeAnyway(), game.clock)


def rule(game: Game, now: float, outcome: Outcome, reason: str, seen: SeenTable | None) -> Move:
    """Records the host's decision on a turn that waits for its verdict, or for an answer.

    Args:
        game: as it stands.
        now: the present moment.
        outcome: legal or illegal.
        reason: the host's reason, for the record.
        seen: the table as last seen, for a turn that waits for its verdict.
    """
    if game.state not in {State.READING, State.QUESTION}:
        raise RefusedError("no turn waits for a word", "stale")
    check_word(outcome, reason)
    if game.press is not None and game.press.face_up is None:
        raise face_up_unsaid()
    said = host_word.decide_open_turn(game, outcome, reason.strip(), seen)
    if said is None:
        raise RefusedError(
            "no table has been seen yet: undo the press, and pause until the camera sees it", "none-seen"
        )
    event, following = said
    return Move(event, clock_once_decided(game, now, over=game.is_over_after(following), waits=event.waits))


def face_up_unsaid() -> RefusedError:
    """The refusal of a command for which somebody must first say what was taken and discarded."""
    return RefusedError("say first what was taken and discarded", "settling")


def check_word(outcome: Outcome, reason: str) -> None:
    """Raises `RefusedError` for a decision of the host that has no reason, or leaves the turn undecided."""
    if not reason.strip():
        raise RefusedError("say why, in a few words: it is kept with the turn", "no-reason")
    if outcome is Outcome.UNDECIDED:
        raise RefusedError("a turn counts as legal or as illegal")


def clock_once_decided(game: Game, now: float, *, over: bool, waits: bool) -> TurnClock:
    """The clock once the turn that waits, or is in question, is decided.

    It is that of the next turn, which may have begun before the question.
    """
    resumes = None if game.judged is None or not game.asking else game.judged.resumes
    if resumes is None or over or waits:
        return clock_after(game.clock, now, over=over, waits=waits)
    return game.clock.resume(now) if resumes else game.clock


def clock_after(clock: TurnClock, now: float, *, over: bool, waits: bool) -> TurnClock:
    """The clock of the turn that follows a verdict.

    It is stopped where the round is `over`, or the table `waits` to be put back.
    """
    following = clock.start(now)
    return following.pause(now) if over or waits else following


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
        anyway: whether to go on although the table does not lie as it did before the illegal turn: then it stays as it
            lies, and where no camera shows it, as it was seen when the turn was judged.
    """
    if game.state is State.DEAL:
        return first_turn(game, now)
    if game.state not in TURNS:
        raise RefusedError("there is no turn to go on with", "no-turn")
    differs = game.state is State.RESTORE and seen is not None and not game.lies_as_before(seen)
    if differs and not anyway:
        raise RefusedError("the table does not lie as it did: put it back, or go on as it lies", "not-restored")
    table = seen.table() if differs and seen is not None else None
    if anyway and seen is None and game.state is State.RESTORE and game.judged is not None:
        table = game.judged.case.known.table()
    restored = game.state is State.RESTORE and seen is not None and not differs
    return Move(events.Resumed(restored, table), game.clock.resume(now))
