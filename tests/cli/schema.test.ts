import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { scenarioSchema, schemaText } from "../../src/cli/json-schema.ts";
import { defaultsOf, type Param, type Params, writeParam } from "../../src/core/base/params.ts";
import { costs } from "../../src/core/costs/index.ts";
import { flowControls } from "../../src/core/flow-control/index.ts";
import { mappings } from "../../src/core/mappings/index.ts";
import { patterns } from "../../src/core/patterns/index.ts";
import { routings } from "../../src/core/routings/index.ts";
import { readScenario, scenarioParams } from "../../src/core/scenario/scenario.ts";
import { sizes } from "../../src/core/sizes/index.ts";
import { topologies } from "../../src/core/topologies/index.ts";
import { workloads } from "../../src/core/workloads/index.ts";

const file = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

test("public/scenario.schema.json is what the descriptions say; npm run schema refreshes it", () => {
  expect(file("public/scenario.schema.json")).toBe(schemaText());
});

test("the schema names every kind and every parameter", () => {
  const text = JSON.stringify(scenarioSchema());
  for (const { kinds } of [topologies, routings, flowControls, workloads, patterns, mappings, sizes, costs]) {
    for (const { id, params } of kinds) {
      expect(text).toContain(`"const":"${id}"`);
      for (const name of Object.keys(params)) expect(text).toContain(`"${name}":{"title"`);
    }
  }
});

test("defaults stay what they were, because links and files leave them out", () => {
  const written = (params: Params, values = defaultsOf(params)) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, writeParam(params[name] as Param, value)]));
  const kinds = [topologies, routings, flowControls, workloads, patterns, mappings, sizes, costs].flatMap(({ noun, kinds }) =>
    kinds.map(({ id, params }) => [`${noun} ${id}`, written(params)]),
  );
  const inVersion1 = flowControls.kinds.map(({ id, params }) => {
    const values = readScenario({ version: 1, topology: "k-ary-n-tree", flowControl: id }).flowControl.values;
    const said = written(params, values);
    // By the name it had then.
    return [`${flowControls.noun} ${id}`, { ...said, ...(said["selection"] === "queue-credits" ? { selection: "most-credits" } : {}) }];
  });
  const present = { scenario: written(scenarioParams), run: written(scenarioParams.run.params), ...Object.fromEntries(kinds) };
  const frozen = JSON.parse(file("tests/scenarios/defaults.json"));
  expect(present).toMatchObject({ ...frozen["version 1"], ...frozen["what version 2 changed"] });
  expect({ ...present, ...Object.fromEntries(inVersion1) }).toMatchObject(frozen["version 1"]);
});
