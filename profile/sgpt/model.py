"""What one frame is before it is bytes: the contract between the recorder and the container.

The recorder hands the writer one :class:`FrameData` per frame. What a span *is* lives in a :class:`PassList`,
which frames share and the container writes once; what varies from frame to frame lies in columns.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = [
    "NO_PASS",
    "Attachment",
    "ComputeColumns",
    "FrameData",
    "FrameStatus",
    "PassList",
    "PassListEntry",
    "PipelineRef",
    "RenderColumns",
    "SpanState",
    "Topology",
    "WorkColumns",
]

NO_PASS = -1
"""``PassListEntry.graph_pass`` of a GPU pass that was opened outside every graph pass."""

DIGEST_SIZE = 16


class SpanState(IntEnum):
    """Whether a GPU pass has a time, and if not, why not."""

    TIMED = 0
    NO_FEATURE = 1
    ARRAY_FULL = 2
    NO_ARRAY_FREE = 3
    INVALID_TICKS = 4
    READBACK_FAILED = 5
    NO_WORK = 6
    NOT_ABSORBED = 7
    OWN_WRITES = 8
    NOT_SUBMITTED = 9


class FrameStatus(IntEnum):
    """How a frame ended."""

    COMPLETE = 0
    ABORTED = 1
    SKIPPED = 2


@dataclass(frozen=True, slots=True)
class Attachment:
    """One attachment of a render pass. ``width`` and ``height`` are in texels, both None where they are unknown.

    ``role`` is ``"color"``, ``"depth"`` or ``"resolve"``; ``"unknown N"`` where a newer writer knows more.
    """

    role: str
    format: str
    width: int | None
    height: int | None
    sample_count: int
    load_op: str
    store_op: str


@dataclass(frozen=True, slots=True)
class PipelineRef:
    """A pipeline bound in a pass. ``workgroup_size`` is None where it is unknown, and for render pipelines."""

    label: str
    workgroup_size: tuple[int, int, int] | None


@dataclass(frozen=True, slots=True)
class PassListEntry:
    """One GPU pass: what it is, whatever its time was.

    Attributes:
        path: Scope path of the graph pass that opened it, ``""`` when unattributed.
        label: The label the GPU pass was begun with.
        kind: ``"compute"`` or ``"render"``; ``"unknown N"`` where a newer writer knows more kinds.
        graph_pass: Recording index of the graph pass, :data:`NO_PASS` when unattributed.
        pipelines: Pipelines bound in it, in order of first use; empty below WORKLOAD.
        attachments: Its attachments; empty for compute, and below WORKLOAD.
    """

    path: str
    label: str
    kind: str
    graph_pass: int
    pipelines: tuple[PipelineRef, ...] = ()
    attachments: tuple[Attachment, ...] = ()


@dataclass(frozen=True)
class PassList:
    """The GPU passes of a frame in the order they were begun; shared by every frame that has the same ones."""

    entries: tuple[PassListEntry, ...]

    @cached_property
    def digest(self) -> bytes:
        """Content hash, 16 bytes: equal exactly for equal entries."""
        plain = [
            (
                entry.path,
                entry.label,
                entry.kind,
                entry.graph_pass,
                [(pipeline.label, pipeline.workgroup_size) for pipeline in entry.pipelines],
                [
                    (a.role, a.format, a.width, a.height, a.sample_count, a.load_op, a.store_op)
                    for a in entry.attachments
                ],
            )
            for entry in self.entries
        ]
        text = json.dumps(plain, separators=(",", ":"))
        return hashlib.blake2b(text.encode("ascii"), digest_size=DIGEST_SIZE).digest()

    @cached_property
    def compute_count(self) -> int:
        """How many entries are compute passes: the length of each compute column."""
        return sum(entry.kind == "compute" for entry in self.entries)

    @cached_property
    def render_count(self) -> int:
        """How many entries are render passes: the length of each render column."""
        return sum(entry.kind == "render" for entry in self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def __hash__(self) -> int:
        return hash(self.digest)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PassList) and self.digest == other.digest


@dataclass(frozen=True, slots=True, eq=False)
class Topology:
    """A compiled frame graph. ``key`` is the plan's key and changes whenever the declarations do.

    ``model`` is what ``CompiledGraph.model()`` returned: made of dicts, lists, strings, booleans, None and
    finite numbers only. Two topologies are equal when their keys are.
    """

    model: Mapping[str, Any]
    key: bytes

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Topology) and self.key == other.key


@dataclass(slots=True)
class ComputeColumns:
    """Work encoded by the compute entries of a pass list, one element an entry, in entry order.

    Attributes:
        dispatches: Direct and indirect dispatches, uint32.
        indirect_dispatches: Those of them whose size lives in a buffer, uint32.
        workgroups_x: Sum over the direct dispatches of the workgroups along x, uint64; ``_y`` and ``_z`` alike.
        invocations: Sum over the direct dispatches of x·y·z times the workgroup size bound then, uint64.
        partial: 1 where ``invocations`` is a lower bound (an unknown workgroup size, an indirect dispatch), uint8.
    """

    dispatches: npt.NDArray[np.uint32]
    indirect_dispatches: npt.NDArray[np.uint32]
    workgroups_x: npt.NDArray[np.uint64]
    workgroups_y: npt.NDArray[np.uint64]
    workgroups_z: npt.NDArray[np.uint64]
    invocations: npt.NDArray[np.uint64]
    partial: npt.NDArray[np.uint8]


@dataclass(slots=True)
class RenderColumns:
    """Work encoded by the render entries of a pass list, one element an entry, in entry order.

    Attributes:
        draws: Direct and indirect draws, uint32.
        indirect_draws: Those of them whose arguments live in a buffer, uint32.
        vertices: Sum over the direct non-indexed draws of vertex_count times instance_count, uint64.
        indices: Sum over the direct indexed draws of index_count times instance_count, uint64.
        instances: Sum of instance_count over the direct draws, uint64.
        partial: 1 where the three sums are lower bounds (an indirect draw), uint8.
    """

    draws: npt.NDArray[np.uint32]
    indirect_draws: npt.NDArray[np.uint32]
    vertices: npt.NDArray[np.uint64]
    indices: npt.NDArray[np.uint64]
    instances: npt.NDArray[np.uint64]
    partial: npt.NDArray[np.uint8]


@dataclass(slots=True)
class WorkColumns:
    """Everything the passes of one frame encoded."""

    compute: ComputeColumns
    render: RenderColumns


@dataclass(slots=True, kw_only=True)
class FrameData:
    """One recorded frame.

    Attributes:
        number: Number of the frame in the capture, from 0, ascending.
        renderer_index: The renderer's own frame index.
        status: How it ended.
        reason: Why it is not complete; ``""`` when it is.
        failed_pass: Scope path of the pass that raised, or ``""``.
        cpu_begin_ns: ``perf_counter_ns`` stamps of begin, end of encoding, last submit, absorption; None = unknown.
        recorder_cost_ns: CPU time the recorder itself took for this frame outside of its passes (begin, end, writing of
            the frame before); None = unknown.
        topology: The compiled graph, or None (below STRUCTURE, or no graph).
        pass_list: What the GPU passes are.
        begin: Raw ticks, uint64, one an entry of ``pass_list``; 0 where there is none.
        end: As ``begin``.
        state: :class:`SpanState` of each entry, uint8.
        query_set: Which query set the entry's timestamps came from, uint8.
        work: Counts, or None below WORKLOAD.
        cpu_pass_ns: CPU time of each surviving graph pass in execution order, uint32; None below WORKLOAD.
        counters: Named numbers sampled in this frame.
    """

    number: int
    renderer_index: int
    status: FrameStatus = FrameStatus.COMPLETE
    reason: str = ""
    failed_pass: str = ""
    cpu_begin_ns: int | None = None
    cpu_encode_end_ns: int | None = None
    cpu_submit_ns: int | None = None
    cpu_absorbed_ns: int | None = None
    recorder_cost_ns: int | None = None
    topology: Topology | None = None
    pass_list: PassList
    begin: npt.NDArray[np.uint64]
    end: npt.NDArray[np.uint64]
    state: npt.NDArray[np.uint8]
    query_set: npt.NDArray[np.uint8]
    work: WorkColumns | None = None
    cpu_pass_ns: npt.NDArray[np.uint32] | None = None
    counters: dict[str, int | float] = field(default_factory=dict)
