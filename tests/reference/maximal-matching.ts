/**
 * Reference implementation of the selection `shared`: a maximal matching of waiting packets with outputs, one packet after another. If the
 * routing has groups of parallel outputs, each group is an allocator; otherwise each switch and each terminal is an allocator. An allocator
 * repeats these steps until no packet can be granted an output:
 *
 * - Eligible are the waiting packets for which some output is free and has a credit, given the earlier grants of this cycle.
 * - One of them is next, by `priority` and `arbitration`: at random, the first queue after the one that this allocator served last, or the
 * oldest packet.
 * - It gets the best of its available outputs: an escape channel only if there is nothing else, then the channel with the fewest phits in
 * all queues behind it, then the virtual channel with the fewest, then by `ties`.
 *
 * Queue lengths are those at the end of the previous cycle.
 *
 * If channels of several switches share a capacity, each cycle begins with a randomly drawn switch and continues with the higher numbers,
 * then the lower ones.
 */
import { uniformBelow, mix, streamKey } from "../../src/core/base/random.ts";
import type { CutThroughRules } from "../../src/core/flow-control/cut-through/rules.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import { times } from "./creation.ts";

/** A packet at the head of a queue. */
export interface QueueHead {
  readonly queue: number;
  readonly node: number;
  readonly isInjection: boolean;
  readonly created: number;
  /** All candidates that the routing allows, channel × vcClasses + class, in its order. */
  readonly candidates: readonly number[];
}

/** The state of the outputs, as the simulator provides it. */
interface OutputState<F extends QueueHead> {
  /** Phits in the queue behind an output. */
  phitsIn(output: number): number;
  /** Whether an output is free now and has a credit for a packet. */
  isAvailable(output: number, front: F): boolean;
  /** Grants an output to a packet. */
  grant(output: number, front: F): void;
}

/** Returns a function that matches packets with outputs, to be called once per cycle (or pass). */
export function createMaximalMatching(rules: Pick<CutThroughRules, "ties" | "arbitration" | "priority">, { network, routing, seed }: Plan) {
  const { vcClasses } = routing;
  const selectionKey = streamKey(seed, "selection");
  const arbitrationKey = streamKey(seed, "arbitration");
  const lastServed = new Map<number, number>();
  const nodes = network.terminals + network.switches;
  /** Number of a packet's allocator: the first channel of its group of parallel outputs, or its node. */
  const allocatorOf = ({ node, candidates }: QueueHead) =>
    routing.parallelOutputs === undefined ? node : Math.floor(candidates[0] / vcClasses);

  /** @param waiting Packets in the order of their queues. */
  return function matchOutputs<F extends QueueHead>(waiting: readonly F[], outputs: OutputState<F>, cycle: number): void {
    const allocators = [...new Set(waiting.map(allocatorOf))].toSorted((a, b) => a - b);
    const first = network.groupCapacity.length > 0 ? uniformBelow(mix(arbitrationKey, cycle, -1), nodes) : 0;
    const ordered = [...allocators.filter((allocator) => allocator >= first), ...allocators.filter((allocator) => allocator < first)];
    for (const allocator of ordered) {
      let waitingHere = waiting.filter((head) => allocatorOf(head) === allocator);
      for (let grantCount = 0; ; grantCount++) {
        const eligible = waitingHere.filter((head) => head.candidates.some((output) => outputs.isAvailable(output, head)));
        if (eligible.length === 0) break;
        const next = arbitrate(eligible, allocator, grantCount, cycle);
        outputs.grant(selectOutput(next, outputs, cycle), next);
        lastServed.set(allocator, next.queue);
        waitingHere = waitingHere.filter((head) => head !== next);
      }
    }
  };

  /** The packet that an allocator grants next, by priority and arbitration. */
  function arbitrate<F extends QueueHead>(eligible: readonly F[], allocator: number, grantCount: number, cycle: number): F {
    const fromNetwork = eligible.filter(({ isInjection }) => !isInjection);
    const served = rules.priority === "network-first" && fromNetwork.length > 0 ? fromNetwork : eligible;
    switch (rules.arbitration) {
      case "random":
        return served[uniformBelow(mix(arbitrationKey + grantCount, cycle, allocator), served.length)];
      case "round-robin":
        return served.find(({ queue }) => queue > (lastServed.get(allocator) ?? -1)) ?? served[0];
      case "oldest-first": {
        const oldest = Math.min(...served.map(({ created }) => created));
        return served.find(({ created }) => created === oldest) as F;
      }
    }
  }

  /** The best available output of a packet, by escape, queue lengths and ties. */
  function selectOutput<F extends QueueHead>(head: F, { phitsIn, isAvailable }: OutputState<F>, cycle: number): number {
    const available = head.candidates.filter((output) => isAvailable(output, head));
    const nonEscape = available.filter((output) => routing.isEscape?.[output] !== 1);
    const emptiest = leastOccupied(nonEscape.length > 0 ? nonEscape : available, vcClasses, phitsIn);
    return rules.ties === "first" ? emptiest[0] : emptiest[uniformBelow(mix(selectionKey, cycle, head.queue), emptiest.length)];
  }
}

/**
 * The outputs whose channels have the fewest phits behind them, over all virtual channels; among these, those whose own queue has the
 * fewest.
 */
export function leastOccupied(outputs: readonly number[], classes: number, phitsIn: (output: number) => number): readonly number[] {
  const behindChannel = (output: number) => {
    const first = output - (output % classes);
    return times(classes, (i) => phitsIn(first + i)).reduce((a, b) => a + b, 0);
  };
  return withMinimum(withMinimum(outputs, behindChannel), phitsIn);
}

/** The ids for which a value is minimal, in their order. */
export function withMinimum(ids: readonly number[], valueOf: (id: number) => number): readonly number[] {
  const least = Math.min(...ids.map(valueOf));
  return ids.filter((id) => valueOf(id) === least);
}
