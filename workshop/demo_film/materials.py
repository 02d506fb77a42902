"""Materials of the pictures as Blender shader nodes; every texture is procedural."""

from __future__ import annotations

from typing import Any

import bpy

from workshop.demo_film.looks import Edition, FaceMark, Rgb, Surface


def linear(colour: Rgb) -> tuple[float, float, float, float]:
    """`colour` from sRGB to the linear RGBA that shaders take (IEC 61966-2-1)."""
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour)
    return r, g, b, 1.0


class Nodes:
    """A material's node tree with short ways to add and join nodes."""

    def __init__(self, name: str, roughness: float) -> None:
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.shader = self.tree.nodes["Principled BSDF"]
        self.shader.inputs["Roughness"].default_value = roughness

    def add(self, kind: str, settings: dict[str, Any] | None = None, **inputs: Any) -> Any:
        """A node of Blender's type `kind`; an input is a value or another node's output."""
        node = self.tree.nodes.new(f"ShaderNode{kind}")
        for key, value in (settings or {}).items():
            setattr(node, key, value)
        for key, value in inputs.items():
            socket = node.inputs[int(key[1:])] if key[0] == "i" and key[1:].isdigit() else node.inputs[key]
            if isinstance(value, bpy.types.NodeSocket):
                self.tree.links.new(value, socket)
            else:
                socket.default_value = value
        return node

    def math(self, operation: str, a: Any, b: Any = 0.0) -> Any:
        """Output of a math node."""
        return self.add("Math", {"operation": operation}, i0=a, i1=b).outputs[0]

    def ramp(self, factor: Any, *stops: tuple[float, Rgb]) -> Any:
        """Output of a colour ramp over `factor`."""
        node = self.add("ValToRGB", Fac=factor)
        ramp = node.color_ramp
        while len(ramp.elements) < len(stops):
            ramp.elements.new(0.5)
        for element, (position, colour) in zip(ramp.elements, stops, strict=True):
            element.position = position
            element.color = linear(colour)
        return node.outputs["Color"]

    def where(self, scale: Rgb, *, turn: float = 0.0) -> Any:
        """Object coordinates in cm, stretched and turned about z."""
        coordinates = self.add("TexCoord").outputs["Object"]
        mapping = self.add("Mapping", Vector=coordinates, Rotation=(0.0, 0.0, turn), Scale=scale)
        return mapping.outputs["Vector"]

    def colour(self, value: Any) -> None:
        """Sets the base colour."""
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, self.shader.inputs["Base Color"])
        else:
            self.shader.inputs["Base Color"].default_value = value

    def bump(self, height: Any, strength: float, distance: float) -> None:
        """Shades as if the surface were raised by `height` times `distance` cm."""
        node = self.add("Bump", Height=height, Strength=strength, Distance=distance)
        self.tree.links.new(node.outputs["Normal"], self.shader.inputs["Normal"])


def plain(name: str, colour: Rgb, roughness: float = 0.45) -> Any:
    """A material of one colour."""
    nodes = Nodes(name, roughness)
    nodes.colour(linear(colour))
    nodes.shader.inputs["Specular IOR Level"].default_value = 0.3
    return nodes.material


def body(edition: Edition) -> Any:
    """The plastic of a tile, slightly different from tile to tile, with the moulded dish or ring."""
    nodes = Nodes("body", 0.32)
    light, dark = (
        linear(edition.body),
        linear((edition.body[0] - 0.02, edition.body[1] - 0.022, edition.body[2] - 0.035)),
    )
    each = nodes.add("ObjectInfo").outputs["Random"]
    mix = nodes.add("Mix", {"data_type": "RGBA"}, i0=each, i6=light, i7=dark)
    nodes.colour(mix.outputs[2])
    nodes.shader.inputs["Specular IOR Level"].default_value = 0.4
    if edition.mark is FaceMark.PLAIN:
        return nodes.material
    radius, middle = (1.16, 0.36) if edition.mark is FaceMark.DISH else (0.52, -0.98)
    x, y, z = (nodes.add("SeparateXYZ", Vector=nodes.where((1, 1, 1))).outputs[i] for i in range(3))
    up = nodes.math("SUBTRACT", y, middle)
    far = nodes.math("SQRT", nodes.math("ADD", nodes.math("MULTIPLY", x, x), nodes.math("MULTIPLY", up, up)))
    away = nodes.math("DIVIDE", far, radius)
    if edition.mark is FaceMark.DISH:
        depth = nodes.math("MINIMUM", nodes.math("POWER", away, 3.0), 1.0)
    else:
        depth = nodes.math(
            "MINIMUM", nodes.math("MULTIPLY", nodes.math("ABSOLUTE", nodes.math("SUBTRACT", away, 1)), 6.0), 1.0
        )
    on_face = nodes.math("GREATER_THAN", z, 0.9)
    nodes.bump(nodes.math("MULTIPLY", depth, on_face), 1.0, 0.085)
    return nodes.material


def skin(colour: Rgb) -> Any:
    """Skin with faint blotches and creases."""
    nodes = Nodes("skin", 0.55)
    noise = nodes.add("TexNoise", Vector=nodes.where((1, 1, 1)), Scale=1.1, Detail=4.0).outputs[0]
    darker = (colour[0] * 0.94, colour[1] * 0.88, colour[2] * 0.86)
    nodes.colour(nodes.ramp(noise, (0.3, darker), (0.7, colour)))
    fine = nodes.add("TexNoise", Vector=nodes.where((3, 1.2, 3)), Scale=6.0, Detail=6.0).outputs[0]
    nodes.bump(fine, 0.25, 0.04)
    return nodes.material


