from __future__ import annotations

from pathlib import Path

import pytest

from tests.live.stage import Played


@pytest.fixture
def played(tmp_path: Path) -> Played:
    """A live table on a stage."""
    return Played(tmp_path)
