/** The answers of a class and the results of their runs, in two sentences. */
import { countOf, formatCount } from "../words/numbers.ts";
import type { SubmittedAnswer } from "./answers.ts";
import {
  frequenciesOf,
  countGuesses,
  resultsBySeed,
  numericResponses,
  sketchesOf,
  sketchSummaries,
  summaryOf,
} from "./answer-statistics.ts";
import type { ChoiceQuestion } from "./questions/choice.ts";
import type { GoalQuestion } from "./questions/goal.ts";
import type { Question } from "./questions/index.ts";
import {
  deviationOfSketch,
  type SketchAxis,
  sketchLength,
  type SketchQuestion,
  sketchQuestion,
  type SketchTruth,
  valueAtPosition,
} from "./questions/sketch.ts";
import type { ValueQuestion } from "./questions/value.ts";

export interface ClassFinding {
  readonly headline: string;
  readonly details: string;
}

/** Results whose range is smaller than this fraction of their median are called the same. */
const similarFraction = 0.05;

/** The answers without the results of their runs: what the class sees before the answer is revealed. */
export function votesOf(answers: readonly SubmittedAnswer[]): readonly SubmittedAnswer[] {
  return answers.flatMap((answer) => (answer.response === null ? [] : [{ ...answer, result: null }]));
}

/** How many students answered, for a finding without results. */
const sayVotes = (count: number) =>
  `${countOf(count, "answer", "answers")}; ${count === 1 ? "its result is" : "their results are"} not shown yet.`;

/** What the finding of sketched curves needs besides the answers. */
export interface SketchContext {
  readonly axis: SketchAxis;
  /** The computed curve; null while it is hidden or unknown. */
  readonly truth: SketchTruth | null;
  /** Writes a value of the horizontal axis as a phrase, such as `load 0.45`. */
  readonly sayPlace: (x: number) => string;
  /** Writes the value at a height of a sketch, from 0 to 1. */
  readonly sayHeight: (height: number) => string;
}

/**
 * The finding of a class: one sentence (`headline`) that compares what the students answered with the results of their runs, and a second
 * one with details. Without results, it says what the class expects.
 * @param formatValue writes a number of the requested measure, with its unit
 * @param sketches the axis and the computed curve, for a question whose answers are curves
 */
export function findingOfAnswers(
  answers: readonly SubmittedAnswer[],
  question: Question,
  formatValue: (value: number) => string,
  sketches: SketchContext | null = null,
): ClassFinding {
  if (answers.length === 0) {
    return { headline: "Paste the lines that the class sends you.", details: "One line for each student. This page sends nothing." };
  }
  switch (question.is) {
    case "value":
      return findingOfValues(answers, question, formatValue);
    case "choice":
      return findingOfChoices(answers, question);
    case "channel":
      return findingOfChannels(answers);
    case "sketch":
      return sketches === null ? { headline: "", details: "" } : findingOfSketches(answers, question, sketches);
    case "goal":
      return findingOfGoals(answers, question, formatValue);
    case "free": {
      const count = answers.filter(({ response }) => response !== null).length;
      return {
        headline: `${countOf(count, "answer", "answers")} in the students’ own words.`,
        details: "You judge them; the page does not.",
      };
    }
  }
}

/**
 * The finding of a class whose students estimated a value before the run: the median of their estimates and the median of the results, then
 * how many estimates were right, too large or too small.
 */
