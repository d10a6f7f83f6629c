/** The plot of networks by cost and throughput, with their Pareto front: positions of marks and labels. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { throughputTolerance, paretoFront } from "../../src/core/study/pareto-front.ts";
import { textWidth } from "../../src/views/plot/text-width.ts";
import { type LabelBox, doBoxesOverlap } from "../../src/views/plot/labels.ts";
import { type FrontData, type FrontPoint, layoutFront } from "../../src/views/pareto-front/layout.ts";
import { familyOutline } from "../../src/views/pareto-front/shapes.ts";
import type { Mark } from "../../src/views/marks/marks.ts";
import { cases } from "../effort.ts";
import { dark, light } from "./fixtures.ts";

type PlacedNetwork = Pick<FrontPoint, "x" | "y"> & Partial<FrontPoint>;

/** Data of the plot for made-up networks, with their Pareto front. */
const dataOf = (networks: readonly PlacedNetwork[], overrides: Partial<FrontData> = {}): FrontData => {
  const points = networks.map((network, i): FrontPoint => ({
    id: `n${i}`,
    family: i % 9,
    name: `Network of many words ${i}`,
    shortName: `Network ${i}`,
    isMeasured: false,
    error: 0,
    bound: null,
    isDominated: false,
    isOverBudget: overrides.budget !== undefined && overrides.budget !== null && network.x > overrides.budget,
    isDimmed: false,
    letter: "",
    ...network,
  }));
  const affordable = points.filter(({ isOverBudget }) => !isOverBudget);
  const sign = overrides.y?.isMoreBetter === false ? -1 : 1;
  return {
    points,
    paretoFront: paretoFront(affordable.map(({ x, y }) => ({ price: x, benefit: sign * y }))).map((i) => affordable[i].id),
    answer: null,
    hovered: null,
    x: { write: (value) => `$${value}` },
    y: { write: (value) => value.toFixed(2), isMoreBetter: true, most: 1 },
    budget: 2000,
    requirement: 0.5,
    budgetText: "beyond $2 000",
    ...overrides,
  };
};

const canvases = [
  { width: 1004, height: 580, theme: light },
  { width: 358, height: 372, theme: dark },
] as const;
const [desk] = canvases;

const anyNetworks = fc.array(
  fc.record({
    // Few distinct numbers, so that marks hide one another, as well as arbitrary numbers.
    x: fc.oneof(fc.constantFrom(100, 400, 800, 2000), fc.double({ min: 50, max: 9000, noNaN: true })),
    y: fc.oneof(fc.constantFrom(0, 0.25, 0.5, 1), fc.double({ min: 0, max: 1, noNaN: true })),
    isMeasured: fc.boolean(),
    error: fc.constantFrom(0, 0.01),
    letter: fc.constantFrom("", "", "", "A", "H"),
  }),
  { maxLength: 60 },
);
const anyFrontData = fc
  .record({
    places: anyNetworks,
    limit: fc.constantFrom(null, 60, 2000, 8000, 20_000),
    asked: fc.constantFrom(null, 0.02, 0.5, 1),
    shown: fc.nat(60),
    answer: fc.nat(60),
    canvas: fc.constantFrom(...canvases),
    isMoreBetter: fc.boolean(),
  })
  .map(({ places: all, limit, asked, shown, answer, canvas, isMoreBetter }) => {
    const data = dataOf(all, { budget: limit, requirement: asked, y: { write: (value) => value.toFixed(2), isMoreBetter, most: 1 } });
    const id = (i: number) => data.points[i]?.id ?? null;
    return {
      data: {
        ...data,
        hovered: id(shown),
        answer: data.paretoFront.find((each) => each === id(answer)) ?? data.paretoFront.at(-1) ?? null,
      },
      canvas,
    };
  });

const numberAttribute = (mark: Mark, name: string) => Number(mark.attributes[name]);
/** Bounding box of a text mark, in pixels. */
function textBoxOf(mark: Mark): LabelBox {
  const [x, y] = [numberAttribute(mark, "x"), numberAttribute(mark, "y")];
  const width = textWidth(mark.text ?? "", {
    size: numberAttribute(mark, "font-size"),
    weight: Number(mark.attributes["font-weight"] ?? 400),
  });
  const anchor = mark.attributes["text-anchor"] ?? "start";
  const left = anchor === "end" ? x - width : anchor === "middle" ? x - width / 2 : x;
  return [left, y - 8, left + width, y];
}
/** Horizontal and vertical segments of a path, as boxes of zero width or height. */
const linesOf = ({ attributes }: Mark): readonly LabelBox[] =>
  [...String(attributes["d"]).matchAll(/M(\S+) ([^HV]+)([HV])([^M]+)/g)].map(([, x, y, direction, end]): LabelBox => {
    const [x1, y1, to] = [Number(x), Number(y), Number(end)];
    return direction === "H" ? [Math.min(x1, to), y1, Math.max(x1, to), y1] : [x1, Math.min(y1, to), x1, Math.max(y1, to)];
  });
