/**
 * Runs as a tidy table: one row per run, one column per variable, one unit per column. (H. Wickham: Tidy data, Journal of Statistical
 * Software 59, 2014.) A second table gives the units and meanings of the columns.
 */
import { refuse } from "../core/base/errors.ts";
import { hexHashOf } from "../core/base/hash.ts";
import { type ChosenKind, type Param, type Params, type Values, writeParam } from "../core/base/params.ts";
import { baseUnitOf } from "../core/base/units.ts";
import type { NamedCell } from "../core/results/cache-folder.ts";
import type { Results } from "../core/measures/results.ts";
import { scenarioHash } from "../core/scenario/canonical.ts";
import { cycleRatio } from "../core/scenario/clock.ts";
import { type Document, documentHash, letterOf } from "../core/scenario/document.ts";
import { type Scenario, scenarioParams } from "../core/scenario/scenario.ts";
import { engineVersion } from "../core/run/version.ts";
import { csvOf, type CsvValue } from "../words/csv.ts";
import { measureColumns } from "./output.ts";

/** A document and its runs. */
export interface SweptDocument {
  readonly document: Document;
  readonly cells: readonly NamedCell[];
}

/** A column: a name without spaces, the unit of its values, and its meaning. */
interface TidyColumn {
  readonly id: string;
  readonly unit: string;
  readonly meaning: string;
}

interface TidyValue extends TidyColumn {
  readonly value: CsvValue;
}

/** Longest text in a cell; a longer text is replaced by its hash, because the document contains it. */
const maxTextLength = 200;

/** Checks that all documents have times in seconds, or all in cycles. @throws ScenarioError */
export function checkSameTimeUnit(documents: readonly Document[]): void {
  if (documents.some((document) => cycleRatio(document, documents[0]) === null))
    refuse(
      "",
      "some of these documents have times in seconds, others in cycles, so they do not fit in one table.",
      "Sweep them one by one.",
    );
}

/**
 * The table of all runs of a sweep, a row for each run in the order of the documents, and the table that explains its columns, both as CSV.
 * @param findResults returns the results of a run by its name; null if it failed, which its status shows
 */
export function tidyTable(
  sweptDocuments: readonly SweptDocument[],
  findResults: (name: string) => Results | null,
): { readonly rows: string; readonly columns: string } {
  const runs = sweptDocuments.flatMap(({ document, cells }) =>
    cells.map((namedCell) => ({ ...namedCell, document, results: findResults(namedCell.name) })),
  );
  const finishedRuns = runs.flatMap(({ cell, results }) => (results === null ? [] : [{ cell, results }]));
  const measures = measureColumns(sweptDocuments[0].document, finishedRuns);
  const inputValues = runs.map(({ document, cell, name }) => [
    ...identification(document, cell.variant, cell.scenario),
    ...parameterValues(scenarioParams, cell.scenario, ""),
    tidyValue("engine", "version of the engine", engineVersion),
    tidyValue("hash", "name of the scenario", scenarioHash(cell.scenario)),
    tidyValue("run", "name of the file that stores the run", name),
  ]);
  const inputColumns = mergeColumns(inputValues);
  const rows = runs.map(({ cell, results }, i) => {
    const values = new Map(inputValues[i].map(({ id, value }) => [id, value]));
    const measuredValues = measures.map(({ id, valueOf }) =>
      results === null ? (id === "status" ? "failed" : null) : valueOf({ cell, results }),
    );
    return [...inputColumns.map(({ id }) => values.get(id) ?? null), ...measuredValues];
  });
  const columns: readonly TidyColumn[] = [
    ...inputColumns,
    ...measures.map(({ id, unit, title, formula }) => ({ id, unit, meaning: `${title}: ${formula}` })),
  ];
  return {
    rows: csvOf([columns.map(({ id }) => id), ...rows]),
    columns: csvOf([["column", "unit", "meaning"], ...columns.map(({ id, unit, meaning }) => [id, unit, meaning])]),
  };
}

const tidyValue = (id: string, meaning: string, value: CsvValue, unit = ""): TidyValue => ({ id, unit, meaning, value });

function identification(document: Document, variant: number, { title }: Scenario): readonly TidyValue[] {
  return [
    tidyValue("document", "name of the document", documentHash(document)),
    tidyValue("network", "letter of the network in the document", letterOf(variant)),
    tidyValue("title", "title of the network", title),
  ];
}

/** All parameters by their path in the document, without those that do not affect results. */
function parameterValues(descriptions: Params, values: Values, prefix: string): readonly TidyValue[] {
  return Object.entries(descriptions).flatMap(([name, param]): readonly TidyValue[] => {
    const [id, value] = [prefix + name, values[name]];
    if (param.cosmetic !== undefined) return [];
    if (param.type === "record") return parameterValues(param.params, value as Values, `${id}.`);
    if (param.type !== "kind") return [tidyValue(id, param.title, cellText(param, value), paramUnit(param))];
    const { kind, values: kindValues } = value as ChosenKind;
    return [tidyValue(id, param.title, kind), ...parameterValues(param.registry.get(kind).params, kindValues, `${id}.`)];
  });
}

function paramUnit(param: Param): string {
  if (param.type === "quantity") return baseUnitOf(param.dimension);
  return "unit" in param ? (param.unit ?? "") : "";
}

/** Numbers as they are, quantities in their base unit, lists as JSON. */
function cellText(param: Param, value: unknown): CsvValue {
  const documentValue = param.type === "quantity" ? value : writeParam(param, value);
  if (typeof documentValue === "number" || typeof documentValue === "boolean") return documentValue;
  const text = typeof documentValue === "string" ? documentValue : JSON.stringify(documentValue);
  return text.length > maxTextLength ? `hash:${hexHashOf(text)}` : text;
}

/** Merges the columns of all rows; a new column is inserted after its predecessor in the row. */
function mergeColumns(rows: readonly (readonly TidyValue[])[]): readonly TidyColumn[] {
  const columns: TidyColumn[] = [];
  const knownIds = new Set<string>();
  for (const row of rows) {
    let position = 0;
    for (const { id, unit, meaning } of row) {
      const existing = knownIds.has(id) ? columns.findIndex((each) => each.id === id) : -1;
      if (existing < 0) columns.splice(position, 0, { id, unit, meaning });
      knownIds.add(id);
      position = (existing < 0 ? position : existing) + 1;
    }
  }
  return columns;
}
