/** What is computed for the page when a reader asks for it: who waited behind a channel, the past, and where networks are full. */
import { once } from "../../core/base/once.ts";
import type { Waits } from "../../core/measures/waits.ts";
import { ownSpan, rescaleFrame } from "../../core/results/rescale.ts";
import { rescaledWaits } from "../../core/results/rescale-searches.ts";
import { loadPath } from "../../core/scenario/load.ts";
import { withValue } from "../../core/scenario/place.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import type { Saturation } from "../../core/searches/saturation.ts";
import type { History, Stretch } from "../../core/simulation/history.ts";
import type { Span } from "../../views/contract.ts";
import type { Workers } from "../../worker/client.ts";
import { composeJob } from "../../worker/job.ts";
import type { ChannelRequest, ExplanationRequest } from "./explanation-query.ts";
import { jobCode, Query } from "./query.ts";
import { QueryCache } from "./query-cache.ts";
import { runName } from "./run-name.ts";

/** Within a stretch of time whose end moves on while a run goes on. */
export interface WaitsRequest extends ChannelRequest {
  readonly span: Span;
}

/** What the page needs of this at a moment. */
export interface PageDemand {
  readonly explanation: ExplanationRequest | null;
  readonly waits: WaitsRequest | null;
  readonly pasts: readonly Scenario[];
  readonly saturations: readonly Scenario[];
}

/** The past of a run: any stretch of it can be looked at. */
export class Past {
  /** The last stretch: every view asks for it in every frame. */
  private last: { readonly span: Span; readonly cycle: number; readonly stretch: Stretch } | null = null;

  constructor(private readonly history: History) {}

  /** A stretch of time, given and answered in cycles of which one of the run is `cycle`. */
  over(span: Span, cycle = 1): Stretch {
    const { last } = this;
    if (last?.span.from === span.from && last.span.to === span.to && last.cycle === cycle) return last.stretch;
    const own = this.history.over(span.from / cycle, span.to / cycle);
    rescaleFrame(own.frame, this.history.layout, cycle);
    const stretch = { ...own, from: own.from * cycle, to: own.to * cycle };
    this.last = { span, cycle, stretch };
    return stretch;
  }
}

/** To how many phits per cycle and sending terminal a saturation is found. */
const precision = 0.02;

export class PageQueries {
  /**
   * Who waited behind a channel, and up to when it was found; null where the flow control cannot tell. Pointers move across many
   * channels, and while a run goes on a second lies between two searches.
   */
  readonly waits: Query<WaitsRequest, { readonly to: number; readonly waits: Waits | null }>;
  /** The pasts of runs; null where nothing was kept of one. A past may be large: its owner forgets it with the document. */
  readonly pasts: QueryCache<Scenario, Past | null>;
  /** Where networks are full, whatever the load of the scenario: found by several runs behind all others. */
  readonly saturations: QueryCache<Scenario, Saturation>;

  /**
   * @param runners run only what has not been run before
   * @param onChange hears when an answer or an error has come in
   * @param onError hears of an error: what was not found, and the error as the end of a sentence
   */
  constructor(
    workers: Pick<Workers, "findWaits" | "past">,
    runners: Pick<Workers, "run">,
    onChange: () => void,
    onError: (what: string, words: string) => void,
  ) {
    this.waits = new Query({
      rest: 150,
      refreshRest: 1000,
      keyOf: ({ scenario, channel, span, cycle }) => `${channel} ${span.from} ${cycle} ${runName(scenario)}`,
      start: ({ scenario, channel, span, cycle }) =>
        composeJob(async (run) => {
          const waits = await run(() => workers.findWaits(scenario, channel, ownSpan(span, cycle)));
          return { to: span.to, waits: waits === null ? null : rescaledWaits(waits, cycle) };
        }),
      isCurrent: ({ to, waits }, { span }) => waits === null || to === span.to,
      isRetried: true,
      onError: (words) => onError("Who waited here was not found", words),
    });
    this.pasts = new QueryCache({
      most: Infinity,
      keyOf: runName,
      start: (scenario) =>
        composeJob(async (run) => {
          // What reads a past comes with the first of them.
          const [past, { History }] = await Promise.all([
            run(() => workers.past(scenario)),
            jobCode(import("../../core/simulation/history.ts")),
          ]);
          return past === null ? null : new Past(new History(past));
        }),
      isRetried: true,
      onError: (words) => onError("The past of the run was not found", words),
    });
    this.saturations = new QueryCache({
      rest: 500,
      most: 500,
      keyOf: (scenario) => runName(full(scenario)),
      start: (scenario) =>
        composeJob(async (run) => {
          const { findSaturation } = await jobCode(import("../../core/searches/saturation.ts"));
          return findSaturation(full(scenario), { precision }, (each) => run(() => runners.run(each, false)));
        }),
      isRetried: true,
      onError: (words) => onError("Where the networks are full was not found", words),
    });
    for (const each of this.all) each.subscribe(onChange);
  }

  private get all() {
    return [this.waits, this.pasts, this.saturations];
  }

  /** Says all that is needed from now on. */
  want({ waits, pasts, saturations }: PageDemand): void {
    this.waits.want(waits);
    this.pasts.want(pasts);
    this.saturations.want(saturations);
  }

  /** The reader asks for what has failed. */
  retry(): void {
    for (const each of this.all) each.retry();
  }
}

/** The scenario at full load. */
const full = once((scenario: Scenario): Scenario => withValue(scenario, loadPath, 1));
