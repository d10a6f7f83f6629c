/** Ports without a link, as a sentence beside a bill. */
import type { Bill } from "../../core/costs/bill.ts";
import { countOf, formatMoney, sayPercent } from "../../words/numbers.ts";

/** Number and cost of the ports without a link; null if all ports have one. */
export function saySparePorts({ spare, total }: Bill): string | null {
  if (spare === null) return null;
  const { ports, switches, level, cost } = spare;
  const switchesText = countOf(switches, "switch", "switches");
  const switchesOfLevel = level < 0 ? switchesText : `the ${switchesText} of level ${level}`;
  const portsText = `${countOf(ports, "port", "ports")} of ${switchesOfLevel} ${ports === 1 ? "has" : "have"} no link`;
  if (cost === null) return `${portsText} and ${ports === 1 ? "is" : "are"} not paid for.`;
  return cost === 0
    ? `${portsText}.`
    : `${portsText}; ${ports === 1 ? "it costs" : "they cost"} ${formatMoney(cost)}, ${sayPercent(cost / total)} of the total.`;
}
