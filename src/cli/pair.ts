/** Parses a pair of terminals in a command-line argument. */
import { faultOfPair, nearestPair, type Pair } from "../core/analysis/pair.ts";
import { refuse, show } from "../core/base/errors.ts";
import type { Plan } from "../core/plan/plan.ts";

const place = "--paths";

/**
 * Parses `0-5`.
 * @throws ScenarioError if the text is not a pair of different terminals of the network that are connected by a path
 */
export function readPair(text: string, { network, routing }: Pick<Plan, "network" | "routing">): Pair {
  const numbers = /^\s*(\d+)\s*-\s*(\d+)\s*$/.exec(text);
  const { terminals } = network;
  const { reaches } = routing;
  if (numbers === null) {
    const message = `${show(text)} is no pair; two numbers of terminals were expected, source and destination.`;
    refuseFor(message, nearestPair({ source: 0, destination: 1 }, terminals, reaches), "Write");
  }
  const pair = { source: Number(numbers[1]), destination: Number(numbers[2]) };
  const fault = faultOfPair(pair, terminals, reaches);
  if (fault !== null) refuseFor(fault.message, fault.nearest, "Use");
  return pair;
}

function refuseFor(message: string, nearest: Pair | null, verb: string): never {
  if (nearest === null) refuse(place, message, "No path joins any terminals. Use another network.");
  const other = `${nearest.source}-${nearest.destination}`;
  refuse(place, message, `${verb} ${other}.`, other);
}
