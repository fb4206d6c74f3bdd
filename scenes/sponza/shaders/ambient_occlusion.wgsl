// Scalable ambient obscurance (McGuire, Mara, Luebke 2012): samples on a spiral around the pixel.

@group(0) @binding(1) var distances: texture_2d<f32>;
@group(0) @binding(2) var normals: texture_2d<f32>;
@group(0) @binding(3) var occlusion: texture_storage_2d<r32float, write>;

const SAMPLES = 11u;
const TURNS = 7.0;
const RADIUS = 0.9;       // metres
const STRENGTH = 1.3;

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    if (any(vec2f(id.xy) >= frame.size.xy)) {
        return;
    }
    let distance = textureLoad(distances, id.xy, 0).r;
    if (distance >= frame.depth.y * 0.99) {
        textureStore(occlusion, id.xy, vec4f(1.0));
        return;
    }
    let uv = uv_of_pixel(id.xy);
    let centre = view_at(uv, distance);
    let normal = (frame.view_from_world * vec4f(textureLoad(normals, id.xy, 0).xyz * 2.0 - 1.0, 0.0)).xyz;
    let disk = min(RADIUS * frame.clip_from_view[1].y * 0.5 / distance, 0.2);   // share of the picture's height
    let spin = dither(id.xy) * 2.0 * PI;
    let aspect = frame.size.y * frame.size.z;
    var sum = 0.0;
    for (var i = 0u; i < SAMPLES; i++) {
        let share = (f32(i) + 0.5) / f32(SAMPLES);
        let angle = share * TURNS * 2.0 * PI + spin;
        let at = uv + vec2f(cos(angle) * aspect, sin(angle)) * share * disk;
        let texel = clamp(at * frame.size.xy, vec2f(0.0), frame.size.xy - 1.0);
        let other = view_at(at, textureLoad(distances, vec2u(texel), 0).r);
        let away = other - centre;
        let squared = dot(away, away);
        let fade = max(RADIUS * RADIUS - squared, 0.0);
        let above = max(dot(away, normal) - 0.02 - 0.002 * distance, 0.0);
        sum += fade * fade * fade * above / (squared + 0.01);
    }
    let obscurance = sum * 5.0 * STRENGTH / (pow(RADIUS, 6.0) * f32(SAMPLES));
    textureStore(occlusion, id.xy, vec4f(clamp(1.0 - obscurance, 0.0, 1.0)));
}
