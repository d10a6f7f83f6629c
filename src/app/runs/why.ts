/** Why a channel is busy: the flows that cross it and who waits for it, looked for when the reader asks. */
import type { Explanation } from "../../core/searches/explanation.ts";
import { ownSpan, rescaledExplanation } from "../../core/results/rescale.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import { Failures } from "./failures.ts";
import { runName } from "./run-name.ts";
import type { Span } from "../../views/contract.ts";
import type { Job, Workers } from "../../worker/client.ts";

/** Milliseconds of rest before a run is spent on a channel: picks are stepped through. */
const wait = 350;

export class Why {
  private asked = "";
  private timer: ReturnType<typeof setTimeout> | undefined;
  private job: Job<Explanation> | null = null;
  private found: Explanation | null = null;
  /** Whether a search is planned or under way. */
  private isBusy = false;
  private readonly failures: Failures;

  /**
   * @param told hears when an explanation has come in
   * @param failed hears why one could not be found, as the end of a sentence
   */
  constructor(
    private readonly workers: Pick<Workers, "explain">,
    private readonly told: () => void,
    failed: (words: string) => void = () => undefined,
  ) {
    this.failures = new Failures(failed, told);
  }

  /**
   * The explanation of a channel, within a stretch of time or the window measured; null until it is there, which is asked for
   * hereby. Times are asked for and told in cycles of which one of the run is `cycle`.
   */
  of(scenario: Scenario, channel: number, span: Span | null, cycle = 1): Explanation | null {
    const name = `${channel} ${span?.from ?? ""} ${span?.to ?? ""} ${cycle} ${runName(scenario)}`;
    if (name !== this.asked) this.drop();
    this.asked = name;
    if (this.found !== null || this.isBusy || !this.failures.mayBegin(name)) return this.found;
    this.isBusy = true;
    this.timer = setTimeout(() => {
      const job = this.workers.explain(scenario, channel, span === null ? null : ownSpan(span, cycle));
      this.job = job;
      job.done.then(
        (explanation) => {
          if (this.job !== job) return;
          this.isBusy = false;
          this.found = rescaledExplanation(explanation, cycle);
          this.told();
        },
        (fault: unknown) => {
          if (this.job !== job) return;
          [this.job, this.isBusy] = [null, false];
          this.failures.add(name, fault);
        },
      );
    }, wait);
    return null;
  }

  /** What was found last; null where nothing was, or it is about something else. */
  get latest(): Explanation | null {
    return this.found;
  }

  /** Gives up what is being looked for. */
  drop(): void {
    clearTimeout(this.timer);
    this.job?.cancel();
    this.failures.clear();
    [this.job, this.found, this.asked, this.isBusy] = [null, null, "", false];
  }
}
