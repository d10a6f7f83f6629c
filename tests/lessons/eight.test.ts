/** Tests of the nine lessons that are published with the page: the engine finds an answer to every question, and every printed number. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { variantsOf } from "../../src/core/scenario/document.ts";
import { paramAtPath, parsePath } from "../../src/core/scenario/param-path.ts";
import { type Scenario, writeScenarioInCurrentVersion } from "../../src/core/scenario/scenario.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { isPathLocked, readLock } from "../../src/links/lock.ts";
import { readView } from "../../src/links/view-state.ts";
import { answerLineOf, readAnswerLine, writeAnswerLine } from "../../src/lessons/answer-line.ts";
import type { StudentResponse } from "../../src/lessons/questions/contract.ts";
import type { MostLoadedChannels } from "../../src/lessons/questions/channel.ts";
import type { GoalQuestion, GoalOutcome } from "../../src/lessons/questions/goal.ts";
import { sketchOfCurve, sketchQuestion, type SketchTruth } from "../../src/lessons/questions/sketch.ts";
import { questionKindOf, type Question, questionKinds, type Truth } from "../../src/lessons/questions/index.ts";
import { readLesson } from "../../src/lessons/read-lesson.ts";
import { lessonText } from "../../src/lessons/write-lesson.ts";
import { views } from "../../src/views/index.ts";
import { firstFew } from "../effort.ts";
import { type Claim, type Claims, claims } from "./claims.ts";
import { findResults, stepResultsOf, numbersIn, isRoundedForm, textsOf } from "./step-results.ts";

const folder = new URL("../../public/lessons/", import.meta.url);
const fileOf = (name: string) => readFileSync(new URL(`${name}.json`, folder), "utf8");

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly minutes: number;
  /** What a student learns, as one sentence. */
  readonly look: string;
}
const index = JSON.parse(fileOf("index")) as readonly Entry[];
const lessons = await Promise.all(index.map(async ({ id }) => ({ id, ...(await readLesson(fileOf(id))) })));
const allSteps = lessons.flatMap(({ id, lesson }) => lesson.steps.map((step, i) => ({ id, i, step, name: `${id}.${i + 1}` })));

const seeds = firstFew(2, [1, 2, 3]);

test("the nine lessons are listed in order, as their files say", () => {
  expect(index.map(({ id }) => id)).toEqual(["choke", "empty", "wrap", "patterns", "thin", "adversary", "deadlock", "waits", "curves"]);
  for (const [i, { title, minutes, look }] of index.entries()) {
    const { lesson, unreadableSteps } = lessons[i];
    expect(unreadableSteps).toEqual([]);
    expect([title, minutes]).toEqual([lesson.title, lesson.minutes]);
    expect(look).toMatch(/^[A-Z][^.!?]{20,110}\.$/);
    expect(numbersIn(look)).toEqual([]);
  }
});

test.each(lessons)("$id is read without faults, is the same after writing, and has few steps", async ({ lesson }) => {
  expect((await readLesson(lessonText(lesson))).lesson).toEqual(lesson);
  expect(lesson.steps.length).toBeGreaterThanOrEqual(4);
  expect(lesson.steps.length).toBeLessThanOrEqual(7);
  // The last step gives the student something to do.
  expect(["goal", "free"]).toContain(lesson.steps.at(-1)!.question?.is);
  expect(new Set(lesson.steps.map(({ question }) => question?.is)).size).toBeGreaterThanOrEqual(2);
});

test("all kinds of questions occur", () => {
  expect(new Set(allSteps.map(({ step }) => step.question?.is))).toEqual(new Set(questionKinds.map(({ id }) => id)));
});

test.each(allSteps)("$name is short enough for a projector, and its view, lock and words are as they should be", ({ step }) => {
  for (const line of [step.title, step.answer]) expect(line.length, line).toBeLessThanOrEqual(60);
  for (const text of [step.words, step.answer, step.why, step.notes]) expect(text).not.toBe("");
  expect(step.question).not.toBeNull();
  const { cards } = readView(step.view);
  expect(cards.length).toBeLessThanOrEqual(1);
  for (const card of cards) expect(views.map(({ id }) => id)).toContain(card);
  // The question does not reveal the answer.
  if (step.question!.is !== "free") expect(`${step.title} ${step.words}`).not.toContain("{truth}");
});

test.each(allSteps)("$name asks what the engine answers, and answers with little work", ({ step }) => {
  const { truth, results } = stepResultsOf(step, 77);
  expect(truth).not.toBeNull();
  expect(results.length).toBe(variantsOf(step.document).length);
  // A student waits for the answer. A million packet-hops take about a second on a slow device.
  expect(results.reduce((sum, { packets, hops }) => sum + packets * (hops ?? 1), 0)).toBeLessThan(1e6);
});

