// Gauze: lit where it hangs and laid over what is behind it, farthest first.

@group(0) @binding(6) var atlas: texture_depth_2d;
@group(0) @binding(7) var compare: sampler_comparison;
@group(0) @binding(8) var<storage, read> lights: array<PointLight>;
@group(0) @binding(9) var<storage, read> sky_coefficients: array<vec4f, 9>;
@group(0) @binding(10) var<storage, read> probes: array<Probe>;

@fragment
fn gauze(in: SceneFragment) -> @location(0) vec4f {
    let material = materials[in.material];
    let base = textureSampleBias(base_colour, tiling, in.uv, in.material, MIP_BIAS) * material.colour;
    var s: Surface;
    s.position = in.world;
    s.normal = mapped_normal(in);
    s.to_eye = normalize(frame.eye.xyz - in.world);
    s.albedo = base.rgb;
    s.specular = vec3f(0.02);
    s.roughness = 0.9;
    let facing_sun = abs(dot(s.normal, frame.sun.xyz));
    let seen = sun_seen_at(atlas, compare, in.world + frame.sun.xyz * 0.1);
    var out = base.rgb / PI * facing_sun * seen * frame.sun_radiance.rgb;
    out += base.rgb / PI * (ambient_irradiance(in.world, s.normal) + material.translucency * ambient_irradiance(in.world, -s.normal));
    for (var i = 0u; i < frame.numbers.y; i++) {
        out += reflect_point_light(s, lights[i]);
    }
    return vec4f(out, base.a);
}
