"""Whoever comes through a reverse proxy on this machine is a guest, however the proxy says so, and the page works below its name and path."""

from __future__ import annotations

import http.client
import json
import re
import socket
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tests.live.stage import Played
from tests.webui.network import Network
from tests.webui.staged import served
from tests.webui.visiting import PATIENCE, Visit, start
from webui import Access, Site, create_app
from webui.addresses import Addresses
from webui.bundles import bare
from webui.proxy import UNKNOWN, Proxy, ProxyError, Scope, declared, settled
from webui.tries import WRONG

STATIC = Path(__file__).parents[2] / "webui" / "static"


def sent(peer: str, *headers: tuple[str, str], here: str = "127.0.0.1", path: str = "/state", version: str = "1.1") -> Scope:  # fmt: skip
    """A request that comes from `peer` to the address `here`."""
    said = [(name.lower().encode(), value.encode()) for name, value in headers]
    scope: Scope = {"type": "http", "http_version": version, "scheme": "http", "path": path, "root_path": ""}
    return {**scope, "headers": said, "client": (peer, 4321), "server": (here, 8000)}


def sender(scope: Scope, proxy: Proxy | None = None, *, is_sole: bool = False) -> str:
    return str(settled(scope, proxy, is_sole=is_sole)["client"][0])


@pytest.mark.parametrize(
    ("peer", "here", "own"),
    [
        ("127.0.0.1", "127.0.0.1", True),
        ("::1", "::1", True),
        ("::ffff:127.0.0.1", "::ffff:127.0.0.1", True),
        ("192.168.1.50", "192.168.1.50", True),
        ("::ffff:192.168.1.50", "::ffff:192.168.1.50", True),
        ("2001:db8::5", "2001:db8::5", True),
        ("192.168.1.77", "192.168.1.50", False),
        ("::ffff:192.168.1.77", "::ffff:192.168.1.50", False),
        ("2001:db8::9", "2001:db8::5", False),
    ],
)
def test_this_machine_is_the_host_at_the_one_address_on_which_the_page_is_served(
    peer: str,
    here: str,
    own: bool,  # noqa: FBT001 - a parameter of the table above
) -> None:
    assert sender(sent(peer, here=here), is_sole=True) == ("127.0.0.1" if own else peer.removeprefix("::ffff:"))
    assert sender(sent(peer, here=here), Proxy()) == (UNKNOWN if own else peer.removeprefix("::ffff:"))


def test_where_the_page_is_served_on_all_addresses_this_machine_is_the_host_at_its_loopback() -> None:
    assert sender(sent("127.0.0.1")) == "127.0.0.1"
    assert sender(sent("192.168.1.50", here="192.168.1.50")) == "192.168.1.50"


FORWARDED = [
    "Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded", "Forwarded-For", "Via", "X-Real-IP", "X-Client-IP",
    "True-Client-IP", "X-Cluster-Client-IP", "Fastly-Client-IP", "Client-IP", "CF-Connecting-IP", "CF-Ray", "CDN-Loop", "X-Original-Forwarded-For",
    "X-Envoy-External-Address", "X-Azure-ClientIP", "X-Amzn-Trace-Id", "X-ProxyUser-Ip", "Tailscale-User-Login", "X-Remote-Addr", "X-Scheme", "X-Varnish",
]  # fmt: skip


@pytest.mark.parametrize("name", FORWARDED)
def test_what_carries_a_header_of_a_proxy_is_nobodys_own(name: str) -> None:
    assert sender(sent("127.0.0.1", (name, "anything"))) == UNKNOWN
    assert sender(sent("192.168.1.50", (name, "anything"), here="192.168.1.50"), is_sole=True) == UNKNOWN


def test_a_browser_on_this_machine_is_taken_for_no_proxy() -> None:
    headers = ["Host", "User-Agent", "Accept", "Accept-Language", "Accept-Encoding", "Referer", "Connection", "Cookie", "Upgrade-Insecure-Requests",
               "Sec-Fetch-Dest", "Sec-Fetch-Mode", "Sec-Fetch-Site", "Sec-Fetch-User", "Priority", "Sec-CH-UA", "Sec-CH-UA-Mobile", "Sec-CH-UA-Platform",
               "Origin", "DNT", "Sec-GPC", "Content-Type", "Content-Length", "Cache-Control", "Pragma", "If-None-Match", "Last-Event-ID", "Range", "TE",
               "Save-Data", "Service-Worker", "X-Requested-With", "Purpose", "Sec-Purpose"]  # fmt: skip
    assert sender(sent("127.0.0.1", *((name, "x") for name in headers))) == "127.0.0.1"


