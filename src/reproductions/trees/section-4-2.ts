/** Statements of Section 4.2 of the trees report, about networks of switches with the same radix. */
import { isBelow } from "../predicates.ts";
import {
  equalTolerance,
  inEachExperiment,
  isAsFast,
  isFaster,
  ofNetworkPairs,
  onEachNetwork,
  experimentStatements,
  checkSlowestIsAtMost,
  slowestOf,
} from "./experiments.ts";
import { radixSet } from "./times.ts";
import { treeSizes } from "./runs.ts";
import { treesSentences } from "./printed.ts";

const [fat, thin2, thin3, slender2, slender3] = radixSet.names;
const narrowed = radixSet.names.slice(1);
const sameOversubscription = [
  [thin2, slender2],
  [thin3, slender3],
] as const;
const longSizes = treeSizes.slice(3);

export const radixStatements = experimentStatements(radixSet, treesSentences["Figure 7"], {
  "narrowed-beat-fat": {
    interpretation: "at least one of the four narrow trees is faster",
    check: inEachExperiment("many", "At least one is faster", (timeOf) => narrowed.some((each) => isFaster(timeOf(each), timeOf(fat)))),
  },
  butterfly: {
    interpretation: "BU: the butterfly; long: 10 kB and 100 kB",
    mix: { patterns: ["BU"], sizes: longSizes },
    check: (experiments) =>
      isBelow(
        experiments.map(({ timeOf }) => timeOf(thin2)),
        1 - equalTolerance,
        "The 8:4,4-thin-tree takes {all} times the fat tree’s time.",
      ),
  },
  "thin-beats-slender": {
    interpretation: "comparing trees with the same over-subscription",
    check: ofNetworkPairs("most", "The thin tree is faster", sameOversubscription, isFaster),
  },
  waterfall: {
    interpretation: "each narrow tree takes at most 5 % longer than the fat tree, at every message size",
    mix: { patterns: ["WF"], sizes: treeSizes },
    check: (experiments) => checkSlowestIsAtMost(1.05, slowestOf(experiments, narrowed), "The slowest network"),
  },
  "narrowest-heavy": {
    interpretation: "too low: the time is at least 1.5 times the fat tree’s, for mesh exchanges and butterfly with 10 kB and 100 kB",
    mix: { patterns: ["2M", "3M", "BU"], sizes: longSizes },
    check: onEachNetwork("most", "The time is at least 1.5 times the fat tree’s", [thin3, slender3], (time) => time >= 1.5),
  },
  "lighter-alike": {
    interpretation:
      "the time is within ±10 % of the fat tree’s in almost all cases of wavefronts, waterfall and binary tree with messages up to 1 kB",
    mix: { patterns: ["2W", "3W", "WF", "BT"], sizes: treeSizes.slice(0, 3) },
    check: onEachNetwork("almost all", "The time is within 10 %", narrowed, (time) => Math.abs(time - 1) <= 0.1),
  },
  "heavy-as-well": {
    interpretation: "the 8:4,4-thin-tree is as fast as the fat tree in most of the mesh exchanges and butterflies with 10 kB and 100 kB",
    mix: { patterns: ["2M", "3M", "BU"], sizes: longSizes },
    check: inEachExperiment("most", "The thin tree is as fast", (timeOf) => isAsFast(timeOf(thin2), timeOf(fat))),
  },
});
