"""What a training made is kept only as long as it is made from what there is now."""

from __future__ import annotations

from pathlib import Path

import pytest

from workshop.training.files import keep_only_if_from, whole


@pytest.mark.parametrize("is_folder", [False, True])
def test_what_was_made_from_something_else_is_made_anew(tmp_path: Path, is_folder: bool) -> None:  # noqa: FBT001 - a parameter
    source, target = tmp_path / "network.pt", tmp_path / "work" / "seen"
    made = target / "0.npy" if is_folder else target
    for content, is_kept in ((b"first", False), (b"first", True), (b"second", False), (b"second", True)):
        source.write_bytes(content)
        keep_only_if_from(target, [source])
        assert target.exists() is is_kept
        made.parent.mkdir(exist_ok=True)
        made.write_bytes(content)
    assert source.read_bytes() == b"second"


def test_what_nobody_knows_the_making_of_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / "source").write_text("code")
    (tmp_path / "mined").write_text("patches")
    keep_only_if_from(tmp_path / "mined", [tmp_path / "source"])
    assert not (tmp_path / "mined").exists()


def test_a_file_that_is_not_finished_does_not_take_its_name(tmp_path: Path) -> None:
    path = tmp_path / "new" / "shard.npz"

    def fail() -> None:
        with whole(path) as partial:
            partial.write_text("half")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert not path.exists()
    with whole(path) as partial:
        partial.write_text("all")
    assert path.read_text() == "all"
