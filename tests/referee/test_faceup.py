"""The old original's variants with tiles that lie face up: discards, and the open tile (section "Punktzählen")."""

import pytest

from referee.faceup import FaceUp
from referee.round import Round, RoundError
from referee.rulebook import load
from referee.tiles import Tile, parse_tiles
from referee.turn import Turn, judge
from referee.verdict import Verdict
from tests.notation import parse_table

DISCARD = load("hertzano-original+discard")
OPEN = load("hertzano-original+open-last-stack")
TABLE = "R4 R5 R6"


def tile(name: str | None) -> Tile | None:
    return None if name is None else Tile.parse(name)


def judged(
    after: str,
    *,
    discarded: str | None = None,
    took: str | None = None,
    drew: int = 0,
    rack: str | None = None,
    pool: int | None = None,
) -> Verdict:
    tiles = None if rack is None else parse_tiles(rack.split())
    face_up = FaceUp(tile(discarded), tile(took))
    turn = Turn(parse_table(TABLE), parse_table(after), opened=True, drew=drew, rack=tiles, pool=pool, face_up=face_up)
    return judge(turn, DISCARD)


def codes(verdict: Verdict) -> list[str]:
    return [violation.code.value for violation in verdict.violations]


@pytest.mark.parametrize(
    ("after", "rack"),
    [
        (TABLE, "K1 K2"),  # nothing laid
        ("R4 R5 R6 R7", "R7 K1 K2"),  # laid and drawn: here that is a turn
        ("R4 R5 R6 R7", "K1 K2"),  # the tile laid is the one just drawn
    ],
)
def test_draw_and_discard(after: str, rack: str) -> None:
    assert codes(judged(after, drew=1, discarded="K1", rack=rack)) == []


def test_the_tile_just_drawn_may_be_discarded() -> None:
    assert codes(judged(TABLE, drew=1, discarded="B9", rack="K1 K2")) == []


def test_a_tile_that_is_not_there_cannot_be_discarded() -> None:
    verdict = judged("R4 R5 R6 R7", drew=1, discarded="B9", rack="K1 K2")
    assert codes(verdict) == ["not-from-rack"]
    assert verdict.violations[0].tiles == parse_tiles(["B9"]), "the R7 is taken to be the tile drawn"


def test_the_same_tile_cannot_be_laid_and_discarded() -> None:
    assert codes(judged("R4 R5 R6 R7", took=None, drew=0, pool=0, discarded="R7", rack="R7 K1")) == ["not-from-rack"]


def test_every_turn_takes_a_tile_and_discards_one() -> None:
    verdict = judged("R4 R5 R6 R7", rack="R7 K1")
    assert codes(verdict) == ["nothing-taken", "nothing-discarded"]
    assert {violation.clause for violation in verdict.violations} == {DISCARD.discard.citation}


def test_without_a_pool_nothing_need_be_taken() -> None:
    assert codes(judged("R4 R5 R6 R7", rack="R7 K1", discarded="K1", pool=0)) == []


def test_who_has_nothing_left_discards_nothing() -> None:
    assert codes(judged("R4 R5 R6 R7 R8", drew=1, rack="R7")) == []
    assert codes(judged("R4 R5 R6 R7 R8", drew=1, rack="R7 K1")) == ["nothing-discarded"]


def test_without_a_rack_nobody_knows_whether_something_is_left_to_discard() -> None:
    assert codes(judged("R4 R5 R6 R7", drew=1)) == []


def test_who_laid_nothing_has_a_tile_to_discard_whatever_the_rack() -> None:
    assert codes(judged(TABLE, drew=1)) == ["nothing-discarded"]


def test_the_discard_is_taken_for_a_new_set() -> None:
    assert codes(judged("R4 R5 R6 / K1 B1 O1", took="K1", discarded="K9", rack="B1 O1 K9")) == []


@pytest.mark.parametrize(
    ("after", "took"),
    [
        ("R4 R5 R6 R7", "R7"),  # only added to a set
        (TABLE, "K9"),  # onto the rack
        ("R4 R5 R6 / K1 B1 O1", "K9"),  # another set
    ],
)
def test_the_discard_is_taken_for_nothing_else(after: str, took: str) -> None:
    verdict = judged(after, took=took, discarded="K8")
    assert codes(verdict) == ["discard-not-laid"]
    assert verdict.violations[0].tiles == parse_tiles([took])
    assert f"{took} was taken from the discards" in verdict.violations[0].message


def test_a_new_set_may_take_tiles_from_the_table() -> None:
    turn = Turn(
        parse_table("R4 R5 R6 R7"),
        parse_table("R4 R5 R6 / R7 K7 B7"),
        opened=True,
        face_up=FaceUp(tile("K1"), tile("B7")),
    )
    assert codes(judge(turn, DISCARD)) == []


