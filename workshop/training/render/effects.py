"""Light, lens and sensor: what turns a clean render into a photo.

Pictures are float RGB, 0 to 1, changed in place or returned.
"""

from __future__ import annotations

import functools

import cv2
import numpy as np
from numpy.typing import NDArray

from workshop.training.render.arrays import FloatImage
from workshop.training.render.textures import noise

Gains = NDArray[np.float32]
"""Factors of red, green and blue, shape (3,)."""

DAYLIGHT = 5500.0
"""Colour temperature that a camera without correction shows as neutral, kelvin."""
LAMPLIGHT = (2300.0, 3500.0)
"""Colour temperatures of warm lamps, kelvin."""
SHADE = (7000.0, 11000.0)
"""Colour temperatures of open shade and overcast skies, kelvin."""
WALL = 0.06
"""Spread of the colour that walls give the light of crossing lamps, as logarithm."""
FIELD_STEP = 2
"""Light is computed at this fraction of the picture's size."""

SCENES = ("ordinary", "lamp", "evening", "shade", "flash", "blinds", "two lamps", "flat")
SCENE_SHARES = (0.62, 0.09, 0.06, 0.04, 0.06, 0.04, 0.05, 0.04)
BURNT_OUT = (0.01, 0.05, 0.25)
BURNT_OUT_SHARES = (0.6, 0.28, 0.12)
"""How much of the picture a camera lets burn out at most, by how well it meters the light, and how often it does."""
AIMS = (0.42, 0.68)
"""Mean brightness that a camera exposes for, as far as highlights allow."""
AIMING_SHARE = 0.85
"""Share of the cameras that do; the others take what light there is."""
EXPOSURES = (0.4, 2.0)
"""Smallest and largest factor by which the meter changes the light."""
KNEES = (0.6, 0.95)
"""Brightness from which most cameras hold highlights back."""
HELD_BACK_SHARE = 0.8
"""Share of the cameras that do."""
FRINGED_SHARE = 0.35
"""Share of the cameras whose lens does not bring red, green and blue to quite the same place."""
FRINGE, MOST_FRINGE = 0.4 / 416, 1.2 / 416
"""How far red and blue are off in a corner of the picture: standard deviation and most, relative to its longer side."""
METER_STEP = 8
"""Every so many pixels of the picture are metered."""

CAMERAS = ("ordinary", "webcam", "phone", "night", "resaved", "banded")
CAMERA_SHARES = (0.62, 0.12, 0.11, 0.06, 0.06, 0.03)


