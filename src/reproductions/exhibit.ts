/** Declaring an exhibit: what follows from its label, or goes without saying, is filled in. */
import type { Exhibit, Given, Outcome, Published, Row, ScenarioDocument, Series, Value, Word } from "./contract.ts";
import type { PaperId } from "./papers.ts";
import { isExactly } from "./verdict.ts";

/** A row as an exhibit's file declares it. */
export interface RowSpec extends Omit<Row, "id" | "detail" | "published" | "word" | "runs" | "document" | "value"> {
  /** Its series and its label where left out. */
  readonly id?: string;
  readonly detail?: string | undefined;
  /** Nothing where left out. */
  readonly published?: Published | null | undefined;
  /** Exact where nothing is run, else predicted, where left out. */
  readonly word?: Word;
  /** None where left out. */
  readonly runs?: readonly string[];
  readonly document?: ScenarioDocument | undefined;
  /** A plain number stands for its value. */
  readonly value: (given: Given) => number | Value;
}

/** An exhibit as its file declares it. */
export interface ExhibitSpec extends Omit<Exhibit, "id" | "paper" | "label" | "kind" | "section" | "series" | "rows" | "runs"> {
  /** That of its paper and label where left out. */
  readonly id?: string;
  /** One at least. */
  readonly series: readonly Series[];
  readonly rows: readonly RowSpec[];
  /** None where left out. */
  readonly runs?: Exhibit["runs"];
}

/**
 * Declares an exhibit.
 * @param label as the paper calls it: `Table 2a`
 * @param section where in the paper: `Section 3.2`
 */
export function exhibit(paper: PaperId, label: string, section: string, { series, rows, ...rest }: ExhibitSpec): Exhibit {
  const [first, ...others] = series;
  return {
    id: `${paper}-${label.toLowerCase().replaceAll(/[ .]/g, "-")}`,
    paper,
    label,
    kind: label.startsWith("Table") ? "table" : label.startsWith("Figure") ? "figure" : "statement",
    section,
    series: [first, ...others],
    rows: rows.map(rowOf),
    runs: [],
    ...rest,
  };
}

function rowOf({ detail, document, published = null, runs = [], value, ...rest }: RowSpec): Row {
  return {
    id: `${rest.series} ${rest.label}`,
    word: { is: runs.length === 0 ? "exact" : "predicted" },
    ...rest,
    ...(detail === undefined ? {} : { detail }),
    ...(document === undefined ? {} : { document }),
    published,
    runs,
    value(given) {
      const found = value(given);
      return typeof found === "number" ? { value: found } : found;
    },
  };
}

/** Of the rows with a printed number, all, and those that did not come out so to its last digit. */
export function judgedOf(rows: readonly RowSpec[], { values }: Outcome) {
  const judged = rows.flatMap(({ id, published, series: of, label }) =>
    published ? [{ id: id ?? `${of} ${label}`, label, published }] : [],
  );
  return { judged, off: judged.filter(({ id, published }) => !isExactly(values.get(id)?.value ?? NaN, published)) };
}

/** A series. */
export function series(id: string, title: string, caption = "", unit = ""): Series {
  return { id, title, caption, unit };
}
