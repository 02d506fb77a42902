"""The annotated picture marks tiles, sets, doubts and backs where they lie, at every size, and leaves the photo alone."""

from __future__ import annotations

import numpy as np
import pytest

from referee.tiles import TILE_KINDS, Tile
from tests.vision.outlines import upright
from vision.image import Photo
from vision.quads import Corners
from vision.reading.overlay import Flag, draw
from vision.reading.table_reading import TableReading, TileReading

TABLE = (120, 120, 120)


def corners(x: float, y: float, width: float = 60, height: float = 90) -> Corners:
    return upright(x, y, width, height)


def tile(name: str, place: Corners, *, doubt: bool = False, other: str = "J") -> TileReading:
    kinds = {Tile.parse(other): 0.39, Tile.parse(name): 0.6} if doubt else {Tile.parse(name): 0.99}
    return TileReading.of(place, kinds, doubt=doubt)


def reading(tiles: list[TileReading], sets: list[tuple[int, ...]], back: Corners | None = None) -> TableReading:
    return TableReading(tuple(tiles), tuple(sets), 800, 600, face_down=() if back is None else (back,))


def photo(width: int = 800, height: int = 600) -> Photo:
    return np.full((height, width, 3), TABLE, np.uint8)


def changed(picture: Photo, original: Photo, place: Corners, margin: float = 0) -> float:
    """The share of changed pixels inside an upright rectangle."""
    (left, top), (right, bottom) = place.min(axis=0) - margin, place.max(axis=0) + margin
    part = np.s_[max(0, int(top)) : int(bottom), max(0, int(left)) : int(right)]
    return float((picture[part] != original[part]).any(axis=2).mean())


def test_the_photo_itself_stays_as_it_was() -> None:
    original = photo()
    picture = draw(original, reading([tile("R7", corners(100, 100))], [(0,)], corners(600, 400)))

    assert (original == TABLE).all()
    assert picture.shape == original.shape
    assert not np.array_equal(picture, original)


def test_an_empty_reading_draws_nothing() -> None:
    assert np.array_equal(draw(photo(), reading([], [])), photo())


def test_every_tile_is_marked_and_nothing_far_from_them() -> None:
    places = [corners(100, 100), corners(170, 100), corners(400, 300)]
    picture = draw(
        photo(), reading([tile(n, p) for n, p in zip(("R7", "R8", "K1"), places, strict=True)], [(0, 1), (2,)])
    )

    for place in places:
        assert changed(picture, photo(), place) > 0.15
    assert changed(picture, photo(), corners(600, 30, 180, 180)) == 0


def test_the_printed_number_stays_visible() -> None:
    picture = draw(photo(), reading([tile("R7", corners(100, 100))], [(0,)]))

    assert changed(picture, photo(), corners(110, 112, 40, 45)) == 0


def test_notation_has_the_tiles_colour() -> None:
    names = {"R7": 2, "B7": 0}
    for name, channel in names.items():
        picture = draw(photo(), reading([tile(name, corners(100, 100))], [(0,)])).astype(int)
        plate = picture[165:185, 110:150].reshape(-1, 3)
        strong = plate[plate.max(axis=1) - plate.min(axis=1) > 80]

        assert len(strong) > 10
        assert set(strong.argmax(axis=1)) == {channel}


def test_a_line_joins_the_tiles_of_one_set_only() -> None:
    tiles = [tile("R7", corners(100, 100)), tile("R8", corners(300, 100))]
    between = corners(180, 150, 60, 50)

    assert changed(draw(photo(), reading(tiles, [(0, 1)])), photo(), between) > 0.05
    assert changed(draw(photo(), reading(tiles, [(0,), (1,)])), photo(), between) == 0


