"""The leaflet for the table says the same in every language, and calls buttons what the page calls them."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from pypdfium2 import PdfDocument

from webui.languages import COOKIE, LANGUAGES, catalog


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_leaflet_is_one_page_that_names_the_buttons_as_the_page_does(client: FlaskClient, language: str) -> None:
    client.set_cookie(COOKIE, language)
    answer = client.get("/leaflet.pdf")
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    document = PdfDocument(answer.data)
    text = " ".join(document[0].get_textpage().get_text_bounded().split())
    assert len(document) == 1
    for button in ("button.end", "button.draw", "button.undo", "button.pause"):
        assert catalog(language)[button] in text
