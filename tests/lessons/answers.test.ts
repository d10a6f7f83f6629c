/** Tests of the answer lines of a class: which lines are read, named and counted, and which are not reproduced by the engine. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type SubmittedAnswer, collectAnswers, maxPasteLength, maxAnswerLines, extractAnswerText } from "../../src/lessons/answers.ts";
import { checkAnswer, checkEarlyAnswer, documentOfAnswer, resultOfAnswer } from "../../src/lessons/answer-check.ts";
import { csvCell } from "../../src/words/csv.ts";
import { answersCsv } from "../../src/lessons/answers-csv.ts";
import { frequenciesOf, countGuesses, resultsBySeed, numericResponses, summaryOf } from "../../src/lessons/answer-statistics.ts";
import { findingOfAnswers, votesOf } from "../../src/lessons/class-finding.ts";
import {
  answerLineOf,
  deviceTokenOf,
  exampleLineFor,
  exampleLine,
  isDeviceToken,
  createDeviceToken,
  readAnswerLine,
  writeAnswerLine,
} from "../../src/lessons/answer-line.ts";
import { cases } from "../effort.ts";
import type { Question } from "../../src/lessons/questions/index.ts";
import { defaultDocument } from "../../src/core/scenario/document.ts";
import { expectWording } from "../wording/wording.ts";

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
const formatNumber = (number: number) => number.toFixed(2);
const gatherAnswers = (text: string, question: Question = value) => collectAnswers(text, "choke", 2, question);
const lines = (...those: readonly string[]) => those.join("\n");
const validLine = "choke.2 27 .42 .372 x4lq0";
/** A valid answer line with the token of a device. */
const fromDevice = (device: number, line = validLine) => line.replace(/ (x\w{4})$/, ` d${device.toString(36).padStart(8, "0")} $1`);

test("quartiles and median of numbers worked out by hand", () => {
  expect(summaryOf([])).toBeNull();
  expect(summaryOf([3])).toEqual({ count: 1, minimum: 3, lowerQuartile: 3, median: 3, upperQuartile: 3, maximum: 3 });
  expect(summaryOf([4, 1])).toEqual({ count: 2, minimum: 1, lowerQuartile: 1.75, median: 2.5, upperQuartile: 3.25, maximum: 4 });
  expect(summaryOf([5, 1, 4, 2, 3])).toEqual({ count: 5, minimum: 1, lowerQuartile: 2, median: 3, upperQuartile: 4, maximum: 5 });
  expect(frequenciesOf([2, 1, 2, 3, 1, 2])).toEqual([
    [2, 3],
    [1, 2],
    [3, 1],
  ]);
});

test("the middle of any numbers lies where half of them are on either side", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1 }), (values) => {
      const { minimum, lowerQuartile, median, upperQuartile, maximum } = summaryOf(values)!;
      expect([minimum, lowerQuartile, median, upperQuartile, maximum]).toEqual(
        [minimum, lowerQuartile, median, upperQuartile, maximum].toSorted((a, b) => a - b),
      );
      expect(values.filter((each) => each < median).length).toBeLessThanOrEqual(values.length / 2);
      expect(values.filter((each) => each > median).length).toBeLessThanOrEqual(values.length / 2);
    }),
  );
});

test.each([
  validLine,
  `Ana: ${validLine}`,
  `Ana:${validLine}`,
  `12:03 Ana  ${validLine}`,
  `[12:03, 25.11.2026] Ana Lima: ${validLine}`,
  `• ${validLine}`,
  `- ${validLine}`,
  `> ${validLine}`,
  `“${validLine}”`,
  `"${validLine}".`,
  `choke.2\t27\t.42\t.372\tx4lq0`,
  `   ${validLine}   `,
  `Choke.2 27 ,42 0,372 x4lq0`,
])("what a chat puts around a line costs nothing: %s", (text) => {
  const { answers, remarks } = gatherAnswers(text);
  expect(remarks).toEqual([]);
  expect(answers).toMatchObject([
    { lineIndex: 0, response: { number: 0.42 }, result: 0.372, line: { seed: 27, step: 2, lesson: "choke" } },
  ]);
});

