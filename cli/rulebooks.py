"""`tileref rulebooks`: the rulebooks that there are, and what one of them says."""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import fields

from cli.common import on_one_line
from cli.exits import CommandError, ExitCode
from files.bounded import read_within
from files.rulebook import examine
from files.rulebook import load as load_rulebook
from files.toml import MOST_TOML
from referee import clauses, rulebook
from referee.allowance import Allowance
from referee.rulebook import Rulebook
from referee.switches import SWITCHES

NAME = "rulebooks"
HELP = (
    "list the rulebooks, print one as people at the table want to read it, or where two differ; check one of your own"
)

_CHECK = "check"
"""In place of a rulebook: the files that follow are checked."""

_MOST = 2
"""Maximum number of rulebooks to compare."""

_TAKEN = {
    clauses.StartBy.HIGHEST_TILE: "each player draws a tile, the highest number begins",
    clauses.StartBy.AGREED: "agreed upon, or by lot",
    clauses.TouchTable.NEVER: "in that turn the sets on the table stay as they are, jokers included",
    clauses.TouchTable.AFTER_POINTS: "with those points on the table, its sets may be rebuilt in the same turn",
    clauses.PenaltyTable.RESTORED: "the table goes back to how it lay",
    clauses.PenaltyTable.LOOSE_TO_RACK: "tiles in no set go onto the player's own rack",
    clauses.Freed.ANY_SET: "is laid again in the same turn",
    clauses.Freed.NEW_SET: "must be laid in a new set in the same turn",
    clauses.Freed.WITH_RACK: "must be laid in a new set with two tiles from the rack in the same turn",
    clauses.LastRound.ONE_TRY_EACH: "everyone has one more turn",
    clauses.LastRound.UNTIL_STUCK: "everyone in turn lays at least one tile, until somebody is out or nobody can",
    clauses.LastRoundStart.DRAWER: "beginning with the player who drew the last tile",
    clauses.LastRoundStart.NEXT: "beginning with the next player",
    clauses.BlockedPoints.OWN_MINUS: "everyone, the winner too, writes their own rack as minus",
    clauses.BlockedPoints.DIFFERENCE: "the others write the difference to the winner's rack as minus, the winner the total of those as plus",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `tileref rulebooks`."""
    parser.add_argument(
        "rulebooks",
        nargs="*",
        metavar="ID",
        help="a rulebook's id, or the path of a TOML file of your own; two to print where they differ. Variants and house rules "
        f"follow after +, as in hertzano-original+hand+opening=50 ({', '.join(SWITCHES)}). check FILE... says what is misspelt in TOML "
        "files of your own (- is standard input), and what contradicts itself",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object, or one for each rulebook")


def run(args: argparse.Namespace) -> ExitCode:
    """Print one rulebook, or where two differ, or without any the names of all; or check files."""
    if args.rulebooks[:1] == [_CHECK]:
        return check(args.rulebooks[1:], as_json=args.json)
    if len(args.rulebooks) > _MOST:
        raise CommandError("give one rulebook to read it, or two to see where they differ")
    books = [load_rulebook(name) for name in args.rulebooks or rulebook.available()]
    if args.json:
        for book in books:
            print(json.dumps(to_json(book)))
    elif not args.rulebooks:
        width = max(len(book.id) for book in books)
        for book in books:
            default = " (the default)" if book.id == rulebook.DEFAULT else ""
            print(f"{book.id:{width}}  {book.title}{default}; of the booklet survives: {book.survives}")
    else:
        print("\n".join(describe(*books) if len(books) == 1 else differences(*books)))
    return ExitCode.FINE


def check(files: Sequence[str], *, as_json: bool) -> ExitCode:
    """Print everything that is wrong with rulebooks of one's own, a line each; or that they hold together."""
    if not files:
        raise CommandError("name the file to be checked: tileref rulebooks check sundays.toml")
    checked = [(name, *examine(_content(name))) for name in files]
    for name, book, faults in checked:
        shown = "standard input" if name == "-" else name
        lines = [on_one_line(str(fault)) for fault in faults]
        if as_json:
            print(json.dumps({"file": shown, "id": None if book is None else book.id, "faults": lines}))
        elif lines or book is None:
            print("\n".join(f"{shown}: {line}" for line in lines))
        else:
            print(f"{shown}: {on_one_line(book.title)} ({book.id}) holds together")
    return ExitCode.BAD_INPUT if any(faults for _, _, faults in checked) else ExitCode.FINE


def _content(name: str) -> bytes:
    if name != "-":
        return read_within(name, MOST_TOML)
    content = sys.stdin.buffer.read(MOST_TOML + 1)
    if len(content) > MOST_TOML:
        raise CommandError(f"standard input: has more than {MOST_TOML // 1024} KiB: no rulebook has")
    return content


def to_json(book: Rulebook) -> dict[str, object]:
    """Every clause with its keys and its citation; no time limit is null."""
    return {
        "id": book.id,
        "title": book.title,
        "survives": book.survives,
        "clauses": {
            name: {field.name: getattr(clause, field.name) for field in fields(clause)}
            for name, clause in book.clauses().items()
        },
        "variants": [{"name": v.name, "summary": v.summary, "citation": v.citation} for v in book.variants],
    }


def describe(book: Rulebook) -> list[str]:
    """The rulebook as lines of text: for each clause what it says, and under it where that stands."""
    lines = [f"{book.title} ({book.id})", f"of the booklet survives: {book.survives}", ""]
    for heading, clause, text in _clauses(book):
        lines += [f"{heading}: {text}", f"    {clause.citation}"]
    for variant in book.variants:
        lines += [f"Variant {variant.name}: {variant.summary}", f"    {variant.citation}"]
    return lines


def differences(one: Rulebook, other: Rulebook) -> list[str]:
    """Where two rulebooks say different things: for each clause what the one says and what the other, and where that stands."""
    titles = [f"{one.title} ({one.id})", f"{other.title} ({other.id})"]
    lines: list[str] = []
    for (heading, ours, text), (_, theirs, other_text) in zip(_clauses(one), _clauses(other), strict=True):
        if text != other_text:
            lines += ["", heading]
            lines += [
                f"  {one.id}: {text}",
                f"    {ours.citation}",
                f"  {other.id}: {other_text}",
                f"    {theirs.citation}",
            ]
    return [*titles, *(lines or ["", "They say the same."])]


def _clauses(book: Rulebook) -> Iterator[tuple[str, clauses.Clause, str]]:
    yield from _before_the_start(book)
    yield from _turns(book)
    yield from _end(book)


def _before_the_start(book: Rulebook) -> Iterator[tuple[str, clauses.Clause, str]]:
    box, deal, pool, redeal = book.box, book.deal, book.pool, book.redeal
    tiles = f"{box.copies} each of 1 to 13 in black, red, blue and {box.fourth_colour.value}, {box.jokers} jokers"
    yield "Box", box, tiles
    yield "Players", book.players, f"{book.players.least} to {book.players.most}"
    yield "Who begins", book.start, _TAKEN[book.start.by]
    yield "Direction", book.direction, "clockwise" if book.direction.clockwise else "anticlockwise"
    stacks = f", as {deal.stacks_each} stacks" if deal.stacks_each else ""
    passed = ", passed to the left neighbour" if deal.passed_left else ""
    yield "Deal", deal, f"{deal.tiles} tiles each{stacks}{passed}"
    stacked = f"in stacks of {pool.stack}, the last one of {pool.last_stack}" if pool.stack else "unstacked"
    first = "; the last stack is drawn from first" if pool.draw_from is clauses.DrawFrom.LAST_STACK else ""
    yield "Pool", pool, f"face down, {stacked}{first}"
    more, shown = " or more" if redeal.or_more else "", ", shown openly" if redeal.shown else ""
    pairs = f"on request with {redeal.pairs}{more} pairs of equal tiles{shown}" if redeal.allowed else "not provided"
    yield "Redeal", redeal, pairs
    yield (
        "Sets",
        book.sets,
        "a group is 3 or 4 tiles of one number in different colours, a run 3 to 13 consecutive numbers of one colour"
        + (", lying in ascending order" if book.sets.ordered else ""),
    )
    yield "Lowest number", book.lowest_one, "1, which never follows 13"


def _turns(book: Rulebook) -> Iterator[tuple[str, clauses.Clause, str]]:
    opening = book.opening
    worth = f"at least {opening.points} points in sets of the player's own, jokers at the value they stand for"
    yield "Opening", opening, f"{worth}; {_TAKEN[opening.touches_table]}"
    first = "nobody lays until somebody opens" if book.first_lay_down.after_opening_only else "any player"
    yield "First lay-down of the round", book.first_lay_down, first
    turn, drawn = f"lays at least one tile from the rack, or draws {book.play.draw}", "drawing ends the turn"
    if book.discard.played:
        turn, drawn = "takes a tile, lays or does not, and discards one", "may be laid at once"
    yield "A turn", book.play, turn
    barred = "waits for the player's next turn" if book.drawn_tile.barred else drawn
    yield "Tile just drawn", book.drawn_tile, barred
    yield "Rebuilding", book.manipulation, "in any way, if only sets are left and nothing goes back to a rack"
    yield "Time for a turn", book.time, _time(book.time)
    yield from _penalties(book)
    yield "Joker", book.joker, _joker(book)


def _time(time: clauses.Time) -> str:
    """A turn's own time, and what each player has besides."""
    own = Allowance.of(time).own
    parts = ["no limit"] if own is None else [f"{own:g} seconds"] if own else []
    if time.bank:
        then = "then " if own else ""
        parts.append(f"{then}a bank of {time.bank / 60:g} minutes for each player and round")
    if time.increment:
        parts.append(f"to which each turn adds {time.increment} seconds")
    if time.extensions:
        each = "extension" if time.extensions == 1 else "extensions"
        period = {0: "game", 1: "round"}.get(time.refill, f"{time.refill} rounds")
        parts.append(f"{time.extensions} {each} of {time.extension} seconds for each player and {period}")
    return ", ".join(parts)


def _penalties(book: Rulebook) -> Iterator[tuple[str, clauses.Clause, str]]:
    penalty = book.penalty
    lost = (
        "; tiles whose place nobody remembers are mixed into the pool"
        if penalty.lost is clauses.LostTiles.INTO_POOL
        else ""
    )
    extra = f", plus {penalty.extra_per_lost} for each of those" if penalty.extra_per_lost else ""
    yield (
        "Turn illegal or out of time",
        penalty,
        f"{_TAKEN[penalty.table]}, {penalty.draw} tiles are drawn{lost}{extra}",
    )
    idle = "the same" if book.idle_penalty.asked else "nothing"
    yield "Nothing laid or drawn, or too many drawn", book.idle_penalty, f"costs {idle}"
    tiles = "1 tile is drawn" if book.overrun_penalty.draw == 1 else f"{book.overrun_penalty.draw} tiles are drawn"
    late = tiles if book.overrun_penalty.draw else "costs the same"
    yield "Only out of time", book.overrun_penalty, late


def _joker(book: Rulebook) -> str:
    joker = book.joker
    whence = " or ".join(place.value for place in joker.exchange_from)
    opened = "" if joker.exchange_before_opening else ", by a player who has opened"
    split = "may be split, and so the joker freed" if joker.split else "may not be split"
    missing = "both missing colours" if joker.group_needs_both else "either missing colour"
    exchange = f"exchanged for the tile it stands for (in a group of three {missing}) from {whence}{opened}; a set with a joker {split}"
    return f"{exchange}; freed, it {_TAKEN[joker.freed]}; left on a rack it counts {joker.points}"


def _end(book: Rulebook) -> Iterator[tuple[str, clauses.Clause, str]]:
    last = book.pool_empty
    yield "Going out", book.going_out, 'who lays the last tile calls "Rummikub" and wins the round'
    announced = "the player who draws the last tile says so; " if last.announced else ""
    yield "Pool empty", last, f"{announced}{_TAKEN[last.last_round]}, {_TAKEN[last.starts]}"
    yield "Blocked round", book.blocked, f"the lowest rack wins; {_TAKEN[book.blocked.points]}"
    yield "Tie in it", book.tie, "fewer tiles decide" if book.tie.fewest_tiles else "left open"
    yield (
        "Points",
        book.scoring,
        "the losers write their racks as minus, the winner their total as plus; the column adds up to 0",
    )
    goal = f"over after the round in which somebody comes to {book.match.points} points or more"
    over = goal if book.match.points else "as many rounds as agreed on"
    yield "Match", book.match, f"{over}; the highest total wins, and who are level share it"
    discards = "every turn takes a tile, from the pool or, to lay a new set with it at once, the predecessor's last discard, and ends with one discarded face up"
    yield "Discards", book.discard, discards if book.discard.played else "not played"
    open_tile = "the last tile of the pool lies face up; a player who can go out with it may take it"
    yield "Open tile", book.open_tile, open_tile if book.open_tile.played else "not played"
    hand = (
        f"who goes out in the turn of the first lay-down makes the others' minus points count {book.hand.factor} times"
    )
    yield "Going out by hand", book.hand, hand if book.hand.played else "not played"
