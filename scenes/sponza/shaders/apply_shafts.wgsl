// Lays the half-resolution air over the picture, each pixel choosing among the four texels those of its own depth.

@group(0) @binding(1) var distances: texture_2d<f32>;
@group(0) @binding(2) var scattered: texture_2d<f32>;

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> FullscreenVertex {
    return fullscreen_vertex(index, 0.0);
}

@fragment
fn fragment(in: FullscreenVertex) -> @location(0) vec4f {
    let size = vec2f(textureDimensions(scattered));
    let scale = frame.size.xy / size;
    let distance = textureLoad(distances, vec2u(in.position.xy), 0).r;
    let at = in.uv * size - 0.5;
    let base = floor(at);
    let share = at - base;
    var sum = vec4f(0.0);
    var weights = 0.0;
    for (var corner = 0u; corner < 4u; corner++) {
        let step = vec2f(f32(corner & 1u), f32(corner >> 1u));
        let texel = clamp(base + step, vec2f(0.0), size - 1.0);
        let there = textureLoad(distances, vec2u((texel + 0.5) * scale), 0).r;
        let bilinear = mix(1.0 - share.x, share.x, step.x) * mix(1.0 - share.y, share.y, step.y);
        let weight = (bilinear + 0.01) / (0.02 + abs(there - distance) / distance);
        sum += textureLoad(scattered, vec2u(texel), 0) * weight;
        weights += weight;
    }
    return sum / weights;
}
