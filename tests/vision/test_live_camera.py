"""A camera that hangs, dies, stalls or goes away is told, and looked through again once it can be.

Nothing is left behind.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from tests.vision.cameras import HIGH, TOLD, WIDE, Layered, Scripted
from vision.camera import live_camera
from vision.camera.frames import SourceError
from vision.camera.live_camera import Camera
from vision.frame import Frame

pytestmark = pytest.mark.slow

MANY = 400  # more frames, or moments without one, than any test needs


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, seconds in {
        "SILENCE": 0.1,
        "HUNG": 0.5,
        "TICK": 0.05,
        "_PACE": 0.0,
        "_PATIENCE": 0.3,
        "_AGAIN": 0.0,
        "_RAREST": 0.0,
    }.items():
        monkeypatch.setattr(live_camera, name, seconds)


@pytest.fixture
def look(tmp_path: Path) -> Iterator[Callable[..., tuple[Camera, Scripted]]]:
    opened = []

    def open_it(*scripts: str) -> tuple[Camera, Scripted]:
        place = Scripted(tmp_path, scripts)
        opened.append(Camera(place, address="http://192.168.1.20/video:", name="camera http"))
        return opened[-1], place

    yield open_it
    for each in opened:
        each.close()


Look = Callable[..., tuple[Camera, Scripted]]


def seen_until(source: Camera, enough: Callable[[list[Frame]], bool]) -> tuple[list[Frame], list[str]]:
    """The frames up to the first with which there are enough, and the troubles told meanwhile."""
    frames, troubles = [], []
    for count, frame in enumerate(source):
        if source.trouble is not None:
            troubles.append(source.trouble)
        if frame is not None:
            frames.append(frame)
        if enough(frames):
            return frames, troubles
        assert count < MANY, "it does not come"
    raise AssertionError("it has ended")


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"


def has_ended(pid: int) -> bool:
    for _ in range(200):
        if not is_running(pid):
            return True
        time.sleep(0.01)
    return False


def test_frames_come_from_another_process_in_the_order_of_time(look: Look) -> None:
    source, place = look("p")
    frames, _ = seen_until(source, lambda frames: len(frames) == 5)

    assert place.opened[0] != os.getpid()
    assert {frame.photo.shape for frame in frames} == {(HIGH, WIDE, 3)}
    assert all(one.photo.mean() < other.photo.mean() for one, other in pairwise(frames))
    assert all(one.seconds < other.seconds <= time.monotonic() for one, other in pairwise(frames))
    assert source.trouble is None


def test_a_camera_whose_reading_hangs_is_told_and_looked_through_by_another_process(look: Look) -> None:
    source, place = look("pph", "p")
    _, troubles = seen_until(source, lambda frames: len(frames) == 6)

    assert troubles[0] == "camera http gives no picture; check its cable and its power"
    assert place.opened[-1] != place.opened[0]
    assert has_ended(place.opened[0])
    assert source.trouble is None


def test_a_process_that_dies_is_replaced(look: Look) -> None:
    source, place = look("ppd", "d", "p")
    seen_until(source, lambda frames: len(frames) == 6)

    assert len(set(place.opened)) == 3


def test_a_camera_that_went_away_says_why_and_is_opened_again_by_the_same_process(
    look: Look, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_camera, "HUNG", 60.0)
    source, place = look("pppl", "p")
    frames, troubles = seen_until(source, lambda frames: len(frames) == 6)

    assert f"camera http {TOLD}" in troubles
    assert source.trouble is None
    assert len(place.opened) == 2
    assert len(set(place.opened)) == 1
    assert frames == sorted(frames, key=lambda frame: frame.seconds)


def test_pictures_of_another_size_are_taken_as_they_come(look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_camera, "HUNG", 60.0)
    source, _ = look("pp" + 20 * "P" + "l", "p")
    frames, _ = seen_until(source, lambda frames: [f.size for f in frames].count((WIDE, HIGH)) > 20)

    sizes = [frame.size for frame in frames]
    assert sizes.index((2 * WIDE, 2 * HIGH)) < sizes.index((WIDE, HIGH), sizes.index((2 * WIDE, 2 * HIGH)))
    assert {frame.photo.shape for frame in frames} == {(HIGH, WIDE, 3), (2 * HIGH, 2 * WIDE, 3)}


def test_a_camera_that_does_not_open_is_an_error_with_its_address(look: Look, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=rf"^http://192\.168\.1\.20/video: {TOLD}$"):
        look("-")
    assert has_ended(Scripted(tmp_path, ()).opened[0])


def test_a_camera_whose_opening_hangs_is_an_error(look: Look, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_camera, "_STARTING", 3.0)  # enough for its process to begin, however busy the machine
    with pytest.raises(SourceError, match="gives no picture"):
        look("H")
    assert has_ended(Scripted(tmp_path, ()).opened[0])


def test_a_camera_that_takes_its_process_down_is_an_error(look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_camera, "_STARTING", 0.5)
    with pytest.raises(SourceError, match="gives no picture"):
        look("d")


def test_a_camera_that_takes_long_to_open_again_is_not_given_up_meanwhile(
    look: Look, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_camera, "_STARTING", 5.0)
    source, place = look("pl", "s")
    seen_until(source, lambda frames: len(frames) == 3)

    assert len(set(place.opened)) == 1


def test_whoever_is_slow_gets_the_newest_frame_and_no_old_ones(look: Look) -> None:
    source, _ = look("p")
    frames = iter(source)
    levels = []
    for _ in range(3):
        frame = next(frames)
        assert frame is not None
        levels.append(int(frame.photo[0, 0, 0]))
        time.sleep(0.15)

    assert levels[2] - levels[1] > 5


def test_frames_that_nobody_needs_are_not_handed_over(look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_camera, "_PACE", 0.05)
    source, _ = look("p")
    frames, _ = seen_until(source, lambda frames: len(frames) == 4)

    levels = [int(frame.photo[0, 0, 0]) for frame in frames]
    assert all(later - earlier > 1 for earlier, later in pairwise(levels[1:]))


def test_a_camera_that_sends_few_pictures_is_not_in_trouble_between_them(
    look: Look, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_camera, "SILENCE", 0.06)
    monkeypatch.setattr(live_camera, "TICK", 0.02)
    monkeypatch.setattr(live_camera, "_RAREST", 5.0)
    source, place = look("r")
    _, troubles = seen_until(source, lambda frames: len(frames) == 4)

    assert not troubles
    assert len(place.opened) == 1


def test_closing_ends_the_iteration_and_a_process_that_hangs(look: Look) -> None:
    source, place = look("pph")
    frames = iter(source)
    next(frames)
    source.close()
    source.close()

    assert list(frames) == []
    assert has_ended(place.opened[0])


def test_nothing_outlives_a_program_that_is_killed(tmp_path: Path) -> None:
    program = (
        "import os, pathlib, signal\n"
        "from tests.vision.cameras import Scripted\n"
        "from vision.camera.live_camera import Camera\n"
        "if __name__ == '__main__':\n"
        f"    Camera(Scripted(pathlib.Path({str(tmp_path)!r}), ('pph',)), address='a', name='b')\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    (tmp_path / "killed.py").write_text(program, encoding="utf-8")
    ran = subprocess.run(
        [sys.executable, str(tmp_path / "killed.py")],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        check=False,
    )

    assert (ran.returncode, ran.stderr) == (-signal.SIGKILL, b"")
    assert has_ended(Scripted(tmp_path, ()).opened[0])


def test_pictures_that_take_too_long_to_decode_are_refused_before_they_are() -> None:
    with pytest.raises(
        SourceError, match=r"^desk its pictures are drawn in more than 32 layers: set it to baseline JPEG$"
    ):
        Camera(Layered(5000), address="desk", name="camera")
    with Camera(Layered(20), address="desk", name="camera") as camera:
        assert next(frame for frame in camera if frame is not None).photo.shape == (HIGH, WIDE, 3)
