"""`tileref serve`: the page, with a camera or the demo round."""

import argparse
import contextlib
import functools
import json
import os
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from cli import editions
from cli.common import LARGEST_PORT, PORT, data_folder, program_version, warn
from cli.exits import CommandError, ExitCode
from cli.memory import hold_little

if TYPE_CHECKING:  # Flask, numpy and OpenCV load when the command runs
    from calibration import TableProfile
    from files.rulebook_folder import Shelf
    from live.camera_choice import Cameras
    from live.runner import Runner
    from live.table import LiveTable
    from live.watching.feed import Feed
    from webui import Access, BoxFolder, Server
    from webui.addresses import Addresses
    from webui.identity import Identity
    from webui.photo_process import PhotoProcess

NAME = "serve"
HELP = "show the page: a game refereed live, from a camera or as a demo round"

HOST = "127.0.0.1"
EVER = "never"
"""In place of a number of days: no photo is deleted."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `tileref serve`."""
    source = parser.add_mutually_exclusive_group()
    source.add_argument(
        "--camera",
        metavar="SOURCE",
        help="a camera number or file (/dev/video0), phone, a video file, a folder of frames, an MJPEG, HTTP or RTSP address, or none; by default "
        "the camera that was chosen last, else the first that answers, else the demo round",
    )
    source.add_argument("--demo", action="store_true", help="show the demo round")
    parser.add_argument(
        "--host",
        default=HOST,
        metavar="H",
        help=f"address to listen on, by default {HOST}, for this machine alone; 0.0.0.0 for the local network, with a code",
    )
    parser.add_argument(
        "--port", type=int, default=PORT, help=f"port to listen on, by default {PORT}; 0 for a free one"
    )
    parser.add_argument(
        "--tls", action="store_true", help="serve https, without which no browser lends the page a phone's camera"
    )
    parser.add_argument(
        "--behind-proxy",
        nargs="?",
        const="",
        metavar="NAME",
        help="a reverse proxy on this machine leads to the page, under NAME, such as club.example or https://club.example/tileref; "
        "the host is then who opened the link that is printed, and nobody by sitting here",
    )
    parser.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help="folder of the journal and its photos, by default in your home folder; a demo keeps nothing",
    )
    parser.add_argument(
        "--photo-days",
        metavar="DAYS",
        help=f"from now on, delete photos and clips that are older than so many days; {EVER}, as at first, deletes none",
    )
    parser.add_argument(
        "--challenges",
        type=int,
        default=2,
        metavar="N",
        help="challenges of each player in a game, by default 2; one that was right is given back; 0 for none",
    )
    parser.add_argument(
        "--no-clips", action="store_true", help="hold no frames in memory, and keep no clips of turns in doubt"
    )
    editions.add_argument(parser)
    parser.add_argument("--json", action="store_true", help="print the address as JSON")


def run(args: argparse.Namespace) -> ExitCode:
    """Serve the page until Ctrl-C."""
    hold_little()
    if args.tls and args.behind_proxy is not None:
        raise CommandError("--tls: the proxy serves https, and not this program behind it: leave --tls out")
    with _bound(args.host, args.port) as listener, contextlib.ExitStack() as stack:
        import calibration
        from calibration import edition
        from calibration.profile import FILE_NAME
        from live.camera_choice import Cameras, folder_of, open_feed
        from live.demo import DemoFeed
        from live.runner import Runner
        from vision.scene.follow import Follower
        from webui import Access, BoxFolder
        from webui.photo_process import PhotoProcess
        from webui.proxy import declared

        proxy = None if args.behind_proxy is None else declared(args.behind_proxy)
        home = args.data or data_folder()
        editions.check(args.edition, home)
        models = stack.enter_context(ThreadPoolExecutor(1, "models"))
        reader = models.submit(editions.reader, args.edition, home)  # they load while the game is taken up
        profile = calibration.load(home / FILE_NAME)
        if args.photo_days is not None:
            profile = replace(profile, photo_days=_days(args.photo_days))
            calibration.save(profile, home / FILE_NAME)
        camera = _camera(args, profile)
        feed = open_feed(camera)
        stack.callback(feed.close)
        live = _table(stack.enter_context(folder_of(feed, home)), feed, _shelf(home), stack, clips=not args.no_clips)
        live.challenges = args.challenges
        cameras = Cameras(live, home, camera)
        stack.callback(cameras.close)
        runner = Runner(live, Follower(reader.result()))
        stack.callback(runner.close)
        photos = PhotoProcess(functools.partial(editions.reader, args.edition, home))
        stack.callback(photos.close)
        if isinstance(feed, DemoFeed):
            feed.attach(live)

        def know_boxes() -> None:
            runner.read_with(Follower(editions.reader(args.edition, home)))
            photos.forget()

        boxes = BoxFolder(home / edition.FOLDER, know_boxes) if args.edition is None else None
        access = Access(args.host, folder=home, proxy=proxy)
        server = _server(listener, args, runner, photos, access, home, boxes, cameras)
        runner.start()
        server.run()
        if not isinstance(live.feed, DemoFeed):
            warn("the game is kept; start again to go on")
    return ExitCode.FINE


