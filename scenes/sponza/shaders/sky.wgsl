// The sky where nothing else is, and the sun's disc.

@group(0) @binding(1) var sky: texture_2d<f32>;
@group(0) @binding(2) var smooth_wrap: sampler;

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> FullscreenVertex {
    return fullscreen_vertex(index, 1.0);
}

@fragment
fn fragment(in: FullscreenVertex) -> @location(0) vec4f {
    let direction = normalize(world_at(in.uv, 1.0) - frame.eye.xyz);
    let disc = smoothstep(0.99985, 0.99996, dot(direction, frame.sun.xyz));
    let radiance = textureSampleLevel(sky, smooth_wrap, sky_uv(direction), 0.0).rgb;
    return vec4f(radiance + disc * frame.sun_radiance.rgb * 12.0, 1.0);
}
