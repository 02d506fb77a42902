"""Renders the demo round's plates: the table after each turn, and each player's hand to paste over them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from vision.image import Photo
from workshop.demo_film import looks, materials
from workshop.demo_film.changes import changes
from workshop.demo_film.hand import hand
from workshop.demo_film.layout import (
    FACING,
    HAND_AT,
    HAND_VIEW,
    VIEW,
    Matrix,
    PlacedTile,
    Role,
    hand_box,
    placed,
    rack_pose,
    turned,
)
from workshop.demo_film.scene import Scene
from workshop.demo_film.script import PLAYERS, State, play, start


class Person(NamedTuple):
    """What an arm looks like."""

    skin: looks.Rgb
    sleeve: looks.Rgb


PEOPLE = {
    "Anna": Person((0.86, 0.66, 0.55), (0.22, 0.32, 0.46)),
    "Ben": Person((0.52, 0.36, 0.27), (0.42, 0.44, 0.40)),
    "Carla": Person((0.90, 0.72, 0.62), (0.45, 0.16, 0.18)),
}


class Plate(NamedTuple):
    """One picture of the table."""

    name: str
    state: State
    like: str | None
    """The plate that differs least, of which only the changes are rendered anew; None for a whole picture."""


def plates() -> Iterator[Plate]:
    """The plates in the order of the round."""
    settled = "start"
    yield Plate(settled, start(), None)
    for number, played in enumerate(play(), 1):
        after = f"turn-{number:02d}"
        yield Plate(after, played.after, settled)
        if played.turn.legal:
            settled = after
        else:
            yield Plate(f"{after}-restored", played.settled, settled)
            settled = f"{after}-restored"


def table(threads: int) -> Scene:
    """The table of the round with its racks, without tiles."""
    scene = Scene(looks.STANDARD, looks.Surface.WALNUT, [looks.WINDOW, looks.CEILING], threads=threads, ambient=0.3)
    for player in PLAYERS:
        scene.rack(rack_pose(player))
    return scene


def render_plates(folder: Path, *, threads: int, samples: int) -> None:
    """Writes every plate and hand to `folder`; what lies there already is kept."""
    folder.mkdir(parents=True, exist_ok=True)
    scene = table(threads)
    states: dict[str, State] = {}
    for plate in plates():
        states[plate.name] = plate.state
        target = folder / f"{plate.name}.png"
        if target.exists():
            continue
        began = time.monotonic()
        scene.lay(placed(plate.state))
        if plate.like is None:
            scene.look(VIEW)
            scene.render(target, samples)
        else:
            picture = _read(folder / f"{plate.like}.png")
            patch = folder / "patch.part.png"
            scene.look(VIEW)
            for change in changes(states[plate.like], plate.state):
                box = change.box(VIEW)
                if box is not None:
                    scene.render(patch, samples, box)
                    _paste(picture, _read(patch), box)
            patch.unlink(missing_ok=True)
            cv2.imwrite(str(target), picture)
        print(f"{target.name}: {time.monotonic() - began:.0f} s", flush=True)
    _render_hands(scene, folder, samples)


def _read(path: Path) -> Photo:
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise FileNotFoundError(f"{path} is missing or no picture")
    return picture.astype(np.uint8)


def _paste(picture: Photo, patch: Photo, box: tuple[int, int, int, int], soft: int = 8) -> None:
    """Puts `patch` into `picture`, blending over `soft` pixels along those edges that are not the picture's own."""
    left, top, right, bottom = box
    height, width = picture.shape[:2]
    weight = np.ones((bottom - top, right - left, 1), np.float32)
    ramp = np.linspace(0, 1, soft + 2, dtype=np.float32)[1:-1]
    if left > 0:
        weight[:, :soft, 0] *= ramp
    if right < width:
        weight[:, -soft:, 0] *= ramp[::-1]
    if top > 0:
        weight[:soft, :, 0] *= ramp[:, None]
    if bottom < height:
        weight[-soft:, :, 0] *= ramp[::-1, None]
    under = picture[top:bottom, left:right]
    picture[top:bottom, left:right] = (under * (1 - weight) + patch * weight).round().astype(np.uint8)


def _render_hands(scene: Scene, folder: Path, samples: int) -> None:
    scene.only_shadows()
    nail = materials.plain("nail", (0.90, 0.73, 0.67), 0.3)
    scene.look(HAND_VIEW)
    for player in PLAYERS:
        skin, sleeve = materials.skin(PEOPLE[player].skin), materials.cloth(PEOPLE[player].sleeve)
        pose = turned(FACING[player], *HAND_AT[player])
        for grip in looks.Grip:
            target = folder / f"hand-{player}-{grip}.png"
            if target.exists():
                continue
            began = time.monotonic()
            scene.lay(_held(pose) if grip is looks.Grip.CARRY else ())
            root = hand(grip, skin, sleeve, nail)
            scene.pose(root, pose)
            scene.render(target, max(samples // 2, 4), hand_box(player))
            scene.drop(root)
            print(f"{target.name}: {time.monotonic() - began:.0f} s", flush=True)


def _held(pose: Matrix) -> tuple[PlacedTile, ...]:
    """Two tiles between thumb and fingers, their backs up."""
    flip = np.diag([-1.0, 1.0, -1.0, 1.0])
    return tuple(
        PlacedTile(None, pose @ turned(angle, x, y, z) @ flip, Role.TABLE, "held")
        for x, y, z, angle in ((-12.0, -2.0, 20.0, 4.0), (13.0, 1.0, 21.0, -3.0))
    )


def quick(path: Path, *, threads: int) -> None:
    """Writes one small picture of the table before the last turn, to check the look."""
    scene = table(threads)
    scene.lay(placed(play()[-1].before))
    scene.look(VIEW.scaled(0.5))
    scene.render(path, 8)
