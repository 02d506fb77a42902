"""Hands and cats."""

from __future__ import annotations

import itertools

import cv2
import numpy as np

from workshop.training.render.arrays import FloatImage
from workshop.training.render.clutter.drawing import Point, Thing
from workshop.training.render.textures import Colour, capsule, mesh, mix, muted, near, noise, shaded, tint


def skin_tone(rng: np.random.Generator) -> Colour:
    """Any human skin, from pale to dark."""
    tones = np.array([[0.93, 0.76, 0.67], [0.86, 0.66, 0.53], [0.72, 0.5, 0.37], [0.5, 0.33, 0.23], [0.3, 0.19, 0.13]])
    place = rng.uniform(0, len(tones) - 1)
    k = min(int(place), len(tones) - 2)
    tone = tones[k] + (tones[k + 1] - tones[k]) * (place - k)
    return np.asarray(np.clip(tone + rng.normal(0, 0.02, 3), 0.05, 1), np.float32)


def _finger(
    rng: np.random.Generator,
    maps: tuple[FloatImage, FloatImage],
    root: Point,
    aim: tuple[float, float, float],
    skin: Colour,
) -> None:
    """Adds a finger of three joints and a nail to maps of height and colour.

    `aim` is its direction, length and radius.
    """
    height, colours = maps
    turn, length, r = aim
    x, y = root
    bend = rng.normal(0, 0.12)
    for share, thin in ((0.45, 1.0), (0.3, 0.94), (0.25, 0.86)):
        step = length * share
        tip = (x + step * np.sin(turn), y - step * np.cos(turn))
        colours[capsule(height, (x, y), tip, (r * thin, r * thin * 0.94))] = skin
        knuckle = capsule(
            height, (tip[0] - 0.12 * r, tip[1]), (tip[0] + 0.12 * r, tip[1]), (r * thin * 0.88, r * thin * 0.88)
        )
        colours[knuckle] = skin * np.array([0.98, 0.92, 0.9], np.float32)
        (x, y), turn = tip, turn + bend
    nail = skin * np.float32(0.5) + np.array([0.5, 0.42, 0.4], np.float32)
    if rng.random() < 0.2:
        nail = rng.uniform(0.1, 0.9, 3).astype(np.float32)
    y_map, x_map = mesh(height.shape)
    u = (x_map - np.float32(x)) * np.float32(np.cos(turn)) + (y_map - np.float32(y)) * np.float32(np.sin(turn))
    v = (y_map - np.float32(y)) * np.float32(np.cos(turn)) - (x_map - np.float32(x)) * np.float32(np.sin(turn))
    colours[(u / np.float32(0.55 * r)) ** 2 + (v / np.float32(0.75 * r)) ** 2 < 1] = nail


def _finish_skin(rng: np.random.Generator, height: FloatImage, colours: FloatImage) -> FloatImage:
    """Soft edges between joints, blotches and creases, and light."""
    colours = cv2.GaussianBlur(colours, (0, 0), 1.2)
    mottled = 1 + np.float32(0.05) * noise(rng, height.shape, (12, 9), 3)
    return shaded(rng, height, colours * mottled[..., None], 0.9)


def fingers(rng: np.random.Generator) -> Thing:
    """One to three fingers reaching in."""
    size = (220, 170)
    skin = skin_tone(rng)
    maps = np.zeros(size, np.float32), np.empty((*size, 3), np.float32)
    maps[1][:] = skin
    count = int(rng.integers(1, 4))
    r = 21.0
    for k in range(count):
        root = (85 + (k - (count - 1) / 2) * 2.1 * r, 235.0)
        _finger(rng, maps, root, (rng.normal(0, 0.1), rng.uniform(120, 195), r * rng.uniform(0.85, 1.05)), skin)
    return _finish_skin(rng, *maps), rng.uniform(2.2, 3.2)


