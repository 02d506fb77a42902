"""House rules and variants, switched on behind a rulebook's id."""

import re
from pathlib import Path

import pytest

from files.rulebook import load
from referee import switches
from referee.clauses import DrawFrom, Freed
from referee.doubt import settle
from referee.round import Round
from referee.rulebook import Rulebook, RulebookError, available
from referee.tiles import Table
from referee.turn import Turn, judge
from referee.verdict import Outcome, Verdict
from tests.notation import parse_table
from tests.referee.books import COMPACT, HERTZANO, JUMBO

ROOT = Path(__file__).resolve().parents[2]


def changed(name: str) -> dict[str, str]:
    """The clauses that the switches of `name` changed, with what they cite."""
    plain = load(name.split("+", maxsplit=1)[0]).clauses()
    return {key: clause.citation for key, clause in load(name).clauses().items() if clause != plain[key]}


@pytest.mark.parametrize("book", available())
@pytest.mark.parametrize("points", [1, 40, 50, 200])
def test_an_opening_of_forty_or_fifty(book: str, points: int) -> None:
    rules = load(f"{book}+opening={points}")
    assert rules.opening.points == points
    assert rules.opening.touches_table is load(book).opening.touches_table
    table = parse_table("R13 B13 K13")
    found = [violation.code for violation in judge(Turn((), table, opened=False), rules).violations]
    assert found == (["opening-below-30"] if points > 39 else [])


def test_a_house_rule_cites_what_it_stands_in_place_of() -> None:
    assert changed(f"{JUMBO}+opening=40") == {"opening": "house rule opening=40, in place of Jumbo, 2016, Spielbeginn"}


@pytest.mark.parametrize("book", available())
def test_a_joker_leaves_a_group_of_three_for_both_tiles_only_where_that_is_agreed_on(book: str) -> None:
    before = "K5 R5 J / K8 R8 B8 J / R1 J R3"

    def codes(after: str) -> list[str]:
        turn = Turn(parse_table(before), parse_table(after), opened=True)
        return [
            violation.code.value for violation in judge(turn, load(f"{book}+group-joker=both+players=6")).violations
        ]

    assert codes("K5 R5 B5 / J O10 O11 / K8 R8 B8 J / R1 J R3") == ["joker-not-exchanged"]
    assert codes("K5 R5 B5 O5 / J O10 O11 / K8 R8 B8 J / R1 J R3") == []
    assert codes("K5 R5 J B5 / K8 R8 B8 J / R1 J R3") == []
    assert codes("K5 R5 J / K8 R8 B8 O8 / J O10 O11 / R1 J R3") == []
    assert codes("K5 R5 J / K8 R8 B8 J / R1 R2 R3 / J O10 O11") == []


def test_the_message_asks_for_both_tiles() -> None:
    turn = Turn(parse_table("K5 R5 J"), parse_table("K5 R5 B5 / J O10 O11"), opened=True)
    (violation,) = judge(turn, load(f"{JUMBO}+group-joker=both")).violations
    assert "only for both tiles that the group lacks, B5 and O5" in violation.message
    assert violation.clause == "house rule group-joker=both, in place of Jumbo, 2016, Der Joker"


def test_a_box_of_160_for_six() -> None:
    rules = load(f"{JUMBO}+tiles=160")
    assert (rules.box.size, rules.box.copies, rules.box.jokers, rules.players.most) == (160, 3, 4, 6)
    with pytest.raises(RulebookError, match="both change"):
        load(f"{JUMBO}+tiles=160+players=5")


@pytest.mark.parametrize(
    "switch", ["tiles=200", "order=loose", "idle=3", "overrun=0", "freed=anywhere", "order=", "goal=0", "goal=10001"]
)
def test_a_switch_with_another_value_is_refused_in_one_line(switch: str) -> None:
    with pytest.raises(RulebookError, match=switch.partition("=")[0]) as refused:
        load(f"{JUMBO}+{switch}")
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("book", available())
def test_where_a_freed_joker_goes_can_be_agreed_on(book: str) -> None:
    """An English sheet (Pressman, 2009) wants two tiles from the rack beside it."""

    def codes(after: str, freed: str) -> list[str]:
        table = parse_table("R4 J R6 / K1 K2 K3 K4 / B1 B2 B3")
        turn = Turn(table, parse_table(after), opened=True)
        return [violation.code.value for violation in judge(turn, load(f"{book}+freed={freed}")).violations]

    added, with_one, with_two = (
        f"R4 R5 R6 / {rest}"
        for rest in (
            "K1 K2 K3 K4 / B1 B2 B3 J",
            "K1 K2 K3 / K4 B4 J / B1 B2 B3",
            "K1 K2 K3 K4 / O4 B4 J / B1 B2 B3",
        )
    )
    assert [codes(after, "any-set") for after in (added, with_one, with_two)] == [[], [], []]
    assert [codes(after, "new-set") for after in (added, with_one, with_two)] == [["joker-not-in-new-set"], [], []]
    assert [codes(after, "with-rack") for after in (added, with_one, with_two)] == [
        ["joker-not-in-new-set"],
        ["joker-not-in-new-set"],
        [],
    ]


