// The motion of the nearest of nine neighbours, so that an edge moves with what is in front (Karis 2014). The sky,
// which writes no motion, gets that of a point far away.

@group(0) @binding(1) var distances: texture_2d<f32>;
@group(0) @binding(2) var motion: texture_2d<f32>;
@group(0) @binding(3) var dilated: texture_storage_2d<rg32float, write>;

fn sky_motion(uv: vec2f) -> vec2f {
    let direction = world_at(uv, 1.0) - frame.eye.xyz;
    let now = frame.steady_clip_from_world * vec4f(frame.eye.xyz + direction * 100.0, 1.0);
    let before = frame.previous_clip_from_world * vec4f(frame.eye.xyz + direction * 100.0, 1.0);
    return uv_of_ndc(now.xy / now.w) - uv_of_ndc(before.xy / before.w);
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    if (any(vec2f(id.xy) >= frame.size.xy)) {
        return;
    }
    let last = vec2i(frame.size.xy) - 1;
    var nearest = 1e30;
    var chosen = vec2i(id.xy);
    for (var i = 0; i < 9; i++) {
        let at = clamp(vec2i(id.xy) + vec2i(i % 3 - 1, i / 3 - 1), vec2i(0), last);
        let distance = textureLoad(distances, at, 0).r;
        if (distance < nearest) {
            nearest = distance;
            chosen = at;
        }
    }
    var moved = textureLoad(motion, chosen, 0).xy;
    if (nearest >= frame.depth.y * 0.99) {
        moved = sky_motion(uv_of_pixel(id.xy));
    }
    textureStore(dilated, id.xy, vec4f(moved, 0.0, 0.0));
}
