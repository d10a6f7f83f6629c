/**
 * Source queues without queues: a terminal's next message is worked out only when the one before has left, however far
 * back in time it was created. A network that is offered more than it carries costs no memory for what waits outside.
 */
import { BernoulliGaps, exponential, mix, streamKey } from "../base/random.ts";
import type { Frame } from "./frame.ts";
import type { ProgramSource } from "./program-source.ts";
import { Late } from "../base/late.ts";
import type { Demand, MessageList } from "../plan/demand.ts";
import type { InjectionProcess, OpenLoop, Stream } from "../traffic/open-loop.ts";

/** The next message of every terminal. */
export interface Source {
  /** [T] Cycle in which the terminal's next message is or was created; Infinity when there is none. */
  readonly at: Float64Array;
  /** [T] Its destination. */
  readonly to: Int32Array;
  /** [T] Its packets. */
  readonly packets: Float64Array;
  /** [T] Its number, by which a list or a program knows it, or −1. */
  readonly message: Int32Array;
  /** Goes on to the terminal's message after this one. */
  advance(terminal: number): void;
  /** Packets of the terminal, from its next message on, created in cycles from … to − 1. Changes nothing. */
  count(terminal: number, from: number, to: number): number;
  /** First cycle in which the run may end, whatever has arrived: Infinity as long as something may still be sent. 0 when absent. */
  readonly busyUntil?: number;
  /** Writes what else the source knows after `now` cycles. */
  sample?(into: Frame, now: number): void;
}

/** The interpreter of programs, which traffic does not need. */
export const programSources = new Late(() => import("./program-source.ts"));
/** That of programs whose operations are a graph. */
export const graphSources = new Late(() => import("./graph-source.ts"));

/** A source of a demand where it is the interpreter of a program, which has to hear of what arrives; else null. */
export function programOf(source: Source, { form }: Demand): ProgramSource | null {
  return form === "program" ? (source as ProgramSource) : null;
}

/** The same where its ranks have a calendar that time has to wait for; else null. */
export function calendarOf(program: ProgramSource | null): ProgramSource | null {
  return program !== null && program.hasCalendar ? program : null;
}

/**
 * The source of a demand, for packets of `packetPhits` phits.
 * @param byPacket whether a terminal may go on to another message after each packet, where a program asks for that
 */
export function startSource(demand: Demand, terminals: number, packetPhits: number, seed: number, byPacket = false): Source {
  if (demand.form === "messages") return messageSource(demand, terminals);
  if (demand.form === "open-loop") return trafficSource(demand, terminals, packetPhits, seed);
  const beside = demand.beside === undefined ? null : trafficSource(demand.beside, terminals, packetPhits, seed);
  if (demand.graph !== undefined) return new graphSources.code.GraphSource(demand, terminals, byPacket, beside).start();
  return new programSources.code.ProgramSource(demand, terminals, byPacket, beside).start();
}

function trafficSource({ streams }: OpenLoop, terminals: number, packetPhits: number, seed: number): Source {
  const sources = streams.map((stream, k) => new StreamSource(stream, terminals, packetPhits, seed, k));
  return sources.length === 1 ? sources[0] : new MergedSource(sources, terminals);
}

/** No run goes on until this cycle: a terminal that finds nobody but itself to send to so far gives up. */
const latest = 2 ** 26;

/** Injection processes as the hot path tells them apart. */
const processes: readonly InjectionProcess[] = ["bernoulli", "exponential", "uniform", "constant", "in-step"];
const [bernoulli, exponentially, uniformly] = [0, 1, 2];

/**
 * Messages of the injection processes. The m-th message of a terminal takes its interval from stream `traffic`, its
 * destination from `destination` and its size from `size`, each at (terminal, m), but for Bernoulli intervals, which
 * count up to 64 draws each; phases come from `phase` at (terminal, 0). Of the k-th stream of a demand, terminal t draws
 * as terminal t + k T of the T there are.
 */
