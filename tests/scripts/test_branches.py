"""The count of branches sees what a reader has to keep in mind, in Python and in JavaScript."""

from pathlib import Path
from textwrap import dedent

import pytest

from scripts.branches import javascript, main, python

HERE = Path("here")


def in_python(source: str) -> dict[str, int]:
    return {each.name: each.branches for each in python(HERE, dedent(source))}


def in_javascript(source: str) -> dict[str, int]:
    return {each.name: each.branches for each in javascript(HERE, source)}


@pytest.mark.parametrize(
    ("body", "branches"),
    [
        ("pass", 1),
        ("if a: pass\n elif b: pass\n else: pass", 3),
        ("return a if b else c", 2),
        ("return a and b and c or d", 4),
        ("return [x for y in z if y for x in y if x if a]", 6),
        ("return any(x for x in y)", 2),
        ("for x in y: pass\n while z: pass", 3),
        ("try: pass\n except A: pass\n except B: pass\n finally: pass", 3),
        ("assert a", 2),
        ("with a: pass", 1),
        ("match a:\n  case 1: pass\n  case b if c: pass\n  case _: pass", 3),
        ("return lambda: a or b", 2),
    ],
)
def test_each_place_where_python_may_go_two_ways_counts(body: str, branches: int) -> None:
    assert in_python(f"def f():\n {body}") == {"f": branches}


def test_a_function_within_another_counts_by_itself() -> None:
    assert in_python(
        """
        class C:
            def outer(self):
                if a: pass
                def inner():
                    return b or c or d
        """
    ) == {"outer": 2, "inner": 3}
    outer, inner = javascript(HERE, "function outer() { if (a) b.map((each) => each || c || d); }")
    assert (outer.branches, inner.branches) == (2, 3)


@pytest.mark.parametrize(
    ("body", "branches"),
    [
        ("", 1),
        ("if (a) b(); else if (c) d(); else e();", 3),
        ("return a ? b : c ? d : e;", 3),
        ("return a && b || c ?? d;", 4),
        ("return a + b;", 1),
        ("for (const x of y) z(); for (let i = 0; i < 3; i++) z(); while (a) b(); do c(); while (d);", 5),
        ("try { a(); } catch { b(); } finally { c(); }", 2),
        ("switch (a) { case 1: case 2: b(); break; default: c(); }", 3),
        ("return `${a ? b : c}`;", 2),
    ],
)
def test_each_place_where_javascript_may_go_two_ways_counts(body: str, branches: int) -> None:
    assert in_javascript(f"export function f() {{ {body} }}") == {"f": branches}


def test_a_function_without_a_name_is_known_by_what_it_is_given_to() -> None:
    assert in_javascript("const f = () => a || b; const o = { g: async () => a };") == {"f": 2, "g": 1}


def test_what_has_too_many_branches_is_named_the_worst_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "some.py").write_text("def few(): return a or b\n\ndef many(): return a or b or c\n")
    (tmp_path / "page.js").write_text("function most() { return a || b || c || d; }\n")
    assert main([str(tmp_path), "--most", "2"]) == 1
    assert [line.split() for line in capsys.readouterr().out.splitlines()] == [
        ["4", f"{tmp_path / 'page.js'}:1", "most"],
        ["3", f"{tmp_path / 'deep' / 'some.py'}:3", "many"],
    ]
    assert main([str(tmp_path), "--most", "4"]) == 0
    assert not capsys.readouterr().out


def test_a_folder_that_is_not_there_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([str(tmp_path / "missing")])
    assert ended.value.code == 2
    assert f"there is no folder {tmp_path / 'missing'}" in capsys.readouterr().err
