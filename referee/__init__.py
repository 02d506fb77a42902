"""What the rules say: tiles, sets, turns, rounds and scores.

It is pure: it has no clock of its own and no third-party code, and only reads files.
"""
