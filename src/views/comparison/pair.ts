/** The two networks that a picture of two shows, of however many there are. */
import { once } from "../../core/base/once.ts";
import { insideOf } from "../../core/network/inside.ts";
import type { Network } from "../../core/network/network.ts";
import { countOf } from "../../words/numbers.ts";
import type { Variant, ViewData } from "../contract.ts";

/** A network of a pair; it is built. */
export interface Compared extends Variant {
  readonly network: Network;
}

export interface Pair {
  readonly a: Compared;
  readonly b: Compared;
}

/** The two networks chosen; null while there are fewer, or one of them is not built yet. */
export function pairOf({ variants, pair }: ViewData): Pair | null {
  const [a, b] = pair.map((index): Variant | undefined => variants[index]);
  return isBuilt(a) && isBuilt(b) ? { a, b } : null;
}

function isBuilt(variant: Variant | undefined): variant is Compared {
  return variant !== undefined && variant.network !== null;
}

/** True where both networks have the same terminals, switches and channels. */
export function isSameShape(a: Network, b: Network): boolean {
  return (
    a.terminals === b.terminals && a.switches === b.switches && a.head.length === b.head.length && a.head.every((n, c) => n === b.head[c])
  );
}

/** The page's data with one of its networks in front. */
export function dataOf(data: ViewData, own: Variant): ViewData {
  return { ...data, ...own };
}

/** Links of a network, those of the terminals included. */
export function linksOf(network: Network): number {
  return network.head.length / 2;
}

/** What a network is made of, the inside of hosts left out: `28 switches, 112 links`. */
export const countsOf = once((network: Network): string => {
  const { switches, links } = insideOf(network) ?? { switches: 0, links: 0 };
  const ofSwitches = network.isMedium === true ? "1 bus" : countOf(network.switches - switches, "switch", "switches");
  return `${ofSwitches}, ${countOf(linksOf(network) - links, "link", "links")}`;
});
