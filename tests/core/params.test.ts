/** Tests of parameter descriptions: the values that they accept, the issues that they report, and how values are written. */
import { describe, expect, it } from "vitest";
import type { ValidationIssue } from "../../src/core/base/errors.ts";
import {
  choice,
  defaultsOf,
  flag,
  integer,
  kindChoice,
  list,
  nearestName,
  number,
  type Params,
  quantity,
  readParams,
  record,
  writeParams,
} from "../../src/core/base/params.ts";
import { type Kind, fullRegistry } from "../../src/core/base/kind-registry.ts";

const titleAndHelp = { title: "Title", help: "Help." };
const levels = integer({ ...titleAndHelp, min: 1, max: 8, default: 3 });

const shapes = fullRegistry<Kind>("shape", [
  { id: "round", title: "round", article: "a", summary: "Round.", source: "", params: {}, phrase: "{title}", examples: [{}] },
  {
    id: "square",
    title: "square",
    article: "a",
    summary: "Square.",
    source: "",
    params: { side: levels },
    phrase: "{title}",
    examples: [{}],
  },
]);

const params = {
  levels,
  load: number({ ...titleAndHelp, min: 0.01, max: 1, step: 0.01, default: 0.5 }),
  packet: quantity({ ...titleAndHelp, dimension: "bytes", multipleOf: 1, min: 4, max: 4096, default: 64 }),
  ties: choice({
    ...titleAndHelp,
    default: "first",
    choices: [
      { id: "first", ...titleAndHelp },
      { id: "random", ...titleAndHelp },
    ],
  }),
  wraps: flag({ ...titleAndHelp, default: true }),
  sizes: list(levels, { ...titleAndHelp, minLength: 1, maxLength: 3, separator: " × ", default: [2, 2] }),
  message: record(
    { source: integer({ ...titleAndHelp, min: 0, max: 9, default: 0 }), wraps: flag({ ...titleAndHelp, default: false }) },
    titleAndHelp,
  ),
  shape: kindChoice(shapes, { ...titleAndHelp, default: "square" }),
} satisfies Params;

/** Values and issues from reading a document. */
function read(document: unknown, ignore?: readonly string[]) {
  const issues: ValidationIssue[] = [];
  const values = readParams(params, document, "", issues, ignore);
  return { values, issues };
}

describe("a silent document", () => {
  it("means the defaults, which are written as nothing", () => {
    const { values, issues } = read({});
    expect(issues).toEqual([]);
    expect(values).toEqual(defaultsOf(params));
    expect(values["shape"]).toEqual({ kind: "square", values: { side: 3 } });
    expect(values["message"]).toEqual({ source: 0, wraps: false });
    expect(writeParams(params, values)).toEqual({});
  });
});

describe("a full document", () => {
  const document = {
    levels: 8,
    load: 0.25,
    packet: "1 KiB",
    ties: "random",
    wraps: false,
    sizes: [1, 2, 3],
    message: { source: 4 },
    shape: { kind: "square", side: 5 },
  };

  it("is read to the inside values and written back as it was", () => {
    const { values, issues } = read(document);
    expect(issues).toEqual([]);
    expect(values["packet"]).toBe(1024);
    expect(values["message"]).toEqual({ source: 4, wraps: false });
    expect(values["shape"]).toEqual({ kind: "square", values: { side: 5 } });
    expect(writeParams(params, values)).toEqual(document);
  });

  it("may name a kind without braces", () => {
    const { values, issues } = read({ shape: "round" });
    expect(issues).toEqual([]);
    expect(values["shape"]).toEqual({ kind: "round", values: {} });
    expect(writeParams(params, values)).toEqual({ shape: { kind: "round" } });
  });
});

