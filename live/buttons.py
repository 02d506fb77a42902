"""The buttons of the live table: what people at it can do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum

from calibration import ProfileError, load, save
from live.game import EventKind, Game, Judged, Phase
from live.seen import Pin, SeenTable, SeenTile, pin_of
from live.table import LiveTable
from referee import rulebook
from referee.clock import TurnClock
from referee.conservation import Contradiction, ContradictionKind, Seen, contradictions
from referee.deal import claim_redeal, who_begins
from referee.errors import UserError
from referee.faceup import FaceUp
from referee.round import Round
from referee.score import Rack, score_round
from referee.tiles import Tile, TileSet, format_tiles


class Taken(StrEnum):
    """What a turn takes in the variant in which every turn takes a tile."""

    POOL = "pool"
    DISCARD = "discard"
    """The predecessor's last discard."""
    NOTHING = "nothing"
    """The pool is empty."""


class RefusedError(UserError):
    """A press that makes no sense now."""


class Buttons:
    """The buttons of one table; each returns when what it did is on the disk.

    Every one raises `RefusedError` where it makes no sense at the moment, another `referee.errors.UserError` where what was
    entered cannot be, and `journal.JournalError` where it could not be recorded: then nothing has changed.
    """

    def __init__(self, live: LiveTable) -> None:
        self._live = live

    def start_round(
        self, players: Sequence[str], rulebook_name: str, *, first: str | None = None, new_game: bool = False
    ) -> None:
        """Begins a round; `players` clockwise, the first of them begins unless `first` is given."""
        names = tuple(name.strip() for name in players)
        book = rulebook.load(rulebook_name)
        Round.start(names, book, first)
        with self._live.lock:
            data = {"players": list(names), "rulebook": rulebook_name, "first": first, "new_game": new_game}
            clock = TurnClock(book.turn_seconds).start(self._live.feed.now())
            self._live.record(EventKind.ROUND_STARTED, data, clock)

    def begin_with(self, player: str) -> None:
        """Lets `player` begin the round instead, as long as nobody has taken a turn."""
        with self._live.lock:
            game = self._live.game
            state = game.fresh_round
            if state is None:
                raise RefusedError("somebody has taken a turn already", "no-turn")
            self.start_round(state.players, game.rulebook, first=player)

    def draw_for_start(self, drawn: Mapping[str, Tile]) -> None:
        """Lets the player begin who drew the highest tile; those who drew the same draw again."""
        with self._live.lock:
            game = self._live.game
            state = game.fresh_round
            if state is None:
                raise RefusedError("somebody has taken a turn already", "no-turn")
            _check_players(drawn, state)
            highest = who_begins(drawn, state.rulebook)
            if len(highest) > 1:
                line = f"{' and '.join(highest)} draw again: they drew the same number, or a joker"
                raise RefusedError(line, "again", names=list(highest))
            self.begin_with(highest[0])

    def claim_redeal(self, player: str, rack: TileSet) -> None:
        """Checks whether `player`, with the tiles `rack` just dealt, may have all tiles mixed anew."""
        with self._live.lock:
            game = self._live.game
            state = game.fresh_round
            if state is None:
                raise RefusedError("new tiles can be claimed before the first turn only", "no-claim")
            _check_players([player], state)
            book = state.rulebook
            if not book.redeal.allowed:
                raise RefusedError(f"{book.title} does not provide it", "no-redeal")
            claim = claim_redeal(rack, book)
            if wrong := contradictions(state, Seen(racks={player: rack})):
                raise RefusedError(f"{wrong[0].message}: look at the tiles again", "claim-tiles")
            found = contradictions(state, Seen(racks={player: rack}, drawn={} if claim.granted else game.held))
            data = {
                "player": player,
                "rack": format_tiles(rack),
                "granted": claim.granted,
                "pairs": format_tiles(claim.pairs),
                "clause": claim.clause,
                "contradictions": [one.to_json() for one in found],
            }
            now = self._live.feed.now()
            clock = self._live.clock.start(now)  # checking it takes nobody's time
            if claim.granted or not self._live.clock.running:
                clock = clock.pause(now)
            self._live.record(EventKind.REDEAL_CLAIMED, data, clock)

    def end_turn(self, *, drew: bool = False, turn: int | None = None, took_open: Tile | None = None) -> None:
        """Ends the turn; the verdict follows as soon as the table lies still.

        Where every turn takes and discards a tile, `say_face_up` must say which before there is a verdict.

        Args:
            drew: whether the turn drew from the pool instead of laying.
            turn: the turn that the page showed.
            took_open: the open tile of the last stack, if the player took it to go out.
        """
        with self._live.lock:
            game = self._live.game
            if turn is not None and game.round is not None and turn != game.round.turns:
                raise RefusedError("that turn has already been ended", "already")
            if not game.can_end or game.round is None:
                raise RefusedError("there is no turn to end", "no-turn")
            book = game.round.rulebook
            if took_open is not None:
                self._check_open(game.round)
            now, was = self._live.feed.now(), self._live.elapsed
            asked = book.discard.played
            tiles = min(book.play.draw, game.round.pool) if drew and not asked else 0
            data = {
                "player": game.round.on_turn,
                "drew": tiles,
                "seconds": round(was, 3),
                "face_up": None if asked else FaceUp(took_open=took_open).to_json(),
            }
            self._live.pressed_in = self._live.eyes.period if self._live.eyes.fresh else None
            self._live.record(EventKind.TURN_ENDED, data, self._live.clock.pause(now))
            self._live.try_to_judge()

    def say_face_up(self, took: Taken, discarded: Tile | None, took_open: Tile | None = None) -> None:
        """Says what the turn that was ended took, and which tile it discarded; then the verdict can follow."""
        with self._live.lock:
            game = self._live.game
            if game.press is None or game.press.face_up is not None or game.round is None:
                raise RefusedError("nobody asks about tiles beside the table", "stale")
            if took is Taken.DISCARD and game.round.offered is None:
                raise RefusedError("there is no discard to take", "no-discard")
            if took is Taken.POOL and not game.round.pool:
                raise RefusedError("the pool is empty", "pool-empty")
            if took_open is not None:
                self._check_open(game.round)
            face_up = FaceUp(discarded, game.round.offered if took is Taken.DISCARD else None, took_open)
            data = {"drew": int(took is Taken.POOL), "face_up": face_up.to_json()}
            self._live.record(EventKind.FACE_UP_SAID, data)
            self._live.try_to_judge()

    def _check_open(self, state: Round) -> None:
        if not state.rulebook.open_tile.played:
            raise RefusedError(f"{state.rulebook.title}: no tile lies open")
        if not state.pool:
            raise RefusedError("the pool is empty", "pool-empty")

    def undo(self, event: int | None = None) -> None:
        """Undoes the last action; `event` is the one that the page showed."""
        with self._live.lock:
            game = self._live.game
            if game.past is None or game.action is None:
                raise RefusedError("there is nothing to undo", "nothing")
            if event is not None and event != game.action:
                raise RefusedError("the table has moved on since", "stale")
            now = self._live.feed.now()
            past = game.past
            same_turn = game.round is not None and past.round is not None and game.round.turns == past.round.turns
            same_moment = game.phase is past.phase and game.claim is past.claim
            if same_turn and same_moment and game.press is None and past.press is None:
                clock = self._live.clock  # the turn goes on as it is
            else:
                clock = TurnClock(self._live.clock.limit, game.clock_then, now if past.running else None)
            self._live.record(EventKind.UNDONE, {"event": game.action}, clock)

    def correct(self, corners: Sequence[tuple[float, float]], tile: Tile | None, verdict: int | None = None) -> None:
        """Says what the tile with these corners is, None for no tile at all; `verdict` is the verdict it was shown with."""
        with self._live.lock:
            judged = self._live.game.judged
            if verdict is not None:
                if judged is None or judged.event != verdict:
                    raise RefusedError("the table has moved on since", "stale")
                known = judged.known
                self._say(EventKind.TILE_CORRECTED, pin_of(known, _nearest(known, corners), tile), judged)
                return
            seen = self._live.table()
            if seen is None:
                raise RefusedError("no table has been seen yet", "stale")
            found = _nearest(seen, corners)
            same = judged is not None and any(
                Pin.at(found, seen.width, None).covers(other, judged.seen.width) for other in judged.known.tiles
            )
            self._say(EventKind.TILE_CORRECTED, pin_of(seen, found, tile), judged if same else None)

    def add(self, x: float, y: float, tile: Tile) -> None:
        """Says that `tile` lies at this point, in pixels of the table as last seen, where no tile was read.

        It is taken to lie as the nearest tile lies, and to lie there until that one is moved or a tile is read in its place.
        """
        with self._live.lock:
            seen, judged = self._live.table(), self._live.game.judged
            nearest = None if seen is None else seen.nearest(x, y)
            if seen is None or nearest is None:
                raise RefusedError("no tile is read that would show how tiles lie: move the camera nearer", "none-read")
            if nearest.has(x, y):
                self.correct(nearest.corners, tile)
                return
            dx, dy = x - nearest.middle[0], y - nearest.middle[1]
            placed = replace(nearest, corners=tuple((a + dx, b + dy) for a, b in nearest.corners), by_hand=True)
            pin = pin_of(seen, placed, tile)
            same = judged is not None and pin.adds_to(judged.known) is not None
            self._say(EventKind.TILE_ADDED, pin, judged if same else None)

    def answer(self, set_index: int, place: int, tile: Tile | None, verdict: int | None = None) -> None:
        """Answers the question what the tile at this place of the undecided turn is."""
        with self._live.lock:
            judged = self._live.game.judged
            if judged is None or not self._live.game.asking or (verdict is not None and judged.event != verdict):
                raise RefusedError("the table has moved on since", "stale")
            if (set_index, place) not in judged.questions:
                raise RefusedError("that tile is not in question", "stale")
            pin = pin_of(judged.known, judged.known.sets[set_index][place], tile)
            self._say(EventKind.QUESTION_ANSWERED, pin, judged)

    def _say(self, kind: EventKind, pin: Pin, judged: Judged | None) -> None:
        data = {"pin": pin.to_json(), "verdict": None if judged is None else judged.event}
        self._live.record(kind, data)
        if judged is not None:
            self._live.judge_again()

    def pause(self) -> None:
        """Stops the turn clock."""
        with self._live.lock:
            if not self._live.game.can_end:
                raise RefusedError("there is no turn to pause", "no-turn")
            self._live.record(EventKind.PAUSED, {}, self._live.clock.pause(self._live.feed.now()))

    def resume(self) -> None:
        """Lets the turn clock run on."""
        with self._live.lock:
            if not self._live.game.can_end:
                raise RefusedError("there is no turn to go on with", "no-turn")
            self._live.record(EventKind.RESUMED, {}, self._live.clock.resume(self._live.feed.now()))

    def score(self, racks: Mapping[str, Rack], winner: str | None, *, blocked: bool = False) -> None:
        """Ends the round and writes its column.

        Args:
            racks: what each player has left who has not gone out.
            winner: who went out; None where nobody could. Of a `blocked` round, whom players on level racks agreed on.
            blocked: whether nobody could go out; True as well where there is no winner.
        """
        with self._live.lock:
            game = self._live.game
            if game.phase is not Phase.PLAYING or game.round is None:
                raise RefusedError("no round is being played", "no-turn")
            if game.press is not None:
                raise RefusedError("the last turn is still being read", "settling")
            _check_players([*racks, *([] if winner is None else [winner])], game.round)
            blocked = blocked or winner is None
            missing = [name for name in game.round.players if name not in racks and (blocked or name != winner)]
            if missing:
                line = f"{missing[0]}'s rack is missing: give its points or its tiles"
                raise RefusedError(line, "rack-missing", name=missing[0])
            by_hand = not blocked and game.round.winner == winner and game.round.points_factor > 1
            column = score_round(racks, game.round.rulebook, winner, blocked=blocked, by_hand=by_hand)
            kept = {name: rack if isinstance(rack, int) else format_tiles(rack) for name, rack in racks.items()}
            clock = self._live.clock.pause(self._live.feed.now())
            found = _contradictions_of_racks(game, racks, winner)
            data = {**column.to_json(), "racks": kept, "contradictions": [one.to_json() for one in found]}
            self._live.record(EventKind.ROUND_SCORED, data, clock)

    def next_round(self) -> None:
        """Begins the next round with the same players and rulebook; the next seat begins."""
        with self._live.lock:
            game = self._live.game
            if game.phase is not Phase.SCORED or game.round is None or game.sheet is None:
                raise RefusedError("the round is not over yet", "no-turn")
            players = game.round.players
            self.start_round(players, game.rulebook, first=players[len(game.sheet.columns) % len(players)])

    def close_game(self) -> None:
        """Goes back to setting the table, with a new score sheet."""
        with self._live.lock:
            if self._live.game.phase is Phase.SETUP:
                raise RefusedError("the table is being set already", "nothing")
            clock = TurnClock(None, 0.0)
            self._live.record(EventKind.GAME_CLOSED, {}, clock)

    def mark_area(self, area: Sequence[tuple[float, float]] | None) -> None:
        """Marks the play area, corners as fractions of the picture in order around it; None for the whole picture.

        From here on it is looked at. Where the profile cannot be written, that is the table's trouble, and it holds until tileref ends.
        """
        with self._live.lock:
            profile = replace(self._live.profile, area=None if area is None else tuple(area))
            data = {"area": None if area is None else [list(point) for point in area]}
            self._live.record(EventKind.AREA_MARKED, data)
            self._live.profile = profile
            try:  # the rest of it may have been changed since it was loaded
                save(replace(load(self._live.profile_path), area=profile.area), self._live.profile_path)
            except ProfileError as error:
                self._live.trouble = error
            self._live.changed_now()


def _check_players(names: Iterable[str], state: Round) -> None:
    """Refuses a name that is no player's."""
    for name in names:
        if name not in state.players:
            raise RefusedError(f"{name} does not play")


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


def _nearest(seen: SeenTable, corners: Sequence[tuple[float, float]]) -> SeenTile:
    """The tile of `seen` whose middle is nearest to the middle of `corners`."""
    x = sum(corner[0] for corner in corners) / len(corners)
    y = sum(corner[1] for corner in corners) / len(corners)
    nearest = seen.nearest(x, y)
    if nearest is None:
        raise RefusedError("there is no tile there any more", "stale")
    return nearest
