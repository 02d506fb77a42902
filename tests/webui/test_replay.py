"""Rounds as one page that is opened from the disk: it asks nobody for anything, and shows the same verdicts as the file."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from journal.photos import path_of
from live.telling.evening import evenings_in
from live.telling.round_files import recorded_rounds
from roundfile.document import Document, parse, write
from roundfile.seal import sealed
from tests.browser import DESK, PHONE, chromium
from tests.live.stage import HEIGHT, OPENING, WIDTH, Played, corners
from webui.replay import page
from webui.told import Words

ROUNDS = Path("docs/rounds")
SAID = {"legal": "Legal", "illegal": "Not legal"}
MOST = 5_000_000
"""Bytes of a page of forty turns with their photos."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def shown(browser: Browser) -> Iterator[Page]:
    """A page in English, at which anything that it asks for or complains of fails the test."""
    context = browser.new_context(viewport=DESK, locale="en", reduced_motion="reduce")
    opened = context.new_page()
    amiss: list[str] = []
    opened.on("console", lambda said: amiss.append(said.text))
    opened.on("pageerror", lambda error: amiss.append(str(error)))
    opened.on("request", lambda asked: None if asked.url.startswith(("file:", "data:")) else amiss.append(asked.url))
    yield opened
    assert amiss == []
    context.close()


def read(name: str) -> Document:
    return parse((ROUNDS / name).read_bytes())


def turned(**fields: object) -> bytes:
    """A file of one turn that has these fields."""
    turn = {"player": "Anna", **fields}
    return json.dumps({"format": "rummi-round/1", "players": ["Anna"], "rulebook": "piatnik", "turns": [turn]}).encode()


