/** The JSON Schema of scenarios: it is current, complete, and agrees with the reader. */
import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { scenarioSchema, schemaText } from "../../src/cli/json-schema.ts";
import { defaultsOf, type Param, type Params, writeParam } from "../../src/core/base/params.ts";
import { allCosts } from "../../src/core/costs/index.ts";
import { allFlowControls } from "../../src/core/flow-control/index.ts";
import { allMappings } from "../../src/core/mappings/index.ts";
import { allTrafficPatterns } from "../../src/core/patterns/index.ts";
import { allRoutings } from "../../src/core/routings/index.ts";
import { ScenarioError } from "../../src/core/base/errors.ts";
import { readUncheckedDocument } from "../../src/core/scenario/read-document.ts";
import { readScenario, scenarioParams, type Scenario, writeScenarioInCurrentVersion } from "../../src/core/scenario/scenario.ts";
import { allSizes } from "../../src/core/sizes/index.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { allWorkloads } from "../../src/core/workloads/index.ts";
import { arbitraryParams } from "../contracts/arbitrary.ts";
import { cases } from "../effort.ts";

const readProjectFile = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

test("public/scenario.schema.json is what the descriptions say; npm run schema refreshes it", () => {
  expect(readProjectFile("public/scenario.schema.json")).toBe(schemaText());
});

test("the schema names every kind and every parameter", () => {
  const text = JSON.stringify(scenarioSchema());
  for (const { kinds } of [
    allTopologies,
    allRoutings,
    allFlowControls,
    allWorkloads,
    allTrafficPatterns,
    allMappings,
    allSizes,
    allCosts,
  ]) {
    for (const { id, params } of kinds) {
      expect(text).toContain(`"const":"${id}"`);
      for (const name of Object.keys(params)) expect(text).toContain(`"${name}":{"title"`);
    }
  }
});

test("defaults stay what they were, because links and files leave them out", () => {
  const written = (params: Params, values = defaultsOf(params)) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, writeParam(params[name] as Param, value)]));
  const kinds = [allTopologies, allRoutings, allFlowControls, allWorkloads, allTrafficPatterns, allMappings, allSizes, allCosts].flatMap(
    ({ noun, kinds }) => kinds.map(({ id, params }) => [`${noun} ${id}`, written(params)]),
  );
  const inVersion1 = allFlowControls.kinds.map(({ id, params }) => {
    const values = readScenario({ version: 1, topology: "k-ary-n-tree", flowControl: id }).flowControl.values;
    const writtenValues = written(params, values);
    // The selection `queue-credits` is written by its name in version 1.
    return [
      `${allFlowControls.noun} ${id}`,
      { ...writtenValues, ...(writtenValues["selection"] === "queue-credits" ? { selection: "most-credits" } : {}) },
    ];
  });
  const present = { scenario: written(scenarioParams), run: written(scenarioParams.run.params), ...Object.fromEntries(kinds) };
  const frozen = JSON.parse(readProjectFile("tests/scenarios/defaults.json"));
  expect(present).toMatchObject({ ...frozen["version 1"], ...frozen["what version 2 changed"] });
  expect({ ...present, ...Object.fromEntries(inVersion1) }).toMatchObject(frozen["version 1"]);
});

type Schema = Readonly<Record<string, unknown>>;
interface SchemaError {
  /** Dotted path; if a key is missing or unknown, the path includes that key. */
  readonly path: string;
  readonly keyword: string;
  readonly expected: unknown;
}

const schema = scenarioSchema();
const definitions = schema["definitions"] as Readonly<Record<string, Schema>>;
const isObject = (value: unknown): value is Schema => typeof value === "object" && value !== null && !Array.isArray(value);
/** Whether a value has a type of JSON Schema. */
const isOfType = (value: unknown, type: string) =>
  type === "array"
    ? Array.isArray(value)
    : type === "object"
      ? isObject(value)
      : type === "integer"
        ? Number.isInteger(value)
        : typeof value === type; // prettier-ignore

