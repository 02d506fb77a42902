"""tileref: a referee for Rummikub played with real tiles."""
