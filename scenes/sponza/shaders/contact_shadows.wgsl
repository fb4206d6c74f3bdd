// Short rays towards the sun through the depth buffer: the shadows that a shadow map's texel is too coarse for.

@group(0) @binding(1) var distances: texture_2d<f32>;
@group(0) @binding(2) var normals: texture_2d<f32>;
@group(0) @binding(3) var lit: texture_storage_2d<r32float, write>;

const STEPS = 10u;
const LENGTH = 0.30;       // metres
const THICKNESS = 0.12;    // metres that a surface is taken to be deep

fn is_lit(pixel: vec2u, distance: f32) -> f32 {
    let normal = textureLoad(normals, pixel, 0).xyz * 2.0 - 1.0;
    if (dot(normal, frame.sun.xyz) <= 0.0) {
        return 0.0;
    }
    let step = (frame.view_from_world * vec4f(frame.sun.xyz, 0.0)).xyz * (LENGTH / f32(STEPS));
    let lift = (frame.view_from_world * vec4f(normal, 0.0)).xyz * (0.005 + 0.002 * distance);
    let start = view_at(uv_of_pixel(pixel), distance) + lift;
    let offset = dither(pixel);
    for (var i = 0u; i < STEPS; i++) {
        let p = start + step * (f32(i) + offset);
        let clip = frame.clip_from_view * vec4f(p, 1.0);
        let uv = uv_of_ndc(clip.xy / clip.w);
        if (any(uv < vec2f(0.0)) || any(uv >= vec2f(1.0))) {
            return 1.0;
        }
        let behind = -p.z - textureLoad(distances, vec2u(uv * frame.size.xy), 0).r;
        if (behind > 0.01 + 0.002 * distance && behind < THICKNESS) {
            return f32(i) / f32(STEPS) * 0.5;
        }
    }
    return 1.0;
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    if (any(vec2f(id.xy) >= frame.size.xy)) {
        return;
    }
    let distance = textureLoad(distances, id.xy, 0).r;
    var answer = 1.0;
    if (distance < frame.depth.y * 0.99) {
        answer = is_lit(id.xy, distance);
    }
    textureStore(lit, id.xy, vec4f(answer));
}
