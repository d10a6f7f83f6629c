/** Tests of lessons that others wrote or that were damaged: readable steps open, and refusals give a reason. */
import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ScenarioError, type ValidationIssue } from "../../src/core/base/errors.ts";
import { readLesson, type LessonReading, readLessonValue } from "../../src/lessons/read-lesson.ts";
import { lessonText } from "../../src/lessons/write-lesson.ts";
import { cases } from "../effort.ts";

type Raw = Record<string, unknown>;

const validLesson = JSON.parse(readFileSync(new URL("../../public/lessons/wrap.json", import.meta.url), "utf8")) as Raw;
const mesh = "#v=2&topology=mesh:sizes8x8&traffic=uniform&load=.45";
const value = { is: "value", of: "delivered", to: 0.6 };
const stepWith = (change: Raw): Raw => ({ title: "How much arrives?", scenario: mesh, question: value, ...change });
const lessonWith = (change: Raw): Raw => ({ ...validLesson, ...change });
const choiceWith = (change: Raw) => stepWith({ question: { is: "choice", options: ["less", "more"], right: 0, ...change } });

/** The result of reading a lesson: the readable part, or the ScenarioError. Other errors are thrown again. */
async function resultOf(read: () => Promise<LessonReading>): Promise<LessonReading | ScenarioError> {
  return read().catch((fault: unknown) => {
    if (fault instanceof ScenarioError) return fault;
    throw fault;
  });
}

/** All issues: of the whole lesson, or of single steps. */
function issuesOf(result: LessonReading | ScenarioError): readonly ValidationIssue[] {
  return result instanceof ScenarioError ? result.issues : result.unreadableSteps.flatMap(({ issues }) => issues);
}

/** Checks that issues are readable and contain a remedy. */
function expectReadableIssues(result: LessonReading | ScenarioError): void {
  const issues = issuesOf(result);
  if (result instanceof ScenarioError) expect(issues.length).toBeGreaterThan(0);
  for (const { path, message, remedy } of issues) {
    expect(path.length).toBeLessThan(400);
    expect(message.length).toBeGreaterThan(5);
    expect(message.length).toBeLessThan(3000);
    // Invalid JSON is quoted as it is. Text between quotation marks comes from the input.
    const ownText = message.replaceAll(/"(?:[^"\\]|\\.)*"/g, "");
    if (!message.startsWith("this is not JSON")) expect(ownText).not.toMatch(/undefined|\[object|NaN/);
    // Remedies for issues of scenarios are checked by the tests that read scenarios.
    if (!path.includes("scenario")) expect(remedy, `${path}: ${message}`).toMatch(/^[A-Z].*[.?]$/s);
  }
  if (!(result instanceof ScenarioError)) {
    for (const each of result.unreadableSteps) expect(each.issues.length).toBeLessThanOrEqual(21);
  }
}

