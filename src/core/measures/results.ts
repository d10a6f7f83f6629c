/**
 * The numbers of a run, as plain data: what a page shows, a file keeps, the command line prints. Each is declared once, with its unit: the
 * type, the check of what comes from outside, and results in cycles of another length follow.
 */
import type { Stuck } from "../analysis/programs/stuck.ts";
import {
  array,
  boolean,
  count,
  type DataOf,
  detail,
  type FieldsOf,
  fraction,
  timeInCycles,
  load,
  numberSchema,
  nullable,
  object,
  oneOf,
  optional,
  string,
} from "../base/schema.ts";
import { boundSchema, collectiveFields } from "../programs/collective.ts";
import type { Task } from "../programs/program.ts";
import { statuses, verdicts } from "../simulation/frame.ts";
import { fairnessSchema } from "./fairness.ts";

export interface Latency extends DataOf<typeof latencySchema> {}
const latencySchema = object({
  mean: timeInCycles,
  median: timeInCycles,
  p95: timeInCycles,
  p99: timeInCycles,
  max: timeInCycles,
  /** Mean since injection, the source queue left out. */
  network: timeInCycles,
});

export interface FullestGroup extends DataOf<typeof fullestSchema> {}
const fullestSchema = object({
  /** The node that all its channels enter or leave. */
  name: string,
  isInto: boolean,
  load,
  capacity: load,
});

/** Channel load, phits per cycle over what each channel carries: as a part of its rate. */
export interface Load extends DataOf<typeof loadSchema> {}
const loadSchema = object({
  mean: load,
  worst: load,
  worstChannel: count,
  worstName: string,
  /** What the worst carries at most, of what a channel usually does: 2 where it carries two phits in a cycle; absent where that is 1. */
  rate: optional(fraction),
  /** Other channels that carry as much as the worst. */
  equals: detail(count),
  /** The group of channels that is nearest to its common capacity, where one is nearer than any channel to its own. */
  fullest: detail(fullestSchema),
});

/** How well the means of a run are known that goes on until they are: half the widths of their 95 % intervals. */
export interface PrecisionResult extends DataOf<typeof precisionSchema> {}
const precisionSchema = object({
  /** Per cent of the mean. */
  asked: numberSchema("%"),
  /** Known; not known within the cycles that may be measured; or full, so that the accepted load alone is known. */
  verdict: oneOf(...verdicts),
  /** Of the mean latency; null where it never settles, and while it is not known. */
  latency: nullable(timeInCycles),
  /** Of the accepted load, per sending terminal; null while it is not known. */
  accepted: nullable(load),
  /** The warm-up that was found, and what was measured after it. */
  warmUp: timeInCycles,
  measured: timeInCycles,
});

/** What became of one message. */
export interface MessageResult extends DataOf<typeof messageSchema> {}
const messageSchema = object({
  source: count,
  destination: count,
  packets: count,
  /** When it was created. */
  created: timeInCycles,
  /** When its first phit entered its first channel. */
  injected: timeInCycles,
  /** When it was consumed whole. */
  delivered: timeInCycles,
  /** delivered − created + 1. */
  latency: timeInCycles,
});

/** [T] Phits per cycle within the window, of every terminal. */
export interface EachTerminal extends DataOf<typeof eachTerminalSchema> {}
const eachTerminalSchema = object({
  /** Of its own packets, those that entered the network. */
  sent: array(load),
  /** Of packets that it consumed. */
  accepted: array(load),
});

/** What became of one of several jobs, counted by its terminals. */
export interface JobResult extends DataOf<typeof jobSchema> {}
const jobSchema = object({
  /** How many it has, those of its servers too. */
  terminals: count,
  /** Packets that they created in the window, and how many of these have been consumed. */
  packets: count,
  arrived: count,
  /** Mean latency of the latter; null when there are none. */
  latency: nullable(timeInCycles),
  /**
   * Phits created and consumed within the window, by sending terminal and by cycle of it in which the job sends; null for a program,
   * and where it sends in none. What is consumed after the job has ended counts too: a job that ends early gets all of its own through.
   */
  loads: nullable(object({ offered: load, accepted: load })),
  /** From the beginning of a program until its last rank has nothing left to do; null before that, and for traffic. */
  makespan: nullable(timeInCycles),
});

