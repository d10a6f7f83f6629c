/** Stepping and typing numbers in fields: step sizes, special values and limits. */
import { expect, test } from "vitest";
import { documentParamAt } from "../../src/core/scenario/edits/edit-document-value.ts";
import { pixelsPerStep, stepValue, stepParamAt, parseTyped } from "../../src/app/document/step.ts";
import type { NumericParam } from "../../src/core/base/params.ts";
import { integer, number, quantity } from "../../src/core/base/params.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";

const levelsParam = integer({ title: "Levels", help: "", min: 1, max: 8, default: 3 });
const loadParam = number({ title: "Load", help: "", min: 0.01, max: 1, step: 0.01, default: 0.45 });
const packetParam = quantity({ title: "Packet", help: "", dimension: "bytes", multipleOf: 1, min: 4, max: 4096, default: 64 });

test("steps stay within the range and leave no binary dust", () => {
  expect(stepValue(levelsParam, 3, 1)).toBe(4);
  expect(stepValue(levelsParam, 3, -10)).toBe(1);
  expect(stepValue(loadParam, 0.1, 20)).toBe(0.3);
  expect(stepValue(loadParam, 0.95, 10)).toBe(1);
  expect(stepValue(packetParam, 64, 1)).toBe(128);
  expect(stepValue(packetParam, 64, -10)).toBe(4);
});

test("rates go by one in their third digit, and a bare number of one is in MB/s", () => {
  const rate = quantity({ title: "Rate", help: "", dimension: "rate", multipleOf: 1, min: 0, max: 1e12, default: 0 });
  expect([
    stepValue(rate, 125e6, 1),
    stepValue(rate, 210.3e6, 10),
    stepValue(rate, 1e9, -1),
    stepValue(rate, 0, 1),
    stepValue(rate, 0, -1),
  ]).toEqual([126e6, 220e6, 990e6, 100e6, 0]);
  expect(stepValue(rate, 100e6, -200)).toBe(1e6);
  expect(parseTyped(rate, "210.3", "x")).toEqual({ value: 210_300_000 });
  expect(parseTyped(rate, "1.1 GB/s", "x")).toEqual({ value: 1_100_000_000 });
  expect(pixelsPerStep(rate)).toBe(4);
});

test("ranks of a program go by the numbers it is defined for", () => {
  const ranks = (kind: string, from: number, steps: number, more = {}) => {
    const document = parseDocument({ workload: { kind, ...more } });
    const path = ["workload", "ranks"];
    return stepParamAt(document, path, documentParamAt(document, path) as NumericParam, from, steps);
  };
  expect([ranks("wavefront", 16, 1), ranks("wavefront", 16, -1), ranks("wavefront", 27, 1, { dimensions: 3 })]).toEqual([25, 9, 64]);
  expect([ranks("butterfly-exchange", 16, 2), ranks("butterfly-exchange", 17, -1), ranks("butterfly-exchange", 17, 1)]).toEqual([
    64, 16, 32,
  ]);
  // 0 means as many ranks as fit. It precedes the minimum of 2, so a step up from 0 gives 2.
  expect([ranks("butterfly-exchange", 2, -1), ranks("butterfly-exchange", 0, 1), ranks("butterfly-exchange", 65536, 1)]).toEqual([
    0, 2, 65536,
  ]);
  expect(ranks("open-loop", 16, 1)).toBe(17);
});

test("a drag crosses the whole range within the width of a phone", () => {
  for (const param of [levelsParam, loadParam]) {
    const steps = (param.max - param.min) / (param.type === "number" ? param.step : 1);
    expect(steps * pixelsPerStep(param)).toBeLessThanOrEqual(360);
  }
});

test("typed text becomes a value or a issue with the nearest value", () => {
  expect(parseTyped(loadParam, " 0,5 ", "workload.load")).toEqual({ value: 0.5 });
  expect(parseTyped(packetParam, "1,024", "flowControl.packet")).toEqual({ value: 1024 });
  expect(parseTyped(loadParam, "0,125", "workload.load")).toEqual({ value: 0.125 });
  expect(parseTyped(packetParam, "128", "flowControl.packet")).toEqual({ value: 128 });
  expect(parseTyped(packetParam, "1 KiB", "flowControl.packet")).toEqual({ value: 1024 });
  expect(parseTyped(levelsParam, "12", "topology.n")).toMatchObject({ issue: { path: "topology.n", nearest: 8 } });
  expect(parseTyped(levelsParam, "many", "topology.n")).toMatchObject({ issue: { path: "topology.n" } });
  expect(parseTyped(levelsParam, "", "topology.n")).toHaveProperty("issue");
});

test("a size leaves nothing, and comes back to it", () => {
  const limit = quantity({ title: "Eager limit", help: "", dimension: "bytes", multipleOf: 1, min: 0, max: 1e12, default: 1e12 });
  expect([1, 2, 11].map((steps) => stepValue(limit, 0, steps))).toEqual([1, 2, 1024]);
  expect([-1, -2, -11].map((steps) => stepValue(limit, 1024, steps))).toEqual([512, 256, 0]);
  expect(stepValue(limit, 1, -1)).toBe(0);
  expect(stepValue(limit, 0, -1)).toBe(0);
});

test("a limit of a size begins at 64 KiB where there was none", () => {
  /** A parameter in bytes whose maximum has this name, or none. */
  const limit = (most: string | undefined) =>
    quantity({
      title: "Limit",
      ...(most === undefined ? {} : { most }),
      help: "",
      dimension: "bytes",
      multipleOf: 1,
      min: 0,
      max: 1e12,
      default: 1e12,
    });
  expect(stepValue(limit("no limit"), 1e12, -1)).toBe(65536);
  expect(stepValue(limit("no limit"), 1e12, 1)).toBe(1e12);
  // If the maximum has no name, it is an ordinary size and a step down halves it.
  expect(stepValue(limit(undefined), 1e12, -1)).toBe(5e11);
});
