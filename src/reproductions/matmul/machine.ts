/**
 * The cluster of the matrix multiplication paper, its programs, and the two constants of the model that were fitted to two numbers of Table
 * 1. The structure of the programs is read from the simulated programs.
 */
import type { Demand } from "../../core/plan/demand.ts";
import { messagesOf, operationsOf } from "../../core/programs/operations.ts";
import type { ComputedBlock, Product, ScenarioDocument, Word } from "../contract.ts";
import { compiledPlan } from "../documents.ts";
import { fittedWord, movable } from "../exhibit.ts";

export const networks = ["Ethernet", "InfiniBand"] as const;
export type NetworkName = (typeof networks)[number];

/** The programs: the wavefront of Section 2.3, the broadcasts of Section 2.2, the variant of Section 3. */
export type ProgramName = "point to point" | "broadcast" | "variant";

/** Matrix sizes in rows, and the number of nodes. */
export const sizes = [2000, 4000, 8000, 12_000] as const;
export type Size = (typeof sizes)[number];
export const processes = 4;

/** Fitted values: GFLOP/s of a node, and start-up time in seconds per 1000 rows. */
const fitted = { rate: 25.75, start: 0.1866 } as const;
const startOf = (rows: number, perThousand: number) => (rows / 1000) * perThousand;
/** Pending exchanges of the variant with each other process. */
const pending = 2;

/** Pieces of a broadcast that is pipelined along the chain. */
const pieces = 64;

/** Links with the data rates of their standards: 117.7 MB/s and 1.97 GB/s. The start-up time of a message, in µs, is assumed. */
const links = {
  Ethernet: { technology: "gigabit-ethernet", startUp: 50, packet: "1448 B" },
  InfiniBand: { technology: "infiniband", startUp: 5, packet: "2048 B" },
} as const;

const ways = {
  "point to point": { algorithm: "point-to-point" },
  broadcast: { algorithm: "broadcast", broadcast: "chain", segments: pieces },
  variant: { algorithm: "point-to-point", ahead: pending },
} as const;

const elementOf = (bytes: number) => `${bytes} B`;

/** The document of a program on nodes that share one switch. */
export function onCluster(
  network: NetworkName,
  program: ProgramName,
  rows: number,
  more: ScenarioDocument = {},
  nodes: number = processes,
): ScenarioDocument {
  const { technology, startUp, packet } = links[network];
  return {
    version: 1,
    title: `${{ "point to point": "Wavefront, point to point", broadcast: "Broadcasts", variant: "Wavefront, exchanges ahead" }[program]} over ${network}, N = ${rows}`,
    topology: { kind: "single-switch", terminals: nodes },
    technology,
    host: { kind: "limited-ports", startUp },
    // A connection to each other node: messages of a connection are sent one after the other, and all connections share a port.
    flowControl: { kind: "fluid", packet, injectionSlots: 64, toOne: "in-turn" },
    workload: {
      kind: "matrix-multiplication",
      rows,
      element: "4 B",
      ...ways[program],
      rate: fitted.rate,
      start: startOf(rows, fitted.start),
      mapping: "consecutive",
      ...more,
    },
  };
}

/** The card that shows the rank timeline of a run. */
export const ranksCard = { id: "ranks", option: "time", choice: "physical" } as const;