/** [C] Cycles within the window, added up over the packets that came by each channel. (Petrini et al. (QsNET), §5.4) */
export interface EachChannel extends DataOf<typeof eachChannelSchema> {}
const eachChannelSchema = object({
  /** Waited behind it for the next channel. */
  waiting: array(timeInCycles),
  /** From their injection until they had come by it. */
  sinceInjection: array(timeInCycles),
});

/** A phase of a program: how long each rank was in it. */
export interface PhaseResult extends DataOf<typeof phaseSchema> {}
const phaseSchema = object({ name: string, cycles: array(timeInCycles) });

/** The ranks of a program. */
export interface RankResults extends DataOf<typeof ranksSchema> {}
const ranksSchema = object({
  count,
  /** From when on the first rank had nothing left to do, and a rank on average. */
  firstDone: timeInCycles,
  meanDone: timeInCycles,
  /** [R] The terminal of each rank, and from when on it had nothing left to do; absent in results that were cached or published without. */
  terminals: detail(array(count)),
  done: detail(array(timeInCycles)),
  /** How long a rank waited, and computed, on average. */
  meanWaited: timeInCycles,
  meanBusy: timeInCycles,
  /** How long each rank was in each phase that its program names; absent where none is named, or beyond 256 ranks. */
  phases: optional(array(phaseSchema)),
});

/** The ranks of a program that wait for what never happens. */
export interface WaitingRanks extends DataOf<typeof waitingRanksSchema> {}
const waitingRanksSchema = object({
  count,
  /** Ranks of the program. */
  of: count,
  /** The first of them, each with its operation and what it waits for. */
  first: array(object({ rank: count, operation: count, why: string } satisfies FieldsOf<Stuck>)),
});

/**
 * What ranks did and when: R ranks, S stretches and M messages. Stretches stand rank by rank, those of a rank one after the other in time, none
 * left out but waits and sends that took no time, nor any before its job begins: so every compute and every receive of the program is there, in its order.
 */
export interface Timeline extends DataOf<typeof timelineSchema> {}
const timelineSchema = object({
  /** [R] The terminal of each rank. */
  terminals: array(count),
  /** [R] The job of each rank, from 0; absent where all are of one. Ranks wait for others of their job alone. */
  jobs: optional(array(count)),
  /** [R + 1] Place of each rank's first stretch. */
  first: array(count),
  /** [S] Place in `stretchKinds`. */
  kind: array(count),
  /** [S] From the start of the run: from, and up to. */
  from: array(timeInCycles),
  to: array(timeInCycles),
  /** [S] Place in `tasks` of what it belongs to, −1 where the program does not say. */
  task: array(count),
  /** [S] The message that it takes or waits for, or hands over; −1 for none in particular. */
  message: array(count),
  /** [M] The ranks of each message of `Results.messages`; one that all hear on a shared medium is a message to each of them. */
  source: array(count),
  destination: array(count),
  /** [M] The last stretch of its source before it was handed over; −1 where it was the first it did. */
  after: array(count),
  /** Pieces of work that the program names, in no order that matters. */
  tasks: array(object({ name: string, step: count } satisfies FieldsOf<Task>)),
});

/** A collective operation, and the least time that this network needs for it. */
export interface CollectiveResult extends DataOf<typeof collectiveSchema> {}
const collectiveSchema = object({
  ...collectiveFields,
  /** Absent where it is not known, and before the run has ended. */
  bound: optional(boundSchema),
});

