"""Photos are kept while there is room and as long as a person wants them; the game goes on without them."""

from __future__ import annotations

import os
import threading
from dataclasses import replace
from pathlib import Path

import pytest

import calibration
from journal import photos
from live.sitting import OLD_PHOTOS
from tests.live.stage import Played

OPENING = "R10 R11 R12"
DAY = 86400.0


def kept(played: Played) -> int:
    """How many photos are in the folder."""
    return len([*(played.folder / "data" / "photos").rglob("*.jpg")])


def deleted() -> None:
    """Waits until what is to be deleted is."""
    for thread in threading.enumerate():
        if thread.name == OLD_PHOTOS:
            thread.join()


def test_on_a_disk_that_is_all_but_full_turns_are_judged_without_photos(
    played: Played, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    played.begin()
    with monkeypatch.context() as patch:
        patch.setattr(photos, "has_room", lambda _: False)
        played.turn(OPENING)
        assert played.told()["verdict"]["outcome"] == "legal"
        assert played.told()["trouble"]["code"] == "lean"
        assert kept(played) == 0
        played.again()
        assert played.told()["verdict"]["outcome"] == "legal"
    played.turn(OPENING, "B1 B2 B3")
    assert kept(played) > 0
    assert played.told()["trouble"] is None
    assert len([one for one in caplog.records if "all but full" in one.message]) == 1


def test_photos_are_deleted_only_after_the_days_that_a_person_set(played: Played) -> None:
    played.begin()
    played.turn(OPENING)
    there, events = kept(played), len(played.live.record.journal.events())
    for photo in (played.folder / "data" / "photos").rglob("*.jpg"):
        os.utime(photo, (0, photo.stat().st_mtime - 31 * DAY))
    profile = played.folder / "table.toml"
    for days, left in ((None, there), (40, there), (30, 0)):
        calibration.save(replace(calibration.load(profile), photo_days=days), profile)
        played.again()
        deleted()
        assert kept(played) == left
    assert len(played.live.record.journal.events()) == events
    assert played.told()["verdict"]["outcome"] == "legal"


def test_nobody_waits_for_photos_to_be_deleted_when_a_round_begins(
    played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    goes_on, done = threading.Event(), threading.Event()

    def slow(_folder: Path, _when: float) -> None:
        goes_on.wait(10)
        done.set()

    profile = played.folder / "table.toml"
    calibration.save(replace(calibration.load(profile), photo_days=30), profile)
    monkeypatch.setattr(photos, "delete_before", slow)
    played.begin()
    is_done = done.is_set()
    goes_on.set()
    deleted()
    assert (is_done, done.is_set()) == (False, True)
