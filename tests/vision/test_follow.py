"""Photos read one after the other are read as each is by itself, and only what has changed is searched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.camera.photo import load_photo
from vision.image import Photo
from vision.quads import Corners
from vision.reading.inference import Batch, Network
from vision.reading.locate import Locator, Proposals, Window
from vision.reading.reader import Reader
from vision.reading.table_reading import TableReading, TileReading
from vision.regions import Area
from vision.scene.follow import WHOLE_EVERY, Follower

pytestmark = pytest.mark.slow

IMAGES = Path(__file__).parents[2] / "sample_images"
DEMO, TABLE = IMAGES / "demo", IMAGES / "photos" / "white-table.jpg"


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The share of the photo that was searched, for each search."""
    shares: list[float] = []
    find = Locator.find

    def noted(self: Locator, photo: Photo, part: Window | None = None) -> Proposals:
        left, top, right, bottom = part or (0, 0, photo.shape[1], photo.shape[0])
        shares.append((right - left) * (bottom - top) / (photo.shape[0] * photo.shape[1]))
        return find(self, photo, part)

    monkeypatch.setattr(Locator, "find", noted)
    return shares


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many pictures, of a photo or a place, the networks were shown, each time."""
    counts: list[int] = []
    run = Network.run

    def noted(self: Network, *batches: Batch) -> list[NDArray[np.float32]]:
        counts.append(len(batches[0]))
        return run(self, *batches)

    monkeypatch.setattr(Network, "run", noted)
    return counts


def turn(number: int) -> Photo:
    return load_photo(DEMO / f"turn-{number:02}.jpg")


def with_cloth_around(photo: Photo, outlines: Sequence[Corners]) -> Photo:
    """The photo with a yellow cloth of 139 grey levels wherever no tile lies within these outlines."""
    lying = np.zeros(photo.shape[:2], np.uint8)
    for corners in outlines:
        cv2.fillConvexPoly(lying, np.round(corners).astype(np.int32), (1,))
    cloth = np.full_like(photo, (103, 145, 143))
    return np.where(lying[..., None] > 0, photo, cloth).astype(np.uint8)


def with_one_half_seen(photo: Photo, tiles: Sequence[TileReading]) -> Photo:
    """The photo with something the colour of skin over the left half of its red 13, where these tiles lie."""
    outline = next(tile.corners for tile in tiles if str(tile.tile) == "R13")
    left = outline.copy()
    left[1:3] = (outline[0:2] + outline[1:3]) / 2
    return cv2.fillConvexPoly(photo.copy(), np.round(left).astype(np.int32), (110, 150, 210)).astype(np.uint8)


def names(reading: TableReading) -> list[str]:
    return sorted(str(tile.tile) for tile in reading.tiles)


def turns() -> Iterator[int]:
    yield from range(5, 13)


def test_a_round_is_read_as_its_photos_are_one_by_one(reader: Reader) -> None:
    follower = Follower(reader)
    assert {number: names(follower.read(turn(number))) for number in turns()} == {
        number: names(reader.read(turn(number))) for number in turns()
    }


def test_only_where_tiles_came_is_searched(reader: Reader, searched: list[float]) -> None:
    follower = Follower(reader)
    follower.read(turn(8))
    assert searched == [1.0]
    follower.read(turn(9))
    assert 0 < sum(searched[1:]) < 1


def test_tiles_that_a_blur_hid_are_found_when_it_has_gone(reader: Reader) -> None:
    follower = Follower(reader)
    pale = (0.25 * turn(12) + 100).astype(np.uint8)
    blurred = cv2.GaussianBlur(pale, (0, 0), 7).astype(np.uint8)
    assert not follower.read(blurred).tiles
    assert names(follower.read(pale)) == names(reader.read(pale))


def test_where_nothing_changed_nothing_but_what_was_in_doubt_is_searched(reader: Reader, searched: list[float]) -> None:
    follower = Follower(reader)
    first = follower.read(turn(8))
    searched.clear()
    again = follower.read(turn(8))
    assert names(again) == names(first)
    assert len(searched) <= len(first.doubtful)


def test_while_nothing_changes_what_was_read_without_doubt_holds(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    follower, photo = Follower(reader), load_photo(TABLE)
    first = follower.read(photo)
    assert not first.doubtful
    monkeypatch.setattr(Reader, "read_at", None)  # no face is read anew
    grain = np.random.default_rng(1).normal(0, 3, photo.shape)
    again = follower.read(np.clip(photo + grain, 0, 255).astype(np.uint8))
    assert (again.tiles, again.sets) == (first.tiles, first.sets)


def test_while_nothing_changes_but_one_tile_is_in_doubt_only_what_lies_about_it_is_looked_at_anew(
    reader: Reader, shown: list[int]
) -> None:
    follower, photo = Follower(reader), load_photo(TABLE)
    half_seen = with_one_half_seen(photo, reader.read(photo).tiles)
    first = follower.read(half_seen)
    assert first.doubtful
    shown.clear()
    reader.read(half_seen)
    anew = sum(shown)
    follower.read(half_seen)  # the first one after the whole looks also where tiles were found beside others
    shown.clear()
    again = follower.read(half_seen)
    assert sum(shown) < anew / 2
    assert (names(again), again.doubtful) == (names(first), first.doubtful)
    uncovered = follower.read(photo)
    assert names(uncovered) == names(reader.read(photo))
    assert not uncovered.doubtful


def test_a_tile_in_the_place_of_another_like_it_is_read_anew_though_the_picture_hardly_changes(reader: Reader) -> None:
    follower, photo = Follower(reader), load_photo(TABLE)
    first = follower.read(photo)
    eleven, thirteen = (next(tile for tile in first.tiles if str(tile.tile) == name) for name in ("O11", "O13"))
    exchanged, (height, width) = photo.copy(), photo.shape[:2]
    onto = cv2.getPerspectiveTransform(thirteen.corners, eleven.corners)
    there = cv2.fillConvexPoly(np.zeros((height, width), np.uint8), np.round(eleven.corners).astype(np.int32), (1,))
    exchanged[there > 0] = cv2.warpPerspective(photo, onto, (width, height))[there > 0]
    assert Counter(names(follower.read(exchanged))) == Counter(names(first)) - Counter(["O11"]) + Counter(["O13"])


def test_a_tile_that_comes_to_lie_on_a_cloth_as_bright_as_itself_is_seen(reader: Reader) -> None:
    small = cv2.copyMakeBorder(
        load_photo(TABLE), *(640,) * 4, cv2.BORDER_CONSTANT
    )  # small tiles, as of a camera far away
    photo = (0.55 * small).astype(np.uint8)  # bodies of 139 grey levels
    tiles = reader.read(photo).tiles
    came = next(tile for tile in tiles if str(tile.tile) == "O1")
    after = with_cloth_around(photo, [tile.corners for tile in tiles])
    before = with_cloth_around(photo, [tile.corners for tile in tiles if tile is not came])
    follower = Follower(reader)
    seen = [names(follower.read(picture)) for picture in (before, before, after)]
    assert "O1" not in seen[1]
    assert seen[2] == names(reader.read(after))
    assert "O1" in seen[2]


def test_what_the_search_of_a_part_misses_is_found_once_the_picture_is_at_rest(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = Locator.find
    monkeypatch.setattr(
        Locator, "find", lambda self, photo, part=None: find(self, photo)[: None if part is None else 0]
    )
    follower = Follower(reader)
    follower.read(turn(8))
    assert len(names(follower.read(turn(9)))) < len(names(reader.read(turn(9))))
    assert names(follower.read(turn(9))) == names(reader.read(turn(9)))


def test_a_tile_that_lies_untouched_is_seen_where_a_search_of_the_whole_misses_it(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    follower, find = Follower(reader), Locator.find
    first = follower.read(turn(8))
    left = np.mean([tile.corners[:, 0].mean() for tile in first.tiles])
    monkeypatch.setattr(
        Locator,
        "find",
        lambda self, photo, part=None: (found := find(self, photo, part))[found.outlines[..., 0].mean(axis=1) > left],
    )
    assert len(names(reader.read(turn(8)))) < len(names(first))
    readings = [follower.read(turn(8)) for _ in range(WHOLE_EVERY + 1)]
    sure = Counter(str(tile.tile) for tile in first.tiles if not tile.doubt)
    assert not any(sure - Counter(names(reading)) for reading in readings)


def test_tiles_that_lie_untouched_are_seen_beside_a_place_that_takes_all_of_their_set_for_one(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = reader.read(turn(8))
    members = [first.tiles[i].corners for i in max(first.sets, key=len)]
    middle = np.mean(members, axis=(0, 1))
    box = cv2.boxPoints(cv2.minAreaRect(np.concatenate(members)))
    several = Proposals.at([(middle + 0.8 * (box - middle)).astype(np.float32)])
    follower, find = Follower(reader), Locator.find
    follower.read(turn(8))
    monkeypatch.setattr(Locator, "find", lambda self, photo, part=None: several + find(self, photo, part))
    assert [names(follower.read(turn(8))) for _ in range(WHOLE_EVERY + 2)] == [names(first)] * (WHOLE_EVERY + 2)


def test_a_tile_that_lies_untouched_is_looked_at_again_where_a_reading_of_the_known_places_drops_it(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    follower, read_at = Follower(reader), Reader.read_at
    first = follower.read(turn(8))
    drops = [True]

    def once_short(self: Reader, photo: Photo, found: Proposals, area: Area | None, copies: int) -> TableReading:
        reading = read_at(self, photo, found, area, copies)
        if not drops:
            return reading
        drops.clear()
        return replace(reading, tiles=reading.tiles[:-3], sets=tuple((i,) for i in range(len(reading.tiles) - 3)))

    monkeypatch.setattr(Reader, "read_at", once_short)
    assert names(follower.read(turn(8))) == names(first)
    assert not drops


@pytest.mark.parametrize("push", [(10, 24), (-14, 26), (-24, 20)])
def test_a_push_of_the_camera_over_a_striped_cloth_costs_no_tile(reader: Reader, push: tuple[int, int]) -> None:
    first = turn(8)
    lying = np.zeros(first.shape[:2], np.uint8)
    for tile in reader.read(first).tiles[:3]:
        hull = cv2.convexHull(np.round(1.15 * tile.corners - 0.15 * tile.corners.mean(axis=0)).astype(np.int32))
        cv2.fillConvexPoly(lying, hull, (1,))
    across = np.arange(first.shape[1]) // 13 % 3 == 0
    cloth = np.where(across, 150, 215).astype(np.uint8)[None, :, None].repeat(first.shape[0], 0).repeat(3, 2)
    before = np.where(lying[..., None] > 0, first, cloth)
    after = np.roll(before, push[::-1], (0, 1))
    follower = Follower(reader)
    follower.read(before)
    follower.read(before)
    expected = names(reader.read(after))
    assert len(expected) == 3
    assert [names(follower.read(after)) for _ in range(4)] == [expected] * 4


def test_a_tile_that_is_taken_away_is_gone(reader: Reader) -> None:
    photo = turn(8)
    follower = Follower(reader)
    tiles = follower.read(photo).tiles
    taken = tiles[0]
    bare = cv2.fillConvexPoly(
        photo.copy(),
        cv2.convexHull(np.round(1.3 * taken.corners - 0.3 * taken.corners.mean(axis=0)).astype(np.int32)),
        [float(value) for value in np.median(photo, axis=(0, 1))],
    ).astype(np.uint8)
    assert str(taken.tile) in names(follower.read(photo))
    left = follower.read(bare)
    middles = [tile.corners.mean(axis=0) for tile in left.tiles]
    assert not any(np.linalg.norm(middle - taken.corners.mean(axis=0)) < 10 for middle in middles)


def test_the_whole_is_searched_every_now_and_then_and_where_the_picture_is_another(
    reader: Reader, searched: list[float]
) -> None:
    follower, photo = Follower(reader), np.full((360, 640, 3), 90, np.uint8)
    photo[::7] += 20
    for _ in range(WHOLE_EVERY + 1):
        follower.read(photo)
    wholes = searched.count(1.0)
    assert wholes > searched[: len(searched) // 2].count(1.0) > 0
    follower.read(photo[:300])
    assert searched.count(1.0) > wholes


@pytest.mark.parametrize("first", [[8], []], ids=["of a box with bright tiles", "of a box that nobody has seen"])
def test_dark_tiles_are_looked_for_at_each_change_of_an_empty_table_only_while_the_box_is_unknown(
    reader: Reader, searched: list[float], first: list[int]
) -> None:
    follower, bare = Follower(reader), np.full_like(turn(8), 90)
    with_a_cup = cv2.circle(bare.copy(), (200, 200), 40, (230, 230, 230), cv2.FILLED).astype(np.uint8)
    for number in first:
        follower.read(turn(number))
    follower.read(bare)
    searched.clear()
    follower.read(with_a_cup)
    assert (max(searched) < 0.5) == bool(first)
