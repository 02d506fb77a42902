"""What the form offers is what the rulebooks allow, and leads to ids that the command line takes."""

from __future__ import annotations

from typing import Any

from files.rulebook_folder import Shelf
from referee import rulebook
from referee.switches import SWITCHES
from tests.referee.books import COMPACT, FORTUNA, HERTZANO, JUMBO, PIATNIK
from webui.choices import describe, offers

OFFERS: dict[str, dict[str, Any]] = {offer["id"]: offer for offer in offers(Shelf().books())}


def rules(book: str) -> dict[str, dict[str, Any]]:
    return {rule["key"]: rule for rule in (*OFFERS[book]["houseRules"], *OFFERS[book]["moreRules"])}


def facts(name: str, players: int) -> dict[str, dict[str, Any]]:
    return {fact["code"]: fact["values"] for fact in describe(rulebook.load(name), players)["facts"]}


def test_every_rulebook_every_variant_and_every_house_rule_is_offered() -> None:
    assert tuple(OFFERS) == rulebook.available()
    for book, offer in OFFERS.items():
        named = [variant.name for variant in rulebook.load(book).variants]
        assert [variant["name"] for variant in offer["variants"]] == named
        assert [rule["key"] for rule in offer["houseRules"]] == [
            *("opening", "time", "joker", "goal"),
            *("extensions", "extension", "refill", "bank", "delay", "increment", "players"),
        ]
        assert {*rules(book)} == {switch.partition("=")[0] for switch in SWITCHES}
    assert [variant["name"] for variant in OFFERS[HERTZANO]["variants"]] == ["discard", "open-last-stack", "hand"]


def test_everything_offered_is_a_rulebook_that_says_something_else_than_the_booklet() -> None:
    for book, offer in OFFERS.items():
        switches = [variant["name"] for variant in offer["variants"]]
        for key, rule in rules(book).items():
            needed = f"{rule['needs']}={rules(book)[rule['needs']]['values'][0]}+" if rule["needs"] else ""
            switches += [f"{needed}{key}={value}" for value in rule["values"]]
        plain = {name: str(clause) for name, clause in rulebook.load(book).clauses().items()}
        for switch in switches:
            changed = rulebook.load(f"{book}+{switch}").clauses()
            assert any(str(clause) != plain[name] for name, clause in changed.items())


def test_house_rules_are_offered_beside_what_the_booklet_says() -> None:
    assert (rules(JUMBO)["opening"]["booklet"], rules(JUMBO)["opening"]["values"]) == (30, ["40", "50"])
    assert (rules(FORTUNA)["joker"]["booklet"], rules(FORTUNA)["joker"]["values"]) == (50, ["25", "30"])
    assert rules(COMPACT)["time"]["booklet"] is None
    assert "none" not in rules(COMPACT)["time"]["values"]
    assert (rules(JUMBO)["goal"]["booklet"], rules(JUMBO)["goal"]["values"]) == (None, ["100", "200", "300", "500"])
    assert (rules(JUMBO)["overrun"]["booklet"], rules(JUMBO)["overrun"]["values"]) == (3, ["1", "2"])


def test_a_freed_joker_is_offered_the_places_that_the_booklet_does_not_name() -> None:
    assert (rules(JUMBO)["freed"]["booklet"], rules(JUMBO)["freed"]["values"]) == ("any-set", ["new-set", "with-rack"])
    assert (rules(PIATNIK)["freed"]["booklet"], rules(PIATNIK)["freed"]["values"]) == (
        "new-set",
        ["any-set", "with-rack"],
    )


def test_what_is_yes_or_no_is_a_tick_and_tells_how_many_may_play_then() -> None:
    ticks = {key: rule["most"] for key, rule in rules(JUMBO).items() if rule["tick"]}
    assert ticks == {"players": 6, "group-joker": None, "order": None, "idle": None, "tiles": 6}


def test_options_that_change_the_same_clause_say_so_since_they_exclude_each_other() -> None:
    (limit,) = OFFERS[COMPACT]["variants"]
    assert set(limit["changes"]) & set(rules(COMPACT)["time"]["changes"]) == {"time.seconds"}
    assert set(rules(JUMBO)["tiles"]["changes"]) & set(rules(JUMBO)["players"]["changes"]) >= {"players.most"}
    assert not set(rules(JUMBO)["joker"]["changes"]) & set(rules(JUMBO)["freed"]["changes"])


def test_what_to_do_before_the_first_turn_follows_the_rulebook() -> None:
    assert facts(JUMBO, 3) == {
        "start-highest-tile": {},
        "deal": {"tiles": 14},
        "pool-stacks": {"tiles": 64, "stacks": 8, "stack": 7, "last": 8},
        "clockwise": {},
        "redeal": {"pairs": 3},
    }
    assert list(facts(HERTZANO, 2)) == ["start-highest-tile", "deal-stacks", "pool-stacks", "anticlockwise"]
    assert list(facts(PIATNIK, 4)) == ["start-agreed", "deal-passed", "pool-last-first", "clockwise", "redeal"]
    assert facts(f"{PIATNIK}+players=6", 6)["box"]["tiles"] == 212
    assert facts(f"{PIATNIK}+tiles=160", 6)["box-large"] == {"tiles": 160, "copies": 3, "jokers": 4}
    assert facts(f"{PIATNIK}+players=6", 6)["pool"] == {"tiles": 128}


def test_every_house_rule_can_be_agreed_on_at_once() -> None:
    switches = "opening=50+time=90+joker=50+goal=300+freed=with-rack+group-joker=both+order=strict+overrun=1+idle=free"
    name = f"{HERTZANO}+discard+open-last-stack+hand+tiles=160+{switches}"
    assert describe(rulebook.load(name), 6)["id"] == name
