/** Declaring an exhibit, its rows, statements and notes: what follows from a label, or goes without saying, is filled in. */
import { defined } from "../core/base/defined.ts";
import type {
  Constant,
  Exhibit,
  Figure,
  Given,
  Note,
  NoteKind,
  Outcome,
  Published,
  Row,
  ScenarioDocument,
  Series,
  Statement,
  Value,
  Word,
} from "./contract.ts";
import type { PaperId } from "./papers.ts";
import { isExactly } from "./verdict.ts";

/** A row as an exhibit's file declares it. */
export interface RowSpec extends Omit<Row, "id" | "detail" | "quoted" | "published" | "word" | "runs" | "document" | "value"> {
  /** Its series and its label where left out. */
  readonly id?: string;
  readonly detail?: string | undefined;
  readonly quoted?: string | undefined;
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

/** An outcome as a lede reads it, each number by the id of its row. */
export interface Reading extends Outcome {
  /** The number; NaN where there is none. */
  readonly of: (id: string) => number;
  /** The number as a sentence writes it: with this number of decimals, with all that it has where none is given. */
  readonly shown: (id: string, decimals?: number) => string;
  /** Labels of the rows that have a printed number, and of those of them that differ from it within its digits. */
  readonly judged: readonly string[];
  readonly off: readonly string[];
}

/** Reads an outcome of rows. */
function readingOf(rows: readonly Row[], outcome: Outcome): Reading {
  const of = (id: string) => outcome.values.get(id)?.value ?? NaN;
  const judged = rows.filter(({ published }) => published !== null);
  const off = judged.filter(({ id, published }) => !isExactly(of(id), published as Published));
  return {
    ...outcome,
    of,
    shown: (id, decimals) => (decimals === undefined ? String(of(id)) : of(id).toFixed(decimals)),
    judged: judged.map(({ label }) => label),
    off: off.map(({ label }) => label),
  };
}

/** An exhibit as its file declares it. */
export interface ExhibitSpec extends Omit<
  Exhibit,
  "id" | "paper" | "label" | "kind" | "section" | "lede" | "series" | "rows" | "figures" | "runs" | "tolerance"
> {
  /** One or two sentences made from the outcome. */
  readonly lede: (found: Reading) => string;
  /** That of its paper and label where left out. */
  readonly id?: string;
  /** One at least. */
  readonly series: readonly Series[];
  readonly rows: readonly RowSpec[];
  /** One or several. */
  readonly figures?: Figure | readonly Figure[];
  /** None where left out. */
  readonly runs?: Exhibit["runs"];
  /** That of counts where left out: none. */
  readonly tolerance?: Exhibit["tolerance"];
}

/**
 * Declares an exhibit.
 * @param label as the paper calls it: `Table 2a`
 * @param section where in the paper: `Section 3.2`
 */
export function exhibit(paper: PaperId, label: string, section: string, { lede, series, rows, figures, ...rest }: ExhibitSpec): Exhibit {
  const [first, ...others] = series;
  const all = rows.map(rowOf);
  return {
    id: `${paper}-${label.toLowerCase().replaceAll(/[ .]/g, "-")}`,
    paper,
    label,
    kind: label.startsWith("Table") ? "table" : label.startsWith("Figure") ? "figure" : "statement",
    section,
    lede: (outcome) => lede(readingOf(all, outcome)),
    series: [first, ...others],
    rows: all,
    ...(figures === undefined ? {} : { figures: [figures].flat() }),
    runs: [],
    tolerance: { relative: 0, why: "Counts are whole numbers: nothing but equality will do." },
    ...rest,
  };
}

function rowOf({ detail, quoted: beside, document, published = null, runs = [], value, ...rest }: RowSpec): Row {
  return {
    id: `${rest.series} ${rest.label}`,
    word: { is: runs.length === 0 ? "exact" : "predicted" },
    ...rest,
    ...defined({ detail }),
    ...defined({ quoted: beside }),
    ...defined({ document }),
    published,
    runs,
    value(given) {
      const found = value(given);
      return typeof found === "number" ? { value: found } : found;
    },
  };
}

/** A series. */
export function series(id: string, title: string, caption = "", unit = ""): Series {
  return { id, title, caption, unit };
}

/** A constant as an exhibit's file declares it. */
export interface ConstantSpec extends Omit<Constant, "id" | "min" | "max" | "step"> {
  /** Its least and largest value, and its step. */
  readonly range: readonly [min: number, max: number, step: number];
}

/** Constants by their ids. */
export function movable(specs: Readonly<Record<string, ConstantSpec>>): readonly Constant[] {
  return Object.entries(specs).map(
    ([
      id,
      {
        range: [min, max, step],
        ...rest
      },
    ]) => ({ id, min, max, step, ...rest }),
  );
}

/** Of a number that a constant was fitted on. */
export function fittedWord({ title, value, unit, fittedOn = "" }: Constant): Word {
  return { is: "fitted", constant: `${title.toLowerCase()}, ${value} ${unit}`, cell: fittedOn };
}

/** Sentences by their place in the paper and their ids: `Section 4.1: id`. */
export type Sentences = Readonly<Record<`${string}: ${string}`, string>>;

/** A statement as an exhibit's file declares it: how it was read, and its check. */
export interface StatementSpec extends Omit<Statement, "id" | "says" | "where" | "runs"> {
  /** Those of all where left out. */
  readonly runs?: readonly string[];
}

/** A sentence of that id, with its place in the paper. */
export function quoted(sentences: Sentences, id: string): Pick<Statement, "id" | "says" | "where"> {
  const found = Object.entries(sentences).find(([key]) => key.endsWith(`: ${id}`));
  if (found === undefined) throw new Error(`no sentence is quoted as "${id}"`);
  const [key, says] = found;
  return { id, says, where: key.slice(0, -id.length - 2) };
}

const statementsOf =
  (more: Pick<Statement, "otherwise" | "isRetold">) =>
  (sentences: Sentences, runs: readonly string[], specs: Readonly<Record<string, StatementSpec>>): readonly Statement[] =>
    Object.entries(specs).map(([id, spec]) => ({ ...quoted(sentences, id), runs, ...more, ...spec }));

/** Statements by the ids of their sentences, with the runs of those that name none of their own. */
export const checked = statementsOf({});
/** The same of measurements: what does not hold is not reproduced. */
export const measured = statementsOf({ otherwise: "not reproduced" });
/** The same in words of ours, where the source could not be read. */
export const retold = statementsOf({ otherwise: "not reproduced", isRetold: true });

/** Notes by whose they are and their titles: `in the source: Links`. */
export function notesOf(texts: Readonly<Record<`${NoteKind}: ${string}`, string>>): readonly Note[] {
  return Object.entries(texts).map(([key, text]) => {
    const at = key.indexOf(": ");
    return { title: key.slice(at + 2), kind: key.slice(0, at) as NoteKind, text };
  });
}
