/**
 * Queues by outputs, plainly. A packet stands in the queue of its output, a virtual channel, from the cycle in which it has
 * joined it.
 *
 * - `virtual-output`: each input queue has one for each output. In each cycle every switch matches its input channels with its
 *   output channels by iSLIP (McKeown, IEEE/ACM Trans. Netw. 7, 1999), in so many rounds of request, grant and accept. An input
 *   channel with a way left requests each output channel that is open to a packet at the head of one of its queues. An output
 *   channel grants the next input channel from its pointer on, an input channel accepts the next output channel from its own on;
 *   where a grant is accepted in the first round, both pointers go one beyond. Of the packets that an input has for an output,
 *   the one goes that has joined first.
 * - `output`: an output channel serves, of the packets at the heads of its virtual channels' queues that it is open to, the one that
 *   joined first. Who joins in the same cycle stands in an order drawn.
 */
import { mix, streamKey } from "../../src/core/base/random.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import type { SwitchRules } from "../../src/core/plan/switches.ts";
import { times } from "./creation.ts";

/** A packet that stands in the queue of its output. */
interface Joined {
  /** The queue where it is kept. */
  readonly queue: number;
  readonly output: number;
  /** Cycle in which it joined. */
  readonly joined: number;
}

interface Outputs<J extends Joined> {
  /** Whether an output is free and has room for a packet, and that a way out, now. */
  isOpen(output: number, joined: J): boolean;
  /** Hands an output out. */
  give(output: number, joined: J): void;
}

/** Serves the queues of outputs by these rules, cycle after cycle. */
export function openOutputQueues({ network, routing, seed }: Plan, { queues, iterations }: SwitchRules) {
  const { classes } = routing;
  const { terminals, switches, head, firstOut } = network;
  const arbitrationKey = streamKey(seed, "arbitration");
  const channelOf = (id: number) => Math.floor(id / classes);
  /** By channel: the input channel of its switch that is next for it as an output, and the output that is next for it as an input. */
  const nextInput: number[] = times(head.length, () => 0);
  const nextOutput: number[] = times(head.length, () => 0);

  /** Whether one packet has joined before another. */
  function isBefore(a: Joined, b: Joined): boolean {
    if (a.joined !== b.joined) return a.joined < b.joined;
    const [first, second] = [a, b].map(({ joined, queue }) => mix(arbitrationKey, joined, queue));
    return first !== second ? first < second : a.queue < b.queue;
  }
  const firstOf = <J extends Joined>(some: readonly J[]) => some.reduce((first, each) => (isBefore(each, first) ? each : first));

  /** @param joined in order of their queues, and of those of a queue the one first that came first */
  return function serve<J extends Joined>(joined: readonly J[], outputs: Outputs<J>): void {
    let left = joined;
    const give = (one: J) => {
      outputs.give(one.output, one);
      left = left.filter((each) => each !== one);
    };
    for (let n = terminals; n < terminals + switches; n++) {
      const out = times(firstOut[n + 1] - firstOut[n], (i) => firstOut[n] + i);
      if (queues === "output") {
        for (const c of out) {
          const heads = headsOf(left, c, () => 0).filter((each) => outputs.isOpen(each.output, each));
          if (heads.length > 0) give(firstOf(heads));
        }
        continue;
      }
      const into = times(head.length, (c) => c).filter((c) => head[c] === n);
      for (let round = 0; round < iterations; round++) {
        const mayGo = (i: number, o: number) =>
          headsOf(left, out[o], ({ queue }) => queue).filter(
            (each) => channelOf(each.queue) === into[i] && outputs.isOpen(each.output, each),
          );
        const granted: (readonly J[])[][] = times(into.length, () => times(out.length, () => []));
        out.forEach((c, o) => {
          const i = times(into.length, (k) => (nextInput[c] + k) % into.length).find((each) => mayGo(each, o).length > 0);
          if (i !== undefined) granted[i][o] = mayGo(i, o);
        });
        into.forEach((c, i) => {
          const o = times(out.length, (k) => (nextOutput[c] + k) % out.length).find((each) => granted[i][each].length > 0);
          if (o === undefined) return;
          give(firstOf(granted[i][o]));
          if (round > 0) return;
          nextInput[out[o]] = (i + 1) % into.length;
          nextOutput[c] = (o + 1) % out.length;
        });
      }
    }
  };

  /** The heads of the queues of an output channel's virtual channels, one for each place that packets are kept apart by. */
  function headsOf<J extends Joined>(left: readonly J[], channel: number, placeOf: (joined: J) => number): readonly J[] {
    const heads = new Map<string, J>();
    for (const each of left) {
      if (channelOf(each.output) !== channel) continue;
      const key = `${each.output} ${placeOf(each)}`;
      const first = heads.get(key);
      if (first === undefined || isBefore(each, first)) heads.set(key, each);
    }
    return [...heads.values()];
  }
}
