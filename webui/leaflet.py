"""The leaflet that lies on the table: one page of A4 that says where the camera stands, what the buttons do, and how to disagree."""

from __future__ import annotations

import re
import tomllib
from importlib import resources

from fpdf import FPDF

from webui.languages import catalog
from webui.lettering import TYPEFACE

MARGIN = 20
"""Millimetres of paper that stay bare on each side."""

TITLE, HEADING, TEXT, FOOT = 28, 16, 12.5, 9
"""Heights of letters in points."""

LEADING = 0.5
"""Millimetres from one line to the next for each point of its letters."""


def leaflet(language: str) -> bytes:
    """The leaflet in a language of `webui.languages.LANGUAGES`, as PDF.

    Buttons are called what they are called on the page: in its file, `{button.end}` is the text of that name.
    """
    source = resources.files("webui") / "leaflets" / f"{language}.toml"
    texts = catalog(language)
    words = tomllib.loads(re.sub(r"\{([\w.-]+)\}", lambda found: f"**{texts[found[1]]}**", source.read_text("utf-8")))
    pdf = FPDF(format="A4")
    pdf.set_margin(MARGIN)
    pdf.set_title(words["title"])
    pdf.set_lang(language)
    for style, file in zip(("", "B"), TYPEFACE, strict=True):
        pdf.add_font("page", style, file)
    pdf.add_page()

    def write(text: str, size: float, style: str = "") -> None:
        pdf.set_font("page", style, size)
        pdf.multi_cell(0, LEADING * size, text, align="L", markdown=True, new_x="LMARGIN", new_y="NEXT")

    write(words["title"], TITLE, "B")
    for part in words["part"]:
        pdf.ln(TEXT * LEADING)
        write(part["heading"], HEADING, "B")
        for line in part["lines"]:
            pdf.ln(1)
            write(line, TEXT)
    pdf.ln(TEXT * LEADING)
    write(words["foot"], FOOT)
    return bytes(pdf.output())
