/**
 * The selection *shared*, plainly: outputs are handed out to the packets that wait, one after the other. Where the routing
 * has rows of interchangeable outputs, each row is a round of its own; elsewhere each switch is, and each terminal. In a
 * round, again and again, until no packet of it can go:
 *
 * - Those who can go are the waiting packets of which some output is free and has room, what this cycle has handed out so
 *   far taken into account.
 * - One of them is next, by `priority` and `arbitration`: at random, the first behind the queue that was served last in
 *   this round, or the oldest.
 * - It is given the best of its outputs that are free and have room: an escape only where there is nothing else, then the
 *   channel with the fewest phits in all queues behind it, then the virtual channel with the fewest, then by `ties`.
 *
 * How full a queue is, is always as earlier cycles left it.
 *
 * Where channels of several switches share a capacity, each cycle begins with another switch, drawn; those follow that have
 * higher numbers, then the lower ones.
 */
import { below, mix, streamKey } from "../../src/core/base/random.ts";
import type { CutThroughRules } from "../../src/core/flow-control/cut-through/rules.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import { times } from "./creation.ts";

/** A packet at the front of a queue. */
export interface Front {
  readonly queue: number;
  readonly node: number;
  readonly isInjection: boolean;
  readonly created: number;
  /** Every output that the routing allows, channel × classes + class, in its order. */
  readonly candidates: readonly number[];
}

/** What is asked of a network under way. */
interface Outputs<F extends Front> {
  /** Phits in the queue behind an output. */
  phitsIn(output: number): number;
  /** Whether an output is free and has room for a packet, now. */
  isOpen(output: number, front: F): boolean;
  /** Hands an output out. */
  give(output: number, front: F): void;
}

/** Hands out outputs by these rules, cycle after cycle. */
export function openRounds(rules: Pick<CutThroughRules, "ties" | "arbitration" | "priority">, { network, routing, seed }: Plan) {
  const { classes } = routing;
  const selectionKey = streamKey(seed, "selection");
  const arbitrationKey = streamKey(seed, "arbitration");
  const lastServed = new Map<number, number>();
  const nodes = network.terminals + network.switches;
  /** By what a round is called: the first channel of its row, or its node. */
  const roundOf = ({ node, candidates }: Front) => (routing.rows === undefined ? node : Math.floor(candidates[0] / classes));

  /** @param waiting in order of their queues */
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

  function bestOf<F extends Front>(front: F, { phitsIn, isOpen }: Outputs<F>, t: number): number {
    const open = front.candidates.filter((output) => isOpen(output, front));
    const others = open.filter((output) => routing.escape?.[output] !== 1);
    const emptiest = leastFullOf(others.length > 0 ? others : open, classes, phitsIn);
    return rules.ties === "first" ? emptiest[0] : emptiest[below(mix(selectionKey, t, front.queue), emptiest.length)];
  }
}

/** Those outputs whose channels have the fewest phits behind them, all their queues together, and of these those whose own queues have. */
export function leastFullOf(outputs: readonly number[], classes: number, phitsIn: (output: number) => number): readonly number[] {
  const behindChannel = (output: number) => {
    const first = output - (output % classes);
    return times(classes, (i) => phitsIn(first + i)).reduce((a, b) => a + b, 0);
  };
  return leastBy(leastBy(outputs, behindChannel), phitsIn);
}

/** Those of which a number is least, in their order. */
export function leastBy(ids: readonly number[], number: (id: number) => number): readonly number[] {
  const least = Math.min(...ids.map(number));
  return ids.filter((id) => number(id) === least);
}
