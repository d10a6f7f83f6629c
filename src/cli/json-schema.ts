/** The JSON Schema of scenarios, for editors and other programs, generated from the parameter descriptions that also read scenarios. */
import type { Param, Params } from "../core/base/params.ts";
import { writeParam } from "../core/base/params.ts";
import type { Kind, Registry } from "../core/base/kind-registry.ts";
import { kindsOf } from "../core/kinds/all-kinds.ts";
import { type Dimension, maxQuantityLength, quantityPattern } from "../core/base/units.ts";
import { documentParams } from "../core/scenario/document.ts";
import { maxSweepParameters, maxSweepValues, maxSweepWeight } from "../core/scenario/sweep.ts";
import { maxOtherScenarios } from "../core/scenario/variants.ts";
import { scenarioVersion } from "../core/scenario/migrate.ts";
import { scenarioFormat, scenarioParams } from "../core/scenario/scenario.ts";
import { maxTitleLength } from "../core/scenario/title.ts";

type JsonSchema = Record<string, unknown>;

/**
 * The JSON Schema of a document. It accepts what {@link readScenario} accepts, except that it does not express which parts exclude each
 * other, and that some quantities must be multiples of others. A condition on the name of a kind selects the schema of its parameters: a validator that tried all kinds could
 * only report that none matches.
 */
export function scenarioSchema(): JsonSchema {
  const definitions = new SchemaDefinitions();
  const describeAll = (params: Readonly<Record<string, Param>>) =>
    Object.fromEntries(Object.entries(params).map(([name, param]) => [name, definitions.describedSchema(param)]));
  // The default routing depends on the topology, so the document as a whole gives no defaults for sections.
  const sections = describeAll(scenarioParams);
  const { seed: _, ...comparable } = sections;
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Fabricscope scenario",
    description: "A network, its traffic and how to run it. Omitted values have their defaults.",
    type: "object",
    properties: {
      $schema: { type: "string" },
      format: { const: scenarioFormat },
      version: { type: "integer", minimum: 1, maximum: scenarioVersion },
      title: nameSchema,
      ...sections,
      beside: variantsSchema(comparable),
      sweep: sweepSchema(),
      ...describeAll(documentParams),
      engine: { type: "string", pattern: wordPattern, description: "Version of the engine that computed the claimed results." },
      digest: { type: "string", pattern: wordPattern, description: "Digest of the claimed results." },
    },
    additionalProperties: false,
    definitions: definitions.allDefinitions(),
  };
}

const nameSchema: JsonSchema = {
  type: "string",
  maxLength: maxTitleLength,
  pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]*$",
  description: "Its name.",
};
/** Pattern of engine versions and digests of results. */
const wordPattern = "^[A-Za-z0-9_.-]{1,24}$";

/** Scenarios that are compared with the first. */
function variantsSchema(sections: Record<string, unknown>): JsonSchema {
  return {
    type: "array",
    maxItems: maxOtherScenarios,
    title: "Compared networks",
    description: 'Scenarios compared with this one, each given by its differences: { "topology": …, "workload.load": 0.6 }.',
    items: {
      type: "object",
      properties: { title: nameSchema, ...sections },
      patternProperties: { [`^(${Object.keys(sections).join("|")})(\\.[\\w-]+)+$`]: {} },
      additionalProperties: false,
    },
  };
}

/** The JSON Schema of a sweep: parameters that are run with several values, given as a list or as a range, with weights for their mean. */
function sweepSchema(): JsonSchema {
  return {
    type: "array",
    maxItems: maxSweepParameters,
    title: "Sweep",
    description: "Parameters that are swept over several values.",
    items: {
      type: "object",
      properties: {
        path: { type: "string", description: "Path of the parameter, such as workload.load." },
        values: {
          type: "array",
          minItems: 1,
          maxItems: maxSweepValues,
          description: "Its values, as they would be written in the document.",
        },
        from: { type: "number", description: "The first value, instead of a list." },
        to: { type: "number", description: "The last value." },
        step: { type: "number", exclusiveMinimum: 0, description: "The step between two values." },
        weights: {
          type: "array",
          items: { type: "number", minimum: 0, maximum: maxSweepWeight },
          maxItems: maxSweepValues,
          description: "Weight of each value in the performance over the mix; 1 if absent. Weights do not affect the runs.",
        },
      },
      required: ["path"],
      if: { required: ["values"] },
      else: { required: ["from", "to"] },
      additionalProperties: false,
    },
  };
}

