"""What the page shows, as JSON: everything at once, so that a page that was away has missed nothing."""

from __future__ import annotations

from typing import cast

from live.demo import DemoFeed
from live.game.challenging import left, may_challenge
from live.game.events import Note
from live.game.phases import Counting, Judged, Scored, TakenTurn
from live.game.scoring import points_of, won_so_far
from live.game.seen import SeenTable
from live.game.state import Claim, Game, State
from live.scene import Scene
from live.table import LiveTable
from live.telling.missing_tiles import Missing, missing
from live.telling.visibility import low_tiles
from live.watching.feed import NO_CAMERA
from referee.allowance import Allowance
from referee.clauses import StartBy
from referee.faceup import NOTHING
from referee.round import Round
from referee.score import Rack
from referee.tiles import as_they_lie, format_tiles
from referee.verdict import Outcome
from roundfile.seal import code
from vision.regions import part_code
from webui import schema
from webui.choices import named
from webui.sheets import sheet_to_json

QUESTIONS = 4
"""Maximum number of questions that are asked at a time; an answer may settle the others."""
OFFERED = 6
"""Maximum number of candidates that a question offers; any other tile can be named, too."""

_PHASES: dict[State, schema.Phase] = {State.SETUP: "setup", State.SCORED: "scored"}


def snapshot(live: LiveTable, roles: int = 0) -> schema.State:
    """The whole state of `live` for the page, field by field as docs/http.md has it.

    Args:
        live: the table.
        roles: counts the changes of who is what at the table.
    """
    with live.lock:
        game, table, fresh = live.game, live.scene.table(), live.game.fresh_round
        link = live.record.journal.head
        return {
            "version": live.bulletin.version,
            "roles": roles,
            "phase": _PHASES.get(game.state, "playing"),
            "state": game.state,
            **_camera(live, table),
            **_areas(live.scene),
            **_round(live),
            "redeal": None if fresh is None else _redeal(fresh),
            "claim": None if fresh is None or game.claim is None else _claim(game.claim, fresh),
            "lots": fresh is not None and fresh.rulebook.start.by is StartBy.HIGHEST_TILE,
            "challenge": _challenge(game),
            "challenges": _challenges(live),
            "faceUp": _face_up(game),
            "contradictions": [cast("schema.Contradiction", found.to_json()) for found in game.contradictions],
            "clock": _clock(live),
            **_press(live),
            "table": None if table is None else _table(table),
            "verdict": None if game.judged is None else _verdict(game.judged),
            "late": _late(game),
            "leftUnseen": _left_unseen(game),
            "questions": _questions(game.judged) if game.judged is not None and game.asking else [],
            "restored": _restored(game, table),
            "sheet": _sheet(game),
            "code": None if link is None else code(link),
        }


def _camera(live: LiveTable, table: SeenTable | None) -> schema.Watched:
    """Where the pictures come from, what is wrong with them, and how well they show the table."""
    feed, scene, error = live.feed, live.scene, live.bulletin.trouble
    return {
        "demo": {"byItself": feed.by_itself, "over": feed.over} if isinstance(feed, DemoFeed) else None,
        "camera": {
            "name": feed.name,
            "trouble": feed.trouble,
            "ended": feed.rate == 0,
            "ailment": scene.ailment,
            "moved": scene.camera_is_lost,
            "oddity": scene.oddity,
            "leftOut": list(scene.left_out),
            "leftOutParts": [part_code(name) for name in scene.left_out],
            "lag": _lag(live),
            "asks": None if feed.phone is not None else live.wish.who,
        },
        "trouble": None if error is None else {"line": str(error), "code": error.code, "values": error.values},
        "stillness": "none" if scene.stillness is None or scene.ailment or feed.trouble else scene.stillness,
        "frame": None if scene.frame is None else scene.frame_number,
        "low": 0 if table is None else low_tiles(table),
        "legibility": None if scene.legibility is None else cast("schema.LegibleTiles", scene.legibility._asdict()),
    }


def _lag(live: LiveTable) -> schema.Lag | None:
    """What a screen that blinks can measure, and has; None where nothing is to be measured."""
    lateness = live.feed.lateness
    if lateness is None:
        return None
    times, seconds = lateness.known
    return {"seconds": None if seconds is None else round(seconds, 2), "times": times}


