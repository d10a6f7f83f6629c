/**
 * The readable link, which a person or a script can write by hand:
 *
 *     v=1&topology=thin-tree:k4,k'2,n3&traffic=bit-reversal&load=.45&seed=7&queue=8
 *
 * A section of the document is written as `section=kind:parameter value,…`; a kind within a section has the first word of its noun as its
 * key. A parameter may be written separately, `load=.45`, if only one of the selected kinds has that name. Differences of other networks
 * have a letter, `b.topology=fat-tree:k4`; sweeps are written as `sweep=load:.1..1..0.1`. The grammar is derived from the parameters and
 * knows no kind by name.
 */
import { type ValidationIssue, refuse, ScenarioError } from "../core/base/errors.ts";
import type { Param } from "../core/base/params.ts";
import { canonicalText } from "../core/scenario/canonical.ts";
import { type Document, documentOf, documentParams, letterOf, variantsOf, writeDocument, writeWhole } from "../core/scenario/document.ts";
import { migrate } from "../core/scenario/migrate.ts";
import { readScenario, type Scenario, scenarioParams } from "../core/scenario/scenario.ts";
import { changesOf, writeOther } from "../core/scenario/variants.ts";
import { readValue, shortened } from "./text.ts";
import { type Group, openGroups, type Parts, partsWith, setValue, take, twice, unknown, type Values } from "./groups.ts";
import { isSeveral, readSweep, writeSweep } from "./sweep.ts";
import { findParam, fromWord, itemOf, toWord } from "./words.ts";

const isSingle = ([, { type }]: readonly [string, Param]) => type !== "kind" && type !== "record";
/** Sections that are single values, such as the seed. */
const singles = Object.entries<Param>(scenarioParams).filter(isSingle);
/** Single-value sections that are lists whose entries are separated by semicolons, like the values of a sweep. */
const entryLists = new Set(singles.flatMap(([key, param]) => (param.type === "list" && param.about !== undefined ? [key] : [])));
/** Keys with the same meaning in every link. */
const fixed = ["v", "title", "sweep", "engine", "digest", ...Object.keys(documentParams), ...Object.keys(scenarioParams)];
/** Maximum number of parts; a scenario has about ten, a comparison of eight networks about eighty. */
const mostParts = 200;

/**
 * The document of a readable link, without `#`.
 * @throws ScenarioError
 */
export function readReadable(fragment: string): Document {
  const issues: ValidationIssue[] = [];
  const parts = partsOf(fragment, issues);
  const others = takeOthers(parts);
  const sweep = takeSweep(parts);
  const whole = Object.fromEntries(wholeKeys.flatMap((key) => (parts.has(key) ? [[key, wholeWord(key, take(parts, key) as string)]] : [])));
  const raw = { ...sectionsOf(new Map(parts), issues), ...whole };
  if (issues.length > 0) throw new ScenarioError(shortened(issues));
  if (others.size === 0 && sweep === undefined) return readValue(raw);
  // The baseline is valid only after the other networks have been read.
  const { baseline: _, ...alone } = raw as Values;
  const first = readValue(alone);
  // The sweep is written in the link's version; the other networks have been read and are in the current version.
  const swept = migrate({ ...raw, ...(sweep === undefined ? {} : { sweep: readSweep(first, sweep) }) }, []);
  if (others.size === 0) return readValue(swept);
  return readValue({ ...swept, beside: [...others].map(([letter, own]) => readVariant(first, letter, parts, own)) });
}

/** The sweep: the part with that key, and parameters with a range or several values, `load=.05..1..05`. */
function takeSweep(parts: Parts): string | undefined {
  const words = [take(parts, "sweep")].filter((word) => word !== undefined);
  for (const [key, word] of parts) {
    if (key === "title" || entryLists.has(key) || !isSeveral(word)) continue;
    parts.delete(key);
    words.push(`${key}:${word}`);
  }
  return words.length === 0 ? undefined : words.join(",");
}

