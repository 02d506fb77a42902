"""A round in Firefox: on the host's page, a player's phone, the desk, and in a replay."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from scripts.firefox import FIREFOX, amiss

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(FIREFOX is None and "CI" not in os.environ, reason="there is no Firefox on this machine"),
]


def test_a_round_is_played_counted_and_looked_at_again(tmp_path: Path) -> None:
    assert FIREFOX is not None
    assert amiss(FIREFOX, tmp_path / "pictures") == []
