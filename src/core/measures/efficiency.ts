/**
 * Cost efficiency of networks over a mix of applications: performance φ, and performance per cost (Navaridas et al., EHU-KAT-IK-06-07, §5.2
 * and §5.3).
 */

/** Times of networks over a mix: rows are applications (such as patterns), columns their sizes. */
export interface MixTimes {
  /**
   * [network][row][column] Cycles of each available seed, in the order of seeds: null or empty without results, Infinity for a run that
   * never ends.
   */
  readonly times: readonly (readonly (readonly (readonly number[] | null)[])[])[];
  /** Weights of rows and columns, each 0 or more. The weight of a cell is their product; cells of weight 0 are ignored. */
  readonly weights: { readonly rows: readonly number[]; readonly columns: readonly number[] };
  /** Cost of each network per terminal, in any currency; null if unknown. */
  readonly costs: readonly (number | null)[];
  /** Index of the network that the others are compared with. */
  readonly baseline: number;
}

/** Efficiency over the cells that have results of all networks. */
export interface Efficiency {
  /** Number of cells with a weight; number of these that are complete for all networks; and number in which the baseline never ends. */
  readonly cells: { readonly of: number; readonly in: number; readonly lost: number };
  /** Seeds that all complete cells have; 0 if no cell is complete. */
  readonly seeds: number;
  /** One entry per network, in order. */
  readonly networks: readonly NetworkEfficiency[];
}

/** Efficiency of one network. */
export interface NetworkEfficiency {
  /**
   * Weighted sum of relative times; Infinity if a run never ends, null while no cell is complete. If all weights are tiny, they are divided
   * by the largest.
   */
  readonly sum: number | null;
  /** Lowest and highest sum of a single seed; null without results. */
  readonly spread: readonly [number, number] | null;
  /** Performance φ relative to the baseline: 1 for the baseline, more is better. */
  readonly phi: number | null;
  /** Cost relative to the baseline; null if either is unknown or the baseline costs nothing. */
  readonly cost: number | null;
  /** φ over cost. */
  readonly ratio: number | null;
  /** Rank by ratio, or by performance if costs are unknown: 1 is best, ties share a rank; null while unknown. */
  readonly rank: number | null;
}

/**
 * Relative time of every cell: the mean over seeds of cycles over the baseline's cycles with the same seed, so that common random effects
 * cancel.
 * @returns [network][row][column], 1 for the baseline; null if one of the two has no result, or the baseline never ends
 */
export function relativeTimes({
  times,
  baseline,
}: Pick<MixTimes, "times" | "baseline">): readonly (readonly (readonly (number | null)[])[])[] {
  return times.map((rows) =>
    rows.map((columns, row) =>
      columns.map((cycles, column) => {
        const ratios = relativeTimesBySeed(cycles, times[baseline]?.[row]?.[column] ?? null);
        return ratios.length === 0 ? null : ratios.reduce((sum, each) => sum + each, 0) / ratios.length;
      }),
    ),
  );
}

/**
 * Compares the performance, and performance per cost, of several networks over a mix of applications. The mix is a table with rows
 * (applications) and columns (sizes); `times` are the cycles of each network, row, column and seed. The time of each cell is divided by
 * that of the baseline network with the same seed, and the quotients are added up with the weights of the cells. Only cells with results of
 * all networks count, so that no network gains from missing results.
 */
