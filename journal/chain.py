"""The chain that holds events together: each bears a digest of itself and of the digest before it.

SQLite checks that its pages fit together, not that they say what was written. A digit that another program, a failing
disk or a cut copy has changed breaks the chain, and so does an event that is missing from the middle.
"""

from __future__ import annotations

import hashlib
import struct

SIZE = 16
"""Bytes of a link: enough that no two events have the same one by chance."""

_NUMBERS = struct.Struct("<qd")


def link(before: bytes | None, number: int, when: float, kind: str, text: str) -> bytes:
    """The link of an event, `SIZE` bytes.

    Args:
        before: the link of the event before it; None for the first, and after one that an earlier version wrote without
            a link.
        number: its number in the journal.
        when: its time, seconds since 1970-01-01 UTC.
        kind: what happened.
        text: the particulars, as the journal has them.
    """
    digest = hashlib.blake2b(before or b"", digest_size=SIZE)
    digest.update(_NUMBERS.pack(number, when))
    digest.update(f"{kind}\n{text}".encode("utf-8", "surrogatepass"))
    return digest.digest()