def hand(rng: np.random.Generator) -> Thing:
    """A hand, pointing, gripping or flat, with forearm and most often a sleeve."""
    size = (420, 230)
    skin = skin_tone(rng)
    height, colours = np.zeros(size, np.float32), np.empty((*size, 3), np.float32)
    colours[:] = skin
    maps = height, colours
    mirror = 1 if rng.random() < 0.5 else -1
    capsule(height, (115, 450), (115, 250), (44, 33))
    for k in range(4):
        capsule(height, (115 + mirror * (k - 1.5) * 14, 255), (115 + mirror * (k - 1.5) * 25, 172), (21, 19))
    curled = rng.choice([0.5, 0.75, 1.0])
    pointing = rng.random() < 0.3
    for k, length in enumerate((92, 104, 97, 74)):
        root = (115 + mirror * (k - 1.5) * 26, 170 + (8 if k in (0, 3) else 0))
        reach = length * (
            rng.uniform(0.9, 1.05)
            if pointing and k == 0
            else curled * rng.uniform(0.85, 1.05) * (0.6 if pointing else 1)
        )
        _finger(rng, maps, root, (mirror * (k - 1.5) * 0.09 + rng.normal(0, 0.05), reach, 13.5), skin)
    thumb = (115 - mirror * 38, 235)
    _finger(rng, maps, thumb, (-mirror * rng.uniform(0.2, 0.9), rng.uniform(70, 92), 15.5), skin)
    cloth = muted(rng)
    if rng.random() < 0.75:
        cuff = rng.uniform(285, 380)
        sleeve = capsule(height, (115, 470), (115, cuff + 30), (66, 54))
        sleeve &= mesh(size)[0] > cuff
        height[mesh(size)[0] <= cuff] = np.minimum(height, 45)[mesh(size)[0] <= cuff]
        folds = 1 + np.float32(0.12) * noise(rng, size, (14, 4), 3)
        stripes = np.sin(mesh(size)[0] * np.float32(rng.uniform(0.1, 0.8))) * np.float32(rng.choice([0, 0, 0.25]))
        colours = np.where(sleeve[..., None], tint(folds + stripes, cloth), colours)
    return _finish_skin(rng, height, colours), rng.uniform(5, 6.5)


FURS = (
    (0.35, 0.3, 0.26),
    (0.8, 0.5, 0.25),
    (0.08, 0.08, 0.08),
    (0.88, 0.86, 0.83),
    (0.5, 0.5, 0.52),
    (0.6, 0.48, 0.36),
)


def _fur(rng: np.random.Generator, height: FloatImage) -> FloatImage:
    """Covers a solid with short hair, tabby stripes and white places; its outline frays."""
    size = height.shape
    first, second = near(rng, FURS[rng.integers(len(FURS))]), near(rng, FURS[rng.integers(len(FURS))])
    stripes = np.clip(np.sin(noise(rng, size, (4, 2), 2) * 6) * 1.5, 0, 1) * np.float32(rng.choice([0, 0.5, 0.8]))
    hair = cv2.GaussianBlur(rng.standard_normal(size, np.float32), (0, 0), sigmaX=0.6, sigmaY=2.5)
    colours = mix(first, second, stripes) * (1 + 0.35 * hair)[..., None]
    if rng.random() < 0.3:
        colours = mix(colours, near(rng, (0.9, 0.88, 0.85)), np.clip(noise(rng, size, (3, 3), 2) * 3 - 2, 0, 1))
    frayed = np.where(height + 6 * hair > 5, height, 0).astype(np.float32)
    return shaded(rng, frayed, np.clip(colours, 0, 1), 0.7)


def cat(rng: np.random.Generator) -> Thing:
    """A cat from above: body, head with ears and eyes, paws and tail."""
    size = (230, 330)
    height = np.zeros(size, np.float32)
    capsule(height, (110, 120), (215, 115), (56, 50))
    tail = np.column_stack([np.linspace(60, 15, 5), 130 + np.cumsum(rng.normal(8, 14, 5))]).clip(12, 215)
    for a, b in itertools.pairwise(tail):
        capsule(height, tuple(a), tuple(b), (12, 11))
    head = (265.0, 115 + rng.normal(0, 12))
    for side in (-1, 1):
        capsule(height, (225, 115 + side * 38), (rng.uniform(280, 310), 115 + side * rng.uniform(44, 60)), (15, 13))
        capsule(height, (head[0] - 8, head[1] + side * 20), (head[0] - 14, head[1] + side * 42), (17, 3))
    capsule(height, head, (head[0] + 10, head[1]), (36, 31))
    texture = _fur(rng, height)
    for side in (-1, 1):
        at = (round(head[0] + 22), round(head[1] + side * 14))
        patch = np.ascontiguousarray(texture[..., :3])
        cv2.ellipse(patch, at, (5, 4), 0, 0, 360, (0.7, 0.7, 0.25), -1, cv2.LINE_AA)
        cv2.circle(patch, at, 2, (0.03, 0.03, 0.03), -1, cv2.LINE_AA)
        texture[..., :3] = patch
    return texture, rng.uniform(7.5, 9.5)


def paw(rng: np.random.Generator) -> Thing:
    """A cat's foreleg reaching in."""
    height = np.zeros((240, 110), np.float32)
    end = rng.uniform(50, 100)
    capsule(height, (55 + rng.normal(0, 10), 260), (55, end), (30, 25))
    for k in range(4):
        capsule(height, (55, end), (55 + (k - 1.5) * 17, end - 26 + abs(k - 1.5) * 6), (15, 13))
    return _fur(rng, height), rng.uniform(1.8, 2.6)
