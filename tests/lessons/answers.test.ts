/** Lines of a class: what is read, what is named, what they come to, and which ones do not come out the same. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type Answer, gather, longestPaste, mostLines, withoutChat } from "../../src/lessons/answers.ts";
import { checkAnswer, documentOfAnswer } from "../../src/lessons/answers-checked.ts";
import { cellOf } from "../../src/words/csv.ts";
import { answersCsv } from "../../src/lessons/answers-csv.ts";
import { countsOf, guessesIn, resultsIn, saidIn, spreadOf } from "../../src/lessons/answers-spread.ts";
import { findingOf } from "../../src/lessons/answers-words.ts";
import { answerOf, writeLine } from "../../src/lessons/line.ts";
import type { Question } from "../../src/lessons/questions/index.ts";
import { defaultDocument } from "../../src/core/scenario/document.ts";

const value: Question = { is: "value", of: "delivered", network: 0, from: 0, to: 0.6 };
const choice: Question = {
  is: "choice",
  options: ["after 16", "after 32", "after 256"].map((words) => ({ words, value: null })),
  right: 1,
  of: null,
  network: 0,
};
const free: Question = { is: "free" };
const goal: Question = { is: "goal", of: "delivered", network: 0, goal: 0.4, isAtLeast: true, least: ["topology", "kUp"] };
const say = (number: number) => number.toFixed(2);
const read = (text: string, question: Question = value) => gather(text, "choke", 2, question);
const lines = (...those: readonly string[]) => those.join("\n");
const good = "choke.2 27 .42 .372 x4lq0";

test("quartiles and median of numbers worked out by hand", () => {
  expect(spreadOf([])).toBeNull();
  expect(spreadOf([3])).toEqual({ count: 1, least: 3, low: 3, median: 3, high: 3, most: 3 });
  expect(spreadOf([4, 1])).toEqual({ count: 2, least: 1, low: 1.75, median: 2.5, high: 3.25, most: 4 });
  expect(spreadOf([5, 1, 4, 2, 3])).toEqual({ count: 5, least: 1, low: 2, median: 3, high: 4, most: 5 });
  expect(countsOf([2, 1, 2, 3, 1, 2])).toEqual([
    [2, 3],
    [1, 2],
    [3, 1],
  ]);
});

test("the middle of any numbers lies where half of them are on either side", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1 }), (values) => {
      const { least, low, median, high, most } = spreadOf(values)!;
      expect([least, low, median, high, most]).toEqual([least, low, median, high, most].toSorted((a, b) => a - b));
      expect(values.filter((each) => each < median).length).toBeLessThanOrEqual(values.length / 2);
      expect(values.filter((each) => each > median).length).toBeLessThanOrEqual(values.length / 2);
    }),
  );
});

test.each([
  good,
  `Ana: ${good}`,
  `Ana:${good}`,
  `12:03 Ana  ${good}`,
  `[12:03, 25.11.2026] Ana Lima: ${good}`,
  `• ${good}`,
  `- ${good}`,
  `> ${good}`,
  `“${good}”`,
  `"${good}".`,
  `choke.2\t27\t.42\t.372\tx4lq0`,
  `   ${good}   `,
  `Choke.2 27 ,42 0,372 x4lq0`,
])("what a chat puts around a line costs nothing: %s", (text) => {
  const { answers, remarks } = read(text);
  expect(remarks).toEqual([]);
  expect(answers).toMatchObject([{ at: 0, said: { number: 0.42 }, result: 0.372, line: { seed: 27, step: 2, lesson: "choke" } }]);
});

test("every line that is wrong is named by its number, and the rest counts", () => {
  const { answers, remarks, otherSteps, otherLessons } = read(
    lines(
      good,
      "",
      "\uFEFF ",
      "hello",
      good,
      "choke.3 27 .42 .372 x4lq0",
      "trees.2 27 .42 .372 x4lq0",
      "choke.2 28 .4z .371 xabcd",
      "choke.2 29 - .373 xabcd",
      "choke.2 30 .4 many xabcd",
    ),
  );
  expect(remarks.map(({ at, is }) => [at, is])).toEqual([
    [3, "fault"],
    [4, "again"],
    [5, "elsewhere"],
    [6, "elsewhere"],
    [7, "fault"],
    [9, "fault"],
  ]);
  expect(remarks[1].why).toContain("line 1 again");
  expect(remarks[4].why).toContain("“.4z”");
  expect([...otherSteps]).toEqual([[3, 1]]);
  expect([...otherLessons]).toEqual([["trees", 1]]);
  expect(answers.map(({ at }) => at)).toEqual([0, 7, 8, 9]);
  expect(saidIn(answers)).toEqual([0.42, 0.4]);
  expect(resultsIn(answers)).toEqual([0.372, 0.371, 0.373]);
});

test("two students with one seed are two predictions and one result", () => {
  const { answers } = read(lines(good, "choke.2 27 .30 .372 xabcd"));
  expect([saidIn(answers).length, resultsIn(answers).length]).toEqual([2, 1]);
});

test("line ends of every system count alike", () => {
  const two = [good, "choke.2 28 .41 .371 xabcd"];
  for (const end of ["\n", "\r\n", "\r"]) expect(read(two.join(end)).answers.map(({ at }) => at)).toEqual([0, 1]);
});

test("what is too much to read is cut, and said", () => {
  const many = Array.from({ length: mostLines + 1 }, (_, i) => `choke.2 ${i} .42 .372 x4lq0`).join("\n");
  expect(read(many).answers).toHaveLength(mostLines);
  expect(read(many).cut).toMatch(/first 5.000.lines/);
  const long = `${good}\n${"a".repeat(longestPaste)}`;
  expect(read(long).answers).toHaveLength(1);
  expect(read(long).cut).toContain("characters");
  expect(read(good).cut).toBe("");
});

test("any text is read without a fault of the reader, and every line is accounted for once", () => {
  const piece = fc.constantFrom("choke.2", "27", ".42", "x4lq0", "choke.3", " ", "\t", "~%E0%A4%A", "-", "=1+1", "c5", "b", "1e99", "“");
  const line = fc.oneof(
    fc.string(),
    fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(" ")),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), fc.constantFrom(value, choice, free, goal), (all, question) => {
      const text = all.join("\n");
      const { answers, remarks } = read(text, question);
      const read_ = new Set([...answers, ...remarks].map(({ at }) => at));
      const written = text.split(/\r\n|\r|\n/).flatMap((each, i) => (/^[\s\uFEFF]*$/.test(each) ? [] : [i]));
      expect([...read_].toSorted((a, b) => a - b)).toEqual(written);
      expect(findingOf(answers, question, say).headline).not.toMatch(/NaN|undefined|Infinity/);
      expect(answersCsv(answers, () => ({ is: "not yet" })).split("\r\n").length).toBe(answers.length + 2);
      expect(withoutChat(text).length).toBeLessThanOrEqual(text.length);
    }),
  );
});

test("a value's finding fits no line, one, two and many", () => {
  const said = (...those: readonly string[]) => findingOf(read(lines(...those)).answers, value, say);
  expect(said().headline).toBe("Paste the lines that the class sends you.");
  expect(said(good)).toEqual({ headline: "One student said 0.42; 0.37 arrives.", more: "One student said too much." });
  expect(said("choke.2 27 - .372 x4lq0").headline).toBe("0.37 arrives.");
  expect(said(good, "choke.2 28 .44 .374 xabcd")).toEqual({
    headline: "The class said 0.43; 0.37 arrives.",
    more: "Both said too much. Both results are 0.37: the seed does not matter, the network does.",
  });
  expect(said(good, "choke.2 28 .30 .374 xabcd", "choke.2 29 .45 .39 xabcd").more).toBe(
    "2 of 3 said too much. All 3 results lie between 0.37 and 0.39: the seed hardly matters, the network does.",
  );
  expect(said("choke.2 28 .30 .2 xabcd", "choke.2 29 .35 .5 xabcd").more).toContain("0.50: the seed matters.");
});

test("the other kinds have findings of their own", () => {
  const said = (question: Question, ...those: readonly string[]) => findingOf(read(lines(...those), question).answers, question, say);
  expect(said(choice, "choke.2 1 a b x1111", "choke.2 2 a b x1111", "choke.2 3 b b x1111")).toEqual({
    headline: "The class said “after 16”; it is “after 32”.",
    more: "1 of 3 was right.",
  });
  expect(said(choice, "choke.2 1 a b x1111").more).toBe("Nobody was right.");
  expect(said(choice, "choke.2 1 b b x1111").headline).toBe("One student said “after 32”, and so it is.");
  expect(said(choice, "choke.2 1 a b x1111", "choke.2 2 c b x1111").headline).toBe("The class is divided; it is “after 32”.");
  const channel: Question = { is: "channel", network: 0 };
  expect(said(channel, "choke.2 1 c12 c40 x1111", "choke.2 2 c12 c40 x1111", "choke.2 3 c9 c40 x1111")).toEqual({
    headline: "2 of 3 tapped the same channel.",
    more: "2 different channels were tapped.".replace(" ", "\u00a0"),
  });
  expect(said(channel, "choke.2 1 c12 c40 x1111", "choke.2 2 c9 c40 x1111").headline).toBe("No two tapped the same channel.");
  expect(said(goal, "choke.2 1 3 .395 x1111", "choke.2 2 4 .4 x1111").headline).toBe("3 is the smallest number handed in.");
  expect(said(free, "choke.2 1 ~Queues%20fill - x1111").headline).toBe("1 answer in the students’ own words.".replace(" ", "\u00a0"));
});

test("guesses are judged by the own run", () => {
  const { answers } = read(lines(good, "choke.2 28 .37 .371 xabcd", "choke.2 29 .1 .37 xabcd", "choke.2 30 .39 .37 xabcd"));
  expect(guessesIn(answers, value)).toEqual({ right: 1, close: 1, tooMuch: 1, tooLittle: 1, above: 2, below: 1 });
});

test("a table holds no formulas", () => {
  expect(cellOf("=1+1")).toBe("'=1+1");
  expect(cellOf("@x")).toBe("'@x");
  expect(cellOf("-2.5")).toBe("-2.5");
  expect(cellOf("-2+3")).toBe("'-2+3");
  expect(cellOf('a "b", c')).toBe('"a ""b"", c"');
  const { answers } = read("choke.2 1 ~%3DHYPERLINK(1%2C2) - x1111", free);
  expect(answersCsv(answers, () => ({ is: "same" }))).toBe(
    `line,lesson,step,seed,said,result,check,runs again\r\n1,choke,2,1,"'=HYPERLINK(1,2)",,x1111,same\r\n`,
  );
});

test("exactly the edited lines do not come out the same", () => {
  const truth = 0.3721;
  const line = (seed: number) => writeLine(answerOf("choke", 2, seed, value, { number: 0.42 }, truth), "cafe0123");
  const text = lines(
    line(1),
    line(2).replace(".42", ".37"),
    line(3).replace(".3721", ".4200"),
    line(4),
    line(5).replace("choke.2 5", "choke.2 6"),
  );
  const { answers } = read(text);
  const marks = answers.map((answer: Answer) => checkAnswer(answer, value, { truth, fingerprints: ["0badcafe", "cafe0123"] }));
  expect(marks.map(({ is }) => is)).toEqual(["same", "differs", "differs", "same", "differs"]);
  expect(marks[1]).toMatchObject({ why: "was edited: its check does not fit" });
  expect(marks[2]).toMatchObject({ why: "does not come out the same: it has .4200, and seed 3 gives .3721 here" });
});

test("a line runs with its own seed; one of a goal with the number that it says", () => {
  const document = defaultDocument();
  const [answer] = read(good).answers;
  expect(documentOfAnswer({ document, question: value }, answer)).toEqual({ ...document, seed: 27, claim: null });
  const { answers } = read(lines("choke.2 27 3 .4 x1111", "choke.2 27 - .4 x1111"), { ...goal, least: ["queue"] });
  expect(answers.map((each) => documentOfAnswer({ document, question: { ...goal, least: null } }, each))).toEqual([null, null]);
});
