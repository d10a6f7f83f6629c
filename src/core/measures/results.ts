/** The numbers of a run, as plain data: what a page shows, a file keeps, the command line prints. */
import type { Bound } from "../analysis/collectives/bound.ts";
import type { Stuck } from "../analysis/programs/stuck.ts";
import type { Collective } from "../programs/collective.ts";
import type { Status, verdicts } from "../simulation/frame.ts";
import type { Fairness } from "./fairness.ts";
import type { Timeline } from "./timeline.ts";

export interface Results {
  readonly status: Status;
  /** Cycles simulated. */
  readonly cycles: number;
  /** Hash of the trajectory, 8 hexadecimal digits: equal runs have equal fingerprints. */
  readonly fingerprint: string;
  /** Terminals, and how many of them send. */
  readonly terminals: number;
  readonly sending: number;
  /** Terminals on whose behalf all is sent, where they are not as many as send: loads per sender are then told for each of these. */
  readonly clients?: number;
  /** Part of the traffic asked for that no way leads for and that is not created, 0 … 1; absent where all has one. */
  readonly lost?: number;
  /** Phits created per cycle within the window: per terminal, and per sending terminal. */
  readonly offered: number;
  readonly offeredPerSender: number;
  /** Phits consumed per cycle within the window: per terminal, and per sending terminal. */
  readonly accepted: number;
  readonly acceptedPerSender: number;
  /** Cycles, of the packets created in the window that have been consumed; null when there are none. */
  readonly latency: Latency | null;
  /** Mean number of channels crossed by those packets, terminal channels counted; null when there are none. */
  readonly hops: number | null;
  /** Packets created in the window, and how many of them have been consumed. */
  readonly packets: number;
  readonly arrived: number;
  /** How evenly the sending terminals were served; null when none created a packet in the window, or none was served. */
  readonly fairness: Fairness | null;
  /** Channel load in the window. */
  readonly load: Load;
  readonly steady: { readonly is: boolean; readonly why: string };
  /** How well the means are known; only where a precision was asked for. */
  readonly precision?: PrecisionResult;
  /** The circle of waits in words, one entry per packet; null where packets do not wait in a circle. Ranks may still wait for ever: see {@link isDeadlocked}. */
  readonly deadlock: readonly string[] | null;
  /** The same circle as channels, for drawing. */
  readonly deadlockChannels: readonly number[];
  /** Cycles from 0 to the last arrival, inclusive; null for an endless workload, or while something is under way. */
  readonly makespan: number | null;
  /**
   * The messages of a list, in the document's order; those of a program, rank by rank, where there are few enough to be
   * recorded one by one; empty for an endless workload.
   */
  readonly messages: readonly MessageResult[];
  /** What each terminal sent and received; of traffic in which terminals have parts of their own, as jobs, clients and servers, and of few. */
  readonly each?: EachTerminal;
  /** What became of each job, in the order of the document: null where another one sends from or to its terminals; absent where there are no jobs. */
  readonly jobs?: readonly (JobResult | null)[];
  /** What each channel counted; only where it was asked for. */
  readonly channels?: EachChannel;
  /** How long a cycle is, seconds; absent where it is not known. */
  readonly cycleSeconds?: number;
  /** How the ranks of a program fared; null while one of them has not come to its end, absent where no ranks run. */
  readonly ranks?: RankResults | null;
  /** The ranks that wait for ever; only of a program that has deadlocked, and absent in results of earlier versions. */
  readonly waitingRanks?: WaitingRanks;
  /** What each rank did and when, of programs with few enough messages to be recorded one by one, that have come to their end. */
  readonly timeline?: Timeline;
  /** The collective operation that the program is; absent where it is none, and in results that were kept without. Its time is the makespan. */
  readonly collective?: CollectiveResult;
}

/** The ranks of a program that wait for what never happens. */
export interface WaitingRanks {
  readonly count: number;
  /** Ranks of the program. */
  readonly of: number;
  /** The first of them, each with its operation and what it waits for. */
  readonly first: readonly Stuck[];
}

/** Whether a run has ended because nothing could happen any more: packets wait in a circle, or ranks for what never happens. */
export function isDeadlocked({ status }: Pick<Results, "status">): boolean {
  return status === "deadlocked";
}

/** How well the means of a run are known that goes on until they are: half the widths of their 95 % intervals. */
export interface PrecisionResult {
  /** Per cent of the mean. */
  readonly asked: number;
  /** Known; not known within the cycles that may be measured; or full, so that the accepted load alone is known. */
  readonly verdict: (typeof verdicts)[number];
  /** Of the mean latency, cycles; null where it never settles, and while it is not known. */
  readonly latency: number | null;
  /** Of the accepted load, phits/cycle per sending terminal; null while it is not known. */
  readonly accepted: number | null;
  /** The warm-up that was found, and what was measured after it, cycles. */
  readonly warmUp: number;
  readonly measured: number;
}

/** A collective operation, and the least time that this network needs for it. */
export interface CollectiveResult extends Collective {
  /** Absent where it is not known, and before the run has ended. */
  readonly bound?: Bound;
}

/** [T] Phits per cycle within the window, of every terminal. */
export interface EachTerminal {
  /** Of its own packets, those that entered the network. */
  readonly sent: readonly number[];
  /** Of packets that it consumed. */
  readonly accepted: readonly number[];
}

