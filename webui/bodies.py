"""What requests bring: JSON objects, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import request


def json_object() -> Mapping[str, Any]:
    """The JSON object in the body of the current request; empty where there is none, or one nested beyond reason."""
    try:
        body = request.get_json(silent=True)
    except RecursionError:
        return {}
    return body if isinstance(body, dict) else {}
