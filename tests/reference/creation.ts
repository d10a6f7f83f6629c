/** Reference implementation of the sources: the packets that a demand creates, cycle by cycle. */
import { BernoulliGaps, exponentialFromDraw, mix, type StreamName, streamKey } from "../../src/core/base/random.ts";
import type { MessageInjection, TrafficStream } from "../../src/core/traffic/open-loop.ts";
import type { Plan } from "../../src/core/plan/plan.ts";

/** A packet and its progress. */
export interface Packet {
  readonly source: number;
  readonly destination: number;
  /** Cycle of creation. */
  readonly created: number;
  /** Index of the packet's message in the list of messages, or −1. */
  readonly message: number;
  /** The reduction tree to which the packet contributes. */
  readonly tree?: number;
  /** Whether the packet leaves its terminal before all waiting packets without this flag. */
  readonly hasPriority?: boolean;
  /** Cycle in which the packet's first channel was granted. */
  injected: number;
  /** Number of channels that have been granted to the packet. */
  hops: number;
}

/**
 * Returns a function that gives the packets of a cycle, source by source, in the order in which they join their source queues. It must be
 * called for every cycle in ascending order, from 0.
 */
export function startSources({ demand, network, packetPhits, seed }: Plan): (cycle: number) => readonly Packet[] {
  const packet = (source: number, destination: number, created: number, message: number): Packet => {
    return { source, destination, created, message, injected: -1, hops: 0 };
  };
  if (demand.form === "messages") {
    const { source, destination, packets, time } = demand;
    const all = times(source.length, (m) => m);
    return (cycle) =>
      all.filter((m) => time[m] === cycle).flatMap((m) => times(packets[m], () => packet(source[m], destination[m], cycle, m)));
  }
  if (demand.form === "program") throw new Error("programs hear of what arrives; see ranks.ts");
  const streams = demand.streams.map((stream, k) => startStreamSources(stream, network.terminals, packetPhits, seed, k));
  // In one cycle, a terminal's messages of one stream come before those of the next stream.
  return (cycle) => {
    const messages = streams.map((create) => create(cycle));
    if (messages.every((created) => created.length === 0)) return [];
    return times(network.terminals, (s) => s).flatMap((s) =>
      messages.flatMap((created) =>
        created.filter(({ source }) => source === s).flatMap(({ to, count }) => times(count, () => packet(s, to, cycle, -1))),
      ),
    );
  };
}

/**
 * The messages of the k-th stream in each cycle, except those with source = destination. Terminals draw as if the terminals of all streams
 * were numbered consecutively.
 */
function startStreamSources(
  { injections, injectionOf, isSending, destination }: TrafficStream,
  terminals: number,
  packetPhits: number,
  seed: number,
  streamIndex: number,
) {
  const draw = (stream: StreamName, s: number, messageIndex: number) =>
    mix(streamKey(seed, stream), s + streamIndex * terminals, messageIndex);
  const gaps = injections.map(
    ({ process, load, meanPackets }) => new BernoulliGaps(process === "bernoulli" ? load / (meanPackets * packetPhits) : 1),
  );
  const terminalStates = times(terminals, (s) => {
    const { begin = 0, end = Infinity } = injections[injectionOf[s]];
    const cycles = messageCycles(injections[injectionOf[s]], gaps[injectionOf[s]], packetPhits, seed, s + streamIndex * terminals);
    return { m: 0, cycles, begin, end, cycle: isSending[s] === 1 ? cycles.next().value : Infinity };
  });
  return (cycle: number) =>
    terminalStates.flatMap((terminalState, source) => {
      const created: { readonly source: number; readonly to: number; readonly count: number }[] = [];
      // The sequence of a job does not depend on its begin; it breaks off at the job's end.
      while (terminalState.begin + terminalState.cycle === cycle && cycle < terminalState.end) {
        const to = destination(source, draw("destination", source, terminalState.m));
        const { packets, meanPackets } = injections[injectionOf[source]];
        const count = packets === null ? meanPackets : packets(draw("size", source, terminalState.m));
        // A message to its own source is not sent, but it counts in the sequence of draws.
        if (to !== source) created.push({ source, to, count });
        terminalState.m++;
        terminalState.cycle = terminalState.cycles.next().value;
      }
      return created;
    });
}

/** The cycles of a terminal's messages, one after another, by the definitions in plan/demand.ts. */
function* messageCycles(
  { load, process, meanPackets }: MessageInjection,
  gaps: BernoulliGaps,
  packetPhits: number,
  seed: number,
  sourceNumber: number,
): Generator<number, never> {
  const interval = (meanPackets * packetPhits) / load;
  const trafficKey = streamKey(seed, "traffic");
  const fraction = (word: number) => (word + 0.5) / 2 ** 32;
  const phase = fraction(mix(streamKey(seed, "phase"), sourceNumber, 0));
  let time = process === "bernoulli" ? -1 : 0;
  for (let m = 0; ; m++) {
    if (process === "bernoulli") time += gaps.gap(trafficKey, sourceNumber, m);
    if (process === "exponential") time += interval * exponentialFromDraw(mix(trafficKey, sourceNumber, m));
    if (process === "uniform") time += 2 * interval * fraction(mix(trafficKey, sourceNumber, m));
    if (process === "constant") time = (phase + m) * interval;
    if (process === "in-step") time = m * interval;
    yield Math.floor(time);
  }
}

/** An array of `count` entries. Reference simulators call it in every cycle: the loop takes a tenth of the time of `Array.from`. */
export function times<T>(count: number, make: (i: number) => T): T[] {
  const things: T[] = [];
  for (let i = 0; i < count; i++) things.push(make(i));
  return things;
}
