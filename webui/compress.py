"""Compresses pages, scripts and styles where the browser takes that: a page is then a fifth of its size.

Scripts come without the comments that have lines of their own, types among them: these are for who works on them, and a third of
their text.
"""

from __future__ import annotations

import gzip
import re
from functools import lru_cache

from flask import Flask, Response, request

SCRIPT = "text/javascript"
TYPES = frozenset({"text/html", "text/css", SCRIPT, "image/svg+xml"})
"""Media types of texts that are the same for everybody for long, or are asked for once a visit."""

LEAST = 1000
"""Minimum bytes of a text that is compressed; a shorter one is sent as it is."""

KEPT = 128
"""Maximum number of texts that are kept compressed, some ten kilobytes each."""

_COMMENT = re.compile(rb"^[ \t]*(?://[^\n]*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)\n", re.MULTILINE)


def compress(app: Flask) -> None:
    """Has `app` compress what it answers (RFC 9110, 8.4)."""

    @app.after_request
    def squeeze(response: Response) -> Response:
        if response.mimetype not in TYPES or response.status_code != 200:  # noqa: PLR2004 - nothing else has a whole text
            return response
        response.vary.add("Accept-Encoding")
        if response.mimetype == SCRIPT:
            response.direct_passthrough = False
            response.set_data(bare(response.get_data()))
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
def bare(script: bytes) -> bytes:
    """A script without the comments that have lines of their own. No text in it may go over several lines."""
    return _COMMENT.sub(b"", script)


@lru_cache(KEPT)
def _gzipped(text: bytes) -> bytes:
    return gzip.compress(text, mtime=0)
