"""Dark tiles as the networks see them: bright, in the photo's negative (`vision.reading.reader.Reader.read`)."""

from __future__ import annotations

from dataclasses import replace

from vision.reading.rectify import negative
from workshop.training.render.arrays import Rgb
from workshop.training.render.scene import Shot


def as_read(shot: Shot) -> Shot:
    """The photo, of dark tiles the negative with body and inks to match."""
    if not shot.edition.is_dark:
        return shot
    inks = {colour: _turned(ink) for colour, ink in shot.edition.inks.items()}
    edition = replace(shot.edition, body=_turned(shot.edition.body), inks=inks)
    return replace(shot, edition=edition, picture=replace(shot.picture, pixels=negative(shot.picture.pixels)))


def _turned(colour: Rgb) -> Rgb:
    """The colour in a negative that keeps its hue."""
    whole = max(colour) + min(colour)
    red, green, blue = (1 - whole + part for part in colour)
    return red, green, blue
