/**
 * Cost efficiency of networks over a mix of applications: performance φ, and performance per cost (Navaridas et al., EHU-KAT-IK-06-07, §5.2
 * and §5.3).
 */

/** Times of networks over a mix: rows are applications (such as patterns), columns their sizes. */
export interface Mix {
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
  /** Cells with a weight; those of them that are complete for all networks; and those in which the baseline never ends. */
  readonly cells: { readonly of: number; readonly in: number; readonly lost: number };
  /** Seeds that all complete cells have; 0 if no cell is complete. */
  readonly seeds: number;
  /** One entry per network, in order. */
  readonly networks: readonly Worth[];
}

/** Efficiency of one network. */
export interface Worth {
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
export function relativeTimes({ times, baseline }: Pick<Mix, "times" | "baseline">): readonly (readonly (readonly (number | null)[])[])[] {
  return times.map((rows) =>
    rows.map((columns, row) =>
      columns.map((own, column) => {
        const of = pairs(own, times[baseline]?.[row]?.[column] ?? null);
        return of.length === 0 ? null : of.reduce((sum, each) => sum + each, 0) / of.length;
      }),
    ),
  );
}

/**
 * Performance, and performance per cost, over a mix. Only cells with results of all networks count, so that a network does not gain from
 * missing results.
 */
export function efficiencyOf(mix: Mix): Efficiency {
  const { times, weights, costs, baseline } = mix;
  const counting = weights.rows.flatMap((a, row) => weights.columns.flatMap((b, column) => (a > 0 && b > 0 ? [{ row, column }] : [])));
  const isEndless = ({ row, column }: { row: number; column: number }) => times[baseline]?.[row]?.[column]?.includes(Infinity) === true;
  const present = counting.filter((cell) => !isEndless(cell) && times.every((rows) => (rows[cell.row]?.[cell.column]?.length ?? 0) > 0));
  const seedsOf = ({ row, column }: { row: number; column: number }) => Math.min(...times.map((rows) => rows[row][column]?.length ?? 0));
  const seeds = present.length === 0 ? 0 : Math.min(...present.map(seedsOf));
  const weightOf = productsOf(weights, present);
  const ofSeed = (network: number, seed: number) =>
    present.reduce(
      (sum, { row, column }, i) => sum + (weightOf[i] * times[network][row][column]![seed]) / times[baseline][row][column]![seed],
      0,
    );
  const perSeed = times.map((_, network) => Array.from({ length: seeds }, (_each, seed) => ofSeed(network, seed)));
  const sums = perSeed.map((each) => (each.length === 0 ? null : each.reduce((sum, one) => sum + one, 0) / each.length));
  return {
    cells: { of: counting.length, in: present.length, lost: counting.filter(isEndless).length },
    seeds,
    networks: worthOf(sums, costs, baseline).map((worth, network) => ({
      ...worth,
      spread: seeds === 0 ? null : [Math.min(...perSeed[network]), Math.max(...perSeed[network])],
    })),
  };
}

/** Binary logarithm of the smallest product whose sums and quotients do not underflow. */
const leastProduct = -900;

/**
 * Weight of each cell: the product of its two weights, divided by the largest if even that is tiny. No weight is rounded to 0, because a
 * run that never ends must make the sum infinite.
 */
function productsOf(
  { rows, columns }: Mix["weights"],
  cells: readonly { readonly row: number; readonly column: number }[],
): readonly number[] {
  const logs = cells.map(({ row, column }) => Math.log2(rows[row]) + Math.log2(columns[column]));
  const most = Math.max(...logs);
  const product = most < leastProduct ? (i: number) => 2 ** (logs[i] - most) : (i: number) => rows[cells[i].row] * columns[cells[i].column];
  return cells.map((_, i) => Math.max(product(i), Number.MIN_VALUE));
}

/** Efficiency from sums of weighted relative times and costs per terminal: all of {@link NetworkEfficiency} except the spread. */
export function worthOf(
  sums: readonly (number | null)[],
  costs: readonly (number | null)[],
  baseline: number,
): readonly Omit<Worth, "spread">[] {
  const over = (of: number | null | undefined, by: number | null | undefined) =>
    of === null || of === undefined || by === null || by === undefined || by === 0 ? null : of / by;
  const plain = sums.map((sum, network) => {
    const [phi, cost] = [over(sums[baseline], sum), over(costs[network], costs[baseline])];
    return { sum, phi, cost, ratio: over(phi, cost) };
  });
  const hasCosts = plain.some(({ ratio }) => ratio !== null);
  const marks = plain.map(({ ratio, phi }) => (hasCosts ? ratio : phi));
  return plain.map((each, network) => {
    const own = marks[network];
    return { ...each, rank: own === null ? null : 1 + marks.filter((other) => other !== null && other > own).length };
  });
}

/** Cycles over the baseline's cycles, for each seed. */
function pairs(own: readonly number[] | null, of: readonly number[] | null): readonly number[] {
  if (own === null || of === null || of.includes(Infinity)) return [];
  return own.slice(0, of.length).map((each, seed) => each / of[seed]);
}
