/**
 * Source queues without memory: a terminal's next message is computed only when the previous one has left, however long ago it was created.
 * So an overloaded network needs no memory for the messages that wait outside of it.
 */
import { BernoulliGaps, exponentialFromDraw, mix, streamKey } from "../base/random.ts";
import type { Frame } from "./frame.ts";
import type { ProgramSource } from "./program-source.ts";
import { LazyModule } from "../base/lazy.ts";
import type { Demand, MessageList } from "../plan/demand.ts";
import type { InjectionProcess, OpenLoop, TrafficStream } from "../traffic/open-loop.ts";

/** The next message of every terminal. */
export interface MessageSource {
  /** [T] Cycle in which the terminal's next message is or was created; Infinity if there is none. */
  readonly createdAt: Float64Array;
  /** [T] Destination of the next message. */
  readonly destination: Int32Array;
  /** [T] Packets of the next message. */
  readonly packets: Float64Array;
  /** [T] Number of the next message in its message list or program; −1 for other traffic. */
  readonly messageNumber: Int32Array;
  /** Moves on to the terminal's following message. */
  advance(terminal: number): void;
  /** Packets of the terminal's messages, from the next one on, that are created in cycles from … to − 1. Does not change the state. */
  countCreated(terminal: number, from: number, to: number): number;
  /** Earliest cycle in which the run may end even if everything has arrived; Infinity while something may still be sent. Absent: 0. */
  readonly busyUntil?: number;
  /** Writes the source's own columns after `now` cycles. */
  sample?(into: Frame, now: number): void;
}

/** The interpreter of programs, loaded only when needed. */
export const programSources = new LazyModule(() => import("./program-source.ts"));
/** The interpreter of programs with dependency graphs. */
export const graphSources = new LazyModule(() => import("./graph-source.ts"));

/** The source as a program interpreter, which must be notified of arrivals; null for other demands. */
export function programSourceOf(source: MessageSource, { form }: Demand): ProgramSource | null {
  return form === "program" ? (source as ProgramSource) : null;
}

/** The program source if the network must call its {@link ProgramSource.catchUp}; otherwise null. */
export function calendarSourceOf(program: ProgramSource | null): ProgramSource | null {
  return program !== null && program.hasCalendar ? program : null;
}

/**
 * Starts the source of a demand, for packets of `packetPhits` phits.
 * @param isPacketwise Whether a terminal may switch to another message after each packet, if the program asks for it.
 */
export function startSource(demand: Demand, terminals: number, packetPhits: number, seed: number, isPacketwise = false): MessageSource {
  if (demand.form === "messages") return messageListSource(demand, terminals);
  if (demand.form === "open-loop") return trafficSource(demand, terminals, packetPhits, seed);
  const background = demand.backgroundTraffic === undefined ? null : trafficSource(demand.backgroundTraffic, terminals, packetPhits, seed);
  if (demand.graph !== undefined) return new graphSources.code.GraphSource(demand, terminals, isPacketwise, background).start();
  return new programSources.code.ProgramSource(demand, terminals, isPacketwise, background).start();
}

function trafficSource({ streams }: OpenLoop, terminals: number, packetPhits: number, seed: number): MessageSource {
  const sources = streams.map((stream, streamIndex) => new StreamSource(stream, terminals, packetPhits, seed, streamIndex));
  return sources.length === 1 ? sources[0] : new MergedSource(sources, terminals);
}

/** A terminal that has drawn only itself as a destination up to this cycle becomes silent. No run lasts longer than this. */
const maxSearchCycle = 2 ** 26;

/** Injection processes in the order of the indices below. */
const processes: readonly InjectionProcess[] = ["bernoulli", "exponential", "uniform", "constant", "in-step"];
const [bernoulliIndex, exponentialIndex, uniformIndex] = [0, 1, 2];

/**
 * Messages of an injection process. Message m of a terminal draws its interval from the random stream `traffic`, its destination from
 * `destination` and its size from `size`, each at (terminal, m); Bernoulli intervals count up to 64 cycles per draw. Phases come from
 * `phase` at (terminal, 0). In traffic stream k of a demand with T terminals, terminal t draws as terminal t + k T.
 */