const textsOf = (marks: readonly Mark[]) => marks.filter(({ text }) => text !== undefined && text !== "");
const numbersIn = (d: string) => (d.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);

describe("the front", () => {
  const four = dataOf([
    { x: 400, y: 0.25, isMeasured: true },
    { x: 800, y: 0.5 },
    { x: 1200, y: 0.45, isMeasured: true },
    { x: 1600, y: 1, isMeasured: true },
  ]);
  const { marks, x, y } = layoutFront(four, desk);
  const path = (key: string) => String(marks.find((mark) => mark.key === key)?.attributes["d"]);

  it("is a staircase, solid where it leads to or from what was simulated, and ends at what may be spent", () => {
    expect(four.paretoFront).toEqual(["n0", "n1", "n3"]);
    const at = (value: number, scale: (value: number) => number) => Math.round(scale(value) * 10) / 10;
    const known = [`M${at(400, x)} ${at(0.25, y)}H${at(800, x)}`, `M${at(1600, x)} ${at(0.5, y)}V${at(1, y)}`];
    const bound = [`M${at(800, x)} ${at(0.25, y)}V${at(0.5, y)}`, `M${at(800, x)} ${at(0.5, y)}H${at(1600, x)}`];
    expect(path("front")).toBe([...known, `M${at(1600, x)} ${at(1, y)}H${at(2000, x)}`].join(""));
    expect(path("front bound")).toBe(bound.join(""));
  });

  it("fills what was simulated, and leaves hollow what has a bound", () => {
    const fill = (i: number) => marks.find(({ key }) => key === `mark n${i}`)?.attributes["fill"];
    expect([0, 1, 2, 3].map(fill)).toEqual([light.ink, light.ground, light.edge, light.ink]);
  });

  it("ends its axes at round numbers that stand still while a word is scrubbed", () => {
    const end = (limit: number) => layoutFront({ ...four, budget: limit }, desk).x.domain[1];
    expect(y.domain[1]).toBeCloseTo(1, 9);
    expect(end(2000)).toBeCloseTo(2000, 6);
    expect(end(1500)).toBeCloseTo(end(1550), 6);
    expect(new Set(Array.from({ length: 100 }, (_, i) => end(1000 + i).toFixed(3))).size).toBeLessThanOrEqual(3);
  });

  it("shows the fall from the bound to what was measured, for the one pointed at", () => {
    const fallen = dataOf([{ x: 400, y: 0.3, isMeasured: true, bound: 0.5, error: 0.01 }], { hovered: "n0" });
    const keys = layoutFront(fallen, desk).marks.map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining(["fall n0", "was n0", "error n0", "shown"]));
    expect(layoutFront({ ...fallen, hovered: null }, desk).marks.map(({ key }) => key)).not.toContain("fall n0");
  });

  it("goes down where less is better, and leaves out what lies far above it, with a word", () => {
    const down = dataOf(
      [
        { x: 400, y: 60 },
        { x: 800, y: 30 },
        { x: 900, y: 500 },
        { x: 1000, y: 40 },
      ],
      { budget: null, requirement: null, y: { write: String, isMoreBetter: false } },
    );
    expect(down.paretoFront).toEqual(["n0", "n1"]);
    const drawn = layoutFront(down, desk);
    expect(drawn.positions.map(({ id }) => id)).toEqual(["n0", "n1", "n3"]);
    expect(drawn.marks.find(({ key }) => key === "out")?.text).toBe("1\u00a0more point beyond the axes");
    const [name, mark] = ["name n1", "mark n1"].map((key) => drawn.marks.find((each) => each.key === key)!);
    const at = numbersIn(String(mark.attributes["transform"]))[1];
    // If the front falls, its labels go below the marks, where there is nothing else.
    expect(numberAttribute(name, "y")).toBeGreaterThan(at);
  });

  it("ends an axis without a limit at what can be paid for, not at what cannot", () => {
    const dear = dataOf(
      [
        { x: 10, y: 0.5 },
        { x: 12, y: 0.6 },
        { x: 400, y: 0.7, isOverBudget: true },
      ],
      { budget: null },
    );
    expect(layoutFront(dear, desk).x.domain[1]).toBeLessThan(40);
  });

  it("draws axes alone where there is no network", () => {
    for (const limit of [null, 2000]) {
      const none = layoutFront(dataOf([], { budget: limit }), desk);
      expect(none.positions).toEqual([]);
      expect(none.marks.some(({ key }) => key === "grid 0")).toBe(true);
    }
  });

  it("law: nothing lies outside the canvas, every mark has a unique key and no number is missing", () => {
    fc.assert(
      fc.property(anyFrontData, ({ data, canvas }) => {
        const drawn = layoutFront(data, canvas).marks;
        expect(new Set(drawn.map(({ key }) => key)).size).toBe(drawn.length);
        for (const mark of textsOf(drawn)) {
          const [left, top, right, foot] = textBoxOf(mark);
          expect(left >= 0 && top >= 0 && right <= canvas.width && foot <= canvas.height, `${mark.key}: ${[left, top, right, foot]}`).toBe(
            true,
          );
        }
        for (const { key, attributes } of drawn) {
          expect(JSON.stringify(attributes)).not.toMatch(/NaN|Infinity|null|undefined/);
          const [dx, dy] = numbersIn(String(attributes["transform"] ?? ""));
          if (dx === undefined) continue;
          expect(dx >= 6 && dx <= canvas.width - 6 && dy >= 6 && dy <= canvas.height - 6, key).toBe(true);
        }
      }),
      { numRuns: cases(150) },
    );
  });

  it("law: every network within what may be spent is in the picture", () => {
    fc.assert(
      fc.property(anyFrontData, ({ data, canvas }) => {
        const drawn = new Set(layoutFront(data, canvas).positions.map(({ id }) => id));
        for (const { id, isOverBudget } of data.points) if (!isOverBudget) expect(drawn.has(id)).toBe(true);
      }),
      { numRuns: cases(150) },
    );
  });

  it("law: names hide no mark, no letter and no other name, and no line strikes them; the answer has one before all others", () => {
    fc.assert(
      fc.property(anyFrontData, ({ data, canvas }) => {
        const { marks: drawn, positions: all } = layoutFront(data, canvas);
        const names = textsOf(drawn).filter(({ key }) => key.startsWith("name "));
        const letters = textsOf(drawn).filter(({ key }) => key.startsWith("letter "));
        const lines = drawn.filter(({ key }) => key === "front" || key === "front bound" || key === "asked").flatMap(linesOf);
        names.forEach((name, i) => {
          for (const other of names.slice(i + 1)) expect(doBoxesOverlap(textBoxOf(name), textBoxOf(other))).toBe(false);
          for (const letter of letters) expect(doBoxesOverlap(textBoxOf(name), textBoxOf(letter))).toBe(false);
          for (const line of lines) expect(doBoxesOverlap(textBoxOf(name), line)).toBe(false);
          for (const { x: px, y: py } of all) expect(doBoxesOverlap(textBoxOf(name), [px - 4, py - 4, px + 4, py + 4])).toBe(false);
        });
        const bold = names.filter(({ attributes }) => attributes["font-size"] === 12);
        expect(bold.every(({ key }) => key === `name ${data.answer}`)).toBe(true);
      }),
      { numRuns: cases(150) },
    );
  });

  it("law: between two of the front there is nothing to buy", () => {
    fc.assert(
      fc.property(anyFrontData, ({ data }) => {
        const byId = new Map(data.points.map((point) => [point.id, point]));
        const along = data.paretoFront.map((id) => byId.get(id)!);
        const sign = data.y.isMoreBetter ? 1 : -1;
        for (const point of data.points) {
          if (point.isOverBudget) continue;
          const most = Math.max(...along.filter(({ x: cost }) => cost <= point.x).map(({ y: given }) => sign * given));
          expect(sign * point.y).toBeLessThan(most + throughputTolerance);
        }
      }),
      { numRuns: cases(150) },
    );
  });
});

describe("the shapes of families", () => {
  it("are sixteen different ones, as large as each other, and begin anew after that", () => {
    const outlines = Array.from({ length: 16 }, (_, family) => familyOutline(family, 100));
    expect(new Set(outlines).size).toBe(16);
    expect(familyOutline(16, 100)).toBe(outlines[0]);
    for (const outline of outlines.slice(1)) {
      const at = numbersIn(outline);
      const corners = at.flatMap((_, i) => (i % 2 === 0 ? [[at[i], at[i + 1]] as const] : []));
      const area = Math.abs(
        corners.reduce((sum, [px, py], i) => {
          const [nx, ny] = corners[(i + 1) % corners.length];
          return sum + px * ny - nx * py;
        }, 0),
      );
      expect(area / 2 / (Math.PI * 100 ** 2)).toBeCloseTo(1, 2);
    }
  });
});
