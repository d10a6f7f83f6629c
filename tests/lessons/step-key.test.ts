/** Keys of questions: right answers that were marked for another network, answers that give themselves away, results beyond an axis. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { defaultDocument, type Document } from "../../src/core/scenario/document.ts";
import { withValueAtPath } from "../../src/core/scenario/param-path.ts";
import { loadPath } from "../../src/core/scenario/load.ts";
import { giveawayOf } from "../../src/lessons/giveaway.ts";
import { type LessonStep, newLessonStep } from "../../src/lessons/lesson.ts";
import { choiceQuestion } from "../../src/lessons/questions/choice.ts";
import { readLesson } from "../../src/lessons/read-lesson.ts";
import { isKeyOutdated, questionProblem, withMarkedKey } from "../../src/lessons/step-key.ts";
import { lessonText } from "../../src/lessons/write-lesson.ts";

const withLoad = (load: number): Document => ({ ...defaultDocument(), ...withValueAtPath(defaultDocument(), loadPath, load) });

test.each([
  [
    "the only answer without a number",
    ["All the time", "About 85 % of the time", "About half of the time"],
    /^“About 85 % of the time” is the only answer with a number/,
  ],
  ["the only number", ["All of it", "0.37", "None of it"], /^“0\.37” is the only answer with a number/],
  ["the only answer in words", ["0.2", "all of it", "0.4"], /^“all of it” is the only answer without a number/],
  ["the only hedged answer", ["0.2", "about 0.3", "0.4"], /only answer with “about”/],
  ["the only precise number", ["100 cycles", "1437 cycles", "2000 cycles"], /more precise/],
  ["the longest", ["It waits", "It stops", "It waits for the next queue, which waits for the one after it"], /much longer/],
])("an answer stands out as %s", (_, options, problem) => {
  expect(giveawayOf(options)).toMatch(problem);
});

test.each([
  [["0.2", "0.3", "0.4"]],
  [["About 0.1", "About 0.2", "About 0.3"]],
  [["Yes", "No"]],
  [["After 33 cycles", "After 64 cycles", "After 257 cycles"]],
])("no answer of %j stands out", (options) => expect(giveawayOf(options)).toBeNull());

test("no answer of the published lessons stands out", async () => {
  const index = JSON.parse(readFileSync("public/lessons/index.json", "utf8")) as readonly { readonly id: string }[];
  for (const { id } of index) {
    const { lesson } = await readLesson(readFileSync(`public/lessons/${id}.json`, "utf8"));
    for (const { question, title } of lesson.steps)
      if (question?.is === "choice") expect(giveawayOf(question.options.map(({ words }) => words)), `${id}: ${title}`).toBeNull();
  }
});

test("a right answer is outdated once the network changes, and right again for the network it was marked for, also in a file", async () => {
  const options = ["1", "2", "3"].map((words) => ({ words, value: null }));
  const question = { ...choiceQuestion.create(defaultDocument()), options };
  const unmarked: LessonStep = { ...newLessonStep(withLoad(0.3), "Which?"), question };
  expect(isKeyOutdated(unmarked)).toBe(false);
  const step = withMarkedKey(unmarked);
  const changed = { ...step, document: withLoad(0.4) };
  expect([isKeyOutdated(step), isKeyOutdated(changed), isKeyOutdated({ ...changed, document: withLoad(0.3) })]).toEqual([
    false,
    true,
    false,
  ]);
  expect(questionProblem(changed, 0)).toBe("The network has changed since the right answer was marked. Mark it again.");
  const text = lessonText({ title: "T", minutes: null, handIn: "", steps: [changed] });
  const [back] = (await readLesson(text)).lesson.steps;
  expect(isKeyOutdated(back)).toBe(true);
  expect(isKeyOutdated(withMarkedKey(back))).toBe(false);
});

test("a result outside of the axis, and a goal that is reached at the start, are problems", () => {
  const value: LessonStep = {
    ...newLessonStep(withLoad(0.3), "V"),
    question: { is: "value", of: "delivered", network: 0, from: 0, to: 0.25 },
  };
  expect(questionProblem(value, 0.3)).toBe("The result, 0.3, lies outside of the axis, which ends at 0.25.");
  expect([questionProblem(value, 0.2), questionProblem(value, null)]).toEqual([null, null]);
  const goal: LessonStep = {
    ...newLessonStep(withLoad(0.3), "G"),
    question: { is: "goal", of: "delivered", network: 0, goal: 0.2, isAtLeast: true, least: null },
  };
  expect(questionProblem(goal, { value: 0.3, is: true })).toMatch(/already reached/);
  expect(questionProblem(goal, { value: 0.1, is: false })).toBeNull();
});
