/**
 * Queries of the page: which packets waited at the downstream end of a channel, the history of runs, and the saturation load of networks.
 */
import { memoize } from "../../core/base/memoize.ts";
import type { Waits } from "../../core/measures/waits.ts";
import { intervalInRunCycles, rescaleFrame } from "../../core/results/rescale.ts";
import { rescaledWaits } from "../../core/results/rescale-searches.ts";
import { loadPath } from "../../core/scenario/load.ts";
import { withValueAtPath } from "../../core/scenario/param-path.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import type { Saturation } from "../../core/searches/saturation.ts";
import type { History, FrameInterval } from "../../core/simulation/history.ts";
import type { Span } from "../../views/contract.ts";
import type { Workers } from "../../worker/client.ts";
import { composeJob } from "../../worker/job.ts";
import type { ChannelRequest, ExplanationRequest } from "./explanation-query.ts";
import { loadJobCode, Query } from "./query.ts";
import { QueryCache } from "./query-cache.ts";
import { runName } from "./run-name.ts";

/** Asks which packets waited at the downstream end of a channel over a time span, whose end advances while the run continues. */
export interface WaitsRequest extends ChannelRequest {
  readonly span: Span;
}

/** Requests that the page currently needs answered. */
export interface PageRequests {
  readonly explanation: ExplanationRequest | null;
  readonly waits: WaitsRequest | null;
  readonly histories: readonly Scenario[];
  readonly saturations: readonly Scenario[];
}

/** The recorded history of a run, readable over any time span. */
export class RunHistory {
  /** The last result of `stateOver`, cached because every view reads it in every frame. */
  private last: { readonly span: Span; readonly cycle: number; readonly stretch: FrameInterval } | null = null;

  constructor(private readonly history: History) {}

  /**
   * The state over a time span. Times in the arguments and the result are in cycles of the document's first network; `cycle` is the length
   * of one cycle of the run in these cycles.
   */
  stateOver(span: Span, cycle = 1): FrameInterval {
    const { last } = this;
    if (last?.span.from === span.from && last.span.to === span.to && last.cycle === cycle) return last.stretch;
    const unscaled = this.history.stateBetween(span.from / cycle, span.to / cycle);
    rescaleFrame(unscaled.frame, this.history.layout, cycle);
    const stretch = { ...unscaled, from: unscaled.from * cycle, to: unscaled.to * cycle };
    this.last = { span, cycle, stretch };
    return stretch;
  }
}

/** Precision of a saturation load, phits per cycle and sending terminal. */
const saturationPrecision = 0.02;

/** All queries of the page except the explanation of a channel, whose code (`explanation-query.ts`) is loaded earlier. */
export class PageQueries {
  /**
   * The packets that waited at the downstream end of a channel, up to the time `to`; `waits` is null if the flow control cannot tell.
   * Because of the delays, a moving pointer starts few jobs, and the jobs for a continuing run are at least a second apart.
   */
  readonly waits: Query<WaitsRequest, { readonly to: number; readonly waits: Waits | null }>;
  /** Histories of runs; null if a run recorded none. They may be large, so they are deleted when the document changes. */
  readonly histories: QueryCache<Scenario, RunHistory | null>;
  /** Saturation loads of networks, independent of the load of the scenario. Found by several runs with low priority. */
  readonly saturations: QueryCache<Scenario, Saturation>;

  /**
   * Creates the queries of the page. For the unit of times in requests see {@link ChannelRequest}.
   * @param runners workers that return cached results if possible
   * @param onError called with a sentence about the missing answer, and the text of the error
   */
  constructor(
    workers: Pick<Workers, "findWaits" | "runWithHistory">,
    runners: Pick<Workers, "run">,
    onChange: () => void,
    onError: (description: string, words: string) => void,
  ) {
    this.waits = new Query({
      delay: 150,
      refreshDelay: 1000,
      keyOf: ({ scenario, channel, span, cycle }) => `${channel} ${span.from} ${cycle} ${runName(scenario)}`,
      start: ({ scenario, channel, span, cycle }) =>
        composeJob(async (run) => {
          const waits = await run(() => workers.findWaits(scenario, channel, intervalInRunCycles(span, cycle)));
          return { to: span.to, waits: waits === null ? null : rescaledWaits(waits, cycle) };
        }),
      isCurrent: ({ to, waits }, { span }) => waits === null || to === span.to,
      isRetried: true,
      onError: (words) => onError("The packets that waited here could not be found", words),
    });
    this.histories = new QueryCache({
      maxQueries: Infinity,
      keyOf: runName,
      start: (scenario) =>
        composeJob(async (run) => {
          // The code that reads histories is loaded with the first history.
          const [recordedHistory, { History }] = await Promise.all([
            run(() => workers.runWithHistory(scenario)),
            loadJobCode(import("../../core/simulation/history.ts")),
          ]);
          return recordedHistory === null ? null : new RunHistory(new History(recordedHistory));
        }),
      isRetried: true,
      onError: (words) => onError("The history of the run could not be recorded", words),
    });
    this.saturations = new QueryCache({
      delay: 500,
      maxQueries: 500,
      keyOf: (scenario) => runName(atFullLoad(scenario)),
      start: (scenario) =>
        composeJob(async (run) => {
          const { searchSaturation } = await loadJobCode(import("../../core/searches/saturation.ts"));
          return searchSaturation(atFullLoad(scenario), { precision: saturationPrecision }, (each) => run(() => runners.run(each, false)));
        }),
      isRetried: true,
      onError: (words) => onError("The saturation loads could not be found", words),
    });
    for (const each of this.queries) each.subscribe(onChange);
  }

  private get queries() {
    return [this.waits, this.histories, this.saturations];
  }

  /** Replaces all requests. */
  setRequests({ waits, histories, saturations }: PageRequests): void {
    this.waits.request(waits);
    this.histories.request(histories);
    this.saturations.request(saturations);
  }

  /** Repeats failed queries at the reader's request. */
  retry(): void {
    for (const each of this.queries) each.retry();
  }
}

/** The scenario at full load. */
const atFullLoad = memoize((scenario: Scenario): Scenario => withValueAtPath(scenario, loadPath, 1));
