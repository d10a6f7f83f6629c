/** Builds the network of a drawing. */
import { NetworkBuilder } from "../builder.ts";
import type { NodeAppearance, Network } from "../network.ts";
import { activeComponentOf } from "./active-component.ts";
import { linkClassOf, type Drawing, type LinkEnd, isTerminalEnd, nameOfSwitch, type DrawnPlace, terminalOfEnd } from "./drawing.ts";

/**
 * Builds the network of a drawing (a network that somebody has drawn, with switches, terminals and links). Nodes and ports keep their
 * order. Nodes outside the active component, the one with the most terminals, remain in the network but do not participate.
 */
export function buildDrawing(drawing: Drawing): Network {
  const { switches, terminals, links, axes, classes, capacities, forwards, isPartial } = drawing;
  const terminalCount = terminals.length;
  const builder = new NetworkBuilder(terminalCount, switches.length, links.length, axes, forwards);
  const nodeOf = (end: LinkEnd) => (isTerminalEnd(end) ? terminalOfEnd(end) : terminalCount + end);
  [...terminals, ...switches].forEach(({ at }, n) => at?.forEach((value, axis) => builder.setCoordinate(n, axis, value)));
  for (const name of classes) builder.linkClass(name);
  // If the drawing lists no classes, the terminal class comes first, as in networks of topologies.
  if (classes.length === 0 && links.some(({ a, b }) => isTerminalEnd(a) || isTerminalEnd(b))) builder.linkClass("terminal");
  const groups = capacities.map((capacity) => builder.addGroup(capacity));
  const portsInUse = new Int32Array(switches.length);
  for (const drawnLink of links) {
    const link = builder.connect(nodeOf(drawnLink.a), nodeOf(drawnLink.b), builder.linkClass(linkClassOf(drawnLink)));
    for (const end of [drawnLink.a, drawnLink.b]) if (!isTerminalEnd(end)) portsInUse[end]++;
    if (drawnLink.forth !== undefined) builder.addToGroup(link, "forth", groups[drawnLink.forth]);
    if (drawnLink.back !== undefined) builder.addToGroup(link, "back", groups[drawnLink.back]);
  }
  switches.forEach(({ spare = 0 }, s) => builder.setPorts(s, portsInUse[s] + spare));
  const { terminals: isActive, isWhole } = activeComponentOf(drawing);
  const present = participatingTerminals(drawing, isActive);
  const appearance = lookOf(drawing);
  return {
    ...builder.finish(),
    regular: isWhole && !isPartial,
    ...(present === null ? {} : { present }),
    ...(appearance === null ? {} : { look: appearance }),
  };
}

/** Names and places of the nodes; null if all nodes have their default name and an automatic place. */
export function lookOf({ switches, terminals }: Drawing): NodeAppearance | null {
  const names = new Map<number, string>();
  const places = new Map<number, DrawnPlace>();
  const terminalCount = terminals.length;
  [...terminals, ...switches].forEach((node, n) => {
    const { name, place } = node;
    const numberedName = "number" in node && node.number !== n - terminalCount ? nameOfSwitch(node) : undefined;
    if ((name ?? numberedName) !== undefined) names.set(n, (name ?? numberedName)!);
    if (place !== undefined) places.set(n, place);
  });
  return names.size + places.size === 0 ? null : { names, places };
}

/** Terminals of the active component, and unreachable terminals that still receive packets; null if all terminals participate. */
function participatingTerminals({ terminals }: Drawing, isActive: Uint8Array): Int32Array | null {
  const all = Int32Array.from(terminals.keys());
  const present = all.filter((t) => isActive[t] === 1 || terminals[t].isLost === true);
  return present.length === all.length ? null : present;
}
