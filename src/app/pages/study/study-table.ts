/** All networks of a study as rows, for the table on the page and for exported files. */
import { horizontalAxes, cableCount, type AxisValue, switchCount, type VerticalAxis } from "../../../core/study/axes.ts";
import type { StudyPlan, CandidateStatus } from "../../../core/study/study-plan.ts";
import { capitalize } from "../../../core/base/words.ts";
import type { StudyNeed } from "../../../core/study/need.ts";
import { studyTraffic } from "../../../core/study/traffic.ts";
import { topologies } from "../../../core/topologies/registry.ts";
import type { TableData } from "../../../views/contract.ts";
import { candidateName } from "../../../words/study-candidates.ts";
import { withDecimalPoint } from "../../../words/numbers.ts";

/** A row and its network. */
export interface StudyRow {
  readonly status: CandidateStatus;
  readonly cells: TableData["rows"][number];
}

type StudyColumn = TableData["columns"][number] & {
  /** The key by which the page finds the column. */
  readonly id: string;
};

export interface StudyTable {
  readonly columns: readonly StudyColumn[];
  readonly rows: readonly StudyRow[];
}

const throughputUnit = "phits/cycle a terminal";

/** A column with the function that computes its cells; null if a network has no such value. */
type ComputedColumn = StudyColumn & { readonly of: (status: CandidateStatus) => string | number | null };

/**
 * The full table: facts, all horizontal axes, and throughput as bounds and as measured, with errors.
 * @param verticalAxis The vertical axis. Its columns are added unless it shows throughput.
 */
export function studyTable({ statuses }: StudyPlan, need: StudyNeed, verticalAxis: VerticalAxis): StudyTable {
  const ifMeasured =
    (valueOf: (status: CandidateStatus) => { readonly isMeasured: boolean; readonly value: number } | null) => (each: CandidateStatus) => {
      const value = valueOf(each);
      return value?.isMeasured === true ? value.value : null;
    };
  const columns: readonly ComputedColumn[] = [
    { id: "network", title: "Network", unit: "", of: ({ candidate }) => candidateName(candidate.topology) },
    { id: "family", title: "Family", unit: "", of: ({ candidate }) => topologies.get(candidate.topology.kind).title },
    { id: "terminals", title: "Terminals", unit: "", of: ({ candidate }) => candidate.facts.terminals },
    { id: "switches", title: "Switches", unit: "", of: ({ candidate }) => switchCount(candidate) },
    { id: "all cables", title: "Cables", unit: "", of: ({ candidate }) => cableCount(candidate) },
    { id: "most ports", title: "Most ports", unit: "", of: ({ candidate }) => candidate.ports },
    ...horizontalAxes(need).map(({ id, title, unit, of: valueOf }): ComputedColumn => ({
      id,
      title: capitalize(title),
      unit,
      of: valueOf,
    })),
    { id: "carries", title: "Worst, at most", unit: throughputUnit, of: ({ worstThroughput }) => worstThroughput },
    {
      id: "worst",
      title: "Worst",
      unit: throughputUnit,
      of: ifMeasured(({ isMeasured, worstThroughput }) => ({ isMeasured, value: worstThroughput })),
    },
    { id: "worst ±", title: "Worst, ±", unit: throughputUnit, of: ifMeasured(({ isMeasured, error }) => ({ isMeasured, value: error })) },
    ...need.under.flatMap((id, i): readonly ComputedColumn[] => {
      const { title } = studyTraffic.find((each) => each.id === id)!;
      return [
        { id: `${id} bound`, title: `${title}, bound`, unit: throughputUnit, of: ({ candidate }) => candidate.bounds[i] },
        { id, title, unit: throughputUnit, of: ({ under }) => under[i]?.throughput ?? null },
        { id: `${id} ±`, title: `${title}, ±`, unit: throughputUnit, of: ({ under }) => under[i]?.error ?? null },
      ];
    }),
    ...(verticalAxis.isThroughput
      ? []
      : [
          {
            id: "up",
            title: capitalize(verticalAxis.title),
            unit: verticalAxis.unit,
            of: ifMeasured((each) => toDisplayValue(verticalAxis, verticalAxis.of(each))),
          },
          ...(verticalAxis.needs.length === 0
            ? []
            : [
                {
                  id: "up ±",
                  title: `${capitalize(verticalAxis.title)}, ±`,
                  unit: verticalAxis.unit,
                  of: ifMeasured((each) => errorOfValue(verticalAxis.of(each))),
                },
                {
                  id: "up bound",
                  title: `${capitalize(verticalAxis.title)}, bound`,
                  unit: verticalAxis.unit,
                  of: (each: CandidateStatus) => verticalAxis.of(each)?.bound ?? null,
                },
              ]),
        ]),
  ];
  const rows = statuses.map((status): StudyRow => ({ status, cells: columns.map(({ of: valueOf }) => valueOf(status) ?? "") }));
  return { columns: columns.map(({ id, title, unit }) => ({ id, title, unit })), rows };
}

/** The value as displayed, for an axis with a logarithmic scale. */
const toDisplayValue = ({ displayValue }: VerticalAxis, axisValue: AxisValue | null) =>
  axisValue === null || displayValue === undefined ? axisValue : { ...axisValue, value: displayValue(axisValue.value) };
const errorOfValue = (axisValue: AxisValue | null) =>
  axisValue === null ? null : { isMeasured: axisValue.isMeasured, value: axisValue.error };

/**
 * The rows that match all terms of a filter such as `dragonfly ≤1200 ≥0.5 front picked`: a word is searched in name and family; ≤ limits
 * the price per terminal and ≥ the worst throughput; `front` keeps the Pareto front and `picked` the selected networks.
 */
export function filterRows(
  rows: readonly StudyRow[],
  filter: string,
  { frontIds, selectedIds }: { readonly frontIds: ReadonlySet<string>; readonly selectedIds: readonly string[] },
): readonly StudyRow[] {
  const terms = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((term) => term !== "");
  return rows.filter(({ cells, status: { candidate, worstThroughput } }) =>
    terms.every((term) => {
      const limitMatch = /^(?:(≤|<=?)|≥|>=?)\s*\$?(\d{1,3}(?:,\d{3})+|\d+(?:[.,]\d+)?)$/.exec(term);
      if (limitMatch !== null) {
        const [, lessSign, number] = limitMatch;
        const limit = Number(withDecimalPoint(number));
        return lessSign === undefined ? worstThroughput >= limit : candidate.perTerminal <= limit;
      }
      if (term === "front") return frontIds.has(candidate.id);
      // "picked" is the older name of "selected", and is still accepted.
      if (term === "selected" || term === "picked") return selectedIds.includes(candidate.id);
      const [name, family] = cells;
      return `${name} ${family}`.toLowerCase().includes(term);
    }),
  );
}

/** Writes the table as Markdown, with full precision and with units in the header. */
export function toMarkdown({ columns, rows }: TableData): string {
  const rowText = (cells: readonly (string | number)[]) => `| ${cells.map((each) => String(each).replaceAll("|", "\\|")).join(" | ")} |`;
  const headers = columns.map(({ title, unit }) => (unit === "" ? title : `${title} (${unit})`));
  const alignments = columns.map((_, c) => (rows.some((row) => typeof row[c] === "number") ? "---:" : "---"));
  return [rowText(headers), rowText(alignments), ...rows.map(rowText)].join("\n");
}
