"""After a round each rack is counted from the phone of whoever holds it, and everybody sees the sums grow."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from tests.live.stage import Played
from tests.webui.away import party
from tests.webui.looking import SCREENS, SMALL_PHONE, barriers, place_of, show_on
from tests.webui.staged import SIX, THREE, open_table, staged
from tests.webui.visiting import opened, read_in
from webui.languages import LANGUAGES

pytestmark = pytest.mark.slow

BEN, CLEO = THREE[1:]


def come(browser: Browser, address: str, screen: str = "phone", **options: str) -> Page:
    """Another device at the table."""
    return opened(browser, address, SCREENS[screen], **options)


def photo(played: Played, folder: Path, *sets: str, **doubts: dict[str, float]) -> Path:
    """A photo of a rack in a file."""
    path = folder / f"rack-{len(list(folder.glob('rack-*')))}.png"
    path.write_bytes(cv2.imencode(".png", played.stage.paint(sets, doubts))[1].tobytes())
    return path


@pytest.fixture
def ended(tmp_path: Path) -> Iterator[tuple[Played, str]]:
    """Anna has gone out."""
    with staged("over", THREE, tmp_path) as table:
        yield table


@pytest.mark.parametrize("screen", ["phone", "tablet"])
def test_a_rack_that_is_missing_is_said_where_the_score_is_written(
    browser: Browser, ended: tuple[Played, str], tmp_path: Path, screen: str
) -> None:
    played, address = ended
    page = come(browser, address, screen)
    shot = photo(played, tmp_path, "R9 K5 B9 O3 O4 O5 O6 O7 K1 K2 K3 K4 K5 K6")
    page.get_by_label(f"Photo: Left on {BEN}'s rack").set_input_files(shot)
    expect(page.get_by_role("region", name=BEN).locator(".sum")).to_contain_text("points")
    page.locator("#ending").evaluate("(dialog) => dialog.scrollTo(0, 0)")
    write = page.get_by_role("dialog").get_by_role("button", name="Write the score")
    write.click()
    told = page.get_by_role("alert").get_by_text(f"{CLEO}'s rack is missing")
    expect(told).to_be_in_viewport(ratio=1)
    assert place_of(told)["y"] < place_of(write)["y"]
    page.context.close()


@pytest.mark.parametrize("screen", [SMALL_PHONE, SCREENS["phone"]], ids=["small phone", "phone"])
def test_who_of_level_players_wins_is_asked_in_sight(browser: Browser, tmp_path: Path, screen: ViewportSize) -> None:
    played = Played(tmp_path)
    played.begin(*SIX, rulebook="jumbo-original-2016+players=6")
    played.buttons.end_round(None)
    for name in SIX:
        played.buttons.count_rack(name, 5)
    with open_table(played) as address:
        page = come(browser, address)
        show_on(page, screen)
        page.locator("#ending-write").click()
        told = page.locator("#ending-error")
        expect(told).to_contain_text("choose who wins just above")
        expect(told).to_be_in_viewport(ratio=1)
        expect(page.locator("#level").get_by_label(SIX[0])).to_be_focused()
        for part in [page.get_by_text("Level: who wins?"), *page.locator("#level span").all()]:
            expect(part).to_be_in_viewport(ratio=1)
            place = place_of(part)
            assert place["y"] + place["height"] <= place_of(told)["y"]
        page.keyboard.press("ArrowDown")
        page.locator("#ending-write").click()
        expect(page.locator("#ending")).to_be_hidden()
        assert played.told()["sheet"]["columns"][0]["winner"] == SIX[1]
        page.context.close()


def test_a_photo_without_tiles_is_refused_above_the_buttons(
    browser: Browser, ended: tuple[Played, str], tmp_path: Path
) -> None:
    played, address = ended
    page = come(browser, address, locale="de-DE")
    for name, sets in ((BEN, ["R9 K5 B9 O3 O4 O5 O6 O7 K1 K2 K3 K4 K5 K6"]), (CLEO, ["R1 R2 R3"]), (CLEO, [])):
        rack = page.get_by_role("region", name=name)
        rack.locator("[type=file]").set_input_files(photo(played, tmp_path, *sets))
        if sets:
            expect(rack.locator(".sum")).to_contain_text("Punkte")
    told = page.locator("#racks .error")
    expect(told).to_be_in_viewport(ratio=1)
    place = place_of(told)
    assert place["y"] + place["height"] <= place_of(page.locator("#ending-write"))["y"]
    page.context.close()


def test_a_rack_is_counted_from_a_phone_and_the_sum_grows_on_the_stage(
    browser: Browser, ended: tuple[Played, str], tmp_path: Path
) -> None:
    played, address = ended
    phone, laptop, stage = come(browser, address), come(browser, address, "tablet"), come(browser, f"{address}/stage")
    gain = stage.locator("#gain")
    expect(stage.locator("#stage")).to_have_attribute("data-scene", "count")
    expect(gain).to_have_text("0")
    rack = phone.get_by_role("region", name=BEN)
    shot = photo(played, tmp_path, "R9 K5 B9 ?", B9={"B9": 0.6, "B6": 0.39})
    phone.get_by_label(f"Photo: Left on {BEN}'s rack").set_input_files(shot)
    expect(rack.locator(".shot polygon")).to_have_count(4)
    expect(rack).to_contain_text("Uncertain on the photo: blue 9 and unreadable tile. Tap those tiles.")
    expect(rack).to_contain_text("14 tiles on the rack")
    rack.locator(".set").get_by_label("blue 9, uncertain").click()
    phone.locator("#picker-likely").get_by_label("blue 6").click()
    assert played.told()["count"]["racks"][0]["points"] is None
    rack.locator(".shot g.doubt").click()
    phone.locator("#picker-none").click()
    expect(rack.locator(".sum")).to_have_text("20 points")
    expect(rack.locator(".shot polygon")).to_have_count(3)
    expect(laptop.get_by_role("region", name=BEN).locator(".set .tile")).to_have_count(3)
    expect(gain).to_have_text("+20")
    expect(stage.locator(".racks .done")).to_contain_text("20 points")
    laptop.get_by_label(f"Left on {CLEO}'s rack", exact=True).fill("24")
    laptop.keyboard.press("Tab")
    expect(gain).to_have_text("+44")
    phone.locator("#ending-write").click()
    expect(laptop.locator("#sheet")).to_contain_text("+44")
    expect(laptop.locator("#ending")).to_be_hidden()
    for page in (phone, laptop, stage):
        page.context.close()


def test_the_score_is_not_written_with_what_an_uncertain_tile_most_looks_like(
    browser: Browser, ended: tuple[Played, str], tmp_path: Path
) -> None:
    played, address = ended
    page = come(browser, address)
    page.get_by_label(f"Left on {CLEO}'s rack", exact=True).fill("24")
    page.keyboard.press("Tab")
    expect(page.get_by_role("region", name=CLEO).locator(".sum")).to_have_text("24 points")
    shot = photo(played, tmp_path, "B9 K5", B9={"B9": 0.6, "B6": 0.39})
    page.get_by_label(f"Photo: Left on {BEN}'s rack").set_input_files(shot)
    rack = page.get_by_role("region", name=BEN)
    expect(rack).to_contain_text("Uncertain on the photo: blue 9.")
    page.locator("#ending-write").click()
    expect(rack.get_by_text("Uncertain on the photo: blue 9.")).to_be_in_viewport(ratio=1)
    assert played.told()["count"]["racks"][0]["points"] is None
    rack.get_by_role("button", name="Read correctly").click()
    page.locator("#ending-write").click()
    expect(page.locator("#sheet")).to_contain_text("+38")


def test_what_is_half_counted_is_there_after_the_page_is_loaded_anew(
    browser: Browser, ended: tuple[Played, str], tmp_path: Path
) -> None:
    played, address = ended
    page = come(browser, address)
    rack, field = page.get_by_role("region", name=BEN), page.get_by_label(f"Left on {CLEO}'s rack", exact=True)
    shot = photo(played, tmp_path, "B9 K5 R9", B9={"B9": 0.6, "B6": 0.39})
    page.get_by_label(f"Photo: Left on {BEN}'s rack").set_input_files(shot)
    expect(rack).to_contain_text("Uncertain on the photo: blue 9.")
    field.press_sequentially("24")
    page.reload()
    expect(rack).to_contain_text("Uncertain on the photo: blue 9.")
    expect(field).to_have_value("24")
    rack.locator(".shot g.doubt").click()
    expect(page.locator("#picker-crop svg")).to_be_visible()
    page.locator("#picker-likely").get_by_label("blue 6").click()
    expect(rack.locator(".sum")).to_have_text("20 points")
    page.reload()
    expect(rack.locator(".sum")).to_have_text("20 points")
    expect(rack.locator(".shot polygon")).to_have_count(3)
    page.locator("#ending-write").click()
    expect(page.locator("#sheet")).to_contain_text("+44")


def test_a_rack_that_was_counted_elsewhere_while_the_page_was_loaded_anew_is_as_counted_there(
    browser: Browser, ended: tuple[Played, str], tmp_path: Path
) -> None:
    played, address = ended
    page = come(browser, address)
    rack = page.get_by_role("region", name=BEN)
    shot = photo(played, tmp_path, "B9 K5", B9={"B9": 0.6, "B6": 0.39})
    page.get_by_label(f"Photo: Left on {BEN}'s rack").set_input_files(shot)
    expect(rack).to_contain_text("Uncertain on the photo: blue 9.")
    page.goto("about:blank")
    played.buttons.count_rack(BEN, 30)
    page.goto(address)
    expect(rack.locator(".sum")).to_have_text("30 points")
    expect(rack.locator(".shot")).to_have_count(0)
    expect(page.get_by_label(f"Left on {BEN}'s rack", exact=True)).to_have_value("30")


def test_a_photo_that_cannot_be_used_is_told_at_its_rack_and_what_was_counted_stays(
    browser: Browser, ended: tuple[Played, str], tmp_path: Path
) -> None:
    played, address = ended
    page = come(browser, address, locale="de-DE")
    page.get_by_label(f"Noch auf der Bank von {BEN}", exact=True).fill("24")
    page.keyboard.press("Tab")
    expect(page.get_by_role("region", name=BEN)).to_contain_text("24 Punkte")
    no_photo, huge = tmp_path / "text.jpg", tmp_path / "huge.heic"
    no_photo.write_text("no photo")
    huge.write_bytes(bytes(13 * 1024 * 1024))
    for file in (no_photo, huge):
        page.get_by_label(f"Foto: Noch auf der Bank von {CLEO}").set_input_files(file)
        told = page.get_by_role("region", name=CLEO).get_by_text("Diese Datei lässt sich nicht als Foto lesen")
        expect(told).to_be_in_viewport(ratio=1)
        page.get_by_label(f"Foto: Noch auf der Bank von {CLEO}").set_input_files(photo(played, tmp_path, "R9 K5"))
        expect(told).to_have_count(0)
        expect(page.get_by_role("region", name=CLEO)).to_contain_text("14 Punkte")
    assert [rack["points"] for rack in played.told()["count"]["racks"]] == [24, 14]


def test_nobody_is_told_of_a_slow_line_while_a_photo_is_read(
    browser: Browser, ended: tuple[Played, str], tmp_path: Path
) -> None:
    played, address = ended
    page = come(browser, address)
    held: list[Route] = []
    page.route("**/api/rack", lambda route: held.append(route))  # noqa: PLW0108 - Playwright wants a function of its own
    page.get_by_label(f"Photo: Left on {BEN}'s rack").set_input_files(photo(played, tmp_path, "R9 K5"))
    rack = page.get_by_role("region", name=BEN)
    expect(rack).to_contain_text("Reading the photo")
    page.wait_for_timeout(1000)  # longer than any other press may take before it is said to be on its way
    expect(page.locator("#notices")).to_be_empty()
    held[0].fulfill(status=503, json={"error": "other photos are being read: try again in a moment"})
    expect(rack).to_contain_text("Another photo from this device is still being read")


ON_PHOTO = """async (outlines) => {
  const { onPhoto } = await import("/static/count/shown.js");
  const seen = outlines.map((corners) => ({ tile: "K7", doubt: false, corners }));
  const shot = onPhoto({ href: "/static/icon.svg", left: 0, up: 0, width: 400, height: 400 }, seen, new Set(), () => {});
  shot.style.width = "400px";
  document.body.prepend(shot);
  const { top } = shot.querySelector("svg").getBoundingClientRect();
  return [...shot.querySelectorAll("rect")].map((label) => { const box = label.getBoundingClientRect(); return (box.top + box.bottom) / 2 - top; });
}"""


def test_whoever_still_has_tiles_plays_on(browser: Browser, ended: tuple[Played, str]) -> None:
    played, address = ended
    page = come(browser, address, "tablet")
    page.get_by_role("dialog").get_by_role("button", name=f"{THREE[0]} still has tiles").click()
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.locator("#end-text")).to_have_text("End turn")
    assert played.told()["winner"] is None


def test_a_round_goes_on_where_the_pool_still_holds_tiles(browser: Browser, tmp_path: Path) -> None:
    played = Played(tmp_path)
    played.begin(watched=False)
    while played.told()["state"] == "turn":
        played.stage.seconds += 5
        played.buttons.end_turn(drew=True)
    with open_table(played) as address:
        page = come(browser, address)
        page.get_by_role("button", name="Play on").click()
        page.keyboard.type("3")
        page.keyboard.press("Enter")
        expect(page.get_by_role("dialog")).to_be_hidden()
        expect(page.locator("#end-text")).to_have_text("End turn")
        assert played.told()["pool"] == 3
        page.context.close()


def test_on_a_rack_of_two_tiers_no_name_hides_the_tile_below(browser: Browser, ended: tuple[Played, str]) -> None:
    page = come(browser, ended[1])
    tiles = [[[40, top], [90, top], [90, top + 70], [40, top + 70]] for top in (60, 140)]
    upper, lower = page.evaluate(ON_PHOTO, tiles)
    assert 60 < upper < 130, "on its own tile"
    assert lower > 210, "below, where nothing lies"
    page.context.close()


def test_what_cannot_be_is_shown_at_the_tile_and_gone_once_it_is_changed(
    browser: Browser, ended: tuple[Played, str]
) -> None:
    played, address = ended
    laptop, stage = come(browser, address, "tablet"), come(browser, f"{address}/stage", "television")
    rack = laptop.get_by_role("region", name=CLEO)
    laptop.get_by_label(f"Left on {CLEO}'s rack", exact=True).fill("R1 R1 K4")
    laptop.keyboard.press("Tab")
    line = f"Red 1 is in play 3 times (1 on the table and 2 on {CLEO}'s rack), but the box holds 2."
    expect(rack).to_contain_text(line)
    expect(rack.locator(".tile.blamed")).to_have_count(2)
    expect(rack).to_contain_text(f"Tiles counted on {CLEO}'s rack: 3, but there must be 14.")
    expect(stage.locator(".racks .tile.blamed")).to_have_count(2)
    assert played.told()["sheet"]["columns"] == []
    rack.locator(".tile.blamed").first.click()
    laptop.locator("#picker-all").get_by_label("red 2", exact=True).click()
    expect(rack.locator(".tile.blamed")).to_have_count(0)
    expect(rack).not_to_contain_text("Red 1")
    expect(laptop.get_by_label(f"Left on {CLEO}'s rack", exact=True)).to_have_value("R2 R1 K4")
    expect(stage.locator(".racks .tile.blamed")).to_have_count(0)
    for page in (laptop, stage):
        page.context.close()


def test_of_two_devices_the_one_that_counted_last_is_shown_on_both(
    browser: Browser, ended: tuple[Played, str], tmp_path: Path
) -> None:
    played, address = ended
    phone, laptop = come(browser, address), come(browser, address, "tablet")
    phone.get_by_label(f"Photo: Left on {BEN}'s rack").set_input_files(photo(played, tmp_path, "R9 K5"))
    rack = phone.get_by_role("region", name=BEN)
    expect(rack.locator(".sum")).to_have_text("14 points")
    expect(rack.locator(".shot")).to_be_visible()
    field = laptop.get_by_label(f"Left on {BEN}'s rack", exact=True)
    expect(field).to_have_value("R9 K5")
    field.fill("30")
    laptop.keyboard.press("Tab")
    expect(rack.locator(".sum")).to_have_text("30 points")
    expect(rack.locator(".shot")).to_have_count(0)
    field.fill("")
    laptop.keyboard.press("Tab")
    expect(rack.locator(".sum")).to_have_text("14 tiles on the rack")
    expect(phone.get_by_label(f"Left on {BEN}'s rack", exact=True)).to_have_value("")
    for page in (phone, laptop):
        page.context.close()


def test_a_round_that_people_call_over_is_a_moment_on_the_stage_and_undo_takes_it_back(
    browser: Browser, tmp_path: Path
) -> None:
    with staged("turn", THREE, tmp_path) as (_, address):
        laptop, phone, stage = (
            come(browser, address, "tablet"),
            come(browser, address),
            come(browser, f"{address}/stage"),
        )
        expect(stage.locator("#stage")).to_have_attribute("data-scene", "play")
        laptop.get_by_role("button", name="Round over …").click()
        expect(laptop.locator("#racks section")).to_have_count(0)
        laptop.locator("#winners").get_by_text(CLEO, exact=True).click()
        laptop.locator("#ending-end").click()
        expect(stage.locator("#stage")).to_have_attribute("data-scene", "won")
        expect(stage.locator(".winner")).to_have_text(CLEO)
        expect(phone.locator("#racks section")).to_have_count(2)
        phone.locator("#ending-close").click()
        laptop.locator("#ending-close").click()
        laptop.get_by_role("button", name="Undo").click()
        expect(stage.locator("#stage")).to_have_attribute("data-scene", "play")
        expect(laptop.get_by_role("button", name="End turn")).to_be_enabled()
        for page in (laptop, phone, stage):
            page.context.close()


@pytest.mark.parametrize("names", [THREE, SIX], ids=["three", "six"])
def test_the_counting_fits_every_screen_for_every_eye(browser: Browser, tmp_path: Path, names: tuple[str, ...]) -> None:
    with staged("counted", names, tmp_path) as (played, address):
        page = come(browser, address)
        shot = photo(played, tmp_path, "R9 K5 B9 ? K1 K2", "K3 O3 J B2", B9={"B9": 0.6, "B6": 0.39})
        page.get_by_label(f"Photo: Left on {names[1]}'s rack").set_input_files(shot)
        expect(page.locator(".shot")).to_be_visible()
        found = [f"{language} {line}" for language in LANGUAGES for line in amiss(page, language)]
        found += barriers(page)
        page.context.close()
    assert found == []


def amiss(page: Page, language: str) -> list[str]:
    """What the counting does not show in full on some screen, of everything that is as wide as it is."""
    read_in(page, language)
    expect(page.locator("#racks section").first).to_be_visible()
    found = []
    for name, screen in SCREENS.items():
        page.set_viewport_size(screen)
        cut = page.evaluate(
            """() => [...document.querySelectorAll("#ending, #ending *")].filter((element) => !element.closest("svg, .unseen, .shot, .tile"))
            .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0 && element.tagName !== "INPUT")
            .map((element) => `${element.tagName}.${element.className}: ${element.textContent.slice(0, 30)}`)"""
        )
        found += [f"{name}: {line} is wider than its box" for line in cut]
    return found


def test_a_player_counts_their_own_rack_on_the_remote_and_nobody_else_s(browser: Browser, tmp_path: Path) -> None:
    with party("over", THREE, tmp_path) as table:
        phone, winner = table.join(browser, BEN), table.join(browser, THREE[0])
        counting = phone.locator("#ending")
        expect(counting).to_contain_text("Anna has gone out: what is left on your rack?")
        expect(counting.get_by_role("region")).to_have_count(1)
        expect(phone.locator("#winner")).to_be_hidden()
        expect(counting.get_by_role("button", name="Write the score")).to_have_count(0)
        assert barriers(phone) == []
        counting.get_by_role("button", name="Close").click()
        phone.get_by_role("button", name="Count my rack").click()
        shot = photo(table.played, tmp_path, "R9 K5")
        phone.get_by_label(f"Photo: Left on {BEN}'s rack").set_input_files(shot)
        expect(counting.locator(".sum")).to_have_text("14 points")
        assert table.played.told()["count"]["racks"][0]["points"] == 14
        expect(winner.locator("#ending")).to_be_hidden()
        expect(winner.locator("#end")).to_be_disabled()
        phone.get_by_label(f"Left on {BEN}'s rack", exact=True).fill("24")
        counting.get_by_role("button", name="Done").click()
        expect(counting).to_be_hidden()
        assert table.played.told()["count"]["racks"][0]["points"] == 24
        assert table.played.told()["phase"] == "playing"
        for page in (phone, winner):
            page.context.close()
