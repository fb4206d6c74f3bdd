"""A render scale and a window that change while frames go by: on a device, no frame meets a texture of another size."""

from __future__ import annotations

from typing import Any

import numpy as np

from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.relative_size import relative_to, scaled_size
from framescope.shade.graphics import GraphicsContext
from framescope.shade.history import HistoryTexture
from framescope.shade.renderer import Renderer

COPY_DST, COPY_SRC = 0x02, 0x01


class ScaledScene:
    """Clears four textures of a scaled size, and keeps their sizes; the first goes into a history of that size."""

    def __init__(self, graphics: GraphicsContext) -> None:
        self.graphics = graphics
        self.renderer = Renderer(graphics)
        self.history = HistoryTexture(graphics, "history", "rgba8unorm", COPY_DST | COPY_SRC)
        self.target: Any = None
        self.scale = 1.0
        self.met: list[tuple[int, int]] = []
        self.had_history = False

    def frame(self, size: tuple[int, int], scale: float) -> None:
        """Render one."""
        if self.target is None or self.target.size[:2] != size:
            if self.target is not None:
                self.graphics.retire(self.target)
            self.target = self.graphics.create_texture(size=(*size, 1), format="rgba8unorm", usage=0x10)
        self.scale, self.met = scale, []
        self.renderer.render(self.record, size)

    def record(self, graph: FrameGraph, _: int) -> None:
        """Add the passes."""
        target = graph.import_texture("target", self.target, initial="undefined")
        descriptor = relative_to(graph, target, "rgba8unorm", scale=self.scale)
        clear = graph.add(
            "clear", kind="render", execute=lambda resources, context: self.clear(made, resources, context)
        )
        made = [clear.attach(graph.create_texture(f"t{number}", descriptor), load_op="clear") for number in range(4)]
        previous, current = self.history.import_into(graph, descriptor.size[:2])
        self.had_history = previous is not None

        def copy(resources: Any, context: Any) -> None:
            source, kept = resources.texture(made[0]), resources.texture(written)
            context.copy_texture_to_texture({"texture": source}, {"texture": kept}, source.size)
            if previous is not None:
                self.met.append(resources.texture(previous).size[:2])

        keep = graph.add("keep", kind="command", execute=copy)
        keep.read(made[0], "texture-copy-src")
        if previous is not None:
            keep.read(previous, "texture-copy-src")
        written = keep.write(current, "texture-copy-dst", contents="overwrite")
        use = graph.add("use", kind="command", execute=lambda *_: None)
        for handle in made:
            use.read(handle, "texture-sampled")

    def clear(self, handles: list[Any], resources: Any, context: Any) -> None:
        """One render pass with four attachments, which the device accepts only if they are of one size."""
        self.met += [resources.texture(handle).size[:2] for handle in handles]
        attachments = [
            {"view": resources.view(handle), "load_op": "clear", "store_op": "store", "clear_value": (1, 0, 0, 1)}
            for handle in handles
        ]
        context.begin_render_pass(label="clear", color_attachments=attachments).end()


def test_each_frame_has_its_own_size_and_old_ones_are_retired(graphics: GraphicsContext) -> None:
    """Half and full scale every ten frames, another window, and back; then one size is held and nothing is made."""
    scene, pool = ScaledScene(graphics), graphics.transients
    for size in ((64, 48), (101, 37), (64, 48)):
        for number in range(40):
            scale = 1.0 if number // 10 % 2 else 0.5
            scene.frame(size, scale)
            expected = scaled_size(size, scale)
            assert set(scene.met) == {expected}
            assert scene.had_history == (number % 10 > 0)
    image = graphics.read_texture(scene.history.latest)
    assert (image.shape, np.unique(image.reshape(-1, 4), axis=0).tolist()) == ((48, 64, 4), [[255, 0, 0, 255]])
    created = pool.created
    for _ in range(pool.max_age + 2):
        scene.frame((64, 48), 1.0)
    assert (pool.created, pool.retained, pool.created - pool.retired) == (created, 4, 4)
    graphics.wait_idle()
    graphics.pump()
    assert graphics.live_bytes == (4 + 2 + 1) * 64 * 48 * 4
