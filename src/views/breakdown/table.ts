/** The table of a time breakdown: a row for each item, for ranks with their partners, and the means of groups at the end. */
import { capitalize } from "../../core/base/words.ts";
import { nameOfNode } from "../../core/network/network.ts";
import type { TableData } from "../contract.ts";
import { groupTimesOf, busyCyclesOf } from "./group-times.ts";
import { hasExchangeIn, exchangesIn } from "../../core/programs/exchanges.ts";
import { type MeetingContext, switchesOfMeeting } from "./partners.ts";
import type { TimeBreakdown } from "./time-breakdown.ts";

/** The table of a time breakdown. */
export function breakdownTable(timeBreakdown: TimeBreakdown): TableData {
  return timeBreakdown.groups.length > 0 || timeBreakdown.meetingContext !== null ? rankTable(timeBreakdown) : itemTable(timeBreakdown);
}

/** The table of terminals, or of ranks without phases. */
function itemTable({ noun, phases, times, cycles }: TimeBreakdown): TableData {
  const last = phases[phases.length - 1];
  const columns = [
    { title: capitalize(noun), unit: "" },
    ...phases.map(({ title }) => ({ title: capitalize(title), unit: "cycles" })),
    { title: capitalize(last.title), unit: "% of the time" },
  ];
  const rows = Array.from(times[0], (_, item) => {
    const itemTimes = times.map((phaseTimes) => phaseTimes[item]);
    return [item, ...itemTimes, cycles > 0 ? (100 * itemTimes[itemTimes.length - 1]) / cycles : 0];
  });
  return { columns, rows };
}

/**
 * The times of ranks as a table, in cycles: a row for each rank with the time in each phase, its partners and the switches between them,
 * and its group of ranks; then a row with the means of each group. `idle` time is not part of the busy time in “All but done”.
 */
function rankTable(timeBreakdown: TimeBreakdown): TableData {
  const { phases, times, meetingContext: context, terminalOf } = timeBreakdown;
  const groups = groupTimesOf(timeBreakdown);
  const groupOf = new Map(timeBreakdown.groups.flatMap(({ title, ranks }) => ranks.map((rank) => [rank, title] as const)));
  // Phases without communication have no columns for partners.
  const communicationPhases = phases.flatMap((_, phase) =>
    context !== null && phase < context.meetings.phases && hasExchangeIn(context.meetings, phase) ? [phase] : [],
  );
  const columns = [
    { title: "Rank", unit: "" },
    { title: "Terminal", unit: "" },
    ...(groups.length > 0 ? [{ title: "Communicates in", unit: "" }] : []),
    ...phases.map(({ title }) => ({ title: capitalize(title), unit: "cycles" })),
    { title: "All but done", unit: "cycles" },
    ...communicationPhases.flatMap((phase) => [
      { title: `${capitalize(phases[phase].title)}, with`, unit: "rank" },
      { title: `${capitalize(phases[phase].title)}, through`, unit: "" },
    ]),
  ];
  const rows: (string | number)[][] = Array.from(times[0], (_, rank) => [
    rank,
    terminalOf(rank),
    ...(groups.length > 0 ? [groupOf.get(rank) ?? ""] : []),
    ...times.map((phaseTimes) => phaseTimes[rank]),
    busyCyclesOf(timeBreakdown, rank),
    ...communicationPhases.flatMap((phase) =>
      context === null ? ["", ""] : [partnersIn(context, rank, phase).join(", "), switchNamesIn(context, rank, phase)],
    ),
  ]);
  const means = groups.map(({ title, rankCount, means: phaseMeans, total }) => [
    `mean of ${rankCount}`,
    "",
    title,
    ...phaseMeans,
    total,
    ...communicationPhases.flatMap(() => ["", ""]),
  ]);
  return { columns, rows: [...rows, ...means] };
}

const partnersIn = ({ meetings }: MeetingContext, rank: number, phase: number) =>
  phase < meetings.phases ? exchangesIn(meetings, rank, phase).map((meeting) => meetings.partner[meeting]) : [];

function switchNamesIn({ meetings, network }: MeetingContext, rank: number, phase: number): string {
  if (phase >= meetings.phases) return "";
  const pathTexts = exchangesIn(meetings, rank, phase).map((meeting) =>
    switchesOfMeeting(meetings, meeting, network)
      .map((node) => nameOfNode(network, node))
      .join(", "),
  );
  return [...new Set(pathTexts)].join("; ");
}
