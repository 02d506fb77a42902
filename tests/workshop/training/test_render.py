from __future__ import annotations

import dataclasses
import itertools
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from referee.tiles import BOX, Colour, Tile
from workshop.training.render import effects, fonts, jokers, setting, surfaces
from workshop.training.render.camera import Camera
from workshop.training.render.canvas import Canvas
from workshop.training.render.clutter import clutter
from workshop.training.render.editions import OFF_THE_MIDDLE, Edition
from workshop.training.render.faces import FacePainter
from workshop.training.render.layout import LAYOUTS, arrange, push_together
from workshop.training.render.lens import Lens
from workshop.training.render.painter import Label, Painter, Picture
from workshop.training.render.pieces import Arrangement, Floor, Panel, PlacedTile, flat_tile
from workshop.training.render.scene import shoot

pytestmark = pytest.mark.slow

SEEDS = range(8)
SIZE = (320, 240)


def painter(seed: int, height: int = 96) -> FacePainter:
    rng = np.random.default_rng(seed)
    return FacePainter(Edition.random(rng), height, (0.4, 0.4), rng)


def render(rng: np.random.Generator, size: tuple[int, int], tile_height: float, **options: Any) -> Picture:
    return shoot(rng, size, tile_height, **options).picture


def test_the_same_seed_gives_the_same_picture() -> None:
    first, second = (render(np.random.default_rng(3), SIZE, 40) for _ in range(2))
    assert np.array_equal(first.pixels, second.pixels)
    assert [label.tile for label in first.labels] == [label.tile for label in second.labels]


@pytest.mark.parametrize("seed", SEEDS)
def test_labels_are_visible_faces_seen_from_the_front(seed: int) -> None:
    picture = render(np.random.default_rng(seed), SIZE, 40)
    assert picture.pixels.shape == (SIZE[1], SIZE[0], 3)
    for label in picture.labels:
        assert 0 < label.visible <= 1
        assert cv2.contourArea(label.corners, oriented=True) > 0


def clear_labels(seeds: range) -> list[tuple[np.ndarray, Label]]:
    found = []
    for seed in seeds:
        picture = render(np.random.default_rng(seed), (480, 480), 70)
        found += [
            (picture.pixels, label) for label in picture.labels if label.visible > 0.97 and label.tile is not None
        ]
    return found


def test_the_number_stands_where_the_label_says_the_upper_half_is() -> None:
    """Over many tiles the upper half of a face shows more contrast than the rim below the number."""
    upper, lower = [], []
    for pixels, label in clear_labels(range(100, 112)):
        target = np.array([[0, 0], [60, 0], [60, 90], [0, 90]], np.float32)
        patch = cv2.warpPerspective(pixels, cv2.getPerspectiveTransform(label.corners, target), (60, 90))
        upper.append(float(patch[12:52, 8:-8].std()))
        lower.append(float(patch[70:84, 8:-8].std()))
    assert len(upper) > 50
    assert np.median(upper) > 1.5 * np.median(lower)


def test_numbers_and_colours_differ_and_backs_are_blank() -> None:
    faces = painter(1)
    pictures = [faces.face(tile) for tile in set(BOX)]
    assert all(np.abs(one - other).max() > 0.2 for one, other in itertools.combinations(pictures, 2))
    ink = [float(np.abs(picture - faces.face(None))[..., :3].mean()) for picture in pictures]
    assert min(ink) > 0.003


@pytest.mark.parametrize("seed", SEEDS)
def test_a_number_is_printed_in_its_ink(seed: int) -> None:
    faces = painter(seed, height=192)
    tile = Tile(Colour.RED, 8)
    changed = np.abs(faces.face(tile) - faces.face(Tile(Colour.BLUE, 8))).max(axis=2) > 0.15
    printed = faces.face(tile)[changed][:, :3]
    assert np.abs(np.median(printed, axis=0) - faces.edition.inks[Colour.RED]).max() < 0.25


