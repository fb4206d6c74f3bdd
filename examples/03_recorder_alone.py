"""The recorder alone: no renderer, no frame graph, no file; one command context, one table.

python examples/03_recorder_alone.py
"""

import wgpu

from framescope.profile.frame_recorder import GPUFrameRecorder
from framescope.shade.adapter import open_graphics
from framescope.shade.pipelines.compute import ComputePipelineDescriptor

KERNEL = ComputePipelineDescriptor(
    "count up",
    """
    @group(0) @binding(0) var<storage, read_write> numbers: array<u32>;
    @compute @workgroup_size(64) fn count_up(@builtin(global_invocation_id) id: vec3u) {
        for (var i = 0u; i < 1000u; i++) { numbers[id.x] += i; }
    }
    """,
)

graphics = open_graphics()
numbers = graphics.create_buffer(label="numbers", size=4 * 4096, usage=wgpu.BufferUsage.STORAGE)
pipeline = graphics.compute_pipeline(KERNEL)
bindings = graphics.bind_group(pipeline.get_bind_group_layout(0), {0: numbers})

recorder = GPUFrameRecorder(graphics)
context = graphics.create_command_context("alone")
context.enable_profiling(recorder)
for groups in (1, 8, 64):
    with context.begin_compute_pass(label=f"{groups} workgroups") as gpu_pass:
        gpu_pass.set_pipeline(pipeline)
        gpu_pass.set_bind_group(0, bindings)
        gpu_pass.dispatch_workgroups(groups)
context.finish()  # submits
context.profiling_absorbed.wait()
print(recorder.close().table())
graphics.close()
