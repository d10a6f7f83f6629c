/**
 * The I/O workloads of the QsNET paper on 64 nodes with 8 servers: one I/O job alone (Section 4.6), and with a compute job (Section 4.7).
 */
import { compile } from "../../core/run/compile.ts";
import { readScenario } from "../../core/scenario/scenario.ts";
import { placesByJob } from "../../core/workloads/jobs.ts";
import type { PlacedNode, ScenarioDocument } from "../contract.ts";
import { onQsnet } from "./machine.ts";

export type IoMapping = "clustered" | "distributed";
export type Application = "shared" | "dedicated";
export type Access = "random" | "deterministic";

export const ioMappings: readonly IoMapping[] = ["clustered", "distributed"];
export const applications: readonly Application[] = ["shared", "dedicated"];
export const accesses: readonly Access[] = ["random", "deterministic"];

const serverCount = 8;
const serversIn: Readonly<Record<IoMapping, ScenarioDocument>> = {
  clustered: { servers: serverCount, serverMapping: { kind: "consecutive", first: 56 } },
  distributed: { servers: serverCount, serverMapping: { kind: "strided", stride: 8 } },
};

/** Message sizes as in the paper: exponential with a mean of 1 MB. */
const megabytes = { kind: "exponential", mean: "1 MB" };
/** The load at which clients send as fast as they can; the servers then reach their asymptotic bandwidth. */
const saturated = 1;

/** An application that reads and writes. */
export function ioTraffic(
  access: Access,
  mapping: IoMapping,
  application: Application,
  { writes = 0.5, load = saturated, process = "exponential" } = {},
): ScenarioDocument {
  return { kind: "io", ...serversIn[mapping], access, application, writes, load, process, size: megabytes };
}

/** The half of the machine for each job: the compute job on the first half and the I/O job on the second, or vice versa. */
export type Half = "compute first" | "I/O first";

/** A combination of the two jobs, as drawn in Figure 8. */
export interface Combination {
  readonly id: string;
  readonly title: string;
  readonly mapping: IoMapping;
  readonly half: Half;
}

export const combinations: readonly Combination[] = [
  { id: "1c", title: "clustered 1c", mapping: "clustered", half: "compute first" },
  { id: "1i", title: "clustered 1i", mapping: "clustered", half: "I/O first" },
  { id: "distributed", title: "distributed", mapping: "distributed", half: "compute first" },
];

/** Number of ranks of both jobs, and the first position of each. Dedicated servers are skipped and have no position. */
function places({ mapping, half }: Combination, application: Application) {
  const ranks = application === "shared" ? 32 : 28;
  // With distributed dedicated servers each half has 28 positions. Clustered dedicated servers all lie in the second half, so the jobs
  // divide the remaining nodes.
  const second = application === "shared" || mapping === "distributed" ? 32 : 28;
  const [compute, io] = half === "compute first" ? [0, second] : [second, 0];
  return { ranks, compute, io };
}

/** The compute job: uniform traffic at full rate, in messages of 256 KB. */
const computing = (ranks: number, mapping: ScenarioDocument): ScenarioDocument => ({
  ranks,
  mapping,
  pattern: "uniform",
  load: 1,
  process: "exponential",
  size: { kind: "fixed", bytes: "256 KiB" },
});

/** Both jobs. The I/O job only writes, so that only the compute job sends from the nodes where it runs. */
export function combined(combination: Combination, application: Application, load: number): ScenarioDocument {
  const { ranks, compute, io } = places(combination, application);
  const reading = {
    ranks,
    mapping: { kind: "consecutive", first: io },
    ...serversIn[combination.mapping],
    application,
    access: "random",
    process: "exponential",
    load,
    writes: 1,
    size: megabytes,
  };
  return { kind: "jobs", jobs: [computing(ranks, { kind: "consecutive", first: compute })], io: [reading] };
}

/** The compute job of a combination without the I/O job, on the same nodes. */
export function computeAlone(combination: Combination, application: Application): ScenarioDocument {
  const terminals = partsOf(onQsnet("", combined(combination, application, 0.1))).compute;
  return { kind: "jobs", jobs: [computing(terminals.length, { kind: "list", terminals })] };
}

/** The nodes with each role. */
export interface Parts {
  readonly servers: readonly number[];
  readonly clients: readonly number[];
  readonly compute: readonly number[];
}

/** The roles of nodes in a document with one I/O job, with or without a compute job. */
export function partsOf(document: ScenarioDocument): Parts {
  const scenario = readScenario(document);
  const { kind, values } = scenario.workload;
  const { network } = compile(scenario).plan;
  const jobs = kind === "jobs" ? values : { jobs: [], io: [values] };
  const placed = placesByJob(jobs as unknown as Parameters<typeof placesByJob>[0], network);
  const [io] = placed.io;
  return { servers: [...(io?.servers ?? [])], clients: [...(io?.clients ?? [])], compute: [...(placed.jobs[0] ?? [])] };
}

/** The same by node. */
export function placedNodes(document: ScenarioDocument): readonly PlacedNode[] {
  const { servers, clients, compute } = partsOf(document);
  const { terminals } = compile(readScenario(document)).plan.network;
  return Array.from({ length: terminals }, (_, node) => ({
    isServer: servers.includes(node),
    job: clients.includes(node) ? "I/O" : compute.includes(node) ? "compute" : null,
  }));
}
