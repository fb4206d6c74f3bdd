// Irradiance in nine coefficients (Ramamoorthi and Hanrahan 2001).

fn harmonic(index: u32, d: vec3f) -> f32 {
    switch index {
        case 0u: { return 0.282095; }
        case 1u: { return 0.488603 * d.y; }
        case 2u: { return 0.488603 * d.z; }
        case 3u: { return 0.488603 * d.x; }
        case 4u: { return 1.092548 * d.x * d.y; }
        case 5u: { return 1.092548 * d.y * d.z; }
        case 6u: { return 0.315392 * (3.0 * d.z * d.z - 1.0); }
        case 7u: { return 1.092548 * d.x * d.z; }
        default: { return 0.546274 * (d.x * d.x - d.y * d.y); }
    }
}

// The cosine lobe's own coefficient of each band.
fn lobe(index: u32) -> f32 {
    if (index == 0u) {
        return PI;
    }
    return select(0.785398, 2.094395, index < 4u);
}
