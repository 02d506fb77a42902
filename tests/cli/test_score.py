"""`tileref score` as scripts and people use it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.cli.conftest import Command, Shown
    from tests.conftest import MakeReading


@pytest.fixture
def score(tileref: Command) -> Command:
    """Runs `tileref score`."""
    return partial(tileref, "score")


def test_the_example_of_a_round(score: Command) -> None:
    ran = score("--winner", "Ben", "Anna=K3,R11,J", "--json")
    assert ran.code == 0
    assert ran.data == {
        "rulebook": "jumbo-original-2016",
        "winner": "Ben",
        "blocked": False,
        "points": {"Anna": -44, "Ben": 44},
        "control": 0,
        "racks": {"Anna": ["K3", "R11", "J"]},
        "doubtful": {"Anna": []},
    }


def test_racks_as_tiles_and_as_points(score: Command) -> None:
    ran = score("--winner=Ben", "Anna=k3 Y11", "Cleo=24", "--rulebook", "jumbo-fortuna-2005", "--json")
    assert ran.data["points"] == {"Anna": -14, "Cleo": -24, "Ben": 38}
    assert ran.data["racks"] == {"Anna": ["K3", "O11"], "Cleo": 24}


def test_a_blocked_round(score: Command) -> None:
    ran = score("--blocked", "Anna=K3,R11", "Ben=K5", "--json")
    assert (ran.data["winner"], ran.data["blocked"], ran.data["control"]) == ("Ben", True, -19)
    ran = score("--blocked", "Anna=K3,R11", "Ben=K5", "--json", "--rulebook", "jumbo-fortuna-2005")
    assert (ran.data["points"], ran.data["control"]) == ({"Anna": -9, "Ben": 9}, 0)


def test_what_people_read(score: Command) -> None:
    assert score("--winner", "Ben", "Anna=K3,R11,J", "Cléo=24").out.splitlines() == [
        "Anna   -44  K3 R11 J",
        "Cléo   -24",
        "Ben    +68  won",
        "control: 0",
    ]
    assert score("--blocked", "Anna=K3", "Ben=R3").out.splitlines() == [
        "Anna    -3  K3",
        "Ben     -3  R3",
        "level: nobody has won this round",
        "control: none in a blocked round (Jumbo, 2016, Keine Spielsteine mehr im Pool)",
    ]


def test_a_tile_that_was_not_read_leaves_it_to_a_person(score: Command) -> None:
    ran = score("--winner", "Ben", "Anna=K3,?", "--json")
    assert ran.code == 3
    assert (ran.data["racks"], ran.data["doubtful"]) == ({"Anna": ["K3", "?"]}, {"Anna": ["?"]})
    assert "look at Anna's rack: ? (not counted)" in score("--winner", "Ben", "Anna=K3,?").out


def test_a_rack_of_which_nothing_was_read(score: Command) -> None:
    ran = score("--winner", "Ben", "Anna=?")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err == "tileref: nothing on Anna's rack could be read: name its tiles, such as Anna=K3,R11,J\n"


def test_a_rack_from_a_photo(score: Command, shown: Shown, make_reading: MakeReading) -> None:
    photo = shown.photo("anna.png", make_reading(["K3 R11", "J"]))
    ran = score("--winner", "Ben", f"Anna={photo}", "--json")
    assert ran.code == 0
    assert ran.data["points"] == {"Anna": -44, "Ben": 44}


def test_doubtful_tiles_of_a_photo_are_named(score: Command, shown: Shown, make_reading: MakeReading) -> None:
    reading = make_reading(["K3 R6 ?"], {(0, 1): {"R6": 0.6, "R9": 0.4}})
    ran = score("--winner", "Ben", f"Anna={shown.photo('anna.png', reading)}", "--json")
    assert ran.code == 3
    assert (ran.data["racks"]["Anna"], ran.data["doubtful"]["Anna"]) == (["K3", "R6", "?"], ["R6", "?"])
    assert ran.data["points"]["Anna"] == -9


def test_with_a_second_box_three_of_a_kind_on_a_photo_are_no_reason_for_doubt(
    score: Command, shown: Shown, make_reading: MakeReading
) -> None:
    rack = f"Anna={shown.photo('anna.png', make_reading(['K3 K3 K3']))}"
    ran = score("--winner", "Ben", rack, "--rulebook", "jumbo-original-2016+players=6", "--json")
    assert (ran.code, ran.data["doubtful"]["Anna"], ran.data["points"]["Anna"]) == (0, [], -9)


def test_a_tile_that_the_box_holds_less_often_than_photos_and_racks_show_it_is_doubtful(
    score: Command, shown: Shown, make_reading: MakeReading
) -> None:
    anna, ben = (shown.photo(f"{name}.png", make_reading(["K3 K3 R5"])) for name in ("anna", "ben"))
    ran = score("--winner", "Cleo", f"Anna={anna}", f"Ben={ben}", "Dora=K3", "--json")
    assert ran.code == 3
    assert ran.data["doubtful"] == {"Anna": ["K3", "K3"], "Ben": ["K3", "K3"], "Dora": []}
    assert ran.data["points"] == {"Anna": -11, "Ben": -11, "Dora": -3, "Cleo": 25}


def test_racks_written_down_hold_no_more_than_the_box_whatever_a_photo_shows(
    score: Command, shown: Shown, make_reading: MakeReading
) -> None:
    photo = shown.photo("anna.png", make_reading(["R5"]))
    ran = score("--winner", "Cleo", f"Anna={photo}", "Ben=K3,K3,K3")
    assert (ran.code, "K3 is on the racks 3 times, but the box holds 2" in ran.err) == (2, True)


def test_a_photo_without_tiles(score: Command, shown: Shown, make_reading: MakeReading) -> None:
    ran = score("--winner", "Ben", f"Anna={shown.photo('empty.png', make_reading([]))}")
    assert ran.code == 2
    assert "shows no tiles that could be read" in ran.err


def test_a_photo_that_is_not_there(score: Command, shown: Shown) -> None:
    assert shown.readings == {}
    ran = score("--winner", "Ben", "Anna=nowhere.jpg")
    assert ran.code == 2
    assert "nowhere.jpg" in ran.err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["Anna=3"], "who won? give --winner NAME, or --blocked"),
        (["--winner", "Ben"], "no rack is given"),
        (["--winner", "Ben", "Anna"], "'Anna' is no rack: write NAME=rack.jpg, NAME=K3,R11,J or NAME=24"),
        (["--winner", "Ben", "Anna="], "'Anna=' is no rack"),
        (["--winner", "Ben", "=K3"], "'=K3' is no rack"),
        (["--winner", "Ben", "Anna=K99"], "Anna's rack: 'K99' is no tile"),
        (["--winner", "Ben", "Anna=24 points"], "Anna's rack: '24' is no tile"),
        (["--winner", "Ben", "Anna=-4"], "Anna has -4 left"),
        (["--winner", "Ben", "Anna=5.5"], "Anna=5.5 is no number of points: they are whole, such as Anna=24"),
        (["--winner", "Ben", "Anna=5,5"], "Anna=5,5 is no number of points"),
        (["--winner", "Ben", "Anna=0"], "Anna has 0 left"),
        (["--winner", "Ben", "Anna=" + "9" * 5000], "is more than a rack can count"),
        (["--winner", "Ben", "Anna=3", "Anna=4"], "Anna has two racks"),
        (["--winner", "Anna", "Anna=3"], "Anna is the winner and has a rack"),
        (["--winner", "E", "A=1", "B=1", "C=1", "D=1"], "is for 2 to 4 players, not for 5"),
        (["--blocked", "Anna=3"], "is for 2 to 4 players, not for 1"),
        (["--blocked", "--winner", "Cleo", "Anna=3", "Ben=4"], "Cleo has no rack"),
        (["--winner", "Ben", "Anna=K3,K3,K3"], "K3 is on the racks 3 times, but the box holds 2"),
        (["--winner", "Ben", "Anna=3", "--rulebook", "chess"], "there is no rulebook 'chess'"),
        (["--winner"], "expected one argument (see tileref score --help)"),
        (["--loser", "Ben"], "unrecognized arguments: --loser"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(score: Command, arguments: list[str], complaint: str) -> None:
    ran = score(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert complaint in ran.err
    assert ran.err.startswith("tileref: ")
    assert ran.err.count("\n") == 1


def test_going_out_by_hand_counts_double(score: Command) -> None:
    ran = score("--winner=Ben", "--hand", "Anna=24", "Cleo=J", "--rulebook=hertzano-original+hand", "--json")
    assert ran.data["points"] == {"Anna": -48, "Cleo": -60, "Ben": 108}
    assert ran.data["control"] == 0
    assert score("--winner=Ben", "Anna=24", "--rulebook=hertzano-original+hand", "--json").data["points"]["Ben"] == 24


def test_only_where_the_variant_was_agreed(score: Command) -> None:
    ran = score("--winner=Ben", "--hand", "Anna=24")
    assert ran.code == 2
    assert "the round cannot have been won by hand: Jumbo, 2016 does not play that variant" in ran.err
    assert (
        "nobody went out" in score("--blocked", "--hand", "Anna=24", "Ben=3", "--rulebook=hertzano-original+hand").err
    )


def test_a_match_to_an_agreed_number_of_points_scores_its_rounds_as_ever(score: Command) -> None:
    plain = score("--winner=Ben", "Anna=24", "--json").data
    agreed = score("--winner=Ben", "Anna=24", "--json", "--rulebook=jumbo-original-2016+goal=20").data
    assert agreed == {**plain, "rulebook": "jumbo-original-2016+goal=20"}


def test_the_winner_s_name_is_the_one_of_the_racks_whatever_surrounds_it(score: Command) -> None:
    ran = score("--winner", " Ben ", "Ben=5")
    assert (ran.code, ran.err.startswith("tileref: Ben is the winner and has a rack")) == (2, True)


@pytest.mark.parametrize("name", ["", "  "])
def test_a_winner_has_a_name(score: Command, name: str) -> None:
    ran = score("--winner", name, "Anna=K3")
    assert (ran.code, ran.err.startswith("tileref: who won? give --winner NAME")) == (2, True)


def test_a_tie_that_points_alone_do_not_break_is_asked_about(score: Command) -> None:
    ran = score("--blocked", "Anna=10", "Ben=K10", "Cleo=K4,R6")
    assert (ran.code, ran.out) == (2, "")
    assert "level at 10, and then the fewest tiles win: give their racks as tiles" in ran.err
    assert score("--blocked", "--winner", "Cleo", "Anna=10", "Ben=K10", "Cleo=K4,R6").code == 2
    assert score("--blocked", "--winner", "Ben", "Anna=10", "Ben=K10", "Cleo=K4,R6").code == 0


def test_tiles_that_lie_face_down_are_mentioned(score: Command, shown: Shown, make_reading: MakeReading) -> None:
    for count, line in (
        (1, "1 tile lies face down and is not counted"),
        (2, "2 tiles lie face down and are not counted"),
    ):
        rack = shown.photo("rack.png", make_reading(["K3 R11"], face_down=count))
        assert line in score("--winner", "Ben", f"Anna={rack}").err


@pytest.mark.parametrize("given", [("--winner=Anna", "Ben=5"), ("Ben=12",)], ids=["contradicts the winner", "a tie"])
def test_what_only_a_doubtful_rack_makes_wrong_is_undecided(
    given: tuple[str, ...], score: Command, shown: Shown, make_reading: MakeReading
) -> None:
    """The tile may be Anna's R2, with which the round adds up."""
    rack = shown.photo("rack.png", make_reading(["R12"], {(0, 0): {"R12": 0.6, "R2": 0.39}}))
    ran = score("--blocked", *given, f"Anna={rack}")
    assert (ran.code, "look at Anna's rack: R12" in ran.err) == (3, True)
