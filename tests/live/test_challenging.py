"""A player challenges the verdict on a turn, which is read again from its clip."""

from __future__ import annotations

import errno
import hashlib
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from journal import photos
from live import appeals
from live.appeals import best_frames
from live.clips import Clips
from live.game.commands import RefusedError
from live.game.state import State
from live.watching.clip_ring import ClipRing
from referee.verdict import Outcome
from tests.live.stage import OPENING, RULEBOOK, Played
from vision.reading.table_reading import TableReading

MISREAD = {"K7": {"K1": 0.999}}
"""A tile that is taken for another one."""
LAID = (OPENING, "K7 B7 O7")


class Challenged(Played):
    """A table with clips."""

    def _begin(self) -> None:
        super()._begin()
        self.live.clips = Clips()

    def again(self) -> None:
        self.clips_kept()
        super().again()

    def clips_kept(self) -> None:
        """Waits until the clips are kept that are to be."""
        assert self.live.clips is not None
        self.live.clips.close()

    def challenge(self, doubts: dict[str, dict[str, float]] | None = None, sets: Sequence[str] = LAID) -> None:
        """The player of the last turn challenges its verdict; the clip is read as showing these sets."""
        self.stage.paint(sets, doubts)
        press = 0 if self.live.game.judged is None else self.live.game.judged.press.event

        def read(data: bytes, copies: int) -> TableReading:
            photo = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
            assert photo is not None
            return self.stage.read(photo.astype(np.uint8, copy=False), None, copies)

        appeals.challenge(self.live, press, read, "host")

    @property
    def outcome(self) -> Outcome | None:
        judged = self.live.game.judged
        return None if judged is None else judged.verdict.outcome


@pytest.fixture
def played(tmp_path: Path) -> Challenged:
    """Anna's turn counts as illegal, since a tile was misread."""
    made = Challenged(tmp_path)
    made.buttons.start_round(["Anna", "Ben"], RULEBOOK)
    made.turn(*LAID, doubts=MISREAD)
    assert made.outcome is Outcome.ILLEGAL
    return made


def test_a_turn_that_the_clip_clears_is_legal_and_the_challenge_is_given_back(played: Challenged) -> None:
    assert played.told()["challenges"] == 2
    played.challenge()
    assert played.outcome is Outcome.LEGAL
    assert played.live.game.state is State.TURN
    assert played.told()["challenge"]["found"] == "legal"
    assert played.events()[-2:] == ["turn-challenged", "verdict"]
    played.turn(*LAID, "R1 R2 R3", "B1", doubts=MISREAD)
    assert played.told()["challenges"] == 2


def test_a_turn_that_the_clip_shows_to_be_illegal_stays_so_and_costs_nothing_more(played: Challenged) -> None:
    before = played.live.game
    played.challenge(MISREAD)
    after = played.live.game
    assert played.outcome is Outcome.ILLEGAL
    assert (after.round, after.state) == (before.round, before.state)
    assert played.told()["challenges"] is None
    with pytest.raises(RefusedError, match="challenged already"):
        played.challenge()


def test_each_player_has_so_many_challenges_as_the_table_allows(played: Challenged) -> None:
    played.live.challenges = 0
    assert played.told()["challenges"] is None
    with pytest.raises(RefusedError, match="no challenge is left"):
        played.challenge()


def test_challenges_are_counted_over_the_rounds_of_a_game_and_are_new_with_the_next_one(played: Challenged) -> None:
    def following(*, new_game: bool = False) -> None:
        played.stage.hands().show()
        played.run()
        if new_game:
            played.buttons.start_round(["Anna", "Ben"], RULEBOOK, new_game=True)
        else:
            played.buttons.score({"Anna": 5}, "Ben")
            played.buttons.next_round()
            played.buttons.begin_with("Anna")
        played.turn(*LAID, doubts=MISREAD)

    played.challenge(MISREAD)
    following()
    assert played.told()["challenges"] == 1
    played.again()
    assert played.told()["challenges"] == 1, "the journal read anew counts the same"
    played.challenge()
    following()
    assert played.told()["challenges"] == 1, "the last one was right"
    played.challenge(MISREAD)
    following()
    assert played.told()["challenges"] is None
    with pytest.raises(RefusedError, match="no challenge is left in this game"):
        played.challenge()
    following(new_game=True)
    assert played.told()["challenges"] == 2


def test_undo_takes_back_a_challenge_with_its_verdict_and_a_restart_keeps_it(played: Challenged) -> None:
    played.challenge()
    played.buttons.undo()
    undone: Outcome | None = played.outcome
    assert undone is Outcome.ILLEGAL
    assert played.told()["challenges"] == 2
    played.buttons.redo()
    assert played.outcome is Outcome.LEGAL
    played.again()
    assert played.outcome is Outcome.LEGAL
    assert played.told()["challenge"]["found"] == "legal"


