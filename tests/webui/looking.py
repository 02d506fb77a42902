"""What a careful eye sees of a page in a browser: text that is cut off, lies on other text, or is too small to be read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, cast

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import FloatRect, Locator, Page, ViewportSize, expect

SCREENS: dict[str, ViewportSize] = {
    "television": {"width": 1920, "height": 1080},
    "tablet": {"width": 1024, "height": 768},
    "phone on its side": {"width": 844, "height": 390},
    "phone": {"width": 390, "height": 844},
}
"""Sizes in pixels."""

LARGE_TELEVISION: ViewportSize = {"width": 3840, "height": 2160}
"""One whose browser does not magnify its many pixels."""

SMALL_PHONE: ViewportSize = {"width": 360, "height": 640}
"""A small one, as people carry it."""

LOW_PHONE: ViewportSize = {"width": 640, "height": 360}
"""The same on its side."""

OLD_PHONE: ViewportSize = {"width": 320, "height": 568}
"""One of those that lie in drawers and are lent to a guest."""

LOW_OLD_PHONE: ViewportSize = {"width": 568, "height": 320}
"""The same on its side."""

_COMPLAINTS = """
({ smallest, over }) => {
  const found = [];
  // what is clipped away as a whole is there for screen readers alone
  const seen = (element) => element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) && getComputedStyle(element).clipPath !== "inset(50%)";
  // what lies under an open dialog is not there to be read, and a dialog higher than the screen scrolls
  const dialog = document.querySelector("dialog:modal");
  const low = dialog ? Math.max(innerHeight, dialog.getBoundingClientRect().top + dialog.scrollHeight) : innerHeight;
  const walker = document.createTreeWalker(dialog ?? document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const parent = node.parentElement;
    if (!node.data.trim() || !parent || !seen(parent) || parent.closest("svg, script, .unseen, noscript")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].filter((box) => box.width && box.height);
    const style = getComputedStyle(parent);
    const size = parseFloat(style.fontSize);
    const name = `"${node.data.trim().slice(0, 40)}"`;
    if (size < smallest) found.push(`${name} is ${size} px`);
    // a line's box is higher than its letters where lines stand close
    const slack = Math.max(1, size * 0.2);
    for (const box of boxes) {
      if (box.left < -1 || box.right > innerWidth + 1 || box.top < -slack || box.bottom > low + slack) found.push(`${name} leaves the screen`);
      for (let around = parent; around !== document.body; around = around.parentElement) {
        if (getComputedStyle(around).overflow === "visible") continue;
        const frame = around.getBoundingClientRect();
        const bottom = around === dialog ? low : frame.bottom;
        if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - slack || box.bottom > bottom + slack) found.push(`${name} is cut off`);
      }
    }
    if (!parent.closest(over)) texts.push({ name, boxes: boxes.map(({ left, right, top, bottom }) => ({ left, right, top: top + slack, bottom: bottom - slack })), parent });
  }
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  texts.forEach((one, i) => texts.slice(i + 1).forEach((other) => {
    if (one.boxes.some((a) => other.boxes.some((b) => meet(a, b)))) found.push(`${one.name} lies on ${other.name}`);
  }));
  const tiles = [...(dialog ?? document).querySelectorAll(".tile")].filter(seen).map((tile) => ({ name: tile.getAttribute("aria-label"), box: tile.getBoundingClientRect() }));
  tiles.forEach(({ name, box }, i) => {
    if (box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > low + 1) found.push(`tile ${name} leaves the screen`);
    if (box.width < 12) found.push(`tile ${name} is ${box.width} px wide`);
    tiles.slice(i + 1).forEach((other) => { if (meet(box, other.box)) found.push(`tile ${name} lies on ${other.name}`); });
  });
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth || root.scrollHeight > innerHeight) found.push(`the page is ${root.scrollWidth} x ${root.scrollHeight}`);
  return [...new Set(found)];
}
"""

_BARRIERS = """
(options) => axe.run(options).then(({ violations }) =>
  violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 5).map(({ target }) => target[0]).join(", ")}`))
"""

_AXE = (
    Axe().axe_script
    + """
{
  // where colours are forced Chromium says of the colour that fills letters what it would be without that; they are painted in that of the text
  const read = CSSStyleDeclaration.prototype.getPropertyValue;
  CSSStyleDeclaration.prototype.getPropertyValue = function (name) { return read.call(this, name === "-webkit-text-fill-color" ? "color" : name); };
  void 0; // a function would be called
}
"""
)

_COLOURS: dict[str, tuple[Literal["light", "dark"], Literal["none", "active"]]] = {
    "dark": ("dark", "none"),
    "forced colours": ("light", "active"),
    "forced dark colours": ("dark", "active"),
}
"""Those in which only colours can differ from light ones."""

SMALLEST = 12.0
"""Pixels; smaller letters are read on no screen."""

DRAWN = "document.querySelector('.drawing svg')?.clientWidth === document.querySelector('.drawing').clientWidth"
"""Whether a chart is as wide as the room that it has."""

OVER = ".numbers"
"""What may lie on other things."""


def complaints(page: Page) -> list[str]:
    """What is cut off, overlaps, leaves the screen or is too small, one line each."""
    return cast("list[str]", page.evaluate(_COMPLAINTS, {"smallest": SMALLEST, "over": OVER}))


def show_on(page: Page, screen: ViewportSize) -> None:
    """The page is drawn on a screen of that width and height."""
    page.set_viewport_size(screen)
    page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")


def complaints_on(page: Page, *screens: str) -> list[str]:
    """The `complaints` on each of those `SCREENS`, whose name each line begins with."""
    found = []
    for screen in screens:
        show_on(page, SCREENS[screen])
        found += [f"{screen}: {line}" for line in complaints(page)]
    return found


def barriers(page: Page) -> list[str]:
    """What axe finds against WCAG 2.2 AA and its good practice in light, dark and forced colours: the rule and where it is broken."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_AXE)
    found = _found(page)
    for name, (scheme, forced) in _COLOURS.items():
        page.emulate_media(color_scheme=scheme, forced_colors=forced)
        found += [f"{name}, {line}" for line in _found(page, "color-contrast")]
    page.emulate_media(color_scheme="null", forced_colors="null")
    return found


def _found(page: Page, *rules: str) -> list[str]:
    options = {"runOnly": list(rules)} if rules else {}
    return cast("list[str]", page.evaluate(_BARRIERS, {"resultTypes": ["violations"], **options}))


def place_of(part: Locator) -> FloatRect:
    """Where a part of the page lies on the screen, in pixels, once it is there to be seen."""
    expect(part).to_be_visible()
    place = part.bounding_box()
    assert place is not None
    return place


def eventually(page: Page, holds: Callable[[], bool]) -> bool:
    """Whether something comes to hold within a few seconds: a page is drawn when it is drawn."""
    for _ in range(50):
        if holds():
            return True
        page.wait_for_timeout(100)
    return False
