/** Ports without a link, as a sentence beside a bill. */
import type { Bill } from "../../core/costs/bill.ts";
import { countOf, formatMoney, sayPercent } from "../../words/numbers.ts";

/** Number and cost of the ports without a link; null if all ports have one. */
export function saySpare({ spare, total }: Bill): string | null {
  if (spare === null) return null;
  const { ports, switches, level, cost } = spare;
  const those = countOf(switches, "switch", "switches");
  const where = level < 0 ? those : `the ${those} of level ${level}`;
  const what = `${countOf(ports, "port", "ports")} of ${where} ${ports === 1 ? "has" : "have"} no link`;
  if (cost === null) return `${what} and ${ports === 1 ? "is" : "are"} not paid for.`;
  return cost === 0
    ? `${what}.`
    : `${what}; ${ports === 1 ? "it costs" : "they cost"} ${formatMoney(cost)}, ${sayPercent(cost / total)} of all.`;
}