test("every line that is wrong is named by its number, and the rest counts", () => {
  const { answers, remarks, otherSteps, otherLessons } = gatherAnswers(
    lines(
      validLine,
      "",
      "\uFEFF ",
      "hello",
      fromDevice(1),
      fromDevice(1),
      "choke.3 27 .42 .372 x4lq0",
      "trees.2 27 .42 .372 x4lq0",
      "choke.2 28 .4z .371 xabcd",
      "choke.2 29 - .373 xabcd",
      "choke.2 30 .4 many xabcd",
    ),
  );
  expect(remarks.map(({ lineIndex, is }) => [lineIndex, is])).toEqual([
    [3, "fault"],
    [5, "again"],
    [6, "elsewhere"],
    [7, "elsewhere"],
    [8, "fault"],
    [10, "fault"],
  ]);
  expect(remarks[1].why).toContain("repeats line 5");
  expect(remarks[4].why).toContain("“.4z”");
  expect([...otherSteps]).toEqual([[3, 1]]);
  expect([...otherLessons]).toEqual([["trees", 1]]);
  expect(answers.map(({ lineIndex }) => lineIndex)).toEqual([0, 4, 8, 9, 10]);
  expect(numericResponses(answers)).toEqual([0.42, 0.42, 0.4]);
  expect(resultsBySeed(answers)).toEqual([0.372, 0.371, 0.373]);
});

test("forty equal answers are forty, whether their lines have tokens or not", () => {
  const forty = Array.from({ length: 40 }, (_, i) => i);
  const votes = "choke.2 7 b b x1111";
  expect(gatherAnswers(lines(...forty.map(() => votes)), choice)).toMatchObject({ withoutDevice: 40, remarks: [] });
  expect(findingOfAnswers(gatherAnswers(lines(...forty.map(() => votes)), choice).answers, choice, formatNumber)).toEqual({
    headline: "The class said “after 32”, which is correct.",
    details: "All 40 students were right.",
  });
  const each = lines(...forty.map((device) => fromDevice(device, votes)));
  expect(gatherAnswers(each, choice).answers).toHaveLength(40);
  expect(gatherAnswers(each, choice).withoutDevice).toBe(0);
  // Each line is pasted twice, as when two copies of a chat overlap.
  expect(gatherAnswers(lines(each, each), choice).answers).toHaveLength(40);
});

test("forty devices of which five answer twice are forty answers, the later ones of the five", () => {
  const first = Array.from({ length: 40 }, (_, i) => fromDevice(i, "choke.2 7 a b x1111"));
  const later = Array.from({ length: 5 }, (_, i) => fromDevice(i, "choke.2 7 c b x2222"));
  const { answers, remarks } = gatherAnswers(lines(...first, ...later), choice);
  expect(answers).toHaveLength(40);
  expect(frequenciesOf(numericResponses(answers))).toEqual([
    [0, 35],
    [2, 5],
  ]);
  expect(remarks.map(({ lineIndex, is, why }) => [lineIndex, is, why])).toEqual(
    later.map((_, i) => [i, "again", `was replaced by line ${41 + i}, from the same device`]),
  );
  // Returning to the first answer is also a later answer.
  expect(frequenciesOf(numericResponses(gatherAnswers(lines(...first, ...later, first[0]), choice).answers))).toEqual([
    [0, 36],
    [2, 4],
  ]);
});

