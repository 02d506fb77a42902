"""A turn is ended, and what is said of it until its verdict."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

from live.game.case import Press
from live.game.event import Event, Move, RefusedError, Step
from live.game.pausing import clock_after
from live.game.phases import Playing, Reading, Unjudged, going_on
from live.game.state import Game, State
from referee.faceup import NOTHING, FaceUp
from referee.round import Round
from referee.tiles import Tile, TileSet

TOO_SOON = 1.0
"""Seconds into a turn within which nobody can have drawn a tile, or laid any: a press that says so is an echo of the
last one."""


@dataclass(frozen=True)
class TurnEnded(Event):
    """Somebody pressed the button that ends a turn."""

    kind = "turn-ended"
    player: str
    drew: int
    seconds: float
    """How long the turn took."""
    face_up: FaceUp | None = NOTHING
    """What the turn did with tiles that lie face up; None until somebody has said so."""
    called: bool = False
    """Whether the player called "Rummikub" when pressing."""
    ran: float | None = None
    """Seconds that the clock had run since it was last started; None where nobody noted it."""
    unseen: bool = False
    """Whether no camera saw the turn: then it stands without a verdict."""
    passed: bool = False
    """Whether the player was to draw, and the pool held nothing to draw."""

    def apply(self, step: Step) -> Game:
        """A turn is ended: it waits for its verdict, or, where no camera sees it, stands without one."""
        ran = self.seconds if self.ran is None else self.ran
        press = Press(
            self.player,
            self.drew,
            self.seconds,
            self.face_up,
            step.number,
            called=self.called,
            ran=ran,
            passed=self.passed,
        )
        if self.unseen:
            ended = standing(step.game, press, out=self.called)
        else:
            ended = replace(step.game, phase=Reading(press), echo=False)
        if ended.judged is not None:  # what came late was told with the turn that follows
            ended = ended.with_last(replace(ended.judged, late=False))
        return step.act(ended)


@dataclass(frozen=True)
class FaceUpSaid(Event):
    """A person said what the turn that was ended did with tiles that lie face up."""

    kind = "face-up-said"
    drew: int
    face_up: FaceUp

    def apply(self, step: Step) -> Game:
        """What the turn took and discarded, where every turn does both."""
        press = replace(press_of(step), drew=self.drew, face_up=self.face_up)
        return step.act(replace(step.game, phase=Reading(press)))


@dataclass(frozen=True)
class TableKept(Event):
    """Photos of the table after the press are on the disk, before anybody has read them.

    A verdict can be drawn even after a power cut.
    """

    kind = "table-kept"
    photos: tuple[str, ...]

    def apply(self, step: Step) -> Game:
        """Photos of the table after the press are safe: after a restart the turn is judged by them."""
        press = press_of(step)
        return replace(step.game, phase=Reading(replace(press, kept=(*press.kept, self.photos))))


@dataclass(frozen=True)
class JudgeAnyway(Event):
    """A person said that the table can be judged as it is seen now, whatever seems to hide it."""

    kind = "judge-anyway"

    def apply(self, step: Step) -> Game:
        """The turn is to be judged by the table as it is seen, whatever hides it."""
        return step.act(replace(step.game, phase=Reading(replace(press_of(step), anyway=True))))


@dataclass(frozen=True)
class WhoseSaid(Event):
    """A person said what the next player laid of what came while both hands may have been over the table."""

    kind = "whose-said"
    player: str
    """The next player."""
    tiles: TileSet
    """None for nothing of it."""

    def apply(self, step: Step) -> Game:
        """The turn is to be judged by that."""
        return step.act(replace(step.game, phase=Reading(replace(press_of(step), next_laid=self.tiles))))


def standing(game: Game, press: Press, *, out: bool) -> Game:
    """The game after a turn that stands without a verdict; `out` says whether the player went out with it."""
    before = game.round
    if before is None:
        raise ValueError("it ends a turn of no round")
    following = before.timed(press.seconds).after_unseen(press.drew, press.face_up, laid=press.is_said_to_lay, out=out)
    held = MappingProxyType({name: tiles for name, tiles in game.held.items() if name != press.player})
    return replace(
        game.with_next(Unjudged(press, before)),
        phase=going_on(following, Playing()),
        echo=False,
        round=following,
        held=held if press.is_said_to_lay else game.held,
        contradictions=(),
    )


def press_of(step: Step) -> Press:
    """The press that waits for its verdict.

    Raises:
        ValueError: none waits.
    """
    if step.game.press is None:
        raise ValueError("it is about a turn that nobody ended")
    return step.game.press


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

    The turn `drew` from the pool instead of laying, or `took_open`, the open tile of the last stack, to go out; its player
    `called` "Rummikub", having laid the last tile. `turn` is the one that the page showed.
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
    event = TurnEnded(
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
    return game.last is not None and game.last.press.is_said_to_lay is not drew


def _end_unseen(game: Game, now: float, current: Round, *, drew: bool, took_open: Tile | None, called: bool) -> Move:
    """Ends a turn at which no camera looks: it stands without a verdict, and the next one begins."""
    drawn = min(current.rulebook.play.draw, current.pool) if drew else 0
    face_up = None if current.rulebook.discard.played else FaceUp(took_open=took_open)
    called = called or took_open is not None
    following = current.after_unseen(drawn, face_up, laid=not drew, out=called)
    seconds = round(game.clock.elapsed(now), 3)
    passed = drew and not current.pool
    event = TurnEnded(current.on_turn, drawn, seconds, face_up, called=called, unseen=True, passed=passed)
    return Move(event, clock_after(game.clock, now, stops=following.over))


def say_face_up(game: Game, _now: float, took: Taken, discarded: Tile | None, took_open: Tile | None = None) -> Move:
    """Records what the turn that was ended took, and which tile it discarded; then the verdict can follow."""
    if game.press is None or game.press.face_up is not None or game.round is None:
        raise RefusedError("nobody asks about tiles beside the table", "stale")
    if took is Taken.DISCARD and game.round.offered is None:
        raise RefusedError("there is no discard to take", "no-discard")
    if took is Taken.POOL and game.round.pool < 1 + (took_open is not None):  # the open tile may be its last
        raise RefusedError("the pool is empty", "pool-empty")
    if took_open is not None:
        _check_open(game.round)
    face_up = FaceUp(discarded, game.round.offered if took is Taken.DISCARD else None, took_open)
    return Move(FaceUpSaid(int(took is Taken.POOL), face_up), game.clock)


def _check_open(current: Round) -> None:
    if not current.rulebook.open_tile.played:
        raise RefusedError(f"{current.rulebook.title}: no tile lies open")
    if not current.pool:
        raise RefusedError("the pool is empty", "pool-empty")


def judge_anyway(game: Game, _now: float) -> Move:
    """Has the turn that was ended judged by the table as it is seen now, whatever seems to hide it."""
    if game.press is None:
        raise RefusedError("no turn waits for its verdict", "stale")
    if game.press.face_up is None:
        raise face_up_unsaid()
    return Move(JudgeAnyway(), game.clock)


def say_whose(game: Game, now: float, tiles: TileSet, player: str, offered: Collection[TileSet]) -> Move:
    """Records that the next player laid these tiles, or none; what is offered is none where nobody asks."""
    del now
    if game.press is None or not offered:
        raise RefusedError("nobody asks whose tiles are", "stale")
    if tiles and tiles not in offered:
        raise RefusedError(f"{player} cannot have laid that alone")
    return Move(WhoseSaid(player, tiles), game.clock)


def face_up_unsaid() -> RefusedError:
    """The refusal of a command for which somebody must first say what was taken and discarded."""
    return RefusedError("say first what was taken and discarded", "settling")
