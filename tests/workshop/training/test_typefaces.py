"""More typefaces for training are fetched once, and digits that no typeface has are digits still."""

from __future__ import annotations

import io
import tarfile
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest

from workshop.training import dataset, typefaces
from workshop.training.render import editions, faces, fonts, jokers
from workshop.training.render.digits import LEAST_INK, MOST_INK, Reshaping
from workshop.training.render.editions import Edition

PACKAGES = {
    "some-face": ("some-face-latin-400", "some-face-latin-ext-400", "some-face-0-400", "some-face-latin-300"),
    "noto-emoji": ("noto-emoji-latin-400", "noto-emoji-0-400", "noto-emoji-1-400"),
}
"""By name, the files of each."""


class Registry(BaseHTTPRequestHandler):
    """Holds `PACKAGES`, each in release 1.2.3."""

    asked: list[str]

    def do_GET(self) -> None:
        """Answers with the package, or that there is no such."""
        self.asked.append(self.path)
        name = self.path.split("/")[2]
        if name not in PACKAGES or self.path != f"/@fontsource/{name}/-/{name}-1.2.3.tgz":
            self.send_error(404)
            return
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w:gz") as archive:
            for file in PACKAGES[name]:
                member = tarfile.TarInfo(f"package/files/{file}-normal.woff")
                member.size = len(file)
                archive.addfile(member, io.BytesIO(file.encode()))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(packed.getvalue())

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@pytest.fixture
def face() -> Path:
    """One of the typefaces that the renderer draws with in tests."""
    return fonts.FONT_FOLDERS[0] / "DejaVuSans.ttf"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What a registry is asked for."""
    Registry.asked = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), Registry)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setattr(typefaces, "REGISTRY", f"http://127.0.0.1:{server.server_port}")
    yield Registry.asked
    server.shutdown()
    server.server_close()


def test_a_typeface_is_fetched_once_and_only_its_latin_files(asked: list[str], tmp_path: Path) -> None:
    packages = tmp_path / "list.txt"
    packages.write_text("# a list\nsome-face 1.2.3\n")
    assert typefaces.fetch(tmp_path / "fonts", packages) == 1
    assert typefaces.fetch(tmp_path / "fonts", packages) == 1
    assert len(asked) == 1
    (file,) = (tmp_path / "fonts").iterdir()
    assert (file.name, file.read_text()) == ("some-face-400.woff", "some-face-latin-400")


def test_of_emblems_it_is_the_files_of_pictures_that_are_fetched(asked: list[str], tmp_path: Path) -> None:
    packages = tmp_path / "list.txt"
    packages.write_text("noto-emoji 1.2.3\n")
    assert typefaces.fetch(tmp_path / "fonts", packages) == 1
    assert typefaces.fetch(tmp_path / "fonts", packages) == 1
    assert len(asked) == 1
    assert sorted(file.name for file in (tmp_path / "fonts").iterdir()) == [
        "noto-emoji-0-400.woff",
        "noto-emoji-1-400.woff",
    ]


def test_a_typeface_that_cannot_be_fetched_is_named_and_the_others_come(
    asked: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    packages = tmp_path / "list.txt"
    packages.write_text("gone 1.0.0\nsome-face 1.2.3\n")
    assert typefaces.fetch(tmp_path / "fonts", packages) == 1
    assert len(asked) == 2
    said = capsys.readouterr().out
    assert "1 of 2 typefaces cannot be fetched (gone: " in said
    assert said.count("\n") == 1


def test_every_listed_package_names_its_release() -> None:
    lines = [line for line in typefaces.LIST.read_text().splitlines() if not line.startswith("#")]
    assert len(lines) > 400
    assert len({line.split()[0] for line in lines}) == len(lines)
    assert all(len(line.split()) == 2 for line in lines)


def test_families_that_are_held_out_are_not_trained_on_however_they_are_fetched(
    tmp_path: Path, face: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    families = [f"family{k}" for k in range(40)]
    for family in families:
        (tmp_path / f"{family}-400.woff").write_bytes(face.read_bytes())
    monkeypatch.setattr(fonts, "FETCHED", tmp_path)
    fetched = {path.name.split("-")[0] for path in fonts.fetched.__wrapped__()}
    folder = tmp_path / "installed"
    folder.mkdir()
    for family in families:
        (folder / f"{family}-Bold.ttf").write_bytes(face.read_bytes())
    monkeypatch.setattr(fonts, "FONT_FOLDERS", (folder,))
    held_out = {path.name.split("-")[0] for path in fonts.typefaces.__wrapped__(held_out=True)}
    assert held_out
    assert fetched == set(families) - held_out


@pytest.mark.parametrize("seed", range(40))
def test_reshaped_digits_are_neither_gone_nor_a_blot(seed: int, face: Path) -> None:
    reshaping = Reshaping.random(np.random.default_rng(seed))
    plain, shape = (faces.glyphs("12", face, reshaping=each) for each in (None, reshaping))
    assert LEAST_INK - 0.02 <= float(shape.sum() / plain.sum()) <= MOST_INK
    assert 0 <= float(shape.min()) <= float(shape.max()) <= 1
    assert np.array_equal(shape, reshaping.of(plain))


def test_boxes_drawn_anew_have_digits_that_differ_from_each_other() -> None:
    rng = np.random.default_rng(3)
    edition = Edition.random(rng)
    shapes = [edition.redrawn(rng).reshaping for _ in range(40)]
    assert len({shape for shape in shapes if shape is not None}) > 10
    assert None in shapes


def test_emblems_are_drawn_whole_and_only_what_the_typeface_has(
    tmp_path: Path, face: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "noto-emoji-0-400.woff").write_bytes(face.read_bytes())
    monkeypatch.setattr(fonts, "FETCHED", tmp_path)
    monkeypatch.setattr(fonts, "EMBLEM_RANGES", ((0x1F600, 0x1F641), (0xE0000, 0xE0008)))
    emblems = fonts.fetched_emblems.__wrapped__()
    assert "\U0001f600" in {letter for _, letter in emblems}
    assert not any(letter >= "\U000e0000" for _, letter in emblems)
    monkeypatch.setattr(fonts, "fetched_emblems", lambda: emblems)
    drawing = jokers.fetched_emblem(np.random.default_rng(0))
    assert drawing.shape == (jokers.SIZE, jokers.SIZE)
    assert 5 < drawing.mean() < 200
    assert not drawing[:3].any()


def test_pictures_to_learn_from_show_digits_drawn_anew_and_those_to_check_by_do_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(editions, "RESHAPED_SHARE", 1.0)
    learnt, checked = (
        dataset.shoot(np.random.default_rng(5), 40.0, 0.0, held_out=held_out).edition.reshaping
        for held_out in (False, True)
    )
    assert learnt is not None
    assert checked is None
