"""Certificates are made once, kept for nobody else's eyes, and made anew when they would no longer do."""

from __future__ import annotations

import datetime as dt
import ipaddress
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError

from referee.errors import UserError
from tests.live.stage import Played
from webui import Access, Server, Site, create_app, tls
from webui.addresses import Addresses
from webui.identity import Identity

NAMES = ["localhost", "192.168.1.20"]


@pytest.fixture(autouse=True)
def named(monkeypatch: pytest.MonkeyPatch) -> None:
    call_computer(monkeypatch, "gametable")


def call_computer(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: name)


def is_trusted(authority: x509.Certificate, leaf: x509.Certificate, name: str) -> bool:
    """Whether a phone that trusts the authority opens the page by `name` without a warning."""
    subject: x509.DNSName | x509.IPAddress
    try:
        subject = x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        subject = x509.DNSName(name)
    try:
        PolicyBuilder().store(Store([authority])).build_server_verifier(subject).verify(leaf, [])
    except VerificationError:
        return False
    return True


def issued(folder: Path, authority: x509.Certificate, *names: str) -> x509.Certificate:
    """What somebody issues who has stolen the authority's key."""
    key = serialization.load_pem_private_key((folder / "authority.key").read_bytes(), None)
    assert isinstance(key, tls.Key)
    return tls._signed(key, names, authority, key)  # noqa: SLF001 - as a thief would


def older(folder: Path, *names: str) -> x509.Certificate:
    """An authority as it was made for all names below `local`, and is kept in `folder`."""
    tls.identity(folder, NAMES)
    authority = loaded(folder / "authority.pem")
    key = serialization.load_pem_private_key((folder / "authority.key").read_bytes(), None)
    assert isinstance(key, tls.Key)
    own = ["local", "localhost", *names]
    wide = tls._authority_of(key, authority.subject, own, tls._dated(3650))  # noqa: SLF001 - which are kept from then
    (folder / "authority.pem").write_bytes(wide.public_bytes(serialization.Encoding.PEM))
    return wide


