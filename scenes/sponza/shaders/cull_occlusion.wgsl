// Tests boxes against a pyramid of farthest distances (Greene 1993). Early: last frame's pyramid through last
// frame's camera. Late: this frame's pyramid, only for what the early test hid.

@group(0) @binding(2) var<storage, read> draws: array<Draw>;
@group(0) @binding(3) var<storage, read_write> verdicts: array<Verdict>;
@group(0) @binding(4) var pyramid: texture_2d<f32>;

const TEXELS = 6.0;   // across the footprint at the level that is looked at: more hide more

struct Footprint {
    low: vec2f,       // uv
    high: vec2f,
    nearest: f32,     // metres along the view axis
    testable: bool,   // false when the box reaches behind the camera
}

fn footprint(draw: Draw, clip_from_world: mat4x4f) -> Footprint {
    var f = Footprint(vec2f(1.0), vec2f(0.0), 1e30, true);
    for (var i = 0u; i < 8u; i++) {
        let pick = vec3<bool>((i & 1u) != 0u, (i & 2u) != 0u, (i & 4u) != 0u);
        let p = clip_from_world * vec4f(select(draw.low, draw.high, pick), 1.0);
        if (p.w < frame.depth.x) {
            f.testable = false;
            return f;
        }
        let uv = uv_of_ndc(p.xy / p.w);
        f.low = min(f.low, uv);
        f.high = max(f.high, uv);
        f.nearest = min(f.nearest, p.w);
    }
    f.low = clamp(f.low - frame.size.zw, vec2f(0.0), vec2f(1.0));   // a pixel more, for the jitter
    f.high = clamp(f.high + frame.size.zw, vec2f(0.0), vec2f(1.0));
    return f;
}

fn hidden(f: Footprint) -> bool {
    if (!f.testable || any(f.high <= f.low)) {
        return false;
    }
    let base = textureDimensions(pyramid, 0);
    let extent = (f.high - f.low) * vec2f(base);
    let level = u32(max(ceil(log2(max(max(extent.x, extent.y), 1.0) / TEXELS)), 0.0));
    let size = max(base >> vec2u(level), vec2u(1u));   // asking for a level's size per lane goes wrong on llvmpipe
    let first = min(vec2u(f.low * vec2f(size)), size - 1u);
    let last = min(vec2u(f.high * vec2f(size)), size - 1u);
    for (var y = first.y; y <= last.y; y++) {
        for (var x = first.x; x <= last.x; x++) {
            if (textureLoad(pyramid, vec2u(x, y), level).r >= f.nearest) {
                return false;
            }
        }
    }
    return true;
}

@compute @workgroup_size(64)
fn early(@builtin(global_invocation_id) id: vec3u) {
    if (id.x >= frame.numbers.z || frame.numbers.w == 0u || verdicts[id.x].state != INSIDE) {
        return;
    }
    if (hidden(footprint(draws[id.x], frame.previous_clip_from_world))) {
        verdicts[id.x].state = HIDDEN;
    }
}

@compute @workgroup_size(64)
fn late(@builtin(global_invocation_id) id: vec3u) {
    if (id.x >= frame.numbers.z || verdicts[id.x].state != HIDDEN) {
        return;
    }
    if (!hidden(footprint(draws[id.x], frame.steady_clip_from_world))) {
        verdicts[id.x].state = REVEALED;
    }
}