@pytest.mark.parametrize(("value", "seconds"), [("1", 1.0), ("90", 90.0), ("3600", 3600.0), ("none", None)])
def test_another_time_or_none(value: str, seconds: float | None) -> None:
    rules = load(f"{JUMBO}+time={value}")
    assert rules.time.seconds == seconds
    assert [*changed(f"{JUMBO}+time={value}")] == ["time"]


@pytest.mark.parametrize("points", [0, 25, 200])
def test_other_joker_points(points: int) -> None:
    assert load(f"{JUMBO}+joker={points}").joker.points == points


@pytest.mark.parametrize("book", available())
@pytest.mark.parametrize("players", [5, 6])
def test_more_players_take_a_second_box(book: str, players: int) -> None:
    rules = load(f"{book}+players={players}")
    assert (rules.players.least, rules.players.most, rules.box.size) == (2, players, 212)
    assert (rules.box.copies, rules.box.jokers) == (4, 4)
    assert (rules.deal.stacks_each, rules.deal.passed_left) == (0, False)
    assert (rules.pool.stack, rules.pool.last_stack, rules.pool.draw_from) == (0, 0, DrawFrom.ANYWHERE)
    assert Round.start(tuple("ABCDEF"[:players]), rules).pool == 212 - 14 * players


def test_with_a_second_box_a_tile_may_lie_four_times() -> None:
    rules = load(f"{JUMBO}+players=6")
    three = parse_table("R4 R5 R6 / R4 R5 R6 / R4 R5 R6")
    assert judge(Turn((), three, opened=False), rules).outcome == Outcome.LEGAL


@pytest.mark.parametrize(("book", "outcome"), [(JUMBO, Outcome.ILLEGAL), (f"{JUMBO}+players=6", Outcome.UNDECIDED)])
def test_with_a_second_box_a_doubtful_tile_may_be_a_third_copy(book: str, outcome: Outcome) -> None:
    rules = load(book)
    certain = parse_table("R4 R5 R6 / R4 B4 K4")
    r2, r3, r4, k9 = parse_table("R2 R3 R4 K9")[0]
    doubtful = (*(tuple((tile,) for tile in tiles) for tiles in certain), ((r2,), (r3,), (r4, k9)))

    def verdict(before: Table, after: Table) -> Verdict:
        return judge(Turn(before, after, opened=True), rules)

    assert settle((), doubtful, verdict, rules.box).verdict.outcome is outcome


@pytest.mark.parametrize("book", available())
def test_a_match_may_be_played_to_an_agreed_number_of_points(book: str) -> None:
    assert load(book).match.points == 0
    rules = load(f"{book}+goal=200")
    assert rules.match.points == 200
    assert changed(rules.id) == {
        "match": f"house rule goal=200, in place of {load(book).match.citation}",
    }


def test_house_rules_about_one_clause_add_up() -> None:
    name = f"{JUMBO}+joker=50+group-joker=both+freed=new-set"
    joker = load(name).joker
    assert (joker.points, joker.group_needs_both, joker.freed) == (50, True, Freed.NEW_SET)
    assert joker.citation == (
        "house rules joker=50 and group-joker=both and freed=new-set, in place of Jumbo, 2016, Der Joker"
    )
    assert [*changed(name)] == ["joker"]


@pytest.mark.parametrize(("one", "other"), [("joker=50", "joker=25"), ("freed=new-set", "freed=with-rack")])
def test_a_house_rule_is_switched_on_once(one: str, other: str) -> None:
    with pytest.raises(RulebookError, match=rf"{one} and {other} both change \[joker\]: take one of the two"):
        load(f"{JUMBO}+{one}+{other}")


@pytest.mark.parametrize(
    ("text", "row"),
    [(str(switches.__doc__), "- ``"), ((ROOT / "docs" / "referee.md").read_text(encoding="utf-8"), r"\| `")],
    ids=["referee.switches", "docs/referee.md"],
)
def test_each_house_rule_has_a_row_where_they_are_explained(text: str, row: str) -> None:
    listed = re.findall(rf"^{row}([a-z-]+)=", text, re.MULTILINE)
    assert sorted(listed) == sorted(switch.partition("=")[0] for switch in switches.SWITCHES)


def test_switches_add_up_and_are_part_of_the_name() -> None:
    rules = load(f"{HERTZANO}+hand+opening=50+time=none")
    assert (rules.id, rules.title) == (
        "hertzano-original+hand+opening=50+time=none",
        "Original Rummikub (Hertzano) with hand, opening=50, time=none",
    )
    assert load(rules.id) == rules
    assert [*changed(rules.id)] == ["opening", "time", "hand"]


