/**
 * The cluster of the matrix multiplication paper, its programs, and the two constants of the model that were fitted to two numbers of Table
 * 1. What the programs compute in which order is read from the simulated programs.
 */
import type { Demand } from "../../core/plan/demand.ts";
import { messagesOfProgram, operationsOf } from "../../core/programs/operations.ts";
import type { ComputedBlock, BlockProduct, ScenarioDocument, Provenance, OpenedCard } from "../contract.ts";
import { compiledPlan } from "../documents.ts";
import { fittedProvenance, movableConstants } from "../exhibit.ts";

export const matmulNetworks = ["Ethernet", "InfiniBand"] as const;
export type MatmulNetwork = (typeof matmulNetworks)[number];

/** The programs: the wavefront of Section 2.3, the broadcasts of Section 2.2, the variant of Section 3. */
export type MatmulProgram = "point to point" | "broadcast" | "variant";

/** Matrix sizes in rows, and the number of nodes. */
export const matrixSizes = [2000, 4000, 8000, 12_000] as const;
export type MatrixSize = (typeof matrixSizes)[number];
export const matmulProcesses = 4;

/** Fitted values: GFLOP/s of a node, and start-up time in seconds per 1000 rows. */
const fittedValues = { rate: 25.75, start: 0.1866 } as const;
const startSecondsOf = (rows: number, perThousand: number) => (rows / 1000) * perThousand;
/** Pending exchanges of the variant with each other process. */
const pendingExchanges = 2;

/** Pieces of a broadcast that is pipelined along the chain. */
const broadcastPieces = 64;

/** Links with the data rates of their standards: 117.7 MB/s and 1.97 GB/s. The start-up time of a message, in µs, is assumed. */
const linkParams = {
  Ethernet: { technology: "gigabit-ethernet", startUp: 50, packet: "1448 B" },
  InfiniBand: { technology: "infiniband", startUp: 5, packet: "2048 B" },
} as const;

const programParams = {
  "point to point": { algorithm: "point-to-point" },
  broadcast: { algorithm: "broadcast", broadcast: "chain", segments: broadcastPieces },
  variant: { algorithm: "point-to-point", ahead: pendingExchanges },
} as const;

const elementSizeText = (bytes: number) => `${bytes} B`;

/**
 * The scenario of a matrix multiplication on a cluster whose nodes are connected by one switch. The matrices have `rows` rows of 4-byte
 * elements, distributed over the nodes; every node runs one process of the program.
 */
export function clusterDocument(
  network: MatmulNetwork,
  program: MatmulProgram,
  rows: number,
  extraParams: ScenarioDocument = {},
  nodes: number = matmulProcesses,
): ScenarioDocument {
  const { technology, startUp, packet } = linkParams[network];
  return {
    version: 1,
    title: `${{ "point to point": "Wavefront, point to point", broadcast: "Broadcasts", variant: "Wavefront, exchanges ahead" }[program]} over ${network}, N = ${rows}`,
    topology: { kind: "single-switch", terminals: nodes },
    technology,
    host: { kind: "limited-ports", startUp },
    // A node has a connection to every other node. The messages of one connection are sent one after the other (`in-turn`); all connections
    // of a node share its port.
    flowControl: { kind: "fluid", packet, injectionSlots: 64, toOne: "in-turn" },
    workload: {
      kind: "matrix-multiplication",
      rows,
      element: "4 B",
      ...programParams[program],
      rate: fittedValues.rate,
      start: startSecondsOf(rows, fittedValues.start),
      mapping: "consecutive",
      ...extraParams,
    },
  };
}

/** The card that shows the rank timeline of a run. */
export const ranksCard: OpenedCard = { id: "ranks", choice: { of: "time", is: "physical" } };

/** Adds parameters to a document's workload. */
export function withWorkloadParams(document: ScenarioDocument, extraParams: ScenarioDocument): ScenarioDocument {
  return { ...document, workload: { ...(document["workload"] as ScenarioDocument), ...extraParams } };
}

const workloadOf = ({ workload }: ScenarioDocument) =>
  workload as {
    readonly rows: number;
    readonly start: number;
    readonly element: string;
    readonly algorithm: string;
    readonly ahead?: number;
    readonly segments?: number;
  };