def _areas(scene: Scene) -> schema.Areas:
    """The parts of the picture that are marked, as fractions of it."""
    marked, suggested = scene.area.corners, scene.area_suggested
    return {
        "area": None if marked is None else [list(point) for point in marked],
        "areaSuggested": None if suggested is None else [_within(*point) for point in suggested],
        "beside": [[_within(*point) for point in part] for part in scene.rack_areas],
    }


def _round(live: LiveTable) -> schema.Played:
    """Who plays, by which rules, how far they are, how the round ended, once it has, and whether a camera watches it."""
    game = live.game
    current = game.round
    is_scored = game.state is State.SCORED
    return {
        "watched": game.watched and live.feed.name != NO_CAMERA,
        "watchesNext": bool(game.chosen) and not game.watched and live.feed.name != NO_CAMERA,
        "elsewhere": game.elsewhere,
        "unjudged": _unjudged(game),
        "round": game.number,
        "turn": current.turns if current else 0,
        "taken": [_taken(turn) for turn in game.turns],
        "allowance": None if current is None else _allowance(current.allowance),
        "players": _players(game),
        "next": _next(game),
        "pool": _pool(game),
        "opening": current.rulebook.opening.points if current else 0,
        "rulebook": named(current.rulebook) if current else None,
        "winner": game.sheet.columns[-1].winner if is_scored and game.sheet else game.winner,
        "over": is_scored or game.is_over,
        "count": _count(game),
        "left": _left(game),
    }


def _clock(live: LiveTable) -> schema.Clock:
    """The turn clock, in seconds; the page goes on with it at the rate of the feed's time."""
    game = live.game
    return {
        "elapsed": round(live.elapsed, 2),
        "limit": game.clock.limit,
        "running": game.clock.running,
        "waiting": game.is_restoring,
        "rate": live.feed.rate,
    }


def _allowance(time: Allowance) -> schema.Allowance:
    """What the bank does not pay for, and extensions."""
    return {"free": time.free, "taken": time.taken, "extension": time.rule.extension if time.rule.extensions else None}


def _press(live: LiveTable) -> schema.Pressed:
    """The press that waits for its verdict, for what it waits, and the actions that undo and redo lead back to, by the numbers of their events."""
    game, reason, witness = live.game, live.sitting.waits_for, live.sitting.witness
    where, asks = witness.where, witness.asks
    part = None if where is None else part_code(where)
    whose: schema.Whose | None = None
    if asks:
        whose = {"next": asks[0].next, "tiles": [format_tiles(one.tiles) for one in asks]}
    return {
        "ending": game.press is not None,
        "echo": game.echo,
        "waits": None if reason is None else {"for": reason, "where": where, "part": part, "whose": whose},
        "undo": game.action if game.past is not None else None,
        "undoes": _deed(game) if game.past is not None else None,
        "redo": None if game.future is None else game.future.action,
        "redoes": None if game.future is None else _deed(game.future),
    }


def _within(x: float, y: float) -> list[float]:
    """A point as fractions of the picture, or the point of its edge that is nearest."""
    return [round(min(max(value, 0.0), 1.0), 4) for value in (x, y)]


def _deed(game: Game) -> schema.Deed | None:
    deed = game.deed
    return None if deed is None else {"kind": deed.kind, "player": deed.player, "turn": deed.turn}


def _count(game: Game) -> schema.Count | None:
    """The racks of a round that is over, as far as they are counted; None before and after."""
    current = game.round
    counting = game.phase
    if current is None or not isinstance(counting, Counting):
        return None
    return {
        "winner": counting.winner,
        "won": won_so_far(counting, current),
        "racks": [
            _rack(game, current, name, counting.racks.get(name)) for name in current.players if name != counting.winner
        ],
    }


def _left(game: Game) -> list[schema.RackCount]:
    """The racks of the round that was just written down, as far as somebody said what was left on them."""
    current, scored = game.round, game.phase
    if current is None or not isinstance(scored, Scored):
        return []
    return [_rack(game, current, name, scored.racks[name]) for name in current.players if name in scored.racks]


def _rack(game: Game, current: Round, name: str, rack: Rack | None) -> schema.RackCount:
    """A player's rack: once it is counted, its tiles where they were named, and its points."""
    return {
        "player": name,
        "must": _held(game, current, name),
        "tiles": None if rack is None or isinstance(rack, int) else format_tiles(rack),
        "points": None if rack is None else points_of(rack, current),
    }


