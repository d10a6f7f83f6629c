/** The composition of a value of the matrix in words: the flows that waited there, and the flows that blocked them. */
import type { Waits } from "../../core/measures/waits.ts";
import { joinWithAnd } from "../../core/base/words.ts";
import type { Network } from "../../core/network/network.ts";
import { nameOfFlow } from "../readings/terminal-names.ts";
import { countOf } from "../../words/numbers.ts";
import type { Units } from "../../words/units.ts";

/** Maximum number of waiting flows that are named, and for each of them of other flows that blocked it. */
const maxNamed = { flows: 3, others: 2 };

/**
 * Tooltip lines about the flows whose packets have waited for a channel; none where the flow control cannot determine these flows. “sought”
 * means that the second run, which records the waits, has not ended yet.
 * @param endCycle Cycle up to which the value of the channel is counted. The waits may be known only up to an earlier cycle, `waits.to`.
 */
export function waitLines(
  units: Units,
  waits: Waits | "sought" | null,
  endCycle: number,
  network: Network | null = null,
): readonly string[] {
  if (waits === null) return [];
  if (waits === "sought") return ["Finding the flows that waited there …"];
  const { flows, cycles } = waits;
  const upToText = waits.to < endCycle ? ` up to ${units.sayMoment(waits.to, waits.to)}` : "";
  if (flows.length === 0) return [`No packet has waited there${upToText}.`];
  const otherFlows = flows.slice(maxNamed.flows);
  const otherCycles = otherFlows.reduce((sum, flow) => sum + flow.cycles, 0);
  return [
    `Flows that waited there${upToText}, ${units.sayTime(cycles)} in total:`,
    ...flows.slice(0, maxNamed.flows).map((waitingFlow) => sayWaitingFlow(units, network, waitingFlow)),
    ...(otherFlows.length > 0 ? [`${countOf(otherFlows.length, "other flow", "other flows")}: ${units.sayTime(otherCycles)}`] : []),
  ];
}

function sayWaitingFlow(units: Units, network: Network | null, { source, destination, cycles, behind }: Waits["flows"][number]): string {
  const blockerNames = behind
    .slice(0, maxNamed.others)
    .map((blocker) =>
      blocker.source === source && blocker.destination === destination
        ? "packets of the same flow"
        : nameOfFlow(network, blocker.source, blocker.destination),
    );
  const otherCount = behind.length - blockerNames.length;
  const blockers = otherCount > 0 ? [...blockerNames, countOf(otherCount, "other", "others")] : blockerNames;
  return `${nameOfFlow(network, source, destination)}: ${units.sayTime(cycles)}${blockers.length > 0 ? `, behind ${joinWithAnd(blockers)}` : ""}`;
}