export interface Results extends DataOf<typeof resultsSchema> {}
export const resultsSchema = object({
  status: oneOf(...statuses),
  /** Cycles simulated. */
  cycles: timeInCycles,
  /** Hash of the trajectory, 8 hexadecimal digits: equal runs have equal fingerprints. */
  fingerprint: string,
  /** Terminals, and how many of them send. */
  terminals: count,
  sending: count,
  /** Terminals on whose behalf all is sent, where they are not as many as send: loads per sender are then per client. */
  clients: optional(count),
  /** Part of the traffic asked for that no way leads for and that is not created, 0 … 1; absent where all has one. */
  lost: optional(fraction),
  /** Phits created per cycle within the window: per terminal, and per sending terminal. */
  offered: load,
  offeredPerSender: load,
  /** Phits consumed per cycle within the window: per terminal, and per sending terminal. */
  accepted: load,
  acceptedPerSender: load,
  /** Of the packets created in the window that have been consumed; null when there are none. */
  latency: nullable(latencySchema),
  /** Mean number of channels crossed by those packets, terminal channels counted; null when there are none. */
  hops: nullable(count),
  /** Packets created in the window, and how many of them have been consumed. */
  packets: count,
  arrived: count,
  /** How evenly the sending terminals were served; null when none created a packet in the window, or none was served. */
  fairness: nullable(fairnessSchema),
  /** Channel load in the window. */
  load: loadSchema,
  steady: object({ is: boolean, why: string }),
  /** How well the means are known; only where a precision was asked for. */
  precision: optional(precisionSchema),
  /** The circle of waits in words, one entry per packet; null where packets do not wait in a circle. Ranks may still wait for ever: see {@link isDeadlocked}. */
  deadlock: nullable(array(string)),
  /** The same circle as channels, for drawing. */
  deadlockChannels: array(count),
  /**
   * The messages of a list, in the document's order; those of a program, rank by rank, where there are few enough to be
   * recorded one by one; empty for an endless workload.
   */
  messages: array(messageSchema),
  /** From cycle 0 to the last arrival, inclusive; null for an endless workload, or while something is under way. */
  makespan: nullable(timeInCycles),
  /** What each terminal sent and received; of traffic in which terminals have parts of their own, as jobs, clients and servers, and of few. */
  each: optional(eachTerminalSchema),
  /** What became of each job, in the order of the document: null where another one sends from or to its terminals; absent where there are no jobs. */
  jobs: detail(array(nullable(jobSchema))),
  /** What each channel counted; only where it was asked for. */
  channels: optional(eachChannelSchema),
  /** How long a cycle is; absent where it is not known. */
  cycleSeconds: optional(numberSchema("seconds/cycle")),
  /** How the ranks of a program fared; null while one of them has not come to its end, absent where no ranks run. */
  ranks: optional(nullable(ranksSchema)),
  /** The ranks that wait for ever; only of a program that has deadlocked, and absent in results of earlier versions. */
  waitingRanks: optional(waitingRanksSchema),
  /** What each rank did and when, of programs with few enough messages to be recorded one by one, that have come to their end. */
  timeline: detail(timelineSchema),
  /** The collective operation that the program is; absent where it is none, and in results that were cached without. Its time is the makespan. */
  collective: optional(collectiveSchema),
});

/** Raised when {@link Results} changes its shape, so that results cached in an older one are not read as the present one. */
export const resultsShape = 3;

/** Whether a run has ended because nothing could happen any more: packets wait in a circle, or ranks for what never happens. */
export function isDeadlocked({ status }: Pick<Results, "status">): boolean {
  return status === "deadlocked";
}

/**
 * The latency of a message in cycles, −1 while it has not been delivered.
 * @param delivered the cycle that ends with its arrival: taking 1 away from a time and adding it again may round below the creation
 */
export function messageLatency(created: number, delivered: number): number {
  return delivered < 0 ? -1 : Math.max(0, delivered - created + 1);
}

/** What a sender is, where loads are per sender. */
export function senderOf({ clients, sending, terminals }: Pick<Results, "clients" | "sending" | "terminals">): string {
  return clients === undefined ? (sending < terminals ? "sending terminal" : "terminal") : "client";
}
