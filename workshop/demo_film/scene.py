"""The scene in Blender: camera, lights, table, racks and tiles, built from their places in mm."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import bpy  # brings bmesh and mathutils along, so it comes first
import numpy as np

# isort: split
import bmesh
from mathutils import Matrix, Vector

from workshop.demo_film import materials
from workshop.demo_film.camera import Camera
from workshop.demo_film.layout import RACK_LENGTH, RACK_PROFILE, PlacedTile
from workshop.demo_film.layout import Matrix as Pose
from workshop.demo_film.looks import Edition, Lamp, Surface
from workshop.demo_film.tile_mesh import CM, TileMeshes

SENSOR = 36.0
"""Width of Blender's sensor in mm; the focal length is given relative to it."""


class Scene:
    """One table. Tiles may be laid anew between pictures; everything else stays, and Blender keeps it in memory."""

    def __init__(self, edition: Edition, top: Surface, lamps: Iterable[Lamp], *, threads: int, ambient: float) -> None:
        bpy.ops.wm.read_factory_settings(use_empty=True)
        self.scene = bpy.context.scene
        self._set_up(threads, ambient)
        self.meshes = TileMeshes(edition)
        self.table = self._table(top)
        self._rack_plastic = materials.plain("rack", (0.07, 0.07, 0.075), 0.5)
        self.tiles: list[Any] = []
        self.racks: list[Any] = []
        for lamp in lamps:
            self._lamp(lamp)

    def _set_up(self, threads: int, ambient: float) -> None:
        render = self.scene.render
        render.engine = "CYCLES"
        render.threads_mode = "FIXED"
        render.threads = threads
        render.use_persistent_data = True
        render.resolution_percentage = 100
        cycles = self.scene.cycles
        cycles.device = "CPU"
        cycles.seed = 7
        cycles.max_bounces = 5
        cycles.diffuse_bounces = 3
        cycles.glossy_bounces = 2
        cycles.caustics_reflective = False
        cycles.use_denoising = True
        cycles.denoiser = "OPENIMAGEDENOISE"
        cycles.denoising_input_passes = "RGB_ALBEDO_NORMAL"
        cycles.denoising_prefilter = "FAST"
        cycles.denoising_quality = "BALANCED"
        self.scene.view_settings.view_transform = "Standard"
        world = bpy.data.worlds.new("room")
        world.use_nodes = True
        background = world.node_tree.nodes["Background"]
        background.inputs["Color"].default_value = (0.92, 0.96, 1.0, 1.0)
        background.inputs["Strength"].default_value = ambient
        self.scene.world = world

    def _table(self, top: Surface) -> Any:
        mesh = bpy.data.meshes.new("table")
        corners = [(-90, -70, 0), (90, -70, 0), (90, 70, 0), (-90, 70, 0)]
        mesh.from_pydata(corners, [], [(0, 1, 2, 3)])
        mesh.materials.append(materials.surface(top))
        return self._add("table", mesh)

    def _add(self, name: str, data: Any) -> Any:
        made = bpy.data.objects.new(name, data)
        self.scene.collection.objects.link(made)
        return made

    def _lamp(self, lamp: Lamp) -> None:
        light = bpy.data.lights.new("lamp", "AREA")
        light.shape = "RECTANGLE"
        light.size, light.size_y = (s * CM for s in lamp.size)
        # Watts are meant for a scene in metres; in cm the light has a hundred times as far to go.
        light.energy = lamp.watts * 1e4
        light.color = lamp.colour
        made = self._add("lamp", light)
        at = Vector(lamp.at)
        made.location = at * CM
        made.rotation_euler = (Vector(lamp.towards) - at).to_track_quat("-Z", "Y").to_euler()

    def look(self, camera: Camera, *, sharp_at: tuple[float, float, float] | None = None, f_stop: float = 5.6) -> None:
        """Sets the camera; with `sharp_at` in mm what is nearer or farther blurs."""
        data = bpy.data.cameras.new("camera")
        data.sensor_fit = "HORIZONTAL"
        data.sensor_width = SENSOR
        data.lens = camera.focal * SENSOR / camera.width
        data.clip_end = 1000
        right, down, forward = camera.axes
        pose = np.eye(4)
        pose[:3, :3] = np.stack([right, -down, -forward], 1)
        pose[:3, 3] = np.multiply(camera.eye, CM)
        made = self._add("camera", data)
        made.matrix_world = Matrix(pose.tolist())
        if sharp_at is not None:
            data.dof.use_dof = True
            data.dof.focus_distance = float(np.dot(np.subtract(sharp_at, camera.eye), forward)) * CM
            data.dof.aperture_fstop = f_stop
        self.scene.camera = made
        self.scene.render.resolution_x, self.scene.render.resolution_y = camera.width, camera.height

    def lay(self, tiles: Iterable[PlacedTile]) -> None:
        """Shows exactly `tiles`."""
        for made in self.tiles:
            bpy.data.objects.remove(made)
        seen: Counter[object] = Counter()
        self.tiles = []
        for placed in tiles:
            made = self._add(str(placed.tile), self.meshes.mesh(placed.tile, seen[placed.tile]))
            seen[placed.tile] += 1
            made.matrix_world = _in_cm(placed.pose)
            self.tiles.append(made)

    def rack(self, pose: Pose) -> None:
        """Adds an empty rack."""
        shape = bmesh.new()
        half = RACK_LENGTH / 2
        ends = [[shape.verts.new((x * CM, y * CM, z * CM)) for y, z in RACK_PROFILE] for x in (-half, half)]
        shape.faces.new(ends[0])
        shape.faces.new(list(reversed(ends[1])))
        for a in range(len(RACK_PROFILE)):
            b = (a + 1) % len(RACK_PROFILE)
            shape.faces.new([ends[0][b], ends[0][a], ends[1][a], ends[1][b]])
        bmesh.ops.recalc_face_normals(shape, faces=shape.faces)
        bmesh.ops.bevel(shape, geom=list(shape.edges), offset=0.6 * CM, segments=2, affect="EDGES")
        mesh = bpy.data.meshes.new("rack")
        shape.to_mesh(mesh)
        shape.free()
        mesh.materials.append(self._rack_plastic)
        made = self._add("rack", mesh)
        made.matrix_world = _in_cm(pose)
        self.racks.append(made)

    def only_shadows(self) -> None:
        """Takes tiles and racks away and lets the table only catch shadows.

        What is laid next can be pasted elsewhere.
        """
        self.lay(())
        for made in self.racks:
            made.hide_render = True
        self.table.data.materials[0] = materials.plain("shadows only", (0.4, 0.3, 0.25), 1.0)
        self.table.is_shadow_catcher = True
        self.scene.render.film_transparent = True

    def pose(self, made: Any, pose: Pose) -> None:
        """Moves an object of this scene, given in mm."""
        made.matrix_world = _in_cm(pose)

    def drop(self, root: Any) -> None:
        """Removes an object with its parts."""
        for made in (*root.children_recursive, root):
            bpy.data.objects.remove(made)

    def render(self, path: Path, samples: int, box: tuple[int, int, int, int] | None = None) -> None:
        """Renders to the PNG file `path`, with transparency where the film is transparent.

        `box` is left, top, right and bottom in pixels of the part to render; the file then holds that part only.
        """
        self.scene.cycles.samples = samples
        render = self.scene.render
        render.use_border = render.use_crop_to_border = box is not None
        if box is not None:
            width, height = render.resolution_x, render.resolution_y
            # A tenth of a pixel inwards, so that Blender's rounding takes in no further pixel.
            render.border_min_x, render.border_max_x = (box[0] + 0.1) / width, (box[2] + 0.1) / width
            render.border_min_y, render.border_max_y = (
                (height - box[3] + 0.1) / height,
                (height - box[1] + 0.1) / height,
            )
        image = render.image_settings
        image.file_format = "PNG"
        image.color_mode = "RGBA" if render.film_transparent else "RGB"
        image.compression = 20
        render.filepath = str(path)
        bpy.ops.render.render(write_still=True)


def _in_cm(pose: Pose) -> Matrix:
    scaled = pose.copy()
    scaled[:3, 3] *= CM
    return Matrix(scaled.tolist())
