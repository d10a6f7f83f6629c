/**
 * Reference implementation of switches with queues by output. A packet is in the queue of its output, a virtual channel, from the cycle in
 * which it joins it.
 *
 * - `virtual-output`: each input queue has one queue for each output. In each cycle every switch matches its input channels with its output
 * channels by iSLIP (McKeown, IEEE/ACM Trans. Netw. 7, 1999), in `iterations` iterations of request, grant and accept. An input channel
 * with a free crossbar path requests each output channel that is available to a packet at the head of one of its queues. An output channel
 * grants the next input channel from its pointer on, an input channel accepts the next output channel from its own pointer on; if a grant
 * is accepted in the first iteration, both pointers advance to one beyond. Of the packets that an input has for an output, the one that
 * joined first is sent.
 * - `output`: an output channel serves, among the packets at the heads of its virtual channels' queues for which it is available, the one
 * that joined first. Packets that join in the same cycle are ordered at random.
 */
import { mix, streamKey } from "../../src/core/base/random.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import type { SwitchRules } from "../../src/core/plan/switches.ts";
import { times } from "./creation.ts";

/** A packet in the queue of its output. */
interface Joined {
  /** The input queue that stores it. */
  readonly queue: number;
  readonly output: number;
  /** Cycle in which it joined. */
  readonly joined: number;
}

interface Outputs<J extends Joined> {
  /** Whether an output is free now, has a credit for the packet, and the packet's input has a free crossbar path. */
  isOpen(output: number, joined: J): boolean;
  /** Grants an output to a packet. */
  give(output: number, joined: J): void;
}

/** Returns a function that serves the output queues, to be called once per cycle. */
export function openOutputQueues({ network, routing, seed }: Plan, { queues, iterations }: SwitchRules) {
  const { classes } = routing;
  const { terminals, switches, head, firstOut } = network;
  const arbitrationKey = streamKey(seed, "arbitration");
  const channelOf = (id: number) => Math.floor(id / classes);
  /**
   * iSLIP pointers by channel: index of the next input channel of its switch, for the channel as an output; and index of the next output
   * channel, for the channel as an input.
   */
  const nextInput: number[] = times(head.length, () => 0);
  const nextOutput: number[] = times(head.length, () => 0);

  /** Whether packet a has joined before packet b. */
  function isBefore(a: Joined, b: Joined): boolean {
    if (a.joined !== b.joined) return a.joined < b.joined;
    const [first, second] = [a, b].map(({ joined, queue }) => mix(arbitrationKey, joined, queue));
    return first !== second ? first < second : a.queue < b.queue;
  }
  const firstOf = <J extends Joined>(some: readonly J[]) => some.reduce((first, each) => (isBefore(each, first) ? each : first));

  /** @param joined In the order of their queues; within a queue in the order of arrival. */
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

  /**
   * The heads of the queues of an output channel's virtual channels, one for each value of `separateBy`, by which packets are kept in separate
   * queues.
   */
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
