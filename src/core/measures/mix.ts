/** Application mixes: efficiency of networks under weights, with times from a sweep or a published table. */
import { type Efficiency, efficiencyOf, relativeTimes, type NetworkEfficiency } from "./efficiency.ts";

/** Relative times of networks over a mix, and the resulting efficiency. */
export interface MixTable {
  readonly networks: readonly MixNetwork[];
  /** Index of the network that the others are compared with. */
  readonly baseline: number;
  /** Applications, such as patterns, and their sizes. A mix without sizes has one column without a name. */
  readonly rows: MixAxis;
  readonly columns: MixAxis;
  /** [network][row][column] Time relative to the baseline, Infinity for a run that never ends; null without results. */
  readonly relative: readonly (readonly (readonly (number | null)[])[])[];
  /** Efficiency by each cost basis; the first is the default. */
  readonly costBases: readonly [CostBasis, ...CostBasis[]];
}

/** A network of the mix: its index, its letter (empty if there is one network only), and its title. */
export interface MixNetwork {
  readonly index: number;
  readonly letter: string;
  readonly title: string;
}

export interface MixAxis {
  readonly title: string;
  readonly labels: readonly string[];
  /** Weights, each 0 or more. */
  readonly weights: readonly number[];
}

/** A way to determine the costs of the networks, and the resulting efficiency. */
export interface CostBasis {
  readonly id: string;
  /** In words: `the whole network`, `the part in use`. */
  readonly title: string;
  /** Cost per terminal of each network, US$; null if unknown. */
  readonly costs: readonly (number | null)[];
  readonly efficiency: Efficiency;
}

/** A network with its efficiency. */
export interface EfficiencyRow {
  readonly network: MixNetwork;
  readonly isBaseline: boolean;
  readonly efficiency: NetworkEfficiency;
  /** Cost per terminal, US$. */
  readonly cost: number | null;
}

/** Sort key of networks, best first; `given` keeps the order. */
export type EfficiencyOrder = "ratio" | "phi" | "cost" | "given";

/** The cost basis with this id; otherwise the default. */
export function costBasisOf({ costBases }: MixTable, id: string): CostBasis {
  return costBases.find((each) => each.id === id) ?? costBases[0];
}

/** The networks in order; networks without a value come last, ties keep their order. */
export function efficiencyRows(mix: MixTable, { costs, efficiency }: CostBasis, by: EfficiencyOrder = "ratio"): readonly EfficiencyRow[] {
  const rows = mix.networks.map((network, i): EfficiencyRow => {
    return { network, isBaseline: i === mix.baseline, efficiency: efficiency.networks[i], cost: costs[i] };
  });
  // Without costs, sort by performance.
  const hasCosts = rows.some(({ efficiency: worth }) => worth.ratio !== null);
  const key = ({ efficiency: { phi, cost, ratio } }: EfficiencyRow) =>
    by === "cost" ? (cost === null ? null : -cost) : by === "phi" || !hasCosts ? phi : ratio;
  const rank = (row: EfficiencyRow) => key(row) ?? -Number.MAX_VALUE;
  return by === "given" ? rows : [...rows].sort((a, b) => rank(b) - rank(a));
}

/** Name of a network in a sentence: `B (thin tree)`, or its title if it has no letter. */
export function mixNetworkName({ letter, title }: Omit<MixNetwork, "index">): string {
  return letter === "" ? title : `${letter} (${title})`;
}

/** A mix before its weights are applied. */
export interface MixInput extends Pick<MixTable, "networks" | "baseline" | "rows" | "columns"> {
  /** [network][row][column] Cycles of each available seed; null without results. */
  readonly times: readonly (readonly (readonly (readonly number[] | null)[])[])[];
  /** Bases for the cost per terminal of each network, US$, the default first. */
  readonly costBases: readonly Pick<CostBasis, "id" | "title" | "costs">[];
}

/** Weights of rows and columns. */
export interface MixTableWeights {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
}

/** The current weights of a mix. */
export function mixWeightsOf({ rows, columns }: Pick<MixTable, "rows" | "columns">): MixTableWeights {
  return { rows: rows.weights, columns: columns.weights };
}

/** Computes everything that the drawings of a mix show. */
export function mixTableOf({ times, costBases, ...mix }: MixInput): MixTable {
  const { baseline } = mix;
  const ratedBases = costBases.map((each): CostBasis => {
    return { ...each, efficiency: efficiencyOf({ times, weights: mixWeightsOf(mix), costs: each.costs, baseline }) };
  });
  return { ...mix, relative: relativeTimes({ times, baseline }), costBases: ratedBases as [CostBasis, ...CostBasis[]] };
}

/** Lowest and highest φ of a single seed, relative to the baseline; null without results. */
export function phiRange({ sum, spread }: EfficiencyRow["efficiency"], base: EfficiencyRow): readonly [number, number] | null {
  const baseSum = base.efficiency.sum;
  return spread === null || sum === null || baseSum === null ? null : [baseSum / spread[1], baseSum / spread[0]];
}
