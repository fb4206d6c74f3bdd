/** Numbers that keep coming, without an object for each. */

export class Growing {
  private held = new Float64Array(64);
  private used = 0;

  push(value: number): void {
    if (this.used === this.held.length) {
      const larger = new Float64Array(this.held.length * 2);
      larger.set(this.held);
      this.held = larger;
    }
    this.held[this.used++] = value;
  }

  get values(): Float64Array {
    return this.held.subarray(0, this.used);
  }
}
