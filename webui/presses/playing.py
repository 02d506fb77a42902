"""The presses of a round and its turns."""

from __future__ import annotations

from live.demo import DemoFeed
from live.game import commands
from live.game.commands import RefusedError
from live.game.state import Game, State
from live.table import LiveTable
from live.watching.feed import NO_CAMERA
from referee.names import plain_name
from webui.presses import fields
from webui.presses.fields import Body
from webui.presses.table import Means, ended, judged, named, on_turn, press
from webui.roles import Person

_ROUND, _TURN = ("round",), ("round", "turn")


@press(
    '{"players": ["Anna", "Ben"], "rulebook": "jumbo-original-2016", "newGame": true, "deal": true, "camera": true, "elsewhere": false, "handicaps": {"Ben": 120}}',
    about=("state",),
)
def start(
    live: LiveTable,
    players: fields.Names,
    rulebook: fields.RulebookId,
    *,
    new_game: fields.Yes,
    deal: fields.Unless,
    camera: fields.Unless,
    elsewhere: fields.Yes,
    handicaps: fields.Handicaps,
) -> None:
    """Begins a round.

    `players` clockwise, 24 letters at most (kept in Unicode's form NFKC), the first begins; `newGame?` true begins a new
    score sheet even with the same players; with `deal?` false the first turn begins at once, else the tiles are dealt
    first and no clock runs; with `camera?` false, or where there is no camera, the round is not `watched`; with
    `elsewhere?` true the round was played elsewhere, and only its racks are counted here: `over` is what comes next.
    `handicaps?` gives some players other seconds for each turn than the rulebook's, or null for no limit; they stay for the
    rounds that `next` begins.
    """
    watched = camera and live.feed.name != NO_CAMERA
    book = live.shelf.load(rulebook)
    live.do(
        commands.start_round,
        players,
        book,
        new_game=new_game,
        deal=deal,
        watched=watched,
        elsewhere=elsewhere,
        handicaps=handicaps,
    )


@press('{"name": "Ben"}')
def forget(live: LiveTable, name: fields.Name) -> None:
    """Offers a name no more, until that player has played again; what was played stays in the journal."""
    live.do(commands.forget, name)


@press(own=on_turn, about=_ROUND)
def first_turn(live: LiveTable) -> None:
    """The tiles are dealt: the first turn begins."""
    live.do(commands.first_turn)


@press('{"player": "Ben"}', about=_TURN)
def first(live: LiveTable, player: fields.Text) -> None:
    """Lets `player` begin instead, before the first turn."""
    live.do(commands.begin_with, player)


@press('{"drawn": {"Anna": "R7", "Ben": "12"}}', about=_TURN)
def lots(live: LiveTable, drawn: fields.Lots) -> None:
    """Lets the player begin who drew the highest tile; a tile for each, the number is enough."""
    live.do(commands.draw_for_start, drawn)


@press('{"player": "Anna", "rack": "R4 R4 K7 K7 B9 B9 O1 O2 O3 K1 K2 R12 R13 J"}', own=named, about=_TURN)
def redeal(live: LiveTable, player: fields.Text, rack: fields.Tiles) -> None:
    """Checks a claim to new tiles with the tiles just dealt, separated by blanks or commas."""
    live.do(commands.claim_redeal, player, rack)


@press('{"turn": 0, "player": "Anna", "open": "R7", "called": true}', own=on_turn, about=_TURN)
def end(
    live: LiveTable, turn: fields.Turn, player: fields.MaybeText, open_: fields.MaybeTile, *, called: fields.Yes
) -> None:
    """Ends the turn: "End turn".

    `turn?` the state's `turn`: a press for another turn is refused. `player?` whose turn it is: with it, a button that is one
    player's ends nobody else's. `open?` the open tile of the last stack, if the
    player went out with it. `called?` whether "Rummikub" was called with it. While the tiles are dealt it begins the
    first turn and ends it, without a time.
    """
    if player is not None and live.game.round is not None and player != live.game.round.on_turn:
        raise RefusedError(f"that is {live.game.round.on_turn}'s to press", "not-yours", name=live.game.round.on_turn)
    live.do(commands.end_turn, turn=turn, took_open=open_, called=called)


@press('{"turn": 0}', own=on_turn, about=_TURN)
def draw(live: LiveTable, turn: fields.Turn) -> None:
    """Ends a turn in which a tile was drawn; `turn?` likewise."""
    live.do(commands.end_turn, drew=True, turn=turn)


