"""What shows that a round file was altered: digests of its parts, one over all of them, and that one as words which people keep elsewhere.

Each is the SHA-256 of canonical JSON (RFC 8785) of the parsed form, fields included that nobody knows. Whoever alters a file can make its
digests anew: only a witness, to whom the words were told before, shows that.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from typing import Any

import rfc8785

from roundfile.document import Document

_BESIDE = {"turns", "seal"}  # all else is the frame

_FIRST = [consonant + vowel for consonant in "bdfghjklmnprstvz" for vowel in "aeio"]
_SECOND = [consonant + vowel for consonant in "bdfklmnt" for vowel in "aeou"]
WORDS = tuple(first + second for first in _FIRST for second in _SECOND)
"""The 2,048 words of a code: two syllables each, which people of every language can say."""

_BITS = 11  # that a word stands for
LENGTH = 6
"""How many words a code has."""


def seal_of(document: Document) -> dict[str, Any]:
    """The digests of a round, 64 hexadecimal digits each: of its ``frame``, which is all but turns and seal, of each of its ``turns``, and the ``head``."""
    frame = _digest({key: value for key, value in document.items() if key not in _BESIDE})
    turns = [_digest(turn) for turn in document.get("turns", ())]
    return {"frame": frame, "turns": turns, "head": _digest([frame, *turns])}


def _digest(value: Any) -> str:
    return hashlib.sha256(rfc8785.dumps(value)).hexdigest()


def sealed(document: Document, **beside: Any) -> Document:
    """The round with a seal over all that it says, and what is to stand `beside` the digests."""
    return {**document, "seal": {**beside, **seal_of(document)}}


def code(digest: bytes) -> str:
    """Six words for the first 66 bits of a digest of at least as many."""
    number = int.from_bytes(digest, "big") >> (8 * len(digest) - _BITS * LENGTH)
    return " ".join(WORDS[number >> _BITS * at & 2**_BITS - 1] for at in reversed(range(LENGTH)))


def code_of(document: Document) -> str:
    """The words of a round as it is now."""
    return code(bytes.fromhex(seal_of(document)["head"]))


def alterations(document: Document) -> Iterator[str]:
    """Yields what was altered since the round was sealed, one line each.

    Raises:
        KeyError: it bears no seal.
    """
    stood: Mapping[str, Any] = document["seal"]
    now = seal_of(document)
    if stood["frame"] != now["frame"]:
        yield "what stands besides the turns was altered: players, rulebook, deal or result"
    for what, i, j, k, m in SequenceMatcher(None, stood["turns"], now["turns"], autojunk=False).get_opcodes():
        both = min(j - i, m - k) if what == "replace" else 0
        yield from (f"turn {number} was altered" for number in range(k + 1, k + both + 1))
        yield from (f"turn {number} was taken away" for number in range(i + both + 1, j + 1) if what != "equal")
        yield from (f"turn {number} was added" for number in range(k + both + 1, m + 1) if what != "equal")
    if stood["head"] != now["head"] and all(stood[part] == now[part] for part in ("frame", "turns")):
        yield "the head of the seal was altered"
