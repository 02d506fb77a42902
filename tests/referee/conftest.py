"""Hypothesis for the referee: no deadlines, since a busy machine is no fault of the referee's."""

from hypothesis import HealthCheck, settings

settings.register_profile("referee", deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("referee")
