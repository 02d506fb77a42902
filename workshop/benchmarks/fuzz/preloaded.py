"""Loads what the commands load, so that a call forked from here begins at once."""

import audit.turn
import cli.audit
import cli.calibrate
import cli.doctor
import cli.judge
import cli.main
import cli.read
import cli.rulebooks
import cli.score
import cli.serve
import cli.solve
import live.telling.visibility
import vision.reading.boxes
import vision.reading.enrol
import vision.reading.overlay
import workshop.benchmarks.fuzz.commands

__all__ = ["audit", "cli", "live", "vision", "workshop"]
