@group(0) @binding(1) var atlas: texture_depth_2d;
@group(0) @binding(2) var<storage, read_write> points: array<SunlitPoint>;

fn lit_position(ndc: vec2f) -> vec3f {
    let tile = frame.cascade_tile[3];
    let texel = vec2u((ndc * tile.xy + tile.zw) * vec2f(textureDimensions(atlas)));
    let p = frame.world_from_bounce * vec4f(ndc, textureLoad(atlas, texel, 0), 1.0);
    return p.xyz / p.w;
}

fn is_inside(p: vec3f) -> bool {
    return all(p >= frame.interior_low.xyz - 0.6) && all(p <= frame.interior_high.xyz + 0.6);
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    if (any(id.xy >= POINTS)) {
        return;
    }
    let spacing = 2.0 / vec2f(POINTS);
    let ndc = (vec2f(id.xy) + 0.5) * spacing - 1.0;
    let p = lit_position(ndc);
    let along = lit_position(ndc + vec2f(spacing.x * 0.1, 0.0)) - p;
    let across = lit_position(ndc + vec2f(0.0, spacing.y * 0.1)) - p;
    var normal = cross(along, across);
    normal = select(normal, frame.sun.xyz, dot(normal, normal) < 1e-10);
    normal = normalize(normal * sign(dot(normal, frame.sun.xyz) + 1e-6));
    let width = frame.cascade_texel.w * f32(textureDimensions(atlas).x) * 0.5;
    let area = width * width / f32(POINTS.x * POINTS.y);
    points[id.x + POINTS.x * id.y] = SunlitPoint(p, select(0.0, area, is_inside(p)), normal, 0.0);
}
