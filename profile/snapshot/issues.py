"""What a reader of snapshots answers with: a list of issues, each at a place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from framescope.profile.snapshot.codes import Code
from framescope.shade.errors import FramescopeError

__all__ = ["InvalidSnapshot", "Issue", "Issues", "token", "warning"]


@dataclass(frozen=True, slots=True)
class Issue:
    """One thing that is wrong with a snapshot, or that happened to it on the way in.

    Attributes:
        severity: ``"error"``, or ``"warning"`` for a migration that succeeded.
        code: A stable code; docs/snapshot.md lists them.
        path: JSON Pointer (RFC 6901) to the place; ``""`` is the whole document.
        message: One sentence.
    """

    severity: Literal["error", "warning"]
    code: Code
    path: str
    message: str

    def as_dict(self) -> dict[str, str]:
        """``severity``, ``code``, ``path``, ``message``."""
        return asdict(self)


class Issues(list[Issue]):
    """Errors as they are found; their order says nothing."""

    def add(self, code: Code, path: str, message: str) -> None:
        """Append one error."""
        self.append(Issue("error", code, path, message))


class InvalidSnapshot(FramescopeError, ValueError):
    """A value cannot be written as a snapshot; the message has one line an issue.

    Attributes:
        issues: All of them.
    """

    def __init__(self, issues: Sequence[Issue]) -> None:
        super().__init__("\n".join(f"{issue.path or '/'}: {issue.message}" for issue in issues))
        self.issues = tuple(issues)


def warning(code: Code, message: str) -> Issue:
    """A warning about the whole document."""
    return Issue("warning", code, "", message)


def token(name: object) -> str:
    """A property's name as one token of a JSON Pointer."""
    return str(name).replace("~", "~0").replace("/", "~1")
