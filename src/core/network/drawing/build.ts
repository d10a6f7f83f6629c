/** Builds the network of a drawing. */
import { NetworkBuilder } from "../builder.ts";
import type { Look, Network } from "../network.ts";
import { connectedIn } from "./connected.ts";
import { classOf, type Drawing, type End, isTerminal, nameOfSwitch, type Place, terminalOf } from "./drawing.ts";

/**
 * Builds the network of a drawing. Nodes and ports keep their order. Nodes outside the active component remain in the network but do not
 * participate.
 */
export function buildDrawing(drawing: Drawing): Network {
  const { switches, terminals, links, axes, classes, capacities, forwards, isPartial } = drawing;
  const T = terminals.length;
  const net = new NetworkBuilder(T, switches.length, links.length, axes, forwards);
  const node = (end: End) => (isTerminal(end) ? terminalOf(end) : T + end);
  [...terminals, ...switches].forEach(({ at }, n) => at?.forEach((value, axis) => net.place(n, axis, value)));
  for (const name of classes) net.linkClass(name);
  if (classes.length === 0 && links.some(({ a, b }) => isTerminal(a) || isTerminal(b))) net.linkClass("terminal");
  const groups = capacities.map((capacity) => net.group(capacity));
  const ports = new Int32Array(switches.length);
  for (const each of links) {
    const link = net.connect(node(each.a), node(each.b), net.linkClass(classOf(each)));
    for (const end of [each.a, each.b]) if (!isTerminal(end)) ports[end]++;
    if (each.forth !== undefined) net.share(link, "forth", groups[each.forth]);
    if (each.back !== undefined) net.share(link, "back", groups[each.back]);
  }
  switches.forEach(({ spare = 0 }, s) => net.ports(s, ports[s] + spare));
  const { terminals: runs, isWhole } = connectedIn(drawing);
  const present = presentOf(drawing, runs);
  const look = lookOf(drawing);
  return {
    ...net.finish(),
    regular: isWhole && !isPartial,
    ...(present === null ? {} : { present }),
    ...(look === null ? {} : { look }),
  };
}

/** Names and places of the nodes; null if all nodes have their default name and an automatic place. */
export function lookOf({ switches, terminals }: Drawing): Look | null {
  const names = new Map<number, string>();
  const places = new Map<number, Place>();
  const T = terminals.length;
  [...terminals, ...switches].forEach((node, n) => {
    const { name, place } = node;
    const usual = "number" in node && node.number !== n - T ? nameOfSwitch(node) : undefined;
    if ((name ?? usual) !== undefined) names.set(n, (name ?? usual)!);
    if (place !== undefined) places.set(n, place);
  });
  return names.size + places.size === 0 ? null : { names, places };
}

/** Participating terminals if not all participate: those of the active component, and unreachable terminals that still receive packets. */
function presentOf({ terminals }: Drawing, runs: Uint8Array): Int32Array | null {
  const all = Int32Array.from(terminals.keys());
  const present = all.filter((t) => runs[t] === 1 || terminals[t].isLost === true);
  return present.length === all.length ? null : present;
}
