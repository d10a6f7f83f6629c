/** The answers of a class and the results of their runs, in two sentences. */
import { countOf, formatCount } from "../words/numbers.ts";
import type { Answer } from "./answers.ts";
import { countsOf, guessesIn, resultsIn, saidIn, spreadOf } from "./answers-spread.ts";
import type { ChoiceQuestion } from "./questions/choice.ts";
import type { GoalQuestion } from "./questions/goal.ts";
import type { Question } from "./questions/index.ts";
import type { ValueQuestion } from "./questions/value.ts";

export interface ClassFinding {
  readonly headline: string;
  readonly more: string;
}

/** Results whose range is smaller than this fraction of their median are called the same. */
const alike = 0.05;

/**
 * The finding of a class.
 * @param formatValue writes a number of the requested measure, with its unit
 */
export function findingOf(answers: readonly Answer[], question: Question, say: (value: number) => string): ClassFinding {
  if (answers.length === 0) {
    return { headline: "Paste the lines that the class sends you.", more: "One line for each student. Nothing is sent from here." };
  }
  switch (question.is) {
    case "value":
      return ofValues(answers, question, say);
    case "choice":
      return ofChoices(answers, question);
    case "channel":
      return ofChannels(answers);
    case "goal":
      return ofGoals(answers, question, say);
    case "free": {
      const count = answers.filter(({ said }) => said !== null).length;
      return { headline: `${countOf(count, "answer", "answers")} in the students’ own words.`, more: "Nobody judges them but you." };
    }
  }
}

function ofValues(answers: readonly Answer[], question: ValueQuestion, say: (value: number) => string): ClassFinding {
  const [said, came] = [spreadOf(saidIn(answers)), spreadOf(resultsIn(answers))];
  const { of } = question;
  const who = said?.count === 1 ? "One student" : "The class";
  const truth = came === null ? "" : of === "delivered" ? `${say(came.median)} arrives` : `it is ${say(came.median)}`;
  const headline = said === null ? capital(truth) : [`${who} said ${say(said.median)}`, truth].filter((each) => each !== "").join("; ");
  const { above, below } = guessesIn(answers, question);
  const judged =
    said === null
      ? "Nobody has said anything before the run."
      : came === null
        ? ""
        : above === 0 && below === 0
          ? `${ofAll(said.count, said.count)} ${said.count > 1 ? "were" : "was"} right.`
          : above >= below
            ? `${ofAll(above, said.count)} said too much.`
            : `${ofAll(below, said.count)} said too little.`;
  return { headline: `${headline}.`, more: [judged, spreadWords(came, say)].filter((each) => each !== "").join(" ") };
}

/** How much the results vary between seeds. */
function spreadWords(came: ReturnType<typeof spreadOf>, say: (value: number) => string): string {
  if (came === null || came.count < 2) return "";
  const those = came.count === 2 ? "Both results" : `All ${formatCount(came.count)} results`;
  const [least, most] = [say(came.least), say(came.most)];
  if (least === most) return `${those} are ${least}: the seed does not matter, the network does.`;
  const isAlike = came.most - came.least <= alike * Math.abs(came.median);
  return `${those} lie between ${least} and ${most}: ${isAlike ? "the seed hardly matters, the network does" : "the seed matters"}.`;
}

function ofChoices(answers: readonly Answer[], { options }: ChoiceQuestion): ClassFinding {
  const said = saidIn(answers);
  const [came] = countsOf(resultsIn(answers));
  const [first, second] = countsOf(said);
  const words = (place: number) => `“${options[place]?.words ?? ""}”`;
  const truth = came === undefined ? "" : `it is ${words(came[0])}`;
  if (first === undefined) return { headline: `${capital(truth)}.`, more: "Nobody has chosen before the run." };
  const isDivided = second !== undefined && second[1] === first[1];
  const opinion = isDivided ? "The class is divided" : `${said.length === 1 ? "One student" : "The class"} said ${words(first[0])}`;
  const isRight = !isDivided && came !== undefined && came[0] === first[0];
  const right = answers.filter((each) => each.said !== null && "number" in each.said && each.said.number === each.result).length;
  return {
    headline: `${opinion}${truth === "" ? "" : isRight ? ", and so it is" : `; ${truth}`}.`,
    more: `${ofAll(right, said.length)} ${right > 1 ? "were" : "was"} right.`,
  };
}

function ofChannels(answers: readonly Answer[]): ClassFinding {
  const said = saidIn(answers);
  const counts = countsOf(said);
  const [first] = counts;
  if (first === undefined) return { headline: "Nobody has tapped a channel.", more: "" };
  const same = first[1] === 1 ? "No two" : ofAll(first[1], said.length);
  return {
    headline: said.length === 1 ? "One student has tapped a channel." : `${same} tapped the same channel.`,
    more: `${countOf(counts.length, "channel was", "different channels were")} tapped.`,
  };
}

function ofGoals(answers: readonly Answer[], { least, isAtLeast }: GoalQuestion, say: (value: number) => string): ClassFinding {
  const [said, came] = [saidIn(answers), spreadOf(resultsIn(answers))];
  const reached = came === null ? "" : spreadWords(came, say);
  if (said.length === 0) return { headline: "Nobody has reached the goal.", more: reached };
  if (least === null) {
    const best = isAtLeast ? Math.max(...said) : Math.min(...said);
    return { headline: `${countOf(said.length, "student", "students")} reached the goal; the best is ${say(best)}.`, more: reached };
  }
  const smallest = said.reduce((a, b) => Math.min(a, b));
  const count = said.filter((each) => each === smallest).length;
  return { headline: `${smallest} is the smallest number handed in.`, more: `${ofAll(count, said.length)} found it. ${reached}`.trim() };
}

/** A fraction of the class as the beginning of a sentence. */
function ofAll(count: number, all: number): string {
  if (count === 0) return "Nobody";
  if (all === 1) return "One student";
  if (count === all) return all === 2 ? "Both" : `All ${formatCount(all)}`;
  return `${formatCount(count)} of ${formatCount(all)}`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
