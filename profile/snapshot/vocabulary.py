"""The words of FrameGraph Snapshot 1.2, in the order in which its messages list them."""

from __future__ import annotations

__all__ = [
    "ACCESS_KINDS",
    "BUFFER_USAGE",
    "CANDIDATE_FORMAT",
    "CONTENTS",
    "DEPENDENCY_KINDS",
    "FORMAT",
    "INITIAL_CONTENTS",
    "MAX_EXTENSION_DEPTH",
    "MAX_SAFE_INTEGER",
    "NODE_KINDS",
    "ORIGINS",
    "READ_ACCESSES",
    "RESOURCE_KINDS",
    "ROOT_REASONS",
    "SEGMENT_KINDS",
    "SEVERITIES",
    "SOURCE_FORMATS",
    "SUFFIX",
    "TEXTURE_USAGE",
    "UNAVAILABLE_FACTS",
    "USAGE",
    "VERSION",
    "mode_of",
]

FORMAT = "zenfg.frame-graph-snapshot"
CANDIDATE_FORMAT = "zenfg.frame-graph-snapshot-candidate"
VERSION = {"major": 1, "minor": 2}
SUFFIX = ".fgsnapshot.json"

MAX_SAFE_INTEGER = 2**53 - 1
MAX_EXTENSION_DEPTH = 64

NODE_KINDS = ("render", "compute", "copy", "clear-buffer", "command", "external-submission")
RESOURCE_KINDS = ("texture", "buffer")
ORIGINS = ("transient", "imported", "surface")
INITIAL_CONTENTS = ("defined", "undefined")
CONTENTS = ("overwrite", "preserve")
DEPENDENCY_KINDS = ("value", "ordering")
SEGMENT_KINDS = ("frame-graph", "external-submission")
SEVERITIES = ("info", "warning", "error")
ROOT_REASONS = ("present", "output", "readback", "side-effect", "debug-capture", "persistent-state")
SOURCE_FORMATS = ("legacy-v0", "legacy-candidate-v1", "snapshot-v1.1")
UNAVAILABLE_FACTS = (
    "graph.groups",
    "graph.textureViews",
    "graph.nodes.recordingOrder",
    "graph.accesses.regions",
    "graph.roots.range",
    "graph.roots.resolution",
)

ACCESS_KINDS = (
    "texture-sampled",
    "texture-storage-read",
    "texture-storage-write",
    "texture-color-attachment-write",
    "texture-depth-read",
    "texture-depth-write",
    "texture-copy-src",
    "texture-copy-dst",
    "buffer-uniform",
    "buffer-storage-read",
    "buffer-storage-write",
    "buffer-vertex",
    "buffer-index",
    "buffer-indirect",
    "buffer-copy-src",
    "buffer-copy-dst",
)
READ_ACCESSES = frozenset(kind for kind in ACCESS_KINDS if not kind.endswith(("-write", "-dst")))

# In the order of WebGPU's bits, from bit 0 on.
TEXTURE_USAGE = ("copy-src", "copy-dst", "texture-binding", "storage-binding", "render-attachment")
BUFFER_USAGE = (
    "map-read",
    "map-write",
    "copy-src",
    "copy-dst",
    "index",
    "vertex",
    "uniform",
    "storage",
    "indirect",
    "query-resolve",
)
USAGE = {"texture": TEXTURE_USAGE, "buffer": BUFFER_USAGE}


def mode_of(access: str) -> str:
    """``"read"`` or ``"write"``: each kind of access is one of them."""
    return "read" if access in READ_ACCESSES else "write"
