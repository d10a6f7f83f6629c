/** How runs are told in cycles of another length: for `rescale.ts`, together with the technologies that know how long their cycles are. */
import type { Analysis } from "../analysis/analysis.ts";
import type { Explanation } from "../searches/explain.ts";
import type { JobResult, PrecisionResult, Results, Timeline } from "../measures/results.ts";

import type { Waits } from "../measures/waits.ts";
import type { Retelling } from "./rescale.ts";
import { type ColumnName, type Frame, type FrameLayout, scalar } from "../simulation/frame.ts";

export const retold: Retelling = {
  results: retoldResults,
  frame: retoldFrame,
  analysis: retoldAnalysis,
  explanation: retoldExplanation,
  waits: retoldWaits,
};

function retoldResults(results: Results, cycle: number): Results {
  const { time, times, load, loads } = tellers(cycle);
  const { latency, load: carried, each, jobs, channels, cycleSeconds, ranks, timeline, collective } = results;
  return {
    ...results,
    cycles: time(results.cycles),
    offered: load(results.offered),
    offeredPerSender: load(results.offeredPerSender),
    accepted: load(results.accepted),
    acceptedPerSender: load(results.acceptedPerSender),
    latency:
      latency === null
        ? null
        : {
            mean: time(latency.mean),
            median: time(latency.median),
            p95: time(latency.p95),
            p99: time(latency.p99),
            max: time(latency.max),
            network: time(latency.network),
          },
    load: {
      ...carried,
      mean: load(carried.mean),
      worst: load(carried.worst),
      ...(carried.fullest === undefined
        ? {}
        : { fullest: { ...carried.fullest, load: load(carried.fullest.load), capacity: load(carried.fullest.capacity) } }),
    },
    ...(results.precision === undefined ? {} : { precision: retoldPrecision(results.precision, cycle) }),
    makespan: results.makespan === null ? null : time(results.makespan),
    messages: results.messages.map((message) => ({
      ...message,
      created: time(message.created),
      injected: time(message.injected),
      delivered: time(message.delivered),
      latency: time(message.latency),
    })),
    ...(each === undefined ? {} : { each: { sent: loads(each.sent), accepted: loads(each.accepted) } }),
    ...(jobs === undefined ? {} : { jobs: jobs.map((job) => (job === null ? null : retoldJob(job, cycle))) }),
    ...(channels === undefined ? {} : { channels: { waiting: times(channels.waiting), sinceInjection: times(channels.sinceInjection) } }),
    ...(cycleSeconds === undefined ? {} : { cycleSeconds: cycleSeconds / cycle }),
    ...(ranks === undefined || ranks === null ? {} : { ranks: retoldRanks(ranks, cycle) }),
    ...(timeline === undefined ? {} : { timeline: retoldTimeline(timeline, cycle) }),
    ...(collective?.bound === undefined
      ? {}
      : { collective: { ...collective, bound: { ...collective.bound, cycles: time(collective.bound.cycles) } } }),
  };
}

function retoldPrecision(precision: PrecisionResult, cycle: number): PrecisionResult {
  const { time, load } = tellers(cycle);
  const { latency, accepted, warmUp, measured } = precision;
  return {
    ...precision,
    latency: latency === null ? null : time(latency),
    accepted: accepted === null ? null : load(accepted),
    warmUp: time(warmUp),
    measured: time(measured),
  };
}

function retoldJob(job: JobResult, cycle: number): JobResult {
  const { time, load } = tellers(cycle);
  const { latency, loads, makespan } = job;
  return {
    ...job,
    latency: latency === null ? null : time(latency),
    loads: loads === null ? null : { offered: load(loads.offered), accepted: load(loads.accepted) },
    makespan: makespan === null ? null : time(makespan),
  };
}

function retoldRanks(ranks: NonNullable<Results["ranks"]>, cycle: number): NonNullable<Results["ranks"]> {
  const { time, times } = tellers(cycle);
  const { phases, done } = ranks;
  return {
    ...ranks,
    firstDone: time(ranks.firstDone),
    meanDone: time(ranks.meanDone),
    ...(done === undefined ? {} : { done: times(done) }),
    meanWaited: time(ranks.meanWaited),
    meanBusy: time(ranks.meanBusy),
    ...(phases === undefined ? {} : { phases: phases.map(({ name, cycles }) => ({ name, cycles: times(cycles) })) }),
  };
}

function retoldTimeline(timeline: Timeline, cycle: number): Timeline {
  const { times } = tellers(cycle);
  return { ...timeline, from: times(timeline.from), to: times(timeline.to) };
}

function retoldFrame(frame: Frame, { columns }: FrameLayout, cycle: number): void {
  const { time } = tellers(cycle);
  for (const [name, { unit }] of Object.entries(columns)) {
    const column = frame[name as ColumnName];
    if (unit === "cycles" || unit === "cycle") for (let i = 0; i < column.length; i++) column[i] = time(column[i]);
    else if (unit.startsWith("phits/cycle")) for (let i = 0; i < column.length; i++) column[i] /= cycle;
  }
  for (const place of timesAmongScalars) frame.scalars[place] = time(frame.scalars[place]);
}

/** The scalars of a frame that are times. */
const timesAmongScalars = [
  scalar.now,
  scalar.latency,
  scalar.networkLatency,
  scalar.latencyMax,
  scalar.windowCycles,
  scalar.windowStart,
  scalar.latencyFirstHalf,
  scalar.latencySecondHalf,
  scalar.binCycles,
  scalar.lastArrival,
  scalar.latencyError,
] as const;

function retoldAnalysis(analysis: Analysis, cycle: number): Analysis {
  const { bound, zeroLoadLatency, program } = analysis;
  const { leastCycles = null, inStep } = program ?? {};
  const ofSteps = inStep === undefined ? {} : { inStep: inStep * cycle };
  return {
    ...analysis,
    bound: bound / cycle,
    zeroLoadLatency: zeroLoadLatency * cycle,
    ...(program === undefined
      ? {}
      : { program: { ...program, leastCycles: leastCycles === null ? null : leastCycles * cycle, ...ofSteps } }),
  };
}

function retoldExplanation(explanation: Explanation, cycle: number): Explanation {
  const { time } = tellers(cycle);
  const { from, to, waiting } = explanation;
  return { ...explanation, from: time(from), to: time(to), waiting: waiting.map((each) => ({ ...each, since: time(each.since) })) };
}

function retoldWaits(waits: Waits, cycle: number): Waits {
  const { time } = tellers(cycle);
  return {
    ...waits,
    from: time(waits.from),
    to: time(waits.to),
    cycles: time(waits.cycles),
    flows: waits.flows.map((flow) => ({
      ...flow,
      cycles: time(flow.cycles),
      behind: flow.behind.map((each) => ({ ...each, cycles: time(each.cycles) })),
    })),
  };
}

function tellers(cycle: number) {
  // What has not happened is −1 in any unit.
  const time = (own: number) => (own < 0 ? own : own * cycle);
  const load = (own: number) => own / cycle;
  return {
    time,
    load,
    times: (own: readonly number[]) => own.map(time),
    loads: (own: readonly number[]) => own.map(load),
  };
}
