"""What `make` runs before tileref is installed: standard library only."""
