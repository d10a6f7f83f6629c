/** All networks of a study as rows, for the table on the page and for exported files. */
import { acrossAxesOf, cablesOf, type Given, switchesOf, type UpAxis } from "../../../core/study/axes.ts";
import type { Plan, Standing } from "../../../core/study/order.ts";
import { capital } from "../../../core/base/words.ts";
import type { Need } from "../../../core/study/need.ts";
import { traffics } from "../../../core/study/traffics.ts";
import { topologies } from "../../../core/topologies/shelf.ts";
import type { Table } from "../../../views/contract.ts";
import { nameOfNetwork } from "../../../words/candidates.ts";
import { withPoint } from "../../../words/numbers.ts";

/** A row and its network. */
export interface StudyRow {
  readonly standing: Standing;
  readonly cells: Table["rows"][number];
}

type Column = Table["columns"][number] & {
  /** The key by which the page finds the column. */
  readonly id: string;
};

export interface StudyTable {
  readonly columns: readonly Column[];
  readonly rows: readonly StudyRow[];
}

const load = "phits/cycle a terminal";

/** A column with the function that computes its cells; null if a network has no such value. */
type Filled = Column & { readonly of: (standing: Standing) => string | number | null };

/**
 * The full table: facts, all horizontal axes, and throughput as bounds and as measured, with errors.
 * @param verticalAxis The vertical axis. Its columns are added unless it shows throughput.
 */
export function studyTable({ standings }: Plan, need: Need, up: UpAxis): StudyTable {
  const measured = (of: (standing: Standing) => { readonly isMeasured: boolean; readonly value: number } | null) => (each: Standing) => {
    const found = of(each);
    return found?.isMeasured === true ? found.value : null;
  };
  const columns: readonly Filled[] = [
    { id: "network", title: "Network", unit: "", of: ({ candidate }) => nameOfNetwork(candidate.topology) },
    { id: "family", title: "Family", unit: "", of: ({ candidate }) => topologies.get(candidate.topology.kind).title },
    { id: "terminals", title: "Terminals", unit: "", of: ({ candidate }) => candidate.facts.terminals },
    { id: "switches", title: "Switches", unit: "", of: ({ candidate }) => switchesOf(candidate) },
    { id: "all cables", title: "Cables", unit: "", of: ({ candidate }) => cablesOf(candidate) },
    { id: "most ports", title: "Most ports", unit: "", of: ({ candidate }) => candidate.ports },
    ...acrossAxesOf(need).map(({ id, title, unit, of }): Filled => ({ id, title: capital(title), unit, of })),
    { id: "carries", title: "Worst, at most", unit: load, of: ({ carries }) => carries },
    { id: "worst", title: "Worst", unit: load, of: measured(({ isMeasured, carries }) => ({ isMeasured, value: carries })) },
    { id: "worst ±", title: "Worst, ±", unit: load, of: measured(({ isMeasured, error }) => ({ isMeasured, value: error })) },
    ...need.under.flatMap((id, i): readonly Filled[] => {
      const { title } = traffics.find((each) => each.id === id)!;
      return [
        { id: `${id} bound`, title: `${title}, bound`, unit: load, of: ({ candidate }) => candidate.bounds[i] },
        { id, title, unit: load, of: ({ under }) => under[i]?.throughput ?? null },
        { id: `${id} ±`, title: `${title}, ±`, unit: load, of: ({ under }) => under[i]?.error ?? null },
      ];
    }),
    ...(up.isThroughput
      ? []
      : [
          { id: "up", title: capital(up.title), unit: up.unit, of: measured((each) => told(up, up.of(each))) },
          ...(up.needs.length === 0
            ? []
            : [
                { id: "up ±", title: `${capital(up.title)}, ±`, unit: up.unit, of: measured((each) => withError(up.of(each))) },
                { id: "up bound", title: `${capital(up.title)}, bound`, unit: up.unit, of: (each: Standing) => up.of(each)?.bound ?? null },
              ]),
        ]),
  ];
  const rows = standings.map((standing): StudyRow => ({ standing, cells: columns.map(({ of }) => of(standing) ?? "") }));
  return { columns: columns.map(({ id, title, unit }) => ({ id, title, unit })), rows };
}

/** The value as displayed, for an axis with a logarithmic scale. */
const told = ({ told: tell }: UpAxis, given: Given | null) =>
  given === null || tell === undefined ? given : { ...given, value: tell(given.value) };
const withError = (given: Given | null) => (given === null ? null : { isMeasured: given.isMeasured, value: given.error });

/** The rows that match all words and limits of a filter such as `dragonfly ≤1200 ≥0.5 front picked`. */
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
        const value = Number(withPoint(limit[2]));
        return limit[1] === undefined ? carries >= value : candidate.perTerminal <= value;
      }
      if (part === "front") return front.has(candidate.id);
      if (part === "picked") return picked.includes(candidate.id);
      return `${cells[0]} ${cells[1]}`.toLowerCase().includes(part);
    }),
  );
}

/** Writes the table as Markdown, with full precision and with units in the header. */
export function markdownOf({ columns, rows }: Table): string {
  const line = (cells: readonly (string | number)[]) => `| ${cells.map((each) => String(each).replaceAll("|", "\\|")).join(" | ")} |`;
  const heads = columns.map(({ title, unit }) => (unit === "" ? title : `${title} (${unit})`));
  const sides = columns.map((_, c) => (rows.some((row) => typeof row[c] === "number") ? "---:" : "---"));
  return [line(heads), line(sides), ...rows.map(line)].join("\n");
}
