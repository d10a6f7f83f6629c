/** What Section 4.1 of the trees report says of the networks of one size. */
import { type Case, counted, type Experiment, isAsFast, isFaster, said, slowestOf } from "./experiments.ts";
import { patternNames, treeSizes } from "./runs.ts";
import { sizeSet } from "./times.ts";
import { says } from "./printed.ts";

const [fat, thin2, thin4, slender2, slender4] = sizeSet.names;
/** Networks that are narrowed alike. */
const alike = [
  [thin2, slender2],
  [thin4, slender4],
] as const;
const short = treeSizes.slice(0, 3);

/** Pairs of networks, each compared in every experiment. */
function pairs(
  experiments: readonly Experiment[],
  networks: readonly (readonly [string, string])[],
  isSo: (a: number, b: number) => boolean,
): readonly Case[] {
  return networks.flatMap(([a, b]) =>
    experiments.map(({ name, timeOf }) => ({ name: `${name} (${a})`, isSo: isSo(timeOf(a), timeOf(b)) })),
  );
}

export const sizeStatements = said(sizeSet, says["Figure 6"], {
  "light-patterns": {
    readAs:
      "acceptably: at most twice the fat tree’s time; light: wavefronts, waterfall and binary tree with messages up to 1 kB, the binary tree on slender trees left aside, to which the next sentence is given",
    mix: { patterns: ["2W", "3W", "WF", "BT"], sizes: short },
    check(experiments) {
      const worst = [
        slowestOf(experiments, [thin2, thin4]),
        slowestOf(
          experiments.filter(({ name }) => !name.startsWith(patternNames.BT)),
          [slender2, slender4],
        ),
      ].toSorted((a, b) => b.time - a.time)[0];
      return {
        holds: worst.time <= 2,
        because: `The slowest of them takes ${worst.time.toFixed(2)} times as long: ${worst.name} on the ${worst.network}.`,
      };
    },
  },
  "slender-bt": {
    readAs: "BT: the binary tree; with 10 B and 100 B, the thin tree narrowed alike is faster",
    mix: { patterns: ["BT"], sizes: short.slice(0, 2) },
    check(experiments) {
      const cases = pairs(experiments, alike, isFaster);
      const { time, network } = slowestOf(experiments, [slender2, slender4]);
      const { holds, because } = counted(cases, "all", "So it is");
      return { holds, because: `${because.slice(0, -1)}; up to ${time.toFixed(2)} times the fat tree’s time on the ${network}.` };
    },
  },
  "thin-is-delimited": {
    readAs: "no thin tree is faster than the fat tree in any experiment",
    check: (experiments) =>
      counted(
        pairs(
          experiments,
          [
            [thin2, fat],
            [thin4, fat],
          ],
          (time, fatTime) => !isFaster(time, fatTime),
        ),
        "all",
        "So it is",
      ),
  },
  "slender-is-faster": {
    check(experiments) {
      const cases = pairs(
        experiments,
        [
          [slender2, fat],
          [slender4, fat],
        ],
        isFaster,
      );
      return counted(cases, "some", "It is smaller");
    },
  },
  "two-to-one": {
    readAs: "notably: by more than 2 % too",
    check: (experiments) =>
      counted(
        pairs(
          experiments,
          [
            [thin2, thin4],
            [slender2, slender4],
          ],
          isFaster,
        ),
        "almost all",
        "They are faster",
      ),
  },
  "fat-is-best": {
    check: (experiments) =>
      counted(
        experiments.map(({ name, timeOf }) => ({ name, isSo: !sizeSet.names.some((each) => isFaster(timeOf(each), timeOf(fat))) })),
        "almost all",
        "So it is",
      ),
  },
  "equally-well": {
    readAs: "one of the two, the thin tree or the slender tree",
    check: (experiments) =>
      counted(
        experiments.map(({ name, timeOf }) => ({ name, isSo: [thin2, slender2].some((each) => isAsFast(timeOf(each), timeOf(fat))) })),
        "many",
        "So it is",
      ),
  },
  "thin-beats-slender": {
    readAs: "those narrowed alike compared",
    check: (experiments) => counted(pairs(experiments, alike, isFaster), "almost all", "They are faster"),
  },
});
