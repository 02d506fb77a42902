"""What this camera and this table look like: one TOML profile per table."""

from calibration.profile import ProfileError, TableProfile, load, save

__all__ = ["ProfileError", "TableProfile", "load", "save"]
