"""Boxes with people's own tiles: enrolled from photos of all their tiles, kept beside the journal, and known from then on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from calibration import EditionProfile, edition
from referee.tiles import KIND_INDEX
from vision.image import Photo
from vision.reading import reader as read
from vision.reading.boxes import Boxes
from vision.reading.edition import BoxPictures
from vision.reading.enrol import Enrolment, enrol


@dataclass(frozen=True, eq=False)
class KeptBox:
    """A box that was enrolled."""

    profile: EditionProfile
    enrolment: Enrolment
    """What the photos showed of it, and what they lacked."""
    path: Path
    """Where it is kept."""


def pictures_of(profile: EditionProfile) -> BoxPictures:
    """The pictures of a box, as readers learn from them."""
    kinds = np.array([KIND_INDEX[tile] for tile in profile.tiles])
    return BoxPictures.of(profile.faces, kinds, dark=profile.dark)


def profiles(folder: Path) -> list[EditionProfile]:
    """The boxes that are kept in `folder`.

    Raises:
        ProfileError: one of them cannot be read.
    """
    return [edition.load(path) for path in edition.kept_in(folder)]


def readers(folder: Path) -> Boxes:
    """Readers for the tiles of each box that is kept in `folder`; raises the errors of `profiles`."""
    return Boxes(read.Reader(), {profile.name: pictures_of(profile) for profile in profiles(folder)})


def keep(photos: Sequence[Photo], name: str, folder: Path, anybody: read.Reader) -> KeptBox:
    """Enrols the box that the photos show, and keeps it in `folder` in place of one of that name.

    Args:
        photos: each of shape (height, width, 3), 8 bits, BGR, upright: the whole box in each, or a part of it in each.
        name: what its owner calls it.
        folder: where the boxes are kept.
        anybody: reads tiles of any box.

    Raises:
        EnrolError: too few tiles are seen, or one of the numbers or colours is not.
        ProfileError: the name cannot be used, which is checked before the photos are read, or the files cannot be
            written.
    """
    edition.check_free(name, folder)
    enrolled = enrol(anybody, photos)
    pictures = enrolled.pictures
    profile = EditionProfile(name, pictures.tiles, pictures.faces, pictures.dark)
    return KeptBox(profile, enrolled, edition.save(profile, folder))