test("an answer before the run counts without a result, and its later line with one replaces it", () => {
  const question = { ...choice, of: "delivered", right: null } as Question;
  const line = (result: null | number, device = "aaaaaaaa") =>
    writeAnswerLine(answerLineOf("choke", 2, 7, question, { number: 1 }, result, device), result === null ? "" : "f");
  const early = gatherAnswers(lines(line(null), line(null, "bbbbbbbb")), question);
  expect(early.answers).toMatchObject([
    { response: { number: 1 }, result: null },
    { response: { number: 1 }, result: null },
  ]);
  expect([early.remarks, early.answers.map((each) => checkEarlyAnswer(each, question)?.is)]).toEqual([[], ["before", "before"]]);
  const both = gatherAnswers(lines(line(null), line(2)), question);
  expect(both.answers).toMatchObject([{ response: { number: 1 }, result: 2 }]);
  expect(checkEarlyAnswer(both.answers[0], question)).toBeNull();
  // The run here gives the result that an early line lacks.
  expect(resultOfAnswer(early.answers[0], question, 2)).toBe(2);
  expect(resultOfAnswer(early.answers[0], question, null)).toBeNull();
  expect(resultOfAnswer(both.answers[0], question, 0)).toBe(2);
  // Of several channels that are full first, the tapped one is the result.
  const channel: Question = { is: "channel", network: 0 };
  const [tapped] = gatherAnswers("choke.2 7 c9 - x1111", channel).answers;
  expect(resultOfAnswer(tapped, channel, { channels: [4, 9], share: 1 })).toBe(9);
  expect(resultOfAnswer(tapped, channel, { channels: [4, 5], share: 1 })).toBe(4);
  expect(gatherAnswers("choke.2 7 - - x1111").remarks).toMatchObject([{ is: "fault", why: "has neither an answer nor a result" }]);
});

test("votes say what the class expects, and nothing of the result", () => {
  const votes = votesOf(
    gatherAnswers(lines("choke.2 1 b a x1111", "choke.2 2 b a x1111", "choke.2 3 c a x1111", "choke.2 4 - a x1111"), choice).answers,
  );
  expect(findingOfAnswers(votes, choice, formatNumber)).toEqual({
    headline: "The class said “after 32”.",
    details: "3\u00A0answers; their results are not shown yet.",
  });
  expect(findingOfAnswers(votesOf(gatherAnswers(lines(validLine, "choke.2 3 .4 .37 x1111")).answers), value, formatNumber)).toEqual({
    headline: "The class said 0.41.",
    details: "2\u00A0answers; their results are not shown yet.",
  });
});

test("an answer that cannot be read whole takes the place of none", () => {
  const broken = fromDevice(1, "choke.2 27 .4z .372 x1111");
  for (const [text, counts] of [
    [lines(fromDevice(1), broken), 0],
    [lines(broken, fromDevice(1)), 1],
  ] as const) {
    const { answers, remarks } = gatherAnswers(text);
    expect(answers).toMatchObject([{ lineIndex: counts, response: { number: 0.42 } }]);
    expect(remarks).toMatchObject([{ lineIndex: 1 - counts, is: "fault" }]);
    expect(remarks[0].why).toContain(`line ${counts + 1}, from the same device, counts`);
  }
});

