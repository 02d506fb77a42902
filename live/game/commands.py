"""Commands: what people at the table can do, and what follows by itself.

Each takes the game as it stands and the present moment, and gives the event that then happens, or refuses. Pure:
`live.table.LiveTable.do` writes the event that a command gives, then applies it. A press that makes no sense in the present
state raises `RefusedError`; something entered that cannot be raises another `referee.errors.UserError`.
"""

from __future__ import annotations

from live.game.camera import accept_camera, choose_camera, leave_camera, mark_area
from live.game.challenging import challenge
from live.game.counting import amend, count_rack, end_round, pool_holds, score, still_holds
from live.game.event import Move, RefusedError, not_still
from live.game.extending import extend
from live.game.giving import check_last, check_word, give, give_again, give_late, judge_again, overrule, rule
from live.game.pausing import go_on_restored, pause, resume
from live.game.rounds import (
    begin_with,
    claim_redeal,
    close_game,
    draw_for_start,
    first_turn,
    forget,
    next_round,
    start_round,
)
from live.game.seats import leave, mend_name
from live.game.tiles import add, answer, correct
from live.game.timing import set_clock
from live.game.turns import Taken, end_turn, judge_anyway, say_face_up, say_whose
from live.game.undoing import drop_press, redo, undo

__all__ = [
    "Move", "RefusedError", "Taken", "accept_camera", "add", "amend", "answer", "begin_with", "challenge", "check_last", "check_word", "choose_camera", "claim_redeal",
    "close_game", "correct", "count_rack", "draw_for_start", "drop_press", "end_round", "end_turn", "extend", "first_turn", "forget", "give", "give_again",
    "give_late", "go_on_restored", "judge_again", "judge_anyway", "leave", "leave_camera", "mark_area", "mend_name", "next_round", "not_still", "overrule", "pause",
    "pool_holds", "redo", "resume", "rule", "say_face_up", "say_whose", "score", "set_clock", "start_round", "still_holds", "undo",
]  # fmt: skip
