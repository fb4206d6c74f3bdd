"""A brute-force reading of a small frame: every texel row and every byte a set element, nothing shared with planning.

The graph reasons in boxes that it cuts and merges; this reasons in cells. A cell of a texture is one aspect of one
layer (or depth slice) of one mip level, a cell of a buffer is one byte.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from graph_programs import AccessSpec, PassSpec, Program

from framescope.shade.descriptors import BufferDescriptor, Descriptor
from framescope.shade.graph.regions import Box, BufferRegion, Region

Cells = frozenset[Any]
WRITING = {"texture-color-attachment-write", "texture-depth-write", "texture-storage-write"}
ASPECTS = {"depth32float": ("depth",), "stencil8": ("stencil",), "depth24plus-stencil8": ("depth", "stencil")}


def _aspects(texture_format: str) -> tuple[str, ...]:
    return ASPECTS.get(texture_format, ("color",))


def cells(region: Region | None, descriptor: Descriptor) -> Cells:
    """The cells of a region, None for those of the whole resource."""
    if isinstance(descriptor, BufferDescriptor):
        first, size = (0, None) if region is None else (region.offset, region.size)  # type: ignore[union-attr]
        return frozenset(range(first, descriptor.size if size is None else first + size))
    assert not isinstance(region, BufferRegion)
    aspect = "all" if region is None else region.aspect
    mip, mips = (0, None) if region is None else (region.base_mip_level, region.mip_level_count)
    low, count = (0, None) if region is None else (region.base_array_layer, region.array_layer_count)
    found = set()
    for level in range(mip, descriptor.mip_level_count if mips is None else mip + mips):
        depth = max(1, descriptor.size[2] >> level) if descriptor.dimension == "3d" else descriptor.size[2]
        for layer in range(low, depth if count is None else low + count):
            found |= {(name, level, layer) for name in _aspects(descriptor.format) if aspect in ("all", f"{name}-only")}
    return frozenset(found)


def cells_of_boxes(boxes: Iterable[Box], descriptor: Descriptor) -> Cells:
    """The cells of planned boxes, spelled as :func:`cells` does."""
    if isinstance(descriptor, BufferDescriptor):
        return frozenset(byte for _, _, _, low, high in boxes for byte in range(low, high))
    bits = {1: "color", 2: "depth", 4: "stencil"}
    return frozenset(
        (name, mip, layer)
        for mask, first, end, low, high in boxes
        for bit, name in bits.items()
        if mask & bit
        for mip in range(first, end)
        for layer in range(low, high)
    )


@dataclass(frozen=True)
class Fault:
    """What is wrong with a frame: the codes that may say so, the pass (None for a root) and the resource."""

    codes: frozenset[str]
    pass_label: str | None
    resource: str


@dataclass
class Verdict:
    """What must follow from a program.

    Attributes:
        fault: The first mistake, None for a frame that is right.
        values: Cells by (source, target, resource), of each value that one pass takes from another.
        orders: Cells by (source, target, resource, hazard), of each write that must wait.
        producers: By mark, then by write to an import: the passes that make it.
        alive: Labels of the passes that run.
    """

    fault: Fault | None = None
    values: dict[tuple[str, str, str], set[Any]] = field(default_factory=lambda: defaultdict(set))
    orders: dict[tuple[str, str, str, str], set[Any]] = field(default_factory=lambda: defaultdict(set))
    producers: list[frozenset[str]] = field(default_factory=list)
    alive: set[str] = field(default_factory=set)


class _Contents:
    """Each cell of one resource: who wrote it last, whether it holds a value, who has read it since."""

    def __init__(self, defined: bool) -> None:
        self.defined = defined
        self.writer: dict[Any, str] = {}
        self.lost: set[Any] = set()
        self.readers: dict[Any, set[str]] = defaultdict(set)

    def missing(self, wanted: Iterable[Any]) -> set[Any]:
        """Cells nobody gave a value."""
        return set() if self.defined else {cell for cell in wanted if cell not in self.writer}


def conflicting(spec: PassSpec, program: Program) -> bool:
    """Whether a render node writes a subresource that it also uses otherwise."""
    if spec.kind != "render":
        return False
    textures = [access for access in spec.accesses if access.access.startswith("texture")]
    return any(
        a.access != b.access
        and {a.access, b.access} & WRITING
        and a.resource == b.resource
        and cells(a.region, program.descriptor(a.resource)) & cells(b.region, program.descriptor(b.resource))
        for a in textures
        for b in textures
    )


class Oracle:
    """Walks a program pass by pass; ``verdict`` grows with it."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.contents = {spec.name: _Contents(spec.initial == "defined") for spec in program.resources}
        self.verdict = Verdict()

    def fault_of(self, access: AccessSpec, wanted: Cells, label: str) -> Fault | None:
        """What is wrong with using ``wanted`` now, if anything."""
        contents = self.contents[access.resource]
        lost, missing = wanted & contents.lost, contents.missing(wanted)
        if not (lost or missing):
            return None
        codes = {"FG1002"} if access.contents else {code for code, at in (("FG1003", lost), ("FG1001", missing)) if at}
        return Fault(frozenset(codes), label, access.resource)

    def would_fail(self, spec: PassSpec) -> bool:
        """Whether a pass would be at fault if it came next."""
        trial = Oracle(self.program)
        trial.contents = deepcopy(self.contents)
        trial.run_pass(spec)
        return trial.verdict.fault is not None

    def wanted(self, spec: PassSpec, position: int) -> Cells:
        """The cells an access takes from earlier passes or, for a write that preserves, from the pass itself."""
        access = spec.accesses[position]
        found = cells(access.region, self.program.descriptor(access.resource))
        if access.contents is not None:
            return found if access.contents == "preserve" else frozenset()
        if not spec.reads_own(position):
            return found
        own = [a for a in spec.accesses[:position] if a.contents is not None and a.resource == access.resource]
        return found.difference(*(cells(a.region, self.program.descriptor(a.resource)) for a in own))

    def run_pass(self, spec: PassSpec) -> None:
        """Apply one pass: reads see what was there before any of its writes."""
        reads = [i for i, access in enumerate(spec.accesses) if access.contents is None]
        writes = [i for i, access in enumerate(spec.accesses) if access.contents is not None]
        for position in reads + writes:
            access, wanted = spec.accesses[position], self.wanted(spec, position)
            if self.verdict.fault is None:
                self.verdict.fault = self.fault_of(access, wanted, spec.label)
            contents = self.contents[access.resource]
            for cell in wanted:
                if contents.writer.get(cell, spec.label) != spec.label:
                    self.verdict.values[contents.writer[cell], spec.label, access.resource].add(cell)
            if access.contents is None:
                for cell in wanted:
                    contents.readers[cell].add(spec.label)
            else:
                self._write(access, spec.label)

    def _write(self, access: AccessSpec, label: str) -> None:
        contents, orders = self.contents[access.resource], self.verdict.orders
        for cell in cells(access.region, self.program.descriptor(access.resource)):
            if contents.writer.get(cell, label) != label:
                orders[contents.writer[cell], label, access.resource, "waw"].add(cell)
            for reader in contents.readers.pop(cell, set()) - {label}:
                orders[reader, label, access.resource, "war"].add(cell)
            contents.writer[cell] = label
            (contents.lost.discard if access.store else contents.lost.add)(cell)

    def fault_of_mark(self, resource: str, region: Region | None) -> Fault | None:
        """FG1004 if a marked cell holds nothing at the end."""
        contents, wanted = self.contents[resource], cells(region, self.program.descriptor(resource))
        bad = (wanted & contents.lost) or contents.missing(wanted)
        return Fault(frozenset({"FG1004"}), None, resource) if bad else None

    def finish(self) -> Verdict:
        """Roots, and from them who runs."""
        verdict = self.verdict
        for mark in self.program.marks:
            if verdict.fault is None:
                verdict.fault = self.fault_of_mark(mark.resource, mark.region)
            verdict.producers.append(self._producers(mark.resource, mark.region))
        for spec in self.program.passes:
            for access in spec.accesses:
                imported = self.program.resource(access.resource).origin != "transient"
                if access.contents is not None and access.root and access.store and imported:
                    verdict.producers.append(self._producers(access.resource, access.region))
        verdict.alive = {spec.label for spec in self.program.passes if spec.side_effect}.union(*verdict.producers)
        for spec in reversed(self.program.passes):
            if spec.label in verdict.alive:
                verdict.alive |= {source for source, target, _ in verdict.values if target == spec.label}
        return verdict

    def _producers(self, resource: str, region: Region | None) -> frozenset[str]:
        contents = self.contents[resource]
        kept = cells(region, self.program.descriptor(resource)) - contents.lost
        return frozenset(contents.writer[cell] for cell in kept if cell in contents.writer)


def judge(program: Program) -> Verdict:
    """What must follow from ``program``."""
    oracle = Oracle(program)
    for spec in program.passes:
        oracle.run_pass(spec)
    return oracle.finish()
