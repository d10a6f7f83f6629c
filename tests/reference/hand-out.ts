/**
 * Reference implementation of the selection `shared`: a maximal matching of waiting packets with outputs, one packet after another. If the
 * routing has groups of parallel outputs, each group is an allocator; otherwise each switch and each terminal is an allocator. An allocator
 * repeats these steps until no packet can be granted an output:
 *
 * - Eligible are the waiting packets for which some output is free and has a credit, given the grants of this cycle so far.
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
import { below, mix, streamKey } from "../../src/core/base/random.ts";
import type { CutThroughRules } from "../../src/core/flow-control/cut-through/rules.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import { times } from "./creation.ts";

/** A packet at the head of a queue. */
export interface Front {
  readonly queue: number;
  readonly node: number;
  readonly isInjection: boolean;
  readonly created: number;
  /** All candidates that the routing allows, channel × vcClasses + class, in its order. */
  readonly candidates: readonly number[];
}

/** The state of the outputs, as the simulator provides it. */
interface Outputs<F extends Front> {
  /** Phits in the queue behind an output. */
  phitsIn(output: number): number;
  /** Whether an output is free now and has a credit for a packet. */
  isOpen(output: number, front: F): boolean;
  /** Grants an output to a packet. */
  give(output: number, front: F): void;
}

/** Returns a function that matches packets with outputs, to be called once per cycle (or pass). */
export function openRounds(rules: Pick<CutThroughRules, "ties" | "arbitration" | "priority">, { network, routing, seed }: Plan) {
  const { classes } = routing;
  const selectionKey = streamKey(seed, "selection");
  const arbitrationKey = streamKey(seed, "arbitration");
  const lastServed = new Map<number, number>();
  const nodes = network.terminals + network.switches;
  /** Number of a packet's allocator: the first channel of its group of parallel outputs, or its node. */
  const roundOf = ({ node, candidates }: Front) => (routing.rows === undefined ? node : Math.floor(candidates[0] / classes));

  /** @param waiting Packets in the order of their queues. */
  return function handOut<F extends Front>(waiting: readonly F[], outputs: Outputs<F>, t: number): void {
    const rounds = [...new Set(waiting.map(roundOf))].toSorted((a, b) => a - b);
    const first = network.groupCapacity.length > 0 ? below(mix(arbitrationKey, t, -1), nodes) : 0;
    const ordered = [...rounds.filter((round) => round >= first), ...rounds.filter((round) => round < first)];
    for (const round of ordered) {
      let left = waiting.filter((front) => roundOf(front) === round);
      for (let grant = 0; ; grant++) {
        const able = left.filter((front) => front.candidates.some((output) => outputs.isOpen(output, front)));
        if (able.length === 0) break;
        const next = nextOf(able, round, grant, t);
        outputs.give(bestOf(next, outputs, t), next);
        lastServed.set(round, next.queue);
        left = left.filter((front) => front !== next);
      }
    }
  };

  /** The packet that an allocator grants next, by priority and arbitration. */
  function nextOf<F extends Front>(able: readonly F[], round: number, grant: number, t: number): F {
    const fromNetwork = able.filter(({ isInjection }) => !isInjection);
    const served = rules.priority === "network-first" && fromNetwork.length > 0 ? fromNetwork : able;
    switch (rules.arbitration) {
      case "random":
        return served[below(mix(arbitrationKey + grant, t, round), served.length)];
      case "round-robin":
        return served.find(({ queue }) => queue > (lastServed.get(round) ?? -1)) ?? served[0];
      case "oldest-first": {
        const oldest = Math.min(...served.map(({ created }) => created));
        return served.find(({ created }) => created === oldest) as F;
      }
    }
  }

  /** The best available output of a packet, by escape, queue lengths and ties. */
  function bestOf<F extends Front>(front: F, { phitsIn, isOpen }: Outputs<F>, t: number): number {
    const open = front.candidates.filter((output) => isOpen(output, front));
    const others = open.filter((output) => routing.escape?.[output] !== 1);
    const emptiest = leastFullOf(others.length > 0 ? others : open, classes, phitsIn);
    return rules.ties === "first" ? emptiest[0] : emptiest[below(mix(selectionKey, t, front.queue), emptiest.length)];
  }
}

/**
 * The outputs whose channels have the fewest phits behind them, over all virtual channels; among these, those whose own queue has the
 * fewest.
 */
export function leastFullOf(outputs: readonly number[], classes: number, phitsIn: (output: number) => number): readonly number[] {
  const behindChannel = (output: number) => {
    const first = output - (output % classes);
    return times(classes, (i) => phitsIn(first + i)).reduce((a, b) => a + b, 0);
  };
  return leastBy(leastBy(outputs, behindChannel), phitsIn);
}

/** The ids for which a value is minimal, in their order. */
export function leastBy(ids: readonly number[], number: (id: number) => number): readonly number[] {
  const least = Math.min(...ids.map(number));
  return ids.filter((id) => number(id) === least);
}
