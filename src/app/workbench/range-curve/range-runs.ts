/** The answers over the range of a number: first bounds from the analysis, then simulated values, one run after the other. */
import type { Analysis } from "../../../core/analysis/analysis.ts";
import { isDeadlocked, type Results } from "../../../core/measures/results.ts";
import { type SweptMeasure, sweptMeasures } from "../../../core/measures/sweep.ts";
import { rescaledAnalysis, rescaledResults } from "../../../core/results/rescale.ts";
import { scenarioLoad } from "../../../core/scenario/load.ts";
import { cycleOnPage } from "../../../core/scenario/page-clock.ts";
import { deliversAll } from "../../../findings/key-figure.ts";
import type { Job, Workers } from "../../../worker/client.ts";
import { composeJob } from "../../../worker/job.ts";
import { Batch, type Task } from "../../runs/batch.ts";
import type { RangeScenario } from "./range-values.ts";

/**
 * What the analysis says about the answer at a value of the number: the time that a program takes at least, or the load that is delivered
 * while no channel is full, the offered load up to the ideal throughput. The mean accepted load may exceed the latter: beyond it, flows that
 * do not cross the full channel still grow.
 */
export interface RangeBound {
  readonly value: number;
  /** In the unit of the measure. */
  readonly limit: number;
}

/** A simulated answer at a value of the number. */
export interface RangePoint {
  readonly value: number;
  /** In the unit of the measure. */
  readonly answer: number;
  readonly isDeadlocked: boolean;
}

/** Milliseconds before the first run: a short drag needs none. */
const startDelay = 250;

/** Computes bounds and answers until it is closed. The runs wait in the pool behind the answer of the page; results that it has come first. */
export class RangeRuns {
  readonly bounds: RangeBound[] = [];
  readonly points: RangePoint[] = [];
  /** The measure of the answers: the accepted load, or for a finite workload the time; null before the first answer or bound. */
  measure: SweptMeasure | null = null;
  private batch: Batch<string, void> | null = null;
  private readonly timer: ReturnType<typeof setTimeout>;

  constructor(
    private readonly workers: Pick<Workers, "analyze" | "run">,
    scenarios: readonly RangeScenario[],
    present: number,
    private readonly onUpdate: () => void,
  ) {
    const ordered = scenarios.toSorted((a, b) => Math.abs(a.value - present) - Math.abs(b.value - present));
    // If the number is the load, one analysis has the bounds of all its values.
    const isLoad = scenarios.every(({ scenario, value }) => scenarioLoad(scenario) === value);
    const boundGroups = isLoad ? [ordered] : ordered.map((each) => [each]);
    const tasks: readonly Task<string, void>[] = [
      ...boundGroups.map((group) => ({ key: `bound ${group[0].value}`, work: 1, start: () => this.findBounds(group) })),
      ...ordered
        .filter(({ isSimulated }) => isSimulated)
        .map((each) => ({ key: `run ${each.value}`, work: 1, start: () => this.run(each) })),
    ];
    // A bound or a run that fails leaves a gap; the page reports a failure of the run that it shows.
    const listener = { onEnd: this.onUpdate, onProgress: () => undefined };
    this.timer = setTimeout(() => (this.batch = new Batch(tasks, listener)), startDelay);
  }

  /** Whether nothing more will arrive. */
  get isDone(): boolean {
    return this.batch?.progress.is === "done";
  }

  close(): void {
    clearTimeout(this.timer);
    this.batch?.stop();
  }

  /** @param group scenarios with the same analysis */
  private findBounds(group: readonly RangeScenario[]): Job<void> {
    return composeJob(async (start) => {
      const [{ document, scenario }] = group;
      const analysis = await start(() => this.workers.analyze(scenario));
      if (analysis === null) return;
      const cycle = cycleOnPage(document, scenario);
      const rescaled = rescaledAnalysis(analysis, cycle);
      for (const each of group) {
        const bound = boundOf(each, rescaled, cycle);
        if (bound === null) return;
        this.measure ??= measureNamed(bound.measureId);
        this.bounds.push({ value: each.value, limit: bound.limit });
      }
    });
  }

  private run(each: RangeScenario): Job<void> {
    return composeJob(async (start) => {
      const runResults = await start(() => this.workers.run(each.scenario, false));
      const results = rescaledResults(runResults, cycleOnPage(each.document, each.scenario));
      const measure = measureNamed(results.makespan === null ? "accepted" : "makespan");
      this.measure ??= measure;
      if (this.measure.id !== measure.id) return;
      const answer = answerIn(results, measure);
      if (answer !== null) this.points.push({ value: each.value, answer, isDeadlocked: isDeadlocked(results) });
    });
  }
}

function measureNamed(id: string): SweptMeasure {
  return sweptMeasures.find((each) => each.id === id) as SweptMeasure;
}

/** The answer of a run. An accepted load above the offered one is noise of the window. */
function answerIn(results: Results, measure: SweptMeasure): number | null {
  const value = measure.valueIn(results);
  return value !== null && measure.id === "accepted" && deliversAll(results) ? Math.min(value, results.offeredPerSender) : value;
}

/** The lower bound of the time of a program, or the load that is delivered while no channel is full; null if it is unknown. */
function boundOf(
  { scenario }: RangeScenario,
  analysis: Analysis,
  cycle: number,
): { readonly measureId: string; readonly limit: number } | null {
  const load = scenarioLoad(scenario, cycle);
  if (load !== null) return { measureId: "accepted", limit: Math.min(load, analysis.bound) };
  const least = analysis.program?.leastCycles ?? null;
  return least === null ? null : { measureId: "makespan", limit: least };
}
