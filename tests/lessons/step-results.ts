/** A step of a lesson with the results that the engine computes for it, and the numbers that its texts print. */
import { analyzePlan } from "../../src/core/analysis/analyse.ts";
import type { Analysis } from "../../src/core/analysis/analysis.ts";
import { compile } from "../../src/core/run/compile.ts";
import type { Results } from "../../src/core/measures/results.ts";
import { run } from "../../src/core/run/run.ts";
import type { Curve, CurvePoint } from "../../src/core/measures/curve.ts";
import { cellsOf, variantsOf } from "../../src/core/scenario/document.ts";
import { loadPath } from "../../src/core/scenario/load.ts";
import { withValueAtPath } from "../../src/core/scenario/param-path.ts";
import type { Scenario } from "../../src/core/scenario/scenario.ts";
import { readDocumentLink } from "../../src/links/index.ts";
import type { LessonStep } from "../../src/lessons/lesson.ts";
import type { AvailableResults } from "../../src/lessons/measures.ts";
import { questionKindOf, type Truth } from "../../src/lessons/questions/index.ts";

export interface StepResults {
  readonly step: LessonStep;
  readonly scenarios: readonly Scenario[];
  readonly results: readonly Results[];
  readonly analyses: readonly Analysis[];
  readonly truth: Truth | null;
}

const resultCache = new Map<string, { readonly result: Results; readonly analysis: Analysis }>();

/** Results of a scenario, cached. */
function resultsOf(scenario: Scenario) {
  const name = JSON.stringify(scenario);
  const found = resultCache.get(name) ?? { result: run(scenario), analysis: analyzePlan(compile(scenario).plan) };
  resultCache.set(name, found);
  return found;
}

/** Some points of the load curve of a scenario; the page simulates more. */
function curveOfScenario(scenario: Scenario): Curve {
  const loads = [0.1, 0.3, 0.4, 0.5, 0.7, 1];
  const points = loads.map((load): CurvePoint => {
    const { acceptedPerSender: accepted, latency } = resultsOf(withValueAtPath(scenario, loadPath, load)).result;
    return { load, created: load, accepted, latency: latency?.mean ?? null, steady: true, deadlocked: false };
  });
  return { points, expectedPoints: loads.length };
}

/** A step's document with the results of the engine for other scenarios than those of the step. */
export function findResults(
  step: LessonStep,
  scenarios: readonly Scenario[],
): AvailableResults & Pick<StepResults, "results" | "analyses"> {
  const all = scenarios.map(resultsOf);
  const { document } = step;
  const results = all.map(({ result }) => result);
  const analyses = all.map(({ analysis }) => analysis);
  if (step.question?.is !== "sketch") return { document, results, analyses };
  const points =
    document.sweep.length === 0
      ? []
      : cellsOf(document).map(({ variant, at: indices, scenario }) => ({ variant, indices, runs: [resultsOf(scenario).result] }));
  const sweep = { axes: [], points, expectedPoints: points.length };
  const curves = document.sweep.length > 0 ? [] : scenarios.map((scenario) => curveOfScenario(scenario));
  return { document, results, analyses, curves, sweep };
}

/** A step with its results, optionally with another seed. */
export function stepResultsOf(step: LessonStep, seed?: number): StepResults {
  const scenarios = variantsOf(step.document).map((each) => (seed === undefined ? each : { ...each, seed }));
  const found = findResults(step, scenarios);
  const truth = step.question === null ? null : questionKindOf(step.question).truth(step.question, found);
  return { step, scenarios, results: found.results, analyses: found.analyses, truth };
}

/** The run and the analysis of a link that a text mentions without showing it. */
export async function resultsOfLink(link: string) {
  const { result, analysis } = resultsOf(variantsOf(await readDocumentLink(link))[0]);
  return { delivered: result.acceptedPerSender, result, analysis };
}

/** Number words. Number words below two, as "one", are ignored. */
const numberWords =
  "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|half|third|thirds|quarter|quarters|fifth|seventh|eighth|twice|double|doubles|treble";
const numberPattern = new RegExp(`\\b(?:\\d{1,3}(?:\\u202f\\d{3})+|\\d+(?:\\.\\d+)?)|\\b(?:${numberWords})\\b`, "gi");

/** The numbers that a text prints, as they are spelled, in lower case. */
export function numbersIn(text: string): readonly string[] {
  return [...text.matchAll(numberPattern)].map(([each]) => each.toLowerCase());
}

/** All texts of a step that a reader sees. */
export function textsOf({ title, words, answer, why, notes, question }: LessonStep): readonly string[] {
  const options = question?.is === "choice" ? question.options.map((each) => each.words) : [];
  return [title, words, answer, why, notes, ...options];
}

const countWords = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
const fractionWords: Readonly<Record<string, number>> = {
  half: 1 / 2,
  third: 1 / 3,
  thirds: 1 / 3,
  quarter: 1 / 4,
  fifth: 1 / 5,
  seventh: 1 / 7,
  eighth: 1 / 8,
  twice: 2,
  double: 2,
  doubles: 2,
  treble: 3,
};

/** Whether a printed number is the rounded form of a computed one. A fraction in words may be off by a twentieth of its value. */
export function isRoundedForm(token: string, value: number): boolean {
  const count = countWords.indexOf(token);
  if (count >= 0) return Math.abs(value - count) < 1e-9;
  const fraction = fractionWords[token];
  if (fraction !== undefined) return Math.abs(value - fraction) <= fraction / 20;
  const digits = token.replaceAll("\u202f", "");
  const decimals = digits.split(".")[1]?.length ?? 0;
  return Math.abs(value - Number(digits)) <= 0.5 * 10 ** -decimals + 1e-9;
}