def test_an_illegal_turn_is_challenged_after_a_restart_by_the_clip_in_the_journal(played: Challenged) -> None:
    played.again()
    played.challenge()
    assert played.outcome is Outcome.LEGAL


def test_the_journal_says_by_what_a_clip_is_known_again_and_each_frame_is_read_by_itself(played: Challenged) -> None:
    played.clips_kept()
    journal, press = played.live.record.journal, played.last_judged()
    said = journal.events()[-1]
    path = journal.file(said.data["clip"])
    assert (said.kind, said.data["press"]) == ("clip-kept", press)
    assert path is not None
    assert hashlib.sha256(path.read_bytes()).hexdigest() == path.stem
    clip = Clips().clip(journal, press)
    first, second, *_ = clip
    frames = clip[first], clip[second]
    path.write_bytes(path.read_bytes().replace(frames[0], bytes(len(frames[0]))))
    assert (clip.get(first), clip.get(second)) == (None, frames[1])


def test_without_frames_nothing_is_challenged(played: Challenged) -> None:
    played.live.clips = None
    assert played.told()["challenges"] is None
    with pytest.raises(RefusedError, match="no frames are kept"):
        played.challenge()


def test_a_full_disk_costs_the_clip_and_not_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = photos.write

    def full(path: Path, data: bytes) -> None:
        if path.suffix == ".zip":
            raise OSError(errno.ENOSPC, "No space left on device")
        write(path, data)

    monkeypatch.setattr(photos, "write", full)
    made = Challenged(tmp_path)
    made.buttons.start_round(["Anna", "Ben"], RULEBOOK)
    made.turn(*LAID, doubts=MISREAD)
    made.clips_kept()
    trouble = made.told()["trouble"]
    assert trouble is not None
    assert trouble["code"] == "clip-unkept"
    assert made.outcome is Outcome.ILLEGAL


def test_where_the_disk_has_no_room_for_photos_a_turn_is_challenged_by_the_frames_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(photos, "has_room", lambda _: False)
    made = Challenged(tmp_path)
    made.begin()
    made.turn(*LAID, doubts=MISREAD)
    assert made.told()["challenges"] == 2
    made.challenge()
    assert made.outcome is Outcome.LEGAL
    assert not [*(tmp_path / "data" / "photos").rglob("*.*")]


def test_without_a_camera_no_turn_can_be_challenged(tmp_path: Path) -> None:
    made = Challenged(tmp_path)
    made.buttons.start_round(["Anna", "Ben"], RULEBOOK, watched=False)
    made.stage.wait(5).do(made.buttons.end_turn)
    made.run()
    assert made.told()["challenges"] is None


def test_a_challenge_stands_in_the_round_file_as_something_that_was_said(played: Challenged) -> None:
    played.challenge(MISREAD)
    (turn,) = played.live.sitting.chronicle.evening().turns
    assert [(said.kind, said.reason, said.by) for said in turn.said] == [("turn-challenged", "illegal", "host")]


def test_what_lies_outside_the_play_area_is_no_part_of_a_challenged_turn(played: Challenged) -> None:
    """All of the table lies outside of this one."""
    played.live.scene.area.mark(((0.9, 0.9), (1.0, 0.9), (1.0, 1.0), (0.9, 1.0)), played.live.game.viewpoint)
    played.challenge()
    assert played.outcome is not Outcome.LEGAL


def test_the_frames_of_a_turn_that_was_undone_go_like_others_and_stay_where_it_is_redone(played: Challenged) -> None:
    clips, journal, press = Clips(ClipRing(seconds=10)), played.live.record.journal, 0

    def later() -> bool:
        played.stage.show(seconds=15)
        played.run()
        return bool(clips.clip(journal, press))

    played.live.clips = clips
    played.begin()
    played.turn(OPENING)
    press = played.last_judged()
    assert later()
    played.buttons.undo()
    played.buttons.redo()
    assert later()
    played.buttons.undo()
    assert not later()


def test_frames_from_before_the_press_clear_nothing(played: Challenged) -> None:
    """They show the table before what the player did."""
    clips = played.live.clips
    assert clips is not None
    judged = played.live.game.judged
    assert judged is not None
    clip = clips.clip(played.live.record.journal, judged.press.event)
    photos = played.live.record.photos_named(judged.photos)
    assert best_frames(clip, photos)
    assert best_frames({-at - 1: jpeg for at, jpeg in clip.items() if at >= 0}, photos) == []
