/** What sources create, cycle by cycle, plainly: the reference's own reading of a demand. */
import { BernoulliGaps, mix, streamKey } from "../../src/core/base/random.ts";
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
  const gaps = new BernoulliGaps(demand.load / packetPhits);
  const gapKey = streamKey(seed, "traffic");
  const destinationKey = streamKey(seed, "destination");
  const next = times(network.terminals, (s) => ({ m: 0, time: -1 + gaps.gap(gapKey, s, 0) }));
  return (now) =>
    next.flatMap((mine, s) => {
      if (demand.sending[s] === 0 || mine.time !== now) return [];
      const destination = demand.destination(s, mix(destinationKey, s, mine.m));
      mine.m++;
      mine.time += gaps.gap(gapKey, s, mine.m);
      // A packet to its own source does not exist, but its place in the sequence does.
      return destination === s ? [] : [packet(s, destination, now, -1)];
    });
}

/** A list of that many things. */
export function times<T>(count: number, make: (i: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i));
}
