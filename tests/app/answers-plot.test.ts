/** The plot of a class's answers: predicted and measured values, and the targets of hover and hit tests. */
import { expect, test } from "vitest";
import { answersPlot } from "../../src/app/pages/lesson/answers/answers-plot.ts";
import type { SubmittedAnswer } from "../../src/lessons/answers.ts";
import type { Mark } from "../../src/views/marks/marks.ts";
import { boxAroundPoint, doBoxesOverlap } from "../../src/views/plot/labels.ts";
import { calloutStyle, textWidth } from "../../src/views/plot/text-width.ts";
import { hoverTargetsOf } from "../../src/views/plot/targets.ts";
import { light } from "../views/fixtures.ts";
import { labelFaultsOf, labelBoxesOf } from "../views/label-checks.ts";

test("every answer is a ring and what arrived a dot, which ask for their line; pointing at what was said lights what arrived", () => {
  const answers = [0.5, 0.55, 9].map((number, at): SubmittedAnswer => {
    const parts = { lesson: "choke", step: 1, seed: at, response: String(number), result: "0.4", check: "" };
    return { lineIndex: at, line: parts, response: { number }, result: 0.4 };
  });
  const words = {
    title: "delivered",
    loadAxisTitle: "offered",
    formatValue: String,
    formatWithUnit: (value: number) => `${value} phits/cycle`,
    formatTick: String,
    isDifferent: ({ lineIndex }: SubmittedAnswer) => lineIndex === 1,
  };
  const curve = { offeredLoad: 0.6, points: [{ load: 0.6, accepted: 0.4 }], bound: 0.5 };
  for (const [width, below] of [
    [640, curve],
    [358, curve],
    [640, null],
  ] as const) {
    const { marks } = answersPlot(
      { ...words, answers, axisStart: 0, axisEnd: 0.8, curve: below, hoveredLine: 0 },
      { width, height: 300, theme: light },
    );
    const those = (is: string) => marks.filter(({ key, tag }) => tag === "circle" && key.startsWith(`${is} `));
    const radii = (is: string) => those(is).map(({ attributes }) => attributes["r"]);
    expect(radii("said")).toEqual([6.6, 5.2, 5.2]);
    expect(radii("came").map((radius) => radius === 4.6)).toEqual([true, false, false]);
    expect(those("said").map(({ attributes }) => attributes["stroke"])).toEqual([light.accent, light.edge, light.accent]);
    expect(hoverTargetsOf(those("came")).map(({ hoveredChannel }) => hoveredChannel)).toEqual([0, 1, 2]);
    expect(labelFaultsOf(labelBoxesOf(marks), width, 300)).toEqual([]);
  }
});

test("what was said is left of the line at the load, what arrived right of it; neither word lies on a line, a mark or the other word", () => {
  const answersOf = (...numbers: readonly number[]) =>
    numbers.map((number, at): SubmittedAnswer => {
      const parts = { lesson: "choke", step: 3, seed: at, response: String(number), result: "0.36", check: "" };
      return { lineIndex: at, line: parts, response: { number }, result: 0.36 };
    });
  const words = {
    title: "delivered",
    loadAxisTitle: "offered",
    formatValue: String,
    formatTick: String,
    isDifferent: () => false,
    hoveredLine: null,
  };
  const options = { ...words, formatWithUnit: (value: number) => `${value} phits/cycle`, axisStart: 0, axisEnd: 0.6 };
  const points = [0.1, 0.2, 0.3, 0.4, 0.6, 0.8, 1].map((load) => ({ load, accepted: Math.min(load, 0.36) }));
  for (const [width, height] of [
    [640, 700],
    [358, 300],
  ])
    for (const answers of [answersOf(0.3), answersOf(0.36), answersOf(0.45, 0.52), answersOf(0.2, 0.3, 0.36, 0.36, 0.42, 0.5)]) {
      const plot = { ...options, answers, curve: { offeredLoad: 0.45, points, bound: 0.49 } };
      const { marks } = answersPlot(plot, { width, height, theme: light });
      const boxOf = (key: string) => {
        const { attributes, text = "" } = marks.find((mark) => mark.key === key)!;
        const [x, y] = [Number(attributes["x"]), Number(attributes["y"])];
        return [x, y - 10, x + textWidth(text, calloutStyle), y + 2] as const;
      };
      const at = Number(/^M([\d.]+)/.exec(String(marks.find(({ key }) => key === "at")!.attributes["d"]))![1]);
      const [expectedBox, resultBox] = [boxOf("said words 0"), boxOf("came words 0")];
      expect(expectedBox[2]).toBeLessThan(at);
      expect(resultBox[0]).toBeGreaterThan(at);
      const circles = marks.filter(({ tag }) => tag === "circle");
      for (const box of [expectedBox, resultBox]) {
        const lies = ({ attributes: { cx, cy } }: Mark) => doBoxesOverlap(box, boxAroundPoint(Number(cx), Number(cy), 3));
        expect(circles.filter(lies)).toEqual([]);
      }
      // A single answer is its own median, so no separate median mark is drawn.
      expect(circles.some(({ key }) => key === "median")).toBe(answers.length > 1);
      for (const { value } of hoverTargetsOf(marks)) expect(value).toMatch(/ phits\/cycle( delivered)?$/);
    }
});
