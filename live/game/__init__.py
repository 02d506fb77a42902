"""The game as the journal tells it: what happens, who may press what, and what it changes. Pure."""
