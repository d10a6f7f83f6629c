/**
 * Help on the kinds of a registry: `--help workloads` lists them with their parameters, generated from the descriptions that also read
 * them.
 */
import { refuse, show } from "../core/base/errors.ts";
import { nearestName, type Param, type Params, writeParam } from "../core/base/params.ts";
import type { Kind, Registry } from "../core/base/registry.ts";
import { kindsOf } from "../core/kinds/all-kinds.ts";
import { exampleOf, sayQuantity } from "../core/base/units.ts";
import { documentParams } from "../core/scenario/document.ts";
import { scenarioParams } from "../core/scenario/scenario.ts";
import { itemOf, toWord } from "../links/words.ts";

/** A registry with its name for `--help`, and its key in links. */
interface Shelf {
  readonly name: string;
  readonly key: string;
  readonly registry: Registry;
}

/** All registries; those of the document's sections come first. */
function shelvesOf(): readonly Shelf[] {
  const found = new Map<Registry, Shelf>();
  const add = (registry: Registry, key: string) => {
    if (!found.has(registry)) found.set(registry, { name: nameOf(registry), key, registry });
  };
  const sections = Object.entries<Param>({ ...scenarioParams, ...documentParams });
  for (const [key, param] of sections) if (param.type === "kind") add(param.registry, key);
  // The key of a choice within a section is the first word of its noun.
  for (const { registry } of found.values())
    for (const { params } of kindsOf(registry))
      for (const param of Object.values<Param>(params)) if (param.type === "kind") add(param.registry, param.registry.noun.split(" ")[0]);
  return [...found.values()];
}

/** Plural of the noun: `workloads`; `sizes` for `size of messages`. */
function nameOf({ noun }: Registry): string {
  const head = noun.split(" of ")[0].replaceAll(" ", "-");
  return head.endsWith("y") ? `${head.slice(0, -1)}ies` : `${head}s`;
}

/** Names of all registries. */
export const shelfNames = (): readonly string[] => shelvesOf().map(({ name }) => name);

/**
 * Help on the kinds of a registry, given by its name: `workloads`.
 * @throws ScenarioError if there is no such registry
 */
export function shelfText(name: string): string {
  const shelves = shelvesOf();
  const names = shelves.map((each) => each.name);
  const shelf = shelves.find((each) => [each.name, each.registry.noun, each.key].includes(name));
  if (shelf === undefined) {
    const nearest = nearestName(name, names) ?? "workloads";
    refuse("--help", `${show(name)} is no list; expected one of ${names.join(", ")}.`, `Write --help ${nearest}.`, nearest);
  }
  const kinds = kindsOf(shelf.registry).filter(({ isFormer }) => isFormer !== true);
  return `${kinds.map((kind) => kindText(shelf, kind)).join("\n")}\n`;
}

function kindText({ key }: Shelf, kind: Kind): string {
  const { id, title, summary, source, params } = kind;
  const names = Object.keys(params);
  const width = Math.max(0, ...names.map((each) => each.length));
  const rows = names.flatMap((each) => paramLines(each.padEnd(width), params[each]));
  return [`${id}${title === id ? "" : ` – ${title}`}`, `  ${summary} (${source})`, ...rows, `  ${exampleLink(key, kind)}`, ""].join("\n");
}

/** A line for a parameter with its range, and one for each choice. */
function paramLines(name: string, param: Param): readonly string[] {
  const indent = " ".repeat(name.length + 6);
  const choices = param.type === "choice" ? param.choices.map(({ id, help }) => `${indent}${id}: ${help}`) : [];
  return [`    ${name}  ${param.help} ${rangeOf(param)}`.trimEnd(), ...choices];
}

/** Range and default of a parameter: `From 1 to 64; usually 1.` */
function rangeOf(param: Param): string {
  const usual = toWord(param, writeParam(param, param.default));
  const usually = usual === null || usual === "" ? "" : `usually ${usual}`;
  switch (param.type) {
    case "integer":
    case "number":
      return `From ${param.min} to ${param.max}${param.unit === undefined ? "" : ` ${param.unit}`}; ${usually}.`;
    case "quantity":
      return `From ${sayQuantity(param.min, param.dimension)} to ${sayQuantity(param.max, param.dimension)}; ${usually}.`;
    case "amount":
      return `From ${param.min} to ${param.max}, or as ${param.quantities.map(({ dimension }) => exampleOf[dimension]).join(" or ")}; ${usually}.`;
    case "kind":
      return `One of --help ${nameOf(param.registry)}; usually ${param.default.kind}.`;
    case "choice":
      return `${usually[0].toUpperCase()}${usually.slice(1)}.`;
    case "flag":
      return `1 or 0; ${usually}.`;
    case "list":
      return usually === "" ? "" : `${param.separator === "×" ? "As " : "Usually "}${usual}.`;
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
    return word === null ? [] : [itemOf(name, param, word)];
  });
  return items.length === 0 ? `${key}=${id}` : `${key}=${id}:${items.join(",")}`;
}
