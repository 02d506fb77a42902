"""The game, its turn clock included: what replaying the events gives (`live.game.replay`).

Nothing is ever changed in place: a game holds the games before its last actions, and the one that was undone last.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from calibration.profile import Polygon
from live.game import phases
from live.game.case import NO_TILES, Case, Held, Press
from live.game.phases import Judged, State, Unjudged
from live.game.pins import Pins
from live.game.put_back import may_be_put_back
from live.game.scoring import Struck
from live.game.seen import SeenTable
from referee.clock import TurnClock
from referee.conservation import Contradiction
from referee.round import Round
from referee.score import Column, ScoreSheet
from referee.tiles import COPIES, Tile, TileSet, count_tiles
from referee.verdict import Outcome
from vision.scene.viewpoint import HOME, Viewpoint

__all__ = ["TURNS", "UNDOS", "Challenge", "Claim", "Deed", "Game", "State", "is_put_back_since"]

UNDOS = 100
"""Maximum number of actions that can be undone, so that a game of many hours need not keep them all in memory. None of
them lies before the beginning of the previous round, so that a journal of many evenings need not be read as a whole."""

TURNS = frozenset({State.TURN, State.PAUSED, State.RESTORE})
"""The states in which a player is on turn."""


@dataclass(frozen=True)
class Claim:
    """A claim to have all tiles mixed anew, and what became of it."""

    player: str
    granted: bool
    pairs: TileSet
    """One tile of each pair."""
    clause: str


@dataclass(frozen=True)
class Challenge:
    """A verdict that its player challenged."""

    event: int
    press: int
    """The event that ended the turn."""
    player: str
    found: Outcome
    """What the turn is by its clip: legal takes the place of the verdict, anything else leaves it as it is."""


@dataclass(frozen=True)
class Deed:
    """An action, described for undo."""

    kind: str
    """Kind of its event."""
    player: str = ""
    """Whose turn it was; empty where the action concerned no turn."""
    turn: int = 0
    """Number of that turn in the round, from 1; 0 where the action concerned none."""


@dataclass(frozen=True)
class Game:
    """A moment of the game."""

    sheet: ScoreSheet | None = None
    struck: tuple[Struck, ...] = ()
    """Columns of the sheet as they stood before they were amended, in the order of the amendments."""
    round: Round | None = None
    """None until the first round, and once the game is closed."""
    number: int = 0
    """Which round it is, from 1."""
    starter: str | None = None
    """Who began the round; None until the first one."""
    clock: TurnClock = field(default_factory=TurnClock)
    phase: phases.Phase = field(default_factory=phases.Setup)
    turns: tuple[phases.TakenTurn, ...] = ()
    """The turns of the round that were taken last, the newest last, `REVIEWED` at most."""
    watched: bool = True
    """Whether a camera looks at the table; else turns end without a verdict."""
    viewpoint: Viewpoint = HOME
    """Where the camera stands; undoing something does not move it back."""
    rack_areas: tuple[Polygon, ...] = ()
    """The parts of the picture in which racks stand, as seen by the camera as it was put up."""
    strays: Pins = ()
    """The `pins` that mark what lay there before the first turn as no tile; no person has said so."""
    accepted: int = 0
    """The event by which a person last accepted the picture as it is, 0 for none: what was known of earlier pictures
    says nothing of this one."""
    chosen: int = 0
    """The event by which a camera was chosen in this round, 0 for none: it looks at the next round, if not at this one."""
    pins: Pins = ()
    echo: bool = False
    """Whether the last press was taken for the echo of the one before it: the turn goes on."""
    held: Held = field(default_factory=lambda: NO_TILES)
    claim: Claim | None = None
    """The last claim to new tiles of this round."""
    challenges: tuple[Challenge, ...] = ()
    """The challenges of this game, whose rounds are on one sheet."""
    contradictions: tuple[Contradiction, ...] = ()
    """The contradictions found since the last turn or the count of the racks."""
    begun: int = 0
    """The event that began the round; 0 before the first, and where an earlier version wrote it."""
    undo_from: int = 0
    """The event that began the round before this one, which undo does not pass; 0 for the beginning of the journal."""
    last_event: int = 0
    action: int | None = None
    """The event of the last action that can be undone."""
    deed: Deed | None = None
    """What that action was."""
    history: tuple[Game, ...] = ()
    """The game before each of the last `UNDOS` actions, the newest last; none of them has a history of its own."""
    future: Game | None = None
    """The game that was undone last; None once something else has been done since."""

    @property
    def past(self) -> Game | None:
        """The game before the last action; None where there is none to go back to."""
        return replace(self.history[-1], history=self.history[:-1]) if self.history else None

    @property
    def state(self) -> State:
        """The state of the game."""
        return self.phase.state

    @property
    def press(self) -> Press | None:
        """The press that waits for its verdict; None where none does."""
        return self.phase.press if isinstance(self.phase, phases.Reading) else None

    @property
    def last(self) -> phases.TakenTurn | None:
        """The turn taken last, with its verdict or without; one that waits for its verdict is not among the `turns`."""
        return self.turns[-1] if self.turns else None

    @property
    def judged(self) -> Judged | None:
        """The turn taken last, where it has a verdict."""
        return self.last if isinstance(self.last, Judged) else None

    @property
    def unjudged(self) -> Unjudged | None:
        """The turn taken last, where it has no verdict and needs none: a photo can judge it until the next is ended or the round written down."""
        is_past = isinstance(self.phase, phases.Reading | phases.Scored)
        return self.last if isinstance(self.last, Unjudged) and not is_past else None

    @property
    def late(self) -> Judged | None:
        """The turn before the one judged last, where its verdict came only after that was ended."""
        earlier = self.turns[-2] if len(self.turns) > 1 and self.press is None else None
        return earlier if isinstance(earlier, Judged) and earlier.late else None

    def with_last(self, turn: phases.TakenTurn) -> Game:
        """The game with what is said of the turn taken last."""
        return replace(self, turns=(*self.turns[:-1], turn))

    def with_next(self, turn: phases.TakenTurn) -> Game:
        """The game with another turn taken."""
        return replace(self, turns=(*self.turns, turn)[-phases.REVIEWED :])

    @property
    def is_restoring(self) -> bool:
        """Whether the table of an illegal turn is to be put back, be it that the round is counted meanwhile."""
        return isinstance(self._beneath, phases.Restoring)

    @property
    def elsewhere(self) -> bool:
        """Whether the round was played elsewhere and is only counted here."""
        phase = self._beneath
        return isinstance(phase, phases.Dealing | phases.Scored) and phase.elsewhere

    @property
    def _beneath(self) -> phases.Phase:
        """The phase, or the one that goes on where the racks need not be counted."""
        return self.phase.next if isinstance(self.phase, phases.Counting) else self.phase

    def columns_for(self, players: tuple[str, ...], *, new_game: bool) -> tuple[Column, ...]:
        """The columns that the sheet of a new round begins with.

        They are those of this sheet where the game goes on; otherwise there are none.
        """
        goes_on = self.goes_on_with(players, new_game=new_game)
        return self.sheet.columns if goes_on and self.sheet is not None else ()

    def challenges_for(self, players: tuple[str, ...], *, new_game: bool) -> tuple[Challenge, ...]:
        """The challenges that count in a new round: those of this game where it goes on."""
        return self.challenges if self.goes_on_with(players, new_game=new_game) else ()

    def goes_on_with(self, players: tuple[str, ...], *, new_game: bool) -> bool:
        """Whether a new round is one of this game: the people of the last round go on, in whatever seats."""
        return self.round is not None and set(self.round.players) == set(players) and not new_game

    @property
    def copies(self) -> int:
        """How many of each tile are in play: two, or four with a second box.

        All that looks at this table takes the number from here.
        """
        return COPIES if self.round is None else self.round.rulebook.box.copies

    @property
    def fresh_round(self) -> Round | None:
        """The round, as long as nobody has taken a turn; else None."""
        is_open = self.state in {State.DEAL, *TURNS} and self.round is not None and not self.round.turns
        return self.round if is_open else None

    @property
    def first_turn(self) -> Round | None:
        """The round, as long as there is no verdict on its first turn; else None."""
        return self.round if self.state is State.READING and self.round and not self.round.turns else self.fresh_round

    @property
    def counting(self) -> phases.Counting | None:
        """The count of the racks of a round that has ended, or of which people say so."""
        phase = self.phase.next if isinstance(self.phase, phases.Asking) else self.phase
        return phase if isinstance(phase, phases.Counting) else None

    @property
    def is_over(self) -> bool:
        """Whether the round has ended, or people say so."""
        return self.counting is not None or (self.round is not None and self.round.over)

    def is_over_after(self, following: Round) -> bool:
        """Whether no clock runs after a verdict.

        None does where the round `following` has ended, where people say so, or where it is written down.
        """
        said = self.counting is not None and self.counting.said
        return following.over or said or self.state is State.SCORED

    @property
    def winner(self) -> str | None:
        """Who has gone out, as people say, and else as was seen; None while nobody has."""
        if self.counting is not None:
            return self.counting.winner
        return None if self.round is None else self.round.winner

    @property
    def tiles_stay(self) -> bool:
        """Whether tiles lie on the table that have to stay there."""
        return self.round is not None and bool(self.round.table) and self.state not in {State.OVER, State.SCORED}

    @property
    def hangs_on_camera(self) -> bool:
        """Whether anything is known of the table by its place in the picture, which changes when the camera is moved."""
        return self.round is not None and (bool(self.rack_areas or self.pins) or self.press is not None)

    @property
    def asking(self) -> bool:
        """Whether the last turn waits for a person's answer."""
        return self.judged is not None and self.judged.is_open

    @property
    def photo_in_question(self) -> Judged | None:
        """The verdict on the last turn that a photo gave and that left a question; None where there is none."""
        judged = self.judged if isinstance(self.phase, phases.Asking) else None
        return judged if judged is not None and judged.case.by_photo else None

    def case(self, seen: SeenTable) -> Case | None:
        """The case of the turn that was ended, with the table `seen` after it; None where no turn was ended."""
        if self.press is None or self.round is None:
            return None
        return Case(self.press, self.round, seen, self.pins, self.held)

    def case_of_photo(self, seen: SeenTable) -> Case | None:
        """The case of a turn whose table was `seen` in somebody's photo.

        It is the turn that waits for its verdict, or the last one that has none. A photo that left a question may be
        followed by another one. No pins apply, since the photo shows the tiles from somewhere else. None where there is
        no such turn.
        """
        if self.press is not None and self.press.face_up is not None and self.round is not None:
            return Case(self.press, self.round, seen, (), self.held, by_photo=True)
        if self.unjudged is not None:
            return Case(self.unjudged.press, self.unjudged.before, seen, (), self.held, by_photo=True)
        if self.photo_in_question is not None:
            return replace(self.photo_in_question.case, seen=seen, pins=())
        return None

    @property
    def was_put_back(self) -> bool:
        """Whether the last turn was illegal and the tiles that it laid have left the table again."""
        judged = self.judged
        penalty = None if judged is None else judged.verdict.penalty
        if judged is None or penalty is None or self.round is None or self.is_restoring or self.round.over:
            return False
        if self.state is State.SCORED or judged.case.untouched:
            return False  # there was nothing to put back
        if penalty.restore and judged.stays is None:
            return True
        return not judged.case.laid <= count_tiles(self.round.table if judged.stays is None else judged.stays)

    @property
    def limit(self) -> float | None:
        """Seconds the turn may take; None for no limit."""
        return None if self.round is None else self.round.allowance.limit

    def lies_as_before(self, table: SeenTable) -> bool:
        """Whether this may be the table that the last legal turn left, whatever the next player has laid there since."""
        if self.round is None:
            return False
        laid = Counter[Tile]() if self.judged is None else self.judged.case.laid
        return may_be_put_back(table, self.round.table, laid, ordered=self.round.rulebook.sets.ordered)


def is_put_back_since(other: Game, game: Game) -> bool:
    """Whether `game` says of the table to be put back in `other` that it was put back, or stays as it lies.

    `other` is a game that is undone or to be redone.
    """
    before, judged = other.judged, game.judged
    if game.state is State.SCORED or before is None or judged is None or not other.is_restoring or game.is_restoring:
        return False
    return (before.case.press.event, before.verdict.outcome) == (judged.case.press.event, judged.verdict.outcome)
