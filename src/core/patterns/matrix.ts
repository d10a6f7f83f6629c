import { type ValidationIssue, mostIssues } from "../base/errors.ts";
import { cellCount, checkPainted, matrixOf, painted } from "../traffic/painted.ts";
import { integer, list, number, record, type ValuesOf } from "../base/params.ts";
import { byRow, type CellRows, joined } from "../traffic/traffic-matrix.ts";
import { pattern } from "./contract.ts";
import { drawnFrom, rowsOf, sharesOf } from "./rows.ts";

const terminal = (title: string, usual: number) => integer({ title, help: "Number of a terminal.", min: 0, max: 65535, default: usual });

const params = {
  entries: list(
    record(
      {
        source: terminal("Source", 0),
        destination: terminal("Destination", 1),
        weight: number({
          title: "Weight",
          help: "How often the source sends to this destination, relative to its other entries; entries of the same pair add up.",
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
  cells: painted({
    title: "Painted weights",
    help: "The same as a sheet that the page writes: weights from 0.000001 to 1,000,000,000, four digits each. They add up with the entries, of which there may then be none.",
    default: "",
    say: (cells) => (cells === "" ? "" : ` and ${sayCells(cellCount(cells))}`),
  }),
};
type Values = ValuesOf<typeof params>;

export const matrix = pattern({
  id: "matrix",
  title: "matrix",
  article: "a",
  summary:
    "Any traffic matrix: a list of pairs with weights, relative to the other weights of the source. A source without entries sends nothing; packets to itself are not created.",
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
  permutation: false,
  namesTerminals: true,
  needs: (terminals) => (terminals > 1 ? null : "needs at least two terminals"),
  check({ entries, cells }, terminals) {
    const issues: ValidationIssue[] = [];
    entries.forEach((entry, i) => {
      for (const end of ["source", "destination"] as const) {
        if (entry[end] < terminals) continue;
        issues.push({
          path: `entries.${i}.${end}`,
          message: `terminal ${entry[end]} does not exist; there are ${terminals}, 0 to ${terminals - 1}.`,
          remedy: `Use ${terminals - 1} or less.`,
          nearest: terminals - 1,
        });
      }
    });
    if (entries.length === 0 && cells === "")
      issues.push({ path: "entries", message: "the matrix is empty.", remedy: "Add an entry, or paint cells." });
    return [...issues.slice(0, mostIssues), ...checkPainted(cells, terminals)];
  },
  compile: (values, terminals) => drawnFrom(rowsOf(weightsOf(values), terminals)),
  share: (values, terminals) => sharesOf(rowsOf(weightsOf(values), terminals)),
});

/** All weights. Duplicate entries of a pair are sorted by weight, so that their sum does not depend on the order of the list. */
function weightsOf({ entries, cells }: Values): CellRows {
  const given = entries.filter(({ weight }) => weight > 0).sort((a, b) => a.weight - b.weight);
  const rows = byRow({
    source: given.map(({ source }) => source),
    destination: given.map(({ destination }) => destination),
    value: given.map(({ weight }) => weight),
  });
  return cells === "" ? rows : joined(rows, matrixOf(cells));
}

const sayCells = (count: number) => `${count.toLocaleString("en-US")} painted ${count === 1 ? "cell" : "cells"}`;
