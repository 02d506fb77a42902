"""Rounds: who plays, the deal, who begins, new tiles, and the end of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from files.rulebook import load as load_rulebook
from live.game.event import Aside, Event, Move, RefusedError, Step, check_players
from live.game.phases import Dealing, Playing
from live.game.scoring import Struck
from live.game.state import Challenge, Claim, Deed, Game, State
from referee.clock import TurnClock
from referee.conservation import Contradiction, contradictions
from referee.deal import decide_redeal, who_begins
from referee.names import check_apart, plain_name
from referee.round import Handicaps, Round
from referee.rulebook import Rulebook
from referee.score import Column, ScoreSheet
from referee.tiles import Tile, TileSet
from vision.scene.viewpoint import Viewpoint


@dataclass(frozen=True)
class Carried:
    """What a new round takes over from the rounds before it."""

    undo_from: int
    """The event that began the previous round, with which a replay may begin: nothing before that round can be undone
    from here on. 0 for the beginning of the journal."""
    columns: tuple[Column, ...]
    """The score sheet."""
    viewpoint: Viewpoint
    """Where the camera stands."""
    struck: tuple[Struck, ...] = ()
    """What was amended on the score sheet."""
    players: tuple[str, ...] = ()
    """Who stands on the score sheet, also without a column; nobody in a journal of an earlier version."""
    challenges: tuple[Challenge, ...] = ()
    """The challenges of the game so far."""


@dataclass(frozen=True)
class RoundStarted(Event):
    """A round begins."""

    kind = "round-started"
    lasts = True
    players: tuple[str, ...]
    rulebook: str
    """Id of the rulebook with its switches; in a journal of an earlier version also the path of its file."""
    first: str | None
    """Who begins; None for the first of `players`."""
    new_game: bool
    """Whether a new score sheet begins with it."""
    deal: bool = False
    """Whether the tiles are mixed and dealt first: then no clock runs until `FirstTurn`."""
    carried: Carried | None = None
    """What it takes over from the rounds before it; None in a journal of an earlier version."""
    watched: bool = True
    """Whether a camera looks at the table; else its turns end without a verdict."""
    elsewhere: bool = False
    """Whether it was played elsewhere and is only counted here."""
    rulebook_text: str | None = None
    """What the rulebook says (`referee.rulebook.Rulebook.text`): its file may change later. None for one that comes with the program, and in a
    journal of an earlier version."""
    handicaps: Handicaps = field(default_factory=dict)
    """Seconds of a turn's own, None for no limit, for each player for whom the table has agreed on others than the rulebook's."""
    extensions: Mapping[str, int] = field(default_factory=dict)
    """Extensions that are left of those of the rounds before, by player, where a new round brings no new ones."""

    def apply(self, step: Step) -> Game:
        """A new game, but for what is named here."""
        game = step.game
        book = load_rulebook(self.rulebook, self.rulebook_text)
        started = Round.start(self.players, book, self.first, handicaps=self.handicaps, extensions=self.extensions)
        carried = self.carried
        columns = game.columns_for(self.players, new_game=self.new_game)
        struck, known = game.struck if columns else (), self.players
        if carried is not None:
            struck, known = carried.struck, carried.players
            if carried.columns != columns:  # equal ones are those of earlier games, which need not be held twice
                columns = carried.columns
        sheet = ScoreSheet.going_on((*self.players, *known), columns)
        fresh = Game(
            sheet=sheet,
            struck=struck,
            round=started,
            number=len(sheet.columns) + 1,
            starter=started.on_turn,
            phase=Dealing(self.elsewhere) if self.deal else Playing(),
            watched=self.watched,
            viewpoint=game.viewpoint,
            accepted=game.accepted,
        )
        is_same_deal = game.fresh_round is not None and game.watched and self.watched
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
            challenges=carried.challenges,
            history=tuple(past for past in following.history if past.last_event >= carried.undo_from),
        )

    def deed(self, game: Game) -> Deed:
        """Of no turn: a replay may begin with it, and knows nothing before."""
        del game
        return Deed(self.kind)


@dataclass(frozen=True)
class FirstTurn(Event):
    """The tiles are dealt, and the first turn begins."""

    kind = "first-turn"

    def apply(self, step: Step) -> Game:
        """The tiles are dealt: somebody is on turn, and the round is played here."""
        return step.act(replace(step.game, phase=Playing()))


@dataclass(frozen=True)
class RedealClaimed(Event):
    """A player claimed to have all tiles mixed anew."""

    kind = "redeal-claimed"
    player: str
    rack: TileSet
    granted: bool
    pairs: TileSet
    """One tile of each pair."""
    clause: str
    contradictions: tuple[Contradiction, ...] = ()

    def apply(self, step: Step) -> Game:
        """A claim that is granted has all tiles mixed anew.

        After one that is not granted, the rack that was shown is known from here on.
        """
        game = step.game
        held = {} if self.granted else {**game.held, self.player: self.rack}
        claimed = replace(
            game,
            held=MappingProxyType(held),
            claim=Claim(self.player, self.granted, self.pairs, self.clause),
            phase=Dealing() if self.granted and not isinstance(game.phase, Dealing) else game.phase,
            contradictions=self.contradictions,
        )
        return step.act(claimed)


@dataclass(frozen=True)
class GameClosed(Event):
    """The game is over; the next one gets a new score sheet."""

    kind = "game-closed"
    lasts = True

    def apply(self, step: Step) -> Game:
        """A new game, but for the camera and where the journal stands."""
        game = step.game
        fresh = Game(
            number=game.number,
            viewpoint=game.viewpoint,
            rack_areas=game.rack_areas,
            accepted=game.accepted,
            begun=game.begun,
            undo_from=game.undo_from,
        )
        return step.act(fresh)


@dataclass(frozen=True)
class NameForgotten(Aside):
    """A player's name is not offered any more where a table is set, until that player has played again."""

    kind = "name-forgotten"
    name: str


