"""Outlines of tiles: the corners of their faces in pixels, clockwise from the top left of the tile as it is read."""

from __future__ import annotations

import numpy as np

from vision.quads import Corners


def upright(left: float, top: float, width: float, height: float) -> Corners:
    """One that stands upright."""
    right, bottom = left + width, top + height
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32)


def turned(x: float, y: float, degrees: float, width: float, height: float) -> Corners:
    """One about that point, turned clockwise on the screen."""
    half = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
    angle = np.radians(degrees)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(half @ turn.T + (x, y), np.float32)
