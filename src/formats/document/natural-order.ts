/** Sorts the nodes of a network as people list them: leaf 2 before leaf 10, in whatever order the text has them. */
import type { ReadNetwork } from "../contract.ts";

/**
 * The same network with its nodes sorted by name, where digits within names compare as numbers. Nodes that are named by numbers only keep
 * their order, which is deliberate.
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
