/** Tests of caches with a size limit. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { estimateBytes, Lru, memoizeRecent } from "../../src/core/base/lru.ts";
import { cases } from "../effort.ts";

test("a cache holds what was used last, never more than its bound but for one that is larger alone", () => {
  const step = fc.record({ key: fc.integer({ min: 0, max: 8 }), size: fc.integer({ min: 1, max: 40 }), isRead: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const cache = new Lru<number, { readonly size: number }>(50, ({ size }) => size);
      /** The same cache as a plain list, least recently used entry first. */
      let model: { readonly key: number; readonly value: { readonly size: number } }[] = [];
      for (const { key, size, isRead } of steps) {
        const known = model.find((each) => each.key === key);
        model = model.filter((each) => each.key !== key);
        if (isRead) {
          expect(cache.get(key)).toBe(known?.value);
          if (known !== undefined) model.push(known);
        } else {
          const value = { size: size === 40 ? 400 : size };
          cache.set(key, value);
          model.push({ key, value });
          while (model.length > 1 && model.reduce((sum, each) => sum + each.value.size, 0) > 50) model.shift();
        }
        const keys = Array.from({ length: 9 }, (_, i) => i);
        expect(keys.filter((each) => cache.has(each))).toEqual(keys.filter((each) => model.some((entry) => entry.key === each)));
      }
    }),
    { numRuns: cases(200) },
  );
});

test("bytes of plain data worked out by hand, and what is shared once", () => {
  expect([estimateBytes(1), estimateBytes("ab"), estimateBytes(null)]).toEqual([8, 10, 8]);
  expect(estimateBytes({ a: 1, b: "ab" })).toBe(24 + 8 + 8 + 8 + 10);
  expect(estimateBytes([1, 2, 3])).toBe(24 + 3 * 16);
  expect(estimateBytes(new Float64Array(100))).toBe(24 + 800);
  const text = "x".repeat(1000);
  const seen = new Set<unknown>();
  expect([estimateBytes({ text }, seen), estimateBytes({ text }, seen)]).toEqual([24 + 8 + 1024, 24 + 8 + 8]);
  const circle: { self?: unknown } = {};
  circle.self = circle;
  expect(estimateBytes(circle)).toBe(24 + 8 + 8);
});

test("work is done once for each of the last few objects, and objects of long ago let go of its value", () => {
  let done = 0;
  const squared = memoizeRecent(({ side }: { readonly side: number }) => ({ area: side * side, number: ++done }), 3);
  const sides = [1, 2, 3, 4].map((side) => ({ side }));
  const [first] = sides.map((each) => squared(each));
  expect([squared(sides[3]).number, squared(sides[1]).number, done]).toEqual([4, 2, 4]);
  expect(squared(sides[0])).not.toBe(first);
  expect([squared(sides[0]).number, done]).toEqual([5, 5]);
  const wrong = memoizeRecent(() => {
    done++;
    throw new Error("no");
  });
  for (let i = 0; i < 2; i++) expect(() => wrong(sides[0])).toThrow("no");
  expect(done).toBe(7);
});
