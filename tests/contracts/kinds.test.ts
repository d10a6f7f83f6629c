/** Properties of every kind in every registry, and of the document that they form: descriptions, reading and writing. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ValidationIssue } from "../../src/core/base/errors.ts";
import { type Param, type Params, readParams, type Values, writeParams } from "../../src/core/base/params.ts";
import type { FullRegistry } from "../../src/core/base/kind-registry.ts";
import { allCosts } from "../../src/core/costs/index.ts";
import { allFlowControls } from "../../src/core/flow-control/index.ts";
import { allMappings } from "../../src/core/mappings/index.ts";
import { allHosts } from "../../src/core/hosts/index.ts";
import { allTrafficPatterns } from "../../src/core/patterns/index.ts";
import { allRoutings } from "../../src/core/routings/index.ts";
import { readScenario, scenarioParams, scenarioPhrase, writeScenario } from "../../src/core/scenario/scenario.ts";
import { allSizes } from "../../src/core/sizes/index.ts";
import { allTechnologies } from "../../src/core/technologies/index.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { allWorkloads } from "../../src/core/workloads/index.ts";
import { arbitraryParams, examplesOf, unlimited } from "./arbitrary.ts";
import { anyScenario } from "./scenarios.ts";
import { cases } from "../effort.ts";

const registries = [
  allTopologies,
  allRoutings,
  allFlowControls,
  allWorkloads,
  allTrafficPatterns,
  allMappings,
  allSizes,
  allCosts,
  allTechnologies,
  allHosts,
] as unknown as readonly FullRegistry[];

describe.each(registries)("every $noun", (registry) => {
  it("has a unique id, by which it is found", () => {
    expect(new Set(registry.kinds.map(({ id }) => id)).size).toBe(registry.kinds.length);
    for (const kind of registry.kinds) expect(registry.get(kind.id)).toBe(kind);
    expect(registry.find("no such kind")).toBeUndefined();
    expect(() => registry.get("no such kind")).toThrow("no such kind");
  });

  it("lists its kinds under headings, each of them once, or under none", () => {
    const headings = registry.kinds.map(({ group }) => group ?? "");
    const begun = headings.filter((heading, i) => heading !== headings[i - 1]);
    expect(new Set(begun).size).toBe(begun.length);
    if (begun.length > 1) expect(begun).not.toContain("");
  });

  describe.each(registry.kinds)("$id", (kind) => {
    it("says of itself what a page needs", () => {
      expect(kind.id).toMatch(/^[a-z][a-z0-9-]*$/);
      expect(kind.title).not.toBe("");
      expect(kind.summary).toMatch(/^[A-Z].*\.$/);
      expect(kind.source).not.toBe("");
      // A phrase that begins with an article needs no other one.
      if (/^an? /.test(kind.phrase)) expect(kind.article).toBe("");
      for (const [, name] of kind.phrase.matchAll(/\{(\w+)\}/g)) expect(["title", ...Object.keys(kind.params)]).toContain(name);
      expectDescribed(kind.params);
    });

    it("has examples that can be read", () => {
      expect(kind.examples.length).toBeGreaterThan(0);
      expect(examplesOf(kind).length).toBe(kind.examples.length);
    });

    it("reads what it writes, and writes nothing but what differs from the defaults", () => {
      expect(writeParams(kind.params, readWithoutIssues(kind.params, {}))).toEqual({});
      const values = fc.oneof(
        fc.constantFrom(...examplesOf(kind).map((example) => example.values)),
        arbitraryParams(kind.params, unlimited),
        arbitraryParams(kind.params, { span: 10, length: 4 }),
      );
      fc.assert(
        fc.property(values, (values) => {
          const written = JSON.parse(JSON.stringify(writeParams(kind.params, values))) as unknown;
          expect(readWithoutIssues(kind.params, written)).toEqual(asPlainObject(values));
        }),
        { numRuns: cases(60) },
      );
    });

    it("complains about a key it does not know, naming its path", () => {
      const issues: ValidationIssue[] = [];
      readParams(kind.params, { nonsense: 1 }, "section", issues);
      expect(issues.map(({ path }) => path)).toEqual(["section.nonsense"]);
    });

    it.each(Object.entries(kind.params))("complains about a value of %s that is none, and goes on with one that can be used", (name) => {
      const issues: ValidationIssue[] = [];
      const values = readParams(kind.params, { [name]: null }, "section", issues);
      expect(issues.length).toBeGreaterThan(0);
      for (const { path, message } of issues) {
        expect(path.startsWith(`section.${name}`)).toBe(true);
        expect(message).toMatch(/\.$/);
      }
      expect(readWithoutIssues(kind.params, writeParams(kind.params, values))).toEqual(values);
    });
  });
});

describe("every scenario", () => {
  it("reads what it writes", () => {
    fc.assert(
      fc.property(anyScenario(40), fc.string({ maxLength: 120 }), fc.constantFrom(0, 0.5, 2), (drawn, title, precision) => {
        const scenario = { ...drawn, title, run: { ...drawn.run, window: drawn.run.window + 100, precision } };
        const written = JSON.parse(JSON.stringify(writeScenario(scenario))) as unknown;
        expect(readScenario(written)).toEqual(asPlainObject(scenario));
        expect(writeScenario(readScenario(written))).toEqual(written);
      }),
      { numRuns: cases(150) },
    );
  });

  it("is described by parameters that say what they are", () => {
    expectDescribed(scenarioParams);
    for (const [, name] of scenarioPhrase.matchAll(/\{(\w+)\}/g)) expect(Object.keys(scenarioParams)).toContain(name);
  });
});

/** Reads a document, which must have no issues. */
function readWithoutIssues(params: Params, document: unknown): Values {
  const issues: ValidationIssue[] = [];
  const values = readParams(params, document, "", issues);
  expect(issues).toEqual([]);
  return values;
}

/** Expects titles, help texts and defaults within their bounds, for all nested parameters. */
function expectDescribed(params: Params): void {
  expect(writeParams(params, readWithoutIssues(params, {}))).toEqual({});
  for (const [name, param] of Object.entries(params)) {
    // A parameter that is a symbol of a published model is a capital letter if the symbol is one.
    expect(name).toMatch(/^([a-z][A-Za-z0-9]*|[A-Z])$/);
    for (const each of withNestedParams(param)) {
      expect(each.title, name).toMatch(/^[A-Z]/);
      expect(each.help, name).toMatch(/^[A-Z].*\.$/);
      if (each.word !== undefined && each.type !== "flag") expect(each.word.split("|").every((form) => form.includes("#"))).toBe(true);
      if (each.type === "integer" || each.type === "number" || each.type === "quantity") {
        expect(each.default).toBeGreaterThanOrEqual(each.min);
        expect(each.default).toBeLessThanOrEqual(each.max);
      }
      if (each.type === "choice") expect(each.choices.map(({ id }) => id)).toContain(each.default);
    }
  }
}

/** A parameter and all parameters nested in it. */
function withNestedParams(param: Param): readonly Param[] {
  if (param.type === "list") return [param, ...withNestedParams(param.of)];
  if (param.type === "record") return [param, ...Object.values(param.params).flatMap(withNestedParams)];
  return [param];
}

/** A copy that consists of plain objects: random records may have no prototype. */
function asPlainObject<T>(value: T): T {
  return structuredClone(value);
}
