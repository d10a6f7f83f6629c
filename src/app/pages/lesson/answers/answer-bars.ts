/** Counts the answers of a class for its bar charts. */
import { nameOfChannel, type Network } from "../../../../core/network/network.ts";
import type { SubmittedAnswer } from "../../../../lessons/answers.ts";
import { frequenciesOf, countGuesses, resultsBySeed, numericResponses } from "../../../../lessons/answer-statistics.ts";
import type { Question } from "../../../../lessons/questions/index.ts";
import type { AnswerBar } from "./AnswerBars.tsx";

/** Maximum number of distinct answers with their own bar; all other answers share one bar. */
const maxBars = 16;

/**
 * Counts the answers of a class as bars of a chart: one for each option of a multiple-choice question, otherwise one for each distinct
 * channel or number that students gave. Empty for numeric values and free text. A bar is true if the run of at least one student had this
 * result; runs differ by their seeds.
 * @param network The network of the step, which gives channels their names; null until it is built.
 */
export function answerBars(answers: readonly SubmittedAnswer[], question: Question, network: Network | null): readonly AnswerBar[] {
  const responses = numericResponses(answers);
  const truths = new Set(resultsBySeed(answers));
  switch (question.is) {
    case "choice":
      return question.options.map(({ words }, optionIndex) => ({
        key: String(optionIndex),
        words,
        count: responses.filter((each) => each === optionIndex).length,
        isTrue: truths.has(optionIndex),
      }));
    case "channel":
      return frequencyBars(responses, (channel) => ({
        words: network !== null && channel < network.tail.length ? nameOfChannel(network, channel) : `channel ${channel}`,
        isTrue: truths.has(channel),
      }));
    case "goal":
      return frequencyBars(responses, (number) => ({ words: String(number), isTrue: false }));
    case "value":
    case "sketch":
    case "free":
      return [];
  }
}

/** The students grouped by how close their predicted value was. */
export function accuracyBars(answers: readonly SubmittedAnswer[], question: Question): readonly AnswerBar[] {
  const { right, close, tooMuch, tooLittle } = countGuesses(answers, question);
  return [
    { key: "much", words: "far too high", count: tooMuch, isTrue: false },
    { key: "close", words: "close", count: close, isTrue: false },
    { key: "right", words: "right", count: right, isTrue: true },
    { key: "little", words: "far too low", count: tooLittle, isTrue: false },
  ];
}

/** A bar for each distinct response, the most frequent first; rare responses share the last bar. */
function frequencyBars(
  responses: readonly number[],
  describe: (value: number) => Pick<AnswerBar, "words" | "isTrue">,
): readonly AnswerBar[] {
  const counts = frequenciesOf(responses);
  const bars = counts.slice(0, maxBars).map(([value, count]) => ({ key: String(value), count, ...describe(value) }));
  const rareCounts = counts.slice(maxBars);
  if (rareCounts.length === 0) return bars;
  const rareTotal = rareCounts.reduce((sum, [, count]) => sum + count, 0);
  return [...bars, { key: "rest", words: `${rareCounts.length} others`, count: rareTotal, isTrue: false }];
}
