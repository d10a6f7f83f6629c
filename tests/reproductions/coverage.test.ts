/** What a verdict covers: the printed numbers that are compared, where they are printed, and what is left out. */
import { expect, test } from "vitest";
import type { Exhibit, ExhibitRow, Outcome, Provenance, Published } from "../../src/reproductions/contract.ts";
import { countOrigins, isPrintedInPlace, judgedRows, sayCoverage, sayScale, scalesOf } from "../../src/reproductions/coverage.ts";
import { exhibits } from "../../src/reproductions/index.ts";
import { printed, printedIn, withoutError } from "../../src/reproductions/numbers.ts";
import { papers } from "../../src/reproductions/papers.ts";
import { sayAgreementWithPaper, sayRepetition } from "../../src/reproductions/report.ts";
import { recordedOutcome } from "../../src/reproductions/recorded-outcomes.ts";
import { verdictOfRow, verdictSummaryOf, type VerdictSummary } from "../../src/reproductions/verdict.ts";

const predicted: Provenance = { is: "predicted" };

/** A made-up exhibit of one series with its complete outcome. */
function madeUp(
  kind: Exhibit["kind"],
  rows: readonly (readonly [Published | null, number, Provenance?])[],
  fields: Partial<Exhibit> = {},
): readonly [Exhibit, Outcome] {
  const exhibitRows = rows.map(([published, value, provenance = predicted], i): ExhibitRow => ({
    id: `row ${i}`,
    label: `row ${i}`,
    series: "all",
    published,
    provenance,
    formula: "made up",
    runs: [],
    value: () => withoutError(value),
  }));
  return [
    { ...exhibits[0], kind, series: [{ id: "all", title: "All", caption: "", unit: "" }], rows: exhibitRows, statements: [], ...fields },
    { values: new Map(rows.map(([, value], i) => [`row ${i}`, withoutError(value)])), checked: new Map(), isComplete: true },
  ];
}
const summaryOf = ([exhibit, outcome]: readonly [Exhibit, Outcome]) => verdictSummaryOf(exhibit, outcome) as VerdictSummary;

const curve: NonNullable<Exhibit["figures"]>[number] = {
  is: "growth",
  title: "",
  caption: "",
  unit: "",
  horizontalTitle: "",
  columns: [],
  lines: [],
};

test("a figure of which two numbers of the text are compared says so, and that its curves are not", () => {
  const figure = summaryOf(
    madeUp(
      "figure",
      [
        [printed("1"), 1],
        [printed("2"), 2],
        [null, 3],
      ],
      { figures: [curve] },
    ),
  );
  expect(figure).toMatchObject({
    title: "2 numbers of the text: exact",
    sentence: "Both numbers of the text are exact; the curves are not compared.",
    uncompared: "the curves are not compared",
  });
  expect(summaryOf(madeUp("figure", [[null, 1]], { figures: [curve] }))).toMatchObject({
    verdict: null,
    sentence: "No number is printed; the curves are not compared.",
  });
  // Numbers in the caption of a figure, and those of a table or of a section, are where the exhibit is.
  expect(summaryOf(madeUp("figure", [[printedIn("figure", printed("1")), 1]]))).toMatchObject({ title: "exact", uncompared: "" });
  expect(summaryOf(madeUp("table", [[printed("1"), 1]], { figures: [curve] }))).toMatchObject({ title: "exact", uncompared: "" });
  expect(
    summaryOf(
      madeUp("statement", [
        [printed("1"), 3],
        [printedIn("table", printed("2")), 2],
      ]),
    ).title,
  ).toBe("1 of 2 numbers of the text and other tables differs");
});

test("a reference is shown and not judged, but keeps its rank", () => {
  const reference: Provenance = { is: "reference" };
  const [exhibit, outcome] = madeUp("table", [
    [printed("1.00"), 1, reference],
    [printed("0.90"), 1.2],
  ]);
  expect(verdictOfRow(exhibit, exhibit.rows[0], outcome)).toBeNull();
  expect(summaryOf([exhibit, outcome]).sentence).toMatch(/^The only number of the table differs/);
  // 0.90 is below the reference, and 1.2 is not: without the reference there would be no order to violate.
  expect(verdictOfRow(exhibit, exhibit.rows[1], outcome)?.sentence).toContain("do not rank in the published order");
});