def test_a_discard_and_a_tile_from_the_pool_are_too_many() -> None:
    verdict = judged("R4 R5 R6 / K1 B1 O1", took="K1", drew=1, discarded="K9")
    assert codes(verdict) == ["drew-too-many"]
    assert verdict.violations[0].values == {"count": 2, "most": 1}


@pytest.mark.parametrize(
    ("rack", "after", "out"), [("R7 R8", "R4 R5 R6 R7 R8 R9", True), ("R7 K1", "R4 R5 R6 R7", False)]
)
def test_the_open_tile_is_for_whoever_goes_out_with_it(rack: str, after: str, out: bool) -> None:  # noqa: FBT001  # a parameter
    turn = Turn(
        parse_table(TABLE),
        parse_table(after),
        opened=True,
        rack=parse_tiles(rack.split()),
        face_up=FaceUp(took_open=tile("R9")),
    )
    verdict = judge(turn, OPEN)
    assert codes(verdict) == ([] if out else ["open-tile-not-out"])
    if not out:
        assert (verdict.violations[0].clause, verdict.violations[0].tiles) == (
            OPEN.open_tile.citation,
            parse_tiles(["R9"]),
        )


def test_without_a_rack_nobody_knows_whether_the_open_tile_helped() -> None:
    turn = Turn(parse_table(TABLE), parse_table("R4 R5 R6 R7"), opened=True, face_up=FaceUp(took_open=tile("R7")))
    assert codes(judge(turn, OPEN)) == []


@pytest.mark.parametrize(("after", "drew"), [("R4 R5 R6", 1), ("R4 R5 R6 R7", 0)])
def test_who_did_not_lay_the_open_tile_has_it_left_whatever_the_rack(after: str, drew: int) -> None:
    face_up = FaceUp(took_open=tile("K9"))
    turn = Turn(parse_table(TABLE), parse_table(after), opened=True, drew=drew, face_up=face_up)
    assert codes(judge(turn, OPEN)) == ["open-tile-not-out"]


def test_the_last_tile_may_be_discarded_when_going_out_with_the_open_one() -> None:
    both = load("hertzano-original+discard+open-last-stack")
    face_up = FaceUp(discarded=tile("K1"), took_open=tile("R7"))
    rack = parse_tiles(["K1"])
    turn = Turn(parse_table(TABLE), parse_table("R4 R5 R6 R7"), opened=True, rack=rack, face_up=face_up)
    assert codes(judge(turn, both)) == []


def taken(state: Round, after: str, face_up: FaceUp, drew: int = 0, seconds: float | None = None) -> Round:
    table = parse_table(after)
    turn = Turn(state.table, table, state.on_turn in state.opened, drew, None, seconds, state.pool, face_up)
    return state.after_turn(judge(turn, state.rulebook), table, drew, face_up)


def total(state: Round) -> int:
    discards = sum(map(len, state.discards.values()))
    return sum(state.counts.values()) + state.pool + sum(map(len, state.table)) + discards


class TestRoundWithDiscards:
    """Anna, then Cleo, then Ben: the old original goes anticlockwise."""

    def start(self) -> Round:
        return Round.start(("Anna", "Ben", "Cleo"), DISCARD)

    def test_the_next_player_is_offered_the_last_discard(self) -> None:
        state = self.start()
        assert state.offered is None
        state = taken(state, "", FaceUp(discarded=tile("K5")), drew=1)
        assert (state.on_turn, state.offered, state.counts["Anna"], state.pool) == ("Cleo", tile("K5"), 14, 63)
        state = taken(state, "K5 B5 R5 / R13 R12 R11", FaceUp(tile("K9"), took_discard=tile("K5")))
        assert (state.offered, state.counts["Cleo"], state.pool) == (tile("K9"), 14 + 1 - 6 - 1, 63)
        assert dict(state.discards) == {"Anna": (), "Cleo": (tile("K9"),)}
        assert total(state) == 106

    def test_discards_lie_on_those_before_and_only_the_last_is_taken(self) -> None:
        state = self.start()
        for discarded in ("K1", "K2", "K3", "K5"):  # Anna, Cleo, Ben, Anna
            state = taken(state, "", FaceUp(discarded=tile(discarded)), drew=1)
        assert (state.discards["Anna"], state.offered) == (parse_tiles(["K1", "K5"]), tile("K5"))
        state = taken(state, "K5 B5 R5 / R13 R12 R11", FaceUp(tile("K9"), took_discard=tile("K5")))
        assert (state.discards["Anna"], state.discards["Cleo"]) == (parse_tiles(["K1"]), parse_tiles(["K2", "K9"]))
        assert total(state) == 106

    def test_no_other_tile_can_be_taken(self) -> None:
        with pytest.raises(RoundError, match="Anna took the discard K5, but the last one is none"):
            taken(self.start(), "K5 B5 R5", FaceUp(tile("K9"), took_discard=tile("K5")))
        state = taken(self.start(), "", FaceUp(discarded=tile("K6")), drew=1)
        with pytest.raises(RoundError, match="Cleo took the discard K5, but the last one is K6"):
            taken(state, "K5 B5 R5", FaceUp(tile("K9"), took_discard=tile("K5")))

    def test_an_illegal_turn_gives_the_discard_back(self) -> None:
        state = taken(self.start(), "", FaceUp(discarded=tile("K5")), drew=1)
        state = taken(state, "K5 B5", FaceUp(tile("K9"), took_discard=tile("K5")))
        assert (state.counts["Cleo"], state.pool, state.discards["Anna"]) == (17, 60, parse_tiles(["K5"]))
        assert total(state) == 106

    def test_where_the_table_stays_so_does_the_discard(self) -> None:
        state = taken(self.start(), "", FaceUp(discarded=tile("K5")), drew=1)
        state = taken(state, "K5 B5 R5 / R13 R12 R11", FaceUp(tile("K9"), took_discard=tile("K5")), seconds=121)
        assert (state.counts["Cleo"], state.pool, state.offered) == (14 + 1 - 6 - 1 + 3, 60, tile("K9"))
        assert total(state) == 106


