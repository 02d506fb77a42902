"""Descriptions that users and scripts hand over as JSON text, in UTF-8, or in UTF-16 as Windows' PowerShell writes it."""

import codecs
import errno
import json
from collections.abc import Iterator
from typing import Any, BinaryIO

from files.json_text import parse_json

MOST_BYTES = 256 * 1024
"""Maximum bytes of one description; a whole box takes a thousand or two."""


def decode(text: bytes, what: str) -> Any:
    """The JSON value that describes `what`, as `files.json_text.parse_json` has it."""
    return parse_json(text, what, MOST_BYTES)


def lines_of(stream: BinaryIO, shown: str) -> Iterator[bytes]:
    """The lines of a stream as they come, in UTF-8; of one that is longer than `MOST_BYTES`, a part that is, too.

    A stream in UTF-16, or UTF-32, tells so by how it begins.

    Raises:
        OSError: it begins like one, and is none; `shown` is its name.
    """
    line = stream.readline(MOST_BYTES + 1)
    encoding = json.detect_encoding(line)
    if encoding.startswith("utf-8"):
        while line:
            yield line
            line = stream.readline(MOST_BYTES + 1)
        return
    decoder, text = codecs.getincrementaldecoder(encoding)(), ""
    try:
        while line:
            *whole, text = (text + decoder.decode(line)).split("\n")
            yield from (f"{one}\n".encode() for one in whole)
            if len(text) > MOST_BYTES:
                break
            line = stream.readline(MOST_BYTES + 1)
        yield (text + decoder.decode(b"", final=not line)).encode()
    except UnicodeError:
        raise OSError(errno.EILSEQ, "is neither UTF-8 nor UTF-16 text: write it as JSON", shown) from None
