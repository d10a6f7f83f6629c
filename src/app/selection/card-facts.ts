/** What the card of the channel tells at this moment: of the thing picked, else of the busiest channel. */
import type { Explanation } from "../../core/searches/explanation.ts";
import type { Page } from "../create-page.ts";
import { channelCard } from "../state/view-state.ts";
import { channelFacts } from "./channel.ts";
import type * as Other from "./picked.ts";

/** What the card shows: facts of a channel, or of another thing that was picked. */
export interface CardFacts extends Other.PickedFacts {
  /** Letter of its network; empty where that stands alone. */
  readonly letter: string;
  /** Load of the channel as a part of what it can carry, 0 to 1; null for anything else. */
  readonly share: number | null;
  /** Whether its network has deadlocked. */
  readonly isDead: boolean;
  readonly why: Explanation | null;
}

/**
 * Null while there is nothing to tell of.
 * @param others how things that are no channel are told; null where only a channel is wanted
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
