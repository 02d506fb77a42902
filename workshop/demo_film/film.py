"""Makes the video of the demo round from its plates: hands pasted over the table, the noise of a camera, H.264."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.image import Photo
from workshop.demo_film.changes import mask_of
from workshop.demo_film.layout import FACING, HAND_AT, HAND_VIEW, VIEW, hand_box, turned
from workshop.demo_film.moves import FPS, HandAt, Reveal, Shot, Take, shots

TAIL = 3.0
"""Seconds of the finished table at the end."""
REVEAL_MARGIN = 8
"""How far in pixels round a tile its change shows when the hand lays it; the shadow follows with the whole plate."""
FADE = 24.0
"""Over how many pixels the rim of a hand's picture fades out."""
GRAIN_MARGIN = 256
"""By how many pixels the noise is shifted at random from frame to frame."""
NOISE = 0.9
"""Strength of the noise relative to a webcam by day; what is stronger costs the video most of its bytes."""
CRF = 24
"""Quality of x264: constant rate factor."""
HAND_HEIGHT = 32.0
"""Height in mm of the plane in which a pasted hand moves."""


class Plates:
    """The rendered pictures of a folder, read when first asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cache  # noqa: B019 - one instance lives as long as the program
    def table(self, name: str) -> NDArray[np.float32]:
        """The table without hands, shape (height, width, 3), 0 to 255."""
        return self._read(f"{name}.png", cv2.IMREAD_COLOR)

    @cache  # noqa: B019 - as above
    def hand(self, player: str, grip: str) -> NDArray[np.float32]:
        """A hand with its shadow, shape (height, width, 4), blue, green and red already multiplied by alpha."""
        part = self._read(f"hand-{player}-{grip}.png", cv2.IMREAD_UNCHANGED)
        whole = np.zeros((HAND_VIEW.height, HAND_VIEW.width, 4), np.float32)
        left, top, right, bottom = hand_box(player)
        # The shadow's rim may reach beyond the box that was rendered: let it fade out there.
        fade = np.ones((bottom - top + 2, right - left + 2), np.uint8)
        fade[[0, -1]] = fade[:, [0, -1]] = 0
        away = cv2.distanceTransform(fade, cv2.DIST_L2, 3)[1:-1, 1:-1]
        part[..., 3] *= np.minimum(away / FADE, 1.0)
        whole[top:bottom, left:right] = part
        whole[..., :3] *= whole[..., 3:] / 255
        return whole

    def _read(self, name: str, how: int) -> NDArray[np.float32]:
        picture = cv2.imread(str(self.folder / name), how)
        if picture is None:
            raise FileNotFoundError(f"{self.folder / name} is missing: render the plates first")
        return picture.astype(np.float32)


def _paste(frame: NDArray[np.float32], plates: Plates, player: str, hand: HandAt) -> NDArray[np.float32]:
    """`frame` with the player's hand over it, moved by the homography of the plane in which the hand is."""
    flat = np.array(
        [
            [-120, -260, HAND_HEIGHT, 1],
            [120, -260, HAND_HEIGHT, 1],
            [120, 40, HAND_HEIGHT, 1],
            [-120, 40, HAND_HEIGHT, 1],
        ]
    )
    there = (flat @ turned(FACING[player], *HAND_AT[player]).T)[:, :3]
    here = (flat @ turned(hand.angle, *hand.at).T)[:, :3]
    warp = cv2.getPerspectiveTransform(
        HAND_VIEW.project(there).astype(np.float32), VIEW.project(here).astype(np.float32)
    )
    sprite = cv2.warpPerspective(
        plates.hand(player, hand.grip), warp, (VIEW.width, VIEW.height), flags=cv2.INTER_LINEAR
    )
    alpha = sprite[..., 3:] / 255
    return (frame * (1 - alpha) + sprite[..., :3]).astype(np.float32)


def _names(shot: Shot, settled: str) -> tuple[str, str, str]:
    """Names of the plates before, after and settled."""
    after = f"turn-{shot.number:02d}"
    return settled, after, after if shot.restored is None else f"{after}-restored"


def _shown(plates: Plates, base: str, goal: str, takes: list[tuple[float, Take]], now: float) -> NDArray[np.float32]:
    """The plate `base` with what has been revealed by now of the plate `goal`."""
    table = plates.table(base)
    masks = [_reveal_mask(r) for begin, movement in takes for r in movement.reveals if begin + r.seconds <= now]
    if not masks:
        return table
    return np.asarray(table + (plates.table(goal) - table) * np.maximum.reduce(masks), np.float32)


