"""A round that no camera looks at: turns stand without a verdict, and a photo of the table judges one where somebody asks."""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path

import cv2
import pytest

from journal import Journal
from live.game.commands import RefusedError
from live.game.state import State
from live.table import LiveTable
from live.telling.evening import evening_of
from live.watching.feed import NoCamera
from referee.tiles import Tile
from referee.verdict import Outcome
from tests.live.stage import RULEBOOK, Doubts, Played
from webui.commands import perform
from webui.roles import HERE, Person, Role
from webui.turn_photos import judge_photo

FIRST, SECOND = "R10 R11 R12", "K7 B7 O7"


@pytest.fixture
def unwatched(played: Played) -> Played:
    played.begin(watched=False)
    return played


def end(played: Played, seconds: float = 10.0, **how: bool) -> int:
    """The player on turn ends the turn after so many seconds; the event of the press."""
    played.stage.seconds += seconds
    played.buttons.end_turn(**how)
    return played.live.game.last_event


def photograph(
    played: Played, *sets: str, event: int | None = None, doubts: Doubts | None = None, suffix: str = ".jpg"
) -> None:
    """Somebody takes a photo of the table with these sets, of the turn that it is asked for."""
    waits = played.told()["unjudged"]
    file = cv2.imencode(suffix, played.stage.paint(sets, doubts))[1].tobytes()
    body = {"photo": base64.b64encode(file).decode(), "event": waits["event"] if event is None else event}
    judge_photo(played.live, played.read, body, Person(Role.PLAYER, "Ben", "3fa29c"))


def test_a_turn_stands_at_once_and_the_next_clock_runs(unwatched: Played) -> None:
    end(unwatched)
    told = unwatched.told()
    assert (told["state"], told["turn"], told["verdict"], told["ending"]) == ("turn", 1, None, False)
    assert [player["name"] for player in told["players"] if player["onTurn"]] == ["Ben"]
    assert (told["clock"]["elapsed"], told["clock"]["running"]) == (0.0, True)


def test_a_photo_that_is_no_jpeg_judges_the_turn_and_is_kept_as_one(unwatched: Played) -> None:
    end(unwatched)
    photograph(unwatched, FIRST, suffix=".png")
    verdict = unwatched.told()["verdict"]
    assert verdict["outcome"] == "legal"
    (kept,) = unwatched.live.record.photos_named([verdict["photo"]])
    assert kept.shape == unwatched.stage.paint([FIRST]).shape


def test_draws_are_counted_and_what_was_laid_is_nobody_s_guess(unwatched: Played) -> None:
    pool = unwatched.told()["pool"]
    end(unwatched, drew=True)
    assert unwatched.told()["pool"] == pool - 1
    assert [player["tiles"] for player in unwatched.told()["players"]] == [15, 14]
    end(unwatched)
    assert [player["tiles"] for player in unwatched.told()["players"]] == [None, None]


@pytest.mark.parametrize("drew", [False, True], ids=["laid", "drew"])
def test_the_same_press_again_within_a_second_ends_no_second_turn(unwatched: Played, *, drew: bool) -> None:
    end(unwatched, drew=drew)
    with pytest.raises(RefusedError) as refusal:
        end(unwatched, 0.3, drew=drew)
    assert refusal.value.code == "too-soon"
    assert unwatched.told()["turn"] == 1
    end(unwatched, 0.8, drew=drew)
    assert unwatched.told()["turn"] == 2


def test_a_call_of_rummikub_ends_the_round_for_the_sheet(unwatched: Played) -> None:
    end(unwatched)
    end(unwatched, called=True)
    assert (unwatched.told()["state"], unwatched.told()["winner"]) == ("over", "Ben")
    unwatched.buttons.score({"Anna": 24}, "Ben")
    assert unwatched.told()["sheet"]["totals"] == {"Anna": -24, "Ben": 24}
    unwatched.buttons.next_round()
    end(unwatched)
    assert unwatched.told()["turn"] == 1


def test_a_photo_that_finds_the_last_turn_legal_leaves_the_round_won(unwatched: Played) -> None:
    end(unwatched)
    end(unwatched, called=True)
    photograph(unwatched, FIRST, SECOND)
    told = unwatched.told()
    assert (told["verdict"]["outcome"], told["state"], told["winner"]) == ("legal", "over", "Ben")


def test_a_photo_that_finds_the_last_turn_illegal_lets_the_round_go_on(unwatched: Played) -> None:
    end(unwatched)
    end(unwatched, called=True)
    photograph(unwatched, FIRST, "K1 K2 O3")
    told = unwatched.told()
    assert (told["verdict"]["outcome"], told["winner"]) == ("illegal", None)


