/**
 * The I/O workloads of the QsNET paper on 64 nodes with 8 servers: an I/O job as the only job (Section 4.6), and with a compute job
 * (Section 4.7).
 */
import { compile } from "../../core/run/compile.ts";
import { readScenario } from "../../core/scenario/scenario.ts";
import { terminalsOfJobs } from "../../core/workloads/jobs.ts";
import type { NodeRole, ScenarioDocument } from "../contract.ts";
import { qsnetDocument } from "./machine.ts";

export type IoMapping = "clustered" | "distributed";
export type Application = "shared" | "dedicated";
export type Access = "random" | "deterministic";

export const ioMappings: readonly IoMapping[] = ["clustered", "distributed"];
export const applications: readonly Application[] = ["shared", "dedicated"];
export const accesses: readonly Access[] = ["random", "deterministic"];

const serverCount = 8;
const serverParamsOf: Readonly<Record<IoMapping, ScenarioDocument>> = {
  clustered: { servers: serverCount, serverMapping: { kind: "consecutive", first: 56 } },
  distributed: { servers: serverCount, serverMapping: { kind: "strided", stride: 8 } },
};

/** Message sizes as in the paper: exponential with a mean of 1 MB. */
const megabyteSizes = { kind: "exponential", mean: "1 MB" };
/** The load at which clients send as fast as they can; the servers then reach their asymptotic bandwidth. */
const saturatingLoad = 1;

/** An application that reads and writes. */
export function ioTraffic(
  access: Access,
  mapping: IoMapping,
  application: Application,
  { writes = 0.5, load = saturatingLoad, process = "exponential" } = {},
): ScenarioDocument {
  return { kind: "io", ...serverParamsOf[mapping], access, application, writes, load, process, size: megabyteSizes };
}

/** The half of the machine for each job: the compute job on the first half and the I/O job on the second, or vice versa. */
export type JobOrder = "compute first" | "I/O first";

/** A combination of the two jobs, as drawn in Figure 8. */
export interface Combination {
  readonly id: string;
  readonly title: string;
  readonly mapping: IoMapping;
  readonly jobOrder: JobOrder;
}

export const combinations: readonly Combination[] = [
  { id: "1c", title: "clustered 1c", mapping: "clustered", jobOrder: "compute first" },
  { id: "1i", title: "clustered 1i", mapping: "clustered", jobOrder: "I/O first" },
  { id: "distributed", title: "distributed", mapping: "distributed", jobOrder: "compute first" },
];

/** Number of ranks of both jobs, and the first position of each. Dedicated servers are skipped and have no position. */
function jobPositions({ mapping, jobOrder }: Combination, application: Application) {
  const ranks = application === "shared" ? 32 : 28;
  // With distributed dedicated servers each half has 28 positions. Clustered dedicated servers all lie in the second half, so the jobs
  // divide the remaining nodes.
  const secondStart = application === "shared" || mapping === "distributed" ? 32 : 28;
  const [compute, io] = jobOrder === "compute first" ? [0, secondStart] : [secondStart, 0];
  return { ranks, compute, io };
}

/** The compute job: uniform traffic at full rate, in messages of 256 KB. */
const computeJob = (ranks: number, mapping: ScenarioDocument): ScenarioDocument => ({
  ranks,
  mapping,
  pattern: "uniform",
  load: 1,
  process: "exponential",
  size: { kind: "fixed", bytes: "256 KiB" },
});

/** Both jobs. The I/O job only writes, so that only the compute job sends from the nodes where it runs. */
export function combinedJobs(combination: Combination, application: Application, load: number): ScenarioDocument {
  const { ranks, compute, io } = jobPositions(combination, application);
  const ioJob = {
    ranks,
    mapping: { kind: "consecutive", first: io },
    ...serverParamsOf[combination.mapping],
    application,
    access: "random",
    process: "exponential",
    load,
    writes: 1,
    size: megabyteSizes,
  };
  return { kind: "jobs", jobs: [computeJob(ranks, { kind: "consecutive", first: compute })], io: [ioJob] };
}

/** The compute job of a combination without the I/O job, on the same nodes. */
export function isolatedComputeJob(combination: Combination, application: Application): ScenarioDocument {
  const terminals = nodesByRole(qsnetDocument("", combinedJobs(combination, application, 0.1))).compute;
  return { kind: "jobs", jobs: [computeJob(terminals.length, { kind: "list", terminals })] };
}

/** The nodes with each role. */
export interface NodesByRole {
  readonly servers: readonly number[];
  readonly clients: readonly number[];
  readonly compute: readonly number[];
}

/** The roles of nodes in a document with one I/O job, with or without a compute job. */
export function nodesByRole(document: ScenarioDocument): NodesByRole {
  const scenario = readScenario(document);
  const { kind, values } = scenario.workload;
  const { network } = compile(scenario).plan;
  const jobs = kind === "jobs" ? values : { jobs: [], io: [values] };
  const terminalsByJob = terminalsOfJobs(jobs as unknown as Parameters<typeof terminalsOfJobs>[0], network);
  const [io] = terminalsByJob.io;
  return { servers: [...(io?.servers ?? [])], clients: [...(io?.clients ?? [])], compute: [...(terminalsByJob.jobs[0] ?? [])] };
}

/** The role of each node in a document with one I/O job, with or without a compute job. */
export function nodeRolesOf(document: ScenarioDocument): readonly NodeRole[] {
  const { servers, clients, compute } = nodesByRole(document);
  const { terminals } = compile(readScenario(document)).plan.network;
  return Array.from({ length: terminals }, (_, node) => ({
    isServer: servers.includes(node),
    job: clients.includes(node) ? "I/O" : compute.includes(node) ? "compute" : null,
  }));
}
