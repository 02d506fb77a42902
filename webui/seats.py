"""Who is what at the table: each device says it for itself, and the host for all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any, TypeVar

from flask import Blueprint, request
from flask.typing import ResponseReturnValue
from werkzeug.sansio.request import Request

from live.game.commands import RefusedError
from live.game.events import CodeRenewed, DeviceSentOut, Event, RoleGiven
from live.table import LiveTable
from referee.names import plain_name
from webui.access import Access
from webui.api import json_object
from webui.guests import Guest
from webui.presses import allowed
from webui.presses.fields import LONGEST_NAME
from webui.roles import HERE, Reach, Role, players, reach_of

_Kind = TypeVar("_Kind", bound=StrEnum)

OUT = "out"
"""Sent in place of a role: the device must give the code again."""

OF_ONESELF = frozenset({Role.PLAYER, Role.WATCHING})
"""The roles that everybody may take; the others are the host's to give."""


def blueprint(live: LiveTable, access: Access) -> Blueprint:
    """The seats of `live`, taken by those whom `access` admits."""
    seats = Blueprint("seats", __name__)

    @seats.get("/role")
    def show() -> ResponseReturnValue:
        return role_of(live, access, request)

    @seats.post("/role")
    def take() -> ResponseReturnValue:
        body = json_object()
        own = access.who(request)
        device, wanted = body.get("device"), body.get("role")
        with live.lock:
            if device is not None and device != own.device:
                if own.role is not Role.HOST:
                    raise RefusedError("that is for the host to press", "host-only")
                live.note(replace(_give(access, str(device), str(wanted), _seat(live, body)), by=own.by))
            elif own == HERE:
                raise RefusedError("this machine is the host's")
            else:
                _take(access, request, str(wanted), _seat(live, body))
        live.bulletin.change()
        return role_of(live, access, request)

    @seats.get("/devices")
    def devices() -> ResponseReturnValue:
        _check_host(access, request)
        return _inside(access)

    @seats.post("/devices")
    def set_door() -> ResponseReturnValue:
        _check_host(access, request)
        body = json_object()
        if (reach := body.get("reach")) is not None:
            access.guests.open_up(_one_of(Reach, "reach", str(reach)))
        if body.get("renew") is True:
            access.renew()
            live.note(CodeRenewed(by=access.who(request).by))
        live.bulletin.change()
        return _inside(access)

    return seats


def _check_host(access: Access, req: Request) -> None:
    if not access.is_host(req):
        raise RefusedError("that is for the host to see", "host-only")


def _inside(access: Access) -> dict[str, Any]:
    """The devices that were let in, what lets others in, and how far all of them look back."""
    guests = access.guests
    told = [
        {
            "device": guest.device,
            "role": guest.role.value,
            "player": guest.player or None,
            "right": guest.right,
            "browser": guest.browser,
            "since": round(guest.since),
            "ago": round(guests.last_seen(guest)),
        }
        for guest in guests.every()
    ]
    return {"devices": told, "code": access.code, "reach": guests.reach.value}


def role_of(live: LiveTable, access: Access, req: Request) -> dict[str, Any]:
    """The role of the sender of `req` at the table of `live`, what it may press, and which roles it may take."""
    with live.lock:
        game = live.game
        who = access.who(req).among(game)
        guest, presses = access.guest(req), allowed(who.role)
        choices = [role.value for role in Role if role in _open_to(guest)]
        reach = reach_of(game, access.guests.reach, who)
        holders = {name: access.guests.seat(name) for name in players(game)}
    return {
        "device": who.device or None,
        "role": who.role.value,
        "player": who.player or None,
        "presses": None if presses is None else sorted(presses),
        "choices": choices,
        "reach": reach.value,
        "seats": {name: None if there is None else there.device for name, there in holders.items()},
    }


def _open_to(guest: Guest | None) -> frozenset[Role]:
    """The roles that a device may take by itself; this machine, which is no guest, takes none."""
    if guest is None:
        return frozenset()
    return OF_ONESELF | {Role.HOST} if guest.right else OF_ONESELF


def _seat(live: LiveTable, body: Mapping[str, Any]) -> str:
    """The player whose seat a body asks for; empty where it asks for no seat. While nobody plays yet, any name may be said: the host seats it.

    Raises:
        UserError: nobody of that name plays, or it is no name.
    """
    if body.get("role") != Role.PLAYER:
        return ""
    playing = players(live.game)
    name = str(body.get("player"))
    if not playing:
        name = plain_name(name)
        if not 0 < len(name) <= LONGEST_NAME:
            raise RefusedError(
                f"a name has {LONGEST_NAME} letters at most, and one at least", "name-long", most=LONGEST_NAME
            )
    elif name not in playing:
        raise RefusedError("nobody of that name plays", "stale")
    return name


def _take(access: Access, req: Request, wanted: str, player: str) -> None:
    """Gives the sender of `req` the role that it wants."""
    guest = access.guest(req)
    role = _one_of(Role, "role", wanted)
    if guest is None or role not in _open_to(guest):
        raise RefusedError("that is for the host to press", "host-only")
    access.guests.set_role(guest.device, role, player)


def _give(access: Access, device: str, wanted: str, player: str) -> Event:
    """Gives a device the role that the host wants it to have; only with the host's own role does it get the right to be the host.

    Who is sent out finds what it came in with renewed. Returns what the journal keeps of it.
    """
    if wanted == OUT:
        access.guests.send_out(device)
        access.renew()
        return DeviceSentOut(device)
    role = _one_of(Role, "role", wanted)
    access.guests.set_role(device, role, player, right=role is Role.HOST)
    return RoleGiven(device, role, player)


def _one_of(kind: type[_Kind], name: str, wanted: str) -> _Kind:
    try:
        return kind(wanted)
    except ValueError as error:
        raise RefusedError(f"{name} must be one of {', '.join(kind)}") from error
