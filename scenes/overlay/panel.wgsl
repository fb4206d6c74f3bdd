// One panel of the overlay: the viewport is the panel, and what it shows is `shown(uv)` of the panel's own text.

struct PanelVertex {
    @builtin(position) position: vec4f,
    @location(0) uv: vec2f,
}

@vertex
fn panel_vertex(@builtin(vertex_index) index: u32) -> PanelVertex {
    let corner = vec2f(f32((index << 1u) & 2u), f32(index & 2u));   // one triangle that covers the viewport
    return PanelVertex(vec4f(corner * 2.0 - 1.0, 0.0, 1.0), vec2f(corner.x, 1.0 - corner.y));
}

@fragment
fn panel_fragment(in: PanelVertex) -> @location(0) vec4f {
    return vec4f(shown(in.uv), 1.0);
}

fn texel(size: vec2u, uv: vec2f) -> vec2u {
    return min(vec2u(uv * vec2f(size)), size - 1u);
}