def _players(game: Game) -> list[schema.Player]:
    current = game.round
    if current is None:
        return []
    return [
        {
            "name": name,
            "tiles": _held(game, current, name),
            "opened": name in current.opened,
            "onTurn": name == _acting(game),
            "bank": current.time_of(name).bank if current.rulebook.time.bank else None,
            "extensions": current.time_of(name).extensions if current.rulebook.time.extensions else None,
        }
        for name in current.players
    ]


def _next(game: Game) -> str | None:
    """Who has the turn after the one that the page shows; None where nobody takes turns."""
    acting = _acting(game)
    return None if game.round is None or acting is None else game.round.after(acting)


def _taken(turn: TakenTurn) -> schema.TakenTurn:
    """A turn in short, with what it cost its player in tiles; of one without a verdict nobody knows what it laid."""
    verdict = turn.verdict if isinstance(turn, Judged) else None
    penalty = None if verdict is None else verdict.penalty
    return {
        "event": turn.press.event,
        "player": turn.press.player,
        "outcome": None if verdict is None else verdict.outcome,
        "laid": 0 if verdict is None else len(verdict.played),
        "points": 0 if verdict is None else verdict.points,
        "drew": turn.press.drew,
        "cost": 0 if penalty is None else penalty.draw,
    }


def _held(game: Game, current: Round, name: str) -> int | None:
    """How many tiles that player's rack must hold; None where nobody knows."""
    return current.counts[name] if current.counts_known and not game.elsewhere else None


def _pool(game: Game) -> int | None:
    """Tiles in the pool; None where every turn takes a tile, and nobody sees from where, or nobody played here."""
    if game.round is None:
        return 0
    if game.elsewhere:
        return None
    return game.round.pool if game.watched or not game.round.rulebook.discard.played else None


def _acting(game: Game) -> str | None:
    """Whose turn the page shows: of an undecided turn, still the one who took it; None where nobody takes turns."""
    if game.is_over or game.elsewhere or game.state is State.SCORED:
        return None
    if game.asking and game.judged is not None:
        return game.judged.case.press.player
    return game.round.on_turn if game.round else None


def _redeal(fresh: Round) -> schema.Redeal | None:
    """What entitles to new tiles before anybody has taken a turn; None where the rulebook has no such clause."""
    rule = fresh.rulebook.redeal
    if not rule.allowed:
        return None
    return {"pairs": rule.pairs, "tiles": fresh.rulebook.deal.tiles, "clause": rule.citation}


def _claim(claim: Claim, fresh: Round) -> schema.Claim:
    """The last claim to new tiles; of a rack that stays, no tile is told."""
    return {
        "player": claim.player,
        "granted": claim.granted,
        "pairs": len(claim.pairs),
        "needed": fresh.rulebook.redeal.pairs,
        "shown": format_tiles(claim.pairs) if claim.granted else [],
        "clause": claim.clause,
    }


def _challenge(game: Game) -> schema.Challenge | None:
    """The last challenge of this game; None before the first."""
    if not game.challenges:
        return None
    last = game.challenges[-1]
    return {"event": last.event, "press": last.press, "player": last.player, "found": last.found}


def _challenges(live: LiveTable) -> int | None:
    """How many challenges the player of the last turn has left, where that may be challenged now; else None."""
    game = live.game
    if live.clips is None or game.judged is None or not may_challenge(game, live.challenges):
        return None
    return left(game, game.judged.press.player, live.challenges)


def _face_up(game: Game) -> schema.FaceUp | None:
    """What lies face up beside the table; None where the rulebook has no such tiles."""
    current = game.round
    if current is None or not game.watched:
        return None
    discard, open_tile = current.rulebook.discard.played, current.rulebook.open_tile.played
    if not discard and not open_tile:
        return None
    return {
        "discard": discard,
        "open": open_tile and current.pool > 0,
        "pool": current.pool,
        "offered": None if current.offered is None else str(current.offered),
        "asked": game.press is not None and game.press.face_up is None,
    }