/** A step with one fault: its path, the value found, the expectation, and the remedy. */
test.each<[string, Raw, string, RegExp, RegExp]>([
  ["a title that is a number", stepWith({ title: 7 }), "title", /^7 cannot be used: expected one line of text/, /^Write/],
  ["a title of two lines", stepWith({ title: "a\nb" }), "title", /expected one line of text of at most 120/, /^Write/],
  ["a long title", stepWith({ title: "a".repeat(121) }), "title", /aaa….* expected one line of text of at most 120/, /^Shorten/],
  [
    "words that are a list",
    stepWith({ words: [] }),
    "words",
    /^\[\] cannot be used: expected a text of at most 1200/,
    /^Write it in quotes/,
  ],
  ["long words", stepWith({ words: "a".repeat(5e5) }), "words", /aaa….* expected a text of at most 1200/, /^Shorten/],
  ["four sentences", stepWith({ words: "One. Two. Three. Four." }), "words", /^has 4 sentences; expected at most 3/, /^Move/],
  ["no scenario", stepWith({ scenario: undefined }), "scenario", /expected/, /./],
  ["a scenario that is a number", stepWith({ scenario: 7 }), "scenario", /expected/, /./],
  ["a link to nowhere", stepWith({ scenario: "https://example.org/" }), "scenario.link", /nothing after the #/, /./],
  [
    "a wrong network",
    stepWith({ scenario: "#v=2&topology=tours" }),
    "scenario.topology.kind",
    /"tours" is not a topology; expected/,
    /torus/,
  ],
  ["a lock of what is not there", stepWith({ lock: "all-but,colour" }), "lock", /"colour" is not known here; expected/, /./],
  ["a lock that is a list", stepWith({ lock: ["load"] }), "lock", /^\["load"\] cannot be used: expected a text/, /^Write it in quotes/],
  ["a view that is a number", stepWith({ view: 3 }), "view", /^3 cannot be used: expected a text/, /^Write it in quotes/],
  ["a key with a slip", stepWith({ wrods: "a" }), "wrods", /^is not known here; expected title, words/, /^Leave it out/],
  ["a question that is null", stepWith({ question: null }), "question.is", /^nothing is not a kind of question; expected value/, /^Write/],
  [
    "another question",
    stepWith({ question: { is: "riddle" } }),
    "question.is",
    /^"riddle" is not a kind of question; expected value/,
    /^Write/,
  ],
  [
    "nothing asked for",
    stepWith({ question: { is: "value" } }),
    "question.of",
    /^nothing is not a quantity of a question; expected delivered/,
    /^Write/,
  ],
  [
    "a network too many",
    stepWith({ question: { ...value, network: 1 } }),
    "question.network",
    /^1 is not a network .* from 0 to 0/,
    /^Write 0 for A/,
  ],
  [
    "half a network",
    stepWith({ question: { ...value, network: 0.5 } }),
    "question.network",
    /^0.5 is not a network .* from 0 to 0/,
    /^Write 0 for A/,
  ],
  [
    "an axis of text",
    stepWith({ question: { ...value, to: "1" } }),
    "question.to",
    /^"1" cannot be used: expected a number/,
    /^Write a number/,
  ],
  [
    "an endless axis",
    stepWith({ question: { ...value, to: 1e13 } }),
    "question.to",
    /^10000000000000 cannot be used: expected a number/,
    /^Write/,
  ],
  [
    "an axis backwards",
    stepWith({ question: { ...value, from: 1 } }),
    "question.to",
    /^0.6 is not above the start of the axis, 1/,
    /larger/,
  ],
  ["no answers", choiceWith({ options: [] }), "question.options", /^\[\] is not a list of answers; expected 2 to 5/, /^Write/],
  ["too many answers", choiceWith({ options: [..."abcdef"] }), "question.options", /is not a list of answers; expected 2 to 5/, /^Write/],
  [
    "an empty answer",
    choiceWith({ options: ["a", " "] }),
    "question.options.1",
    /^" " is not an answer; expected words of at most 120/,
    /^Write/,
  ],
  [
    "an answer that is null",
    choiceWith({ options: ["a", null] }),
    "question.options.1",
    /^null is not an answer; expected words/,
    /^Write/,
  ],
  [
    "a long answer",
    choiceWith({ options: ["a", "b".repeat(121)] }),
    "question.options.1",
    /bbb….* is not an answer; expected words/,
    /^Write/,
  ],
  [
    "the same answer twice",
    choiceWith({ options: ["a", "b", "a"] }),
    "question.options.2",
    /^"a" occurs twice; expected different/,
    /^Leave/,
  ],
  [
    "two answers of one value",
    choiceWith({ right: undefined, of: "delivered", options: [1, 1].map((value, i) => ({ words: `${i}`, value })) }),
    "question.options.1",
    /^the value 1 occurs twice; expected different/,
    /^Leave/,
  ],
  [
    "a slip in an answer",
    choiceWith({ options: ["a", { words: "b", vlaue: 1 }] }),
    "question.options.1.vlaue",
    /^is not known here; expected words, value/,
    /^Leave/,
  ],
  ["no right answer", choiceWith({ right: 2 }), "question.right", /^2 is none of the answers; expected 0 to 1/, /^Write/],
  [
    "a right answer twice",
    choiceWith({ of: "delivered", options: [0, 1].map((value) => ({ words: `${value}`, value })) }),
    "question.right",
    /^is decided by the engine in this question/,
    /^Leave/,
  ],
  ["no goal", stepWith({ question: { is: "goal", of: "delivered" } }), "question", /has no goal, or two goals; expected either/, /^Write/],
  [
    "two goals",
    stepWith({ question: { is: "goal", of: "delivered", atLeast: 1, atMost: 2 } }),
    "question",
    /has no goal, or two goals; expected either/,
    /^Write/,
  ],
  ...["topology.kUp", "workload.load", "__proto__", "topology.constructor", "x".repeat(1e5), "", 7].map(
    (least): [string, Raw, string, RegExp, RegExp] => [
      `a least ${String(least).slice(0, 20)}`,
      stepWith({ question: { is: "goal", of: "delivered", atLeast: 1, least } }),
      "question.least",
      /is not the path of a whole number in this step/,
      /^Write it as/,
    ],
  ),
])("%s is refused by its place, with what was expected and what to do", async (_, step, path, message, remedy) => {
  const result = await resultOf(() => readLesson(JSON.stringify(lessonWith({ steps: [stepWith({}), step] }))));
  expectReadableIssues(result);
  // The other step opens.
  expect(result).toEqual(expect.objectContaining({ lesson: expect.objectContaining({ steps: [expect.anything()] }) }));
  const issues = issuesOf(result);
  const own = issues.find((each) => each.path === `steps.1.${path}`);
  expect(own, JSON.stringify(issues)).toBeDefined();
  expect(own!.message).toMatch(message);
  expect(own!.remedy ?? own!.message).toMatch(remedy);
});

test.each<[string, unknown, string, RegExp]>([
  ["a number", 7, "format", /expected "fabricscope-lesson"/],
  ["a list", [validLesson], "format", /expected "fabricscope-lesson"/],
  ["nothing", null, "format", /expected "fabricscope-lesson"/],
  ["a scenario", { format: "fabricscope-scenario", version: 2 }, "format", /expected "fabricscope-lesson"/],
  ["a later version", lessonWith({ version: 2 }), "version", /^2 is not known here; expected 1/],
  ["a version of text", lessonWith({ version: "1" }), "version", /^"1" is not known here; expected 1/],
  ["no minutes", lessonWith({ minutes: "four" }), "minutes", /^"four" cannot be used: expected a number from 1 to 240/],
  ["a day of minutes", lessonWith({ minutes: 1440 }), "minutes", /^1440 cannot be used: expected a number from 1 to 240/],
  ["no list of steps", lessonWith({ steps: {} }), "steps", /^\{\} is not a list; expected 1 to 40 steps/],
  ["no steps", lessonWith({ steps: [] }), "steps", /^has 0 entries; expected 1 to 40 steps/],
  ["too many steps", lessonWith({ steps: Array.from({ length: 41 }, () => stepWith({})) }), "steps", /^has 41 entries; expected 1 to 40/],
  ["a key with a slip", lessonWith({ minuets: 4 }), "minuets", /^is not known here; expected format, version/],
  ["nothing but steps that are none", lessonWith({ steps: [7, "a", null] }), "steps.0", /^7 is not a step; expected/],
])("%s is no lesson, and why is said", async (_, raw, path, message) => {
  const result = await resultOf(() => readLessonValue(raw));
  expectReadableIssues(result);
  expect(result).toBeInstanceOf(ScenarioError);
  const own = issuesOf(result).find((each) => each.path === path);
  expect(own, JSON.stringify(issuesOf(result))).toBeDefined();
  expect(own!.message).toMatch(message);
});

/** Values of any kind, to be inserted in place of valid ones. */
const anyOddValue = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  fc.constantFrom<unknown>(0, -1, 0.5, 1e308, "", " ", null, [], {}, true, mesh, "all", "value", "topology.sizes.0", "\u202e\u0000\ud800"),
  fc.constantFrom<unknown>(
    "a".repeat(1e5),
    "x. A".repeat(3e4),
    " ".repeat(1e5),
    Array.from({ length: 1000 }, () => ({})),
    "#".repeat(1e4),
  ),
  fc.string({ unit: "binary", maxLength: 300 }),
);