/** Right and wrong answers to a question with this truth. */
function answersOf(
  question: Question,
  truth: Truth,
): { readonly right: readonly StudentResponse[]; readonly wrong: readonly StudentResponse[] } {
  switch (question.is) {
    case "value": {
      const { from, to } = question;
      const offset = 0.1 * (to - from);
      const wrongNumbers = [(truth as number) - offset, (truth as number) + offset].filter((each) => each >= from && each <= to);
      return { right: [{ number: truth as number }], wrong: wrongNumbers.map((number) => ({ number })) };
    }
    case "choice":
      return {
        right: [{ number: truth as number }],
        wrong: question.options.flatMap((_, number) => (number === truth ? [] : [{ number }])),
      };
    case "channel": {
      const { channels } = truth as MostLoadedChannels;
      return { right: channels.map((number) => ({ number })), wrong: [{ number: channels.at(-1)! + 1e6 }, { text: "" }] };
    }
    case "sketch": {
      const { axis, points } = truth as SketchTruth;
      const right = sketchOfCurve(question, axis, points);
      // Drawn upside down, no curve of a lesson is right.
      return { right: [{ sketch: right }], wrong: [{ sketch: right.map((height) => (height === null ? null : 1 - height)) }] };
    }
    case "goal":
    case "free":
      return { right: [], wrong: [] };
  }
}

test.each(allSteps)("$name judges a wrong answer wrong, the right one right, and both fit in a line", ({ id, i, step }) => {
  const question = step.question!;
  const kind = questionKindOf(question);
  const { truth, results } = stepResultsOf(step);
  const { right, wrong } = answersOf(question, truth!);
  for (const response of right) expect(kind.grade(question, response, truth!)).toBe("right");
  for (const response of wrong) expect(kind.grade(question, response, truth!)).toBe("wrong");
  if (question.is !== "goal" && question.is !== "free") {
    expect(right.length).toBeGreaterThan(0);
    expect(wrong.length).toBeGreaterThan(0);
  }
  if (question.is === "free") expect(kind.grade(question, { text: "Because" }, truth!)).toBe("open");
  const others: Readonly<Record<string, readonly StudentResponse[]>> = {
    goal: [{ number: 3 }],
    free: [{ text: "Packets wait behind packets." }],
  };
  for (const response of [...right, ...wrong.slice(0, -1), ...(others[question.is] ?? []), null]) {
    const line = writeAnswerLine(answerLineOf(id, i + 1, 27, question, response, truth!), results[0].fingerprint);
    const back = readAnswerLine(line);
    expect(back).toEqual(expect.objectContaining({ lesson: id, step: i + 1, seed: 27 }));
    if (typeof back === "string" || response === null) continue;
    const again = kind.readResponse(question, back.response);
    expect(again).not.toBeNull();
    // Values and curves are rounded in a line.
    if (question.is !== "value" && question.is !== "sketch") expect(again).toEqual(response);
    else expect(kind.grade(question, again!, truth!)).toBe(kind.grade(question, response, truth!));
  }
});

test.each(allSteps)("$name has one answer, whichever seed a device draws", ({ step }) => {
  const question = step.question!;
  const truths = seeds.map((seed) => stepResultsOf(step, seed).truth!);
  if (question.is === "value") {
    // An answer that is right with one seed is right with any other, within the tolerance.
    const spread = Math.max(...(truths as number[])) - Math.min(...(truths as number[]));
    expect(spread).toBeLessThan(0.02 * (question.to - question.from));
  } else if (question.is === "sketch") {
    const [{ axis, points }, ...others] = truths as SketchTruth[];
    const sketch = sketchOfCurve(question, axis, points);
    for (const truth of others) expect(sketchQuestion.grade(question, { sketch }, truth)).toBe("right");
  } else if (question.is === "goal") {
    expect(truths.map((each) => (each as GoalOutcome).is)).toEqual(seeds.map(() => false));
  } else expect(truths).toEqual(seeds.map(() => truths[0]));
});

const claimList = (claim: Claims[string] | undefined): readonly Claim[] => (claim === undefined ? [] : [claim].flat());

test.each(allSteps)("$name says nothing that another seed makes wrong", async ({ id, i, step }) => {
  const { also, right } = claims[id][i];
  const { question } = step;
  // If a lesson states the right answer, the engine has to agree.
  const given = question?.is === "choice" ? question.right : null;
  expect(right === undefined).toBe(given === null);
  for (const seed of seeds) {
    const known = stepResultsOf(step, seed);
    for (const each of claimList(also)) expect(await each(known), `seed ${seed}`).toBe(true);
    for (const each of claimList(right)) expect(await each(known), `seed ${seed}`).toBe(given);
  }
});

test.each(allSteps)("$name prints no number that the engine has not found", async ({ id, i, step }) => {
  const known = stepResultsOf(step);
  const own = claims[id][i];
  const printed = new Set(textsOf(step).flatMap(numbersIn));
  const claimed = Object.keys(own).filter((each) => each !== "also" && each !== "right");
  // A claim without a printed number, and a printed number without a claim, are both faults of the list.
  expect(claimed.toSorted()).toEqual([...printed].toSorted());
  for (const token of claimed) {
    for (const each of claimList(own[token])) {
      const value = await each(known);
      expect(typeof value === "boolean" ? value : isRoundedForm(token, value), `“${token}”, and the engine says ${value}`).toBe(true);
    }
  }
});

