"""What is wrong with a profile, in one line that says how to mend it."""

from __future__ import annotations

import errno
from pathlib import Path

from files import atomic
from referee.errors import UserError

_FULL = (errno.ENOSPC, errno.EDQUOT)
"""The errors of a disk that has no room left."""


class ProfileError(UserError):
    """A profile that cannot be used, read or written. The message is one line, fit for the user."""


def unwritable(error: OSError) -> ProfileError:
    """The `ProfileError` for a file that `files.atomic.write` could not write."""
    folder = str(Path(error.filename).parent)
    return ProfileError(atomic.unwritable(error), "disk-full" if error.errno in _FULL else "disk", folder=folder)
