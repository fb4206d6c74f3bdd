// Reading the shadow atlas. The cascade is the first whose box holds the point, so a cascade that is some frames
// old is used for exactly what it covers.

fn cascade_position(cascade: u32, world: vec3f) -> vec3f {
    return (frame.cascade_from_world[cascade] * vec4f(world, 1.0)).xyz;
}

fn inside_cascade(position: vec3f) -> bool {
    return all(abs(position.xy) < vec2f(0.97)) && position.z > 0.0 && position.z < 1.0;
}

fn atlas_uv(cascade: u32, position: vec3f) -> vec2f {
    let tile = frame.cascade_tile[cascade];
    return position.xy * tile.xy + tile.zw;
}

// One comparison, for media and other rough uses. 1 where the sun is seen.
fn sun_seen_at(atlas: texture_depth_2d, compare: sampler_comparison, world: vec3f) -> f32 {
    for (var cascade = 0u; cascade < 4u; cascade++) {
        let position = cascade_position(cascade, world);
        if (inside_cascade(position)) {
            return textureSampleCompareLevel(atlas, compare, atlas_uv(cascade, position), position.z);
        }
    }
    return 1.0;
}

// Nine comparisons on a surface, moved off it along its normal by a texel so that it does not shadow itself.
fn sun_seen(atlas: texture_depth_2d, compare: sampler_comparison, world: vec3f, normal: vec3f) -> f32 {
    let slope = 1.0 - clamp(dot(normal, frame.sun.xyz), 0.0, 1.0);
    for (var cascade = 0u; cascade < 4u; cascade++) {
        let lift = frame.cascade_texel[cascade] * (0.6 + 1.6 * slope);
        let position = cascade_position(cascade, world + normal * lift);
        if (inside_cascade(position)) {
            let uv = atlas_uv(cascade, position);
            let texel = 1.0 / vec2f(textureDimensions(atlas));
            var seen = 0.0;
            for (var tap = 0u; tap < 9u; tap++) {
                let offset = (vec2f(f32(tap % 3u), f32(tap / 3u)) - 1.0) * texel;
                seen += textureSampleCompareLevel(atlas, compare, uv + offset, position.z);
            }
            return seen / 9.0;
        }
    }
    return 1.0;
}
