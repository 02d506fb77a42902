"""Every state that the stage can be in, played on a table whose time is played: for its tests and for the pictures of it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from referee.tiles import parse_tiles
from tests.live.stage import Played
from webui import Access, Server, Site, create_app

THREE = ("Anna", "Maximilian-Alexander", "Cleo")
SIX = ("Anna", "Benjamin", "Cleopatra", "Dimitri", "Elisabeth-Charlotte", "Francesca")
"""Names as people have them, two of them long."""

FIRST = ("K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11 K12",)
SECOND = (*FIRST, "R3 R4 R5 R6 R7", "B9 O9 R9")
LYING = (*SECOND, "O1 O2 O3 O4", "K13 B13 O13", "B2 B3 B4 J")
FAULTY = (FIRST[0], "R3 R4 R6 R7", "B9 O9 R9 R10", *LYING[3:])
"""`LYING` after a turn that broke a run, spoilt a group and took a tile off the table."""

RUINED = (
    LYING[0],
    "R3 R4 R6 R7",
    "B9 O9 R9 R10",
    LYING[3],
    "K13 B13 O13 K13",
    LYING[5],
    "B6 B7",
    "O7 O7 R7",
    "R13 R1 R2",
)
"""`LYING` after a turn with which almost everything is wrong."""

OUT = ("R1 R2 R3 R4 R5 R6 R7", "B7 B8 B9 B10 B11 B12 B13")
"""All tiles of a rack."""


def deal(played: Played, names: Sequence[str]) -> None:
    """The tiles are being dealt."""
    played.buttons.start_round(list(names), _rulebook(names), deal=True)
    played.stage.show()
    played.run()


def turn(played: Played, names: Sequence[str]) -> None:
    """A turn in which the last verdict was legal."""
    _begin(played, names)
    played.stage.wait(21)
    played.run()


def hurry(played: Played, names: Sequence[str]) -> None:
    """The last seconds of a turn."""
    _begin(played, names)
    played.stage.wait(54)
    played.run()


def echo(played: Played, names: Sequence[str]) -> None:
    """The button was pressed twice, and the turn goes on."""
    _begin(played, names)
    played.buttons.end_turn()
    played.stage.show(*LYING, seconds=4)
    played.run()
    assert played.events()[-1] == "press-dropped"


def paused(played: Played, names: Sequence[str]) -> None:
    """The clock was stopped."""
    turn(played, names)
    played.buttons.pause()


def reading(played: Played, names: Sequence[str]) -> None:
    """A turn was ended, and a hand is still over the table."""
    turn(played, names)
    played.stage.hands().do(played.buttons.end_turn).hands()
    played.run()


def question(played: Played, names: Sequence[str]) -> None:
    """The verdict hangs on a tile that a person must look at."""
    _begin(played, names)
    played.turn(*LYING, "O10 R10 B10", "O6 R6 B6", doubts={"B6": {"B6": 0.6, "B9": 0.39}})


def illegal(played: Played, names: Sequence[str]) -> None:
    """A turn that broke several rules at once; the table is to be put back."""
    _begin(played, names)
    played.stage.wait(75)
    played.turn(*FAULTY)


def below(played: Played, names: Sequence[str]) -> None:
    """A first lay-down that is worth too little: one reason, about tiles and no set."""
    played.buttons.start_round(list(names), _rulebook(names))
    played.turn("K7 B7 O7")


def back(played: Played, names: Sequence[str]) -> None:
    """The table of an illegal turn lies as before, and the next player is on turn."""
    illegal(played, names)
    played.stage.hands().show(*LYING)
    played.run()
    played.buttons.resume()


def trouble(played: Played, names: Sequence[str]) -> None:
    """The camera was unplugged."""
    turn(played, names)
    played.stage.name, played.stage.trouble = "0", "camera 0 gives no picture"


def over(played: Played, names: Sequence[str]) -> None:
    """Somebody has gone out."""
    played.buttons.start_round(list(names), _rulebook(names))
    played.turn(*OUT)


def counted(played: Played, names: Sequence[str]) -> None:
    """All racks but one are counted, and on one of them are tiles that it cannot hold."""
    over(played, names)
    racks = (
        "R1 R1 O13 J",
        "K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11 K12 K13 J",
        "B1 O1 B2 O2 B3 O3 B4 O4 B5 O5 B6 O6 O7 O8",
        "24",
    )
    for name, text in zip(names[2:], racks, strict=False):
        played.buttons.count_rack(name, int(text) if text.isdecimal() else parse_tiles(text.split()))


def scored(played: Played, names: Sequence[str]) -> None:
    """The fourth round is written down."""
    for number in range(4):
        if number:
            played.buttons.next_round()
        else:
            played.buttons.start_round(list(names), _rulebook(names))
        winner = names[number % len(names)]
        left = {name: 7 + 5 * place + number for place, name in enumerate(names) if name != winner}
        played.buttons.score(left, winner)


def setup(played: Played, names: Sequence[str]) -> None:
    """Nobody has sat down yet, whoever they are to be."""


def unwatched(played: Played, names: Sequence[str]) -> None:
    """No camera looks at the table, and the last turn stands without a verdict."""
    played.buttons.start_round(list(names), _rulebook(names), watched=False)
    played.stage.wait(21)
    played.run()
    played.buttons.end_turn()


STATES: Mapping[str, Callable[[Played, Sequence[str]], None]] = {
    step.__name__: step
    for step in (
        setup,
        deal,
        turn,
        hurry,
        echo,
        paused,
        reading,
        question,
        illegal,
        below,
        back,
        trouble,
        over,
        counted,
        scored,
        unwatched,
    )
}


def _rulebook(names: Sequence[str]) -> str:
    return "jumbo-original-2016+players=6" if len(names) > 4 else "jumbo-original-2016"


def _begin(played: Played, names: Sequence[str]) -> None:
    """Three turns have been played, and `LYING` is on the table."""
    played.buttons.start_round(list(names), _rulebook(names))
    for sets in (FIRST, SECOND, LYING):
        played.turn(*sets)
        assert played.told()["verdict"]["outcome"] == "legal"


@contextmanager
def served(site: Site) -> Iterator[str]:
    """The address under which that site is served meanwhile."""
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    server = Server(site, listener)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.stop()
        thread.join()


@contextmanager
def open_table(played: Played) -> Iterator[str]:
    """The address under which a table is served meanwhile, on this machine alone."""
    access = Access()
    with served(Site(create_app(played.live, played.read, access), played.live, access)) as address:
        yield address


@contextmanager
def staged(state: str, names: Sequence[str], folder: Path) -> Iterator[tuple[Played, str]]:
    """A table in one of `STATES`, and the address under which it is served."""
    played = Played(folder)
    STATES[state](played, names)
    try:
        with open_table(played) as address:
            yield played, address
    finally:
        played.live.close()
