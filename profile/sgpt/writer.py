"""Streams a capture: header and META first, then one self-contained record a frame, an index now and then.

Nothing is kept per frame but the directory block being filled; the tables of names, pass lists and topologies
are bounded, and what fell out of one is written again.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Mapping
from types import TracebackType
from typing import IO, Any, Self

import numpy as np

from framescope.profile.errors import SessionError
from framescope.profile.sgpt.column_widths import SettledWidths
from framescope.profile.sgpt.directory import DirectoryBuilder, frame_entry
from framescope.profile.sgpt.frames import encode_frame
from framescope.profile.sgpt.framing import DIRE, FRAM, META, NOTE, PLST, RECORD_HEAD_SIZE, SYMS, TOPO, encode_record
from framescope.profile.sgpt.header import CLOSED, HEADER_SIZE, PATCH_OFFSET, Header
from framescope.profile.sgpt.model import FrameData, PassList, Topology
from framescope.profile.sgpt.pass_lists import encode_pass_list
from framescope.profile.sgpt.sink import Sink, StreamSink, make_sink
from framescope.profile.sgpt.tables import BoundedIds, SymbolTable
from framescope.profile.sgpt.texts import Note, encode_meta, encode_note
from framescope.profile.sgpt.topologies import encode_topology, topology_text

__all__ = ["CaptureWriter"]


class CaptureWriter:
    """Writes one capture.

    The destination is checked at once and opened when the first record is due, at the latest by :meth:`close`:
    from then on it is a valid capture at every record boundary. ``meta`` is read at that moment.

    Args:
        sink: A path, a binary file object, or None for memory (see :meth:`to_bytes`).
        meta: What META holds.
        force: Overwrite a file that is no capture.
        symbol_capacity: Names remembered; ``table_capacity`` is the same for pass lists and for topologies.

    Raises:
        CaptureExists: The path holds something that is no capture.
        SessionError: The destination cannot be written to.
    """

    def __init__(
        self,
        sink: str | os.PathLike[str] | IO[bytes] | None,
        meta: Mapping[str, Any],
        *,
        force: bool = False,
        symbol_capacity: int = 65536,
        table_capacity: int = 1024,
    ) -> None:
        self._sink: Sink = make_sink(sink, force=force)
        self._meta = meta
        self._symbols = SymbolTable(symbol_capacity)
        self._pass_lists = BoundedIds(table_capacity)
        self._settled_widths = SettledWidths(table_capacity)
        self._topologies = BoundedIds(table_capacity)
        self._topology_keys = BoundedIds(table_capacity)
        self._directory = DirectoryBuilder()
        self._pending: list[bytes] = []
        self._offset = 0
        self._bytes_written = 0
        self._frames_written = 0
        self._last_number = -1
        self._sealed = False
        self._closed = False
        self._failure: SessionError | None = None

    @property
    def bytes_written(self) -> int:
        """Bytes the sink has taken; readable from any thread."""
        return self._bytes_written

    @property
    def frames_written(self) -> int:
        """Frames the sink has taken."""
        return self._frames_written

    @property
    def pass_lists_written(self) -> int:
        """PLST records so far, those written again included."""
        return self._pass_lists.count

    @property
    def topologies_written(self) -> int:
        """TOPO records so far, those written again included."""
        return self._topologies.count

    @property
    def closed(self) -> bool:
        """True after :meth:`close`."""
        return self._closed

    @property
    def failed(self) -> bool:
        """True once the sink failed: nothing can be written any more."""
        return self._failure is not None

    def seal(self) -> None:
        """Open the destination and write header and META; later calls do nothing.

        Raises:
            SessionError: META cannot be written, the path is being written by another recording, or the sink failed.
        """
        if self._sealed:
            return
        self._check_usable()
        first = Header().encode() + encode_record(HEADER_SIZE, META, encode_meta(self._meta))
        try:
            self._sink.open(first)
        except SessionError:
            raise  # refused, not failed: CaptureExists is an OSError too
        except (OSError, ValueError) as error:
            raise self._fail(error) from error
        self._sealed = True
        self._directory.add_record(HEADER_SIZE, META, 0)
        self._offset = self._bytes_written = len(first)

    def write_frame(self, frame: FrameData) -> int:
        """Append a frame, with the names, pass list and topology it is the first to need.

        Returns:
            Bytes written.

        Raises:
            SessionError: The frame is malformed (the capture goes on without it), or the sink failed.
        """
        self._check_usable()
        if frame.number <= self._last_number:
            raise SessionError(f"frame {frame.number} comes after frame {self._last_number}")
        self.seal()
        before = self._offset
        topology = None if frame.topology is None else self._topology_id(frame.topology)
        pass_list = self._pass_list_id(frame.pass_list)
        payload, ticks = encode_frame(frame, pass_list, topology, self._symbols.intern, self._settled_widths)
        self._append_symbols()
        offset = self._append(FRAM, payload)
        begin, end = np.asarray(frame.begin, np.uint64), np.asarray(frame.end, np.uint64)
        self._directory.add_frame(frame_entry(frame, offset, begin, end, ticks.timed))
        self._append_full_directory()
        self._flush()
        self._last_number = frame.number
        self._frames_written += 1
        return self._offset - before

    def write_note(self, text: str, frame_number: int | None = None) -> None:
        """Append a note, about a frame or about none in particular.

        Raises:
            SessionError: The sink failed.
        """
        self._check_usable()
        self.seal()
        offset = self._append(NOTE, encode_note(Note(text, frame_number)))
        self._directory.add_record(offset, NOTE, 0)
        self._append_full_directory()
        self._flush()

    def close(self) -> None:
        """Write the last directory block and mark the capture closed; later calls do nothing.

        A sink that failed before is only given back: that failure was reported when it happened.

        Raises:
            SessionError: The sink failed now.
        """
        if self._closed:
            return
        try:
            if self._failure is None:
                self.seal()
                self._write_end()
        finally:
            self._closed = True
            self._sink.close()

    def to_bytes(self) -> bytes:
        """A copy of everything written so far; for a writer whose sink is None.

        Raises:
            SessionError: The capture went elsewhere.
        """
        stream = self._sink.stream if isinstance(self._sink, StreamSink) else None
        getvalue = getattr(stream, "getvalue", None)
        if getvalue is None:
            raise SessionError(f"the capture was written to {self._sink.name}: open that instead")
        return bytes(getvalue())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def _topology_id(self, topology: Topology) -> int:
        known = self._topology_keys.find(topology.key)
        if known is not None:
            return known
        text, digest = topology_text(topology)
        number = self._topologies.find(digest)
        if number is None:
            number = self._topologies.next()
            offset = self._append(TOPO, encode_topology(number, text, digest))
            self._directory.add_record(offset, TOPO, number)
            self._topologies.remember(digest, number)
        self._topology_keys.remember(topology.key, number)
        return number

    def _pass_list_id(self, passes: PassList) -> int:
        known = self._pass_lists.find(passes.digest)
        if known is not None:
            return known
        number = self._pass_lists.next()
        payload = encode_pass_list(number, passes, self._symbols.intern)
        self._append_symbols()
        offset = self._append(PLST, payload)
        self._directory.add_record(offset, PLST, number)
        self._pass_lists.remember(passes.digest, number)
        return number

    def _append_symbols(self) -> None:
        block = self._symbols.take_payload()
        if block is not None:
            first, payload = block
            self._directory.add_record(self._append(SYMS, payload), SYMS, first)

    def _append_full_directory(self) -> None:
        if self._directory.full:
            self._append(DIRE, self._directory.take_payload(self._offset))

    def _append(self, fourcc: bytes, payload: bytes) -> int:
        offset = self._offset
        record = encode_record(offset, fourcc, payload)
        self._pending.append(record)
        self._offset += len(record)
        return offset

    def _flush(self) -> None:
        data = b"".join(self._pending)
        self._pending = []
        try:
            self._sink.write(data)
        except (OSError, ValueError) as error:
            raise self._fail(error) from error
        self._bytes_written = self._offset

    def _write_end(self) -> None:
        offset = self._offset
        payload = self._directory.take_payload(offset, last=True)
        self._append(DIRE, payload)
        self._flush()
        if not self._sink.can_patch:
            return
        end = Header(flags=CLOSED, directory_offset=offset, directory_length=RECORD_HEAD_SIZE + len(payload))
        try:
            self._sink.patch(PATCH_OFFSET, end.encode_patch())
        except (OSError, ValueError) as error:
            raise self._fail(error) from error

    def _check_usable(self) -> None:
        if self._closed:
            raise SessionError("the capture is closed: nothing can be written to it any more")
        if self._failure is not None:
            raise SessionError(f"the capture ended earlier: {self._failure}")

    def _fail(self, error: Exception) -> SessionError:
        why = (error.strerror if isinstance(error, OSError) else None) or str(error)
        kept = f"; the {self._frames_written} frames before it stay readable" if self._frames_written else ""
        self._failure = SessionError(f"cannot write {self._sink.name}: {why}{kept}")
        with contextlib.suppress(OSError, ValueError):  # a torn record at the end is what readers are made for
            self._sink.truncate(self._bytes_written)
        return self._failure
