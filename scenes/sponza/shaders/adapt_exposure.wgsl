// The mean of the middle of the histogram, without its darkest half and brightest twentieth, is set to a grey.

@group(0) @binding(1) var<storage, read> bins: array<u32, BINS>;
@group(0) @binding(2) var<storage, read_write> exposure: Exposure;

const GREY = 0.20;
const SPEED = 0.06;        // of the way, each frame

fn trimmed_log_mean() -> f32 {
    var total = 0.0;
    for (var i = 0u; i < BINS; i++) {
        total += f32(bins[i]);
    }
    let low = total * 0.40;
    let high = total * 0.95;
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
