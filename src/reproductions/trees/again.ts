/** The part of the experiments that a reader may run again, with the sums of relative times compared with the recorded ones. */
import { efficiencyOf } from "../../core/measures/efficiency.ts";
import type { Results } from "../../core/measures/results.ts";
import type { Again, Compared } from "../contract.ts";
import { treeSizes } from "./runs.ts";
import { patterns, type TreeMix, type TreeSet } from "./times.ts";

/** The rerun option of a set of trees: the experiments of a mix up to a message size, with the first seed. */
export function treesAgain({ names, runs: [recording] }: TreeSet, mix: TreeMix): Again {
  const weights = {
    rows: patterns.map((each) => (mix.patterns.includes(each) ? 1 : 0)),
    columns: treeSizes.map((each) => (mix.sizes.includes(each) ? 1 : 0)),
  };
  /** [network][pattern][size] */
  const timesOf = (all: readonly (Results | null)[], isIn: (i: number) => boolean) =>
    names.map((_n, network) =>
      patterns.map((_p, pattern) =>
        treeSizes.map((_s, size) => {
          const i = (network * patterns.length + pattern) * treeSizes.length + size;
          const results = all[i];
          return results === null || !isIn(i) ? null : [results.makespan ?? Infinity];
        }),
      ),
    );
  return {
    recording,
    upTo: { axis: 1, title: "Messages up to", labels: treeSizes, usual: mix.sizes.includes("10 kB") ? 3 : treeSizes.length - 1 },
    isNeeded: ([pattern, size]) => weights.rows[pattern] > 0 && weights.columns[size] > 0,
    title: "Sum of relative times so far",
    compare(fresh, recorded) {
      const isIn = (i: number) => fresh[i] !== null;
      const costs = names.map(() => null);
      const [here, there] = [fresh, recorded].map((all) => efficiencyOf({ times: timesOf(all, isIn), weights, costs, baseline: 0 }));
      return names.map((label, network): Compared => ({
        label,
        recorded: there.networks[network].sum,
        fresh: here.networks[network].sum,
      }));
    },
  };
}