def test_nobody_lays_from_an_empty_pool_and_the_round_ends(unwatched: Played) -> None:
    while unwatched.told()["pool"]:
        end(unwatched, drew=True)
    assert unwatched.told()["state"] == "turn"
    while unwatched.told()["state"] == "turn" and unwatched.told()["turn"] < 106:
        end(unwatched, drew=True)
    told = unwatched.told()
    assert (told["state"], told["winner"]) == ("over", None)
    assert [player["tiles"] for player in told["players"]].count(None) == 0


def test_whatever_a_camera_shows_meanwhile_means_nothing(unwatched: Played) -> None:
    unwatched.stage.hands().show(FIRST)
    unwatched.run()
    end(unwatched)
    unwatched.stage.hands().show()
    unwatched.run()
    assert "verdict" not in unwatched.events()
    assert (unwatched.told()["table"], unwatched.told()["frame"]) == (None, None)


def test_photos_of_every_turn_judge_it_as_a_camera_would(unwatched: Played) -> None:
    end(unwatched)
    photograph(unwatched, FIRST)
    verdict = unwatched.told()["verdict"]
    assert (verdict["outcome"], verdict["player"], verdict["played"]) == ("legal", "Anna", FIRST.split())
    assert [player["tiles"] for player in unwatched.told()["players"]] == [11, 14]
    end(unwatched)
    photograph(unwatched, FIRST, SECOND)
    verdict = unwatched.told()["verdict"]
    assert [violation["code"] for violation in verdict["violations"]] == ["opening-below-30"]
    assert verdict["penalty"]["draw"] == 3


def test_the_next_player_s_time_goes_on_while_the_last_turn_is_judged(unwatched: Played) -> None:
    end(unwatched)
    unwatched.stage.seconds += 7
    photograph(unwatched, FIRST)
    assert unwatched.told()["clock"]["elapsed"] == 7.0
    assert unwatched.told()["clock"]["running"] is True


def test_an_illegal_table_waits_to_be_put_back_and_a_person_says_when(unwatched: Played) -> None:
    end(unwatched)
    photograph(unwatched, SECOND)
    assert unwatched.told()["state"] == "restore"
    assert unwatched.told()["clock"]["running"] is False
    unwatched.buttons.resume()
    assert (unwatched.told()["state"], unwatched.told()["restored"]) == ("turn", True)
    end(unwatched)
    photograph(unwatched, FIRST)
    assert unwatched.told()["verdict"]["outcome"] == "legal"


def test_where_the_table_before_is_not_known_only_sets_and_counts_are_judged(unwatched: Played) -> None:
    end(unwatched)
    end(unwatched)
    photograph(unwatched, SECOND)
    verdict = unwatched.told()["verdict"]
    assert (verdict["outcome"], verdict["whole"]) == ("legal", False)
    assert verdict["played"] == []
    end(unwatched)
    photograph(unwatched, SECOND, "R1 R2 R4")
    verdict = unwatched.told()["verdict"]
    assert [violation["code"] for violation in verdict["violations"]] == ["set-invalid"]
    assert verdict["whole"] is True


def test_a_tile_that_left_a_table_known_from_a_photo_is_missed(unwatched: Played) -> None:
    end(unwatched)
    photograph(unwatched, FIRST)
    end(unwatched)
    photograph(unwatched, "R10 R11", "O10 O11 O12")
    codes = [violation["code"] for violation in unwatched.told()["verdict"]["violations"]]
    assert codes == ["set-invalid", "tile-missing", "opening-touches-table"]


def test_a_doubtful_tile_on_a_photo_is_asked_about(unwatched: Played) -> None:
    end(unwatched)
    photograph(unwatched, "R10 R11 R12", doubts={"R12": {"R12": 0.6, "B12": 0.39}})
    assert unwatched.told()["state"] == "question"
    unwatched.buttons.answer(0, 2, Tile.parse("R12"))
    assert unwatched.told()["verdict"]["outcome"] == "legal"
    assert [player["name"] for player in unwatched.told()["players"] if player["onTurn"]] == ["Ben"]


