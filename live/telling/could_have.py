"""Whether a player could have laid tiles in a turn of an evening, once the racks of its round were counted."""

from __future__ import annotations

from collections.abc import Iterable

from files.rulebook import load as load_rulebook
from live.telling.evening import Evening, EveningTurn
from live.telling.round_files import RecordedRound
from referee.errors import UserError
from roundfile.could_have import CouldHave, could_have


def could_have_at(rounds: Iterable[RecordedRound], evening: Evening, turn: EveningTurn) -> CouldHave | None:
    """What is known of a turn; None where it was taken back, or the rulebook of its round is gone.

    Args:
        rounds: the rounds of the evening.
        evening: what else is told of it.
        turn: one of its turns.
    """
    held = [one.press for one in evening.turns if one.round_key == turn.round_key and not one.is_taken_back]
    place = tuple(turn.round_key)
    document = next(
        (one.document for one in rounds if (one.document["game"], one.document["round"]) == place),
        None,
    )
    if document is None or turn.press not in held:
        return None
    try:
        rules = load_rulebook(document["rulebook"], document.get("rulebook_text"))
    except UserError:
        return None
    number = held.index(turn.press) + 1
    return next((one for one in could_have(document, turn.player, rules) if one.number == number), None)
