"""Functions with more branches than somebody can keep in mind who reads them for the first time.

usage: python -m scripts.branches [--most N] [FOLDER...]

Looks at the Python and JavaScript under `live`, `vision` and `webui`, or the folders named, and prints each function of
more than 12 branches, or N, the worst first; ends with exit code 1 where there is one. A function counts one, and one
more for each `if`, `elif`, conditional expression, loop, `except` or `catch`, `case`, `assert`, `and`, `or` and `??`,
and each `for` and `if` of a comprehension. `else`, `default` and `case _` are where none of these held, and count
nothing. A function within another counts by itself.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import tree_sitter_javascript
from tree_sitter import Language, Node, Parser

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("live", "vision", "webui")
MOST = 12

_DEFINED = (ast.FunctionDef, ast.AsyncFunctionDef)
_BRANCHES = (ast.If, ast.IfExp, ast.For, ast.AsyncFor, ast.While, ast.ExceptHandler, ast.Assert)

_JAVASCRIPT = Language(tree_sitter_javascript.language())
_DEFINED_IN_JAVASCRIPT = {
    "function_declaration",
    "function_expression",
    "arrow_function",
    "method_definition",
    "generator_function",
    "generator_function_declaration",
}
_BRANCHES_IN_JAVASCRIPT = {
    "if_statement",
    "ternary_expression",
    "switch_case",
    "catch_clause",
    "for_statement",
    "for_in_statement",
    "while_statement",
    "do_statement",
}
_OPERATORS = {"&&", "||", "??"}


class Function(NamedTuple):
    """A function, and how many branches it has."""

    branches: int
    path: Path
    line: int
    name: str
    """Its own; of a function without one, that of what it is given to or stands in."""


def python(path: Path, source: str) -> Iterator[Function]:
    """The functions of a Python module.

    Raises:
        SyntaxError: it is none.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, _DEFINED):
            yield Function(1 + sum(map(_in_python, _within(node))), path, node.lineno, node.name)


def _within(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes under one, but not those of what is defined there."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, (*_DEFINED, ast.ClassDef)):
            yield child
            yield from _within(child)


def _in_python(node: ast.AST) -> int:
    """How many branches a node adds by itself."""
    match node:
        case ast.BoolOp():
            return len(node.values) - 1
        case ast.comprehension():
            return 1 + len(node.ifs)
        case ast.match_case(pattern=ast.MatchAs(pattern=None), guard=None):
            return 0
        case ast.match_case():
            return 1
        case _:
            return isinstance(node, _BRANCHES)


def javascript(path: Path, source: str) -> Iterator[Function]:
    """The functions of a JavaScript module."""
    for node in _all(Parser(_JAVASCRIPT).parse(source.encode()).root_node):
        if node.type in _DEFINED_IN_JAVASCRIPT:
            yield Function(1 + _in_javascript(node), path, node.start_point.row + 1, _name(node))


def _all(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from _all(child)


def _in_javascript(node: Node) -> int:
    """How many branches there are under a node, those of functions that are defined there left out."""
    operator = node.child_by_field_name("operator") if node.type == "binary_expression" else None
    own = node.type in _BRANCHES_IN_JAVASCRIPT or (operator is not None and operator.type in _OPERATORS)
    return own + sum(_in_javascript(child) for child in node.children if child.type not in _DEFINED_IN_JAVASCRIPT)


def _name(node: Node | None) -> str:
    while node is not None:
        name = node.child_by_field_name("name") or node.child_by_field_name("key")
        if name is not None and name.text is not None:
            return name.text.decode()
        node = node.parent
    return "?"


def functions(folders: Iterable[Path]) -> Iterator[Function]:
    """All functions of the modules under some folders.

    Raises:
        OSError, SyntaxError: one of them cannot be read.
    """
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            yield from python(path, path.read_text(encoding="utf-8"))
        for path in sorted(folder.rglob("*.js")):
            yield from javascript(path, path.read_text(encoding="utf-8"))


def main(argv: Sequence[str] | None = None) -> int:
    """Prints which functions have too many branches."""
    parser = argparse.ArgumentParser(prog="python -m scripts.branches", description="Functions with too many branches.")
    parser.add_argument(
        "folders", nargs="*", type=Path, default=[ROOT / folder for folder in FOLDERS], metavar="FOLDER"
    )
    parser.add_argument(
        "--most", type=int, default=MOST, metavar="N", help=f"branches that a function may have ({MOST})"
    )
    args = parser.parse_args(argv)
    for folder in args.folders:
        if not folder.is_dir():
            parser.error(f"there is no folder {folder}")
    above = sorted(
        (each for each in functions(args.folders) if each.branches > args.most), key=lambda each: -each.branches
    )
    for each in above:
        print(
            f"{each.branches:3} {each.path.relative_to(ROOT) if each.path.is_relative_to(ROOT) else each.path}:{each.line} {each.name}"
        )
    return 1 if above else 0


if __name__ == "__main__":
    sys.exit(main())