class StreamSource implements MessageSource {
  readonly createdAt: Float64Array;
  readonly destination: Int32Array;
  readonly packets: Float64Array;
  readonly messageNumber: Int32Array;
  private readonly stream: TrafficStream;
  private readonly destinationOf: TrafficStream["destination"];
  private readonly injectionOf: Uint16Array;
  /** Number that is added to a terminal's number when random numbers are drawn for it: k T in stream k. */
  private readonly drawOffset: number;
  /** Whether destinations and sizes are random. */
  private readonly isDestinationDrawn: boolean;
  private readonly isSizeDrawn: boolean;
  private readonly gapKey: number;
  private readonly destinationKey: number;
  private readonly sizeKey: number;
  /** [T] Messages drawn so far. */
  private readonly drawnCount: Int32Array;
  /**
   * [T] Real time of the terminal's next message, relative to {@link beginCycle}; for constant intervals the terminal's phase, in
   * intervals.
   */
  private readonly nextTime: Float64Array;
  /** [T] Index of the terminal's process in {@link processes}. */
  private readonly processIndex: Uint8Array;
  /** [T] Mean interval between messages, cycles. */
  private readonly meanInterval: Float64Array;
  /** [T] First cycle of the terminal's sequence, and the cycle at which it ends. */
  private readonly beginCycle: Float64Array;
  private readonly endCycle: Float64Array;
  /** [injections] Table of Bernoulli gaps; injections of equal probability share a table. */
  private readonly gapTables: readonly BernoulliGaps[];

  /**
   * Prepares the messages of a traffic stream, the part of an open-loop demand that one injection process and pattern describe, and draws
   * the first message of each terminal. Terminals refer to injections (process, load, sizes, begin and end) by index, so that terminals
   * with equal injections share tables.
   * @param streamIndex Number of the stream in the demand, which separates its random numbers from those of other streams.
   */
  constructor(stream: TrafficStream, terminals: number, packetPhits: number, seed: number, streamIndex: number) {
    const { injections, injectionOf, isSending, destination, isPermutation } = stream;
    this.stream = stream;
    this.drawOffset = streamIndex * terminals;
    this.destinationOf = destination;
    this.injectionOf = injectionOf;
    this.beginCycle = Float64Array.from({ length: terminals }, (_, terminal) => injections[injectionOf[terminal]].begin ?? 0);
    this.endCycle = Float64Array.from({ length: terminals }, (_, terminal) => injections[injectionOf[terminal]].end ?? Infinity);
    // The next message of each terminal.
    this.createdAt = this.beginCycle.map((begin) => begin - 1);
    this.destination = new Int32Array(terminals);
    this.packets = Float64Array.from({ length: terminals }, (_, terminal) => injections[injectionOf[terminal]].meanPackets);
    this.messageNumber = new Int32Array(terminals).fill(-1);
    this.isDestinationDrawn = !isPermutation;
    this.isSizeDrawn = injections.some(({ packets }) => packets !== null);
    // Random streams.
    this.gapKey = streamKey(seed, "traffic");
    this.destinationKey = streamKey(seed, "destination");
    this.sizeKey = streamKey(seed, "size");
    this.drawnCount = new Int32Array(terminals);
    this.nextTime = new Float64Array(terminals);
    // Intervals between messages, by injection process.
    this.processIndex = Uint8Array.from({ length: terminals }, (_, terminal) =>
      processes.indexOf(injections[injectionOf[terminal]].process),
    );
    const intervals = injections.map(({ load, meanPackets }) => (meanPackets * packetPhits) / load);
    this.meanInterval = Float64Array.from({ length: terminals }, (_, terminal) => intervals[injectionOf[terminal]]);
    const tables = new Map<number, BernoulliGaps>();
    this.gapTables = injections.map(({ load, meanPackets, process }) => {
      const probability = process === "bernoulli" ? load / (meanPackets * packetPhits) : 1;
      const table = tables.get(probability) ?? new BernoulliGaps(probability);
      tables.set(probability, table);
      return table;
    });
    // The first message.
    const phaseKey = streamKey(seed, "phase");
    for (let terminal = 0; terminal < terminals; terminal++) {
      if (isSending[terminal] === 0) {
        this.createdAt[terminal] = Infinity;
        continue;
      }
      if (injections[injectionOf[terminal]].process === "constant")
        this.nextTime[terminal] = unit(mix(phaseKey, this.drawOffset + terminal, 0));
      if (isPermutation) this.destination[terminal] = destination(terminal, 0);
      this.advance(terminal);
    }
  }