def test_nginx_that_was_told_nothing_is_known_by_its_old_protocol() -> None:
    assert sender(sent("127.0.0.1", version="1.0")) == UNKNOWN


@pytest.mark.parametrize(
    ("said", "counts"),
    [
        (["203.0.113.9"], "203.0.113.9"),
        (["192.168.1.50, 127.0.0.1, 203.0.113.9"], "203.0.113.9"),
        (["127.0.0.1", "2001:db8::9"], "2001:db8::9"),
        (["203.0.113.9:51234"], "203.0.113.9"),
        (["[2001:db8::9]:51234"], "2001:db8::9"),
        (["::ffff:203.0.113.9"], "203.0.113.9"),
        (["127.0.0.1"], UNKNOWN),
        (["::1"], UNKNOWN),
        (["unknown"], UNKNOWN),
        ([""], UNKNOWN),
        ([], UNKNOWN),
    ],
)
def test_behind_the_proxy_the_last_address_counts_and_none_is_this_machines(said: list[str], counts: str) -> None:
    assert sender(sent("127.0.0.1", *(("X-Forwarded-For", one) for one in said)), Proxy()) == counts


def test_an_address_that_somebody_makes_up_counts_for_nothing_where_no_proxy_says_it() -> None:
    assert (
        sender(sent("192.168.1.77", ("X-Forwarded-For", "127.0.0.1"), here="192.168.1.50"), Proxy()) == "192.168.1.77"
    )


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("club.example", "https://club.example"),
        ("Club.Example:8443", "https://club.example:8443"),
        ("https://club.example:443/", "https://club.example"),
        ("http://club.example/tileref/", "http://club.example/tileref"),
        ("https://[2001:db8::5]:8443/a/b", "https://[2001:db8::5]:8443/a/b"),
        ("", ""),
    ],
)
def test_the_public_name_is_declared_as_people_write_it(name: str, address: str) -> None:
    assert declared(name).address == address


@pytest.mark.parametrize("name", ["ftp://club.example", "https://", "a b", "https://u:p@club.example", "https://club.example/a?b", "club.example:x", "https://club.example//evil"])  # fmt: skip
def test_what_is_no_public_name_is_refused_in_one_line(name: str) -> None:
    with pytest.raises(ProxyError, match="give the public name") as refused:
        declared(name)
    assert len(str(refused.value).splitlines()) == 1


class Door:
    """A table served on this machine's loopback, as a proxy on the same machine asks for its pages."""

    def __init__(self, address: str, access: Access) -> None:
        self.address, self.access = address, access

    def ask(self, path: str, headers: Mapping[str, str] = {}, body: Any = None) -> http.client.HTTPResponse:
        with closing(http.client.HTTPConnection(urlsplit(self.address).netloc, timeout=PATIENCE / 1000)) as line:
            as_json = {} if body is None else {"Content-Type": "application/json"}
            line.request("GET" if body is None else "POST", path, body and json.dumps(body), {**as_json, **headers})
            answer = line.getresponse()
            answer.read()
            return answer


@contextmanager
def behind(played: Played, proxy: Proxy | None, host: str = "127.0.0.1") -> Iterator[Door]:
    access = Access(host, proxy=proxy)
    app = create_app(played.live, played.read, access, addresses=Addresses.only(proxy.address if proxy else ""))
    with served(Site(app, played.live, access)) as address:
        yield Door(address, access)


def test_without_the_switch_who_comes_through_a_proxy_stands_before_the_door(played: Played) -> None:
    with behind(played, None, "0.0.0.0") as door:  # noqa: S104 - it is served on the loopback alone
        assert door.ask("/state").status == 200
        assert door.ask("/state", {"X-Forwarded-For": "203.0.113.9"}).status == 401
        assert door.ask("/events", {"Via": "1.1 club"}).status == 401
        assert door.ask("/", {"Forwarded": "for=203.0.113.9"}).getheader("Location") == "/door"


def test_a_table_for_this_machine_alone_says_how_a_proxys_visitors_are_let_in(played: Played) -> None:
    with behind(played, None) as door:
        assert door.ask("/", {"X-Forwarded-For": "203.0.113.9"}).status == 403
        assert door.ask("/").status == 200


def test_behind_a_proxy_the_host_is_who_opened_the_secret_link(played: Played) -> None:
    with behind(played, declared("club.example")) as door:
        for path in ("/state", "/devices", "/events"):
            assert door.ask(path).status == 401
        entered = door.ask(f"/door/{door.access.appointment}", {"Host": "club.example"})
        cookie = entered.getheader("Set-Cookie") or ""
        assert "Secure" in cookie
        ours = {"Host": "club.example", "Cookie": cookie.partition(";")[0]}
        assert door.ask("/devices", ours).status == 200
        assert door.ask("/devices", {**ours, "Cookie": ""}).status == 401


