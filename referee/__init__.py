"""What the rules say: tiles, sets, turns, rounds and scores. Pure: no I/O, no clock of its own, no third-party code."""
