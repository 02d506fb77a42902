"""Descriptions that users and scripts hand over as JSON text, in UTF-8, or in UTF-16 as Windows' PowerShell writes it."""

import codecs
import errno
import json
from collections.abc import Iterator
from typing import Any, BinaryIO

from referee.description import DescriptionError
from referee.text import shortened

MOST_BYTES = 256 * 1024
"""Maximum bytes of one description; a whole box takes a thousand or two."""


def decode(text: bytes, what: str) -> Any:
    """The JSON value that describes `what`, in `MOST_BYTES` at most.

    Raises:
        DescriptionError: the text is no JSON, or gives a key twice; the message says where.
    """
    if len(text) > MOST_BYTES:
        raise DescriptionError(f"has more than {MOST_BYTES // 1024} KiB: no {what} has")
    try:
        return json.loads(text.decode(json.detect_encoding(text)), object_pairs_hook=_once)
    except UnicodeDecodeError as error:
        raise DescriptionError(f"is neither UTF-8 nor UTF-16 text: write the {what} as JSON") from error
    except json.JSONDecodeError as error:
        raise DescriptionError(f"is not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from error
    except DescriptionError:
        raise
    except ValueError as error:  # the only other complaint of the parser
        raise DescriptionError(f"is not JSON that a {what} could be: a number in it has too many digits") from error
    except RecursionError as error:
        raise DescriptionError(f"is nested too deep for a {what}") from error


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The JSON object with these keys and values: of a key given twice nobody knows which value is meant."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise DescriptionError(f"gives {json.dumps(shortened(key))} twice: leave one of the two out")
        found[key] = value
    return found


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
