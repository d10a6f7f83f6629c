/**
 * Source queues without queues: a terminal's next message is worked out only when the one before has left, however far
 * back in time it was created. A network that is offered more than it carries costs no memory for what waits outside.
 */
import { BernoulliGaps, mix, streamKey } from "../base/random.ts";
import type { Demand, MessageList, OpenLoop } from "../plan/demand.ts";

/** The next message of every terminal. */
export interface Source {
  /** [T] Cycle in which the terminal's next message is or was created; Infinity when there is none. */
  readonly at: Float64Array;
  /** [T] Its destination. */
  readonly to: Int32Array;
  /** [T] Its packets. */
  readonly packets: Int32Array;
  /** [T] Its number in the list, or −1. */
  readonly message: Int32Array;
  /** Goes on to the terminal's message after this one. */
  advance(terminal: number): void;
  /** Packets of the terminal, from its next message on, created in cycles from … to − 1. Changes nothing. */
  count(terminal: number, from: number, to: number): number;
}

/** The source of a demand, for packets of `packetPhits` phits. */
export function startSource(demand: Demand, terminals: number, packetPhits: number, seed: number): Source {
  return demand.form === "open-loop" ? openLoopSource(demand, terminals, packetPhits, seed) : messageSource(demand, terminals);
}

/** In each cycle a sending terminal creates a packet with probability load / phits of a packet. */
function openLoopSource({ load, destination, sending }: OpenLoop, terminals: number, packetPhits: number, seed: number): Source {
  const gaps = new BernoulliGaps(load / packetPhits);
  const gapKey = streamKey(seed, "traffic");
  const destinationKey = streamKey(seed, "destination");
  const at = new Float64Array(terminals).fill(-1);
  const to = new Int32Array(terminals);
  const drawn = new Int32Array(terminals);
  const advance = (s: number) => {
    do {
      at[s] += gaps.gap(gapKey, s, drawn[s]);
      to[s] = destination(s, mix(destinationKey, s, drawn[s]));
      drawn[s]++;
    } while (to[s] === s);
  };
  for (let s = 0; s < terminals; s++) {
    if (sending[s] === 1) advance(s);
    else at[s] = Infinity;
  }
  return {
    at,
    to,
    packets: new Int32Array(terminals).fill(1),
    message: new Int32Array(terminals).fill(-1),
    advance,
    count(s, from, until) {
      let count = 0;
      let time = at[s];
      for (let m = drawn[s]; time < until; m++) {
        // The packet that is next has been drawn already and is known not to be its own destination.
        if (time >= from && (m === drawn[s] || destination(s, mix(destinationKey, s, m - 1)) !== s)) count++;
        time += gaps.gap(gapKey, s, m);
      }
      return count;
    },
  };
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
  const size = new Int32Array(terminals);
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
    count(s, from, until) {
      let sum = 0;
      for (let m = message[s]; m >= 0; m = next[m]) if (time[m] >= from && time[m] < until) sum += packets[m];
      return sum;
    },
  };
}
