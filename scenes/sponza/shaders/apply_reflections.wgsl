// Adds the traced reflections, spread over a few pixels where the surface is less smooth.

@group(0) @binding(1) var distances: texture_2d<f32>;
@group(0) @binding(2) var albedos: texture_2d<f32>;
@group(0) @binding(3) var normals: texture_2d<f32>;
@group(0) @binding(4) var surfaces: texture_2d<f32>;
@group(0) @binding(5) var traced: texture_2d<f32>;

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> FullscreenVertex {
    return fullscreen_vertex(index, 0.0);
}

fn spread(pixel: vec2i, distance: f32, roughness: f32) -> vec4f {
    let last = vec2i(frame.size.xy) - 1;
    let reach = 1.0 + roughness * frame.size.y / 90.0;
    var sum = vec4f(0.0);
    var weights = 0.0;
    for (var i = 0; i < 9; i++) {
        let offset = vec2i(round(vec2f(f32(i % 3 - 1), f32(i / 3 - 1)) * reach));
        let at = clamp(pixel + offset, vec2i(0), last);
        let apart = abs(textureLoad(distances, at, 0).r - distance) / distance;
        let weight = max(1.0 - apart * 15.0, 0.0) * select(0.6, 1.0, i == 4);
        sum += textureLoad(traced, at, 0) * weight;
        weights += weight;
    }
    return sum / max(weights, 0.001);
}

@fragment
fn fragment(in: FullscreenVertex) -> @location(0) vec4f {
    let pixel = vec2i(in.position.xy);
    let texel = textureLoad(surfaces, pixel, 0);
    let distance = textureLoad(distances, pixel, 0).r;
    if (texel.g >= 0.55 || distance >= frame.depth.y * 0.99) {
        discard;
    }
    let normal = (frame.view_from_world * vec4f(textureLoad(normals, pixel, 0).xyz * 2.0 - 1.0, 0.0)).xyz;
    let facing = max(dot(normalize(normal), -normalize(view_at(in.uv, distance))), 0.0);
    let specular = mix(vec3f(0.04), textureLoad(albedos, pixel, 0).rgb, texel.b);
    let light = spread(pixel, distance, texel.g);
    return vec4f(light.rgb * fresnel(specular, facing) * (1.0 - 0.5 * texel.g), 0.0);
}