test("each device counts once in each step, each line without a token once, in any order and however often pasted", () => {
  const answer = fc.record({
    device: fc.option(fc.integer({ min: 0, max: 6 }), { nil: null }),
    step: fc.constantFrom(2, 2, 2, 3),
    seed: fc.integer({ min: 1, max: 3 }),
    option: fc.constantFrom("a", "b", "c"),
  });
  fc.assert(
    fc.property(fc.array(answer, { maxLength: 30 }), fc.boolean(), (all, isTwice) => {
      const written = all.map(({ device, step, seed, option }) => {
        const line = `choke.${step} ${seed} ${option} b x${option}${seed}11`;
        return device === null ? line : fromDevice(device, line);
      });
      const pasted = isTwice ? [...written, ...written] : written;
      const { answers, withoutDevice, otherSteps } = gatherAnswers(lines(...pasted), choice);
      const times = isTwice ? 2 : 1;
      for (const step of [2, 3]) {
        const own = all.filter((each) => each.step === step);
        const devices = new Set(own.flatMap(({ device }) => (device === null ? [] : [device])));
        const unmarked = times * own.filter(({ device }) => device === null).length;
        const counted = step === 2 ? answers.length : (otherSteps.get(3) ?? 0);
        expect(counted).toBe(devices.size + unmarked);
        if (step !== 2) continue;
        expect(withoutDevice).toBe(unmarked);
        // The last answer of each device counts.
        const last = new Map(own.flatMap(({ device, option }) => (device === null ? [] : [[device, option] as const])));
        const votes = own.filter(({ device }) => device === null).flatMap(({ option }) => Array.from({ length: times }, () => option));
        const due = [...last.values(), ...votes].map((option) => option.charCodeAt(0) - 97).sort();
        expect([...numericResponses(answers)].sort()).toEqual(due);
      }
    }),
    { numRuns: cases(100) },
  );
});

test("a line with marks of later pages is read, and its check covers them", () => {
  const device = "4k7m2x9q";
  const own = answerLineOf("choke", 2, 27, value, { number: 0.42 }, 0.372, device);
  const line = writeAnswerLine(own, "cafe0123");
  expect(line).toMatch(/^choke\.2 27 \.42 \.372 d4k7m2x9q x[0-9a-z]{4}$/);
  const later = { ...own, marks: ["d4k7m2x9q", "s0.1,0.2;0.3,0.35"] };
  const { answers } = gatherAnswers(lines(line, writeAnswerLine(later, "cafe0123").replace("4k7m2x9q", "11111111")));
  expect(answers.map((each) => deviceTokenOf(each.line))).toEqual([device, "11111111"]);
  const checks = answers.map((each) => checkAnswer(each, value, { truth: 0.372, fingerprints: ["cafe0123"] }).is);
  // The second line has another device than the one with which its checksum was made.
  expect(checks).toEqual(["same", "differs"]);
  // Lines written by earlier versions keep their checksum.
  expect(writeAnswerLine(answerLineOf("choke", 2, 27, value, { number: 0.42 }, 0.372), "cafe0123")).toBe("choke.2 27 .42 .372 x3you");
});

test("a token of a device has its form, and no two are the same", () => {
  const all = Array.from({ length: 200 }, createDeviceToken);
  expect(all.every(isDeviceToken)).toBe(true);
  expect(new Set(all).size).toBe(200);
});

test("every example in what is said of a wrong line is accepted in its place", () => {
  const wrong = ["hello", "choke.2", "choke 27 .4 .3 x4lqa", "choke.2 a .4 .3 x4lqa", "choke.2 99999999999 .4 .3 x4lqa"];
  const more = ["choke.2 27 .4 .3 4lqa", "choke.2 27 .4 .3 x4lqaa", "choke.2 27 .4 .3 !? x4lqa", "a b c d e f g"];
  const readLines = [...wrong, ...more].map((text) => readAnswerLine(text));
  const examples = readLines.map((each) => (typeof each === "string" ? (/, such as (.*)$/.exec(each)?.[1] ?? "none") : "accepted"));
  expect(new Set(examples)).toEqual(new Set([exampleLine, "choke.2", "27", "x4lqa", "d4k7m2x9q"]));
  for (const example of examples) {
    const [head, seed, , , mark, check] = exampleLine.split(" ");
    const parts = [head, seed, ".4", ".3", mark, check];
    const place = example === exampleLine ? -1 : parts.findIndex((part) => part[0] === example[0] && part.length === example.length);
    expect(typeof readAnswerLine(place < 0 ? example : parts.with(place, example).join(" "))).toBe("object");
  }
});

