"""The presses: one `POST /api/COMMAND` each."""

from webui.presses import counting, looking, playing, verdicts
from webui.presses.table import PRESSES, Means, Press, allowed, check, perform

__all__ = ["ABOUT", "PRESSES", "SUBJECTS", "Means", "Press", "allowed", "check", "perform"]

SUBJECTS = (playing, verdicts, counting, looking)
"""The modules of the table, as a document has them one after the other."""

ABOUT = {name: press.about for name, press in PRESSES.items() if press.about}
"""The fields of the state that each press speaks of: our own pages send them as `seen`."""
