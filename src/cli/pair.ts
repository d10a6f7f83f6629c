/** Parses a pair of terminals in a command-line argument. */
import { pairFaultOf, nearestConnectedPair, type TerminalPair } from "../core/analysis/pair.ts";
import { refuse, quoteValue } from "../core/base/errors.ts";
import type { Plan } from "../core/plan/plan.ts";

const optionName = "--paths";

/**
 * Parses `0-5`.
 * @throws ScenarioError if the text is not a pair of different terminals of the network that are connected by a path
 */
export function readPair(text: string, { network, routing }: Pick<Plan, "network" | "routing">): TerminalPair {
  const numbers = /^\s*(\d+)\s*-\s*(\d+)\s*$/.exec(text);
  const { terminals } = network;
  const { canReach } = routing;
  if (numbers === null) {
    const message = `${quoteValue(text)} is not a pair of terminals; expected two terminal numbers, source and destination.`;
    refuseWithNearest(message, nearestConnectedPair({ source: 0, destination: 1 }, terminals, canReach), "Write");
  }
  const pair = { source: Number(numbers[1]), destination: Number(numbers[2]) };
  const fault = pairFaultOf(pair, terminals, canReach);
  if (fault !== null) refuseWithNearest(fault.message, fault.nearest, "Use");
  return pair;
}

function refuseWithNearest(message: string, nearest: TerminalPair | null, verb: string): never {
  if (nearest === null) refuse(optionName, message, "No two terminals are connected by a path. Use another network.");
  const nearestText = `${nearest.source}-${nearest.destination}`;
  refuse(optionName, message, `${verb} ${nearestText}.`, nearestText);
}
