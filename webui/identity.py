"""The certificates by which the server identifies itself over https, and where phones get the one to trust."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

from flask import Blueprint, Response, redirect, request
from flask.typing import ResponseReturnValue

from webui.addresses import Addresses
from webui.proxy import plain

AUTHORITY = "/authority.crt"
"""Path from which a phone gets the authority's certificate, to trust it."""


@dataclass(frozen=True)
class Identity:
    """The files by which the server identifies itself, PEM; `webui.tls` makes them."""

    certificate: Path
    key: Path
    authority: Path
    """The certificate of the authority that vouches for it."""
    names: frozenset[str] = frozenset()
    """The names and addresses that the certificate holds."""


def blueprint(authority: Path, addresses: Addresses) -> Blueprint:
    """Serves the certificate in that PEM file to whoever asks: it is no secret.

    Who comes without https to one of the `addresses` that is offered by https is led there.
    """
    tls = Blueprint("tls", __name__)

    @tls.before_app_request
    def lead_to_https() -> ResponseReturnValue | None:
        offer = None if request.is_secure else addresses.at(plain(request.environ["SERVER_NAME"]))
        if offer is None or not offer.camera:
            return None
        return redirect(offer.address + request.full_path.rstrip("?"), HTTPStatus.TEMPORARY_REDIRECT)

    @tls.get(AUTHORITY)
    def give() -> ResponseReturnValue:
        data = ssl.PEM_cert_to_DER_cert(authority.read_text("ascii"))
        return Response(data, mimetype="application/x-x509-ca-cert")

    return tls
