/** What terminals and flows are called where a view speaks of them: by the names that somebody gave, else by number. */
import { nameOfNode, type Network } from "../../core/network/network.ts";

/** Name of a terminal: `login`, `terminal 5`. */
export type TerminalNames = (terminal: number) => string;

export function terminalNames(network: Network | null): TerminalNames {
  return (terminal) => (network === null || terminal >= network.terminals ? `terminal ${terminal}` : nameOfNode(network, terminal));
}

/** A flow by its ends: `login → terminal 5`, and `3 → 5` where neither has a name of its own. */
export function nameOfFlow(network: Network | null, source: number, destination: number): string {
  const hasName = (terminal: number) => network?.look?.names.has(terminal) === true;
  const name = hasName(source) || hasName(destination) ? terminalNames(network) : String;
  return `${name(source)} → ${name(destination)}`;
}
