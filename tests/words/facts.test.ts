import { expect, test } from "vitest";
import { workloadFactsOf } from "../../src/core/scenario/workload-facts.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { sayNumber } from "../../src/words/facts.ts";

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");

test.each([
  [174_600_000_000, "", "174.6 billion"],
  [1_008_000_000_000, "", "1.008 trillion"],
  [51_200, "", "51 200"],
  [0.1875, "", "19 %"],
  [0, "", "0"],
  [4.51e21, "FLOP", "4.51 ZFLOP"],
  [140e12, "FLOP/s", "140 TFLOP/s"],
  [33_554_432, "B", "33.6 MB"],
  [12, "B", "12 B"],
  [0.000_120_96, "s", "121 µs"],
  [0.014_76, "s", "14.8 ms"],
  [86_400, "s", "86 400 s"],
  [18_600, "1/s", "18 600/s"],
])("%s %s reads %s", (value, unit, expectedText) => {
  expect(plain(sayNumber(value, unit))).toBe(expectedText);
});

test("of a training step a form keeps few facts in sight, and says all that are known", () => {
  const factsOf = (technology: string, rate = 0) =>
    workloadFactsOf(
      readScenario({
        topology: { kind: "k-ary-n-tree", k: 8, n: 2 },
        technology: { kind: technology },
        workload: { kind: "training-step", rate },
      }),
    );
  expect(
    factsOf("own-links", 100)
      .filter(({ isHead }) => isHead === true)
      .map(({ title }) => title),
  ).toEqual(["Parameters", "Data-parallel replicas", "Bubble", "Step time, estimated"]);
  for (const { value, unit } of factsOf("own-links", 100)) expect(plain(sayNumber(value!, unit))).toMatch(/^[\d.\s]+/);
  // If a cycle has no length in seconds, a step has no time.
  expect(factsOf("cycles").find(({ id }) => id === "step-seconds")?.value).toBeNull();
});
