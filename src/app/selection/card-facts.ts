/** The content of the channel card: facts of the selected element, or of the busiest channel if nothing is selected. */
import type { Explanation } from "../../core/searches/explanation.ts";
import type { Page } from "../create-page.ts";
import { channelCard } from "../state/view-state.ts";
import { channelFacts } from "./channel.ts";
import type * as Other from "./picked.ts";

/** Facts of a channel, or of another selected element. */
export interface CardFacts extends Other.PickedFacts {
  /** Letter of its network; empty if there is only one. */
  readonly letter: string;
  /** Load of a channel as a fraction of its capacity, 0 to 1; null for other elements. */
  readonly share: number | null;
  /** Whether its network has deadlocked. */
  readonly isDead: boolean;
  readonly why: Explanation | null;
}

/**
 * The facts to show; null if there are none.
 * @param selectionFactsCode describes elements other than channels; null if only a channel is requested
 */
export function presentFacts({ store, view, runs }: Page, others: typeof Other | null): CardFacts | null {
  const { span } = store.getState().session;
  const whole = view.data(channelCard);
  const of = view.subject();
  const data = { ...whole, ...whole.variants[of] };
  const { letter } = data;
  const picked = others?.pickedFacts(data.selected, data) ?? null;
  if (picked !== null) return { ...picked, letter, share: null, isDead: false, why: null };
  const { network, frame, selectedChannel: channel, packetPhits, cycle, links } = data;
  if (network === null || frame === null || channel < 0) return null;
  const { analysis, answer, isCurveStale } = runs.all[of].snapshot();
  const circle = view.isDeadlocked() ? (answer?.results.deadlockChannels ?? []) : [];
  const shown = span === null ? null : data.span;
  const why = view.explanationOf(channel);
  const demand = isCurveStale ? null : analysis;
  return {
    ...channelFacts(data.units, network, frame, channel, packetPhits, data.load, demand, circle, shown, cycle, why, links),
    letter,
    isDead: circle.length > 0,
    why,
  };
}
