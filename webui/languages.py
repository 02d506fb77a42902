"""The page's texts in its languages: one TOML catalog each, all with the same keys."""

from __future__ import annotations

import string
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any

from flask import Request, render_template, request

LANGUAGES: Mapping[str, str] = {"en": "English", "de": "Deutsch", "fr": "Français", "it": "Italiano"}
"""Code and own name of every language; the first is for readers of none of them."""

COOKIE = "tileref_language"


@cache
def catalog(language: str) -> Mapping[str, str]:
    """The texts in `language`, one of `LANGUAGES`, by their dotted keys such as ``button.end``."""
    text = (resources.files("webui") / "locales" / f"{language}.toml").read_text(encoding="utf-8")
    return dict(_flat(tomllib.loads(text)))


def page(template: str, start: Mapping[str, object] = MappingProxyType({}), **values: object) -> str:
    """A page in the language of its reader, for the request that is being answered.

    Args:
        template: the name of its file in `webui/templates`.
        start: what its scripts know from the start, besides the language and its texts.
        values: what else the template shows.
    """
    language = choose(request)
    texts = catalog(language)
    return render_template(template, start=start, t=texts, language=language, languages=LANGUAGES, **values)


def placeholders(text: str) -> frozenset[str]:
    """The names in braces for which values are put into `text`."""
    return frozenset(name for _, name, _, _ in string.Formatter().parse(text) if name)


def choose(req: Request) -> str:
    """The language for a request: the one chosen on the page, else the best that the browser asks for."""
    chosen = req.cookies.get(COOKIE, "")
    if chosen in LANGUAGES:
        return chosen
    return req.accept_languages.best_match(list(LANGUAGES)) or next(iter(LANGUAGES))


def _flat(content: Mapping[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    """The texts of nested tables under dotted keys."""
    pairs: list[tuple[str, str]] = []
    for key, value in content.items():
        if isinstance(value, dict):
            pairs += _flat(value, f"{prefix}{key}.")
        else:
            pairs.append((prefix + key, str(value)))
    return pairs
