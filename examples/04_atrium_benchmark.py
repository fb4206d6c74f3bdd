"""The atrium as a benchmark: warm up, record, print the table and the two figures of a frame's GPU time.

python examples/04_atrium_benchmark.py [frames]
"""

import sys

from framescope.harness.offscreen import OffscreenTarget
from framescope.profile.analysis.stats import frame_stats
from framescope.profile.analysis.table import render_table
from framescope.profile.levels import GPUProfileLevel
from framescope.profile.session import GPUProfileSession
from framescope.scenes.registry import load_scene
from framescope.shade.adapter import open_graphics
from framescope.shade.renderer import Renderer

frames = int(sys.argv[1]) if len(sys.argv) > 1 else 120
atrium = load_scene("sponza")
graphics = open_graphics(power_preference="high-performance")
size = atrium.default_size(graphics.is_software)
target = OffscreenTarget(graphics, size)
scene = atrium(graphics, size, target.texture_format)
renderer = Renderer(graphics)

target.run(renderer, scene, 8, lambda rendered: True, keep_image=False)  # pipelines, pools and histories fill
with GPUProfileSession(None, level=GPUProfileLevel.WORKLOAD, frame_limit=frames) as session:
    renderer.profile_session = session
    target.run(renderer, scene, frames, lambda rendered: True, keep_image=False)

print(f"{graphics.adapter_info['device']}, {size[0]}x{size[1]}, {frames} frames")
print(render_table(frame_stats(session.stop())))
scene.close()
graphics.close()
