"""Two people press at the same moment, each on their own phone: one of them is heard, and nobody is punished."""

from __future__ import annotations

import http.client
import json
import threading
from collections import Counter
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.live.stage import EndlessStage, Played
from tests.webui.laying import lay, until

pytestmark = pytest.mark.slow

SETS = ("R10 R11 R12", "K10 K11 K12", "B10 B11 B12", "O10 O11 O12", "R1 R2 R3", "K4 K5 K6")

Press = tuple[str, dict[str, Any]]


def together(address: str, *presses: Press) -> list[tuple[int, dict[str, Any]]]:
    """What each of the presses is answered with, all sent at the same moment."""
    answers: list[tuple[int, dict[str, Any]]] = [(0, {})] * len(presses)
    ready = threading.Barrier(len(presses))

    def press(number: int) -> None:
        command, body = presses[number]
        line = http.client.HTTPConnection(urlsplit(address).netloc, timeout=60)
        line.connect()
        ready.wait()
        line.request("POST", f"/api/{command}", json.dumps(body), {"Content-Type": "application/json"})
        answer = line.getresponse()
        answers[number] = (answer.status, json.loads(answer.read()))
        line.close()

    threads = [threading.Thread(target=press, args=(number,)) for number in range(len(presses))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def test_of_two_who_end_the_turn_one_ends_it_and_the_other_is_told(
    played: Played, stage: EndlessStage, address: str
) -> None:
    played.begin()
    for turn in range(4):
        lay(played, stage, *SETS[: turn + 1])
        answers = together(address, ("end", {"turn": turn}), ("end", {"turn": turn}))
        assert sorted(status for status, _ in answers) == [200, 409]
        assert [said["code"] for status, said in answers if status == 409] == ["already"]
        until(played, lambda: played.told()["verdict"] is not None and not played.told()["ending"])
        assert (played.told()["turn"], played.told()["verdict"]["outcome"]) == (turn + 1, "legal")
    assert Counter(played.events())["turn-ended"] == 4
    assert [player["tiles"] for player in played.told()["players"]] == [8, 8]


def test_of_two_who_say_otherwise_how_the_turn_ended_only_the_first_is_heard(
    played: Played, stage: EndlessStage, address: str
) -> None:
    played.begin()
    lay(played, stage)
    stage.seconds += 30
    answers = together(address, ("draw", {"turn": 0}), ("end", {"turn": 0}))
    assert [said.get("code") for status, said in answers if status == 409] == ["already"]
    assert played.events().count("turn-ended") == 1


def test_of_two_who_undo_the_same_press_one_undoes_it_and_no_more_is_undone(
    played: Played, stage: EndlessStage, address: str
) -> None:
    played.begin()
    lay(played, stage, SETS[0])
    played.buttons.end_turn(turn=0)
    until(played, lambda: played.told()["verdict"] is not None)
    seen = played.told()["undo"]
    answers = together(address, ("undo", {"event": seen}), ("undo", {"event": seen}))
    assert sorted(status for status, _ in answers) == [200, 409]
    assert [said["code"] for status, said in answers if status == 409] == ["stale"]
    told = played.told()
    assert (told["state"], told["turn"], told["players"][0]["onTurn"]) == ("turn", 0, True)
