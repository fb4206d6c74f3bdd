"""Each submit that would end the process is an error of ours; every case runs in a child process."""

from __future__ import annotations

import subprocess
import sys
import textwrap

import pytest

PRELUDE = """
import wgpu
from framescope.shade.adapter import open_graphics
from framescope.shade.errors import SubmitError
g = open_graphics()
U = wgpu.BufferUsage
def buffer(g, usage=0, **more):
    return g.create_buffer(label="mine", size=16, usage=usage | U.COPY_DST | U.COPY_SRC, **more)
def texture():
    usage = wgpu.TextureUsage.RENDER_ATTACHMENT
    return g.create_texture(label="picture", size=(4, 4, 1), format="rgba8unorm", usage=usage)
def refused(call, *words):
    try:
        call()
    except SubmitError as error:
        missing = [word for word in words if word not in str(error)]
        print("refused" if not missing else f"refused without {missing}: {error}")
    else:
        print("accepted")
"""
CASES = {
    "the same command buffer twice": """
        c = g.create_command_context("twice"); c.finish()
        refused(c.finish, "twice", "submitted")
        refused(lambda: g.submit(c), "twice")
    """,
    "a buffer mapped through wgpu-py": """
        b = buffer(g, 0); m = g.create_buffer(label="mine", size=16, usage=U.COPY_DST | U.MAP_READ)
        c = g.create_command_context("mapped"); c.copy_buffer_to_buffer(b, 0, m, 0, 16)
        m.map_sync("READ")
        refused(c.finish, "mapped", "'mine'", "unmap")
    """,
    "a buffer mapped by our readback": """
        b = buffer(g, 0); m = g.create_buffer(label="mine", size=16, usage=U.COPY_DST | U.MAP_READ)
        c = g.create_command_context("mapped"); c.copy_buffer_to_buffer(b, 0, m, 0, 16)
        g.map_read(m, 16)
        refused(c.finish, "mapped", "'mine'")
    """,
    "a buffer mapped at creation": """
        b = buffer(g, mapped_at_creation=True)
        c = g.create_command_context("mapped"); c.clear_buffer(b)
        refused(c.finish, "'mine'")
    """,
    "a destroyed buffer": """
        b = buffer(g); c = g.create_command_context("gone"); c.clear_buffer(b); b.destroy()
        refused(c.finish, "gone", "buffer 'mine'", "destroyed", "retire")
    """,
    "a destroyed buffer in a bind group": """
        from framescope.shade.pipelines.compute import ComputePipelineDescriptor
        p = ComputePipelineDescriptor("k", "@group(0) @binding(0) var<storage,read_write> x: array<u32>;"
                                      "@compute @workgroup_size(1) fn main() { x[0] = 1u; }")
        b = buffer(g, U.STORAGE); layout = g.compute_pipeline(p).get_bind_group_layout(0)
        c = g.create_command_context("gone")
        with c.construct_compute_pass(p, {0: g.bind_group(layout, {0: b})}) as e: e.dispatch_workgroups(1)
        b.destroy()
        refused(c.finish, "gone", "buffer 'mine'")
    """,
    "a destroyed texture": """
        t = texture(); c = g.create_command_context("gone")
        color = {"view": t.create_view(), "load_op": "clear", "store_op": "store"}
        c.begin_render_pass(color_attachments=[color]).end()
        t.destroy()
        refused(c.finish, "gone", "texture 'picture'")
    """,
    "a lost device": """
        c = g.create_command_context("late"); c.begin_compute_pass().end(); g.device.destroy()
        refused(c.finish, "late", "lost")
        refused(lambda: g.create_command_context(), "lost")
    """,
    "commands of another device": """
        h = open_graphics(); c = h.create_command_context("theirs"); c.begin_compute_pass().end()
        refused(lambda: g.submit(c), "theirs", "another device")
    """,
    "a pass left open": """
        c = g.create_command_context("open"); e = c.begin_compute_pass(label="p")
        refused(c.finish, "open", "'p'")
    """,
}


@pytest.mark.parametrize("case", CASES)
def test_a_submit_that_would_end_the_process_is_refused(case: str) -> None:
    """The wrapper raises SubmitError, naming context and resource, and the process lives on."""
    source = PRELUDE + textwrap.dedent(CASES[case]) + "\nprint('alive')\n"
    child = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, timeout=60, check=False)
    expected = [*["refused"] * CASES[case].count("refused("), "alive"]
    assert child.stdout.split("\n")[:-1] == expected, child.stderr[-2000:]
    assert child.returncode == 0