/** Validates a value against the subset of JSON Schema draft 7 that the scenario schema uses. An unknown keyword throws. */
function errorsOf(schemaPart: Schema, value: unknown, path = ""): readonly SchemaError[] {
  const join = (key: string | number) => (path === "" ? String(key) : `${path}.${key}`);
  const errorIf = (keyword: string, isFailed: boolean, at = path): readonly SchemaError[] =>
    isFailed ? [{ path: at, keyword, expected: schemaPart[keyword] }] : [];
  const { properties = {}, patternProperties = {} } = schemaPart as Readonly<Record<string, Readonly<Record<string, Schema>>>>;
  return Object.entries(schemaPart).flatMap(([keyword, constraint]): readonly SchemaError[] => {
    const limit = constraint as number;
    switch (keyword) {
      case "$schema":
      case "title":
      case "description":
      case "default":
      case "definitions":
      case "then":
      case "else":
        return [];
      case "type":
        return errorIf(keyword, ![constraint].flat().some((type) => isOfType(value, type as string)));
      case "enum":
        return errorIf(keyword, !(constraint as readonly unknown[]).includes(value));
      case "const":
        return errorIf(keyword, value !== constraint);
      case "minimum":
        return errorIf(keyword, typeof value === "number" && value < limit);
      case "exclusiveMinimum":
        return errorIf(keyword, typeof value === "number" && value <= limit);
      case "maximum":
        return errorIf(keyword, typeof value === "number" && value > limit);
      case "maxLength":
        return errorIf(keyword, typeof value === "string" && value.length > limit);
      case "pattern":
        return errorIf(keyword, typeof value === "string" && !new RegExp(constraint as string, "u").test(value));
      case "minItems":
        return errorIf(keyword, Array.isArray(value) && value.length < limit);
      case "maxItems":
        return errorIf(keyword, Array.isArray(value) && value.length > limit);
      case "items":
        return Array.isArray(value) ? value.flatMap((each, i) => errorsOf(constraint as Schema, each, join(i))) : [];
      case "required":
        return isObject(value) ? (constraint as readonly string[]).flatMap((key) => errorIf(keyword, !(key in value), join(key))) : [];
      case "properties":
        return isObject(value)
          ? Object.entries(value).flatMap(([key, each]) => (key in properties ? errorsOf(properties[key], each, join(key)) : []))
          : [];
      case "patternProperties":
        return isObject(value)
          ? Object.entries(patternProperties).flatMap(([pattern, each]) =>
              Object.keys(value).flatMap((key) => (new RegExp(pattern, "u").test(key) ? errorsOf(each, value[key], join(key)) : [])),
            )
          : [];
      case "additionalProperties": {
        const isKnown = (key: string) =>
          key in properties || Object.keys(patternProperties).some((each) => new RegExp(each, "u").test(key));
        return isObject(value) ? Object.keys(value).flatMap((key) => errorIf(keyword, !isKnown(key), join(key))) : [];
      }
      case "allOf":
        return (constraint as readonly Schema[]).flatMap((each) => errorsOf(each, value, path));
      case "$ref":
        return errorsOf(definitions[(constraint as string).split("/")[2]], value, path);
      case "if": {
        const branch = schemaPart[errorsOf(constraint as Schema, value, path).length === 0 ? "then" : "else"] as Schema | undefined;
        return branch === undefined ? [] : errorsOf(branch, value, path);
      }
      default:
        throw new Error(`keyword ${keyword}`);
    }
  });
}

