/** What views need that is not computed for the document in any case: pure functions of the store's state and of what is known of the runs. */
import { loadOf } from "../../core/scenario/load.ts";
import { countedIn } from "../../views/readings/loads.ts";
import { namedVariants } from "../../words/variants.ts";
import type { Workbench } from "../state/workbench.ts";
import type { ExplanationRequest } from "../runs/explanation-query.ts";
import type { WaitsRequest } from "../runs/page-queries.ts";
import type { KnownRun } from "../runs/page-runs.ts";
import { type DrawnRun, shownSpan, subjectOf } from "./view-data.ts";

/** A channel that the reader points at, and the number of its network. */
export interface Pointed {
  readonly channel: number;
  readonly of: number;
}

/** A run as the reader may see it. */
export type SeenRun = KnownRun & Pick<DrawnRun, "stretch">;

/** A channel of a network with more terminals is explained only when it has been picked. */
const mostUnasked = 256;

/** Why a channel of the network that the page speaks of is busy. */
export function explanationRequest(state: Workbench, runs: readonly KnownRun[], channel: number): ExplanationRequest | null {
  const { selected, span } = state.session;
  const of = subjectOf(state, runs);
  const { state: run, played } = runs[of];
  const network = played?.opened.network ?? null;
  if (channel < 0 || network === null || run.isAnswerStale || run.playback?.state.is === "opening") return null;
  if (selected.is !== "channel" && network.terminals > mostUnasked) return null;
  const { scenarios, cycles } = namedVariants(state.document.current);
  return { scenario: scenarios[of] ?? state.document.current, channel, span, cycle: cycles[of] ?? 1 };
}

/** Who waited behind the channel that the reader points at, while the numbers are counted that are shown. @param run that of its network */
export function waitsRequest({ document }: Workbench, { channel, of }: Pointed, run: SeenRun): WaitsRequest | null {
  const frame = run.stretch?.frame ?? run.played?.frame ?? null;
  if (frame === null || channel >= frame.phits.length || run.state.playback?.state.is === "opening") return null;
  const { scenarios, cycles } = namedVariants(document.current);
  return { scenario: scenarios[of], channel, span: shownSpan(run.stretch) ?? countedIn(frame), cycle: cycles[of] };
}

/** Whether the reader has asked what the networks give where they are full. */
export function needsSaturations({ view, document }: Workbench): boolean {
  const { scenarios } = namedVariants(document.current);
  const isAsked = view.choices["performance-per-cost"]?.["by"] === "saturation" && scenarios.length > 1;
  return isAsked && scenarios.every((each) => loadOf(each) !== null);
}
