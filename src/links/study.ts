/**
 * The link of a study, which can be written by hand; omitted parts have their defaults:
 *
 *     study&terminals=4096&ports=64&budget=2000&under=uniform,group-shift&carried=.5&cost=own-prices:port120
 */
import { type ValidationIssue, mostIssues, refuse, ScenarioError } from "../core/base/errors.ts";
import type { KindParam, Param } from "../core/base/params.ts";
import { type Need, needParams, readNeed, writeNeed } from "../core/study/need.ts";
import { twice, unknown } from "./groups.ts";
import { readPageParts } from "./page-parts.ts";
import { shortened } from "./text.ts";
import { findParam, fromWord, itemOf, splitItem, toWord } from "./words.ts";

const params: Readonly<Record<string, Param>> = needParams;
/** Maximum number of parts; a need has six. */
const mostParts = 40;

/**
 * The need of a study link, with or without `#`; parts about the page are ignored. Duplicates in a list count once.
 * @throws ScenarioError with every fault: name, value, expectation, remedy
 */
export function readStudy(fragment: string): Need {
  const issues: ValidationIssue[] = [];
  const [, ...parts] = readPageParts(fragment).scenario.split("&", mostParts + 2);
  if (parts.length > mostParts) refuse("link", `it has more than ${mostParts} parts; a study has six.`, "Copy the link again.");
  const given: Record<string, unknown> = {};
  for (const part of parts) {
    if (part === "" || issues.length >= mostIssues) continue;
    const [name, word] = taken(part);
    if (!Object.hasOwn(params, name)) issues.push(unknown(name.slice(0, 40), name, Object.keys(params)));
    else if (Object.hasOwn(given, name)) issues.push(twice(name));
    else given[name] = valueOf(params[name], name, word, issues);
  }
  const need = readNeed(given, issues);
  if (issues.length > 0) throw new ScenarioError(shortened(issues));
  return { ...need, under: [...new Set(need.under)] };
}

/** The link of a study, without `#` and without defaults. */
export function writeStudy(need: Need): string {
  const parts = Object.entries(writeNeed(need)).map(([name, value]) => `${name}=${wordOf(params[name], value)}`);
  return ["study", ...parts].join("&");
}

/** The name and the value of a part. Some programs encode more characters than necessary. */
function taken(part: string): readonly [name: string, word: string] {
  const mark = part.indexOf("=");
  if (mark < 0) {
    refuse("link", `"${part.slice(0, 40)}" has no value; expected a name, =, and a value.`, "Write it as terminals=4096.");
  }
  try {
    return [decodeURIComponent(part.slice(0, mark)), decodeURIComponent(part.slice(mark + 1))];
  } catch {
    return refuse("link", `"${part.slice(0, 40)}" has a % that no two hexadecimal digits follow.`, "Write %25 for the sign itself.");
  }
}

/** The value of a word in the form of a document. */
function valueOf(param: Param, name: string, word: string, issues: ValidationIssue[]): unknown {
  if (param.type === "list") return word === "" ? [] : word.split(",").map((each) => fromWord(param.of, each));
  return param.type === "kind" ? kindOf(param, name, word, issues) : fromWord(param, word);
}

/** `own-prices:port120,lengths2x10` */
function kindOf({ registry }: KindParam, path: string, word: string, issues: ValidationIssue[]): unknown {
  const mark = word.indexOf(":");
  const kind = mark < 0 ? word : word.slice(0, mark);
  const own = registry.find(kind)?.params ?? {};
  const values: Record<string, unknown> = { kind };
  // An unknown kind has no parameters; it is reported when the need is read.
  for (const item of mark < 0 || registry.find(kind) === undefined ? [] : word.slice(mark + 1).split(",")) {
    if (item === "" || issues.length >= mostIssues) continue;
    const { name, word: value } = splitItem(item);
    const found = findParam(own, name);
    if (found === undefined) issues.push(unknown(`${path}.${(name === "" ? item : name).slice(0, 40)}`, name, Object.keys(own)));
    else if (Object.hasOwn(values, found[0])) issues.push(twice(`${path}.${found[0]}`));
    else values[found[0]] = fromWord(found[1], value);
  }
  return values;
}

function wordOf(param: Param, value: unknown): string {
  if (param.type === "list") return (value as readonly unknown[]).map((each) => toWord(param.of, each)).join(",");
  if (param.type !== "kind") return toWord(param, value) ?? "";
  const { kind, ...values } = value as { readonly kind: string };
  const own = param.registry.get(kind).params;
  const items = Object.entries<unknown>(values).map(([name, each]) => itemOf(name, own[name], toWord(own[name], each) ?? ""));
  return [kind, ...(items.length === 0 ? [] : [items.join(",")])].join(":");
}
