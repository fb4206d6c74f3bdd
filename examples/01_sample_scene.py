"""A sample scene under capture: sixty frames of the shadow cubes, offscreen, and where their time went.

python examples/01_sample_scene.py [cubes.sgpt]
"""

import sys

from framescope.harness.offscreen import OffscreenTarget
from framescope.profile.analysis.stats import frame_stats
from framescope.profile.analysis.table import render_table
from framescope.profile.session import GPUProfileSession
from framescope.scenes.shadow_cubes.scene import ShadowCubesScene
from framescope.shade.adapter import open_graphics
from framescope.shade.renderer import Renderer

path = sys.argv[1] if len(sys.argv) > 1 else "cubes.sgpt"
graphics = open_graphics()
size = ShadowCubesScene.default_size(graphics.is_software)
target = OffscreenTarget(graphics, size)
scene = ShadowCubesScene(graphics, size, target.texture_format, cubes=60)

with GPUProfileSession(path, note="sixty cubes") as session:
    renderer = Renderer(graphics, profile_session=session)
    target.run(renderer, scene, 60, lambda rendered: True, keep_image=False)

with session.stop() as capture:  # stopped already: this is how to get at the capture
    print(render_table(frame_stats(capture)))
graphics.close()
