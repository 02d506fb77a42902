"""What a round file says of a turn, in a language: the same sentences as `webui/static/words.js` tells them on a page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from webui.languages import catalog

Turn = Mapping[str, Any]
"""A turn of a round file."""

_PARTS = re.compile(r"([,;:] | \(|\)(?=[,;]|$))")


class Words:
    """The words of a language."""

    def __init__(self, language: str) -> None:
        """`language` is one of `webui.languages.LANGUAGES`."""
        self.texts = catalog(language)
        self._one = (0, 1) if language == "fr" else (1,)

    def text(self, key: str, /, **values: object) -> str:
        """The text under `key` with {names} put in; of ``key.one`` and ``key.other`` the one that fits `n`."""
        if f"{key}.other" in self.texts:
            key += ".one" if values.get("n") in self._one else ".other"
        return re.sub(r"\{(\w+)\}", lambda found: str(values.get(found[1], found[0])), self.texts[key])

    def number(self, value: float) -> str:
        """A number with the decimal sign of the language."""
        return f"{value:g}".replace(".", "," if self.texts["paper.separator"] == ";" else ".")

    def tile(self, name: str) -> str:
        """A tile, as people call it."""
        key = "tile.unread" if name == "?" else f"tile.{name[:1]}"
        return self.text(key, number=name[1:]) if key in self.texts else name

    def reason(self, finding: Turn) -> str:
        """What is wrong; in the words of the file where it does not hold what is needed to say it otherwise."""
        values = dict(finding.get("values", {}))
        with suppress(KeyError, ValueError):
            values["seconds"] = self.number(float(values["seconds"]))
        for key, named in finding.get("named", {}).items():
            values[key] = (" + " if named.get("every") else " / ").join(map(self.tile, named["tiles"].split()))
        key = f"untapped.{finding['code']}"  # on paper there is nothing to tap
        if key not in self.texts:
            key = f"violation.{finding['code']}" + (f"/{values['reason']}" if "reason" in values else "")
        if key not in self.texts:
            return str(finding["message"])
        said = self.text(key, **values)
        return str(finding["message"]) if re.search(r"\{\w+\}", said) else said

    def clause(self, citation: str) -> str:
        """Where a rule stands: headings as they are printed, with what they mean behind them; remarks in the language."""
        return "".join(map(self._translated, _PARTS.split(citation)))

    def _translated(self, part: str) -> str:
        heading = self.texts.get(f"heading.{part}", part)
        return self.texts.get(f"remark.{part}", part) if heading == part else f"{part} ({heading})"

    def verdict(self, turn: Turn) -> str:
        """The verdict, and what the turn was about; that it stands without one where nobody gave any."""
        if "verdict" not in turn:
            return self.texts["desk.stands"]
        return " · ".join([self.texts[f"verdict.{turn['verdict']}"], *self._about(turn)])

    def _about(self, turn: Turn) -> Iterator[str]:
        laid = turn.get("played", "").split()
        if turn["verdict"] == "legal" and laid:
            yield f"{self.text('verdict.laid', n=len(laid))}, {self.text('verdict.points', n=turn.get('points', 0))}"
        if turn.get("drew"):
            yield self.texts["verdict.drew"]
        if turn.get("took_open"):
            yield self.text("face-up.took-open", tile=self.tile(turn["took_open"]))
        if turn.get("discarded"):
            yield self.text("face-up.said", tile=self.tile(turn["discarded"]))

    def rulings(self, turn: Turn) -> Iterator[str]:
        """Yields what an illegal turn costs, and what people ruled and said, a line each."""
        if "host" in turn:
            yield self.text("host.said", reason=turn["host"])
        if "note" in turn:
            yield turn["note"]
        yield from self._owed(turn)
        for said in turn.get("said", ()):
            if said["kind"] == "verdict":
                yield self.text("host.said", reason=said.get("reason", ""))
            elif (key := f"desk.said-{said['kind']}") in self.texts:
                named = [self.tile(said["tile"])] if said.get("tile") else []
                yield " ".join([self.text(key, reason=said.get("reason", "")), *named])

    def _owed(self, turn: Turn) -> Iterator[str]:
        penalty, name = turn.get("penalty", {}), turn["player"]
        if penalty.get("restore"):
            yield self.texts["todo.restore"]
        if penalty.get("take"):
            yield f"{self.text('todo.take', name=name)} {', '.join(map(self.tile, penalty['take'].split()))}"
        for key, count in (("put-back", penalty.get("put_back")), ("draw", penalty.get("draw"))):
            if count:
                yield self.text(f"todo.{key}", name=name, n=count)

    def seconds(self, turn: Turn) -> str | None:
        """How long the turn took; None where nobody measured it."""
        taken = turn.get("seconds")
        return (
            None
            if taken is None
            else self.text("desk.took", n=1 if taken == 1 else 2, seconds=self.number(round(taken, 1)))
        )


def numbered(findings: Sequence[Turn]) -> list[tuple[int, Turn]]:
    """Findings with their numbers, from 1: what is said in the same words for the same clause has one."""
    told = list(dict.fromkeys((one["message"], one["clause"]) for one in findings))
    return [(told.index((one["message"], one["clause"])) + 1, one) for one in findings]
