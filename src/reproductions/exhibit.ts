/** Builders for exhibits, rows, statements and notes. They fill in defaults, and derive ids from labels. */
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

/** A row as declared in an exhibit's file. */
export interface RowSpec extends Omit<Row, "id" | "detail" | "quoted" | "published" | "word" | "runs" | "document" | "value"> {
  /** The default is the series followed by the label. */
  readonly id?: string;
  readonly detail?: string | undefined;
  readonly quoted?: string | undefined;
  /** The default is null. */
  readonly published?: Published | null | undefined;
  /** The default is `exact` without runs, otherwise `predicted`. */
  readonly word?: Word;
  /** The default is no runs. */
  readonly runs?: readonly string[];
  readonly document?: ScenarioDocument | undefined;
  /** A plain number is a value without error. */
  readonly value: (given: Given) => number | Value;
}

/** An outcome with accessors for the lede, which refer to rows by id. */
export interface Reading extends Outcome {
  /** The number of a row; NaN if it is missing. */
  readonly of: (id: string) => number;
  /** The number of a row as text, with the given number of decimals or with all it has. */
  readonly shown: (id: string, decimals?: number) => string;
  /** Labels of the rows with a published number, and of those rows whose number differs from it within its digits. */
  readonly judged: readonly string[];
  readonly off: readonly string[];
}

/** Adds the accessors to an outcome. */
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

/** An exhibit as declared in its file. */
export interface ExhibitSpec extends Omit<
  Exhibit,
  "id" | "paper" | "label" | "kind" | "section" | "lede" | "series" | "rows" | "figures" | "runs" | "tolerance"
> {
  /** One or two sentences generated from the outcome. */
  readonly lede: (found: Reading) => string;
  /** The default is derived from paper and label. */
  readonly id?: string;
  /** At least one. */
  readonly series: readonly Series[];
  readonly rows: readonly RowSpec[];
  /** One figure or several. */
  readonly figures?: Figure | readonly Figure[];
  /** The default is no runs. */
  readonly runs?: Exhibit["runs"];
  /** The default is that of counts: only equality counts. */
  readonly tolerance?: Exhibit["tolerance"];
}

/**
 * Declares an exhibit.
 * @param label in the paper: `Table 2a`
 * @param section place in the paper: `Section 3.2`
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

export function series(id: string, title: string, caption = "", unit = ""): Series {
  return { id, title, caption, unit };
}

/** A constant as declared in an exhibit's file. */
export interface ConstantSpec extends Omit<Constant, "id" | "min" | "max" | "step"> {
  /** Smallest and largest value, and the step of the slider. */
  readonly range: readonly [min: number, max: number, step: number];
}

/** Constants that readers may move, by id. */
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

/** The provenance of the number that a constant was fitted to. */
export function fittedWord({ title, value, unit, fittedOn = "" }: Constant): Word {
  return { is: "fitted", constant: `${title.toLowerCase()}, ${value} ${unit}`, cell: fittedOn };
}

/** Sentences by their place in the paper and their id: `Section 4.1: id`. */
export type Sentences = Readonly<Record<`${string}: ${string}`, string>>;

/** A statement as declared in an exhibit's file: its interpretation and its check. */
export interface StatementSpec extends Omit<Statement, "id" | "says" | "where" | "runs"> {
  /** The default is the runs given for all statements. */
  readonly runs?: readonly string[];
}

/** The sentence with an id, and its place in the paper. */
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

/** Statements by the ids of their sentences. */
export const checked = statementsOf({});
/** The same for measurements: a statement that does not hold counts as not reproduced. */
export const measured = statementsOf({ otherwise: "not reproduced" });
/** The same for sources that we could not read: the sentences are our own words. */
export const retold = statementsOf({ otherwise: "not reproduced", isRetold: true });

/** Notes by kind and title: `in the source: Links`. */
export function notesOf(texts: Readonly<Record<`${NoteKind}: ${string}`, string>>): readonly Note[] {
  return Object.entries(texts).map(([key, text]) => {
    const at = key.indexOf(": ");
    return { title: key.slice(at + 2), kind: key.slice(0, at) as NoteKind, text };
  });
}
