"""An address as a QR code (ISO/IEC 18004), drawn as SVG: of the versions 1 to 5 at the lowest level of correction, which are one block each.

A phone reads it off a screen, where nothing is torn or stained, so the lowest level will do. One mask serves for every code: the standard's
choice among eight makes codes easier to read off paper.
"""

from __future__ import annotations

from collections.abc import Iterator

_DATA = {1: 19, 2: 34, 3: 55, 4: 80, 5: 108}
"""Codewords of data by version (table 7, level L)."""
_CORRECTION = {1: 7, 2: 10, 3: 15, 4: 20, 5: 26}
"""Codewords of error correction (table 9)."""
_HEAD = 12  # bits before the bytes: the mode and how many there are
_BYTES, _COUNT_BITS = 0b0100, 8
_PADDING = (0xEC, 0x11)
_FIELD = 0x11D  # x^8 + x^4 + x^3 + x^2 + 1, which generates the field of codewords
_FORMAT = 0b111011111000100  # level L, mask 0 (table C.1)
_QUIET = 4  # modules around the code that stay bright

Grid = list[list[bool]]


class TooLongError(ValueError):
    """A text that no version here holds."""


def svg(text: str) -> str:
    """The QR code of an ASCII text as an SVG picture, dark on bright whatever the page's colours.

    Raises:
        TooLongError: it has more than 106 characters.
    """
    grid = modules(text)
    side = len(grid) + 2 * _QUIET
    path = "".join(
        f"M{x + _QUIET} {y + _QUIET}h1v1h-1z" for y, row in enumerate(grid) for x, dark in enumerate(row) if dark
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0 0h{side}v{side}H0z"/><path fill="#000" d="{path}"/></svg>'
    )


def modules(text: str) -> Grid:
    """The QR code of an ASCII text, row by row: whether each module is dark.

    Raises:
        TooLongError: it has more than 106 characters.
    """
    data = text.encode("ascii")
    version = next((one for one, room in _DATA.items() if len(data) * 8 + _HEAD <= room * 8), None)
    if version is None:
        raise TooLongError(f"{len(data)} bytes are too many for a QR code of version 5")
    side = 17 + 4 * version
    grid, fixed = _patterns(version, side)
    bits = _bits(_codewords(data, version))
    for x, y in _path(side):
        if not fixed[y][x]:
            grid[y][x] = next(bits, False) ^ ((x + y) % 2 == 0)
    return grid


def _patterns(version: int, side: int) -> tuple[Grid, Grid]:
    """The modules that do not depend on the text, and which they are."""
    grid = [[False] * side for _ in range(side)]
    fixed = [[False] * side for _ in range(side)]

    def put(x: int, y: int, dark: object) -> None:
        if 0 <= x < side and 0 <= y < side:
            grid[y][x], fixed[y][x] = bool(dark), True

    for i in range(side):
        put(i, 6, i % 2 == 0)
        put(6, i, i % 2 == 0)
    corners = [(side - 7, side - 7, 2)] if version > 1 else []
    for middle_x, middle_y, reach in [(3, 3, 4), (side - 4, 3, 4), (3, side - 4, 4), *corners]:
        for dx in range(-reach, reach + 1):
            for dy in range(-reach, reach + 1):
                put(middle_x + dx, middle_y + dy, max(abs(dx), abs(dy)) not in ((1,) if reach == 2 else (2, 4)))  # noqa: PLR2004 - the reach of an alignment pattern
    for i in range(15):
        bit = _FORMAT >> i & 1
        put(8, i if i < 6 else i + 1 if i < 8 else side - 15 + i, bit)  # noqa: PLR2004 - figure 25
        put(side - 1 - i if i < 8 else 7 if i == 8 else 14 - i, 8, bit)  # noqa: PLR2004 - figure 25
    put(8, side - 8, dark=True)
    return grid, fixed


def _path(side: int) -> Iterator[tuple[int, int]]:
    """The modules in the order in which they take the bits: up and down in columns of two, from the right, without the timing column."""
    rows = range(side)
    for number, right in enumerate(x if x > 6 else x - 1 for x in range(side - 1, 0, -2)):  # noqa: PLR2004 - column 6 is the timing pattern
        for y in rows if number % 2 else reversed(rows):
            yield right, y
            yield right - 1, y


def _codewords(data: bytes, version: int) -> bytes:
    """The codewords of data, filled up, and those of error correction."""
    bits = f"{_BYTES:04b}{len(data):0{_COUNT_BITS}b}" + "".join(f"{byte:08b}" for byte in data) + "0000"
    room = _DATA[version]
    bits = bits[: room * 8].ljust(-(-len(bits) // 8) * 8, "0")
    words = [int(bits[i : i + 8], 2) for i in range(0, len(bits), 8)]
    words += [_PADDING[i % 2] for i in range(room - len(words))]
    return bytes(words + _remainder(words, _CORRECTION[version]))


def _remainder(words: list[int], degree: int) -> list[int]:
    """Reed and Solomon's check words: what is left when the data is divided by the generator of that degree."""
    generator = [1]
    root = 1
    for _ in range(degree):
        generator = [a ^ b for a, b in zip([*generator, 0], [0, *(_times(c, root) for c in generator)], strict=True)]
        root = _times(root, 2)
    rest = [*words, *[0] * degree]
    for i in range(len(words)):
        factor = rest[i]
        for j, coefficient in enumerate(generator):
            rest[i + j] ^= _times(coefficient, factor)
    return rest[len(words) :]


def _times(a: int, b: int) -> int:
    """The product of two codewords."""
    product = 0
    while b:
        if b & 1:
            product ^= a
        a <<= 1
        if a & 0x100:
            a ^= _FIELD
        b >>= 1
    return product


def _bits(words: bytes) -> Iterator[bool]:
    for word in words:
        for place in range(7, -1, -1):
            yield bool(word >> place & 1)
