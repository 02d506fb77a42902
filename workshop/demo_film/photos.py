"""Renders the sample photos."""

from __future__ import annotations

import time
from collections.abc import Collection
from pathlib import Path

import cv2
import numpy as np

from workshop.demo_film.film import through_camera
from workshop.demo_film.layout import turned
from workshop.demo_film.samples import SAMPLES, photo_truth
from workshop.demo_film.scene import Scene
from workshop.demo_film.truth import dump

QUALITY = 90
"""Quality of the JPEG files."""


def render_photos(folder: Path, scratch: Path, *, threads: int, samples: int, names: Collection[str]) -> None:
    """Writes the sample photos of these names, and the truth of all, to `folder`.

    Args:
        folder: for the photos and ``truth.json``.
        scratch: a folder for what is rendered on the way; made where it is missing.
        threads: how many Blender may use.
        samples: paths traced for each pixel.
        names: of `SAMPLES`.

    Raises:
        FileNotFoundError: Blender has not rendered a photo.
    """
    scratch.mkdir(parents=True, exist_ok=True)
    for number, (name, sample) in enumerate(SAMPLES.items()):
        if name not in names:
            continue
        began = time.monotonic()
        scene = Scene(sample.edition, sample.top, sample.lamps, threads=threads, ambient=sample.ambient)
        scene.lay(sample.tiles())
        if sample.rack is not None:
            place = sample.rack[0]
            scene.rack(turned(place.angle, place.x, place.y))
        focus = tuple(float(v) for v in sample.camera.target)
        scene.look(sample.camera, sharp_at=(focus[0], focus[1], focus[2]), f_stop=8.0)
        picture = scratch / f"photo-{name}.png"
        scene.render(picture, samples)
        rendered = cv2.imread(str(picture), cv2.IMREAD_COLOR)
        if rendered is None:
            raise FileNotFoundError(f"{picture} was not rendered")
        photo = through_camera(rendered.astype(np.float32), 1000 + number, noise=1.6)
        cv2.imwrite(str(folder / f"{name}.jpg"), photo, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        print(f"{name}.jpg: {time.monotonic() - began:.0f} s", flush=True)
    (folder / "truth.json").write_text(dump(photo_truth()))
