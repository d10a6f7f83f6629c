/** The active component of a drawing, which is the component that runs: the one with the most terminals. */
import { once } from "../../base/once.ts";
import { Pieces } from "../pieces.ts";
import { type Drawing, type End, isTerminal, terminalOf } from "./drawing.ts";

/** The component of a drawing that runs. */
export interface Connected {
  /** [S] and [T] 1 for nodes of the active component. */
  readonly switches: Uint8Array;
  readonly terminals: Uint8Array;
  /** Number of terminals of the component. */
  readonly count: number;
  /** Whether the component contains all nodes of the drawing. */
  readonly isWhole: boolean;
}

/**
 * The component with the most terminals. Ties are broken by the number of switches, then by the lowest switch. Terminals forward packets
 * only if the drawing says so.
 */
export const connectedIn = once((drawing: Drawing): Connected => {
  const { switches, terminals, links, forwards } = drawing;
  const S = switches.length;
  // Disjoint sets over the switches, and over the terminals if they forward packets.
  const nodes = S + terminals.length;
  const pieces = new Pieces(nodes);
  const nodeOf = (end: End) => (isTerminal(end) ? S + terminalOf(end) : end);
  for (const { a, b } of links) {
    if ((isTerminal(a) || isTerminal(b)) && !forwards) continue;
    pieces.join(nodeOf(a), nodeOf(b));
  }
  const size = { terminals: new Int32Array(nodes), switches: new Int32Array(nodes) };
  for (let s = 0; s < S; s++) size.switches[pieces.of(s)]++;
  // A terminal with links to several components belongs to each of them.
  const partsOf: number[][] = terminals.map(() => []);
  for (const { a, b } of links) {
    for (const [end, other] of [
      [a, b],
      [b, a],
    ]) {
      if (!isTerminal(end)) continue;
      const own = partsOf[terminalOf(end)];
      const part = pieces.of(nodeOf(other));
      if (own.includes(part)) continue;
      own.push(part);
      size.terminals[part]++;
    }
  }
  let best = 0;
  for (let part = 1; part < nodes; part++) {
    const more = size.terminals[part] - size.terminals[best] || size.switches[part] - size.switches[best];
    if (more > 0) best = part;
  }
  const inPart = {
    switches: Uint8Array.from({ length: S }, (_, s) => (pieces.of(s) === best ? 1 : 0)),
    terminals: Uint8Array.from(partsOf, (parts) => (parts.includes(best) ? 1 : 0)),
  };
  return {
    ...inPart,
    count: inPart.terminals.reduce((sum, each) => sum + each, 0),
    isWhole: inPart.switches.every((each) => each === 1) && inPart.terminals.every((each) => each === 1),
  };
});
