/** The selection as it applies to each of several compared networks. */
import type { Explanation } from "../../core/searches/explanation.ts";
import type { Network } from "../../core/network/network.ts";
import type { Picked } from "../../core/network/selected.ts";
import type { Highlight, Selected, Variant } from "../../views/contract.ts";
import { isSameShape } from "../../views/comparison/pair.ts";
import { highlightedBy, nothingHighlighted } from "./highlight.ts";

/** The properties of a network needed to find the selected element in it. */
export type Owner = Pick<Variant, "index" | "network" | "results"> & Partial<Pick<Variant, "analysis">>;

const nothing: Selected = { is: "nothing" };

/**
 * The selection in a network other than its own. Networks of the same shape share all elements by number; others share terminals and flows.
 * A message is shared if both networks send the same one; otherwise its flow is selected.
 */
function selectedIn(picked: Picked, own: Owner, all: readonly Owner[]): Selected {
  if (picked.is === "nothing" || own.index === picked.of) return picked;
  const owner = all[picked.of];
  if (own.network === null || owner === undefined || owner.network === null) return nothing;
  const { terminals } = own.network;
  switch (picked.is) {
    case "channel":
    case "switch":
      return isLike(own.network, owner.network) ? picked : nothing;
    case "terminal":
      return picked.terminal < terminals ? picked : nothing;
    // Intervals belong to one run. In other networks only the terminal is selected.
    case "stretch":
      return picked.terminal < terminals ? { is: "terminal", terminal: picked.terminal } : nothing;
    case "flow":
    case "message": {
      const { source, destination } = picked;
      if (Math.max(source, destination) >= terminals) return nothing;
      const same = picked.is === "message" ? own.results?.messages[picked.message] : undefined;
      return same?.source === source && same.destination === destination ? picked : { is: "flow", source, destination };
    }
  }
}

/** Index of the network that the page refers to: the active one if it has the selected element, otherwise that of the selection. */
export function speaksOf(picked: Picked, front: number, all: readonly Owner[]): number {
  if (picked.is === "nothing" || all[picked.of] === undefined) return front;
  return all[front] !== undefined && selectedIn(picked, all[front], all).is !== "nothing" ? front : picked.of;
}

/**
 * Selection and highlight in each of several networks. A network without the selected element shows only the highlighted terminals.
 * @param subject index of the network that the page refers to
 * @param cardChannel channel of that network on the channel card while nothing is selected, or −1
 * @param explanation flows that cross that channel, once known
 */
export function picksOf(
  picked: Picked,
  all: readonly Owner[],
  subject: number,
  shown: number,
  why: Explanation | null,
): readonly Pick<Variant, "selected" | "highlight" | "selectedChannel">[] {
  // While nothing is selected, the page still refers to one channel.
  const meant: Picked = shown < 0 ? picked : { is: "channel", channel: shown, of: subject };
  const own = all.map((each) => {
    const selected = selectedIn(picked, each, all);
    const selectedChannel = shown >= 0 && selectedIn(meant, each, all).is !== "nothing" ? shown : -1;
    const highlight =
      each.network === null
        ? nothingHighlighted
        : highlightedBy(selected, selectedChannel, each.network, each.index === subject ? why : null, each.analysis ?? null);
    return { selected, highlight, selectedChannel };
  });
  const { highlight } = own[subject] ?? { highlight: nothingHighlighted };
  return own.map((each, i) => ({ ...each, highlight: alsoHighlighted(each.highlight, highlight, all[i].network) }));
}

/** Adds the highlighted terminals of another network, as far as they exist in this one. */
function alsoHighlighted(own: Highlight, { terminals }: Highlight, network: Network | null): Highlight {
  const also = [...terminals].filter((t) => t < (network?.terminals ?? 0) && !own.terminals.has(t));
  return also.length === 0 ? own : { ...own, terminals: new Set([...own.terminals, ...also]) };
}

const likes = new WeakMap<Network, WeakMap<Network, boolean>>();

/** Whether two networks have the same channels; cached. */
function isLike(a: Network, b: Network): boolean {
  const known = likes.get(a) ?? new WeakMap<Network, boolean>();
  likes.set(a, known);
  const found = known.get(b) ?? isSameShape(a, b);
  known.set(b, found);
  return found;
}
