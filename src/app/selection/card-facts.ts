/** The content of the channel card: facts of the selected element, or of the busiest channel if nothing is selected. */
import type { Explanation } from "../../core/searches/explanation.ts";
import type { Page } from "../create-page.ts";
import { channelCard } from "../state/view-state.ts";
import { channelFacts } from "./channel-facts.ts";
import type * as Other from "./selection-facts.ts";

/** Facts of a channel, or of another selected element. */
export interface CardFacts extends Other.SelectionFacts {
  /** Letter of the element's network; empty if there is only one network. */
  readonly letter: string;
  /** Load of a channel as a fraction of its capacity, 0 to 1; null for other elements. */
  readonly share: number | null;
  /** Whether the element's network has deadlocked. */
  readonly isDeadlocked: boolean;
  readonly explanation: Explanation | null;
}

/**
 * Facts for the card of the selected element or, while nothing is selected, of the busiest channel, in the network that the card describes
 * (`subject`, its index). Null if there are none.
 * @param selectionFactsCode describes elements other than channels; null if only a channel is requested
 */
export function currentCardFacts({ store, view, runs }: Page, selectionFactsCode: typeof Other | null): CardFacts | null {
  const { span } = store.getState().session;
  const pageData = view.data(channelCard);
  const subject = view.subject();
  const data = { ...pageData, ...pageData.variants[subject] };
  const { letter } = data;
  const selectionFacts = selectionFactsCode?.selectionFactsOf(data.selected, data) ?? null;
  if (selectionFacts !== null) return { ...selectionFacts, letter, share: null, isDeadlocked: false, explanation: null };
  const { network, frame, selectedChannel: channel, packetPhits, cycle, links } = data;
  if (network === null || frame === null || channel < 0) return null;
  const { analysis, answer, isCurveStale } = runs.all[subject].snapshot();
  const deadlockChannels = view.isDeadlocked() ? (answer?.results.deadlockChannels ?? []) : [];
  const selectedSpan = span === null ? null : data.span;
  const explanation = view.explanationOf(channel);
  const currentAnalysis = isCurveStale ? null : analysis;
  return {
    ...channelFacts(
      data.units,
      network,
      frame,
      channel,
      packetPhits,
      data.load,
      currentAnalysis,
      deadlockChannels,
      selectedSpan,
      cycle,
      explanation,
      links,
    ),
    letter,
    isDeadlocked: deadlockChannels.length > 0,
    explanation,
  };
}
