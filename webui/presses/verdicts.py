"""The presses on what was seen of a turn: what its tiles are, and how it is judged."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import cv2

from audit.evidence import Exhibit
from audit.in_play import photo_before, seen_in
from live import appeals
from live.game import commands
from live.game.commands import RefusedError
from live.game.seen import SeenTable
from live.table import LiveTable
from vision.camera.frames import SourceError
from vision.camera.phone import picture_of
from vision.frame import Jpeg
from webui import audits
from webui.presses import fields
from webui.presses.table import Means, anybody, judged, lying, press
from webui.roles import Person

_ROUND, _TURN = ("round",), ("round", "turn")


@press('{"set": 0, "index": 2, "event": 12, "tile": "R6"}', own=judged, about=("verdict",))
def answer(
    live: LiveTable, set_: fields.Index, index: fields.Index, tile: fields.TileOrNone, event: fields.Verdict
) -> None:
    """Answers one of `questions`; `tile` null for no tile at all.

    `event?` the verdict's: an answer to an older one is refused.
    """
    live.do(commands.answer, set_, index, tile, event)


@press('{"corners": [[10, 10], [50, 10], [50, 70], [10, 70]], "tile": "R6", "event": 12}', own=lying, about=_ROUND)
def correct(live: LiveTable, corners: fields.Corners, tile: fields.TileOrNone, event: fields.Verdict) -> None:
    """Says what the tile with these corners is, null for no tile at all.

    With `event?` it is a tile of that verdict, else one of `table`. The last turn is judged again.
    """
    live.do(commands.correct, corners, tile, live.scene.table(), event)


@press('{"at": [640, 360], "tile": "R6"}', own=lying, about=_ROUND)
def add(live: LiveTable, tile: fields.OneTile, at: fields.Middle) -> None:
    """Says that a tile lies there, in pixels of `table`, where none was read."""
    live.do(commands.add, *at, tile, live.scene.table())


@press(shared=True, about=_TURN)
def judge_anyway(live: LiveTable) -> None:
    """While a turn waits for its verdict: judges the table as it is seen now, whatever seems to hide it."""
    live.do(commands.judge_anyway)


@press('{"tiles": "O10 O11 O12"}', own=anybody, about=_TURN)
def whose(live: LiveTable, tiles: fields.Tiles) -> None:
    """While a turn waits since two hands were over the table: says which of `waits.whose.tiles` the next player laid, empty for none."""
    live.say_whose(tiles)


@press('{"outcome": "legal", "reason": "we all saw it"}', about=_TURN)
def rule(live: LiveTable, outcome: fields.Decision, reason: fields.Reason) -> None:
    """The host's word on a turn that waits for its verdict or for an answer.

    It is `legal` or `illegal`, and says why, 200 letters at most. While the camera has not seen the table since the
    press, it is refused (`not-still`).
    """
    live.rule(outcome, reason)


@press('{"press": 12, "outcome": "legal", "reason": "we all saw it"}')
def overrule(live: LiveTable, press: fields.Pressed, outcome: fields.Decision, reason: fields.Reason) -> None:
    """The host's word against the verdict on the last turn, which the event `press` ended.

    Earlier turns are built on (`built-on`), and what was put back since cannot count (`put-back`).
    """
    live.do(commands.overrule, press, outcome, reason)


@press('{"press": 12}')
def judge_again(live: LiveTable, press: fields.Pressed) -> None:
    """Judges the last turn once more, by the table as the camera sees it lie now."""
    appeals.judge_again(live, press)


@press('{"press": 12}', own=judged, takes_time=True)
def challenge(means: Means, who: Person, press: fields.Pressed) -> None:
    """Challenges that the last turn, which the event `press` ended, is illegal: it is read again from its clip, which everybody is shown.

    It clears the turn, or the verdict stands (`challenge.found`).
    """
    appeals.challenge(means.live, press, means.read, who.by)


@press(
    '{"photo": "...", "event": 12, "area": [[0, 0], [1, 0], [1, 0.8], [0, 0.8]]}',
    own=anybody,
    about=("unjudged",),
    takes_time=True,
)
def photo(means: Means, who: Person, event: fields.Unjudged, area: fields.Area, photo: fields.Photo) -> None:
    """Judges a turn by a photo of the table, with the rules of `tileref audit` for edges, racks, hands and doubt.

    `photo` is a JPEG, HEIC or PNG in base64, 12 MiB at most, `event` is `unjudged.event`, and `area?` the corners of
    the play area as fractions of the photo.
    """
    live = means.live
    shown = audits.evidence("photo", means.read, photo, live.game.copies, area=area)
    if not shown.reading.tiles:
        raise RefusedError("no tiles found: photograph the whole table from above", "no-table")
    picture = _as_read(photo, shown)
    case = live.game.case_of_photo(SeenTable.from_reading(shown.reading))
    seen = seen_in(shown, None if case is None else photo_before(live.record, case))
    with live.pressed_by(who.by):
        appeals.judge_photo(live, event, picture, shown.reading, seen)


def _as_read(data: bytes, shown: Exhibit) -> Jpeg:
    """The picture in which the reading's places lie: the photo itself where it is an upright JPEG of that size, else one made of it."""
    try:
        picture = picture_of(data)
        if (picture.width, picture.height) == shown.size and not picture.may_be_turned:
            return picture
    except SourceError:  # a photo, but no JPEG
        pass
    height, width = shown.photo.shape[:2]
    return Jpeg(cv2.imencode(".jpg", shown.photo)[1].tobytes(), width, height)


@press(
    '{"after": "...", "before": "...", "rulebook": "jumbo-original-2016", "opening": false, '
    '"answers": [{"photo": "after", "corners": [[10, 10], [50, 10], [50, 70], [10, 70]], "tile": "R6"}]}',
    own=anybody,
    takes_time=True,
)
def audit(
    means: Means,
    who: Person,
    rulebook: fields.SaidRulebook,
    answers: fields.Answers,
    after: fields.Photo,
    before: fields.MaybePhoto,
    *,
    opening: fields.Yes,
) -> Mapping[str, Any]:
    """Judges a turn that no camera saw from photos in base64, 12 MiB together at most.

    `before?` and `opening?` are as `tileref audit` has them, and `answers?` is a list of what a person says that tiles
    are, `tile` null for no tile at all. It gives `verdict`, `remarks` and `questions` as codes and tiles, of each
    question the `photo`, the `candidates` and the `corners` of its tile, `before`, `after` and `sets` as
    `GET /evening/<press>` does, of a HEIC photo also `jpeg`, the photo in base64 as browsers show it, and `report`, a
    page of HTML. Nothing of it is kept; for `answers`, what was read of the last eight photos stays in memory, so that
    these are not read again.
    """
    del who
    read = partial(means.readings.read, anew=not any(answers.values()))
    rules = means.live.shelf.load(rulebook)
    return audits.audit_photos(read, rules, answers, after, before, means.live.program, opens=opening)