/** The fitted and assumed constants that readers can move. A document that sets a parameter itself keeps its value. */
export const matmulConstants = movableConstants({
  rate: {
    title: "Compute rate of a node",
    unit: "GFLOP/s",
    defaultValue: fittedValues.rate,
    range: [5, 100, 0.05],
    fittedOn: "Table 1, broadcast over InfiniBand, N = 12000: 36.088 s",
    help: "Rate at which the four cores of a node multiply blocks of any size.",
    putValue: (document, rate) => withWorkloadParams(document, { rate }),
  },
  start: {
    title: "Start-up time per 1000 rows",
    unit: "s",
    defaultValue: fittedValues.start,
    range: [0, 1, 0.0001],
    fittedOn: "Table 1, broadcast over InfiniBand, N = 4000: 2.022 s",
    help: "Time of every run before its first step, on either network, proportional to the number of rows. The paper does not mention it; without it, no single compute rate matches two matrix sizes.",
    // A run without a start-up time stays without one.
    putValue: (document, start) =>
      workloadOf(document).start === 0
        ? document
        : withWorkloadParams(document, { start: startSecondsOf(workloadOf(document).rows, start) }),
  },
  speed: {
    title: "Speed of a Xeon relative to an Opteron",
    unit: "× as fast",
    defaultValue: 1,
    range: [1, 2, 0.05],
    help: "Two of the four nodes have Xeons. The paper treats all nodes as equal, and so do we: fitted to single cells of the table, this ratio varies from 1 to more than 2.",
    putValue: (document, speed) =>
      speed === 1 || "speeds" in workloadOf(document) ? document : withWorkloadParams(document, { speeds: [speed, speed, 1, 1] }),
  },
  element: {
    title: "Bytes of an element",
    unit: "B",
    defaultValue: 4,
    range: [4, 8, 4],
    help: "Single or double precision; the paper does not say. In double precision, broadcasts over Ethernet take a third longer than printed at N = 4000. Single precision is closer, but still too slow: its data alone occupy a gigabit port for 0.41, 1.63 and 3.67 s, while the printed times of the two networks differ by only 0.29, 1.38 and 3.13 s.",
    putValue: (document, bytes) =>
      workloadOf(document).element === elementSizeText(4) ? withWorkloadParams(document, { element: elementSizeText(bytes) }) : document,
  },
  pending: {
    title: "Pending exchanges of the variant",
    unit: "with each other node",
    defaultValue: pendingExchanges,
    range: [1, 4, 1],
    help: "With one pending exchange, posted again after its block has been computed, the waiting times remain; two remove them, as in the paper.",
    putValue: (document, ahead) => (workloadOf(document).ahead === pendingExchanges ? withWorkloadParams(document, { ahead }) : document),
  },
  pieces: {
    title: "Pieces of a broadcast",
    unit: "along a chain",
    defaultValue: broadcastPieces,
    range: [1, 128, 1],
    help: "The paper says that MPI broadcasts use trees; we use a pipelined chain, which is closer to the printed Ethernet times. From 16 pieces on, the number of pieces has little effect.",
    putValue: (document, segments) =>
      workloadOf(document).segments === broadcastPieces ? withWorkloadParams(document, { segments }) : document,
  },
  blocks: {
    title: "Blocks per process",
    unit: "for point to point",
    defaultValue: 2,
    range: [1, 4, 1],
    help: "The paper starts with two blocks per process. The smaller the blocks, the sooner the last process starts.",
    putValue: (document, blocks) =>
      workloadOf(document).algorithm !== "point-to-point" || "blocks" in workloadOf(document) || blocks === 2
        ? document
        : withWorkloadParams(document, { blocks }),
  },
});

const [rateConstant, startConstant] = matmulConstants;

/** Provenance of a time. The form of the model was selected in knowledge of all printed times. */
export function matmulProvenanceOf(network: MatmulNetwork, program: MatmulProgram, size: number): Provenance {
  const modelForm = "4 bytes per element, broadcasts along a chain in 64 pieces, equal nodes, and a start-up time proportional to the rows";
  if (program === "variant") return { is: "chosen", what: `${modelForm}; and two pending exchanges with each other node` };
  if (network === "InfiniBand" && program === "broadcast" && size === 12_000) return fittedProvenance(rateConstant);
  if (network === "InfiniBand" && program === "broadcast" && size === 4000) return fittedProvenance(startConstant);
  return { is: "chosen", what: modelForm };
}

