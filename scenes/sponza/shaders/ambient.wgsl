// Light without one direction: the sky through the roof's opening, and what the sunlit stone throws back.
// Whoever includes this declares `sky_coefficients` and `probes`.

fn sky_irradiance(normal: vec3f) -> vec3f {
    var sum = vec3f(0.0);
    for (var i = 0u; i < 9u; i++) {
        sum += sky_coefficients[i].rgb * harmonic(i, normal);
    }
    return max(sum, vec3f(0.0));
}

// The share of the hemisphere over a surface that the opening fills: the contour integral of a polygon (Lambert 1760),
// cut at the horizon as a sphere of equal size would be.
fn opening_share(position: vec3f, normal: vec3f) -> f32 {
    let o = frame.opening;
    let y = frame.storey.x - position.y;
    var corners = array<vec3f, 4>(
        normalize(vec3f(o.x - position.x, y, o.z - position.z)),
        normalize(vec3f(o.y - position.x, y, o.z - position.z)),
        normalize(vec3f(o.y - position.x, y, o.w - position.z)),
        normalize(vec3f(o.x - position.x, y, o.w - position.z)),
    );
    var flux = vec3f(0.0);
    for (var i = 0u; i < 4u; i++) {
        let a = corners[i];
        let b = corners[(i + 1u) % 4u];
        let turn = cross(b, a);
        let angle = acos(clamp(dot(a, b), -0.9999, 0.9999));
        flux += turn * (angle / max(length(turn), 1e-4));
    }
    flux /= 2.0 * PI;
    let size = length(flux);
    return max((size * size + dot(normal, flux)) / (size + 1.0), 0.0);
}

// How much of the opening an arcade leaves to see: all of it in the court, little at the back of a gallery.
fn beyond_arcade(position: vec3f) -> f32 {
    let outside = max(abs(position.x) - frame.storey.w, abs(position.z) - frame.storey.z);
    return 1.0 - 0.80 * smoothstep(-0.35, 1.6, outside);
}

fn bounce_irradiance(position: vec3f, normal: vec3f) -> vec3f {
    let span = frame.interior_high.xyz - frame.interior_low.xyz;
    let lifted = position + normal * 0.4;
    let at = clamp((lifted - frame.interior_low.xyz) / span, vec3f(0.0), vec3f(1.0)) * vec3f(PROBES - 1u);
    let base = min(vec3u(at), PROBES - 2u);
    let share = at - vec3f(base);
    let squared = normal * normal;
    let side = select(vec3u(0u, 2u, 4u), vec3u(1u, 3u, 5u), normal < vec3f(0.0));
    var sum = vec3f(0.0);
    for (var corner = 0u; corner < 8u; corner++) {
        let step = vec3u(corner & 1u, (corner >> 1u) & 1u, corner >> 2u);
        let weights = select(1.0 - share, share, step == vec3u(1u));
        let i = probe_index(base + step);
        let light = probes[i].faces[side.x].rgb * squared.x + probes[i].faces[side.y].rgb * squared.y + probes[i].faces[side.z].rgb * squared.z;
        sum += light * weights.x * weights.y * weights.z;
    }
    return sum;
}

fn ambient_irradiance(position: vec3f, normal: vec3f) -> vec3f {
    if (position.y > frame.storey.x) {
        return sky_irradiance(normal);
    }
    let overhead = sky_irradiance(vec3f(0.0, 1.0, 0.0));
    let through = overhead * opening_share(position, normal) * beyond_arcade(position);
    return through + bounce_irradiance(position, normal) + overhead * vec3f(0.016, 0.015, 0.014);
}
