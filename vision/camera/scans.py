"""How often a JPEG goes over its picture.

A progressive JPEG is drawn in scans, each over the whole picture and some as short as eighty bytes (ITU-T T.81, G.1): thousands of them fit
into a small file, and take a minute to decode.
"""

from __future__ import annotations

import re

MOST_SCANS = 32
"""Maximum number of scans of a picture that is decoded; encoders write ten at most."""

_MARKER = re.compile(rb"\xff+([^\x00\x01\xff\xd0-\xd8])")  # but for stuffed bytes, and markers that stand alone
_SCAN, _END = b"\xda", b"\xd9"
_LENGTH = 2  # bytes of a segment's length, which count


def has_too_many_scans(jpeg: bytes | memoryview) -> bool:
    """Whether a JPEG has more than `MOST_SCANS`, as a decoder would come upon them."""
    at, scans = 0, 0
    while scans <= MOST_SCANS and (found := _MARKER.search(jpeg, at)) is not None and found[1] != _END:
        scans += found[1] == _SCAN
        at = found.end()
        at += max(_LENGTH, int.from_bytes(jpeg[at : at + _LENGTH], "big"))
    return scans > MOST_SCANS
