import { expect, test } from "vitest";
import { pixelsPerStep, stepped, typed } from "../../src/app/step.ts";
import { integer, number, quantity } from "../../src/core/base/params.ts";

const levels = integer({ title: "Levels", help: "", min: 1, max: 8, default: 3 });
const load = number({ title: "Load", help: "", min: 0.01, max: 1, step: 0.01, default: 0.45 });
const packet = quantity({ title: "Packet", help: "", dimension: "bytes", multipleOf: 1, min: 4, max: 4096, default: 64 });

test("steps stay within the range and leave no binary dust", () => {
  expect(stepped(levels, 3, 1)).toBe(4);
  expect(stepped(levels, 3, -10)).toBe(1);
  expect(stepped(load, 0.1, 20)).toBe(0.3);
  expect(stepped(load, 0.95, 10)).toBe(1);
  expect(stepped(packet, 64, 1)).toBe(128);
  expect(stepped(packet, 64, -10)).toBe(4);
});

test("a drag crosses the whole range within the width of a phone", () => {
  for (const param of [levels, load]) {
    const steps = (param.max - param.min) / (param.type === "number" ? param.step : 1);
    expect(steps * pixelsPerStep(param)).toBeLessThanOrEqual(360);
  }
});

test("typed text becomes a value or a complaint with the nearest value", () => {
  expect(typed(load, " 0,5 ", "workload.load")).toEqual({ value: 0.5 });
  expect(typed(packet, "128", "flowControl.packet")).toEqual({ value: 128 });
  expect(typed(packet, "1 KiB", "flowControl.packet")).toEqual({ value: 1024 });
  expect(typed(levels, "12", "topology.n")).toMatchObject({ complaint: { path: "topology.n", nearest: 8 } });
  expect(typed(levels, "many", "topology.n")).toMatchObject({ complaint: { path: "topology.n" } });
  expect(typed(levels, "", "topology.n")).toHaveProperty("complaint");
});
