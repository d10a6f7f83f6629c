/** Price list and parts → the bill of a network. */
import type { ChosenKind } from "../base/params.ts";
import { costs } from "./index.ts";
import type { LinkPart, Parts, SwitchPart } from "../network/parts.ts";

/** One line of a bill. */
export interface BillLine {
  /** What is bought, in words: `switches of level 0, 12 ports`, `links, level 0 to 1`. */
  readonly what: string;
  readonly of: "switches" | "links" | "terminals";
  readonly count: number;
  /** Price of one. */
  readonly each: number;
  readonly total: number;
}

/** What a network costs, in the currency of all prices. */
export interface Bill {
  /** Whose prices: `Myrinet 2000 prices`. */
  readonly prices: string;
  /** Switches from the lowest level up, links from the terminals on, terminals; what has no price stands there at 0. */
  readonly lines: readonly BillLine[];
  readonly total: number;
  /** Terminals that share it. */
  readonly terminals: number;
  readonly perTerminal: number;
}

/** The bill of these parts by a price list whose values have been read. */
export function billOf({ kind, values }: ChosenKind, parts: Parts): Bill {
  const cost = costs.get(kind);
  const own = values as never;
  const lines = [
    ...parts.switches.map((part) => line("switches", nameOfSwitches(part), part.count, cost.priceOfSwitch(own, part.ports))),
    ...parts.links.map((part) => line("links", nameOfLinks(part), part.count, cost.priceOfLink(own, part))),
    line("terminals", "adapters of the terminals", parts.terminals, cost.priceOfTerminal(own)),
  ];
  const total = lines.reduce((sum, each) => sum + each.total, 0);
  return { prices: cost.prices, lines, total, terminals: parts.terminals, perTerminal: total / parts.terminals };
}

const line = (of: BillLine["of"], what: string, count: number, each: number): BillLine => ({ what, of, count, each, total: count * each });

function nameOfSwitches({ level, ports }: SwitchPart): string {
  return `switches${level < 0 ? "" : ` of level ${level}`}, ${ports} ${ports === 1 ? "port" : "ports"}`;
}

function nameOfLinks({ name, isTerminal }: LinkPart): string {
  return isTerminal ? "links to the terminals" : `links, ${name}`;
}
