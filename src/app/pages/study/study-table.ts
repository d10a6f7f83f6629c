/** All networks of a study as rows: what a table on the page shows, and what a file holds. */
import { cablesOf } from "../../../core/study/axes.ts";
import type { Measured, Plan, Standing } from "../../../core/study/order.ts";
import type { Need } from "../../../core/study/need.ts";
import { traffics } from "../../../core/study/traffics.ts";
import { topologies } from "../../../core/topologies/shelf.ts";
import type { Table } from "../../../views/contract.ts";
import { nameOfNetwork } from "../../../words/candidates.ts";

/** A row, and the network it is about. */
export interface StudyRow {
  readonly standing: Standing;
  readonly cells: Table["rows"][number];
}

export interface StudyTable {
  readonly columns: Table["columns"];
  readonly rows: readonly StudyRow[];
}

const load = "phits/cycle per terminal";

export function studyTable({ standings }: Plan, measured: ReadonlyMap<string, Measured>, { under }: Need): StudyTable {
  const titles = under.map((id) => traffics.find((each) => each.id === id)!.title);
  const columns = [
    { title: "Network", unit: "" },
    { title: "Family", unit: "" },
    { title: "Terminals", unit: "" },
    { title: "Switches", unit: "" },
    { title: "Cables", unit: "" },
    { title: "Ports", unit: "" },
    { title: "Diameter", unit: "channels" },
    { title: "Cost a terminal", unit: "US$" },
    { title: "Worst", unit: load },
    { title: "Worst, ±", unit: load },
    ...titles.flatMap((title) => [
      { title: `${title}, bound`, unit: load },
      { title, unit: load },
      { title: `${title}, ±`, unit: load },
    ]),
  ];
  const rows = standings.map((standing): StudyRow => {
    const { candidate, carries, error, isMeasured } = standing;
    const { facts, topology, ports, perTerminal, bounds, id } = candidate;
    const found = measured.get(id);
    return {
      standing,
      cells: [
        nameOfNetwork(topology),
        topologies.get(topology.kind).title,
        facts.terminals,
        facts.switches,
        cablesOf(candidate),
        ports,
        facts.diameter ?? "",
        perTerminal,
        isMeasured ? carries : "",
        isMeasured ? error : "",
        ...under.flatMap((_, i) => {
          const each = found?.under[i] ?? null;
          return [bounds[i], each?.throughput ?? "", each?.error ?? ""];
        }),
      ],
    };
  });
  return { columns, rows };
}

/** Rows that all words and limits of a filter hold for: `dragonfly ≤1200 ≥0.5 front picked`. */
export function filtered(
  rows: readonly StudyRow[],
  filter: string,
  { front, picked }: { readonly front: ReadonlySet<string>; readonly picked: readonly string[] },
): readonly StudyRow[] {
  const parts = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((part) => part !== "");
  return rows.filter(({ cells, standing: { candidate, carries } }) =>
    parts.every((part) => {
      const limit = /^(?:(≤|<=?)|≥|>=?)\s*\$?(\d{1,3}(?:,\d{3})+|\d+(?:[.,]\d+)?)$/.exec(part);
      if (limit !== null) {
        // `1,200` are thousands, `0,5` is a fraction.
        const value = Number(/^[1-9]\d{0,2}(,\d{3})+$/.test(limit[2]) ? limit[2].replaceAll(",", "") : limit[2].replace(",", "."));
        return limit[1] === undefined ? carries >= value : candidate.perTerminal <= value;
      }
      if (part === "front") return front.has(candidate.id);
      if (part === "picked") return picked.includes(candidate.id);
      return `${cells[0]} ${cells[1]}`.toLowerCase().includes(part);
    }),
  );
}

/** As a table of Markdown: full digits, units in the heads. */
export function markdownOf({ columns, rows }: Table): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.map((each) => String(each).replaceAll("|", "\\|")).join(" | ")} |`;
  const heads = columns.map(({ title, unit }) => (unit === "" ? title : `${title} (${unit})`));
  const sides = columns.map((_, c) => (rows.some((row) => typeof row[c] === "number") ? "---:" : "---"));
  return [line(heads), line(sides), ...rows.map(line)].join("\n");
}
