// What every pass may know of the frame. Matrices are named target_from_source; NDC depth runs 0 (near) to 1 (far).

struct Frame {
    clip_from_world: mat4x4f,           // with this frame's jitter
    world_from_clip: mat4x4f,           // its inverse
    steady_clip_from_world: mat4x4f,    // without jitter
    previous_clip_from_world: mat4x4f,  // last frame's, without jitter
    view_from_world: mat4x4f,
    clip_from_view: mat4x4f,            // with this frame's jitter
    world_from_bounce: mat4x4f,         // from the NDC of the last cascade
    cascade_from_world: array<mat4x4f, 4>,
    cascade_tile: array<vec4f, 4>,      // atlas uv = ndc.xy * tile.xy + tile.zw
    cascade_texel: vec4f,               // world size of one shadow texel, metres
    eye: vec4f,                         // world position, w: seconds
    sun: vec4f,                         // unit vector towards the sun
    sun_radiance: vec4f,
    size: vec4f,                        // width, height, 1 / width, 1 / height
    depth: vec4f,                       // near, far, and the projection's two terms of depth
    interior_low: vec4f,                // the box that the bounce probes fill
    interior_high: vec4f,
    opening: vec4f,                     // roof opening: x low, x high, z low, z high
    storey: vec4f,                      // y of the opening, height of a storey, half width of the nave, half length
    numbers: vec4u,                     // frame number, lights, draws, 1 when the history is worth reading
}

@group(0) @binding(0) var<uniform> frame: Frame;

const PI = 3.14159265;

fn ndc_of_uv(uv: vec2f) -> vec2f {
    return vec2f(uv.x * 2.0 - 1.0, 1.0 - uv.y * 2.0);
}

fn uv_of_ndc(ndc: vec2f) -> vec2f {
    return vec2f(ndc.x * 0.5 + 0.5, 0.5 - ndc.y * 0.5);
}

fn uv_of_pixel(pixel: vec2u) -> vec2f {
    return (vec2f(pixel) + 0.5) * frame.size.zw;
}

fn world_at(uv: vec2f, depth: f32) -> vec3f {
    let p = frame.world_from_clip * vec4f(ndc_of_uv(uv), depth, 1.0);
    return p.xyz / p.w;
}

// Distance along the view axis, metres, from a value of the depth buffer.
fn view_distance(depth: f32) -> f32 {
    return frame.depth.w / (depth + frame.depth.z);
}

// Position in view space (camera looks down -z) from a pixel's distance along the view axis.
fn view_at(uv: vec2f, distance: f32) -> vec3f {
    let ndc = ndc_of_uv(uv);
    let p = frame.clip_from_view;
    return vec3f((ndc.x + p[2].x) / p[0].x, (ndc.y + p[2].y) / p[1].y, -1.0) * distance;
}

// Interleaved gradient noise (Jimenez 2014), moved on every frame so that accumulation averages it out.
fn dither(pixel: vec2u) -> f32 {
    let p = vec2f(pixel) + 5.588238 * f32(frame.numbers.x % 64u);
    return fract(52.9829189 * fract(dot(p, vec2f(0.06711056, 0.00583715))));
}

fn luminance(colour: vec3f) -> f32 {
    return dot(colour, vec3f(0.2126, 0.7152, 0.0722));
}