describe("a validator", () => {
  const errors = (document: Schema) => errorsOf(schema, { version: 2, ...document });
  test("names place and expectation in the kind that is chosen, and never an alternative that does not match", () => {
    expect(JSON.stringify(schema)).not.toMatch(/"(oneOf|anyOf)":/);
    expect(errors({ topology: { kind: "torus", sizes: [4, "x"] } })).toEqual([
      { path: "topology.sizes.1", keyword: "type", expected: "integer" },
    ]);
    expect(errors({ workload: { kind: "open-loop", load: 3, pattern: { kind: "shift", by: "one" } } })).toEqual([
      { path: "workload.load", keyword: "maximum", expected: 1 },
      { path: "workload.pattern.by", keyword: "additionalProperties", expected: false },
    ]);
    const ids = allTopologies.kinds.map(({ id }) => id);
    expect(errors({ topology: "tours" })).toEqual([{ path: "topology", keyword: "enum", expected: ids }]);
    expect(errors({ topology: { kind: "tours" } })).toEqual([{ path: "topology.kind", keyword: "enum", expected: ids }]);
    expect(errors({ topology: { sizes: [4] } })).toEqual([{ path: "topology.kind", keyword: "required", expected: ["kind"] }]);
    expect(errors({ flowControl: { kind: "fluid", packet: "64 parsecs" } })).toEqual([
      { path: "flowControl.packet", keyword: "pattern", expected: expect.stringContaining("(B|kB|MB|GB|TB|KiB|MiB|GiB|TiB)") },
    ]);
    expect(errors({ beside: [{ topology: { kind: "mesh", sizes: 3 }, "workload.load": 0.1 }] })).toEqual([
      { path: "beside.0.topology.sizes", keyword: "type", expected: "array" },
    ]);
    expect(errors({ sweep: [{ path: "workload.load", from: 0.1 }] })).toEqual([
      { path: "sweep.0.to", keyword: "required", expected: ["from", "to"] },
    ]);
  });

  /** All paths in a document, outermost first. */
  const placesIn = (value: unknown): readonly (readonly string[])[] =>
    typeof value === "object" && value !== null
      ? Object.entries(value).flatMap(([key, each]) => [[key], ...placesIn(each).map((path) => [key, ...path])])
      : [];
  const replaced = (value: unknown, [key, ...rest]: readonly string[], by: (was: unknown) => unknown): unknown => {
    if (key === undefined) return by(value);
    const own = value as Readonly<Record<string, unknown>>;
    const inner = replaced(own[key], rest, by);
    return Array.isArray(value) ? value.map((each, i) => (String(i) === key ? inner : each)) : { ...own, [key]: inner };
  };
  /** The issues that reading a document reports; empty if it is accepted. */
  const readIssues = (document: unknown) => {
    try {
      readUncheckedDocument(document);
      return [];
    } catch (fault) {
      if (fault instanceof ScenarioError) return fault.issues;
      throw fault;
    }
  };
  /** Conditions that a schema cannot express: multiples, ranges of quantities, link classes of the network. */
  const isBeyond = (message: string) => /a multiple of|a quantity (from|such as)|class/.test(message);

  test("accepts what is read and refuses what is not, at the same places", () => {
    const wrong = fc.constantFrom<(was: unknown) => unknown>(
      () => null,
      () => true,
      () => "nonsense",
      () => -1e9,
      () => 1e300,
      () => 0.5,
      () => [],
      () => ({}),
      (was) => (isObject(was) ? { ...was, nonsense: 1 } : Array.isArray(was) ? [...(was as unknown[]), "nonsense"] : "1e5 B"),
      (was) => (isObject(was) ? Object.fromEntries(Object.entries(was).slice(1)) : "7. GB/s"),
    );
    const any = arbitraryParams(scenarioParams, { span: 40, length: 3 }).map((values) =>
      writeScenarioInCurrentVersion({ title: "", ...values } as unknown as Scenario, true),
    );
    fc.assert(
      fc.property(any, fc.nat(1e6), wrong, (document, at, by) => {
        expect(errorsOf(schema, document)).toEqual([]);
        const places = placesIn(document).filter(([first]) => first in scenarioParams);
        const broken = replaced(document, places[at % places.length], by);
        // If a kind is written as a bare name, the reader reports the path `….kind` of the equivalent object.
        const valueAt = (path: string) => path.split(".").reduce<unknown>((value, key) => (value as Schema)[key], broken);
        const placeOf = (path: string) => {
          const outer = path.replace(/\.kind$/, "");
          return isObject(valueAt(outer)) ? path : outer;
        };
        const issues = readIssues(broken).map(({ path, ...issue }) => ({ ...issue, path: path.endsWith(".kind") ? placeOf(path) : path }));
        const found = new Set(errorsOf(schema, broken).map(({ path }) => path));
        const where = `${JSON.stringify(places[at % places.length])} ${JSON.stringify(issues)}`;
        expect(
          [...found].filter((path) => !issues.some((issue) => issue.path === path)),
          where,
        ).toEqual([]);
        expect(
          issues.filter(({ path, message }) => !found.has(path) && !isBeyond(message)),
          where,
        ).toEqual([]);
      }),
      { numRuns: cases(120) },
    );
  });
});
