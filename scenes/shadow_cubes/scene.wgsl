// Cubes on a floor under one sun. The shadow pass and the forward pass share the vertices.

struct Frame {
    view_projection: mat4x4f,
    sun_projection: mat4x4f,
    eye: vec4f,
    to_sun: vec4f,      // xyz: unit vector towards the sun; w: a shadow texel in world units
    time: vec4f,        // x: radians
}

struct Cube {
    place_and_spin: vec4f,  // xyz: centre; w: how fast it turns, 0 for the floor
    half_size: vec4f,
    albedo: vec4f,
}

@group(0) @binding(0) var<uniform> frame: Frame;
@group(0) @binding(1) var<storage, read> cubes: array<Cube>;
@group(1) @binding(0) var shadow_map: texture_depth_2d;
@group(1) @binding(1) var shadow_sampler: sampler_comparison;

const CORNERS = array(
    vec2f(-1.0, -1.0), vec2f(1.0, -1.0), vec2f(1.0, 1.0), vec2f(-1.0, -1.0), vec2f(1.0, 1.0), vec2f(-1.0, 1.0),
);

struct Surface {
    position: vec3f,
    normal: vec3f,
}

// Corner `index` (0 to 35) of a cube, six to a face, turned about the vertical.
fn surface(index: u32, cube: Cube) -> Surface {
    var corners = CORNERS;
    let face = index / 6u;
    let axis = face / 2u;
    let side = select(-1.0, 1.0, face % 2u == 1u);
    var uv = corners[index % 6u];
    uv.x *= side;  // keeps the winding outward on both faces of an axis
    var local = vec3f(side, uv.x, uv.y);
    var normal = vec3f(side, 0.0, 0.0);
    if (axis == 1u) { local = local.zxy; normal = normal.zxy; }
    if (axis == 2u) { local = local.yzx; normal = normal.yzx; }
    let turn = cube.place_and_spin.w * frame.time.x;
    let rotation = mat2x2f(cos(turn), sin(turn), -sin(turn), cos(turn));
    local *= cube.half_size.xyz;
    let turned = rotation * local.xz;
    let turned_normal = rotation * normal.xz;
    return Surface(
        vec3f(turned.x, local.y, turned.y) + cube.place_and_spin.xyz,
        vec3f(turned_normal.x, normal.y, turned_normal.y),
    );
}

@vertex
fn cast_shadow(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> @builtin(position) vec4f {
    return frame.sun_projection * vec4f(surface(vertex, cubes[instance]).position, 1.0);
}

struct Lit {
    @builtin(position) position: vec4f,
    @location(0) world: vec3f,
    @location(1) normal: vec3f,
    @location(2) @interpolate(flat) albedo: vec3f,
}

@vertex
fn place(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> Lit {
    let cube = cubes[instance];
    let s = surface(vertex, cube);
    return Lit(frame.view_projection * vec4f(s.position, 1.0), s.position, s.normal, cube.albedo.rgb);
}

// Share of the sun that reaches a point: 5 x 5 comparisons, each filtered 2 x 2 by the sampler.
fn sunlight(world: vec3f, normal: vec3f) -> f32 {
    // Stepping off the surface along its normal by two texels is what lets the depth bias stay small.
    let lifted = world + normal * (2.0 * frame.to_sun.w);
    let clip = frame.sun_projection * vec4f(lifted, 1.0);
    let uv = clip.xy * vec2f(0.5, -0.5) + 0.5;
    if (any(uv < vec2f(0.0)) || any(uv > vec2f(1.0)) || clip.z > 1.0) { return 1.0; }
    let texel = 1.0 / vec2f(textureDimensions(shadow_map));
    var lit = 0.0;
    for (var y = -2; y <= 2; y++) {
        for (var x = -2; x <= 2; x++) {
            lit += textureSampleCompareLevel(shadow_map, shadow_sampler, uv + vec2f(f32(x), f32(y)) * texel, clip.z);
        }
    }
    return lit / 25.0;
}

const SKY = vec3f(0.45, 0.62, 0.95);
const GROUND = vec3f(0.28, 0.22, 0.17);
const HORIZON = vec3f(0.72, 0.80, 0.92);

@fragment
fn light(in: Lit) -> @location(0) vec4f {
    let normal = normalize(in.normal);
    let to_eye = frame.eye.xyz - in.world;
    let distance = length(to_eye);
    let half_way = normalize(to_eye / distance + frame.to_sun.xyz);
    let facing = max(dot(normal, frame.to_sun.xyz), 0.0);
    let sun = facing * sunlight(in.world, normal) * vec3f(4.2, 3.8, 3.1);
    let sky = mix(GROUND, SKY, 0.5 + 0.5 * normal.y) * 0.55;
    let gloss = 0.25 * pow(max(dot(normal, half_way), 0.0), 48.0);
    let colour = in.albedo * (sun + sky) + sun * gloss;
    let haze = 1.0 - exp(-max(distance - 12.0, 0.0) * 0.03);
    return vec4f(mix(colour, HORIZON, haze), 1.0);
}
