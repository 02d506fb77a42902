"""A drawing for jokers that no typeface has."""

from __future__ import annotations

import cv2
import numpy as np

SIZE = 192
"""Side of the square that a dragon is drawn in, pixels."""


def dragon(rng: np.random.Generator) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """A dragon of sorts: a body that winds, a crest, a head with jaws and an eye.

    It has shape (`SIZE`, `SIZE`), and is 255 where there is ink.
    """
    canvas = np.zeros((SIZE, SIZE), np.uint8)
    along = np.linspace(0, 1, 60)
    winds, phase = rng.uniform(1.2, 1.9), rng.uniform(0, 0.6)
    x = SIZE * (0.12 + 0.62 * along)
    y = SIZE * (0.55 + 0.26 * np.sin(2 * np.pi * (winds * along + phase)) * (1 - 0.3 * along))
    for k, (at_x, at_y) in enumerate(zip(x, y, strict=True)):
        cv2.circle(canvas, (round(at_x), round(at_y)), round(4 + 13 * along[k]), 255, -1, cv2.LINE_AA)
        if k % 6 == 0:
            crest = [[at_x - 7, at_y - 8], [at_x + 7, at_y - 8], [at_x - 3, at_y - 16 - 20 * along[k]]]
            cv2.fillConvexPoly(canvas, np.round(crest).astype(np.int32), 255, cv2.LINE_AA)
    head = np.array([x[-1], y[-1]])
    jaws = head + np.array([[-14, -24], [46, -20], [20, -2], [44, 14], [-10, 24]])
    cv2.fillPoly(canvas, [np.round(jaws).astype(np.int32)], 255, cv2.LINE_AA)
    cv2.circle(canvas, tuple(np.round(head + np.array([4, -12])).astype(int).tolist()), 5, 0, -1, cv2.LINE_AA)
    return canvas
