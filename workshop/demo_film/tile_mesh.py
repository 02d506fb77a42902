"""The mesh of each kind of tile: body with rounded edges, printed number or joker face, word in relief."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import bpy  # brings bmesh along, so it comes first
import numpy as np

# isort: split
import bmesh

from referee.tiles import Colour, Tile
from workshop.demo_film import materials
from workshop.demo_film.layout import TILE_DEPTH, TILE_HEIGHT, TILE_WIDTH
from workshop.demo_film.looks import FONT_FOLDER, Edition, FaceMark

CM = 0.1
"""Blender units in one mm: scenes are built in cm."""
INK_ABOVE = 0.04
"""How far above the face the print lies, in mm."""
WORD = "TILES"
"""The word in relief; the editions' own is a trade mark."""
BODY_SLOT, INK_SLOT = 0, 1


class TileMeshes:
    """The meshes of one edition, each made when it is first asked for and then shared by all tiles of its kind."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self._body = materials.body(edition)
        self._ink = {c: materials.plain(f"ink {c}", edition.ink[c], 0.38) for c in Colour}
        self._font = bpy.data.fonts.load(str(FONT_FOLDER / edition.font))
        self._made: dict[tuple[Tile | None, int], Any] = {}

    def mesh(self, tile: Tile | None, copy: int = 0) -> Any:
        """The mesh of `tile`, or of a blank for None; `copy` tells the two jokers apart."""
        key = (tile, copy if tile and tile.is_joker else 0)
        if key not in self._made:
            self._made[key] = self._make(*key)
        return self._made[key]

    def _make(self, tile: Tile | None, copy: int) -> Any:
        shape = bmesh.new()
        _rounded_box(shape, self.edition.rounding)
        ink = Colour.BLACK
        if tile is not None:
            if tile.colour is None:
                ink = self.edition.jokers[copy % 2]
                _face(shape, self.edition.digit_y)
            else:
                ink = tile.colour
                self._number(shape, tile.number)
            if self.edition.mark is not FaceMark.RING:
                self._word(shape)
        mesh = bpy.data.meshes.new(str(tile))
        shape.to_mesh(mesh)
        shape.free()
        mesh.materials.append(self._body)
        mesh.materials.append(self._ink[ink])
        return mesh

    def _text(self, text: str, **settings: float) -> tuple[Any, Any]:
        curve = bpy.data.curves.new("text", "FONT")
        curve.body = text
        curve.font = self._font
        for name, value in settings.items():
            setattr(curve, name, value)
        made = bpy.data.objects.new("text", curve)
        bpy.context.scene.collection.objects.link(made)
        mesh = bpy.data.meshes.new_from_object(made.evaluated_get(bpy.context.evaluated_depsgraph_get()))
        bpy.data.objects.remove(made)
        corners = np.array([v.co[:] for v in mesh.vertices])
        return mesh, corners

    def _place(self, shape: Any, mesh: Any, points: Any, slot: int) -> None:
        """Joins `mesh`, its vertices moved to `points` in mm, to `shape`."""
        for vertex, point in zip(mesh.vertices, points, strict=True):
            vertex.co = point * CM
        for _ in range(slot + 1):
            mesh.materials.append(None)
        for polygon in mesh.polygons:
            polygon.material_index = slot
            polygon.use_smooth = False
        shape.from_mesh(mesh)

    def _number(self, shape: Any, number: int) -> None:
        edition = self.edition
        mesh, points = self._text(str(number), size=10.0, resolution_u=6)
        low, high = points.min(0), points.max(0)
        points = (points - (low + high) / 2) * edition.digit_height / (high[1] - low[1])
        points[:, 0] *= min(1.0, 0.72 * TILE_WIDTH / np.ptp(points[:, 0]))
        points[:, 1] += edition.digit_y
        points[:, 2] = TILE_DEPTH + INK_ABOVE
        self._place(shape, mesh, points, INK_SLOT)

    def _word(self, shape: Any) -> None:
        mesh, points = self._text(WORD, size=5.2, extrude=0.16, bevel_depth=0.05, resolution_u=2)
        low, high = points.min(0), points.max(0)
        points = points - (low + high) / 2
        points[:, 0] *= 16.5 / (high[0] - low[0])
        points += (0.0, -13.6, TILE_DEPTH + 0.05)
        self._place(shape, mesh, points, BODY_SLOT)


def _rounded_box(shape: Any, rounding: float) -> None:
    bmesh.ops.create_cube(shape, size=1.0)
    for vertex in shape.verts:
        x, y, z = vertex.co
        vertex.co = (x * TILE_WIDTH * CM, y * TILE_HEIGHT * CM, (z + 0.5) * TILE_DEPTH * CM)
    upright = [e for e in shape.edges if abs(e.verts[0].co.z - e.verts[1].co.z) > 1e-4]
    bmesh.ops.bevel(shape, geom=upright, offset=1.6 * CM, segments=4, profile=0.5, affect="EDGES")
    rims = [e for e in shape.edges if abs(e.verts[0].co.z - e.verts[1].co.z) < 1e-4]
    bmesh.ops.bevel(shape, geom=rims, offset=rounding * CM, segments=4, profile=0.5, affect="EDGES")
    for face in shape.faces:
        face.smooth = max(abs(c) for c in face.normal) < 0.999
        face.material_index = BODY_SLOT


def _face(shape: Any, middle: float) -> None:
    """The joker: a smiling face in a ring, drawn for this project."""
    _arc(shape, (0, middle), 7.6, 8.7, 0, 360)
    for side in (-1, 1):
        _disc(shape, (side * 2.9, middle + 2.3), (1.0, 1.35))
        _arc(shape, (side * 2.9, middle + 2.6), 2.0, 2.6, 35, 145)
        _disc(shape, (side * 4.7, middle - 1.6), (0.75, 0.75))
    _arc(shape, (0, middle + 0.2), 4.6, 5.6, 205, 335)
    _arc(shape, (0, middle - 0.2), 0.9, 1.5, 180, 360)


def _flat(shape: Any, points: Iterable[tuple[float, float]]) -> None:
    corners = [shape.verts.new((x * CM, y * CM, (TILE_DEPTH + INK_ABOVE) * CM)) for x, y in points]
    shape.faces.new(corners).material_index = INK_SLOT


def _disc(shape: Any, at: tuple[float, float], radii: tuple[float, float]) -> None:
    turns = np.linspace(0, 2 * np.pi, 25)[:-1]
    _flat(shape, [(at[0] + radii[0] * float(np.cos(t)), at[1] + radii[1] * float(np.sin(t))) for t in turns])


def _arc(shape: Any, at: tuple[float, float], inner: float, outer: float, first: float, last: float) -> None:
    turns = np.radians(np.linspace(first, last, max(9, int((last - first) / 6))))
    unit = np.stack([np.cos(turns), np.sin(turns)], 1)
    for a, b in pairwise(unit):
        _flat(shape, [tuple(np.add(at, p)) for p in (a * inner, a * outer, b * outer, b * inner)])
