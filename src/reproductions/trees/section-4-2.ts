/** What Section 4.2 of the trees report says of the networks of switches of one radix. */
import { counted, isAsFast, isFaster, said, slowestOf } from "./experiments.ts";
import { radixSet } from "./times.ts";
import { treeSizes } from "./runs.ts";
import { says } from "./printed.ts";

const [fat, thin2, thin3, slender2, slender3] = radixSet.names;
const narrowed = radixSet.names.slice(1);
const long = treeSizes.slice(3);

export const radixStatements = said(radixSet, says["Figure 7"], {
  "narrowed-beat-fat": {
    readAs: "one of the four is faster",
    check: (experiments) =>
      counted(
        experiments.map(({ name, timeOf }) => ({ name, isSo: narrowed.some((each) => isFaster(timeOf(each), timeOf(fat))) })),
        "many",
        "One is faster",
      ),
  },
  butterfly: {
    readAs: "BU: the butterfly; long: 10 kB and 100 kB",
    mix: { patterns: ["BU"], sizes: long },
    check(experiments) {
      const times = experiments.map(({ timeOf }) => timeOf(thin2));
      return {
        holds: times.every((time) => isFaster(time, 1)),
        because: `It takes ${times.map((time) => time.toFixed(2)).join(" and ")} times the fat tree’s time.`,
      };
    },
  },
  "thin-beats-slender": {
    readAs: "those narrowed alike compared",
    check: (experiments) =>
      counted(
        [[thin2, slender2] as const, [thin3, slender3] as const].flatMap(([thin, slender]) =>
          experiments.map(({ name, timeOf }) => ({ name: `${name} (${thin})`, isSo: isFaster(timeOf(thin), timeOf(slender)) })),
        ),
        "most",
        "They are faster",
      ),
  },
  waterfall: {
    readAs: "no more than 5 % above the fat tree’s time, whatever the size",
    mix: { patterns: ["WF"], sizes: treeSizes },
    check(experiments) {
      const worst = slowestOf(experiments, narrowed);
      return {
        holds: worst.time <= 1.05,
        because: `The slowest takes ${worst.time.toFixed(2)} times as long: ${worst.name} on the ${worst.network}.`,
      };
    },
  },
  "narrowest-heavy": {
    readAs: "at least half as long again as on the fat tree, for mesh exchanges and butterfly with 10 kB and 100 kB",
    mix: { patterns: ["2M", "3M", "BU"], sizes: long },
    check: (experiments) =>
      counted(
        experiments.flatMap(({ name, timeOf }) =>
          [thin3, slender3].map((each) => ({ name: `${name} (${each})`, isSo: timeOf(each) >= 1.5 })),
        ),
        "most",
        "It is that low",
      ),
  },
  "lighter-alike": {
    readAs:
      "within 10 % of the fat tree’s time either way in almost all cases of wavefronts, waterfall and binary tree with messages up to 1 kB",
    mix: { patterns: ["2W", "3W", "WF", "BT"], sizes: treeSizes.slice(0, 3) },
    check: (experiments) =>
      counted(
        experiments.flatMap(({ name, timeOf }) =>
          narrowed.map((each) => ({ name: `${name} (${each})`, isSo: Math.abs(timeOf(each) - 1) <= 0.1 })),
        ),
        "almost all",
        "So it is",
      ),
  },
  "heavy-as-well": {
    readAs: "the 8:4,4-thin-tree as fast as the fat tree in most of mesh exchanges and butterfly with 10 kB and 100 kB",
    mix: { patterns: ["2M", "3M", "BU"], sizes: long },
    check: (experiments) =>
      counted(
        experiments.map(({ name, timeOf }) => ({ name, isSo: isAsFast(timeOf(thin2), timeOf(fat)) })),
        "most",
        "So it is",
      ),
  },
});