def light_up(image: FloatImage, rng: np.random.Generator, *, held_out: bool = False) -> FloatImage:
    """Uneven light, cast shadows, colour of the lamp, exposure, glare. Returns a new picture.

    Args:
        image: RGB, shape (height, width, 3).
        rng: source of every choice.
        held_out: use the arrangement kept out of training: two lamps of any warmth that fade in directions of their
            own, now and then with the colour of a wall in their light.
    """
    height, width = image.shape[:2]
    scene = "crossing" if held_out else SCENES[rng.choice(len(SCENES), p=SCENE_SHARES)]
    size = (max(2, -(-height // FIELD_STEP)), max(2, -(-width // FIELD_STEP)))
    light = _field(size, rng, scene)
    exposure = float(np.exp(rng.normal(-0.08, 0.28)))
    contrast, haze = rng.uniform(0.85, 1.15), 0.0
    if scene == "evening":
        exposure *= rng.uniform(0.35, 0.7)
    elif scene == "flat":
        contrast, haze = rng.uniform(0.4, 0.75), rng.uniform(-0.1, 0.1)
    if rng.random() < 0.25:
        haze += rng.uniform(0.0, 0.12)  # stray light
    light *= np.float32(exposure * contrast)
    lit = image * cv2.resize(light, (width, height), interpolation=cv2.INTER_LINEAR)
    lit = lit + np.float32(0.5 - 0.5 * contrast + haze)
    knee = float(rng.uniform(*KNEES)) if rng.random() < HELD_BACK_SHARE else 1.0
    lit *= np.float32(_metered(lit, rng, knee))
    for _ in range(int(rng.choice(3, p=[0.74, 0.18, 0.08]))):
        _glare(lit, rng, (0.02, 0.22), (0.1, 0.8))
    if rng.random() < 0.12:
        for _ in range(int(rng.integers(1, 8))):  # lamps mirrored in single tiles
            _glare(lit, rng, (0.006, 0.04), (0.4, 1.6))
    saturation = float(np.clip(rng.normal(1.0, 0.2), 0.45, 1.5))
    if scene == "evening":
        saturation *= rng.uniform(0.5, 1)
    share = (1 - saturation) / 3
    lit = cv2.transform(lit, np.eye(3) * saturation + share)
    if knee < 1:
        _hold_back(lit, knee)
    np.clip(lit, 0, 1, out=lit)
    return np.asarray(cv2.pow(lit, rng.uniform(0.8, 1.25)), np.float32)


def _metered(lit: FloatImage, rng: np.random.Generator, knee: float) -> float:
    """The factor by which a camera exposes more where it is dark, and less so that hardly anything burns out.

    Args:
        lit: RGB before that, shape (height, width, 3), 0 to 1 and above.
        rng: source of what the camera aims at and allows.
        knee: where it holds highlights back, 1 where it does not.
    """
    seen = lit[::METER_STEP, ::METER_STEP]
    most = rng.uniform(0, BURNT_OUT[rng.choice(len(BURNT_OUT), p=BURNT_OUT_SHARES)])
    bright = float(np.quantile(seen.max(axis=2), 1 - most))
    white = knee + (1 - knee) * rng.uniform(1, 3)
    aim = rng.uniform(*AIMS) if rng.random() < AIMING_SHARE else 0.0
    wanted = max(1.0, aim / max(float(seen.mean()), 1e-3))
    return float(np.clip(min(wanted, white / max(bright, 1e-3)), *EXPOSURES))


def _hold_back(lit: FloatImage, knee: float) -> None:
    """Compresses what is brighter than `knee` into the room below 1, in place: a tone curve's shoulder."""
    over = np.maximum(lit - np.float32(knee), 0)
    lit -= over - np.float32(1 - knee) * (1 - cv2.exp(over * np.float32(-1 / (1 - knee))))


def white_balance(rng: np.random.Generator) -> Gains:
    """Gains for red, green and blue between candle light and deep shade, most of it corrected by the camera."""
    warmth = rng.normal(0.02, 0.09) if rng.random() < 0.9 else rng.uniform(-0.2, 0.3)
    tint = rng.normal(0, 0.03)
    return np.array([1 + 0.5 * warmth, 1 + tint, 1 - 0.8 * warmth], np.float32)


def lamp_colour(kelvin: float, corrected: float) -> Gains:
    """Gains for red, green and blue of a glowing lamp's light, of unchanged mean.

    Args:
        kelvin: colour temperature, 1,500 to 15,000.
        corrected: share of the cast that the camera takes away, 0 to 1.
    """
    gains = _glow(kelvin) / _glow(DAYLIGHT)
    gains = gains ** (1 - corrected)
    return np.asarray(gains / (gains @ np.array([0.3, 0.59, 0.11])), np.float32)


def _glow(kelvin: float) -> NDArray[np.float64]:
    """SRGB of a black body, by Helland's fit."""
    t = kelvin / 100
    red = 255.0 if t <= 66 else 329.7 * (t - 60) ** -0.1332
    green = 99.47 * np.log(t) - 161.12 if t <= 66 else 288.12 * (t - 60) ** -0.0755
    blue = 255.0 if t >= 66 else 138.52 * np.log(max(t - 10, 1.01)) - 305.04
    return np.asarray(np.clip(np.array([red, green, blue]), 8, 255) / 255)


@functools.lru_cache(maxsize=16)
def _axes(size: tuple[int, int]) -> tuple[FloatImage, FloatImage]:
    """Row and column of every pixel from -0.5 to 0.5; not to be changed."""
    y, x = np.mgrid[0 : size[0], 0 : size[1]].astype(np.float32)
    y, x = y / np.float32(size[0]) - np.float32(0.5), x / np.float32(size[1]) - np.float32(0.5)
    y.flags.writeable = x.flags.writeable = False
    return y, x


def _field(size: tuple[int, int], rng: np.random.Generator, scene: str) -> FloatImage:
    """Light of each colour on each place, about 1; shape (*size, 3)."""
    height, width = size
    value = 1 + _ramp(size, rng) * np.float32(rng.uniform(0, 0.7))
    for _ in range(int(rng.choice([0, 0, 1, 2]))):
        value *= 1 - np.float32(rng.uniform(0.1, 0.55)) * _soft_shape(width, height, rng)
    if scene == "blinds":
        value *= _blinds(size, rng)
    elif scene == "flash":
        value *= np.float32(rng.uniform(0.5, 0.85)) + np.float32(rng.uniform(0.5, 2.2)) * _spot(
            size, rng, 0.15, (0.08, 0.35)
        )
    elif scene == "evening" and rng.random() < 0.6:
        value *= np.float32(0.45) + np.float32(rng.uniform(0.5, 1.1)) * _spot(size, rng, 0.4, (0.25, 0.7))
    if rng.random() < 0.25:
        y, x = _axes(size)
        value *= 1 - np.float32(rng.uniform(0.2, 1.3)) * np.minimum(x * x + y * y, np.float32(0.7))
    np.maximum(value, np.float32(0.03), out=value)
    if scene in {"two lamps", "crossing"}:
        return value[..., None] * _two_lamps(size, rng, crossing=scene == "crossing")
    return np.asarray(value[..., None] * _cast(rng, scene), np.float32)


def _cast(rng: np.random.Generator, scene: str) -> Gains:
    gains = white_balance(rng)
    if scene == "lamp" or (scene == "evening" and rng.random() < 0.7):
        gains = gains * lamp_colour(rng.uniform(*LAMPLIGHT), rng.uniform(0.1, 0.95))
    elif scene == "shade":
        gains = gains * lamp_colour(rng.uniform(*SHADE), rng.uniform(0.0, 0.8))
    return gains


def _ramp(size: tuple[int, int], rng: np.random.Generator) -> FloatImage:
    """A slope from -0.7 to 0.7 in any direction."""
    y, x = _axes(size)
    angle = float(rng.uniform(0, 2 * np.pi))
    return x * np.float32(np.cos(angle)) + y * np.float32(np.sin(angle))


def _two_lamps(size: tuple[int, int], rng: np.random.Generator, *, crossing: bool) -> FloatImage:
    """Two lamps of different colour, one from each side; `crossing` ones have any warmth and free directions."""
    if crossing:
        corrected = rng.uniform(0.4, 0.95)
        colours = [
            lamp_colour(rng.uniform(*lamps), corrected) * np.exp(rng.normal(0, WALL, 3)).astype(np.float32)
            for lamps in (LAMPLIGHT, (LAMPLIGHT[0], SHADE[1]))
        ]
        shares = [np.clip(0.5 + _ramp(size, rng) * np.float32(rng.uniform(0.7, 1.6)), 0.08, 1) for _ in range(2)]
        return np.asarray(shares[0][..., None] * colours[0] + shares[1][..., None] * colours[1], np.float32)
    corrected = rng.uniform(0.3, 0.7)
    warm = lamp_colour(rng.uniform(*LAMPLIGHT), corrected)
    cold = lamp_colour(rng.uniform(*SHADE), corrected)
    share = np.clip(0.5 + _ramp(size, rng) * np.float32(rng.uniform(0.6, 2.5)), 0, 1)[..., None]
    return np.asarray(warm * share + cold * (1 - share), np.float32)


def _spot(size: tuple[int, int], rng: np.random.Generator, spread: float, radii: tuple[float, float]) -> FloatImage:
    """A round patch of light that fades outwards; places and radii in sizes of the picture."""
    y, x = _axes(size)
    cx, cy, r = rng.normal(0, spread), rng.normal(0, spread), rng.uniform(*radii)
    return cv2.exp(-(((x - np.float32(cx)) ** 2 + (y - np.float32(cy)) ** 2) / np.float32(r * r)))


def _blinds(size: tuple[int, int], rng: np.random.Generator) -> FloatImage:
    """Stripes of sunlight through a blind or the cross of a window."""
    along, period = _ramp(size, rng), rng.uniform(0.04, 0.3)
    soft = np.float32(rng.uniform(2, 12))
    wave = np.clip((np.sin(along * np.float32(2 * np.pi / period)) + np.float32(rng.uniform(-0.5, 0.5))) * soft, 0, 1)
    dark = np.float32(rng.uniform(0.35, 0.8))
    return np.asarray(dark + (np.float32(rng.uniform(1.0, 1.4)) - dark) * wave, np.float32)


def _soft_shape(width: int, height: int, rng: np.random.Generator) -> FloatImage:
    """A shadow of something out of the picture, 0 to 1."""
    mask = np.zeros((height, width), np.float32)
    centre = rng.uniform(-0.2, 1.2, 2) * (width, height)
    points = centre + rng.normal(0, 0.4, (int(rng.integers(3, 6)), 2)) * max(width, height)
    cv2.fillConvexPoly(mask, cv2.convexHull(points.astype(np.int32)), 1.0)
    return cv2.GaussianBlur(mask, (0, 0), max(width, height) * rng.uniform(0.004, 0.06))


def _glare(image: FloatImage, rng: np.random.Generator, sizes: tuple[float, float], peaks: tuple[float, float]) -> None:
    """Adds the mirror image of a lamp: an ellipse with half axes of `sizes` of the picture's longer side."""
    height, width = image.shape[:2]
    cx, cy = rng.uniform(0, width), rng.uniform(0, height)
    a, b = np.maximum(rng.uniform(*sizes, 2) * max(width, height), 1.0)
    turn = rng.uniform(0, np.pi)
    reach = 2.6 * max(a, b)
    left, top = max(0, int(cx - reach)), max(0, int(cy - reach))
    right, bottom = min(width, int(cx + reach) + 1), min(height, int(cy + reach) + 1)
    y, x = np.mgrid[top:bottom, left:right].astype(np.float32)
    y, x = y - np.float32(cy), x - np.float32(cx)
    cos, sin = np.float32(np.cos(turn)), np.float32(np.sin(turn))
    away = ((x * cos + y * sin) / np.float32(a)) ** 2 + ((y * cos - x * sin) / np.float32(b)) ** 2
    if rng.random() < 0.4:
        away = away * away  # a lamp with an edge
    image[top:bottom, left:right] += (cv2.exp(-away) * np.float32(rng.uniform(*peaks)))[..., None]


def photograph(image: FloatImage, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Blur, noise, sharpening and JPEG of several sorts of camera.

    Takes float RGB, 0 to 1 and above, shape (height, width, 3); returns 8-bit BGR of the same shape.
    """
    camera = CAMERAS[rng.choice(len(CAMERAS), p=CAMERA_SHARES)]
    if rng.random() < FRINGED_SHARE:
        image = _fringed(image, rng)
    image = _blurred(image, rng)
    if camera == "webcam":
        image = _webcam(image, rng)
    elif camera == "phone":
        image = _overprocessed(image, rng)
    else:
        sigma = abs(rng.normal(0, 0.018)) if camera != "night" else rng.uniform(0.03, 0.09)
        image = image + _grain(image.shape[:2], rng) * np.float32(sigma)
        if camera == "night" and rng.random() < 0.6:
            image = image + _chroma_blotches(image.shape[:2], rng) * np.float32(rng.uniform(0.01, 0.05))
        if rng.random() < 0.35:
            image = _sharpened(image, 1.2, rng.uniform(0.3, 1.5))
    if camera == "banded":
        image = _banded(image, rng)
    pixels = np.asarray(cv2.convertScaleAbs(np.clip(image[..., ::-1], 0, 1), alpha=255), np.uint8)
    if camera in {"webcam", "resaved"}:
        pixels = _saved(_saved(pixels, int(rng.integers(18, 75)), 3), int(rng.integers(35, 90)))
    elif rng.random() < 0.8:
        pixels = _saved(pixels, int(rng.integers(35, 98)))
    return pixels


def _fringed(image: FloatImage, rng: np.random.Generator) -> FloatImage:
    """Lateral chromatic aberration: red and blue a little larger or smaller than green, most often one of each."""
    height, width = image.shape[:2]
    reach = np.hypot(width, height) / 2
    red = float(np.clip(rng.normal(0, FRINGE), -MOST_FRINGE, MOST_FRINGE)) * max(width, height)
    blue = -red * rng.uniform(0.3, 1.3) if rng.random() < 0.8 else red * rng.uniform(0.3, 1.3)
    middle = np.array([width, height]) / 2 - 0.5
    planes = list(cv2.split(image))
    for channel, shift in ((0, red), (2, blue)):
        factor = 1 + shift / reach
        matrix = np.column_stack([np.eye(2) * factor, middle * (1 - factor)])
        planes[channel] = cv2.warpAffine(planes[channel], matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.merge(planes), np.float32)


def _blurred(image: FloatImage, rng: np.random.Generator) -> FloatImage:
    """Out of focus, moved or enlarged, or none of these."""
    kind = rng.random()
    if kind < 0.45:
        sigma = abs(rng.normal(0, 0.9))
        return cv2.GaussianBlur(image, (0, 0), sigma) if sigma > 0.3 else image
    if kind < 0.6:
        return _motion_blur(image, rng)
    return _through_fewer_pixels(image, rng.uniform(0.45, 0.9)) if kind < 0.75 else image


def _through_fewer_pixels(image: FloatImage, factor: float) -> FloatImage:
    small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return cv2.resize(small, image.shape[1::-1], interpolation=cv2.INTER_CUBIC)


def _grain(size: tuple[int, int], rng: np.random.Generator) -> FloatImage:
    """Noise of spread 1, grey or in colour, fine or coarse; shape (*size, 1) or (*size, 3)."""
    shape = (*size, 3 if rng.random() < 0.5 else 1)
    grain: FloatImage = rng.standard_normal(shape, np.float32)
    return cv2.GaussianBlur(grain, (0, 0), 0.8).reshape(shape) * 2 if rng.random() < 0.4 else grain


def _chroma_blotches(size: tuple[int, int], rng: np.random.Generator) -> FloatImage:
    """Patches of false colour a few pixels wide, without any change of lightness; shape (*size, 3)."""
    step = rng.uniform(3, 10)
    cells = (max(2, int(size[0] / step)), max(2, int(size[1] / step)))
    blue, red = (
        cv2.resize(rng.standard_normal(cells, np.float32), size[::-1], interpolation=cv2.INTER_CUBIC) for _ in range(2)
    )
    return cv2.merge([1.4 * red, -0.7 * red - 0.34 * blue, 1.77 * blue])


def _sharpened(image: FloatImage, sigma: float, strength: float) -> FloatImage:
    return cv2.addWeighted(image, 1 + strength, cv2.GaussianBlur(image, (0, 0), sigma), -strength, 0)


def _webcam(image: FloatImage, rng: np.random.Generator) -> FloatImage:
    """Few true pixels, noise smeared by the driver, false colours, hard edges, burnt-out lights."""
    image = _through_fewer_pixels(image, rng.uniform(0.5, 0.95))
    image = image + _grain(image.shape[:2], rng) * np.float32(rng.uniform(0.01, 0.05))
    image = image + _chroma_blotches(image.shape[:2], rng) * np.float32(rng.uniform(0.005, 0.04))
    image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.4, 1.0))
    image = _sharpened(image, rng.uniform(1.0, 2.0), rng.uniform(0.3, 1.8))
    return (image - 0.5) * np.float32(rng.uniform(0.8, 1.35)) + np.float32(rng.uniform(0.42, 0.56))


def _overprocessed(image: FloatImage, rng: np.random.Generator) -> FloatImage:
    """A telephone's picture: noise wiped away with the fine texture, edges sharpened, lights and shades evened out."""
    noisy: FloatImage = np.clip(image + _grain(image.shape[:2], rng) * np.float32(rng.uniform(0.0, 0.03)), 0, 1).astype(
        np.float32
    )
    if rng.random() < 0.7:
        noisy = cv2.bilateralFilter(noisy, 5, rng.uniform(0.03, 0.15), rng.uniform(1.0, 2.5))
    if rng.random() < 0.4:
        noisy = _sharpened(noisy, 12, rng.uniform(0.1, 0.5))
    return _sharpened(noisy, rng.uniform(0.7, 1.6), rng.uniform(0.4, 2.2))


def _banded(image: FloatImage, rng: np.random.Generator) -> FloatImage:
    """Too few grey levels after dark shots are brightened, or the bands of flickering lamps."""
    image = np.clip(image, 0, 1).astype(np.float32)
    if rng.random() < 0.5:
        levels, gamma = rng.uniform(14, 60), rng.uniform(1.2, 2.2)
        image = cv2.pow(np.floor(cv2.pow(image, gamma) * np.float32(levels)) / np.float32(levels), 1 / gamma)
    if rng.random() < 0.6:
        y, _ = _axes(image.shape[:2])
        turn, phase = rng.uniform(1, 6) * 2 * np.pi, rng.uniform(0, 2 * np.pi)
        image = (
            image
            * (1 + np.float32(rng.uniform(0.04, 0.22)) * np.sin(y * np.float32(turn) + np.float32(phase)))[..., None]
        )
    return image


def _saved(pixels: NDArray[np.uint8], quality: int, shift: int = 0) -> NDArray[np.uint8]:
    """The picture after JPEG with halved colour resolution, whose blocks start `shift` pixels outside the picture."""
    padded = cv2.copyMakeBorder(pixels, shift, 0, shift, 0, cv2.BORDER_REPLICATE) if shift else pixels
    _, data = cv2.imencode(".jpg", padded, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)[shift:, shift:]


def _motion_blur(image: FloatImage, rng: np.random.Generator) -> FloatImage:
    length = int(rng.integers(2, 6))
    kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
    dx, dy = length * np.cos(angle := rng.uniform(0, np.pi)) / 2, length * np.sin(angle) / 2
    cv2.line(kernel, (round(length - dx), round(length - dy)), (round(length + dx), round(length + dy)), 1.0)
    return cv2.filter2D(image, -1, kernel / kernel.sum())


def table_noise(size: tuple[int, int], rng: np.random.Generator) -> FloatImage:
    """Large stains and reflections of a table, about 1; shape (height, width)."""
    return (1 + 0.04 * noise(rng, size, (2, 2), 2)).astype(np.float32)
