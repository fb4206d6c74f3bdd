// Distance along the view axis, metres, for the passes that walk through the picture.

@group(0) @binding(1) var scene_depth: texture_depth_2d;
@group(0) @binding(2) var distances: texture_storage_2d<r32float, write>;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    if (any(vec2f(id.xy) >= frame.size.xy)) {
        return;
    }
    textureStore(distances, id.xy, vec4f(view_distance(textureLoad(scene_depth, id.xy, 0)), 0.0, 0.0, 0.0));
}
