/**
 * What networks give for their money over a mix of applications: performance φ, and performance per cost
 * (Navaridas et al., EHU-KAT-IK-06-07, §5.2 and §5.3).
 */

/** Times of networks over a mix: rows are what is run (such as patterns), columns how much of it (such as sizes). */
export interface Mix {
  /**
   * [network][row][column] Cycles of each seed that is in, in the order of seeds: null or empty while none is, Infinity
   * for a run that never comes to its end.
   */
  readonly times: readonly (readonly (readonly (readonly number[] | null)[])[])[];
  /** Weights of rows and of columns, each 0 or more: a cell counts by their product, and not at all where one is 0. */
  readonly weights: { readonly rows: readonly number[]; readonly columns: readonly number[] };
  /** What each network costs per terminal, in any money; null where nobody knows. */
  readonly costs: readonly (number | null)[];
  /** The network by which the others are measured. */
  readonly baseline: number;
}

/** What comes of a mix, of the cells that all networks have. */
export interface Efficiency {
  /** Cells that count, those of them that are in for all networks, and those in which the baseline never came to its end. */
  readonly cells: { readonly of: number; readonly in: number; readonly lost: number };
  /** Seeds that every one of these cells has; 0 where none is in. */
  readonly seeds: number;
  /** One for each network, in their order. */
  readonly networks: readonly Worth[];
}

/** What one network gives. */
export interface Worth {
  /**
   * Σ of weighted relative times, Infinity where it never comes to its end; null while no cell is in. Where all weights are
   * next to nothing, they are those over the largest.
   */
  readonly sum: number | null;
  /** Lowest and highest sum of one seed; null while none is in. */
  readonly spread: readonly [number, number] | null;
  /** Performance: φ over that of the baseline: 1 for the baseline, more is better. */
  readonly phi: number | null;
  /** Cost over that of the baseline; null where either is unknown or the baseline costs nothing. */
  readonly cost: number | null;
  /** φ over cost. */
  readonly ratio: number | null;
  /** Place by ratio, or by performance where there are no costs: 1 is best, equal ones share it; null while unknown. */
  readonly rank: number | null;
}

/**
 * Relative time of every cell: the mean over seeds of cycles over the baseline's cycles with the same seed, so that chance
 * that both have in common falls out.
 * @returns [network][row][column], 1 for the baseline; null where one of the two is not in, or the baseline never ends
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

/** Performance and performance per cost over a mix. Only cells that all networks have are counted, so that none gains by being late. */
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

/** Binary logarithm of the smallest product that leaves room for sums and quotients of it. */
const leastProduct = -900;

/**
 * How much each cell counts: the product of its two weights, over the largest where even that is next to nothing. None is
 * rounded to 0, for what never ends in a cell that counts never ends at all.
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

/** What sums of weighted relative times and costs per terminal are worth: all of {@link Worth} but the spread. */
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

/** Cycles of each seed over the baseline's of the same seed. */
function pairs(own: readonly number[] | null, of: readonly number[] | null): readonly number[] {
  if (own === null || of === null || of.includes(Infinity)) return [];
  return own.slice(0, of.length).map((each, seed) => each / of[seed]);
}