@press('{"took": "pool", "discarded": "R7", "open": null}', own=ended, about=_TURN)
def face_up(live: LiveTable, took: fields.Took, discarded: fields.MaybeTile, open_: fields.MaybeTile) -> None:
    """Says what the turn that was ended took, and what it discarded, where `faceUp.asked` is true.

    `took` is `pool`, `discard` or `nothing`, `discarded?` a tile; `open?` as with `end`.
    """
    live.do(commands.say_face_up, took, discarded, open_)


@press('{"turn": 0, "taken": 0}', own=on_turn, about=_TURN)
def extend(live: LiveTable, turn: fields.Turn, taken: fields.Extensions) -> None:
    """Makes the turn that runs `allowance.extension` seconds longer, by one of its player's extensions; `turn?` as with `end`.

    `taken?` the state's `allowance.taken`: a second press that meant the same is refused.
    """
    live.do(commands.extend, turn, taken)


@press('{"event": 12}', about=("undo",))
def undo(live: LiveTable, event: fields.Undone) -> None:
    """Takes the last action back; `event?` the state's `undo`."""
    live.do(commands.undo, event)


@press('{"event": 12}', about=("redo",))
def redo(live: LiveTable, event: fields.Redone) -> None:
    """Lets the action hold again that was undone last; `event?` the state's `redo`."""
    live.do(commands.redo, event)


@press(shared=True, about=_TURN)
def pause(live: LiveTable) -> None:
    """Stops the turn clock."""
    live.do(commands.pause)


def _putting_back(game: Game, body: Body) -> tuple[str, ...]:
    """Who may let the game go on: whoever took the turn that is put back, or has the next one; after a pause, only the host."""
    if body.get("anyway") is True or game.state not in {State.DEAL, State.RESTORE}:
        return ()
    return (*on_turn(game, body), *(judged(game, body) if game.state is State.RESTORE else ()))


@press('{"anyway": false}', own=_putting_back, about=_TURN)
def resume(live: LiveTable, *, anyway: fields.Yes) -> None:
    """Goes on: with the first turn, after a pause, or once the table of an illegal turn is put back.

    While something moves over it that is refused (`not-still`), and of a table that is seen to differ from it
    (`not-restored`), unless `anyway?` is true: then the game goes on with the table as it lies.
    """
    live.resume(anyway=anyway)


@press('{"by": -20, "to": null, "press": null}', about=_TURN)
def clock(live: LiveTable, by: fields.Seconds, to: fields.Seconds, press: fields.MaybeEvent) -> None:
    """Says that the turn that runs has taken `by` seconds more than the clock shows, or fewer where that is negative, or `to` seconds.

    With `press?`, the event that ended it, it is the last turn that has, and that is judged by it. What was and what is stays on record.
    """
    if (by is None) is (to is None):
        raise RefusedError("say by how many seconds the clock is wrong, or how many it should show: by or to")
    live.do(commands.set_clock, to or by or 0.0, press, more=to is None)


@press('{"player": "Ana", "name": "Anna"}', takes_time=True)
def rename(means: Means, who: Person, player: fields.Text, name: fields.NewName) -> None:
    """Mends the name of a player: all that was played in this game goes by the new one, and the device that has the seat keeps it."""
    with means.live.pressed_by(who.by):
        means.live.do(commands.mend_name, player, name)
        means.rename(player, plain_name(name))
    means.live.bulletin.change()


@press('{"player": "Ben"}', about=_TURN)
def leave(live: LiveTable, player: fields.Text) -> None:
    """Lets a player leave in mid-round: the rack goes into the pool, the others play on, and what stands on the sheet stays there."""
    live.do(commands.leave, player)


@press('{"players": ["Ben", "Cleo", "Dan"], "deal": true, "elsewhere": false}', about=_ROUND)
def next_(live: LiveTable, players: fields.MaybeNames, *, deal: fields.Unless, elsewhere: fields.Yes) -> None:
    """Begins the next round with the same rulebook; the next seat begins.

    It has the same players, unless `players?` says who sits down, clockwise: who joins and who leaves keep the points that they have. `deal?`
    and `elsewhere?` as with `start`.
    """
    live.do(commands.next_round, players=players, deal=deal, elsewhere=elsewhere)


@press(about=_ROUND)
def new_game(live: LiveTable) -> None:
    """Goes back to setting the table, with a new score sheet."""
    live.do(commands.close_game)


@press('{"byItself": false, "again": true}')
def demo(live: LiveTable, *, by_itself: fields.Whether, again: fields.Yes) -> None:
    """Of the demo round: `byItself?` who presses its buttons, `again?` plays it once more."""
    if not isinstance(live.feed, DemoFeed):
        raise RefusedError("this is no demo")
    if by_itself is not None:
        live.feed.by_itself = by_itself
    if again:
        live.feed.again()
    live.bulletin.change()
