// The flames of the lamps waver: each light's strength follows two sines of its own phase.

@group(0) @binding(1) var<storage, read> lamps: array<PointLight>;
@group(0) @binding(2) var<storage, read_write> lights: array<PointLight>;

@compute @workgroup_size(32)
fn main(@builtin(global_invocation_id) id: vec3u) {
    if (id.x >= frame.numbers.y) {
        return;
    }
    var light = lamps[id.x];
    let at = frame.eye.w + light.phase;
    let flicker = 0.9 + 0.07 * sin(at * 9.1) + 0.05 * sin(at * 23.7 + light.phase * 3.0);
    light.colour *= flicker;
    lights[id.x] = light;
}
