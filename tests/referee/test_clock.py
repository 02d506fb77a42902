"""The turn clock runs and stands still."""

from referee.clock import TurnClock


def test_time_passes_while_it_runs() -> None:
    clock = TurnClock(60.0).start(1000.0)
    assert clock.running
    assert clock.elapsed(1012.5) == 12.5


def test_a_pause_does_not_count() -> None:
    clock = TurnClock(60.0).start(0.0).pause(10.0)
    assert not clock.running
    assert clock.elapsed(500.0) == 10.0
    assert clock.resume(500.0).elapsed(505.0) == 15.0


def test_pausing_and_resuming_twice_changes_nothing() -> None:
    paused = TurnClock(60.0).start(0.0).pause(10.0)
    assert paused.pause(20.0) == paused
    running = paused.resume(30.0)
    assert running.resume(40.0) == running


def test_a_new_turn_starts_from_zero() -> None:
    assert TurnClock(60.0).start(0.0).pause(10.0).start(20.0).elapsed(21.0) == 1.0


def test_a_clock_that_was_set_back_does_not_shorten_the_turn() -> None:
    assert TurnClock(60.0, spent=5.0).resume(100.0).elapsed(90.0) == 5.0


def test_before_the_start_no_time_passes() -> None:
    assert TurnClock(60.0).elapsed(1e9) == 0.0
