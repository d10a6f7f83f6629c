/** Searching the settings by name, symbol and help text. */
import { expect, test } from "vitest";
import { searchSettings } from "../../src/app/workbench/drawer/search-settings.ts";
import type { Params, Values } from "../../src/core/base/params.ts";
import { paramAtPath, valueAtPath } from "../../src/core/scenario/param-path.ts";
import { readScenario, scenarioParams } from "../../src/core/scenario/scenario.ts";

const scenario = readScenario({ version: 2 });
const settingsMatching = (...words: string[]) => searchSettings(scenarioParams as Params, scenario as unknown as Values, words);

test("settings are found by name, symbol and help, each at its own place with its own value", () => {
  expect(settingsMatching("queue").map(({ path }) => path.join("."))).toContain("flowControl.queue");
  expect(settingsMatching("k′").map(({ path }) => path.join("."))).toEqual(["topology.kUp"]);
  expect(settingsMatching("seed").some(({ path }) => path.join(".") === "seed")).toBe(true);
  for (const word of ["queue", "packet", "a", "load"])
    for (const { path, param, value } of settingsMatching(word)) {
      expect(paramAtPath(scenario, path)).toBe(param);
      expect(valueAtPath(scenario, path)).toBe(value);
    }
});

test("all words must match, and a word that no setting has finds nothing", () => {
  expect(settingsMatching("virtual", "channels").length).toBeGreaterThan(0);
  expect(settingsMatching("virtual", "zebra")).toEqual([]);
});
