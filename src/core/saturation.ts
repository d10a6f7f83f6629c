/** Where a network is full: its saturation throughput, found by a search over the offered load instead of a grid of loads. */
import { refuse } from "./base/errors.ts";
import type { NumberParam } from "./base/params.ts";
import { shortfall } from "./measures/curve.ts";
import type { Results } from "./measures/results.ts";
import { loadOf, loadPath } from "./scenario/load.ts";
import { paramAt, withValue } from "./scenario/place.ts";
import type { Scenario } from "./scenario/scenario.ts";

export interface Saturation {
  /** The middle of what is left between the two loads below: the saturation throughput, phits per cycle and sending terminal. */
  readonly throughput: number;
  /** Half of what is left; 0 where nothing is, because all that may be offered was carried. */
  readonly error: number;
  /** The highest load found that is carried, and the lowest found that is not; Infinity where every load tried is carried. */
  readonly carried: number;
  readonly full: number;
  /** What was still accepted at the highest load tried: below the throughput where a network carries less the more it is asked for. */
  readonly overloaded: number;
  /** Whether a run ended in a deadlock: that load is not carried. */
  readonly isDeadlocked: boolean;
  /** Runs that it took. */
  readonly runs: number;
  /** Whether the two loads are as near as was asked for. */
  readonly isFound: boolean;
}

export interface Search {
  /** How far apart the two loads may be in the end, phits per cycle and sending terminal. */
  readonly precision: number;
  /** No more than this is offered: a bound by analysis, or all that a terminal can send. Default: the most that the load can be. */
  readonly most?: number;
}

/**
 * Finds the saturation throughput: the load up to which the network accepts what it is offered, but for {@link shortfall}, which is
 * how load curves read it too (Dally, Towles, 2004, §23.1). It supposes that a network which does not carry a load carries no higher
 * one. What an overloaded network still accepts is where the search begins; from there steps are doubled until the throughput lies
 * between two loads, and then halved.
 * @param run gives the results of a scenario; the seed stays the same, so that nearby loads see the same draws
 * @param told hears what is known after every run
 * @throws ScenarioError for a scenario without a load
 */
export async function findSaturation(
  scenario: Scenario,
  { precision, most = Infinity }: Search,
  run: (scenario: Scenario) => Promise<Results>,
  told: (soFar: Saturation) => void = () => undefined,
): Promise<Saturation> {
  if (loadOf(scenario) === null)
    return refuse("workload", "this workload has no offered load, so no load can be searched for.", "Use open-loop traffic.");
  const { min, max, step } = paramAt(scenario, loadPath) as NumberParam;
  // Whole steps of the load, so that searches of unlike beginnings try the same loads and share runs.
  const grid = Math.max(step, precision / 2);
  const apart = Math.max(1, Math.round(precision / grid));
  const [first, last] = [Math.ceil(min / grid - 1e-9), Math.max(1, Math.floor(Math.min(max, most) / grid + 1e-9))];
  /** The highest load that is carried, and the lowest that is not, in steps; none known at first. */
  let low = first - 1;
  let high = Infinity;
  let overloaded = 0;
  let isDeadlocked = false;
  let runs = 0;
  const isFound = () => low >= last || high - low <= apart;
  const known = (): Saturation => {
    const carried = low < first ? 0 : low * grid;
    const end = Math.min(high, last) * grid;
    const isWhole = low >= last;
    return {
      throughput: isWhole ? carried : (carried + end) / 2,
      error: isWhole ? 0 : (end - carried) / 2,
      carried,
      full: high === Infinity ? Infinity : end,
      overloaded,
      isDeadlocked,
      runs,
      isFound: isFound(),
    };
  };
  /** Tries a load; returns what is accepted of it, in steps. */
  const tryAt = async (at: number): Promise<number> => {
    const results = await run(withValue(scenario, loadPath, Number((at * grid).toFixed(9))));
    runs++;
    const isStuck = results.deadlock !== null;
    isDeadlocked ||= isStuck;
    const accepted = isStuck ? 0 : results.acceptedPerSender;
    if (at === last) overloaded = accepted;
    if (!isStuck && accepted >= results.offeredPerSender * (1 - shortfall)) low = at;
    else high = at;
    told(known());
    return Math.floor(accepted / grid);
  };
  const guess = await tryAt(last);
  for (let stride: number = apart; !isFound(); stride *= 2) {
    const middle = Math.floor((Math.max(low, first - 1) + high) / 2);
    // Down from what is full until something is carried, up again from there as long as nothing but the end is known to be full.
    const at = low < first ? (runs === 1 ? guess : high - stride) : high === last ? Math.min(low + stride, middle) : middle;
    await tryAt(Math.max(low + 1, Math.min(high - 1, at)));
  }
  return known();
}
