/** The active component of a drawing, which is the component that runs: the one with the most terminals. */
import { memoize } from "../../base/memoize.ts";
import { DisjointSets } from "../disjoint-sets.ts";
import { type Drawing, type LinkEnd, isTerminalEnd, terminalOfEnd } from "./drawing.ts";

/** The component of a drawing that runs. */
export interface ActiveComponent {
  /** [S] and [T] 1 for nodes of the active component. */
  readonly switches: Uint8Array;
  readonly terminals: Uint8Array;
  /** Number of terminals of the component. */
  readonly count: number;
  /** Whether the component contains all nodes of the drawing. */
  readonly isWhole: boolean;
}

/**
 * The connected component of a drawing that is simulated: the one with the most terminals. Ties are broken by the number of switches, then
 * by the lowest switch. Terminals connect components only if the drawing says that they forward packets.
 */
export const activeComponentOf = memoize((drawing: Drawing): ActiveComponent => {
  const { switches, terminals, links, forwards } = drawing;
  const switchCount = switches.length;
  // Disjoint sets over the switches, and over the terminals if they forward packets.
  const nodes = switchCount + terminals.length;
  const sets = new DisjointSets(nodes);
  const nodeOf = (end: LinkEnd) => (isTerminalEnd(end) ? switchCount + terminalOfEnd(end) : end);
  for (const { a, b } of links) {
    if ((isTerminalEnd(a) || isTerminalEnd(b)) && !forwards) continue;
    sets.union(nodeOf(a), nodeOf(b));
  }
  // By component: its terminals and switches.
  const size = { terminals: new Int32Array(nodes), switches: new Int32Array(nodes) };
  for (let s = 0; s < switchCount; s++) size.switches[sets.find(s)]++;
  // A terminal with links to several components belongs to each of them.
  const componentsOfTerminal: number[][] = terminals.map(() => []);
  for (const { a, b } of links) {
    for (const [end, otherEnd] of [
      [a, b],
      [b, a],
    ]) {
      if (!isTerminalEnd(end)) continue;
      const components = componentsOfTerminal[terminalOfEnd(end)];
      const component = sets.find(nodeOf(otherEnd));
      if (components.includes(component)) continue;
      components.push(component);
      size.terminals[component]++;
    }
  }
  // The component with the most terminals is active; ties go to the one with more switches.
  let bestComponent = 0;
  for (let component = 1; component < nodes; component++) {
    const difference = size.terminals[component] - size.terminals[bestComponent] || size.switches[component] - size.switches[bestComponent];
    if (difference > 0) bestComponent = component;
  }
  const isActive = {
    switches: Uint8Array.from({ length: switchCount }, (_, s) => (sets.find(s) === bestComponent ? 1 : 0)),
    terminals: Uint8Array.from(componentsOfTerminal, (ofTerminal) => (ofTerminal.includes(bestComponent) ? 1 : 0)),
  };
  return {
    ...isActive,
    count: isActive.terminals.reduce((sum, each) => sum + each, 0),
    isWhole: isActive.switches.every((each) => each === 1) && isActive.terminals.every((each) => each === 1),
  };
});
