"""What one GPU pass encoded, counted as it was encoded.

The pass encoders tally into a :class:`GPUProfileWork` and know nothing else of a capture (the pass encoder
proposal §3.1). Every pass gets one while a recorder listens, timed or not: what ran is worth knowing even where
its time is missing. Draws inside a render bundle are not seen, since the bundle was encoded elsewhere.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, NamedTuple

from framescope.profile.sgpt.model import PipelineRef

__all__ = ["GPUProfileWork"]


class _Identity(NamedTuple):
    """A pipeline as the counters see it; kept on the compiled pipeline, which is bound thousands of times."""

    ref: PipelineRef
    alone: tuple[PipelineRef, ...]  # the list of a pass that binds nothing else, one object for all such passes
    workgroup_size: tuple[int, int, int] | None
    invocations_per_workgroup: int | None
    foreign: bool


_CACHE = "framescope_identity"


@lru_cache(maxsize=4096)
def _identity(label: str | None, workgroup_size: tuple[int, int, int] | None, foreign: bool) -> _Identity:
    """One object per identity, so that comparing the passes of two frames compares pointers."""
    ref = PipelineRef("" if label is None else label, workgroup_size)  # None is no label to wgpu too
    return _Identity(ref, (ref,), workgroup_size, math.prod(workgroup_size) if workgroup_size else None, foreign)


def _identify(pipeline: Any) -> _Identity:
    descriptor = getattr(pipeline, "framescope_descriptor", None)
    if descriptor is None:
        identity = _identity(pipeline.label, None, True)
    else:
        identity = _identity(descriptor.label, getattr(descriptor, "workgroup_size", None), False)
    setattr(pipeline, _CACHE, identity)
    return identity


class GPUProfileWork:
    """The counters of one GPU pass (:class:`framescope.shade.profiling.PassWork`).

    Attributes:
        dispatches: Dispatches, direct and indirect.
        indirect_dispatches: Those of them whose size lives in a buffer.
        workgroups_x: Workgroups of the direct dispatches, summed along x; ``_y`` and ``_z`` likewise.
        invocations: Sum over direct dispatches of x·y·z × the workgroup size of the pipeline bound then.
        partial: True when a total leaves something out: an indirect call, or a dispatch of unknown workgroup size.
        draws: Draws, direct and indirect, indexed or not.
        indirect_draws: Those of them whose arguments live in a buffer (an upper bound for the ``count`` variants).
        vertices: Vertices of the direct non-indexed draws × their instances.
        indices: Indices of the direct indexed draws × their instances.
        instances: Instances of all direct draws.
        pipelines: What ran, in order of first use.
        workgroup_size: Of the pipeline bound now; None when it is not known.
    """

    __slots__ = (
        "_bound",
        "_invocations_per_workgroup",
        "dispatches",
        "draws",
        "indices",
        "indirect_dispatches",
        "indirect_draws",
        "instances",
        "invocations",
        "partial",
        "pipelines",
        "vertices",
        "workgroup_size",
        "workgroups_x",
        "workgroups_y",
        "workgroups_z",
    )

    def __init__(self) -> None:
        self.dispatches = self.indirect_dispatches = 0
        self.workgroups_x = self.workgroups_y = self.workgroups_z = 0
        self.invocations = 0
        self.partial = False
        self.draws = self.indirect_draws = 0
        self.vertices = self.indices = self.instances = 0
        self.pipelines: tuple[PipelineRef, ...] = ()
        self.workgroup_size: tuple[int, int, int] | None = None
        self._invocations_per_workgroup: int | None = None
        self._bound: _Identity | None = None

    @property
    def empty(self) -> bool:
        """True when nothing was dispatched or drawn."""
        return not (self.dispatches or self.draws)

    def bind_pipeline(self, pipeline: Any) -> None:
        """A compiled pipeline was bound. One that our caches did not make has no known workgroup size."""
        try:
            identity: _Identity = pipeline.framescope_identity
        except AttributeError:
            identity = _identify(pipeline)
        self._bind(identity)

    def record_pipeline(self, descriptor: Any) -> None:
        """The caller names the descriptor of the pipeline bound now, which may have come from elsewhere."""
        bound = self._bound
        if bound is not None and bound.foreign:
            self.pipelines = tuple(ref for ref in self.pipelines if ref is not bound.ref)
        self._bind(_identity(descriptor.label, getattr(descriptor, "workgroup_size", None), False))

    def _bind(self, identity: _Identity) -> None:
        self._bound = identity
        self.workgroup_size = identity.workgroup_size
        self._invocations_per_workgroup = identity.invocations_per_workgroup
        if not self.pipelines:
            self.pipelines = identity.alone
        elif identity.ref not in self.pipelines:
            self.pipelines = (*self.pipelines, identity.ref)

    def dispatch(self, x: int, y: int, z: int) -> None:
        """One direct dispatch of x·y·z workgroups."""
        x, y, z = int(x), int(y), int(z)  # numpy's integers would wrap around in the sums
        self.dispatches += 1
        self.workgroups_x += x
        self.workgroups_y += y
        self.workgroups_z += z
        per_workgroup = self._invocations_per_workgroup
        if per_workgroup is None:
            self.partial = True
        else:
            self.invocations += x * y * z * per_workgroup

    def dispatch_indirect(self) -> None:
        """One dispatch whose size lives in a buffer: counted, its invocations unknown."""
        self.dispatches += 1
        self.indirect_dispatches += 1
        self.partial = True

    def draw(self, vertex_count: int, instance_count: int) -> None:
        """One direct draw."""
        instances = int(instance_count)
        self.draws += 1
        self.vertices += int(vertex_count) * instances
        self.instances += instances

    def draw_indexed(self, index_count: int, instance_count: int) -> None:
        """One direct indexed draw."""
        instances = int(instance_count)
        self.draws += 1
        self.indices += int(index_count) * instances
        self.instances += instances

    def draw_indirect(self, count: int) -> None:
        """``count`` draws whose arguments live in a buffer."""
        count = int(count)
        self.draws += count
        self.indirect_draws += count
        if count:
            self.partial = True
