/** Counts the answers of a class for its bar charts. */
import { nameOfChannel, type Network } from "../../../../core/network/network.ts";
import type { Answer } from "../../../../lessons/answers.ts";
import { countsOf, guessesIn, resultsIn, saidIn } from "../../../../lessons/answers-spread.ts";
import type { Question } from "../../../../lessons/questions/index.ts";
import type { Bar } from "./Bars.tsx";

/** Maximum number of distinct answers with their own bar; the rest share one bar. */
const mostBars = 16;

/**
 * The bars of a question, one for each distinct answer. Empty for values and free text.
 * @param network The network of the step, which gives channels their names; null until it is built.
 */
export function barsOf(answers: readonly Answer[], question: Question, network: Network | null): readonly Bar[] {
  const said = saidIn(answers);
  const came = new Set(resultsIn(answers));
  switch (question.is) {
    case "choice":
      return question.options.map(({ words }, place) => ({
        key: String(place),
        words,
        count: said.filter((each) => each === place).length,
        isTrue: came.has(place),
      }));
    case "channel":
      return listed(said, (channel) => ({
        words: network !== null && channel < network.tail.length ? nameOfChannel(network, channel) : `channel ${channel}`,
        isTrue: came.has(channel),
      }));
    case "goal":
      return listed(said, (number) => ({ words: String(number), isTrue: false }));
    case "value":
    case "free":
      return [];
  }
}

/** The students grouped by how close their predicted value was. */
export function groupsOf(answers: readonly Answer[], question: Question): readonly Bar[] {
  const { right, close, tooMuch, tooLittle } = guessesIn(answers, question);
  return [
    { key: "much", words: "far too much", count: tooMuch, isTrue: false },
    { key: "close", words: "close", count: close, isTrue: false },
    { key: "right", words: "right", count: right, isTrue: true },
    { key: "little", words: "far too little", count: tooLittle, isTrue: false },
  ];
}

/** A bar for each distinct response, the most frequent first; rare ones share the last bar. */
function listed(said: readonly number[], tell: (value: number) => Pick<Bar, "words" | "isTrue">): readonly Bar[] {
  const counts = countsOf(said);
  const bars = counts.slice(0, mostBars).map(([value, count]) => ({ key: String(value), count, ...tell(value) }));
  const rest = counts.slice(mostBars);
  if (rest.length === 0) return bars;
  return [...bars, { key: "rest", words: `${rest.length} others`, count: rest.reduce((sum, [, count]) => sum + count, 0), isTrue: false }];
}
