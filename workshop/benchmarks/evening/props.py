"""Things that lie about on a table: a phone, a cup, the mirror image of a lamp. Drawn into a picture in place."""

from __future__ import annotations

from enum import Enum

import cv2
import numpy as np

from workshop.benchmarks.evening.picture import Pixels

CUP = 1.9
"""Radius of a cup in tile widths: it hides three tiles."""


class Screen(Enum):
    """What the screen of a phone shows."""

    KEYPAD = "keypad"
    GAME = "game"
    """The time, and tiles of a game like this one."""


GAME = (("7", (35, 20, 180)), ("11", (160, 75, 20)), ("3", (30, 28, 26)), ("9", (0, 110, 225)))
"""Numbers on the tiles of such a game, and their colours, BGR."""


def lay_phone(picture: Pixels, x: float, y: float, unit: float, screen: Screen) -> None:
    """A phone whose middle is at that pixel."""
    half = np.array([2.6, 4.6]) * unit
    low, high = (np.round((x, y) + sign * half).astype(int).tolist() for sign in (-1, 1))
    cv2.rectangle(picture, low, high, (28, 26, 25), -1, cv2.LINE_AA)
    inset = round(0.25 * unit)
    cv2.rectangle(picture, [v + inset for v in low], [v - inset for v in high], (215, 210, 205), -1)
    if screen is Screen.GAME:
        _show_game(picture, x, y, unit)
        return
    for index, key in enumerate("123456789*0#"):
        left = round(x + (index % 3 - 1) * 1.45 * unit)
        top = round(y + (index // 3 - 1) * 1.6 * unit)
        cv2.circle(picture, (left, top), round(0.62 * unit), (245, 245, 245), -1, cv2.LINE_AA)
        cv2.putText(
            picture,
            key,
            (left - round(0.28 * unit), top + round(0.3 * unit)),
            cv2.FONT_HERSHEY_DUPLEX,
            unit / 38,
            (50, 40, 35),
            2,
            cv2.LINE_AA,
        )


def _show_game(picture: Pixels, x: float, y: float, unit: float) -> None:
    """The time, and four tiles two by two, on a screen whose middle is at that pixel."""
    clock = (round(x - 1.9 * unit), round(y - 2.6 * unit))
    cv2.putText(picture, "12:34", clock, cv2.FONT_HERSHEY_DUPLEX, unit / 26, (40, 40, 40), 2, cv2.LINE_AA)
    for index, (number, ink) in enumerate(GAME):
        left, top = x + (index % 2 - 1) * 1.3 * unit + 0.1 * unit, y + (index // 2) * 1.8 * unit - 1.4 * unit
        low, high = (round(left), round(top)), (round(left + 1.1 * unit), round(top + 1.55 * unit))
        cv2.rectangle(picture, low, high, (244, 247, 250), -1, cv2.LINE_AA)
        at = (round(left + (0.55 - 0.23 * len(number)) * unit), round(top + 0.8 * unit))
        cv2.putText(picture, number, at, cv2.FONT_HERSHEY_DUPLEX, unit / 46, ink, 2, cv2.LINE_AA)


def put_cup(picture: Pixels, x: float, y: float, unit: float) -> None:
    """A cup of coffee whose middle is at that pixel."""
    at, radius = (round(x), round(y)), CUP * unit
    shade = picture.copy()
    cv2.circle(shade, (at[0] + round(0.3 * unit), at[1] + round(0.3 * unit)), round(1.08 * radius), (20, 20, 20), -1)
    cv2.addWeighted(shade, 0.4, picture, 0.6, 0, dst=picture)
    cv2.circle(picture, at, round(radius), (226, 228, 232), -1, cv2.LINE_AA)
    cv2.circle(picture, at, round(0.86 * radius), (196, 200, 206), -1, cv2.LINE_AA)
    cv2.circle(picture, at, round(0.78 * radius), (28, 48, 82), -1, cv2.LINE_AA)


def mirror_lamp(picture: Pixels, x: float, y: float, reach: float, bright: float = 190.0) -> None:
    """The mirror image of a lamp about that pixel, `reach` pixels wide and so many grey levels bright."""
    height, width = picture.shape[:2]
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    light = bright * np.exp(-(((columns - x) ** 2 + (rows - y) ** 2) / reach**2))
    picture[:] = np.clip(picture + light[..., None], 0, 255).astype(np.uint8)
