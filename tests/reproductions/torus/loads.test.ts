/**
 * Channel loads of Theorem 1 and Lemma 1 of the torus transpose paper: the analysis of the built network agrees with the expected values.
 */
import { expect, test } from "vitest";
import { analyzePlan } from "../../../src/core/analysis/analyse.ts";
import { compile } from "../../../src/core/run/compile.ts";
import type { MessageList } from "../../../src/core/plan/demand.ts";
import { readScenario } from "../../../src/core/scenario/scenario.ts";
import { confidenceIntervalOf, sampleMeanOf } from "../../../src/reproductions/numbers.ts";
import {
  destinationsOf,
  directPairs,
  meanLoadsOf,
  nodeCountOf,
  type PacketPair,
  permutationDocument,
  relayedPairs,
  type TorusSizes,
} from "../../../src/reproductions/torus/loads.ts";
import { torusLemma1, torusTheorem1 } from "../../../src/reproductions/torus/theorem-and-lemma.ts";
import { thoroughTest } from "../../effort.ts";
import { madeUpInputs } from "../made-up-inputs.ts";

const tori: readonly TorusSizes[] = [
  [8, 4],
  [12, 4],
  [8, 4, 4],
  [8, 8, 4],
];

/** Mean load of the links of each dimension in the analysis of the built network, with traffic split evenly over minimal paths. */
function meanLoadsOfAnalysis(sizes: TorusSizes, pairs: readonly PacketPair[]): readonly number[] {
  const { plan } = compile(readScenario(permutationDocument(sizes, 1)));
  const demand: MessageList = {
    form: "messages",
    source: Int32Array.from(pairs, ([from]) => from),
    destination: Int32Array.from(pairs, ([, to]) => to),
    packets: new Float64Array(pairs.length).fill(1),
    time: new Float64Array(pairs.length),
    index: Int32Array.from(pairs, (_, i) => i),
  };
  const { channelLoad } = analyzePlan({ ...plan, demand });
  const sentByNode = new Map<number, number>();
  for (const [from] of pairs) sentByNode.set(from, (sentByNode.get(from) ?? 0) + 1);
  const maxSent = Math.max(...sentByNode.values());
  const { linkClass, linkClasses } = plan.network;
  return ["X", "Y", "Z"].slice(0, sizes.length).map((name) => {
    const classLoads = channelLoad.filter((_, c) => linkClasses[linkClass[c]] === name);
    return (maxSent * classLoads.reduce((sum, load) => sum + load, 0)) / classLoads.length;
  });
}

test("links crossed over links there are is what the analysis has, however ways are split", () => {
  for (const sizes of tori) {
    const destinations = destinationsOf(sizes, 7);
    for (const pairs of [directPairs(destinations), relayedPairs(sizes, destinations)]) {
      const found = meanLoadsOf(sizes, pairs);
      meanLoadsOfAnalysis(sizes, pairs).forEach((load, d) => expect(found[d]).toBeCloseTo(load, 9));
    }
  }
});

test("over all destinations, a link of a dimension of N carries N/8, and three times as much where packets are relayed along it", () => {
  for (const sizes of tori) {
    const nodes = nodeCountOf(sizes);
    const all = Array.from({ length: nodes }, (_, k) => Array.from({ length: nodes }, (_each, from) => (from + k) % nodes));
    const meanOver = (pairsOf: (destinations: readonly number[]) => readonly PacketPair[]) => {
      const loads = all.map((destinations) => meanLoadsOf(sizes, pairsOf(destinations)));
      return sizes.map((_, d) => loads.reduce((sum, each) => sum + each[d], 0) / nodes);
    };
    const longest = Math.max(...sizes);
    const eighths = sizes.map((size) => size / 8);
    meanOver(directPairs).forEach((load, d) => expect(load).toBeCloseTo(eighths[d], 9));
    meanOver((destinations) => relayedPairs(sizes, destinations)).forEach((load, d) =>
      expect(load).toBeCloseTo((sizes[d] === longest ? 1 : 3) * eighths[d], 9),
    );
  }
});

test("a band of 95 % is 1.96 standard errors to either side, and a number that is not drawn has none", () => {
  const value = sampleMeanOf([1, 2, 3, 4, 5]);
  const half = 1.96 * Math.sqrt(2.5 / 5);
  expect(confidenceIntervalOf(value)).toEqual([3 - half, 3 + half]);
  expect(confidenceIntervalOf({ value: 7 })).toEqual([7, 7]);
});

// Each statement draws a hundred permutations of every torus. The numbers are published with the exhibits and compared there.
thoroughTest.each([torusTheorem1, torusLemma1])("the bands of $label hold what it says", ({ statements }) => {
  const { holds, because } = statements![0].check(madeUpInputs({}));
  expect(because).toMatch(/^\d+ of 12 expected loads are within the 95 % confidence interval of their mean;/);
  expect(holds).toBe(true);
});