test.each(allSteps.filter(({ step }) => step.question?.is === "choice"))(
  "$name: each answer to choose prints its own value",
  ({ step }) => {
    const { question } = step;
    if (question?.is !== "choice" || question.of === null) return;
    for (const { words, value } of question.options) {
      const numbers = numbersIn(words).filter((each) => /\d/.test(each));
      if (numbers.length > 0)
        expect(
          numbers.some((each) => isRoundedForm(each, value!) || isRoundedForm(each, 100 * value!)),
          words,
        ).toBe(true);
    }
  },
);

test.each(allSteps.filter(({ step }) => step.question?.is === "channel"))("$name: what fills first is a clear picture", ({ step }) => {
  const { truth, analyses } = stepResultsOf(step);
  const { channels, share } = truth as MostLoadedChannels;
  const loads = [...analyses[0].channelLoad];
  // Only a few channels are full first, and the next ones have clearly less load.
  expect(channels.length).toBeLessThan(loads.length / 5);
  const next = Math.max(...loads.filter((each) => each < share! - 1e-9));
  expect(next).toBeLessThan(0.95 * share!);
});

/** For each goal, values of the unlocked parameter that reach it, and tempting values that do not. */
const goalValues: Readonly<
  Record<string, { readonly place: string; readonly reach: readonly unknown[]; readonly fail: readonly unknown[] }>
> = {
  "empty.6": {
    place: "topology",
    reach: ["hyperx", "single-switch", "modular-switch"],
    fail: ["torus", "hypercube", "k-ary-n-tree", "dragonfly"],
  },
  "wrap.5": { place: "flowControl.virtualChannels", reach: [3], fail: [1] },
  "patterns.6": { place: "workload.pattern", reach: ["neighbour", "shift"], fail: ["uniform", "complement", "bit-reversal", "tornado"] },
  "thin.3": { place: "topology.kUp", reach: [3, 4], fail: [1] },
  "adversary.6": {
    place: "routing",
    reach: ["valiant", "ugal"],
    fail: ["minimal-adaptive", "shortest-path", "up-down"],
  },
  "deadlock.6": { place: "routing.channelClasses", reach: ["bubble", "on-entry"], fail: ["dateline"] },
  "waits.6": { place: "workload.segments", reach: [8, 64], fail: [1, 2] },
};
const goals = allSteps.filter(({ step }) => step.question?.is === "goal");

/** A scenario with another value at a path. A string is a kind with its defaults, and a topology brings its own routing. */
function withValueAt(scenario: Scenario, path: string, value: unknown): Scenario {
  const raw = structuredClone(writeScenarioInCurrentVersion(scenario)) as unknown as Record<string, unknown>;
  const [section, name] = parsePath(path);
  const isKind = typeof value === "string" && paramAtPath(scenario, parsePath(path))?.type === "kind";
  const newValue = isKind ? { kind: value } : value;
  const { kind } = (scenario as unknown as Record<string, { readonly kind: string }>)[section];
  const sectionValue = raw[section];
  raw[section] = name === undefined ? newValue : { kind, ...(typeof sectionValue === "object" ? sectionValue : {}), [name]: newValue };
  if (section === "topology" && name === undefined) delete raw["routing"];
  return variantsOf(parseDocument(raw))[0];
}

test("every goal is tried", () => {
  expect(Object.keys(goalValues).toSorted()).toEqual(goals.map(({ name }) => name).toSorted());
});

test.each(goals)("$name is reached with the open word alone, and not at the start", ({ name, step }) => {
  const question = step.question as GoalQuestion;
  const { place, reach, fail } = goalValues[name];
  const lock = readLock(step.lock!, step.document);
  expect(lock.isAllBut).toBe(true);
  expect(lock.paths).toEqual([parsePath(place)]);
  expect(isPathLocked(lock, parsePath(place))).toBe(false);
  if (question.least !== null) expect(question.least).toEqual(parsePath(place));
  for (const seed of firstFew(1, seeds)) {
    const own = { ...variantsOf(step.document)[0], seed };
    const isReached = (scenario: Scenario) => (questionKindOf(question).truth(question, findResults(step, [scenario])) as GoalOutcome).is;
    expect(isReached(own)).toBe(false);
    for (const value of reach) expect(isReached(withValueAt(own, place, value)), `${value}`).toBe(true);
    for (const value of fail) expect(isReached(withValueAt(own, place, value)), `${value}`).toBe(false);
    if (question.least === null) continue;
    // The smallest value is the one in the text; no smaller one reaches the goal.
    const least = reach[0] as number;
    for (let number = 1; number < least; number++) expect(isReached(withValueAt(own, place, number)), `${number}`).toBe(false);
  }
});

test.each(allSteps)("$name: nothing but what a goal or a free question needs is open", ({ step }) => {
  const is = step.question!.is;
  if (is !== "goal" && is !== "free") expect(step.lock).toBe("all");
  else expect(step.lock).toMatch(/^all-but,[\w.]+$/);
});
