/** Builders for exhibits, rows, statements and notes. They fill in defaults, and derive ids from labels. */
import { withoutUndefined } from "../core/base/defined.ts";
import type {
  ModelConstant,
  Exhibit,
  ExhibitFigure,
  ExhibitInputs,
  ExhibitNote,
  NoteKind,
  Outcome,
  Published,
  ExhibitRow,
  ScenarioDocument,
  ExhibitSeries,
  Statement,
  ComputedValue,
  Provenance,
} from "./contract.ts";
import type { PaperId } from "./papers.ts";
import { judgedRows } from "./coverage.ts";
import { isEqualAsPrinted } from "./verdict.ts";

/** A row as an exhibit's file declares it, before its defaults are filled in. A row is one number of an exhibit. */
export interface RowSpec extends Omit<ExhibitRow, "id" | "detail" | "quoted" | "published" | "provenance" | "runs" | "document" | "value"> {
  /** The default is the series followed by the label. */
  readonly id?: string;
  readonly detail?: string | undefined;
  readonly quoted?: string | undefined;
  /** The default is null. */
  readonly published?: Published | null | undefined;
  /** The default is `exact` without runs, otherwise `predicted`. */
  readonly provenance?: Provenance;
  /** The default is no runs. */
  readonly runs?: readonly string[];
  readonly document?: ScenarioDocument | undefined;
  /** A plain number is a value without error. */
  readonly value: (inputs: ExhibitInputs) => number | ComputedValue;
}

/** An outcome with accessors for the lede (the sentences about the outcome), which refer to rows by id. */
export interface OutcomeReader extends Outcome {
  /** The number of a row; NaN if it is missing. */
  readonly numberOf: (id: string) => number;
  /** The number of a row as text, with the given number of decimals or with all it has. */
  readonly textOf: (id: string, decimals?: number) => string;
  /** Labels of the judged rows, and of the judged rows whose computed number differs from the published one in the printed digits. */
  readonly judgedLabels: readonly string[];
  readonly differingLabels: readonly string[];
}

/** Adds the accessors to an outcome. */
function outcomeReaderOf(rows: readonly ExhibitRow[], outcome: Outcome): OutcomeReader {
  const numberOf = (id: string) => outcome.values.get(id)?.value ?? NaN;
  const judged = judgedRows({ rows });
  const differing = judged.filter(({ id, published }) => !isEqualAsPrinted(numberOf(id), published as Published));
  return {
    ...outcome,
    numberOf,
    textOf: (id, decimals) => (decimals === undefined ? String(numberOf(id)) : numberOf(id).toFixed(decimals)),
    judgedLabels: judged.map(({ label }) => label),
    differingLabels: differing.map(({ label }) => label),
  };
}

/** An exhibit as its file declares it, before its defaults are filled in. */
export interface ExhibitSpec extends Omit<
  Exhibit,
  "id" | "paper" | "label" | "kind" | "section" | "lede" | "series" | "rows" | "figures" | "runs" | "tolerance"
> {
  /** One or two sentences generated from the outcome. */
  readonly lede: (outcome: OutcomeReader) => string;
  /** The default is derived from paper and label. */
  readonly id?: string;
  /** At least one. */
  readonly series: readonly ExhibitSeries[];
  readonly rows: readonly RowSpec[];
  /** One figure or several. */
  readonly figures?: ExhibitFigure | readonly ExhibitFigure[];
  /** The default is no runs. */
  readonly runs?: Exhibit["runs"];
  /** The default is a relative tolerance of 0, as for counts: a number is either equal or differs. */
  readonly tolerance?: Exhibit["tolerance"];
}

/**
 * Creates an exhibit: derives the id and the kind from paper and label, completes every row with its default fields, and sets defaults for
 * figures, runs and tolerance, which `options` may replace.
 * @param label in the paper: `Table 2a`
 * @param section place in the paper: `Section 3.2`
 */
