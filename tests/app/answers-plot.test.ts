/** The plot of a class: what was said, what arrived, and how they are found. */
import { expect, test } from "vitest";
import { answersPlot } from "../../src/app/pages/lesson/answers/answers-plot.ts";
import type { Answer } from "../../src/lessons/answers.ts";
import { targetsOf } from "../../src/views/plot/hover.ts";
import { light } from "../views/fixtures.ts";
import { faultsOf, wordsIn } from "../views/words-apart.ts";

test("every answer is a ring and what arrived a dot, which ask for their line; pointing at what was said lights what arrived", () => {
  const answers = [0.5, 0.55, 9].map((number, at): Answer => {
    const parts = { lesson: "choke", step: 1, seed: at, said: String(number), result: "0.4", check: "" };
    return { at, line: parts, said: { number }, result: 0.4 };
  });
  const words = { title: "delivered", across: "offered", say: String, tick: String, isOdd: ({ at }: Answer) => at === 1 };
  const curve = { offered: 0.6, points: [{ load: 0.6, accepted: 0.4 }], bound: 0.5 };
  for (const [width, below] of [
    [640, curve],
    [358, curve],
    [640, null],
  ] as const) {
    const { marks } = answersPlot({ ...words, answers, from: 0, to: 0.8, curve: below, hot: 0 }, { width, height: 300, theme: light });
    const those = (is: string) => marks.filter(({ key, tag }) => tag === "circle" && key.startsWith(`${is} `));
    const radii = (is: string) => those(is).map(({ attributes }) => attributes["r"]);
    expect(radii("said")).toEqual([6.6, 5.2, 5.2]);
    expect(radii("came").map((radius) => radius === 4.6)).toEqual([true, false, false]);
    expect(those("said").map(({ attributes }) => attributes["stroke"])).toEqual([light.accent, light.edge, light.accent]);
    expect(targetsOf(those("came")).map(({ asks }) => asks)).toEqual([0, 1, 2]);
    expect(faultsOf(wordsIn(marks), width, 300)).toEqual([]);
  }
});
