"""The page in a real browser: Debian's Chromium, as a person at the table uses it."""

from __future__ import annotations

import shutil
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import Browser, Route, expect

from journal import Journal, JournalError
from tests.browser import DESK, PHONE
from tests.live.stage import EndlessStage, Played, elsewhere, place
from tests.webui.looking import barriers, place_of
from tests.webui.visiting import PATIENCE, Visit, end_round, lay, start

ASKED = """
const { get, set } = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, "src");
window.asked = [];
Object.defineProperty(HTMLImageElement.prototype, "src", {
  get,
  set(address) {
    asked.push(new URL(address, location).href);
    set.call(this, address);
  },
});
"""
"""Keeps what addresses images are given in `asked`: a browser loads one anew that it has had, or by chance does not."""

pytestmark = pytest.mark.slow


def test_a_camera_that_is_lost_is_told_in_the_reader_s_words(visit: Visit, stage: EndlessStage) -> None:
    page = visit.page
    start(page)
    notices = page.locator("#notices")
    stage.name, stage.trouble = "0", "camera 0 gives no picture; check its cable and its power"
    expect(notices).to_contain_text("No picture from camera 0: check its cable", timeout=PATIENCE)
    stage.name, stage.rate = "/home/anna/evening/round 2.mp4", 0.0
    stage.trouble = "/home/anna/evening/round 2.mp4: the recording is over"
    expect(notices).to_contain_text("The recording round 2.mp4 is over.", timeout=PATIENCE)
    stage.trouble, stage.rate = None, 1.0
    expect(notices).to_be_empty(timeout=PATIENCE)


def test_a_camera_that_was_moved_too_far_is_told_and_accepted_with_a_press(
    visit: Visit, stage: EndlessStage, played: Played
) -> None:
    page = visit.page
    start(page)
    played.buttons.mark_area([(0.0, 0.0), (0.9, 0.0), (0.9, 0.9), (0.0, 0.9)])
    lay(page, stage, "R10 R11 R12")
    stage.photo = elsewhere()
    notices = page.locator("#notices")
    expect(notices).to_contain_text("The camera was moved", timeout=PATIENCE)
    page.get_by_role("button", name="The picture is right: go on").first.click()
    expect(notices).to_be_empty(timeout=PATIENCE)


