/**
 * The machine of the torus transpose paper as it is simulated: its sizes, its links, and the transpose with and without
 * short dimension routing. What the paper does not give was picked with its figures in view.
 */
import type { Results } from "../../core/measures/results.ts";
import type { ScenarioDocument, Value, Word } from "../contract.ts";
import { signed } from "../outcome.ts";

/** A size of the machine: its dimensions, whether they close, and the columns of processors of its grid. */
export interface Machine {
  readonly nodes: number;
  readonly sizes: readonly [number, number, number];
  /** A torus from 1024 nodes on, a mesh below (§5.3). */
  readonly isTorus: boolean;
  /** Q of the P × Q processors; P is as large or half of it. */
  readonly columns: number;
}

/** Bytes a second that a link carries in each direction (§5.1). */
export const linkRate = 425e6;

/** The five shapes d × d × 2d and d × 2d × 2d from 32 to 2048 nodes; 64 and 512 would be cubes. */
export const machines: readonly Machine[] = [
  { nodes: 32, sizes: [4, 4, 2], isTorus: false, columns: 8 },
  { nodes: 128, sizes: [8, 4, 4], isTorus: false, columns: 16 },
  { nodes: 256, sizes: [8, 8, 4], isTorus: false, columns: 16 },
  { nodes: 1024, sizes: [16, 8, 8], isTorus: true, columns: 32 },
  { nodes: 2048, sizes: [16, 16, 8], isTorus: true, columns: 64 },
];

/** How much of what the machine gives was known beforehand. */
export const wordOfMachine: Word = {
  is: "chosen",
  what: "two adaptive classes with a bubble escape, buffers of four packets, the freest channel first, the network before injection, two links of a node",
};

export function machineOf(nodes: number): Machine {
  const found = machines.find((each) => each.nodes === nodes);
  if (found === undefined) throw new Error(`there is no machine of ${nodes} nodes`);
  return found;
}

/** Rows of the matrix for each column of processors: 64 × 64 elements of 4 bytes go to a partner, 16 KiB. */
const rowsPerColumn = 64;
const elementBytes = 4;
const partnerBytes = rowsPerColumn ** 2 * elementBytes;
/** What a node sends where one phase is run by itself: 32 KiB. */
export const messageBytes = 32768;

/** The parameters of short dimension routing that the paper found best; of chunks as many as still matter for 32 KiB. */
export const opt = { part: 0.5, chunks: 16, nearby: 2, apart: 2 } as const;
/** All messages directly. */
export const base = { part: 0 } as const;

export type Relaying = Readonly<Record<string, unknown>>;

/** Ranks at random, by a seed; or along the dimensions, the one named last the fastest. */
const randomly = (seed: number): ScenarioDocument => ({ kind: "random", seed });
export const alongAxes = (order: string): ScenarioDocument => ({ kind: "axis-order", order: [...order] });

/** The transpose on one of the machines. */
export function transposeOn(
  { nodes, sizes, isTorus, columns }: Machine,
  relaying: Relaying,
  mapping: ScenarioDocument = randomly(1),
  title = `Transpose on ${nodes} nodes`,
): ScenarioDocument {
  return {
    version: 1,
    title,
    topology: { kind: "torus", sizes: [...sizes], wrap: sizes.map(() => isTorus), terminalLinks: 2 },
    technology: { kind: "own-links", rate: `${linkRate / 1e6} MB/s` },
    routing: { kind: "minimal-adaptive", adaptiveClasses: 2, escape: "bubble" },
    flowControl: {
      kind: "virtual-cut-through",
      packet: "256 B",
      queue: 4,
      selection: "best-free",
      injectionSlots: 6,
      priority: "network-first",
    },
    workload: {
      kind: "block-cyclic-transpose",
      rows: rowsPerColumn * columns,
      element: `${elementBytes} B`,
      columns,
      mapping,
      ...relaying,
    },
  };
}

/** One phase by itself on one of the machines: a random permutation, drawn from a seed. */
export function permutationOn(
  machine: Machine,
  relaying: Relaying,
  seed = 1,
  title = `Permutation on ${machine.nodes} nodes`,
): ScenarioDocument {
  const workload = {
    kind: "permutation",
    message: `${messageBytes} B`,
    ranks: machine.nodes,
    pattern: { kind: "random-permutation", seed },
    mapping: "consecutive",
    ...relaying,
  };
  return { ...transposeOn(machine, relaying, undefined, title), workload };
}

/** Bytes that one node sends: a message in each phase, of which there are two unless P = Q. */
const bytesOfNode = ({ nodes, columns }: Machine) => partnerBytes * (columns ** 2 === nodes ? 1 : 2);

/** What all nodes send over the time it takes, GB/s; NaN where it did not end. */
const rateOf = (nodes: number, bytes: number, { makespan, cycleSeconds }: Results): number =>
  makespan === null || cycleSeconds === undefined ? NaN : (nodes * bytes) / (makespan * cycleSeconds) / 1e9;

/** The rate of a transpose, GB/s. */
export const transposeRate = (machine: Machine, results: Results): number => rateOf(machine.nodes, bytesOfNode(machine), results);
/** The rate of a permutation, GB/s. */
export const permutationRate = ({ nodes }: Machine, results: Results): number => rateOf(nodes, messageBytes, results);

/** How much more than `from`, draw by draw, per cent. */
export const gainsOf = (from: readonly number[], to: readonly number[]) => from.map((rate, i) => 100 * (to[i] / rate - 1));

/** A gain with its sign, and its standard error where there are draws: `+15.6 ± 2.1 %`. */
export function sayGain({ value, spread }: Value): string {
  const text = `${value > 0 ? "+" : ""}${signed(value.toFixed(1))}`;
  return `${text}${spread === undefined ? "" : ` ± ${spread.error.toFixed(1)}`} %`;
}
