"""The addresses by which other devices open the page: those of this machine's interfaces, or the one name that a proxy answers to."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from urllib.parse import urlsplit

import psutil

VOUCHED = tuple(
    ipaddress.ip_network(network)
    for network in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8", "fc00::/7", "fe80::/10", "::1/128")
)  # fmt: skip
"""The networks whose addresses the table's own authority may vouch for (RFC 1918, 3927, 4193, 4291)."""

_SIDE = re.compile(
    r"(tun|tap|utun|wg|ppp|ipsec|zt|wt|tailscale|nordlynx|proton|docker|br-|veth|virbr|vboxnet|vmnet|vnet|podman|cni|flannel|cali|lxc|lxd|incus"
    r"|vethernet|mullvad)|.*(vpn|wireguard|wsl|hyper-v|virtualbox|vmware|zerotier|warp)",
    re.IGNORECASE,
)  # how tunnels, and the bridges of containers and virtual machines, are called on Linux, macOS and Windows


class Kind(IntEnum):
    """What reaches an address, in the order in which they are offered."""

    PRIVATE = 0
    """The home's network, over IPv4 (RFC 1918)."""
    UNIQUE_LOCAL = 1
    """The home's network, over IPv6 (RFC 4193)."""
    LINK_LOCAL = 2
    """One cable without a router, over IPv4 (RFC 3927)."""
    SHARED = 3
    """Tailscale's network, or that of a provider (RFC 6598)."""
    GLOBAL = 4
    """Everybody, where no router is before it."""


_SHARED = ipaddress.ip_network("100.64.0.0/10")


@dataclass(frozen=True)
class Own:
    """An address of one of this machine's interfaces."""

    address: str
    interface: str
    aside: bool = False
    """Whether a tunnel has it, or a bridge to containers."""


@dataclass(frozen=True)
class Offer:
    """What a guest may type to open the page."""

    address: str
    """URL, without a slash at its end."""
    interface: str = ""
    """The interface that has the address; empty where none is known."""

    @property
    def camera(self) -> bool:
        """Whether browsers lend a page that came from there the camera of a phone."""
        return self.address.startswith("https:")

    def to_json(self) -> dict[str, str | bool | None]:
        """As the page and scripts are told of it."""
        return {"address": self.address, "interface": self.interface or None, "camera": self.camera}


class Addresses:
    """The addresses that are offered to guests, and the one of them that the host has chosen to show."""

    def __init__(self, offers: Callable[[], Sequence[Offer]]) -> None:
        """`offers` tells those that hold at the time, the likeliest first."""
        self._offers = offers
        self._chosen = ""

    @classmethod
    def only(cls, address: str) -> Addresses:
        """The one address that there is; none where it is empty."""
        return cls(lambda: [Offer(address)] if address else [])

    def offers(self) -> Sequence[Offer]:
        """Those that hold now, the likeliest first."""
        return self._offers()

    @property
    def shown(self) -> str:
        """The one that is shown: what the host has chosen, as long as it holds, else the likeliest; empty where there is none."""
        every = [offer.address for offer in self.offers()]
        return self._chosen if self._chosen in every else next(iter(every), "")

    def at(self, host: str) -> Offer | None:
        """The offer for the name or address `host`; None where there is none."""
        return next((offer for offer in self.offers() if urlsplit(offer.address).hostname == host), None)

    def choose(self, address: str) -> bool:
        """Shows `address` from now on; false where it is none of them."""
        is_one = any(offer.address == address for offer in self.offers())
        if is_one:
            self._chosen = address
        return is_one


def own() -> list[Own]:
    """The addresses of this machine's interfaces that others may reach, home networks first, tunnels and bridges to containers last.

    Those that hold on one link alone over IPv6 are left out: no browser opens an address with a zone.
    """
    stats = psutil.net_if_stats()
    found = [
        Own(each.address, name, _is_aside(name, stats[name].flags))
        for name, every in psutil.net_if_addrs().items()
        if name in stats and (stats[name].isup or "up" in stats[name].flags.split(","))
        for each in every
        if each.family in {socket.AF_INET, socket.AF_INET6} and "%" not in each.address
    ]
    return in_order(found)


def in_order(found: Sequence[Own]) -> list[Own]:
    """Those of `found` that other devices can reach, in the order in which they are offered."""
    return sorted(
        (each for each in found if _is_reached(each.address)), key=lambda each: (each.aside, kind_of(each.address))
    )


def offers_of(every: Sequence[Own], port: int, plain: int | None = None) -> list[Offer]:
    """How each of the addresses in `every` is opened.

    Args:
        every: the addresses.
        port: where the page is served.
        plain: where it is served over http, for addresses for which the authority may not vouch; None where `port` serves http.
    """
    if plain is None:
        return [Offer(url("http", each.address, port), each.interface) for each in every]
    return [
        Offer(url("https", each.address, port) if is_vouched(each.address) else url("http", each.address, plain), each.interface)
        for each in every
    ]  # fmt: skip


def url(scheme: str, host: str, port: int) -> str:
    """The URL of a host's name or address, without a slash at its end."""
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"


def is_vouched(address: str) -> bool:
    """Whether the table's own authority may vouch for that address."""
    ip = ipaddress.ip_address(address)
    return any(ip in network for network in VOUCHED)


def kind_of(address: str) -> Kind:
    """What reaches that address."""
    ip = ipaddress.ip_address(address)
    if not is_vouched(address):
        return Kind.SHARED if ip in _SHARED else Kind.GLOBAL
    if ip.is_link_local:
        return Kind.LINK_LOCAL
    return Kind.PRIVATE if isinstance(ip, ipaddress.IPv4Address) else Kind.UNIQUE_LOCAL


def _is_reached(address: str) -> bool:
    ip = ipaddress.ip_address(address)
    return not ip.is_loopback and not (ip.is_link_local and isinstance(ip, ipaddress.IPv6Address))


def _is_aside(name: str, flags: str) -> bool:
    return "pointopoint" in flags or _SIDE.match(name) is not None
