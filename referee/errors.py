"""The base of all errors that a person is to read."""

from __future__ import annotations

Value = str | int | list[str]


class UserError(ValueError):
    """Something was asked for that cannot be. `code` and `values` are for a page that translates; the message is one plain line."""

    def __init__(self, message: str, code: str = "bad", **values: Value) -> None:
        """`code` names the message for a translator, "bad" where no person at the page can bring it about."""
        super().__init__(message)
        self.code = code
        self.values = values
