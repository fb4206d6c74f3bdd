// Light that leaves every surface of the G-buffer towards the eye.

@group(0) @binding(1) var distances: texture_2d<f32>;
@group(0) @binding(2) var albedos: texture_2d<f32>;
@group(0) @binding(3) var normals: texture_2d<f32>;
@group(0) @binding(4) var surfaces: texture_2d<f32>;
@group(0) @binding(5) var occlusion: texture_2d<f32>;
@group(0) @binding(6) var contact: texture_2d<f32>;
@group(0) @binding(7) var atlas: texture_depth_2d;
@group(0) @binding(8) var compare: sampler_comparison;
@group(0) @binding(9) var<storage, read> lights: array<PointLight>;
@group(0) @binding(10) var<storage, read> ranges: array<LightRange>;
@group(0) @binding(11) var<storage, read> list: array<u32>;
@group(0) @binding(12) var<storage, read> sky_coefficients: array<vec4f, 9>;
@group(0) @binding(13) var<storage, read> probes: array<Probe>;
@group(0) @binding(14) var lit: texture_storage_2d<rgba16float, write>;

const EMISSION = 12.0;

fn sunlight(s: Surface, geometric: f32, translucency: f32) -> vec3f {
    let seen = sun_seen(atlas, compare, s.position, s.normal * sign(dot(s.normal, frame.sun.xyz) + 1e-6));
    let front = reflect_light(s, frame.sun.xyz) * geometric;
    let through = s.albedo * translucency * max(-dot(s.normal, frame.sun.xyz), 0.0) / PI;
    return (front + through) * seen * frame.sun_radiance.rgb;
}

fn lamplight(s: Surface, uv: vec2f, distance: f32) -> vec3f {
    let range = ranges[cluster_of(uv, distance)];
    var sum = vec3f(0.0);
    for (var i = range.first; i < range.first + range.count; i++) {
        sum += reflect_point_light(s, lights[list[i]]);
    }
    return sum;
}

fn shade(pixel: vec2u, uv: vec2f, distance: f32, albedo: vec4f) -> vec3f {
    let texel = textureLoad(surfaces, pixel, 0);
    var s: Surface;
    s.position = frame.eye.xyz + transpose(mat3x3f(frame.view_from_world[0].xyz, frame.view_from_world[1].xyz, frame.view_from_world[2].xyz)) * view_at(uv, distance);
    s.normal = normalize(textureLoad(normals, pixel, 0).xyz * 2.0 - 1.0);
    s.to_eye = normalize(frame.eye.xyz - s.position);
    s.albedo = albedo.rgb * (1.0 - texel.b);
    s.specular = mix(vec3f(0.04), albedo.rgb, texel.b);
    s.roughness = clamp(texel.g, 0.06, 1.0);
    let open = textureLoad(occlusion, pixel, 0).r * texel.r;
    let facing = max(dot(s.normal, s.to_eye), 0.0);
    let ambient = ambient_irradiance(s.position, s.normal) + texel.a * ambient_irradiance(s.position, -s.normal);
    let mirrored = bounce_irradiance(s.position, reflect(-s.to_eye, s.normal)) + sky_irradiance(vec3f(0.0, 1.0, 0.0)) * 0.03;
    let gloss = fresnel(s.specular, facing) * (1.0 - 0.6 * s.roughness);
    var out = (s.albedo * ambient + gloss * mirrored) / PI * open;
    out += sunlight(s, textureLoad(contact, pixel, 0).r, texel.a);
    out += lamplight(s, uv, distance) * mix(1.0, open, 0.5);
    return out + albedo.rgb * albedo.a * EMISSION;
}

@compute @workgroup_size(8, 8)
fn main(@builtin(global_invocation_id) id: vec3u) {
    if (any(vec2f(id.xy) >= frame.size.xy)) {
        return;
    }
    let distance = textureLoad(distances, id.xy, 0).r;
    var out = vec3f(0.0);
    if (distance < frame.depth.y * 0.99) {
        out = shade(id.xy, uv_of_pixel(id.xy), distance, textureLoad(albedos, id.xy, 0));
    }
    textureStore(lit, id.xy, vec4f(min(out, vec3f(4000.0)), 1.0));
}
