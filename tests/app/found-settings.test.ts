/** Searching the settings by name, symbol and help text. */
import { expect, test } from "vitest";
import { foundIn } from "../../src/app/workbench/drawer/found.ts";
import type { Params, Values } from "../../src/core/base/params.ts";
import { paramAt, valueAt } from "../../src/core/scenario/place.ts";
import { readScenario, scenarioParams } from "../../src/core/scenario/scenario.ts";

const scenario = readScenario({ version: 2 });
const found = (...words: string[]) => foundIn(scenarioParams as Params, scenario as unknown as Values, words);

test("settings are found by name, symbol and help, each at its own place with its own value", () => {
  expect(found("queue").map(({ path }) => path.join("."))).toContain("flowControl.queue");
  expect(found("k′").map(({ path }) => path.join("."))).toEqual(["topology.kUp"]);
  expect(found("seed").some(({ path }) => path.join(".") === "seed")).toBe(true);
  for (const word of ["queue", "packet", "a", "load"])
    for (const { path, param, value } of found(word)) {
      expect(paramAt(scenario, path)).toBe(param);
      expect(valueAt(scenario, path)).toBe(value);
    }
});

test("all words must fit, and what nobody has is found nowhere", () => {
  expect(found("virtual", "channels").length).toBeGreaterThan(0);
  expect(found("virtual", "zebra")).toEqual([]);
});
