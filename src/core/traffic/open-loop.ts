/** Open-loop traffic: an endless sequence of messages, created at random times regardless of what arrives. */
import { mix } from "../base/random.ts";

/**
 * When messages are created. The mean interval between two messages of a terminal is I = mean packets per message × phits per packet /
 * load, in cycles; u is a new random number in (0, 1).
 * - `bernoulli`: in each cycle a message with probability 1 / I, so intervals are geometrically distributed
 * - `exponential`: at real times with intervals −I ln u, counted from time 0: a Poisson process
 * - `uniform`: at real times with intervals 2 I u, counted from time 0
 * - `constant`: at real times (φ + m) I, m = 0, 1, 2, …, with a phase φ in (0, 1) drawn once per terminal
 * - `in-step`: at real times m I, m = 0, 1, 2, …: all terminals send simultaneously
 *
 * Times count from the first cycle of the job. A message with real time t exists from cycle ⌊t⌋ on. A terminal can create several messages
 * in one cycle with `exponential` and `uniform`, and with any process except `bernoulli` if I is below 1.
 */
export type InjectionProcess = "bernoulli" | "exponential" | "uniform" | "constant" | "in-step";

/** How a terminal creates messages: load, times and sizes. */
export interface MessageInjection {
  /**
   * Offered load in phits of whole packets per cycle. It includes packets to the terminal itself, which are not created. It may exceed 1,
   * the rate of a channel, except for `bernoulli`, which creates at most one message per cycle.
   */
  readonly load: number;
  readonly process: InjectionProcess;
  /** Mean number of packets per message, at least 1. */
  readonly meanPackets: number;
  /** Maps a new 32-bit draw to the number of packets of a message, at least 1. Null if all messages have {@link meanPackets} packets. */
  readonly packets: ((draw: number) => number) | null;
  /** First cycle of the sequence; 0 if absent. A job that begins later sends the same sequence, later. */
  readonly begin?: number;
  /** First cycle in which no more messages are created; never if absent. Earlier messages are not affected. */
  readonly end?: number;
}

/** Messages of one kind: each terminal has one sequence, or none. */
export interface TrafficStream {
  /** J ways to create messages, at least one. */
  readonly injections: readonly MessageInjection[];
  /** [T] Index of each terminal's entry in {@link injections}; meaningless for silent terminals. */
  readonly injectionOf: Uint16Array;
  /** [T] 1 for terminals that send. */
  readonly isSending: Uint8Array;
  /**
   * Maps a new 32-bit draw to the destination of the next message of a source. A message to the source itself is not created, but uses up
   * its turn in the sequence.
   */
  readonly destination: (source: number, draw: number) => number;
  /** Probability that a message of `source` goes to `destination`. It includes messages to the source itself, which are not created. */
  readonly share: (source: number, destination: number) => number;
  /** True if every source has a single destination, which is itself if it is silent. All probabilities are then 0 or 1. */
  readonly isPermutation: boolean;
}

/** An endless sequence of packets at random times, independent of what arrives. */
export interface OpenLoop {
  readonly form: "open-loop";
  /** Mean offered load of a sending terminal, or of a client if {@link clients} is present, in phits per cycle. */
  readonly load: number;
  /**
   * Number of clients, the terminals on whose behalf others send, if it differs from the number of senders. Loads are then reported per
   * client.
   */
  readonly clients?: number;
  /**
   * What is sent, at least one stream. A terminal with several streams, such as one that writes files and also serves others, keeps
   * separate times, destinations and sizes for each. Their messages join one source queue in the order of creation.
   */
  readonly streams: readonly TrafficStream[];
  /** [T] Offered load of each terminal while it sends, over all its streams; 0 if it is silent. */
  readonly loadOf: Float64Array;
  /** [T] 1 where the terminal sends at all. */
  readonly isSending: Uint8Array;
  /**
   * Maps a new 32-bit draw to the destination of a packet of `source`, of any stream. With a single stream, it is the destination of the
   * next message.
   */
  readonly destination: (source: number, draw: number) => number;
  /** Probability that a packet of `source` goes to `destination`. It includes packets to the source itself, which are not created. */
  readonly share: (source: number, destination: number) => number;
  /** True if every source has a single destination, which is itself if it is silent. All probabilities are then 0 or 1. */
  readonly isPermutation: boolean;
  /** Fraction of the requested traffic, 0 … 1, that is not created because no path exists; absent if all pairs have a path. */
  readonly lost?: number;
  /** True if terminals have different roles, such as clients, servers and ranks of jobs. Results then report each role. */
  readonly isDivided?: true;
  /** The jobs that make up the traffic, in the order of the document; absent for other traffic. */
  readonly jobs?: readonly TrafficJob[];
}

/** One of several jobs of open-loop traffic. */
export interface TrafficJob {
  /** Terminals that the job sends from or to, each once. */
  readonly terminals: ArrayLike<number>;
  /** See {@link MessageInjection}. */
  readonly begin?: number;
  readonly end?: number;
}

