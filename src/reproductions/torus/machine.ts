/**
 * The simulated machine of the torus transpose paper: its sizes and links, and the transpose with and without short dimension routing.
 * Properties that the paper does not give were chosen in knowledge of its figures.
 */
import type { Results } from "../../core/measures/results.ts";
import type { ModelScale, ScenarioDocument, ComputedValue, Provenance } from "../contract.ts";
import { withMinusSign } from "../outcome.ts";

/** A size of the machine. */
export interface TorusMachine {
  readonly nodes: number;
  readonly sizes: readonly [number, number, number];
  /** A torus from 1024 nodes up, a mesh below (§5.3). */
  readonly isTorus: boolean;
  /** Q of the P × Q processors; P is Q or half of it. */
  readonly columns: number;
}

/** Bytes per second of a link in each direction (§5.1). */
export const torusLinkRate = 425e6;

/** The five shapes d × d × 2d and d × 2d × 2d from 32 to 2048 nodes; 64 and 512 nodes would be cubes. */
export const torusMachines: readonly TorusMachine[] = [
  { nodes: 32, sizes: [4, 4, 2], isTorus: false, columns: 8 },
  { nodes: 128, sizes: [8, 4, 4], isTorus: false, columns: 16 },
  { nodes: 256, sizes: [8, 8, 4], isTorus: false, columns: 16 },
  { nodes: 1024, sizes: [16, 8, 8], isTorus: true, columns: 32 },
  { nodes: 2048, sizes: [16, 16, 8], isTorus: true, columns: 64 },
];

/** Provenance of all rates of the machine. */
export const torusProvenance: Provenance = {
  is: "chosen",
  what: "two adaptive classes with a bubble escape class, buffers of four packets, the free channel with the most credits, priority of network packets over injection, two links per node",
};

export function torusMachineOf(nodes: number): TorusMachine {
  const machine = torusMachines.find((each) => each.nodes === nodes);
  if (machine === undefined) throw new Error(`there is no machine of ${nodes} nodes`);
  return machine;
}

/** Matrix rows for each column of processors. 64 × 64 elements of 4 bytes go to each partner, 16 KiB. */
const rowsPerColumn = 64;
const elementBytes = 4;
const partnerBytes = rowsPerColumn ** 2 * elementBytes;
/** Bytes that a node sends in a single phase: 32 KiB. */
export const messageBytes = 32768;

/** The nodes of the paper hold 256 to 512 MB (§5.2), which take too long to simulate packet by packet. */
export const torusScale: ModelScale = { of: "the data that a node sends", ours: "32 KiB", source: "256 MB" };

/**
 * Opt: the parameters of short dimension routing that the paper found best. The number of chunks is the largest that makes a difference for
 * 32 KiB.
 */
export const optParams = { part: 0.5, chunks: 16, nearby: 2, apart: 2 } as const;
/** Base: all messages are sent directly. */
export const baseParams = { part: 0 } as const;

export type RelayParams = Readonly<Record<string, unknown>>;

/** Mappings of ranks: random with a seed, or along the dimensions, where the dimension named last varies fastest. */
const randomMapping = (seed: number): ScenarioDocument => ({ kind: "random", seed });
export const axisOrderMapping = (order: string): ScenarioDocument => ({ kind: "axis-order", order: [...order] });

/**
 * The scenario of a matrix transpose on the machine with a size: every node runs one process, and the processes form a grid with `columns`
 * columns. The network is a torus or, on small machines, a mesh, with two links between every node and its switch. The other values of
 * routing and flow control are our choices, because the paper does not give them.
 * @param relayParams the parameters of short dimension routing: the fraction of pairs that send via an intermediate node, in how many
 * chunks, and how the intermediate nodes are chosen
 * @param mapping the nodes of the ranks
 */
export function transposeDocumentOn(
  { nodes, sizes, isTorus, columns }: TorusMachine,
  relayParams: RelayParams,
  mapping: ScenarioDocument = randomMapping(1),
  title = `Transpose on ${nodes} nodes`,
): ScenarioDocument {
  return {
    version: 1,
    title,
    topology: { kind: "torus", sizes: [...sizes], wrap: sizes.map(() => isTorus), terminalLinks: 2 },
    technology: { kind: "own-links", rate: `${torusLinkRate / 1e6} MB/s` },
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
      ...relayParams,
    },
  };
}

/** A single phase on a machine: a random permutation with a seed. */
export function permutationDocumentOn(
  machine: TorusMachine,
  relayParams: RelayParams,
  seed = 1,
  title = `Permutation on ${machine.nodes} nodes`,
): ScenarioDocument {
  const workload = {
    kind: "permutation",
    message: `${messageBytes} B`,
    ranks: machine.nodes,
    pattern: { kind: "random-permutation", seed },
    mapping: "consecutive",
    ...relayParams,
  };
  return { ...transposeDocumentOn(machine, relayParams, undefined, title), workload };
}

/** Bytes that a node sends in a transpose: one message per phase. There are two phases, or one if P = Q. */
const bytesPerNode = ({ nodes, columns }: TorusMachine) => partnerBytes * (columns ** 2 === nodes ? 1 : 2);

/** Aggregate rate of all nodes in GB/s; NaN if the run did not end. */
const aggregateRateOf = (nodes: number, bytes: number, { makespan, cycleSeconds }: Results): number =>
  makespan === null || cycleSeconds === undefined ? NaN : (nodes * bytes) / (makespan * cycleSeconds) / 1e9;

/** Aggregate rate of a transpose in GB/s. */
export const transposeRate = (machine: TorusMachine, results: Results): number =>
  aggregateRateOf(machine.nodes, bytesPerNode(machine), results);
/** Aggregate rate of a permutation in GB/s. */
export const permutationRate = ({ nodes }: TorusMachine, results: Results): number => aggregateRateOf(nodes, messageBytes, results);

/** Gains over `from` in percent, permutation by permutation. */
export const gainsOf = (from: readonly number[], to: readonly number[]) => from.map((rate, i) => 100 * (to[i] / rate - 1));

/** A gain with its sign and, if it is a mean, its standard error: `+15.6 ± 2.1 %`. */
export function sayGain({ value, spread }: ComputedValue): string {
  const text = `${value > 0 ? "+" : ""}${withMinusSign(value.toFixed(1))}`;
  return `${text}${spread === undefined ? "" : ` ± ${spread.error.toFixed(1)}`} %`;
}
