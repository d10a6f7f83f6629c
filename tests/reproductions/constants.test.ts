/** Constants of exhibits that a reader can change. */
import { expect, test } from "vitest";
import type { Results } from "../../src/core/measures/results.ts";
import { constantValuesOf, noMovedConstants, withConstants } from "../../src/reproductions/moved-constants.ts";
import type { Exhibit } from "../../src/reproductions/contract.ts";
import { withoutError } from "../../src/reproductions/numbers.ts";
import { exhibits } from "../../src/reproductions/index.ts";
import { computeOutcome } from "../../src/reproductions/outcome.ts";

const madeUpExhibit: Pick<Exhibit, "constants" | "rows" | "runs"> = {
  constants: [
    {
      id: "seed",
      title: "Seed",
      unit: "",
      defaultValue: 3,
      min: 1,
      max: 9,
      step: 1,
      help: "Made up.",
      putValue: (document, seed) => ({ ...document, seed }),
    },
    { id: "price", title: "Price", unit: "US$", defaultValue: 5, min: 0, max: 9, step: 1, help: "Made up." },
  ],
  rows: [
    {
      id: "row",
      label: "row",
      series: "only",
      published: null,
      provenance: { is: "predicted" },
      formula: "seed × price",
      runs: ["a"],
      value: ({ results, constantOf }) => withoutError(results("a").cycles * constantOf("price")),
    },
  ],
  runs: [
    {
      id: "a",
      document: { topology: { kind: "three-quads", m: 2 }, seed: 3, workload: { kind: "open-loop", pattern: { kind: "uniform" } } },
    },
  ],
};
const madeUp = madeUpExhibit as Exhibit;

test("constants that are moved go into documents and rows; those that are not stay", async () => {
  const bench = { run: ({ seed }: { seed: number }) => Promise.resolve({ cycles: seed } as Results) };
  expect((await computeOutcome(madeUp, bench)).values.get("row")).toEqual({ value: 15 });
  expect((await computeOutcome(madeUp, bench, new Map([["seed", 4]]))).values.get("row")).toEqual({ value: 20 });
  expect((await computeOutcome(madeUp, bench, new Map([["price", 2]]))).values.get("row")).toEqual({ value: 6 });
  const [{ document }] = madeUp.runs;
  expect(withConstants(madeUp, noMovedConstants)(document)).toBe(document);
  expect(withConstants(madeUp, new Map([["price", 2]]))(document)).toBe(document);
  expect(() => constantValuesOf(madeUp, noMovedConstants)("other")).toThrow("other");
});

const all = exhibits.flatMap((exhibit) =>
  (exhibit.constants ?? []).map((constant) => [`${exhibit.id}, ${constant.id}`, constant, exhibit] as const),
);

test.each(all)("%s lies within its range, changes a document, and leaves all as they are at its own value", (_, constant, exhibit) => {
  const { defaultValue, min, max, putValue } = constant;
  expect(defaultValue).toBeGreaterThanOrEqual(min);
  expect(defaultValue).toBeLessThanOrEqual(max);
  if (putValue === undefined) return;
  const { runs, rows, documents } = exhibit;
  const own = [...runs, ...documents, ...rows].flatMap(({ document }) => (document === undefined ? [] : [document]));
  for (const document of own) expect(putValue(document, defaultValue)).toEqual(document);
  expect(own.some((document) => JSON.stringify(putValue(document, max)) !== JSON.stringify(document))).toBe(true);
});