/** What became of one of several jobs, counted by its terminals. */
export interface JobResult {
  /** How many it has, those of its servers too. */
  readonly terminals: number;
  /** Packets that they created in the window, and how many of these have been consumed. */
  readonly packets: number;
  readonly arrived: number;
  /** Mean latency of the latter, cycles; null when there are none. */
  readonly latency: number | null;
  /**
   * Phits created and consumed within the window, by sending terminal and by cycle of it in which the job sends; null for a program,
   * and where it sends in none. What is consumed after the job has ended counts too: a job that ends early gets all of its own through.
   */
  readonly loads: { readonly offered: number; readonly accepted: number } | null;
  /** Cycles from the beginning of a program until its last rank has nothing left to do; null before that, and for traffic. */
  readonly makespan: number | null;
}

/** [C] Cycles within the window, added up over the packets that came by each channel. (Petrini et al. (QsNET), §5.4) */
export interface EachChannel {
  /** Waited behind it for the next channel. */
  readonly waiting: readonly number[];
  /** From their injection until they had come by it. */
  readonly sinceInjection: readonly number[];
}

/** Channel load, phits per cycle over what each channel carries: as a part of its rate. */
export interface Load {
  readonly mean: number;
  readonly worst: number;
  readonly worstChannel: number;
  readonly worstName: string;
  /** What the worst carries at most, of what a channel usually does: 2 where it carries two phits in a cycle; absent where that is 1. */
  readonly rate?: number;
  /** Other channels that carry as much as the worst. */
  readonly equals?: number;
  /** The group of channels that is nearest to its common capacity, where one is nearer than any channel to its own. */
  readonly fullest?: FullestGroup;
}

export interface FullestGroup {
  /** The node that all its channels enter or leave. */
  readonly name: string;
  readonly isInto: boolean;
  readonly load: number;
  readonly capacity: number;
}

/** The ranks of a program. Cycles. */
export interface RankResults {
  readonly count: number;
  /** From when on the first rank had nothing left to do, and a rank on average. */
  readonly firstDone: number;
  readonly meanDone: number;
  /** [R] The terminal of each rank, and from when on it had nothing left to do; absent in results that were kept or recorded without. */
  readonly terminals?: readonly number[];
  readonly done?: readonly number[];
  /** How long a rank waited, and computed, on average. */
  readonly meanWaited: number;
  readonly meanBusy: number;
  /** How long each rank was in each phase that its program names; absent where none is named, or beyond 256 ranks. */
  readonly phases?: readonly PhaseResult[];
}

/** A phase of a program: cycles that each rank has spent in it. */
export interface PhaseResult {
  readonly name: string;
  readonly cycles: readonly number[];
}

/** What became of one message. Cycles; −1 while it has not happened. */
export interface MessageResult {
  readonly source: number;
  readonly destination: number;
  readonly packets: number;
  /** Cycle in which it was created. */
  readonly created: number;
  /** Cycle in which its first phit entered its first channel. */
  readonly injected: number;
  /** Cycle in which it was consumed whole. */
  readonly delivered: number;
  /** delivered − created + 1. */
  readonly latency: number;
}

/**
 * The latency of a message in cycles, −1 while it has not been delivered.
 * @param delivered the cycle that ends with its arrival: taking 1 away from a time and adding it again may round below the creation
 */
export function messageLatency(created: number, delivered: number): number {
  return delivered < 0 ? -1 : Math.max(0, delivered - created + 1);
}

export interface Latency {
  readonly mean: number;
  readonly median: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
  /** Mean since injection, the source queue left out. */
  readonly network: number;
}

/** Who the loads are told for that are told per sender. */
export function senderOf({ clients, sending, terminals }: Pick<Results, "clients" | "sending" | "terminals">): string {
  return clients === undefined ? (sending < terminals ? "sending terminal" : "terminal") : "client";
}

/** Raised when {@link Results} changes its shape, so that what was kept in an older one is not read as the present one. */
export const resultsShape = 3;

/** Whether a value from outside (a store, a file) has the shape of results: what is read without looking twice is there. */
export function isResults(value: unknown): value is Results {
  if (typeof value !== "object" || value === null) return false;
  const { load, steady, latency, messages, deadlockChannels, ...rest } = value as Record<string, unknown>;
  const isObject = (each: unknown, ...numbers: readonly string[]) =>
    typeof each === "object" && each !== null && numbers.every((name) => typeof (each as Record<string, unknown>)[name] === "number");
  return (
    isObject(
      rest,
      "cycles",
      "terminals",
      "sending",
      "offered",
      "offeredPerSender",
      "accepted",
      "acceptedPerSender",
      "packets",
      "arrived",
    ) &&
    typeof rest["fingerprint"] === "string" &&
    typeof rest["status"] === "string" &&
    isObject(load, "mean", "worst", "worstChannel") &&
    isObject(steady) &&
    (latency === null || isObject(latency, "mean", "median", "p95", "p99", "max", "network")) &&
    Array.isArray(messages) &&
    Array.isArray(deadlockChannels) &&
    (rest["deadlock"] === null || Array.isArray(rest["deadlock"])) &&
    "makespan" in rest &&
    "hops" in rest &&
    "fairness" in rest
  );
}
