/**
 * Runs as a tidy table: one row per run, one column per variable, one unit per column. (H. Wickham: Tidy data, Journal of Statistical
 * Software 59, 2014.) A second table gives the units and meanings of the columns.
 */
import { refuse } from "../core/base/errors.ts";
import { hashOfText } from "../core/base/hash.ts";
import { type ChosenKind, type Param, type Params, type Values, writeParam } from "../core/base/params.ts";
import { baseUnitOf } from "../core/base/units.ts";
import type { NamedCell } from "../core/results/cache-folder.ts";
import type { Results } from "../core/measures/results.ts";
import { scenarioHash } from "../core/scenario/canonical.ts";
import { cycleIn } from "../core/scenario/clock.ts";
import { type Document, documentHash, letterOf } from "../core/scenario/document.ts";
import { type Scenario, scenarioParams } from "../core/scenario/scenario.ts";
import { engineVersion } from "../core/run/version.ts";
import { csvOf, type CsvValue } from "../words/csv.ts";
import { measureColumns } from "./output.ts";

/** A document and its runs. */
export interface Swept {
  readonly document: Document;
  readonly cells: readonly NamedCell[];
}

/** A column: a name without spaces, the unit of its values, and its meaning. */
interface Column {
  readonly id: string;
  readonly unit: string;
  readonly meaning: string;
}

interface Value extends Column {
  readonly value: CsvValue;
}

/** Longest text in a cell; a longer text is replaced by its hash, because the document contains it. */
const longestText = 200;

/** Checks that all documents have times in seconds, or all in cycles. @throws ScenarioError */
export function checkAlike(documents: readonly Document[]): void {
  if (documents.some((each) => cycleIn(each, documents[0]) === null))
    refuse("", "some of these documents have times in seconds, others in cycles, so they make no one table.", "Sweep them one by one.");
}

/**
 * The table of all runs, in the order of the documents, and the table of its columns, both as CSV.
 * @param findResults returns the results of a run by its name; null if it failed, which its status shows
 */
export function tidy(all: readonly Swept[], find: (name: string) => Results | null): { readonly rows: string; readonly columns: string } {
  const runs = all.flatMap(({ document, cells }) => cells.map((each) => ({ ...each, document, results: find(each.name) })));
  const whole = runs.flatMap(({ cell, results }) => (results === null ? [] : [{ cell, results }]));
  const measures = measureColumns(all[0].document, whole);
  const given = runs.map(({ document, cell, name }) => [
    ...whereabouts(document, cell.variant, cell.scenario),
    ...params(scenarioParams, cell.scenario, ""),
    column("engine", "edition of the engine", engineVersion),
    column("hash", "name of the scenario", scenarioHash(cell.scenario)),
    column("run", "name of the file that keeps the run", name),
  ]);
  const places = merged(given);
  const rows = runs.map(({ cell, results }, i) => {
    const values = new Map(given[i].map(({ id, value }) => [id, value]));
    const measured = measures.map(({ id, of }) => (results === null ? (id === "status" ? "failed" : null) : of({ cell, results })));
    return [...places.map(({ id }) => values.get(id) ?? null), ...measured];
  });
  const columns: readonly Column[] = [
    ...places,
    ...measures.map(({ id, unit, title, formula }) => ({ id, unit, meaning: `${title}: ${formula}` })),
  ];
  return {
    rows: csvOf([columns.map(({ id }) => id), ...rows]),
    columns: csvOf([["column", "unit", "meaning"], ...columns.map(({ id, unit, meaning }) => [id, unit, meaning])]),
  };
}

const column = (id: string, meaning: string, value: CsvValue, unit = ""): Value => ({ id, unit, meaning, value });

function whereabouts(document: Document, variant: number, { title }: Scenario): readonly Value[] {
  return [
    column("document", "name of the document", documentHash(document)),
    column("network", "letter of the network in the document", letterOf(variant)),
    column("title", "title of the network", title),
  ];
}

/** All parameters by their path in the document, without those that do not affect results. */
function params(described: Params, values: Values, before: string): readonly Value[] {
  return Object.entries(described).flatMap(([name, param]): readonly Value[] => {
    const [id, value] = [before + name, values[name]];
    if (param.isLook !== undefined) return [];
    if (param.type === "record") return params(param.params, value as Values, `${id}.`);
    if (param.type !== "kind") return [column(id, param.title, cellOf(param, value), unitOf(param))];
    const { kind, values: own } = value as ChosenKind;
    return [column(id, param.title, kind), ...params(param.registry.get(kind).params, own, `${id}.`)];
  });
}

function unitOf(param: Param): string {
  if (param.type === "quantity") return baseUnitOf(param.dimension);
  return "unit" in param ? (param.unit ?? "") : "";
}

/** Numbers as they are, quantities in their base unit, lists as JSON. */
function cellOf(param: Param, value: unknown): CsvValue {
  const written = param.type === "quantity" ? value : writeParam(param, value);
  if (typeof written === "number" || typeof written === "boolean") return written;
  const text = typeof written === "string" ? written : JSON.stringify(written);
  return text.length > longestText ? `hash:${hashOfText(text)}` : text;
}

/** Merges the columns of all rows; a new column is inserted after its predecessor in the row. */
function merged(rows: readonly (readonly Value[])[]): readonly Column[] {
  const columns: Column[] = [];
  const known = new Set<string>();
  for (const row of rows) {
    let at = 0;
    for (const { id, unit, meaning } of row) {
      const found = known.has(id) ? columns.findIndex((each) => each.id === id) : -1;
      if (found < 0) columns.splice(at, 0, { id, unit, meaning });
      known.add(id);
      at = (found < 0 ? at : found) + 1;
    }
  }
  return columns;
}
