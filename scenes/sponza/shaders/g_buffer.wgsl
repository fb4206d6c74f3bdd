// What lighting needs of the nearest surface, and how far it moved on the picture since last frame.

struct GBuffer {
    @location(0) albedo: vec4f,    // a: emission
    @location(1) normal: vec4f,
    @location(2) surface: vec4f,   // occlusion, roughness, metallic, translucency
    @location(3) motion: vec2f,    // uv now minus uv last frame
}

fn motion_of(world: vec3f) -> vec2f {
    let now = frame.steady_clip_from_world * vec4f(world, 1.0);
    let before = frame.previous_clip_from_world * vec4f(world, 1.0);
    return uv_of_ndc(now.xy / now.w) - uv_of_ndc(before.xy / before.w);
}

fn texels_of(in: SceneFragment, base: vec4f) -> GBuffer {
    let material = materials[in.material];
    let texel = textureSampleBias(surface_map, tiling, in.uv, in.material, MIP_BIAS);
    let albedo = vec4f(base.rgb * material.colour.rgb, texel.a);
    let surface = vec4f(texel.r, texel.g * material.roughness, texel.b * material.metallic, material.translucency);
    return GBuffer(albedo, vec4f(mapped_normal(in) * 0.5 + 0.5, 1.0), surface, motion_of(in.world));
}

@fragment
fn opaque(in: SceneFragment) -> GBuffer {
    return texels_of(in, textureSampleBias(base_colour, tiling, in.uv, in.material, MIP_BIAS));
}

@fragment
fn cut_out(in: SceneFragment) -> GBuffer {
    let base = textureSampleBias(base_colour, tiling, in.uv, in.material, MIP_BIAS);
    let texels = texels_of(in, base);
    if (base.a < 0.5) {
        discard;
    }
    return texels;
}
