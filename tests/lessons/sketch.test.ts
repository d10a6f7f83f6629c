/** Sketched curves: the line that hands them in, their axes, and their grade, with curves computed by hand. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { defaultDocument, type Document } from "../../src/core/scenario/document.ts";
import { readDocumentLink } from "../../src/links/index.ts";
import { collectAnswers } from "../../src/lessons/answers.ts";
import { answerLineOf, writeAnswerLine } from "../../src/lessons/answer-line.ts";
import { checkEarlyAnswer } from "../../src/lessons/answer-check.ts";
import { findingOfAnswers } from "../../src/lessons/class-finding.ts";
import { readQuestion } from "../../src/lessons/questions/index.ts";
import {
  horizontalAxisOf,
  positionOnAxis,
  sketchLength,
  sketchOfCurve,
  type SketchQuestion,
  sketchQuestion,
  valueAtPosition,
} from "../../src/lessons/questions/sketch.ts";
import { emptySketch, sketchWithStroke } from "../../src/app/pages/lesson/sketch-plot.ts";
import type { ValidationIssue } from "../../src/core/base/errors.ts";

const question: SketchQuestion = { is: "sketch", of: "delivered", network: 0, from: 0, to: 1 };
const axis = { from: 0, to: 1, isLog: false };
/** A network that delivers everything up to a load of one half, and then no more. */
const truth = {
  axis,
  points: [
    [0, 0],
    [0.5, 0.5],
    [1, 0.5],
  ] as const,
  isComplete: true,
};
const sketchOf = (heightAt: (x: number) => number) => Array.from({ length: sketchLength }, (_, i) => heightAt(i / (sketchLength - 1)));
const position = fc.double({ min: 0, max: 1, noNaN: true });

test("a curve is interpolated between its points, and unknown beyond them", () => {
  expect(sketchOfCurve(question, axis, truth.points)).toEqual(sketchOf((x) => Math.min(x, 0.5)));
  const part = sketchOfCurve(question, axis, [
    [0.25, 0.2],
    [0.75, 0.4],
  ]);
  expect([part[0], part[5], part[6], part[12], part[18], part[19]]).toEqual([
    null,
    null,
    0.2,
    expect.closeTo(0.3, 12),
    expect.closeTo(0.4, 12),
    null,
  ]);
});

test("a sketch is right on the curve and beside it, close farther away, and wrong if it is another curve", () => {
  const gradeOf = (heightAt: (x: number) => number) => sketchQuestion.grade(question, { sketch: sketchOf(heightAt) }, truth);
  expect(gradeOf((x) => Math.min(x, 0.5))).toBe("right");
  expect(gradeOf((x) => Math.min(x, 0.5) + 0.039)).toBe("right");
  expect(gradeOf((x) => Math.min(x, 0.5) + 0.1)).toBe("close");
  // Delivering everything is off by (1 − x) / 2 on average over the second half: 1/8 of the axis.
  expect(gradeOf((x) => x)).toBe("wrong");
  expect(sketchQuestion.grade(question, { sketch: emptySketch }, truth)).toBe("wrong");
});

test("a line holds a sketch to a thousandth of the axis, with its gaps, and is checked without a run", () => {
  const heights = fc.array(fc.option(position), { minLength: sketchLength, maxLength: sketchLength });
  fc.assert(
    fc.property(
      heights.filter((each) => each.some((height) => height !== null)),
      (sketch) => {
        const text = writeAnswerLine(answerLineOf("curves", 1, 7, question, { sketch }, null, "abcdefgh"), "");
        const { answers, remarks } = collectAnswers(text, "curves", 1, question);
        expect(remarks).toEqual([]);
        expect(checkEarlyAnswer(answers[0], question)).toEqual({ is: "before" });
        const { response } = answers[0];
        const back = response !== null && "sketch" in response ? response.sketch : [];
        back.forEach((height, i) => {
          if (sketch[i] === null) expect(height).toBeNull();
          else expect(Math.abs(height! - sketch[i])).toBeLessThan(0.0005);
        });
        expect(back).toHaveLength(sketchLength);
      },
    ),
  );
  for (const text of [
    "s",
    "s00",
    `s${"0".repeat(2 * sketchLength - 1)}`,
    `s${"--".repeat(sketchLength)}`,
    `s${"0A".repeat(sketchLength)}`,
    "s".repeat(500),
  ])
    expect(sketchQuestion.readResponse(question, text)).toBeNull();
});

