"""Whatever is typed, given or sent, the program says in one line what is wrong: some hundred cases of `workshop.benchmarks.fuzz`."""

from __future__ import annotations

import pytest

from workshop.benchmarks.fuzz.__main__ import main

CASES = 150


@pytest.mark.slow
@pytest.mark.parametrize("what", ["commands", "routes"])
def test_nothing_that_comes_in_is_a_fault_of_the_program(what: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = main([what, "--cases", str(CASES)])
    assert (code, capsys.readouterr().out) == (0, f"{CASES} {what}: every one ended as it should\n")


def test_the_fuzzer_finds_a_fault_where_there_is_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("workshop.benchmarks.fuzz.commands.CODES", frozenset({0}))
    assert main(["commands", "--cases", "30"]) == 1
    assert "ended with 2" in capsys.readouterr().out
