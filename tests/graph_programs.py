"""A frame as plain data: what a strategy draws, an oracle reads and ``record`` turns into a frame graph."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Any

from graph_notation import EVERY_BUFFER_USAGE, EVERY_TEXTURE_USAGE, nothing

from framescope.shade.descriptors import BufferDescriptor, Descriptor
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.pass_builder import PassBuilder
from framescope.shade.graph.plan import Plan, build_plan
from framescope.shade.graph.regions import Region
from framescope.shade.graph.void import VoidGraphics


@dataclass(frozen=True)
class ResourceSpec:
    """A resource; a transient with ``by_pass`` is created by the first pass that uses it, else by the graph."""

    name: str
    descriptor: Descriptor
    origin: str = "transient"
    initial: str = "undefined"
    by_pass: bool = False


@dataclass(frozen=True)
class AccessSpec:
    """A read (``contents`` None) or a write; ``own`` reads through the version the pass made, if it made one before."""

    resource: str
    access: str
    region: Region | None = None
    contents: str | None = None
    store: bool = True
    root: bool = True
    own: bool = False


@dataclass(frozen=True)
class PassSpec:
    """A pass; ``scope`` are the labels of the scopes opened for it alone, outermost first."""

    label: str
    kind: str
    side_effect: bool = False
    scope: tuple[str, ...] = ()
    accesses: tuple[AccessSpec, ...] = ()

    def reads_own(self, position: int) -> bool:
        """Whether the access reads through a version that the pass made before."""
        access = self.accesses[position]
        earlier = [a for a in self.accesses[:position] if a.contents is not None]
        return access.contents is None and access.own and any(a.resource == access.resource for a in earlier)

    @property
    def resources(self) -> set[str]:
        """Names of what it touches."""
        return {access.resource for access in self.accesses}


@dataclass(frozen=True)
class MarkSpec:
    """A root."""

    resource: str
    reason: str
    region: Region | None = None


@dataclass(frozen=True)
class Program:
    """One frame."""

    resources: tuple[ResourceSpec, ...]
    passes: tuple[PassSpec, ...]
    marks: tuple[MarkSpec, ...] = ()

    def resource(self, name: str) -> ResourceSpec:
        """The resource of a name."""
        return next(spec for spec in self.resources if spec.name == name)

    def descriptor(self, name: str) -> Descriptor:
        """The descriptor of a resource."""
        return self.resource(name).descriptor

    def with_passes(self, passes: Any) -> Program:
        """The same frame with other passes."""
        return replace(self, passes=tuple(passes))


def native(descriptor: Descriptor) -> Any:
    """A token to import, with every usage where the descriptor gives none."""
    graphics = VoidGraphics()
    if isinstance(descriptor, BufferDescriptor):
        usage = EVERY_BUFFER_USAGE if descriptor.usage is None else descriptor.usage
        return graphics.create_buffer(size=descriptor.size, usage=usage)
    return graphics.create_texture(
        size=descriptor.size,
        format=descriptor.format,
        usage=EVERY_TEXTURE_USAGE if descriptor.usage is None else descriptor.usage,
        dimension=descriptor.dimension,
        mip_level_count=descriptor.mip_level_count,
    )


class _Recorder:
    def __init__(self, program: Program, execute: Any) -> None:
        self.program = program
        self.execute = execute
        self.graph = FrameGraph()
        self.handles: dict[str, Any] = {}
        for spec in program.resources:
            if spec.origin != "transient" or not spec.by_pass:
                self.handles[spec.name] = self.declare(spec)

    def declare(self, spec: ResourceSpec, builder: PassBuilder | None = None) -> Any:
        is_buffer = isinstance(spec.descriptor, BufferDescriptor)
        if spec.origin == "transient":
            maker: Any = self.graph if builder is None else builder
            create = maker.create_buffer if is_buffer else maker.create_texture
            return create(spec.name, spec.descriptor)
        initial: Any = spec.initial
        if is_buffer:
            return self.graph.import_buffer(spec.name, native(spec.descriptor), initial=initial)
        origin: Any = spec.origin
        return self.graph.import_texture(spec.name, native(spec.descriptor), initial=initial, origin=origin)

    def add(self, spec: PassSpec) -> None:
        kind: Any = spec.kind
        with ExitStack() as scopes:
            for label in spec.scope:
                scopes.enter_context(self.graph.scope(label))
            builder = self.graph.add(spec.label, kind=kind, execute=self.execute, side_effect=spec.side_effect)
            for name in sorted(spec.resources - set(self.handles)):
                self.handles[name] = self.declare(self.program.resource(name), builder)
        before = dict(self.handles)
        for position, access in enumerate(spec.accesses):
            word: Any = access.access
            if access.contents is None:
                handle = (self.handles if spec.reads_own(position) else before)[access.resource]
                builder.read(handle, word, region=access.region)
            else:
                contents: Any = access.contents
                self.handles[access.resource] = builder.write(
                    self.handles[access.resource],
                    word,
                    contents=contents,
                    region=access.region,
                    store=access.store,
                    root=access.root,
                )


def record(program: Program, *, execute: Any = nothing) -> FrameGraph:
    """The program as a frame graph, recorded and not compiled; every pass gets ``execute``."""
    recorder = _Recorder(program, execute)
    for spec in program.passes:
        recorder.add(spec)
    for mark in program.marks:
        if mark.resource not in recorder.handles:  # created by a pass, and none uses it
            recorder.handles[mark.resource] = recorder.declare(program.resource(mark.resource))
        reason: Any = mark.reason
        recorder.graph.mark(recorder.handles[mark.resource], reason, region=mark.region)
    return recorder.graph


def plan_of(program: Program) -> Plan:
    """The plan of a program, made afresh."""
    return build_plan(record(program)._declarations)
