/** The part of the experiments that a reader may run again, and the comparison of the new sums of relative times with the recorded sums. */
import { efficiencyOf } from "../../core/measures/efficiency.ts";
import type { Results } from "../../core/measures/results.ts";
import type { RerunOption, RerunComparison } from "../contract.ts";
import { treeSizes } from "./runs.ts";
import { allPatterns, type TreeMix, type TreeSet } from "./times.ts";

/**
 * The part of the recorded experiments that a reader may run again on the page: those of a mix up to a message size that the reader
 * chooses, with the first seed. By default this is 10 kB, the size with index 3, if the mix contains it, and otherwise the largest. The
 * compared numbers are the sums of the times of each network relative to the fat tree (network 0), over those experiments for which the new
 * results are available.
 */
export function treeRerunOption({ names, recordingIds: [recording] }: TreeSet, mix: TreeMix): RerunOption {
  const weights = {
    rows: allPatterns.map((each) => (mix.patterns.includes(each) ? 1 : 0)),
    columns: treeSizes.map((each) => (mix.sizes.includes(each) ? 1 : 0)),
  };
  /**
   * [network][pattern][size] Cycles until the program ends, in an array with one element, because there is one seed; null without a result,
   * infinite if the run did not end. The results are in the order of the recording: by network, then by pattern, then by size.
   */
  const timesOf = (allResults: readonly (Results | null)[], isAvailable: (runIndex: number) => boolean) =>
    names.map((_n, network) =>
      allPatterns.map((_p, pattern) =>
        treeSizes.map((_s, size) => {
          const runIndex = (network * allPatterns.length + pattern) * treeSizes.length + size;
          const results = allResults[runIndex];
          return results === null || !isAvailable(runIndex) ? null : [results.makespan ?? Infinity];
        }),
      ),
    );
  return {
    recording,
    shortenedAxis: {
      axis: 1,
      title: "Messages up to",
      labels: treeSizes,
      defaultLastIndex: mix.sizes.includes("10 kB") ? 3 : treeSizes.length - 1,
    },
    isNeeded: ([pattern, size]) => weights.rows[pattern] > 0 && weights.columns[size] > 0,
    title: "Sum of relative times so far",
    compare(repeated, recorded) {
      // Compare only experiments that have been repeated.
      const isAvailable = (runIndex: number) => repeated[runIndex] !== null;
      const costs = names.map(() => null);
      const [repeatedEfficiency, recordedEfficiency] = [repeated, recorded].map((allResults) =>
        efficiencyOf({ times: timesOf(allResults, isAvailable), weights, costs, baseline: 0 }),
      );
      return names.map((label, network): RerunComparison => ({
        label,
        recorded: recordedEfficiency.networks[network].sum,
        repeated: repeatedEfficiency.networks[network].sum,
      }));
    },
  };
}
