// One triangle that covers the viewport.

struct FullscreenVertex {
    @builtin(position) position: vec4f,
    @location(0) uv: vec2f,
}

fn fullscreen_vertex(index: u32, depth: f32) -> FullscreenVertex {
    let corner = vec2f(f32((index << 1u) & 2u), f32(index & 2u));
    return FullscreenVertex(vec4f(corner * 2.0 - 1.0, depth, 1.0), vec2f(corner.x, 1.0 - corner.y));
}