def cloth(colour: Rgb) -> Any:
    """Knitted cloth for sleeves."""
    nodes = Nodes("cloth", 0.95)
    nodes.colour(linear(colour))
    weave = nodes.add("TexWave", {"wave_type": "BANDS"}, Vector=nodes.where((1, 1, 1)), Scale=2.2, Distortion=1.5)
    nodes.bump(weave.outputs[1], 0.5, 0.06)
    return nodes.material


def surface(kind: Surface) -> Any:
    """The table top."""
    return _TOPS[kind]()


def _wood(dark: Rgb, mid: Rgb, light: Rgb) -> Any:
    nodes = Nodes("wood", 0.42)
    bend = nodes.add("TexNoise", Vector=nodes.where((0.014, 0.06, 1)), Scale=1.0, Detail=4.0).outputs[0]
    across = nodes.add("SeparateXYZ", Vector=nodes.where((1, 1, 1))).outputs[1]
    rings = nodes.math("ADD", nodes.math("MULTIPLY", across, 0.16), nodes.math("MULTIPLY", bend, 13.0))
    rings = nodes.math("POWER", nodes.math("PINGPONG", rings, 1.0), 1.6)
    grain = nodes.add("TexNoise", Vector=nodes.where((0.22, 3.2, 1)), Scale=2.0, Detail=5.0, Roughness=0.6).outputs[0]
    pores = nodes.add("TexNoise", Vector=nodes.where((0.7, 9.0, 1)), Scale=1.6, Detail=2.0).outputs[0]
    pores = nodes.math("MULTIPLY", nodes.math("LESS_THAN", pores, 0.36), 0.13)
    patch = nodes.add("TexNoise", Vector=nodes.where((0.025, 0.16, 1)), Scale=1.3, Detail=2.0).outputs[0]
    tone = nodes.math("ADD", nodes.math("MULTIPLY", rings, 0.20), nodes.math("MULTIPLY", grain, 0.30))
    tone = nodes.math("ADD", tone, nodes.math("MULTIPLY", patch, 0.42))
    tone = nodes.math("SUBTRACT", tone, pores)
    nodes.colour(nodes.ramp(tone, (0.26, dark), (0.44, mid), (0.62, light)))
    nodes.bump(grain, 0.10, 0.03)
    return nodes.material


def _marble() -> Any:
    nodes = Nodes("marble", 0.45)
    where = nodes.where((0.05, 0.05, 1), turn=0.6)
    warp = nodes.add("TexNoise", Vector=where, Scale=1.4, Detail=6.0, Roughness=0.6).outputs[1]
    bent = nodes.add("Mix", {"data_type": "VECTOR"}, i0=0.55, i4=where, i5=warp).outputs[1]
    veins = nodes.add("TexNoise", Vector=bent, Scale=2.3, Detail=7.0, Roughness=0.58).outputs[0]
    near = nodes.math("ABSOLUTE", nodes.math("SUBTRACT", veins, 0.5))
    clouds = nodes.add("TexNoise", Vector=where, Scale=0.9, Detail=3.0).outputs[0]
    tone = nodes.math("ADD", nodes.math("MULTIPLY", near, 5.0), nodes.math("MULTIPLY", clouds, 0.35))
    nodes.colour(nodes.ramp(tone, (0.10, (0.52, 0.53, 0.55)), (0.30, (0.80, 0.80, 0.80)), (0.55, (0.90, 0.895, 0.88))))
    return nodes.material


def _felt() -> Any:
    nodes = Nodes("felt", 1.0)
    fuzz = nodes.add("TexNoise", Vector=nodes.where((1, 1, 1)), Scale=9.0, Detail=6.0, Roughness=0.7).outputs[0]
    nodes.colour(nodes.ramp(fuzz, (0.3, (0.06, 0.22, 0.15)), (0.7, (0.13, 0.36, 0.25))))
    nodes.bump(fuzz, 0.7, 0.06)
    return nodes.material


def _white() -> Any:
    nodes = Nodes("laminate", 0.35)
    clouds = nodes.add("TexNoise", Vector=nodes.where((0.05, 0.05, 1)), Scale=1.0, Detail=3.0).outputs[0]
    nodes.colour(nodes.ramp(clouds, (0.3, (0.83, 0.83, 0.82)), (0.7, (0.87, 0.87, 0.86))))
    fine = nodes.add("TexNoise", Vector=nodes.where((1, 1, 1)), Scale=14.0, Detail=2.0).outputs[0]
    nodes.bump(fine, 0.08, 0.02)
    return nodes.material


_TOPS = {
    Surface.OAK: lambda: _wood((0.42, 0.27, 0.15), (0.62, 0.44, 0.27), (0.72, 0.55, 0.36)),
    Surface.WALNUT: lambda: _wood((0.22, 0.12, 0.08), (0.40, 0.25, 0.17), (0.54, 0.36, 0.25)),
    Surface.WHITE: _white,
    Surface.MARBLE: _marble,
    Surface.FELT: _felt,
}
