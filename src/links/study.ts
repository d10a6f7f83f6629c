/**
 * The link of a study, which can be written by hand; omitted parts have their defaults:
 *
 *     study&terminals=4096&ports=64&budget=2000&under=uniform,group-shift&carried=.5&cost=own-prices:port120
 */
import { type ValidationIssue, maxIssues, refuse, ScenarioError } from "../core/base/errors.ts";
import type { KindParam, Param } from "../core/base/params.ts";
import { type StudyNeed, studyNeedParams, readStudyNeed, writeStudyNeed } from "../core/study/need.ts";
import { duplicateIssue, unknownNameIssue } from "./groups.ts";
import { readPageParts } from "./page-parts.ts";
import { limitIssues } from "./text.ts";
import { findParam, fromWord, formatItem, splitItem, toWord } from "./words.ts";

const studyParams: Readonly<Record<string, Param>> = studyNeedParams;
/** Maximum number of parts; the requirements of a study have six. */
const maxParts = 40;

/**
 * The requirements in the link of a study, which may begin with `#`; parts about the page are ignored. Duplicates in a list count once.
 * @throws ScenarioError with every fault: name, value, expectation, remedy
 */
export function readStudy(fragment: string): StudyNeed {
  const issues: ValidationIssue[] = [];
  const [, ...parts] = readPageParts(fragment).scenario.split("&", maxParts + 2);
  if (parts.length > maxParts) refuse("link", `it has more than ${maxParts} parts; a study has six.`, "Copy the link again.");
  const rawNeed: Record<string, unknown> = {};
  for (const part of parts) {
    if (part === "" || issues.length >= maxIssues) continue;
    const [name, word] = parsePart(part);
    if (!Object.hasOwn(studyParams, name)) issues.push(unknownNameIssue(name.slice(0, 40), name, Object.keys(studyParams)));
    else if (Object.hasOwn(rawNeed, name)) issues.push(duplicateIssue(name));
    else rawNeed[name] = parseValue(studyParams[name], name, word, issues);
  }
  const need = readStudyNeed(rawNeed, issues);
  if (issues.length > 0) throw new ScenarioError(limitIssues(issues));
  return { ...need, under: [...new Set(need.under)] };
}

/** The link of a study, without `#` and without defaults. */
export function writeStudy(need: StudyNeed): string {
  const parts = Object.entries(writeStudyNeed(need)).map(([name, value]) => `${name}=${formatStudyWord(studyParams[name], value)}`);
  return ["study", ...parts].join("&");
}

/** The name and the value of a part. Some programs encode more characters than necessary. */
function parsePart(part: string): readonly [name: string, word: string] {
  const mark = part.indexOf("=");
  if (mark < 0) {
    refuse("link", `"${part.slice(0, 40)}" has no value; expected a name, =, and a value.`, "Write it as terminals=4096.");
  }
  try {
    return [decodeURIComponent(part.slice(0, mark)), decodeURIComponent(part.slice(mark + 1))];
  } catch {
    return refuse(
      "link",
      `"${part.slice(0, 40)}" has a % that is not followed by two hexadecimal digits.`,
      "Write %25 for a percent sign.",
    );
  }
}

/** Converts a word to a value as in a document. */
function parseValue(param: Param, name: string, word: string, issues: ValidationIssue[]): unknown {
  if (param.type === "list") return word === "" ? [] : word.split(",").map((each) => fromWord(param.of, each));
  return param.type === "kind" ? parseKind(param, name, word, issues) : fromWord(param, word);
}

/** `own-prices:port120,lengths2x10` */
function parseKind({ registry }: KindParam, path: string, word: string, issues: ValidationIssue[]): unknown {
  const colon = word.indexOf(":");
  const kind = colon < 0 ? word : word.slice(0, colon);
  const kindParams = registry.find(kind)?.params ?? {};
  const values: Record<string, unknown> = { kind };
  // An unknown kind has no parameters; it is reported when the requirements are read.
  for (const item of colon < 0 || registry.find(kind) === undefined ? [] : word.slice(colon + 1).split(",")) {
    if (item === "" || issues.length >= maxIssues) continue;
    const { name, word: value } = splitItem(item);
    const param = findParam(kindParams, name);
    if (param === undefined)
      issues.push(unknownNameIssue(`${path}.${(name === "" ? item : name).slice(0, 40)}`, name, Object.keys(kindParams)));
    else if (Object.hasOwn(values, param[0])) issues.push(duplicateIssue(`${path}.${param[0]}`));
    else values[param[0]] = fromWord(param[1], value);
  }
  return values;
}

function formatStudyWord(param: Param, value: unknown): string {
  if (param.type === "list") return (value as readonly unknown[]).map((each) => toWord(param.of, each)).join(",");
  if (param.type !== "kind") return toWord(param, value) ?? "";
  const { kind, ...values } = value as { readonly kind: string };
  const own = param.registry.get(kind).params;
  const items = Object.entries<unknown>(values).map(([name, each]) => formatItem(name, own[name], toWord(own[name], each) ?? ""));
  return [kind, ...(items.length === 0 ? [] : [items.join(",")])].join(":");
}