def test_a_rack_in_the_photo_is_held_against_nobody_whatever_is_said_of_its_tiles(unwatched: Played) -> None:
    end(unwatched)
    photograph(unwatched, FIRST, "K1 R5 B9 O2 K7")
    verdict = unwatched.told()["verdict"]
    assert (verdict["outcome"], verdict["noteCode"]) == ("undecided", "cut-off")
    unwatched.buttons.correct(verdict["table"]["sets"][1][1]["corners"], Tile.parse("R6"), verdict["event"])
    assert unwatched.told()["verdict"]["noteCode"] == "cut-off"
    photograph(unwatched, FIRST)
    assert unwatched.told()["verdict"]["outcome"] == "legal"


def test_only_what_lies_in_the_play_area_of_a_photo_is_judged(unwatched: Played) -> None:
    event = end(unwatched)
    jpeg = cv2.imencode(".jpg", unwatched.stage.paint((FIRST, "K1 R5 B9 O2 K7")))[1].tobytes()
    body = {"photo": base64.b64encode(jpeg).decode(), "event": event, "area": [[0, 0], [0.5, 0], [0.5, 1], [0, 1]]}
    judge_photo(unwatched.live, unwatched.read, body, HERE)
    verdict = unwatched.told()["verdict"]
    assert (verdict["outcome"], verdict["played"]) == ("legal", FIRST.split())


def test_undo_takes_back_the_photo_alone_and_then_the_turn(unwatched: Played) -> None:
    end(unwatched)
    photograph(unwatched, SECOND)
    unwatched.buttons.undo()
    assert (unwatched.told()["verdict"], unwatched.told()["turn"], unwatched.told()["state"]) == (None, 1, "turn")
    photograph(unwatched, FIRST)
    assert unwatched.told()["verdict"]["outcome"] == "legal"
    unwatched.buttons.undo()
    unwatched.buttons.undo()
    assert unwatched.told()["turn"] == 0
    assert unwatched.told()["unjudged"] is None


def test_a_photo_of_a_turn_that_another_has_followed_is_refused(unwatched: Played) -> None:
    first = end(unwatched)
    end(unwatched)
    with pytest.raises(RefusedError) as refusal:
        photograph(unwatched, FIRST, event=first)
    assert refusal.value.code == "stale"


@pytest.mark.parametrize(
    ("photo", "code"), [("bm8gcGhvdG8=", "photo"), (None, "photo")], ids=["no picture", "nothing at all"]
)
def test_what_is_no_photo_is_refused_and_the_turn_stands(unwatched: Played, photo: str | None, code: str) -> None:
    event = end(unwatched)
    with pytest.raises(RefusedError) as refusal:
        judge_photo(unwatched.live, unwatched.read, {"photo": photo, "event": event}, HERE)
    assert refusal.value.code == code
    assert unwatched.told()["verdict"] is None


def test_a_photo_without_tiles_judges_nobody(unwatched: Played) -> None:
    end(unwatched)
    with pytest.raises(RefusedError) as refusal:
        photograph(unwatched)
    assert refusal.value.code == "no-table"


def test_everything_is_there_after_a_power_cut(unwatched: Played) -> None:
    end(unwatched)
    photograph(unwatched, FIRST)
    end(unwatched)
    before = unwatched.live.game
    unwatched.again()
    after = unwatched.live.game
    assert (after.round, after.watched, after.unjudged) == (before.round, False, before.unjudged)
    photograph(unwatched, FIRST, "O10 O11 O12")
    assert unwatched.told()["verdict"]["outcome"] == "legal"


def test_the_evening_says_that_a_turn_was_judged_by_a_photo_and_by_whom(unwatched: Played) -> None:
    end(unwatched)
    photograph(unwatched, FIRST)
    end(unwatched)
    judged, standing = evening_of(unwatched.live.record.journal.since(1)).turns
    assert [(said.kind, said.by) for said in judged.said] == [("photo", "guest 3fa29c, player Ben")]
    assert judged.photo is not None
    assert (standing.given, standing.photo) == (None, None)


def test_a_camera_that_fails_in_a_game_can_be_left(played: Played) -> None:
    played.begin()
    played.turn(FIRST)
    played.stage.hands().do(played.buttons.end_turn).hands()
    played.run()
    assert played.told()["state"] == "reading"
    played.buttons.leave_camera()
    assert (played.told()["state"], played.told()["turn"], played.told()["watched"]) == ("turn", 2, False)
    photograph(played, FIRST, "O10 O11 O12")
    verdict = played.told()["verdict"]
    assert (verdict["outcome"], verdict["player"]) == ("legal", "Ben")


