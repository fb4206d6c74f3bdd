"""The named graphs about memory, on a device: what comes out is what went in, shared memory, own memory or poisoned."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np
import pytest

from framescope.shade.descriptors import BufferDescriptor, TextureDescriptor
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.handles import BufferHandle
from framescope.shade.graph.switches import ORDINARY, GraphSwitches
from framescope.shade.graphics import GraphicsContext

COPIES = 0xC  # COPY_SRC | COPY_DST of buffers
SIZE = 256
SWITCHES = {
    "shared": ORDINARY,
    "apart": GraphSwitches(reuse=False),
    "poisoned": GraphSwitches(poison=True),
    "uncut": GraphSwitches(cull=False),
}
each_switch = pytest.mark.parametrize("switches", SWITCHES.values(), ids=SWITCHES)


class Stage:
    """A frame of copies: constants come in, results go out."""

    def __init__(self, graphics: GraphicsContext, switches: GraphSwitches) -> None:
        self.graphics = graphics
        self.graph = FrameGraph(switches=switches)
        self.results: dict[str, Any] = {}

    def constant(self, value: int) -> BufferHandle:
        """An import full of one byte."""
        data = np.full(SIZE, value, np.uint8)
        native = self.graphics.create_buffer_with_data(data=data, usage=COPIES)
        return self.graph.import_buffer(f"constant {value}", native, initial="defined")

    def transient(self, name: str) -> BufferHandle:
        """A transient of the size of everything here."""
        return self.graph.create_buffer(name, BufferDescriptor(SIZE, COPIES))

    def copy(self, label: str, source: BufferHandle, target: BufferHandle) -> BufferHandle:
        """A pass that copies one buffer whole."""
        return self.graph.add(label, kind="copy").copy_buffer_to_buffer(source, 0, target, 0, SIZE)

    def out(self, label: str, source: BufferHandle) -> None:
        """A pass that copies a buffer to where it can be read after the frame."""
        native = self.results[label] = self.graphics.create_buffer(size=SIZE, usage=COPIES)
        self.copy(label, source, self.graph.import_buffer(f"result {label}", native, initial="undefined"))

    def run(self) -> tuple[dict[str, list[int]], int]:
        """The distinct bytes of each result, and how many allocations it took."""
        context = self.graphics.create_command_context()
        compiled = self.graph.compile(cache=self.graphics.plans)
        compiled.execute(context)
        context.finish()
        found = {
            label: np.unique(np.frombuffer(self.graphics.read_buffer(native), np.uint8)).tolist()
            for label, native in self.results.items()
        }
        return found, len(compiled.plan.allocations)


@each_switch
def test_01_a_reader_of_no_output_gets_its_value(shared_graphics: GraphicsContext, switches: GraphSwitches) -> None:
    """1 and §2. A>X, X>B!, C>Y, Y>D!: B sees A's bytes though Y has X's memory after it."""
    stage = Stage(shared_graphics, switches)
    x = stage.copy("A", stage.constant(1), stage.transient("x"))
    stage.out("B", x)
    y = stage.copy("C", stage.constant(2), stage.transient("y"))
    stage.out("D", y)

    assert stage.run() == ({"B": [1], "D": [2]}, 1 if switches.reuses else 2)


@each_switch
def test_03_scratch_of_one_pass_serves_the_next(shared_graphics: GraphicsContext, switches: GraphSwitches) -> None:
    """3 and §5. Each of three passes copies through a scratch that the graph made, and gets its own bytes back."""
    stage = Stage(shared_graphics, switches)
    for value in (1, 2, 3):
        node = stage.graph.add(f"through {value}", kind="copy")
        scratch = node.copy_buffer_to_buffer(stage.constant(value), 0, stage.transient(f"scratch {value}"), 0, SIZE)
        native = stage.results[str(value)] = shared_graphics.create_buffer(size=SIZE, usage=COPIES)
        target = stage.graph.import_buffer(f"result {value}", native, initial="undefined")
        node.copy_buffer_to_buffer(scratch, 0, target, 0, SIZE)

    assert stage.run() == ({"1": [1], "2": [2], "3": [3]}, 1 if switches.reuses else 3)


@each_switch
def test_09_two_that_live_together_do_not_meet(shared_graphics: GraphicsContext, switches: GraphSwitches) -> None:
    """9. Lifetimes [0,1] [2,4] [3,5]: the second has the first's memory, the third has its own."""
    stage = Stage(shared_graphics, switches)
    stage.out("B", stage.copy("A", stage.constant(1), stage.transient("first")))
    second = stage.copy("C", stage.constant(2), stage.transient("second"))
    third = stage.copy("D", stage.constant(3), stage.transient("third"))
    stage.out("E", second)
    stage.out("F", third)

    assert stage.run() == ({"B": [1], "E": [2], "F": [3]}, 2 if switches.reuses else 3)