def _unjudged(game: Game) -> schema.Unjudged | None:
    """The turn that a photo can judge: one that waits for its verdict, or the last one where it stands without; None where there is none."""
    asked = game.photo_in_question
    turn = game.unjudged or asked
    press, before = (game.press, game.round) if game.press or turn is None else (turn.press, turn.before)
    if press is None or before is None or (game.press is not None and press.face_up is None):
        return None
    return {
        "event": press.event,
        "player": press.player,
        "drew": press.drew,
        "seconds": press.seconds,
        "allowed": before.allowance.limit,
    }


def _table(table: SeenTable) -> schema.Table:
    """The table for drawing; `fresh` marks tiles that nobody has confirmed yet."""
    sets = [[{**tile.to_json(), "fresh": not tile.confirmed} for tile in members] for members in table.sets]
    return {"width": table.width, "height": table.height, "sets": cast("list[list[schema.SeenTile]]", sets)}


def _verdict(judged: Judged) -> schema.Verdict:
    said, case = cast("schema.Said", judged.verdict.to_json()), judged.case
    return {
        **said,
        "outcome": said["verdict"],
        "laid": format_tiles(as_they_lie(judged.verdict.played, case.known.table())),
        "event": judged.event,
        "press": case.press.event,
        "player": case.press.player,
        "seconds": case.press.seconds,
        "drew": case.press.drew,
        "faceUp": cast("schema.FaceUpMoves", (case.press.face_up or NOTHING).to_json()),
        "photo": judged.photos[-1] if judged.photos else None,
        "table": _table(case.known),
        "missing": [gone_to_json(tile) for tile in missing(judged)],
        **note_to_json(judged.note),
        "host": judged.host,
        "called": case.press.called,
        "byPhoto": case.by_photo,
        "whole": case.before.table_known,
    }


def _late(game: Game) -> schema.LateTiles | None:
    """What the turn before that of the verdict counts as, where a late picture showed more than was said of it; else None."""
    judged = game.late
    if judged is None or game.judged is None:
        return None
    laid = as_they_lie(judged.verdict.played, judged.case.known.table())
    return {"player": judged.case.press.player, "laid": format_tiles(laid), "points": judged.verdict.points}


def _left_unseen(game: Game) -> schema.LeftUnseen | None:
    """What counts as having lain there before the turn of the verdict, since nobody knows who laid it; else None."""
    left = None if game.judged is None or game.press is not None else game.judged.left_unseen
    return None if left is None else {"player": left.player, "tiles": format_tiles(left.tiles)}


def note_to_json(note: Note | None) -> schema.Noted:
    """Why a verdict is undecided although no tile is doubtful, in English and for who translates it; the fields are there without a reason, too."""
    line, code, values = (None, None, {}) if note is None else note
    return {"note": line, "noteCode": code, "noteValues": dict(values)}


def gone_to_json(tile: Missing) -> schema.MissingTile:
    """A tile that a verdict calls gone, and where it lay."""
    return {
        "tile": str(tile.tile),
        "lay": tile.old_set,
        "set": tile.new_set,
        "place": tile.index,
        "at": None if tile.at is None else [round(part, 1) for part in tile.at],
        "size": round(tile.size, 1),
    }


def _questions(judged: Judged) -> list[schema.Question]:
    if judged.outdated:
        return []  # a new verdict is due, with questions of its own
    known = judged.case.known
    found: list[schema.Question] = []
    for set_index, place in judged.questions[:QUESTIONS]:
        tile = known.sets[set_index][place]
        likely = [(str(kind), round(p, 4)) for kind, p in tile.likely[:OFFERED]]
        found.append({"set": set_index, "index": place, "corners": [list(c) for c in tile.corners], "likely": likely})
    return found


def _restored(game: Game, table: SeenTable | None) -> bool | None:
    """Whether the table lies again as before an illegal turn, once it does; None where nothing is to be restored."""
    judged = game.judged
    if judged is None or judged.verdict.outcome is not Outcome.ILLEGAL or table is None:
        return None
    return game.state is not State.RESTORE or game.lies_as_before(table)


def _sheet(game: Game) -> schema.MatchSheet:
    sheet = game.sheet
    if sheet is None:
        return {"players": [], "columns": [], "totals": {}, "goal": None, "finish": None}
    goal = game.round.rulebook.match.points if game.round else 0
    finish = sheet.finish(goal)
    return {
        **sheet_to_json(sheet, game.struck),
        "goal": goal or None,
        "finish": None if finish is None else cast("schema.Finish", finish._asdict()),
    }
