"""What `make` runs beside the tests: setting a machine up, and what lasts too long for every change."""
