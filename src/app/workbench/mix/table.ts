/** Times, weights and costs → what the drawings of a mix draw from; wherever the times come from. */
import { efficiencyOf, relativeTimes } from "../../../core/measures/efficiency.ts";
import type { MixTable, Reckoning } from "../../../views/mix/mix.ts";

/** A mix before its weights are counted. */
export interface MixInput extends Pick<MixTable, "networks" | "baseline" | "rows" | "columns"> {
  /** [network][row][column] Cycles of each seed that is in; null while none is. */
  readonly times: readonly (readonly (readonly (readonly number[] | null)[])[])[];
  /** Ways to reckon the cost per terminal of each network, US$, the usual one first. */
  readonly reckonings: readonly Pick<Reckoning, "id" | "title" | "costs">[];
}

/** How much rows and columns count. */
export interface Weights {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
}

/** The weights a mix has. */
export function weightsIn({ rows, columns }: Pick<MixTable, "rows" | "columns">): Weights {
  return { rows: rows.weights, columns: columns.weights };
}

/** The same mix under other weights. */
export function weighed<M extends Pick<MixTable, "rows" | "columns">>(mix: M, weights: Weights): M {
  return { ...mix, rows: { ...mix.rows, weights: weights.rows }, columns: { ...mix.columns, weights: weights.columns } };
}

/** All that the drawings show of a mix. */
export function tableOf({ times, reckonings, ...mix }: MixInput): MixTable {
  const { baseline } = mix;
  const reckoned = reckonings.map((each): Reckoning => {
    return { ...each, efficiency: efficiencyOf({ times, weights: weightsIn(mix), costs: each.costs, baseline }) };
  });
  return { ...mix, relative: relativeTimes({ times, baseline }), reckonings: reckoned as [Reckoning, ...Reckoning[]] };
}
