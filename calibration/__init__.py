"""What this camera, this table and these tiles look like: one TOML profile per table, and one per box of tiles."""

from calibration.edition import EditionProfile
from calibration.errors import ProfileError
from calibration.profile import TableProfile, load, save

__all__ = ["EditionProfile", "ProfileError", "TableProfile", "load", "save"]
