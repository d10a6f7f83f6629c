/** Which queries views need besides what is always computed for the document. Pure functions of the store's state and the runs. */
import { scenarioLoad } from "../../core/scenario/load.ts";
import { countedSpan } from "../../views/readings/loads.ts";
import { namedVariants } from "../../words/variants.ts";
import type { Workbench } from "../state/workbench.ts";
import type { ExplanationRequest } from "../runs/explanation-query.ts";
import type { WaitsRequest } from "../runs/page-queries.ts";
import type { RunSnapshot } from "../runs/page-runs.ts";
import { type RunInputs, coveredSpan, subjectIndex } from "./view-data.ts";

/** A channel under the pointer, and the index of its network. */
export interface HoveredChannel {
  readonly channel: number;
  readonly of: number;
}

/** A run without the parts that a lesson hides. */
export type VisibleRun = RunSnapshot & Pick<RunInputs, "intervalState">;

/** In networks with more terminals, a channel is explained only if it is selected. */
const maxTerminalsWithoutSelection = 256;

/** The request for an explanation of a channel of the network that the channel card describes; null if no explanation is needed. */
export function explanationRequest(state: Workbench, runs: readonly RunSnapshot[], channel: number): ExplanationRequest | null {
  const { selected, span } = state.session;
  const subject = subjectIndex(state, runs);
  const { state: run, played } = runs[subject];
  const network = played?.opened.network ?? null;
  if (channel < 0 || network === null || run.isAnswerStale || run.playback?.state.is === "opening") return null;
  if (selected.is !== "channel" && network.terminals > maxTerminalsWithoutSelection) return null;
  const { scenarios, cycles } = namedVariants(state.document.current);
  return { scenario: scenarios[subject] ?? state.document.current, channel, span, cycle: cycles[subject] ?? 1 };
}

/**
 * The request for packets that waited at the downstream end of the hovered channel, over the same time as the numbers shown.
 * @param run run of the network that contains the channel
 */
export function waitsRequest({ document }: Workbench, { channel, of }: HoveredChannel, run: VisibleRun): WaitsRequest | null {
  const frame = run.intervalState?.frame ?? run.played?.frame ?? null;
  if (frame === null || channel >= frame.phits.length || run.state.playback?.state.is === "opening") return null;
  const { scenarios, cycles } = namedVariants(document.current);
  return { scenario: scenarios[of], channel, span: coveredSpan(run.intervalState) ?? countedSpan(frame), cycle: cycles[of] };
}

/** Whether the reader has asked for performance per cost at saturation. */
export function needsSaturations({ view, document }: Workbench): boolean {
  const { scenarios } = namedVariants(document.current);
  const isRequested = view.choices["performance-per-cost"]?.["by"] === "saturation" && scenarios.length > 1;
  return isRequested && scenarios.every((each) => scenarioLoad(each) !== null);
}