  advance(terminal: number): void {
    const messageIndex = this.drawnCount[terminal]++;
    // The most common process first, for speed.
    if (this.processIndex[terminal] === bernoulliIndex)
      this.createdAt[terminal] += this.gapTables[this.injectionOf[terminal]].gap(this.gapKey, this.drawOffset + terminal, messageIndex);
    else this.createdAt[terminal] = this.creationOf(terminal, messageIndex, this.createdAt[terminal]);
    if (this.isDestinationDrawn) {
      const target = this.destinationOf(terminal, mix(this.destinationKey, this.drawOffset + terminal, messageIndex));
      if (target === terminal) return this.skipSelfMessages(terminal);
      this.destination[terminal] = target;
    }
    if (this.createdAt[terminal] >= this.endCycle[terminal]) this.createdAt[terminal] = Infinity;
    if (this.isSizeDrawn) this.packets[terminal] = this.drawSize(terminal, messageIndex);
  }

  /**
   * Packets of a terminal that are created from cycle `from` to before cycle `until`, counted from its next message on. Draws the intervals
   * and sizes of these messages again without changing the state of the source; messages that a terminal would send to itself do not exist.
   */
  countCreated(terminal: number, from: number, until: number): number {
    const { createdAt: creationCycle, nextTime, drawnCount, packets, destinationKey, drawOffset } = this;
    until = Math.min(until, this.endCycle[terminal]);
    // `creationOf` advances nextTime, which is restored at the end.
    const [savedCreation, savedTime] = [creationCycle[terminal], nextTime[terminal]];
    let count = 0;
    let cycle = savedCreation;
    for (let messageIndex = drawnCount[terminal]; cycle < until; messageIndex++) {
      // The message created at `cycle` has the draws of index messageIndex − 1. The next message of the terminal has been drawn already;
      // its destination is not the terminal itself.
      const isNext = messageIndex === drawnCount[terminal];
      if (
        cycle >= from &&
        (isNext ||
          !this.isDestinationDrawn ||
          this.destinationOf(terminal, mix(destinationKey, drawOffset + terminal, messageIndex - 1)) !== terminal)
      ) {
        count += isNext || !this.isSizeDrawn ? packets[terminal] : this.drawSize(terminal, messageIndex - 1);
      }
      cycle = this.creationOf(terminal, messageIndex, cycle);
    }
    nextTime[terminal] = savedTime;
    return count;
  }

  /** Skips messages to the terminal itself, which are not created. */
  private skipSelfMessages(terminal: number): void {
    const { destinationKey, drawOffset } = this;
    let messageIndex = this.drawnCount[terminal];
    let target = terminal;
    const end = Math.min(maxSearchCycle, this.endCycle[terminal]);
    while (target === terminal && this.createdAt[terminal] < end) {
      this.createdAt[terminal] = this.creationOf(terminal, messageIndex, this.createdAt[terminal]);
      target = this.destinationOf(terminal, mix(destinationKey, drawOffset + terminal, messageIndex));
      messageIndex++;
    }
    this.drawnCount[terminal] = messageIndex;
    if (target === terminal || this.createdAt[terminal] >= this.endCycle[terminal]) this.createdAt[terminal] = Infinity;
    this.destination[terminal] = target;
    if (this.isSizeDrawn) this.packets[terminal] = this.drawSize(terminal, messageIndex - 1);
  }

  /** Creation cycle of the terminal's message `messageIndex`; that of the message before it is `previousCycle`. */
  private creationOf(terminal: number, messageIndex: number, previousCycle: number): number {
    const process = this.processIndex[terminal];
    if (process === bernoulliIndex)
      return previousCycle + this.gapTables[this.injectionOf[terminal]].gap(this.gapKey, this.drawOffset + terminal, messageIndex);
    const interval = this.meanInterval[terminal];
    if (process === exponentialIndex)
      this.nextTime[terminal] += interval * exponentialFromDraw(mix(this.gapKey, this.drawOffset + terminal, messageIndex));
    else if (process === uniformIndex)
      this.nextTime[terminal] += 2 * interval * unit(mix(this.gapKey, this.drawOffset + terminal, messageIndex));
    else return this.beginCycle[terminal] + Math.floor((this.nextTime[terminal] + messageIndex) * interval);
    return this.beginCycle[terminal] + Math.floor(this.nextTime[terminal]);
  }

