"""Compresses pages, scripts and styles where the browser takes that: a page is then a fifth of its size."""

from __future__ import annotations

import gzip
import zlib
from functools import lru_cache

from flask import Flask, Response, request
from werkzeug.sansio.request import Request

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
        if not takes_gzip(request) or request.method == "HEAD" or "Content-Encoding" in response.headers:
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


def takes_gzip(asked: Request) -> bool:
    """Whether whoever sends that request takes its answer compressed."""
    return bool(asked.accept_encodings.quality("gzip"))


STREAM = gzip.compress(b"")[:10]
"""With which a stream begins that is compressed part by part (RFC 1952, 2.3); it has no end."""


def part(text: bytes) -> bytes:
    """A part of such a stream, which is read at once and needs none before it: the same for everybody who listens, since whenever (RFC 1951, 2)."""
    deflate = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return deflate.compress(text) + deflate.flush(zlib.Z_FULL_FLUSH)
