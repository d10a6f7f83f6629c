/** An application mix: what networks are worth under its weights, whether a sweep or a recorded table gave the times. */
import { type Efficiency, efficiencyOf, relativeTimes, type Worth } from "./efficiency.ts";

/** Relative times of networks over a mix, and what comes of them under its weights. */
export interface MixTable {
  readonly networks: readonly MixNetwork[];
  /** The network by which the others are measured. */
  readonly baseline: number;
  /** What is run, such as patterns; and how much of it, such as sizes. A mix of one place alone has one column without a name. */
  readonly rows: MixAxis;
  readonly columns: MixAxis;
  /** [network][row][column] Time over that of the baseline, Infinity for a run that never ends; null where it is not in. */
  readonly relative: readonly (readonly (readonly (number | null)[])[])[];
  /** What the networks are worth, once for each way to reckon their cost; the first is the usual one. */
  readonly reckonings: readonly [Reckoning, ...Reckoning[]];
}

/** One of the networks: its number, its letter, empty where it stands alone, and what it is called. */
export interface MixNetwork {
  readonly index: number;
  readonly letter: string;
  readonly title: string;
}

export interface MixAxis {
  readonly title: string;
  readonly labels: readonly string[];
  /** How much each of them counts, 0 or more. */
  readonly weights: readonly number[];
}

/** What each network is worth at one way to reckon its cost. */
export interface Reckoning {
  readonly id: string;
  /** In words: `the whole network`, `the part in use`. */
  readonly title: string;
  /** Cost per terminal of each network, US$; null where nobody knows. */
  readonly costs: readonly (number | null)[];
  readonly efficiency: Efficiency;
}

/** A network with what it is worth. */
export interface WorthRow {
  readonly network: MixNetwork;
  readonly isBaseline: boolean;
  readonly worth: Worth;
  /** Cost per terminal, US$. */
  readonly cost: number | null;
}

/** What networks can be put in order by, best first. */
export type WorthOrder = "ratio" | "phi" | "cost" | "given";

/** The reckoning of that id, else the usual one. */
export function reckoningOf({ reckonings }: MixTable, id: string): Reckoning {
  return reckonings.find((each) => each.id === id) ?? reckonings[0];
}

/** The networks in order; those of which nothing is known come last, equal ones stay as they stand. */
export function worthRows(mix: MixTable, { costs, efficiency }: Reckoning, by: WorthOrder = "ratio"): readonly WorthRow[] {
  const rows = mix.networks.map((network, i): WorthRow => {
    return { network, isBaseline: i === mix.baseline, worth: efficiency.networks[i], cost: costs[i] };
  });
  // Where no cost is known, performance is all there is.
  const hasCosts = rows.some(({ worth }) => worth.ratio !== null);
  const key = ({ worth: { phi, cost, ratio } }: WorthRow) =>
    by === "cost" ? (cost === null ? null : -cost) : by === "phi" || !hasCosts ? phi : ratio;
  const rank = (row: WorthRow) => key(row) ?? -Number.MAX_VALUE;
  return by === "given" ? rows : [...rows].sort((a, b) => rank(b) - rank(a));
}

/** A network in a sentence: `B (thin tree)`, or its name alone where it has no letter. */
export function sayNetwork({ letter, title }: Omit<MixNetwork, "index">): string {
  return letter === "" ? title : `${letter} (${title})`;
}

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

/** Lowest and highest φ of one seed, over the baseline's; null where nothing is in. */
export function phiRange({ sum, spread }: WorthRow["worth"], base: WorthRow): readonly [number, number] | null {
  const of = base.worth.sum;
  return spread === null || sum === null || of === null ? null : [of / spread[1], of / spread[0]];
}
