"""A hand with its forearm and sleeve, modelled from capsules that are fused and smoothed."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import bpy  # brings bmesh and mathutils along, so it comes first

# isort: split
import bmesh
from mathutils import Matrix, Vector

from workshop.demo_film.looks import Grip
from workshop.demo_film.tile_mesh import CM

Ball = tuple[float, float, float, float]
"""A point of the skeleton: x, y, z and radius, in mm. The hand reaches along y; its finger tips are near the origin."""


_WRIST: Ball = (2, -158, 58, 23)
_KNUCKLES: tuple[Ball, ...] = ((-22, -88, 60, 13), (-3, -82, 64, 13.5), (16, -86, 61, 12.5), (33, -97, 54, 11))

_FINGERS: dict[Grip, tuple[tuple[Ball, ...], ...]] = {
    Grip.CARRY: (
        ((-20, -48, 64, 10), (-14, -22, 46, 8.8), (-9, -6, 25, 7.6)),
        ((0, -38, 68, 10.2), (3, -12, 48, 9), (4, 0, 25, 7.8)),
        ((19, -42, 62, 9.8), (18, -16, 44, 8.6), (16, -4, 25, 7.4)),
        ((38, -62, 53, 8.6), (36, -42, 38, 7.6), (31, -30, 27, 6.6)),
    ),
    Grip.OPEN: (
        ((-27, -46, 58, 10), (-27, -18, 45, 8.8), (-25, 2, 32, 7.6)),
        ((-2, -34, 64, 10.2), (0, -4, 50, 9), (1, 16, 36, 7.8)),
        ((22, -38, 60, 9.8), (25, -9, 46, 8.6), (26, 10, 33, 7.4)),
        ((45, -60, 51, 8.6), (51, -38, 41, 7.6), (54, -22, 31, 6.6)),
    ),
}
_THUMBS: dict[Grip, tuple[Ball, ...]] = {
    Grip.CARRY: ((-22, -138, 50, 17), (-46, -98, 38, 13.5), (-38, -62, 27, 10.5), (-20, -36, 21, 8.8)),
    Grip.OPEN: ((-24, -138, 50, 17), (-56, -98, 42, 13.5), (-66, -64, 34, 10.5), (-64, -38, 29, 8.8)),
}
_FOREARM: tuple[Ball, ...] = (_WRIST, (4, -200, 62, 25), (8, -280, 72, 33), (10, -340, 82, 37))
_SLEEVE: tuple[Ball, ...] = ((7, -262, 70, 42), (10, -330, 80, 45), (18, -480, 105, 52), (30, -760, 170, 66))


def hand(grip: Grip, skin: Any, sleeve: Any, nail: Any) -> Any:
    """A right hand as an empty with its parts as children, palm down, in Blender units."""
    root = bpy.data.objects.new(f"hand {grip}", None)
    fingers = _FINGERS[grip]
    chains: list[tuple[Ball, ...]] = [_FOREARM, _THUMBS[grip]]
    for knuckle, finger in zip(_KNUCKLES, fingers, strict=True):
        chains += [((_WRIST[0] + knuckle[0] * 0.35, -150, 58, 17), knuckle), (knuckle, *finger)]
    chains += [tuple(_KNUCKLES), ((-14, -115, 56, 15), (22, -118, 54, 15)), ((-24, -128, 48, 15), _KNUCKLES[0])]
    parts = [
        _fused("skin", chains, skin, voxel=2.4, rounds=6),
        _fused("sleeve", [_SLEEVE], sleeve, voxel=5.0, rounds=4),
    ]
    parts += [_nail(finger[-2], finger[-1], nail) for finger in (*fingers, _THUMBS[grip])]
    for part in parts:
        bpy.context.scene.collection.objects.link(part)
        part.parent = root
    bpy.context.scene.collection.objects.link(root)
    return root


def _capsule(shape: Any, a: Ball, b: Ball) -> None:
    """A ball at each end and a cone between them, in mm."""
    start, end = Vector(a[:3]), Vector(b[:3])
    for middle, radius in ((start, a[3]), (end, b[3])):
        bmesh.ops.create_icosphere(shape, subdivisions=3, radius=radius, matrix=Matrix.Translation(middle))
    along = end - start
    turn = along.to_track_quat("Z", "Y").to_matrix().to_4x4()
    bmesh.ops.create_cone(
        shape,
        cap_ends=True,
        segments=24,
        radius1=a[3],
        radius2=b[3],
        depth=along.length,
        matrix=Matrix.Translation((start + end) / 2) @ turn,
    )


def _fused(name: str, chains: Iterable[tuple[Ball, ...]], material: Any, voxel: float, rounds: int) -> Any:
    """One smooth skin over `chains` of capsules."""
    shape = bmesh.new()
    for chain in chains:
        for a, b in pairwise(chain):
            _capsule(shape, a, b)
    raw = bpy.data.meshes.new(name)
    shape.to_mesh(raw)
    shape.free()
    rough = bpy.data.objects.new(name, raw)
    bpy.context.scene.collection.objects.link(rough)
    remesh = rough.modifiers.new("fuse", "REMESH")
    remesh.mode = "VOXEL"
    remesh.voxel_size = voxel
    smooth = rough.modifiers.new("smooth", "SMOOTH")
    smooth.factor = 0.5
    smooth.iterations = rounds
    mesh = bpy.data.meshes.new_from_object(rough.evaluated_get(bpy.context.evaluated_depsgraph_get()))
    bpy.data.objects.remove(rough)
    mesh.transform(Matrix.Scale(CM, 4))
    mesh.materials.clear()
    mesh.materials.append(material)
    mesh.shade_smooth()
    return bpy.data.objects.new(name, mesh)


def _nail(joint: Ball, tip: Ball, material: Any) -> Any:
    """A flat ellipsoid on the back of the last joint."""
    along = (Vector(tip[:3]) - Vector(joint[:3])).normalized()
    side = along.cross(Vector((0, 0, 1))).normalized()
    above = side.cross(along)
    middle = Vector(tip[:3]) + above * tip[3] * 0.72 + along * tip[3] * 0.15
    shape = bmesh.new()
    bmesh.ops.create_icosphere(shape, subdivisions=3, radius=1.0)
    axes = Matrix((side, along, above)).transposed().to_4x4()
    size = Matrix.Diagonal((tip[3] * 0.66, tip[3] * 0.85, tip[3] * 0.30, 1.0))
    bmesh.ops.transform(shape, matrix=Matrix.Scale(CM, 4) @ Matrix.Translation(middle) @ axes @ size, verts=shape.verts)
    mesh = bpy.data.meshes.new("nail")
    shape.to_mesh(mesh)
    shape.free()
    mesh.materials.append(material)
    mesh.shade_smooth()
    return bpy.data.objects.new("nail", mesh)
