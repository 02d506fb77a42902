"""How guests find the table: the addresses among which the host chooses, and the QR code that leads to the chosen one."""

from __future__ import annotations

import io

import segno
from flask import Blueprint, Response, abort, request
from flask.typing import ResponseReturnValue

from live.game.commands import RefusedError
from webui.access import Access
from webui.addresses import Addresses
from webui.bodies import json_object

QUIET = 4
"""Modules around a QR code that stay bright (ISO/IEC 18004, 5.3.8)."""


def blueprint(access: Access, addresses: Addresses) -> Blueprint:
    """What the host shows to guests, whom `access` lets in, and who come by `addresses`."""
    inviting = Blueprint("inviting", __name__)

    @inviting.before_request
    def check() -> None:
        if not invites(access):
            abort(404, "only the host invites")

    @inviting.get("/addresses")
    def every() -> ResponseReturnValue:
        return {"addresses": [offer.to_json() for offer in addresses.offers()], "shown": shown(addresses)}

    @inviting.post("/addresses")
    def choose() -> ResponseReturnValue:
        if not addresses.choose(str(json_object().get("address"))):
            raise RefusedError("this machine has that address no longer", "stale")
        return every()

    @inviting.get("/invitation.svg")
    def code() -> ResponseReturnValue:
        drawn = io.BytesIO()
        made = segno.make(f"{shown(addresses)}/door/{access.invitation}", error="l", micro=False)
        made.save(drawn, kind="svg", border=QUIET, light="#fff", omitsize=True)
        return Response(drawn.getvalue(), mimetype="image/svg+xml")

    return inviting


def invites(access: Access) -> bool:
    """Whether the request that is being answered comes from the host of a table that lets guests in."""
    return access.open and access.is_host(request)


def shown(addresses: Addresses) -> str:
    """The address to be shown; where none is known, the one by which the page is open."""
    return addresses.shown or request.url_root.rstrip("/")
