/** Tests that every issue of a training step has a remedy, and that applying one remedy after another leads to a form that runs. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { ScenarioError } from "../../src/core/base/errors.ts";
import { formatQuantity } from "../../src/core/base/units.ts";
import { compile } from "../../src/core/run/compile.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { cases } from "../effort.ts";

/** Small numbers, which rarely fit together, and the largest ones that a form accepts. */
const anyUpTo = (max: number, ...others: readonly number[]) => fc.oneof(fc.integer({ min: 1, max }), fc.constantFrom(max, ...others));
const anyForm = fc.record({
  layers: anyUpTo(64, 4095, 4096),
  hidden: anyUpTo(64, 999_999, 1_000_000),
  sequence: fc.constantFrom(1, 16, 10_000_000),
  vocabulary: fc.constantFrom(1, 1000, 10_000_000),
  batch: anyUpTo(64, 999_999, 1_000_000),
  microBatch: anyUpTo(8, 1_000_000),
  tensor: anyUpTo(8, 65_536),
  pipeline: anyUpTo(8, 4096),
  schedule: fc.constantFrom("1f1b", "interleaved", "gpipe"),
  chunks: anyUpTo(4, 256),
  experts: fc.oneof(fc.constant(0), anyUpTo(16, 65_536)),
  topK: anyUpTo(4, 1024),
  expertHidden: fc.constantFrom(0, 1, 4_000_000),
  every: anyUpTo(4, 4096),
  expert: anyUpTo(8, 65_536),
  rate: fc.constantFrom(0, 0.001, 1_000_000),
  overlap: fc.boolean(),
  detail: fc.constantFrom("pass", "layer"),
  ranks: fc.oneof(fc.constant(0), anyUpTo(70)),
});
const anyNetwork = fc.record({ terminals: fc.integer({ min: 2, max: 64 }), isFluid: fc.boolean(), hasSeconds: fc.boolean() });

/** The document of a form. */
function documentOf({ terminals, isFluid, hasSeconds }: { terminals: number; isFluid: boolean; hasSeconds: boolean }, form: object) {
  return {
    topology: { kind: "single-switch", terminals },
    ...(hasSeconds ? { technology: { kind: "own-links", rate: "1 GB/s" } } : {}),
    flowControl: isFluid ? { kind: "fluid", packet: "64 B" } : { kind: "virtual-cut-through" },
    workload: { kind: "training-step", ...form },
  } as Record<string, Record<string, unknown>>;
}

it.each(["nearest", "otherSide"] as const)("offers a value that leads to a form that runs, never in circles: %s", (side) => {
  fc.assert(
    fc.property(anyNetwork, anyForm, (ground, form) => {
      let scenario = documentOf(ground, form);
      const seen = new Set<string>();
      for (;;) {
        const text = JSON.stringify(scenario);
        expect(seen.has(text), `in a circle: ${text}`).toBe(false);
        seen.add(text);
        try {
          const read = readScenario(scenario);
          // Programs with many micro-batches take long to write.
          if (Number(scenario["workload"]["batch"]) <= 256) compile(read);
          return;
        } catch (error) {
          expect(error).toBeInstanceOf(ScenarioError);
          const [issue] = (error as ScenarioError).issues;
          const [section, name] = issue.path.split(".");
          expect(issue.path).toMatch(/^(workload|flowControl)\.\w+$/);
          expect(issue.remedy, issue.message).toMatch(/^(Use|Choose) .+\.$/);
          expect(issue.nearest, issue.message).toBeDefined();
          const offered = issue[side] ?? issue.nearest;
          // Documents write quantities with their units.
          const value = section === "flowControl" ? formatQuantity(Number(offered), "bytes") : offered;
          expect(value).not.toBe(scenario[section][name]);
          // The remedies for a choice, and for computation that takes no time, are words instead of values.
          if (name !== "detail" && value !== 0) expect(issue.remedy).toContain(String(value));
          scenario = { ...scenario, [section]: { ...scenario[section], [name]: value } };
        }
      }
    }),
    { numRuns: cases(60) },
  );
});
