/** Formulas of source and destination: their values, the position of their errors, and that they accept no other syntax. */
import { describe, expect, it } from "vitest";
import { parseFormula, formulaErrorText } from "../../src/app/painting/formula.ts";

const valueOf = (text: string, source = 2, destination = 5, terminals = 8) => {
  const formula = parseFormula(text);
  if (typeof formula !== "function") throw new Error(formulaErrorText(formula));
  return formula(source, destination, terminals);
};
const errorOf = (text: string) => {
  const formula = parseFormula(text);
  return typeof formula === "function" ? "none" : formulaErrorText(formula);
};

describe("a formula", () => {
  it.each([
    ["s == d ? 0 : 100 / (1 + abs(s - d))", 25],
    ["1 + 2 * 3 - 4 / 2", 5],
    ["10 - 3 - 2", 5],
    ["2 * (s + d)", 14],
    ["-s + d", 3],
    ["--s", 2],
    ["(s - d) % n", 5],
    ["mod(s - d, n)", 5],
    ["floor(d / s)", 2],
    ["min(s, d, 1) + max(s, d)", 6],
    ["s < d && d < n", 1],
    ["s > d || !(d == 5)", 0],
    ["!s", 0],
    ["!!s", 1],
    ["s >= 2 ? d <= 4 ? 1 : 2 : 3", 2],
    ["s != d", 1],
    ["1e2 + .5 + 2.", 102.5],
    [" \n s", 2],
  ])("%s is %d", (text, value) => {
    expect(valueOf(text)).toBe(value);
  });

  it("agrees with arithmetic at every pair", () => {
    for (let s = 0; s < 8; s++)
      for (let d = 0; d < 8; d++) {
        expect(valueOf("(d - s) % n == 1 ? 3 : s * n + d", s, d)).toBe((d - s + 8) % 8 === 1 ? 3 : s * 8 + d);
      }
  });

  it.each([
    ["", "At character 1: expected a number, s, d, n, a function or “(”, found the end."],
    ["1 +", "At character 4: expected a number, s, d, n, a function or “(”, found the end."],
    ["(s", "At character 3: expected “)”, found the end."],
    ["s d", "At character 3: expected an operator or the end, found “d”."],
    ["s ? 1", "At character 6: expected “:”, found the end."],
    ["x + 1", "At character 1: expected s, d, n or one of min, max, abs, floor, mod, found “x”."],
    ["abs(s, d)", "At character 9: expected 1 value for abs, found “)”."],
    ["mod(s)", "At character 6: expected 2 values for mod, found “)”."],
    ["s & d", "At character 3: “&” is not allowed in a formula."],
    ["s = d", "At character 3: “=” is not allowed in a formula."],
    ["s[0]", "At character 2: “[” is not allowed in a formula."],
  ])("%s: %s", (text, message) => {
    expect(errorOf(text)).toBe(message);
  });

  it.each([
    "constructor",
    "__proto__",
    "toString()",
    "s.constructor",
    "min.call(1)",
    "abs`1`",
    "globalThis",
    "s; alert(1)",
    "fetch('x')",
    "s => s",
    "1 ** 2",
    "hasOwnProperty(1)",
    "[]",
    "{}",
    '"a"',
    "/*",
    "//",
    "\u0000",
    "s\u202ed",
  ])("cannot be %s", (text) => {
    expect(errorOf(text)).toMatch(/^At character \d+: /);
  });

  it("is read in short time, however deep or long it is", () => {
    expect(errorOf("(".repeat(900))).toMatch(/nested at most 60 levels deep/);
    expect(errorOf("-".repeat(999))).toMatch(/expected a number/);
    expect(errorOf("!".repeat(999))).toMatch(/expected a number/);
    expect(errorOf("s ? ".repeat(249))).toMatch(/nested at most/);
    expect(errorOf("1+".repeat(2000))).toMatch(/at most 1000 characters/);
    expect(valueOf("1+".repeat(499) + "1")).toBe(500);
  });
});
