"""Certificates for https, without which no browser gives a page the camera of a phone: an authority of this computer's own, kept and used again.

Nobody vouches for an address in a home. So the authority is made here, once; a phone that trusts it is never asked again, and one that does
not shows a warning that can be passed. It can vouch for private addresses and this computer's own name, and for nothing else (RFC 5280, 4.2.1.10).

Phones keep the authority as it was when they learned to trust it. So its key stays, its bounds are drawn in and never wider, and a certificate
holds only what the authority that is kept may vouch for: one name too many, and a phone refuses all of it.
"""

from __future__ import annotations

import datetime as dt
import inspect
import ipaddress
import socket
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from files import atomic, private
from referee.errors import UserError
from webui.addresses import VOUCHED
from webui.identity import Identity

FOLDER = "tls"
"""Name of the folder of the files, in the folder of the journal."""

YEARS = 10
"""Years for which the authority is valid."""

DAYS, RENEWED = 397, 30
"""Days for which the server's certificate is valid, as browsers demand, and days before its end from which it is made anew."""

_WIDE = x509.DNSName("local")
"""What an authority may vouch for that was made before each had its own names alone: every machine of a home's network."""

Key = ec.EllipticCurvePrivateKey


class TlsError(UserError):
    """Certificates that cannot be kept. The message is one line, fit for the user."""


def identity(folder: Path, names: Iterable[str]) -> Identity:
    """The server's certificate for these names, kept in `folder`, or made where there is none that is good for all of them.

    Args:
        folder: where the files are kept, for nobody's eyes but the owner's.
        names: host names and addresses under which the page is opened; those for which the authority may not vouch are left out.

    Raises:
        TlsError: the files cannot be read or written.
    """
    paths = folder / "server.pem", folder / "server.key", folder / "authority.pem"
    try:
        private.make_folder(folder)
        issuer, issuer_key = _authority(paths[2], folder / "authority.key")
        wanted = sorted(name for name in {*names} if _may_vouch(issuer, name))
        found = Identity(*paths, frozenset(wanted))
        if not _is_good(found, issuer, wanted):
            _write(found.key, _as_pem(key := _new_key()))
            chain = (_signed(key, wanted, issuer, issuer_key), issuer)
            _write(found.certificate, b"".join(map(_certificate_pem, chain)))
    except TlsError:
        raise
    except (OSError, ValueError, TypeError) as error:
        raise TlsError(f"{folder}: the certificates for https cannot be used ({error}): delete that folder") from error
    return found


def own_names() -> list[str]:
    """The names by which other devices may know this computer, and those that it has for itself."""
    name = socket.gethostname().lower()
    return ["localhost", "127.0.0.1", "::1", name, f"{name.partition('.')[0]}.local"]


def _authority(path: Path, key_path: Path) -> tuple[x509.Certificate, Key]:
    """The authority that is kept; a new one where there is none, or where it would expire before a certificate that it issues."""
    if path.exists() and key_path.exists():
        certificate = x509.load_pem_x509_certificate(path.read_bytes())
        key = serialization.load_pem_private_key(key_path.read_bytes(), None)
        if isinstance(key, ec.EllipticCurvePrivateKey) and _days_left(certificate) > DAYS:
            if _WIDE in _permitted(certificate):
                own = [name for name in own_names() if _may_vouch(certificate, name)]
                dated = _numbered().not_valid_before(certificate.not_valid_before_utc)
                dated = dated.not_valid_after(certificate.not_valid_after_utc)
                certificate = _authority_of(key, certificate.subject, own, dated)
                _write(path, _certificate_pem(certificate))
            return certificate, key
    key = _new_key()
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"tileref on {socket.gethostname().lower()}"[:64])])
    certificate = _authority_of(key, name, own_names(), _dated(365 * YEARS))
    _write(key_path, _as_pem(key))
    _write(path, _certificate_pem(certificate))
    return certificate, key


def _authority_of(key: Key, name: x509.Name, own: Iterable[str], dated: x509.CertificateBuilder) -> x509.Certificate:
    """The certificate of the authority with that key and name, which may vouch for the host names in `own` and for private addresses."""
    permitted = [general for each in own if isinstance(general := _general(each), x509.DNSName)]
    return (
        dated.subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage("key_cert_sign", "crl_sign"), critical=True)
        .add_extension(x509.NameConstraints([*permitted, *map(x509.IPAddress, VOUCHED)], None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )


def _permitted(authority: x509.Certificate) -> list[x509.GeneralName]:
    return authority.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or []


def _may_vouch(authority: x509.Certificate, name: str) -> bool:
    """Whether the bounds of that authority leave room for a name or an address."""
    general = _general(name)
    bounds = [each.value for each in _permitted(authority) if isinstance(each, type(general))]
    if isinstance(general, x509.IPAddress):
        return any(general.value in network for network in bounds)
    return any(f".{name}".endswith(f".{bound}") for bound in bounds)


def _write(path: Path, content: bytes) -> None:
    try:
        atomic.write(path, content)
    except OSError as error:
        raise TlsError(atomic.unwritable(error)) from error


def _is_good(found: Identity, issuer: x509.Certificate, wanted: Sequence[str]) -> bool:
    if not (found.certificate.exists() and found.key.exists()):
        return False
    certificate = x509.load_pem_x509_certificate(found.certificate.read_bytes())
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    is_issued = issuer.public_bytes(serialization.Encoding.PEM) in found.certificate.read_bytes()
    return is_issued and {*map(_general, wanted)} <= {*names} and _days_left(certificate) > RENEWED


def _signed(key: Key, names: Sequence[str], issuer: x509.Certificate, issuer_key: Key) -> x509.Certificate:
    return (
        _dated(DAYS)
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "tileref")]))
        .issuer_name(issuer.subject)
        .public_key(key.public_key())
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage("digital_signature"), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(map(_general, names)), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer_key.public_key()), critical=False)
        .sign(issuer_key, hashes.SHA256())
    )


def _dated(days: int) -> x509.CertificateBuilder:
    """A certificate builder, valid for `days` days from yesterday on, for phones whose clocks are behind."""
    now, day = dt.datetime.now(dt.UTC), dt.timedelta(days=1)
    return _numbered().not_valid_before(now - day).not_valid_after(now + (days - 1) * day)


def _numbered() -> x509.CertificateBuilder:
    return x509.CertificateBuilder().serial_number(x509.random_serial_number())


def _days_left(certificate: x509.Certificate) -> int:
    return (certificate.not_valid_after_utc - dt.datetime.now(dt.UTC)).days


def _usage(*uses: str) -> x509.KeyUsage:
    names = inspect.signature(x509.KeyUsage).parameters
    return x509.KeyUsage(**{name: name in uses for name in names})


def _general(name: str) -> x509.GeneralName:
    """An address or a host name in the form that certificates use."""
    with suppress(ValueError):
        return x509.IPAddress(ipaddress.ip_address(name))
    return x509.DNSName(name)


def _new_key() -> Key:
    return ec.generate_private_key(ec.SECP256R1())


def _as_pem(key: Key) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def _certificate_pem(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)
