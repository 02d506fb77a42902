"""The addresses by which other devices open the page: those of this machine's interfaces, or the one name that a proxy answers to."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

import psutil

_OFFERED = [
    [ipaddress.ip_network(network) for network in networks.split()]
    for networks in (
        "10.0.0.0/8 172.16.0.0/12 192.168.0.0/16",  # the home's network, over IPv4 (RFC 1918)
        "fc00::/7",  # the same over IPv6 (RFC 4193)
        "169.254.0.0/16",  # one cable without a router, over IPv4 (RFC 3927)
        "100.64.0.0/10",  # Tailscale's network, or that of a provider (RFC 6598)
    )
]  # in the order in which they are offered; what is in none of them reaches everybody, where no router is before it

VOUCHED = (
    *_OFFERED[0],
    *_OFFERED[1],
    *_OFFERED[2],
    *map(ipaddress.ip_network, ("127.0.0.0/8", "fe80::/10", "::1/128")),
)
"""The networks whose addresses the table's own authority may vouch for (RFC 1918, 3927, 4193, 4291)."""

_SIDE = re.compile(
    r"(tun|tap|utun|wg|ppp|ipsec|zt|wt|tailscale|nordlynx|proton|docker|br-|veth|virbr|vboxnet|vmnet|vnet|podman|cni|flannel|cali|lxc|lxd|incus"
    r"|vethernet|mullvad)|.*(vpn|wireguard|wsl|hyper-v|virtualbox|vmware|zerotier|warp)",
    re.IGNORECASE,
)  # how tunnels, and the bridges of containers and virtual machines, are called on Linux, macOS and Windows


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
        Own(each.address, name, "pointopoint" in stats[name].flags or _SIDE.match(name) is not None)
        for name, every in psutil.net_if_addrs().items()
        if name in stats and (stats[name].isup or "up" in stats[name].flags.split(","))
        for each in every
        if each.family in {socket.AF_INET, socket.AF_INET6} and "%" not in each.address
    ]
    return in_order(found)


def in_order(found: Sequence[Own]) -> list[Own]:
    """Those of `found` that other devices can reach, in the order in which they are offered."""
    return sorted(
        (each for each in found if _is_reached(each.address)), key=lambda each: (each.aside, _rank(each.address))
    )


def offers_of(every: Sequence[Own], port: int, plain: int | None = None) -> list[Offer]:
    """How each of the addresses in `every` is opened.

    Args:
        every: the addresses.
        port: where the page is served.
        plain: where it is served over http, for addresses for which the authority may not vouch; None where `port` serves http.
    """

    def opened(address: str) -> str:
        if plain is not None and is_vouched(address):
            return url("https", address, port)
        return url("http", address, port if plain is None else plain)

    return [Offer(opened(each.address), each.interface) for each in every]


def url(scheme: str, host: str, port: int) -> str:
    """The URL of a host's name or address, without a slash at its end."""
    return f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"


def is_vouched(address: str) -> bool:
    """Whether the table's own authority may vouch for that address."""
    ip = ipaddress.ip_address(address)
    return any(ip in network for network in VOUCHED)


def _rank(address: str) -> int:
    """How late that address is offered."""
    ip = ipaddress.ip_address(address)
    return next((rank for rank, networks in enumerate(_OFFERED) if any(ip in each for each in networks)), len(_OFFERED))


def _is_reached(address: str) -> bool:
    ip = ipaddress.ip_address(address)
    return not ip.is_loopback and not (ip.is_link_local and isinstance(ip, ipaddress.IPv6Address))
