/** The JSON Schema of scenarios, for editors and other programs, from the same descriptions that read them. */
import "../core/all-kinds.ts";
import type { Param, Params } from "../core/base/params.ts";
import { writeParam } from "../core/base/params.ts";
import type { Kind, Registry } from "../core/base/registry.ts";
import { documentParams } from "../core/scenario/document.ts";
import { mostAxes, mostValues, mostWeight } from "../core/scenario/sweep.ts";
import { mostOthers } from "../core/scenario/variants.ts";
import { scenarioVersion } from "../core/scenario/migrate.ts";
import { scenarioFormat, scenarioParams } from "../core/scenario/scenario.ts";

type Schema = Record<string, unknown>;

/** The whole schema. It says what {@link readScenario} accepts, but for what parts exclude together. */
export function scenarioSchema(): Schema {
  // Which routing is usual depends on the topology, so the whole document says no default for any section.
  const properties = Object.fromEntries(Object.entries<Param>(scenarioParams).map(([name, param]) => [name, described(param)]));
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Fabricscope scenario",
    description: "A network, its traffic and how to run it. What is left out has its default.",
    type: "object",
    properties: {
      $schema: { type: "string" },
      format: { const: scenarioFormat },
      version: { type: "integer", minimum: 1, maximum: scenarioVersion },
      title: { type: "string", description: "Its name." },
      ...properties,
      ...beyond(),
    },
    additionalProperties: false,
  };
}

/** What a document may have beyond its scenario: others beside it, places swept, and what is claimed of its results. */
function beyond(): Record<string, Schema> {
  const sections = Object.keys(scenarioParams).filter((name) => name !== "seed");
  return {
    beside: {
      type: "array",
      maxItems: mostOthers,
      title: "Compared networks",
      description: 'Scenarios compared with this one, each as what sets it apart: { "topology": …, "workload.load": 0.6 }.',
      items: {
        type: "object",
        properties: { title: { type: "string", description: "Its name." } },
        patternProperties: { [`^(${sections.join("|")})(\\.[\\w-]+)*$`]: {} },
        additionalProperties: false,
      },
    },
    sweep: {
      type: "array",
      maxItems: mostAxes,
      title: "Sweep",
      description: "Places that take several values in turn.",
      items: {
        type: "object",
        properties: {
          path: { type: "string", description: "The place, such as workload.load." },
          values: { type: "array", minItems: 1, maxItems: mostValues, description: "Its values, as they would be given at the place." },
          from: { type: "number", description: "The first value, instead of a list." },
          to: { type: "number", description: "The last value." },
          step: { type: "number", exclusiveMinimum: 0, description: "The step between two values." },
          weights: {
            type: "array",
            items: { type: "number", minimum: 0, maximum: mostWeight },
            maxItems: mostValues,
            description: "Weight of each value in the performance over the mix; 1 when absent. No run depends on it.",
          },
        },
        required: ["path"],
        additionalProperties: false,
      },
    },
    ...Object.fromEntries(Object.entries<Param>(documentParams).map(([name, param]) => [name, described(param)])),
    engine: { type: "string", description: "Version of the engine that computed the results claimed." },
    digest: { type: "string", description: "Digest of the results claimed." },
  };
}

/** A parameter's schema with its title and help. */
function described(param: Param): Schema {
  return { title: param.title, description: param.help, ...shape(param) };
}

function shape(param: Param): Schema {
  switch (param.type) {
    case "list":
      return { type: "array", items: described(param.of), minItems: param.minLength, maxItems: param.maxLength, ...usual(param) };
    case "record":
      return object(param.params);
    case "kind":
      return { anyOf: choices(param.registry) };
    case "quantity":
      return { ...withUnit, ...usual(param) };
    case "amount":
      return {
        anyOf: [{ type: param.multipleOf === undefined ? "number" : "integer", minimum: param.min, maximum: param.max }, withUnit],
        ...usual(param),
      };
    case "integer":
    case "number":
      return { type: param.type, minimum: param.min, maximum: param.max, ...usual(param) };
    case "choice":
      return { enum: param.choices.map(({ id }) => id), type: "string", ...usual(param) };
    case "flag":
      return { type: "boolean", ...usual(param) };
    case "text":
      return { type: "string", maxLength: param.maxLength, ...usual(param) };
  }
}

/** A quantity as text. */
const withUnit: Schema = { type: "string", pattern: "^\\s*[0-9]*\\.?[0-9]+([eE][+-]?[0-9]+)?\\s*[A-Za-zµ/]+\\s*$" };

const usual = (param: Param): Schema => ({ default: writeParam(param, param.default) });

function object(params: Params, kind?: Kind): Schema {
  const named = kind === undefined ? {} : { kind: { const: kind.id } };
  const properties = Object.fromEntries(Object.entries(params).map(([name, param]) => [name, described(param)]));
  return {
    type: "object",
    properties: { ...named, ...properties },
    ...(kind === undefined ? {} : { required: ["kind"] }),
    additionalProperties: false,
  };
}

/** A kind by its bare name, or with its parameters. */
function choices(registry: Registry<Kind>): readonly Schema[] {
  return [
    { enum: registry.kinds.map(({ id }) => id) },
    {
      oneOf: registry.kinds.map((kind) => ({
        title: kind.title,
        description: `${kind.summary} ${kind.source}.`,
        ...object(kind.params, kind),
      })),
    },
  ];
}

/** The text of `public/scenario.schema.json`. */
export function schemaText(): string {
  return `${JSON.stringify(scenarioSchema(), null, 2)}\n`;
}