@pytest.mark.parametrize(
    ("variant", "clauses"),
    [("hand", ["hand"]), ("open-last-stack", ["open_tile"]), ("discard", ["drawn_tile", "discard"])],
)
def test_a_variant_changes_its_clauses_and_cites_the_booklet(variant: str, clauses: list[str]) -> None:
    found = changed(f"{HERTZANO}+{variant}")
    assert [*found] == clauses
    assert set(found.values()) == {"Original Rummikub (Hertzano), Punktzählen, variants"}


@pytest.mark.parametrize("book", available())
def test_no_variant_is_played_unless_agreed(book: str) -> None:
    rules = load(book)
    assert (rules.discard.played, rules.open_tile.played, rules.hand.played, rules.hand.factor) == (False,) * 3 + (1,)


def test_experienced_players_of_compact_have_a_minute() -> None:
    assert load(f"{COMPACT}+time-limit").time.seconds == 60.0


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        (f"{JUMBO}+hand", f"{JUMBO}: there is no switch 'hand': the house rules are opening=N, time=N, joker=N, players=N"),
        (f"{HERTZANO}+foot", "there is no switch 'foot': .*; Original Rummikub .* has the variants discard, open-last-stack, hand"),
        (f"{JUMBO}+", "there is no switch ''"),
        (f"{JUMBO}+opening", "there is no switch 'opening'"),
        (f"{JUMBO}+opening=", "opening= must be a whole number from 1 to 200$"),
        (f"{JUMBO}+opening=0", "opening=0 must be a whole number from 1 to 200$"),
        (f"{JUMBO}+opening=201", "from 1 to 200$"),
        (f"{JUMBO}+opening=²", "from 1 to 200$"),
        (f"{JUMBO}+opening=٣٠", "from 1 to 200$"),
        (f"{JUMBO}+time=0", "from 1 to 3600, or none$"),
        (f"{JUMBO}+time=3601", "from 1 to 3600, or none$"),
        (f"{JUMBO}+time=-5", "from 1 to 3600, or none$"),
        (f"{JUMBO}+joker=201", "from 0 to 200$"),
        (f"{JUMBO}+players=4", "players=4 must be a whole number from 5 to 6$"),
        (f"{JUMBO}+players=7", "from 5 to 6$"),
        (f"{HERTZANO}+hand+hand", r"hand and hand both change \[hand\]: take one of the two"),
        (f"{COMPACT}+time-limit+time=30", r"time-limit and time=30 both change \[time\]: take one of the two"),
        ("chess+hand", "there is no rulebook 'chess': take one of"),
    ],
)  # fmt: skip
def test_a_switch_that_cannot_be(name: str, complaint: str) -> None:
    with pytest.raises(RulebookError, match=complaint) as caught:
        load(name)
    assert "\n" not in str(caught.value)


def home(folder: Path, text: str, name: str = "home.toml") -> str:
    path = folder / name
    path.write_text('id = "home"\ntitle = "Home"\ninherits = "jumbo-original-2016"\n' + text, encoding="utf-8")
    return str(path)


DOUBLE = """
[variants.double]
source = "agreed"
summary = "jokers count double"

[variants.double.joker]
points = 60
"""


def test_a_variant_of_one_s_own(tmp_path: Path) -> None:
    name = home(tmp_path, DOUBLE, "our+rules.toml")
    assert load(name).joker.points == 30
    rules: Rulebook = load(f"{name}+double+time=45")
    assert (rules.joker.points, rules.joker.citation, rules.time.seconds) == (60, "Home, agreed", 45.0)
    assert rules.joker.exchange_from == load(JUMBO).joker.exchange_from


def test_a_file_without_the_usual_ending_takes_switches_too(tmp_path: Path) -> None:
    assert load(f"{home(tmp_path, DOUBLE, 'home')}+double").joker.points == 60


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (DOUBLE.replace("points", "point"), "[variants.double.joker] point is unknown: do you mean points?"),
        (DOUBLE.replace("60", "true"), "[variants.double.joker] points must be a whole number"),
        (DOUBLE.replace("[variants.double.joker]\npoints", "joker"), "[variants.double.joker] must be a table"),
        (DOUBLE.replace("double.joker", "double.castling"), "[variants.double] castling is unknown: it takes source, summary"),
        (DOUBLE.replace("joker]\npoints", "hand]\nfactor"), "[variants.double] contradiction: [hand] factor must be"),
        ('[hand]\nsource = "s"\nplayed = true\n', "contradiction: [hand] factor must be 2 or more where it is played"),
    ],
)  # fmt: skip
def test_a_variant_that_does_not_hold_together(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(RulebookError) as caught:
        load(home(tmp_path, text))
    assert str(caught.value).startswith("home.toml: ")
    assert complaint in str(caught.value)
