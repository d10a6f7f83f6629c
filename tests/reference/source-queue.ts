/** What waits at terminals, plainly: packets in the order in which they were created, or messages to different ranks in turn. */
import { mix, streamKey } from "../../src/core/base/random.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import { type Packet, times } from "./creation.ts";
import { jobOf } from "./ranks.ts";

/** A packet that leaves its source queue, with the routing's first state of it. */
export interface Begun {
  readonly packet: Packet;
  readonly state: number;
}

/**
 * The source queues of all terminals, without end. By a program whose messages take turns, a terminal keeps a line of the
 * ranks that it has packets for: a rank joins it at the end when a packet for it comes and there is none yet; the first in
 * line is given its oldest packet, and goes back to the end if there are more for it. All else goes first come, first served.
 */
export function openSourceQueues({ network: { terminals }, demand, routing, seed }: Plan) {
  const key = streamKey(seed, "routing");
  /** Whether a terminal's messages take turns. */
  const takesTurns = times(terminals, (s) => {
    if (demand.form !== "program") return false;
    const rank = demand.terminalOf.indexOf(s);
    return rank >= 0 && jobOf(demand, rank).takesTurns;
  });
  const waiting: Packet[][] = times(terminals, () => []);
  /** Those that go before all of these. */
  const urgent: Packet[][] = times(terminals, () => []);
  /** Destinations in line, the next one first. */
  const line: number[][] = times(terminals, () => []);
  const begun: number[] = times(terminals, () => 0);

  function nextOf(terminal: number): Packet | undefined {
    if (urgent[terminal].length > 0) return urgent[terminal].shift();
    const packets = waiting[terminal];
    if (!takesTurns[terminal]) return packets.shift();
    const to = line[terminal].shift();
    if (to === undefined) return undefined;
    const [packet] = packets.splice(
      packets.findIndex(({ destination }) => destination === to),
      1,
    );
    if (packets.some(({ destination }) => destination === to)) line[terminal].push(to);
    return packet;
  }

  return {
    /** A new packet joins its terminal's queue. */
    add(packet: Packet): void {
      const { source, destination, goesFirst } = packet;
      if (goesFirst === true) return void urgent[source].push(packet);
      waiting[source].push(packet);
      if (takesTurns[source] && !line[source].includes(destination)) line[source].push(destination);
    },

    /** Takes the packet out whose turn it is; undefined where none waits. */
    take(terminal: number): Begun | undefined {
      const packet = nextOf(terminal);
      if (packet === undefined) return undefined;
      const draw = mix(key, terminal, begun[terminal]++);
      return { packet, state: routing.begin?.(terminal, packet.destination, draw) ?? 0 };
    },

    /** Whether any packet waits at a terminal. */
    hasSome: (terminal: number) => waiting[terminal].length + urgent[terminal].length > 0,
  };
}