class StreamSource implements Source {
  readonly at: Float64Array;
  readonly to: Int32Array;
  readonly packets: Float64Array;
  readonly message: Int32Array;
  private readonly stream: Stream;
  private readonly destination: Stream["destination"];
  private readonly injectionOf: Uint16Array;
  /** Place of terminal 0 among those that draw. */
  private readonly first: number;
  /** Whether destinations and sizes have to be drawn. */
  private readonly drawsDestination: boolean;
  private readonly drawsSize: boolean;
  private readonly gapKey: number;
  private readonly destinationKey: number;
  private readonly sizeKey: number;
  /** [T] Messages drawn. */
  private readonly drawn: Int32Array;
  /** [T] Real time of the terminal's next message; for constant intervals its phase, in intervals. */
  private readonly time: Float64Array;
  /** [T] Place of its process in {@link processes}. */
  private readonly process: Uint8Array;
  /** [T] Mean interval between messages, cycles. */
  private readonly interval: Float64Array;
  /** [T] The cycle that is cycle 0 of its sequence, and the first in which it creates nothing any more. */
  private readonly begin: Float64Array;
  private readonly end: Float64Array;
  /** [J] One table for each probability. */
  private readonly gaps: readonly BernoulliGaps[];

  constructor(stream: Stream, terminals: number, packetPhits: number, seed: number, k: number) {
    const { injections, injectionOf, sending, destination, permutation } = stream;
    this.stream = stream;
    this.first = k * terminals;
    this.destination = destination;
    this.injectionOf = injectionOf;
    this.begin = Float64Array.from({ length: terminals }, (_, s) => injections[injectionOf[s]].begin ?? 0);
    this.end = Float64Array.from({ length: terminals }, (_, s) => injections[injectionOf[s]].end ?? Infinity);
    this.at = this.begin.map((begin) => begin - 1);
    this.to = new Int32Array(terminals);
    this.packets = Float64Array.from({ length: terminals }, (_, s) => injections[injectionOf[s]].meanPackets);
    this.message = new Int32Array(terminals).fill(-1);
    this.drawsDestination = !permutation;
    this.drawsSize = injections.some(({ packets }) => packets !== null);
    this.gapKey = streamKey(seed, "traffic");
    this.destinationKey = streamKey(seed, "destination");
    this.sizeKey = streamKey(seed, "size");
    this.drawn = new Int32Array(terminals);
    this.time = new Float64Array(terminals);
    this.process = Uint8Array.from({ length: terminals }, (_, s) => processes.indexOf(injections[injectionOf[s]].process));
    const intervals = injections.map(({ load, meanPackets }) => (meanPackets * packetPhits) / load);
    this.interval = Float64Array.from({ length: terminals }, (_, s) => intervals[injectionOf[s]]);
    const tables = new Map<number, BernoulliGaps>();
    this.gaps = injections.map(({ load, meanPackets, process }) => {
      const p = process === "bernoulli" ? load / (meanPackets * packetPhits) : 1;
      const table = tables.get(p) ?? new BernoulliGaps(p);
      tables.set(p, table);
      return table;
    });
    const phaseKey = streamKey(seed, "phase");
    for (let s = 0; s < terminals; s++) {
      if (sending[s] === 0) {
        this.at[s] = Infinity;
        continue;
      }
      if (injections[injectionOf[s]].process === "constant") this.time[s] = unit(mix(phaseKey, this.first + s, 0));
      if (permutation) this.to[s] = destination(s, 0);
      this.advance(s);
    }
  }

  advance(s: number): void {
    const m = this.drawn[s]++;
    // The usual process first, so that the rest is not in its way.
    if (this.process[s] === bernoulli) this.at[s] += this.gaps[this.injectionOf[s]].gap(this.gapKey, this.first + s, m);
    else this.at[s] = this.timeOf(s, m, this.at[s]);
    if (this.drawsDestination) {
      const to = this.destination(s, mix(this.destinationKey, this.first + s, m));
      if (to === s) return this.skip(s);
      this.to[s] = to;
    }
    if (this.at[s] >= this.end[s]) this.at[s] = Infinity;
    if (this.drawsSize) this.packets[s] = this.sizeOf(s, m);
  }

  count(s: number, from: number, until: number): number {
    const { at, time, drawn, packets, destinationKey, first } = this;
    until = Math.min(until, this.end[s]);
    const [present, presentTime] = [at[s], time[s]];
    let count = 0;
    let now = present;
    for (let m = drawn[s]; now < until; m++) {
      // The message that is next has been drawn already and is known not to be its own destination.
      const isNext = m === drawn[s];
      if (now >= from && (isNext || !this.drawsDestination || this.destination(s, mix(destinationKey, first + s, m - 1)) !== s)) {
        count += isNext || !this.drawsSize ? packets[s] : this.sizeOf(s, m - 1);
      }
      now = this.timeOf(s, m, now);
    }
    time[s] = presentTime;
    return count;
  }

