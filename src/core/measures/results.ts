/**
 * The results of a run, as plain data for the page, files and the command line. Each number is declared once with its unit; from the
 * declaration follow the type, the validation of external data, and the conversion to cycles of another length.
 */
import type { BlockedRank } from "../analysis/programs/blocked-ranks.ts";
import {
  array,
  boolean,
  countSchema,
  type DataOf,
  optionalDetail,
  type FieldsOf,
  fractionSchema,
  timeInCycles,
  loadSchema,
  numberSchema,
  nullable,
  object,
  oneOf,
  optional,
  string,
} from "../base/schema.ts";
import { timeBoundSchema, collectiveFields } from "../programs/collective.ts";
import type { ProgramTask } from "../programs/program.ts";
import { statuses, verdicts } from "../simulation/frame.ts";
import { fairnessSchema } from "./fairness.ts";

export interface Latency extends DataOf<typeof latencySchema> {}
const latencySchema = object({
  mean: timeInCycles,
  median: timeInCycles,
  p95: timeInCycles,
  p99: timeInCycles,
  max: timeInCycles,
  /** Mean since injection, without the source queue. */
  network: timeInCycles,
});

export interface FullestGroup extends DataOf<typeof fullestSchema> {}
const fullestSchema = object({
  /** The node that all channels of the group enter or leave. */
  name: string,
  isInto: boolean,
  load: loadSchema,
  capacity: loadSchema,
});

/** Channel load relative to the rate of each channel. */
export interface Load extends DataOf<typeof channelLoadSchema> {}
const channelLoadSchema = object({
  mean: loadSchema,
  worst: loadSchema,
  worstChannel: countSchema,
  worstName: string,
  /** Rate of the worst channel, phits per cycle; absent if it is 1. */
  rate: optional(fractionSchema),
  /** Number of other channels with the same load as the worst. */
  equals: optionalDetail(countSchema),
  /** The group of channels that is nearest to its capacity; absent if some channel is nearer to its rate. */
  fullest: optionalDetail(fullestSchema),
});

/** Precision of the means of a run with requested precision: half widths of their 95 % confidence intervals. */
export interface PrecisionResult extends DataOf<typeof precisionSchema> {}
const precisionSchema = object({
  /** Requested half width, per cent of the mean. */
  asked: numberSchema("%"),
  /** Precision reached; not reached within the longest allowed window; or saturated, so that only the accepted load is known. */
  verdict: oneOf(...verdicts),
  /** Half width for the mean latency; null in a saturated network, and while it is unknown. */
  latency: nullable(timeInCycles),
  /** Half width for the accepted load per sending terminal; null while it is unknown. */
  accepted: nullable(loadSchema),
  /** Length of the warm-up, and of the measured window. */
  warmUp: timeInCycles,
  measured: timeInCycles,
});

/** Times of one message. */
export interface MessageResult extends DataOf<typeof messageSchema> {}
const messageSchema = object({
  source: countSchema,
  destination: countSchema,
  packets: countSchema,
  /** Cycle in which the message was created. */
  created: timeInCycles,
  /** Cycle in which the first phit of the message entered its first channel. */
  injected: timeInCycles,
  /** Cycle in which the last packet of the message was consumed. */
  delivered: timeInCycles,
  /** delivered − created + 1. */
  latency: timeInCycles,
});

/** [T] Loads of every terminal within the window, phits per cycle. */
export interface EachTerminal extends DataOf<typeof eachTerminalSchema> {}
const eachTerminalSchema = object({
  /** Packets of the terminal that entered the network. */
  sent: array(loadSchema),
  /** Packets that the terminal consumed. */
  accepted: array(loadSchema),
});

/** Results of one of several jobs, counted at its terminals. */
export interface JobResult extends DataOf<typeof jobSchema> {}
const jobSchema = object({
  /** Number of terminals of the job, including its servers. */
  terminals: countSchema,
  /** Packets that the job's terminals created in the window, and how many of these were consumed. */
  packets: countSchema,
  arrived: countSchema,
  /** Mean latency of the consumed packets; null if there are none. */
  latency: nullable(timeInCycles),
  /**
   * Phits created and consumed within the window, per sending terminal and per cycle of the window in which the job sends; null for a
   * program, and if the job does not send in the window. Packets consumed after the end of the job count, so a job that ends early can
   * deliver everything.
   */
  loads: nullable(object({ offered: loadSchema, accepted: loadSchema })),
  /** Cycles from the beginning of a program to the end of its last rank; null before that, and for traffic. */
  makespan: nullable(timeInCycles),
});

