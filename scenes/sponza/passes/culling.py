"""Which draws a view sees, worked out on the GPU, which also writes their indirect arguments.

The camera's draws go through two tests of occlusion: before the depth pre-pass against last frame's depth pyramid, and
after it, for those the first test hid, against this frame's. So nothing that comes into sight is ever missing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from framescope.scenes.sponza.bindings import Table, sampled, storage, storage_write, uniform
from framescope.scenes.sponza.compute import ComputeKernel, Step, add_compute_pass
from framescope.scenes.sponza.frame import ArgumentLists
from framescope.scenes.sponza.frame_constants import VIEW_STRIDE

if TYPE_CHECKING:
    from framescope.scenes.sponza.frame import Frame
    from framescope.shade.graph.handles import BufferHandle
    from framescope.shade.graphics import GraphicsContext

__all__ = ["ARGUMENT_BYTES", "LISTS", "Culling"]

ARGUMENT_BYTES = 20  # of one indexed indirect draw
_VERDICT_BYTES = 8
_COUNT_BYTES = 16

_VIEWS = ("camera", "cascade 0", "cascade 1", "cascade 2", "cascade 3")
_LIST_ENTRIES = dict.fromkeys(_VIEWS, "first_seen") | {"revealed": "revealed", "all": "all_seen"}

LISTS = {name: slot for slot, name in enumerate(_LIST_ENTRIES)}
"""Lists of draws by name, each with the slot of its counts and, for a view, of its matrices: 256 bytes a slot."""


class Culling:
    """Frustum and occlusion culling of every view."""

    def __init__(self, graphics: GraphicsContext, draws: int) -> None:
        self._draws = draws
        self._frustum = ComputeKernel(graphics, "cull by frustum", ("cull", "cull_frustum"))
        shaders = ("frame", "cull", "cull_occlusion")
        self._early = ComputeKernel(graphics, "cull by last frame's depth", shaders, "early")
        self._late = ComputeKernel(graphics, "cull by depth", shaders, "late")
        self._orders = {
            name: ComputeKernel(graphics, f"order draws: {entry}", ("cull", "cull_order"), entry)
            for name, entry in _LIST_ENTRIES.items()
        }

    def add_views(self, frame: Frame) -> None:
        """Cull the camera's view and the cascades drawn in this frame.

        Sets ``frame.main_arguments``, ``frame.cascade_arguments`` and ``frame.verdicts``.
        """
        with frame.graph.scope("culling"):
            frame.verdicts = self._verdicts(frame, "camera verdicts")
            self._add_camera(frame)
            frame.cascade_arguments = {}
            for cascade in frame.cascades:
                self._add_cascade(frame, cascade)

    def add_late(self, frame: Frame) -> None:
        """Test again what last frame's depth hid; sets the two late lists of ``frame.main_arguments``."""
        lists = frame.main_arguments
        steps = [
            self._occlusion_step(frame, "late: cull by depth", self._late),
            self._order_step(frame, "revealed", frame.verdicts, lists.revealed),
            self._order_step(frame, "all", frame.verdicts, lists.all_seen),
        ]
        made = add_compute_pass(frame.graph, "late culling", steps)
        lists.revealed, lists.all_seen = made[lists.revealed], made[lists.all_seen]
        frame.verdicts, frame.counts = made[frame.verdicts], made[frame.counts]

    def _add_camera(self, frame: Frame) -> None:
        lists = ArgumentLists(*(self._arguments(frame, name) for name in ("first seen", "revealed", "all seen")))
        steps = [
            self._frustum_step(frame, "camera", frame.verdicts),
            self._occlusion_step(frame, "camera: cull by last frame's depth", self._early),
            self._order_step(frame, "camera", frame.verdicts, lists.first_seen),
        ]
        made = add_compute_pass(frame.graph, "camera", steps)
        lists.first_seen = made[lists.first_seen]
        frame.main_arguments = lists
        frame.verdicts, frame.counts = made[frame.verdicts], made[frame.counts]

    def _add_cascade(self, frame: Frame, cascade: int) -> None:
        view = f"cascade {cascade}"
        verdicts, arguments = self._verdicts(frame, f"{view} verdicts"), self._arguments(frame, f"{view} draws")
        steps = [
            self._frustum_step(frame, view, verdicts),
            self._order_step(frame, view, verdicts, arguments),
        ]
        made = add_compute_pass(frame.graph, view, steps)
        frame.cascade_arguments[cascade] = made[arguments]
        frame.counts = made[frame.counts]

    def _frustum_step(self, frame: Frame, view: str, verdicts: BufferHandle) -> Step:
        table = {1: self._view(frame, view), 2: storage(frame.geometry.draws), 3: storage_write(verdicts)}
        return Step(f"{view}: cull by frustum", self._frustum, table, self._groups(self._frustum))

    def _occlusion_step(self, frame: Frame, label: str, kernel: ComputeKernel) -> Step:
        table = {
            0: uniform(frame.constants),
            2: storage(frame.geometry.draws),
            3: storage_write(frame.verdicts, "preserve"),
            4: sampled(frame.pyramid),
        }
        return Step(label, kernel, table, self._groups(kernel))

    def _order_step(self, frame: Frame, name: str, verdicts: BufferHandle, arguments: BufferHandle) -> Step:
        kernel, view = self._orders[name], name if name in _VIEWS else "camera"
        table: Table = {
            1: self._view(frame, view),
            2: storage(frame.geometry.draws),
            3: storage(verdicts),
            4: storage_write(arguments),
            5: storage_write(frame.counts, part=(LISTS[name] * VIEW_STRIDE, _COUNT_BYTES)),
        }
        return Step(f"{name}: order", kernel, table, self._groups(kernel))

    def _view(self, frame: Frame, view: str) -> object:
        return uniform(frame.views, (LISTS[view] * VIEW_STRIDE, VIEW_STRIDE))

    def _groups(self, kernel: ComputeKernel) -> tuple[int, int, int]:
        return kernel.groups_for(self._draws)

    def _verdicts(self, frame: Frame, name: str) -> BufferHandle:
        return frame.buffer(name, self._draws * _VERDICT_BYTES)

    def _arguments(self, frame: Frame, name: str) -> BufferHandle:
        return frame.buffer(name, self._draws * ARGUMENT_BYTES)
