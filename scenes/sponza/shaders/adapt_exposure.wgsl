// The mean of the histogram without its darkest quarter and brightest fifth is set to a grey: neither the sky nor a
// patch of sun makes an interior black.

@group(0) @binding(1) var<storage, read> bins: array<u32, BINS>;
@group(0) @binding(2) var<storage, read_write> exposure: Exposure;

const GREY = 0.105;
const DARK_SHARE = 0.25;
const BRIGHT_SHARE = 0.20;
const SPEED = 0.06;        // of the way, each frame

fn trimmed_log_mean() -> f32 {
    var total = 0.0;
    for (var i = 0u; i < BINS; i++) {
        total += f32(bins[i]);
    }
    let low = total * DARK_SHARE;
    let high = total * (1.0 - BRIGHT_SHARE);
    var below = 0.0;
    var sum = 0.0;
    for (var i = 0u; i < BINS; i++) {
        let next = below + f32(bins[i]);
        let counted = max(min(next, high) - max(below, low), 0.0);
        sum += counted * (DARKEST + (f32(i) + 0.5) / f32(BINS) * (BRIGHTEST - DARKEST));
        below = next;
    }
    return sum / max(high - low, 1.0);
}

@compute @workgroup_size(1)
fn main() {
    let mean = exp2(trimmed_log_mean());
    let wanted = clamp(GREY / mean, 0.15, 6.0);
    let before = exposure.value;
    let known = frame.numbers.w != 0u && before > 0.0;
    exposure = Exposure(select(wanted, before * pow(wanted / max(before, 1e-4), SPEED), known), mean);
}
