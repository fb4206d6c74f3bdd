// Depth of the scene, from the camera or from the sun. Cut-outs look at their texture's alpha.

struct DepthView {
    clip_from_world: mat4x4f,
}

@group(0) @binding(0) var<uniform> view: DepthView;
@group(0) @binding(1) var base_colour: texture_2d_array<f32>;
@group(0) @binding(2) var tiling: sampler;

struct CutOutVertex {
    @builtin(position) @invariant position: vec4f,
    @location(0) uv: vec2f,
    @location(1) @interpolate(flat) material: u32,
}

@vertex
fn opaque(@location(0) position: vec3f) -> @builtin(position) @invariant vec4f {
    return view.clip_from_world * vec4f(position, 1.0);
}

@vertex
fn cut_out(@location(0) position: vec3f, @location(3) uv: vec2f, @location(4) material: u32) -> CutOutVertex {
    return CutOutVertex(view.clip_from_world * vec4f(position, 1.0), uv, material);
}

@fragment
fn keep_opaque_texels(in: CutOutVertex) {
    if (textureSample(base_colour, tiling, in.uv, in.material).a < 0.5) {
        discard;
    }
}

// Clears the viewport alone: an atlas keeps its other tiles, so a load operation cannot do it.
@vertex
fn clear_tile(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    let corner = vec2f(f32((index << 1u) & 2u), f32(index & 2u));
    return vec4f(corner * 2.0 - 1.0, 1.0, 1.0);
}
