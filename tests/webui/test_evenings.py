"""Every evening is remembered: looked at, opened at the desk, and taken along as a file."""

from __future__ import annotations

import csv
import io
import json
import re
import time
from pathlib import Path
from typing import Literal
from zipfile import ZipFile

import numpy as np
import pytest
from flask.testing import FlaskClient
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect
from pypdfium2 import PdfDocument

from journal import JournalError
from live.game.events import CameraChosen
from referee.tiles import parse_tiles
from roundfile.document import parse
from roundfile.seal import alterations, code, code_of
from tests.live.stage import Played
from tests.webui.looking import DRAWN, SCREENS, barriers, eventually
from tests.webui.staged import LYING, SIX, THREE, open_table
from tests.webui.visiting import opened
from webui import Access, create_app

JUMBO, SECOND_BOX = "jumbo-original-2016", "jumbo-original-2016+players=6"
DAY = 86400.0


class Days(Played):
    """A table whose evenings are days apart."""

    def __init__(self, folder: Path) -> None:
        self.time = 1.7e9
        super().__init__(folder, wall_time=lambda: self.time)

    def evening(self, names: tuple[str, ...] = THREE, rounds: int = 2) -> None:
        """A turn, and then rounds that the first player wins."""
        self.buttons.start_round(list(names), SECOND_BOX if len(names) > 4 else JUMBO, new_game=True)
        self.turn(*LYING[:1])
        for number in range(rounds):
            if number:
                self.buttons.next_round()
            self.buttons.score({name: 10 + place + number for place, name in enumerate(names) if place}, names[0])
        self.time += DAY


@pytest.fixture
def days(tmp_path: Path) -> Days:
    return Days(tmp_path)


@pytest.fixture
def client(days: Days) -> FlaskClient:
    return create_app(days.live, days.read, Access()).test_client()


def first(client: FlaskClient, place: int = 0) -> int:
    """The name of an evening, the newest being 0."""
    return int(client.get("/evenings/all").get_json()["evenings"][place]["first"])


def test_evenings_and_players_are_told(days: Days, client: FlaskClient) -> None:
    assert client.get("/evenings/all").get_json() == {"evenings": [], "players": []}
    days.evening()
    days.evening(rounds=1)
    told = client.get("/evenings/all").get_json()
    assert [len(one["sheets"][0]["columns"]) for one in told["evenings"]] == [1, 2]
    sheet = told["evenings"][1]["sheets"][0]
    assert sheet["rulebook"]["id"] == JUMBO
    assert (sheet["leaders"], sheet["totals"]["Anna"]) == (["Anna"], 48)
    anna = told["players"][0]
    assert (anna["name"], anna["evenings"], anna["rounds"], anna["won"]) == ("Anna", 2, 3, 3)


