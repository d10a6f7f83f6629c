import { expect, test } from "vitest";
import { withoutUndefined } from "../../src/core/base/defined.ts";

test("what is undefined is left out, and the rest keeps its order: null, false and 0 are values", () => {
  const named: { readonly b: number; readonly a?: string } = withoutUndefined({ b: 0, a: undefined as string | undefined });
  expect(Object.keys(named)).toEqual(["b"]);
  const left = withoutUndefined({ z: null, y: undefined, x: false, w: "", a: 0 });
  expect(JSON.stringify(left)).toBe('{"z":null,"x":false,"w":"","a":0}');
  expect("y" in left).toBe(false);
});
