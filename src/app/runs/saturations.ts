/** Where the networks on the page are full: searched for when the reader asks, one run after the other behind all others. */
import type { Saturation } from "../../core/saturation.ts";
import { loadPath } from "../../core/scenario/load.ts";
import { withValue } from "../../core/scenario/place.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import { Cancelled, type Job, type Workers } from "../../worker/client.ts";
import type { Results } from "../../core/measures/results.ts";
import { runName } from "./run-name.ts";

/** To so many phits per cycle and sending terminal. */
export const precision = 0.02;
/** Milliseconds of rest before a search begins: words are dragged. */
const wait = 500;

/** What was found, or that it is being looked for. */
export type Searched = Saturation | "sought" | "refused";

export class Saturations {
  private readonly known = new Map<string, Searched>();
  /** Searches under way, each with its run. */
  private readonly searches = new Map<string, { job: Job<Results> | null }>();
  private asked: ReadonlySet<string> = new Set();
  private timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param workers run only what has not been run before
   * @param told hears when a search has ended
   */
  constructor(
    private readonly workers: Pick<Workers, "run">,
    private readonly told: () => void,
  ) {}

  /** What is known of these scenarios, whatever their loads are; what is not is searched for hereby, and nothing else any more. */
  of(scenarios: readonly Scenario[]): readonly Searched[] {
    const named = scenarios.map((scenario) => {
      const full = withValue(scenario, loadPath, 1);
      return { full, name: runName(full) };
    });
    const asked = new Set(named.map(({ name }) => name));
    if (named.some(({ name }) => !this.asked.has(name)) || asked.size !== this.asked.size) this.turnTo(asked, named);
    return named.map(({ name }) => this.known.get(name) ?? "sought");
  }

  /** Gives up what is being looked for; what was found stays. */
  drop(): void {
    if (this.asked.size > 0) this.turnTo(new Set(), []);
  }

  private turnTo(asked: ReadonlySet<string>, named: readonly { readonly full: Scenario; readonly name: string }[]): void {
    clearTimeout(this.timer);
    this.asked = asked;
    for (const [name, { job }] of this.searches) {
      if (asked.has(name)) continue;
      this.searches.delete(name);
      job?.cancel();
    }
    const missing = named.filter(({ name }) => !this.known.has(name) && !this.searches.has(name));
    if (missing.length > 0) this.timer = setTimeout(() => missing.forEach(({ full, name }) => void this.search(full, name)), wait);
  }

  private async search(scenario: Scenario, name: string): Promise<void> {
    const search: { job: Job<Results> | null } = { job: null };
    this.searches.set(name, search);
    const isGone = () => this.searches.get(name) !== search;
    const { findSaturation } = await import("../../core/saturation.ts");
    try {
      const found = await findSaturation(scenario, { precision }, (each) => {
        if (isGone()) throw new Cancelled();
        search.job = this.workers.run(each, false);
        return search.job.done;
      });
      this.known.set(name, found);
    } catch {
      if (isGone()) return;
      this.known.set(name, "refused");
    }
    this.searches.delete(name);
    this.told();
  }
}
