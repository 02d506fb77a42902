"""The presses on how the table is looked at and where it is kept: its camera, the play area, its boxes, its journal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from calibration import ProfileError
from live.game import commands
from live.game.commands import RefusedError
from live.game.state import State
from live.table import LiveTable
from vision.reading.enrol import EnrolError
from webui.presses import fields
from webui.presses.table import Means, press
from webui.roles import Person


@press(about=("round",))
def leave_camera(live: LiveTable) -> None:
    """Goes on without looking at what the camera shows until the game is closed or another is chosen.

    A turn that waits for its verdict stands without one.
    """
    live.do(commands.leave_camera)


@press('{"area": [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]}')
def area(live: LiveTable, area: fields.Area) -> None:
    """Marks the play area, 3 to 12 corners as fractions of the picture in order around it; null for the whole picture."""
    live.mark_area(area)


@press()
def accept_camera(live: LiveTable) -> None:
    """While `camera.moved` is true: the picture is right as it is, the play area included.

    What was known of single tiles is forgotten. Marking the area says the same.
    """
    live.accept_camera()


@press()
def refuse_phone(live: LiveTable) -> None:
    """Tells the phone that asks to be the camera (`camera.asks`) that it is not to be it."""
    live.wish.refuse()
    live.bulletin.change()


@press()
def keep_elsewhere(live: LiveTable) -> None:
    """While `trouble.code` is `gone`: writes the journal anew.

    It is written in its old folder, or where that cannot be, in `tileref-kept` in the home folder or the one for
    temporary files; `trouble` says where (`kept-elsewhere`). Its photos are gone.
    """
    live.keep_elsewhere()


@press('{"camera": "0"}', takes_time=True, needs="cameras")
def camera(means: Means, who: Person, camera: fields.Camera) -> None:
    """Looks through a camera from then on: its number, `phone`, `none`, `demo`, or the address of a stream.

    The stream is MJPEG, HTTP or RTSP; see [another camera](table.md#another-camera). Null leaves the demo's film for
    the game that people play, with the camera that a start without `--camera` takes. Where it is refused, nothing has
    changed; it takes as long as the camera takes to give a picture.
    """
    if means.cameras is not None:
        means.cameras.choose(camera, who.by)


@press('{"photo": "...", "name": "wooden box"}', takes_time=True, needs="boxes")
def box(means: Means, who: Person, photo: fields.Photo, name: fields.BoxName) -> Mapping[str, Any] | None:
    """Enrols a box from a photo of all its tiles in base64, 12 MiB at most, before a game.

    It takes three minutes at most, and gives `name`, `tiles` (how many were learnt), `dark`, `missing`, `double` and
    `unsure` as tiles, and `jpeg`, the photo in base64 with what each tile was taken for.
    """
    del who
    if means.boxes is None:
        return None
    if means.live.game.state is not State.SETUP:
        raise RefusedError("a game is on: a box is enrolled before one begins", "game-on")
    try:
        return means.boxes.enrol(photo, name)
    except EnrolError as error:
        raise RefusedError(str(error), "no-box") from error
    except ProfileError as error:
        raise RefusedError(str(error), "box-name") from error