def test_the_open_tile_comes_from_the_pool() -> None:
    state = Round(OPEN, ("Anna", "Ben"), 0, {"Anna": 2, "Ben": 3}, 9, frozenset({"Anna"}), parse_table(TABLE))
    state = taken(state, "R4 R5 R6 R7 R8 R9", FaceUp(took_open=tile("R9")))
    assert (state.winner, state.pool) == ("Anna", 8)


def test_the_open_tile_of_an_empty_pool() -> None:
    state = Round(OPEN, ("Anna", "Ben"), 0, {"Anna": 2, "Ben": 3}, 0, frozenset({"Anna"}), parse_table(TABLE))
    with pytest.raises(RoundError, match="Anna drew 0 tiles and the open one, but the pool holds 0"):
        taken(state, "R4 R5 R6 R7 R8 R9", FaceUp(took_open=tile("R9")))


@pytest.mark.parametrize(
    ("before", "after", "took", "is_laid"),
    [
        ("K5 K6 K7 K8", "K6 K7 K8 / K5 R5 B5", "K5", False),  # the 5 of the new group lay on the table
        ("R4 J R6", "R4 R5 R6 / J K9 R9", "R5", False),  # in the joker's place, in a run that lay there
        ("K1 K2 K3", "K1 K2 K3 K4 K5 K6", "K6", True),  # laid as a run of three, then joined
        ("K1 K2 K3", "K1 K2 K3 K4 K5", "K5", False),
        ("K5 K6 K7", "K3 K4 K5 K6 K7 K8 K9 K10", "K10", True),
        ("K5 K6 K7", "K3 K4 K5 K6 K7 K8 K9 K10", "K3", False),  # with one more, that is no run
        ("K5 R5 B5", "K5 R5 B5 O5", "O5", False),
        ("K1 K2 K3", "K1 K2 K3 / R7 J R9", "R9", True),
        ("K1 K2", "K1 K2 K3", "K3", True),  # what was no set is not added to
        ("K1 K2 K3", "K1 K2 K3 K4 K5 J", "J", True),
        ("K1 K2 K3", "K1 K2 K3 K4 J", "J", False),
    ],
)
def test_a_discard_must_be_laid_in_a_set_that_is_new(before: str, after: str, took: str, is_laid: bool) -> None:  # noqa: FBT001
    face_up = FaceUp(tile("B1"), tile(took))
    verdict = judge(Turn(parse_table(before), parse_table(after), opened=True, face_up=face_up), DISCARD)
    assert ("discard-not-laid" in codes(verdict)) is not is_laid


@pytest.mark.parametrize(("held", "is_said"), [(2, True), (1, False), (None, False)])
def test_that_nothing_is_left_to_discard_is_known_from_the_number_of_tiles_too(held: int | None, is_said: bool) -> None:  # noqa: FBT001
    turn = Turn(parse_table(TABLE), parse_table("R4 R5 R6 R7 R8"), opened=True, drew=1, rack_size=held)
    assert ("nothing-discarded" in codes(judge(turn, DISCARD))) is is_said


@pytest.mark.parametrize("face_up", [FaceUp(), FaceUp(tile("R7"), tile("J")), FaceUp(took_open=tile("K1"))])
def test_what_was_done_face_up_is_written_down_and_read_again(face_up: FaceUp) -> None:
    assert FaceUp.from_json(face_up.to_json()) == face_up
