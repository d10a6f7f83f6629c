/** The command `reproduce` and the tables of the README: every exhibit has its published verdict when it is run again. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { run, runWithChannelCounts } from "../../src/core/run/run.ts";
import { reproduceCommand } from "../../src/cli/reproduce.ts";
import { publishedFolder, PublishedFolder } from "../../src/cli/published-folder.ts";
import type { Exhibit, Outcome, Published, Recording, ComputedValue } from "../../src/reproductions/contract.ts";
import { splitLead, maxLeadLength } from "../../src/app/pages/papers/lead.ts";
import { claims, claimVerdicts, rowOfClaim, verdictOnClaim } from "../../src/reproductions/claims.ts";
import { exhibits, exhibitsIn, findExhibit } from "../../src/reproductions/index.ts";
import { papers, paperParts } from "../../src/reproductions/papers.ts";
import { computeOutcome, shownValueOf } from "../../src/reproductions/outcome.ts";
import { recordedOutcome, recordedOutcomes, storedOutcomeOf } from "../../src/reproductions/recorded-outcomes.ts";
import {
  differenceOf,
  isEqualAsPrinted,
  sayVerdict,
  isFittedOrChosen,
  type VerdictSummary,
  verdictSummaryOf,
  verdictOfRow,
} from "../../src/reproductions/verdict.ts";
import { exhibitCsv, readmeHead, readmeLine, signedPercent } from "../../src/reproductions/report.ts";
import { callInProcess } from "../cli/call-command.ts";
import { isThorough } from "../effort.ts";

const projectRoot = fileURLToPath(new URL("../../", import.meta.url));

/** `npm run reproduce -- …`. */
const reproduce = (...args: string[]) => callInProcess(reproduceCommand, args);

/** Lines of the tables between the markers in the README of the reproductions. */
const readmeTableLines = () => {
  const [, block] =
    /<!-- reproductions: begin -->\n([\s\S]*?)\n<!-- reproductions: end -->/.exec(
      readFileSync(`${projectRoot}src/reproductions/README.md`, "utf8"),
    ) ?? [];
  return (block ?? "").split("\n");
};

test("the README has a table for each part, and in it a line for every exhibit, in order", () => {
  const idIn = (line: string) => /`([a-z0-9-]+)`/.exec(line)?.[1] ?? line;
  expect(readmeTableLines().map(idIn)).toEqual(
    paperParts.flatMap((part, i) => [
      ...(i === 0 ? [] : [""]),
      `### ${part.title}`,
      "",
      ...readmeHead,
      ...exhibitsIn(part).map(({ id }) => id),
    ]),
  );
});

/** Verdict of an exhibit from its published results. */
const publishedVerdict = (id: string) => {
  const exhibit = exhibits.find((each) => each.id === id) as Exhibit;
  return verdictSummaryOf(exhibit, recordedOutcome(exhibit) as Outcome) as VerdictSummary;
};

test("a verdict says how many of the numbers were fitted, chosen or assumed, in the README and in the index", () => {
  const verdictText = (id: string) => sayVerdict(publishedVerdict(id));
  expect(verdictText("qsnet-figure-13")).toBe("6 numbers of the text: set · 3 fitted, 3 chosen");
  expect(verdictText("quads-section-5")).toBe("exact · 43 assumed");
  expect(verdictText("trees-table-2a")).toBe("exact");
  // The number of fitted values refers to the numbers on which the verdict is based. The verdict says how many of them differ.
  expect(verdictText("qsnet-figure-16")).toBe("4 of 5 numbers of the text differ · 3 fitted");
  expect(verdictText("trees-figure-4")).toBe("1 of 17 numbers of the text differs");
  for (const id of ["qsnet-figure-13", "quads-section-5"])
    expect(readmeTableLines().find((line) => line.includes(`\`${id}\``))).toContain(`| ${verdictText(id)}`);
});

test("what was fitted or chosen is never called exact", () => {
  for (const exhibit of exhibits) {
    const outcome = recordedOutcome(exhibit) as Outcome;
    for (const row of exhibit.rows)
      expect(verdictOfRow(exhibit, row, outcome)?.id === "exact" && isFittedOrChosen(row), `${exhibit.id}, ${row.id}`).toBe(false);
  }
});

test("the claim of every paper has its sentences and its number, and its verdict is known immediately", () => {
  for (const { id } of papers) {
    const verdict = verdictOnClaim(claims[id], (exhibit) => recordedOutcome(findExhibit(exhibit) as Exhibit));
    expect(claimVerdicts, id).toContain(verdict);
    expect(rowOfClaim(claims[id]).published, id).not.toBeNull();
  }
});

test("before its numbers a page says 250 words at most, and its lead has three lines", () => {
  const words = (text: string) => text.split(/\s+/).length;
  for (const exhibit of exhibits) {
    const [lead] = splitLead(exhibit.lede(recordedOutcome(exhibit) as Outcome));
    expect(lead.length, exhibit.id).toBeLessThanOrEqual(maxLeadLength);
    const captions = (exhibit.figures ?? []).map(({ title, caption }) => `${title} ${caption}`);
    const [{ title, caption }] = exhibit.series;
    expect(
      words([exhibit.title, lead, publishedVerdict(exhibit.id).sentence, ...captions, title, caption].join(" ")),
      exhibit.id,
    ).toBeLessThanOrEqual(250);
  }
});

