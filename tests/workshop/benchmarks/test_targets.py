"""A target counts as met only where it is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from workshop.benchmarks import targets
from workshop.benchmarks.speed import Timing, growth, percentile
from workshop.evaluation.scoring import Row, Scores

RIGHT = Row(
    photo="a.jpg", layout="", width=1920, height=1080, tilt=None, tile_height=None, tiles=10, read=10, right=10,
    exact=True, sets_right=True, flagged=False, silent=False, unasked=0, any_doubt=False, ms=50.0, wrong="",
)  # fmt: skip
FLAGGED = replace(RIGHT, right=9, exact=False, sets_right=None, flagged=True)
SILENT = replace(FLAGGED, flagged=False, silent=True, unasked=1)


def scores(*rows: Row) -> Scores:
    return Scores(list(rows), [(1.0, True)] * sum(row.tiles for row in rows))


@pytest.mark.parametrize(
    ("others", "met"),
    [([], True), ([FLAGGED], True), ([SILENT], False), ([FLAGGED, FLAGGED], False), ([FLAGGED, SILENT], False)],
)
def test_of_real_photos_one_may_be_wrong_if_it_says_so(others: list[Row], met: bool) -> None:  # noqa: FBT001 - a parameter
    assert targets.valid_lines(scores(*[RIGHT] * 32, *others))[1].met is met


def test_all_photos_of_other_editions_must_be_exact() -> None:
    assert targets.looks_lines(scores(RIGHT, RIGHT, RIGHT))[0].met is True
    assert targets.looks_lines(scores(RIGHT, RIGHT, FLAGGED))[0].met is False


def test_silent_errors_are_counted_over_all_sets() -> None:
    silent, unasked, flagged, _, order, error = targets.lines_of_all(
        {"one": scores(RIGHT), "two": scores(RIGHT, SILENT)}
    )
    assert (silent.met, silent.measured) == (False, "one 0 of 1, two 1 of 2")
    assert unasked.measured == "one 0, two 1"
    assert (flagged.met, order.met, error.met) == (True, True, True)


def test_the_share_of_rendered_photos_is_not_rounded_up() -> None:
    assert targets.rendered_lines(scores(*[RIGHT] * 98, *[SILENT] * 2))[0].met is True
    assert targets.rendered_lines(scores(*[RIGHT] * 979, *[SILENT] * 21))[0].met is False


def test_the_lowest_tile_is_that_from_which_on_all_higher_ones_are_read() -> None:
    steps = [replace(RIGHT if good else FLAGGED, layout=f"{height} px") for height, good in ((12, 1), (18, 0), (24, 1))]
    line = targets.ladder_line(scores(*steps))
    assert line.measured.startswith("24 px")
    assert line.met is False
    assert targets.ladder_line(scores(steps[0], steps[2])).met is True


def test_what_is_not_given_is_not_measured() -> None:
    lines = [
        *targets.valid_lines(None), *targets.looks_lines(None), *targets.rendered_lines(None), *targets.lines_of_all({}),
        targets.ladder_line(None), *targets.time_lines([], {}),
    ]  # fmt: skip
    assert {(line.measured, line.met) for line in lines} == {(targets.NOT_MEASURED, None)}


def test_models_are_as_small_as_promised() -> None:
    size, memory = targets.size_lines(None)
    assert size.met is True
    assert memory.met is None


def timing(count: int, ms: float) -> Timing:
    return Timing(f"{count}.jpg", 1920, 1080, count, ms)


def test_time_grows_along_a_straight_line() -> None:
    straight, bent = (growth([timing(n, 20 + n**power) for n in (5, 20, 60, 106)]) for power in (1, 3))
    assert straight.ms_per_tile == pytest.approx(1)
    assert straight.ms_without_tiles == pytest.approx(20)
    assert straight.r_squared == pytest.approx(1)
    assert bent.r_squared < targets.Target.LINEAR


def test_times_of_photos_with_about_sixty_tiles_are_compared_with_the_target() -> None:
    timings = [timing(5, 30), timing(60, 90), timing(106, 150)]
    usual, large, line = targets.time_lines(timings, {f"{n}.jpg": n for n in (5, 60, 106)})
    assert (usual.met, usual.measured) == (True, "90 ms (median 90 ms, 1 readings)")
    assert large.met is None
    assert line.met is True
    assert percentile(timings, 50) == 90
