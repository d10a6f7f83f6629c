/** The README and the code agree on which engine runs which plan. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compile } from "../../src/core/run/compile.ts";
import { packetEngineFor, packetEngines } from "../../src/core/flow-control/engines.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { rulesOf } from "./against-reference.ts";

const folder = join(import.meta.dirname, "../../src/core/flow-control");

/** Engines in the order of the README's table, each with an example of a plan that it runs. */
const rows = [...readFileSync(join(folder, "README.md"), "utf8").matchAll(/^\| `([a-z-]+\.ts)` \|[^|]*\| `(\{.*\})` \|$/gm)].map(
  ([, module, example]) => ({ module, example: JSON.parse(example) as object }),
);

test("the README lists the engines of packets in the order in which they are asked", () => {
  expect(rows.map(({ module }) => module)).toEqual(packetEngines.map(({ module }) => module));
});

test.each(rows)("$module runs the plan that the README gives as an example", ({ module, example }) => {
  const scenario = readScenario({ version: 2, ...example });
  const { plan } = compile(scenario);
  const engine = packetEngineFor(rulesOf(scenario), plan);
  expect(engine.module).toBe(module);
  const simulation = engine.start(rulesOf(scenario), plan);
  simulation.advance(100, Infinity);
  expect(simulation.now).toBe(100);
});
