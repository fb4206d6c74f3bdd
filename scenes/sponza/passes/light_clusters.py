"""Clustered lights: cells of the view volume, which of them hold a surface, and the lights of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from framescope.scenes.sponza.bindings import sampled, storage, storage_write, uniform
from framescope.scenes.sponza.compute import ComputeKernel, Step, add_compute_pass

if TYPE_CHECKING:
    from framescope.scenes.sponza.frame import Frame
    from framescope.shade.graphics import GraphicsContext

__all__ = ["CLUSTERS", "LightClusters"]

CLUSTERS = 16 * 9 * 24  # these as in shaders/clusters.wgsl
_SCAN_BLOCKS = 14
_LIST_CAPACITY = 16384

_BOUNDS_BYTES = 32
_RANGE_BYTES = 8


class LightClusters:
    """Builds the list of lights of every occupied cluster."""

    def __init__(self, graphics: GraphicsContext) -> None:
        self._bounds = ComputeKernel(graphics, "cluster bounds", ("frame", "clusters", "cluster_bounds"))
        occupied = ("frame", "clusters", "cluster_active")
        self._clear = ComputeKernel(graphics, "clear clusters", occupied, "clear")
        self._mark = ComputeKernel(graphics, "mark clusters", occupied, "mark")
        self._steps = {
            entry: ComputeKernel(graphics, entry.replace("_", " "), ("frame", "clusters", "cluster_lights"), entry)
            for entry in ("count_lights", "scan_block", "scan_sums", "fill_lists")
        }

    def add(self, frame: Frame) -> None:
        """Sets ``frame.list_ranges`` and ``frame.light_list``."""
        with frame.graph.scope("light clusters"):
            self._add_bounds(frame)
            self._add_occupied(frame)
            self._add_counts(frame)
            self._add_offsets(frame)
            self._add_lists(frame)

    def _add_bounds(self, frame: Frame) -> None:
        empty = frame.buffer("cluster bounds", CLUSTERS * _BOUNDS_BYTES)
        table = {0: uniform(frame.constants), 1: storage_write(empty)}
        step = Step("cluster bounds", self._bounds, table, self._bounds.groups_for(CLUSTERS))
        frame.clusters = add_compute_pass(frame.graph, "bounds", [step])[empty]

    def _add_occupied(self, frame: Frame) -> None:
        flags = frame.buffer("occupied clusters", CLUSTERS * 4)
        marking = {0: uniform(frame.constants), 1: storage_write(flags, "preserve"), 2: sampled(frame.distances)}
        steps = [
            Step("clear clusters", self._clear, {1: storage_write(flags)}, self._clear.groups_for(CLUSTERS)),
            Step("mark clusters", self._mark, marking, self._mark.groups_for(*frame.size)),
        ]
        frame.occupied = add_compute_pass(frame.graph, "occupied", steps)[flags]

    def _add_counts(self, frame: Frame) -> None:
        kernel, ranges = self._steps["count_lights"], frame.buffer("light ranges", CLUSTERS * _RANGE_BYTES)
        table = {
            0: uniform(frame.constants), 1: storage(frame.clusters), 2: storage(frame.occupied),
            3: storage(frame.lights), 4: storage_write(ranges),
        }  # fmt: skip
        step = Step("count lights", kernel, table, kernel.groups_for(CLUSTERS))
        frame.list_ranges = add_compute_pass(frame.graph, "counts", [step])[ranges]

    def _add_offsets(self, frame: Frame) -> None:
        sums = frame.buffer("block sums", _SCAN_BLOCKS * 4)
        blocks = {4: storage_write(frame.list_ranges, "preserve"), 5: storage_write(sums)}
        steps = [
            Step("scan blocks", self._steps["scan_block"], blocks, (_SCAN_BLOCKS, 1, 1)),
            Step("scan sums", self._steps["scan_sums"], {5: storage_write(sums, "preserve")}, (1, 1, 1)),
        ]
        made = add_compute_pass(frame.graph, "offsets", steps)
        frame.list_ranges, frame.block_sums = made[frame.list_ranges], made[sums]

    def _add_lists(self, frame: Frame) -> None:
        kernel, lists = self._steps["fill_lists"], frame.buffer("light list", _LIST_CAPACITY * 4)
        table = {
            0: uniform(frame.constants), 1: storage(frame.clusters), 3: storage(frame.lights),
            4: storage_write(frame.list_ranges, "preserve"), 5: storage(frame.block_sums), 6: storage_write(lists),
        }  # fmt: skip
        step = Step("fill light lists", kernel, table, kernel.groups_for(CLUSTERS))
        made = add_compute_pass(frame.graph, "lists", [step])
        frame.list_ranges, frame.light_list = made[frame.list_ranges], made[lists]
