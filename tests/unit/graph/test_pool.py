"""The transient pool: exact descriptors, bounded age and bytes, nothing lost."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from graph_notation import step
from software_device import SoftwareDevice

from framescope.shade.descriptors import BufferDescriptor, TextureDescriptor
from framescope.shade.errors import GraphError
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.pool import TransientPool
from framescope.shade.graph.void import VoidGraphics, VoidResource
from framescope.shade.graphics import GraphicsContext

SMALL = BufferDescriptor(256, 0x80)
PLAIN = TextureDescriptor((64, 32), "rgba8unorm", 0x10)


class Backend(VoidGraphics):
    """A void backend that remembers what it was asked to end."""

    def __init__(self) -> None:
        super().__init__()
        self.ended: list[VoidResource] = []

    def retire(self, resource: VoidResource) -> None:
        self.ended.append(resource)


def pool_of(**limits: Any) -> tuple[TransientPool, Backend]:
    """A pool and its backend."""
    backend = Backend()
    return TransientPool(backend, **limits), backend


def test_what_was_released_is_handed_out_again() -> None:
    """The same object, and the counters say so."""
    pool, _ = pool_of()
    first = pool.acquire(SMALL, "x")
    pool.release([first])

    assert pool.acquire(SMALL, "y") is first
    assert pool.stats() == {
        "acquired": 2,
        "reused": 1,
        "created": 1,
        "retired": 0,
        "retained": 0,
        "retained_bytes": 0,
        "lent": 1,
        "bytes": 256,
    }


def test_bytes_are_those_of_all_that_the_pool_owns() -> None:
    """Lent or waiting; what was given up is no longer counted."""
    pool, _ = pool_of()
    texture = pool.acquire(PLAIN)
    pool.release([pool.acquire(SMALL)])
    assert pool.stats()["bytes"] == 64 * 32 * 4 + 256
    pool.clear()
    assert pool.stats()["bytes"] == 64 * 32 * 4
    pool.release([texture])
    assert (pool.stats()["bytes"], pool.stats()["retained_bytes"]) == (64 * 32 * 4, 64 * 32 * 4)


def test_what_is_lent_is_not_handed_out_again() -> None:
    """Two at a time are two."""
    pool, _ = pool_of()

    assert pool.acquire(SMALL) is not pool.acquire(SMALL)


@pytest.mark.parametrize(
    "other",
    [
        replace(PLAIN, size=(32, 64, 1)),
        replace(PLAIN, size=(64, 32, 2)),
        replace(PLAIN, format="rgba8unorm-srgb"),
        replace(PLAIN, usage=0x14),
        replace(PLAIN, mip_level_count=2),
        replace(PLAIN, sample_count=4),
        replace(PLAIN, dimension="3d"),
        replace(PLAIN, view_formats=("rgba8unorm-srgb",)),
        BufferDescriptor(64, 0x10),
    ],
)
def test_descriptors_that_differ_in_anything_do_not_share(other: Any) -> None:
    """A pool that matches on less hands out the wrong memory."""
    pool, _ = pool_of()
    pool.release([pool.acquire(PLAIN)])

    pool.acquire(other)

    assert (pool.created, pool.reused) == (2, 0)


def test_a_buffer_is_created_as_described() -> None:
    """Size, usage and the label of its first tenant reach the backend."""
    pool, _ = pool_of()
    buffer = pool.acquire(BufferDescriptor(128, 0x88), "lights")

    assert (buffer.label, buffer.size, buffer.usage) == ("lights", 128, 0x88)


def test_a_texture_is_created_as_described() -> None:
    """Every field reaches the backend."""
    pool, _ = pool_of()
    texture = pool.acquire(replace(PLAIN, mip_level_count=3, view_formats=("rgba8unorm-srgb",)), "color")

    assert (texture.label, texture.size, texture.format, texture.usage) == ("color", (64, 32, 1), "rgba8unorm", 0x10)
    assert (texture.mip_level_count, texture.sample_count, texture.dimension) == (3, 1, "2d")
    assert texture.view_formats == ("rgba8unorm-srgb",)


def test_what_waits_too_long_is_retired() -> None:
    """After ``max_age`` frames unused it goes to the backend, and not before."""
    pool, backend = pool_of(max_age=3)
    old = pool.acquire(SMALL)
    pool.release([old])
    waiting = []
    for _ in range(4):
        pool.release([pool.acquire(PLAIN)])
        waiting.append(len(backend.ended))

    assert waiting == [0, 0, 1, 1]
    assert backend.ended == [old]
    assert pool.stats()["retained"] == 1


def test_the_longest_unused_leaves_when_the_budget_is_full() -> None:
    """Bytes that wait stay under the budget; who was used last stays."""
    pool, backend = pool_of(byte_budget=512)
    three = [pool.acquire(SMALL) for _ in range(3)]
    for resource in three:
        pool.release([resource])

    assert backend.ended == three[:1]
    assert (pool.retained, pool.retained_bytes, pool.retired) == (2, 512, 1)


def test_a_resource_larger_than_the_budget_is_not_kept() -> None:
    """It is retired at once, not lost."""
    pool, backend = pool_of(byte_budget=100)
    resource = pool.acquire(SMALL)
    pool.release([resource])

    assert backend.ended == [resource]
    assert pool.retained_bytes == 0


def test_everything_ends_up_somewhere() -> None:
    """Of 32 resources each is waiting or was ended: none is lost."""
    pool, backend = pool_of(byte_budget=10 * 256)
    resources = [pool.acquire(SMALL) for _ in range(32)]
    pool.release(resources)

    assert len(backend.ended) + pool.retained == 32
    pool.clear()
    assert {resource.number for resource in backend.ended} == {resource.number for resource in resources}


def test_a_second_release_is_refused() -> None:
    """Pooling a resource twice would lend it to two; the others of the call are taken back."""
    pool, _ = pool_of()
    first, second = pool.acquire(SMALL), pool.acquire(SMALL)
    pool.release([first])

    with pytest.raises(GraphError) as caught:
        pool.release([first, second])

    assert caught.value.code == "FG9001"
    assert (pool.retained, pool.stats()["lent"]) == (2, 0)


def test_a_resource_without_usage_cannot_be_made() -> None:
    """Inference happens before the pool."""
    pool, _ = pool_of()

    with pytest.raises(GraphError) as caught:
        pool.acquire(BufferDescriptor(256), "x")

    assert caught.value.code == "FG1101"


def frame(graphics: VoidGraphics, count: int, width: int = 64) -> None:
    """Run a frame with ``count`` textures alive at once."""
    graph = FrameGraph()
    textures = [graph.create_texture(f"t{i}", TextureDescriptor((width, 64), "rgba8unorm")) for i in range(count)]
    step(graph, "A", writes=textures, side_effect=True)
    graph.compile(cache=graphics.plans).execute(graphics.create_command_context())


def test_a_misspelt_format_names_the_resource() -> None:
    """wgpu-py's KeyError knows the word only; ours says whose it is."""
    pool = TransientPool(GraphicsContext(SoftwareDevice()))
    with pytest.raises(GraphError, match=r"FG1102: 'hdr': .*rgba8") as caught:
        pool.acquire(TextureDescriptor((4, 4), "rgba8", usage=4), "hdr")
    assert (caught.value.code, caught.value.resource) == ("FG1102", "hdr")


