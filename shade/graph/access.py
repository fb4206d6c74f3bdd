"""The closed vocabularies of the frame graph: node kinds, access kinds, contents, roots.

They are the strings of FrameGraph Snapshot 1.2, so nothing is translated on the way to a file. An access kind
implies its mode and the usage bit that a resource needs for it. The bits are WebGPU's, spelled as numbers:
planning runs where no wgpu is installed.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, get_args

from framescope.shade.graph.handles import BufferHandle, ResourceHandle, TextureHandle

__all__ = [
    "ACCESS_USAGE",
    "NODE_KINDS",
    "AccessKind",
    "Contents",
    "Initial",
    "NodeKind",
    "NodeRules",
    "ReadAccess",
    "RootReason",
    "WriteAccess",
]

NodeKind = Literal["render", "compute", "copy", "clear-buffer", "command", "external-submission"]
ReadAccess = Literal[
    "texture-sampled",
    "texture-storage-read",
    "texture-depth-read",
    "texture-copy-src",
    "buffer-uniform",
    "buffer-storage-read",
    "buffer-vertex",
    "buffer-index",
    "buffer-indirect",
    "buffer-copy-src",
]
WriteAccess = Literal[
    "texture-storage-write",
    "texture-color-attachment-write",
    "texture-depth-write",
    "texture-copy-dst",
    "buffer-storage-write",
    "buffer-copy-dst",
]
AccessKind = ReadAccess | WriteAccess
Contents = Literal["overwrite", "preserve"]
Initial = Literal["defined", "undefined"]
RootReason = Literal["present", "output", "readback", "debug-capture", "persistent-state"]

ACCESS_USAGE: Final[dict[str, int]] = {
    "texture-sampled": 0x04,
    "texture-storage-read": 0x08,
    "texture-depth-read": 0x10,
    "texture-copy-src": 0x01,
    "texture-storage-write": 0x08,
    "texture-color-attachment-write": 0x10,
    "texture-depth-write": 0x10,
    "texture-copy-dst": 0x02,
    "buffer-uniform": 0x40,
    "buffer-storage-read": 0x80,
    "buffer-vertex": 0x20,
    "buffer-index": 0x10,
    "buffer-indirect": 0x100,
    "buffer-copy-src": 0x04,
    "buffer-storage-write": 0x80,
    "buffer-copy-dst": 0x08,
}

HandleTypes = dict[str, type[ResourceHandle]]


class NodeRules(NamedTuple):
    """What a kind of node may declare.

    Attributes:
        reads: Handle type by read access.
        writes: Handle type by write access.
        side_effect: Whether such a node is kept for its own sake unless it says otherwise: the graph cannot
            see what an opaque node does.
        one_scope: Whether attaching and sampling one subresource in it is refused (FG1105).
    """

    reads: HandleTypes
    writes: HandleTypes
    side_effect: bool
    one_scope: bool


_COPIES = frozenset({"texture-copy-src", "texture-copy-dst", "buffer-copy-src", "buffer-copy-dst"})
_ATTACHMENTS = frozenset({"texture-color-attachment-write", "texture-depth-write", "texture-depth-read"})
_GEOMETRY = frozenset({"buffer-vertex", "buffer-index"})
_ALL = frozenset(ACCESS_USAGE)


def _rules(accesses: frozenset[str], *, side_effect: bool = False, one_scope: bool = False) -> NodeRules:
    def typed(kinds: tuple[str, ...]) -> HandleTypes:
        return {
            kind: TextureHandle if kind.startswith("texture") else BufferHandle for kind in kinds if kind in accesses
        }

    return NodeRules(typed(get_args(ReadAccess)), typed(get_args(WriteAccess)), side_effect, one_scope)


NODE_KINDS: Final[dict[str, NodeRules]] = {
    "render": _rules(_ALL - _COPIES, one_scope=True),
    "compute": _rules(_ALL - _COPIES - _ATTACHMENTS - _GEOMETRY),
    "copy": _rules(_COPIES),
    "clear-buffer": _rules(frozenset({"buffer-copy-dst"})),
    "command": _rules(_ALL, side_effect=True),
    "external-submission": _rules(_ALL, side_effect=True),
}
