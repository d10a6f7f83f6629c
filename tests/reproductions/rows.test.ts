/** The helpers that build the rows of exhibits. */
import { expect, test } from "vitest";
import type { Results } from "../../src/core/measures/results.ts";
import { exhibit, notesOf, sentenceWithId, series } from "../../src/reproductions/exhibit.ts";
import { printed } from "../../src/reproductions/numbers.ts";
import { computeOutcome } from "../../src/reproductions/outcome.ts";
import {
  rowsOfOneSeries,
  rowsBySeries,
  exactNumber,
  joinTables,
  rowsBySubject,
  meanOfRuns,
  ratioOfRuns,
  numberOfRun,
  makespanSecondsOf,
  type RowColumn,
} from "../../src/reproductions/rows.ts";
import { madeUpInputs } from "./made-up-inputs.ts";

const columns: readonly RowColumn<number>[] = [
  [series("square", "Square"), (n) => exactNumber("n²", () => n * n, n === 2 ? printed("4") : null)],
  [series("place", "Place"), (_, place) => exactNumber("place", () => place)],
];
const lineOf = (n: number) => ({ key: n, label: `n = ${n}`, detail: "a number" });

test("rows come line by line or column by column, each in its series, with ids of series and key", () => {
  const [byLine, byColumn] = [rowsBySubject, rowsBySeries].map((table) => table([2, 3], lineOf, columns));
  expect(byLine.rows.map(({ id }) => id)).toEqual(["square 2", "place 2", "square 3", "place 3"]);
  expect(byColumn.rows.map(({ id }) => id)).toEqual(["square 2", "square 3", "place 2", "place 3"]);
  expect(byLine.series).toEqual(byColumn.series);
  expect(byLine.rows.map((row) => row.value(madeUpInputs({})))).toEqual([4, 0, 9, 1]);
  expect(byLine.rows[0]).toMatchObject({ label: "n = 2", detail: "a number", series: "square", formula: "n²", published: printed("4") });
});

test("a count is whole where nothing is printed, and has the printed digits elsewhere", () => {
  expect(exactNumber("n", () => 1)).toMatchObject({ published: null, decimals: 0 });
  expect(exactNumber("n", () => 1, printed("1.5"))).not.toHaveProperty("decimals");
});

test("tables join one after the other, and a row without a key keeps its label for its id", () => {
  const one = rowsOfOneSeries(series("a", "A"), [{ label: "x", ...exactNumber("1", () => 1) }]);
  const joined = joinTables(one, rowsOfOneSeries(series("b", "B"), [{ id: "own", label: "x", ...exactNumber("2", () => 2) }]));
  expect(joined.series.map(({ id }) => id)).toEqual(["a", "b"]);
  const { rows } = exhibit("trees", "Table 9", "Section 9", { title: "", lede: () => "", ...joined, notes: [], documents: [] });
  expect(rows.map(({ id, provenance }) => [id, provenance.is])).toEqual([
    ["a x", "exact"],
    ["own", "exact"],
  ]);
});

test("numbers are read from a run, from several, and as a ratio of two, and name their runs", () => {
  const makespans: Readonly<Record<string, number | null>> = { a: 10, b: 20, c: null };
  const results = (run: string) => ({ makespan: makespans[run], cycleSeconds: 1 }) as Results;
  const values = [
    numberOfRun("a", makespanSecondsOf),
    meanOfRuns(["a", "b"], makespanSecondsOf),
    ratioOfRuns(["b", "a"], makespanSecondsOf),
    numberOfRun("c", makespanSecondsOf),
  ];
  expect(values.map(({ runs }) => runs)).toEqual([["a"], ["a", "b"], ["b", "a"], ["c"]]);
  expect(values.map(({ value }) => value(madeUpInputs({ results })))).toEqual([10, { value: 15, spread: { error: 5, draws: 2 } }, 2, NaN]);
});

test("a lede reads the numbers by their ids, and which of them are as printed", async () => {
  const own = exhibit("trees", "Table 9", "Section 9", {
    title: "",
    lede: ({ numberOf, textOf, judgedLabels, differingLabels }) =>
      `${numberOf("square 2")} ${textOf("square 3", 1)} ${textOf("place 3")} ${judgedLabels.length - differingLabels.length} of ${judgedLabels.length}`,
    ...rowsBySubject([2, 3], lineOf, columns),
    notes: [],
    documents: [],
  });
  const outcome = await computeOutcome(own, { run: () => Promise.reject(new Error("nothing to run")) });
  expect(own.lede(outcome)).toBe("4 9.0 1 1 of 1");
  expect(own.tolerance.relative).toBe(0);
});

test("notes and sentences have their kind and their place before their title and id", () => {
  expect(notesOf({ "our model: Ties: first": "To the first." })).toEqual([
    { title: "Ties: first", kind: "our model", text: "To the first." },
  ]);
  const sentences = { "Section 4.1, on 2W: light": "a few", "Section 5: heavy": "all" };
  expect(sentenceWithId(sentences, "light")).toEqual({ id: "light", says: "a few", where: "Section 4.1, on 2W" });
  expect(() => sentenceWithId(sentences, "none")).toThrow('no sentence is quoted as "none"');
});