def none(_digest: str) -> None:
    """No photo is to be had."""


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a page without a round."""
    path = tmp_path_factory.mktemp("replay") / "empty.html"
    path.write_text(page([], none), encoding="utf-8")
    return path.as_uri()


@pytest.mark.slow
def test_a_round_goes_from_the_journal_to_a_file_and_a_page_with_the_same_verdicts_and_its_photos(
    shown: Page, tmp_path: Path
) -> None:
    played = Played(tmp_path / "journal")
    played.begin()
    played.turn(OPENING)
    played.turn(OPENING, "K4 K5")
    folder = played.live.record.journal.folder
    (evening,) = evenings_in(played.live.record.journal.events())
    (recorded,) = recorded_rounds(evening)
    document = parse(write(sealed(recorded.document)).encode())
    played.live.close()
    path = tmp_path / "evening.html"
    path.write_text(page([document], lambda digest: path_of(folder, f"{digest}.jpg").read_bytes()), encoding="utf-8")
    shown.goto(f"{path.as_uri()}#turn=1")
    for number, turn in enumerate(document["turns"], 1):
        if number > 1:
            shown.keyboard.press("ArrowRight")  # the table before it
            shown.keyboard.press("ArrowRight")
            shown.keyboard.press("ArrowRight")
        expect(shown.locator("#replay-place")).to_have_text(f"{number} / 2")
        expect(shown.locator(".felt.after")).to_be_visible()
        expect(shown.locator(".verdict .word > span")).to_have_text(SAID[turn["verdict"]])
        assert shown.locator(".shot.after image").get_attribute("href").startswith("data:image/jpeg")  # type: ignore[union-attr] # it is there
    took = round(document["turns"][-1]["seconds"], 1)
    expect(shown.locator(".verdict > .hint").last).to_contain_text(f"The turn took {took:g} second")
    marks = [str(number) for number, _ in enumerate(document["turns"][-1]["violations"], 1)]
    expect(shown.locator(".reasons .number")).to_have_text(marks)
    expect(shown.locator(".felt.after .fault .numbers b")).to_have_text(marks)
    expect(shown.locator(".reasons .clause").first).to_contain_text("Jumbo")
    photo = shown.locator(".shot.after")
    expect(photo.locator("polygon.face")).to_have_count(5)
    expect(photo.locator(".badge text")).to_have_text(marks)
    lies = shown.evaluate(
        """() => { const [image, fault] = ["image", "polygon.fault"].map((one) => document.querySelector(`.shot.after ${one}`).getBoundingClientRect());
        return [(fault.x - image.x) / image.width, (fault.y - image.y) / image.height]; }"""
    )
    assert lies == pytest.approx(
        [x / size for x, size in zip(corners(1, 0)[0], (WIDTH, HEIGHT), strict=True)], abs=0.01
    )
    shown.get_by_role("button", name="Both").click()
    expect(photo.locator("polygon.laid").first).to_be_visible()


@pytest.mark.slow
def test_a_round_travels_in_an_address_and_a_turn_has_one(shown: Page, empty: str, tmp_path: Path) -> None:
    path = tmp_path / "round.html"
    path.write_text(page([read("18-rearranges.rummi.toml")], none), encoding="utf-8")
    shown.goto(f"{path.as_uri()}#turn=2")
    shown.get_by_role("button", name="Copy a link").click()
    expect(shown.locator("#replay-said")).to_contain_text("The address holds the round")
    _, _, held = shown.url.partition("#")
    shown.goto("about:blank")
    shown.goto(f"{empty}#{held}")
    expect(shown.locator("#turn h2")).to_contain_text("turn 2: Ben")
    shown.goto("about:blank")
    shown.goto(f"{empty}#round=eJwDAAAAAAE")
    expect(shown.locator("#refusal")).to_have_text("The address holds no whole round: ask for it again.")


@pytest.mark.slow
def test_a_file_is_shown_or_refused_in_one_line(shown: Page, empty: str) -> None:
    shown.goto("about:blank")
    shown.goto(empty)
    field, refusal = shown.locator("#replay-file"), shown.locator("#refusal")
    for name, content, said in (
        ("photo.jpg", b"\xff\xd8", "photo.jpg is no round file"),
        ("a.json", b"[]", "a.json is no round file"),
        ("a.json", b'{"format": "rummi-round/1", "players": [1], "rulebook": ""}', "a.json is no round file"),
        ("a.json", turned(seen={"table": "K4", "corners": 5, "width": 1, "height": 1}), "a.json is no round file"),
        ("a.json", turned(violations=[{"code": "a", "message": "b", "values": {"n": []}}]), "a.json is no round file"),
        ("a.rummi.toml", (ROUNDS / "01-smallest.rummi.toml").read_bytes(), "tileref replay a.rummi.toml"),
    ):
        field.set_input_files({"name": name, "mimeType": "", "buffer": content})
        expect(refusal).to_contain_text(said)
    for path in sorted(ROUNDS.iterdir()):
        document = parse(path.read_bytes())
        content = json.dumps(document).encode()
        field.set_input_files({"name": "a.rummi.json", "mimeType": "", "buffer": content})
        expect(refusal).to_be_hidden()
        turns = [*document.get("turns", ()), *document.get("taken_back", ())]
        assert shown.locator("#strip .thumb").count() == len(turns), path.name
        if turns and "number" not in turns[-1]:
            told = [Words("en").reason(one) for part in ("violations", "notices") for one in turns[0].get(part, ())]
            written = shown.locator("#turn .reasons p:not(.clause)").all_text_contents()
            assert written == [*dict.fromkeys(told)], "the page says otherwise than paper does"
        ruled = shown.locator("#turn .verdict .word > span")
        if turns and "number" not in turns[-1] and "verdict" in turns[0]:
            expect(ruled).to_be_visible()


@pytest.mark.slow
def test_a_file_that_is_opened_speaks_the_language_that_is_chosen_and_stays(shown: Page, empty: str) -> None:
    shown.goto("about:blank")
    shown.goto(empty)
    content = json.dumps(read("61-in-every-language.rummi.toml")).encode()
    shown.locator("#replay-file").set_input_files({"name": "a.rummi.json", "mimeType": "", "buffer": content})
    shown.keyboard.press("ArrowDown")
    reason = shown.locator(".reasons p").first
    expect(reason).to_contain_text("it counts as red 11. Put it before red 12.")
    shown.locator("#replay-language").select_option("de")
    expect(reason).to_contain_text("rote 11")
    expect(shown.locator("#replay-open")).to_have_text("Runde öffnen")
    expect(shown.locator("#replay-place")).to_have_text("2 / 3")


@pytest.mark.slow
def test_on_a_phone_nothing_is_wider_than_the_screen(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "round.html"
    path.write_text(page([read("52-six-players.rummi.toml")], none, "de"), encoding="utf-8")
    context = browser.new_context(viewport=PHONE)
    narrow = context.new_page()
    narrow.goto(path.as_uri())
    expect(narrow.locator("#turn .verdict .word > span")).to_have_text("Gültig")
    assert narrow.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    context.close()


def test_forty_photos_have_room_in_a_page() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (360, 640, 3), dtype=np.uint8)
    file = io.BytesIO()
    Image.fromarray(noise).resize((1920, 1080)).save(file, "JPEG", quality=92)
    turn = read("18-rearranges.rummi.toml")["turns"][0]
    table = " | ".join(["K10 K11 K12 K13"] * 25)
    seen = {"width": 1920, "height": 1080, "table": table, "corners": " ".join(["1000"] * 800)}
    told = {**turn, "before": table, "after": table, "seen": seen}
    turns = [{**told, "photos": [f"{number:064x}"]} for number in range(40)]
    text = page([{**read("18-rearranges.rummi.toml"), "turns": turns}], lambda _: file.getvalue())
    assert text.count("data:image/jpeg") == 40
    assert len(text.encode()) < MOST


def test_a_name_ends_no_script() -> None:
    document = {"format": "rummi-round/1", "players": ["</script><script>"], "rulebook": "piatnik"}
    assert "</script><script>" not in page([document], none)
