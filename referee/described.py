"""A turn described in JSON, as scripts write it, with unread tiles.

The keys are those of `referee.turn.Turn` and the rulebook's id: ``before``, ``after`` and ``opened`` are needed,
``drew`` is 0 unless given, ``rack``, ``rack_size``, ``seconds`` and ``pool`` may be null or missing. With ``accepted``, sets that were none before
the turn and lie there unchanged count as `referee.accepted` has it. ``time`` says what the turn was allowed where
that is not what the rulebook gives a player's first turn of a round: ``own``, seconds of the turn's own, null for no limit; ``bank``, seconds that
the player's bank held; ``extensions``, how many were taken in the turn. In the variants that have tiles
lying face up, ``discarded``, ``took_discard`` and ``took_open`` each name a tile; missing or null, there was none.
``restored``, the table that was shown after the penalty of an illegal turn, is a list of sets like ``after``
(`referee.restore`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from referee.accepted import judge_without, no_sets
from referee.allowance import Allowance
from referee.description import DescriptionError, parse_head, parse_tile, require_in_box, require_sets, shown
from referee.doubt import UNREAD_CANDIDATES, CandidateTable, Settled, settle
from referee.faceup import FaceUp
from referee.joker import turn_budget
from referee.restore import Restored, restore
from referee.rulebook import Rulebook
from referee.rulebook import load as bundled
from referee.solver.search import Budget
from referee.tiles import UNREAD, Table, Tile, TileSet
from referee.turn import Turn
from referee.verdict import Verdict

FACE_UP = {"discarded": "discard", "took_discard": "discard", "took_open": "open_tile"}
"""Keys of tiles that lie face up, with the clause of the variant that has them."""

KEYS = (
    "rulebook",
    "before",
    "after",
    "opened",
    "drew",
    "rack",
    "rack_size",
    "seconds",
    "time",
    "pool",
    *FACE_UP,
    "accepted",
    "restored",
)

TIME_KEYS = ("own", "bank", "extensions")
"""The keys of ``time``, each of which may be left out."""

_MOST_TILES = 1_000
"""Maximum number of tiles; no table has so many, and more are refused instead of judged slowly."""


_MOST_SECONDS = 1_000_000_000
"""Maximum seconds of a turn; none takes so long."""

_MOST_EXTENSIONS = 1_000
"""Maximum number of extensions of a turn; no rulebook gives so many."""


class DescribedTurn(NamedTuple):
    """A turn as described: tables with unread tiles, and the circumstances, as in `referee.turn.Turn`."""

    rulebook: Rulebook
    before: CandidateTable
    after: CandidateTable
    opened: bool
    drew: int
    rack: TileSet | None
    seconds: float | None
    allowance: Allowance
    pool: int | None
    rack_size: int | None
    face_up: FaceUp
    accepted: bool
    restored: CandidateTable | None
    """The table shown after the penalty, if it was."""
    ignored: tuple[str, ...]
    """Keys that a turn does not have."""

    @classmethod
    def parse(cls, data: Any, load: Callable[[str], Rulebook] = bundled) -> DescribedTurn:
        """The turn that a JSON value describes; `load` gives the rulebook that it names, unless given only one of the program.

        Raises:
            DescriptionError: it describes none, or a rack with more copies of a tile than the box holds.
            NotationError: it names a tile that there is not.
            RulebookError: it names a rulebook that there is not.
        """
        data, name, opened = parse_head(data, "turn", ("before", "after", "opened"))
        book = load(name)
        before, after = (_table(data[key], key) for key in ("before", "after"))
        rack = _rack(data.get("rack"))
        if rack is not None:
            there = Counter(rack) + Counter(place[0] for tiles in before for place in tiles if len(place) == 1)
            require_in_box(Counter({tile: there[tile] for tile in rack}), book)
        return cls(
            book,
            before,
            after,
            opened,
            _count(data.get("drew", 0), "drew"),
            rack,
            _seconds(data.get("seconds"), "seconds"),
            _allowance(data.get("time"), book),
            _count_if_known(data, "pool"),
            _count_if_known(data, "rack_size"),
            _face_up(data, book),
            _accepted(data),
            _restored(data.get("restored")),
            tuple(key for key in data if key not in KEYS),
        )

    def settle(self, budget: Budget | None = None) -> Settled:
        """The verdict on the turn, over everything that its unread tiles may be.

        The `budget`, `turn_budget` unless given, says afterwards whether its steps were used up.
        """
        budget = budget or turn_budget()

        def judge_reading(before: Table, after: Table) -> Verdict:
            turn = Turn(before, after, self.opened, self.drew, self.rack, self.seconds, self.pool, self.face_up)
            turn = replace(turn, allowance=self.allowance, rack_size=self.rack_size)
            stayed = no_sets(before, self.rulebook) if self.accepted else Counter[TileSet]()
            return judge_without(stayed, turn, self.rulebook, budget)

        return settle(self.before, self.after, judge_reading, self.rulebook.box)

    def restoration(self, verdict: Verdict) -> Restored | None:
        """What becomes of the tiles after the penalty of `verdict`, by the table `restored`.

        It is None where there is nothing to say. That is so without a penalty or without that table, and where a tile
        of the turn could not be read.
        """
        certain = all(len(place) == 1 for table in (self.before, self.after) for tiles in table for place in tiles)
        if verdict.penalty is None or self.restored is None or not certain:
            return None
        before, after, shown = (_certain(table) for table in (self.before, self.after, self.restored))
        return restore(before, after, shown, verdict.penalty, self.rulebook)


def _certain(table: CandidateTable) -> Table:
    return tuple(tuple(place[0] for place in tiles) for tiles in table)


def _restored(data: Any) -> CandidateTable | None:
    if data is None:
        return None
    table = _table(data, "restored")
    if any(len(place) > 1 for tiles in table for place in tiles):
        raise DescriptionError('"restored" holds a tile that was not read: name it')
    return table


def _face_up(data: Mapping[str, Any], book: Rulebook) -> FaceUp:
    found: dict[str, Tile] = {}
    for key, clause in FACE_UP.items():
        if data.get(key) is not None:
            if not getattr(book, clause).played:
                variant = "discard" if clause == "discard" else "open-last-stack"
                raise DescriptionError(
                    f'"{key}" means nothing without the variant {variant}: name the rulebook with it, as in '
                    f'"hertzano-original+{variant}"'
                )
            found[key] = parse_tile(data[key], f'"{key}"')
    return FaceUp(**found)


def _table(data: Any, key: str) -> CandidateTable:
    lists = require_sets(data, key)
    if sum(len(tiles) for tiles in lists) > _MOST_TILES:
        raise DescriptionError(f'"{key}" has more than {_MOST_TILES} tiles: no table has')
    sets = []
    for index, tiles in enumerate(lists):
        if not tiles:
            raise DescriptionError(f'"{key}", set {index} is empty: leave it out')
        where = f'"{key}", set {index}'
        sets.append(tuple(UNREAD_CANDIDATES if text == UNREAD else (parse_tile(text, where),) for text in tiles))
    return tuple(sets)


def _rack(data: Any) -> TileSet | None:
    if data is None:
        return None
    if not isinstance(data, list):
        raise DescriptionError('"rack" must be a list of tiles such as ["R4", "K13", "J"], or null')
    if UNREAD in data:
        raise DescriptionError(
            '"rack" holds a tile that was not read: name it, or give null, and the rack is not judged'
        )
    return tuple(parse_tile(text, '"rack"') for text in data)


def _accepted(data: Mapping[str, Any]) -> bool:
    value = data.get("accepted", False)
    if not isinstance(value, bool):
        raise DescriptionError(f'"accepted" must be true or false, not {shown(value)}')
    return value


def _count_if_known(data: Mapping[str, Any], key: str) -> int | None:
    return None if data.get(key) is None else _count(data[key], key)


def _count(value: Any, key: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= _MOST_TILES:
        raise DescriptionError(f'"{key}" must be a number of tiles, 0 to {_MOST_TILES}, not {shown(value)}')
    return value


def _allowance(data: Any, book: Rulebook) -> Allowance:
    """What the turn was allowed: what is said of it, and otherwise what the rulebook gives."""
    plain = Allowance.of(book.time)
    if data is None:
        return plain
    if not isinstance(data, dict) or not data.keys() <= set(TIME_KEYS):
        raise DescriptionError(f'"time" must be an object with any of {", ".join(TIME_KEYS)}, not {shown(data)}')
    own = _seconds(data["own"], "own") if "own" in data else plain.own
    bank = _seconds(data.get("bank"), "bank")
    taken = data.get("extensions") or 0
    if not isinstance(taken, int) or not 0 <= taken <= _MOST_EXTENSIONS:
        raise DescriptionError(f'"extensions" must be a number from 0 to {_MOST_EXTENSIONS}, not {shown(taken)}')
    return replace(plain, own=own, bank=plain.bank if bank is None else bank, taken=taken)


def _seconds(value: Any, key: str) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= _MOST_SECONDS:
        raise DescriptionError(f'"{key}" must be a number, 0 or more, or null, not {shown(value)}')
    return float(value)
