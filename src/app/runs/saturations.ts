/** Where the networks on the page are full: searched for when the reader asks, one run after the other behind all others. */
import { ScenarioError } from "../../core/base/errors.ts";
import { Lru } from "../../core/base/lru.ts";
import type { Saturation } from "../../core/searches/saturation.ts";
import { loadPath } from "../../core/scenario/load.ts";
import { withValue } from "../../core/scenario/place.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import { Cancelled, type Job, type Workers } from "../../worker/client.ts";
import type { Results } from "../../core/measures/results.ts";
import { Failures } from "./failures.ts";
import { runName } from "./run-name.ts";

/** To so many phits per cycle and sending terminal. */
export const precision = 0.02;
/** Networks of which it is remembered. */
const mostKnown = 500;
/** Milliseconds of rest before a search begins: words are dragged. */
const wait = 500;

/** What was found, that it is being looked for, or that the scenario cannot be run. */
export type Searched = Saturation | "sought" | "refused";

export class Saturations {
  private readonly known = new Lru<string, Searched>(mostKnown);
  /** Searches under way, each with its run. */
  private readonly searches = new Map<string, { job: Job<Results> | null }>();
  private asked: ReadonlySet<string> = new Set();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly failures: Failures;

  /**
   * @param workers run only what has not been run before
   * @param told hears when a search has ended
   * @param failed hears why one could not be done, as the end of a sentence
   */
  constructor(
    private readonly workers: Pick<Workers, "run">,
    private readonly told: () => void,
    failed: (words: string) => void = () => undefined,
  ) {
    this.failures = new Failures(failed, told);
  }

  /** What is known of these scenarios, whatever their loads are; what is not is searched for hereby, and nothing else any more. */
  of(scenarios: readonly Scenario[]): readonly Searched[] {
    const named = scenarios.map((scenario) => {
      const full = withValue(scenario, loadPath, 1);
      return { full, name: runName(full) };
    });
    const asked = new Set(named.map(({ name }) => name));
    if (named.some(({ name }) => !this.asked.has(name)) || asked.size !== this.asked.size) this.turnTo(asked, named);
    else if (this.timer === undefined) this.begin(named);
    return named.map(({ name }) => this.known.get(name) ?? "sought");
  }

  /** Gives up what is being looked for; what was found stays. */
  drop(): void {
    if (this.asked.size > 0) this.turnTo(new Set(), []);
  }

  private turnTo(asked: ReadonlySet<string>, named: readonly { readonly full: Scenario; readonly name: string }[]): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.failures.clear();
    this.asked = asked;
    for (const [name, { job }] of this.searches) {
      if (asked.has(name)) continue;
      this.searches.delete(name);
      job?.cancel();
    }
    this.begin(named);
  }

  /** Begins the searches that are neither done nor under way, after a moment. */
  private begin(named: readonly { readonly full: Scenario; readonly name: string }[]): void {
    const missing = named.filter(({ name }) => !this.known.has(name) && !this.searches.has(name) && this.failures.mayBegin(name));
    if (missing.length === 0) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      for (const { full, name } of missing) void this.search(full, name);
    }, wait);
  }

  private async search(scenario: Scenario, name: string): Promise<void> {
    const search: { job: Job<Results> | null } = { job: null };
    this.searches.set(name, search);
    const isGone = () => this.searches.get(name) !== search;
    try {
      const { findSaturation } = await import("../../core/searches/saturation.ts");
      const found = await findSaturation(scenario, { precision }, (each) => {
        if (isGone()) throw new Cancelled();
        search.job = this.workers.run(each, false);
        return search.job.done;
      });
      this.known.set(name, found);
    } catch (fault) {
      if (isGone()) return;
      // That a scenario cannot be run is an answer; a lost run is none.
      if (fault instanceof ScenarioError) this.known.set(name, "refused");
      else this.failures.add(name, fault);
    }
    this.searches.delete(name);
    this.told();
  }
}
