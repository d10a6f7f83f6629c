/**
 * Source queues without memory: a terminal's next message is computed only when the previous one has left, however long ago it was created.
 * So an overloaded network needs no memory for the messages that wait outside of it.
 */
import { BernoulliGaps, exponential, mix, streamKey } from "../base/random.ts";
import type { Frame } from "./frame.ts";
import type { ProgramSource } from "./program-source.ts";
import { Late } from "../base/late.ts";
import type { Demand, MessageList } from "../plan/demand.ts";
import type { InjectionProcess, OpenLoop, Stream } from "../traffic/open-loop.ts";

/** The next message of every terminal. */
export interface Source {
  /** [T] Cycle in which the terminal's next message is or was created; Infinity if there is none. */
  readonly at: Float64Array;
  /** [T] Destination of the next message. */
  readonly to: Int32Array;
  /** [T] Packets of the next message. */
  readonly packets: Float64Array;
  /** [T] Number of the next message in its message list or program; −1 for other traffic. */
  readonly message: Int32Array;
  /** Moves on to the terminal's following message. */
  advance(terminal: number): void;
  /** Packets of the terminal's messages, from the next one on, that are created in cycles from … to − 1. Does not change the state. */
  count(terminal: number, from: number, to: number): number;
  /** Earliest cycle in which the run may end even if everything has arrived; Infinity while something may still be sent. Absent: 0. */
  readonly busyUntil?: number;
  /** Writes the source's own columns after `now` cycles. */
  sample?(into: Frame, now: number): void;
}

/** The interpreter of programs, loaded only when needed. */
export const programSources = new Late(() => import("./program-source.ts"));
/** The interpreter of programs with dependency graphs. */
export const graphSources = new Late(() => import("./graph-source.ts"));

/** The source as a program interpreter, which must be notified of arrivals; null for other demands. */
export function programOf(source: Source, { form }: Demand): ProgramSource | null {
  return form === "program" ? (source as ProgramSource) : null;
}

/** The program source if the network must call its {@link ProgramSource.catchUp}; otherwise null. */
export function calendarOf(program: ProgramSource | null): ProgramSource | null {
  return program !== null && program.hasCalendar ? program : null;
}

/**
 * Starts the source of a demand, for packets of `packetPhits` phits.
 * @param isPacketwise Whether a terminal may switch to another message after each packet, if the program asks for it.
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

/** A terminal that has drawn only itself as a destination up to this cycle becomes silent; no run lasts longer. */
const latest = 2 ** 26;

/** Injection processes in the order of the indices below. */
const processes: readonly InjectionProcess[] = ["bernoulli", "exponential", "uniform", "constant", "in-step"];
const [bernoulli, exponentially, uniformly] = [0, 1, 2];

/**
 * Messages of an injection process. Message m of a terminal draws its interval from the random stream `traffic`, its destination from
 * `destination` and its size from `size`, each at (terminal, m); Bernoulli intervals count up to 64 cycles per draw. Phases come from
 * `phase` at (terminal, 0). In traffic stream k of a demand with T terminals, terminal t draws as terminal t + k T.
 */
class StreamSource implements Source {
  readonly at: Float64Array;
  readonly to: Int32Array;
  readonly packets: Float64Array;
  readonly message: Int32Array;
  private readonly stream: Stream;
  private readonly destination: Stream["destination"];
  private readonly injectionOf: Uint16Array;
  /** Added to a terminal's number for its draws: k T. */
  private readonly first: number;
  /** Whether destinations and sizes are random. */
  private readonly drawsDestination: boolean;
  private readonly drawsSize: boolean;
  private readonly gapKey: number;
  private readonly destinationKey: number;
  private readonly sizeKey: number;
  /** [T] Messages drawn so far. */
  private readonly drawn: Int32Array;
  /** [T] Real time of the terminal's next message, relative to its begin; for constant intervals its phase, in intervals. */
  private readonly time: Float64Array;
  /** [T] Index of the terminal's process in {@link processes}. */
  private readonly process: Uint8Array;
  /** [T] Mean interval between messages, cycles. */
  private readonly interval: Float64Array;
  /** [T] First cycle of the terminal's sequence, and the cycle at which it ends. */
  private readonly begin: Float64Array;
  private readonly end: Float64Array;
  /** [injections] Table of Bernoulli gaps; injections of equal probability share one. */
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
    // The most common process first, for speed.
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
      // The next message has been drawn already; its destination is not the terminal itself.
      const isNext = m === drawn[s];
      if (now >= from && (isNext || !this.drawsDestination || this.destination(s, mix(destinationKey, first + s, m - 1)) !== s)) {
        count += isNext || !this.drawsSize ? packets[s] : this.sizeOf(s, m - 1);
      }
      now = this.timeOf(s, m, now);
    }
    time[s] = presentTime;
    return count;
  }

  /** Skips messages to the terminal itself, which are not created. */
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

  /** Cycle of the terminal's message m, which follows that of cycle `previousCycle`. */
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

/** Several traffic streams merged in order of time; messages of the same cycle in the order of the streams. */
class MergedSource implements Source {
  readonly at: Float64Array;
  readonly to: Int32Array;
  readonly packets: Float64Array;
  readonly message: Int32Array;
  private readonly sources: readonly Source[];
  /** [T] Stream of the terminal's next message. */
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

/** Maps a 32-bit draw to a number strictly between 0 and 1. */
function unit(draw: number): number {
  return (draw + 0.5) / 4294967296;
}

/** The messages of a list, in its order: a linked list for each source. */
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
