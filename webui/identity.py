"""What the server shows browsers who it is with over https, and where phones get the certificate to trust."""

from __future__ import annotations

import ssl
from dataclasses import dataclass
from pathlib import Path

from flask import Blueprint, Response
from flask.typing import ResponseReturnValue

AUTHORITY = "/authority.crt"
"""Where a phone gets the authority's certificate, to trust it."""


@dataclass(frozen=True)
class Identity:
    """What the server shows who it is with, PEM files; `webui.tls` makes them."""

    certificate: Path
    key: Path
    authority: Path
    """The certificate of the authority that vouches for it."""


def blueprint(authority: Path) -> Blueprint:
    """Gives the certificate in that PEM file to whoever asks: it is no secret."""
    tls = Blueprint("tls", __name__)

    @tls.get(AUTHORITY)
    def give() -> ResponseReturnValue:
        data = ssl.PEM_cert_to_DER_cert(authority.read_text("ascii"))
        return Response(data, mimetype="application/x-x509-ca-cert")

    return tls
