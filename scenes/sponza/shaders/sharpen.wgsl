// A small sharpening that never leaves the range of the pixel's neighbours, and the way to the target's encoding.

@group(0) @binding(1) var display: texture_2d<f32>;

override LINEAR_TARGET: bool = false;   // the target's format encodes sRGB itself
const AMOUNT = 0.8;

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> FullscreenVertex {
    return fullscreen_vertex(index, 0.0);
}

fn srgb_decoded(encoded: vec3f) -> vec3f {
    let high = pow((encoded + 0.055) / 1.055, vec3f(2.4));
    return select(high, encoded / 12.92, encoded <= vec3f(0.04045));
}

@fragment
fn fragment(in: FullscreenVertex) -> @location(0) vec4f {
    let last = vec2i(frame.size.xy) - 1;
    let pixel = vec2i(in.position.xy);
    let here = textureLoad(display, pixel, 0).rgb;
    var low = here;
    var high = here;
    var around = vec3f(0.0);
    for (var i = 0; i < 4; i++) {
        let offset = select(vec2i(0, i * 2 - 5), vec2i(i * 2 - 1, 0), i < 2);
        let neighbour = textureLoad(display, clamp(pixel + offset, vec2i(0), last), 0).rgb;
        low = min(low, neighbour);
        high = max(high, neighbour);
        around += neighbour * 0.25;
    }
    let crisp = clamp(here + (here - around) * AMOUNT, low, high);
    return vec4f(select(crisp, srgb_decoded(crisp), LINEAR_TARGET), 1.0);
}
