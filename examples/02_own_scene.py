"""A scene of one's own, two passes: a compute pass paints a transient texture, a render pass shows it.

python examples/02_own_scene.py [own.sgpt]
"""

import sys

import wgpu

from framescope.profile.session import GPUProfileSession
from framescope.shade.adapter import open_graphics
from framescope.shade.descriptors import TextureDescriptor
from framescope.shade.pipelines.compute import ComputePipelineDescriptor
from framescope.shade.pipelines.render import RenderPipelineDescriptor
from framescope.shade.renderer import Renderer

PAINT = """
@group(0) @binding(0) var canvas: texture_storage_2d<rgba8unorm, write>;
@compute @workgroup_size(8, 8) fn paint(@builtin(global_invocation_id) id: vec3u) {
    textureStore(canvas, id.xy, vec4f(vec2f(id.xy) / vec2f(textureDimensions(canvas)), 0.5, 1.0));
}"""
SHOW = """
@group(0) @binding(0) var canvas: texture_2d<f32>;
@vertex fn corner(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f {
    return vec4f(f32((i << 1u) & 2u) * 2.0 - 1.0, f32(i & 2u) * 2.0 - 1.0, 0.0, 1.0);
}
@fragment fn show(@builtin(position) at: vec4f) -> @location(0) vec4f { return textureLoad(canvas, vec2u(at.xy), 0); }
"""

graphics = open_graphics()
usage = wgpu.TextureUsage.RENDER_ATTACHMENT | wgpu.TextureUsage.COPY_SRC
window = graphics.create_texture(label="window", size=(256, 256), format="rgba8unorm", usage=usage)
paint = graphics.compute_pipeline(ComputePipelineDescriptor("paint", PAINT))
show = graphics.render_pipeline(
    RenderPipelineDescriptor(
        "show", SHOW, vertex_entry="corner", fragment_entry="show", targets=[{"format": "rgba8unorm"}]
    )
)
paint_layout, show_layout = paint.get_bind_group_layout(0), show.get_bind_group_layout(0)


def record(graph, frame_index):
    """One frame: declare what each pass reads and writes; the callbacks encode it."""

    def encode_paint(resources, context):
        with context.begin_compute_pass(label="paint") as gpu_pass:
            gpu_pass.set_pipeline(paint)
            gpu_pass.set_bind_group(0, graphics.bind_group(paint_layout, {0: resources.view(canvas)}))
            gpu_pass.dispatch_workgroups(32, 32)

    def encode_show(resources, context):
        target_view = {"view": resources.view(target), "load_op": "clear", "store_op": "store"}
        with context.begin_render_pass(label="show", color_attachments=[target_view]) as gpu_pass:
            gpu_pass.set_pipeline(show)
            gpu_pass.set_bind_group(0, graphics.bind_group(show_layout, {0: resources.view(canvas)}))
            gpu_pass.draw(3)

    target = graph.import_texture("window", window, initial="undefined")
    painting = graph.add("paint", kind="compute", execute=encode_paint)
    canvas = painting.create_texture("canvas", TextureDescriptor((256, 256), "rgba8unorm"))
    canvas = painting.write(canvas, "texture-storage-write", contents="overwrite")
    showing = graph.add("show", kind="render", execute=encode_show)
    showing.read(canvas, "texture-sampled")
    target = showing.attach(target, load_op="clear")


renderer = Renderer(graphics)
renderer.render(record)  # not recorded: no session yet
with GPUProfileSession(sys.argv[1] if len(sys.argv) > 1 else "own.sgpt", frame_limit=30) as session:
    renderer.profile_session = session  # may be set, or set to None, between any two frames
    while session.recording:
        renderer.render(record)
for span in session.stop().frame(29).spans:
    print(span.path, span.kind, span.duration_ns, "ns")
graphics.close()
