"""What the table looks through: what there is to choose from, and the phone that asks to be it, with its page and its pictures."""

from __future__ import annotations

import math

from flask import Blueprint, abort, jsonify, request
from flask.typing import ResponseReturnValue

from live.camera_choice import Cameras
from live.game.commands import RefusedError
from live.table import LiveTable
from live.watching.feed import NO_CAMERA
from live.wish import Answer
from vision.camera import devices
from vision.camera.frames import SourceError
from vision.camera.phone import SPEC, Light
from vision.camera.picture_limits import MOST_POSTED_BY_PHONE
from vision.camera.source import shown
from webui import languages
from webui.access import PICTURE, Access
from webui.api import json_object
from webui.presses.fields import WITHOUT_ADDRESS
from webui.roles import Person, Role

PATH = "/camera/picture"
"""Path to which the pictures are sent."""

_LONGEST_NAME = 64  # characters by which a phone calls itself


def blueprint(live: LiveTable, access: Access, cameras: Cameras | None) -> Blueprint:
    """What `live` looks through: the phone, if any, of which only the host's, as `access` says, takes another one's place; and the `cameras`."""
    found = Blueprint("cameras", __name__)

    @found.get("/camera")
    def show() -> ResponseReturnValue:
        return languages.page("camera.html", {"host": access.is_host(request)})

    @found.post(PATH, endpoint=PICTURE.partition(".")[2])
    def picture() -> ResponseReturnValue:
        request.max_content_length = MOST_POSTED_BY_PHONE
        camera = live.feed.phone
        if camera is None:
            abort(409, "this table has another camera")
        sender = request.args.get("phone", "")[:_LONGEST_NAME]
        stamp, light, within = (_seconds(name) for name in ("at", "light", "within"))
        take_over = request.args.get("over") == "1" and access.is_host(request)
        try:
            known = None if light is None or within is None else Light(light, within)
            camera.take(sender, request.get_data(), stamp, known, take_over=take_over)
        except SourceError as error:
            return jsonify(error=str(error), code=error.code), 409 if error.code == "other-phone" else 400
        return jsonify(ok=True)

    if cameras is not None:

        @found.get("/cameras")
        def offered() -> ResponseReturnValue:
            if not access.is_host(request):
                raise RefusedError("that is for the host to see", "host-only")
            return {
                "cameras": [{"camera": str(number), "name": name} for number, name in devices.named().items()],
                "chosen": _kind(cameras.camera),
                "address": shown(cameras.camera) if _kind(cameras.camera) == "address" else None,
            }

        @found.post("/camera/wish")
        def wish() -> ResponseReturnValue:
            return {"answer": _answered(live, cameras, access.who(request), anew=json_object().get("anew") is True)}

    return found


def _seconds(name: str) -> float | None:
    """The seconds in the query under that name; None where there are none."""
    seconds = request.args.get(name, type=float)
    return seconds if seconds is not None and math.isfinite(seconds) else None


def _kind(camera: str) -> str:
    """What a camera is for the page: its number, its name without an address, or that it has one."""
    return camera if camera.isdecimal() or camera in WITHOUT_ADDRESS else "address"


def _answered(live: LiveTable, cameras: Cameras, person: Person, *, anew: bool) -> Answer:
    """What the phone of `person` is told: it is the camera where there is none or it is the host's, else the host is asked."""
    if live.feed.phone is not None:
        return Answer.YES
    if live.feed.name == NO_CAMERA or person.role is Role.HOST:
        cameras.choose(SPEC, person.by)
        return Answer.YES
    before = live.wish.who
    answer = live.wish.ask(person.device, anew=anew)
    if live.wish.who != before:
        live.bulletin.change()
    return answer
