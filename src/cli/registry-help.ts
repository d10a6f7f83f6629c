/**
 * Help on the kinds of a registry: `--help workloads` lists them with their parameters, generated from the descriptions that also read
 * them.
 */
import { refuse, quoteValue } from "../core/base/errors.ts";
import { nearestName, type Param, type Params, writeParam } from "../core/base/params.ts";
import type { Kind, Registry } from "../core/base/kind-registry.ts";
import { kindsOf } from "../core/kinds/all-kinds.ts";
import { exampleOf, quantityForPeople } from "../core/base/units.ts";
import { documentParams } from "../core/scenario/document.ts";
import { scenarioParams } from "../core/scenario/scenario.ts";
import { formatItem, toWord } from "../links/words.ts";

/** A registry with its name for `--help`, and its key in links. */
interface HelpRegistry {
  readonly name: string;
  readonly key: string;
  readonly registry: Registry;
}

/** All registries; those of the document's sections come first. */
function helpRegistries(): readonly HelpRegistry[] {
  const registries = new Map<Registry, HelpRegistry>();
  const addRegistry = (registry: Registry, key: string) => {
    if (!registries.has(registry)) registries.set(registry, { name: registryName(registry), key, registry });
  };
  const sections = Object.entries<Param>({ ...scenarioParams, ...documentParams });
  for (const [key, param] of sections) if (param.type === "kind") addRegistry(param.registry, key);
  // The key of a choice within a section is the first word of its noun.
  for (const { registry } of registries.values())
    for (const { params } of kindsOf(registry))
      for (const param of Object.values<Param>(params))
        if (param.type === "kind") addRegistry(param.registry, param.registry.noun.split(" ")[0]);
  return [...registries.values()];
}

/** Plural of the noun: `workloads`; `sizes` for `size of messages`. */
function registryName({ noun }: Registry): string {
  const head = noun.split(" of ")[0].replaceAll(" ", "-");
  return head.endsWith("y") ? `${head.slice(0, -1)}ies` : `${head}s`;
}

/** Names of all registries. */
export const helpRegistryNames = (): readonly string[] => helpRegistries().map(({ name }) => name);

/**
 * Help on the kinds of a registry, given by its name: `workloads`.
 * @throws ScenarioError if there is no such registry
 */
export function registryHelp(name: string): string {
  const registries = helpRegistries();
  const names = registries.map((candidate) => candidate.name);
  const selected = registries.find((candidate) => [candidate.name, candidate.registry.noun, candidate.key].includes(name));
  if (selected === undefined) {
    const nearest = nearestName(name, names) ?? "workloads";
    refuse(
      "--help",
      `${quoteValue(name)} is not a topic of the help; expected one of ${names.join(", ")}.`,
      `Write --help ${nearest}.`,
      nearest,
    );
  }
  const kinds = kindsOf(selected.registry).filter(({ isRetired }) => isRetired !== true);
  return `${kinds.map((kind) => kindText(selected, kind)).join("\n")}\n`;
}

function kindText({ key }: HelpRegistry, kind: Kind): string {
  const { id, title, summary, source, params } = kind;
  const names = Object.keys(params);
  const width = Math.max(0, ...names.map((parameterName) => parameterName.length));
  const rows = names.flatMap((parameterName) => paramLines(parameterName.padEnd(width), params[parameterName]));
  return [`${id}${title === id ? "" : ` – ${title}`}`, `  ${summary} (${source})`, ...rows, `  ${exampleLink(key, kind)}`, ""].join("\n");
}

/** A line for a parameter with its range, and one for each choice. */
function paramLines(name: string, param: Param): readonly string[] {
  const indent = " ".repeat(name.length + 6);
  const choices = param.type === "choice" ? param.choices.map(({ id, help }) => `${indent}${id}: ${help}`) : [];
  return [`    ${name}  ${param.help} ${rangeText(param)}`.trimEnd(), ...choices];
}

/** Range or choices and default of a parameter: `From 1 to 64; default 1.` Empty for types that have neither. */
function rangeText(param: Param): string {
  const defaultWord = toWord(param, writeParam(param, param.default));
  const defaultText = defaultWord === null || defaultWord === "" ? "" : `default ${defaultWord}`;
  switch (param.type) {
    case "integer":
    case "number":
      return `From ${param.min} to ${param.max}${param.unit === undefined ? "" : ` ${param.unit}`}; ${defaultText}.`;
    case "quantity":
      return `From ${quantityForPeople(param.min, param.dimension)} to ${quantityForPeople(param.max, param.dimension)}; ${defaultText}.`;
    case "amount":
      return `From ${param.min} to ${param.max}, or as ${param.quantities.map(({ dimension }) => exampleOf[dimension]).join(" or ")}; ${defaultText}.`;
    case "kind":
      return `One of --help ${registryName(param.registry)}; default ${param.default.kind}.`;
    case "choice":
      return `Default: ${defaultWord}.`;
    case "flag":
      return `1 or 0; ${defaultText}.`;
    case "list":
      return defaultText === "" ? "" : `${param.separator === "×" ? "As " : "Default: "}${defaultWord}.`;
    default:
      return "";
  }
}

/**
 * A kind in the syntax of links, with the values of its first example and its default choices: `workload=allreduce:algorithm~ring,ranks7`.
 */
function exampleLink(key: string, { id, params, examples }: { id: string; params: Params; examples: Kind["examples"] }): string {
  const [example = {}] = examples;
  const items = Object.entries<Param>(params).flatMap(([name, param]) => {
    const value = name in example ? example[name] : param.type === "choice" ? param.default : undefined;
    const word = value === undefined ? null : toWord(param, value);
    return word === null ? [] : [formatItem(name, param, word)];
  });
  return items.length === 0 ? `${key}=${id}` : `${key}=${id}:${items.join(",")}`;
}
