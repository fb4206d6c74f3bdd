"""The git revision, read from a checkout's files."""

from __future__ import annotations

from pathlib import Path

import pytest

from framescope.profile.git_revision import git_revision

REVISION = "71794925f2de96119eafd6c2d3dc7ca2e00a8aa7"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout on branch main, without any commit yet."""
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    return tmp_path


def write(path: Path, text: str) -> None:
    """A file and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_a_branch_names_its_commit(checkout: Path) -> None:
    """HEAD points at a ref, and the ref's file holds the revision."""
    write(checkout / ".git/refs/heads/main", REVISION + "\n")
    assert git_revision(checkout) == REVISION


def test_a_folder_inside_the_checkout_finds_it(checkout: Path) -> None:
    """The search goes up from where the program runs."""
    write(checkout / ".git/refs/heads/main", REVISION + "\n")
    (checkout / "a" / "b").mkdir(parents=True)
    assert git_revision(checkout / "a" / "b") == REVISION


def test_a_detached_head_is_the_commit(checkout: Path) -> None:
    """HEAD itself holds the revision."""
    write(checkout / ".git/HEAD", REVISION + "\n")
    assert git_revision(checkout) == REVISION


def test_a_packed_ref_is_found(checkout: Path) -> None:
    """After git packed its refs they stand in one file."""
    write(checkout / ".git/packed-refs", f"# pack-refs with: peeled\n{REVISION} refs/heads/main\n")
    assert git_revision(checkout) == REVISION


def test_a_worktree_leads_to_the_main_repository(checkout: Path, tmp_path: Path) -> None:
    """A worktree's ``.git`` is a file, and its refs are kept in the repository it belongs to."""
    write(checkout / ".git/refs/heads/topic", REVISION + "\n")
    write(checkout / ".git/worktrees/topic/HEAD", "ref: refs/heads/topic\n")
    write(checkout / ".git/worktrees/topic/commondir", "../..\n")
    write(tmp_path / "elsewhere" / ".git", f"gitdir: {checkout}/.git/worktrees/topic\n")
    assert git_revision(tmp_path / "elsewhere") == REVISION


def test_a_checkout_without_a_commit_has_no_revision(checkout: Path) -> None:
    """Unknown is None, not an empty string."""
    assert git_revision(checkout) is None


def test_an_unreadable_repository_has_no_revision(checkout: Path) -> None:
    """A broken repository is no reason not to record."""
    (checkout / ".git/HEAD").unlink()
    assert git_revision(checkout) is None