/** A definition for the kinds of each registry, shared by all parameters that select among them. */
class SchemaDefinitions {
  private readonly names = new Map<Registry<Kind>, string>();
  private readonly schemas: Record<string, JsonSchema> = {};

  allDefinitions(): Readonly<Record<string, JsonSchema>> {
    return this.schemas;
  }

  /** Schema of a parameter with its title and help. */
  describedSchema(param: Param): JsonSchema {
    return { title: param.title, description: param.help, ...this.typeSchema(param) };
  }

  /**
   * The JSON Schema of the values of a parameter, by its type. A kind is one of several implementations, such as a topology, with its own
   * parameters.
   */
  private typeSchema(param: Param): JsonSchema {
    switch (param.type) {
      case "list":
        return {
          type: "array",
          items: this.describedSchema(param.of),
          minItems: param.minLength,
          maxItems: param.maxLength,
          ...defaultSchema(param),
        };
      case "record":
        return this.objectSchema(param.params);
      case "kind":
        // JSON Schema ignores keywords next to a reference, so the reference is wrapped.
        return { allOf: [{ $ref: `#/definitions/${this.definitionName(param.registry)}` }] };
      case "quantity":
        return { type: "string", ...quantitySchema([param.dimension]), ...defaultSchema(param) };
      case "amount":
        // The limits apply to numbers, the pattern to strings.
        return {
          type: [param.multipleOf === undefined ? "number" : "integer", "string"],
          minimum: param.min,
          maximum: param.max,
          ...quantitySchema(param.quantities.map(({ dimension }) => dimension)),
          ...defaultSchema(param),
        };
      case "integer":
      case "number":
        return { type: param.type, minimum: param.min, maximum: param.max, ...defaultSchema(param) };
      case "choice":
        return { enum: param.choices.map(({ id }) => id), type: "string", ...defaultSchema(param) };
      case "flag":
        return { type: "boolean", ...defaultSchema(param) };
      case "text":
        return { type: "string", maxLength: param.maxLength, ...defaultSchema(param) };
    }
  }

  private objectSchema(params: Params): JsonSchema {
    const properties = Object.fromEntries(Object.entries(params).map(([name, param]) => [name, this.describedSchema(param)]));
    return { type: "object", properties, additionalProperties: false };
  }

  private definitionName(registry: Registry<Kind>): string {
    const existingName = this.names.get(registry);
    if (existingName !== undefined) return existingName;
    const camelCaseNoun = registry.noun.replaceAll(/[^a-z]+(.)/g, (_, letter: string) => letter.toUpperCase());
    const sameNameCount = [...this.names.values()].filter((each) => each.replace(/\d+$/, "") === camelCaseNoun).length;
    const name = sameNameCount === 0 ? camelCaseNoun : `${camelCaseNoun}${sameNameCount + 1}`;
    this.names.set(registry, name);
    // Reserve the name before describing the kinds, which may refer to other registries or to this one.
    this.schemas[name] = {};
    this.schemas[name] = this.kindSchema(registry);
    return name;
  }

  /**
   * The JSON Schema of a choice from a registry of kinds: a kind is given by its name only, or as an object with its name and parameters.
   */
  private kindSchema(registry: Registry<Kind>): JsonSchema {
    const { noun } = registry;
    const kinds = kindsOf(registry);
    const ids = kinds.map(({ id }) => id);
    return {
      description: `A ${noun}: its name, or an object with its name as "kind" and its parameters.`,
      type: ["string", "object"],
      ...conditional({ type: "string" }, { enum: ids }),
      properties: { kind: { enum: ids } },
      required: ["kind"],
      allOf: kinds.map(({ id, title, summary, source, params }) => {
        const { properties, ...closed } = this.objectSchema(params);
        return conditional(
          { type: "object", properties: { kind: { const: id } }, required: ["kind"] },
          { title, description: `${summary} ${source}.`, ...closed, properties: { kind: { const: id }, ...(properties as JsonSchema) } },
        );
      }),
    };
  }
}

/** A conditional schema. */
// oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema: nothing awaits a schema
const conditional = (condition: JsonSchema, consequence: JsonSchema): JsonSchema => ({ if: condition, then: consequence });

/** Quantities as strings. */
const quantitySchema = (dimensions: readonly Dimension[]): JsonSchema => ({
  maxLength: maxQuantityLength,
  pattern: quantityPattern(dimensions),
});

const defaultSchema = (param: Param): JsonSchema => ({ default: writeParam(param, param.default) });

/** The content of `public/scenario.schema.json`. */
export function schemaText(): string {
  return `${JSON.stringify(scenarioSchema(), null, 2)}\n`;
}
