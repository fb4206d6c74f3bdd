// Mirror rays through the depth buffer for smooth surfaces: steps that grow, then halving between the last two.

@group(0) @binding(1) var distances: texture_2d<f32>;
@group(0) @binding(2) var normals: texture_2d<f32>;
@group(0) @binding(3) var surfaces: texture_2d<f32>;
@group(0) @binding(4) var lit: texture_2d<f32>;
@group(0) @binding(5) var traced: texture_storage_2d<rgba16float, write>;

const STEPS = 22u;
const REACH = 14.0;        // metres
const ROUGHEST = 0.55;

struct Probing {
    uv: vec2f,
    behind: f32,           // metres behind the surface seen there
}

fn probe(p: vec3f) -> Probing {
    let clip = frame.clip_from_view * vec4f(p, 1.0);
    let uv = uv_of_ndc(clip.xy / clip.w);
    let inside = clamp(uv * frame.size.xy, vec2f(0.0), frame.size.xy - 1.0);
    return Probing(uv, -p.z - textureLoad(distances, vec2u(inside), 0).r);
}

// uv of the hit, and how far to trust it.
fn march(origin: vec3f, ray: vec3f, offset: f32) -> vec3f {
    var before = 0.02;
    for (var i = 0u; i < STEPS; i++) {
        let share = (f32(i) + 0.4 + 0.6 * offset) / f32(STEPS);
        var now = 0.05 + REACH * share * share;
        let p = origin + ray * now;
        if (p.z > -frame.depth.x) {
            return vec3f(0.0);
        }
        let at = probe(p);
        if (any(at.uv < vec2f(0.0)) || any(at.uv > vec2f(1.0))) {
            return vec3f(0.0);
        }
        if (at.behind > 0.0 && at.behind < 0.35 + 0.8 * (now - before)) {
            for (var halving = 0u; halving < 5u; halving++) {
                let middle = 0.5 * (before + now);
                if (probe(origin + ray * middle).behind > 0.0) {
                    now = middle;
                } else {
                    before = middle;
                }
            }
            let hit = probe(origin + ray * now);
            let edge = min(hit.uv, 1.0 - hit.uv);
            let trust = smoothstep(0.0, 0.12, min(edge.x, edge.y)) * (1.0 - share * share);
            return vec3f(hit.uv, select(0.0, trust, abs(hit.behind) < 0.4));
        }
        before = now;
    }
    return vec3f(0.0);
}

fn reflected(pixel: vec2u, distance: f32, roughness: f32) -> vec4f {
    let texel = textureLoad(normals, pixel, 0).xyz * 2.0 - 1.0;
    let normal = normalize((frame.view_from_world * vec4f(texel, 0.0)).xyz);
    let origin = view_at(uv_of_pixel(pixel), distance);
    let ray = reflect(normalize(origin), normal);
    let hit = march(origin + normal * (0.01 + 0.002 * distance), ray, dither(pixel));
    let seen = textureLoad(lit, vec2u(clamp(hit.xy * frame.size.xy, vec2f(0.0), frame.size.xy - 1.0)), 0).rgb;
    let weight = hit.z * (1.0 - smoothstep(0.3, ROUGHEST, roughness));
    return vec4f(min(seen, vec3f(30.0)) * weight, weight);
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    if (any(vec2f(id.xy) >= frame.size.xy)) {
        return;
    }
    let distance = textureLoad(distances, id.xy, 0).r;
    let roughness = textureLoad(surfaces, id.xy, 0).g;
    var out = vec4f(0.0);
    if (distance < frame.depth.y * 0.99 && roughness < ROUGHEST) {
        out = reflected(id.xy, distance, roughness);
    }
    textureStore(traced, id.xy, out);
}