/** Offered load of a source relative to the mean of all senders. */
export function relativeLoad({ load, loadOf }: OpenLoop, source: number): number {
  return loadOf[source] / load;
}

/**
 * Combines one or several streams (messages with a common rule for their times, destinations and sizes) into open-loop traffic. Loads add
 * up; the destination of a terminal's message is drawn from one of its streams, in proportion to their loads.
 * @param clientLoad Number of clients, the terminals on whose behalf the others send, and the load of each client in phits per cycle;
 * absent if every sender sends for itself.
 */
export function openLoopOf(streams: readonly TrafficStream[], clientLoad?: { readonly clients: number; readonly load: number }): OpenLoop {
  const terminals = streams[0].isSending.length;
  const loadOf = new Float64Array(terminals);
  for (const { injections, injectionOf, isSending } of streams) {
    for (let t = 0; t < terminals; t++) if (isSending[t] === 1) loadOf[t] += injections[injectionOf[t]].load;
  }
  const commonFields = {
    form: "open-loop" as const,
    load:
      clientLoad?.load ??
      meanLoad(
        streams.flatMap(({ injections }) => injections),
        loadOf,
      ),
    ...(clientLoad === undefined || clientLoad.clients === loadOf.filter((load) => load > 0).length ? {} : { clients: clientLoad.clients }),
    streams,
    loadOf,
  };
  if (streams.length === 1) {
    const [{ isSending, destination, share, isPermutation }] = streams;
    return { ...commonFields, isSending, destination, share, isPermutation };
  }
  /** Load of a terminal's messages in one stream. */
  const loadInStream = ({ injections, injectionOf, isSending }: TrafficStream, t: number) =>
    isSending[t] === 1 ? injections[injectionOf[t]].load : 0;
  return {
    ...commonFields,
    isSending: Uint8Array.from(loadOf, (load) => (load > 0 ? 1 : 0)),
    destination(source, draw) {
      // The 32-bit draw selects a point within the added loads, and so a stream; a hash of the draw is the draw within that stream.
      let remainingLoad = (draw / 4294967296) * loadOf[source];
      let chosen = source;
      for (const [index, stream] of streams.entries()) {
        const load = loadInStream(stream, source);
        if (load === 0) continue;
        chosen = stream.destination(source, mix(draw, source, index));
        if (remainingLoad < load) break;
        remainingLoad -= load;
      }
      return chosen;
    },
    share(source, destination) {
      if (loadOf[source] === 0) return source === destination ? 1 : 0;
      let sum = 0;
      for (const stream of streams) {
        const load = loadInStream(stream, source);
        if (load > 0) sum += load * stream.share(source, destination);
      }
      return sum / loadOf[source];
    },
    isPermutation: false,
  };
}

/** [T] Mean offered load of each terminal from cycle `start` to `end`; null if all senders offer the same load. */
export function unevenLoads(demand: OpenLoop, { start, end }: { readonly start: number; readonly end: number }): Float64Array | null {
  const offered = offeredLoads(demand, start, end);
  const loads = offered.filter((_, t) => demand.isSending[t] === 1);
  return loads.every((load) => Math.abs(load - loads[0]) <= 1e-9 * loads[0]) ? null : offered;
}

/** Whether any injection begins or ends between two cycles. */
export function hasChangesWithin({ streams }: OpenLoop, start: number, end: number): boolean {
  return streams.some(({ injections }) => injections.some((each) => sendingCycles(each, start, end) < end - start));
}

/** Number of cycles from `start` to `end` in which messages are created. */
export function sendingCycles(
  { begin = 0, end: last = Infinity }: Pick<MessageInjection, "begin" | "end">,
  start: number,
  end: number,
): number {
  return Math.max(0, Math.min(last, end) - Math.max(begin, start));
}

function offeredLoads(demand: OpenLoop, start: number, end: number): Float64Array {
  if (!hasChangesWithin(demand, start, end)) return demand.loadOf;
  const offered = new Float64Array(demand.loadOf.length);
  for (const { injections, injectionOf, isSending } of demand.streams) {
    const loads = injections.map((each) => (each.load * sendingCycles(each, start, end)) / (end - start));
    for (let t = 0; t < offered.length; t++) if (isSending[t] === 1) offered[t] += loads[injectionOf[t]];
  }
  return offered;
}

/** Mean load of the terminals that send; if none sends, the mean over all injections. */
function meanLoad(injections: readonly MessageInjection[], loadOf: Float64Array): number {
  let [count, sum] = [0, 0];
  for (const load of loadOf) {
    if (load === 0) continue;
    count++;
    sum += load;
  }
  // A single injection has exactly its load, regardless of rounding in the sum.
  if (count === 0 || injections.length === 1) return injections.reduce((all, { load }) => all + load, 0) / injections.length;
  return sum / count;
}
