"""Guests find the table whatever networks its computer is in: all its addresses are offered, home networks first."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from types import SimpleNamespace
from urllib.parse import urlsplit

import psutil
import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, expect

from tests.live.stage import Played
from tests.webui.staged import served
from webui import Access, Site, create_app
from webui.addresses import Addresses, Offer, Own, in_order, offers_of, own

HOME = Own("192.168.1.50", "wlan0")
CABLE = Own("10.0.0.9", "eth0")
IPV6 = Own("fd12:3456::7", "wlan0")
WORLD = Own("2001:db8::5", "wlan0")
VPN = Own("10.8.0.2", "tun0", aside=True)
TAILSCALE = Own("100.101.102.103", "tailscale0", aside=True)
DOCKER = Own("172.17.0.1", "docker0", aside=True)


@pytest.mark.parametrize(
    ("found", "offered"),
    [
        ([VPN, HOME], [HOME, VPN]),
        ([DOCKER, TAILSCALE, WORLD, IPV6, HOME], [HOME, IPV6, WORLD, DOCKER, TAILSCALE]),
        ([HOME, CABLE], [HOME, CABLE]),
        ([Own("fe80::1", "wlan0"), Own("127.0.0.1", "lo"), Own("::1", "lo"), IPV6], [IPV6]),
        ([Own("169.254.7.7", "eth1"), HOME], [HOME, Own("169.254.7.7", "eth1")]),
        ([Own("100.64.3.2", "wwan0"), DOCKER], [Own("100.64.3.2", "wwan0"), DOCKER]),
    ],
    ids=["VPN", "everything", "two home networks", "IPv6 alone", "a cable without a router", "a provider's network"],
)
def test_home_networks_are_offered_first_and_tunnels_and_bridges_last(
    found: Sequence[Own], offered: Sequence[Own]
) -> None:
    assert in_order(found) == offered


@pytest.mark.parametrize(
    ("interface", "flags", "aside"),
    [
        ("wlp3s0", "up,broadcast,running,multicast", False),
        ("Wi-Fi", "", False),
        ("Ethernet 2", "", False),
        ("en0", "up,broadcast,running,multicast", False),
        ("br0", "up,broadcast,running,multicast", False),
        ("tun0", "up,broadcast", True),
        ("our-vpn-at-work", "up", True),
        ("office", "up,pointopoint,running,noarp", True),
        ("wg-home", "up", True),
        ("br-1f00aa", "up,broadcast", True),
        ("docker0", "up,broadcast", True),
        ("virbr0", "up,broadcast", True),
        ("utun4", "up,pointopoint,running", True),
        ("vEthernet (WSL)", "", True),
        ("VMware Network Adapter VMnet8", "", True),
    ],
)
def test_tunnels_and_bridges_are_known_by_their_kind_or_name(
    monkeypatch: pytest.MonkeyPatch,
    interface: str,
    flags: str,
    aside: bool,  # noqa: FBT001 - a parameter of the table above
) -> None:
    stats = SimpleNamespace(isup=True, flags=flags)
    address = SimpleNamespace(family=socket.AF_INET, address="192.168.7.7")
    monkeypatch.setattr(psutil, "net_if_stats", lambda: {interface: stats})
    monkeypatch.setattr(psutil, "net_if_addrs", lambda: {interface: [address], "gone": [address]})
    assert own() == [Own("192.168.7.7", interface, aside)]


def test_what_the_authority_may_not_vouch_for_is_offered_over_http_and_lends_no_camera() -> None:
    offered = offers_of([HOME, IPV6, WORLD, TAILSCALE], 8000, plain=8001)
    assert [(offer.address, offer.camera) for offer in offered] == [
        ("https://192.168.1.50:8000", True),
        ("https://[fd12:3456::7]:8000", True),
        ("http://[2001:db8::5]:8001", False),
        ("http://100.101.102.103:8001", False),
    ]
    assert {urlsplit(offer.address).port for offer in offers_of([HOME, WORLD], 8000)} == {8000}


OFFERS = [Offer("https://192.168.1.50:8000", "wlan0"), Offer("https://10.0.0.9:8000", "eth0"), Offer("http://100.101.102.103:8001", "tailscale0")]  # fmt: skip


@pytest.fixture
def offers() -> list[Offer]:
    return list(OFFERS)


@pytest.fixture
def host(played: Played, access: Access, offers: list[Offer]) -> FlaskClient:
    return create_app(played.live, played.read, access, addresses=Addresses(lambda: offers)).test_client()


def test_the_host_picks_an_address_and_the_code_and_the_pages_follow(host: FlaskClient, offers: list[Offer]) -> None:
    before = host.get("/invitation.svg").data
    told = host.post("/addresses", json={"address": OFFERS[1].address}).get_json()
    assert told == host.get("/addresses").get_json()
    assert told["shown"] == OFFERS[1].address
    assert [(one["address"], one["camera"]) for one in told["addresses"]][2] == (OFFERS[2].address, False)
    assert host.get("/invitation.svg").data != before
    for page in ("/", "/stage"):
        assert OFFERS[1].address in host.get(page).text
    del offers[1]  # that network is left
    assert host.get("/addresses").get_json()["shown"] == OFFERS[0].address


def test_an_address_that_is_not_this_machines_is_not_shown(host: FlaskClient) -> None:
    assert host.post("/addresses", json={"address": "http://evil.example"}).status_code == 409
    assert host.post("/addresses", json={}).status_code == 409
    assert host.get("/addresses").get_json()["shown"] == OFFERS[0].address


def test_guests_neither_see_the_addresses_nor_pick_one(guest: FlaskClient, access: Access) -> None:
    guest.get(f"/door/{access.invitation}")
    assert guest.get("/addresses").status_code == 404
    assert guest.post("/addresses", json={"address": OFFERS[1].address}).status_code == 404


@pytest.mark.slow
def test_one_tap_shows_another_address_with_its_code(
    browser: Browser, played: Played, access: Access, offers: list[Offer]
) -> None:
    app = create_app(played.live, played.read, access, addresses=Addresses(lambda: offers))
    with served(Site(app, played.live, access)) as address:
        page = browser.new_context(locale="en-GB").new_page()
        page.goto(address)
        page.get_by_role("button", name="Invite").click()
        expect(page.locator("#invite-address")).to_have_text(OFFERS[0].address)
        before = page.locator("#invite-image").get_attribute("src")
        expect(page.get_by_role("radio", name="lends no camera")).to_have_count(1)
        page.get_by_role("radio", name=OFFERS[1].address).click()
        expect(page.locator("#invite-address")).to_have_text(OFFERS[1].address)
        expect(page.get_by_role("radio", name=OFFERS[1].address)).to_be_checked()
        assert page.locator("#invite-image").get_attribute("src") != before
