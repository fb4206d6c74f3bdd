// How a surface answers light: Lambert and GGX (Walter 2007) with Smith's shadowing and Schlick's Fresnel.

struct Surface {
    position: vec3f,
    normal: vec3f,
    to_eye: vec3f,
    albedo: vec3f,
    specular: vec3f,   // reflectance at normal incidence
    roughness: f32,
}

fn fresnel(specular: vec3f, cosine: f32) -> vec3f {
    return specular + (1.0 - specular) * pow(clamp(1.0 - cosine, 0.0, 1.0), 5.0);
}

// Outgoing radiance for light of unit irradiance on a plane that faces it.
fn reflect_light(s: Surface, to_light: vec3f) -> vec3f {
    let n_l = dot(s.normal, to_light);
    if (n_l <= 0.0) {
        return vec3f(0.0);
    }
    let n_v = max(dot(s.normal, s.to_eye), 0.001);
    let half_way = normalize(to_light + s.to_eye);
    let n_h = max(dot(s.normal, half_way), 0.0);
    let alpha = s.roughness * s.roughness;
    let alpha2 = alpha * alpha;
    let spread = n_h * n_h * (alpha2 - 1.0) + 1.0;
    let distribution = alpha2 / (PI * spread * spread);
    let visibility = 0.5 / (mix(2.0 * n_l * n_v, n_l + n_v, alpha) + 0.0001);
    let f = fresnel(s.specular, max(dot(to_light, half_way), 0.0));
    let diffuse = s.albedo * (1.0 - f) / PI;
    return (diffuse + f * min(distribution * visibility, 64.0)) * n_l;
}

fn reflect_point_light(s: Surface, light: PointLight) -> vec3f {
    let away = light.position - s.position;
    let distance2 = dot(away, away);
    let reach = clamp(1.0 - pow(distance2 / (light.radius * light.radius), 2.0), 0.0, 1.0);
    if (reach <= 0.0) {
        return vec3f(0.0);
    }
    let falloff = reach * reach / (distance2 + 0.02);
    return reflect_light(s, away * inverseSqrt(max(distance2, 0.0001))) * light.colour * falloff;
}
