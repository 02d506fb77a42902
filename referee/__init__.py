"""What the rules say: tiles, sets, turns, rounds and scores. Pure: no clock of its own, no third-party code, and files only to read them."""
