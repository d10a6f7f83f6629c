/** Why a channel is busy: the flows that cross it, and who waits for it. */
import { ownSpan } from "../../core/results/rescale.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import type { Explanation } from "../../core/searches/explanation.ts";
import type { Span } from "../../views/contract.ts";
import type { Workers } from "../../worker/client.ts";
import { composeJob } from "../../worker/job.ts";
import { jobCode, Query } from "./query.ts";
import { runName } from "./run-name.ts";

/** A channel of a scenario. Its times are given and answered in cycles of which one of the run is `cycle`. */
export interface ChannelRequest {
  readonly scenario: Scenario;
  readonly channel: number;
  readonly cycle: number;
}

/** Within a stretch of time, or the window measured. */
export interface ExplanationRequest extends ChannelRequest {
  readonly span: Span | null;
}

/**
 * Begins after a rest: picks are stepped through.
 * @param onError hears of an error, as the end of a sentence
 */
export function explanationQuery(
  workers: Pick<Workers, "explain">,
  onError: (words: string) => void,
): Query<ExplanationRequest, Explanation> {
  return new Query({
    rest: 350,
    keyOf: ({ scenario, channel, span, cycle }) => `${channel} ${span?.from ?? ""} ${span?.to ?? ""} ${cycle} ${runName(scenario)}`,
    start: ({ scenario, channel, span, cycle }) =>
      composeJob(async (run) => {
        const own = span === null ? null : ownSpan(span, cycle);
        const explanation = await run(() => workers.explain(scenario, channel, own));
        if (cycle === 1) return explanation;
        const { rescaledExplanation } = await jobCode(import("../../core/results/rescale-searches.ts"));
        return rescaledExplanation(explanation, cycle);
      }),
    isRetried: true,
    onError,
  });
}