def test_a_photo_judges_a_turn_that_waits_for_the_camera(played: Played) -> None:
    played.begin()
    played.stage.hands().do(played.buttons.end_turn).hands()
    played.run()
    photograph(played, FIRST)
    assert (played.told()["verdict"]["outcome"], played.told()["state"]) == ("legal", "turn")
    played.turn(FIRST, "O10 O11 O12")
    assert played.told()["verdict"]["played"] == ["O10", "O11", "O12"]


def test_a_turn_that_the_camera_is_about_to_judge_is_not_judged_by_a_photo(played: Played) -> None:
    played.begin()
    refused: list[str | None] = []

    def press_and_photograph() -> None:
        played.buttons.end_turn()
        with pytest.raises(RefusedError) as refusal:
            photograph(played, FIRST)
        refused.append(refusal.value.code)

    played.stage.hands().show("R10 R11", seconds=0.75).do(press_and_photograph).show("R10 R11", seconds=4)
    played.run()
    assert refused == ["settling"]
    assert played.told()["verdict"]["outcome"] == "illegal"


def test_what_the_camera_takes_for_a_tile_stays_none_when_a_photo_judges_a_turn(played: Played) -> None:
    played.begin()
    played.turn(FIRST, "O5")
    verdict = played.told()["verdict"]
    played.buttons.correct(verdict["table"]["sets"][1][0]["corners"], None, verdict["event"])
    assert played.told()["verdict"]["outcome"] == "legal"
    played.stage.hands().do(played.buttons.end_turn).hands()
    played.run()
    photograph(played, FIRST, "K11 B11 O11")
    played.turn(FIRST, "O5", "K11 B11 O11", "O10 O11 O12")
    assert (played.told()["verdict"]["outcome"], played.told()["verdict"]["played"]) == ("legal", ["O10", "O11", "O12"])


def test_the_host_s_word_settles_a_question_about_a_photo(unwatched: Played) -> None:
    end(unwatched)
    photograph(unwatched, "R10 R11 R12", doubts={"R12": {"R12": 0.6, "B12": 0.39}})
    unwatched.live.rule(Outcome.LEGAL, "it is red")
    assert unwatched.told()["verdict"]["host"] == "it is red"
    assert unwatched.live.game.state is State.TURN


def test_where_every_turn_takes_a_tile_nobody_claims_to_know_the_pool(played: Played) -> None:
    played.begin(rulebook="hertzano-original+discard", watched=False)
    end(played)
    assert (played.told()["turn"], played.told()["pool"], played.told()["faceUp"]) == (1, None, None)


def test_a_game_that_began_with_a_camera_goes_on_without_where_there_is_none_any_more(tmp_path: Path) -> None:
    played = Played(tmp_path)
    played.begin()
    played.stage.hands().do(played.buttons.end_turn).hands()
    played.run()
    played.live.close()
    with Journal(tmp_path / "data") as journal:
        live = LiveTable(journal, NoCamera(), profile=tmp_path / "table.toml")
        assert (live.game.state, live.game.watched) == (State.TURN, False)
        assert live.game.round is not None
        assert live.game.round.on_turn == "Ben"
        for _ in ("that the camera was left", "the end of the turn"):
            perform(live, "undo", {}, HERE)
        assert live.game.watched  # as it was; still, no turn waits for a camera that is not there
        perform(live, "end", {}, HERE)
        assert (live.game.state, live.game.watched) == (State.TURN, False)


@pytest.mark.parametrize("chosen", [{}, {"camera": True}], ids=["nothing said", "a camera wanted"])
def test_where_there_is_no_camera_no_round_waits_for_one(tmp_path: Path, chosen: dict[str, bool]) -> None:
    with Journal(tmp_path / "data") as journal:
        live = LiveTable(journal, NoCamera(), profile=tmp_path / "table.toml")
        perform(live, "start", {"players": ["Anna", "Ben"], "rulebook": RULEBOOK, "deal": False, **chosen}, HERE)
        perform(live, "end", {}, HERE)
        assert live.game.state is State.TURN
        assert live.sitting.waits_for is None


def test_a_feed_without_a_camera_gives_no_frame_and_ends_when_it_is_closed() -> None:
    feed = NoCamera()
    begin: Callable[[], float] = feed.now
    assert begin() <= feed.now()
    feed.close()
    assert list(feed.frames()) == []


def test_a_first_lay_down_stays_made_though_a_photo_of_it_shows_the_table_alone(unwatched: Played) -> None:
    end(unwatched)
    end(unwatched)
    photograph(unwatched, FIRST, "K10 K11 K12")
    assert [player["opened"] for player in unwatched.told()["players"]] == [True, True]
    end(unwatched, drew=True)
    end(unwatched)
    photograph(unwatched, "R10 R11 R12 R13", "K10 K11 K12")
    assert (unwatched.told()["verdict"]["outcome"], unwatched.told()["verdict"]["played"]) == ("legal", ["R13"])


