"""tileref: a referee for Rummikub played with real tiles.

As a library (docs/library.md): `read` a photo, `judge` a turn, find the `best_play`, `score_round`, `load_rulebook`, and a `Round` as a file.
A name is loaded when it is first asked for; what reads photos, when the first photo is read.

>>> import tileref
>>> tileref.judge({"before": [], "after": [["R10", "R11", "R12"]], "opened": False}).verdict
<Outcome.LEGAL: 'legal'>
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from files.rulebook import load as load_rulebook
    from referee.errors import UserError
    from referee.rulebook import Rulebook
    from referee.score import score_round
    from referee.tiles import Tile
    from tileref.library import Judged, Round, best_play, judge, read

__all__ = [
    "Judged",
    "Round",
    "Rulebook",
    "Tile",
    "UserError",
    "best_play",
    "judge",
    "load_rulebook",
    "read",
    "score_round",
]

_ELSEWHERE = {
    "Rulebook": ("referee.rulebook", "Rulebook"),
    "Tile": ("referee.tiles", "Tile"),
    "UserError": ("referee.errors", "UserError"),
    "load_rulebook": ("files.rulebook", "load"),
    "score_round": ("referee.score", "score_round"),
}
"""Where the names are that are not of `tileref.library`."""

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """A name of the library, loaded now (PEP 562): the command looks at its packages before it imports any (`tileref.start`)."""
        from importlib import import_module

        if name not in __all__:
            raise AttributeError(f"tileref has no {name!r}: it has {', '.join(__all__)}")
        module, there = _ELSEWHERE.get(name, ("tileref.library", name))
        return getattr(import_module(module), there)
