/**
 * Searches over open-loop traffic: the saturation throughput by a search over the load instead of a grid of loads; the worst of several
 * patterns; latency at given loads.
 */
import type { ChosenKind, NumberParam } from "../base/params.ts";
import { type ValidationIssue, describeIssue, refuse, ScenarioError, quoteValue } from "../base/errors.ts";
import { type CurvePoint, firstSaturatedPoint, curvePointOf, saturationShortfall } from "../measures/curve.ts";
import { isDeadlocked, type Results } from "../measures/results.ts";
import { scenarioLoad, loadPath } from "../scenario/load.ts";
import { paramAtPath, withValueAtPath } from "../scenario/param-path.ts";
import { checkScenario, type Scenario, scenarioParams } from "../scenario/scenario.ts";

/** Runs a scenario to its end, locally or in a worker. */
export type Runner = (scenario: Scenario) => Promise<Results>;

export interface Search {
  /** Largest final distance between the two loads, phits per cycle and sending terminal: 0.001 to 0.5. */
  readonly precision: number;
  /** Highest load to try: an analytic bound, or what a terminal can send. Default: the maximum of the load parameter. */
  readonly most?: number;
}

/** Result of a saturation search, possibly not final. Loads are in phits per cycle and sending terminal. */
export interface Saturation {
  /** Saturation throughput: the higher of the accepted loads at `carried` and at `full`. */
  readonly throughput: number;
  /** Half of the distance between `carried` and `full`; 0 if the highest load was carried. */
  readonly error: number;
  /** Highest load that was carried, 0 for none; and lowest load that was not, Infinity if all tried loads were carried. */
  readonly carried: number;
  readonly full: number;
  /**
   * Accepted load at the highest load tried: below the throughput if the network accepts less under overload, above it if some traffic gets
   * through while other traffic does not.
   */
  readonly overloaded: number;
  /** Whether a run ended in a deadlock; its load counts as not carried. */
  readonly isDeadlocked: boolean;
  /** Number of runs, including short ones. */
  readonly runs: number;
  /** Whether the distance between `carried` and `full` is within the requested precision. */
  readonly isFound: boolean;
}

/** Window of a short run, as a part of the full window: enough to detect clear saturation. */
const shortWindowPart = 1 / 8;
/** Smallest window, cycles. */
const minWindow = 100;
const [minPrecision, maxPrecision] = [0.001, 0.5];
/** After this many consecutive cuts that left more than half of the interval, steps are doubled downward, or the interval is bisected. */
const maxPoorCuts = 2;

/**
 * Finds the saturation throughput: the load up to which the network accepts the offered load, within {@link saturationShortfall}, as load
 * curves define it, too (Dally, Towles, 2004, §23.1). The interval between a load that is carried and a load that is not is cut at the load
 * that the saturated network accepts, which in many networks is the saturation load. If that leaves more than half of the interval
 * {@link maxPoorCuts} times, the search doubles its steps down to a carried load, or bisects. Loads are multiples of the precision, so that
 * different searches share runs. About three loads are typical, and at most 3 log₂ (most / precision).
 *
 * Below saturation the accepted load equals the offered load. Above saturation nothing is monotonic: the network may accept less at a
 * higher load, or more, and could even carry a higher load again. So both ends of the final interval were simulated, and the result is a
 * load at which the network saturates, the lowest such load that was run. Lower loads that were not run are not excluded.
 *
 * Runs have the scenario's lengths without drain, or the default lengths if the scenario requests a precision. Each load is first measured
 * with a short window, which is sufficient if the shortfall is far beyond chance.
 * @param run Returns the results of a scenario. The seed is constant, so that neighboring loads see the same random traffic.
 * @param onProgress Called with the state of the search after every load.
 * @throws ScenarioError if the scenario does not have one load parameter, or the precision is out of range; and whatever `run` throws
 */
