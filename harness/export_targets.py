"""What ``framescope export`` can write: one entry a target, its module loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from framescope.harness.exit_codes import UsageError

__all__ = ["TARGETS", "ExportTarget"]


@dataclass(frozen=True, slots=True)
class ExportTarget:
    """One target.

    Attributes:
        summary: What it is, for the help.
        writer: ``module:function``, called with the capture, a binary file, and ``start`` and ``stop`` of a range of
            frames; of a target that shows one frame, with its number or None for the target's own choice instead.
        magic: With what a file of this kind begins: an existing one is replaced without ``--force``.
        kind: What such a file is called in an error.
        extra: The extra of the package that it needs, or None.
        one_frame: True where it shows a single frame, and ``--frame`` chooses it.
        opens_with: What to do with the file.
    """

    summary: str
    writer: str
    magic: bytes
    kind: str
    extra: str | None = None
    one_frame: bool = False
    opens_with: str = ""

    def load(self) -> Callable[..., None]:
        """The writer.

        Raises:
            UsageError: It needs an extra of the package that is not installed.
        """
        module, _, function = self.writer.partition(":")
        try:
            write: Callable[..., None] = getattr(import_module(module), function)
        except ModuleNotFoundError as error:
            if self.extra is None or str(error.name).startswith("framescope"):
                raise
            package = str(error.name).partition(".")[0]
            raise UsageError(
                f"this export needs {package}, which is not installed: pip install 'framescope[{self.extra}]'"
            ) from error
        return write


_WRITERS = "framescope.profile.export"

TARGETS = {
    "chrome": ExportTarget(
        "Chrome trace (JSON)",
        f"{_WRITERS}.chrome_trace:write_chrome_trace",
        b'{"displayTimeUnit":"ns","traceEvents":[',
        "Chrome trace",
        opens_with="open it at ui.perfetto.dev or in chrome://tracing",
    ),
    "perfetto": ExportTarget(
        "Perfetto trace (protobuf)",
        f"{_WRITERS}.perfetto_trace:write_perfetto_trace",
        b"\n\x19P\x01h\x01\xe2\x03\x12\x08\x01\x1a\x0e\x08\x012\nframescope",
        "Perfetto trace",
        extra="perfetto",
        opens_with="open it at ui.perfetto.dev",
    ),
    "csv": ExportTarget(
        "one row a GPU pass", f"{_WRITERS}.csv_table:write_csv", b"capture_id,frame,", "table of GPU passes"
    ),
    "parquet": ExportTarget(
        "the same as a columnar table",
        f"{_WRITERS}.parquet_table:write_parquet",
        b"PAR1",
        "Parquet file",
        extra="parquet",
    ),
    "dot": ExportTarget(
        "the frame graph of one frame, for Graphviz",
        "framescope.harness.topology_export:write_dot",
        b"digraph ",
        "graph in DOT",
        one_frame=True,
        opens_with="dot -Tsvg draws it",
    ),
    "json": ExportTarget(
        "the frame graph of one frame, as JSON",
        "framescope.harness.topology_export:write_json",
        b'{\n "versions": ',
        "frame graph in JSON",
        one_frame=True,
    ),
    "snapshot": ExportTarget(
        "one frame and its times as a FrameGraph Snapshot 1.2, for other tools",
        "framescope.harness.snapshot_export:write_snapshot",
        b'{\n  "format": "zenfg.frame-graph-snapshot"',
        "FrameGraph Snapshot",
        one_frame=True,
        opens_with="tools of the FrameGraph Snapshot protocol read it",
    ),
}
