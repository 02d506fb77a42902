"""What the table looks through: what there is to choose from, the choice, and the phone that asks to be chosen."""

from __future__ import annotations

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from live.cameras import Cameras
from live.game.commands import RefusedError
from live.table import LiveTable
from live.watching.feed import NO_CAMERA
from live.wish import Answer
from vision.camera import devices
from vision.camera.phone import SPEC
from vision.camera.source import shown
from webui.access import Access
from webui.bodies import json_object
from webui.presses.fields import WITHOUT_ADDRESS
from webui.roles import Person, Role


def blueprint(live: LiveTable, access: Access, cameras: Cameras) -> Blueprint:
    """The cameras of `live`, chosen by the host, as `access` says; a phone asks for itself."""
    found = Blueprint("cameras", __name__)

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
