from __future__ import annotations

from collections.abc import Iterator

import pytest

from training.render import fonts


@pytest.fixture(scope="session", autouse=True)
def few_fonts() -> Iterator[None]:
    """Lets the renderer do with the few typefaces that the tests install."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fonts, "LEAST_FONTS", 8)
        yield