def start_round(  # noqa: PLR0913 - each is a choice that callers leave open or make
    game: Game,
    now: float,
    players: Sequence[str],
    book: Rulebook,
    *,
    first: str | None = None,
    new_game: bool = False,
    deal: bool = True,
    watched: bool = True,
    elsewhere: bool = False,
    goes_on: bool = False,
    handicaps: Handicaps = MappingProxyType({}),
) -> Move:
    """Begins a round; `players` clockwise, the first of them begins unless `first` is given.

    With `deal`, no clock runs until `first_turn`; without it the first turn begins at once. A round that is not
    `watched` has no camera, and its turns no verdicts unless somebody takes a photo. A round that was played `elsewhere`
    is only counted here, and no clock runs. The same players keep their names, others must have names that can be told
    apart. The sheet begins anew with other players, unless the game `goes_on` with whoever plays. The `handicaps` are those of players
    by the names given.
    """
    deal = deal or elsewhere
    known = () if game.round is None else game.round.players
    names = _seated(players, known, beside=game.sheet.players if goes_on and game.sheet else ())
    kept = dict(zip(players, names, strict=True))
    check_players([kept.get(name, name) for name in handicaps], Round.start(names, book, first))
    clock = TurnClock()
    undo_from = game.begun if game.fresh_round is None else game.undo_from
    of_game = known if goes_on else names
    columns = game.columns_for(of_game, new_game=new_game)
    struck, on_sheet = (game.struck, game.sheet.players) if columns and game.sheet is not None else ((), ())
    challenges = game.challenges_for(of_game, new_game=new_game)
    carried = Carried(undo_from, columns, game.viewpoint, struck, on_sheet, challenges)
    event = RoundStarted(
        names,
        book.id,
        first,
        new_game,
        deal,
        carried,
        watched,
        elsewhere,
        book.text,
        handicaps={kept[name]: seconds for name, seconds in handicaps.items()},
        extensions=_extensions_left(game, names, book, len(columns) + 1),
    )
    return Move(event, clock if deal else clock.start(now))


def _seated(players: Sequence[str], known: Sequence[str], beside: Sequence[str]) -> tuple[str, ...]:
    """The names of the players, those of the last round as they are `known`; others can be told from these and from those `beside`."""
    if set(players) == set(known):
        return tuple(players)
    names = tuple(name if name in known else plain_name(name) for name in players)
    check_apart([*names, *beside])
    return names


