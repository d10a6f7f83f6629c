/** Statements of Section 4.1 of the trees report, about networks of the same size. */
import {
  inEachExperiment,
  isAsFast,
  isFaster,
  ofNetworkPairs,
  experimentStatements,
  checkSlowestIsAtMost,
  slowestOf,
} from "./experiments.ts";
import { patternNames, treeSizes } from "./runs.ts";
import { sizeSet } from "./times.ts";
import { treesSentences } from "./printed.ts";

const [fat, thin2, thin4, slender2, slender4] = sizeSet.names;
/** Pairs of networks with the same over-subscription. */
const sameOversubscription = [
  [thin2, slender2],
  [thin4, slender4],
] as const;
/** Pairs of networks of one kind; the second has the higher over-subscription. */
const higherOversubscription = [
  [thin2, thin4],
  [slender2, slender4],
] as const;
const againstFat = (...networks: readonly string[]) => networks.map((each) => [each, fat] as const);
const shortSizes = treeSizes.slice(0, 3);

export const sizeStatements = experimentStatements(sizeSet, treesSentences["Figure 6"], {
  "light-patterns": {
    interpretation:
      "acceptably: at most twice the fat tree’s time; light: wavefronts, waterfall and binary tree with messages up to 1 kB, except the binary tree on slender trees, which the next sentence is about",
    mix: { patterns: ["2W", "3W", "WF", "BT"], sizes: shortSizes },
    check(experiments) {
      const [slowest] = [
        slowestOf(experiments, [thin2, thin4]),
        slowestOf(
          experiments.filter(({ name }) => !name.startsWith(patternNames.BT)),
          [slender2, slender4],
        ),
      ].toSorted((a, b) => b.time - a.time);
      return checkSlowestIsAtMost(2, slowest, "The slowest case");
    },
  },
  "slender-bt": {
    interpretation: "BT: the binary tree; with 10 B and 100 B, the thin tree with the same over-subscription is faster",
    mix: { patterns: ["BT"], sizes: shortSizes.slice(0, 2) },
    check(experiments) {
      const { time, network } = slowestOf(experiments, [slender2, slender4]);
      const { holds, because } = ofNetworkPairs("all", "The thin tree is faster", sameOversubscription, isFaster)(experiments);
      return { holds, because: `${because.slice(0, -1)}; up to ${time.toFixed(2)} times the fat tree’s time on the ${network}.` };
    },
  },
  "thin-is-delimited": {
    interpretation: "no thin tree is faster than the fat tree in any experiment",
    check: ofNetworkPairs("all", "The fat tree is at least as fast", againstFat(thin2, thin4), (time, fatTime) => !isFaster(time, fatTime)),
  },
  "slender-is-faster": { check: ofNetworkPairs("some", "The time is smaller", againstFat(slender2, slender4), isFaster) },
  "two-to-one": {
    interpretation: "notably: by more than 2 %",
    check: ofNetworkPairs("almost all", "The 2:1 network is faster", higherOversubscription, isFaster),
  },
  "fat-is-best": {
    check: inEachExperiment(
      "almost all",
      "No network is faster than the fat tree",
      (timeOf) => !sizeSet.names.some((each) => isFaster(timeOf(each), timeOf(fat))),
    ),
  },
  "equally-well": {
    interpretation: "at least one of the two 2:1 networks, the thin tree or the slender tree",
    check: inEachExperiment("many", "At least one of the two is as fast", (timeOf) =>
      [thin2, slender2].some((each) => isAsFast(timeOf(each), timeOf(fat))),
    ),
  },
  "thin-beats-slender": {
    interpretation: "comparing trees with the same over-subscription",
    check: ofNetworkPairs("almost all", "The thin tree is faster", sameOversubscription, isFaster),
  },
});