@cache
def _reveal_mask(reveal: Reveal) -> NDArray[np.float32]:
    if reveal.whole is None:
        return mask_of(reveal.tiles, VIEW, REVEAL_MARGIN)[..., None]
    mask = np.zeros((VIEW.height, VIEW.width, 1), np.float32)
    box = reveal.whole.box(VIEW)
    if box is not None:
        mask[box[1] : box[3], box[0] : box[2]] = 1
    return mask


def frames(folder: Path) -> Iterator[NDArray[np.float32]]:
    """Every frame of the video without the camera's noise, shape (height, width, 3), 0 to 255."""
    plates = Plates(folder)
    settled = "start"
    tick = 0
    for shot in shots():
        before, after, settled = _names(shot, settled)
        turn = [(begin, movement) for begin, movement in shot.takes if begin < shot.end]
        restoring = [(begin, movement) for begin, movement in shot.takes if begin >= shot.end]
        cleared = max(begin + movement.end for begin, movement in turn)
        while tick / FPS < shot.end:
            now = tick / FPS
            table = plates.table(after) if now >= cleared else _shown(plates, before, after, turn, now)
            yield _with_hand(table, plates, turn, now)
            tick += 1
        while tick / FPS < (shot.restored or 0.0):
            now = tick / FPS
            yield _with_hand(_shown(plates, after, settled, restoring, now), plates, restoring, now)
            tick += 1
    for _ in range(round(TAIL * FPS)):
        yield plates.table(settled)


def _with_hand(
    table: NDArray[np.float32], plates: Plates, takes: list[tuple[float, Take]], now: float
) -> NDArray[np.float32]:
    for begin, movement in takes:
        hand = movement.hand(now - begin)
        if hand is not None:
            return _paste(table, plates, movement.player, hand)
    return table


@cache
def _grain(height: int, width: int) -> NDArray[np.float32]:
    """Noise of a sensor, shape (height, width, 3): mostly brightness, some colour, both a little blurred."""
    rng = np.random.default_rng(5)
    light = cv2.GaussianBlur(rng.standard_normal((height, width), np.float32), (0, 0), 0.6)
    colour = rng.standard_normal((height // 2 + 1, width // 2 + 1, 3), np.float32)
    colour = np.asarray(cv2.resize(colour, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)
    return np.asarray(1.6 * light[..., None] + 0.5 * colour, np.float32)


@cache
def _shade(height: int, width: int) -> NDArray[np.float32]:
    """How much light the lens lets through, shape (height, width, 1): less towards the corners."""
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
    return np.asarray(1 - 0.07 * (x * x + y * y), np.float32)[..., None]


def through_camera(picture: NDArray[np.float32], seed: int, noise: float = NOISE) -> Photo:
    """`picture` as a camera takes it: softer, darker towards the corners, with noise that differs from frame to frame.

    Args:
        picture: BGR, 0 to 255, shape (height, width, 3).
        seed: of the noise.
        noise: its strength, as of `NOISE`.
    """
    rng = np.random.default_rng(seed)
    height, width = picture.shape[:2]
    down, right = (int(v) for v in rng.integers(0, GRAIN_MARGIN, 2))
    grain = _grain(height + GRAIN_MARGIN, width + GRAIN_MARGIN)[down : down + height, right : right + width]
    gain = noise * (1 if rng.random() < 0.5 else -1)
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.55), np.float32)
    taken = soft * (_shade(height, width) * np.float32(1 + 0.003 * rng.standard_normal())) + np.float32(gain) * grain
    return np.asarray(taken.clip(0, 255).round(), np.uint8)


def write_video(folder: Path, target: Path, stills: Path) -> None:
    """Writes the video to `target` and the frame before each press of the button to `stills` as JPEG.

    Raises:
        RuntimeError: ffmpeg fails.
    """
    wanted = {round(shot.end * FPS) - 1: shot.number for shot in shots()}
    size = f"{VIEW.width}x{VIEW.height}"
    raw = f"-f rawvideo -pix_fmt bgr24 -s {size} -r {FPS} -i -"
    coded = f"-c:v libx264 -preset slow -crf {CRF} -pix_fmt yuv420p -g {FPS * 10} -movflags +faststart -threads 2"
    command = ["ffmpeg", "-y", "-loglevel", "error", *raw.split(), *coded.split(), str(target)]
    with subprocess.Popen(command, stdin=subprocess.PIPE) as encoder:  # noqa: S603 - a fixed command
        if encoder.stdin is None:
            raise RuntimeError("ffmpeg takes no input")
        for number, frame in enumerate(frames(folder)):
            picture = through_camera(frame, number)
            encoder.stdin.write(picture.tobytes())
            if number in wanted:
                cv2.imwrite(str(stills / f"turn-{wanted[number]:02d}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 88])
    if encoder.returncode != 0:
        raise RuntimeError(f"ffmpeg failed with exit code {encoder.returncode}")
