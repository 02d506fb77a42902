"""A press that makes no sense where the game is does nothing and says so, in English and by a code that the page knows."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from live.game.commands import RefusedError, Taken
from referee.errors import UserError
from referee.tiles import Tile, parse_tiles
from referee.verdict import Outcome
from tests.live.stage import OPENING, Played, place

DISCARD = "hertzano-original+discard"
SIX = {"B6": {"B6": 0.6, "B9": 0.39}}
THREE = Tile.parse("K3")
SOMEWHERE = [(float(x), float(y)) for x, y in place(0, 0)]
RACK = parse_tiles(["K1", "K1", "K1", "R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9", "R10", "R11"])


def setup(_: Played) -> None:
    pass


def deal(played: Played) -> None:
    played.begin(deal=True)


def opened(played: Played) -> None:
    played.begin()
    played.turn(OPENING)


def drawn(played: Played) -> None:
    played.begin()
    played.turn(drew=True)


def pause(played: Played) -> None:
    played.begin()
    played.buttons.pause()


def restore(played: Played) -> None:
    played.begin()
    played.turn("K1 K2 K3")


def reading(played: Played) -> None:
    played.begin()
    played.stage.show(OPENING).hands().do(played.buttons.end_turn).hands(0.5)
    played.run()


def reading_unseen(played: Played) -> None:
    played.begin()
    played.buttons.end_turn()


def asked_for_discard(played: Played) -> None:
    played.begin(rulebook=DISCARD)
    played.turn(OPENING)


def asked(played: Played) -> None:
    played.begin()
    played.turn("K6 R6 B6 O6", OPENING, doubts=SIX)


def scored(played: Played) -> None:
    played.begin()
    played.buttons.score({"Ben": 20}, "Anna")


Press = Callable[[Played], object]
ALREADY = ("that turn has already been ended", "already")
STALE = ("the table has moved on since", "stale")
NO_CAMERA = ("the camera was not moved, or is back", "stale")


@pytest.mark.parametrize(
    ("state", "press", "line", "code"),
    [
        (setup, lambda p: p.buttons.end_turn(), "there is no turn to end", "no-turn"),
        (setup, lambda p: p.buttons.pause(), "there is no turn to pause", "no-turn"),
        (setup, lambda p: p.buttons.resume(), "there is no turn to go on with", "no-turn"),
        (setup, lambda p: p.buttons.undo(), "there is nothing to undo", "nothing"),
        (setup, lambda p: p.buttons.redo(), "there is nothing to redo", "nothing"),
        (setup, lambda p: p.buttons.close_game(), "the table is being set already", "nothing"),
        (setup, lambda p: p.buttons.score({}, None), "no round is being played", "no-turn"),
        (setup, lambda p: p.buttons.next_round(), "the round is not over yet", "no-turn"),
        (setup, lambda p: p.buttons.judge_anyway(), "no turn waits for its verdict", "stale"),
        (setup, lambda p: p.live.rule(Outcome.LEGAL, "so"), "no turn waits for a word", "stale"),
        (setup, lambda p: p.buttons.correct(SOMEWHERE, THREE), "no table has been seen yet", "stale"),
        (setup, lambda p: p.live.accept_camera(), *NO_CAMERA),
        (Played.begin, lambda p: p.buttons.first_turn(), "the first turn has begun already", "already"),
        (Played.begin, lambda p: p.buttons.end_turn(turn=1), *ALREADY),
        (Played.begin, lambda p: p.buttons.undo(77), *STALE),
        (Played.begin, lambda p: p.buttons.answer(0, 0, THREE), *STALE),
        (Played.begin, lambda p: p.buttons.correct(SOMEWHERE, THREE, 77), *STALE),
        (Played.begin, lambda p: p.buttons.score({"Zoe": 3}, "Anna"), "Zoe does not play", "bad"),
        (Played.begin, lambda p: p.buttons.end_turn(took_open=THREE), "Jumbo, 2016: no tile lies open", "bad"),
        (
            Played.begin,
            lambda p: p.buttons.say_face_up(Taken.POOL, None),
            "nobody asks about tiles beside the table",
            "stale",
        ),
        (
            Played.begin,
            lambda p: p.buttons.claim_redeal("Ben", RACK),
            "K1 was seen 3 times (Ben's rack 3), but the box holds 2: look at the tiles again",
            "claim-tiles",
        ),
        (
            opened,
            lambda p: p.buttons.claim_redeal("Ben", RACK),
            "new tiles can be claimed before the first turn only",
            "no-claim",
        ),
        (opened, lambda p: p.buttons.begin_with("Ben"), "somebody has taken a turn already", "no-turn"),
        (
            opened,
            lambda p: p.buttons.score({}, "Anna"),
            "Ben's rack is missing: give its points or its tiles",
            "rack-missing",
        ),
        (
            drawn,
            lambda p: p.buttons.end_turn(drew=True),
            "this turn has only just begun: press again if it is over",
            "too-soon",
        ),
        (pause, lambda p: p.buttons.end_turn(), "the clock is paused: go on first", "paused"),
        (
            restore,
            lambda p: p.buttons.end_turn(),
            "the table of the last turn is still to be put back: say when it is",
            "restore",
        ),
        (
            restore,
            lambda p: p.buttons.resume(),
            "the table does not lie as it did: put it back, or go on as it lies",
            "not-restored",
        ),
        (reading, lambda p: p.buttons.end_turn(turn=0), *ALREADY),
        (reading, lambda p: p.buttons.score({}, "Anna"), "the last turn is still being read", "settling"),
        (
            reading,
            lambda p: p.live.rule(Outcome.LEGAL, " "),
            "say why, in a few words: it is kept with the turn",
            "no-reason",
        ),
        (
            reading,
            lambda p: p.live.rule(Outcome.UNDECIDED, "so"),
            "a turn counts as legal or as illegal",
            "bad",
        ),
        (
            reading_unseen,
            lambda p: p.live.rule(Outcome.LEGAL, "so"),
            "no table has been seen yet: undo the press, and pause until the camera sees it",
            "none-seen",
        ),
        (
            asked_for_discard,
            lambda p: p.buttons.judge_anyway(),
            "say first what was taken and discarded",
            "settling",
        ),
        (
            asked_for_discard,
            lambda p: p.live.rule(Outcome.LEGAL, "so"),
            "say first what was taken and discarded",
            "settling",
        ),
        (
            asked_for_discard,
            lambda p: p.buttons.say_face_up(Taken.DISCARD, THREE),
            "there is no discard to take",
            "no-discard",
        ),
        (asked, lambda p: p.buttons.answer(0, 0, THREE), "that tile is not in question", "stale"),
        (asked, lambda p: p.buttons.answer(0, 2, THREE, 77), *STALE),
        (scored, lambda p: p.buttons.score({}, "Anna"), "no round is being played", "no-turn"),
    ],
)
def test_a_press_that_makes_no_sense_is_refused_in_one_line(
    played: Played, state: Press, press: Press, line: str, code: str
) -> None:
    state(played)
    before = played.events()
    with pytest.raises(RefusedError) as refused:
        press(played)
    assert (str(refused.value), refused.value.code) == (line, code)
    assert played.events() == before


def test_what_a_translation_puts_in_comes_with_the_code(played: Played) -> None:
    played.begin()
    with pytest.raises(UserError) as refused:
        played.buttons.score({"Anna": 3}, None)
    assert (refused.value.code, refused.value.values) == ("rack-missing", {"name": "Ben"})


def test_what_is_undone_and_redone_is_what_the_page_showed(played: Played) -> None:
    opened(played)
    undo = played.told()["undo"]
    played.buttons.undo(undo)
    with pytest.raises(RefusedError) as refused:
        played.buttons.redo(77)
    assert (str(refused.value), refused.value.code) == STALE
    played.buttons.redo(played.told()["redo"])
    assert (played.told()["undo"], played.told()["verdict"]["outcome"]) == (undo, "legal")


def test_a_game_is_closed_and_the_table_set_anew(played: Played) -> None:
    opened(played)
    played.buttons.close_game()
    told = played.told()
    assert (told["phase"], told["players"], told["verdict"], told["sheet"]["players"]) == ("setup", [], None, [])
    assert (told["clock"]["running"], told["clock"]["elapsed"], told["round"]) == (False, 0, 1)
