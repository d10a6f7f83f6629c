/** The list of mutations: each patch still applies to the code, so that `npm run mutations` tries all of them. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { applyPatch, readList } from "./mutations/list.ts";

const mutations = readList(readFileSync("tests/mutations.md", "utf8"));

it("there are forty mutations", () => {
  expect(mutations.map(({ number }) => number)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
});

it.each(mutations)("mutation $number changes a line of $file", ({ file, patch }) => {
  const code = readFileSync(file, "utf8");
  const mutated = applyPatch(code, patch);
  expect(mutated).not.toBeNull();
  expect(mutated).not.toBe(code);
});
