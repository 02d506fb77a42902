"""The demo round as data: what each player holds, does and leaves on the table, and what the referee must say to it.

The round follows the booklet `jumbo-original-2016`. Three players sit clockwise round the table: Anna at the camera's
side, Ben at her left, Carla at her right; the pool lies opposite Anna. Sixteen turns from an empty table: four of them
are illegal, two are draws, and Anna goes out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from referee.tiles import BOX, TILE_KINDS, Table, Tile, TileSet, count_tiles, parse_tiles

RULEBOOK = "jumbo-original-2016"
PLAYERS = ("Anna", "Ben", "Carla")


class Action(StrEnum):
    """How a player closes a turn on the page."""

    END = "end"
    DRAW = "draw"


@dataclass(frozen=True)
class Laid:
    """A set as it lies at one place of the table.

    Places are named in `workshop.demo_film.layout`. A place has slots along its reading direction; the first tile lies in slot
    `start`, so that a tile added in front lies in slot -1 and those that were there stay where they are.
    """

    tiles: TileSet
    start: int = 0

    @classmethod
    def of(cls, texts: str, start: int = 0) -> Laid:
        """The set of the tiles in `texts`, separated by blanks."""
        return cls(parse_tiles(texts.split()), start)


Places = Mapping[str, Laid]
"""What lies at each place of the table."""


@dataclass(frozen=True)
class ScriptTurn:
    """One turn of the round."""

    player: str
    action: Action = Action.END
    changes: Mapping[str, Laid] = field(default_factory=dict)
    """What lies at the places that this turn changes."""
    drawn: TileSet = ()
    """Tiles taken from the pool: one for a draw, three as a penalty."""
    codes: tuple[str, ...] = ()
    """Codes of the violations; none for a legal turn."""
    seconds: float | None = None
    """Length of the turn in seconds; None for as long as the moves take."""

    @property
    def legal(self) -> bool:
        """Whether the turn stands."""
        return not self.codes


DEAL: Mapping[str, TileSet] = {
    "Anna": parse_tiles(["R10", "R11", "R12", "K2", "K3", "K4", "K5", "K6", "B10", "R5", "R7", "O4", "B4", "O6"]),
    "Ben": parse_tiles(["K7", "B7", "O7", "O9", "O11", "K4", "R7", "K13", "B13", "B1", "B2", "R8", "K11", "R3"]),
    "Carla": parse_tiles(["B9", "J", "B11", "R4", "R4", "B4", "O1", "O2", "R13", "K12", "R10", "O10", "K8", "R1"]),
}
"""The fourteen tiles that each player starts with."""

TURNS: tuple[ScriptTurn, ...] = (
    ScriptTurn("Anna", Action.DRAW, drawn=parse_tiles(["B5"])),
    ScriptTurn(
        "Ben",
        changes={"left outer": Laid.of("K7 B7 O7")},
        codes=("opening-below-30",),
        drawn=parse_tiles(["O10", "R2", "K9"]),
    ),
    ScriptTurn("Carla", changes={"right inner": Laid.of("B9 J B11")}),
    ScriptTurn("Anna", changes={"top": Laid.of("R10 R11 R12"), "bottom": Laid.of("K2 K3 K4 K5 K6")}),
    ScriptTurn("Ben", changes={"left outer": Laid.of("K7 B7 O7"), "left inner": Laid.of("O9 O10 O11")}),
    ScriptTurn(
        "Carla",
        changes={"right upper": Laid.of("R4 B4 R4")},
        codes=("set-invalid",),
        drawn=parse_tiles(["O3", "B6", "B2"]),
    ),
    # Anna lays the tile that the joker stands for and uses the joker in a run of her own.
    ScriptTurn("Anna", changes={"right inner": Laid.of("B9 B10 B11"), "middle": Laid.of("R5 J R7")}),
    # Ben splits Anna's run of five with a second K4 and makes his group one of four.
    ScriptTurn(
        "Ben",
        changes={
            "bottom": Laid.of("K2 K3 K4"),
            "bottom right": Laid.of("K4 K5 K6"),
            "left outer": Laid.of("R7 K7 B7 O7", start=-1),
        },
    ),
    ScriptTurn(
        "Carla",
        changes={"right lower": Laid.of("O1 O2 O3"), "top": Laid.of("R10 R11 R12 R13")},
        codes=("overtime",),
        drawn=parse_tiles(["O4", "B10", "K10"]),
        seconds=66.0,
    ),
    ScriptTurn("Anna", Action.DRAW, drawn=parse_tiles(["R13"])),
    # Ben adds R8 and lets O7 disappear onto his rack.
    ScriptTurn(
        "Ben",
        changes={"middle": Laid.of("R5 J R7 R8"), "left outer": Laid.of("R7 K7 B7", start=-1)},
        codes=("tile-missing",),
        drawn=parse_tiles(["O8", "B3", "O13"]),
    ),
    ScriptTurn(
        "Carla",
        changes={
            "right lower": Laid.of("O1 O2 O3"),
            "top": Laid.of("R10 R11 R12 R13"),
            "right upper": Laid.of("R4 B4 O4"),
        },
    ),
    ScriptTurn("Anna", changes={"right lower": Laid.of("O1 O2 O3 O4")}),
    # Ben moves the fourth tile of his group to a run, this time to stay on the table.
    ScriptTurn(
        "Ben",
        changes={
            "middle": Laid.of("R5 J R7 R8"),
            "left outer": Laid.of("R7 K7 B7", start=-1),
            "left inner": Laid.of("O7 O8 O9 O10 O11", start=-2),
            "left lower": Laid.of("K13 B13 O13"),
            "upper middle": Laid.of("B1 B2 B3"),
        },
    ),
    ScriptTurn("Carla", changes={"right top": Laid.of("K10 R10 B10 O10")}),
    ScriptTurn(
        "Anna",
        changes={
            "left inner": Laid.of("O6 O7 O8 O9 O10 O11", start=-3),
            "upper middle": Laid.of("B1 B2 B3 B4 B5"),
            "left lower": Laid.of("K13 B13 O13 R13"),
        },
    ),
)


@dataclass(frozen=True)
class State:
    """Everything that lies somewhere at one moment."""

    places: Places
    racks: Mapping[str, TileSet]
    pool: int
    """Tiles left in the pool."""

    @property
    def table(self) -> Table:
        """The sets on the table, in the order in which their places were first laid."""
        return tuple(laid.tiles for laid in self.places.values())


@dataclass(frozen=True)
class Played:
    """A turn together with the states it leads through."""

    turn: ScriptTurn
    before: State
    after: State
    """When the player presses the button."""
    settled: State
    """When the next turn starts: like `after` for a legal turn, else the table of `before` and the penalty drawn."""
    opened: bool
    """Whether the player has laid an opening in an earlier turn."""


def start() -> State:
    """The state before the first turn: tiles dealt, nothing on the table."""
    racks = {player: _sorted(tiles) for player, tiles in DEAL.items()}
    return State({}, racks, len(BOX) - sum(map(len, racks.values())))


def play() -> tuple[Played, ...]:
    """The whole round, turn by turn.

    Raises:
        ValueError: the script lays a tile that the player does not hold.
    """
    rounds: list[Played] = []
    before = start()
    opened: set[str] = set()
    for turn in TURNS:
        player, rack = turn.player, before.racks[turn.player]
        places = {**before.places, **turn.changes}
        was, lies = _count(before.places), _count(places)
        held = Counter(rack) + (was - lies)
        if (lies - was) - held:
            raise ValueError(f"{player} lays tiles that the rack does not hold: {lies - was}")
        kept = _sorted((held - (lies - was)).elements())
        if turn.legal:
            after = settled = _state(before, places, player, (*kept, *turn.drawn), len(turn.drawn))
        else:
            after = _state(before, places, player, kept)
            settled = _state(before, before.places, player, (*rack, *turn.drawn), len(turn.drawn))
        rounds.append(Played(turn, before, after, settled, player in opened))
        if turn.legal and turn.action is Action.END:
            opened.add(player)
        before = settled
    return tuple(rounds)


def winner() -> str:
    """The player whose rack is empty at the end."""
    return next(player for player, rack in play()[-1].settled.racks.items() if not rack)


def _state(before: State, places: Places, player: str, rack: Iterable[Tile], drawn: int = 0) -> State:
    return State(places, {**before.racks, player: _sorted(rack)}, before.pool - drawn)


def _count(places: Places) -> Counter[Tile]:
    return count_tiles(laid.tiles for laid in places.values())


def _sorted(rack: Iterable[Tile]) -> TileSet:
    """The tiles as players sort them: by colour and number, jokers last."""
    return tuple(sorted(rack, key=TILE_KINDS.index))
