/** What sources create, cycle by cycle, plainly: the reference's own reading of a demand. */
import { BernoulliGaps, exponential, mix, type StreamName, streamKey } from "../../src/core/base/random.ts";
import type { Injection } from "../../src/core/plan/demand.ts";
import type { Plan } from "../../src/core/plan/plan.ts";

/** A packet and what has become of it. */
export interface Packet {
  readonly source: number;
  readonly destination: number;
  /** Cycle of creation. */
  readonly created: number;
  /** Number of its message in the list, or −1. */
  readonly message: number;
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
    return (now) =>
      times(source.length, (m) => m)
        .filter((m) => time[m] === now)
        .flatMap((m) => times(packets[m], () => packet(source[m], destination[m], now, m)));
  }
  if (demand.form === "program") throw new Error("programs hear of what arrives; see ranks.ts");
  const { injections, injectionOf, sending, destination } = demand;
  const draw = (stream: StreamName, s: number, m: number) => mix(streamKey(seed, stream), s, m);
  const gaps = injections.map(
    ({ process, load, meanPackets }) => new BernoulliGaps(process === "bernoulli" ? load / (meanPackets * packetPhits) : 1),
  );
  const next = times(network.terminals, (s) => {
    const cycles = messageCycles(injections[injectionOf[s]], gaps[injectionOf[s]], packetPhits, seed, s);
    return { m: 0, cycles, cycle: sending[s] === 1 ? cycles.next().value : Infinity };
  });
  return (now) =>
    next.flatMap((mine, s) => {
      const created: Packet[] = [];
      while (mine.cycle === now) {
        const to = destination(s, draw("destination", s, mine.m));
        const { packets, meanPackets } = injections[injectionOf[s]];
        const count = packets === null ? meanPackets : packets(draw("size", s, mine.m));
        // A message to its own source does not exist, but its place in the sequence does.
        if (to !== s) created.push(...times(count, () => packet(s, to, now, -1)));
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
    yield Math.floor(time);
  }
}

/** A list of that many things. */
export function times<T>(count: number, make: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i));
}