def _extensions_left(game: Game, names: Sequence[str], book: Rulebook, number: int) -> dict[str, int]:
    """The extensions that players have left in round `number`; none where it brings new ones."""
    current, refill = game.round, book.time.refill
    brings_new = number == 1 or (refill > 0 and (number - 1) % refill == 0)
    if brings_new or current is None or current.rulebook.time != book.time:
        return {}
    dealt = current if game.fresh_round is None else replace(current, extensions=())  # its turn is not taken after all
    return {name: dealt.time_of(name).extensions for name in names if name in dealt.players}


def first_turn(game: Game, now: float) -> Move:
    """The tiles are dealt: the first turn begins."""
    if game.state is not State.DEAL:
        raise RefusedError("the first turn has begun already", "already")
    return Move(FirstTurn(), game.clock.start(now))


def begin_with(game: Game, now: float, player: str) -> Move:
    """Begins the round with `player` instead, as long as nobody has taken a turn.

    A clock that stands still goes on standing still.
    """
    current = _fresh(game)
    move = start_round(
        game,
        now,
        current.players,
        current.rulebook,
        first=player,
        deal=isinstance(game.phase, Dealing),
        watched=game.watched,
        elsewhere=game.elsewhere,
        handicaps=current.handicaps,
    )
    return move if game.clock.running else move._replace(clock=move.clock.pause(now))


def draw_for_start(game: Game, now: float, drawn: Mapping[str, Tile]) -> Move:
    """Begins the round with the player who drew the highest tile; those who drew the same draw again."""
    current = _fresh(game)
    check_players(drawn, current)
    highest = who_begins(drawn, current.rulebook)
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
    current = game.fresh_round
    if current is None:
        raise RefusedError("new tiles can be claimed before the first turn only", "no-claim")
    check_players([player], current)
    book = current.rulebook
    if not book.redeal.allowed:
        raise RefusedError(f"{book.title} does not provide it", "no-redeal")
    decision = decide_redeal(rack, book)
    if wrong := contradictions(current, racks={player: rack}):
        raise RefusedError(f"{wrong[0].message}: look at the tiles again", "claim-tiles")
    found = contradictions(current, racks={player: rack}, held={} if decision.granted else game.held)
    event = RedealClaimed(player, rack, decision.granted, decision.pairs, decision.clause, found)
    clock = game.clock.start(now)  # checking it takes nobody's time
    return Move(event, clock.pause(now) if decision.granted or not game.clock.running else clock)


def next_round(
    game: Game, now: float, *, players: Sequence[str] | None = None, deal: bool = True, elsewhere: bool = False
) -> Move:
    """Begins the next round with the same rulebook; the seat after the one that began this round begins.

    It is played by the same `players`, unless others are given in their seats: the sheet goes on, whoever comes or leaves. One that was
    played `elsewhere` is only counted here.
    """
    if game.state is not State.SCORED or game.round is None or game.sheet is None:
        raise RefusedError("the round is not over yet", "no-turn")
    last, book = game.round.players, game.round.rulebook
    seats = last if players is None else tuple(players)
    begun = last.index(game.starter) if game.starter in last else -1
    first = next((name for name in (*last[begun + 1 :], *last[: begun + 1]) if name in seats), None)
    watched = game.watched or game.chosen > 0
    return start_round(
        game,
        now,
        seats,
        book,
        first=first,
        deal=deal,
        watched=watched,
        elsewhere=elsewhere,
        goes_on=True,
        handicaps={name: seconds for name, seconds in game.round.handicaps.items() if name in seats},
    )


def close_game(game: Game, _now: float) -> Move:
    """Goes back to setting the table, with a new score sheet."""
    if game.state is State.SETUP:
        raise RefusedError("the table is being set already", "nothing")
    return Move(GameClosed(), TurnClock())


def forget(game: Game, _now: float, name: str) -> Move:
    """Stops offering a name; what was played under it stays in the journal."""
    return Move(NameForgotten(name), game.clock)
