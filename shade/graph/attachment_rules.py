"""What the attachments of one GPU pass must have in common: extent, sample count, and no subresource twice.

WebGPU says so when the pass is begun, without the names of the textures. A node may open several GPU passes, so its
attachments say which one they belong to.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from framescope.shade.descriptors import TextureDescriptor
from framescope.shade.graph.places import Place
from framescope.shade.graph.regions import Box, Region, overlaps, resolve

__all__ = ["Attachment", "AttachmentRules", "mismatch"]


class Attachment(NamedTuple):
    """One attachment of a GPU pass.

    Attributes:
        resource: The texture.
        name: Its name.
        region: What of it is attached; None for the whole texture.
        descriptor: The texture's.
        place: Where it was declared.
    """

    resource: int
    name: str
    region: Region | None
    descriptor: TextureDescriptor
    place: Place

    @property
    def extent(self) -> tuple[int, int] | None:
        """Width and height; None while it is left open which mip level is attached."""
        return _extent(self.descriptor, self.region)

    @property
    def boxes(self) -> tuple[Box, ...]:
        """Its subresources."""
        return resolve(self.region, self.descriptor)

    def __str__(self) -> str:
        extent = "any extent" if self.extent is None else f"{self.extent[0]} by {self.extent[1]}"
        return f"{self.name!r} ({extent}, sample count {self.descriptor.sample_count})"


class AttachmentRules:
    """The attachments of one pass so far, by GPU pass."""

    __slots__ = ("_attached",)

    def __init__(self) -> None:
        self._attached: dict[int, list[Attachment]] = {}

    def fault(self, gpu_pass: int, new: Attachment) -> tuple[str, str, Attachment] | None:
        """The code of the error, what is wrong, and the attachment that ``new`` does not go with; None if it does."""
        others = self._attached.get(gpu_pass)
        if not others:
            return None
        for other in others:
            if other.resource == new.resource and any(overlaps(a, b) for a in other.boxes for b in new.boxes):
                return "FG1105", "attaches one subresource twice", other
        first = others[0]
        shape, before = new.descriptor, first.descriptor
        if first.region is new.region and shape.size == before.size and shape.sample_count == before.sample_count:
            return None  # nearly always; what follows looks at mip levels
        fault = mismatch(first, new, resolving=False)
        return None if fault is None else ("FG1106", fault, first)

    def add(self, gpu_pass: int, new: Attachment) -> None:
        """Note an attachment."""
        attached = self._attached.get(gpu_pass)
        if attached is None:
            self._attached[gpu_pass] = [new]
        else:
            attached.append(new)

    def find(self, gpu_pass: int, resource: int) -> Attachment | None:
        """The last attachment of ``resource``, None when it is attached nowhere in that GPU pass."""
        attached = self._attached.get(gpu_pass, ())
        return next((other for other in reversed(attached) if other.resource == resource), None)


def mismatch(first: Attachment, second: Attachment, *, resolving: bool) -> str | None:
    """In what two attachments of one GPU pass do not agree; of a texture and what it resolves to, if ``resolving``."""
    extent, other = first.extent, second.extent
    if extent != other and extent is not None and other is not None:
        return "attaches textures of different extents"
    counts = (first.descriptor.sample_count, second.descriptor.sample_count)
    if resolving:
        if counts[0] == 1 or counts[1] != 1:
            return "resolves to one sample what has several, nothing else"
        return None if first.descriptor.format == second.descriptor.format else "resolves from one format to another"
    return None if counts[0] == counts[1] else "attaches textures of different sample counts"


@lru_cache(maxsize=1024)
def _extent(descriptor: TextureDescriptor, region: Region | None) -> tuple[int, int] | None:
    mips = {mip for box in resolve(region, descriptor) for mip in range(box[1], box[2])}
    if len(mips) != 1:
        return None
    (mip,) = mips
    width, height, _ = descriptor.size
    return max(1, width >> mip), max(1, height >> mip)
