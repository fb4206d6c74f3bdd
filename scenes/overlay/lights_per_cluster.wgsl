// How many lights reach the surface at each place of the picture. After frame.wgsl and clusters.wgsl.

@group(0) @binding(1) var<storage, read> ranges: array<LightRange>;
@group(0) @binding(2) var distances: texture_2d<f32>;

fn heat(value: f32) -> vec3f {
    return clamp(vec3f(value * 2.0 - 0.6, 1.0 - abs(value * 2.0 - 1.0), 1.0 - value * 2.0), vec3f(0.0), vec3f(1.0));
}

fn shown(uv: vec2f) -> vec3f {
    let distance = textureLoad(distances, texel(textureDimensions(distances), uv), 0).r;
    return heat(f32(ranges[cluster_of(uv, distance)].count) / 6.0);
}