test("positions and values of an axis are inverse, also on a logarithmic axis", () => {
  for (const each of [axis, { from: 10, to: 100_000, isLog: true }])
    fc.assert(
      fc.property(position, (at) => {
        expect(positionOnAxis(each, valueAtPosition(each, at))).toBeCloseTo(at, 9);
      }),
    );
  expect(positionOnAxis({ from: 10, to: 100_000, isLog: true }, 1000)).toBeCloseTo(0.5, 12);
  expect(positionOnAxis(axis, 3)).toBe(1);
});

test("a stroke covers every position between two places, however fast the pointer moves", () => {
  const drawn = sketchWithStroke(emptySketch, [0, 0], [1, 1]);
  expect(drawn).toEqual(sketchOf((x) => x));
  expect(sketchWithStroke(drawn, [1, 0.5], [0.5, 0.5])).toEqual(sketchOf((x) => (x < 0.5 ? x : 0.5)));
  expect(sketchWithStroke(drawn, [0.5, 0.2], [0.5, 0.2])[12]).toBe(0.2);
  fc.assert(
    fc.property(position, position, position, position, (x1, y1, x2, y2) => {
      for (const height of sketchWithStroke(emptySketch, [x1, y1], [x2, y2])) {
        if (height !== null) expect(height >= Math.min(y1, y2) - 1e-9 && height <= Math.max(y1, y2) + 1e-9).toBe(true);
      }
    }),
  );
});

test("the horizontal axis is the load, or the values of one swept parameter", async () => {
  expect(horizontalAxisOf(defaultDocument(), 0)).toEqual({ from: 0, to: 1, isLog: false });
  const broadcast = await readDocumentLink("#v=2&topology=single-switch:terminals16&workload=broadcast:ranks16");
  expect(horizontalAxisOf(broadcast, 0)).toBeNull();
  const swept: Document = { ...broadcast, sweep: [{ path: ["workload", "message"], values: [1, 2, 3] }] };
  expect(horizontalAxisOf(swept, 0)).toEqual({ from: 0, to: 2, isLog: false });
  const issuesOf = (raw: object, document: Document) => {
    const issues: ValidationIssue[] = [];
    readQuestion({ is: "sketch", ...raw }, "question", document, issues);
    return issues.map(({ path }) => path);
  };
  expect(issuesOf({ of: "latency", to: 100 }, defaultDocument())).toEqual([]);
  expect(issuesOf({ of: "finish", to: 100 }, defaultDocument())).toEqual(["question.of"]);
  expect(issuesOf({ of: "finish", to: 100 }, broadcast)).toEqual(["question.of"]);
  expect(issuesOf({ of: "finish", from: 10, to: 1000 }, swept)).toEqual([]);
  expect(issuesOf({ of: "bound", to: 1 }, swept)).toEqual(["question.of"]);
  expect(issuesOf({ of: "delivered", from: 2, to: 1 }, defaultDocument())).toEqual(["question.to"]);
  expect(issuesOf({ of: "delivered", from: -1, to: 1 }, defaultDocument())).toEqual(["question.from"]);
});

test("the finding of a class names the place where its median is farthest from the curve", () => {
  const lineOf = (heightAt: (x: number) => number) =>
    writeAnswerLine(answerLineOf("curves", 1, 7, question, { sketch: sketchOf(heightAt) }, null), "");
  const findingOf = (text: string, known: typeof truth | null) =>
    findingOfAnswers(collectAnswers(text, "curves", 1, question).answers, question, (value) => value.toFixed(2), {
      axis,
      truth: known,
      sayPlace: (x) => `load ${x.toFixed(2)}`,
      sayHeight: (height) => height.toFixed(2),
    });
  const optimists = [(x: number) => x, (x: number) => x, (x: number) => Math.min(x, 0.5)].map(lineOf).join("\n");
  expect(findingOf(optimists, truth)).toEqual({
    headline: "At load 1.00, the class drew 1.00; it is 0.50.",
    details: "1 of 3 students drew it about right.",
  });
  expect(
    findingOf(
      lineOf((x) => Math.min(x, 0.5)),
      truth,
    ).headline,
  ).toBe("One student drew the curve that the simulation gives.");
  const divided = [0.2, 0.4, 0.6, 0.8].map((end) => lineOf((x) => (x === 1 ? end : 0.1))).join("\n");
  expect(findingOf(divided, null).headline.replace("\u00A0", " ")).toBe("4 students drew a curve.");
  // The quartiles of four heights lie between the first and the last two.
  expect(findingOf(divided, null).details.replace("\u00A0", " ")).toBe(
    "4 answers; their results are not shown yet. At load 1.00, half of them lie between 0.35 and 0.65.",
  );
});
