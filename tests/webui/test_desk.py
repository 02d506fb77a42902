"""Any turn of the evening can be looked at again, with the photos and the clauses by which it was judged."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, FilePayload, Page, expect

from referee.tiles import Tile, parse_tiles
from tests.live.stage import EndlessStage, Played, corners
from tests.webui.laying import take_turn
from tests.webui.looking import SCREENS, barriers, eventually, place_of, show_on
from tests.webui.staged import THREE, open_table, staged
from tests.webui.visiting import PATIENCE, Visit, lay, start
from vision.camera.photo import decode_photo
from vision.reading.table_reading import TableReading
from webui import create_app
from webui.photo_process import LAST_READINGS, LastReadings
from webui.pictures import NARROWED

OPENING = "R10 R11 R12"
HEIC = Path(__file__).parents[1] / "vision/marked.heic"


def test_a_guest_without_the_code_sees_nothing_of_the_evening(guest: FlaskClient) -> None:
    assert guest.get("/desk").location == "/door?to=/desk"
    assert guest.get("/evening").status_code == guest.get("/evening/1").status_code == 401


def test_what_is_no_turn_is_not_found(client: FlaskClient) -> None:
    assert client.get("/evening").get_json() == {"turns": []}
    answer = client.get("/evening/7")
    assert (answer.status_code, len(answer.get_json()["error"].splitlines())) == (404, 1)


@pytest.mark.slow
def test_a_turn_opens_with_both_photos_and_the_clause(
    visit: Visit, stage: EndlessStage, played: Played, client: FlaskClient
) -> None:
    page = visit.page
    start(page)
    for sets, word in (((OPENING,), "Legal"), ((OPENING, "K1 K2 O3"), "Not legal")):
        lay(page, stage, *sets)
        page.get_by_role("button", name="End turn").click()
        expect(page.locator("#verdict .word")).to_contain_text(word, timeout=PATIENCE)
    page.get_by_role("link", name="The evening").click()
    strip = page.locator("#strip button")
    expect(strip).to_have_count(2, timeout=PATIENCE)
    turn = page.locator("#turn")
    expect(turn).to_contain_text("either a group of one number nor a run of one colour", timeout=PATIENCE)
    expect(turn).to_contain_text("ended by the host")
    expect(turn.locator(".todo")).to_contain_text("Player 2 draws 3 penalty tiles")
    expect(turn.locator(".suspects li").first.locator(".tile")).to_have_count(3)
    expect(turn.locator("polygon.fault").first).to_be_attached()
    seen = turn.locator(".shot:visible")
    expect(seen).to_have_accessible_name("After: What the camera sees")
    page.keyboard.press("ArrowLeft")
    expect(turn.get_by_role("button", name="Both", pressed=True)).to_be_visible()
    expect(seen).to_have_count(2)
    expect(turn.locator(".felt:visible .laid .tile")).to_have_count(3)
    page.keyboard.press("ArrowLeft")
    expect(seen).to_have_accessible_name("Before: What the camera sees")
    expect(turn.locator(".felt:visible .tile")).to_have_count(3)
    page.keyboard.press("ArrowLeft")
    expect(turn).to_contain_text("turn 1: Player 1", timeout=PATIENCE)
    expect(turn.get_by_role("button", name="Before")).to_have_count(0)  # no table lay there
    page.keyboard.press("ArrowRight")
    expect(turn.get_by_role("button", name="Before", pressed=True)).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("ArrowLeft")
    expect(turn).to_contain_text("turn 1: Player 1", timeout=PATIENCE)
    photo = client.get(f"/photos/{client.get('/evening').get_json()['turns'][0]['photo']}?small").data
    shown = cv2.imdecode(np.frombuffer(photo, np.uint8), cv2.IMREAD_COLOR)
    assert shown is not None
    assert shown.shape[1] == NARROWED["small"]
    played.buttons.undo()
    page.goto(page.url.partition("/desk")[0] + "/desk")
    expect(page.locator("#strip")).to_contain_text("taken back", timeout=PATIENCE)


def to_desk(page: Page, played: Played, *turns: tuple[str, ...]) -> None:
    """These turns were played, and the desk is opened."""
    played.begin()
    assert isinstance(played.stage, EndlessStage)
    for sets in turns:
        take_turn(played, played.stage, *sets)
    page.goto(page.url.rstrip("/") + "/desk")
    expect(page.locator("#strip button")).to_have_count(len(turns), timeout=PATIENCE)


@pytest.mark.slow
def test_a_reason_leads_to_its_marks_and_back_by_finger_and_by_keyboard(browser: Browser, tmp_path: Path) -> None:
    with staged("illegal", THREE, tmp_path) as (_, address):
        page = browser.new_context(locale="en-GB", viewport=SCREENS["phone"]).new_page()
        page.goto(f"{address}/desk")
        reasons, badges = page.locator(".reasons li"), page.locator(".shot.after .badge")
        expect(reasons).to_have_count(4, timeout=PATIENCE)
        expect(reasons.first).to_be_in_viewport(ratio=1)
        page.get_by_role("button", name="Before").click()
        reasons.nth(1).click()
        expect(page.get_by_role("button", name="After", pressed=True)).to_be_visible()
        meant = badges.filter(has_text="2")
        expect(meant).to_have_class("badge meant")
        expect(meant).to_be_in_viewport()
        on_felt = page.get_by_role("button", name="Mark 2: show the reason")
        expect(on_felt).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name="Reason 2: show where")).to_be_focused()
        expect(reasons.nth(1)).to_be_in_viewport(ratio=1)
        badges.filter(has_text="3").click()
        expect(page.get_by_role("button", name="Reason 3: show where")).to_be_focused()
        expect(reasons.nth(2)).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("button", name="Reason 4: show where")).to_have_count(0)  # time lies nowhere
        assert barriers(page) == []
        page.context.close()


@pytest.mark.slow
def test_arrow_keys_leave_fields_alone_and_walk_the_list_of_turns(visit: Visit, played: Played) -> None:
    page = visit.page
    to_desk(page, played, (OPENING,), (OPENING, "O10 O11 O12"), (OPENING, "O10 O11 O12 O13"))
    turn = page.locator("#turn")
    page.get_by_text("Is the verdict wrong?").click()
    why = page.get_by_label("Why? It is kept with the turn.")
    why.fill("ab")
    why.press("ArrowLeft")
    why.press("x")
    expect(why).to_have_value("axb")
    expect(turn.get_by_role("button", name="After", pressed=True)).to_be_visible()
    page.locator("#strip button").last.focus()
    page.keyboard.press("ArrowUp")
    expect(turn).to_contain_text("turn 2: Ben", timeout=PATIENCE)
    page.keyboard.press("ArrowUp")
    expect(turn).to_contain_text("turn 1: Anna", timeout=PATIENCE)
    expect(page.locator("#strip button").first).to_be_focused()


@pytest.mark.slow
def test_a_turn_says_what_later_ones_moved_of_its_sets_and_leads_there(visit: Visit, played: Played) -> None:
    page = visit.page
    to_desk(page, played, (OPENING,), (OPENING, "O10 O11 O12 O13"), (OPENING, "O11 O12 O13", "O10 K10 B10"))
    turn = page.locator("#turn")
    page.locator("#strip button").first.click()
    expect(turn).to_contain_text(
        "2 later verdicts build on it. Its tiles still lie in the sets it left.", timeout=PATIENCE
    )
    page.locator("#strip button").nth(1).click()
    expect(turn).to_contain_text("1 later verdict builds on it.", timeout=PATIENCE)
    expect(turn.get_by_role("listitem").filter(has_text="Turn 3").get_by_label("orange 10")).to_be_visible()
    turn.get_by_role("button", name="Turn 3, Anna, moved").click()
    expect(turn).to_contain_text("turn 3: Anna", timeout=PATIENCE)
    turn.get_by_role("button", name="Both").click()
    expect(turn.locator(".felt:visible").get_by_label("lay here: orange 10")).to_be_visible()
    expect(turn.locator(".felt:visible .tile.moved")).to_have_count(1)


@pytest.mark.slow
def test_the_host_answers_at_the_desk_what_a_verdict_hangs_on(browser: Browser, tmp_path: Path) -> None:
    with staged("question", THREE, tmp_path) as (played, address):
        page = browser.new_context(locale="en-GB").new_page()
        page.goto(f"{address}/desk")
        asked = page.locator("#turn .asked")
        expect(asked).to_contain_text("The verdict depends on these tiles.", timeout=PATIENCE)
        asked.get_by_label("blue 6").click()
        assert eventually(page, lambda: "question-answered" in played.events())
        page.context.close()


@pytest.mark.slow
def test_the_host_overrules_the_last_turn_with_a_reason_and_takes_that_back(visit: Visit, played: Played) -> None:
    page = visit.page
    to_desk(page, played, (OPENING,))
    page.get_by_text("Is the verdict wrong?").click()
    page.get_by_label("Why? It is kept with the turn.").fill("a tile came from the pool")
    page.get_by_role("button", name="The turn does not count").click()
    turn = page.locator("#turn")
    expect(turn.locator(".verdict")).to_contain_text("The host decided: a tile came from the pool", timeout=PATIENCE)
    expect(turn.locator(".word")).to_contain_text("Not legal")
    page.get_by_role("button", name="Undo: verdict on turn 1, Anna").click()
    expect(turn.locator(".word")).to_contain_text("Legal", timeout=PATIENCE)
    page.get_by_role("button", name="Redo: verdict on turn 1, Anna").click()
    expect(turn.locator(".word")).to_contain_text("Not legal", timeout=PATIENCE)


@pytest.mark.slow
def test_the_clock_stands_while_the_host_settles_a_dispute(visit: Visit, played: Played) -> None:
    page = visit.page
    to_desk(page, played, (OPENING,))
    page.get_by_role("button", name="Stop the clock").click()
    page.get_by_role("button", name="Let the clock run on").wait_for(timeout=PATIENCE)
    assert not played.live.game.clock.running
    page.get_by_role("button", name="Let the clock run on").click()
    page.get_by_role("button", name="Stop the clock").wait_for(timeout=PATIENCE)
    assert played.live.game.clock.running


@pytest.mark.slow
def test_nobody_stops_the_clock_of_a_demo_round_that_presses_its_buttons_itself(visit: Visit, played: Played) -> None:
    page = visit.page
    to_desk(page, played, (OPENING,))
    buttons = [page.get_by_role("button", name=name) for name in ("Stop the clock", "Undo")]
    for button in buttons:
        expect(button).to_be_visible(timeout=PATIENCE)
    state = page.evaluate("fetch('/state').then((answer) => answer.json())")
    told = json.dumps({**state, "demo": {"byItself": True, "over": False}})
    page.route("**/events", lambda route: route.fulfill(content_type="text/event-stream", body=f"data: {told}\n\n"))
    page.route("**/state", lambda route: route.fulfill(content_type="application/json", body=told))
    page.reload()
    expect(page.locator("#strip button")).to_have_count(1, timeout=PATIENCE)
    for button in buttons:
        expect(button).to_be_hidden()


@pytest.mark.slow
def test_a_turn_that_others_built_on_says_why_its_verdict_stays(visit: Visit, played: Played) -> None:
    page = visit.page
    to_desk(page, played, (OPENING,), (OPENING, "O10 O11 O12"))
    page.locator("#strip button").first.click()
    expect(page.locator("#turn")).to_contain_text("undo as far as this turn", timeout=PATIENCE)
    expect(page.get_by_text("Is the verdict wrong?")).to_have_count(0)
    page.locator("#strip button").last.click()
    page.get_by_text("Is the verdict wrong?").click(timeout=PATIENCE)
    page.get_by_role("button", name="Judge again, as the table lies now").click()
    expect(page.locator("#turn")).to_contain_text("It was judged again", timeout=PATIENCE)


@pytest.mark.slow
def test_the_report_of_a_turn_is_a_file_that_opens_anywhere(visit: Visit, played: Played, tmp_path: Path) -> None:
    page = visit.page
    to_desk(page, played, (OPENING,), (OPENING, "K1 K2 O3"))
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the report").click()
    assert download.value.suggested_filename == "tileref-1-1-2.html"
    download.value.save_as(tmp_path / "report.html")
    report = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "Round 1, turn 2: Ben" in report
    assert report.count('src="data:image/jpeg') == 4  # both photos, as they were taken and with what was read
    assert "http" not in report.replace("http-equiv", "")


@pytest.mark.slow
def test_two_photos_of_a_turn_that_no_camera_saw_are_judged_at_the_desk(visit: Visit, stage: EndlessStage) -> None:
    page = visit.page
    page.goto(page.url.rstrip("/") + "/desk")
    page.get_by_role("button", name="Judge two photos").click()
    for label, sets in (("Photo before the turn", (OPENING,)), ("Photo after the turn", (OPENING, "K1 K2 O3"))):
        data = cv2.imencode(".jpg", stage.paint(sets))[1].tobytes()
        page.get_by_label(label).set_input_files({"name": "t.jpg", "mimeType": "image/jpeg", "buffer": data})
    page.get_by_role("button", name="Judge", exact=True).click()
    turn = page.locator("#turn")
    expect(turn.locator(".word")).to_contain_text("Not legal", timeout=PATIENCE)
    expect(turn.locator("polygon.fault").first).to_be_attached()
    expect(page.get_by_role("button", name="Both")).to_be_visible()
    for screen in ("phone", "tablet"):
        show_on(page, SCREENS[screen])
        page.evaluate("scrollTo(0, 0)")
        expect(turn.locator(".reasons li").first).to_be_in_viewport(ratio=1)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the report").click()
    assert download.value.suggested_filename == "tileref.html"
    assert barriers(page) == []


@pytest.mark.slow
def test_what_is_wrong_with_several_sets_is_said_once(visit: Visit, stage: EndlessStage) -> None:
    page = visit.page
    page.goto(page.url.rstrip("/") + "/desk#judge")
    for label, sets in (
        ("Photo before the turn", (OPENING,)),
        ("Photo after the turn", (OPENING, "K1 K2", "O5 O6", "B8")),
    ):
        data = cv2.imencode(".jpg", stage.paint(sets))[1].tobytes()
        page.get_by_label(label).set_input_files({"name": "t.jpg", "mimeType": "image/jpeg", "buffer": data})
    page.get_by_role("button", name="Judge", exact=True).click()
    verdict = page.locator("#turn .verdict")
    expect(verdict.get_by_text("a set needs at least three tiles")).to_have_count(1, timeout=PATIENCE)
    expect(verdict.locator(".suspects li")).to_have_count(3)
    expect(verdict.locator(".laid")).to_contain_text("Laid in this turn:")
    expect(verdict.locator(".laid .tile")).to_have_count(5)
    expect(page.get_by_text("No turn has been ended yet.")).to_be_hidden()
    turn = place_of(page.locator("#turn"))
    assert turn["x"] < turn["width"] / 10  # it has the whole width


@pytest.mark.slow
def test_the_photos_that_were_chosen_are_seen_each_below_its_name(visit: Visit, stage: EndlessStage) -> None:
    page = visit.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(page.url.rstrip("/") + "/desk#judge")
    shown = page.locator("#photos .chosen")
    expect(shown.first).to_be_hidden()
    data = cv2.imencode(".jpg", stage.paint((OPENING,)))[1].tobytes()
    photo: FilePayload = {"name": "image.jpg", "mimeType": "image/jpeg", "buffer": data}
    before, after = page.get_by_label("Photo before the turn"), page.get_by_label("Photo after the turn")
    before.set_input_files(photo)
    expect(shown.first).to_be_visible()
    expect(shown.last).to_be_hidden()
    after.set_input_files(photo)
    expect(shown.last).to_be_visible()
    assert place_of(before)["y"] < place_of(shown.first)["y"] < place_of(after)["y"] < place_of(shown.last)["y"]
    page.get_by_role("button", name="Judge", exact=True).scroll_into_view_if_needed()
    expect(page.get_by_role("button", name="Judge", exact=True)).to_be_in_viewport(ratio=1)
    after.set_input_files([])
    expect(shown.last).to_be_hidden()
    assert barriers(page) == []


@pytest.mark.slow
def test_photos_are_chosen_in_the_language_of_the_page_by_finger_and_by_keyboard(
    browser: Browser, address: str, stage: EndlessStage
) -> None:
    context = browser.new_context(locale="en-GB")
    context.add_cookies([{"name": "tileref_language", "value": "de", "url": address}])
    page = context.new_page()
    page.goto(f"{address}/desk#judge")
    form = page.get_by_role("dialog", name="Zwei Fotos beurteilen")
    before, after = form.get_by_label("Foto vor dem Zug"), form.get_by_label("Foto nach dem Zug")
    expect(before).to_have_accessible_name("Foto vor dem Zug, wenn es eins gibt Foto wählen")
    expect(after).to_have_accessible_description("kein Foto gewählt")
    # what the browser itself writes beside such a field is as small as can be
    assert [place_of(field)["width"] for field in (before, after)] == [1, 1]
    form.get_by_role("button", name="Beurteilen").click()
    expect(page.locator("#photos-error")).to_have_text("Zuerst das Foto nach dem Zug wählen.")
    expect(after).to_be_focused()
    data = cv2.imencode(".jpg", stage.paint((OPENING,)))[1].tobytes()
    with page.expect_file_chooser() as asked:
        after.press("Space")
    asked.value.set_files({"name": "image.jpg", "mimeType": "image/jpeg", "buffer": data})
    expect(after).to_have_accessible_description("1 Foto gewählt")
    expect(page.locator("#photos-error")).to_be_empty()
    with page.expect_file_chooser() as asked:
        form.get_by_text("Foto wählen").first.click()
    asked.value.set_files({"name": "image.jpg", "mimeType": "image/jpeg", "buffer": data})
    expect(form.get_by_text("1 Foto gewählt")).to_have_count(2)
    page.keyboard.press("Tab")
    expect(after).to_be_focused()
    assert page.locator("#photo-after-choose").evaluate("(button) => getComputedStyle(button).outlineStyle") == "solid"
    assert barriers(page) == []


@pytest.mark.slow
def test_the_form_for_two_photos_fits_a_phone_whatever_the_photos_are_called(visit: Visit) -> None:
    page = visit.page
    page.goto(page.url.rstrip("/") + "/desk")
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("button", name="Judge two photos").click()
    name = "a-photo-of-a-table-with-a-name-that-is-long_" * 3 + ".jpg"
    page.get_by_label("Photo after the turn").set_input_files(
        {"name": name, "mimeType": "image/jpeg", "buffer": b"any"}
    )
    assert page.evaluate(
        "[...document.querySelectorAll('#photos *')].every(e => e.getBoundingClientRect().right <= 390)"
    )
    assert page.evaluate("photos.scrollWidth <= photos.clientWidth")


@pytest.mark.slow
def test_photos_that_show_nothing_are_told_in_the_form(visit: Visit) -> None:
    page = visit.page
    page.goto(page.url.rstrip("/") + "/desk")
    page.get_by_role("button", name="Judge two photos").click()
    page.get_by_label("Photo after the turn").set_input_files(
        {"name": "t.jpg", "mimeType": "image/jpeg", "buffer": b"cat"}
    )
    page.get_by_role("button", name="Judge", exact=True).click()
    expect(page.locator("#photos-error")).to_contain_text("This file cannot be read as a photo", timeout=PATIENCE)
    visit.faults.clear()  # the browser reports the refusal it was told to expect


@pytest.mark.slow
def test_the_form_says_which_of_two_photos_cannot_be_used(visit: Visit, stage: EndlessStage) -> None:
    page = visit.page
    page.goto(page.url.rstrip("/") + "/desk#judge")
    lying, bare = (cv2.imencode(".jpg", stage.paint(sets))[1].tobytes() for sets in ((OPENING,), ()))
    before, after = "Photo before the turn, if there is one", "Photo after the turn"
    for field, data, told in (
        (before, b"cat", "Before: This file cannot be read as a photo"),
        (before, bare, "Before: No tiles found in this photo. If the table was still empty, tick the first lay-down"),
        (after, bare, "After: No tiles found: photograph the whole table"),
    ):
        for name in (before, after):
            buffer = data if name == field else lying
            page.get_by_label(name).set_input_files({"name": "t.jpg", "mimeType": "image/jpeg", "buffer": buffer})
        page.get_by_role("button", name="Judge", exact=True).click()
        expect(page.locator("#photos-error")).to_contain_text(told, timeout=PATIENCE)
    for name, buffer in ((before, bare), (after, lying)):
        page.get_by_label(name).set_input_files({"name": "t.jpg", "mimeType": "image/jpeg", "buffer": buffer})
    page.get_by_label("It was the player's first lay-down").check()
    page.get_by_role("button", name="Judge", exact=True).click()
    expect(page.locator("#turn .word")).to_contain_text("Legal", timeout=PATIENCE)
    visit.faults.clear()  # the browser reports the refusals it was told to expect


@pytest.mark.slow
def test_the_desk_fits_every_screen_and_bars_nobody(visit: Visit, played: Played) -> None:
    page = visit.page
    to_desk(page, played, (OPENING,), (OPENING, "K1 K2 O3"))
    page.get_by_text("Is the verdict wrong?").click()
    for screen in SCREENS.values():
        page.set_viewport_size(screen)
        assert page.evaluate("document.documentElement.scrollWidth") <= screen["width"]
        assert barriers(page) == []
    page.get_by_role("button", name="Judge two photos").click()
    assert barriers(page) == []


def test_a_report_is_made_of_a_turn_with_a_verdict_only(client: FlaskClient, played: Played) -> None:
    assert client.get("/evening/7/report").status_code == 404
    played.begin(watched=False)
    played.buttons.end_turn()
    answer = client.get(f"/evening/{played.live.game.last_event}/report")
    assert (answer.status_code, answer.get_json()["code"]) == (409, "no-report")


@pytest.mark.slow
def test_what_the_verdict_on_two_photos_hangs_on_is_answered_with_a_tap(visit: Visit, stage: EndlessStage) -> None:
    page = visit.page
    page.goto(page.url.rstrip("/") + "/desk#judge")
    doubts = {"B6": {"B6": 0.6, "B9": 0.39}}
    for label, sets in (
        ("Photo before the turn", (OPENING,)),
        ("Photo after the turn", (OPENING, "O6 R6 B6")),
    ):
        data = cv2.imencode(".jpg", stage.paint(sets, doubts))[1].tobytes()
        page.get_by_label(label).set_input_files({"name": "t.jpg", "mimeType": "image/jpeg", "buffer": data})
    page.get_by_role("button", name="Judge", exact=True).click()
    word, asked = page.locator("#turn .word"), page.locator(".asked")
    expect(word).to_contain_text("Please take a look", timeout=PATIENCE)
    expect(asked.locator(".crop image")).to_have_count(1)
    assert barriers(page) == []
    asked.get_by_role("button", name="blue 9").click()
    expect(word).to_contain_text("Not legal", timeout=PATIENCE)
    expect(asked).to_have_count(0)
    page.get_by_role("button", name="Judge two photos").click()
    page.get_by_role("button", name="Judge", exact=True).click()
    expect(word).to_contain_text("Please take a look", timeout=PATIENCE)  # what was said is kept nowhere
    asked.get_by_role("button", name="another tile").click()
    page.locator("#picker-all").get_by_label("black 6", exact=True).click()
    expect(word).to_contain_text("Legal", timeout=PATIENCE)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the report").click()
    report = download.value.path().read_text(encoding="utf-8")
    assert "In the photo after the turn, a person says of a tile: K6." in report


@pytest.mark.parametrize(
    "answers",
    [
        7,
        [7],
        [{"photo": "between", "corners": [[0, 0]] * 4, "tile": "R6"}],
        [{"photo": "after", "corners": "here", "tile": "R6"}],
        [{"photo": "after", "corners": [[9000, 9000]] * 4, "tile": "R6"}],
        [{"photo": "after", "corners": [[0, 0]] * 4, "tile": "Z6"}],
    ],
    ids=str,
)
def test_an_answer_about_no_tile_of_the_photos_is_refused_in_one_line(
    client: FlaskClient, stage: EndlessStage, answers: object
) -> None:
    photo = base64.b64encode(cv2.imencode(".jpg", stage.paint((OPENING,)))[1].tobytes()).decode()
    body = {"after": photo, "rulebook": "jumbo-original-2016", "answers": answers}
    answer = client.post("/api/audit", json=body)
    assert (answer.status_code, len(answer.get_json()["error"].splitlines())) == (409, 1)


def test_of_a_photo_that_browsers_do_not_show_the_answer_has_a_picture(played: Played, stage: EndlessStage) -> None:
    reading = stage.read(stage.paint((OPENING,)), copies=2)
    client = create_app(played.live, lambda _data, _copies: reading).test_client()
    heic = base64.b64encode(HEIC.read_bytes()).decode()
    found = client.post("/api/audit", json={"after": heic, "rulebook": "jumbo-original-2016"}).get_json()
    assert decode_photo(base64.b64decode(found["after"]["jpeg"]), "photo").shape == (128, 96, 3)


def test_an_answer_is_judged_without_reading_the_photos_again(played: Played, stage: EndlessStage) -> None:
    read: list[bytes] = []

    def reading(data: bytes, copies: int) -> TableReading:
        read.append(data)
        return played.read(data, copies)

    client = create_app(played.live, reading).test_client()
    photos = [cv2.imencode(".jpg", stage.paint(sets))[1].tobytes() for sets in ((OPENING, "K1 K2 K3 R9"), (OPENING,))]
    after, before = (base64.b64encode(data).decode() for data in photos)
    body = {"before": before, "after": after, "rulebook": "jumbo-original-2016"}
    found = client.post("/api/audit", json=body).get_json()
    odd = next(tile["corners"] for tile in found["after"]["tiles"] if tile["tile"] == "R9")
    answers = {"answers": [{"photo": "after", "corners": odd, "tile": None}]}
    assert read == photos
    assert client.post("/api/audit", json={**body, **answers}).get_json()["verdict"]["verdict"] == "legal"
    assert read == photos
    changed = client.post("/api/audit", json={**body, "after": before, **answers})  # another photo in its place
    assert (changed.status_code, read) == (409, photos)
    assert client.post("/api/audit", json=body).get_json()["verdict"]["verdict"] == "illegal"
    assert read == [*photos, *photos]


def test_no_more_than_the_last_readings_are_held(played: Played, stage: EndlessStage) -> None:
    read: list[bytes] = []

    def reading(data: bytes, copies: int) -> TableReading:
        read.append(data)
        return played.read(data, copies)

    photos = [cv2.imencode(".jpg", stage.paint((f"R{n} R{n + 1} R{n + 2}",)))[1].tobytes() for n in range(1, 10)]
    readings = LastReadings(reading)
    assert len(photos) == LAST_READINGS + 1
    for data in photos:
        readings.read(data, 2, anew=True)
    for data in reversed(photos):
        readings.read(data, 2)
    assert read == [*photos, photos[0]]
    readings.read(photos[0], 4)  # with more tiles in the box, it may show others
    assert read == [*photos, photos[0], photos[0]]


def test_what_is_said_to_be_no_tile_counts_for_none(client: FlaskClient, stage: EndlessStage) -> None:
    before, after = (
        base64.b64encode(cv2.imencode(".jpg", stage.paint(sets))[1].tobytes()).decode()
        for sets in ((OPENING,), (OPENING, "K1 K2 K3 R9"))
    )
    body = {"before": before, "after": after, "rulebook": "jumbo-original-2016"}
    found = client.post("/api/audit", json=body).get_json()
    assert found["verdict"]["verdict"] == "illegal"
    odd = next(tile["corners"] for tile in found["after"]["tiles"] if tile["tile"] == "R9")
    answers = [{"photo": "after", "corners": odd, "tile": None}]
    found = client.post("/api/audit", json={**body, "answers": answers}).get_json()
    assert found["verdict"]["verdict"] == "legal"
    assert found["sets"]["after"] == [OPENING.split(), ["K1", "K2", "K3"]]


@pytest.mark.slow
def test_a_turn_of_which_somebody_named_a_tile_between_others_is_shown_with_its_marks(
    browser: Browser, tmp_path: Path
) -> None:
    played = Played(tmp_path)
    played.begin()
    played.turn(OPENING)
    played.turn(OPENING, "K1 K2 K3 O9 O10 O11", "B1 B2", doubts={"K3": {}})
    x, y = (sum(part) / 4 for part in zip(*corners(1, 2), strict=True))
    played.buttons.add(x, y, Tile.parse("K3"))
    played.run()
    with open_table(played) as address:
        page = browser.new_page()
        page.goto(f"{address}/desk")
        expect(page.locator("#turn .felt.after .fault .tile")).to_have_count(2, timeout=PATIENCE)
        lines = page.locator("#turn .shot.after .judged .fault")
        expect(lines).to_have_count(1)  # about a set that has another number since
        tiles = page.locator("#turn .shot.after .judged .face")
        assert place_of(lines)["width"] < 2.5 * place_of(tiles.first)["width"]
        page.context.close()
    played.live.close()


LEFT = "K11 K12 K13 K1 K2 O3 B1 B4 B7 B10 R2 R5 R8 R11 O6 O9 O12"
"""What is left of 14 tiles after three were drawn for an illegal turn."""


@pytest.mark.slow
def test_the_desk_says_whether_a_turn_could_have_laid(visit: Visit, played: Played) -> None:
    page = visit.page
    to_desk(page, played, (OPENING,), (OPENING, "K1 K2 O3"))
    played.buttons.score({"Ben": parse_tiles(LEFT.split())}, "Anna")
    expect(page.get_by_text("The round is written down: undo that first.")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Could tiles have been laid?").click()
    answer = page.locator("#turn [role=status]").filter(has_text="Yes, if")
    expect(answer).to_contain_text("This could have been laid:", timeout=PATIENCE)
    assert barriers(page) == []


def test_of_a_round_whose_racks_were_not_counted_nobody_knows(client: FlaskClient, played: Played) -> None:
    played.begin(watched=False)
    played.buttons.end_turn()
    answer = client.get(f"/evening/{played.live.game.last_event}/could")
    assert answer.get_json() == {"could": "unknown", "played": [], "needs": []}
    assert client.get("/evening/7/could").status_code == 404
