/** The past of the runs on the page: a stretch of time chosen by the reader, as every view then shows it. */
import { rescaleFrame } from "../../core/results/rescale.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import { Failures } from "./failures.ts";
import { runName } from "./run-name.ts";
import type { History, Stretch } from "../../core/simulation/history.ts";
import type { Span } from "../../views/contract.ts";
import type { Job, Workers } from "../../worker/client.ts";
import type { PastRun } from "../../core/simulation/history.ts";

interface Kept {
  readonly job: Job<PastRun | null>;
  history: History | null;
  /** The stretch asked for last, which is asked for by every view in every frame. */
  shown: { readonly span: Span; readonly cycle: number; readonly stretch: Stretch } | null;
}

export class Pasts {
  private readonly kept = new Map<string, Kept>();

  private readonly failures: Failures;

  /**
   * @param told hears when a past has come in
   * @param failed hears why one could not be computed, as the end of a sentence
   */
  constructor(
    private readonly workers: Pick<Workers, "past">,
    private readonly told: () => void,
    failed: (words: string) => void = () => undefined,
  ) {
    this.failures = new Failures(failed, told);
  }

  /**
   * The run of a scenario within a stretch of time; null until its past is there, which is asked for hereby. The stretch is
   * asked for and told in cycles of which one of the run is `cycle`.
   */
  stretchOf(scenario: Scenario, span: Span, cycle = 1): Stretch | null {
    const kept = this.ask(scenario);
    if (kept === null || kept.history === null) return null;
    const { shown } = kept;
    if (shown?.span.from === span.from && shown.span.to === span.to && shown.cycle === cycle) return shown.stretch;
    const own = kept.history.over(span.from / cycle, span.to / cycle);
    rescaleFrame(own.frame, kept.history.layout, cycle);
    const stretch = { ...own, from: own.from * cycle, to: own.to * cycle };
    kept.shown = { span, cycle, stretch };
    return stretch;
  }

  /** Forgets what is not one of these scenarios: a past may be large. */
  keepOnly(scenarios: readonly Scenario[]): void {
    this.failures.clear();
    const names = new Set(scenarios.map(runName));
    for (const [name, { job }] of this.kept) {
      if (names.has(name)) continue;
      job.cancel();
      this.kept.delete(name);
    }
  }

  private ask(scenario: Scenario): Kept | null {
    const name = runName(scenario);
    const known = this.kept.get(name);
    if (known !== undefined) return known;
    if (!this.failures.mayBegin(name)) return null;
    const kept: Kept = { job: this.workers.past(scenario), history: null, shown: null };
    this.kept.set(name, kept);
    // What reads a past comes with the first of them.
    Promise.all([kept.job.done, import("../../core/simulation/history.ts")]).then(
      ([past, { History: Past }]) => {
        if (past !== null) kept.history = new Past(past);
        this.told();
      },
      (fault: unknown) => {
        if (this.kept.get(name) !== kept) return;
        this.kept.delete(name);
        this.failures.add(name, fault);
      },
    );
    return kept;
  }
}
