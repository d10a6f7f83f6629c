/**
 * What open-loop traffic tells of a network in a few numbers: where it is full, found by a search over the load instead of a grid of
 * loads; the worst of several patterns; latency at given loads.
 */
import type { ChosenKind, NumberParam } from "../base/params.ts";
import { type ValidationIssue, describeIssue, refuse, ScenarioError, show } from "../base/errors.ts";
import { type CurvePoint, firstFull, pointOf, shortfall } from "../measures/curve.ts";
import { isDeadlocked, type Results } from "../measures/results.ts";
import { loadOf, loadPath } from "../scenario/load.ts";
import { paramAt, withValue } from "../scenario/place.ts";
import { checkScenario, type Scenario, scenarioParams } from "../scenario/scenario.ts";

/** Runs a scenario to its end, here or in a worker. */
export type Runner = (scenario: Scenario) => Promise<Results>;

export interface Search {
  /** How far apart the two loads may be in the end, phits per cycle and sending terminal: 0.001 to 0.5. */
  readonly precision: number;
  /** No more than this is offered: a bound by analysis, or all that a terminal can send. Default: the most that the load can be. */
  readonly most?: number;
}

/** Where a network is full, as far as it is known. Loads in phits per cycle and sending terminal. */
export interface Saturation {
  /** The saturation throughput: the most that was accepted at either of the two loads below. */
  readonly throughput: number;
  /** Half of what lies between these two; 0 where nothing is left, because all that may be offered was carried. */
  readonly error: number;
  /** The highest load that was carried, 0 for none; and the lowest that was not, Infinity where every load tried was carried. */
  readonly carried: number;
  readonly full: number;
  /** What was still accepted at the highest load tried: below the throughput where a network carries less the more it is asked for, above it where some traffic gets through while other does not. */
  readonly overloaded: number;
  /** Whether a run ended in a deadlock: that load is not carried. */
  readonly isDeadlocked: boolean;
  /** Runs that it took, short ones among them. */
  readonly runs: number;
  /** Whether the two loads are as near as was asked for. */
  readonly isFound: boolean;
}

/** A run that is clearly full need not be measured for longer than this part of the window. */
const shortPart = 1 / 8;
/** Fewest cycles of a window. */
const shortestWindow = 100;
const [finest, coarsest] = [0.001, 0.5];
/** So many cuts in a row may leave more than half of what lies between the loads, before steps are doubled downwards, or it is cut in the middle. */
const mostMissed = 2;

/**
 * Finds the saturation throughput: the load up to which the network accepts what it is offered, but for {@link shortfall}, which is
 * how load curves read it too (Dally, Towles, 2004, §23.1). The interval between a load that was carried and one that was not is cut
 * where what the full network still accepts would be carried, as it is in many networks; and once that has left more than
 * half of it {@link mostMissed} times, by doubled steps down to a load that is carried, or in the middle. Loads are whole multiples of the precision, so that searches of unlike beginnings share runs.
 * Some three loads are usual, and no more than 3 log₂ (most / precision) are run.
 *
 * As long as all of it gets through, what is accepted grows with the load: it is the load. Nothing else is sure: a full network may
 * accept less at a higher load, or more, and might even carry a higher load again. So both ends were run, and what is found is a
 * load at which the network becomes full, the lowest of those that were run; that none below it is full was not tried.
 *
 * Runs are as long as the scenario says, without drain, or as usual where they would find that themselves. Each load is first measured for a short while, which decides where it
 * falls short by far more than chance.
 * @param run gives the results of a scenario; the seed stays the same, so that nearby loads see the same draws
 * @param told hears what is known after every load
 * @throws ScenarioError for a scenario without one load, and for a precision that is none; and whatever `run` throws
 */
export async function findSaturation(
  scenario: Scenario,
  { precision, most = Infinity }: Search,
  run: Runner,
  told?: (soFar: Saturation) => void,
): Promise<Saturation> {
  const { min, max } = loadParamOf(scenario);
  if (!(precision >= finest && precision <= coarsest))
    refuse("precision", `${show(precision)} is no precision of a load; expected ${finest} to ${coarsest} phits/cycle.`, "Use 0.01.", 0.01);
  if (!(most > 0)) refuse("most", `${show(most)} is no load; expected more than 0 phits/cycle.`, "Leave it out.");
  const end = Math.max(min, Number(Math.min(max, most).toPrecision(6)));
  const [first, last] = [Math.ceil(min / precision - 1e-9), Math.ceil(end / precision - 1e-9)];
  const loadAt = (step: number) => (step >= last ? end : Number((step * precision).toPrecision(12)));
  /** The first load that is not carried where so much is accepted at the most. */
  const firstAbove = (accepted: number) => Math.floor(accepted / (1 - shortfall) / precision) + 1;

  const lengths = lengthsOf(scenario);
  const probes = new Map<number, Probe>();
  let runs = 0;
  // The load at `low` was carried, the one at `high` was not; neither has been run at the beginning.
  let [low, high] = [first - 1, last + 1];
  let guess = last;
  for (let missed = 0; high - low > 1;) {
    const step = Math.max(low + 1, Math.min(high - 1, guess));
    const width = high - low;
    const probe = await probeAt(loadAt(step));
    probes.set(step, probe);
    if (firstFull([probe]) < 0) low = step;
    else high = step;
    missed = high - low <= width / 2 ? 0 : missed + 1;
    guess = missed <= mostMissed ? expected() : low < first ? high - 2 ** (missed - mostMissed) : Math.floor((low + high) / 2);
    told?.(known());
  }
  return known();

  /** Where the interval is cut next, from what the full network accepts at its upper end. */
  function expected(): number {
    const middle = Math.floor((low + high) / 2);
    const above = probes.get(high);
    if (above === undefined || above.deadlocked) return middle;
    const full = firstAbove(above.accepted);
    // The load below the first that is full is to be carried; once it was, that one is to be full.
    return full - 1 > low ? full - 1 : full - 1 === low ? full : middle;
  }

  async function probeAt(load: number): Promise<Probe> {
    const { warmUp, window } = lengths;
    const at = { ...withValue(scenario, loadPath, load), run: { warmUp, window, drain: 0, precision: 0 } };
    const short = Math.max(shortestWindow, Math.ceil(window * shortPart));
    // Most of a short run would be its warm-up where that is as long as the window.
    if (warmUp + short <= (warmUp + window) / 2) {
      runs++;
      const results = await run({ ...at, run: { ...at.run, warmUp, window: short } });
      if (isDeadlocked(results) || isClearlyFull(results)) return pointOf(load, [results]);
    }
    runs++;
    return pointOf(load, [await run(at)]);
  }

  function known(): Saturation {
    const [below, above] = [probes.get(low), probes.get(high)];
    const highest = probes.get(Math.max(...probes.keys()));
    const [carried, full] = [low < first ? 0 : loadAt(low), above === undefined ? Infinity : loadAt(high)];
    return {
      throughput: Math.max(below?.accepted ?? 0, above?.accepted ?? 0),
      error: Number(((Math.min(full, end) - carried) / 2).toPrecision(12)),
      carried,
      full,
      overloaded: highest?.accepted ?? 0,
      isDeadlocked: [...probes.values()].some(({ deadlocked }) => deadlocked),
      runs,
      isFound: high - low <= 1,
    };
  }
}

