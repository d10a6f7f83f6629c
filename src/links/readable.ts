/**
 * The readable link, which a person or a script may write by hand:
 *
 *     v=1&topology=thin-tree:k4,k'2,n3&traffic=bit-reversal&load=.45&seed=7&queue=8
 *
 * A section of the document is `section=kind:parameter value,…`; a choice of kind within a section goes by the first
 * word of its noun. A parameter may stand by itself, `load=.45`, when only one of the kinds in force has that name. The
 * grammar follows the parameter descriptions and knows no kind by name.
 */
import { type Complaint, refuse, ScenarioError } from "../core/base/errors.ts";
import type { Param } from "../core/base/params.ts";
import { readScenario, type Scenario, scenarioParams, scenarioVersion, writeScenario } from "../core/scenario/scenario.ts";
import { readValue, shortened } from "./document.ts";
import { type Document, type Group, openGroups, type Parts, setValue, take, twice, unknown } from "./groups.ts";
import { findParam, fromWord, isNumeric, toWord } from "./words.ts";

/** Sections that are single values: the seed. */
const singles = Object.entries<Param>(scenarioParams).filter(([, { type }]) => type !== "kind" && type !== "record");
/** Keys that mean the same in every link. */
const fixed = ["v", "title", ...Object.keys(scenarioParams)];
/** Most parts that are looked at; a scenario has some ten. */
const mostParts = 100;

/**
 * The scenario of a readable link, without `#`.
 * @throws ScenarioError
 */
export function readReadable(fragment: string): Scenario {
  const complaints: Complaint[] = [];
  const parts = partsOf(fragment, complaints);
  const document: Document = {};
  const version = take(parts, "v");
  if (version !== undefined) document["version"] = /^\d+$/.test(version) ? Number(version) : version;
  // A link of another version may say things that are not known here: only its version is then worth a complaint.
  if (version !== undefined && document["version"] !== scenarioVersion) readScenario(document);
  const title = take(parts, "title");
  if (title !== undefined) document["title"] = title;
  for (const [name, param] of singles) {
    const word = take(parts, name);
    if (word !== undefined) document[name] = fromWord(param, word);
  }
  const groups = openGroups(document, parts, complaints);
  for (const [name, word] of parts) setShortcut(groups, name, word, complaints);
  if (complaints.length > 0) throw new ScenarioError(shortened(complaints));
  // What nobody said is left to the document's own defaults. Inner groups first, so that outer ones are seen empty.
  for (const { given, usual, isSaid, drop } of groups.toReversed()) {
    if (!isSaid && Object.keys(given).length === (usual === undefined ? 0 : 1)) drop();
  }
  return readValue(document);
}

/** The link of a scenario, without `#`; null when it has what words cannot hold, such as a list of messages. */
export function writeReadable(scenario: Scenario): string | null {
  const { title, ...document } = writeScenario(scenario);
  const groups = openGroups(document, new Map(), []);
  const keys = [...fixed, ...groups.map(({ key }) => key)];
  const parts: string[] = [`v=${scenarioVersion}`];
  if (typeof title === "string") {
    if (/[\ud800-\udfff]/u.test(title)) return null;
    parts.push(`title=${encodeURIComponent(title)}`);
  }
  for (const group of groups) {
    if (!group.isSaid) continue;
    // Names within a section are its own; a choice within one must not share its key with anything else in the link.
    if (group.path.includes(".") && keys.filter((key) => key === group.key).length > 1) return null;
    const written = writeGroup(
      group,
      (name) => !keys.includes(name) && groups.filter(({ params }) => findParam(params, name)).length === 1,
    );
    if (written === null) return null;
    parts.push(...written);
  }
  for (const [name, param] of singles) if (name in document) parts.push(`${name}=${toWord(param, document[name])}`);
  return parts.join("&");
}

/**
 * The parts of one group: `key=kind:items` when its kind is not the usual one or its parameters are single letters of a
 * paper, which say nothing by themselves; otherwise one shortcut for each parameter.
 */
function writeGroup({ key, params, usual, given }: Group, isUnique: (name: string) => boolean): readonly string[] | null {
  const own = Object.entries(params).filter(([name, { type }]) => name in given && type !== "kind" && type !== "record");
  const words: [string, Param, string][] = [];
  for (const [name, param] of own) {
    const word = toWord(param, given[name]);
    if (word === null) return null;
    words.push([name, param, word]);
  }
  const saysNothingElse = Object.keys(given).every((name) => name === "kind");
  const isNamed = given["kind"] !== usual || saysNothingElse || own.some(([name, { symbol }]) => symbol !== undefined || !isUnique(name));
  if (!isNamed) return words.map(([name, , word]) => `${name}=${word}`);
  const items = words.map(([name, param, word]) => name + (isNumeric(param) ? "" : "~") + word).join(",");
  const head = usual === undefined ? [] : [String(given["kind"])];
  return [`${key}=${[...head, ...(items === "" ? [] : [items])].join(":")}`];
}

/** Sets a parameter that stands by itself, when exactly one group has it. */
function setShortcut(groups: readonly Group[], name: string, word: string, complaints: Complaint[]): void {
  const owners = groups.filter(({ params }) => findParam(params, name) !== undefined);
  if (owners.length === 1) setValue(owners[0], name, word, complaints);
  else if (owners.length > 1) {
    const where = owners.map(({ key }) => key).join(" and ");
    complaints.push({
      path: name,
      message: `may belong to ${where}.`,
      remedy: `Write it as ${owners[0].key}=kind:${name}${word.slice(0, 20)}.`,
    });
  } else {
    const known = [...fixed, ...groups.flatMap(({ key, params }) => [key, ...Object.keys(params)])];
    const elsewhere = groups.flatMap(({ key, kinds }) =>
      kinds.filter(({ params }) => findParam(params, name)).map(({ id }) => `${key}=${id}`),
    );
    const complaint = unknown(name.slice(0, 40), name, [...new Set(known)]);
    complaints.push(
      elsewhere.length === 0 ? complaint : { ...complaint, remedy: `It belongs to ${elsewhere.join(" or ")}: add that to the link.` },
    );
  }
}

/** The parts of a link by key. Links pass through programs that encode more than they must, or take & for HTML. */
function partsOf(fragment: string, complaints: Complaint[]): Parts {
  const texts = fragment.replaceAll("&amp;", "&").split("&", mostParts + 1);
  if (texts.length > mostParts) refuse("link", `it has more than ${mostParts} parts; a scenario has some ten.`, "Copy the link again.");
  const parts: Parts = new Map();
  for (const text of texts) {
    if (text === "") continue;
    const [key, word] = decode(text);
    if (parts.has(key)) complaints.push(twice(key.slice(0, 40)));
    parts.set(key, word);
  }
  return parts;
}

function decode(text: string): readonly [string, string] {
  const mark = text.indexOf("=");
  if (mark < 0)
    refuse(
      "link",
      `"${text.slice(0, 40)}" has no value; expected a name, =, and a value.`,
      "Copy the link again, or open one that this program has made.",
    );
  try {
    return [decodeURIComponent(text.slice(0, mark)), decodeURIComponent(text.slice(mark + 1))];
  } catch {
    return refuse("link", `"${text.slice(0, 40)}" has a % that no two hexadecimal digits follow.`, "Write %25 for the sign itself.");
  }
}