export function efficiencyOf(mix: MixTimes): Efficiency {
  const { times, weights, costs, baseline } = mix;
  const countedCells = weights.rows.flatMap((rowWeight, row) =>
    weights.columns.flatMap((columnWeight, column) => (rowWeight > 0 && columnWeight > 0 ? [{ row, column }] : [])),
  );
  const isBaselineEndless = ({ row, column }: { row: number; column: number }) =>
    times[baseline]?.[row]?.[column]?.includes(Infinity) === true;
  const completeCells = countedCells.filter(
    (cell) => !isBaselineEndless(cell) && times.every((rows) => (rows[cell.row]?.[cell.column]?.length ?? 0) > 0),
  );
  // All sums use the seeds that every network has in every complete cell.
  const seedsOf = ({ row, column }: { row: number; column: number }) => Math.min(...times.map((rows) => rows[row][column]?.length ?? 0));
  const seeds = completeCells.length === 0 ? 0 : Math.min(...completeCells.map(seedsOf));
  const weightOf = weightProducts(weights, completeCells);
  const sumOfSeed = (network: number, seed: number) =>
    completeCells.reduce(
      (sum, { row, column }, i) => sum + (weightOf[i] * times[network][row][column]![seed]) / times[baseline][row][column]![seed],
      0,
    );
  /** [network][seed] Weighted sum of relative times. */
  const sumsBySeed = times.map((_, network) => Array.from({ length: seeds }, (_each, seed) => sumOfSeed(network, seed)));
  const meanSums = sumsBySeed.map((each) => (each.length === 0 ? null : each.reduce((sum, seedSum) => sum + seedSum, 0) / each.length));
  return {
    cells: { of: countedCells.length, in: completeCells.length, lost: countedCells.filter(isBaselineEndless).length },
    seeds,
    networks: networkEfficienciesOf(meanSums, costs, baseline).map((efficiency, network) => ({
      ...efficiency,
      spread: seeds === 0 ? null : [Math.min(...sumsBySeed[network]), Math.max(...sumsBySeed[network])],
    })),
  };
}

/** Binary logarithm of the smallest product whose sums and quotients do not underflow. */
const minProductLog2 = -900;

/**
 * Weight of each cell: the product of its two weights, divided by the largest product if even that is tiny. No weight is rounded to 0,
 * because a run that never ends must make the sum infinite.
 */
function weightProducts(
  { rows, columns }: MixTimes["weights"],
  cells: readonly { readonly row: number; readonly column: number }[],
): readonly number[] {
  const logs = cells.map(({ row, column }) => Math.log2(rows[row]) + Math.log2(columns[column]));
  const maxLog = Math.max(...logs);
  const product =
    maxLog < minProductLog2 ? (i: number) => 2 ** (logs[i] - maxLog) : (i: number) => rows[cells[i].row] * columns[cells[i].column];
  return cells.map((_, i) => Math.max(product(i), Number.MIN_VALUE));
}

/**
 * The efficiency of each network relative to a baseline network: performance φ, cost, φ per cost, and the rank, 1 for the best. Networks
 * are ranked by φ per cost if costs are known, otherwise by φ.
 * @param sums Weighted sum of relative times of each network; null without results.
 * @param costs Cost per terminal of each network; null if unknown.
 * @param baseline Index of the network that the others are compared with.
 */
export function networkEfficienciesOf(
  sums: readonly (number | null)[],
  costs: readonly (number | null)[],
  baseline: number,
): readonly Omit<NetworkEfficiency, "spread">[] {
  const quotient = (numerator: number | null | undefined, denominator: number | null | undefined) =>
    numerator === null || numerator === undefined || denominator === null || denominator === undefined || denominator === 0
      ? null
      : numerator / denominator;
  const ratings = sums.map((sum, network) => {
    const [performance, cost] = [quotient(sums[baseline], sum), quotient(costs[network], costs[baseline])];
    return { sum, phi: performance, cost, ratio: quotient(performance, cost) };
  });
  const hasCosts = ratings.some(({ ratio: performancePerCost }) => performancePerCost !== null);
  const scores = ratings.map(({ ratio: performancePerCost, phi: performance }) => (hasCosts ? performancePerCost : performance));
  return ratings.map((each, network) => {
    const score = scores[network];
    return { ...each, rank: score === null ? null : 1 + scores.filter((other) => other !== null && other > score).length };
  });
}

/** Cycles over the baseline's cycles, for each seed. */
function relativeTimesBySeed(cycles: readonly number[] | null, baselineCycles: readonly number[] | null): readonly number[] {
  if (cycles === null || baselineCycles === null || baselineCycles.includes(Infinity)) return [];
  return cycles.slice(0, baselineCycles.length).map((each, seed) => each / baselineCycles[seed]);
}
