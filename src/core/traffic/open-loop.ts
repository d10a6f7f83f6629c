/** Open-loop traffic: messages without end, created at random times whatever arrives. */
import { mix } from "../base/random.ts";

/**
 * When messages are created. The mean interval between two messages of a terminal is
 * I = mean packets of a message × phits of a packet / load, in cycles; u is a fresh number in (0, 1).
 * - `bernoulli`: in each cycle a message with probability 1 / I, so intervals are geometric
 * - `exponential`: at real times with intervals −I ln u, the first one from time 0: a Poisson process
 * - `uniform`: at real times with intervals 2 I u, the first one from time 0
 * - `constant`: at real times (φ + m) I, m = 0, 1, 2, …, with a phase φ in (0, 1) drawn once for each terminal
 * - `in-step`: at real times m I, m = 0, 1, 2, …: all terminals begin together
 *
 * Times count from the cycle in which a job begins. A message of a real time t exists from cycle ⌊t⌋ on. Several messages of one
 * terminal come in one cycle by `exponential` and `uniform`, and wherever I is below 1.
 */
export type InjectionProcess = "bernoulli" | "exponential" | "uniform" | "constant" | "in-step";

/** How a terminal creates messages: how much, when, and in which sizes. */
export interface Injection {
  /**
   * Offered load, phits of whole packets per cycle; also of packets to itself, which are not created. Above 1, more than a
   * channel carries, not for `bernoulli`, which brings one message in a cycle at most.
   */
  readonly load: number;
  readonly process: InjectionProcess;
  /** Mean packets of a message, at least 1. */
  readonly meanPackets: number;
  /** Packets of a message from a fresh 32-bit draw, at least 1; null when all messages have {@link meanPackets}. */
  readonly packets: ((draw: number) => number) | null;
  /** The cycle that is cycle 0 of its sequence; 0 when absent. So a job that begins later sends the same, later. */
  readonly begin?: number;
  /** The first cycle in which it creates nothing any more; never when absent. What it created before is the same. */
  readonly end?: number;
}

/** Messages without end, of each terminal one sequence, or none. */
export interface Stream {
  /** J ways in which terminals create messages, at least one. */
  readonly injections: readonly Injection[];
  /** [T] The terminal's way, an index into {@link injections}; without meaning where it is silent. */
  readonly injectionOf: Uint16Array;
  /** [T] 1 where the terminal sends at all. */
  readonly sending: Uint8Array;
  /**
   * Destination of a source's next message, from a fresh 32-bit draw. What would go to the source itself is not created,
   * but keeps its place in the sequence.
   */
  readonly destination: (source: number, draw: number) => number;
  /** Probability that a message of `source` goes to `destination`; that to itself is what is not created. */
  readonly share: (source: number, destination: number) => number;
  /** True when every source has one destination, itself when it is silent: then {@link share} is 0 or 1. */
  readonly permutation: boolean;
}

/** Packets without end, at random times; nothing that arrives changes what is sent. */
export interface OpenLoop {
  readonly form: "open-loop";
  /** Offered load of a sending terminal, or of a client where there are {@link clients}, on average, phits per cycle. */
  readonly load: number;
  /** Terminals that all is sent for, where others send on their behalf and they are not as many; loads are told for each of these. */
  readonly clients?: number;
  /**
   * What is sent, at least one stream. Where a terminal has several, as one that writes files and serves others, each
   * keeps its own times, destinations and sizes, and all join one source queue as they are created.
   */
  readonly streams: readonly Stream[];
  /** [T] Offered load of each terminal while it sends, all of its streams together; 0 where it is silent. */
  readonly loadOf: Float64Array;
  /** [T] 1 where the terminal sends at all. */
  readonly sending: Uint8Array;
  /** Destination of a packet of `source`, of whichever stream, from a fresh 32-bit draw; of its next message where it has one stream. */
  readonly destination: (source: number, draw: number) => number;
  /** Probability that a packet of `source` goes to `destination`; that to itself is what is not created. */
  readonly share: (source: number, destination: number) => number;
  /** True when every source has one destination, itself when it is silent: then {@link share} is 0 or 1. */
  readonly permutation: boolean;
  /** Part of the traffic asked for that no way leads for, 0 … 1, and that is not created; absent where all have one. */
  readonly lost?: number;
  /** True where terminals have parts of their own, as clients, servers and ranks of jobs: results then tell of each. */
  readonly isDivided?: true;
  /** The jobs that it is put together from, in the order of the document; absent where it is no such thing. */
  readonly jobs?: readonly TrafficJob[];
}

