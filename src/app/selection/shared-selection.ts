/** The selection as it applies to each of several compared networks. */
import type { Explanation } from "../../core/searches/explanation.ts";
import type { Network } from "../../core/network/network.ts";
import type { PageSelection } from "../../core/network/selection.ts";
import type { Highlight, NetworkSelection, Variant } from "../../views/contract.ts";
import { isSameShape } from "../../views/comparison/pair.ts";
import { highlightOfSelection, nothingHighlighted } from "./highlight.ts";

/** The properties of a network needed to find the selected element in it. */
export type SelectionContext = Pick<Variant, "index" | "network" | "results"> & Partial<Pick<Variant, "analysis">>;

const emptySelection: NetworkSelection = { is: "nothing" };

/**
 * Several networks are compared, and an element is selected in one of them (`pageSelection.of` is its index in `networks`). Returns the
 * corresponding element of the network `target`, or nothing. In networks with the same channels, elements with equal numbers correspond; in
 * others only terminals and flows do. A message corresponds to the equal message of the other network, or else to its flow.
 */
function selectionIn(pageSelection: PageSelection, target: SelectionContext, networks: readonly SelectionContext[]): NetworkSelection {
  if (pageSelection.is === "nothing" || target.index === pageSelection.of) return pageSelection;
  const selectedNetwork = networks[pageSelection.of];
  if (target.network === null || selectedNetwork === undefined || selectedNetwork.network === null) return emptySelection;
  const { terminals } = target.network;
  switch (pageSelection.is) {
    case "channel":
    case "switch":
      return hasSameChannels(target.network, selectedNetwork.network) ? pageSelection : emptySelection;
    case "terminal":
      return pageSelection.terminal < terminals ? pageSelection : emptySelection;
    // An interval on the time line of a rank belongs to one run. In other networks only the terminal is selected.
    case "stretch":
      return pageSelection.terminal < terminals ? { is: "terminal", terminal: pageSelection.terminal } : emptySelection;
    case "flow":
    case "message": {
      const { source, destination } = pageSelection;
      if (Math.max(source, destination) >= terminals) return emptySelection;
      const message = pageSelection.is === "message" ? target.results?.messages[pageSelection.message] : undefined;
      return message?.source === source && message.destination === destination ? pageSelection : { is: "flow", source, destination };
    }
  }
}

/**
 * Index of the network that the channel card describes: the active network if it has the selected element, otherwise the network in which
 * the element was selected.
 */
export function subjectNetworkOf(picked: PageSelection, active: number, networks: readonly SelectionContext[]): number {
  if (picked.is === "nothing" || networks[picked.of] === undefined) return active;
  return networks[active] !== undefined && selectionIn(picked, networks[active], networks).is !== "nothing" ? active : picked.of;
}

/**
 * Selection and highlighted elements in each of several compared networks, so that a selection in one of them shows in all. A network
 * without the selected element shows only the highlighted terminals.
 * @param picked the selection of the page, with the index of the network in which it was made
 * @param subject index of the network that the channel card describes
 * @param cardChannel channel of that network on the channel card while nothing is selected, or −1
 * @param explanation flows that cross that channel, once known
 */
export function selectionsOf(
  picked: PageSelection,
  networks: readonly SelectionContext[],
  subject: number,
  cardChannel: number,
  explanation: Explanation | null,
): readonly Pick<Variant, "selected" | "highlight" | "selectedChannel">[] {
  // While nothing is selected, the channel of the card is highlighted like a selected one.
  const cardSelection: PageSelection = cardChannel < 0 ? picked : { is: "channel", channel: cardChannel, of: subject };
  const selections = networks.map((each) => {
    const selected = selectionIn(picked, each, networks);
    const selectedChannel = cardChannel >= 0 && selectionIn(cardSelection, each, networks).is !== "nothing" ? cardChannel : -1;
    const highlight =
      each.network === null
        ? nothingHighlighted
        : highlightOfSelection(selected, selectedChannel, each.network, each.index === subject ? explanation : null, each.analysis ?? null);
    return { selected, highlight, selectedChannel };
  });
  const { highlight } = selections[subject] ?? { highlight: nothingHighlighted };
  return selections.map((each, i) => ({ ...each, highlight: withHighlightedTerminals(each.highlight, highlight, networks[i].network) }));
}

/** Adds the highlighted terminals of another network, as far as they exist in this one. */
function withHighlightedTerminals(highlight: Highlight, { terminals }: Highlight, network: Network | null): Highlight {
  const added = [...terminals].filter((t) => t < (network?.terminals ?? 0) && !highlight.terminals.has(t));
  return added.length === 0 ? highlight : { ...highlight, terminals: new Set([...highlight.terminals, ...added]) };
}

const sameShapeCache = new WeakMap<Network, WeakMap<Network, boolean>>();

/** Whether two networks have the same channels; cached. */
function hasSameChannels(a: Network, b: Network): boolean {
  const cache = sameShapeCache.get(a) ?? new WeakMap<Network, boolean>();
  sameShapeCache.set(a, cache);
  const isSame = cache.get(b) ?? isSameShape(a, b);
  cache.set(b, isSame);
  return isSame;
}
