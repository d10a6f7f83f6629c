/** The composition of a value of the matrix in words: the flows that waited there, and the flows that blocked them. */
import type { Waits } from "../../core/measures/waits.ts";
import { anded } from "../../core/base/words.ts";
import type { Network } from "../../core/network/network.ts";
import { nameOfFlow } from "../readings/terminal-names.ts";
import { countOf } from "../../words/numbers.ts";
import type { Units } from "../../words/units.ts";

/** Maximum number of flows named, and of flows named that blocked each of them. */
const most = { flows: 3, others: 2 };

/**
 * Tooltip lines below the name of a channel; none where the waits are not available.
 * @param endCycle Cycle up to which the value is counted.
 */
export function linesOf(units: Units, waits: Waits | "sought" | null, to: number, network: Network | null = null): readonly string[] {
  if (waits === null) return [];
  if (waits === "sought") return ["Finding out who waited there …"];
  const { flows, cycles } = waits;
  const upTo = waits.to < to ? ` up to ${units.sayMoment(waits.to, waits.to)}` : "";
  if (flows.length === 0) return [`Nobody has waited there${upTo}.`];
  const rest = flows.slice(most.flows);
  const others = rest.reduce((sum, flow) => sum + flow.cycles, 0);
  return [
    `Waited there${upTo}, ${units.sayTime(cycles)} in all:`,
    ...flows.slice(0, most.flows).map((a) => sayFlow(units, network, a)),
    ...(rest.length > 0 ? [`${countOf(rest.length, "other flow", "other flows")}: ${units.sayTime(others)}`] : []),
  ];
}

function sayFlow(units: Units, network: Network | null, { source, destination, cycles, behind }: Waits["flows"][number]): string {
  const named = behind
    .slice(0, most.others)
    .map((other) =>
      other.source === source && other.destination === destination ? "its own" : nameOfFlow(network, other.source, other.destination),
    );
  const rest = behind.length - named.length;
  const all = rest > 0 ? [...named, countOf(rest, "other", "others")] : named;
  return `${nameOfFlow(network, source, destination)}: ${units.sayTime(cycles)}${all.length > 0 ? `, for ${anded(all)}` : ""}`;
}