/** Keys of the document, outside of its scenarios, whose values are plain words. Prices are written like sections. */
const wholeKeys = [
  ...Object.entries<Param>(documentParams)
    .filter(isSingle)
    .map(([key]) => key),
  "engine",
  "digest",
];

const wholeWord = (key: string, word: string) => (key in documentParams && /^\d{1,9}$/.test(word) ? Number(word) : word);

/** The sections, title and version in some parts. */
function sectionsOf(parts: Parts, issues: ValidationIssue[], isLenient: (key: string) => boolean = () => false): Values {
  const document: Values = {};
  const version = take(parts, "v");
  if (version !== undefined) document["version"] = /^\d+$/.test(version) ? Number(version) : version;
  // A link of a later version may contain unknown parts; then only its version is reported.
  readScenario(document);
  const title = take(parts, "title");
  if (title !== undefined) document["title"] = title;
  for (const [name, param] of singles) {
    const word = take(parts, name);
    if (word !== undefined) document[name] = fromWord(param, word);
  }
  const groups = openGroups(document, parts, issues);
  for (const [name, word] of parts) {
    if (isLenient(name) && groups.every(({ params }) => findParam(params, name) === undefined)) continue;
    setShortcut(groups, name, word, issues);
  }
  // Unspecified groups are removed, so that the document's defaults apply. Inner groups are removed first, so that outer ones become empty.
  for (const { given, usual, isSaid, drop } of groups.toReversed()) {
    if (!isSaid && Object.keys(given).length === (usual === undefined ? 0 : 1)) drop();
  }
  return document;
}

/** Keys that are the same for all networks. */
const shared = ["v", "seed", "sweep", "engine", "digest", ...Object.keys(documentParams)];

/** The parts of the other networks, `b.topology=…`, by letter in alphabetical order. */
function takeOthers(parts: Parts): ReadonlyMap<string, Parts> {
  const found = new Map<string, Parts>();
  for (const [key, word] of parts) {
    const [, letter, own] = /^([b-h])\.(.+)$/.exec(key) ?? [];
    if (letter === undefined) continue;
    parts.delete(key);
    found.set(letter, (found.get(letter) ?? new Map<string, string>()).set(own, word));
  }
  const sorted = [...found].toSorted(([a], [b]) => a.localeCompare(b));
  const gap = sorted.findIndex(([letter], i) => letter !== letterOf(i + 1).toLowerCase());
  if (gap >= 0)
    refuse(
      `${sorted[gap][0]}`,
      `there is no network ${letterOf(gap + 1)} before this one.`,
      `Write ${letterOf(gap + 1).toLowerCase()}. instead of ${sorted[gap][0]}.`,
    );
  return new Map(sorted);
}

/** One of the other networks: its own parts replace those of the first; a part without a value restores the default. */
function readVariant(first: Document, letter: string, parts: Parts, own: Parts): Values {
  const issues: ValidationIssue[] = [];
  const all = new Map([...parts].filter(([key]) => key !== "title"));
  for (const [key, word] of own) {
    if (word === "") all.delete(key);
    else all.set(key, word);
  }
  // The routing and smaller parts of the first network need not fit the other network.
  const raw = sectionsOf(new Map(all), issues, (key) => !own.has(key));
  for (const key of own.keys()) {
    if (shared.includes(key)) issues.push({ path: key, message: "is the same for all networks.", remedy: `Leave ${letter}.${key} out.` });
  }
  const scenario = about(letter, issues, () => withFittingLinks(raw, own.has("routing"), own.has("links")));
  return writeOther(first, { title: scenario.title, changes: changesOf(first, scenario) });
}

/** Adds the letter of the network to all issues. */
function about<T>(letter: string, issues: readonly ValidationIssue[], read: () => T): T {
  const named = (faults: readonly ValidationIssue[]) =>
    new ScenarioError(faults.map((fault) => ({ ...fault, path: fault.path === "" ? letter : `${letter}.${fault.path}` })));
  if (issues.length > 0) throw named(issues);
  try {
    return read();
  } catch (fault) {
    throw fault instanceof ScenarioError ? named(fault.issues) : fault;
  }
}