test.each([value, { ...value, from: 40, to: 900 }, choice, free, goal, { is: "channel", network: 0 }] as const)(
  "the example of a question is an answer to it: %o",
  (question) => {
    expect(gatherAnswers(exampleLineFor("choke", 2, question), question)).toMatchObject({
      answers: [{ lineIndex: 0 }],
      remarks: [],
      withoutDevice: 0,
    });
  },
);

test("two students with one seed are two predictions and one result", () => {
  const { answers } = gatherAnswers(lines(validLine, "choke.2 27 .30 .372 xabcd"));
  expect([numericResponses(answers).length, resultsBySeed(answers).length]).toEqual([2, 1]);
});

test("line ends of every system count alike", () => {
  const two = [validLine, "choke.2 28 .41 .371 xabcd"];
  for (const end of ["\n", "\r\n", "\r"]) expect(gatherAnswers(two.join(end)).answers.map(({ lineIndex }) => lineIndex)).toEqual([0, 1]);
});

test("what is too much to read is cut, and said", () => {
  const many = Array.from({ length: maxAnswerLines + 1 }, (_, i) => `choke.2 ${i} .42 .372 x4lq0`).join("\n");
  expect(gatherAnswers(many).answers).toHaveLength(maxAnswerLines);
  expect(gatherAnswers(many).truncation).toMatch(/first 5.000.lines/);
  const long = `${validLine}\n${"a".repeat(maxPasteLength)}`;
  expect(gatherAnswers(long).answers).toHaveLength(1);
  expect(gatherAnswers(long).truncation).toContain("characters");
  expect(gatherAnswers(validLine).truncation).toBe("");
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
      const { answers, remarks } = gatherAnswers(text, question);
      const read_ = new Set([...answers, ...remarks].map(({ lineIndex }) => lineIndex));
      const written = text.split(/\r\n|\r|\n/).flatMap((each, i) => (/^[\s\uFEFF]*$/.test(each) ? [] : [i]));
      expect([...read_].toSorted((a, b) => a - b)).toEqual(written);
      expect(findingOfAnswers(answers, question, formatNumber).headline).not.toMatch(/NaN|undefined|Infinity/);
      expect(answersCsv(answers, () => ({ is: "not yet" })).split("\r\n").length).toBe(answers.length + 2);
      expect(extractAnswerText(text).length).toBeLessThanOrEqual(text.length);
    }),
  );
});

test("a value's finding fits no line, one, two and many", () => {
  const findingFor = (...texts: readonly string[]) => findingOfAnswers(gatherAnswers(lines(...texts)).answers, value, formatNumber);
  expectWording(findingFor().headline, "Paste");
  expect(findingFor(validLine)).toEqual({ headline: "One student said 0.42; 0.37 arrives.", details: "One student expected too much." });
  expect(findingFor("choke.2 27 - .372 x4lq0").headline).toBe("0.37 arrives.");
  expect(findingFor(validLine, "choke.2 28 .44 .374 xabcd")).toEqual({
    headline: "The class said 0.43; 0.37 arrives.",
    details: "Both students expected too much. Both results are 0.37: the seed does not matter, the network does.",
  });
  expectWording(
    findingFor(validLine, "choke.2 28 .30 .374 xabcd", "choke.2 29 .45 .39 xabcd").details,
    "2 of 3 … too much … All 3 results … 0.37 and 0.39",
  );
  expect(findingFor("choke.2 28 .30 .2 xabcd", "choke.2 29 .35 .5 xabcd").details).toContain("0.50: the seed matters.");
});