test("no baseline's own number counts as compared", () => {
  const units = exhibits.flatMap((exhibit) => exhibit.rows.filter(({ provenance }) => provenance.is === "reference"));
  expect(units.map(({ published }) => published?.text)).toEqual(expect.arrayContaining(["1.00", "35.00", "10.00", "7.00"]));
  for (const exhibit of exhibits)
    expect(
      judgedRows(exhibit).filter(({ published }) => /^1\.0+$/.test(published?.text ?? "")),
      exhibit.id,
    ).toEqual([]);
});

test("every figure that plots values says that they are not compared, and every verdict whose numbers it is about", () => {
  const plots = exhibits.filter(
    ({ figures = [], kind }) => kind === "figure" && figures.some(({ is }) => is === "growth" || is === "profiles"),
  );
  expect(plots.length).toBeGreaterThan(12);
  for (const exhibit of plots) {
    const summary = summaryOf([exhibit, recordedOutcome(exhibit) as Outcome]);
    expect(summary.sentence, exhibit.id).toMatch(/(not compared|nor are .*)\.$/);
  }
  for (const exhibit of exhibits) {
    const { title, sentence } = summaryOf([exhibit, recordedOutcome(exhibit) as Outcome]);
    const count = judgedRows(exhibit).length;
    expect(countOrigins(exhibit).reduce((sum, [, each]) => sum + each, 0)).toBe(count);
    if (count === 0) continue;
    expect(sentence, exhibit.id).toMatch(/numbers? (of|derived from) (the|other) (text|tables?|figure)/);
    expect(/ (of|derived from) (the|other) (text|tables?|figure)/.test(title), exhibit.id).toBe(!isPrintedInPlace(exhibit));
  }
});

test("the cover of a paper counts what is compared, and for how many of its exhibits", () => {
  const coverOf = (paper: string) => sayCoverage(exhibits.filter((each) => each.paper === paper));
  expect(coverOf("torus")).toBe(
    "27 printed numbers are compared, in the text, for 5 of 9 tables, figures and sections. The plotted values of 2 figures are not compared.",
  );
  expect(coverOf("trees")).toMatch(/^\d+ printed numbers are compared, \d+ in tables, 3 in figures and \d+ in the text, for 14 of 17/);
  for (const { id } of papers) expect(coverOf(id)).toMatch(/^\d/);
});

test("what is scaled down is said of every exhibit that runs the smaller model, and on the cover", () => {
  const torus = exhibits.filter(({ paper }) => paper === "torus");
  for (const { id, scale, runs, recordings = [] } of torus) expect(scale !== undefined, id).toBe(runs.length + recordings.length > 0);
  const [{ scale, exhibits: scaled }] = scalesOf(torus);
  expect(sayScale(scale)).toBe("32 KiB for 256 MB, the data that a node sends");
  expect(scaled.map(({ label }) => label)).toEqual(["Section 4.4", "Figure 3", "Figure 4", "Section 5.3"]);
  const figure3 = scaled[1];
  expect(summaryOf([figure3, recordedOutcome(figure3) as Outcome]).statements).toBe(
    "1 of 6 statements holds, 5 not in our scaled-down model.",
  );
});

test("running an exhibit again ends with a sentence about our recording and one about the paper", () => {
  const of = (id: string) => {
    const exhibit = exhibits.find((each) => each.id === id) as Exhibit;
    return [exhibit, recordedOutcome(exhibit) as Outcome] as const;
  };
  expect(sayRepetition(...of("qsnet-figure-11"))).toBe(
    "42 runs again: all 33 numbers equal our recording. Both printed numbers are within 5\u202f% of the paper’s.",
  );
  expect(sayRepetition(...of("trees-figure-4"))).toBe(
    "Computed again: all 35 numbers equal our recording. 16 of 17 printed numbers are equal to the paper’s.",
  );
  expect(sayAgreementWithPaper(...of("trees-table-4b"))).toBe("21 of 34 printed numbers are within 8\u202f% of the paper’s.");
  expect(sayAgreementWithPaper(...of("torus-figure-4"))).toMatch(/^The only printed number is not within /);
  expect(sayAgreementWithPaper(...of("qsnet-section-5-4"))).toMatch(/^1 of 2 statements holds/);
  const [exhibit, outcome] = of("qsnet-figure-11");
  const [[first]] = outcome.values;
  const changed = { ...outcome, values: new Map(outcome.values).set(first, withoutError(1)) };
  expect(sayRepetition(exhibit, changed)).toMatch(/^42 runs again: 1 of 33 numbers differs from our recording\./);
});
