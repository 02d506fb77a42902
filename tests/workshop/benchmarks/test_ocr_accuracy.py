"""How numbers that Tesseract reads are counted."""

from __future__ import annotations

import numpy as np

from tests.workshop.evaluation.made_up import labelled
from workshop.benchmarks.ocr_accuracy import JOKER, Tally, faces


def test_a_joker_is_right_when_no_number_is_read() -> None:
    tally = Tally()
    for label, number in ((7, 7), (7, 1), (9, None), (JOKER, None), (JOKER, 8)):
        tally.add(label, number, 0.02)
    figures = tally.figures()
    assert (figures["tiles"], figures["accuracy"]) == (3, 0.3333)
    assert (figures["answers"], figures["precision"]) == (3, 0.3333)
    assert (figures["jokers"], figures["jokers_without_a_number"]) == (2, 1)
    assert figures["ms_per_tile_median"] == 20


def test_tiles_that_nobody_can_read_whole_are_left_out() -> None:
    truth = labelled("R7", "?", "J", "K12")
    truth["tiles"][3]["cut_off"] = True
    found = [number for number, _ in faces([("a.jpg", np.zeros((60, 400, 3), np.uint8), truth)])]
    assert found == [7, JOKER]
