"""What a person should know about the evidence itself, beside the verdict that is drawn from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from audit.marks import OF_A_SET_BEFORE, Shown
from live.game.edges import ROW
from referee.doubt import UNREAD_CANDIDATES, CandidateSet, Which
from referee.rulebook import Rulebook
from referee.sets import fault
from referee.tiles import JOKER, UNREAD, TileSet, format_tiles
from referee.verdict import Outcome, Verdict


class RemarkCode(StrEnum):
    """What a remark is about."""

    NO_TILES = "no-tiles"
    SEVERAL_TURNS = "several-turns"
    RACKS = "racks"
    CUT_OFF = "cut-off"
    COVERED = "covered"
    NOT_IN_PHOTO = "not-in-photo"


@dataclass(frozen=True)
class Remark:
    """Something about the photos of an audit."""

    code: RemarkCode
    message: str
    """One line of plain English."""
    photo: Which | None = None
    """The photo that it is about; None for both together."""

    def to_json(self) -> dict[str, Any]:
        """The remark as ``tileref audit --json`` prints it."""
        return {"code": self.code.value, "message": self.message, "photo": self.photo}


def no_tiles(name: str, photo: Which) -> Remark:
    """The remark that a photo, `name`, shows no tiles: it may be of an empty table, or of anything else."""
    message = f"{name}: shows no tiles that could be read; taken for an empty table"
    return Remark(RemarkCode.NO_TILES, message, photo)


def racks(name: str, before: Shown) -> Remark | None:
    """The remark that the photo before the turn, `name`, seems to show a rack of which a tile was taken.

    It is None where it does not. What lay on the table before the turn was sets, since otherwise somebody would have
    objected.
    """
    rows = (
        members
        for index, members in enumerate(before.candidates)
        if len(members) >= ROW and not all((index, place) in before.untouched for place in range(len(members)))
    )
    row = next(filter(_is_no_set, rows), None)
    if row is None:
        return None
    tiles = " ".join(UNREAD if len(each) == len(UNREAD_CANDIDATES) else str(each[0]) for each in row)
    message = (
        f"{name}: {tiles} is no set and lay there before the turn; if it stands on a rack, take both "
        "photos so that no rack is in them"
    )
    return Remark(RemarkCode.RACKS, message, "before")


def _is_no_set(members: CandidateSet) -> bool:
    """Whether tiles make no set, whatever the doubtful ones are."""
    if not any(len(each) == 1 for each in members):
        return False
    return fault(tuple(each[0] if len(each) == 1 else JOKER for each in members)) is not None


def cut_off(name: str, photo: Which) -> Remark:
    """The remark that a photo, `name`, ends where tiles lie, or may lie."""
    message = (
        f"{name}: ends where tiles lie or may lie, and the verdict hangs on them; show the whole table and no rack"
    )
    return Remark(RemarkCode.CUT_OFF, message, photo)


def covered(name: str, tiles: TileSet, part: str) -> Remark:
    """The remark that something may lie over tiles in that part of the photo after the turn, `name`.

    `tiles` are those that lay there before; what else may lie beneath nobody knows.
    """
    what = " ".join(format_tiles(tiles)) or "tiles"
    message = f"{name}: something may lie over {what}, {part}; take another photo without it"
    return Remark(RemarkCode.COVERED, message, "after")


def not_in_photo(name: str, before: Shown, verdict: Verdict) -> Remark | None:
    """The remark that the photo after the turn, `name`, shows nothing of a whole set that is missing.

    The set may lie under something. It is None where no whole set is missing.
    """
    gone = Counter(verdict.missing_tiles)
    whole = next((tiles for tiles in before.table if tiles and Counter(tiles) <= gone), None)
    if whole is None:
        return None
    message = (
        f"{name}: does not show {' '.join(format_tiles(whole))} anywhere; if something lies over it, take another one"
    )
    return Remark(RemarkCode.NOT_IN_PHOTO, message, "after")


def several_turns(verdict: Verdict, laid: int, faulted: Iterable[Verdict], rulebook: Rulebook) -> Remark | None:
    """The remark that more than one turn may lie between the photos, where that would explain the verdict.

    It is None where it would not. It would where nothing is wrong but what was done to sets on the table, by a player
    who may not do that, or not in one turn: an earlier player may have done it, or laid them. And it would where more
    was laid than a rack holds at the start.

    Args:
        verdict: the verdict on all that happened between the photos, as one turn.
        laid: how many tiles more lie there than before.
        faulted: for an undecided verdict, the verdicts on plausible readings that are illegal.
        rulebook: the rulebook that was judged by.
    """
    at_fault = [verdict] if verdict.outcome is Outcome.ILLEGAL else [*faulted]
    explained = bool(at_fault) and all(
        violation.code in OF_A_SET_BEFORE for fault in at_fault for violation in fault.violations
    )
    if explained and verdict.outcome is not Outcome.LEGAL:
        why = "the sets on the table may have been changed in another one"
    elif laid > rulebook.deal.tiles:
        why = f"{laid} tiles were laid, and a rack starts with {rulebook.deal.tiles}"
    else:
        return None
    return Remark(
        RemarkCode.SEVERAL_TURNS,
        f"There may be more than one turn between the photos: {why}. They are judged as one turn.",
    )