@pytest.mark.parametrize("seed", range(60))
def test_editions_stay_within_their_bounds(seed: int) -> None:
    edition = Edition.random(np.random.default_rng(seed))
    assert 0.60 <= edition.aspect <= 0.80
    assert 0.22 <= edition.digit_height <= 0.64
    assert 0.24 <= edition.digit_y <= 0.49
    assert 0.2 <= edition.thickness <= 0.5
    assert edition.digit_y - edition.digit_height / 2 >= 0.0


@pytest.mark.parametrize("seed", range(60))
def test_every_joker_shows_something(seed: int) -> None:
    coverage, colours = jokers.joker_art(seed, 68, 96, 0.4, 0.7, [(0.8, 0.1, 0.1)])
    assert coverage.shape == (96, 68)
    assert colours.shape == (96, 68, 3)
    assert 0.01 < coverage.mean() < 0.7


def test_held_out_typefaces_are_never_trained_on() -> None:
    trained, held_out = fonts.typefaces(), fonts.typefaces(held_out=True)
    assert trained
    assert not set(trained) & set(held_out)


def test_too_few_typefaces_are_an_error_that_names_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "LEAST_FONTS", 10_000)
    with pytest.raises(RuntimeError, match=r"workshop/training/fonts\.txt"):
        fonts.typefaces.__wrapped__()


def test_of_typefaces_with_one_name_it_is_always_the_same_that_is_drawn_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = fonts.typefaces()[0]
    paths = [tmp_path / f"package-{k}" / f"face-{n}.ttf" for n in range(4) for k in range(9)]
    for path in paths:
        path.parent.mkdir(exist_ok=True)
        path.symlink_to(installed)
    monkeypatch.setattr(fonts, "FONT_FOLDERS", (tmp_path,))
    monkeypatch.setattr(fonts, "LEAST_FONTS", 1)
    chosen = [path for held_out in (False, True) for path in fonts.typefaces.__wrapped__(held_out=held_out)]
    assert sorted(chosen) == sorted(paths[8::9])


@pytest.mark.parametrize("seed", SEEDS)
def test_tables_and_clutter_are_pictures(seed: int) -> None:
    rng = np.random.default_rng(seed)
    table = surfaces.table(rng)
    assert table.shape == (surfaces.TABLE_SIZE, surfaces.TABLE_SIZE, 3)
    assert table.min() >= 0
    assert table.max() <= 1
    thing, width = clutter(rng)
    assert thing.shape[2] == 4
    assert 0.5 < width < 13


def test_white_on_white_stays_white_up_to_the_edge() -> None:
    canvas = Canvas(Camera.over_table((60, 60), 20.0, 0.0, np.random.default_rng(0)), (60, 60))
    canvas.image[:] = 0.9
    texture = np.full((30, 20, 4), 0.9, np.float32)
    texture[..., 3] = 1.0
    canvas.blend(texture, np.array([[10.3, 12.6], [41.7, 15.2], [44.1, 50.4], [8.2, 47.9]]))
    assert canvas.image.min() == pytest.approx(0.9, abs=1e-3)
    assert canvas.image.max() == pytest.approx(0.9, abs=1e-3)


@pytest.mark.parametrize("seed", SEEDS)
def test_tiles_lying_flat_do_not_overlap(seed: int) -> None:
    arrangement = arrange(np.random.default_rng(seed), 0.7, 0.3, 6.0, 0.0)
    faces = [
        item.face()[:, :2].astype(np.float32)
        for item in arrangement.items
        if isinstance(item, PlacedTile) and item.rack == -1 and item.centre[2] < 0.5
    ]
    for one, other in itertools.combinations(faces, 2):
        if np.abs(one.mean(axis=0) - other.mean(axis=0)).max() < 2:
            shared, _ = cv2.intersectConvexConvex(one, other)
            assert shared < 0.15 * cv2.contourArea(one)


