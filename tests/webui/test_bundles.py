"""A page's scripts come in one answer, its styles in another, without comments, and with them the texts that it says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from webui.bundles import STATIC, bare, bundle, script, texts
from webui.languages import catalog

SCRIPTS = sorted(STATIC.rglob("*.js"))
PAGES = ("/", "/stage", "/stage?overlay", "/desk", "/evenings", "/camera", "/offline", "/nowhere")


@pytest.mark.parametrize("path", PAGES)
def test_a_page_asks_for_everything_at_once(client: FlaskClient, path: str) -> None:
    html = client.get(path, headers={"Accept": "text/html"}).text
    asked = re.findall(r'(?:src|stylesheet" href)="/static/([^"]+)"', html)
    assert 2 < len(asked) < 6
    for name in asked:
        with client.get(f"/static/{name}") as answer:
            assert answer.status_code == 200
            assert not re.search(r"^import ", answer.get_data(as_text=True), re.MULTILINE)


def test_a_script_begins_with_what_it_imports_each_once_and_in_the_order_in_which_a_browser_would_run_it() -> None:
    whole = script("stage/felt.js")
    assert whole.count("function laid(") == whole.count("const start = ") == 1
    places = [whole.index(part) for part in ("const start = ", "function laid(", "export function showFelt(")]
    assert places == sorted(places)


def test_what_a_script_imports_later_comes_by_itself_and_shares_its_modules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    static, served = tmp_path / "static", tmp_path / "served"
    files = {
        "keys.js": 'export const known = [];\nexport const help = async () => (await import("./help/list.js")).list();\n',
        "words.js": 'export const word = "of";\n',
        "help/list.js": 'import { known } from "../keys.js";\nimport { word } from "../words.js";\nexport const list = () => `${[word, ...known]}`;\n',
        "desk/main.js": 'import { help, known as keys } from "../keys.js";\nkeys.push("Tab", "Esc");\nhelp().then(console.log);\n',
    }
    monkeypatch.setattr("webui.bundles.STATIC", static)
    for name, text in files.items():
        (static / name).parent.mkdir(parents=True, exist_ok=True)
        (static / name).write_text(text, encoding="utf-8")
    for name in ("desk/main.js", "desk/main.js+help/list.js"):
        (served / name).parent.mkdir(parents=True, exist_ok=True)
        (served / name).write_text(bundle(name) or "", encoding="utf-8")
    (served / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    node = Path(sys.executable).parent / "node"  # the project's own
    said = subprocess.run([node, served / "desk/main.js"], capture_output=True, text=True, check=True).stdout
    assert said == "of,Tab,Esc\n"
    assert texts("desk/main.js", {"of": "von", "off": "aus"}) == {"of": "von"}  # as if it were a key


@pytest.mark.parametrize(
    "name",
    [
        "base.css+nothing.css",
        "base.css+base.css",
        "../page.py",
        "base.css+../../pyproject.toml",
        "fonts/OFL.txt+base.css",
    ],
)
def test_what_is_no_bundle_is_not_found(client: FlaskClient, name: str) -> None:
    assert client.get(f"/static/{name}").status_code == 404


def test_a_script_for_any_browser_stays_one() -> None:
    assert not re.search(r"^(import|export)\b", script("old.js"), re.MULTILINE)


def test_styles_come_one_after_another_without_comments(client: FlaskClient) -> None:
    with client.get("/static/tiles.css+count/count.css") as both:
        text = both.get_data(as_text=True)
        assert "/*" not in text
        assert text.index(".tile") < text.index(".counting")
        assert both.mimetype == "text/css"


def test_scripts_come_without_the_comments_that_have_lines_of_their_own(client: FlaskClient) -> None:
    with client.get("/static/state.js") as script, client.head("/static/state.js") as head:
        lines = script.get_data(as_text=True).splitlines()
        assert [line for line in lines if line.startswith(("//", "/*", "*", " "))] == []
        assert "export const shown = {" in lines
        assert int(head.headers["Content-Length"]) == len(script.data)


def test_code_beside_a_comment_stays() -> None:
    text = b'/** One. */\na(); // b\n/** @type {C} */ (c).d = 1;\n  /*\n   * **Two** */\n  e("//f");\n'
    assert bare(text, is_script=True) == b'a(); // b\n/** @type {C} */ (c).d = 1;\ne("//f");\n'


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_no_text_of_a_script_goes_over_several_lines_so_that_none_of_it_is_taken_for_a_comment(path: Path) -> None:
    assert [line for line in path.read_text(encoding="utf-8").splitlines() if line.count("`") % 2] == []


def test_a_page_has_the_texts_that_its_scripts_say_and_few_others() -> None:
    english = catalog("en")
    host, desk = texts("main.js", english), texts("desk/main.js", english)
    assert {"button.end", "colon", "tile.J", "refused.stale", "setup.player"} <= set(host)
    assert {"restore.draw.one", "restore.draw.other"} <= set(host)
    assert "desk.report" in desk
    assert "desk.report" not in host
    assert len(desk) < len(english) / 2


def test_every_text_goes_to_a_page_whose_scripts_or_template_say_it_or_onto_paper() -> None:
    templates = "".join(path.read_text(encoding="utf-8") for path in (STATIC.parent / "templates").iterdir())
    entries = re.findall(r"set script = '([^']+)'", templates)
    said = {key for entry in entries for key in texts(entry, catalog("en"))}
    beginnings = ("paper.", *re.findall(r"t\['([\w.-]+)' [+~]", templates))
    assert len(entries) > 7
    assert [key for key in catalog("en") if not (key in said or key in templates or key.startswith(beginnings))] == []
