"""Things that lie about on a table: a phone, a cup, the mirror image of a lamp. Drawn into a picture in place."""

from __future__ import annotations

import cv2
import numpy as np

from workshop.benchmarks.evening.picture import Pixels

CUP = 1.9
"""Radius of a cup in tile widths: it hides three tiles."""


def lay_phone(picture: Pixels, x: float, y: float, unit: float) -> None:
    """A phone whose middle is at that pixel, a keypad on its screen."""
    half = np.array([2.6, 4.6]) * unit
    low, high = (np.round((x, y) + sign * half).astype(int).tolist() for sign in (-1, 1))
    cv2.rectangle(picture, low, high, (28, 26, 25), -1, cv2.LINE_AA)
    inset = round(0.25 * unit)
    cv2.rectangle(picture, [v + inset for v in low], [v - inset for v in high], (215, 210, 205), -1)
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


def put_cup(picture: Pixels, x: float, y: float, unit: float) -> None:
    """A cup of coffee whose middle is at that pixel."""
    at, radius = (round(x), round(y)), CUP * unit
    shade = picture.copy()
    cv2.circle(shade, (at[0] + round(0.3 * unit), at[1] + round(0.3 * unit)), round(1.08 * radius), (20, 20, 20), -1)
    cv2.addWeighted(shade, 0.4, picture, 0.6, 0, dst=picture)
    cv2.circle(picture, at, round(radius), (226, 228, 232), -1, cv2.LINE_AA)
    cv2.circle(picture, at, round(0.86 * radius), (196, 200, 206), -1, cv2.LINE_AA)
    cv2.circle(picture, at, round(0.78 * radius), (28, 48, 82), -1, cv2.LINE_AA)


def mirror_lamp(picture: Pixels, x: float, y: float, reach: float) -> None:
    """The mirror image of a lamp about that pixel, `reach` pixels wide."""
    height, width = picture.shape[:2]
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    light = 190 * np.exp(-(((columns - x) ** 2 + (rows - y) ** 2) / reach**2))
    picture[:] = np.clip(picture + light[..., None], 0, 255).astype(np.uint8)
