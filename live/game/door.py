"""What happens at the door: devices come in, are made host or sent out, and codes are wrong. Nothing of it changes the game."""

from __future__ import annotations

from dataclasses import dataclass

from live.game.event import Aside


@dataclass(frozen=True)
class DeviceLetIn(Aside):
    """A device came in that was not inside."""

    kind = "device-let-in"
    device: str
    """The name that the door gave it."""
    way: str
    """What it came in with: ``code``, ``invitation`` or ``appointment``, which makes it the host's."""
    address: str
    """From where in the network."""
    browser: str
    """What the device says of itself, in a few words; empty for what nobody knows."""


@dataclass(frozen=True)
class RoleGiven(Aside):
    """A device got a role that nobody takes by themselves, or lost it."""

    kind = "role-given"
    device: str
    role: str
    """``host`` comes with the right to be the host, every other role without it."""
    player: str = ""
    """Whose seat it is; empty for all but players."""


@dataclass(frozen=True)
class DeviceSentOut(Aside):
    """A device was sent out, and code and invitation were renewed."""

    kind = "device-sent-out"
    device: str


@dataclass(frozen=True)
class CodeRenewed(Aside):
    """Code and invitation were renewed; who is inside stays."""

    kind = "code-renewed"


@dataclass(frozen=True)
class CodesWrong(Aside):
    """Codes were wrong, or came too often to be listened to: one or, of a minute, all together."""

    kind = "codes-wrong"
    number: int
    addresses: int
    """From how many addresses they came, as far as these were counted."""
