"""Planning and the void device need neither wgpu nor numpy."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import sys
from framescope.shade.descriptors import BufferDescriptor
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.void import VoidCommandContext

graph = FrameGraph()
builder = graph.add("A", kind="compute", execute=lambda resources, context: None, side_effect=True)
builder.write(builder.create_buffer("x", BufferDescriptor(16)), "buffer-storage-write", contents="overwrite")
compiled = graph.compile()
compiled.model()
compiled.execute(VoidCommandContext())
print(sorted({"wgpu", "numpy", "rendercanvas", "framescope.profile"} & set(sys.modules)))
"""


def test_a_frame_runs_with_no_gpu_library_imported() -> None:
    """Recording, planning, the model and void execution import nothing that talks to a device."""
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"
