"""A stage for the live table: synthetic frames of a table, a reader that knows what they show, and time that is played."""

from __future__ import annotations

import contextlib
import functools
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from files.rulebook_folder import FOLDER, Shelf
from journal import Journal
from live.game import commands
from live.game.events import KINDS, Aside
from live.game.state import State
from live.runner import Runner
from live.table import LiveTable
from live.watching.lateness import Lateness
from referee.tiles import COPIES, UNREAD, Tile
from tests.left import closed_later
from vision.camera.phone import Phone
from vision.camera.photo import decode_photo
from vision.frame import Frame
from vision.image import Photo
from vision.reading.table_reading import SURE, TableReading, TileReading, doubt_surplus
from webui.presses import Means, perform
from webui.roles import HERE
from webui.snapshot import snapshot

WIDTH, HEIGHT = 1280, 720
FPS = 4.0
JPEG_NOISE = 3.0
HIDDEN = "-"
SKIN = (120, 150, 205)
INKS = {
    "K": (30, 28, 26),
    "R": (35, 20, 180),
    "B": (160, 75, 20),
    "O": (0, 110, 225),
    "J": (35, 20, 180),
    "?": (120, 120, 120),
}

RULEBOOK = "jumbo-original-2016"
OPENING = "R10 R11 R12"
"""A set with enough points for a first lay-down."""

Doubts = Mapping[str, Mapping[str, float]]
"""Tiles, as they lie, that are read with these probabilities instead; with none at all they are not found."""


def press(live: LiveTable, command: str, body: Mapping[str, Any]) -> None:
    """Makes a press at this machine, where nobody sends photos."""

    def unread(_data: bytes, _copies: int) -> TableReading:
        raise AssertionError(command)

    perform(Means(live, unread), command, body, HERE)