@each_switch
def test_10_a_texture_written_by_mips_keeps_them(shared_graphics: GraphicsContext, switches: GraphSwitches) -> None:
    """10. A texture filled mip by mip, with a twin filled in between, holds what each mip was given."""
    stage = Stage(shared_graphics, switches)
    descriptor = TextureDescriptor((8, 8), "rgba8unorm", 0x3, mip_level_count=2)
    parent, twin = stage.graph.create_texture("parent", descriptor), stage.graph.create_texture("twin", descriptor)

    def fill(label: str, value: int, texture: Any, mip: int) -> Any:
        size = 8 >> mip
        data = np.full(size * 256, value, np.uint8)
        native = shared_graphics.create_buffer_with_data(data=data, usage=COPIES)
        source = stage.graph.import_buffer(label, native, initial="defined")
        node = stage.graph.add(label, kind="copy")
        target = {"texture": texture, "mip_level": mip}
        return node.copy_buffer_to_texture({"buffer": source, "bytes_per_row": 256}, target, (size, size))

    def take(label: str, texture: Any, mip: int) -> None:
        size = 8 >> mip
        data = np.full(size * 256, 99, np.uint8)
        native = stage.results[label] = shared_graphics.create_buffer_with_data(data=data, usage=COPIES)
        target = stage.graph.import_buffer(f"result {label}", native, initial="defined")
        layout = {"buffer": target, "bytes_per_row": 256}
        stage.graph.add(label, kind="copy").copy_texture_to_buffer(
            {"texture": texture, "mip_level": mip}, layout, (size, size)
        )

    parent = fill("mip 0", 1, parent, 0)
    twin = fill("twin", 2, twin, 0)
    parent = fill("mip 1", 3, parent, 1)
    for label, texture, mip in (("0", parent, 0), ("t", twin, 0), ("1", parent, 1)):
        take(label, texture, mip)

    assert stage.run() == ({"0": [1, 99], "t": [2, 99], "1": [3, 99]}, 2)


@each_switch
@pytest.mark.parametrize("writes_x", [True, False])
def test_21_what_a_condition_leaves_out_is_not_shared(
    shared_graphics: GraphicsContext, switches: GraphSwitches, writes_x: bool
) -> None:
    """21. A?>X, X>B!, C>Z, Z>D!: with and without A, Z holds its own bytes and X, where it is, A's."""
    stage = Stage(shared_graphics, switches)
    if writes_x:
        stage.out("B", stage.copy("A", stage.constant(1), stage.transient("x")))
    stage.out("D", stage.copy("C", stage.constant(2), stage.transient("z")))

    found, allocations = stage.run()

    assert found == {**({"B": [1]} if writes_x else {}), "D": [2]}
    assert allocations == (1 if switches.reuses or not writes_x else 2)


def test_18_a_hundred_failing_frames_take_no_memory(shared_graphics: GraphicsContext) -> None:
    """18, §4 and §9. Whatever the pool lent to a frame that fails is back, and the next frame is served from it."""
    pool = shared_graphics.transients

    def fail(resources: Any, context: Any) -> None:
        raise ArithmeticError

    def frame(execute: Any) -> None:
        stage = Stage(shared_graphics, ORDINARY)
        x = stage.copy("A", stage.constant(1), stage.transient("x"))
        stage.graph.add("B", kind="command", execute=execute).read(x, "buffer-copy-src")
        context = shared_graphics.create_command_context()
        try:
            stage.graph.compile(cache=shared_graphics.plans).execute(context)
        except ArithmeticError:
            context.abandon("on purpose")
            raise
        context.finish()

    frame(lambda resources, context: None)
    created, lent = pool.created, pool.stats()["lent"]
    for _ in range(100):
        with suppress(ArithmeticError):
            frame(fail)
    frame(lambda resources, context: None)

    assert (pool.created, pool.stats()["lent"]) == (created, lent)
