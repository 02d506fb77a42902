from __future__ import annotations

import numpy as np
import pytest

from workshop.benchmarks.risk import ReadTile, least_bound, most, report

WRONG_BELOW = 0.9
"""In the photos made here every tile is right from this probability on."""


def _photo(rng: np.random.Generator, tiles: int = 20) -> list[ReadTile]:
    """Tiles that are the more often wrong the less probable they are."""
    confidences = 1 - rng.beta(0.3, 6, tiles)
    return [ReadTile(float(p), bool(p >= WRONG_BELOW or rng.random() < p)) for p in confidences]


@pytest.mark.parametrize(
    ("wrong", "of", "share"), [(0, 100, 0.02951), (1, 100, 0.04656), (5, 1000, 0.01048), (3, 3, 1.0)]
)
def test_the_most_that_may_be_wrong_is_that_of_the_tables(wrong: int, of: int, share: float) -> None:
    assert most(wrong, of) == pytest.approx(share, rel=1e-3)


def test_what_is_said_at_95_percent_holds_in_about_95_of_100_samples() -> None:
    rng, share = np.random.default_rng(1), 0.01
    held = [most(int(wrong), 800) >= share for wrong in rng.binomial(800, share, 400)]
    assert 0.94 <= np.mean(held) <= 0.99


def test_the_least_bound_keeps_its_promise_for_photos_that_it_has_not_seen() -> None:
    rng, share, losses = np.random.default_rng(4), 0.02, []
    for _ in range(60):
        bound = least_bound([_photo(rng) for _ in range(100)], share)
        assert bound is not None
        fresh = _photo(rng)
        losses.append(sum(one.surely_wrong(bound) for one in fresh) / len(fresh))
    assert np.mean(losses) <= share


def test_the_least_bound_asks_no_more_than_it_must() -> None:
    photos = [_photo(np.random.default_rng(seed)) for seed in range(400)]
    strict, loose = least_bound(photos, 0.005), least_bound(photos, 0.05)
    assert strict is not None
    assert loose is not None
    assert loose < strict <= WRONG_BELOW


def test_few_photos_promise_little() -> None:
    assert least_bound([[ReadTile(0.99, right=True)]] * 20, 0.01) is None
    assert least_bound([[ReadTile(0.99, right=True)]] * 200, 0.01) == 0.0


def test_a_wrong_tile_that_is_doubtful_anyway_is_not_surely_wrong() -> None:
    photos = [[ReadTile(0.999, right=False, doubtful_anyway=True), ReadTile(0.999, right=True)]]
    assert report(photos, 0.95).startswith("0 of 1 sure tiles are wrong")
