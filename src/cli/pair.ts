/** A pair of terminals, as a command is given it. */
import { faultOfPair, type Pair } from "../core/analysis/pair.ts";
import { refuse, show } from "../core/base/errors.ts";
import type { Plan } from "../core/plan/plan.ts";

const place = "--paths";

/**
 * Reads `0-5`.
 * @throws ScenarioError for what is no pair of different terminals of the plan's network, or one that no path joins
 */
export function readPair(text: string, { network, routing }: Pick<Plan, "network" | "routing">): Pair {
  const numbers = /^\s*(\d+)\s*-\s*(\d+)\s*$/.exec(text);
  if (numbers === null) {
    refuse(place, `${show(text)} is no pair; two numbers of terminals were expected, source and destination.`, "Write 0-1.", "0-1");
  }
  const pair = { source: Number(numbers[1]), destination: Number(numbers[2]) };
  const fault = faultOfPair(pair, network.terminals, routing.reaches);
  if (fault === null) return pair;
  const { message, nearest } = fault;
  if (nearest === null) refuse(place, message, `Terminal ${pair.source} reaches no other. Use another source.`);
  const other = `${nearest.source}-${nearest.destination}`;
  refuse(place, message, `Use ${other}.`, other);
}
