import { type ValidationIssue, maxIssues } from "../base/errors.ts";
import { cellCount, checkMatrixText, matrixOf, trafficMatrixParam } from "../traffic/traffic-matrix-param.ts";
import { integer, list, number, record, type ValuesOf } from "../base/params.ts";
import { cellsByRow, type CellRows, mergeCellRows } from "../traffic/traffic-matrix.ts";
import { definePattern } from "./contract.ts";
import { destinationFunction, destinationRows, probabilityFunction } from "./destination-rows.ts";

const terminalParam = (title: string, defaultValue: number) =>
  integer({ title, help: "Number of a terminal.", min: 0, max: 65535, default: defaultValue });

const params = {
  entries: list(
    record(
      {
        source: terminalParam("Source", 0),
        destination: terminalParam("Destination", 1),
        weight: number({
          title: "Weight",
          help: "How often the source sends to this destination, relative to its other entries. Entries of the same pair are added.",
          min: 0,
          max: 1000,
          step: 0.1,
          default: 1,
        }),
      },
      { title: "Entry", help: "One element of the traffic matrix." },
    ),
    {
      title: "Entries",
      help: "The nonzero elements of the traffic matrix, one by one.",
      minLength: 0,
      maxLength: 10_000,
      separator: "; ",
      default: [{ source: 0, destination: 1, weight: 1 }],
    },
  ),
  cells: trafficMatrixParam({
    title: "Painted weights",
    help: "The painted matrix as text, written by the page: weights from 0.000001 to 1,000,000,000 with four significant digits. They are added to the entries; with painted weights, the list of entries may be empty.",
    default: "",
    say: (cells) => (cells === "" ? "" : ` and ${describeCells(cellCount(cells))}`),
  }),
};
type Values = ValuesOf<typeof params>;

export const matrixPattern = definePattern({
  id: "matrix",
  title: "matrix",
  article: "a",
  summary:
    "Any traffic matrix: a list of pairs with weights, relative to the other weights of the source. A source without entries sends nothing, and no terminal sends to itself.",
  source: "Dally, Towles (2004), §3.2",
  params,
  phrase: "{title} of {entries}{cells}",
  examples: [
    {
      entries: [
        { source: 0, destination: 1 },
        { source: 1, destination: 0, weight: 3 },
        { source: 1, destination: 2 },
        { source: 3, destination: 2, weight: 0.5 },
        { source: 3, destination: 3, weight: 0.5 },
      ],
    },
    // Terminals 0 and 1 send equally to 0, 1 and 2.
    { entries: [], cells: "AWBABAABBBA" },
  ],
  isPermutation: false,
  namesTerminals: true,
  reasonUnsupported: (terminals) => (terminals > 1 ? null : "needs at least two terminals"),
  check({ entries, cells }, terminals) {
    const issues: ValidationIssue[] = [];
    entries.forEach((entry, i) => {
      for (const end of ["source", "destination"] as const) {
        if (entry[end] < terminals) continue;
        issues.push({
          path: `entries.${i}.${end}`,
          message: `terminal ${entry[end]} does not exist; there are ${terminals} terminals, 0 to ${terminals - 1}.`,
          remedy: `Use ${terminals - 1} or less.`,
          nearest: terminals - 1,
        });
      }
    });
    if (entries.length === 0 && cells === "")
      issues.push({ path: "entries", message: "the matrix is empty.", remedy: "Add an entry, or paint cells." });
    return [...issues.slice(0, maxIssues), ...checkMatrixText(cells, terminals)];
  },
  compile: (values, terminals) => destinationFunction(destinationRows(weightsOf(values), terminals)),
  share: (values, terminals) => probabilityFunction(destinationRows(weightsOf(values), terminals)),
});

/** All weights. Duplicate entries of a pair are sorted by weight, so that their sum does not depend on the order of the list. */
function weightsOf({ entries, cells }: Values): CellRows {
  const weightedEntries = entries.filter(({ weight }) => weight > 0).sort((a, b) => a.weight - b.weight);
  const rows = cellsByRow({
    source: weightedEntries.map(({ source }) => source),
    destination: weightedEntries.map(({ destination }) => destination),
    value: weightedEntries.map(({ weight }) => weight),
  });
  return cells === "" ? rows : mergeCellRows(rows, matrixOf(cells));
}

const describeCells = (count: number) => `${count.toLocaleString("en-US")} painted ${count === 1 ? "cell" : "cells"}`;
