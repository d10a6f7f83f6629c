/** Checks that every sentence of a finding is well formed. */
import { expect } from "vitest";
import { analyzePlan } from "../../src/core/analysis/analyse.ts";
import { compile } from "../../src/core/run/compile.ts";
import type { Results } from "../../src/core/measures/results.ts";
import { run } from "../../src/core/run/run.ts";
import { cellsOf, type Document } from "../../src/core/scenario/document.ts";
import { type Cause, causeOf } from "../../src/findings/cause/cause.ts";
import { findingOfScenario } from "../../src/findings/scenario.ts";
import type { Finding } from "../../src/findings/traffic.ts";
import { findingOfRuns } from "../../src/findings/sweep-or-comparison.ts";
import type { Scenario } from "../../src/core/scenario/scenario.ts";
import { trafficPhrase } from "../../src/words/traffic.ts";
import { unitsOfDocument } from "../../src/words/document-units.ts";

/** The findings of a document: of its first run, and of all its runs if there are several. */
function findingsOf(document: Document, results: readonly Results[]): readonly Finding[] {
  const units = unitsOfDocument(document);
  const [{ scenario: first }] = cellsOf(document);
  const analysis = analyzePlan(compile(first).plan);
  const firstFinding = findingOfScenario(units, first, results[0], analysis);
  expectSoundCause(causeOf(units, first, results[0], analysis, firstFinding));
  expectSoundCause(causeOf(units, first, results[0], null, firstFinding));
  const overallFinding = findingOfRuns(units, document, results);
  return overallFinding === null ? [firstFinding] : [firstFinding, overallFinding];
}

/** The rules of writing that a sentence breaks; empty if it is well formed. */
export function brokenRulesOf(sentence: string): readonly string[] {
  const rules: readonly (readonly [string, RegExp, boolean])[] = [
    ["begins like a sentence", /^[\p{Lu}\d]/u, true],
    ["ends with one full stop", /[^.]\.$/, true],
    ["is one sentence", /[.!?]\s+\p{Lu}/u, false],
    ["has no word twice in a row", /\b(\p{L}+) \1\b/iu, false],
    ["has no value that is missing", /undefined|NaN|null|Infinity|\[object/, false],
    ["has the right article", /\ba [aeio]|\b[Aa]n [^aeiou]/, false],
    ["has its signs in place", /\s[,;:.]|[,;:]{2}| {2}|\(\s|\(\)|\s\)/, false],
  ];
  const brokenRules = rules.flatMap(([rule, pattern, mustBe]) => (pattern.test(sentence) === mustBe ? [] : [rule]));
  return sentence.split("(").length === sentence.split(")").length ? brokenRules : [...brokenRules, "closes what it opens"];
}

/** Number of words in a text, with numbers counted as words. */
const countWords = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length;

/** Expects the cause, which the page shows next to the main number, to be well-formed sentences of at most thirty words. */
function expectSoundCause({ head, rest }: Cause): void {
  const sentences = `${head} ${rest}`.trim().split(/(?<=[.!?])\s+(?=\p{Lu}|\d)/u);
  for (const sentence of sentences.filter((each) => each !== "")) expect(brokenRulesOf(sentence), sentence).toEqual([]);
  expect(countWords(`${head} ${rest}`), `${head} ${rest}`).toBeLessThanOrEqual(30);
}

/** Name of a scenario's traffic in a finding, without its article. */
const trafficNameOf = (scenario: Scenario) => trafficPhrase(scenario).replace(/^the /, "");

/**
 * Expects every sentence of the findings about a document's runs to be well formed.
 * @param results Results by cell of the document.
 */
export function expectSoundFindings(document: Document, results = cellsOf(document).map(({ scenario }) => run(scenario))): void {
  const cells = cellsOf(document).map(({ scenario }) => scenario);
  const workloadIds = new Set(cells.map(({ workload }) => JSON.stringify(workload)));
  for (const { answer, evidence } of findingsOf(document, results)) {
    // If the runs differ in their traffic, the names of the compared values or networks include it.
    if (workloadIds.size === 1) expect(answer).toContain(trafficNameOf(cells[0]));
    for (const sentence of [answer, ...evidence]) expect(brokenRulesOf(sentence), sentence).toEqual([]);
  }
}
