"""Photos on the disk beside their labels, read and scored one by one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from vision.camera.photo import load_photo
from vision.image import Photo
from vision.reading.overlay import draw
from vision.reading.reader import Reader
from workshop.evaluation.overlays import beside, write_picture
from workshop.evaluation.scoring import Scores, score, score_sets


def labelled_photos(
    truth: Path, photos: Path | None = None, *, every: int = 1
) -> Iterator[tuple[str, Photo, dict[str, Any]]]:
    """Every nth labelled photo by name: the name, the photo, and its labels as `workshop.evaluation.scoring.score` takes them.

    Args:
        truth: JSON file ``{photo: labels}``.
        photos: the folder that they lie in; unless given, the one beside `truth` that has its name without the suffix,
            or else that of `truth` itself.
        every: which n.
    """
    if photos is None:
        photos = truth.with_suffix("") if truth.with_suffix("").is_dir() else truth.parent
    for name, labels in sorted(json.loads(truth.read_text(encoding="utf-8")).items())[::every]:
        yield name, load_photo(photos / name), labels


def score_photos(
    reader: Reader, truth: Path, photos: Path, *, every: int = 1, overlays: Path | None = None
) -> Iterator[Scores]:
    """Reads the labelled photos one by one.

    Args:
        reader: reads them.
        truth: JSON file ``{photo: labels}``, the labels as `workshop.evaluation.scoring.score` takes them.
        photos: the folder that they lie in.
        every: read only every nth photo.
        overlays: folder for a picture of each photo that is not exact, truth beside reading.
    """
    for name, photo, labels in labelled_photos(truth, photos, every=every):
        reading = reader.read(photo)
        scores = score(name, reading, labels)
        if overlays is not None and not scores.rows[0].exact:
            write_picture(overlays / Path(name).with_suffix(".jpg").name, beside(photo, labels, reading))
        yield scores


def score_set_photos(
    reader: Reader, truth: Path, photos: Path, may_read: Mapping[str, Sequence[str]], overlays: Path | None = None
) -> Iterator[Scores]:
    """Reads photos one by one whose truth names sets without places, as `workshop.evaluation.scoring.score_sets` takes them.

    Args:
        reader: reads them.
        truth: JSON file ``{photo: [[tile, ...], ...]}``.
        photos: the folder that they lie in.
        may_read: by photo, tiles that may be read as well or not.
        overlays: folder for a picture of each photo that is not exact.
    """
    for name, sets in sorted(json.loads(truth.read_text(encoding="utf-8")).items()):
        photo = load_photo(photos / name)
        reading = reader.read(photo)
        scores = score_sets(name, reading, sets, may_read.get(name, ()))
        if overlays is not None and not scores.rows[0].exact:
            write_picture(overlays / Path(name).with_suffix(".jpg").name, draw(photo, reading))
        yield scores
