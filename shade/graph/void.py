"""A device that is not there: enough to compile and execute a graph with nothing to render on.

Its resources are distinct tokens. A backend that returned one object twice, None for instance, would let two live
transients collide, and no graph with two of them could run.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any

from framescope.shade.graph.plan_cache import PlanCache
from framescope.shade.graph.pool import TransientPool

__all__ = ["VoidCommandContext", "VoidGraphics", "VoidPass", "VoidResource"]

_numbers = count(1)


class VoidResource:
    """A token with the attributes that a wgpu resource would show.

    Attributes:
        number: Different for each token of the process.
        destroyed: Whether it was retired.
    """

    def __init__(self, **attributes: Any) -> None:
        self.number = next(_numbers)
        self.destroyed = False
        self.__dict__.update(attributes)

    def __repr__(self) -> str:
        return f"<VoidResource {self.number} {getattr(self, 'label', '')!r}>"


class VoidGraphics:
    """What the graph needs of a graphics context: creation, views, a pool, a plan cache."""

    features_granted = ()
    limits: Mapping[str, int] = {}  # read only, and of the type the pool asks for

    def __init__(self) -> None:
        self.transients = TransientPool(self)
        self.plans = PlanCache()

    def create_texture(self, **attributes: Any) -> VoidResource:
        """A token with the texture's attributes; also of use as an import."""
        defaults = {"label": "", "dimension": "2d", "mip_level_count": 1, "sample_count": 1, "view_formats": ()}
        fields = {**defaults, **attributes}
        return VoidResource(**fields, framescope_view_formats=fields["view_formats"])

    def create_buffer(self, **attributes: Any) -> VoidResource:
        """A token with the buffer's attributes; also of use as an import."""
        return VoidResource(**{"label": "", **attributes})

    def import_resource(self, resource: Any) -> None:
        """Nothing to mark: no submit can be made of a token."""

    def retire(self, resource: VoidResource) -> None:
        """Mark the token destroyed."""
        resource.destroyed = True

    def write_buffer(self, buffer: VoidResource, data: bytes, offset: int = 0) -> None:
        """Nowhere to write to."""

    def view(self, texture: VoidResource, **view: Any) -> VoidResource:
        """A token that knows its texture."""
        return VoidResource(texture=texture, **view)

    def create_command_context(self, label: str = "") -> VoidCommandContext:
        """A context that encodes nothing."""
        return VoidCommandContext(self, label)


class VoidCommandContext:
    """A command context that encodes nothing and remembers its debug groups.

    Attributes:
        graphics: The void graphics it belongs to.
        graph_pass: The graph pass in progress, or None.
        state: ``"open"``, ``"submitted"`` or ``"abandoned"``.
        binding_guard: Set by execution; called with each resource a real context would bind.
        groups: Debug groups pushed so far, in order, with None for each pop.
        filled: What was copied to or cleared, in order: buffers, textures and views.
    """

    def __init__(self, graphics: VoidGraphics | None = None, label: str = "") -> None:
        self.graphics = VoidGraphics() if graphics is None else graphics
        self.label = label
        self.graph_pass: Any = None
        self.binding_guard: Any = None
        self.state = "open"
        self.groups: list[str | None] = []
        self.filled: list[VoidResource] = []

    @property
    def is_abandoned(self) -> bool:
        """Whether it was given up."""
        return self.state == "abandoned"

    def successor(self) -> VoidCommandContext:
        """The context after this one."""
        return VoidCommandContext(self.graphics, self.label)

    def finish(self) -> None:
        """Submit nothing."""
        self.state = "submitted"

    def abandon(self, reason: str) -> None:
        """Give nothing up."""
        self.state = "abandoned" if self.state == "open" else self.state

    def push_debug_group(self, label: str) -> None:
        """Open a debug group."""
        self.groups.append(label)

    def pop_debug_group(self) -> None:
        """Close the group opened last."""
        self.groups.append(None)

    def copy_buffer_to_buffer(
        self, source: Any, source_offset: int, destination: VoidResource, destination_offset: int, size: int
    ) -> None:
        """Copy nothing."""
        self.filled.append(destination)

    def copy_buffer_to_texture(self, source: Any, destination: Mapping[str, Any], copy_size: Any) -> None:
        """Copy nothing."""
        self.filled.append(destination["texture"])

    def copy_texture_to_buffer(self, source: Any, destination: Mapping[str, Any], copy_size: Any) -> None:
        """Copy nothing."""
        self.filled.append(destination["buffer"])

    def copy_texture_to_texture(self, source: Any, destination: Mapping[str, Any], copy_size: Any) -> None:
        """Copy nothing."""
        self.filled.append(destination["texture"])

    def clear_buffer(self, buffer: VoidResource, offset: int, size: int) -> None:
        """Clear nothing."""
        self.filled.append(buffer)

    def begin_render_pass(self, **descriptor: Any) -> VoidPass:
        """A pass that clears nothing."""
        depth = descriptor.get("depth_stencil_attachment")
        self.filled += [attachment["view"] for attachment in descriptor["color_attachments"]]
        self.filled += [] if depth is None else [depth["view"]]
        return VoidPass()


class VoidPass:
    """A pass that encodes nothing."""

    def end(self) -> None:
        """Nothing to end."""