test("the index knows how every exhibit came out, failures included, and that of no other", () => {
  expect(Object.keys(recordedOutcomes)).toEqual(exhibits.map(({ id }) => id));
  expect(publishedVerdict("trees-figure-6")).toMatchObject({
    verdict: null,
    holding: 5,
    failing: 3,
    statements: "5 of 8 statements hold.",
  });
  expect(publishedVerdict("qsnet-figure-16").verdict).toBe("differs");
});

const published = new PublishedFolder(`${projectRoot}${publishedFolder}`, process.stderr);
const storedRuns = (recording: Recording) => published.runsOf(recording);

/** Whether all required results of an exhibit are stored. tests/recorded.test.ts lists the required ones. */
const isStored = ({ recordings = [] }: Exhibit) =>
  recordings.filter(({ isExtra }) => isExtra !== true).every((recording) => storedRuns(recording) !== null);
const stored = exhibits.map(isStored);

/** Exhibits that take more than half a second. Only `npm run test:all` runs them again; each paper has others. */
const slowExhibits = [
  "trees-figure-4",
  "qsnet-figure-9",
  "qsnet-figure-10",
  "qsnet-figure-11",
  "qsnet-figure-12",
  "qsnet-section-5-3",
  "qsnet-figure-13",
  "qsnet-figure-14",
  "qsnet-figure-15",
  "qsnet-figure-16",
  "qsnet-section-5-4",
  "torus-figure-2",
  "torus-theorem-1",
  "torus-lemma-1",
  "torus-section-4-4",
  "torus-section-5-3",
  "quads-figure-1",
  "quads-table-1",
  "matmul-table-1",
  "matmul-nodes",
  "deepseek-section-2-3-2",
];
const testedExhibits = exhibits.filter(({ id }, i) => stored[i] && (isThorough || !slowExhibits.includes(id)));

test.each(testedExhibits.map((exhibit) => [exhibit.id, exhibit] as const))(
  "the line of %s in the README is the present result",
  async (_, exhibit) => {
    const outcome = await computeOutcome(exhibit, {
      run: (scenario, _, isCounted) => Promise.resolve((isCounted ? runWithChannelCounts : run)(scenario)),
      recorded: (recording) => Promise.resolve(storedRuns(recording)),
    });
    expect(outcome.isComplete).toBe(true);
    expect(readmeTableLines()).toContain(readmeLine(exhibit, outcome));
    // The outcome that the page's list shows before anything is run.
    expect(recordedOutcomes[exhibit.id]).toEqual(storedOutcomeOf(outcome));
    expect(verdictSummaryOf(exhibit, recordedOutcome(exhibit) as Outcome)).toEqual(verdictSummaryOf(exhibit, outcome));
    for (const row of exhibit.rows) {
      const value = outcome.values.get(row.id) as ComputedValue;
      const shown = Number(shownValueOf(row, value).replace("−", "-"));
      if (row.published === null || isEqualAsPrinted(value.value, row.published)) continue;
      // A reader who computes the difference from the two displayed numbers gets the displayed difference and the same verdict.
      const signedDifference = (number: number) =>
        signedPercent(differenceOf(number, row.published as Published), exhibit.tolerance.relative);
      expect(signedDifference(shown), row.id).toBe(signedDifference(value.value));
      const seen: Outcome = { ...outcome, values: new Map(outcome.values).set(row.id, { ...value, value: shown }) };
      expect(verdictOfRow(exhibit, row, seen), row.id).toEqual(verdictOfRow(exhibit, row, outcome));
    }
    expect(exhibit.lede(outcome)).toMatch(/\.$/);
    expect(exhibitCsv(exhibit, outcome).trimEnd().split("\r\n")).toHaveLength(exhibit.rows.length + 1);
  },
);

test("an exhibit is printed in aligned columns, each number with its word and verdict", async () => {
  const { status, stdout, stderr } = await reproduce("trees-table-2a");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const lines = stdout.split("\n");
  expect(lines[0]).toMatch(/^trees-table-2a {2}Trees report, Table 2a: /);
  expect(lines[1]).toMatch(/published +simulated +word +verdict/);
  expect(lines[2]).toMatch(/^ {2}8,4-fat-tree, switches +2048 +2048 +exact +exact$/);
  expect(stdout).toContain("exact. All 20 numbers of the table are exact.");
});

test("as JSON, with formula, word and verdict of every number", async () => {
  const { status, stdout } = await reproduce("trees-table-2b", "--json");
  expect(status).toBe(0);
  const [exhibit] = JSON.parse(stdout);
  expect(exhibit).toMatchObject({ id: "trees-table-2b", verdict: { id: "set" }, source: expect.stringContaining("EHU-KAT-IK-06-07") });
  expect(exhibit.rows[5]).toMatchObject({ series: "switches-used", value: 4248, word: { is: "chosen" }, verdict: "set" });
});

test("what does not exist is refused with the remedy and 2", async () => {
  expect(await reproduce("no-such-exhibit")).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringMatching(/^There is no exhibit "no-such-exhibit"\. Use one of: .*trees-table-2a.*; or a paper\.\n$/),
  });
  expect(await reproduce("--xml")).toMatchObject({ status: 2, stdout: "", stderr: expect.stringMatching(/^--xml is not an option/) });
});
