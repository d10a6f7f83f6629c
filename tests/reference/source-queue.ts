/**
 * Reference implementation of source queues: packets in the order of their creation, or round-robin over the ranks to which a terminal
 * sends.
 */
import { mix, streamKey } from "../../src/core/base/random.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import { type Packet, times } from "./creation.ts";
import { jobOfRank } from "./ranks.ts";

/** A packet that leaves its source queue, with its initial routing state. */
export interface NextPacket {
  readonly packet: Packet;
  readonly state: number;
}

/**
 * The unbounded source queues of all terminals. In a round-robin program, a terminal keeps a line of the ranks for which it has packets: a
 * rank joins the end when its first packet is added; the rank at the head gets its oldest packet sent, and goes back to the end if it has
 * more. All other queues are first come, first served.
 */
export function createSourceQueues({ network: { terminals }, demand, routing, seed, startUp = 0 }: Plan) {
  const routingKey = streamKey(seed, "routing");
  /** [terminal] Whether its messages are sent round-robin. */
  const isRoundRobin = times(terminals, (s) => {
    if (demand.form !== "program") return false;
    const rank = demand.terminalOf.indexOf(s);
    return rank >= 0 && jobOfRank(demand, rank).isRoundRobin;
  });
  const waiting: Packet[][] = times(terminals, () => []);
  /** [terminal] Packets that leave before all others. */
  const urgent: Packet[][] = times(terminals, () => []);
  /** [terminal] Destinations in line, the next one first. */
  const rankLine: number[][] = times(terminals, () => []);
  const packetsTaken: number[] = times(terminals, () => 0);
  /** Packets that are still starting up, in the order of their creation. */
  let starting: Packet[] = [];

  /** Removes and returns the packet that leaves a terminal's queue next. */
  function removeNext(terminal: number): Packet | undefined {
    if (urgent[terminal].length > 0) return urgent[terminal].shift();
    const packets = waiting[terminal];
    if (!isRoundRobin[terminal]) return packets.shift();
    const to = rankLine[terminal].shift();
    if (to === undefined) return undefined;
    const [packet] = packets.splice(
      packets.findIndex(({ destination }) => destination === to),
      1,
    );
    if (packets.some(({ destination }) => destination === to)) rankLine[terminal].push(to);
    return packet;
  }

  /** A packet joins its terminal's queue. */
  function join(packet: Packet): void {
    const { source, destination, hasPriority } = packet;
    if (hasPriority === true) return void urgent[source].push(packet);
    waiting[source].push(packet);
    if (isRoundRobin[source] && !rankLine[source].includes(destination)) rankLine[source].push(destination);
  }

  return {
    /** Packets are created in cycle `t`. Those whose start-up is over by then join the queues of their terminals. */
    add(packets: readonly Packet[], t: number): void {
      starting.push(...packets);
      for (const packet of starting) if (packet.created + startUp <= t) join(packet);
      starting = starting.filter(({ created }) => created + startUp > t);
    },

    /** Removes the packet that is next; undefined if none waits. */
    take(terminal: number): NextPacket | undefined {
      const packet = removeNext(terminal);
      if (packet === undefined) return undefined;
      const draw = mix(routingKey, terminal, packetsTaken[terminal]++);
      return { packet, state: routing.initialState?.(terminal, packet.destination, draw) ?? 0 };
    },

    /** Whether any packet waits at a terminal. */
    isWaiting: (terminal: number) => waiting[terminal].length + urgent[terminal].length > 0,
  };
}
