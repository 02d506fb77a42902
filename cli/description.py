"""Descriptions that users and scripts hand over as JSON text."""

import json
from typing import Any

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
        return json.loads(text.decode("utf-8-sig"), object_pairs_hook=_once)
    except UnicodeDecodeError as error:
        raise DescriptionError(f"is not UTF-8 text: write the {what} as JSON") from error
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
