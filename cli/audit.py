"""`tileref audit`: a turn in dispute, judged from photos of the table before and after it."""

import argparse
import json
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from cli import judge
from cli.common import AREA, parse_corners, program_version, warn, write_whole
from cli.exits import OF_OUTCOME, CommandError, ExitCode
from files.rulebook import load as load_rulebook
from referee import rulebook
from referee.text import printable

if TYPE_CHECKING:  # numpy and OpenCV load when the command runs
    from audit.evidence import Exhibit
    from audit.lying import Lying
    from audit.turn import Audit
    from calibration import TableProfile
    from vision.camera.photo import Opened
    from vision.reading.reader import Reader

NAME = "audit"
HELP = "judge a turn from photos of the table"

AS_OPENING = ", though only who lays down for the first time finds one: if it was still empty, add --opening"
"""What follows the remark that the photo before a turn shows no tiles, where the player is said to have opened."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `tileref audit`."""
    parser.add_argument("--after", required=True, metavar="PHOTO", help="the table after the turn; - is standard input")
    parser.add_argument(
        "--before", metavar="PHOTO", help="the table before it; without, only sets and counts are judged"
    )
    parser.add_argument("--rulebook", default=rulebook.DEFAULT, metavar="ID", help=f"default {rulebook.DEFAULT}")
    parser.add_argument("--opening", action="store_true", help="the player had not yet made the first lay-down")
    parser.add_argument(
        "--area",
        metavar="CORNERS",
        help="only what lies in here is judged, where racks or the pool are in the photos, too: the corners of the play area in "
        f"order around it as fractions of the picture, {AREA}",
    )
    parser.add_argument("--report", type=Path, metavar="OUT.html", help="write a page with photos, verdict and reasons")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> ExitCode:
    """Print the verdict; the exit code says legal, illegal or undecided."""
    if args.before == args.after == "-":
        raise CommandError("only one photo can come from standard input; give the other one's path")
    if args.opening and args.before is None:
        warn(
            "one photo does not show what was laid: whether it is enough for a first lay-down is not judged; add --before"
        )
    if args.report is not None:
        _check_report(args.report)
    rules = load_rulebook(args.rulebook)
    corners = None if args.area is None else parse_corners(args.area)
    from audit.remarks import RemarkCode
    from audit.turn import audit
    from calibration import TableProfile
    from vision.camera.photo import open_photo
    from vision.reading.reader import Reader

    photos = {name: open_photo(name) for name in (args.before, args.after) if name is not None}
    read = partial(_exhibit, reader=Reader(), profile=TableProfile(area=corners), copies=rules.box.copies)
    after = read(args.after, photos[args.after])
    before = None if args.before is None else read(args.before, photos[args.before])
    result = audit(after, before, rules, opened=not args.opening)
    for remark in result.remarks:
        if remark.photo is not None:
            finds_none = remark.code is RemarkCode.NO_TILES and remark.photo == "before"
            warn(remark.message + (AS_OPENING if finds_none and not args.opening else ""))
    print(json.dumps(result.to_json()) if args.json else "\n".join(describe(result)), flush=True)
    if args.report is not None:
        _write_report(result, args.report)
    return OF_OUTCOME[result.verdict.outcome]


def _exhibit(name: str, opened: "Opened", *, reader: "Reader", profile: "TableProfile", copies: int) -> "Exhibit":
    """What the photo shows within the profile's play area, with a second opinion on its doubtful tiles."""
    from audit.evidence import gather
    from vision.reading.table_reading import MESSAGES

    photo = opened.photo
    height, width = photo.shape[:2]
    area = profile.area_in(width, height)
    reading = replace(reader.read(photo, area, copies), full_size=opened.full_size)
    if reading.oddity is not None:
        warn(f"{printable(name)}: {MESSAGES[reading.oddity]}")
    found = gather(printable(name), photo, reading, area=area)
    if found.trouble is not None:
        warn(f"no second opinion on doubtful tiles: {found.trouble}")
    return found


def describe(result: "Audit") -> list[str]:
    """An audit as lines of text: the verdict as `tileref judge` gives it, the tiles to be looked at, and what lies where."""
    lines = judge.describe(result.verdict)
    if result.nothing_laid:
        lines.append("  laid: nothing; whether a tile was drawn, no photo can show")
    lines += [f"  note: {remark.message}" for remark in result.remarks if remark.photo is None]
    for question in result.questions:
        likely = [*map(str, question.likeliest)]
        likely += ["another"] if len(question.candidates) > len(question.likeliest) else []
        likely += ["no tile"] if question.may_be_none else []
        second = "" if question.second_opinion is None else f" (the second reader reads {question.second_opinion})"
        where = f"{question.exhibit.name}, set {question.spot.set_index + 1}, tile {question.spot.place + 1} ({question.where})"
        lines.append(f"  look at {where}: is it {' or '.join(likely)}?{second}")
    lines += _describe_photo(f"after the turn, {result.after.name}", result.lying["after"])
    if result.before is not None:
        lying = result.lying["before"]
        changed = [each for each in lying if not each.is_as_before]
        heading = "changed or gone from " if changed else ""
        if changed or not lying:
            lines += _describe_photo(f"{heading}before the turn, {result.before.name}", changed)
    return lines


def _describe_photo(heading: str, lying: "list[Lying]") -> list[str]:
    """Where the sets of a photo lie, as lines of text; for an empty table, a line that says so."""
    if not lying:
        return [f"  {heading}: no tiles"]
    return [f"  {heading}:", *(f"    {each.line}" for each in lying)]


def _check_report(path: Path) -> None:
    if path.suffix.lower() not in (".html", ".htm"):
        raise CommandError(f"{path}: a report is a web page; give it a name that ends in .html")
    if not path.absolute().parent.is_dir():
        raise CommandError(f"{path}: there is no folder {path.parent}; create it first")


def _write_report(result: "Audit", path: Path) -> None:
    from audit.report import render_report

    write_whole(path, render_report(result, datetime.now().astimezone(), program_version()))