/** [C] Cycles within the window, summed over the packets that arrived by each channel. (Petrini et al. (QsNET), §5.4) */
export interface EachChannel extends DataOf<typeof eachChannelSchema> {}
const eachChannelSchema = object({
  /** Waiting behind the channel for the grant of the next channel. */
  waiting: array(timeInCycles),
  /** From injection until the arrival by the channel. */
  sinceInjection: array(timeInCycles),
});

/** A phase of a program: cycles that each rank spent in it. */
export interface PhaseResult extends DataOf<typeof phaseSchema> {}
const phaseSchema = object({ name: string, cycles: array(timeInCycles) });

/** The ranks of a program. */
export interface RankResults extends DataOf<typeof ranksSchema> {}
const ranksSchema = object({
  count: countSchema,
  /** End of the first rank, and mean end of the ranks. */
  firstDone: timeInCycles,
  meanDone: timeInCycles,
  /** [R] Terminal and end of each rank; absent in results that were cached or published before these were added. */
  terminals: optionalDetail(array(countSchema)),
  done: optionalDetail(array(timeInCycles)),
  /** Mean waiting and computing time of a rank. */
  meanWaited: timeInCycles,
  meanBusy: timeInCycles,
  /** Time of each rank in each named phase; absent without named phases, or with more than 256 ranks. */
  phases: optional(array(phaseSchema)),
});

/** The ranks of a program that are blocked forever. */
export interface WaitingRanks extends DataOf<typeof waitingRanksSchema> {}
const waitingRanksSchema = object({
  count: countSchema,
  /** Ranks of the program. */
  of: countSchema,
  /** The first of these ranks, each with its operation and the reason. */
  first: array(object({ rank: countSchema, operation: countSchema, why: string } satisfies FieldsOf<BlockedRank>)),
});

/**
 * Activities of the ranks over time: R ranks, S intervals and M messages. Intervals are ordered by rank and time and do not overlap. Waits
 * and sends of duration 0 are left out, and the time before a job begins; so every computation and every receive of the program is present,
 * in its order.
 */
export interface Timeline extends DataOf<typeof timelineSchema> {}
const timelineSchema = object({
  /** [R] Terminal of each rank. */
  terminals: array(countSchema),
  /** [R] Job of each rank, from 0; absent with a single job. Ranks synchronize only within their job. */
  jobs: optional(array(countSchema)),
  /** [R + 1] Index of each rank's first interval. */
  first: array(countSchema),
  /** [S] Index into `activityKinds`. */
  kind: array(countSchema),
  /** [S] Begin and end, since the start of the run. */
  from: array(timeInCycles),
  to: array(timeInCycles),
  /** [S] Index into `tasks`; −1 if the program names no task. */
  task: array(countSchema),
  /** [S] The message that the rank receives, waits for or sends; −1 for none. */
  message: array(countSchema),
  /**
   * [M] Sending and receiving rank of each message of `Results.messages`; a message on a shared medium has an entry for each rank that
   * overhears it.
   */
  source: array(countSchema),
  destination: array(countSchema),
  /** [M] The sender's last interval before the message was handed over; −1 if there is none. */
  after: array(countSchema),
  /** Tasks that the program names, in arbitrary order. */
  tasks: array(object({ name: string, step: countSchema } satisfies FieldsOf<ProgramTask>)),
});

/** A collective operation, and a lower bound of its time on this network. */
export interface CollectiveResult extends DataOf<typeof collectiveSchema> {}
const collectiveSchema = object({
  ...collectiveFields,
  /** Absent if it is unknown, and before the run has ended. */
  bound: optional(timeBoundSchema),
});

