"""The base of all errors that a person is to read."""

from __future__ import annotations

Value = str | int | list[str]
"""What a translation inserts into its text."""


class UserError(ValueError):
    """What a user asked for, or entered, cannot be.

    The message is one line of plain English that says what is wrong and how to mend it. A page in another language
    makes its own line from `code` and `values`.
    """

    def __init__(self, message: str, code: str = "bad", **values: Value) -> None:
        """Makes the error.

        Args:
            message: one line of plain English.
            code: the key of the line in the page's catalogs; "bad" where nobody at the page can bring the error about,
                so that none has one.
            values: what a translation inserts, by the names in its braces.
        """
        super().__init__(message)
        self.code = code
        self.values = values
