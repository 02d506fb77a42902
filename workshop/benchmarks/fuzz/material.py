"""What people and programs may hand over, right or not: text, numbers, JSON, photos, rulebooks."""

from __future__ import annotations

import io
import json
from functools import cache
from typing import Any

import numpy as np
from hypothesis import strategies as st
from PIL import Image

from referee import rulebook
from referee.switches import SWITCHES

BOMB = 7900
"""Pixels a side of a photo of one colour: a few hundred kilobytes that are 62 million pixels."""

TURN = {"before": [["R4", "R5", "R6"]], "after": [["R4", "R5", "R6", "R7"]], "opened": True, "drew": 0, "seconds": 41.5}
POSITION = {"table": [["R4", "R5", "R6"]], "rack": ["R7", "B1", "J"], "opened": True}
RULEBOOK = (
    'id = "ours"\ntitle = "Ours"\ninherits = "jumbo-original-2016"\n\n[opening]\nsource = "agreed"\npoints = 40\n'
)
PROFILE = 'name = "table"\ncamera = "0"\narea = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9]]\n'

RAW = (
    "\x1b[2J", "\x1b]0;owned\x07", "\x9b31m", "\u202eexe.gpj", "\u200b", "\ufeff", "\r\n", "\x00", "\ud800", "\udcff", "%00", "../" * 12,
    "${HOME}", "{0}", "%s%n", "' OR 1=1", "<script>", "nan", "-0", "1e999", "0x10", "\u0661", "\uff11", "\u00b2", "\u1f600",
)  # fmt: skip
"""What has broken other programs."""

tiles = st.sampled_from(["R4", "K13", "J", "?", "o1", "Y10", "R14", "R0", "", "KK", "J ", "R\u0664"])

texts = st.one_of(
    st.text(max_size=30),
    st.sampled_from(RAW),
    st.builds(
        lambda text, times: text * times,
        st.sampled_from(["9", "a", "[", "{", "+", ".", "=", ",", "-", " "]),
        st.sampled_from([1, 50, 5000]),
    ),
    tiles,
)

numbers = st.one_of(
    st.integers(),
    st.integers(-3, 200),
    st.floats(),
    st.sampled_from([10**30, -(10**400), 2**63, 65536, 1e308]),
)

values: st.SearchStrategy[Any] = st.recursive(
    st.one_of(st.none(), st.booleans(), numbers, texts),
    lambda inner: st.one_of(st.lists(inner, max_size=6), st.dictionaries(texts, inner, max_size=4)),
    max_leaves=20,
)

names = st.builds(
    lambda base, switches: "+".join([base, *switches]),
    st.one_of(st.sampled_from([*rulebook.available(), "ours.toml", "none"]), texts),
    st.lists(
        st.one_of(st.sampled_from([*SWITCHES, "hand", "opening=50", "time=none", "time=", "order=strict"]), texts),
        max_size=3,
    ),
)
"""Rulebooks with what is switched on."""


def altered(right: Any) -> st.SearchStrategy[Any]:
    """The JSON value `right` with something else in the place of any of its parts, or without it, or as it is."""

    @st.composite
    def alter(draw: st.DrawFn) -> Any:
        value = json.loads(json.dumps(right))
        for _ in range(draw(st.integers(0, 2))):
            value = _with_other(draw, value)
        return value

    return alter()


def _with_other(draw: st.DrawFn, value: Any) -> Any:
    keys: list[Any] = (
        list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    )
    if not keys or draw(st.integers(0, 3)) == 0:
        return draw(values)
    key = draw(st.sampled_from(keys))
    if draw(st.integers(0, 4)) == 0:
        del value[key]
    elif isinstance(value, dict) and draw(st.integers(0, 4)) == 0:
        value[draw(texts)] = draw(values)
    else:
        value[key] = _with_other(draw, value[key])
    return value


def encoded(content: st.SearchStrategy[Any]) -> st.SearchStrategy[bytes]:
    """JSON as bytes, sometimes cut, with what is no UTF-8, nested or repeated beyond reason."""
    plain = content.map(lambda value: json.dumps(value).encode())
    return st.one_of(plain, plain, plain, damaged(plain), st.binary(max_size=60), repeated)


repeated = st.builds(
    lambda text, times: text * times,
    st.sampled_from([b"[", b'{"a":', b"9", b"\n", b" ", b"\x00", b"a.", b"a.a=1\n"]),
    st.sampled_from([1, 100, 30_000, 300_000]),
)


def damaged(whole: st.SearchStrategy[bytes]) -> st.SearchStrategy[bytes]:
    """Bytes of `whole` with some of them changed, cut off or repeated."""

    def damage(data: bytes, at: float, other: bytes, way: str) -> bytes:
        place = int(at * len(data))
        if way == "cut":
            return data[:place]
        return data[:place] + other + data[place + (len(other) if way == "changed" else 0) :]

    return st.builds(
        damage,
        whole,
        st.floats(0, 1, exclude_max=True),
        st.binary(max_size=8),
        st.sampled_from(["cut", "changed", "put in"]),
    )


def _saved(kind: str, width: int, height: int, *, noise: bool = False, **options: Any) -> bytes:
    file = io.BytesIO()
    shown = (
        Image.fromarray(np.random.default_rng(1).integers(0, 255, (height, width, 3), np.uint8))
        if noise
        else Image.new("RGB", (width, height), (90, 120, 40))
    )
    shown.save(file, kind, **options)
    return file.getvalue()


PHOTOS = tuple(
    _saved(kind, 96, 64, noise=noise, **options)
    for kind, options in (
        ("JPEG", {}),
        ("JPEG", {"progressive": True}),
        ("PNG", {}),
        ("WEBP", {}),
        ("BMP", {}),
        ("GIF", {}),
        ("TIFF", {}),
    )
    for noise in (False, True)
)


@cache
def bombs() -> tuple[bytes, ...]:
    """Small files that are large photos."""
    return (
        _saved("PNG", BOMB, BOMB, compress_level=9),
        _saved("JPEG", BOMB, BOMB, quality=1),
        _saved("PNG", 16384, 1),
        _saved("PNG", 9000, 9000),
    )


photos = st.one_of(
    st.sampled_from(PHOTOS), damaged(st.sampled_from(PHOTOS)), damaged(st.sampled_from(PHOTOS)), st.binary(max_size=40)
)
toml = st.one_of(
    st.sampled_from([RULEBOOK, PROFILE]).map(str.encode),
    damaged(st.sampled_from([RULEBOOK, PROFILE]).map(str.encode)),
    st.builds(
        lambda text, times: (text * times).encode(),
        st.sampled_from(["a.", "[a.b]\n", "[", "a = 1\n", 'x = "', "9", "a.b.c = {"]),
        st.sampled_from([3, 3000, 30_000]),
    ),
    st.builds(
        lambda key, text: f"{RULEBOOK}{key} = {json.dumps(text)}\n".encode("utf-8", "replace"),
        st.sampled_from(["survives", "id", "touches_table", "points"]),
        texts,
    ),
)
