/** The recorded runs of §4: cycles of each network, pattern and message size, and times relative to the fat tree. */
import type { MixTimes } from "../../core/measures/efficiency.ts";
import type { Results } from "../../core/measures/results.ts";
import type { ExhibitInputs, RecordingResults, Recording, ComputedValue } from "../contract.ts";
import { sampleMeanOf, withoutError } from "../numbers.ts";
import { sameRadix, sameSize } from "./networks.ts";
import { repeatedRuns, type TreePattern, treePatterns, treeRecordings, treeSizes } from "./runs.ts";

export const allPatterns = Object.keys(treePatterns) as readonly TreePattern[];
export type TreeSize = (typeof treeSizes)[number];

/**
 * One half of the experiments: five networks of the same size or of the same switch radix, the fat tree first, and the recordings of their
 * runs. A recording is a published set of results that take too long to compute on the page.
 */
export interface TreeSet {
  readonly names: readonly string[];
  readonly fatTree: string;
  readonly recordings: readonly Recording[];
  /** Ids of the recordings. */
  readonly recordingIds: readonly string[];
}

const treeSetOf = (table: "4a" | "4b", names: readonly string[]): TreeSet => {
  const recordings = treeRecordings(table, names);
  return { names, fatTree: names[0], recordings, recordingIds: recordings.map(({ id }) => id) };
};

/** The networks of §4.1 and of §4.2. */
export const sizeSet = treeSetOf("4a", sameSize);
export const radixSet = treeSetOf("4b", sameRadix);

/** [network][pattern][size] Cycles by seed. All but the longest messages have several seeds, if these were recorded. */
export function cyclesBySeed({ names, recordingIds: [allId, repeatedId] }: TreeSet, recorded: RecordingResults): MixTimes["times"] {
  const [singleRuns, repeatedRunResults] = [recorded(allId), recorded(repeatedId)];
  const cells = names.length * allPatterns.length;
  return names.map((_n, network) =>
    allPatterns.map((_p, pattern) =>
      treeSizes.map((_s, size) => {
        const cell = network * allPatterns.length + pattern;
        if (size >= repeatedRuns.sizes.length || repeatedRunResults.length === 0)
          return [makespanOf(singleRuns[cell * treeSizes.length + size])];
        return Array.from({ length: repeatedRuns.count }, (_d, seed) =>
          makespanOf(repeatedRunResults[(seed * cells + cell) * repeatedRuns.sizes.length + size]),
        );
      }),
    ),
  );
}

/** The inputs of functions that need recordings only. */
export type RecordingInputs = Pick<ExhibitInputs, "recorded" | "memoized">;

/** A run that does not end takes forever. */
const makespanOf = ({ makespan }: Results) => makespan ?? Infinity;

/** Time of a network relative to the fat tree in one experiment, seed by seed; with a standard error if there are several seeds. */
export function relativeTimeOf(
  set: TreeSet,
  { recorded, memoized }: RecordingInputs,
  name: string,
  pattern: TreePattern,
  size: TreeSize,
): ComputedValue {
  const times = memoized(cyclesBySeed, set, recorded);
  const [row, column] = [allPatterns.indexOf(pattern), treeSizes.indexOf(size)];
  const [networkTimes, fatTreeTimes] = [set.names.indexOf(name), 0].map((network) => times[network][row][column] as readonly number[]);
  const ratios = networkTimes.map((each, seed) => each / fatTreeTimes[seed]);
  return ratios.length < 2 ? withoutError(ratios[0]) : sampleMeanOf(ratios);
}

/** A selection of experiments: patterns and message sizes, each pattern with each size. */
export interface TreeMix {
  readonly patterns: readonly TreePattern[];
  readonly sizes: readonly TreeSize[];
}
export const allExperiments: TreeMix = { patterns: allPatterns, sizes: treeSizes };

/**
 * Sum of a network's relative times over a mix, with weight 1 for each experiment. The standard error is that of the experiments with
 * several seeds.
 */
export function sumOfRelativeTimes(set: TreeSet, inputs: RecordingInputs, name: string, mix: TreeMix): ComputedValue {
  const cells = mix.patterns.flatMap((pattern) => mix.sizes.map((size) => relativeTimeOf(set, inputs, name, pattern, size)));
  const value = cells.reduce((sum, cell) => sum + cell.value, 0);
  const spread = cells.flatMap((cell) => (cell.spread === undefined ? [] : [cell.spread]));
  // The experiments are independent, so their variances add up.
  const error = Math.sqrt(spread.reduce((sum, each) => sum + each.error ** 2, 0));
  return error > 0 ? { value, spread: { error, draws: spread[0].draws } } : { value };
}
