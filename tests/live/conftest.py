from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.live.stage import Played


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Played]:
    """A live table on a stage."""
    game = Played(tmp_path)
    yield game
    game.live.close()
