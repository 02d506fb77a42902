"""The pages bring their typeface: nothing on them depends on what is installed where they are shown."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient
from fontTools.ttLib import TTFont
from playwright.sync_api import Browser

from tests.webui.visiting import PATIENCE
from webui.languages import LANGUAGES, catalog
from webui.lettering import TYPEFACE

NAMES = "Zoë Håkon Ærø Ñandú Guðrún"
RARER = "Łukasz Jiří Şule Ștefan Žofie Ağa"


def test_the_typeface_is_small_asked_for_at_once_and_kept(guest: FlaskClient) -> None:
    page = guest.get("/door").text
    with guest.get("/static/base.css") as styles:
        files = re.findall(r'url\("(fonts/[^"]+)"\)[^;]*;[^;]*;[^;]*; }', styles.get_data(as_text=True))
    sizes = []
    for file in files:
        assert f'<link rel="preload" href="/static/{file}" as="font"' in page
        with guest.get(f"/static/{file}") as answer:
            assert (answer.status_code, answer.cache_control.max_age) == (200, 7 * 24 * 3600)
            sizes.append(len(answer.data))
    assert len(sizes) == 2
    assert sum(sizes) < 28_000


@pytest.mark.parametrize("bold", [False, True])
def test_it_has_the_letters_of_every_language_and_digits_of_one_width(*, bold: bool) -> None:
    font = TTFont(TYPEFACE[bold])
    glyphs = font.getBestCmap()
    texts = "".join("".join(catalog(language).values()) for language in LANGUAGES)
    assert {letter for letter in texts + NAMES + RARER if letter.isalpha() and ord(letter) not in glyphs} == set()
    assert len({font["hmtx"][glyphs[ord(digit)]][0] for digit in "0123456789"}) == 1


@pytest.mark.slow
@pytest.mark.parametrize(("name", "files"), [(NAMES, 2), (RARER, 3)])
def test_a_page_is_written_in_it_and_asks_for_rarer_letters_where_a_name_needs_them(
    browser: Browser, address: str, name: str, files: int
) -> None:
    page = browser.new_context(locale="de-DE").new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    page.locator("#names input").first.fill(name)
    page.wait_for_function(
        "(files) => [...document.fonts].filter(({ family, status }) => family === 'Nunito' && status === 'loaded').length === files",
        arg=files,
    )
    assert page.evaluate("getComputedStyle(document.querySelector('button')).fontFamily").startswith("Nunito")
    page.context.close()
