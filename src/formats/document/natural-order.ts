/** The order in which people list a network's nodes: leaf 2 before leaf 10, whatever order their text has. */
import type { ReadNetwork } from "../contract.ts";

/**
 * The same network with its nodes in the order of their names, numbers within them counting as such. Nodes that are called by
 * numbers keep the order that they have: it is meant.
 */
export function inNaturalOrder(read: ReadNetwork): ReadNetwork {
  const { nodes, links } = read;
  if (nodes.every(({ id }) => /^[a-z]?\d+$/i.test(id))) return read;
  const { compare } = new Intl.Collator("en", { numeric: true });
  const names = nodes.map(({ id, name = id }) => name);
  const order = Array.from(nodes.keys()).sort((a, b) => compare(names[a], names[b]) || a - b);
  const place = new Int32Array(nodes.length);
  order.forEach((was, is) => (place[was] = is));
  return { nodes: order.map((n) => nodes[n]), links: links.map((link) => ({ ...link, a: place[link.a], b: place[link.b] })) };
}
