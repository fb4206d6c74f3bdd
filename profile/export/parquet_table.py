"""GPU passes as Parquet, with the facts of their capture in every row: a folder of captures is one table.

Needs ``pyarrow``, which the extra ``framescope[parquet]`` installs.
"""

from __future__ import annotations

from typing import IO, Any

import pyarrow as pa
import pyarrow.parquet as pq

from framescope.profile.analysis.setting_differences import scene_name
from framescope.profile.capture import Capture
from framescope.profile.export.span_columns import SPAN_COLUMNS, Column, span_columns
from framescope.profile.export.strict_text import encodable, json_text

__all__ = ["CAPTURE_COLUMNS", "write_parquet"]

CAPTURE_COLUMNS = (
    *(Column(name, "text", repeats=True) for name in ("started_at", "adapter", "backend", "driver", "level", "note")),
    *(Column(name, "text", repeats=True) for name in ("scene", "git_revision", "framescope_version")),
    Column("width", "int64"),
    Column("height", "int64"),
    Column("ns_per_tick", "float64"),
)
"""What every row says of the capture it comes from."""

_ROWS = 1 << 16  # a row group
_TYPES = {"int64": pa.int64(), "uint64": pa.uint64(), "float64": pa.float64(), "bool": pa.bool_(), "text": pa.string()}


def write_parquet(capture: Capture, file: IO[bytes], start: int | None = None, stop: int | None = None) -> None:
    """Write one row a GPU pass of the frames with ``start <= number < stop``.

    All of META is in the file's own metadata too, under ``framescope.meta``, as JSON.
    """
    facts = _capture_facts(capture)
    fields = [pa.field(column.name, _type(column)) for column in (*SPAN_COLUMNS, *CAPTURE_COLUMNS)]
    schema = pa.schema(fields, metadata={"framescope.meta": json_text(capture.meta)})
    with pq.ParquetWriter(file, schema, compression="zstd") as writer:
        rows: dict[str, list[Any]] = {column.name: [] for column in SPAN_COLUMNS}
        for cells in span_columns(capture, start, stop):
            for name, gathered in rows.items():
                gathered.extend(cells[name])
            if len(rows["frame"]) >= _ROWS:
                writer.write_table(_table(rows, facts, schema))
                rows = {name: [] for name in rows}
        if rows["frame"]:
            writer.write_table(_table(rows, facts, schema))


def _type(column: Column) -> Any:
    plain = _TYPES[column.kind]
    return pa.dictionary(pa.int32(), plain) if column.repeats else plain


def _table(rows: dict[str, list[Any]], facts: dict[str, Any], schema: Any) -> Any:
    count = len(rows["frame"])
    arrays = [
        pa.array(rows[field.name] if field.name in rows else [facts[field.name]] * count, type=_plain(field.type)).cast(
            field.type
        )
        for field in schema
    ]
    return pa.Table.from_arrays(arrays, schema=schema)


def _plain(kind: Any) -> Any:
    return kind.value_type if pa.types.is_dictionary(kind) else kind


def _capture_facts(capture: Capture) -> dict[str, Any]:
    meta = capture.meta
    adapter, versions = (
        value if isinstance(value, dict) else {} for value in (meta.get("adapter"), meta.get("versions"))
    )
    size = meta.get("size")
    width, height = size if isinstance(size, list) and len(size) == 2 else (None, None)
    texts = {
        "started_at": meta.get("started_at"),
        "adapter": adapter.get("device"),
        "backend": adapter.get("backend_type"),
        "driver": meta.get("driver"),
        "level": meta.get("level"),
        "note": meta.get("note"),
        "scene": scene_name(meta),
        "git_revision": meta.get("git_revision"),
        "framescope_version": versions.get("framescope"),
    }
    return {name: None if value is None else encodable(str(value)) for name, value in texts.items()} | {
        "width": _texels(width),
        "height": _texels(height),
        "ns_per_tick": capture.ns_per_tick,
    }


def _texels(value: object) -> int | None:
    """META is whatever its writer put there: 32 bits hold every size that WebGPU has."""
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 1 << 32 else None
