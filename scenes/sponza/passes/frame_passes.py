"""The frame's passes in order: read this list to know what a frame of the atrium is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from framescope.scenes.points import (
    AFTER_GBUFFER,
    AFTER_LIGHTING,
    AFTER_TRANSPARENCY,
    BEFORE_PRESENT,
    BEFORE_TONE_MAPPING,
)
from framescope.scenes.sponza.frame_records import reach
from framescope.scenes.sponza.passes.ambient_occlusion import AmbientOcclusion
from framescope.scenes.sponza.passes.bloom import Bloom
from framescope.scenes.sponza.passes.bounce import Bounce
from framescope.scenes.sponza.passes.contact_shadows import ContactShadows
from framescope.scenes.sponza.passes.culling import Culling
from framescope.scenes.sponza.passes.curtains import Curtains
from framescope.scenes.sponza.passes.depth_drawing import material_sampler
from framescope.scenes.sponza.passes.depth_prepass import DepthPrepass
from framescope.scenes.sponza.passes.exposure import AutoExposure
from framescope.scenes.sponza.passes.g_buffer import GBuffer
from framescope.scenes.sponza.passes.hierarchical_z import HierarchicalZ
from framescope.scenes.sponza.passes.light_animation import LightAnimation
from framescope.scenes.sponza.passes.light_clusters import LightClusters
from framescope.scenes.sponza.passes.light_shafts import LightShafts
from framescope.scenes.sponza.passes.lighting import Lighting
from framescope.scenes.sponza.passes.reflections import Reflections
from framescope.scenes.sponza.passes.shadow_cascades import ShadowCascades
from framescope.scenes.sponza.passes.sky import Sky, SkyLight
from framescope.scenes.sponza.passes.temporal import TemporalAntiAliasing
from framescope.scenes.sponza.passes.tone_mapping import ToneMapping

if TYPE_CHECKING:
    from framescope.scenes.sponza.frame import Frame
    from framescope.scenes.sponza.settings import Sizes
    from framescope.scenes.sponza.static_scene import StaticScene
    from framescope.shade.graphics import GraphicsContext

__all__ = ["FramePasses"]


class FramePasses:
    """Every pass of the atrium, its pipelines made once.

    Args:
        graphics: The device.
        static: The scene; its draws and lamps are counted here.
        sizes: Shadow tile and anisotropy.
        target_format: Of the picture's target.
    """

    def __init__(self, graphics: GraphicsContext, static: StaticScene, sizes: Sizes, target_format: str) -> None:
        classes, sampler = static.classes, material_sampler(graphics, sizes.anisotropy)
        self.light_animation = LightAnimation(graphics, len(static.lights.point))
        self.sky_light = SkyLight(graphics)
        self.culling = Culling(graphics, len(static.atrium.draws))
        self.shadow_cascades = ShadowCascades(graphics, classes, sampler, sizes.shadow_tile)
        self.bounce = Bounce(graphics)
        self.depth_prepass = DepthPrepass(graphics, classes, sampler)
        self.hierarchical_z = HierarchicalZ(graphics)
        self.g_buffer = GBuffer(graphics, classes, sampler)
        self.ambient_occlusion = AmbientOcclusion(graphics)
        self.contact_shadows = ContactShadows(graphics)
        self.light_clusters = LightClusters(graphics)
        self.lighting = Lighting(graphics)
        self.sky = Sky(graphics)
        self.reflections = Reflections(graphics)
        self.curtains = Curtains(graphics, classes, sampler)
        self.light_shafts = LightShafts(graphics)
        self.temporal = TemporalAntiAliasing(graphics)
        self.bloom = Bloom(graphics)
        self.exposure = AutoExposure(graphics)
        self.tone_mapping = ToneMapping(graphics, target_format)

    def add(self, frame: Frame) -> None:
        """Add the passes of a frame to its graph."""
        self._add_light_sources(frame)
        self._add_surfaces(frame)
        self._add_radiance(frame)
        self._add_picture(frame)

    def _add_light_sources(self, frame: Frame) -> None:
        self.light_animation.add(frame)
        self.sky_light.add(frame)
        self.culling.add_views(frame)
        self.shadow_cascades.add(frame)
        self.bounce.add(frame)

    def _add_surfaces(self, frame: Frame) -> None:
        with frame.graph.scope("visibility"):
            self.depth_prepass.add_early(frame)
            self.hierarchical_z.add(frame)
            self.culling.add_late(frame)
            self.depth_prepass.add_late(frame)
        self.g_buffer.add(frame)
        reach(frame, AFTER_GBUFFER)
        self.ambient_occlusion.add(frame)
        self.contact_shadows.add(frame)

    def _add_radiance(self, frame: Frame) -> None:
        self.light_clusters.add(frame)
        self.lighting.add(frame)
        self.sky.add(frame)
        reach(frame, AFTER_LIGHTING)
        self.reflections.add(frame)
        self.curtains.add(frame)
        self.light_shafts.add(frame)
        reach(frame, AFTER_TRANSPARENCY)

    def _add_picture(self, frame: Frame) -> None:
        if frame.settings.taa:
            self.temporal.add(frame)
        reach(frame, BEFORE_TONE_MAPPING)
        self.bloom.add_down(frame)
        self.exposure.add(frame)
        self.bloom.add_up(frame)
        self.tone_mapping.add(frame)
        reach(frame, BEFORE_PRESENT)
