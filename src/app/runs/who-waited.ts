/** Who waited behind the channel that the reader points at, and for whom: looked for as long as it is pointed at. */
import type { Waits } from "../../core/measures/waits.ts";
import { ownSpan, rescaledWaits } from "../../core/results/rescale.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import type { Span } from "../../views/contract.ts";
import type { Job, Workers } from "../../worker/client.ts";
import { Failures } from "./failures.ts";
import { runName } from "./run-name.ts";

/** Milliseconds of rest before a run is spent on a channel: pointers move across many. And between two runs, as a run on the page goes on. */
const wait = 150;
const pause = 1000;

export class WhoWaited {
  private asked = "";
  /** Up to where it was last asked for, and what is to be asked next. */
  private known: { readonly to: number; readonly waits: Waits | null } | null = null;
  private wanted = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private job: Job<Waits | null> | null = null;

  private readonly failures: Failures;

  /**
   * @param told hears when something has come in
   * @param failed hears why it could not be found, as the end of a sentence
   */
  constructor(
    private readonly workers: Pick<Workers, "findWaits">,
    private readonly told: () => void,
    failed: (words: string) => void = () => undefined,
  ) {
    this.failures = new Failures(failed, told);
  }

  /**
   * Who waited behind a channel in a stretch of time, as far as that is known: the end of it may lie a little back while it
   * moves on. What is not known is asked for hereby. null where the flow control cannot tell. Times are asked for and told in
   * cycles of which one of the run is `cycle`.
   */
  of(scenario: Scenario, channel: number, { from, to }: Span, cycle = 1): Waits | "sought" | null {
    const name = `${channel} ${from} ${cycle} ${runName(scenario)}`;
    if (name !== this.asked) {
      this.drop();
      this.asked = name;
    }
    this.wanted = to;
    const { known } = this;
    const isKnown = known !== null && (known.to === to || known.waits === null);
    if (!isKnown && this.timer === undefined && this.failures.mayBegin(name))
      this.timer = setTimeout(() => this.find(scenario, channel, from, cycle), known === null ? wait : pause);
    return known === null ? "sought" : known.waits;
  }

  /** Gives up what is being looked for. */
  drop(): void {
    clearTimeout(this.timer);
    this.job?.cancel();
    this.failures.clear();
    [this.timer, this.job, this.known, this.asked] = [undefined, null, null, ""];
  }

  private find(scenario: Scenario, channel: number, from: number, cycle: number): void {
    const to = this.wanted;
    const job = this.workers.findWaits(scenario, channel, ownSpan({ from, to }, cycle));
    this.job = job;
    const end = (waits: Waits | null) => {
      if (this.job !== job) return;
      [this.timer, this.job, this.known] = [undefined, null, { to, waits }];
      this.told();
    };
    job.done.then(
      (waits) => end(waits === null ? null : rescaledWaits(waits, cycle)),
      (fault: unknown) => {
        if (this.job !== job) return;
        [this.timer, this.job] = [undefined, null];
        this.failures.add(this.asked, fault);
      },
    );
  }
}
