import { expect, test } from "vitest";
import { BytesSource, PiecedSource } from "../src/sgpt/source";

const bytes = Uint8Array.from({ length: 100 }, (_, index) => index);

test.each([
  [0, 100],
  [0, 1],
  [7, 8],
  [8, 8],
  [15, 2],
  [31, 17],
  [90, 50],
  [99, 1],
  [100, 1],
  [40, 0],
])("reading %i, %i through pieces gives what the source has", async (offset, length) => {
  const pieced = new PiecedSource(new BytesSource("a", bytes), 100, 8, 3);
  expect([...(await pieced.read(offset, length))]).toEqual([...bytes.subarray(offset, offset + length)]);
});

test("nothing behind the size that was taken is seen, however much the source has grown", async () => {
  const pieced = new PiecedSource(new BytesSource("a", bytes), 60, 8);
  expect([...(await pieced.read(56, 20))]).toEqual([56, 57, 58, 59]);
  expect(await pieced.size()).toBe(60);
});