/** Paths to all values within a value. */
function pathsIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key]))];
}

/** A copy with another value at a path; undefined removes the value. */
function withValueAt(value: unknown, [key, ...path]: readonly string[], newValue: unknown): unknown {
  if (key === undefined) return newValue;
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as Raw) }) as Raw;
  copy[key] = withValueAt(copy[key], path, newValue);
  return copy;
}

const pathsOfGood = pathsIn(validLesson);

test("with any value at any place of a lesson, it opens as far as it can be read, or says why not", async () => {
  const change = fc.tuple(fc.constantFrom(...pathsOfGood), fc.option(anyOddValue, { nil: undefined }));
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      let raw: unknown = validLesson;
      // A path may no longer exist after an earlier change.
      for (const [path, next] of changes) if (pathsIn(raw).some((each) => each.join() === path.join())) raw = withValueAt(raw, path, next);
      const result = await resultOf(() => readLesson(JSON.stringify(raw) ?? ""));
      expectReadableIssues(result);
      if (result instanceof ScenarioError) return;
      // A lesson that opens is complete: it can be written and read again.
      expect(await readLesson(lessonText(result.lesson))).toEqual({ lesson: result.lesson, unreadableSteps: [] });
      expect(result.lesson.steps.length + result.unreadableSteps.length).toBe(((raw as Raw)["steps"] as unknown[]).length);
    }),
    { numRuns: cases(300) },
  );
});

