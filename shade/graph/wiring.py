"""A traceback that leads through the line which wired a pass up.

A callback runs long after ``graph.add`` returned, so its exception's traceback shows who ran it and not who added it.
The line of adding is put in as a frame of its own: an empty function with the caller's file, name and position,
which is all that a place of declaration keeps.
"""

from __future__ import annotations

import ast
import sys
from types import CodeType, FrameType, TracebackType

from framescope.shade.graph.places import Place

__all__ = ["wired"]


def wired(trace: TracebackType | None, place: Place) -> TracebackType:
    """``trace`` with the line of ``place`` around it."""
    _, code, offset = place
    line, end_line, column, end_column = list(code.co_positions())[offset // 2]
    start = code.co_firstlineno if line is None else line
    frame = _stand_in(code, start, start if end_line is None else end_line, column, end_column)
    return TracebackType(trace, frame, frame.f_lasti, start)


def _stand_in(code: CodeType, line: int, end_line: int, column: int | None, end_column: int | None) -> FrameType:
    tree = ast.parse("frame = here()")
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt | ast.expr):
            node.lineno, node.end_lineno = line, end_line
            node.col_offset, node.end_col_offset = (
                (0, 0) if column is None or end_column is None else (column, end_column)
            )
    names = {"here": lambda: sys._getframe(1)}
    exec(compile(tree, code.co_filename, "exec").replace(co_name=code.co_name), names)
    return names.pop("frame")  # type: ignore[return-value]  # and no cycle is left through the frame's globals