def place(row: int, column: int) -> NDArray[np.float32]:
    """The outline of a tile of the stage, shape (4, 2), by its set and its place in that."""
    x, y = 90 + 44 * column + (560 if row % 2 else 0), 70 + 105 * (row // 2)
    return np.array([[x, y], [x + 42, y], [x + 42, y + 60], [x, y + 60]], np.float32)


def corners(row: int, column: int) -> list[tuple[float, float]]:
    """The same outline, as a press on the page gives it."""
    return [(float(x), float(y)) for x, y in place(row, column)]


@functools.cache
def bare_table() -> Photo:
    """A table of wood; nobody may draw on it."""
    rng = np.random.default_rng(5)
    grain = cv2.GaussianBlur(rng.normal(0, 60, (HEIGHT, WIDTH // 8)), (0, 0), 5)
    wood = cv2.resize(grain, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC)
    photo = np.clip(np.array([66, 104, 148]) + wood[..., None], 0, 255).astype(np.uint8)
    photo.flags.writeable = False
    return photo


def elsewhere() -> Photo:
    """A picture that has nothing in common with the table."""
    rng = np.random.default_rng(8)
    spots = cv2.resize(rng.integers(0, 255, (HEIGHT // 24, WIDTH // 24, 3), np.uint8), (WIDTH, HEIGHT))
    return np.asarray(spots, np.uint8)


class Stage:
    """Shows tables to a live table, step by step, in a time of its own. Also its reader."""

    def __init__(self) -> None:
        self.name = "stage"
        self.trouble: str | None = None
        self.connections = 0
        self.ahead = 0.0
        self.slept = 0.0
        self.phone: Phone | None = None
        self.lateness: Lateness | None = None
        self.rate = 1.0
        self.is_live = False
        self.lag = 0.0
        self.seconds = 0.0
        self.steps: list[Photo | Callable[[], object]] = []
        self.closed = threading.Event()
        self._known: dict[int, tuple[tuple[str, ...], Doubts]] = {}
        self._prints: dict[int, NDArray[np.int16]] = {}
        self._wood = bare_table()
        self._place: NDArray[np.float64] = np.eye(3)
        self._places: dict[int, NDArray[np.float64]] = {}

    # What is played

    def show(self, *sets: str, seconds: float = 2.0, doubts: Doubts | None = None) -> Stage:
        """The table lies still with these sets."""
        return self.picture(self.paint(sets, doubts or {}), seconds)

    def picture(self, photo: Photo, seconds: float) -> Stage:
        """The camera shows this photo."""
        self.steps += [photo] * round(seconds * FPS)
        return self

    def hands(self, seconds: float = 1.0) -> Stage:
        """Hands move over the table."""
        for i in range(round(seconds * FPS)):
            photo = self._wood.copy()
            cv2.rectangle(photo, (500 + 60 * (i % 3), 200), (680 + 60 * (i % 3), HEIGHT), SKIN, -1)
            self.steps.append(self._shot(photo))
        return self

    def dark(self, seconds: float = 1.0) -> Stage:
        """The lamp is off, or something lies over the lens."""
        return self.picture(np.zeros_like(self._wood), seconds)

    def stripe(self) -> Stage:
        """A striped cloth lies on the table."""
        self._wood = self._wood.copy()
        for left in range(0, WIDTH, 72):
            self._wood[:, left : left + 24] = (30, 170, 200)
        return self

    def push(self, dx: float, dy: float, degrees: float = 0.0, zoom: float = 1.0) -> Stage:
        """Somebody pushes the camera: from here on it shows everything so many pixels further right and down, turned and larger."""
        turned = np.eye(3)
        turned[:2] = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), degrees, zoom)
        turned[:2, 2] += (dx, dy)
        self._place = turned @ self._place
        return self

    def shown(self, x: float, y: float) -> tuple[float, float]:
        """Where the camera shows what it showed at that pixel when it was put up."""
        u, v, scale = self._place @ (x, y, 1.0)
        return float(u / scale), float(v / scale)

    def _shot(self, photo: Photo) -> Photo:
        """The photo as the camera shows it from where it stands."""
        if np.array_equal(self._place, np.eye(3)):
            return photo
        warped = cv2.warpPerspective(photo, self._place, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REFLECT)
        return np.asarray(warped, np.uint8)

    def wait(self, seconds: float) -> Stage:
        """Time passes and no frame comes."""

        def pass_by() -> None:
            self.seconds += seconds

        return self.do(pass_by)

    def do(self, press: Callable[[], object]) -> Stage:
        """A button is pressed."""
        self.steps.append(press)
        return self

    def paint(self, sets: Sequence[str], doubts: Doubts | None = None) -> Photo:
        """A photo of these sets, which the reader will know."""
        photo = self._wood.copy()
        for row, text in enumerate(sets):
            for column, name in enumerate(text.split()):
                (x, y), ink = place(row, column)[0].astype(int), INKS[name[0]]
                cv2.rectangle(photo, (x, y), (x + 41, y + 59), (214, 232, 242), -1)
                cv2.circle(photo, (x + 21, y + 42), 9, (185, 205, 215), -1)
                label = {"J": ":)"}.get(name, name[1:] or "?")
                cv2.putText(
                    photo, label, (x + 20 - 11 * len(label), y + 28), cv2.FONT_HERSHEY_DUPLEX, 0.9, ink, 2, cv2.LINE_AA
                )
        photo = self._shot(photo)
        self._known[_print(photo)] = (tuple(sets), doubts or {})
        self._places[_print(photo)] = self._place
        self._prints[_print(photo)] = photo[::5, ::5].astype(np.int16)
        return photo

    def know(
        self, photo: Photo, sets: Sequence[str], hidden: Callable[[float], bool], doubts: Doubts | None = None
    ) -> None:
        """The reader will know a photo of these sets of which it sees nothing where `hidden` says so, of a tile's left edge."""
        shown = [
            " ".join(
                HIDDEN if hidden(float(place(row, column)[0][0])) else name for column, name in enumerate(text.split())
            )
            for row, text in enumerate(sets)
        ]
        self._known[_print(photo)] = (tuple(shown), {**(doubts or {}), HIDDEN: {}})
        self._places[_print(photo)] = self._place

    def under_arm(self, sets: Sequence[str], left: int, right: int) -> Photo:
        """A photo of these sets with an arm from the top, between two columns of pixels; the reader finds no tile under it."""
        covered = self.paint(sets).copy()
        cv2.rectangle(covered, (left, 0), (right, 400), SKIN, -1)
        width = place(0, 0)[1][0] - place(0, 0)[0][0]
        self.know(covered, sets, lambda x: left - width < x < right)
        return covered

    def shows(self, photo: Photo) -> tuple[str, ...]:
        """The sets that the reader knows a photo by."""
        return self._recognised(photo)[0]

    def _recognised(self, photo: Photo) -> tuple[tuple[str, ...], Doubts]:
        """What `photo` shows."""
        key = self._key(photo)
        return ((), {}) if key is None else self._known[key]

    def _key(self, photo: Photo) -> int | None:
        """Under which a photo is known; a painted one is known again from its JPEG file, too."""
        if _print(photo) in self._known:
            return _print(photo)
        small = photo[::5, ::5].astype(np.int16)
        apart = {key: float(np.abs(small - other).mean()) for key, other in self._prints.items()}
        nearest = min(apart, key=lambda key: apart[key], default=None)
        return nearest if nearest is not None and apart[nearest] < JPEG_NOISE else None

    # The feed

    def frames(self) -> Iterator[Frame | None]:
        steps, self.steps = self.steps, []
        for step in steps:
            if callable(step):
                step()
            else:
                self.seconds += 1 / FPS
                yield Frame(step, self.seconds)

    def now(self) -> float:
        return self.seconds

    def close(self) -> None:
        self.closed.set()

    # The reader

    def read(self, photo: Photo, area: NDArray[np.float32] | None = None, copies: int = COPIES) -> TableReading:
        sets, doubts = self._recognised(photo)
        key = self._key(photo)
        where = self._places.get(key, np.eye(3)) if key is not None else np.eye(3)
        tiles: list[TileReading] = []
        members: list[tuple[int, ...]] = []
        for row, text in enumerate(sets):
            corners = [_through(where, place(row, column)) for column in range(len(text.split()))]
            inside = [
                area is None or cv2.pointPolygonTest(area, tuple(map(float, c.mean(axis=0))), measureDist=False) >= 0
                for c in corners
            ]
            named = [
                (c, name)
                for c, name, here in zip(corners, text.split(), inside, strict=True)
                if here and doubts.get(name) != {}
            ]
            if named:
                members.append(tuple(range(len(tiles), len(tiles) + len(named))))
                tiles += [_tile(c, doubts.get(name, {name: 0.999})) for c, name in named]
        return TableReading(
            doubt_surplus(tiles, copies), tuple(members), photo.shape[1], photo.shape[0], elapsed_ms=1.0
        )


class EndlessStage(Stage):
    """A stage that shows one table until it is told to show another; real time, for tests with a browser."""

    def __init__(self) -> None:
        super().__init__()
        self.photo = self.paint(())

    def now_show(self, *sets: str, doubts: Doubts | None = None) -> None:
        self.photo = self.paint(sets, doubts or {})

    def frames(self) -> Iterator[Frame | None]:
        while not self.closed.wait(0.05):
            self.seconds += 0.25
            yield Frame(self.photo, self.seconds)


def _through(matrix: NDArray[np.float64], corners: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(cv2.perspectiveTransform(corners.reshape(-1, 1, 2), matrix).reshape(-1, 2), np.float32)


def _print(photo: Photo) -> int:
    return hash(photo[::5, ::5].tobytes())


def _tile(corners: NDArray[np.float32], likely: Mapping[str, float]) -> TileReading:
    shown = {Tile.parse(name): p for name, p in likely.items() if name != UNREAD}
    return TileReading.of(corners, shown, doubt=max(shown.values(), default=0.0) < SURE)


class Buttons:
    """Everything that people at a live table can do: a method for each of `live.game.commands`, without the game and the time."""

    def __init__(self, live: LiveTable) -> None:
        self._live = live

    def __getattr__(self, name: str) -> Callable[..., None]:
        return functools.partial(self._live.do, getattr(commands, name))

    def start_round(self, players: Sequence[str], rulebook: str, *, deal: bool = False, **options: Any) -> None:
        """Begins a round with its first turn, unless the tiles are to be dealt first."""
        self._live.do(commands.start_round, players, self._live.shelf.load(rulebook), deal=deal, **options)

    def next_round(self, players: Sequence[str] | None = None) -> None:
        self._live.do(commands.next_round, players=players, deal=False)

    def correct(self, corners: Any, tile: Tile | None, verdict: int | None = None) -> None:
        self._live.do(commands.correct, corners, tile, self._live.scene.table(), verdict)

    def add(self, x: float, y: float, tile: Tile) -> None:
        self._live.do(commands.add, x, y, tile, self._live.scene.table())

    def resume(self, *, anyway: bool = False) -> None:
        self._live.resume(anyway=anyway)


def state_of(live: LiveTable) -> dict[str, Any]:
    """What the page is told, with whatever a test knows to be there."""
    return cast("dict[str, Any]", snapshot(live))


class Played:
    """A live table on a stage, with its journal; `again` starts the program anew on the same journal."""

    def __init__(self, folder: Path, stage: Stage | None = None, wall_time: Callable[[], float] = time.time) -> None:
        self.folder = folder
        self.stage = stage or Stage()
        self._wall_time = wall_time
        self._begin()

    def _begin(self) -> None:
        self.live = self._open()
        self.runner = Runner(self.live, self.stage)
        self.buttons = Buttons(self.live)

    def _open(self) -> LiveTable:
        with contextlib.ExitStack() as stack:
            journal = stack.enter_context(Journal(self.folder / "data", wall_time=self._wall_time))
            shelf = Shelf(self.folder / FOLDER)
            live = LiveTable(journal, self.stage, profile=self.folder / "table.toml", program="test", shelf=shelf)
            stack.pop_all()  # from here on the table closes it
        return closed_later(live)

    def begin(self, *players: str, rulebook: str = RULEBOOK, **options: Any) -> None:
        """A round begins, of Anna and Ben unless others are named."""
        self.buttons.start_round(players or ("Anna", "Ben"), rulebook, **options)

    def state(self) -> State:
        """Where the game is."""
        return self.live.game.state

    def on_turn(self) -> str:
        """Whose turn it is."""
        assert self.live.game.round is not None
        return self.live.game.round.on_turn

    def book(self) -> str:
        """Id of the rulebook that is played by, with its switches."""
        assert self.live.game.round is not None
        return self.live.game.round.rulebook.id

    def run(self) -> None:
        """Plays the steps of the stage."""
        self.runner.run()

    def read(self, data: bytes, copies: int) -> TableReading:
        """What the stage's reader sees in a photo's file."""
        return self.stage.read(decode_photo(data, "the photo"), copies=copies)

    def again(self) -> None:
        """The power fails, and the program is started again."""
        self.live.record.journal.close()
        self._begin()

    def turn(self, *sets: str, drew: bool = False, doubts: Doubts | None = None) -> None:
        """Hands come in, the sets lie there, the button is pressed."""
        stage = self.stage.hands().show(*sets, doubts=doubts)
        stage.do(lambda: self.buttons.end_turn(drew=drew)).show(*sets, seconds=0.5, doubts=doubts)
        self.run()

    def told(self) -> dict[str, Any]:
        """What the page is told."""
        return state_of(self.live)

    def counts(self) -> list[int]:
        """How many tiles each player has, as the page is told."""
        return [player["tiles"] for player in self.told()["players"]]

    def contradictions(self) -> list[str]:
        """What the page is told does not fit together."""
        return [found["message"] for found in self.told()["contradictions"]]

    def last_judged(self) -> int:
        """The press of the last turn that was judged."""
        assert self.live.game.judged is not None
        return self.live.game.judged.case.press.event

    def events(self) -> list[str]:
        """The kinds of the events of the game, without those beside it."""
        return [event.kind for event in self.live.record.journal.events() if not issubclass(KINDS[event.kind], Aside)]