export async function searchSaturation(
  scenario: Scenario,
  { precision, most = Infinity }: Search,
  run: Runner,
  onProgress?: (soFar: Saturation) => void,
): Promise<Saturation> {
  const { min, max } = loadParamOf(scenario);
  if (!(precision >= minPrecision && precision <= maxPrecision))
    refuse(
      "precision",
      `${quoteValue(precision)} is not a precision of a load; expected ${minPrecision} to ${maxPrecision} phits/cycle.`,
      "Use 0.01.",
      0.01,
    );
  if (!(most > 0)) refuse("most", `${quoteValue(most)} is not a load; expected more than 0 phits/cycle.`, "Leave it out.");
  const end = Math.max(min, Number(Math.min(max, most).toPrecision(6)));
  const [first, last] = [Math.ceil(min / precision - 1e-9), Math.ceil(end / precision - 1e-9)];
  const loadAt = (step: number) => (step >= last ? end : Number((step * precision).toPrecision(12)));
  /** First step whose load is saturated if at most this load is accepted. */
  const firstAbove = (accepted: number) => Math.floor(accepted / (1 - saturationShortfall) / precision) + 1;

  const lengths = runLengthsOf(scenario);
  const probes = new Map<number, Probe>();
  let runs = 0;
  // The load at step `low` was carried, the load at `high` was not. Initially both are outside of the range and not simulated.
  let [low, high] = [first - 1, last + 1];
  let guess = last;
  for (let poorCuts = 0; high - low > 1;) {
    const step = Math.max(low + 1, Math.min(high - 1, guess));
    const width = high - low;
    const probe = await probeAt(loadAt(step));
    probes.set(step, probe);
    if (firstSaturatedPoint([probe]) < 0) low = step;
    else high = step;
    poorCuts = high - low <= width / 2 ? 0 : poorCuts + 1;
    guess = poorCuts <= maxPoorCuts ? nextGuess() : low < first ? high - 2 ** (poorCuts - maxPoorCuts) : Math.floor((low + high) / 2);
    onProgress?.(currentResult());
  }
  return currentResult();

  /** Next step to try, from the load that the network accepts at the upper end of the interval. */
  function nextGuess(): number {
    const middle = Math.floor((low + high) / 2);
    const above = probes.get(high);
    if (above === undefined || above.deadlocked) return middle;
    const full = firstAbove(above.accepted);
    // First confirm that the load below the first saturated one is carried, then that the next one is saturated.
    return full - 1 > low ? full - 1 : full - 1 === low ? full : middle;
  }

  async function probeAt(load: number): Promise<Probe> {
    const { warmUp, window } = lengths;
    const scenarioAtLoad = { ...withValueAtPath(scenario, loadPath, load), run: { warmUp, window, drain: 0, precision: 0 } };
    const shortWindow = Math.max(minWindow, Math.ceil(window * shortWindowPart));
    // If the warm-up is as long as the window, a short run would consist mostly of warm-up.
    if (warmUp + shortWindow <= (warmUp + window) / 2) {
      runs++;
      const results = await run({ ...scenarioAtLoad, run: { ...scenarioAtLoad.run, warmUp, window: shortWindow } });
      if (isDeadlocked(results) || isClearlySaturated(results)) return curvePointOf(load, [results]);
    }
    runs++;
    return curvePointOf(load, [await run(scenarioAtLoad)]);
  }

  /** The state of the search. */
  function currentResult(): Saturation {
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

/** With a requested precision, the scenario's lengths are upper limits; the default lengths are sufficient. */
function runLengthsOf({ run: { warmUp, window, precision = 0 } }: Scenario): { readonly warmUp: number; readonly window: number } {
  if (precision === 0) return { warmUp, window };
  const usual = scenarioParams.run.default as Scenario["run"];
  return { warmUp: Math.min(warmUp, usual.warmUp), window: Math.min(window, usual.window) };
}

type Probe = Pick<CurvePoint, "created" | "accepted" | "deadlocked">;

/** Whether the missing packets exceed chance, three standard deviations of the count, plus one packet in flight per sender. */
function isClearlySaturated({ packets, offered, accepted, sending }: Results): boolean {
  const missing = packets * (1 - accepted / offered);
  return missing > saturationShortfall * packets + 3 * Math.sqrt(packets) + sending;
}

/** The tested patterns, and the one with the lowest throughput. */
export interface WorstPattern {
  /** The pattern with the lowest saturation throughput; null if no pattern fits the network. */
  readonly worst: { readonly pattern: ChosenKind; readonly saturation: Saturation } | null;
  /** Whether the result is significant: no other throughput is within both errors. */
  readonly isSure: boolean;
  /** Result of each pattern, in order; `why` says why a pattern does not fit. */
  readonly each: readonly { readonly pattern: ChosenKind; readonly saturation: Saturation | null; readonly why: string | null }[];
}

/**
 * Finds, among several traffic patterns, the one with the lowest saturation throughput of a scenario, by a search for the saturation of
 * each. Patterns that do not fit the network are listed with the reason. The result is sure if no other pattern is within the errors of
 * both searches.
 * @param run Runs one scenario and returns its results.
 * @throws ScenarioError if the scenario does not have one load or pattern parameter; and whatever `run` throws
 */
export async function searchWorstPattern(
  scenario: Scenario,
  patterns: readonly ChosenKind[],
  search: Search,
  run: Runner,
): Promise<WorstPattern> {
  if (paramAtPath(scenario, patternPath)?.type !== "kind")
    refuse("workload", `the ${scenario.workload.kind} workload does not have a single traffic pattern.`, "Use open-loop traffic.");
  const outcomes = [];
  for (const pattern of patterns) {
    const scenarioWithPattern = withValueAtPath(scenario, patternPath, pattern);
    const issues: readonly ValidationIssue[] = checkScenario(scenarioWithPattern);
    const saturation = issues.length > 0 ? null : await searchSaturation(scenarioWithPattern, search, run);
    outcomes.push({ pattern, saturation, why: issues.length > 0 ? issues.map(describeIssue).join(" ") : null });
  }
  const searched = outcomes.flatMap(({ pattern, saturation }) => (saturation === null ? [] : [{ pattern, saturation }]));
  if (searched.length === 0) return { worst: null, isSure: false, each: outcomes };
  const worst = searched.reduce((a, b) => (b.saturation.throughput < a.saturation.throughput ? b : a));
  const { throughput, error } = worst.saturation;
  const isSure = searched.every((other) => other === worst || other.saturation.throughput - other.saturation.error > throughput + error);
  return { worst, isSure, each: outcomes };
}

const patternPath = ["workload", "pattern"] as const;

/**
 * Latency at given loads, one run each, in the order of the loads; with its error if the scenario requests a precision.
 * @param loads phits/cycle per sending terminal
 * @throws ScenarioError if the scenario does not have one load parameter, or a load is out of range; and whatever `run` throws
 */
export async function searchLatency(scenario: Scenario, loads: readonly number[], run: Runner): Promise<readonly CurvePoint[]> {
  const { min, max } = loadParamOf(scenario);
  for (const load of loads) {
    if (!(load >= min && load <= max))
      refuse(
        loadPath.join("."),
        `${quoteValue(load)} is not a possible load; expected ${min} to ${max} phits/cycle.`,
        "Use loads within this range.",
      );
  }
  return Promise.all(loads.map(async (load) => curvePointOf(load, [await run(withValueAtPath(scenario, loadPath, load))])));
}

function loadParamOf(scenario: Scenario): NumberParam {
  const param = paramAtPath(scenario, loadPath);
  if (scenarioLoad(scenario) === null || param?.type !== "number")
    throw new ScenarioError([
      {
        path: "workload",
        message: `the ${scenario.workload.kind} workload does not have a single offered load, so it has no saturation load.`,
        remedy: "Use open-loop traffic.",
      },
    ]);
  return param;
}