def test_a_journal_that_cannot_be_read_is_told_in_one_line(
    days: Days, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    days.evening()

    def unreadable(*_: object) -> None:
        raise JournalError("the journal cannot be read: look at the disk", "disk")

    monkeypatch.setattr(days.live.record.journal, "after_pauses", unreadable)
    for path in ("/evenings/all", "/evenings/1/sheet.csv", "/evening?evening=1"):
        answer = client.get(path)
        assert (answer.status_code, answer.get_json()["error"]) == (507, "the journal cannot be read: look at the disk")


def test_an_evening_is_opened_at_the_desk(days: Days, client: FlaskClient) -> None:
    days.evening()
    days.evening()
    old, new = first(client, 1), first(client)
    (turn,) = client.get(f"/evening?evening={old}").get_json()["turns"]
    assert client.get("/evening").get_json() == client.get(f"/evening?evening={new}").get_json()
    assert client.get(f"/evening/{turn['press']}?evening={old}").get_json()["player"] == "Anna"
    assert client.get(f"/evening/{turn['press']}").status_code == 404
    assert client.get(f"/evening?evening={old + 1}").status_code == 404


@pytest.mark.parametrize(
    ("language", "separator", "head", "foot"),
    [("de-AT", ";", "Runde", "Summe"), ("fr-CH", ";", "Manche", "Total"), ("it", ";", "Manche", "Totale"), ("en-GB", ",", "Round", "Total")],
)  # fmt: skip
def test_the_sheet_is_a_table_for_spreadsheets_of_the_reader_s_language(
    days: Days, client: FlaskClient, language: str, separator: str, head: str, foot: str
) -> None:
    days.evening(("Anna", "=2+2", "Zoë;=3,=4"))
    answer = client.get(f"/evenings/{first(client)}/sheet.csv", headers={"Accept-Language": language})
    assert answer.mimetype == "text/csv"
    assert re.fullmatch(r'attachment; filename="tileref-\d{4}-\d\d-\d\d\.csv"', answer.headers["Content-Disposition"])
    assert answer.data.startswith(b"\xef\xbb\xbf")
    assert list(csv.reader(io.StringIO(answer.data.decode("utf-8-sig")), delimiter=separator)) == [
        [head, "Anna", "'=2+2", "Zoë;=3,=4"],
        ["1", "23", "-11", "-12"],
        ["2", "25", "-12", "-13"],
        [foot, "48", "-23", "-25"],
    ]


def test_the_sheet_is_a_picture_as_long_as_it_needs_and_pages_to_print(days: Days, client: FlaskClient) -> None:
    sizes = {}
    for names, rounds in ((THREE, 2), (SIX, 70)):
        days.evening(names, rounds)
        days.time -= DAY
        days.buttons.amend(2, names[1], -99, days.time)
        days.time += DAY
        evening = first(client)
        picture = Image.open(io.BytesIO(client.get(f"/evenings/{evening}/sheet.png").data))
        picture.load()
        pages = client.get(f"/evenings/{evening}/sheet.pdf").data
        assert pages.startswith(b"%PDF-")
        sizes[rounds] = (picture.size, len(re.findall(rb"/Type /Page\b(?!s)", pages)))
    assert sizes[2][0][1] < 800
    assert sizes[70][0][1] > 3000
    assert (sizes[2][1], sizes[70][1]) == (1, 3)


def test_the_rounds_of_an_evening_are_files_for_any_program(days: Days, client: FlaskClient) -> None:
    days.evening(rounds=2)
    answer = client.get(f"/evenings/{first(client)}/rounds.zip")
    assert re.fullmatch(r'attachment; filename="tileref-\d{4}-\d\d-\d\d\.zip"', answer.headers["Content-Disposition"])
    with ZipFile(io.BytesIO(answer.data)) as archive:
        rounds = {name: parse(archive.read(name)) for name in archive.namelist()}
    assert [*rounds] == ["game-1-round-1.rummi.toml", "game-1-round-2.rummi.toml"]
    assert [len(one.get("turns", ())) for one in rounds.values()] == [1, 0]
    assert [one["result"]["winner"] for one in rounds.values()] == ["Anna", "Anna"]
    assert [fault for one in rounds.values() for fault in alterations(one)] == []


def test_the_sheet_to_print_bears_the_words_by_which_its_record_is_known_again(days: Days, client: FlaskClient) -> None:
    days.evening()
    with PdfDocument(client.get(f"/evenings/{first(client)}/sheet.pdf").data) as pages:
        text = pages[0].get_textpage().get_text_range()
    last = days.live.record.journal.link(days.live.record.journal.last_event)
    assert last is not None
    assert f"Code of the record: {code(last)}" in text
    assert days.told()["code"] == code(last), "phones keep it in mid-round"


def test_phones_are_told_the_codes_that_the_files_of_the_rounds_have_whatever_happens_after_each(
    days: Days, client: FlaskClient
) -> None:
    assert client.get("/codes").json == {"codes": []}
    days.time = time.time()
    days.buttons.start_round(list(THREE), JUMBO)
    days.turn(*LYING[:1])
    assert client.get("/codes").json == {"codes": []}, "the round goes on"
    days.buttons.score(dict.fromkeys(THREE[1:], 7), THREE[0])
    told = client.get("/codes").get_json()["codes"]
    assert [(one["players"], one["round"], one["turn"]) for one in told] == [([*THREE], 1, None)]
    days.time += 60
    days.live.note(CameraChosen("1"))
    days.buttons.next_round()
    with ZipFile(io.BytesIO(client.get(f"/evenings/{first(client)}/rounds.zip").data)) as archive:
        written = code_of(parse(archive.read("game-1-round-1.rummi.toml")))
    assert told[0]["code"] == written == client.get("/codes").get_json()["codes"][0]["code"]


def test_of_an_evening_without_a_sheet_there_is_no_file(days: Days, client: FlaskClient) -> None:
    days.buttons.start_round(list(THREE), JUMBO)
    assert client.get(f"/evenings/{first(client)}/sheet.csv").status_code == 404
    assert client.get("/evenings/99/sheet.png").status_code == 404
    assert client.get(f"/evenings/{first(client)}/sheet.doc").status_code == 404
    assert client.get("/evenings/99/missed").status_code == 404


def test_a_guest_without_the_code_sees_nothing_of_them(days: Days) -> None:
    guest = create_app(days.live, days.read, Access("0.0.0.0")).test_client()  # noqa: S104 - nothing listens here
    guest.environ_base["REMOTE_ADDR"] = "192.168.1.77"
    guest.environ_base["HTTP_HOST"] = "192.168.1.5:8000"
    assert guest.get("/evenings").location == "/door?to=/evenings"
    assert guest.get("/evenings/all").status_code == guest.get("/evenings/1/sheet.csv").status_code == 401


def come(browser: Browser, address: str, screen: str = "tablet") -> Page:
    """Somebody opens the evenings."""
    page = opened(browser, f"{address}/evenings", SCREENS[screen])
    expect(page.locator(".evening").first).to_be_visible()
    return page


@pytest.mark.slow
def test_an_evening_opens_with_its_sheet_its_files_and_its_turns(browser: Browser, days: Days) -> None:
    days.evening()
    days.evening(("Dora", "Emil"))
    with open_table(days) as address:
        page = come(browser, address)
        expect(page.locator("#players").get_by_role("row", name="Dora")).to_contain_text("2 (100 %)")
        older = page.locator(".evening").nth(1)
        expect(older.locator("table")).to_have_count(0)
        older.locator("summary").first.click()
        expect(older).to_contain_text("Anna is ahead with +48.")
        with page.expect_download() as download:
            older.get_by_role("link", name="CSV").click()
        assert download.value.suggested_filename.endswith(".csv")
        older.get_by_role("link", name="Turns at the desk").click()
        expect(page.locator("#turn h2")).to_have_text("Round 1, turn 1: Anna")
        page.reload()
        expect(page.locator("#turn h2")).to_have_text("Round 1, turn 1: Anna")
        page.context.close()


@pytest.mark.slow
def test_an_evening_tells_which_play_was_missed_and_shows_that_turn(browser: Browser, days: Days) -> None:
    days.buttons.start_round(["Anna", "Ben"], JUMBO)
    days.turn("R10 R11 R12")
    days.turn("R10 R11 R12", drew=True)
    days.buttons.score({"Ben": parse_tiles(["K11", "K12", "K13", "B11", "B12", "B13", "O4"])}, "Anna")
    with open_table(days) as address:
        page = come(browser, address)
        told = {
            name: page.locator("#players").get_by_role("row", name=name).locator("td").last for name in ("Anna", "Ben")
        }
        expect(told["Anna"]).to_have_text("\N{EN DASH}")
        expect(told["Ben"].get_by_role("link", name="3 tiles")).to_be_visible()
        page.get_by_role("link", name="Ben drew or passed in turn 2 of round 1, but could have laid 3 tiles.").click()
        expect(page.locator("#turn h2")).to_have_text("Round 1, turn 2: Ben")
        page.context.close()


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_table_wider_than_the_phone_lies_in_shade_where_it_goes_on(
    browser: Browser, days: Days, scheme: Literal["light", "dark"]
) -> None:
    days.evening()
    with open_table(days) as address:
        page = come(browser, address, "phone")
        page.emulate_media(color_scheme=scheme)
        table = page.locator("#players")
        goes_on = right_edge(table)
        table.evaluate("one => one.scrollTo(one.scrollWidth, 0)")
        ends = right_edge(table)
        page.set_viewport_size(SCREENS["television"])
        fits = right_edge(table)
        page.context.close()
    assert goes_on < 0.9 * ends
    assert ends == pytest.approx(fits, abs=1)


def right_edge(table: Locator) -> float:
    """How bright it is beside the right edge of a table's place, 0 to 255, letters and lines left out."""
    shot = Image.open(io.BytesIO(table.screenshot())).convert("L")
    return float(np.median(np.array(shot)[:, -6:-2]))


@pytest.mark.slow
@pytest.mark.parametrize("names", [THREE, SIX], ids=["three", "six"])
def test_the_evenings_fit_every_screen_for_every_eye(browser: Browser, days: Days, names: tuple[str, ...]) -> None:
    days.evening(names, 12)
    found = []
    with open_table(days) as address:
        page = come(browser, address)
        for name, screen in SCREENS.items():
            page.set_viewport_size(screen)
            assert eventually(page, lambda: bool(page.evaluate(DRAWN)))
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                found.append(f"{name}: the page is wider than the screen")
        found += barriers(page)
        page.context.close()
    assert found == []


@pytest.mark.slow
def test_the_replay_of_an_evening_is_one_file_in_the_reader_s_language(days: Days, client: FlaskClient) -> None:
    days.evening(rounds=2)
    answer = client.get(f"/evenings/{first(client)}/replay.html", headers={"Accept-Language": "it"})
    assert re.fullmatch(r'attachment; filename="tileref-\d{4}-\d\d-\d\d\.html"', answer.headers["Content-Disposition"])
    start = json.loads(re.search(r'id="start">(.*?)</script>', answer.text, re.DOTALL)[1])  # type: ignore[index] # it is there
    assert start["chosen"] == "it"
    assert [one["file"]["round"] for one in start["rounds"]] == [1, 2]
    assert client.get("/evenings/99/replay.html").status_code == 404


def test_one_replay_is_made_at_a_time(days: Days, client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    days.evening()
    path, meanwhile = f"/evenings/{first(client)}/replay.html", []

    def made(*_: object, **__: object) -> str:
        meanwhile.append(client.application.test_client().get(path).status_code)
        return "a page"

    monkeypatch.setattr("webui.evenings.run_in_process", made)
    assert client.get(path).text == client.get(path).text == "a page"
    assert meanwhile == [503, 503]


def test_a_replay_that_takes_too_long_is_said_in_one_line(
    days: Days, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    days.evening()
    monkeypatch.setattr("webui.evenings.REPLAYING", 0.0)
    answer = client.get(f"/evenings/{first(client)}/replay.html")
    assert (answer.status_code, "tileref replay" in answer.text) == (503, True)


def test_a_round_that_was_played_elsewhere_is_shown_with_its_code(days: Days, client: FlaskClient) -> None:
    days.evening()
    (archive,) = [ZipFile(io.BytesIO(client.get(f"/evenings/{first(client)}/rounds.zip").data))]
    texts = [archive.read(name) for name in archive.namelist()]
    for text in texts:
        days.live.sitting.imported.take(text.replace(b"Anna", b"Nora"))
    imported, own = sorted(client.get("/evenings/all").get_json()["evenings"], key=lambda one: not one["imported"])
    assert own["imported"] == []
    assert imported["players"] == ["Nora", *THREE[1:]]
    assert [len(sheet["columns"]) for sheet in imported["sheets"]] == [2]
    assert [one["whole"] for one in imported["imported"]] == [False, False]
    packed = ZipFile(io.BytesIO(client.get(f"/evenings/{imported['first']}/rounds.zip").data))
    assert {code_of(parse(packed.read(name))) for name in packed.namelist()} == {
        one["code"] for one in imported["imported"]
    }
    assert client.get(f"/evenings/{imported['first']}/sheet.csv").status_code == 200
    assert client.get("/evenings/imported/none/sheet.csv").status_code == 404