describe("a fault", () => {
  it.each<[string, unknown, Partial<ValidationIssue>]>([
    [
      "a number too large",
      { levels: 9 },
      { path: "levels", message: "9 cannot be used: expected a whole number from 1 to 8.", remedy: "Use 8.", nearest: 8 },
    ],
    ["a number too small", { levels: 0 }, { path: "levels", remedy: "Use 1.", nearest: 1 }],
    ["a fraction", { levels: 2.6 }, { path: "levels", remedy: "Use 3.", nearest: 3 }],
    [
      "a number in quotes",
      { levels: "4" },
      { path: "levels", message: '"4" cannot be used: expected a whole number from 1 to 8.', nearest: 4 },
    ],
    ["no number at all", { levels: Number.NaN }, { path: "levels" }],
    ["no number for a quantity", { packet: Number.NaN }, { path: "packet", remedy: expect.stringMatching(/^Leave it out/) }],
    ["no finite number", { load: Infinity }, { path: "load", nearest: 1 }],
    [
      "a quantity without a unit",
      { packet: 128 },
      { path: "packet", message: '128 cannot be used: 128 has no unit; write "128 B".', remedy: 'Use "128 B".', nearest: 128 },
    ],
    [
      "a quantity without a unit that would be too small",
      { packet: "0" },
      { path: "packet", message: '"0" cannot be used: "0" has no unit; write "4 B".', remedy: 'Use "4 B".', nearest: 4 },
    ],
    [
      "a quantity too large",
      { packet: "1 MB" },
      { path: "packet", message: '"1 MB" cannot be used: expected a quantity from 4 B to 4 KiB.', nearest: 4096 },
    ],
    [
      "a choice misspelt",
      { ties: "randon" },
      { path: "ties", message: '"randon" cannot be used: expected one of first, random.', remedy: 'Use "random".', nearest: "random" },
    ],
    ["a word for a flag", { wraps: "yes" }, { path: "wraps", message: '"yes" cannot be used: expected true or false.' }],
    ["one entry for a list", { sizes: 3 }, { path: "sizes", remedy: "Write it in square brackets." }],
    [
      "too many entries",
      { sizes: [1, 1, 1, 1] },
      { path: "sizes", message: "has 4 entries; expected 1 to 3.", remedy: "Keep the first 3." },
    ],
    ["too few entries", { sizes: [] }, { path: "sizes", message: "has 0 entries; expected 1 to 3." }],
    ["a wrong entry", { sizes: [1, 99] }, { path: "sizes.1", nearest: 8 }],
    ["a wrong part of a record", { message: { source: 10 } }, { path: "message.source", nearest: 9 }],
    ["a number for a record", { message: 1 }, { path: "message", remedy: "Write it in curly brackets." }],
    [
      "an unknown kind",
      { shape: "sqare" },
      {
        path: "shape.kind",
        message: '"sqare" is not a shape; expected one of round, square.',
        remedy: 'Did you mean "square"?',
        nearest: "square",
      },
    ],
    ["no kind at all", { shape: {} }, { path: "shape.kind", message: "nothing is not a shape; expected one of round, square." }],
    ["a kind's wrong parameter", { shape: { kind: "square", side: 0 } }, { path: "shape.side", nearest: 1 }],
    [
      "a parameter of another kind",
      { shape: { kind: "round", side: 2 } },
      { path: "shape.side", message: "is not known here; expected nothing.", remedy: "Leave it out." },
    ],
    ["an unknown key", { level: 2 }, { path: "level", remedy: 'Did you mean "levels"?' }],
    ["an unknown key like no other", { colour: 2 }, { path: "colour", remedy: "Leave it out." }],
    ["an unknown key of a record", { message: { sauce: 2 } }, { path: "message.sauce" }],
    ["a list for a document", [], { path: "", remedy: "Write it in curly brackets." }],
    ["nothing for a document", null, { path: "" }],
  ])("%s is one issue, with its place", (_, document, expected) => {
    const { issues } = read(document);
    expect(issues.length).toBe(1);
    expect(issues[0]).toMatchObject(expected);
  });

  it("does not hide the next one", () => {
    const { issues, values } = read({ levels: 9, load: "much", packet: "64 B", shape: { kind: "square", side: 99, colour: 1 } });
    expect(issues.map(({ path }) => path).sort()).toEqual(["levels", "load", "shape.colour", "shape.side"]);
    expect(values["levels"]).toBe(3);
  });

  it("is not made of keys that are to be ignored, nor of what every object inherits", () => {
    expect(read({ $schema: "x" }, ["$schema"]).issues).toEqual([]);
    expect(read({ toString: 1 }).issues.map(({ path }) => path)).toEqual(["toString"]);
    expect(read(JSON.parse('{ "__proto__": 1 }')).issues.map(({ path }) => path)).toEqual(["__proto__"]);
  });
});

describe("the nearest name", () => {
  it("is one that could have been meant", () => {
    const known = ["thin-tree", "slender-tree", "torus", "mesh"];
    expect(nearestName("thintree", known)).toBe("thin-tree");
    expect(nearestName("Torus", known)).toBe("torus");
    expect(nearestName("tours", known)).toBe("torus");
    expect(nearestName("hypercube", known)).toBeUndefined();
    expect(nearestName("x".repeat(100_000), known)).toBeUndefined();
  });
});

describe("a registry", () => {
  it("refuses two kinds of one id", () => {
    expect(() => fullRegistry("shape", [shapes.kinds[0], shapes.kinds[0]])).toThrow("two kinds of shape share an id");
  });
});