def test_tiles_too_small_in_the_picture_are_told_with_the_way_out(
    visit: Visit, stage: EndlessStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    start(visit.page)
    lay(visit.page, stage, "R10 R11 R12")
    said = visit.page.locator("#low")
    expect(said).to_be_hidden()
    monkeypatch.setattr("vision.reading.legible.LOW", 61.0)
    lay(visit.page, stage, "R10 R11 R12", "K1 B1 O1")
    expect(said).to_have_text("6 tiles are too small in the picture: move the camera nearer.", timeout=PATIENCE)


def test_a_full_disk_is_told_once_in_the_reader_s_words(
    browser: Browser, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise JournalError("the disk with /home/anna is full", "disk-full")

    context = browser.new_context(viewport=DESK, locale="de-DE")
    page = context.new_page()
    page.goto(address)
    page.get_by_role("button", name="Runde beginnen").click()
    page.get_by_role("button", name="Erster Zug beginnt").click()
    expect(page.locator("#draw")).to_be_enabled(timeout=PATIENCE)  # the first turn's beginning is recorded
    with monkeypatch.context() as patch:
        patch.setattr(Journal, "append", full)
        with page.expect_response(lambda answer: answer.status == 507):
            page.locator("#draw").click()
        told = page.locator("#notices .notice")
        expect(page.locator("#notices .notice.bad")).to_have_count(1, timeout=PATIENCE)
        expect(told).to_have_count(1, timeout=PATIENCE)
        expect(told).to_contain_text("Der Datenträger ist voll: Platz schaffen und noch einmal drücken.")
    page.locator("#draw").click()
    expect(told).to_have_count(0, timeout=PATIENCE)
    context.close()


def test_a_folder_deleted_in_play_is_told_with_a_button_that_writes_the_game_anew(visit: Visit, played: Played) -> None:
    page, folder = visit.page, played.folder / "data"
    start(page)
    shutil.rmtree(folder)
    told = page.locator("#notices")
    expect(told).to_contain_text("was deleted, moved or its disk taken away", timeout=PATIENCE)
    page.get_by_role("button", name="Write the game anew").click()
    expect(told).to_contain_text(f"The game is kept in {folder} from here on.", timeout=PATIENCE)
    page.locator("#draw").click()
    expect(told).to_be_empty(timeout=PATIENCE)
    assert "turn-ended" in played.events()


def test_a_fault_of_the_program_is_told_in_the_readers_words(visit: Visit) -> None:
    page = visit.page
    page.route(
        "**/api/start", lambda route: route.fulfill(status=500, json={"error": "raw", "code": "Internal Server Error"})
    )
    page.get_by_role("button", name="Start the round").click()
    expect(page.locator("#notices")).to_contain_text("what is recorded is safe", timeout=PATIENCE)
    visit.faults.clear()  # the browser reports the refusal it was told to expect


def test_a_refusal_is_gone_once_the_press_is_granted(visit: Visit) -> None:
    page = visit.page
    page.route("**/api/start", lambda route: route.fulfill(status=409, json={"error": "raw", "code": "stale"}), times=1)
    page.get_by_role("button", name="Start the round").click()
    refusal = page.locator("#notices").get_by_text("The game has moved on since.")
    expect(refusal).to_be_visible(timeout=PATIENCE)
    visit.faults.clear()  # the browser reports the refusal it was told to expect
    start(page)
    expect(refusal).to_be_hidden()


def test_one_press_starts_the_round_and_the_space_bar_ends_the_turn(visit: Visit, stage: EndlessStage) -> None:
    page = visit.page
    start(page)
    lay(page, stage, "R10 R11 R12")
    page.keyboard.press("Space")
    expect(page.locator("#verdict .word")).to_contain_text("Legal", timeout=PATIENCE)
    expect(page.locator("#verdict .word")).to_contain_text("3 tiles, 33 points")
    expect(page.locator("#turn-of")).to_have_text("Player 2")
    expect(page.locator("#verdict")).to_have_attribute("aria-live", "assertive")


def test_each_picture_of_the_camera_is_asked_for_once(visit: Visit) -> None:
    page = visit.page
    page.add_init_script(ASKED)
    page.reload()
    expect(page.locator("#photo")).to_be_visible(timeout=PATIENCE)
    asked = page.evaluate("asked")
    assert asked
    assert len(set(asked)) == len(asked)


def test_an_illegal_turn_says_why_and_what_to_do_and_undo_takes_it_back(visit: Visit, stage: EndlessStage) -> None:
    page = visit.page
    start(page)
    lay(page, stage, "K10 R11 B12")
    page.get_by_role("button", name="End turn").click()
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("Not legal", timeout=PATIENCE)
    expect(verdict).to_contain_text("Neither a group of one number nor a run of one colour.")
    expect(verdict).to_contain_text("Jumbo, 2016")
    expect(verdict).to_contain_text("Player 1 draws 3 penalty tiles.")
    expect(verdict).to_contain_text("The clock starts when it lies as before.")
    expect(page.locator("#clock-note")).to_have_text("waits for the table")
    expect(page.locator("#table").get_by_label("red 11")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#turn-of")).to_have_text("Player 1", timeout=PATIENCE)
    expect(verdict).not_to_contain_text("Not legal")


def test_a_joker_that_may_be_either_of_two_is_asked_about_and_put_in_its_place(
    visit: Visit, stage: EndlessStage
) -> None:
    page = visit.page
    start(page)
    lay(page, stage, "K10 J K9", "R11 B11 O11")
    page.get_by_role("button", name="End turn").click()
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("it may be black 8 or black 11. Which one?", timeout=PATIENCE)
    assert "null" not in verdict.inner_text()
    page.locator("#language").select_option("de")
    expect(verdict).to_contain_text("kann er die schwarze 8 oder schwarze 11 sein.", timeout=PATIENCE)
    page.locator("#language").select_option("en")
    expect(page.locator("html")).to_have_attribute("lang", "en", timeout=PATIENCE)
    page.get_by_role("button", name="Undo").click()
    lay(page, stage, "K9 K10 J", "R11 B11 O11")
    expect(page.locator("#table .tile").first).to_have_attribute("aria-label", "black 9", timeout=PATIENCE)
    page.get_by_role("button", name="End turn").click()
    expect(verdict).to_contain_text("Legal", timeout=PATIENCE)


def test_one_tile_of_one_point_is_spoken_of_as_one(visit: Visit, stage: EndlessStage) -> None:
    page = visit.page
    start(page)
    for sets, said in (
        (("R2 R3 R4", "K10 B10 O10"), "6 tiles, 39 points"),
        (("R2 R3 R4", "K10 B10 O10", "K11 B11 O11"), "3 tiles, 33 points"),
        (("R1 R2 R3 R4", "K10 B10 O10", "K11 B11 O11"), "1 tile, 1 point"),
    ):
        lay(page, stage, *sets)
        page.keyboard.press("Space")
        expect(page.locator("#verdict .word")).to_contain_text(said, timeout=PATIENCE)
    assert "1 points" not in page.locator("#verdict").inner_text()


def test_what_was_drawn_in_an_illegal_turn_is_put_back(visit: Visit, stage: EndlessStage) -> None:
    page = visit.page
    start(page)
    lay(page, stage, "R10 R11 R12")
    page.get_by_role("button", name="Drew a tile").click()
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("Player 1 puts 1 drawn tile back into the pool.", timeout=PATIENCE)
    expect(verdict).to_contain_text("Player 1 draws 3 penalty tiles.")


def test_the_space_bar_ends_the_turn_also_after_another_button_was_clicked(visit: Visit, stage: EndlessStage) -> None:
    page = visit.page
    start(page)
    lay(page, stage, "R10 R11 R12")
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Go on").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.keyboard.press("Space")
    expect(page.locator("#verdict .word")).to_contain_text("Legal", timeout=PATIENCE)


def test_a_question_is_answered_with_one_tap(visit: Visit, stage: EndlessStage) -> None:
    page = visit.page
    start(page)
    lay(page, stage, "K10 R10 B10", "K6 R6 B6", doubts={"B6": {"B6": 0.6, "B9": 0.39}})
    page.keyboard.press("Space")
    expect(page.locator("#verdict")).to_contain_text("Please take a look", timeout=PATIENCE)
    expect(page.locator("#verdict .likely .tile")).to_have_count(2)
    page.locator("#verdict .likely").get_by_label("blue 6").click()
    expect(page.locator("#verdict .word")).to_contain_text("Legal", timeout=PATIENCE)


def test_counts_that_contradict_each_other_are_told_in_the_reader_s_words(visit: Visit, stage: EndlessStage) -> None:
    page = visit.page
    start(page)
    lay(page, stage, "R1 R2 R3 R4 R5 R6 R7 R8", "B1 B2 B3 B4 B5 B6 B7 B8")
    page.keyboard.press("Space")
    note = page.locator("#verdict .note")
    expect(note).to_contain_text("Tiles laid by Player 1: 16, but the rack held 14. Tap", timeout=PATIENCE)
    page.locator("#language").select_option("de")
    expect(note).to_contain_text("Von Player 1 ausgelegte Steine: 16, auf der Bank waren aber 14.", timeout=PATIENCE)


def test_a_tile_on_the_table_is_corrected_with_two_taps(visit: Visit, stage: EndlessStage) -> None:
    page = visit.page
    start(page)
    lay(page, stage, "R10 R11 B12")
    page.locator("#table").get_by_label("blue 12").click()
    page.locator("#picker-all").get_by_label("red 12").click()
    expect(page.locator("#table").get_by_label("red 12")).to_be_visible(timeout=PATIENCE)
    page.keyboard.press("Space")
    expect(page.locator("#verdict .word")).to_contain_text("Legal", timeout=PATIENCE)


def test_a_tile_that_was_not_found_is_tapped_in_the_picture_and_named(visit: Visit, stage: EndlessStage) -> None:
    page = visit.page
    start(page)
    stage.now_show("R10 R11 R12", doubts={"R12": {}})
    expect(page.locator("#table .tile")).to_have_count(2, timeout=PATIENCE)
    expect(page.locator("#tap")).to_be_visible(timeout=PATIENCE)
    where = page.locator("#overlay").evaluate(
        "(svg, [x, y]) => { const { x: left, y: top } = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM()); return [left, top]; }",
        place(0, 2).mean(axis=0).tolist(),
    )
    page.mouse.click(*where)
    expect(page.locator("#picker-title")).to_have_text("Which tile lies there?")
    page.locator("#picker-all").get_by_label("red 12").click()
    expect(page.locator("#table .tile")).to_have_count(3, timeout=PATIENCE)
    page.keyboard.press("Space")
    expect(page.locator("#verdict .word")).to_contain_text("Legal", timeout=PATIENCE)


def test_a_tile_that_was_not_found_is_pointed_at_with_the_arrow_keys(visit: Visit, stage: EndlessStage) -> None:
    page = visit.page
    start(page)
    stage.now_show("R10 R11 R12", doubts={"R12": {}})
    expect(page.locator("#table .tile")).to_have_count(2, timeout=PATIENCE)
    picture = page.get_by_role("button", name="The arrow keys point at a tile")
    picture.focus()
    assert barriers(page) == []
    page.keyboard.press("ArrowLeft")
    width, height = map(float, str(picture.get_attribute("viewBox")).split()[2:])
    x, y = place(0, 2).mean(axis=0)
    for _ in range(round((0.49 - x / width) / 0.01)):
        page.keyboard.press("ArrowLeft")
    for _ in range(round((0.5 - y / height) / 0.01)):
        page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("#picker-title")).to_have_text("Which tile lies there?")
    page.locator("#picker-all").get_by_label("red 12").press("Enter")
    expect(page.locator("#table .tile")).to_have_count(3, timeout=PATIENCE)
    expect(picture).to_be_focused()


def test_the_keyboard_stays_on_a_tile_while_others_come_and_go(visit: Visit, stage: EndlessStage) -> None:
    page = visit.page
    start(page)
    lay(page, stage, "R10 R11 R12")
    page.locator("#table").get_by_label("red 11").focus()
    lay(page, stage, "R10 R11 R12", "B4 B5 B6")
    expect(page.locator("#table").get_by_label("red 11")).to_be_focused()
    lay(page, stage, "R10 K11 R12", "B4 B5 B6")
    expect(page.locator("#table").get_by_label("black 11")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#table").get_by_label("black 11")).not_to_be_focused()


def test_a_round_is_written_on_the_score_sheet(visit: Visit) -> None:
    page = visit.page
    start(page)
    page.get_by_role("button", name="Round over …").click()
    expect(page.locator("#ending-write")).to_be_hidden()
    page.locator("#winners").get_by_text("Player 1", exact=True).click()
    page.locator("#ending-end").click()
    page.get_by_label("Left on Player 2's rack", exact=True).fill("K3 R11 X")
    page.keyboard.press("Tab")
    expect(page.locator("#ending-error")).to_contain_text("'X' is no tile", timeout=PATIENCE)
    visit.faults.clear()  # the browser reports the refusal it was told to expect
    page.get_by_label("Left on Player 2's rack", exact=True).fill("K3 R11 J")
    page.locator("#ending-write").click()
    sheet = page.locator("#sheet")
    expect(sheet).to_contain_text("\N{MINUS SIGN}44", timeout=PATIENCE)
    expect(sheet.locator("tfoot td").first).to_have_text("0")
    page.get_by_role("button", name="Next round").click()
    expect(page.locator("#turn-of")).to_have_text("Player 2", timeout=PATIENCE)
    end_round(page, "Player 1")
    expect(page.get_by_label("Left on Player 2's rack", exact=True)).to_have_value("")


def test_a_match_to_an_agreed_number_of_points_says_who_has_won_it(visit: Visit) -> None:
    page = visit.page
    page.get_by_text("House rules and variants").click()
    page.get_by_role("combobox", name="Points for the match").select_option("100 points")
    start(page)
    match = page.locator("#match")
    for rack, shown in (
        ("60", "Agreed: 100 points"),
        ("40", "Player 1 has won the match with 100 points."),
    ):
        end_round(page, "Player 1")
        page.get_by_label("Left on Player 2's rack", exact=True).fill(rack)
        page.locator("#ending-write").click()
        expect(match).to_contain_text(shown, timeout=PATIENCE)
        page.get_by_role("button", name="Next round").click()
        expect(page.get_by_role("button", name="First turn starts")).to_be_visible(timeout=PATIENCE)
    expect(match).to_contain_text("Agreed: 100 points · reached in round 2")


def test_what_is_typed_for_a_rack_stays_when_the_winner_is_chosen_anew(visit: Visit) -> None:
    page = visit.page
    page.get_by_role("button", name="Add a player").click()
    start(page)
    end_round(page, "Player 1")
    page.get_by_label("Left on Player 3's rack", exact=True).fill("K3 R11")
    page.locator("#winners").get_by_text("Player 2", exact=True).click()
    expect(page.get_by_label("Left on Player 1's rack", exact=True)).to_have_value("")
    expect(page.get_by_label("Left on Player 3's rack", exact=True)).to_have_value("K3 R11")


def test_the_keyboard_stays_where_it_is_while_it_says_what_a_turn_took(
    visit: Visit, stage: EndlessStage, played: Played
) -> None:
    page = visit.page
    played.begin(rulebook="hertzano-original+discard")
    lay(page, stage, "R7 R8 R9")
    page.keyboard.press("Space")
    form = page.locator("#verdict .face-up")
    pool, none = (
        form.get_by_role("button", name="a tile from the pool"),
        form.get_by_role("button", name="no tile is left"),
    )
    pool.focus()
    page.keyboard.press("Space")
    expect(pool).to_have_attribute("aria-pressed", "true")
    expect(pool).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator("#picker-all").get_by_label("red 7").press("Enter")
    expect(form.get_by_role("button", name="red 7")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(none).to_have_attribute("aria-pressed", "true")
    expect(none).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#verdict .word")).to_contain_text("Anna", timeout=PATIENCE)


def test_a_turn_that_discards_is_recorded_and_what_cannot_be_is_said_in_one_sentence(
    visit: Visit, stage: EndlessStage, played: Played
) -> None:
    page = visit.page
    played.begin(rulebook="hertzano-original+discard")
    lay(page, stage, "R7 R8 R9", "K7 B7 R7")
    page.keyboard.press("Space")
    verdict = page.locator("#verdict")
    verdict.get_by_role("button", name="a tile from the pool").click(timeout=PATIENCE)
    expect(verdict.get_by_role("button", name="Judge the turn")).to_be_disabled()
    verdict.get_by_role("button", name="choose …").click()
    page.locator("#picker-all").get_by_label("red 7").click()
    verdict.get_by_role("button", name="Judge the turn").click()
    expect(verdict.locator(".word")).to_contain_text("discarded red 7", timeout=PATIENCE)
    expect(verdict).to_contain_text(
        "Red 7 is in play 3 times (2 on the table and 1 among Anna's discards), but the box holds 2."
    )
    expect(page.locator("#mat-foot")).to_contain_text("last discard: red 7")
    expect(page.get_by_role("button", name="End turn")).to_be_enabled()
    end_round(page, "Anna")
    page.get_by_label("Left on Ben's rack", exact=True).fill("R7 K1")
    page.locator("#ending-write").click()
    sheet = page.locator(".sheet")
    expect(sheet).to_contain_text("Red 7 is in play 4 times", timeout=PATIENCE)
    expect(sheet).to_contain_text("Tiles counted on Ben's rack: 2, but there must be 14. Count again.")
    expect(page.locator("#sheet")).to_contain_text("\N{MINUS SIGN}8")


def test_what_was_typed_last_counts_however_long_the_button_is_held(visit: Visit, played: Played) -> None:
    page = visit.page
    played.begin()
    end_round(page, "Anna")
    page.get_by_label("Left on Ben's rack", exact=True).fill("R7 K1")
    page.locator("#ending-write").click(delay=800)
    expect(page.locator("#sheet")).to_contain_text("\N{MINUS SIGN}8", timeout=PATIENCE)


def test_a_tap_on_a_name_alone_ends_no_round(visit: Visit, played: Played) -> None:
    page = visit.page
    played.begin()
    page.get_by_role("button", name="Round over …").click()
    page.locator("#winners").get_by_text("Ben", exact=True).click()
    page.locator("#ending-close").click()
    expect(page.locator("#end-text")).to_have_text("End turn")
    assert played.told()["phase"] == "playing"
    assert "round-ended" not in played.events()


def test_of_level_players_in_a_blocked_round_one_is_named_the_winner(visit: Visit, played: Played) -> None:
    page = visit.page
    played.begin("Anna", "Ben", "Cleo", rulebook="jumbo-fortuna-2005")
    page.get_by_role("button", name="Round over …").click()
    page.get_by_text("Nobody: blocked").click()
    page.locator("#ending-end").click()
    for name, points in (("Anna", "5"), ("Ben", "5"), ("Cleo", "9")):
        page.get_by_label(f"Left on {name}'s rack", exact=True).fill(points)
    expect(page.locator("#level")).to_be_hidden()
    page.locator("#ending-write").click()
    line = "Anna and Ben are level at 5, so the fewest tiles win: give their racks as tiles, or choose who wins just above."
    expect(page.locator("#ending-error")).to_have_text(line, timeout=PATIENCE)
    visit.faults.clear()  # the browser reports the refusal it was told to expect
    page.locator("#level").get_by_text("Ben").click()
    page.locator("#ending-write").click()
    expect(page.locator("#sheet")).to_contain_text("\N{MINUS SIGN}4", timeout=PATIENCE)
    expect(page.locator("#sheet .won")).to_have_text("+4")


def test_a_player_goes_out_with_the_open_tile(visit: Visit, stage: EndlessStage, played: Played) -> None:
    page = visit.page
    played.begin(rulebook="hertzano-original+open-last-stack")
    lay(page, stage, "R1 R2 R3 R4 R5 R6 R7", "B6 B7 B8 B9 B10 B11 B12 B13")
    page.get_by_role("button", name="Out with the open tile").click()
    page.locator("#picker-all").get_by_label("blue 6").click()
    expect(page.locator("#ending")).to_be_visible(timeout=PATIENCE)
    expect(page.locator("#verdict")).to_contain_text("took the open blue 6")


def test_a_claim_to_new_tiles_is_checked_from_typed_tiles(visit: Visit) -> None:
    page = visit.page
    start(page)
    page.get_by_role("button", name="Ask for new tiles").click()
    claim = page.locator("#claim")
    claim.get_by_text("Player 2").click()
    rack = claim.get_by_label("All tiles on that rack", exact=True)
    rack.fill("B3 B3 R8 R8 O10 O10 K1")
    expect(claim.locator(".drawn .tile")).to_have_count(7)
    claim.get_by_role("button", name="Check").click()
    line = "The claim is about the first 14 tiles, not about 7: give all of those and no others."
    expect(claim.locator(".error")).to_have_text(line, timeout=PATIENCE)
    visit.faults.clear()  # the browser reports the refusal it was told to expect
    rack.fill("B3 B3 R8 R8 O10 O10 K1 K2 K3 K4 K5 K6 K7 K8")
    claim.get_by_role("button", name="Check").click()
    expect(page.locator("#verdict")).to_contain_text("Player 2 has 3 pairs of equal tiles", timeout=PATIENCE)
    expect(page.locator("#clock-note")).to_have_text("first turn to start")


def test_a_photo_fills_in_a_claim_and_says_what_to_look_at(visit: Visit, stage: EndlessStage, tmp_path: Path) -> None:
    page = visit.page
    start(page)
    (tmp_path / "rack.png").write_bytes(cv2.imencode(".png", stage.paint(["R4 R5 ?"]))[1].tobytes())
    page.get_by_role("button", name="Ask for new tiles").click()
    page.get_by_label("Photo: All tiles on that rack").set_input_files(tmp_path / "rack.png")
    claim = page.locator("#claim")
    expect(claim.get_by_label("All tiles on that rack", exact=True)).to_have_value("R4 R5 ?", timeout=PATIENCE)
    expect(claim).to_contain_text("Look closely at ?: uncertain on the photo.")
    claim.get_by_role("button", name="Check").click()
    expect(claim.locator(".error")).to_contain_text("write what it is in place of the ?", timeout=PATIENCE)
    visit.faults.clear()  # the browser reports the refusal it was told to expect


def test_players_who_drew_the_same_tile_draw_again(visit: Visit) -> None:
    page = visit.page
    page.get_by_role("button", name="Add a player").click()
    start(page)
    page.get_by_role("button", name="Who begins").click()
    for player, tile in (("Player 1", "3"), ("Player 2", "12"), ("Player 3", "12")):
        page.get_by_label(f"{player} drew").fill(tile)
    page.get_by_role("button", name="The highest begins").click()
    expect(page.locator("#lots .error")).to_contain_text("Player 2 and Player 3 draw again", timeout=PATIENCE)
    visit.faults.clear()  # the browser reports the refusal it was told to expect
    expect(page.locator("#lots-names input")).to_have_count(2)
    page.get_by_label("Player 2 drew").fill("2")
    page.get_by_label("Player 3 drew").fill("1")
    page.get_by_role("button", name="The highest begins").click()
    expect(page.locator("#turn-of")).to_have_text("Player 2", timeout=PATIENCE)


def test_on_a_phone_the_form_and_the_questions_fit_sideways(visit: Visit, played: Played) -> None:
    page = visit.page
    page.set_viewport_size(PHONE)
    for language in ("de", "fr", "it", "en"):
        page.locator("#language").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language, timeout=PATIENCE)
        page.locator("#rulebook [value='hertzano-original']").check()
        for summary in page.locator("#setup summary").all():
            summary.click()
        expect(page.locator("#facts li").first).to_be_visible(timeout=PATIENCE)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    played.begin(rulebook="hertzano-original+discard+open-last-stack")
    page.get_by_role("button", name="End turn").click()
    expect(page.locator(".face-up")).to_be_visible(timeout=PATIENCE)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_play_area_is_dragged_on_the_camera_picture(visit: Visit, played: Played) -> None:
    page = visit.page
    start(page)
    page.get_by_role("button", name="Mark the play area").click()
    handle = page.locator("#overlay .handle").first
    box = place_of(handle)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] + 50, steps=4)
    page.mouse.up()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("button", name="Use the whole picture")).to_be_visible(timeout=PATIENCE)
    area = played.live.scene.area.corners
    assert area is not None
    assert area[0][0] > 0.2
    assert area[0][1] > 0.2
    assert area[2] == (0.88, 0.88)


