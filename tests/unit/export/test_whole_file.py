"""A file that is there whole or not at all."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from framescope.profile.export.whole_file import whole_file


def test_it_has_its_name_once_it_is_complete(tmp_path: Path) -> None:
    """While it is written, what was there before stays; afterwards nothing else is left in the folder."""
    path = tmp_path / "out"
    path.write_bytes(b"old")
    with whole_file(path) as file:
        file.write(b"new")
        assert path.read_bytes() == b"old"
    assert (path.read_bytes(), list(tmp_path.iterdir())) == (b"new", [path])


@pytest.mark.parametrize("error", [ValueError("bad"), KeyboardInterrupt()])
def test_a_failure_leaves_nothing(tmp_path: Path, error: BaseException) -> None:
    """Half a file has no name, not even a temporary one, and the error arrives as it was."""

    def fail() -> None:
        with whole_file(tmp_path / "out") as file:
            file.write(b"half")
            raise error

    with pytest.raises(type(error)):
        fail()
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_names_the_file(tmp_path: Path) -> None:
    """The system says that there is no space, and not where."""
    with pytest.raises(OSError, match="out") as failed, whole_file(tmp_path / "out"):
        raise OSError(errno.ENOSPC, "No space left on device")
    assert (failed.value.errno, failed.value.filename) == (errno.ENOSPC, str(tmp_path / "out"))


def test_a_link_stays_one(tmp_path: Path) -> None:
    """What it leads to is replaced."""
    (tmp_path / "target").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "target")
    with whole_file(tmp_path / "link") as file:
        file.write(b"new")
    assert ((tmp_path / "link").is_symlink(), (tmp_path / "target").read_bytes()) == (True, b"new")
