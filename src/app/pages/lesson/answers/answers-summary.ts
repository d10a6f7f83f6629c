/** Summarizes the answers of a class: what is shown, counted, drawn and said about them. */
import type { Network } from "../../../../core/network/network.ts";
import { type AnswerCheck, checkEarlyAnswer } from "../../../../lessons/answer-check.ts";
import { numericResponses, resultsBySeed } from "../../../../lessons/answer-statistics.ts";
import type { AnswerCollection, Remark, SubmittedAnswer } from "../../../../lessons/answers.ts";
import { findingOfAnswers, type SketchContext, votesOf } from "../../../../lessons/class-finding.ts";
import { questionKindOf, type Question } from "../../../../lessons/questions/index.ts";
import { countOf } from "../../../../words/numbers.ts";
import { accuracyBars, answerBars } from "./answer-bars.ts";
import type { AnswerChecks } from "./useAnswerChecks.ts";

/**
 * Summarizes the answers of a class to one question: headline, bar charts, and a remark on each line of text that has a problem. An answer
 * contains the result on the student's device; an answer from before the run gets the result found here. If the same run gives another
 * result here, the answer is not counted.
 * @param isCovered whether the results are hidden, so that only the votes are summarized
 */
export function summarizeAnswers(
  collection: AnswerCollection,
  question: Question,
  { checkOf, resultOf }: AnswerChecks,
  isCovered: boolean,
  network: Network | null,
  formatValue: (value: number) => string,
  sketches: SketchContext | null,
) {
  const answers = collection.answers.map((answer): SubmittedAnswer => ({ ...answer, result: resultOf(answer) }));
  const contradictedLines = new Set(answers.flatMap((each) => (checkOf(each).is === "differs" ? [each.lineIndex] : [])));
  // A contradicted answer is shown but not counted: we cannot tell which part of its line the student changed.
  const counted = answers.filter(({ lineIndex }) => !contradictedLines.has(lineIndex));
  const summarized = isCovered ? votesOf(counted) : counted;
  return {
    counted,
    /** The answers in the picture and in the table. */
    shown: isCovered ? votesOf(answers) : answers,
    ...findingOfAnswers(summarized, question, formatValue, sketches),
    // A remark about another result would give the result away.
    remarks: allRemarks(
      collection.remarks,
      isCovered ? answers.filter((each) => checkEarlyAnswer(each, question) !== null) : answers,
      checkOf,
    ),
    bars: answerBars(summarized, question, network),
    barsByAccuracy: accuracyBars(counted, question),
    reproducedCount: answers.filter((each) => checkOf(each).is === "same").length,
    isDifferent: ({ lineIndex }: SubmittedAnswer) => contradictedLines.has(lineIndex),
    hasDifferent: contradictedLines.size > 0,
  };
}

/**
 * All remarks about the lines: remarks from reading the lines, and about answers whose repeated run gave another result. In the order of
 * the lines.
 */
function allRemarks(
  readingRemarks: readonly Remark[],
  answers: readonly SubmittedAnswer[],
  checkOf: AnswerChecks["checkOf"],
): readonly Remark[] {
  // A line that got a remark when the text was read needs no second remark.
  const linesWithRemark = new Set(readingRemarks.map(({ lineIndex: at }) => at));
  const differing = answers.flatMap((answer): Remark[] => {
    const check = linesWithRemark.has(answer.lineIndex) ? notChecked : checkOf(answer);
    return check.is === "differs" ? [{ lineIndex: answer.lineIndex, is: "differs", why: check.why }] : [];
  });
  return [...readingRemarks, ...differing].toSorted((a, b) => a.lineIndex - b.lineIndex);
}

/** The response and the result of an answer as texts. */
export function submittedTexts({ response, result, line }: SubmittedAnswer, question: Question, formatValue: (value: number) => string) {
  const isNumber = question.is === "value";
  const responseText =
    response === null
      ? "nothing"
      : "text" in response
        ? response.text
        : "sketch" in response
          ? "a curve"
          : isNumber
            ? formatValue(response.number)
            : optionWords(question, response.number, line.response);
  const resultText =
    result === null ? "" : isNumber || question.is === "goal" ? formatValue(result) : optionWords(question, result, line.result);
  return { response: responseText, result: resultText };
}

const optionWords = (question: Question, optionIndex: number, fallback: string) =>
  question.is === "choice" ? (question.options[optionIndex]?.words ?? fallback) : fallback;

/**
 * Sentences about the pasted lines, each with the answer of a student: how many answers there are, how many do not count because they were
 * edited or a new run gave another result, how many were handed in before the run, how many have no token that identifies the device, and how many belong to
 * other steps or lessons.
 */
export function sayAnswerCounts(
  { answers, withoutDevice, otherSteps, otherLessons }: AnswerCollection,
  countedAnswers: readonly SubmittedAnswer[],
  question: Question,
  isCovered: boolean,
): string {
  const excludedCount = answers.length - countedAnswers.length;
  const earlyCount = answers.filter((each) => checkEarlyAnswer(each, question)?.is === "before").length;
  const parts = [
    countOf(answers.length, "answer", "answers"),
    ...(excludedCount === 0 ? [] : [`${excludedCount} not counted (edited, or not reproduced)`]),
    ...(question.is === "free" || question.is === "sketch"
      ? []
      : [countOf(numericResponses(countedAnswers).length, "prediction", "predictions")]),
    ...(earlyCount === 0 ? [] : [`${earlyCount} handed in before the run`]),
    ...(!questionKindOf(question).hasResultInLine || isCovered ? [] : [countOf(resultsBySeed(countedAnswers).length, "result", "results")]),
  ];
  const tokenNote =
    withoutDevice === 0
      ? ""
      : `${countOf(withoutDevice, "line has", "lines have")} no device token; ${withoutDevice === 1 ? "it counts" : "each counts"}, even if it is a repetition. `;
  const otherStepNotes = [...otherSteps]
    .toSorted(([a], [b]) => a - b)
    .map(([step, count]) => `${countOf(count, "line belongs", "lines belong")} to step ${step}. `);
  const otherLessonNotes = [...otherLessons].map(
    ([lesson, count]) => `${countOf(count, "line belongs", "lines belong")} to the lesson “${lesson}”. `,
  );
  return `${parts.join(", ")}. ${tokenNote}${otherStepNotes.join("")}${otherLessonNotes.join("")}The lines stay in this browser until you clear them.`;
}

const notChecked: AnswerCheck = { is: "not yet" };