def test_a_doubtful_tile_stands_out_and_shows_its_alternatives() -> None:
    place = corners(300, 200)
    sure = draw(photo(), reading([tile("R6", place)], [(0,)]))
    doubtful = draw(photo(), reading([tile("R6", place, doubt=True, other="R9")], [(0,)]))

    magenta = (doubtful[:, :, 2] > 200) & (doubtful[:, :, 0] > 200) & (doubtful[:, :, 1] < 60)
    assert magenta.sum() > 300
    below = corners(300, 295, 60, 20)
    assert changed(doubtful, photo(), below) > 0.5
    assert changed(sure, photo(), below) < 0.05


def test_an_unread_tile_is_drawn() -> None:
    unread = TileReading(corners(300, 200), np.full(len(TILE_KINDS), 0.01, np.float32), doubt=True)

    assert changed(draw(photo(), reading([unread], [(0,)])), photo(), unread.corners) > 0.15


def test_a_back_is_crossed_out() -> None:
    back = corners(500, 300)
    picture = draw(photo(), reading([], [], back))

    assert changed(picture, photo(), corners(525, 340, 10, 10)) > 0.3


@pytest.mark.parametrize("scale", [0.5, 5])
def test_marks_grow_with_the_photo(scale: float) -> None:
    place = corners(100 * scale, 100 * scale, 60 * scale, 90 * scale)
    large = photo(int(800 * scale), int(600 * scale))
    here = changed(draw(large, reading([tile("R7", place)], [(0,)])), large, place)
    normal = changed(draw(photo(), reading([tile("R7", corners(100, 100))], [(0,)])), photo(), corners(100, 100))

    assert here == pytest.approx(normal, rel=0.3)


def test_tiles_at_the_border_are_drawn_inside() -> None:
    edge = [tile("O13", corners(-30, 560), doubt=True), tile("K1", corners(770, -40))]

    assert changed(draw(photo(), reading(edge, [(0,), (1,)])), photo(), corners(0, 500, 150, 100)) > 0.1


def red(picture: Photo, place: Corners) -> float:
    """The share of an upright rectangle that is the red of a flag."""
    (left, top), (right, bottom) = place.min(axis=0), place.max(axis=0)
    part = picture[max(0, int(top)) : int(bottom), max(0, int(left)) : int(right)].astype(int)
    return float(((part[..., 2] > 180) & (part[..., :2].max(axis=2) < 80)).mean())


def test_flagged_tiles_have_one_frame_and_their_letters_beside_them_hide_no_tile() -> None:
    row = [corners(100 + 62 * i, 200) for i in range(3)]
    read = reading([tile("K7", place) for place in row], [(0, 1, 2)])
    picture = draw(photo(), read, [Flag("A", row[:2])])

    around = corners(60, 100, 300, 300)
    assert red(draw(photo(), read), around) == 0
    assert red(picture, corners(88, 190, 150, 110)) > 0.02
    assert red(picture, corners(105, 205, 110, 60)) == 0
    plain = draw(photo(), read)
    assert changed(picture, plain, corners(112, 205, 40, 80)) == changed(picture, plain, corners(240, 205, 40, 80)) == 0
    assert red(picture, around) > 0.01


def test_a_dashed_frame_is_less_than_a_whole_one() -> None:
    place = corners(300, 200, 120, 180)
    read = reading([tile("K7", place)], [(0,)])
    whole, dashed = (draw(photo(), read, [Flag("A", [place], dashed=dashed)]) for dashed in (False, True))

    upper_edge = corners(310, 165, 100, 25)
    assert 0 < red(dashed, upper_edge) < 0.8 * red(whole, upper_edge)


def test_letters_of_flags_side_by_side_lie_apart_and_in_the_picture() -> None:
    places = [corners(2, 2), corners(64, 2)]
    read = reading([tile("K7", place) for place in places], [(0, 1)])
    one, other = (draw(photo(), read, [Flag(text, [place])]) for text, place in zip("AB", places, strict=True))
    both = draw(photo(), read, [Flag(text, [place]) for text, place in zip("AB", places, strict=True)])

    everything = corners(0, 0, 800, 600)
    assert red(both, everything) > 1.5 * max(red(one, everything), red(other, everything))