/** Link rules of the first network apply only to links that this network has. */
function withFittingLinks(raw: Values, isOwnRouting: boolean, isOwn: boolean): Scenario {
  try {
    return withFittingRouting(raw, isOwnRouting);
  } catch (fault) {
    const { links } = raw;
    const places = fault instanceof ScenarioError ? fault.issues.map(({ path }) => /^links\.(\d+)\.class$/.exec(path)?.[1]) : [];
    if (isOwn || !Array.isArray(links) || places.length === 0 || places.includes(undefined)) throw fault;
    return withFittingRouting({ ...raw, links: links.filter((_, i) => !places.includes(String(i))) }, isOwnRouting);
  }
}

function withFittingRouting(raw: Values, isOwn: boolean): Scenario {
  try {
    return readValue(raw);
  } catch (fault) {
    const isAboutRouting = fault instanceof ScenarioError && fault.issues.some(({ path }) => path === "routing");
    if (isOwn || !isAboutRouting) throw fault;
    const { routing: _, ...rest } = raw;
    return readValue(rest);
  }
}

/**
 * The link of a document, without `#`; null if it has values that words cannot express, such as a list of messages.
 * @param isWhole whether all values are written, including defaults
 */
export function writeReadable(document: Document, isWhole = false): string | null {
  const variants = variantsOf(document);
  const { seeds, baseline, cost, claim } = document;
  // All networks are written in the oldest version that can express all of them.
  const write = (each: Document, from?: number) => (isWhole ? writeWhole(each) : writeDocument(each, from));
  const { version, sweep } = write(document);
  const written = variants.map((each) => writeSections(write({ ...documentOf(each), cost }, Number(version)), isWhole));
  const [first, ...others] = written;
  if (first === null) return null;
  const parts = [`v=${version}`, ...[...first].map(([key, word]) => `${key}=${word}`)];
  for (const [i, other] of others.entries()) {
    if (other === null) return null;
    const letter = letterOf(i + 1).toLowerCase();
    for (const [key, word] of other) if (first.get(key) !== word) parts.push(`${letter}.${key}=${word}`);
    for (const key of first.keys()) if (!other.has(key) && key !== "title" && key !== "seed") parts.push(`${letter}.${key}=`);
  }
  if (document.sweep.length > 0) {
    const words = writeSweep(document, sweep);
    if (words === null) return null;
    parts.push(`sweep=${words}`);
  }
  if (isWhole || seeds !== 1) parts.push(`seeds=${seeds}`);
  if (baseline !== 0) parts.push(`baseline=${baseline}`);
  if (claim !== null) parts.push(...(claim.engine === "" ? [] : [`engine=${claim.engine}`]), `digest=${claim.digest}`);
  const link = parts.join("&");
  // A network without differences has no part, and some combinations cannot be read back, so the link is verified.
  return (others.length === 0 && document.sweep.length === 0 && !isWhole) || isReadBack(link, document) ? link : null;
}

function isReadBack(link: string, document: Document): boolean {
  try {
    return canonicalText(writeDocument(readReadable(link))) === canonicalText(writeDocument(document));
  } catch {
    return false;
  }
}

