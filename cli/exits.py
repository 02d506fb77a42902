"""How a command ends."""

from enum import IntEnum

from referee.verdict import Outcome


class ExitCode(IntEnum):
    """The exit codes that scripts rely on."""

    FINE = 0
    """Done, or legal."""
    ILLEGAL = 1
    BAD_INPUT = 2
    """Input or usage that cannot be used; one line on standard error says what is wrong and how to mend it."""
    UNDECIDED = 3
    """A person must look."""


OF_OUTCOME = {
    Outcome.LEGAL: ExitCode.FINE,
    Outcome.ILLEGAL: ExitCode.ILLEGAL,
    Outcome.UNDECIDED: ExitCode.UNDECIDED,
}

WORST_FIRST = (ExitCode.BAD_INPUT, ExitCode.ILLEGAL, ExitCode.UNDECIDED, ExitCode.FINE)
"""Of several results, the first of these that occurs is the exit code."""


class CommandError(Exception):
    """Ends a command with one line on standard error, which says what is wrong and how to mend it."""

    def __init__(self, line: str, code: ExitCode = ExitCode.BAD_INPUT) -> None:
        """End with `line` and `code`."""
        super().__init__(line)
        self.code = code
