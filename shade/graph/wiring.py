"""A traceback that leads through the line which wired a pass up.

A callback runs long after ``graph.add`` returned, so its exception's traceback shows who ran it and not who added it.
The line of adding is put in as a frame of its own: an empty function with the caller's file, name and position,
which is all that a place of declaration keeps.
"""

from __future__ import annotations

import ast
import sys
from types import CodeType, FrameType, TracebackType

from framescope.shade.graph.places import Place, spell

__all__ = ["wired"]


def wired(trace: TracebackType | None, place: Place) -> TracebackType:
    """``trace`` with the line of ``place`` in the place of its outermost frame, which is the one that asks for it."""
    _, code, offset = place
    line, end, column, end_column = list(code.co_positions())[offset // 2]
    if line is None or end is None or column is None or end_column is None:  # python -X no_debug_ranges
        line = end = int(spell(place).rpartition(":")[2])
        column = end_column = 0
    # The stand-in is held by no variable here: its chain of callers leads to us, and that would be a cycle.
    return _leading(_stand_in(code, line, end, column, end_column), None if trace is None else trace.tb_next)


def _leading(frame: FrameType, trace: TracebackType | None) -> TracebackType:
    return TracebackType(trace, frame, frame.f_lasti, frame.f_lineno)


def _stand_in(code: CodeType, line: int, end_line: int, column: int, end_column: int) -> FrameType:
    tree = ast.parse("frame = here()")
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt | ast.expr):
            node.lineno, node.end_lineno = line, end_line
            node.col_offset, node.end_col_offset = column, end_column
    names = {"here": lambda: sys._getframe(1)}
    exec(compile(tree, code.co_filename, "exec").replace(co_name=code.co_name), names)
    return names.pop("frame")  # type: ignore[return-value]  # and no cycle is left through the frame's globals
