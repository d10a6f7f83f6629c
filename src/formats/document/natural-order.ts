/** Sorts the nodes of a network as people list them: leaf 2 before leaf 10, in whatever order the text has them. */
import type { ReadNetwork } from "../contract.ts";

/**
 * The same network with its nodes sorted by name, where digits within names compare as numbers. Nodes that are named by numbers only keep
 * their order, which is deliberate.
 */
export function inNaturalOrder(network: ReadNetwork): ReadNetwork {
  const { nodes, links } = network;
  if (nodes.every(({ id }) => /^[a-z]?\d+$/i.test(id))) return network;
  const { compare } = new Intl.Collator("en", { numeric: true });
  const names = nodes.map(({ id, name = id }) => name);
  const order = Array.from(nodes.keys()).sort((a, b) => compare(names[a], names[b]) || a - b);
  const newIndex = new Int32Array(nodes.length);
  order.forEach((oldIndex, index) => (newIndex[oldIndex] = index));
  return { nodes: order.map((n) => nodes[n]), links: links.map((link) => ({ ...link, a: newIndex[link.a], b: newIndex[link.b] })) };
}
