"""Under what conditions an evening is played: a scenario for each thing that goes wrong, and a mix of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from workshop.benchmarks.evening.camera import FPS, Health
from workshop.benchmarks.evening.layout import Lies
from workshop.benchmarks.evening.picture import ACROSS
from workshop.benchmarks.evening.props import Screen

Span = tuple[float, float]
"""Least and most of what is drawn evenly in between."""


@dataclass(frozen=True)
class Scenario:
    """Shares are of the turns, 0 to 1; times are seconds."""

    name: str
    lags: tuple[float, ...] = (0.1,)
    """How late the camera may show the table; one is drawn for each round."""
    press: Span = (0.9, 1.5)
    """When the button is pressed after the player's hand has left the picture; below 0 before it has."""
    other_press: Span | None = None
    """When the button is pressed in half of the turns, where two habits are mixed; None where it is always `press`."""
    hasty: float = 0.0
    """How often the next player's hand follows at once after a turn that is legal."""
    follows: Span = (0.6, 0.9)
    """After which time it then comes in."""
    lays_as_put_back: bool = False
    """Whether the next player lays while the table of an illegal turn is still being put back."""
    in_two_goes: bool = False
    """Whether who changes several sets takes the hand away before the last one."""
    stays: float = 0.0
    """How often the player presses with a hand over the table that then stays there."""
    stays_for: Span = (3.0, 11.0)
    second_press: float = 0.0
    """How often the button is pressed again a second after a legal verdict."""
    second_press_illegal: float = 0.0
    """How often it is pressed again after an illegal verdict, before the table is put back."""
    ills: tuple[Health, ...] = ()
    """What may befall the camera during a turn."""
    ill: float = 0.0
    """How often one of them does."""
    ill_for: Span = (3.0, 6.0)
    """How long it lasts after the press."""
    lamps: float = 0.0
    """How often the lamp changes in the middle of a turn."""
    nudge: float = 0.0
    """How often the camera is pushed before a turn."""
    covers: float = 0.0
    """How often a cup is put on a set during a turn; it is lifted when nobody can say what lies beneath."""
    stacked: float = 0.0
    """How often a tile is laid half on another one."""
    racks: bool = False
    """Whether the racks are in the picture."""
    area: bool = False
    """Whether the play area is marked, as wide as sets are laid."""
    backs: int = 0
    """Pool tiles face down in the picture."""
    phone: Screen | None = None
    """What the screen of a phone shows that lies on the table; None for no phone."""
    glare: int = 0
    """Lamps mirrored on the table."""
    measured: bool = False
    """Whether a screen blinks before each camera that is put up, so that it is known how late it is."""
    burns: float = 0.0
    """How often a lamp is mirrored on a tile of a new set, so strongly that nothing of it is seen until the next turn."""
    arm: float = 0.0
    """How often a player who lays leaves an arm over a corner of the picture until the verdict."""
    opener: int = 3
    """Number of tiles of the sets for a first lay-down that players are dealt."""
    lies: Lies = Lies.ANYWHERE
    """Where new sets are laid."""
    across: float = ACROSS
    """Tile widths that the picture is wide."""
    cut: float = 0.0
    """By how much the picture misses the table's lower part, tile widths."""
    fills: int = 0
    """Minimum number of tiles on the table in the turns that count; the turns before them only lead there."""
    fps: float = FPS
    """Pictures that the camera sends in a second."""
    cpu: float = 1.0
    """Share of the time that the server's computer has for it."""
    illegal: float = 0.15
    """How often a player does something that is not allowed."""
    limit: float = 20.0
    """Seconds on the turn clock."""
    late: float = 0.0
    """How often a player who lays takes longer."""


CLOSE = 25.0
"""Tile widths that the picture of a camera close to the table is wide: a row of five takes a fiftieth of it, as an arm does."""

_AS_THE_HAND_LEAVES = (0.0, 0.15)

_CALM = Scenario("calm")
_HURRIED = replace(_CALM, press=_AS_THE_HAND_LEAVES)

SCENARIOS: Mapping[str, Scenario] = {
    each.name: each
    for each in (
        Scenario(
            "evening",
            lags=(0.1, 0.3, 0.6, 1.0, 1.5, 2.0),
            other_press=_AS_THE_HAND_LEAVES,
            hasty=0.1,
            stays=0.06,
            second_press=0.05,
            second_press_illegal=0.3,
            ills=(Health.FROZEN, Health.SILENT, Health.DARK, Health.BLURRED),
            ill=0.02,
            lamps=0.06,
            nudge=0.04,
            late=0.02,
        ),
        _CALM,
        replace(_HURRIED, name="hurried"),
        Scenario("full", other_press=_AS_THE_HAND_LEAVES, fills=50),
        replace(_HURRIED, name="lag1", lags=(1.0,)),
        replace(_HURRIED, name="lag1.5", lags=(1.5,)),
        replace(_HURRIED, name="lag2", lags=(2.0,)),
        replace(_HURRIED, name="slow", cpu=0.2, fps=6.0),
        Scenario("hasty-next-hand", press=(-0.25, -0.05), hasty=1.0),
        Scenario("next-hand-with-own", press=(-0.25, -0.05), hasty=1.0, follows=(0.0, 0.3)),
        Scenario("lays-as-put-back", illegal=0.5, lays_as_put_back=True),
        replace(_HURRIED, name="in-two-goes", lags=(0.1, 1.0, 1.5, 2.0), in_two_goes=True),
        Scenario("hand-stays", stays=0.6),
        Scenario("second-press-after-legal", second_press=0.7),
        Scenario("second-press-after-illegal", second_press_illegal=1.0, illegal=0.5),
        Scenario("camera-stalls", ills=(Health.FROZEN, Health.SILENT), ill=0.5),
        Scenario("camera-black", ills=(Health.DARK,), ill=0.5, ill_for=(6.0, 9.0)),
        Scenario("camera-garbled", ills=(Health.GARBLED,), ill=0.5, ill_for=(3.0, 9.0)),
        Scenario("camera-blurred", ills=(Health.BLURRED,), ill=0.5, ill_for=(6.0, 9.0)),
        Scenario("racks-in-view", racks=True),
        Scenario("cup", covers=0.4),
        Scenario("stacked", stacked=0.4),
        Scenario("nudge-each-turn", nudge=1.0),
        Scenario("nudge-with-racks", nudge=1.0, racks=True),
        Scenario("nudge-with-area", nudge=1.0, racks=True, area=True),
        Scenario("lamps", lamps=0.6),
        Scenario("face-down-pool", backs=14),
        Scenario("edge", lies=Lies.TO_THE_EDGE),
        Scenario("borders", lies=Lies.ALONG_THE_BORDERS, across=CLOSE, opener=5),
        Scenario("half-out", lies=Lies.HALF_OUT),
        Scenario("arm-over-corner", arm=0.6, across=CLOSE),
        Scenario("glare", glare=2),
        Scenario("burnt-out", burns=0.7),
        Scenario("phone", phone=Screen.KEYPAD),
        Scenario("phone-with-tiles", phone=Screen.GAME),
        Scenario("cut-edge", cut=3.4),
        Scenario("overtime", limit=10.0, late=0.5),
    )
}
"""By name; the first is a mix of what happens on one evening, the others are each one thing by itself."""
