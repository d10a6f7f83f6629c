/** What the reader has picked, as each of the networks beside each other has it. */
import type { Explanation } from "../../core/searches/explanation.ts";
import type { Network } from "../../core/network/network.ts";
import type { Picked } from "../../core/network/selected.ts";
import type { Highlight, Selected, Variant } from "../../views/contract.ts";
import { isSameShape } from "../../views/comparison/pair.ts";
import { highlightedBy, nothingHighlighted } from "./highlight.ts";

/** What must be known of a network to say what it has. */
export type Owner = Pick<Variant, "index" | "network" | "results"> & Partial<Pick<Variant, "analysis">>;

const nothing: Selected = { is: "nothing" };

/**
 * What is picked, as a network has it. Networks of one shape have all in common, others their terminals and what goes from one to
 * the other, by number; a message where both send the same one, else it is the flow that it is part of.
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
    // Another run has other stretches: of this one only whose it is can be shown.
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

/** The network that the page speaks of: the one in front where it has what is picked, else the one that it was picked in. */
export function speaksOf(picked: Picked, front: number, all: readonly Owner[]): number {
  if (picked.is === "nothing" || all[picked.of] === undefined) return front;
  return all[front] !== undefined && selectedIn(picked, all[front], all).is !== "nothing" ? front : picked.of;
}

/**
 * What is picked and what lights up in each of several networks: where a network does not have the thing, only the terminals
 * that light up with it.
 * @param subject the network that the page speaks of, and `shown` its channel that the page speaks of, or −1
 * @param why the flows that cross that channel, once they are known
 */
export function picksOf(
  picked: Picked,
  all: readonly Owner[],
  subject: number,
  shown: number,
  why: Explanation | null,
): readonly Pick<Variant, "selected" | "highlight" | "selectedChannel">[] {
  // While nothing is picked, the page speaks of a channel all the same.
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

/** What is highlighted of a network, and of the terminals that light up in another one those that it has too. */
function alsoHighlighted(own: Highlight, { terminals }: Highlight, network: Network | null): Highlight {
  const also = [...terminals].filter((t) => t < (network?.terminals ?? 0) && !own.terminals.has(t));
  return also.length === 0 ? own : { ...own, terminals: new Set([...own.terminals, ...also]) };
}

const likes = new WeakMap<Network, WeakMap<Network, boolean>>();

/** Whether two networks have the same channels; looked at once. */
function isLike(a: Network, b: Network): boolean {
  const known = likes.get(a) ?? new WeakMap<Network, boolean>();
  likes.set(a, known);
  const found = known.get(b) ?? isSameShape(a, b);
  known.set(b, found);
  return found;
}
