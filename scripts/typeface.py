"""Cuts down the typeface that the pages and the printed sheets are written in.

`python -m scripts.typeface FOLDER` takes the files of Nunito (SIL Open Font License 1.1, no reserved name) out of the
folder `package` of npm's `@expo-google-fonts/nunito` 0.4.2 and writes `webui/static/fonts`: the letters of languages
that are written in Latin, without hints, in lines as high as those of the typefaces that it stands in for. It needs
fontTools, and brotli for the pages' format.
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

FOLDER = Path(__file__).resolve().parent.parent / "webui/static/fonts"

WEIGHTS = {600: "600SemiBold", 800: "800ExtraBold"}

LETTERS = (
    "20-7E,A0-FF,152,153,178,1E9E,2010-2015,2018-201E,2020-2022,2026,2030,2032,2033,2039,203A,20AC,2122,2190-2193,2212"
)
"""Latin as western languages have it, punctuation and arrows, as code points."""

RARER = (
    "100-151,154-177,179-17F,192,1CD-1D4,1E6,1E7,218-21B,2C6,2C7,2D8-2DD,300-304,306-30C,327,328,1E80-1E85,1EF2,1EF3"
)
"""Latin's first extension, what Romanian, Welsh and Pinyin have besides, and accents: a page asks for them where a name needs them
(`unicode-range` in `base.css`)."""

ASCENT, DESCENT = 930, 240
"""How high a line is above and below its letters' feet, of 1000 in an em: Nunito's own lines are a sixth higher than
the pages'."""

_TYPO_METRICS = 1 << 7


def main() -> None:
    """Writes both weights as TTF, as WOFF2 in two parts, and their licence."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="the package as npm unpacks it")
    folder: Path = parser.parse_args().folder
    for weight, name in WEIGHTS.items():
        whole = folder / name / f"Nunito_{name}.ttf"
        _cut(TTFont(whole), f"{LETTERS},{RARER}").save(FOLDER / f"nunito-{weight}.ttf")
        for letters, part in ((LETTERS, ""), (RARER, "-rarer")):
            font = _cut(TTFont(whole), letters)
            font.flavor = "woff2"
            font.save(FOLDER / f"nunito-{weight}{part}.woff2")
    shutil.copy(folder / "LICENSE_FONT", FOLDER / "OFL.txt")


def _cut(font: TTFont, letters: str) -> TTFont:
    options = subset.Options(hinting=False, layout_features=["kern", "mark", "mkmk", "ccmp", "locl"])
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=subset.parse_unicodes(letters))
    cutter.subset(font)
    font["hhea"].ascent = font["OS/2"].sTypoAscender = ASCENT
    font["hhea"].descent = font["OS/2"].sTypoDescender = -DESCENT
    font["hhea"].lineGap = font["OS/2"].sTypoLineGap = 0
    font["OS/2"].fsSelection |= _TYPO_METRICS
    return font


if __name__ == "__main__":
    main()
