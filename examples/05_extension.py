"""A vignette on a sample scene that knows nothing of it: a compute pass added at a named point of the frame.

python examples/05_extension.py [frames]
"""

import sys

from framescope.harness.offscreen import OffscreenTarget
from framescope.profile.analysis.stats import frame_stats
from framescope.profile.analysis.table import render_table
from framescope.profile.session import GPUProfileSession
from framescope.scenes.records import SCENE_COLOR
from framescope.scenes.registry import load_scene
from framescope.shade.adapter import open_graphics
from framescope.shade.descriptors import TextureDescriptor
from framescope.shade.pipelines.compute import ComputePipelineDescriptor
from framescope.shade.renderer import Renderer

DARKEN = """
@group(0) @binding(0) var lit: texture_2d<f32>;
@group(0) @binding(1) var result: texture_storage_2d<rgba16float, write>;
@compute @workgroup_size(8, 8) fn darken(@builtin(global_invocation_id) id: vec3u) {
    let place = (vec2f(id.xy) + 0.5) / vec2f(textureDimensions(lit)) * 2.0 - 1.0;
    textureStore(result, id.xy, textureLoad(lit, id.xy, 0) * (1.0 - 0.4 * dot(place, place)));
}"""
darken = ComputePipelineDescriptor("darken", DARKEN)


def vignette(frame):
    """Called once a frame, while it is recorded, when the scene has lit everything."""

    def encode(resources, context):
        graphics = context.graphics
        layout = graphics.compute_pipeline(darken).get_bind_group_layout(0)
        group = graphics.bind_group(layout, {0: resources.view(lit), 1: resources.view(result)})
        with context.construct_compute_pass(darken, {0: group}) as gpu_pass:
            gpu_pass.dispatch_workgroups(-(-width // 8), -(-height // 8))

    width, height = frame.size  # the context is closed when the callback runs
    color = frame.record(SCENE_COLOR)
    lit = color.read()
    node = frame.graph.add("darken", kind="compute", execute=encode)
    node.read(lit, "texture-sampled")
    result = node.create_texture("darkened", TextureDescriptor((width, height), "rgba16float"))
    result = node.write(result, "texture-storage-write", contents="overwrite")
    color.publish(result)  # the scene's tone mapping reads this one


frames = int(sys.argv[1]) if len(sys.argv) > 1 else 60
graphics = open_graphics()
cubes = load_scene("shadow-cubes")
size = cubes.default_size(graphics.is_software)
target = OffscreenTarget(graphics, size)
scene = cubes(graphics, size, target.texture_format)
scene.extensions.add("after-lighting", vignette)

with GPUProfileSession(frame_limit=frames) as session:
    target.run(Renderer(graphics, session), scene, frames, lambda rendered: True, keep_image=False)
print(render_table(frame_stats(session.stop())))
scene.close()
graphics.close()
