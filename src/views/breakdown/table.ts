/** The table of a time breakdown: a row for each item, for ranks with their partners, and the means of groups at the end. */
import { capital } from "../../core/base/words.ts";
import { nameOfNode } from "../../core/network/network.ts";
import type { Table } from "../contract.ts";
import { groupTimesOf, totalOf } from "./group-times.ts";
import { isMetIn, meetingsIn } from "../../core/programs/meetings.ts";
import { type Met, switchesOf } from "./meet.ts";
import type { Told } from "./told.ts";

/** The table of a time breakdown. */
export function tableOf(told: Told): Table {
  return told.groups.length > 0 || told.met !== null ? tableOfRanks(told) : tableOfParts(told);
}

/** The table of terminals, or of ranks without phases. */
function tableOfParts({ noun, phases, times, cycles }: Told): Table {
  const last = phases[phases.length - 1];
  const columns = [
    { title: capital(noun), unit: "" },
    ...phases.map(({ title }) => ({ title: capital(title), unit: "cycles" })),
    { title: capital(last.title), unit: "% of the time" },
  ];
  const rows = Array.from(times[0], (_, thing) => {
    const own = times.map((of) => of[thing]);
    return [thing, ...own, cycles > 0 ? (100 * own[own.length - 1]) / cycles : 0];
  });
  return { columns, rows };
}

/** The table of ranks with phases, partners and groups. */
function tableOfRanks(told: Told): Table {
  const { phases, times, met, terminalOf } = told;
  const groups = groupTimesOf(told);
  const groupOf = new Map(told.groups.flatMap(({ title, ranks }) => ranks.map((rank) => [rank, title] as const)));
  // Phases without communication have no columns for partners.
  const meeting = phases.flatMap((_, p) => (met !== null && p < met.meetings.phases && isMetIn(met.meetings, p) ? [p] : []));
  const columns = [
    { title: "Rank", unit: "" },
    { title: "Terminal", unit: "" },
    ...(groups.length > 0 ? [{ title: "Communicates in", unit: "" }] : []),
    ...phases.map(({ title }) => ({ title: capital(title), unit: "cycles" })),
    { title: "All but done", unit: "cycles" },
    ...meeting.flatMap((p) => [
      { title: `${capital(phases[p].title)}, with`, unit: "rank" },
      { title: `${capital(phases[p].title)}, through`, unit: "" },
    ]),
  ];
  const rows: (string | number)[][] = Array.from(times[0], (_, rank) => [
    rank,
    terminalOf(rank),
    ...(groups.length > 0 ? [groupOf.get(rank) ?? ""] : []),
    ...times.map((of) => of[rank]),
    totalOf(told, rank),
    ...meeting.flatMap((p) => (met === null ? ["", ""] : [partnersIn(met, rank, p).join(", "), throughIn(met, rank, p)])),
  ]);
  const means = groups.map(({ title, ranks, means: own, total }) => [
    `mean of ${ranks}`,
    "",
    title,
    ...own,
    total,
    ...meeting.flatMap(() => ["", ""]),
  ]);
  return { columns, rows: [...rows, ...means] };
}

const partnersIn = ({ meetings }: Met, rank: number, phase: number) =>
  phase < meetings.phases ? meetingsIn(meetings, rank, phase).map((k) => meetings.partner[k]) : [];

function throughIn({ meetings, network }: Met, rank: number, phase: number): string {
  if (phase >= meetings.phases) return "";
  const ways = meetingsIn(meetings, rank, phase).map((k) =>
    switchesOf(meetings, k, network)
      .map((node) => nameOfNode(network, node))
      .join(", "),
  );
  return [...new Set(ways)].join("; ");
}
