/** The part of the experiments that a reader may run again, with the sums of relative times compared with the recorded ones. */
import { efficiencyOf } from "../../core/measures/efficiency.ts";
import type { Results } from "../../core/measures/results.ts";
import type { RerunOption, RerunComparison } from "../contract.ts";
import { treeSizes } from "./runs.ts";
import { allPatterns, type TreeMix, type TreeSet } from "./times.ts";

/** The rerun option of a set of trees: the experiments of a mix up to a message size, with the first seed. */
export function treeRerunOption({ names, runs: [recording] }: TreeSet, mix: TreeMix): RerunOption {
  const weights = {
    rows: allPatterns.map((each) => (mix.patterns.includes(each) ? 1 : 0)),
    columns: treeSizes.map((each) => (mix.sizes.includes(each) ? 1 : 0)),
  };
  /** [network][pattern][size] */
  const timesOf = (allResults: readonly (Results | null)[], isAvailable: (i: number) => boolean) =>
    names.map((_n, network) =>
      allPatterns.map((_p, pattern) =>
        treeSizes.map((_s, size) => {
          const i = (network * allPatterns.length + pattern) * treeSizes.length + size;
          const results = allResults[i];
          return results === null || !isAvailable(i) ? null : [results.makespan ?? Infinity];
        }),
      ),
    );
  return {
    recording,
    upTo: { axis: 1, title: "Messages up to", labels: treeSizes, usual: mix.sizes.includes("10 kB") ? 3 : treeSizes.length - 1 },
    isNeeded: ([pattern, size]) => weights.rows[pattern] > 0 && weights.columns[size] > 0,
    title: "Sum of relative times so far",
    compare(fresh, recorded) {
      const isAvailable = (i: number) => fresh[i] !== null;
      const costs = names.map(() => null);
      const [freshEfficiency, recordedEfficiency] = [fresh, recorded].map((allResults) =>
        efficiencyOf({ times: timesOf(allResults, isAvailable), weights, costs, baseline: 0 }),
      );
      return names.map((label, network): RerunComparison => ({
        label,
        recorded: recordedEfficiency.networks[network].sum,
        fresh: freshEfficiency.networks[network].sum,
      }));
    },
  };
}
