/** Results by job, measured at the terminals of each job. */
import { type OpenLoop, sendingCycles, type TrafficJob } from "../traffic/open-loop.ts";
import type { Plan } from "../plan/plan.ts";
import { type Frame, scalar } from "../simulation/frame.ts";
import type { JobResult } from "./results.ts";

/** Results of each job in the order of the document; null for a job that shares terminals with another. Null without jobs. */
export function jobResultsOf(plan: Plan, frame: Frame): readonly (JobResult | null)[] | null {
  const { demand } = plan;
  if (demand.form === "messages" || demand.jobs === undefined) return null;
  if (demand.form === "open-loop") return trafficJobResults(demand, plan, frame);
  const { terminalOf, jobs, backgroundTraffic: background } = demand;
  const ofPrograms = jobs.map(({ first, ranks, begin }) => ({
    ...packetResultsOf(terminalOf.subarray(first, first + ranks), frame),
    loads: null,
    makespan: jobTimeOf(frame.rankDone.subarray(first, first + ranks), begin),
  }));
  return background === undefined ? ofPrograms : [...ofPrograms, ...trafficJobResults(background, plan, frame)];
}

function trafficJobResults({ jobs = [], isSending }: OpenLoop, plan: Plan, frame: Frame): readonly (JobResult | null)[] {
  const owners = new Uint8Array(plan.network.terminals);
  for (const { terminals } of jobs) for (const terminal of Array.from(terminals)) owners[terminal]++;
  return jobs.map((job) =>
    Array.from(job.terminals).some((terminal) => owners[terminal] > 1)
      ? null
      : { ...packetResultsOf(job.terminals, frame), loads: jobLoadsOf(job, isSending, plan, frame), makespan: null },
  );
}

/** Packets that the job's terminals created in the window, their arrivals and latency. */
function packetResultsOf(terminals: ArrayLike<number>, { created, arrivedFrom, latencyFrom }: Frame) {
  const sum = (column: ArrayLike<number>) => Array.from(terminals).reduce((total, terminal) => total + column[terminal], 0);
  const arrived = sum(arrivedFrom);
  return { terminals: terminals.length, packets: sum(created), arrived, latency: arrived === 0 ? null : sum(latencyFrom) / arrived };
}

/** Cycles from `begin` to the end of the last of these ranks; null if a rank has not ended. */
function jobTimeOf(endCycles: Float64Array, begin: number): number | null {
  return endCycles.some((cycle) => cycle < 0) ? null : endCycles.reduce((a, b) => Math.max(a, b), 0) - begin;
}

function jobLoadsOf(job: TrafficJob, sending: Uint8Array, { packetPhits }: Plan, frame: Frame): JobResult["loads"] {
  const terminals = Array.from(job.terminals);
  const senders = terminals.filter((terminal) => sending[terminal] === 1).length;
  const start = frame.scalars[scalar.windowStart];
  const cycles = sendingCycles(job, start, start + frame.scalars[scalar.windowCycles]);
  if (senders === 0 || cycles === 0) return null;
  const rate = (column: Float64Array) =>
    (terminals.reduce((sum, terminal) => sum + column[terminal], 0) * packetPhits) / (senders * cycles);
  return { offered: rate(frame.created), accepted: rate(frame.accepted) };
}
