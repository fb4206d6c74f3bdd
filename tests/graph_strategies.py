"""Random frames, in three grades: any mistake, mistakes of contents alone, none.

``wild_programs`` may be refused while recording. ``programs`` record, and may use what nobody wrote.
``valid_programs`` compile: they are ``programs`` with every use of missing contents taken out or turned into an
overwrite, so nothing is thrown away and examples shrink to small frames.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from graph_notation import EVERY_BUFFER_USAGE, EVERY_TEXTURE_USAGE
from graph_oracle import Oracle, conflicting
from graph_programs import AccessSpec, MarkSpec, PassSpec, Program, ResourceSpec
from hypothesis import given, settings
from hypothesis import strategies as st

from framescope.shade.descriptors import BufferDescriptor, Descriptor, TextureDescriptor
from framescope.shade.graph.access import ACCESS_USAGE, NODE_KINDS
from framescope.shade.graph.regions import BufferRegion, Region, TextureRegion

DESCRIPTORS: tuple[Descriptor, ...] = (
    BufferDescriptor(16),
    TextureDescriptor((8, 8), "rgba8unorm"),
    TextureDescriptor((8, 8, 3), "rgba8unorm", mip_level_count=2),
    TextureDescriptor((4, 4, 4), "rgba8unorm", dimension="3d", mip_level_count=3),
    TextureDescriptor((8, 8, 2), "depth32float", mip_level_count=2),
    TextureDescriptor((8, 8, 2), "depth24plus-stencil8"),
)
DEPTH_ONLY = {"texture-depth-write", "texture-depth-read"}
COLOR_ONLY = {"texture-color-attachment-write", "texture-storage-write", "texture-storage-read"}


def holds_for(*drawn: st.SearchStrategy[Any], examples: int) -> Callable[[Any], Any]:
    """Decorate a test with what it is to hold for; the test remembers it, so that a campaign can draw more."""

    def decorate(test: Any) -> Any:
        checked = settings(max_examples=examples)(given(*drawn)(test))
        checked.drawn = drawn
        return checked

    return decorate


def regions(descriptor: Descriptor) -> st.SearchStrategy[Region | None]:
    """Regions inside of a resource, None among them; buffer ranges may be empty, an aspect may be named."""
    if isinstance(descriptor, BufferDescriptor):
        return st.none() | st.builds(_range, st.integers(0, 4), st.integers(0, 4))
    named = {"depth24plus-stencil8": ("all", "depth-only", "stencil-only"), "depth32float": ("all", "depth-only")}
    aspects = st.sampled_from(named.get(descriptor.format, ("all",)))
    return st.none() | st.builds(
        _part, st.just(descriptor), *(st.integers(0, 3),) * 4, aspects, st.booleans(), st.booleans()
    )


def _range(low: int, high: int) -> Region:
    return BufferRegion(min(low, high) * 4, abs(high - low) * 4)


def _part(
    descriptor: TextureDescriptor, mip: int, mips: int, low: int, count: int, aspect: str, rest: bool, deep: bool
) -> Region:
    """Four numbers folded into what the texture has; ``rest`` and ``deep`` leave a count open."""
    mip %= descriptor.mip_level_count
    mips = 1 + mips % (descriptor.mip_level_count - mip)
    last = descriptor.mip_level_count - 1 if rest else mip + mips - 1
    layers = max(1, descriptor.size[2] >> last) if descriptor.dimension == "3d" else descriptor.size[2]
    low %= layers
    return TextureRegion(mip, None if rest else mips, low, None if deep else 1 + count % (layers - low), aspect)


def fits(access: str, descriptor: Descriptor) -> bool:
    """Whether a resource can be used so."""
    if isinstance(descriptor, BufferDescriptor):
        return access.startswith("buffer")
    banned = COLOR_ONLY if descriptor.format.startswith("depth") else DEPTH_ONLY
    return access.startswith("texture") and access not in banned


def allowed(kind: str, descriptor: Descriptor) -> list[str]:
    """The accesses that a node of a kind may declare on a resource."""
    rules = NODE_KINDS[kind]
    return [access for access in (*rules.reads, *rules.writes) if fits(access, descriptor)]


@st.composite
def resources(draw: Any, count: int) -> tuple[ResourceSpec, ...]:
    """Transients, imports with and without contents, surfaces; of few shapes, so that memory can be shared."""
    found = []
    shapes = draw(st.lists(st.sampled_from(DESCRIPTORS), min_size=1, max_size=2))
    if draw(st.booleans()):  # a usage that is given makes more of them equal
        shapes = [replace(shape, usage=_every_usage(shape)) for shape in shapes]
    for number in range(count):
        descriptor = draw(st.sampled_from(shapes))
        origins = ["transient", "transient", "imported"]
        origin = draw(st.sampled_from(origins if isinstance(descriptor, BufferDescriptor) else [*origins, "surface"]))
        initial = draw(st.sampled_from(["undefined", "defined"])) if origin == "imported" else "undefined"
        found.append(ResourceSpec(f"r{number}", descriptor, origin, initial, draw(st.booleans())))
    return tuple(found)


def _every_usage(descriptor: Descriptor) -> int:
    return EVERY_BUFFER_USAGE if isinstance(descriptor, BufferDescriptor) else EVERY_TEXTURE_USAGE


@st.composite
def accesses(draw: Any, spec: ResourceSpec, kind: str, *, wild: bool = False) -> AccessSpec | None:
    """One access of a resource that fits the kind of node, or any at all."""
    words = sorted(ACCESS_USAGE) if wild else allowed(kind, spec.descriptor)
    if not words:
        return None
    word = draw(st.sampled_from(words))
    region = draw(regions(spec.descriptor))
    if wild and draw(st.booleans()):
        region = draw(st.sampled_from([TextureRegion(7), BufferRegion(8, 99), TextureRegion(aspect="plane"), region]))
    if word.endswith(("write", "dst")):
        contents = draw(st.sampled_from(["overwrite", "overwrite", "preserve"]))
        store = draw(st.sampled_from([True, True, True, False]))
        return AccessSpec(spec.name, word, region, contents, store, draw(st.booleans()))
    return AccessSpec(spec.name, word, region, own=draw(st.booleans()))


@st.composite
def passes(draw: Any, label: str, known: tuple[ResourceSpec, ...], *, wild: bool = False) -> PassSpec:
    """One pass with up to four accesses."""
    kind = draw(st.sampled_from(sorted(NODE_KINDS)))
    chosen = draw(st.lists(st.sampled_from(known), max_size=4))
    drawn = [draw(accesses(spec, kind, wild=wild)) for spec in chosen]
    scope = draw(st.sampled_from([(), (), ("outer",), ("outer", "inner")]))
    return PassSpec(
        label,
        kind,
        side_effect=draw(st.booleans()),
        scope=scope,
        accesses=tuple(access for access in drawn if access is not None),
    )


def reasons(spec: ResourceSpec) -> list[str]:
    """The root reasons that fit a resource."""
    is_buffer = isinstance(spec.descriptor, BufferDescriptor)
    found = ["output", "debug-capture"]
    found += ["present"] if spec.origin != "transient" and not is_buffer else []
    found += ["persistent-state"] if spec.origin == "imported" else []
    return found + (["readback"] if spec.origin == "imported" and is_buffer else [])


@st.composite
def marks(draw: Any, known: tuple[ResourceSpec, ...]) -> tuple[MarkSpec, ...]:
    """Up to two roots; never on an empty region, which is refused."""
    found = []
    for spec in draw(st.lists(st.sampled_from(known), max_size=2)):
        region = draw(regions(spec.descriptor))
        if isinstance(region, BufferRegion) and region.size == 0:
            region = None
        found.append(MarkSpec(spec.name, draw(st.sampled_from(reasons(spec))), region))
    return tuple(found)


@st.composite
def wild_programs(draw: Any, max_passes: int = 6) -> Program:
    """Frames that may be wrong in any way the recorder looks for."""
    known = draw(resources(draw(st.integers(1, 4))))
    count = draw(st.integers(1, max_passes))
    found = tuple(draw(passes(f"p{number}", known, wild=draw(st.booleans()))) for number in range(count))
    return Program(known, found, draw(marks(known)))


@st.composite
def fills(draw: Any, known: tuple[ResourceSpec, ...], count: int) -> dict[int, PassSpec]:
    """Passes that overwrite a whole resource, by the position they go before: most contents come from somewhere."""
    chosen = draw(st.lists(st.sampled_from(known), max_size=len(known), unique=True))
    words = {
        spec.name: next(w for w in ("buffer-copy-dst", "texture-copy-dst") if fits(w, spec.descriptor))
        for spec in known
    }
    return {
        draw(st.integers(0, count // 2)): PassSpec(
            f"fill {spec.name}", "copy", accesses=(AccessSpec(spec.name, words[spec.name], contents="overwrite"),)
        )
        for spec in chosen
    }


@st.composite
def recordable_programs(draw: Any, max_passes: int, max_resources: int) -> Program:
    """Frames that record, and most of whose accesses would not compile."""
    known = draw(resources(draw(st.integers(1, max_resources))))
    count = draw(st.integers(1, max_passes))
    filling = draw(fills(known, count))
    found = []
    for number in range(count):
        found += [filling[number]] if number in filling else []
        found.append(draw(passes(f"p{number}", known)))
    program = Program(known, tuple(found), draw(marks(known)))
    return program.with_passes(_without_conflicts(spec, program) for spec in program.passes)


@st.composite
def programs(draw: Any, max_passes: int = 8, max_resources: int = 4) -> Program:
    """Frames that record and have mistakes of contents from some pass on, if any."""
    program = draw(recordable_programs(max_passes, max_resources))
    return repaired(program, draw(st.integers(0, len(program.passes))))


def _without_conflicts(spec: PassSpec, program: Program) -> PassSpec:
    kept = replace(spec, accesses=())
    for access in spec.accesses:
        longer = replace(kept, accesses=(*kept.accesses, access))
        kept = kept if conflicting(longer, program) else longer
    return kept


def valid_programs(max_passes: int = 8, max_resources: int = 4) -> st.SearchStrategy[Program]:
    """Frames that compile."""
    return recordable_programs(max_passes, max_resources).map(repaired)


def repaired(program: Program, until: int | None = None) -> Program:
    """The program without its mistakes: such a read or mark is dropped, such a preserving write overwrites.

    Args:
        program: What to mend.
        until: The number of passes to mend; None for all and the marks.
    """
    oracle = Oracle(program)
    mended = []
    for number, spec in enumerate(program.passes):
        if until is None or number < until:
            spec = _mended(oracle, spec)
        oracle.run_pass(spec)
        mended.append(spec)
    if until is None:
        kept = [mark for mark in program.marks if oracle.fault_of_mark(mark.resource, mark.region) is None]
        program = replace(program, marks=tuple(kept))
    return program.with_passes(mended)


def _mended(oracle: Oracle, spec: PassSpec) -> PassSpec:
    kept = replace(spec, accesses=())
    for access in spec.accesses:
        longer = replace(kept, accesses=(*kept.accesses, access))
        while oracle.would_fail(longer) and longer.accesses[-1].contents == "preserve":
            longer = replace(kept, accesses=(*kept.accesses, replace(access, contents="overwrite")))
        kept = kept if oracle.would_fail(longer) else longer
    return kept