test("the other kinds have findings of their own", () => {
  const findingFor = (question: Question, ...texts: readonly string[]) =>
    findingOfAnswers(gatherAnswers(lines(...texts), question).answers, question, formatNumber);
  expect(findingFor(choice, "choke.2 1 a b x1111", "choke.2 2 a b x1111", "choke.2 3 b b x1111")).toEqual({
    headline: "The class said “after 16”; the answer is “after 32”.",
    details: "1 of 3 students was right.",
  });
  expect(findingFor(choice, "choke.2 1 a b x1111").details).toBe("No student was right.");
  expectWording(findingFor(choice, "choke.2 1 b b x1111").headline, "One student … “after 32”");
  expectWording(findingFor(choice, "choke.2 1 a b x1111", "choke.2 2 c b x1111").headline, "divided … “after 32”");
  const channel: Question = { is: "channel", network: 0 };
  expect(findingFor(channel, "choke.2 1 c12 c40 x1111", "choke.2 2 c12 c40 x1111", "choke.2 3 c9 c40 x1111")).toEqual({
    headline: "2 of 3 students tapped the same channel.",
    details: "2 different channels were tapped.".replace(" ", "\u00a0"),
  });
  expectWording(findingFor(channel, "choke.2 1 c12 c40 x1111", "choke.2 2 c9 c40 x1111").headline, "No two");
  expectWording(findingFor(goal, "choke.2 1 3 .395 x1111", "choke.2 2 4 .4 x1111").headline, "3 is the smallest");
  expect(findingFor(free, "choke.2 1 ~Queues%20fill - x1111").headline).toBe("1 answer in the students’ own words.".replace(" ", "\u00a0"));
});

test("guesses are judged by the own run", () => {
  const { answers } = gatherAnswers(lines(validLine, "choke.2 28 .37 .371 xabcd", "choke.2 29 .1 .37 xabcd", "choke.2 30 .39 .37 xabcd"));
  expect(countGuesses(answers, value)).toEqual({ right: 1, close: 1, tooMuch: 1, tooLittle: 1, above: 2, below: 1 });
});

test("a table holds no formulas", () => {
  expect(csvCell("=1+1")).toBe("'=1+1");
  expect(csvCell("@x")).toBe("'@x");
  expect(csvCell("-2.5")).toBe("-2.5");
  expect(csvCell("-2+3")).toBe("'-2+3");
  expect(csvCell('a "b", c')).toBe('"a ""b"", c"');
  const { answers } = gatherAnswers("choke.2 1 ~%3DHYPERLINK(1%2C2) - x1111", free);
  expect(answersCsv(answers, () => ({ is: "same" }))).toBe(
    `line,lesson,step,seed,said,result,check,runs again,device\r\n1,choke,2,1,"'=HYPERLINK(1,2)",,x1111,same,\r\n`,
  );
});

test("exactly the edited lines have a wrong check", () => {
  const truth = 0.3721;
  const line = (seed: number) => writeAnswerLine(answerLineOf("choke", 2, seed, value, { number: 0.42 }, truth), "cafe0123");
  const text = lines(
    line(1),
    line(2).replace(".42", ".37"),
    line(3).replace(".3721", ".4200"),
    line(4),
    line(5).replace("choke.2 5", "choke.2 6"),
  );
  const { answers } = gatherAnswers(text);
  const marks = answers.map((answer: SubmittedAnswer) => checkAnswer(answer, value, { truth, fingerprints: ["0badcafe", "cafe0123"] }));
  expect(marks.map(({ is }) => is)).toEqual(["same", "differs", "differs", "same", "differs"]);
  expect(marks[1]).toMatchObject({ why: "was edited: its checksum does not match" });
  expect(marks[2]).toMatchObject({ why: "is not reproduced: it has .4200, but seed 3 gives .3721 here" });
});

test("a line runs with its own seed; one of a goal with the number that it says", () => {
  const document = defaultDocument();
  const [answer] = gatherAnswers(validLine).answers;
  expect(documentOfAnswer({ document, question: value }, answer)).toEqual({ ...document, seed: 27, claim: null });
  const { answers } = gatherAnswers(lines("choke.2 27 3 .4 x1111", "choke.2 27 - .4 x1111"), { ...goal, least: ["queue"] });
  expect(answers.map((each) => documentOfAnswer({ document, question: { ...goal, least: null } }, each))).toEqual([null, null]);
});
