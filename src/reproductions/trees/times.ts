/** The recorded runs of §4: cycles of each network, pattern and message size, and times relative to the fat tree. */
import type { Mix } from "../../core/measures/efficiency.ts";
import type { Results } from "../../core/measures/results.ts";
import type { Given, RecordedOf, Recording, Value } from "../contract.ts";
import { meanOf, plain } from "../numbers.ts";
import { sameRadix, sameSize } from "./networks.ts";
import { draws, type TreePattern, treePatterns, treeRecordings, treeSizes } from "./runs.ts";

export const patterns = Object.keys(treePatterns) as readonly TreePattern[];
export type TreeSize = (typeof treeSizes)[number];

/** One half of the experiments: its networks, the fat tree first, and its recordings. */
export interface TreeSet {
  readonly names: readonly string[];
  readonly fat: string;
  readonly recordings: readonly Recording[];
  /** Ids of the recordings. */
  readonly runs: readonly string[];
}

const setOf = (table: "4a" | "4b", names: readonly string[]): TreeSet => {
  const recordings = treeRecordings(table, names);
  return { names, fat: names[0], recordings, runs: recordings.map(({ id }) => id) };
};

/** The networks of §4.1 and of §4.2. */
export const sizeSet = setOf("4a", sameSize);
export const radixSet = setOf("4b", sameRadix);

/** [network][pattern][size] Cycles by seed. All but the longest messages have several seeds, if these were recorded. */
export function timesOf({ names, runs: [all, drawn] }: TreeSet, recorded: RecordedOf): Mix["times"] {
  const [once, often] = [recorded(all), recorded(drawn)];
  const cells = names.length * patterns.length;
  return names.map((_n, network) =>
    patterns.map((_p, pattern) =>
      treeSizes.map((_s, size) => {
        const cell = network * patterns.length + pattern;
        if (size >= draws.sizes.length || often.length === 0) return [cyclesOf(once[cell * treeSizes.length + size])];
        return Array.from({ length: draws.count }, (_d, seed) => cyclesOf(often[(seed * cells + cell) * draws.sizes.length + size]));
      }),
    ),
  );
}

/** The inputs of functions that need recordings only. */
export type Recalled = Pick<Given, "recorded" | "once">;

/** A run that does not end takes forever. */
const cyclesOf = ({ makespan }: Results) => makespan ?? Infinity;

/** Time of a network relative to the fat tree in one experiment, seed by seed; with a standard error if there are several seeds. */
export function relativeTime(set: TreeSet, { recorded, once }: Recalled, name: string, pattern: TreePattern, size: TreeSize): Value {
  const times = once(timesOf, set, recorded);
  const [row, column] = [patterns.indexOf(pattern), treeSizes.indexOf(size)];
  const [own, fat] = [set.names.indexOf(name), 0].map((network) => times[network][row][column] as readonly number[]);
  const ratios = own.map((each, seed) => each / fat[seed]);
  return ratios.length < 2 ? plain(ratios[0]) : meanOf(ratios);
}

/** The experiments to add up. */
export interface TreeMix {
  readonly patterns: readonly TreePattern[];
  readonly sizes: readonly TreeSize[];
}
export const everything: TreeMix = { patterns, sizes: treeSizes };

/**
 * Sum of a network's relative times over a mix, with weight 1 for each experiment. The standard error is that of the experiments with
 * several seeds.
 */
export function sumOfTimes(set: TreeSet, given: Recalled, name: string, mix: TreeMix): Value {
  const cells = mix.patterns.flatMap((pattern) => mix.sizes.map((size) => relativeTime(set, given, name, pattern, size)));
  const value = cells.reduce((sum, cell) => sum + cell.value, 0);
  const spread = cells.flatMap((cell) => (cell.spread === undefined ? [] : [cell.spread]));
  // The experiments are independent, so their variances add up.
  const error = Math.sqrt(spread.reduce((sum, each) => sum + each.error ** 2, 0));
  return error > 0 ? { value, spread: { error, draws: spread[0].draws } } : { value };
}
