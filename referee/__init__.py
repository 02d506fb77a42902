"""What the rules say: tiles, sets, turns, rounds and scores. Pure: no clock of its own, no third-party code, no file but a rulebook's."""