def test_four_live_textures_of_one_descriptor_settle() -> None:
    """1000 frames create four textures, all in the first."""
    graphics = VoidGraphics()
    for _ in range(1000):
        frame(graphics, 4)

    assert (graphics.transients.created, graphics.transients.reused) == (4, 3996)


def test_a_render_scale_that_comes_and_goes() -> None:
    """64 and 128 wide, ten frames each: both settle, and a size no longer used is retired in the end."""
    graphics = VoidGraphics()
    for number in range(100):
        frame(graphics, 1, 128 if number // 10 % 2 else 64)
    settled = graphics.transients.created
    for _ in range(20):
        frame(graphics, 1, 64)

    assert settled == 2
    assert (graphics.transients.retired, graphics.transients.retained) == (1, 1)


def test_a_resource_that_somebody_destroyed_is_not_handed_out_again() -> None:
    """A destroyed transient costs its own frame, not every frame after it."""
    graphics = GraphicsContext(SoftwareDevice())
    pool = graphics.transients
    for when_lent in (True, False):
        first = pool.acquire(SMALL, "x")
        if when_lent:
            first.destroy()
        pool.release([first])
        if not when_lent:
            first.destroy()
        second = pool.acquire(SMALL, "x")
        assert second is not first
        pool.release([second])
    assert (pool.retained, pool.retained_bytes, pool.retired) == (1, SMALL.size, 2)
