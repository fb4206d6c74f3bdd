// A pyramid of the farthest distance under each texel. Level 0 has half the frame's size; a level of odd size is
// covered whole, so a box tested against one texel is never called hidden by mistake.

@group(0) @binding(1) var scene_depth: texture_depth_2d;
@group(0) @binding(2) var finer: texture_2d<f32>;
@group(0) @binding(3) var level: texture_storage_2d<r32float, write>;

struct Span {
    first: vec2u,
    last: vec2u,
}

fn covered(texel: vec2u, size: vec2u, source: vec2u) -> Span {
    let first = texel * source / size;
    let last = ((texel + 1u) * source + size - 1u) / size - 1u;
    return Span(first, min(last, source - 1u));
}

@compute @workgroup_size(8, 8)
fn from_depth(@builtin(global_invocation_id) id: vec3u) {
    let size = textureDimensions(level);
    if (any(id.xy >= size)) {
        return;
    }
    let span = covered(id.xy, size, textureDimensions(scene_depth));
    var farthest = 0.0;
    for (var y = span.first.y; y <= span.last.y; y++) {
        for (var x = span.first.x; x <= span.last.x; x++) {
            farthest = max(farthest, textureLoad(scene_depth, vec2u(x, y), 0));
        }
    }
    textureStore(level, id.xy, vec4f(view_distance(farthest), 0.0, 0.0, 0.0));
}

@compute @workgroup_size(8, 8)
fn from_finer(@builtin(global_invocation_id) id: vec3u) {
    let size = textureDimensions(level);
    if (any(id.xy >= size)) {
        return;
    }
    let span = covered(id.xy, size, textureDimensions(finer));
    var farthest = 0.0;
    for (var y = span.first.y; y <= span.last.y; y++) {
        for (var x = span.first.x; x <= span.last.x; x++) {
            farthest = max(farthest, textureLoad(finer, vec2u(x, y), 0).r);
        }
    }
    textureStore(level, id.xy, vec4f(farthest, 0.0, 0.0, 0.0));
}