/** Where a run finds its own length, what a scenario says is the most that it takes: the usual lengths do. */
function lengthsOf({ run: { warmUp, window, precision = 0 } }: Scenario): { readonly warmUp: number; readonly window: number } {
  if (precision === 0) return { warmUp, window };
  const usual = scenarioParams.run.default as Scenario["run"];
  return { warmUp: Math.min(warmUp, usual.warmUp), window: Math.min(window, usual.window) };
}

type Probe = Pick<CurvePoint, "created" | "accepted" | "deadlocked">;

/** Whether what is missing is more than chance, three deviations of the count, and a packet of each sender on its way explain. */
function isClearlyFull({ packets, offered, accepted, sending }: Results): boolean {
  const missing = packets * (1 - accepted / offered);
  return missing > shortfall * packets + 3 * Math.sqrt(packets) + sending;
}

/** The patterns that a network was tried with, and the one that it carries least of. */
export interface WorstPattern {
  /** The pattern that is full first, or null where none fits the network. */
  readonly worst: { readonly pattern: ChosenKind; readonly saturation: Saturation } | null;
  /** Whether it surely is: no other one's throughput is within both errors of it. */
  readonly isSure: boolean;
  /** What became of each, in their order; why not, where a pattern does not fit. */
  readonly each: readonly { readonly pattern: ChosenKind; readonly saturation: Saturation | null; readonly why: string | null }[];
}

/**
 * The worst of several patterns: that with the lowest saturation throughput. Its error is that of its search.
 * @throws ScenarioError for a scenario without one load or one pattern; and whatever `run` throws
 */
export async function findWorstPattern(
  scenario: Scenario,
  patterns: readonly ChosenKind[],
  search: Search,
  run: Runner,
): Promise<WorstPattern> {
  if (paramAt(scenario, patternPath)?.type !== "kind")
    refuse("workload", `the ${scenario.workload.kind} workload has no one traffic pattern.`, "Use open-loop traffic.");
  const each = [];
  for (const pattern of patterns) {
    const under = withValue(scenario, patternPath, pattern);
    const issues: readonly ValidationIssue[] = checkScenario(under);
    const saturation = issues.length > 0 ? null : await findSaturation(under, search, run);
    each.push({ pattern, saturation, why: issues.length > 0 ? issues.map(describeIssue).join(" ") : null });
  }
  const found = each.flatMap(({ pattern, saturation }) => (saturation === null ? [] : [{ pattern, saturation }]));
  if (found.length === 0) return { worst: null, isSure: false, each };
  const worst = found.reduce((a, b) => (b.saturation.throughput < a.saturation.throughput ? b : a));
  const { throughput, error } = worst.saturation;
  const isSure = found.every((one) => one === worst || one.saturation.throughput - one.saturation.error > throughput + error);
  return { worst, isSure, each };
}

const patternPath = ["workload", "pattern"] as const;

/**
 * Latency at given loads, one run each, in the order of the loads; with its error where the scenario asks for a precision.
 * @param loads phits/cycle per sending terminal
 * @throws ScenarioError for a scenario without one load, and for a load that it does not take; and whatever `run` throws
 */
export async function latencyAt(scenario: Scenario, loads: readonly number[], run: Runner): Promise<readonly CurvePoint[]> {
  const { min, max } = loadParamOf(scenario);
  for (const load of loads) {
    if (!(load >= min && load <= max))
      refuse(loadPath.join("."), `${show(load)} is not a load here; expected ${min} to ${max} phits/cycle.`, "Use loads within that.");
  }
  return Promise.all(loads.map(async (load) => pointOf(load, [await run(withValue(scenario, loadPath, load))])));
}

function loadParamOf(scenario: Scenario): NumberParam {
  const param = paramAt(scenario, loadPath);
  if (loadOf(scenario) === null || param?.type !== "number")
    throw new ScenarioError([
      {
        path: "workload",
        message: `the ${scenario.workload.kind} workload has no one offered load, so there is no load at which the network becomes full.`,
        remedy: "Use open-loop traffic.",
      },
    ]);
  return param;
}