@pytest.mark.parametrize("host", ["club.example", "127.0.0.1:8000"])
def test_presses_come_through_a_proxy_whatever_name_it_asks_for_and_no_other_pages_do(
    played: Played, host: str
) -> None:
    with behind(played, declared("https://club.example")) as door:
        code = {"code": door.access.code}
        for origin, status in (("https://club.example", 200), ("https://evil.example", 403), ("null", 403)):
            assert door.ask("/door", {"Host": host, "Origin": origin}, code).status == status


def test_behind_a_proxy_names_are_answered_that_were_declared_and_no_others(played: Played) -> None:
    with behind(played, declared("club.example")) as door:
        assert door.ask("/door", {"Host": "club.example"}).status == 200
        assert door.ask("/door", {"Host": "evil.example"}).status == 421
        assert door.ask("/door", {"Host": ""}).status in {400, 421}


def test_wrong_codes_are_counted_by_the_address_for_which_the_proxy_speaks(played: Played) -> None:
    with behind(played, Proxy()) as door:
        wrong = {"code": f"{(int(door.access.code) + 1) % 10**6:06d}"}
        for i in range(WRONG.each):
            assert door.ask("/door", {"X-Forwarded-For": f"198.51.100.{i}, 203.0.113.9"}, wrong).status == 403
        assert door.ask("/door", {"X-Forwarded-For": "198.51.100.99, 203.0.113.9"}, wrong).status == 429
        assert door.ask("/door", {"X-Forwarded-For": "203.0.113.10"}, wrong).status == 403


@pytest.mark.parametrize(
    ("proxy", "prefix", "said"),
    [
        (declared("https://club.example/tileref"), "", {}),
        (declared("https://club.example/tileref"), "/tileref", {}),
        (Proxy(), "", {"X-Forwarded-Prefix": "/tileref"}),
    ],
    ids=["declared, and taken off by the proxy", "declared, and left on", "told by the proxy"],
)
def test_below_a_path_the_door_leads_to_pages_below_it(
    played: Played, proxy: Proxy, prefix: str, said: dict[str, str]
) -> None:
    with behind(played, proxy) as door:
        assert door.ask(f"{prefix}/stage", said).getheader("Location") == "/tileref/door?to=/stage"
        entered = door.ask(f"{prefix}/door/{door.access.invitation}", said)
        assert entered.getheader("Location") == "/tileref/"
        assert "Path=/tileref" in (entered.getheader("Set-Cookie") or "")


def test_the_path_alone_leads_to_the_page_below_it(played: Played) -> None:
    with behind(played, declared("https://club.example/tileref")) as door:
        assert door.ask("/tileref").getheader("Location") == "/tileref/"


@pytest.mark.parametrize("said", ["//evil.example", "https://evil.example", "/a/../b c", "/x\\y"])
def test_a_path_that_is_none_leads_nowhere_else(played: Played, said: str) -> None:
    with behind(played, Proxy()) as door:
        assert door.ask("/", {"X-Forwarded-Prefix": said}).getheader("Location") == "/door"


def test_no_script_asks_for_anything_above_the_path_of_its_page() -> None:
    for script in STATIC.rglob("*.js"):
        for line in bare(script.read_bytes(), is_script=True).decode().splitlines():
            assert not re.search(r"(?<!\?to=)[\"'`]/[a-z]", line.partition("//")[0]), (script, line)


class ReverseProxy(Network):
    """A proxy as a club has it, which serves the table below a path and says so."""

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        if one.getsockname() == self._listener.getsockname():
            head = one.recv(1 << 16)
            head = head.replace(b" /tileref/", b" /", 1).replace(b"\r\n", b"\r\nX-Forwarded-For: 203.0.113.9\r\n", 1)
            other.sendall(head)
        super()._pass_on(one, other)


@pytest.mark.slow
def test_a_round_is_played_through_a_proxy_below_a_path(browser: Browser, played: Played) -> None:
    with behind(played, Proxy(path="/tileref")) as door:
        proxy = ReverseProxy(door.address)
        visit = Visit(
            browser.new_context(locale="en-GB").new_page(), f"{proxy.address}/tileref/door/{door.access.appointment}"
        )
        start(visit.page)
        for page, heading in (("desk", "The evening"), ("evenings", "All evenings"), ("stage", "Player 1")):
            visit.page.goto(f"{proxy.address}/tileref/{page}")
            expect(visit.page.locator("h1").first).to_have_text(heading)
        assert visit.faults == []
        assert [
            url for url in visit.requests if not url.removeprefix("blob:").startswith(f"{proxy.address}/tileref/")
        ] == []
        proxy.close()