function findingOfValues(
  answers: readonly SubmittedAnswer[],
  question: ValueQuestion,
  formatValue: (value: number) => string,
): ClassFinding {
  const [responseSummary, resultSummary] = [summaryOf(numericResponses(answers)), summaryOf(resultsBySeed(answers))];
  const { of: measure } = question;
  const subject = responseSummary?.count === 1 ? "One student" : "The class";
  const sayMedianResult = (median: string) => (measure === "delivered" ? `${median} arrives` : `the result is ${median}`);
  const truth = resultSummary === null ? "" : sayMedianResult(formatValue(resultSummary.median));
  const headline =
    responseSummary === null
      ? capitalized(truth)
      : [`${subject} said ${formatValue(responseSummary.median)}`, truth].filter((each) => each !== "").join("; ");
  const { above, below } = countGuesses(answers, question);
  const sayGuesses = () => {
    if (responseSummary === null) return "No student answered before the run.";
    const { count } = responseSummary;
    if (resultSummary === null) return sayVotes(count);
    if (above === 0 && below === 0) return `${sayShareOfClass(count, count)} ${count > 1 ? "were" : "was"} right.`;
    return above >= below ? `${sayShareOfClass(above, count)} expected too much.` : `${sayShareOfClass(below, count)} expected too little.`;
  };
  return {
    headline: `${headline}.`,
    details: [sayGuesses(), sayResultRange(resultSummary, formatValue)].filter((each) => each !== "").join(" "),
  };
}

/** How much the results vary between seeds. */
function sayResultRange(resultSummary: ReturnType<typeof summaryOf>, formatValue: (value: number) => string): string {
  if (resultSummary === null || resultSummary.count < 2) return "";
  const subject = resultSummary.count === 2 ? "Both results" : `All ${formatCount(resultSummary.count)} results`;
  const [minimum, maximum] = [formatValue(resultSummary.minimum), formatValue(resultSummary.maximum)];
  if (minimum === maximum) return `${subject} are ${minimum}: the seed does not matter, the network does.`;
  const isSimilar = resultSummary.maximum - resultSummary.minimum <= similarFraction * Math.abs(resultSummary.median);
  return `${subject} lie between ${minimum} and ${maximum}: ${isSimilar ? "the seed hardly matters, the network does" : "the seed matters"}.`;
}

/**
 * The finding of a class whose students chose one of several options: the most frequent choice, whether it agrees with the most frequent
 * result, then how many were right. Responses and results are indices of options.
 */
function findingOfChoices(answers: readonly SubmittedAnswer[], { options }: ChoiceQuestion): ClassFinding {
  const responses = numericResponses(answers);
  // Each of the two is a pair of an option and its frequency.
  const [mostFrequentResult] = frequenciesOf(resultsBySeed(answers));
  const [mostFrequent, secondMostFrequent] = frequenciesOf(responses);
  const quoteOption = (index: number) => `“${options[index]?.words ?? ""}”`;
  const truth = mostFrequentResult === undefined ? "" : `the answer is ${quoteOption(mostFrequentResult[0])}`;
  if (mostFrequent === undefined) return { headline: `${capitalized(truth)}.`, details: "No student chose an answer before the run." };
  const isDivided = secondMostFrequent !== undefined && secondMostFrequent[1] === mostFrequent[1];
  const opinion = isDivided
    ? "The class is divided"
    : `${responses.length === 1 ? "One student" : "The class"} said ${quoteOption(mostFrequent[0])}`;
  const isRight = !isDivided && mostFrequentResult !== undefined && mostFrequentResult[0] === mostFrequent[0];
  const comparison = isRight ? ", which is correct" : `; ${truth}`;
  const rightCount = answers.filter(
    (each) => each.response !== null && "number" in each.response && each.response.number === each.result,
  ).length;
  if (truth === "") return { headline: `${opinion}.`, details: sayVotes(responses.length) };
  return {
    headline: `${opinion}${comparison}.`,
    details: `${sayShareOfClass(rightCount, responses.length)} ${rightCount > 1 ? "were" : "was"} right.`,
  };
}

function findingOfChannels(answers: readonly SubmittedAnswer[]): ClassFinding {
  const responses = numericResponses(answers);
  const counts = frequenciesOf(responses);
  const [mostFrequent] = counts;
  if (mostFrequent === undefined) return { headline: "No student tapped a channel.", details: "" };
  const subject = mostFrequent[1] === 1 ? "No two students" : sayShareOfClass(mostFrequent[1], responses.length);
  return {
    headline: responses.length === 1 ? "One student tapped a channel." : `${subject} tapped the same channel.`,
    details: `${countOf(counts.length, "channel was", "different channels were")} tapped.`,
  };
}

