/** Numbers that keep coming, without an object for each. */

const NOTHING = new Float64Array(0);

export class Growing {
  private held: Float64Array = NOTHING; // most of a capture's columns stay empty, and each would have taken half a kB
  private used = 0;

  push(value: number): void {
    if (this.used === this.held.length) {
      const larger = new Float64Array(Math.max(16, this.held.length * 2));
      larger.set(this.held);
      this.held = larger;
    }
    this.held[this.used++] = value;
  }

  get values(): Float64Array {
    return this.held.subarray(0, this.used);
  }
}
