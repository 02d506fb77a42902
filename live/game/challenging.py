"""A player challenges the verdict on a turn: it is read again from its clip, and judged by the same judge.

Only whose turn was called illegal does so, and the clip clears the turn or leaves the verdict as it is: a challenge charges nobody.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from live.game.case import Case
from live.game.event import Event, Move, RefusedError, Step, check_not_put_back
from live.game.giving import check_last
from live.game.judging import judge_in_doubt
from live.game.phases import Judged
from live.game.seen import SeenTable
from live.game.state import Challenge, Deed, Game
from referee.verdict import Outcome


@dataclass(frozen=True)
class TurnChallenged(Event):
    """A player challenged the verdict on the last turn, which was read again from its clip."""

    kind = "turn-challenged"
    player: str
    press: int
    """The event that ended the turn."""
    found: Outcome
    """What the turn is by the clip."""
    reading: SeenTable
    """The table as the clip shows it."""
    photos: tuple[str, ...]
    """The frames of the clip that were read."""

    def apply(self, step: Step) -> Game:
        """A turn that the clip clears is to be judged by it; else the player has a challenge less."""
        game, judged = step.game, step.game.judged
        if judged is None or judged.press.event != self.press:
            raise ValueError(f"the turn of event {self.press} is not the last")
        told = Challenge(step.number, self.press, self.player, self.found)
        game = replace(game, challenges=(*game.challenges, told))
        if self.found is Outcome.LEGAL:
            case = replace(judged.case, seen=self.reading)
            game = game.with_last(replace(judged, case=case, photos=self.photos, outdated=True))
        return step.act(game)

    def deed(self, game: Game) -> Deed:
        """Part of the judged turn, not of the one that runs."""
        return Deed(self.kind, self.player, 0 if game.judged is None else game.judged.before.turns + 1)


def left(game: Game, player: str, allowed: int) -> int:
    """How many challenges the player has left in this game, of so many allowed; one that was right is not counted."""
    return allowed - sum(one.player == player and one.found is not Outcome.LEGAL for one in game.challenges)


def check_challenge(game: Game, press: int, allowed: int) -> Judged:
    """The verdict on the turn that the event `press` ended, where its player may challenge that.

    Raises:
        RefusedError: nobody may, or not any more.
    """
    judged = check_last(game, press)
    check_not_put_back(game)
    if judged.verdict.outcome is not Outcome.ILLEGAL or judged.host is not None or judged.case.by_photo:
        raise RefusedError("only a turn that the camera saw and that counts as illegal is challenged", "no-challenge")
    if any(one.press == press for one in game.challenges):
        raise RefusedError("that turn has been challenged already", "challenged")
    if left(game, judged.press.player, allowed) <= 0:
        raise RefusedError("no challenge is left in this game", "no-challenges")
    return judged


def may_challenge(game: Game, allowed: int) -> bool:
    """Whether the player of the last turn may challenge its verdict."""
    try:
        check_challenge(game, 0 if game.judged is None else game.judged.press.event, allowed)
    except RefusedError:
        return False
    return True


def challenge(game: Game, _now: float, press: int, allowed: int, seen: SeenTable, photos: tuple[str, ...]) -> Move:
    """Challenges the verdict on the turn that the event `press` ended, by the table as `seen` in these frames of its clip."""
    judged = check_challenge(game, press, allowed)
    case: Case = replace(judged.case, seen=seen)
    _, ruling = judge_in_doubt(case)
    return Move(TurnChallenged(judged.press.player, press, ruling.verdict.outcome, seen, photos), game.clock)