/**
 * The finding of a class whose students changed parameters to reach a goal: how many reached it, with the best value; or the smallest
 * number handed in, if the question asks for a parameter (`least`) that is as small as possible.
 */
function findingOfGoals(
  answers: readonly SubmittedAnswer[],
  { least: minimizedPath, isAtLeast }: GoalQuestion,
  formatValue: (value: number) => string,
): ClassFinding {
  const [responses, resultSummary] = [numericResponses(answers), summaryOf(resultsBySeed(answers))];
  const rangeSentence = resultSummary === null ? "" : sayResultRange(resultSummary, formatValue);
  if (responses.length === 0) return { headline: "No student reached the goal.", details: rangeSentence };
  if (minimizedPath === null) {
    const best = isAtLeast ? Math.max(...responses) : Math.min(...responses);
    return {
      headline: `${countOf(responses.length, "student", "students")} reached the goal; the best is ${formatValue(best)}.`,
      details: rangeSentence,
    };
  }
  const smallest = responses.reduce((a, b) => Math.min(a, b));
  const count = responses.filter((each) => each === smallest).length;
  return {
    headline: `${smallest} is the smallest number handed in.`,
    details: `${sayShareOfClass(count, responses.length)} found it. ${rangeSentence}`.trim(),
  };
}

/**
 * The finding of a class whose students drew a curve: where the median sketch is farthest from the computed curve, and how many sketches
 * are right; without a computed curve, where the students disagree most.
 */
function findingOfSketches(
  answers: readonly SubmittedAnswer[],
  question: SketchQuestion,
  { axis, truth, sayPlace, sayHeight }: SketchContext,
): ClassFinding {
  const sketches = sketchesOf(answers);
  if (sketches.length === 0) return { headline: "No student drew a curve.", details: "" };
  const summaries = sketchSummaries(sketches);
  const median = summaries.map((each) => each?.median ?? null);
  const sayPosition = (index: number) => capitalized(`at ${sayPlace(valueAtPosition(axis, index / (sketchLength - 1)))}`);
  const subject = sketches.length === 1 ? "one student" : "the class";
  const deviation = truth === null ? null : deviationOfSketch(question, median, truth);
  if (truth === null || deviation === null) {
    const spreads = summaries.map((each) => (each === null ? -1 : each.upperQuartile - each.lowerQuartile));
    const widest = spreads.indexOf(Math.max(...spreads));
    const summary = summaries[widest];
    const spread =
      summary === null || sketches.length < 4
        ? ""
        : ` ${sayPosition(widest)}, half of them lie between ${sayHeight(summary.lowerQuartile)} and ${sayHeight(summary.upperQuartile)}.`;
    return {
      headline: `${countOf(sketches.length, "student", "students")} drew a curve.`,
      details: `${sayVotes(sketches.length)}${spread}`,
    };
  }
  const rightCount = sketches.filter((sketch) => sketchQuestion.grade(question, { sketch }, truth) === "right").length;
  const isMedianRight = sketchQuestion.grade(question, { sketch: median }, truth) === "right";
  const { worstIndex } = deviation;
  return {
    headline: isMedianRight
      ? `${capitalized(subject)} drew the curve that the simulation gives.`
      : `${sayPosition(worstIndex)}, ${subject} drew ${sayHeight(median[worstIndex]!)}; it is ${sayHeight(deviation.truth[worstIndex]!)}.`,
    details: `${sayShareOfClass(rightCount, sketches.length)} drew it about right.`,
  };
}

/** A fraction of the class as the beginning of a sentence. */
function sayShareOfClass(count: number, all: number): string {
  if (count === 0) return "No student";
  if (all === 1) return "One student";
  if (count === all) return all === 2 ? "Both students" : `All ${formatCount(all)} students`;
  return `${formatCount(count)} of ${formatCount(all)} students`;
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
