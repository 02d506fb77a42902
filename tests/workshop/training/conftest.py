"""The renderer draws with the typefaces that the tests install, whatever others the machine has."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from workshop.training.render import fonts

TYPEFACES = {
    *(f"DejaVu{family}{style}.ttf" for family in ("Sans", "SansMono", "Serif") for style in ("", "-Bold")),
    *(
        f"Liberation{family}-{style}.ttf"
        for family in ("Mono", "Sans", "Serif")
        for style in ("Regular", "Bold", "Italic", "BoldItalic")
    ),
}
"""Files that every release of `scripts.bootstrap.FONTS_OF_TESTS` brings."""


def forget() -> None:
    """Has the typefaces looked for again."""
    for kept in vars(fonts).values():
        if hasattr(kept, "cache_clear"):
            kept.cache_clear()


@pytest.fixture(scope="module", autouse=True)
def few_fonts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Lets the renderer do with the few typefaces that the tests install, and see no others."""
    folder = tmp_path_factory.mktemp("fonts")
    installed = {path.name: path for place in fonts.FONT_FOLDERS if place.is_dir() for path in place.rglob("*.ttf")}
    for name in TYPEFACES & installed.keys():
        (folder / name).symlink_to(installed[name])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fonts, "FONT_FOLDERS", (folder,))
        patch.setattr(fonts, "FETCHED", folder / "fetched")
        patch.setattr(fonts, "LEAST_FONTS", len(TYPEFACES))
        forget()
        yield
    forget()