def test_on_a_phone_nothing_scrolls_sideways_and_the_button_stays_in_reach(visit: Visit, stage: EndlessStage) -> None:
    page = visit.page
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    start(page)
    lay(page, stage, "K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11 K12 K13", "R10 R11 R12", "B1 B2 B3", "O7 R7 K7 B7")
    expect(page.get_by_role("button", name="End turn")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert (
        page.evaluate(
            "Math.max(...[...document.querySelectorAll('#table .tile')].map((t) => t.getBoundingClientRect().right))"
        )
        <= 390
    )


def test_a_page_opened_later_shows_the_same_table(visit: Visit, stage: EndlessStage) -> None:
    page = visit.page
    start(page)
    lay(page, stage, "R10 R11 R12")
    page.reload()
    expect(page.locator("#turn-of")).to_have_text("Player 1", timeout=PATIENCE)
    expect(page.locator("#table .tile")).to_have_count(3, timeout=PATIENCE)


def test_the_language_is_switched_on_the_page(visit: Visit) -> None:
    page = visit.page
    page.locator("#language").select_option("de")
    expect(page.get_by_role("button", name="Runde beginnen")).to_be_visible(timeout=PATIENCE)
    page.locator("#language").select_option("it")
    expect(page.get_by_role("button", name="Inizia la manche")).to_be_visible(timeout=PATIENCE)


def test_a_language_chosen_while_the_page_still_loads_counts(visit: Visit) -> None:
    page = visit.page
    held: list[Route] = []
    page.route("**/main.js", lambda route: held.append(route), times=1)  # noqa: PLW0108 # Playwright takes no built-in method
    with page.expect_request("**/main.js"):
        page.reload(wait_until="commit")
    page.locator("#language").select_option("it")
    for route in held:
        route.continue_()
    expect(page.get_by_role("button", name="Inizia la manche")).to_be_visible(timeout=PATIENCE)


def test_a_new_game_is_asked_about_first_and_loses_nothing(visit: Visit, played: Played) -> None:
    page = visit.page
    start(page)
    page.get_by_role("button", name="Round over").click()
    page.locator("#winners").get_by_text("Player 1").click()
    page.locator("#ending-end").click()
    page.locator("#racks input[name='Player 2']").fill("7")
    page.locator("#ending-write").click()
    page.get_by_role("button", name="New game").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    assert played.live.game.sheet is not None
    page.get_by_role("button", name="New game").click()
    page.get_by_role("dialog").get_by_role("button", name="New game").click()
    expect(page.locator("#setup")).to_be_visible(timeout=PATIENCE)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#sheet")).to_contain_text("\N{MINUS SIGN}7", timeout=PATIENCE)
