"""A clock in the picture, a screen in its corner or a lamp that blinks is no hand, and a hand is none of them."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from tests.vision.test_watch import HEIGHT, WIDTH, table, with_hand
from vision.frame import Frame
from vision.image import Photo
from vision.scene.flicker import ALWAYS, LONG, Flicker, Mask
from vision.scene.watch import Stillness, Watch

FPS = 4
TABLE = table()
SHAPE = (135, 240)


def clock(seconds: float, scale: float = 1.0, at: tuple[int, int] = (0, 0), photo: Photo = TABLE) -> Photo:
    """The photo with a clock of milliseconds at that corner of a black box."""
    shown = photo.copy()
    text = f"12:30:{int(seconds) % 60:02d}.{int(seconds * 1013) % 1000:03d}"
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, 2)
    x, y = min(at[0], WIDTH - width - 8), min(at[1], HEIGHT - height - 12)
    cv2.rectangle(shown, (x, y), (x + width + 8, y + height + 12), (0, 0, 0), -1)
    cv2.putText(shown, text, (x + 4, y + height + 6), cv2.FONT_HERSHEY_SIMPLEX, scale, (255, 255, 255), 2)
    return shown


def screen(seconds: float) -> Photo:
    """The table with a film in its upper right corner."""
    shown = TABLE.copy()
    film = np.random.default_rng(int(seconds * FPS)).integers(0, 255, (6, 6, 3), np.uint8)
    shown[:100, 500:] = cv2.resize(film, (140, 100), interpolation=cv2.INTER_CUBIC)
    return shown


def lamp(seconds: float) -> Photo:
    """The table with a lamp at its left side that goes on and off every second."""
    shown = TABLE.copy()
    cv2.circle(shown, (40, 180), 16, (255, 255, 255) if int(seconds) % 2 else (0, 0, 0), -1)
    return shown


def watched(film: Callable[[float], Photo], until: float, watch: Watch, since: float = 0.0) -> list[Stillness]:
    moments = np.arange(since, until, 1 / FPS).tolist()
    return [watch.update(Frame(film(seconds), seconds)) for seconds in moments]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("film", "where"),
    [
        pytest.param(clock, "top left", id="clock"),
        pytest.param(lambda seconds: clock(seconds, 2.2, (0, HEIGHT)), "bottom", id="large clock"),
        pytest.param(screen, "top right", id="screen"),
        pytest.param(lamp, "left", id="lamp"),
    ],
)
def test_what_has_always_changed_in_one_small_place_is_left_out_and_named(
    film: Callable[[float], Photo], where: str
) -> None:
    watch = Watch()
    seen = watched(film, ALWAYS + 3, watch)
    assert seen[-1] is Stillness.STILL
    assert watch.flicker.parts == (where,)


@pytest.mark.slow
@pytest.mark.parametrize("side", [0, -1])
def test_a_hand_is_seen_beside_a_clock_and_where_it_reaches_in_through_it(side: int) -> None:
    watch = Watch()
    watched(lambda seconds: clock(seconds, at=(260, 0)), ALWAYS + 2, watch)
    hand = np.ascontiguousarray(with_hand(TABLE, 220)[:: -1 if side else 1])
    came = watched(lambda seconds: clock(seconds, at=(260, 0), photo=hand), ALWAYS + 4, watch, ALWAYS + 2)
    assert came[0] is Stillness.MOVING
    assert came[-1] is Stillness.COVERED
    assert watched(lambda seconds: clock(seconds, at=(260, 0)), ALWAYS + 6, watch, ALWAYS + 4)[-1] is Stillness.STILL


def fidgeting(seconds: float) -> Photo:
    return with_hand(TABLE, 200 + int(8 * np.sin(7 * seconds))) if 3 <= seconds < 23 else TABLE


def coming_and_going(seconds: float) -> Photo:
    return with_hand(TABLE, 160) if seconds >= 3 and int(seconds) % 2 else TABLE


@pytest.mark.slow
@pytest.mark.parametrize("film", [fidgeting, coming_and_going])
def test_a_hand_that_fidgets_or_comes_and_goes_is_a_hand(film: Callable[[float], Photo]) -> None:
    watch = Watch()
    seen = watched(film, 40, watch)
    shows_hand = [not np.array_equal(film(seconds), TABLE) for seconds in np.arange(0, 40, 1 / FPS).tolist()]
    assert Stillness.STILL not in {each for each, hand in zip(seen, shows_hand, strict=True) if hand}
    assert watch.flicker.parts == ()


def changes(flicker: Flicker, seconds: float, reaching: Mask | None = None, since: float = 0.0) -> None:
    """Something changes every half second in a place of 20 x 12 pixels, until that time."""
    place = np.zeros(SHAPE, np.uint8)
    place[60:72, 100:120] = 1
    for moment in np.arange(0, seconds, 0.5).tolist():
        flicker.update(place if moment >= since else place * 0, moment, lambda: reaching)


def test_what_changes_among_tiles_never_flickers() -> None:
    flicker, tiles = Flicker(), np.zeros(SHAPE, np.uint8)
    tiles[50:64, 118:128] = 1
    changes(flicker, 1)
    flicker.keep_to(tiles)
    changes(flicker, 3 * LONG)
    assert flicker.boxes == []


def test_what_reached_in_after_the_table_was_seen_is_taken_for_a_hand_for_long() -> None:
    for reaching, seconds, expected in ((None, ALWAYS, 1), (1, ALWAYS, 0), (1, LONG, 1)):
        flicker = Flicker()
        mask = None if reaching is None else np.ones(SHAPE, np.uint8)
        changes(flicker, seconds + 8, mask, since=5)
        assert len(flicker.boxes) == expected


def test_what_stops_to_flicker_is_left_out_no_more() -> None:
    flicker = Flicker()
    changes(flicker, ALWAYS + 2)
    assert len(flicker.boxes) == 1
    for moment in range(30, 100):
        flicker.update(np.zeros(SHAPE, np.uint8), moment, lambda: None)
    assert flicker.boxes == []


def test_while_something_else_moves_nothing_is_learned() -> None:
    flicker, hand = Flicker(), np.zeros(SHAPE, np.uint8)
    hand[60:72, 100:120] = 1
    for moment in np.arange(0, 2 * ALWAYS, 0.5).tolist():
        elsewhere = hand.copy()
        x, y = int(moment * 74) % 200, int(moment * 46) % 100
        elsewhere[y : y + 30, x : x + 30] = 1
        flicker.update(elsewhere, moment, lambda: None)
    assert flicker.boxes == []
