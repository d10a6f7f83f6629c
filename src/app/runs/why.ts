/** Why a channel is busy: the flows that cross it and who waits for it, looked for when the reader asks. */
import type { Explanation } from "../../core/explain.ts";
import { ownSpan, rescaledExplanation } from "../../core/rescale.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
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

  /** @param told hears when an explanation has come in */
  constructor(
    private readonly workers: Pick<Workers, "explain">,
    private readonly told: () => void,
  ) {}

  /**
   * The explanation of a channel, within a stretch of time or the window measured; null until it is there, which is asked for
   * hereby. Times are asked for and told in cycles of which one of the run is `cycle`.
   */
  of(scenario: Scenario, channel: number, span: Span | null, cycle = 1): Explanation | null {
    const name = `${channel} ${span?.from ?? ""} ${span?.to ?? ""} ${cycle} ${runName(scenario)}`;
    if (name === this.asked) return this.found;
    this.drop();
    this.asked = name;
    this.timer = setTimeout(() => {
      const job = this.workers.explain(scenario, channel, span === null ? null : ownSpan(span, cycle));
      this.job = job;
      job.done.then(
        (explanation) => {
          if (this.job !== job) return;
          this.found = rescaledExplanation(explanation, cycle);
          this.told();
        },
        () => undefined,
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
    [this.job, this.found, this.asked] = [null, null, ""];
  }
}
