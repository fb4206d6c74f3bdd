"""``Lint``: one thing that a frame declares, that costs something and buys nothing."""

from __future__ import annotations

from dataclasses import dataclass

from framescope.shade.graph.places import from_here

__all__ = ["Lint"]


@dataclass(frozen=True, slots=True)
class Lint:
    """A finding. ``str()`` of it is one line.

    Attributes:
        code: ``FL1001`` and so on; ``docs/frame-graph.md`` states each rule.
        message: What it is and what to do.
        pass_path: The pass at fault, None where there is none.
        resource: Name of the resource, ``#k`` on the k-th of equal ones.
        region: The part it is about, in words; None for all of it.
        declared_at: ``file:line`` of the declarations, oldest first.
    """

    code: str
    message: str
    pass_path: str | None
    resource: str
    region: str | None
    declared_at: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.code}: {self.message} (declared at {', '.join(map(from_here, self.declared_at))})"
