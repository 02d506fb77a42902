"""`tileref serve`: the page, with a camera or the demo round."""

import argparse
import contextlib
import functools
import json
import os
import socket
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from cli import editions
from cli.common import LARGEST_PORT, PORT, data_folder, program_version, warn
from cli.exits import CommandError, ExitCode
from cli.memory import hold_little

if TYPE_CHECKING:  # Flask, numpy and OpenCV load when the command runs
    from calibration import TableProfile
    from live.demo import DemoFeed
    from live.feed import Feed
    from live.runner import Runner
    from live.table import LiveTable
    from vision.photo_process import PhotoProcess
    from webui import Access, BoxFolder, Server
    from webui.identity import Identity

NAME = "serve"
HELP = "show the page: a game refereed live, from a camera or as a demo round"

HOST = "127.0.0.1"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `tileref serve`."""
    source = parser.add_mutually_exclusive_group()
    source.add_argument(
        "--camera",
        metavar="SOURCE",
        help="a camera number or file (/dev/video0), phone, a video file, a folder of frames, an MJPEG, HTTP or RTSP address, or none; by default "
        "the camera that calibrate keeps, else the first that answers, else the demo round",
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
        "--data",
        type=Path,
        metavar="DIR",
        help="folder of the journal and its photos, by default in your home folder; a demo keeps nothing",
    )
    editions.add_argument(parser)
    parser.add_argument("--json", action="store_true", help="print the address as JSON")


def run(args: argparse.Namespace) -> ExitCode:
    """Serve the page until Ctrl-C."""
    hold_little()
    with _bound(args.host, args.port) as listener, contextlib.ExitStack() as stack:
        import calibration
        from calibration import edition
        from calibration.profile import FILE_NAME
        from live.demo import DemoFeed
        from live.runner import Runner
        from vision.follow import Follower
        from vision.photo_process import PhotoProcess
        from webui import Access, BoxFolder

        home = args.data or data_folder()
        editions.check(args.edition, home)
        models = stack.enter_context(ThreadPoolExecutor(1, "models"))
        reader = models.submit(editions.reader, args.edition, home)  # they load while the game is taken up
        feed = _feed(args, calibration.load(home / FILE_NAME))
        stack.callback(feed.close)
        folder = _demo_folder(feed, stack) if isinstance(feed, DemoFeed) else home
        live = _table(folder, feed, stack)
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
        server = _server(listener, args, runner, photos, Access(args.host, folder=folder), home, boxes)
        runner.start()
        server.run()
        if not isinstance(feed, DemoFeed):
            warn("the game is kept; start again to go on")
    return ExitCode.FINE


def _bound(host: str, port: int) -> socket.socket:
    """A socket that listens at this address.

    Raises:
        CommandError: it is no address of this machine, or the port is taken.
    """
    if not 0 <= port <= LARGEST_PORT:
        raise CommandError(f"--port {port}: must be from 0 to {LARGEST_PORT}")
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        raise CommandError(f"--host {host}: is no address of this machine; take 127.0.0.1 or 0.0.0.0") from None
    listener = socket.socket(family, kind)
    try:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen()
    except OSError as error:
        listener.close()
        raise CommandError(
            f"port {port} on {host} cannot be used ({error.strerror}): choose another with --port"
        ) from None
    return listener


def _feed(args: argparse.Namespace, profile: "TableProfile") -> "Feed":
    """The camera asked for, the table's own, the first that answers, or else the demo round."""
    from live.demo import DemoFeed, DemoRound
    from live.feed import NO_CAMERA, CameraFeed, NoCamera, camera_of

    camera = args.camera
    if camera is None and not args.demo:
        camera = camera_of(profile)
    if camera == NO_CAMERA:
        return NoCamera()
    if camera is not None:
        return CameraFeed(camera)
    if not args.demo:
        warn(
            "no camera answers: showing the demo round (--camera names one; to play without, end it with Ctrl-C and add --camera none)"
        )
    with resources.as_file(resources.files("sample_images") / "demo") as folder:
        return DemoFeed(DemoRound.load(folder))