/** Adds parameters to a document's workload. */
export function withWorkload(document: ScenarioDocument, more: ScenarioDocument): ScenarioDocument {
  return { ...document, workload: { ...(document["workload"] as ScenarioDocument), ...more } };
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
export const constants = movable({
  rate: {
    title: "A node computes",
    unit: "GFLOP/s",
    value: fitted.rate,
    range: [5, 100, 0.05],
    fittedOn: "Table 1, broadcast over InfiniBand, N = 12000: 36.088 s",
    help: "What its four cores get through in multiplying blocks, whatever their size.",
    put: (document, rate) => withWorkload(document, { rate }),
  },
  start: {
    title: "Start, for each 1000 rows",
    unit: "s",
    value: fitted.start,
    range: [0, 1, 0.0001],
    fittedOn: "Table 1, broadcast over InfiniBand, N = 4000: 2.022 s",
    help: "What every run takes before its first step, on either network, in proportion to the rows of the matrix. The paper does not speak of it; without it, one rate cannot give two sizes.",
    // A run whose start-up was removed stays without it.
    put: (document, start) =>
      workloadOf(document).start === 0 ? document : withWorkload(document, { start: startOf(workloadOf(document).rows, start) }),
  },
  speed: {
    title: "A Xeon beside an Opteron",
    unit: "× as fast",
    value: 1,
    range: [1, 2, 0.05],
    help: "Of the four nodes two have Xeons. The paper treats all as equal, and so do we: set on single cells, this comes out from 1 to more than 2.",
    put: (document, speed) =>
      speed === 1 || "speeds" in workloadOf(document) ? document : withWorkload(document, { speeds: [speed, speed, 1, 1] }),
  },
  element: {
    title: "Bytes of an element",
    unit: "B",
    value: 4,
    range: [4, 8, 4],
    help: "Single or double precision; the paper does not say. In double precision, broadcasts over Ethernet take a third longer than printed at N = 4000. Single precision comes nearer, but not all the way: there, too, their data fill a gigabit port for longer than the two networks differ in print, 0.41, 1.63 and 3.67 s against 0.29, 1.38 and 3.13 s.",
    put: (document, bytes) =>
      workloadOf(document).element === elementOf(4) ? withWorkload(document, { element: elementOf(bytes) }) : document,
  },
  pending: {
    title: "Exchanges that the variant has pending",
    unit: "with each other node",
    value: pending,
    range: [1, 4, 1],
    help: "One, handed over again when its block has been computed, leaves the waits as they are; two remove them, as in the paper.",
    put: (document, ahead) => (workloadOf(document).ahead === pending ? withWorkload(document, { ahead }) : document),
  },
  pieces: {
    title: "Pieces of a broadcast",
    unit: "along a chain",
    value: pieces,
    range: [1, 128, 1],
    help: "The paper says that broadcasts of MPI go along trees; we let them go along a chain, which comes nearer over Ethernet. From 16 pieces on, their number hardly shows.",
    put: (document, segments) => (workloadOf(document).segments === pieces ? withWorkload(document, { segments }) : document),
  },
  blocks: {
    title: "Blocks of a process",
    unit: "for point to point",
    value: 2,
    range: [1, 4, 1],
    help: "The natural starting value of the paper is two; the smaller the blocks, the sooner the last process begins.",
    put: (document, blocks) =>
      workloadOf(document).algorithm !== "point-to-point" || "blocks" in workloadOf(document) || blocks === 2
        ? document
        : withWorkload(document, { blocks }),
  },
});

const [rate, start] = constants;

/** Provenance of a time. The form of the model was selected with all printed times in view. */
export function wordOf(network: NetworkName, program: ProgramName, size: number): Word {
  const form = "4 bytes an element, a chain of 64 pieces, equal nodes, and a start that grows with the matrix";
  if (program === "variant") return { is: "chosen", what: `${form}; and two exchanges pending with each other node` };
  if (network === "InfiniBand" && program === "broadcast" && size === 12_000) return fittedWord(rate);
  if (network === "InfiniBand" && program === "broadcast" && size === 4000) return fittedWord(start);
  return { is: "chosen", what: form };
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
  const senderOf = new Map(messagesOf(program).map(({ mailbox, from }) => [mailbox, from]));
  return Array.from({ length: program.ranks }, (_, process) => process).flatMap((process) => {
    const calls: (Call & { readonly to: number[]; readonly from: number[] })[] = [];
    for (const operation of operationsOf(program, process)) {
      if (operation.is === "task") {
        const { name, step } = program.tasks[operation.place];
        const [i, j] = (name.match(/\d+/g) ?? []).map(Number);
        calls.push({ process, i, j, step, to: [], from: [] });
      } else if (operation.is === "send") calls.at(-1)?.to.push(operation.message.to);
      else if (operation.is === "receive") calls.at(-1)?.from.push(senderOf.get(operation.mailbox) as number);
    }
    return calls;
  });
}

/** The blocks of a document's product, by the step in which they are computed. */
export function productOf(document: ScenarioDocument, step: string): Product {
  const calls = callsOf(document);
  const steps: ComputedBlock[][] = [];
  for (const { process, i, j, step: at, from } of calls) {
    (steps[at] ??= []).push({ i, j, process, from: from[0] ?? null });
  }
  return { processes: Math.max(...calls.map(({ process }) => process)) + 1, side: Math.max(...calls.map(({ i }) => i)) + 1, step, steps };
}

/**
 * The makespan of a document's program if messages take no time, in units of the time for one block on a node of speed 1. Ranks advance in
 * turn until each waits for a message that has not been sent.
 * @param speeds of the processes, used cyclically
 */
export function blockTimes(document: ScenarioDocument, speeds: readonly number[] = [1]): number {
  const program = programOf(document);
  const ranks = Array.from({ length: program.ranks }, (_, rank) => ({ operations: [...operationsOf(program, rank)], next: 0, now: 0 }));
  const sent = new Map<number, number[]>();
  const taken = new Map<number, number>();
  for (let goesOn = true; goesOn;) {
    goesOn = false;
    for (const [rank, own] of ranks.entries()) {
      for (; own.next < own.operations.length; own.next++) {
        const operation = own.operations[own.next];
        if (operation.is === "compute") own.now += 1 / speeds[rank % speeds.length];
        else if (operation.is === "send") {
          const { mailbox } = operation.message;
          sent.set(mailbox, [...(sent.get(mailbox) ?? []), own.now]);
        } else if (operation.is === "receive") {
          const place = taken.get(operation.mailbox) ?? 0;
          const there = sent.get(operation.mailbox)?.[place];
          if (there === undefined) break;
          taken.set(operation.mailbox, place + 1);
          own.now = Math.max(own.now, there);
        }
        goesOn = true;
      }
    }
  }
  return Math.max(...ranks.map(({ now }) => now));
}