export function exhibit(paper: PaperId, label: string, section: string, { lede, series, rows, figures, ...options }: ExhibitSpec): Exhibit {
  const [first, ...others] = series;
  const exhibitRows = rows.map(rowFromSpec);
  return {
    id: `${paper}-${label.toLowerCase().replaceAll(/[ .]/g, "-")}`,
    paper,
    label,
    kind: label.startsWith("Table") ? "table" : label.startsWith("Figure") ? "figure" : "statement",
    section,
    lede: (outcome) => lede(outcomeReaderOf(exhibitRows, outcome)),
    series: [first, ...others],
    rows: exhibitRows,
    ...(figures === undefined ? {} : { figures: [figures].flat() }),
    runs: [],
    tolerance: { relative: 0, why: "Counts are integers, so only equal numbers agree." },
    ...options,
  };
}

function rowFromSpec({ detail, quoted: quotedText, document, published = null, runs = [], value, ...otherFields }: RowSpec): ExhibitRow {
  return {
    id: `${otherFields.series} ${otherFields.label}`,
    provenance: { is: runs.length === 0 ? "exact" : "predicted" },
    ...otherFields,
    ...withoutUndefined({ detail }),
    ...withoutUndefined({ quoted: quotedText }),
    ...withoutUndefined({ document }),
    published,
    runs,
    value(inputs) {
      const computed = value(inputs);
      return typeof computed === "number" ? { value: computed } : computed;
    },
  };
}

export function series(id: string, title: string, caption = "", unit = ""): ExhibitSeries {
  return { id, title, caption, unit };
}

/** A constant as declared in an exhibit's file. */
export interface ConstantSpec extends Omit<ModelConstant, "id" | "min" | "max" | "step"> {
  /** Smallest and largest value, and the step of the slider. */
  readonly range: readonly [min: number, max: number, step: number];
}

/** Constants that readers may move, by id. */
export function movableConstants(specs: Readonly<Record<string, ConstantSpec>>): readonly ModelConstant[] {
  return Object.entries(specs).map(
    ([
      id,
      {
        range: [min, max, step],
        ...otherFields
      },
    ]) => ({ id, min, max, step, ...otherFields }),
  );
}

/** The provenance of the number that a constant was fitted to. */
export function fittedProvenance({ title, defaultValue, unit, fittedOn = "" }: ModelConstant): Provenance {
  return { is: "fitted", constant: `${title.toLowerCase()}, ${defaultValue} ${unit}`, cell: fittedOn };
}

/** Sentences by their place in the paper and their id: `Section 4.1: id`. */
export type Sentences = Readonly<Record<`${string}: ${string}`, string>>;

/** A statement as declared in an exhibit's file: its interpretation and its check. */
export interface StatementSpec extends Omit<Statement, "id" | "says" | "where" | "runs"> {
  /** The default is the runs given for all statements. */
  readonly runs?: readonly string[];
}

/** The sentence with an id, and its place in the paper. */
export function sentenceWithId(sentences: Sentences, id: string): Pick<Statement, "id" | "says" | "where"> {
  const entry = Object.entries(sentences).find(([key]) => key.endsWith(`: ${id}`));
  if (entry === undefined) throw new Error(`no sentence is quoted as "${id}"`);
  const [key, says] = entry;
  return { id, says, where: key.slice(0, -id.length - 2) };
}

const createStatements =
  (commonFields: Pick<Statement, "otherwise" | "isSummary">) =>
  (sentences: Sentences, runs: readonly string[], specs: Readonly<Record<string, StatementSpec>>): readonly Statement[] =>
    Object.entries(specs).map(([id, spec]) => ({ ...sentenceWithId(sentences, id), runs, ...commonFields, ...spec }));

/** Statements by the ids of their sentences. */
export const checkedStatements = createStatements({});
/** Statements about measurements: a statement that does not hold counts as not reproduced. */
export const measuredStatements = createStatements({ otherwise: "not reproduced" });
/** Statements from sources that we could not read: the sentences are in our own words. */
export const paraphrasedStatements = createStatements({ otherwise: "not reproduced", isSummary: true });

/** Notes by kind and title: `in the source: Links`. */
export function notesOf(texts: Readonly<Record<`${NoteKind}: ${string}`, string>>): readonly ExhibitNote[] {
  return Object.entries(texts).map(([key, text]) => {
    const separator = key.indexOf(": ");
    return { title: key.slice(separator + 2), kind: key.slice(0, separator) as NoteKind, text };
  });
}
