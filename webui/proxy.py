"""What a request is when it has come in: whose it is, by which name, and below which path; a reverse proxy may stand between.

Whoever sits at this machine is its host. A request that a program here passes on for somebody else comes from this machine all the same, so that
what tells the two apart is looked for once, before anything asks for the sender. From there on `127.0.0.1` is this machine's own user, and
nobody else is.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.errors import UserError

HERE = "127.0.0.1"
"""The sender of what this machine's own user sends."""

UNKNOWN = "0.0.0.0"  # noqa: S104 - nothing listens there
"""The sender of what a proxy passed on without saying for whom."""

_FORWARDED = re.compile(
    r"(x-)?forwarded\b.*|(.*-)?via|(.*-)?ip|.*(client|remote|peer)-?(addr|address|host)|x-(url-)?scheme|front-end-https|surrogate-capability"
    r"|(cf|cdn|tailscale|ngrok|x-original|x-envoy|x-azure|x-amzn|x-amz|x-arr|x-appengine|x-cloud|x-proxy|x-varnish|x-akamai|x-request)\b.*"
)  # the names of headers that proxies, tunnels and balancers of load add, and no browser sends

_PATH = re.compile(r"(/[\w.~-]+)+", re.ASCII)

_NAMED = re.compile(
    r"(?:(https?)://)?([\w.-]+|\[[\da-f]*:[\da-f:]+\])(?::(\d{1,5}))?((?:/[A-Za-z0-9_.~-]+)*)/*", re.IGNORECASE
)  # how a proxy is named: scheme, host, port and path

Scope = dict[str, Any]
"""A request as ASGI tells of it."""


class ProxyError(UserError):
    """A public name that cannot be one. The message is one line, fit for the user."""


@dataclass(frozen=True)
class Proxy:
    """The reverse proxy on this machine through which the page is opened."""

    scheme: str = ""
    """`http` or `https`; empty where no name was declared."""
    netloc: str = ""
    """Name and port as browsers send them, in small letters; empty where no name was declared."""
    path: str = ""
    """What stands before every path, without a slash at its end."""

    @property
    def address(self) -> str:
        """The public address; empty where no name was declared."""
        return f"{self.scheme}://{self.netloc}{self.path}" if self.netloc else ""


def declared(name: str) -> Proxy:
    """The proxy that answers to `name`, such as `club.example`, `club.example:8443` or `https://club.example/tileref`; without a scheme, by https.

    Raises:
        ProxyError: it is no name of a page.
    """
    if not name:
        return Proxy()
    found = _NAMED.fullmatch(name)
    scheme, host, port, path = found.groups(default="") if found else ("", "", "", "")
    if not host or int(port or 0) > 65535:  # noqa: PLR2004 - there are no more ports
        raise ProxyError(
            f"--behind-proxy {name}: give the public name, such as club.example or https://club.example/tileref"
        )
    scheme = scheme.lower() or "https"
    is_usual = int(port or 0) in {0, 443 if scheme == "https" else 80}
    return Proxy(scheme, host.lower() if is_usual else f"{host.lower()}:{int(port)}", path)


def settled(scope: Scope, proxy: Proxy | None = None, *, is_sole: bool = False) -> Scope:
    """The request as it counts: its sender is whom it comes from, and its path is below the one that the proxy serves.

    Args:
        scope: the request as the server tells of it.
        proxy: the one that was declared; then nothing that comes from this machine proves that it is this machine's user.
        is_sole: whether the page is served on one address alone, by which this machine's user opens it, too.
    """
    peer, here = (plain(end[0]) if end else "" for end in (scope["client"], scope["server"]))
    if not (is_loopback(peer) or (peer == here and (is_sole or proxy))):
        return scope | {"client": (peer, 0)}
    said = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
    if proxy is not None:
        return scope | {"client": (_last_hop(scope), 0)} | _place(scope, proxy, said)
    # No browser speaks HTTP/1.0, and nginx does where it is not told otherwise.
    is_passed_on = scope["http_version"] == "1.0" or any(map(_FORWARDED.fullmatch, said))
    return scope | {"client": (UNKNOWN if is_passed_on else HERE, 0)}


def _place(scope: Scope, proxy: Proxy, said: Mapping[str, str]) -> Scope:
    """By which scheme and below which path a proxy was asked, as it was declared, or as the headers tell that it has `said`."""
    root = proxy.path or _path(said.get("x-forwarded-prefix", ""))
    path = scope["path"].removeprefix(root) if f"{scope['path']}/".startswith(f"{root}/") else scope["path"]
    scheme = said.get("x-forwarded-proto", "").partition(",")[0].strip().lower()
    scheme = scheme if scheme in {"http", "https"} else proxy.scheme or scope["scheme"]
    return {"root_path": root, "path": path, "scheme": scheme}


def is_loopback(address: str | None) -> bool:
    """Whether `address` is this machine itself."""
    try:
        return ipaddress.ip_address(plain(address or "")).is_loopback
    except ValueError:
        return False


def plain(address: str) -> str:
    """An address as people know it: IPv4 as such, where a line for both protocols took it (RFC 4291, 2.5.5.2)."""
    try:
        mapped = getattr(ipaddress.ip_address(address), "ipv4_mapped", None)
    except ValueError:
        return address
    return str(mapped or address)


def _path(said: str) -> str:
    path = said.strip().rstrip("/")
    return path if _PATH.fullmatch(path) else ""


def _last_hop(scope: Scope) -> str:
    """The address for which the proxy speaks: it puts that last, behind whatever the sender itself has said."""
    said = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    last = ",".join(said).rpartition(",")[2].strip()
    with_port = re.fullmatch(r"\[(.+)\](?::\d+)?|([\d.]+):\d+", last)
    try:
        ip = ipaddress.ip_address(plain((with_port[1] or with_port[2]) if with_port else last))
    except ValueError:
        return UNKNOWN
    return UNKNOWN if ip.is_loopback else str(ip)
