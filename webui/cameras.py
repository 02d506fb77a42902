"""What the table looks through: what there is to choose from, the choice, and the phone that asks to be chosen."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from live.cameras import DEMO, Cameras
from live.game.commands import RefusedError
from live.table import LiveTable
from live.watching.feed import NO_CAMERA
from live.wish import Answer
from vision.camera import devices
from vision.camera.phone import SPEC
from vision.camera.source import shown
from webui import roles
from webui.access import Access
from webui.bodies import json_object

LONGEST = 500
"""Maximum number of characters of a camera's address."""

_WITHOUT_ADDRESS = frozenset({NO_CAMERA, SPEC, DEMO})


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

    @found.post(f"/api/{roles.CAMERA}")
    def choose() -> ResponseReturnValue:
        person = access.who(request)
        roles.check(live.game, roles.CAMERA, {}, person)
        cameras.choose(_wanted(json_object().get("camera")), person.by)
        return {"ok": True, "version": live.bulletin.version}

    @found.post("/camera/wish")
    def wish() -> ResponseReturnValue:
        return {"answer": _answered(live, cameras, access.who(request), anew=json_object().get("anew") is True)}

    return found


def _kind(camera: str) -> str:
    """What a camera is for the page: its number, its name without an address, or that it has one."""
    return camera if camera.isdecimal() or camera in _WITHOUT_ADDRESS else "address"


def _wanted(camera: Any) -> str | None:
    """The camera that a body names.

    Raises:
        RefusedError: it names none; a recording is for whoever starts the program to name.
    """
    if camera is None:
        return None
    text = camera.strip() if isinstance(camera, str) else ""
    is_address = "://" in text and text.isprintable() and len(text) <= LONGEST
    if not (text.isdecimal() and len(text) <= 2) and text not in _WITHOUT_ADDRESS and not is_address:  # noqa: PLR2004 - a camera's number has two digits at most
        line = "give a camera's number, phone, none, demo, or an address like rtsp://192.168.1.20:554/stream"
        raise RefusedError(line, "camera-which")
    return text


def _answered(live: LiveTable, cameras: Cameras, person: roles.Person, *, anew: bool) -> Answer:
    """What the phone of `person` is told: it is the camera where there is none or it is the host's, else the host is asked."""
    if live.feed.phone is not None:
        return Answer.YES
    if live.feed.name == NO_CAMERA or person.role is roles.Role.HOST:
        cameras.choose(SPEC, person.by)
        return Answer.YES
    before = live.wish.who
    answer = live.wish.ask(person.device, anew=anew)
    if live.wish.who != before:
        live.bulletin.change()
    return answer