type Program = Extract<Demand, { readonly form: "program" }>;

/** The simulated program of a document. */
function programOf(document: ScenarioDocument): Program {
  const { demand } = compiledPlan(document);
  if (demand.form !== "program") throw new Error("a multiplication is a program");
  return demand;
}

/** One call of the program: a process computes block C(i, j) in a step, after sending to and receiving from the given processes. */
interface Call {
  readonly process: number;
  readonly i: number;
  readonly j: number;
  readonly step: number;
  readonly to: readonly number[];
  readonly from: readonly number[];
}

/** All calls of a document's program, process by process, each in its order. */
export function callsOf(document: ScenarioDocument): readonly Call[] {
  const program = programOf(document);
  const senderOf = new Map(messagesOfProgram(program).map(({ mailbox, from }) => [mailbox, from]));
  return Array.from({ length: program.ranks }, (_, process) => process).flatMap((process) => {
    const calls: (Call & { readonly to: number[]; readonly from: number[] })[] = [];
    for (const operation of operationsOf(program, process)) {
      if (operation.is === "task") {
        const { name, step } = program.tasks[operation.index];
        const [i, j] = (name.match(/\d+/g) ?? []).map(Number);
        calls.push({ process, i, j, step, to: [], from: [] });
      } else if (operation.is === "send") calls.at(-1)?.to.push(operation.message.to);
      else if (operation.is === "receive") calls.at(-1)?.from.push(senderOf.get(operation.mailbox) as number);
    }
    return calls;
  });
}

/** The blocks of a document's product, by the step in which they are computed. */
export function blockProductOf(document: ScenarioDocument, step: string): BlockProduct {
  const calls = callsOf(document);
  const steps: ComputedBlock[][] = [];
  for (const { process, i, j, step: callStep, from } of calls) {
    (steps[callStep] ??= []).push({ i, j, process, from: from[0] ?? null });
  }
  return { processes: Math.max(...calls.map(({ process }) => process)) + 1, side: Math.max(...calls.map(({ i }) => i)) + 1, step, steps };
}

/**
 * The time until the last rank of a program ends if messages take no time, so that ranks wait only because of the order of the program. The
 * unit is the time for one block of the product on a node of speed 1.
 * @param speeds of the nodes relative to speed 1; rank r has `speeds[r % speeds.length]`
 */
export function makespanInBlockTimes(document: ScenarioDocument, speeds: readonly number[] = [1]): number {
  const program = programOf(document);
  const ranks = Array.from({ length: program.ranks }, (_, rank) => ({
    operations: [...operationsOf(program, rank)],
    nextOperation: 0,
    clock: 0,
  }));
  const sendTimes = new Map<number, number[]>();
  const receivedCounts = new Map<number, number>();
  // Execute operations of every rank until none can progress. A rank stops at a receive whose message is not sent yet.
  for (let isProgressing = true; isProgressing;) {
    isProgressing = false;
    for (const [rank, rankState] of ranks.entries()) {
      for (; rankState.nextOperation < rankState.operations.length; rankState.nextOperation++) {
        const operation = rankState.operations[rankState.nextOperation];
        if (operation.is === "compute") rankState.clock += 1 / speeds[rank % speeds.length];
        else if (operation.is === "send") {
          const { mailbox } = operation.message;
          sendTimes.set(mailbox, [...(sendTimes.get(mailbox) ?? []), rankState.clock]);
        } else if (operation.is === "receive") {
          const messageIndex = receivedCounts.get(operation.mailbox) ?? 0;
          const sendTime = sendTimes.get(operation.mailbox)?.[messageIndex];
          if (sendTime === undefined) break;
          receivedCounts.set(operation.mailbox, messageIndex + 1);
          rankState.clock = Math.max(rankState.clock, sendTime);
        }
        isProgressing = true;
      }
    }
  }
  return Math.max(...ranks.map(({ clock }) => clock));
}