@pytest.mark.parametrize("seed", SEEDS)
def test_in_a_set_that_is_pushed_together_one_tile_lies_half_on_its_neighbour(seed: int) -> None:
    rng = np.random.default_rng(seed)
    arrangement = arrange(rng, 0.7, 0.3, 6.0, 0.0, layout="sets", extras=False)
    push_together(arrangement, 1.0, rng)
    lying = [item for item in arrangement.items if isinstance(item, PlacedTile)]
    sets = [list(members) for _, members in itertools.groupby(lying, key=lambda tile: tile.group)]
    longer = [members for members in sets if len(members) > 1]
    assert longer
    for members in longer:
        (upper,) = (k for k, tile in enumerate(members) if tile.level)
        faces = [tile.face()[:, :2].astype(np.float32) for tile in members]
        shares = [
            cv2.intersectConvexConvex(faces[upper], faces[k])[0] / cv2.contourArea(faces[k])
            for k in (upper - 1, upper + 1)
            if 0 <= k < len(members)
        ]
        assert 0.1 < max(shares) < 0.7
        assert members[upper].centre[2] > 0.3


def test_a_taken_place_is_not_free() -> None:
    floor = Floor(5)
    outline = flat_tile(None, (1.0, 1.0), 0.3, 0.7, 0.3).face()
    assert floor.is_free(outline)
    floor.take(outline)
    assert not floor.is_free(outline)
    assert floor.is_free(flat_tile(None, (-2.0, 1.0), 0.3, 0.7, 0.3).face())


@pytest.mark.parametrize("kind", LAYOUTS)
@pytest.mark.parametrize("size", [(640, 480), (416, 416)])
def test_every_layout_can_be_asked_for(kind: str, size: tuple[int, int]) -> None:
    pictures = [render(np.random.default_rng(seed), size, 50, layout=kind, tilt=0.5, tiles=12) for seed in range(3)]
    assert all(picture.pixels.shape == (size[1], size[0], 3) for picture in pictures)
    assert all(len(picture.labels) <= 12 for picture in pictures)
    assert any(picture.labels for picture in pictures) is (kind != "empty")


def painted(at: list[tuple[float, float]], *extra: Panel | PlacedTile, seed: int = 0) -> list[Label]:
    """Labels of tiles of an edition at points of a table seen from straight above, 40 pixels to a tile's width."""
    rng = np.random.default_rng(11)
    edition = Edition.random(rng)
    camera = Camera(np.array([0.0, 0.0, 10.0]), np.diag([1.0, -1.0, -1.0]), 400.0, (200.0, 200.0))
    painter = Painter(camera, (400, 400), edition, rng)
    tiles = [flat_tile(BOX[k], point, 0.0, edition.aspect, edition.thickness, k) for k, point in enumerate(at)]
    arrangement = Arrangement([*tiles, *extra], Floor(6), edition.aspect, edition.thickness)
    painter.rng = np.random.default_rng(seed)
    return list(painter.paint(arrangement).labels)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_lies_outside_of_the_picture_is_not_visible(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setting, "hold_over", lambda *_: None)
    picture = np.array([[-0.5, -0.5], [399.5, -0.5], [399.5, 399.5], [-0.5, 399.5]], np.float32)
    cut, whole = painted([(0.0, 0.0), (4.7, 2.0)], seed=seed)  # from far to near
    assert whole.visible > 0.97
    inside, _ = cv2.intersectConvexConvex(cut.corners, picture)
    assert 0.2 < cut.visible < 0.9
    assert cut.visible == pytest.approx(inside / cv2.contourArea(cut.corners), abs=0.06)


def test_a_panel_in_front_hides_a_tile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setting, "hold_over", lambda *_: None)
    board = np.array([[-2.0, 3.0, 1.0], [2.0, 3.0, 1.0], [2.0, 0.0, 1.0], [-2.0, 0.0, 1.0]])
    tile = dataclasses.replace(flat_tile(BOX[0], (0.0, 0.0), 0.0, 0.7, 0.3), rack=7)
    (label,) = painted([], tile, Panel(board, (0.2, 0.2, 0.2), rack=7))
    assert label.visible == pytest.approx(0.5, abs=0.06)


