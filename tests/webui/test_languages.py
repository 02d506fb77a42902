"""Every language says everything, and the reader gets the one that fits."""

from __future__ import annotations

import ast
import re
from importlib import resources
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from files.rulebook_folder import Shelf
from referee.clauses import Freed
from referee.conservation import ContradictionKind, Whereabouts
from referee.rulebook import available, load
from referee.sets import SetFault
from referee.verdict import TEXTS, Code
from webui.choices import describe, offers
from webui.languages import LANGUAGES, catalog, placeholders

REFUSALS = {
    "RefusedError",
    "PlayerNameError",
    "RoundError",
    "ScoreError",
    "DealError",
    "ProfileError",
    "JournalError",
    "UserError",
}
CITED = r"[,;:] | \(|\)(?=[,;]|$)"
"""What stands between the parts of a citation, as the page's scripts part it."""
OTHERS = [language for language in LANGUAGES if language != "en"]


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_texts_with_the_same_values(language: str) -> None:
    english, other = catalog("en"), catalog(language)
    assert list(other) == list(english)
    assert {key: placeholders(text) for key, text in other.items()} == {
        key: placeholders(text) for key, text in english.items()
    }
    assert not [key for key, text in other.items() if not text.strip()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_stands_large_while_a_table_is_put_right_never_breaks_between_a_number_and_its_word(language: str) -> None:
    counted = [text for key, text in catalog(language).items() if key.startswith("restore.") and "{n}" in text]
    assert len(counted) == 6
    assert [text for text in counted if not re.search("\N{NO-BREAK SPACE}", text) or " {n}" in text] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_counted_is_spoken_of_in_one_and_in_many(language: str) -> None:
    texts = catalog(language)
    counted = {key for key, text in texts.items() if "n" in placeholders(text)}
    assert {key for key in counted if key.rpartition(".")[2] not in {"one", "other"}} == set()
    one = {key.rpartition(".")[0] for key in texts if key.endswith(".one")}
    assert one - {key.rpartition(".")[0] for key in texts if key.endswith(".other")} == set()


@pytest.mark.parametrize(
    ("language", "pattern"),
    [
        ("de", r"(?<=[^.:!?] )(Sie|Ihnen|Ihre?n?)\b"),
        ("fr", r"(?i)\b(tu|toi|ton|ta|tes)\b"),
        ("it", r"\b(Lei|Suo|Sua)\b"),
    ],
)
def test_nobody_is_addressed_as_a_stranger_here_and_as_a_friend_there(language: str, pattern: str) -> None:
    assert [text for text in catalog(language).values() if re.search(pattern, text)] == []


def test_no_french_line_begins_with_its_colon() -> None:
    assert [text for text in catalog("fr").values() if re.search(r" [:;!?»]|« ", text)] == []


def test_every_violation_has_a_text() -> None:
    assert {key for key in catalog("en") if key.startswith("violation.")} == {f"violation.{name}" for name in TEXTS}
    assert {name.partition("/")[0] for name in TEXTS} == {code.value for code in Code}
    assert {name for name in TEXTS if name.startswith("set-invalid")} == {
        f"set-invalid/{fault.value}" for fault in SetFault
    }


def test_every_contradiction_and_every_place_has_a_text() -> None:
    texts = catalog("en")
    assert {key for key in texts if key.startswith("contradiction.")} == {
        f"contradiction.{kind}" for kind in ContradictionKind
    }
    assert {key for key in texts if key.startswith("place.")} == {f"place.{place}" for place in Whereabouts}


def test_every_option_of_the_form_and_what_follows_from_it_has_texts() -> None:
    texts = catalog("en")
    needed = {"house.time.none", "house.time.short-none", "house.goal.none"}
    for offer in offers(Shelf().books()):
        needed |= {f"variant.{variant['name']}.{part}" for variant in offer["variants"] for part in ("title", "line")}
        for rule in (*offer["houseRules"], *offer["moreRules"]):
            key = rule["key"]
            needed |= {f"house.{key}.{part}" for part in ("title", "line")}
            if key == "freed":
                needed |= {f"house.freed.{part}{value}" for value in Freed for part in ("", "short-")}
            elif key in ("goal", "overrun"):
                needed |= {f"house.{key}.value.{number}" for number in ("one", "other")}
            elif not rule["tick"]:
                needed |= {f"house.{key}.value", f"house.{key}.short"}
        for switch in ("", "+players=6", "+tiles=160"):
            needed |= {f"fact.{fact['code']}" for fact in describe(load(f"{offer['id']}{switch}"), 4)["facts"]}
    assert needed - set(texts) == set()


def test_every_text_that_the_page_asks_for_is_there() -> None:
    static = Path(str(resources.files("webui"))) / "static"
    templates = resources.files("webui") / "templates"
    asked: set[str] = set()
    for script in static.rglob("*.js"):
        asked |= set(re.findall(r"""\bt\((?:\w+ \? )?"([\w.-]+)\"""", script.read_text(encoding="utf-8")))
    for path in templates.iterdir():
        asked |= set(re.findall(r"t\['([\w.-]+)'\]", path.read_text(encoding="utf-8")))
    known = catalog("en")
    assert len(asked) > 60
    assert [key for key in sorted(asked) if key not in known and f"{key}.other" not in known] == []


def test_every_refusal_that_a_person_can_meet_has_a_text() -> None:
    codes: set[str] = set()
    for package in ("referee", "calibration", "journal", "live", "webui"):
        for path in Path(str(resources.files(package))).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                match node:
                    case ast.Call(func=ast.Name(id=name), args=[_, ast.Constant(value=str(code))]) if name in REFUSALS:
                        codes.add(code)
    assert codes == {key.removeprefix("refused.") for key in catalog("en") if key.startswith("refused.")}


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ("de-CH,de;q=0.9", "de"),
        ("it", "it"),
        ("fr-FR,fr;q=0.8,en;q=0.2", "fr"),
        ("ja", "en"),
        ("", "en"),
        ("nl,de;q=0.5", "de"),
    ],
)
def test_the_browser_gets_the_language_it_asks_for(client: FlaskClient, asked: str, language: str) -> None:
    page = client.get("/", headers={"Accept-Language": asked}).text
    assert f'<html lang="{language}">' in page
    assert catalog(language)["button.end"] in page


def test_a_language_chosen_on_the_page_comes_first(client: FlaskClient) -> None:
    client.set_cookie("tileref_language", "fr")
    assert '<html lang="fr">' in client.get("/", headers={"Accept-Language": "de"}).text
    client.set_cookie("tileref_language", "../en")
    assert '<html lang="de">' in client.get("/", headers={"Accept-Language": "de"}).text


@pytest.mark.parametrize("book", available())
def test_every_heading_of_a_booklet_is_said_in_the_reader_s_language(book: str) -> None:
    titles = {part for each in available() for part in re.split(CITED, load(each).title)}
    for name, clause in load(book).clauses().items():
        for part in set(re.split(CITED, clause.citation)) - titles:
            assert not part or {f"heading.{part}", f"remark.{part}"} & set(catalog("en")), (name, part)
