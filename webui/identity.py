"""The certificates by which the server identifies itself over https, and where phones get the one to trust."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from pathlib import Path

from flask import Blueprint, Response
from flask.typing import ResponseReturnValue

AUTHORITY = "/authority.crt"
"""Path from which a phone gets the authority's certificate, to trust it."""


@dataclass(frozen=True)
class Identity:
    """The files by which the server identifies itself, PEM; `webui.tls` makes them."""

    certificate: Path
    key: Path
    authority: Path
    """The certificate of the authority that vouches for it."""


def blueprint(authority: Path) -> Blueprint:
    """Serves the certificate in that PEM file to whoever asks: it is no secret."""
    tls = Blueprint("tls", __name__)

    @tls.get(AUTHORITY)
    def give() -> ResponseReturnValue:
        data = ssl.PEM_cert_to_DER_cert(authority.read_text("ascii"))
        return Response(data, mimetype="application/x-x509-ca-cert")

    return tls
