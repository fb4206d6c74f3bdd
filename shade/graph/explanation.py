"""What ``explain`` answers: facts about one pass or one resource of a compiled frame, data first.

Everything named here exists in the plan: an edge by its position in ``plan.edges``, a pass by its path, a resource by
its name, ``name#2`` for the second of a name. ``str()`` of an answer is the text for a person.
"""

from __future__ import annotations

from dataclasses import dataclass

from framescope.shade.graph.edges import Hazard

__all__ = [
    "AccessFact",
    "AllocationFact",
    "CauseFact",
    "EdgeFact",
    "Lifeline",
    "PassExplanation",
    "ResourceExplanation",
    "RootFact",
    "WriteFact",
]


@dataclass(frozen=True, slots=True)
class AccessFact:
    """One declared access.

    Attributes:
        pass_path: The declaring pass.
        resource: Name of the resource.
        version: For a read the version read, for a write the version made.
        access: Access kind.
        contents: ``"overwrite"`` or ``"preserve"``, None for a read.
        stores: Whether a write leaves a value behind; None for a read.
        region: What is touched, in words.
        declared_at: ``file:line``.
    """

    pass_path: str
    resource: str
    version: int
    access: str
    contents: str | None
    stores: bool | None
    region: str
    declared_at: str


@dataclass(frozen=True, slots=True)
class CauseFact:
    """Two accesses, the second after the first, and the region they have in common."""

    hazard: Hazard
    region: str
    source: AccessFact
    target: AccessFact


@dataclass(frozen=True, slots=True)
class EdgeFact:
    """One pass comes before another.

    Attributes:
        index: Position in ``plan.edges``.
        source: Path of the pass that comes first.
        target: Path of the one that waits.
        resource: Name of the resource both touch.
        kind: ``"value"`` or ``"ordering"``.
        causes: Why.
    """

    index: int
    source: str
    target: str
    resource: str
    kind: str
    causes: tuple[CauseFact, ...]


@dataclass(frozen=True, slots=True)
class RootFact:
    """What the frame is for, in part.

    Attributes:
        reason: ``"present"``, ``"output"`` and so on, ``"side-effect"``, or ``"culling-off"`` for a pass that nothing
            needs and that runs because nothing is culled.
        resource: Name of the resource; None for the last two.
        region: The part that counts, in words; None for the last two.
        implicit: Whether a write to an import made it a root.
        pass_path: A pass whose write is part of it, or the pass with the side effect; None where all of it is from
            before the frame.
        declared_at: ``file:line`` of the mark, of the write, or of the pass.
    """

    reason: str
    resource: str | None
    region: str | None
    implicit: bool
    pass_path: str | None
    declared_at: str


@dataclass(frozen=True, slots=True)
class Lifeline:
    """Why a pass runs: the shortest way along value edges to a root.

    Attributes:
        start: Path of the pass it begins at.
        edges: From there to the pass that is part of the root; empty where it begins at that pass.
        root: Where it ends.
    """

    start: str
    edges: tuple[EdgeFact, ...]
    root: RootFact


@dataclass(frozen=True, slots=True)
class PassExplanation:
    """What the plan knows of a pass.

    Attributes:
        path: Its scope path.
        kind: Node kind.
        index: Its place in recording order.
        order: Its place in the order of execution, None when culled.
        declared_at: ``file:line`` of ``graph.add``.
        alive_by: Why it runs, None when culled.
        cull_reason: Why it does not, None when it runs.
        would_keep: What would make a culled pass run, each enough by itself; empty when it runs.
        accesses: What it declared, reads first.
        waits_for: The edges that end at it.
        waited_for_by: The edges that begin at it.
    """

    path: str
    kind: str
    index: int
    order: int | None
    declared_at: str
    alive_by: Lifeline | None
    cull_reason: str | None
    would_keep: tuple[str, ...]
    accesses: tuple[AccessFact, ...]
    waits_for: tuple[EdgeFact, ...]
    waited_for_by: tuple[EdgeFact, ...]

    def __str__(self) -> str:
        from framescope.shade.graph.explanation_text import pass_text

        return pass_text(self)


@dataclass(frozen=True, slots=True)
class WriteFact:
    """A write that stands in a region at the end of the frame.

    Attributes:
        region: The region, in words.
        access: The write.
        runs: Whether its pass runs.
    """

    region: str
    access: AccessFact
    runs: bool


@dataclass(frozen=True, slots=True)
class AllocationFact:
    """The memory a transient lives in.

    Attributes:
        index: Position in ``plan.allocations``.
        declared_bytes: What its descriptor comes to; None is unknown.
        tenants: Names of all that live there, in order of use, the asked-for one among them.
    """

    index: int
    declared_bytes: int | None
    tenants: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ResourceExplanation:
    """What the plan knows of a resource.

    Attributes:
        name: Its name, with ``#k`` on the k-th of equal ones.
        index: Its place in the order of declaration.
        kind: ``"texture"`` or ``"buffer"``.
        origin: ``"transient"``, ``"imported"`` or ``"surface"``.
        initial: Whether its contents are ``"defined"`` when the frame begins.
        descriptor: What it is, in words.
        declared_at: ``file:line`` of its declaration.
        roots: What the frame keeps of it.
        alive_by: Why the first pass that uses it runs; None when no pass that runs uses it.
        accesses: Who uses it, in the order in which the uses take effect, culled passes included.
        edges: The edges it is the reason for.
        last_writes: Who wrote each region last, culled passes included.
        initial_region: The part that no pass writes, in words; "" where there is none.
        first_use: Path of the first pass that uses it, of those that run; None when none does.
        last_use: Path of the last.
        allocation: Where it lives; None for an import, and for what is not used.
    """

    name: str
    index: int
    kind: str
    origin: str
    initial: str
    descriptor: str
    declared_at: str
    roots: tuple[RootFact, ...]
    alive_by: Lifeline | None
    accesses: tuple[AccessFact, ...]
    edges: tuple[EdgeFact, ...]
    last_writes: tuple[WriteFact, ...]
    initial_region: str
    first_use: str | None
    last_use: str | None
    allocation: AllocationFact | None

    def __str__(self) -> str:
        from framescope.shade.graph.explanation_text import resource_text

        return resource_text(self)