def test_what_is_held_over_tiles_hides_them(monkeypatch: pytest.MonkeyPatch) -> None:
    def hold(canvas: Canvas, *_: object) -> None:
        canvas.blend(np.ones((8, 8, 4), np.float32), np.array([[0, 0], [200, 0], [200, 400], [0, 400.0]]), hide=True)

    monkeypatch.setattr(setting, "hold_over", hold)
    monkeypatch.setattr(setting, "clutter", lambda *_, **__: (np.zeros((8, 8, 4), np.float32), 1.0))
    shares = [painted([(0.0, 0.0)], seed=seed)[0].visible for seed in range(40)]
    assert min(shares) == pytest.approx(0.5, abs=0.06)
    assert max(shares) > 0.97


@pytest.mark.parametrize("k1", [-0.08, 0.0, 0.05, 0.08])
def test_a_lens_moves_labels_with_the_picture(k1: float) -> None:
    lens = Lens(k1, (300, 200))
    ids = np.zeros((200, 300), np.int32)
    quad = np.array([[230.0, 20], [280, 25], [275, 90], [225, 85]])
    cv2.fillConvexPoly(ids, quad.astype(np.int32), 5)
    image, moved = lens.bend(np.repeat((ids > 0).astype(np.float32)[..., None], 3, axis=2), ids)
    expected = np.zeros_like(ids)
    cv2.fillConvexPoly(expected, np.round(lens.place(quad)).astype(np.int32), 5)
    both = ((moved == 5) & (expected == 5)).sum()
    assert both > 0.95 * ((moved == 5) | (expected == 5)).sum()
    assert np.abs(image[..., 0] - (moved == 5)).mean() < 0.01


def test_a_six_upside_down_is_never_the_nine_of_the_same_box() -> None:
    editions = [Edition.random(np.random.default_rng(seed)) for seed in range(300)]
    assert not any(edition.takes_six_for_nine for edition in editions)
    in_the_middle = [edition for edition in editions if edition.digit_y > 0.5 - OFF_THE_MIDDLE]
    plain = [edition for edition in in_the_middle if edition.mark == "none" and not edition.ring]
    assert {edition.dot_under_6_and_9 for edition in plain} == {"dot", "bar"}
    assert any(edition.dot_under_6_and_9 == "none" for edition in editions)


@pytest.mark.parametrize("held_out", [False, True])
def test_a_camera_lets_little_of_a_white_table_burn_out(held_out: bool) -> None:  # noqa: FBT001
    white = np.full((*SIZE[::-1], 3), 0.9, np.float32)
    lit = [effects.light_up(white.copy(), np.random.default_rng(seed), held_out=held_out) for seed in range(120)]
    burnt_out = np.array([(picture.min(axis=2) > 0.985).mean() for picture in lit])
    assert np.median(burnt_out) < 0.01
    assert np.quantile(burnt_out, 0.9) < 0.1
    assert burnt_out.max() > 0.05, "some cameras meter badly"


def test_what_stands_behind_clear_plastic_is_seen() -> None:
    """A tile behind a clear panel is labelled, one behind a panel of wood is not."""

    def visible(opacity: float) -> list[float]:
        rng = np.random.default_rng(5)
        edition = Edition.random(rng)
        camera = Camera.over_table(SIZE, 60.0, 0.5, rng)
        tile = flat_tile(Tile(Colour.RED, 7), (0.0, 0.0), 0.0, edition.aspect, edition.thickness, 0)
        towards = camera.position / np.linalg.norm(camera.position)
        side, top = np.array([0.0, 1.0, 0.0]), np.array([1.0, 0.0, 0.0])
        middle = tile.centre + 1.5 * towards
        corners = np.stack([middle + 2 * (a * side + b * top) for a, b in ((-1, 1), (1, 1), (1, -1), (-1, -1))])
        panel = Panel(corners, (0.8, 0.8, 0.8), 1, opacity)
        arrangement = Arrangement([tile, panel], aspect=edition.aspect, thickness=edition.thickness)
        return [label.visible for label in Painter(camera, SIZE, edition, rng).paint(arrangement).labels]

    assert [round(share, 1) for share in visible(0.6)] == [1.0]
    assert max(visible(1.0), default=0.0) < 0.1
