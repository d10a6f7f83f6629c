/** What Section 4.2 of the trees report says of the networks of switches of one radix. */
import type { Statement } from "../contract.ts";
import { counted, isAsFast, isFaster, said, slowestOf } from "./experiments.ts";
import { radixSet } from "./times.ts";
import { treeSizes } from "./runs.ts";

const [fat, thin2, thin3, slender2, slender3] = radixSet.names;
const narrowed = radixSet.names.slice(1);
const where = "Section 4.2";
const long = treeSizes.slice(3);

export const radixStatements: readonly Statement[] = [
  said(radixSet, {
    id: "narrowed-beat-fat",
    says: "narrowed topologies beat the performance of fat-trees in many cases",
    where,
    readAs: "one of the four is faster",
    check: (experiments) =>
      counted(
        experiments.map(({ name, timeOf }) => ({ name, isSo: narrowed.some((each) => isFaster(timeOf(each), timeOf(fat))) })),
        "many",
        "One is faster",
      ),
  }),
  said(radixSet, {
    id: "butterfly",
    says: "the BU traffic with long messages is one of the heaviest workloads, and the 8:4,4-thin-tree is able to deliver it in less time than the fat-tree",
    where,
    readAs: "long: 10 kB and 100 kB",
    mix: { patterns: ["BU"], sizes: long },
    check(experiments) {
      const times = experiments.map(({ timeOf }) => timeOf(thin2));
      return {
        holds: times.every((time) => isFaster(time, 1)),
        because: `It takes ${times.map((time) => time.toFixed(2)).join(" and ")} times the fat tree’s time.`,
      };
    },
  }),
  said(radixSet, {
    id: "thin-beats-slender",
    says: "In most of the cases the thin-trees perform better than the comparable slender-trees",
    where,
    readAs: "those narrowed alike compared",
    check: (experiments) =>
      counted(
        [[thin2, slender2] as const, [thin3, slender3] as const].flatMap(([thin, slender]) =>
          experiments.map(({ name, timeOf }) => ({ name: `${name} (${thin})`, isSo: isFaster(timeOf(thin), timeOf(slender)) })),
        ),
        "most",
        "They are faster",
      ),
  }),
  said(radixSet, {
    id: "waterfall",
    says: "Note the excellent performance of narrowed trees",
    where: "Section 4.2, on WF",
    readAs: "no more than 5 % above the fat tree’s time, whatever the size",
    mix: { patterns: ["WF"], sizes: treeSizes },
    check(experiments) {
      const worst = slowestOf(experiments, narrowed);
      return {
        holds: worst.time <= 1.05,
        because: `The slowest takes ${worst.time.toFixed(2)} times as long: ${worst.name} on the ${worst.network}.`,
      };
    },
  }),
  said(radixSet, {
    id: "narrowest-heavy",
    says: "The performance of the narrowest topologies … is too low for the heavier workloads",
    where,
    readAs: "at least half as long again as on the fat tree, for 2M, 3M and BU with 10 kB and 100 kB",
    mix: { patterns: ["2M", "3M", "BU"], sizes: long },
    check: (experiments) =>
      counted(
        experiments.flatMap(({ name, timeOf }) =>
          [thin3, slender3].map((each) => ({ name: `${name} (${each})`, isSo: timeOf(each) >= 1.5 })),
        ),
        "most",
        "It is that low",
      ),
  }),
  said(radixSet, {
    id: "lighter-alike",
    says: "for the lighter workloads, there is almost no difference between topologies",
    where,
    readAs: "within 10 % of the fat tree’s time either way in almost all cases of 2W, 3W, WF and BT with messages up to 1 kB",
    mix: { patterns: ["2W", "3W", "WF", "BT"], sizes: treeSizes.slice(0, 3) },
    check: (experiments) =>
      counted(
        experiments.flatMap(({ name, timeOf }) =>
          narrowed.map((each) => ({ name: `${name} (${each})`, isSo: Math.abs(timeOf(each) - 1) <= 0.1 })),
        ),
        "almost all",
        "So it is",
      ),
  }),
  said(radixSet, {
    id: "heavy-as-well",
    says: "For heavy loads, narrowed topologies with 1:2 over-subscription, thin-trees in particular, perform as well as, or even better, than fat-trees",
    where,
    readAs: "the 8:4,4-thin-tree as fast as the fat tree in most of 2M, 3M and BU with 10 kB and 100 kB",
    mix: { patterns: ["2M", "3M", "BU"], sizes: long },
    check: (experiments) =>
      counted(
        experiments.map(({ name, timeOf }) => ({ name, isSo: isAsFast(timeOf(thin2), timeOf(fat)) })),
        "most",
        "So it is",
      ),
  }),
];