def _days(text: str) -> int | None:
    """The days after which photos are deleted; None for never."""
    from calibration.profile import MOST_DAYS

    if text != EVER and not (text.isdecimal() and len(text) <= len(str(MOST_DAYS))):
        raise CommandError(f"--photo-days {text}: give a number of days, or {EVER}")
    return None if text == EVER else int(text)


def _bound(host: str, port: int) -> socket.socket:
    """A socket that listens at this address.

    Raises:
        CommandError: it is no address of this machine, or the port is taken.
    """
    if not 0 <= port <= LARGEST_PORT:
        raise CommandError(f"--port {port}: must be from 0 to {LARGEST_PORT}")
    is_all = host in {"0.0.0.0", "::"} and socket.has_dualstack_ipv6()  # noqa: S104 - compared
    try:
        family, _, _, _, address = socket.getaddrinfo("::" if is_all else host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        raise CommandError(f"--host {host}: is no address of this machine; take 127.0.0.1 or 0.0.0.0") from None
    if ip_address(str(address[0])).is_loopback and host not in {address[0], "localhost"}:
        raise CommandError(
            f"--host {host}: means {address[0]}, which no other device reaches; take 0.0.0.0 for the local network, or 127.0.0.1"
        )
    try:
        return socket.create_server(address[:2], family=family, dualstack_ipv6=is_all)
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise CommandError(f"port {port} on {host} cannot be used ({reason}): choose another with --port") from None


def _camera(args: argparse.Namespace, profile: "TableProfile") -> str:
    """The camera asked for, the table's own, the first that answers, or else the demo round, as `live.camera_choice.open_feed` takes it."""
    from live.camera_choice import DEMO
    from live.watching.feed import camera_of

    if args.demo:
        return DEMO
    if args.camera == DEMO:
        return str(Path(DEMO).absolute())  # a folder of frames that is called so
    camera: str | None = camera_of(profile) if args.camera is None else args.camera
    if camera is None:
        warn("no camera answers: showing the demo round; your own game begins with one tap on the page")
        return DEMO
    return camera


def _shelf(home: Path) -> "Shelf":
    """The rulebooks that may be played by, those of the folder `home` included; a line for each of these that cannot."""
    from files.rulebook_folder import FOLDER, Shelf

    shelf = Shelf(home / FOLDER)
    for fault in shelf.faults():
        warn(f"a rulebook is left out: {fault}")
    return shelf


def _table(folder: Path, feed: "Feed", shelf: "Shelf", stack: contextlib.ExitStack, *, clips: bool) -> "LiveTable":
    """The table whose journal lies in the folder, as the journal left it; closed with the stack.

    Raises:
        JournalError: the journal cannot be opened, or its events do not fit together.
        ProfileError: the folder's profile cannot be used.
    """
    from calibration.profile import FILE_NAME
    from journal import Journal
    from live.clips import Clips
    from live.table import LiveTable

    journal = stack.enter_context(Journal(folder))
    if journal.loss is not None:
        warn(str(journal.loss))
    return LiveTable(
        journal,
        feed,
        profile=folder / FILE_NAME,
        program=program_version(),
        shelf=shelf,
        clips=Clips() if clips else None,
    )


def _server(
    listener: socket.socket,
    args: argparse.Namespace,
    runner: "Runner",
    photos: "PhotoProcess",
    access: "Access",
    home: Path,
    boxes: "BoxFolder | None",
    cameras: "Cameras",
) -> "Server":
    """The server for the page, its address printed to standard output.

    `photos` reads photos that people send, `home` keeps the certificates, `cameras` changes what the table looks through.
    """
    from vision.camera.phone import SPEC
    from webui import Server, Site, create_app
    from webui.addresses import url

    port = listener.getsockname()[1]
    plain = None if access.is_sole or not args.tls else _beside(port)
    addresses = _addresses(args, access, port, plain)
    current = functools.partial(_identity, home, addresses) if args.tls else None
    identity = current() if current else None
    if identity and access.is_sole and args.host.lower() not in identity.names:
        raise CommandError(
            f"--tls: the table's own authority may not vouch for {args.host}: leave --tls out, or take --host 0.0.0.0"
        )
    app = create_app(
        runner.table, photos.read, access, addresses=addresses, identity=identity, boxes=boxes, cameras=cameras
    )
    server = Server(Site(app, runner.table, access), listener, current, plain)
    if runner.table.feed.name == SPEC and not (access.open and any(offer.camera for offer in addresses.offers())):
        warn(
            "no phone can be the camera so: start with --camera phone --tls --host 0.0.0.0, since it must reach this machine, and by https"
        )
    address = addresses.shown or url("http", args.host, port)
    if args.json:
        print(json.dumps(_to_json(addresses, address, access, runner.table.feed.name)), flush=True)
    else:
        print("\n".join(_describe(addresses, address, access, certified=args.tls)), flush=True)
    return server


def _addresses(args: argparse.Namespace, access: "Access", port: int, plain: socket.socket | None) -> "Addresses":
    """The addresses under which the page at `port` is opened, as `--host` and `--behind-proxy` say; what https cannot serve, `plain` does."""
    from webui.addresses import Addresses, Offer, offers_of, own, url
    from webui.proxy import is_loopback

    public = [Offer(access.proxy.address)] if access.proxy and access.proxy.address else []
    scheme = "https" if args.tls else "http"
    plain_port = None if plain is None else plain.getsockname()[1]

    def offers() -> list[Offer]:
        if not access.is_sole:
            return [*public, *offers_of(own(), port, plain_port)] or [Offer(url(scheme, HOST, port))]
        is_hidden = access.proxy is not None and is_loopback(args.host)
        return public if is_hidden else [*public, Offer(url(scheme, args.host, port))]

    return Addresses(offers)


def _beside(port: int) -> socket.socket:
    """A socket for what https cannot serve: at the next port, or at a free one where that is taken."""
    with contextlib.suppress(CommandError):
        return _bound("::", port + 1)
    return _bound("::", 0)


def _to_json(addresses: "Addresses", address: str, access: "Access", source: str) -> dict[str, Any]:
    """Where the page is served, what lets other devices in (null where none may come in), and what it shows."""
    return {
        "address": address,
        "addresses": [offer.to_json() for offer in addresses.offers()],
        "code": access.code if access.open else None,
        "invitation": f"{address}/door/{access.invitation}" if access.open else None,
        "appointment": f"{address}/door/{access.appointment}" if access.open else None,
        "source": source,
    }


def _describe(addresses: "Addresses", address: str, access: "Access", *, certified: bool) -> Iterator[str]:
    """Where the page is served, and what lets other devices in, as lines of text.

    `certified` says whether the page comes with a certificate that browsers do not know.
    """
    from webui.identity import AUTHORITY

    yield f"tileref: {address} (Ctrl-C ends)"
    for offer in addresses.offers():
        lacks = certified and not offer.camera
        if offer.address != address:
            yield f"tileref: or {offer.address} ({offer.interface}{', which lends no camera' if lacks else ''})"
        elif lacks:
            yield "tileref: that address lends no camera: no authority of a home may vouch for it"
    if certified:
        yield f"tileref: browsers warn of it once, or never if they trust {address}{AUTHORITY} first"
    if access.open:
        yield f"tileref: other devices are asked for this code: {access.code}"
        yield "tileref: or scan what the host's page shows under Invite"
        yield f"tileref: the first device to open {address}/door/{access.appointment} is the host's, if it does within twelve hours"


def _identity(home: Path, addresses: "Addresses") -> "Identity":
    """The certificate by which the server identifies itself under those of its addresses that the authority may vouch for, and this computer's own names."""
    from webui import tls

    hosts = [urlsplit(offer.address).hostname or "" for offer in addresses.offers() if offer.camera]
    return tls.identity(home / tls.FOLDER, [*tls.own_names(), *hosts])