export interface Results extends DataOf<typeof resultsSchema> {}
export const resultsSchema = object({
  status: oneOf(...statuses),
  /** Simulated cycles. */
  cycles: timeInCycles,
  /** Hash of the trajectory, 8 hexadecimal digits: equal runs have equal fingerprints. */
  fingerprint: string,
  /** Number of terminals, and number of terminals that send. */
  terminals: countSchema,
  sending: countSchema,
  /** Number of clients, if it differs from the number of senders: loads per sender are then per client. */
  clients: optional(countSchema),
  /** Part of the offered traffic that has no path and is not created, 0 to 1; absent if all pairs have a path. */
  lost: optional(fractionSchema),
  /** Phits created per cycle within the window: per terminal, and per sending terminal. */
  offered: loadSchema,
  offeredPerSender: loadSchema,
  /** Phits consumed per cycle within the window: per terminal, and per sending terminal. */
  accepted: loadSchema,
  acceptedPerSender: loadSchema,
  /** Latency of the consumed packets that were created in the window; null if there are none. */
  latency: nullable(latencySchema),
  /** Mean number of channels that consumed packets of the window crossed, including terminal channels; null if there are none. */
  hops: nullable(countSchema),
  /** Packets created in the window, and how many of these were consumed. */
  packets: countSchema,
  arrived: countSchema,
  /** Fairness over the sending terminals; null if none created a packet in the window, or none was served. */
  fairness: nullable(fairnessSchema),
  /** Channel load in the window. */
  load: channelLoadSchema,
  steady: object({ is: boolean, why: string }),
  /** Precision of the means; only if a precision was requested. */
  precision: optional(precisionSchema),
  /**
   * The deadlock cycle in words, one entry per packet; null without a cycle of packets. Ranks may still be blocked forever: see {@link
   * isDeadlocked}.
   */
  deadlock: nullable(array(string)),
  /** The channels of the deadlock cycle, for drawing. */
  deadlockChannels: array(countSchema),
  /**
   * Cycle from which nothing moves any more; only for a run with a deadlock cycle. Absent if something outside the deadlock still moved when the
   * deadlock was found, at cycle {@link cycles}, and in results of earlier versions.
   */
  stalledSince: optional(timeInCycles),
  /** Packets consumed since cycle 0; only for a deadlocked run, and absent in results of earlier versions. */
  consumed: optional(countSchema),
  /**
   * The messages of a list (a workload given message by message) in the document's order; the messages of a program by rank, if few enough to be recorded individually; empty for
   * open-loop traffic.
   */
  messages: array(messageSchema),
  /** Cycles from 0 to the last arrival, inclusive; null for open-loop traffic, or while something is in flight. */
  makespan: nullable(timeInCycles),
  /** Loads of each terminal, for traffic in which terminals have roles (jobs, clients and servers), if there are few. */
  each: optional(eachTerminalSchema),
  /** Results of each job in the order of the document; null for a job that shares terminals with another, absent without jobs. */
  jobs: optionalDetail(array(nullable(jobSchema))),
  /** Counts by channel; only on request. */
  channels: optional(eachChannelSchema),
  /** Length of a cycle; absent if unknown. */
  cycleSeconds: optional(numberSchema("seconds/cycle")),
  /** Results of the ranks of a program; null while a rank has not ended, absent for other workloads. */
  ranks: optional(nullable(ranksSchema)),
  /** The ranks that are blocked forever; only for a deadlocked program, and absent in results of earlier versions. */
  waitingRanks: optional(waitingRanksSchema),
  /** Timeline of the ranks, for completed programs with few enough messages to be recorded individually. */
  timeline: optionalDetail(timelineSchema),
  /**
   * The collective operation of the program; absent if there is none, and in results that were cached before this was added. Its time is
   * the makespan.
   */
  collective: optional(collectiveSchema),
});

/** Raised when the shape of {@link Results} changes, so that results cached in an earlier shape are not read. */
export const resultsShape = 3;

/** Whether a run ended because nothing could proceed: packets wait in a cycle, or ranks wait for events that never happen. */
export function isDeadlocked({ status }: Pick<Results, "status">): boolean {
  return status === "deadlocked";
}

/**
 * The latency of a message in cycles; −1 while it is not delivered.
 * @param delivered The cycle that ends with its arrival. In real time, subtracting and adding 1 may round below the creation.
 */
export function messageLatency(created: number, delivered: number): number {
  return delivered < 0 ? -1 : Math.max(0, delivered - created + 1);
}

/** What a sender is called, if loads are per sender. */
export function senderName({ clients, sending, terminals }: Pick<Results, "clients" | "sending" | "terminals">): string {
  return clients === undefined ? (sending < terminals ? "sending terminal" : "terminal") : "client";
}
