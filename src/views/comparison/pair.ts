/** The two networks that a view of a pair shows, of all networks on the page. */
import { memoize } from "../../core/base/memoize.ts";
import { hostInternalsOf } from "../../core/network/host-internals.ts";
import type { Network } from "../../core/network/network.ts";
import { countOf } from "../../words/numbers.ts";
import type { Variant, ViewData } from "../contract.ts";

/** A network that has been built. */
export interface BuiltVariant extends Variant {
  readonly network: Network;
}

export interface NetworkPair {
  readonly a: BuiltVariant;
  readonly b: BuiltVariant;
}

/** The two chosen networks; null if there are fewer than two, or one of them has not been built yet. */
export function chosenPair({ variants, pair }: ViewData): NetworkPair | null {
  const [a, b] = pair.map((index): Variant | undefined => variants[index]);
  return isBuilt(a) && isBuilt(b) ? { a, b } : null;
}

function isBuilt(variant: Variant | undefined): variant is BuiltVariant {
  return variant !== undefined && variant.network !== null;
}

/** Whether two networks have the same terminals, switches and channels. */
export function isSameShape(a: Network, b: Network): boolean {
  return (
    a.terminals === b.terminals && a.switches === b.switches && a.head.length === b.head.length && a.head.every((n, c) => n === b.head[c])
  );
}

const nothingHighlighted: ViewData["highlight"] = { channels: new Set(), switches: new Set(), terminals: new Set() };

/** The data of the page with this network as the active one, without the selection, which is drawn above all networks. */
export function withoutSelection(data: ViewData, variant: Variant): ViewData {
  return { ...data, ...variant, selected: { is: "nothing" }, highlight: nothingHighlighted, selectedChannel: -1 };
}

/** Number of links, including those of terminals. */
export function linkCount(network: Network): number {
  return network.head.length / 2;
}

/** Counts of a network without the inside of its hosts: `28 switches, 112 links`. */
export const sayCounts = memoize((network: Network): string => {
  const { switches, links } = hostInternalsOf(network) ?? { switches: 0, links: 0 };
  const ofSwitches = network.isMedium === true ? "1 bus" : countOf(network.switches - switches, "switch", "switches");
  return `${ofSwitches}, ${countOf(linkCount(network) - links, "link", "links")}`;
});
