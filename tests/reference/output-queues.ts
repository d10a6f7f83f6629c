/**
 * Reference implementation of switches with queues by output. The queue of an output, a virtual channel, contains a packet from the cycle
 * in which the packet joins it.
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
interface QueuedPacket {
  /** The input queue that stores the packet. */
  readonly queue: number;
  readonly output: number;
  /** Cycle in which the packet joined the queue of its output. */
  readonly joined: number;
}

interface OutputAccess<J extends QueuedPacket> {
  /** Whether an output is free now, has a credit for the packet, and the packet's input has a free crossbar path. */
  isAvailable(output: number, joined: J): boolean;
  /** Grants an output to a packet. */
  grant(output: number, joined: J): void;
}

/** Returns a function that serves the output queues, to be called once per cycle. */
export function createOutputQueues({ network, routing, seed }: Plan, { queues, iterations }: SwitchRules) {
  const { vcClasses } = routing;
  const { terminals, switches, head, firstOut } = network;
  const arbitrationKey = streamKey(seed, "arbitration");
  const channelOf = (id: number) => Math.floor(id / vcClasses);
  /**
   * iSLIP pointers by channel: index of the next input channel of its switch, for the channel as an output; and index of the next output
   * channel, for the channel as an input.
   */
  const nextInput: number[] = times(head.length, () => 0);
  const nextOutput: number[] = times(head.length, () => 0);

  /** Whether packet a has joined before packet b. */
  function hasJoinedBefore(a: QueuedPacket, b: QueuedPacket): boolean {
    if (a.joined !== b.joined) return a.joined < b.joined;
    const [first, second] = [a, b].map(({ joined, queue }) => mix(arbitrationKey, joined, queue));
    return first !== second ? first < second : a.queue < b.queue;
  }
  const earliestOf = <J extends QueuedPacket>(packets: readonly J[]) =>
    packets.reduce((first, each) => (hasJoinedBefore(each, first) ? each : first));

  /** @param joined In the order of their queues; within a queue in the order of arrival. */
  return function serve<J extends QueuedPacket>(joined: readonly J[], outputs: OutputAccess<J>): void {
    let remaining = joined;
    const grantPacket = (packet: J) => {
      outputs.grant(packet.output, packet);
      remaining = remaining.filter((each) => each !== packet);
    };
    for (let node = terminals; node < terminals + switches; node++) {
      const outputChannels = times(firstOut[node + 1] - firstOut[node], (i) => firstOut[node] + i);
      if (queues === "output") {
        for (const c of outputChannels) {
          const heads = headsOf(remaining, c, () => 0).filter((each) => outputs.isAvailable(each.output, each));
          if (heads.length > 0) grantPacket(earliestOf(heads));
        }
        continue;
      }
      const inputChannels = times(head.length, (c) => c).filter((c) => head[c] === node);
      for (let iteration = 0; iteration < iterations; iteration++) {
        const requestsOf = (i: number, o: number) =>
          headsOf(remaining, outputChannels[o], ({ queue }) => queue).filter(
            (each) => channelOf(each.queue) === inputChannels[i] && outputs.isAvailable(each.output, each),
          );
        const granted: (readonly J[])[][] = times(inputChannels.length, () => times(outputChannels.length, () => []));
        outputChannels.forEach((c, o) => {
          const i = times(inputChannels.length, (k) => (nextInput[c] + k) % inputChannels.length).find(
            (each) => requestsOf(each, o).length > 0,
          );
          if (i !== undefined) granted[i][o] = requestsOf(i, o);
        });
        inputChannels.forEach((c, i) => {
          const o = times(outputChannels.length, (k) => (nextOutput[c] + k) % outputChannels.length).find(
            (each) => granted[i][each].length > 0,
          );
          if (o === undefined) return;
          grantPacket(earliestOf(granted[i][o]));
          if (iteration > 0) return;
          nextInput[outputChannels[o]] = (i + 1) % inputChannels.length;
          nextOutput[c] = (o + 1) % outputChannels.length;
        });
      }
    }
  };

  /**
   * The heads of the queues of an output channel's virtual channels, one for each value of `separateBy`, by which packets are kept in separate
   * queues.
   */
  function headsOf<J extends QueuedPacket>(remaining: readonly J[], channel: number, separateBy: (joined: J) => number): readonly J[] {
    const heads = new Map<string, J>();
    for (const each of remaining) {
      if (channelOf(each.output) !== channel) continue;
      const key = `${each.output} ${separateBy(each)}`;
      const first = heads.get(key);
      if (first === undefined || hasJoinedBefore(each, first)) heads.set(key, each);
    }
    return [...heads.values()];
  }
}
