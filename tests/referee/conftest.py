"""Hypothesis for the referee: no deadlines, since a busy machine is no fault of the referee's."""

import sys

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("referee", deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("referee")


@pytest.fixture(scope="session", autouse=True)
def _nothing_remembered() -> None:
    """Forget what the referee has worked out before: a changed program (`make mutation`) must answer for itself."""
    for name, module in list(sys.modules.items()):
        if name.startswith("referee."):
            for value in list(vars(module).values()):
                if hasattr(value, "cache_clear"):
                    value.cache_clear()
