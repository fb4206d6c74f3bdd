"""The git revision of a checkout, read from its files: a recording starts no processes."""

from __future__ import annotations

from pathlib import Path

__all__ = ["git_revision"]


def git_revision(start: Path) -> str | None:
    """The commit checked out in the repository around ``start``, or None when there is none to be found."""
    try:
        for folder in (start, *start.parents):
            entry = folder / ".git"
            if entry.exists():
                return _revision(_git_folder(entry))
    except (OSError, ValueError):
        pass  # an unreadable repository has no known revision, and that is no reason not to record
    return None


def _git_folder(entry: Path) -> Path:
    """``.git`` itself, or where a worktree's ``.git`` file points."""
    if entry.is_dir():
        return entry
    return entry.parent / entry.read_text().removeprefix("gitdir:").strip()


def _revision(git: Path) -> str | None:
    head = (git / "HEAD").read_text().strip()
    if not head.startswith("ref:"):
        return head
    name = head.removeprefix("ref:").strip()
    shared = git / "commondir"  # a worktree keeps its refs in the main repository
    for folder in (git, git / shared.read_text().strip()) if shared.exists() else (git,):
        if (folder / name).exists():
            return (folder / name).read_text().strip()
        packed = folder / "packed-refs"
        for line in packed.read_text().splitlines() if packed.exists() else ():
            revision, _, reference = line.partition(" ")
            if reference == name:
                return revision
    return None