def loaded(path: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(path.read_bytes())


def test_certificates_are_kept(tmp_path: Path) -> None:
    first = tls.identity(tmp_path / "tls", NAMES)
    before = [path.read_bytes() for path in (first.certificate, first.key, first.authority)]
    again = tls.identity(tmp_path / "tls", NAMES[:1])
    assert [path.read_bytes() for path in (again.certificate, again.key, again.authority)] == before


def test_a_new_address_is_vouched_for_by_the_same_authority(tmp_path: Path) -> None:
    first = tls.identity(tmp_path / "tls", NAMES)
    authority = first.authority.read_bytes()
    found = tls.identity(tmp_path / "tls", [*NAMES, "10.0.0.7"])
    names = loaded(found.certificate).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert ipaddress.ip_address("10.0.0.7") in names.get_values_for_type(x509.IPAddress)
    assert found.authority.read_bytes() == authority
    loaded(found.certificate).verify_directly_issued_by(loaded(found.authority))


def test_a_certificate_about_to_end_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = tls.identity(tmp_path / "tls", NAMES).certificate.read_bytes()
    monkeypatch.setattr(tls, "RENEWED", tls.DAYS)
    assert tls.identity(tmp_path / "tls", NAMES).certificate.read_bytes() != before


def test_the_authority_vouches_for_private_addresses_only(tmp_path: Path) -> None:
    authority = loaded(tls.identity(tmp_path / "tls", NAMES).authority)
    bounds = authority.extensions.get_extension_for_class(x509.NameConstraints)
    networks = [name.value for name in bounds.value.permitted_subtrees or () if isinstance(name, x509.IPAddress)]
    assert bounds.critical
    assert networks
    assert all(network.is_private for network in networks)


def test_browsers_take_the_certificate_for_it_is_good_for_little_more_than_a_year(tmp_path: Path) -> None:
    certificate = loaded(tls.identity(tmp_path / "tls", NAMES).certificate)
    assert certificate.not_valid_after_utc - certificate.not_valid_before_utc <= dt.timedelta(days=398)


def test_only_their_owner_can_read_the_keys(tmp_path: Path) -> None:
    tls.identity(tmp_path / "tls", NAMES)
    modes = {path.name: path.stat().st_mode & 0o777 for path in (tmp_path / "tls").glob("*.key")}
    assert modes == {"server.key": 0o600, "authority.key": 0o600}
    assert (tmp_path / "tls").stat().st_mode & 0o777 == 0o700


def test_damaged_files_are_refused_in_one_line_that_says_what_to_do(tmp_path: Path) -> None:
    found = tls.identity(tmp_path / "tls", NAMES)
    found.authority.write_text("no certificate")
    with pytest.raises(UserError, match="delete that folder") as refused:
        tls.identity(tmp_path / "tls", NAMES)
    assert len(str(refused.value).splitlines()) == 1


@pytest.mark.parametrize("name", ["localhost", "127.0.0.1", "gametable", "gametable.local", "192.168.1.20", "10.0.0.7", "fd12::7", "169.254.3.4"])  # fmt: skip
def test_a_phone_that_trusts_the_authority_opens_every_private_address_and_this_computers_names(
    tmp_path: Path, name: str
) -> None:
    names = [*tls.own_names(), "192.168.1.20", "10.0.0.7", "fd12::7", "169.254.3.4", "100.64.3.2", "2001:db8::5"]
    found = tls.identity(tmp_path, names)
    assert is_trusted(loaded(found.authority), loaded(found.certificate), name)
    assert found.names == {*names} - {"100.64.3.2", "2001:db8::5"}


@pytest.mark.parametrize("name", ["printer.local", "local", "bank.example", "100.64.3.2", "2001:db8::5", "203.0.113.9"])
def test_whoever_steals_the_key_can_show_a_phone_nothing_of_anybody_elses(tmp_path: Path, name: str) -> None:
    authority = loaded(tls.identity(tmp_path, NAMES).authority)
    assert not is_trusted(authority, issued(tmp_path, authority, name), name)
    assert is_trusted(authority, issued(tmp_path, authority, "gametable.local"), "gametable.local")


def test_an_authority_for_all_names_below_local_is_drawn_in_and_the_phones_that_trust_it_stay(tmp_path: Path) -> None:
    before = older(tmp_path, "gametable")
    found = tls.identity(tmp_path, [*tls.own_names(), *NAMES])
    after, leaf = loaded(found.authority), loaded(found.certificate)
    for name in (*NAMES, "gametable.local"):
        assert is_trusted(before, leaf, name)
        assert is_trusted(after, leaf, name)
    assert not is_trusted(after, issued(tmp_path, after, "printer.local"), "printer.local")
    assert after.not_valid_after_utc == before.not_valid_after_utc
    tls.identity(tmp_path, NAMES)
    assert loaded(found.authority) == after


def test_phones_go_on_opening_the_addresses_of_a_computer_that_was_given_another_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = older(tmp_path, "gametable")
    call_computer(monkeypatch, "den")
    leaf = loaded(tls.identity(tmp_path, [*tls.own_names(), *NAMES]).certificate)
    assert is_trusted(before, leaf, "192.168.1.20")
    assert is_trusted(before, leaf, "den.local")
    call_computer(monkeypatch, "attic")
    found = tls.identity(tmp_path, [*tls.own_names(), *NAMES])
    assert is_trusted(before, loaded(found.certificate), "192.168.1.20")
    assert "attic.local" not in found.names


@contextmanager
def running(played: Played, names: list[str], folder: Path) -> Iterator[int]:
    """The port at which the page is served by https under `names`, which may change, meanwhile."""
    listener, access = socket.create_server(("127.0.0.1", 0)), Access()
    port = listener.getsockname()[1]

    def current() -> Identity:
        return tls.identity(folder, names)

    app = create_app(played.live, played.read, access, addresses=Addresses.only(""), identity=current())
    server = Server(Site(app, played.live, access), listener, current)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield port
    finally:
        server.stop()
        thread.join()


def met(port: int, authority: Path, name: str) -> bool:
    """Whether a phone that trusts the authority is shown a certificate for `name`."""
    phone = ssl.create_default_context(cafile=str(authority))
    try:
        with socket.create_connection(("127.0.0.1", port)) as line, phone.wrap_socket(line, server_hostname=name):
            return True
    except ssl.SSLCertVerificationError:
        return False


def test_a_computer_that_comes_into_another_network_is_trusted_there_without_a_restart(
    played: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webui.server.PACE", 0.0)
    names, folder = [*NAMES], tmp_path / "tls"
    with running(played, names, folder) as port:
        authority = folder / "authority.pem"
        assert [met(port, authority, name) for name in ("localhost", "192.168.1.20", "10.0.0.7")] == [True, True, False]
        names.append("10.0.0.7")
        assert [met(port, authority, name) for name in ("localhost", "192.168.1.20", "10.0.0.7")] == [True, True, True]
