from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import Browser, expect

from calibration import edition
from live.camera_choice import Cameras
from tests.browser import DESK, chromium
from tests.live.stage import EndlessStage, Played
from tests.webui.visiting import PATIENCE, Visit
from webui import Access, BoxFolder, Server, Site, create_app
from webui.addresses import Addresses


@pytest.fixture
def stage() -> EndlessStage:
    return EndlessStage()


@pytest.fixture
def played(tmp_path: Path, stage: EndlessStage) -> Iterator[Played]:
    """A live table that watches the stage in its own thread."""
    game = Played(tmp_path, stage)
    game.runner.start()
    yield game
    game.runner.close()


@pytest.fixture
def access() -> Access:
    return Access("0.0.0.0")  # noqa: S104 - nothing listens in these tests


@pytest.fixture
def changes() -> list[str]:
    """What the table was told of: a box that was enrolled."""
    return []


@pytest.fixture
def boxes(tmp_path: Path, changes: list[str]) -> BoxFolder:
    """Those that people have enrolled at this table."""
    return BoxFolder(tmp_path / edition.FOLDER, lambda: changes.append("a box"))


@pytest.fixture
def cameras(played: Played, tmp_path: Path) -> Iterator[Cameras]:
    """What the table can look through in place of the stage."""
    cameras = Cameras(played.live, tmp_path / "home", "stage")
    yield cameras
    played.runner.close()  # before the film's folder goes
    cameras.close()


@pytest.fixture
def app(played: Played, access: Access, boxes: BoxFolder, cameras: Cameras) -> Flask:
    addresses = Addresses.only("http://192.168.1.5:8000")
    app = create_app(played.live, played.read, access, addresses=addresses, boxes=boxes, cameras=cameras)
    app.testing = True
    return app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """This machine's own browser."""
    return app.test_client()


@pytest.fixture
def guest(app: Flask) -> FlaskClient:
    """Another device's browser in the local network."""
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = "192.168.1.77"
    client.environ_base["HTTP_HOST"] = "192.168.1.5:8000"
    return client


@pytest.fixture(scope="module")
def started() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with chromium() as browser:
        yield browser


@pytest.fixture
def browser(started: Browser) -> Iterator[Browser]:
    """One whose pages are closed after each test: a page that is left open goes on looking for its table, and slows the tests after it."""
    yield started
    for context in started.contexts:
        context.close()


@pytest.fixture
def address(played: Played, boxes: BoxFolder, cameras: Cameras) -> Iterator[str]:
    """Of the page, served as people have it."""
    listener = socket.create_server(("127.0.0.1", 0))
    port, access = listener.getsockname()[1], Access()
    app = create_app(played.live, played.read, access, boxes=boxes, cameras=cameras)
    server = Server(Site(app, played.live, access), listener)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{port}"
    server.stop()
    thread.join()


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Visit]:
    context = browser.new_context(viewport=DESK, locale="en-GB")
    visit = Visit(context.new_page(), address)
    yield visit
    context.close()
    assert visit.faults == []
    assert [url for url in visit.requests if not url.removeprefix("blob:").startswith(address)] == []
