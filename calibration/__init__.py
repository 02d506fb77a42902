"""What this camera and this table look like, as TOML profiles."""