def test_whoever_drew_does_not_pay_for_a_set_that_nobody_saw_laid(unwatched: Played) -> None:
    pool = unwatched.told()["pool"]
    end(unwatched)
    end(unwatched, drew=True)
    photograph(unwatched, "R1 R2 R4")
    told = unwatched.told()
    assert (told["state"], told["verdict"]["noteCode"], told["verdict"]["penalty"]) == (
        "question",
        "nobody-knows-whose",
        None,
    )
    unwatched.live.rule(Outcome.ILLEGAL, "Ben laid it before he drew")
    told = unwatched.told()
    assert (told["verdict"]["penalty"]["put_back"], told["pool"]) == (1, pool - 3)


def test_nothing_goes_back_to_the_pool_where_nothing_was_drawn(unwatched: Played) -> None:
    end(unwatched)
    end(unwatched)
    photograph(unwatched, "R1 R2 R4", SECOND)
    assert unwatched.told()["verdict"]["penalty"]["put_back"] == 0


def test_a_photo_that_leaves_out_a_part_of_the_table_blames_nobody(unwatched: Played) -> None:
    end(unwatched)
    photograph(unwatched, FIRST, "K10 K11 K12")
    end(unwatched, drew=True)
    photograph(unwatched, FIRST)
    verdict = unwatched.told()["verdict"]
    assert (verdict["outcome"], verdict["noteCode"]) == ("undecided", "not-in-photo")
    photograph(unwatched, FIRST, "K10 K11 K12")
    assert unwatched.told()["verdict"]["outcome"] == "legal"
    unwatched.buttons.undo()
    assert (unwatched.told()["verdict"], unwatched.told()["state"]) == (None, "turn")


def test_a_photo_of_the_new_set_alone_does_not_say_that_the_others_are_gone(unwatched: Played) -> None:
    end(unwatched)
    photograph(unwatched, FIRST)
    end(unwatched)
    photograph(unwatched, "B10 B11 B12")
    assert unwatched.told()["verdict"]["noteCode"] == "not-in-photo"
    photograph(unwatched, FIRST, "B10 B11 B12")
    assert unwatched.told()["verdict"]["played"] == ["B10", "B11", "B12"]


def test_an_illegal_table_that_stays_as_the_photo_shows_it_is_nobody_s_fault_in_the_next_turn(
    unwatched: Played,
) -> None:
    end(unwatched)
    photograph(unwatched, SECOND, "R1 R2 R4")
    unwatched.buttons.resume(anyway=True)
    end(unwatched, drew=True)
    photograph(unwatched, SECOND, "R1 R2 R4")
    verdict = unwatched.told()["verdict"]
    assert (verdict["outcome"], verdict["played"]) == ("legal", [])
    end(unwatched)
    photograph(unwatched, SECOND, "R1 R2 R4", FIRST, "K1 K2 K4")
    assert [violation["set"] for violation in unwatched.told()["verdict"]["violations"]] == [3]


def test_what_nobody_said_was_taken_or_discarded_is_no_fault(played: Played) -> None:
    played.begin(rulebook="hertzano-original+discard", watched=False)
    end(played)
    photograph(played, FIRST, "K10 K11 K12")
    assert (played.told()["verdict"]["outcome"], len(played.told()["verdict"]["played"])) == ("legal", 6)
    end(played, drew=True)
    assert [player["tiles"] for player in played.told()["players"]] == [8, 14]


def test_a_photo_of_a_pass_makes_no_lay_down_of_it(played: Played) -> None:
    played.begin(rulebook="jumbo-fortuna-2005", watched=False)
    end(played)
    while played.told()["pool"]:
        end(played, drew=True)
    end(played, drew=True)
    photograph(played, FIRST)
    end(played, drew=True)
    assert played.told()["state"] == "over"


def test_a_rack_that_was_shown_is_not_counted_against_what_was_laid_unseen(played: Played) -> None:
    played.begin(watched=False)
    shown = "R4 R4 K7 K7 O1 O2 O3 K1 K2 R12 R13 J B3 B5"
    played.buttons.claim_redeal("Anna", tuple(Tile.parse(name) for name in shown.split()))
    assert played.told()["claim"]["granted"] is False
    end(played)
    end(played, called=True)
    played.buttons.count_rack("Anna", (Tile.parse("B13"),))
    assert played.told()["contradictions"] == []
