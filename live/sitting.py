"""A game on record, seen through one feed: what begins anew with another camera or another game."""

from __future__ import annotations

import contextlib
import threading
from pathlib import Path

import calibration
from calibration import ProfileError
from journal import Journal
from live.deciding.choice import WaitsFor
from live.deciding.moments import Moments
from live.deciding.witness import Witness
from live.game.state import Game
from live.record import Record
from live.scene import Scene
from live.telling.evening import Chronicle
from live.telling.evenings import Memory
from live.telling.imported import FOLDER, Imported
from live.watching.feed import Feed
from live.watching.observer import Observer

OLD_PHOTOS = "old-photos"
"""Name of the thread that deletes photos."""


class Sitting:
    """All that follows one game in the pictures of one feed. Not thread-safe."""

    def __init__(self, journal: Journal, feed: Feed, profile: Path, pictures: int = 0) -> None:
        """Takes up the game as `live.table.LiveTable` does; `pictures` is how many the page was given before."""
        self.feed = feed
        self.profile = profile
        self.record = Record(journal, feed.now())
        """What has happened so far, on the disk."""
        self.observer = Observer(self.game.viewpoint)
        self.scene = Scene(self.record, feed, self.observer, profile, pictures)
        """What the camera shows."""
        self.witness = Witness(self.observer, feed.lag)
        self.moments = Moments()
        """When what happened."""
        self.chronicle = Chronicle(journal)
        """The evening, turn by turn."""
        self.evenings = Memory(journal)
        """All evenings."""
        self.imported = Imported(journal.folder / FOLDER)
        """Rounds that were played elsewhere."""
        self.written = feed.now()
        """When the last event was recorded, in seconds of the feed."""
        self.slept = feed.slept
        """Seconds for which the program has stood still, as far as they are on record."""
        self._followed = feed.connections, feed.ahead
        self._recall()
        self.tell_observer()
        self.delete_old_photos()

    @property
    def game(self) -> Game:
        """The game; a new object after every event."""
        return self.record.game

    def _recall(self) -> None:
        """Takes up what the journal's photos show, unless another camera, which sees it elsewhere, was chosen since."""
        judged, press, chosen = self.game.judged, self.game.press, self.game.chosen
        if judged is not None and judged.event > chosen and (photos := self.record.photos_named(judged.photos)):
            self.observer.remember(photos, judged.case.seen.viewpoint)
        if press is not None:
            kept = [photos for names in press.kept if (photos := self.record.photos_named(names))]
            self.witness.recall(press, kept if press.event > chosen else [])

    def delete_old_photos(self) -> None:
        """Begins to delete the photos and clips that are older than a person wants them kept; they may be many, and nobody waits for it."""
        threading.Thread(target=self._delete_old_photos, name=OLD_PHOTOS, daemon=True).start()

    def _delete_old_photos(self) -> None:
        with contextlib.suppress(ProfileError):  # it is told where the profile is needed
            days = calibration.load(self.profile).photo_days
            if days is not None:
                self.record.journal.delete_photos(days)

    def tell_observer(self) -> None:
        """Tells the observer what the game knows of the table."""
        self.observer.expect(self.game.rack_areas, tiles_stay=self.game.tiles_stay)

    def follow_feed(self) -> None:
        """Takes note of a feed that was connected anew, or of which it was measured how late it is."""
        self.witness.lag.limit = self.feed.lag
        connections, ahead = self._followed
        if self.feed.connections != connections:
            self._followed = self.feed.connections, self.feed.ahead
            self.witness.connected_anew(self.feed.ahead - ahead)

    def in_frames(self, now: float) -> float:
        """The present moment in seconds of the frames: then the light of this moment comes at the earliest."""
        self.follow_feed()
        return now + self.feed.ahead

    @property
    def outlook(self) -> tuple[object, ...]:
        """All that the page is told about the picture."""
        scene, witness = self.scene, self.witness
        picture = scene.frame_number, scene.ailment, scene.left_out, scene.camera_is_lost, self.feed.trouble
        return (*picture, self.observer.stillness, witness.waits_for, witness.where)

    @property
    def waits_for(self) -> WaitsFor | None:
        """What the verdict waits for; None where none does."""
        if self.game.press is None:
            return None
        return WaitsFor.CAMERA if self.scene.ailment or self.feed.trouble else self.witness.waits_for
