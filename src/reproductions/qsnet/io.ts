/** The I/O workloads of the QsNET paper on its 64 nodes with 8 servers: alone (Section 4.6), and beside a compute job (Section 4.7). */
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

/** Messages of 1 MB on average, as the paper has them: exponential sizes. */
const megabytes = { kind: "exponential", mean: "1 MB" };
/** All that a client can ask for: what servers take then is the asymptote. */
const saturated = 1;

/** One application that reads and writes. */
export function ioTraffic(
  access: Access,
  mapping: IoMapping,
  application: Application,
  { writes = 0.5, load = saturated, process = "exponential" } = {},
): ScenarioDocument {
  return { kind: "io", ...serversIn[mapping], access, application, writes, load, process, size: megabytes };
}

/** Where the two jobs run: the compute job on the first half and the I/O job on the second, or the other way round. */
export type Half = "compute first" | "I/O first";

/** A combination of the two jobs, as Figure 8 draws them. */
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

/** Places of the two jobs; dedicated servers are passed over, and count as no place. */
function places({ mapping, half }: Combination, application: Application) {
  const ranks = application === "shared" ? 32 : 28;
  // Distributed servers leave 28 places in either half, clustered ones all of theirs at the end: both jobs then share what is left.
  const second = application === "shared" || mapping === "distributed" ? 32 : 28;
  const [compute, io] = half === "compute first" ? [0, second] : [second, 0];
  return { ranks, compute, io };
}

/** The compute job: uniform traffic in messages of 256 KB, as fast as it goes. */
const computing = (ranks: number, mapping: ScenarioDocument): ScenarioDocument => ({
  ranks,
  mapping,
  pattern: "uniform",
  load: 1,
  process: "exponential",
  size: { kind: "fixed", bytes: "256 KiB" },
});

/** Both jobs side by side; the I/O job only writes, so that nothing but the compute job sends from its nodes. */
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

/** The compute job of a combination by itself, on the same nodes. */
export function computeAlone(combination: Combination, application: Application): ScenarioDocument {
  const terminals = partsOf(onQsnet("", combined(combination, application, 0.1))).compute;
  return { kind: "jobs", jobs: [computing(terminals.length, { kind: "list", terminals })] };
}

/** Nodes that take part. */
export interface Parts {
  readonly servers: readonly number[];
  readonly clients: readonly number[];
  readonly compute: readonly number[];
}

/** Who does what in a document with one I/O job, alone or beside a compute job. */
export function partsOf(document: ScenarioDocument): Parts {
  const scenario = readScenario(document);
  const { kind, values } = scenario.workload;
  const { network } = compile(scenario).plan;
  const jobs = kind === "jobs" ? values : { jobs: [], io: [values] };
  const placed = placesByJob(jobs as unknown as Parameters<typeof placesByJob>[0], network);
  const [io] = placed.io;
  return { servers: [...(io?.servers ?? [])], clients: [...(io?.clients ?? [])], compute: [...(placed.jobs[0] ?? [])] };
}

/** The same, node by node. */
export function placedNodes(document: ScenarioDocument): readonly PlacedNode[] {
  const { servers, clients, compute } = partsOf(document);
  const { terminals } = compile(readScenario(document)).plan.network;
  return Array.from({ length: terminals }, (_, node) => ({
    isServer: servers.includes(node),
    job: clients.includes(node) ? "I/O" : compute.includes(node) ? "compute" : null,
  }));
}