  private drawSize(terminal: number, messageIndex: number): number {
    const { packets, meanPackets } = this.stream.injections[this.injectionOf[terminal]];
    return packets === null ? meanPackets : packets(mix(this.sizeKey, this.drawOffset + terminal, messageIndex));
  }
}

/** Several traffic streams merged in order of time; messages of the same cycle in the order of the streams. */
class MergedSource implements MessageSource {
  readonly createdAt: Float64Array;
  readonly destination: Int32Array;
  readonly packets: Float64Array;
  readonly messageNumber: Int32Array;
  private readonly sources: readonly MessageSource[];
  /** [T] Stream of the terminal's next message. */
  private readonly nextStream: Uint8Array;

  constructor(sources: readonly MessageSource[], terminals: number) {
    this.sources = sources;
    this.createdAt = new Float64Array(terminals);
    this.destination = new Int32Array(terminals);
    this.packets = new Float64Array(terminals);
    this.messageNumber = new Int32Array(terminals).fill(-1);
    this.nextStream = new Uint8Array(terminals);
    for (let terminal = 0; terminal < terminals; terminal++) this.chooseEarliest(terminal);
  }

  advance(terminal: number): void {
    this.sources[this.nextStream[terminal]].advance(terminal);
    this.chooseEarliest(terminal);
  }

  countCreated(terminal: number, from: number, until: number): number {
    return this.sources.reduce((sum, source) => sum + source.countCreated(terminal, from, until), 0);
  }

  private chooseEarliest(terminal: number): void {
    let earliest = 0;
    for (let i = 1; i < this.sources.length; i++)
      if (this.sources[i].createdAt[terminal] < this.sources[earliest].createdAt[terminal]) earliest = i;
    const { createdAt: at, destination, packets } = this.sources[earliest];
    this.nextStream[terminal] = earliest;
    this.createdAt[terminal] = at[terminal];
    this.destination[terminal] = destination[terminal];
    this.packets[terminal] = packets[terminal];
  }
}

/** Maps a 32-bit draw to a number strictly between 0 and 1. */
function unit(draw: number): number {
  return (draw + 0.5) / 4294967296;
}

/**
 * The message source of a demand that is a list of messages: each terminal sends its messages in the order of the list, which a linked list
 * for each source terminal keeps. The source's fields are those of each terminal's next message.
 */
function messageListSource({ source, destination, packets, time }: MessageList, terminals: number): MessageSource {
  // Linked lists by source.
  const count = source.length;
  const nextOfSource = new Int32Array(count).fill(-1);
  const firstOfSource = new Int32Array(terminals).fill(-1);
  for (let message = count - 1; message >= 0; message--) {
    nextOfSource[message] = firstOfSource[source[message]];
    firstOfSource[source[message]] = message;
  }
  // The next message of each terminal.
  const createdAt = new Float64Array(terminals).fill(Infinity);
  const destinationOf = new Int32Array(terminals);
  const packetsOf = new Float64Array(terminals);
  const messageNumber = new Int32Array(terminals).fill(-1);
  const setNext = (terminal: number, message: number) => {
    messageNumber[terminal] = message;
    createdAt[terminal] = message < 0 ? Infinity : time[message];
    destinationOf[terminal] = message < 0 ? 0 : destination[message];
    packetsOf[terminal] = message < 0 ? 0 : packets[message];
  };
  for (let terminal = 0; terminal < terminals; terminal++) setNext(terminal, firstOfSource[terminal]);
  return {
    createdAt,
    destination: destinationOf,
    packets: packetsOf,
    messageNumber,
    advance: (terminal) => setNext(terminal, nextOfSource[messageNumber[terminal]]),
    sample: (into, now) => time.forEach((created, message) => (into.messageCreated[message] = created < now ? created : -1)),
    countCreated(terminal, from, until) {
      let sum = 0;
      for (let message = messageNumber[terminal]; message >= 0; message = nextOfSource[message])
        if (time[message] >= from && time[message] < until) sum += packets[message];
      return sum;
    },
  };
}
