"""What requests bring: JSON objects, and photos in them."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from typing import Any

from flask import abort, request

from live.game.commands import RefusedError


def json_object() -> Mapping[str, Any]:
    """The JSON object in the body of the current request. One that broke off on its way is refused, with 400: what it was to say is not known."""
    try:
        body = request.get_json(silent=True)
    except RecursionError:
        body = None
    if not isinstance(body, dict):
        abort(400, "send a JSON object, {} where there is nothing to say")
    return body


def photo_file(encoded: object) -> bytes:
    """The file of a photo, which a request brings in base64; empty where it brings no text.

    Raises:
        RefusedError: it is no base64.
    """
    text = encoded if isinstance(encoded, str) else ""
    try:
        return base64.b64decode(text.encode("ascii", errors="replace"), validate=True)
    except binascii.Error as error:
        raise RefusedError(f"that photo cannot be used: {error}", "photo") from error