test("any JSON, and any text, is refused and never breaks", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.json(),
        fc.string(),
        anyOddValue.map((each) => (typeof each === "object" ? JSON.stringify(each) : String(each))),
      ),
      fc.boolean(),
      async (text, isWhole) => {
        const result = await resultOf(() => readLesson(text, isWhole));
        expectReadableIssues(result);
        expect(result).toBeInstanceOf(ScenarioError);
      },
    ),
    { numRuns: cases(300) },
  );
});

test("a text that breaks off anywhere opens with the steps before, or says why not", async () => {
  const text = JSON.stringify(validLesson);
  await fc.assert(
    fc.asyncProperty(fc.nat(text.length), fc.string({ maxLength: 5 }), async (end, more) => {
      const result = await resultOf(() => readLesson(text.slice(0, end) + more, false));
      expectReadableIssues(result);
    }),
    { numRuns: cases(150) },
  );
});

test.each<[string, string, boolean]>([
  ["brackets without end", "[".repeat(1e6), true],
  ["brackets without end behind the steps", `{"format":"fabricscope-lesson","steps":[${"[".repeat(1e6)}`, false],
  ["brackets that close", `{"steps":[${"[".repeat(2e5)}${"]".repeat(2e5)},`, false],
  ["a bracket that closes another one", '{"format":"fabricscope-lesson","steps":[{]', false],
  ["steps that are not JSON", '{"format":"fabricscope-lesson","steps":[{a}', false],
  ["quotes without end", `{"format":"fabricscope-lesson","steps":["${"\\".repeat(1e6)}`, false],
  ["a text longer than any lesson", `{"format":"fabricscope-lesson","title":"${"a".repeat(5e6)}"}`, true],
  ["the rest of one longer than any lesson", `{"format":"fabricscope-lesson","title":"${"a".repeat(5e6)}","steps":[{},`, false],
])("%s: refused immediately", async (_, text, isWhole) => {
  const result = await resultOf(() => readLesson(text, isWhole));
  expect(result).toBeInstanceOf(ScenarioError);
  expectReadableIssues(result);
});

test("steps and keys that stand there twice, or by the thousand, cost nothing but themselves", async () => {
  const one = stepWith({});
  const twice = await readLesson(JSON.stringify(lessonWith({ steps: [one, one] })));
  expect(twice.lesson.steps.length).toBe(2);
  // The later of two equal keys counts, as in any JSON.
  const { lesson } = await readLesson(`${JSON.stringify(lessonWith({ steps: [one] })).slice(0, -1)},"title":"The later one"}`);
  expect(lesson.title).toBe("The later one");
  // Issues of several parts of one step are reported together, up to a readable number.
  const odd = Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`key${i}`, i]));
  const { unreadableSteps } = await readLesson(JSON.stringify(lessonWith({ steps: [one, choiceWith({ options: [odd, odd] })] })));
  expect(unreadableSteps[0].issues.at(-1)?.message).toMatch(/^There (is|are) \d+ more errors?\.$/);
  expect(unreadableSteps[0].issues.length).toBe(21);
  const many = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`key${i}`, i]));
  for (const raw of [lessonWith(many), lessonWith({ steps: [one, { ...one, ...many }] }), lessonWith({ ["k".repeat(1e6)]: 1 })]) {
    expectReadableIssues(await resultOf(() => readLesson(JSON.stringify(raw))));
  }
  expectReadableIssues(await resultOf(() => readLesson(JSON.stringify(lessonWith({ steps: [one, { ...one, ["k".repeat(1e6)]: 1 }] })))));
});

test("no text of a lesson reverses the text beside it", async () => {
  const turned = "\u202eabc";
  const step = choiceWith({ title: turned, words: turned, why: turned, answer: turned, notes: turned });
  const options = { question: { is: "choice", right: 0, options: [turned, "b"] } };
  const { lesson } = await readLesson(JSON.stringify(lessonWith({ title: turned, steps: [{ ...step, ...options }] })));
  expect(JSON.stringify(lesson)).not.toMatch(/\p{Bidi_Control}/u);
});
