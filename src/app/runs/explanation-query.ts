/** The query why a channel is busy: which flows cross it, and which packets wait for it. */
import { intervalInRunCycles } from "../../core/results/rescale.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import type { Explanation } from "../../core/searches/explanation.ts";
import type { Span } from "../../views/contract.ts";
import type { Workers } from "../../worker/client.ts";
import { composeJob } from "../../worker/job.ts";
import { loadJobCode, Query } from "./query.ts";
import { runName } from "./run-name.ts";

/**
 * A channel of a scenario. Times in the request and the answer are in cycles of the document's first network; `cycle` is the length of one
 * cycle of the scenario in these cycles.
 */
export interface ChannelRequest {
  readonly scenario: Scenario;
  readonly channel: number;
  readonly cycle: number;
}

/** Asks for an explanation of a channel over a time span; a `span` of null means the measurement window. */
export interface ExplanationRequest extends ChannelRequest {
  readonly span: Span | null;
}

/**
 * A query that explains a channel: a second run of the scenario records whose packets cross the channel in a time span and who waits for
 * it. Starts after 350 ms, because readers step through selections quickly. For the unit of times see {@link ChannelRequest}.
 * @param onError called with the text of an error, without the final period
 */
export function explanationQuery(
  workers: Pick<Workers, "explain">,
  onError: (words: string) => void,
): Query<ExplanationRequest, Explanation> {
  return new Query({
    delay: 350,
    keyOf: ({ scenario, channel, span, cycle }) => `${channel} ${span?.from ?? ""} ${span?.to ?? ""} ${cycle} ${runName(scenario)}`,
    start: ({ scenario, channel, span, cycle }) =>
      composeJob(async (run) => {
        const spanOfRun = span === null ? null : intervalInRunCycles(span, cycle);
        const explanation = await run(() => workers.explain(scenario, channel, spanOfRun));
        if (cycle === 1) return explanation;
        const { rescaledExplanation } = await loadJobCode(import("../../core/results/rescale-searches.ts"));
        return rescaledExplanation(explanation, cycle);
      }),
    isRetried: true,
    onError,
  });
}
