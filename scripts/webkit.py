"""Looks at the page in WebKit, the engine of iPhones: `python -m scripts.webkit FOLDER` (`make webkit`).

It opens each page at a table and every dialog on it, says what is amiss, writes a picture of each to FOLDER, and ends
with 1 where anything was. WebKitGTK's driver and a screen without a monitor come from Debian: webkit2gtk-driver, xvfb.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from tests.webui.staged import THREE, staged

BROWSERS = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
SIZES = {"tablet": (1024, 768), "phone": (390, 844)}
"""Of the window, in pixels."""

SETTLED = 2.0
"""Seconds until a page has heard of its table and drawn it."""

SLACK = 24
"""Pixels that a dialog may be higher than the lowest thing in it and its own margin: a row of buttons has a margin,
too."""

AMISS = """
const found = [];
for (const dialog of document.querySelectorAll("dialog:not([open])")) {
  dialog.showModal();
  const { bottom, height } = dialog.getBoundingClientRect();
  const inside = [...dialog.querySelectorAll("*")].filter((part) => !part.childElementCount).map((part) => part.getBoundingClientRect()).filter((part) => part.height);
  const low = Math.max(...inside.map((part) => part.bottom)) + parseFloat(getComputedStyle(dialog).paddingBottom);
  if (bottom > low + arguments[0]) found.push(`dialog ${dialog.id} is ${Math.round(height)} px high, ${Math.round(bottom - low)} px more than what is in it`);
  dialog.close();
}
if (document.documentElement.scrollWidth > innerWidth) found.push(`the page is ${document.documentElement.scrollWidth} px wide, the window ${innerWidth}`);
if (!document.getElementById("too-old").hidden) found.push("the page says that the browser is too old");
return found;
"""


def main() -> int:
    """Looks at every page; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where the pictures are written")
    folder: Path = parser.parse_args().folder
    if not (BROWSERS and shutil.which("WebKitWebDriver") and shutil.which("Xvfb")):
        print("WebKit is missing: sudo apt-get install webkit2gtk-driver xvfb", file=sys.stderr)
        return 2
    folder.mkdir(parents=True, exist_ok=True)
    found: list[str] = []
    with _screen(), tempfile.TemporaryDirectory() as data, staged("illegal", THREE, Path(data)) as (_, address):
        for size, (width, height) in SIZES.items():
            with _webkit() as driver:
                driver.set_window_size(width, height)
                for name, path in {"host": "", "stage": "/stage", "desk": "/desk", "evenings": "/evenings"}.items():
                    driver.get(address + path)
                    time.sleep(SETTLED)
                    driver.save_screenshot(str(folder / f"{name}-{size}.png"))
                    found += [f"{name}, {size}: {line}" for line in driver.execute_script(AMISS, SLACK)]
    print("\n".join(found) or "nothing amiss")
    return 1 if found else 0


@contextmanager
def _screen() -> Iterator[None]:
    """A screen without a monitor, on which windows open meanwhile."""
    number = f":{os.getpid() % 1000 + 100}"
    screen = subprocess.Popen(["Xvfb", number, "-screen", "0", "1400x1000x24"])  # noqa: S603, S607 - Debian's, whose place differs
    os.environ |= {"DISPLAY": number, "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}  # root has no sandbox
    time.sleep(1)
    try:
        yield
    finally:
        screen.terminate()
        screen.wait()


@contextmanager
def _webkit() -> Iterator[webdriver.WebKitGTK]:
    options = Options()
    options.binary_location = str(BROWSERS[-1])
    options.add_argument("--automation")
    driver = webdriver.WebKitGTK(options=options, service=Service(shutil.which("WebKitWebDriver")))
    try:
        yield driver
    finally:
        driver.quit()


if __name__ == "__main__":
    sys.exit(main())
