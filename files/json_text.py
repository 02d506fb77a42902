"""JSON text within bounds, in which no key stands twice."""

from __future__ import annotations

import json
from typing import Any

from referee.description import DescriptionError
from referee.text import shortened


def parse_json(text: bytes, what: str, most: int) -> Any:
    """The JSON value that describes `what`, in UTF-8, or in UTF-16 as Windows' PowerShell writes it.

    Raises:
        DescriptionError: the text has more than so many bytes, is no JSON, or gives a key twice; the message says where.
    """
    if len(text) > most:
        raise DescriptionError(f"has more than {most // 1024} KiB: no {what} has")
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
