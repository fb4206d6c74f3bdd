// In the order of scenes/sponza/frustum.py, so that the two agree to the last draw.

@group(0) @binding(1) var<uniform> view: View;
@group(0) @binding(2) var<storage, read> draws: array<Draw>;
@group(0) @binding(3) var<storage, read_write> verdicts: array<Verdict>;

fn meets_frustum(draw: Draw) -> bool {
    for (var i = 0u; i < 6u; i++) {
        let plane = view.planes[i];
        let farthest = select(draw.low, draw.high, plane.xyz >= vec3f(0.0));
        let product = plane.xyz * farthest;
        if (((product.x + product.y) + product.z) + plane.w < 0.0) {
            return false;
        }
    }
    return true;
}

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    if (id.x >= view.sizes.x) {
        return;
    }
    let draw = draws[id.x];
    let away = clamp(view.eye.xyz, draw.low, draw.high) - view.eye.xyz;
    verdicts[id.x] = Verdict(select(OUTSIDE, INSIDE, meets_frustum(draw)), dot(away, away));
}
