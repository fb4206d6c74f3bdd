"""A tiny capture and every byte of it explained, read here with struct alone; the last chapter of SGPT_FORMAT.md.

Run as a script it writes that chapter anew.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from capture_builders import EPOCH, make_frame

from framescope.profile.sgpt.model import (
    ComputeColumns,
    PassList,
    PassListEntry,
    PipelineRef,
    RenderColumns,
    Topology,
    WorkColumns,
)
from framescope.profile.sgpt.writer import CaptureWriter

FORMAT = Path(__file__).parents[1] / "profile" / "sgpt" / "SGPT_FORMAT.md"
BEGIN, END = "<!-- dump -->\n", "<!-- end of dump -->\n"

Field = tuple[str, str]
"""struct code and name; ``json``, ``pad`` and ``zlib`` stand for what fills the rest."""

_WIDTH = 16
_HEADER: tuple[Field, ...] = (
    ("4s", "magic"),
    ("H", "format_version"),
    ("H", "min_reader_version"),
    ("I", "flags: CLOSED"),
    ("I", "header_checksum"),
    ("Q", "directory_offset"),
    ("Q", "directory_length"),
)
_COLUMNS = (
    *("exception_begin", "exception_end", "workgroups_x", "workgroups_y", "workgroups_z", "invocations"),
    *("vertices", "indices", "instances", "counter_value", "begin", "duration", "exception_span", "dispatches"),
    *("indirect_dispatches", "draws", "indirect_draws", "cpu_pass_ns", "counter_name", "state", "query_set"),
    *("compute_partial", "render_partial", "counter_kind"),
)
_FIELDS: dict[bytes, tuple[Field, ...]] = {
    b"META": (("json", "the recording"),),
    b"TOPO": (
        *(("I", "number"), ("H", "encoding: JSON"), ("H", "head_size"), ("16s", "content hash")),
        *(("I", "text_length"), ("I", "stored_length"), ("json", "the model")),
    ),
    b"SYMS": (("I", "first"), ("I", "count"), ("json", "names")),
    b"PLST": (
        *(("I", "number"), ("H", "reserved"), ("H", "head_size"), ("I", "entries"), ("I", "pipelines")),
        *(("I", "attachments"), ("I", "reserved"), ("16s", "content hash")),
        *(("I", "path[0]"), ("I", "label[0]"), ("i", "graph_pass[0]"), ("I", "pipelines_end[0]")),
        *(("I", "attachments_end[0]"), ("I", "pipeline_label[0]")),
        *(("I", "workgroup_x[0]"), ("I", "workgroup_y[0]"), ("I", "workgroup_z[0]"), ("B", "kind[0]: compute")),
    ),
    b"FRAM": (
        *(("I", "number"), ("B", "status: complete"), ("B", "flags: work columns"), ("H", "head_size")),
        *(("Q", "renderer's frame index"), ("Q", "CPU begin"), ("Q", "CPU end of encoding")),
        *(("Q", "CPU last submit"), ("Q", "CPU absorbed"), ("Q", "recorder's cost"), ("Q", "epoch")),
        *(("I", "pass list"), ("I", "topology"), ("I", "reason: none"), ("I", "failed pass: none")),
        *(("I", "spans"), ("I", "exceptions"), ("I", "compute"), ("I", "render"), ("I", "cpu_passes")),
        ("I", "counters"),
        *(("B", f"bytes an element of {column}") for column in _COLUMNS),
        *(("I", "counter_value[0]"), ("I", "begin[0]"), ("I", "counter_name[0]"), ("H", "invocations[0]")),
        *(("H", "duration[0]"), *(("B", f"workgroups_{axis}[0]") for axis in "xyz"), ("B", "dispatches[0]")),
    ),
    b"NOTE": (("json", "the note"),),
    b"DIRE": (
        *(("Q", "block before: none"), ("Q", "frames before"), ("I", "frames"), ("I", "others"), ("I", "flags: LAST")),
        *(("H", "size of a frame's entry"), ("H", "size of another entry")),
        *(("Q", "offset of the FRAM"), ("Q", "extent"), ("Q", "union"), ("Q", "CPU time"), ("Q", "CPU last submit")),
        *(("I", "number"), ("I", "spans"), ("I", "spans without a time"), ("B", "status"), ("3s", "reserved")),
        *(field for _ in range(6) for field in (("Q", "offset"), ("4s", "type"), ("I", "number"))),
    ),
}
_UNKNOWN = {"I": 0xFFFFFFFF, "Q": 0xFFFFFFFFFFFFFFFF}


def tiny_capture() -> bytes:
    """One frame, one compute pass, one note."""
    passes = PassList((PassListEntry("hzb/build", "", "compute", 0, (PipelineRef("down", (8, 8, 1)),)),))
    writer = CaptureWriter(None, {"ns_per_tick": 1.0, "level": "workload"})
    frame = make_frame(
        0,
        [(0, 1500)],
        passes=passes,
        topology=Topology({"passes": []}, b"a key"),
        work=_one_dispatch(),
        cpu_begin_ns=1000,
        cpu_submit_ns=5000,
        counters={"live_bytes": 65536},
    )
    writer.write_frame(frame)
    writer.write_note("here", 0)
    writer.close()
    return writer.to_bytes()


def _one_dispatch() -> WorkColumns:
    """One direct dispatch of 4 × 2 × 1 workgroups of 8 × 8 × 1."""
    figures = (1, 0, 4, 2, 1, 512, 0)
    none = np.zeros(0, np.uint64)
    return WorkColumns(ComputeColumns(*(np.array([figure]) for figure in figures)), RenderColumns(*[none] * 6))


def explained(data: bytes) -> Iterator[str]:
    """Lines of offset, bytes and meaning that leave no byte out."""
    yield from _lines(data, 0, _HEADER, 32)
    offset = 32
    while offset < len(data):
        sync, kind, length, stored = struct.unpack_from("<4s4sII", data, offset)
        end = offset + 16 + length
        assert (sync, stored) == (b"SREC", zlib.crc32(data[offset + 16 : end], _bound(offset, kind, length)))
        yield ""
        yield from _lines(
            data, offset, (("4s", "sync"), ("4s", "type"), ("I", "length"), ("I", "checksum")), offset + 16
        )
        yield from _lines(data, offset + 16, _FIELDS[kind], end)
        offset = end


def _bound(offset: int, kind: bytes, length: int) -> int:
    return zlib.crc32(struct.pack("<Q4sI", offset, kind, length))


def _lines(data: bytes, offset: int, fields: tuple[Field, ...], end: int) -> Iterator[str]:
    for code, name in fields:
        if code == "json":
            yield from _text(data[offset:end], offset, name)
            return
        size = struct.calcsize("<" + code)
        (value,) = struct.unpack_from("<" + code, data, offset)
        yield f"{offset:4}  {data[offset : offset + size].hex(' '):47}  {_meaning(code, name, value)}"
        offset += size
    if offset < end:
        assert not any(data[offset:end])
        yield f"{offset:4}  {data[offset:end].hex(' '):47}  padding"


def _text(data: bytes, offset: int, name: str) -> Iterator[str]:
    for place in range(0, len(data), _WIDTH):
        part = data[place : place + _WIDTH]
        what = f"{name}: " if place == 0 else ""
        yield f"{offset + place:4}  {part.hex(' '):47}  {what}'{part.rstrip(bytes(1)).decode('ascii')}'"


def _meaning(code: str, name: str, value: object) -> str:
    if isinstance(value, bytes):
        return f"{name} '{value.decode('ascii')}'" if code == "4s" else name
    if ": " in name:  # the name says it
        return name
    if value == _UNKNOWN.get(code):
        return f"{name}: unknown"
    if name.endswith("checksum"):
        return name
    return f"{name} = {value}" + (" (above 2^53)" if value == EPOCH else "")


def chapter() -> str:
    """What stands between the marks in SGPT_FORMAT.md."""
    return "```text\n" + "\n".join(line.rstrip() for line in explained(tiny_capture())) + "\n```\n"


def replaced(text: str) -> str:
    """``text`` with the chapter in it."""
    before, _, rest = text.partition(BEGIN)
    return before + BEGIN + chapter() + END + rest.partition(END)[2]


if __name__ == "__main__":
    FORMAT.write_text(replaced(FORMAT.read_text(encoding="utf-8")), encoding="utf-8")
