// A clear sky: Rayleigh-like blue that whitens towards the horizon, and a glow around the sun.

fn sky_radiance(direction: vec3f) -> vec3f {
    let up = clamp(direction.y, 0.0, 1.0);
    let cosine = clamp(dot(direction, frame.sun.xyz), -1.0, 1.0);
    let warmth = exp(-3.0 * clamp(frame.sun.y, 0.0, 1.0));
    let zenith = mix(vec3f(0.16, 0.36, 0.92), vec3f(0.20, 0.26, 0.50), warmth);
    let horizon = mix(vec3f(0.78, 0.88, 1.0), vec3f(1.0, 0.70, 0.45), warmth);
    let blue = mix(horizon, zenith, pow(up, 0.45)) * (0.75 + 0.25 * cosine * cosine);
    let glow = 0.10 * pow(max(cosine, 0.0), 12.0) + 0.8 * pow(max(cosine, 0.0), 220.0);
    let above = blue * 1.9 + frame.sun_radiance.rgb * glow * 0.5;
    let ground = vec3f(0.30, 0.26, 0.21);
    return mix(ground, above, smoothstep(-0.08, 0.02, direction.y));
}

fn sky_uv(direction: vec3f) -> vec2f {
    return vec2f(atan2(direction.z, direction.x) / (2.0 * PI) + 0.5, acos(clamp(direction.y, -1.0, 1.0)) / PI);
}

fn sky_direction(uv: vec2f) -> vec3f {
    let around = (uv.x - 0.5) * 2.0 * PI;
    let down = uv.y * PI;
    return vec3f(cos(around) * sin(down), cos(down), sin(around) * sin(down));
}
