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
    readAs: "one of the four is faster",
    check: inEachExperiment("many", "One is faster", (timeOf) => narrowed.some((each) => isFaster(timeOf(each), timeOf(fat)))),
  },
  butterfly: {
    readAs: "BU: the butterfly; long: 10 kB and 100 kB",
    mix: { patterns: ["BU"], sizes: longSizes },
    check: (experiments) =>
      isBelow(
        experiments.map(({ timeOf }) => timeOf(thin2)),
        1 - equalTolerance,
        "It takes {all} times the fat tree’s time.",
      ),
  },
  "thin-beats-slender": {
    readAs: "those narrowed alike compared",
    check: ofNetworkPairs("most", "They are faster", sameOversubscription, isFaster),
  },
  waterfall: {
    readAs: "no more than 5 % above the fat tree’s time, whatever the size",
    mix: { patterns: ["WF"], sizes: treeSizes },
    check: (experiments) => checkSlowestIsAtMost(1.05, slowestOf(experiments, narrowed), "The slowest"),
  },
  "narrowest-heavy": {
    readAs: "at least half as long again as on the fat tree, for mesh exchanges and butterfly with 10 kB and 100 kB",
    mix: { patterns: ["2M", "3M", "BU"], sizes: longSizes },
    check: onEachNetwork("most", "It is that low", [thin3, slender3], (time) => time >= 1.5),
  },
  "lighter-alike": {
    readAs:
      "within 10 % of the fat tree’s time either way in almost all cases of wavefronts, waterfall and binary tree with messages up to 1 kB",
    mix: { patterns: ["2W", "3W", "WF", "BT"], sizes: treeSizes.slice(0, 3) },
    check: onEachNetwork("almost all", "So it is", narrowed, (time) => Math.abs(time - 1) <= 0.1),
  },
  "heavy-as-well": {
    readAs: "the 8:4,4-thin-tree as fast as the fat tree in most of mesh exchanges and butterfly with 10 kB and 100 kB",
    mix: { patterns: ["2M", "3M", "BU"], sizes: longSizes },
    check: inEachExperiment("most", "So it is", (timeOf) => isAsFast(timeOf(thin2), timeOf(fat))),
  },
});