def _demo_folder(feed: "DemoFeed", stack: contextlib.ExitStack) -> Path:
    """A folder for the journal of a demo, with its profile; it goes when the stack is closed."""
    import calibration
    from calibration.profile import FILE_NAME

    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="tileref-demo-")))
    calibration.save(feed.profile, folder / FILE_NAME)
    return folder


def _table(folder: Path, feed: "Feed", stack: contextlib.ExitStack) -> "LiveTable":
    """The table whose journal lies in the folder, as the journal left it; closed with the stack.

    Raises:
        JournalError: the journal cannot be opened, or its events do not fit together.
        ProfileError: the folder's profile cannot be used.
    """
    from calibration.profile import FILE_NAME
    from journal import Journal
    from live.table import LiveTable

    journal = stack.enter_context(Journal(folder))
    if journal.loss is not None:
        warn(str(journal.loss))
    return LiveTable(journal, feed, profile=folder / FILE_NAME, program=program_version())


def _server(
    listener: socket.socket,
    args: argparse.Namespace,
    runner: "Runner",
    photos: "PhotoProcess",
    access: "Access",
    home: Path,
    boxes: "BoxFolder | None",
) -> "Server":
    """The server for the page, its address printed to standard output.

    `photos` reads photos that people send, `home` keeps the certificates.
    """
    from vision.phone import SPEC
    from webui import Server, Site, create_app

    reachable = _reachable(args.host)
    identity = _identity(home, reachable) if args.tls else None
    scheme, name = "http" if identity is None else "https", f"[{reachable}]" if ":" in reachable else reachable
    address = f"{scheme}://{name}:{listener.getsockname()[1]}"
    app = create_app(runner.table, photos.read, access, address=address, identity=identity, boxes=boxes)
    server = Server(Site(app, runner.table, access), listener, identity)
    if runner.table.feed.name == SPEC and not (access.open and identity):
        warn(
            "no phone can be the camera so: start with --camera phone --tls --host 0.0.0.0, since it must reach this machine, and by https"
        )
    if args.json:
        print(json.dumps(_to_json(address, access, runner.table.feed.name)), flush=True)
    else:
        print("\n".join(_describe(address, access, certified=identity is not None)), flush=True)
    return server


def _to_json(address: str, access: "Access", source: str) -> dict[str, str | None]:
    """Where the page is served, what lets other devices in (null where none may come in), and what it shows."""
    return {
        "address": address,
        "code": access.code if access.open else None,
        "invitation": f"{address}/door/{access.invitation}" if access.open else None,
        "appointment": f"{address}/door/{access.appointment}" if access.open else None,
        "source": source,
    }


def _describe(address: str, access: "Access", *, certified: bool) -> Iterator[str]:
    """Where the page is served, and what lets other devices in, as lines of text.

    `certified` says whether the page comes with a certificate that browsers do not know.
    """
    from webui.identity import AUTHORITY

    yield f"tileref: {address} (Ctrl-C ends)"
    if certified:
        yield f"tileref: browsers warn of it once, or never if they trust {address}{AUTHORITY} first"
    if access.open:
        yield f"tileref: other devices are asked for this code: {access.code}"
        yield "tileref: or scan what this machine's page shows under Invite"
        yield f"tileref: a device that opens {address}/door/{access.appointment} is the host's"


def _identity(home: Path, reachable: str) -> "Identity":
    """The certificate by which the server identifies itself under that address and this computer's own names."""
    from webui import tls

    return tls.identity(home / tls.FOLDER, [*tls.own_names(), reachable])


def _reachable(host: str) -> str:
    """The address to type for `host`: of all addresses, the one in the local network."""
    if host not in {"0.0.0.0", "::"}:  # noqa: S104 - compared, not listened on
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # a documentation address (RFC 5737): chooses the interface and sends nothing
        return str(probe.getsockname()[0])
    return socket.gethostname()
