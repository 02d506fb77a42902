"""The measuring photos are planned as the documents say: how many, how large, and each from seeds of its own."""

from __future__ import annotations

import itertools
import json
from collections import Counter

import pytest

from workshop.training import measuring
from workshop.training.measuring import ladder_plans, plans, small_plans, speed_plans

ALL = [*plans(), *ladder_plans(), *speed_plans(), *small_plans()]


def test_three_hundred_photos_of_every_size_and_layout() -> None:
    planned = plans()
    assert len(planned) == 300
    assert {plan.size for plan in planned} == set(measuring.SIZES)
    assert {plan.layout for plan in planned} == set(measuring.LAYOUTS)
    shares = Counter(plan.size for plan in planned)
    assert [shares[size] / 300 for size in measuring.SIZES] == pytest.approx(measuring.SIZE_SHARES, abs=0.01)
    assert min(plan.tilt for plan in planned) < 3
    assert 52 < max(plan.tilt for plan in planned) <= measuring.MOST_TILT
    assert max(plan.tiles for plan in planned) > 95


def test_the_plan_of_a_photo_does_not_depend_on_chance() -> None:
    assert plans() == plans()
    assert small_plans() == small_plans()


def test_no_two_photos_share_a_seed_nor_a_name_in_one_folder() -> None:
    firsts = sorted(plan.seed for plan in ALL)
    assert all(after - before >= measuring.SEEDS_EACH for before, after in itertools.pairwise(firsts))
    for folder in (plans(), ladder_plans(), speed_plans(), small_plans()):
        assert len({plan.name for plan in folder}) == len(folder)


def test_the_ladder_has_as_many_photos_of_each_height() -> None:
    steps = Counter(plan.kind for plan in ladder_plans())
    assert steps == {f"{height} px": measuring.PHOTOS_A_STEP for height in measuring.LADDER}


def test_timed_photos_show_few_to_all_tiles_of_one_height() -> None:
    full_hd = [plan for plan in speed_plans() if plan.size == (1920, 1080)]
    assert {plan.tile_height for plan in full_hd} == {64.0}
    assert {5, 60, 106} <= {plan.tiles for plan in full_hd}
    assert any(width * height >= 12_000_000 for width, height in (plan.size for plan in speed_plans()))


def test_truth_is_written_a_photo_a_line_in_order() -> None:
    truth = {"b.jpg": {"tiles": []}, "a.jpg": {"tiles": [], "sets": None}}
    lines = measuring.dump(truth).splitlines()
    assert [line[:8] for line in lines[1:-1]] == ['"a.jpg":', '"b.jpg":']
    assert json.loads(measuring.dump(truth)) == truth