/** One of several jobs of traffic. */
export interface TrafficJob {
  /** Terminals that it sends from or to, each once. */
  readonly terminals: ArrayLike<number>;
  /** See {@link Injection}. */
  readonly begin?: number;
  readonly end?: number;
}

/** What a sending terminal offers where the mean of all that send is 1. */
export function weightOf({ load, loadOf }: OpenLoop, source: number): number {
  return loadOf[source] / load;
}

/** The traffic of streams, one or several; `asked` is what each of the clients asks for, where there are such. */
export function openLoopOf(streams: readonly Stream[], asked?: { readonly clients: number; readonly load: number }): OpenLoop {
  const terminals = streams[0].sending.length;
  const loadOf = new Float64Array(terminals);
  for (const { injections, injectionOf, sending } of streams) {
    for (let t = 0; t < terminals; t++) if (sending[t] === 1) loadOf[t] += injections[injectionOf[t]].load;
  }
  const common = {
    form: "open-loop" as const,
    load:
      asked?.load ??
      meanLoad(
        streams.flatMap(({ injections }) => injections),
        loadOf,
      ),
    ...(asked === undefined || asked.clients === loadOf.filter((load) => load > 0).length ? {} : { clients: asked.clients }),
    streams,
    loadOf,
  };
  if (streams.length === 1) {
    const [{ sending, destination, share, permutation }] = streams;
    return { ...common, sending, destination, share, permutation };
  }
  /** Load of a terminal's messages of one stream. */
  const loadIn = ({ injections, injectionOf, sending }: Stream, t: number) => (sending[t] === 1 ? injections[injectionOf[t]].load : 0);
  return {
    ...common,
    sending: Uint8Array.from(loadOf, (load) => (load > 0 ? 1 : 0)),
    destination(source, draw) {
      let left = (draw / 4294967296) * loadOf[source];
      let found = source;
      for (const [k, stream] of streams.entries()) {
        const load = loadIn(stream, source);
        if (load === 0) continue;
        found = stream.destination(source, mix(draw, source, k));
        if (left < load) break;
        left -= load;
      }
      return found;
    },
    share(source, destination) {
      if (loadOf[source] === 0) return source === destination ? 1 : 0;
      let sum = 0;
      for (const stream of streams) {
        const load = loadIn(stream, source);
        if (load > 0) sum += load * stream.share(source, destination);
      }
      return sum / loadOf[source];
    },
    permutation: false,
  };
}

/** [T] What each terminal offers on average from cycle `start` to `end`, where those that send offer different loads; null where all offer the same. */
export function unevenLoads(demand: OpenLoop, { start, end }: { readonly start: number; readonly end: number }): Float64Array | null {
  const offered = offeredIn(demand, start, end);
  const loads = offered.filter((_, t) => demand.sending[t] === 1);
  return loads.every((load) => Math.abs(load - loads[0]) <= 1e-9 * loads[0]) ? null : offered;
}

/** Whether anything begins or ends between two cycles. */
export function changesWithin({ streams }: OpenLoop, start: number, end: number): boolean {
  return streams.some(({ injections }) => injections.some((each) => sendingCycles(each, start, end) < end - start));
}

/** Cycles in which messages are created, of those from `start` to `end`. */
export function sendingCycles({ begin = 0, end: last = Infinity }: Pick<Injection, "begin" | "end">, start: number, end: number): number {
  return Math.max(0, Math.min(last, end) - Math.max(begin, start));
}

function offeredIn(demand: OpenLoop, start: number, end: number): Float64Array {
  if (!changesWithin(demand, start, end)) return demand.loadOf;
  const offered = new Float64Array(demand.loadOf.length);
  for (const { injections, injectionOf, sending } of demand.streams) {
    const loads = injections.map((each) => (each.load * sendingCycles(each, start, end)) / (end - start));
    for (let t = 0; t < offered.length; t++) if (sending[t] === 1) offered[t] += loads[injectionOf[t]];
  }
  return offered;
}

/** Mean load of the terminals that send; of all ways of creating messages when none does. */
function meanLoad(injections: readonly Injection[], loadOf: Float64Array): number {
  let [count, sum] = [0, 0];
  for (const load of loadOf) {
    if (load === 0) continue;
    count++;
    sum += load;
  }
  // One way for all has exactly its own load, whatever sums are rounded to.
  if (count === 0 || injections.length === 1) return injections.reduce((all, { load }) => all + load, 0) / injections.length;
  return sum / count;
}
