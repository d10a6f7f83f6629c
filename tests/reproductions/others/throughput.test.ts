/** Bounds of the dragonfly and of the flattened butterfly with minimal and Valiant routing, compared with their loads and runs. */
import { expect, test } from "vitest";
import { analyzeChannelLoads } from "../../../src/core/analysis/channel-load.ts";
import { compile } from "../../../src/core/run/compile.ts";
import { readScenario } from "../../../src/core/scenario/scenario.ts";
import { butterflyThroughput, dragonflyThroughput } from "../../../src/reproductions/others/throughput.ts";
import { recordedOutcome } from "../../../src/reproductions/recorded-outcomes.ts";

test.each([
  ["dragonfly", dragonflyThroughput, 1 / 32, 33 / 64],
  ["flattened butterfly", butterflyThroughput, 1 / 16, 1 / 2],
] as const)("the bounds of a %s are those of its loads, and no run exceeds them", (_, exhibit, minimal, valiant) => {
  const values = recordedOutcome(exhibit)!.values;
  const valueOf = (id: string) => values.get(id)!.value;
  expect(valueOf("bound minimal worst")).toBeCloseTo(minimal, 12);
  expect(valueOf("bound valiant worst")).toBe(valiant);
  // The bound from sampled packets agrees with the closed form within its own error estimate.
  const { document } = exhibit.rows.find(({ id }) => id === "bound valiant worst")!;
  const { bound, sampled } = analyzeChannelLoads(compile(readScenario(document)).plan);
  expect(Math.abs(bound / valiant - 1)).toBeLessThan(3 * sampled!.spread);
  // A window of 3,000 cycles has an error from packets that cross its ends.
  expect(valueOf("most worst minimal")).toBeLessThan(1.01 * minimal);
  expect(valueOf("most worst valiant")).toBeLessThan(1.01 * valiant);
  expect(valueOf("most worst global")).toBeGreaterThan(0.9 * valueOf("most worst valiant"));
});
