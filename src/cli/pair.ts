/** A pair of terminals, as a command is given it. */
import { refuse, show } from "../core/base/errors.ts";
import type { Plan } from "../core/plan/plan.ts";

const place = "--paths";

export interface Pair {
  readonly source: number;
  readonly destination: number;
}

/**
 * Reads `0,5`.
 * @throws ScenarioError for what is no pair of different terminals of the plan's network, or one that no path joins
 */
export function readPair(text: string, { network, routing }: Pick<Plan, "network" | "routing">): Pair {
  const numbers = /^\s*(\d+)\s*,\s*(\d+)\s*$/.exec(text);
  if (numbers === null) {
    refuse(place, `${show(text)} is no pair; two numbers of terminals were expected, source and destination.`, "Write 0,1.", "0,1");
  }
  const [source, destination] = numbers.slice(1).map(Number);
  const last = network.terminals - 1;
  const nearest = (from: number, to: number) => [`Use ${from},${to}.`, `${from},${to}`] as const;
  for (const each of [source, destination]) {
    if (each > last) {
      const from = Math.min(source, last);
      const to = Math.min(destination, last);
      refuse(place, `there is no terminal ${each}; they are 0 to ${last}.`, ...nearest(from, from === to ? to - 1 : to));
    }
  }
  if (source === destination) {
    refuse(place, `${source} is both source and destination.`, ...nearest(source, source === last ? last - 1 : source + 1));
  }
  const isReached = (to: number) => to !== source && (routing.reaches?.(source, to) ?? true);
  if (!isReached(destination)) {
    const message = `no path leads from terminal ${source} to terminal ${destination}.`;
    for (let step = 1; step <= last; step++) {
      for (const to of [destination - step, destination + step]) {
        if (to >= 0 && to <= last && isReached(to)) refuse(place, message, ...nearest(source, to));
      }
    }
    refuse(place, message, `Terminal ${source} reaches no other. Use another source.`);
  }
  return { source, destination };
}
