"""Compresses pages, scripts and styles where the browser takes that: a page is then a fifth of its size."""

from __future__ import annotations

import gzip
from functools import lru_cache

from flask import Flask, Response, request

TYPES = frozenset({"text/html", "text/css", "text/javascript", "image/svg+xml"})
"""Media types of texts that are the same for everybody for long, or are asked for once a visit."""

LEAST = 1000
"""Minimum bytes of a text that is compressed; a shorter one is sent as it is."""

KEPT = 32
"""Maximum number of texts that are kept compressed, some ten kilobytes each."""


def compress(app: Flask) -> None:
    """Has `app` compress what it answers (RFC 9110, 8.4)."""

    @app.after_request
    def squeeze(response: Response) -> Response:
        if response.mimetype not in TYPES or response.status_code != 200:  # noqa: PLR2004 - nothing else has a whole text
            return response
        response.vary.add("Accept-Encoding")
        if (
            not request.accept_encodings.quality("gzip")
            or request.method == "HEAD"
            or "Content-Encoding" in response.headers
        ):
            return response
        response.direct_passthrough = False
        text = response.get_data()
        if len(text) < LEAST:
            return response
        response.set_data(_gzipped(text))
        response.headers["Content-Encoding"] = "gzip"
        etag, _ = response.get_etag()
        if etag is not None:
            response.set_etag(etag, weak=True)  # other bytes, the same text (RFC 9110, 8.8.1)
        return response


@lru_cache(KEPT)
def _gzipped(text: bytes) -> bytes:
    return gzip.compress(text, mtime=0)