  /** Goes on from a message to the terminal itself, which is not created. */
  private skip(s: number): void {
    const { destinationKey, first } = this;
    let m = this.drawn[s];
    let to = s;
    const end = Math.min(latest, this.end[s]);
    while (to === s && this.at[s] < end) {
      this.at[s] = this.timeOf(s, m, this.at[s]);
      to = this.destination(s, mix(destinationKey, first + s, m));
      m++;
    }
    this.drawn[s] = m;
    if (to === s || this.at[s] >= this.end[s]) this.at[s] = Infinity;
    this.to[s] = to;
    if (this.drawsSize) this.packets[s] = this.sizeOf(s, m - 1);
  }

  /** Cycle of the terminal's m-th message, which comes after the one of cycle `before`. */
  private timeOf(s: number, m: number, before: number): number {
    const process = this.process[s];
    if (process === bernoulli) return before + this.gaps[this.injectionOf[s]].gap(this.gapKey, this.first + s, m);
    const interval = this.interval[s];
    if (process === exponentially) this.time[s] += interval * exponential(mix(this.gapKey, this.first + s, m));
    else if (process === uniformly) this.time[s] += 2 * interval * unit(mix(this.gapKey, this.first + s, m));
    else return this.begin[s] + Math.floor((this.time[s] + m) * interval);
    return this.begin[s] + Math.floor(this.time[s]);
  }

  private sizeOf(s: number, m: number): number {
    const { packets, meanPackets } = this.stream.injections[this.injectionOf[s]];
    return packets === null ? meanPackets : packets(mix(this.sizeKey, this.first + s, m));
  }
}

/** Several streams of messages as one, in order of time; of those of one cycle, the first stream's come first. */
class MergedSource implements Source {
  readonly at: Float64Array;
  readonly to: Int32Array;
  readonly packets: Float64Array;
  readonly message: Int32Array;
  private readonly sources: readonly Source[];
  /** [T] The stream that the terminal's next message is of. */
  private readonly next: Uint8Array;

  constructor(sources: readonly Source[], terminals: number) {
    this.sources = sources;
    this.at = new Float64Array(terminals);
    this.to = new Int32Array(terminals);
    this.packets = new Float64Array(terminals);
    this.message = new Int32Array(terminals).fill(-1);
    this.next = new Uint8Array(terminals);
    for (let s = 0; s < terminals; s++) this.choose(s);
  }

  advance(s: number): void {
    this.sources[this.next[s]].advance(s);
    this.choose(s);
  }

  count(s: number, from: number, until: number): number {
    return this.sources.reduce((sum, source) => sum + source.count(s, from, until), 0);
  }

  private choose(s: number): void {
    let next = 0;
    for (let k = 1; k < this.sources.length; k++) if (this.sources[k].at[s] < this.sources[next].at[s]) next = k;
    const { at, to, packets } = this.sources[next];
    this.next[s] = next;
    this.at[s] = at[s];
    this.to[s] = to[s];
    this.packets[s] = packets[s];
  }
}

/** A draw as a number between 0 and 1, never either. */
function unit(draw: number): number {
  return (draw + 0.5) / 4294967296;
}

/** The messages of a list, in its order. */
function messageSource({ source, destination, packets, time }: MessageList, terminals: number): Source {
  const count = source.length;
  const next = new Int32Array(count).fill(-1);
  const first = new Int32Array(terminals).fill(-1);
  for (let m = count - 1; m >= 0; m--) {
    next[m] = first[source[m]];
    first[source[m]] = m;
  }
  const at = new Float64Array(terminals).fill(Infinity);
  const to = new Int32Array(terminals);
  const size = new Float64Array(terminals);
  const message = new Int32Array(terminals).fill(-1);
  const take = (s: number, m: number) => {
    message[s] = m;
    at[s] = m < 0 ? Infinity : time[m];
    to[s] = m < 0 ? 0 : destination[m];
    size[s] = m < 0 ? 0 : packets[m];
  };
  for (let s = 0; s < terminals; s++) take(s, first[s]);
  return {
    at,
    to,
    packets: size,
    message,
    advance: (s) => take(s, next[message[s]]),
    sample: (into, now) => time.forEach((created, m) => (into.messageCreated[m] = created < now ? created : -1)),
    count(s, from, until) {
      let sum = 0;
      for (let m = message[s]; m >= 0; m = next[m]) if (time[m] >= from && time[m] < until) sum += packets[m];
      return sum;
    },
  };
}
