"""How the values that events hold are written as JSON, and read again, by the types that their fields are declared with."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from cattrs import Converter, override
from cattrs.cols import is_namedtuple
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn

from live.game.pins import Pin
from live.game.seen import SeenTable, VerdictPhoto
from referee.conservation import Contradiction
from referee.faceup import FaceUp
from referee.score import Column, Rack
from referee.tiles import Tile, parse_tiles
from referee.verdict import Outcome, Verdict
from vision.scene.viewpoint import Viewpoint

converter = Converter(detailed_validation=False)
"""Reads what a type is declared to hold, and nothing else: errors are KeyError, TypeError and ValueError."""


def _exactly(*kinds: type) -> Callable[[Any, Any], Any]:
    """Reads a value of these types as it is."""

    def read(value: Any, _: Any) -> Any:
        if not isinstance(value, kinds):
            raise TypeError(f"{value!r} is no {kinds[0].__name__}")
        return value

    return read


for plain in (bool, int, str):
    converter.register_structure_hook(plain, _exactly(plain))
converter.register_structure_hook(float, _exactly(float, int))
for rack in (Rack, Rack | None):
    converter.register_structure_hook(rack, lambda data, _: parse_tiles(data) if isinstance(data, list) else data)
converter.register_structure_hook_func(is_namedtuple, lambda data, kind: kind(*data))
converter.register_structure_hook(Tile, lambda name, _: Tile.parse(name))
converter.register_unstructure_hook(Tile, str)
converter.register_structure_hook(Outcome, lambda name, _: Outcome(name))
for own in (Column, Contradiction, FaceUp, Pin, SeenTable, Verdict, Viewpoint):
    converter.register_unstructure_hook(own, own.to_json)
    converter.register_structure_hook(own, lambda data, kind: kind.from_json(data))
converter.register_unstructure_hook(
    VerdictPhoto, make_dict_unstructure_fn(VerdictPhoto, converter, reading=override(omit_if_default=True))
)
converter.register_structure_hook(
    VerdictPhoto,
    make_dict_structure_fn(
        VerdictPhoto,
        converter,
        # an earlier version wrote it as a JSON object
        reading=override(
            struct_hook=lambda said, _: said if said is None or isinstance(said, str) else json.dumps(said)
        ),
    ),
)
