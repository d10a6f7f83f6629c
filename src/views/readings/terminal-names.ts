/** Names of terminals and flows in views: given names if there are any, otherwise numbers. */
import { nameOfNode, type Network } from "../../core/network/network.ts";

/** Name of a terminal: `login`, `terminal 5`. */
export type TerminalNames = (terminal: number) => string;

export function terminalNames(network: Network | null): TerminalNames {
  return (terminal) => (network === null || terminal >= network.terminals ? `terminal ${terminal}` : nameOfNode(network, terminal));
}

/** Name of a flow: `login → terminal 5`, or `3 → 5` if neither end has a given name. */
export function nameOfFlow(network: Network | null, source: number, destination: number): string {
  const hasName = (terminal: number) => network?.look?.names.has(terminal) === true;
  const name = hasName(source) || hasName(destination) ? terminalNames(network) : String;
  return `${name(source)} → ${name(destination)}`;
}