/** Title, sections and seed of a written scenario, and the prices of the document, as words by key. */
function writeSections({ title, ...document }: Values, isWhole: boolean): ReadonlyMap<string, string> | null {
  const groups = openGroups(document, new Map(), []);
  const keys = [...fixed, ...groups.map(({ key }) => key)];
  const parts = new Map<string, string>();
  if (typeof title === "string") {
    if (/[\ud800-\udfff]/u.test(title)) return null;
    parts.set("title", encodeURIComponent(title));
  }
  for (const group of groups) {
    if (!group.isSaid) continue;
    // Names within a section are unique, but the key of a kind within a section must not occur elsewhere in the link.
    if (group.path.includes(".") && keys.filter((key) => key === group.key).length > 1) return null;
    const written = writeGroup(
      group,
      (name) => !keys.includes(name) && groups.filter(({ params }) => findParam(params, name)).length === 1,
      isWhole,
    );
    if (written === null) return null;
    for (const part of written) parts.set(part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1));
  }
  for (const [name, param] of singles) {
    const word = name in document ? toWord(param, document[name]) : undefined;
    if (word === null) return null;
    if (word !== undefined) parts.set(name, word);
  }
  return parts;
}

/**
 * The parts of one group: `key=kind:items` if its kind is not the default or its parameters are symbols of a paper, which mean nothing by
 * themselves; otherwise one part for each parameter. In full, all values follow the kind.
 */
function writeGroup(
  { key, params, isTogether, usual, given }: Group,
  isUnique: (name: string) => boolean,
  isWhole: boolean,
): readonly string[] | null {
  const own = Object.entries(params).filter(([name, { type }]) => name in given && type !== "kind" && type !== "record");
  const words: [string, Param, string][] = [];
  for (const [name, param] of own) {
    const word = toWord(param, given[name]);
    if (word === null) return null;
    words.push([name, param, word]);
  }
  const saysNothingElse = Object.keys(given).every((name) => name === "kind");
  const isNamed =
    isWhole ||
    isTogether ||
    given["kind"] !== usual ||
    saysNothingElse ||
    own.some(([name, { symbol }]) => symbol !== undefined || !isUnique(name));
  if (!isNamed) return words.map(([name, , word]) => `${name}=${word}`);
  const items = words.map((each) => itemOf(...each)).join(",");
  const head = usual === undefined ? [] : [String(given["kind"])];
  return [`${key}=${[...head, ...(items === "" ? [] : [items])].join(":")}`];
}

/** Sets a parameter that is written separately, if exactly one group has it. */
function setShortcut(groups: readonly Group[], name: string, word: string, issues: ValidationIssue[]): void {
  const owners = groups.filter(({ params }) => findParam(params, name) !== undefined);
  if (owners.length === 1) setValue(owners[0], name, word, issues);
  else if (owners.length > 1) {
    const where = owners.map(({ key }) => key).join(" and ");
    issues.push({
      path: name,
      message: `may belong to ${where}.`,
      remedy: `Write it as ${owners[0].key}=kind:${name}${word.slice(0, 20)}.`,
    });
  } else {
    const known = [...fixed, ...groups.flatMap(({ key, params }) => [key, ...Object.keys(params)])];
    const elsewhere = groups.flatMap(({ key, kinds }) =>
      kinds.filter(({ params }) => findParam(params, name)).map(({ id }) => `${key}=${id}`),
    );
    const issue = unknown(name.slice(0, 40), name, [...new Set(known)]);
    const [part] = partsWith(name);
    if (elsewhere.length > 0) issues.push({ ...issue, remedy: `It belongs to ${elsewhere.join(" or ")}: add that to the link.` });
    else issues.push(part === undefined ? issue : { ...issue, remedy: `Write ${part}.` });
  }
}

/** The parts of a link by key. Some programs encode more characters than necessary, or escape & as in HTML. */
function partsOf(fragment: string, issues: ValidationIssue[]): Parts {
  const texts = fragment.replaceAll("&amp;", "&").split("&", mostParts + 1);
  if (texts.length > mostParts) refuse("link", `it has more than ${mostParts} parts; a scenario has some ten.`, "Copy the link again.");
  const parts: Parts = new Map();
  for (const text of texts) {
    if (text === "") continue;
    const [key, word] = decode(text);
    if (parts.has(key)) issues.push(twice(key.slice(0, 40)));
    parts.set(key, word);
  }
  return parts;
}

/** Splits a part into its key and its word, and decodes both. */
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
