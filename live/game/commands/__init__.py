"""Commands: what people at the table can do, and what follows by itself.

Each gives the event that then happens, or refuses. Pure: `live.table.LiveTable.do` writes the event that a command
gives, then applies it. A press that makes no sense in the present state raises `RefusedError`; something entered that
cannot be raises another `referee.errors.UserError`.
"""

from __future__ import annotations

from live.game.commands.appeals import check_last, judge_again, overrule
from live.game.commands.counting import amend, count_rack, end_round, pool_holds, score, still_holds
from live.game.commands.move import Move, RefusedError, not_still
from live.game.commands.rounds import (
    begin_with,
    claim_redeal,
    close_game,
    draw_for_start,
    first_turn,
    next_round,
    start_round,
)
from live.game.commands.tiles import accept_camera, add, answer, choose_camera, correct, mark_area
from live.game.commands.turns import (
    Taken,
    check_word,
    clock_after,
    end_turn,
    judge_anyway,
    leave_camera,
    pause,
    resume,
    rule,
    say_face_up,
)
from live.game.commands.undoing import redo, undo
from live.game.commands.verdicts import drop_press, give, give_again, give_late, go_on_restored

__all__ = [
    "Move", "RefusedError", "Taken", "accept_camera", "add", "amend", "answer", "begin_with", "check_last", "check_word",
    "choose_camera", "claim_redeal", "clock_after", "close_game", "correct", "count_rack", "draw_for_start", "drop_press", "end_round", "end_turn", "first_turn", "give",
    "give_again", "give_late", "go_on_restored", "judge_again", "judge_anyway", "leave_camera", "mark_area", "next_round", "not_still", "overrule",
    "pause", "pool_holds", "redo", "resume", "rule", "say_face_up", "score", "start_round", "still_holds", "undo",
]  # fmt: skip
