/** Computes the bill of a network from its bill of materials and a price list. */
import type { ChosenKind } from "../base/params.ts";
import { costs } from "./registry.ts";
import {
  groupByPorts,
  countInsideHosts,
  type LinkPart,
  partsOutsideHosts,
  type BillOfMaterials,
  type SwitchPart,
} from "../network/bill-of-materials.ts";

/** A line of a bill. */
export interface BillLine {
  /** Description: `switches of level 0, 12 ports`, `links, level 0 to 1`, `links, global, twice as fast`. */
  readonly what: string;
  readonly of: "switches" | "links" | "terminals";
  readonly count: number;
  /** Unit price. */
  readonly each: number;
  readonly total: number;
}

/** Cost of a network, in the currency of all prices. */
export interface Bill {
  /** Name of the price list: `Myrinet 2000 prices`. */
  readonly prices: string;
  /** How the price list prices each part, and its source, in sentences. */
  readonly rule: string;
  /** Switches from the lowest level up, links starting with terminal links, terminals. Items without a price are listed with price 0. */
  readonly lines: readonly BillLine[];
  readonly total: number;
  /** Unplugged ports; null if there are none. */
  readonly spare: SparePorts | null;
  /** Switches and links inside hosts, which are part of the hosts and not on the bill. */
  readonly inside: { readonly switches: number; readonly links: number };
  /** Number of terminals that share the cost. */
  readonly terminals: number;
  readonly perTerminal: number;
}

/** Unplugged ports of switches, for example at the top of a tree. */
export interface SparePorts {
  readonly ports: number;
  /** Number of switches with unplugged ports, and their common level; −1 if they are on several levels or there are no levels. */
  readonly switches: number;
  readonly level: number;
  /** Cost of the unplugged ports; null if they are not charged. */
  readonly cost: number | null;
}

/** The bill of parts by a validated price list. Parts inside hosts are not charged. */
export function billOf({ kind, values }: ChosenKind, allParts: BillOfMaterials): Bill {
  const parts = partsOutsideHosts(allParts);
  const priceList = costs.get(kind);
  const chargesPluggedOnly = values["pricedPorts"] === "plugged";
  const switches = chargesPluggedOnly ? parts.switches : groupByPorts(parts.switches);
  const lines = [
    ...switches.map((part) =>
      billLine("switches", nameOfSwitches(part), part.count, priceList.priceOfSwitch(values, part.ports - (part.spare ?? 0))),
    ),
    ...parts.links.map((part) => billLine("links", nameOfLinks(part), part.count, priceList.priceOfLink(values, part))),
    billLine("terminals", "adapters of the terminals", parts.terminals, priceList.priceOfTerminal(values)),
  ];
  const total = lines.reduce((sum, each) => sum + each.total, 0);
  const spare = sparePortsOf(parts, chargesPluggedOnly ? null : (ports) => priceList.priceOfSwitch(values, ports));
  const inside = countInsideHosts(allParts);
  return {
    prices: priceList.prices,
    rule: `${priceList.summary} Source: ${priceList.source}.`,
    lines,
    total,
    spare,
    inside,
    terminals: parts.terminals,
    perTerminal: total / parts.terminals,
  };
}

function sparePortsOf({ switches }: BillOfMaterials, price: ((ports: number) => number) | null): SparePorts | null {
  const partsWithSpare = switches.flatMap(({ spare = 0, ...part }) => (spare > 0 ? [{ ...part, spare }] : []));
  if (partsWithSpare.length === 0) return null;
  const sum = (valueOf: (part: (typeof partsWithSpare)[number]) => number) =>
    partsWithSpare.reduce((all, part) => all + part.count * valueOf(part), 0);
  return {
    ports: sum(({ spare }) => spare),
    switches: sum(() => 1),
    level: partsWithSpare.every(({ level }) => level === partsWithSpare[0].level) ? partsWithSpare[0].level : -1,
    cost: price === null ? null : sum(({ ports, spare }) => price(ports) - price(ports - spare)),
  };
}

const billLine = (category: BillLine["of"], description: string, count: number, each: number): BillLine => ({
  what: description,
  of: category,
  count,
  each,
  total: count * each,
});

function nameOfSwitches({ level, ports, spare = 0 }: SwitchPart): string {
  const plugged = spare > 0 ? `${ports - spare} of ` : "";
  return `switches${level < 0 ? "" : ` of level ${level}`}, ${plugged}${ports} ${ports === 1 ? "port" : "ports"}`;
}

function nameOfLinks({ name, isTerminal, said }: LinkPart): string {
  return `${isTerminal ? "links to the terminals" : `links, ${name}`}${said === undefined ? "" : `, ${said.words}`}`;
}
