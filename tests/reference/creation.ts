/** What sources create, cycle by cycle, plainly: the reference's own reading of a demand. */
import { BernoulliGaps, exponential, mix, type StreamName, streamKey } from "../../src/core/base/random.ts";
import type { Injection, Stream } from "../../src/core/traffic/open-loop.ts";
import type { Plan } from "../../src/core/plan/plan.ts";

/** A packet and what has become of it. */
export interface Packet {
  readonly source: number;
  readonly destination: number;
  /** Cycle of creation. */
  readonly created: number;
  /** Number of its message in the list, or −1. */
  readonly message: number;
  /** The tree that it is given to. */
  readonly tree?: number;
  /** Whether it leaves its terminal before all that wait there and do not. */
  readonly goesFirst?: boolean;
  /** Cycle of the grant of its first channel. */
  injected: number;
  /** Channels granted so far. */
  hops: number;
}

/**
 * The packets each cycle brings, source by source, in the order in which they join their source queues. To be asked for
 * every cycle in turn, from 0 on.
 */
export function startCreating({ demand, network, packetPhits, seed }: Plan): (now: number) => readonly Packet[] {
  const packet = (source: number, destination: number, created: number, message: number): Packet => {
    return { source, destination, created, message, injected: -1, hops: 0 };
  };
  if (demand.form === "messages") {
    const { source, destination, packets, time } = demand;
    const all = times(source.length, (m) => m);
    return (now) => all.filter((m) => time[m] === now).flatMap((m) => times(packets[m], () => packet(source[m], destination[m], now, m)));
  }
  if (demand.form === "program") throw new Error("programs hear of what arrives; see ranks.ts");
  const streams = demand.streams.map((stream, k) => startStream(stream, network.terminals, packetPhits, seed, k));
  // In one cycle a terminal's messages of one stream come before those of the next.
  return (now) => {
    const messages = streams.map((create) => create(now));
    if (messages.every((created) => created.length === 0)) return [];
    return times(network.terminals, (s) => s).flatMap((s) =>
      messages.flatMap((created) =>
        created.filter(({ source }) => source === s).flatMap(({ to, count }) => times(count, () => packet(s, to, now, -1))),
      ),
    );
  };
}

/** The messages of the k-th stream in each cycle, but for those to oneself. Terminals draw as if those of all streams were numbered in a row. */
function startStream(
  { injections, injectionOf, sending, destination }: Stream,
  terminals: number,
  packetPhits: number,
  seed: number,
  k: number,
) {
  const draw = (stream: StreamName, s: number, m: number) => mix(streamKey(seed, stream), s + k * terminals, m);
  const gaps = injections.map(
    ({ process, load, meanPackets }) => new BernoulliGaps(process === "bernoulli" ? load / (meanPackets * packetPhits) : 1),
  );
  const next = times(terminals, (s) => {
    const { begin = 0, end = Infinity } = injections[injectionOf[s]];
    const cycles = messageCycles(injections[injectionOf[s]], gaps[injectionOf[s]], packetPhits, seed, s + k * terminals);
    return { m: 0, cycles, begin, end, cycle: sending[s] === 1 ? cycles.next().value : Infinity };
  });
  return (now: number) =>
    next.flatMap((mine, source) => {
      const created: { readonly source: number; readonly to: number; readonly count: number }[] = [];
      // A job's sequence is the same whenever it begins; where the job ends, it breaks off.
      while (mine.begin + mine.cycle === now && now < mine.end) {
        const to = destination(source, draw("destination", source, mine.m));
        const { packets, meanPackets } = injections[injectionOf[source]];
        const count = packets === null ? meanPackets : packets(draw("size", source, mine.m));
        // A message to its own source does not exist, but its place in the sequence does.
        if (to !== source) created.push({ source, to, count });
        mine.m++;
        mine.cycle = mine.cycles.next().value;
      }
      return created;
    });
}

/** The cycles of a terminal's messages, one after another, by the definitions in plan/demand.ts. */
function* messageCycles(
  { load, process, meanPackets }: Injection,
  gaps: BernoulliGaps,
  packetPhits: number,
  seed: number,
  s: number,
): Generator<number, never> {
  const interval = (meanPackets * packetPhits) / load;
  const traffic = streamKey(seed, "traffic");
  const fraction = (word: number) => (word + 0.5) / 2 ** 32;
  const phase = fraction(mix(streamKey(seed, "phase"), s, 0));
  let time = process === "bernoulli" ? -1 : 0;
  for (let m = 0; ; m++) {
    if (process === "bernoulli") time += gaps.gap(traffic, s, m);
    if (process === "exponential") time += interval * exponential(mix(traffic, s, m));
    if (process === "uniform") time += 2 * interval * fraction(mix(traffic, s, m));
    if (process === "constant") time = (phase + m) * interval;
    if (process === "in-step") time = m * interval;
    yield Math.floor(time);
  }
}

/** A list of that many things. References ask for one in every cycle: the loop takes a tenth of the time of `Array.from`. */
export function times<T>(count: number, make: (i: number) => T): T[] {
  const things: T[] = [];
  for (let i = 0; i < count; i++) things.push(make(i));
  return things;
}
