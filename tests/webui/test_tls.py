"""Certificates are made once, kept for nobody else's eyes, and made anew when they would no longer do."""

from __future__ import annotations

import datetime as dt
import ipaddress
from pathlib import Path

import pytest
from cryptography import x509

from referee.errors import UserError
from webui import tls

NAMES = ["localhost", "192.168.1.20"]


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
