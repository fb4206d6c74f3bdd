"""PLST: what the GPU passes of a frame are, written once for every frame that has the same ones."""

from __future__ import annotations

import struct
from collections.abc import Callable
from itertools import accumulate, pairwise
from typing import TypeVar

from framescope.profile.sgpt.columns import columns, decode_columns, encode_columns
from framescope.profile.sgpt.framing import PLST, check_head_size, leading_number
from framescope.profile.sgpt.model import Attachment, PassList, PassListEntry, PipelineRef

__all__ = ["decode_pass_list", "encode_pass_list", "pass_list_number"]

_T = TypeVar("_T")

_HEAD = struct.Struct("<IHHIIII16s")
_COLUMNS = columns(
    ("path", "<u4", "entries"),
    ("label", "<u4", "entries"),
    ("graph_pass", "<i4", "entries"),
    ("pipelines_end", "<u4", "entries"),
    ("attachments_end", "<u4", "entries"),
    ("pipeline_label", "<u4", "pipelines"),
    ("workgroup_x", "<u4", "pipelines"),
    ("workgroup_y", "<u4", "pipelines"),
    ("workgroup_z", "<u4", "pipelines"),
    ("format", "<u4", "attachments"),
    ("load_op", "<u4", "attachments"),
    ("store_op", "<u4", "attachments"),
    ("width", "<u4", "attachments"),
    ("height", "<u4", "attachments"),
    ("kind", "u1", "entries"),
    ("role", "u1", "attachments"),
    ("sample_count", "u1", "attachments"),
)
_KINDS = ("compute", "render")
_ROLES = ("color", "depth", "resolve")
_UNKNOWN_SIZE = (0, 0, 0)  # no workgroup has a zero size, so it can stand for "unknown"


def encode_pass_list(number: int, passes: PassList, intern: Callable[[str], int]) -> bytes:
    """The PLST payload of ``passes`` under ``number``; ``intern`` gives the numbers of its names."""
    entries = passes.entries
    pipelines = [pipeline for entry in entries for pipeline in entry.pipelines]
    sizes = [pipeline.workgroup_size or _UNKNOWN_SIZE for pipeline in pipelines]
    attachments = [attachment for entry in entries for attachment in entry.attachments]
    arrays = {
        "path": [intern(entry.path) for entry in entries],
        "label": [intern(entry.label) for entry in entries],
        "graph_pass": [entry.graph_pass for entry in entries],
        "pipelines_end": list(accumulate(len(entry.pipelines) for entry in entries)),
        "attachments_end": list(accumulate(len(entry.attachments) for entry in entries)),
        "pipeline_label": [intern(pipeline.label) for pipeline in pipelines],
        "workgroup_x": [size[0] for size in sizes],
        "workgroup_y": [size[1] for size in sizes],
        "workgroup_z": [size[2] for size in sizes],
        "format": [intern(attachment.format) for attachment in attachments],
        "load_op": [intern(attachment.load_op) for attachment in attachments],
        "store_op": [intern(attachment.store_op) for attachment in attachments],
        "width": [attachment.width or 0 for attachment in attachments],  # no texture is 0 wide: 0 is "unknown"
        "height": [attachment.height or 0 for attachment in attachments],
        "kind": [_KINDS.index(entry.kind) for entry in entries],
        "role": [_ROLES.index(attachment.role) for attachment in attachments],
        "sample_count": [attachment.sample_count for attachment in attachments],
    }
    counts = {"entries": len(entries), "pipelines": len(pipelines), "attachments": len(attachments)}
    head = _HEAD.pack(number, 0, _HEAD.size, *counts.values(), 0, passes.digest)
    return encode_columns(_COLUMNS, arrays, counts, head)


def pass_list_number(payload: bytes) -> int:
    """The number of the pass list, without decoding the rest.

    Raises:
        ValueError: The payload is too short to be a PLST.
    """
    return leading_number(payload, _HEAD, PLST)


def decode_pass_list(payload: bytes, name_of: Callable[[int], str]) -> tuple[int, PassList]:
    """The number and the pass list.

    Args:
        payload: A PLST payload.
        name_of: The name with that number; it answers something readable for a lost one.

    Raises:
        ValueError: The payload is not what PLST says.
    """
    number = pass_list_number(payload)
    _, _, head_size, *sizes = _HEAD.unpack_from(payload)[:6]
    check_head_size(head_size, _HEAD, PLST)
    counts = dict(zip(("entries", "pipelines", "attachments"), sizes, strict=True))
    views = decode_columns(_COLUMNS, payload, head_size, counts)
    column = {name: view.tolist() for name, view in views.items()}
    entries = zip(
        *(column[key] for key in ("path", "label", "kind", "graph_pass")),
        _groups(_pipelines(column, name_of), column["pipelines_end"]),
        _groups(_attachments(column, name_of), column["attachments_end"]),
        strict=True,
    )
    return number, PassList(
        tuple(
            PassListEntry(name_of(path), name_of(label), _word(_KINDS, kind), graph_pass, pipelines, attachments)
            for path, label, kind, graph_pass, pipelines, attachments in entries
        )
    )


def _pipelines(column: dict[str, list[int]], name_of: Callable[[int], str]) -> list[PipelineRef]:
    keys = ("pipeline_label", "workgroup_x", "workgroup_y", "workgroup_z")
    return [
        PipelineRef(name_of(label), None if (x, y, z) == _UNKNOWN_SIZE else (x, y, z))
        for label, x, y, z in zip(*(column[key] for key in keys), strict=True)
    ]


def _attachments(column: dict[str, list[int]], name_of: Callable[[int], str]) -> list[Attachment]:
    keys = ("role", "format", "width", "height", "sample_count", "load_op", "store_op")
    return [
        Attachment(
            _word(_ROLES, role), name_of(form), width or None, height or None, samples, name_of(load), name_of(store)
        )
        for role, form, width, height, samples, load, store in zip(*(column[key] for key in keys), strict=True)
    ]


def _word(words: tuple[str, ...], value: int) -> str:
    return words[value] if value < len(words) else f"unknown {value}"


def _groups(items: list[_T], ends: list[int]) -> list[tuple[_T, ...]]:
    bounds = [0, *ends]
    if sorted(bounds) != bounds or bounds[-1] != len(items):
        raise ValueError("PLST does not share its pipelines and attachments out among its entries")
    return [tuple(items[start:stop]) for start, stop in pairwise(bounds)]
