"""What photos of racks do to the table: how late it is read while they come in, and how much memory they take.

usage: python -m workshop.benchmarks.rack_photos [--rounds 6]

The real program looks at a camera on the loopback; every few seconds something else lies on the table, and it is
measured how long after that the page is told so. First nothing else happens, then photos are sent again and again, each
from a device of its own: sixteen PNG files of 62 megapixels that are 270 kilobytes, and six JPEG files of 12 megapixels
as phones take them. Prints a row for each: the median and the longest delay, the most memory of the program and of its
processes together, and how the photos were answered.
"""

from __future__ import annotations

import base64
import http.client
import io
import itertools
import json
import statistics
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import cv2
from PIL import Image

from workshop.benchmarks import command_line
from workshop.benchmarks.demo_turns import demo_turn
from workshop.benchmarks.evening.camera import SIZES, Camera
from workshop.benchmarks.evening.server import Server
from workshop.benchmarks.evening.world import Scene, World
from workshop.benchmarks.processes import megabytes, megabytes_of_family

LIES = 5.0
"""Seconds that one table lies there."""
LATEST = 60.0
"""Seconds after which a table counts as never seen."""
SAMPLE = 0.2
TABLES = (3, 5)
"""Turns of the demo round whose tables lie there in turn."""


def png_bomb() -> bytes:
    """62 megapixels of one colour, in a quarter of a megabyte."""
    file = io.BytesIO()
    Image.new("RGB", (7900, 7900), (90, 120, 40)).save(file, "PNG", compress_level=9)
    return file.getvalue()


def phone_photo() -> bytes:
    """A photo of tiles with 12 megapixels."""
    table = demo_turn(TABLES[0], SIZES["720p"])
    photo = cv2.resize(table, (4000, 3000), interpolation=cv2.INTER_CUBIC)
    return cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


def send(host: str, photo: bytes, device: str, over: threading.Event, answers: Counter[int]) -> None:
    """Sends a photo again and again, from an address of this machine that stands for a device."""
    body = json.dumps({"photo": base64.b64encode(photo).decode()})
    name, _, port = host.partition(":")
    while not over.is_set():
        with suppress(OSError, http.client.HTTPException):
            line = http.client.HTTPConnection(name, int(port), timeout=LATEST, source_address=(device, 0))
            with closing(line):
                line.request("POST", "/api/rack", body, {"Content-Type": "application/json"})
                answers[line.getresponse().status] += 1
        over.wait(SAMPLE)


def delays(server: Server, world: World, rounds: int) -> list[float]:
    """Seconds from each change of the table to when the page is told of it."""
    photos = list(map(demo_turn, TABLES))
    found = []
    for photo in itertools.islice(itertools.cycle(photos), rounds + 1):
        before = server.state["table"]
        count = 0 if before is None else sum(map(len, before["sets"]))
        changed = time.monotonic()
        world.change(changed, pixels=photo)
        told = server.wait(lambda s, n=count: s["table"] is not None and sum(map(len, s["table"]["sets"])) != n, LATEST)  # type: ignore[misc]  # the count of this table
        found.append(time.monotonic() - changed if told is not None else LATEST)
        time.sleep(LIES)
    return found[1:]


def measure(server: Server, world: World, rounds: int, photos: Sequence[bytes]) -> str:
    """A row: delays, memory and answers while those photos come in."""
    over, answers, most = threading.Event(), Counter[int](), [0.0, 0.0]

    def watch() -> None:
        while not over.wait(SAMPLE):
            most[:] = max(most[0], megabytes(server.pid)), max(most[1], megabytes_of_family(server.pid))

    work = [threading.Thread(target=watch)]
    work += [
        threading.Thread(target=send, args=(server.host, photo, f"127.0.0.{number}", over, answers))
        for number, photo in enumerate(photos, 2)
    ]
    for thread in work:
        thread.start()
    took = delays(server, world, rounds)
    over.set()
    for thread in work:
        thread.join()
    said = ", ".join(f"{number} x {status}" for status, number in sorted(answers.items()))
    return f"{statistics.median(took):8.2f} s {max(took):8.2f} s {most[0]:9.0f} MB {most[1]:9.0f} MB  {said}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures and prints."""
    parser = command_line.parser(__doc__)
    parser.add_argument("--rounds", type=int, default=6, help="changes of the table for each row (default 6)")
    args = parser.parse_args(arguments)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="photos-")))
        world = World(Scene(demo_turn(TABLES[1])))
        camera = stack.enter_context(Camera(world, lag=0.0))
        server = stack.enter_context(Server(camera.address, folder))
        print("                       median    longest   program     together  answers")
        for name, photos in (
            ("nothing", ()),
            ("16 large PNG files", (png_bomb(),) * 16),
            ("6 photos of 12 MP", (phone_photo(),) * 6),
        ):
            print(f"{name:18} {measure(server, world, args.rounds, photos)}", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
