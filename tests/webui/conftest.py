from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.live.stage import EndlessStage, Played
from webui import Access, create_app


@pytest.fixture
def stage() -> EndlessStage:
    return EndlessStage()


@pytest.fixture
def played(tmp_path: Path, stage: EndlessStage) -> Iterator[Played]:
    """A live table that watches the stage in its own thread."""
    game = Played(tmp_path, stage)
    game.live.start()
    yield game
    game.live.close()


@pytest.fixture
def access() -> Access:
    return Access("0.0.0.0")  # noqa: S104 - nothing listens in these tests


@pytest.fixture
def app(played: Played, access: Access) -> Flask:
    app = create_app(played.live, access, address="http://192.168.1.5:8000")
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
