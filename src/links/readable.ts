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
import {
  type Document,
  documentOf,
  documentParams,
  letterOf,
  variantsOf,
  writeDocument,
  writeFullDocument,
} from "../core/scenario/document.ts";
import { migrate } from "../core/scenario/migrate.ts";
import { readScenario, type Scenario, scenarioParams } from "../core/scenario/scenario.ts";
import { changesOf, writeOtherScenario } from "../core/scenario/variants.ts";
import { readDocumentValue, limitIssues } from "./text.ts";
import {
  type LinkGroup,
  openGroups,
  type LinkParts,
  partsWithKind,
  setValue,
  takeLinkPart,
  duplicateIssue,
  unknownNameIssue,
  type RawValues,
} from "./groups.ts";
import { isRangeOrList, readSweep, writeSweep } from "./sweep.ts";
import { findParam, fromWord, formatItem, toWord } from "./words.ts";

const isSingleValue = ([, { type }]: readonly [string, Param]) => type !== "kind" && type !== "record";
/** Sections that are single values, such as the seed. */
const singleValueSections = Object.entries<Param>(scenarioParams).filter(isSingleValue);
/** Single-value sections that are lists whose entries are separated by semicolons, like the values of a sweep. */
const entryLists = new Set(
  singleValueSections.flatMap(([key, param]) => (param.type === "list" && param.entryKeys !== undefined ? [key] : [])),
);
/** Keys with the same meaning in every link. */
const fixedKeys = ["v", "title", "sweep", "engine", "digest", ...Object.keys(documentParams), ...Object.keys(scenarioParams)];
/** Maximum number of parts; a scenario has about ten, a comparison of eight networks about eighty. */
const maxParts = 200;

/**
 * Reads the document of a readable link, `topology=torus:…&load=.45`, without `#`. Parts that begin with the letter of another compared
 * network, such as `b.load=.3`, are read as that network's differences.
 * @throws ScenarioError
 */
export function readReadable(fragment: string): Document {
  const issues: ValidationIssue[] = [];
  const parts = parseParts(fragment, issues);
  const others = takeOthers(parts);
  const sweep = takeSweep(parts);
  const documentWords = Object.fromEntries(
    documentWordKeys.flatMap((key) => (parts.has(key) ? [[key, documentWord(key, takeLinkPart(parts, key) as string)]] : [])),
  );
  const rawDocument = { ...readSectionParts(new Map(parts), issues), ...documentWords };
  if (issues.length > 0) throw new ScenarioError(limitIssues(issues));
  if (others.size === 0 && sweep === undefined) return readDocumentValue(rawDocument);
  // The baseline is valid only after the other networks have been read.
  const { baseline: _, ...withoutBaseline } = rawDocument as RawValues;
  const first = readDocumentValue(withoutBaseline);
  // The sweep is written in the link's version; the other networks have been read and are in the current version.
  const withSweep = migrate({ ...rawDocument, ...(sweep === undefined ? {} : { sweep: readSweep(first, sweep) }) }, []);
  if (others.size === 0) return readDocumentValue(withSweep);
  return readDocumentValue({ ...withSweep, beside: [...others].map(([letter, ownParts]) => readVariant(first, letter, parts, ownParts)) });
}

/** The sweep: the part with that key, and parameters with a range or several values, `load=.05..1..05`. */
function takeSweep(parts: LinkParts): string | undefined {
  const words = [takeLinkPart(parts, "sweep")].filter((word) => word !== undefined);
  for (const [key, word] of parts) {
    if (key === "title" || entryLists.has(key) || !isRangeOrList(word)) continue;
    parts.delete(key);
    words.push(`${key}:${word}`);
  }
  return words.length === 0 ? undefined : words.join(",");
}

/** Keys of the document, outside of its scenarios, whose values are plain words. Prices are written like sections. */
const documentWordKeys = [
  ...Object.entries<Param>(documentParams)
    .filter(isSingleValue)
    .map(([key]) => key),
  "engine",
  "digest",
];

const documentWord = (key: string, word: string) => (key in documentParams && /^\d{1,9}$/.test(word) ? Number(word) : word);

/**
 * Reads the parts of a link that describe one scenario: its version, title and sections, as the JSON of a document. Used parts are removed
 * from `parts`. Sections that the link does not specify are left out, so that defaults apply.
 * @param isIgnorable whether a part may be ignored if no group has a parameter of that name
 */
function readSectionParts(parts: LinkParts, issues: ValidationIssue[], isIgnorable: (key: string) => boolean = () => false): RawValues {
  const document: RawValues = {};
  const version = takeLinkPart(parts, "v");
  if (version !== undefined) document["version"] = /^\d+$/.test(version) ? Number(version) : version;
  // Throws if the version is unknown: such a link may contain unknown parts, but only its version is reported.
  readScenario(document);
  const title = takeLinkPart(parts, "title");
  if (title !== undefined) document["title"] = title;
  for (const [name, param] of singleValueSections) {
    const word = takeLinkPart(parts, name);
    if (word !== undefined) document[name] = fromWord(param, word);
  }
  const groups = openGroups(document, parts, issues);
  for (const [name, word] of parts) {
    if (isIgnorable(name) && groups.every(({ params }) => findParam(params, name) === undefined)) continue;
    setSeparateParameter(groups, name, word, issues);
  }
  // Unspecified groups are removed, so that the document's defaults apply. Inner groups are removed first, so that outer ones become empty.
  for (const { values, defaultKind, isSpecified, remove } of groups.toReversed()) {
    if (!isSpecified && Object.keys(values).length === (defaultKind === undefined ? 0 : 1)) remove();
  }
  return document;
}

/** Keys whose values apply to all networks of a comparison. */
const sharedKeys = ["v", "seed", "sweep", "engine", "digest", ...Object.keys(documentParams)];

/**
 * Removes the parts of the other compared networks, `b.topology=…`, and returns them by letter, b to h, in alphabetical order. The letters
 * must be consecutive from b.
 */
function takeOthers(parts: LinkParts): ReadonlyMap<string, LinkParts> {
  const partsByLetter = new Map<string, LinkParts>();
  for (const [key, word] of parts) {
    const [, letter, ownKey] = /^([b-h])\.(.+)$/.exec(key) ?? [];
    if (letter === undefined) continue;
    parts.delete(key);
    partsByLetter.set(letter, (partsByLetter.get(letter) ?? new Map<string, string>()).set(ownKey, word));
  }
  const ordered = [...partsByLetter].toSorted(([a], [b]) => a.localeCompare(b));
  const gap = ordered.findIndex(([letter], i) => letter !== letterOf(i + 1).toLowerCase());
  if (gap >= 0)
    refuse(
      `${ordered[gap][0]}`,
      `there is no network ${letterOf(gap + 1)} before this one.`,
      `Write ${letterOf(gap + 1).toLowerCase()}. instead of ${ordered[gap][0]}.`,
    );
  return new Map(ordered);
}

/**
 * Reads one of the other compared networks: its own parts replace those of the first network; a part without a value restores the default.
 * Returns the changes to the first network, as an entry of a document.
 * @param letter the network, such as `b`
 * @param parts parts of the first network
 * @param ownParts parts of this network, without letter
 */
function readVariant(first: Document, letter: string, parts: LinkParts, ownParts: LinkParts): RawValues {
  const issues: ValidationIssue[] = [];
  const combined = new Map([...parts].filter(([key]) => key !== "title"));
  for (const [key, word] of ownParts) {
    if (word === "") combined.delete(key);
    else combined.set(key, word);
  }
  // Parts of the first network, such as its routing, may not fit the other network; those are ignored.
  const rawDocument = readSectionParts(new Map(combined), issues, (key) => !ownParts.has(key));
  for (const key of ownParts.keys()) {
    if (sharedKeys.includes(key))
      issues.push({ path: key, message: "is the same for all networks.", remedy: `Leave ${letter}.${key} out.` });
  }
  const scenario = withNetworkLetter(letter, issues, () =>
    readWithFittingLinks(rawDocument, ownParts.has("routing"), ownParts.has("links")),
  );
  return writeOtherScenario(first, { title: scenario.title, changes: changesOf(first, scenario) });
}

/** Adds the letter of the network to all issues. */
function withNetworkLetter<T>(letter: string, issues: readonly ValidationIssue[], read: () => T): T {
  const withLetter = (faults: readonly ValidationIssue[]) =>
    new ScenarioError(faults.map((error) => ({ ...error, path: error.path === "" ? letter : `${letter}.${error.path}` })));
  if (issues.length > 0) throw withLetter(issues);
  try {
    return read();
  } catch (error) {
    throw error instanceof ScenarioError ? withLetter(error.issues) : error;
  }
}

/** Link rules of the first network apply only to links that this network has. */
function readWithFittingLinks(rawDocument: RawValues, hasOwnRouting: boolean, hasOwnLinks: boolean): Scenario {
  try {
    return readWithFittingRouting(rawDocument, hasOwnRouting);
  } catch (error) {
    const { links } = rawDocument;
    const unfitIndices = error instanceof ScenarioError ? error.issues.map(({ path }) => /^links\.(\d+)\.class$/.exec(path)?.[1]) : [];
    if (hasOwnLinks || !Array.isArray(links) || unfitIndices.length === 0 || unfitIndices.includes(undefined)) throw error;
    return readWithFittingRouting({ ...rawDocument, links: links.filter((_, i) => !unfitIndices.includes(String(i))) }, hasOwnRouting);
  }
}

function readWithFittingRouting(rawDocument: RawValues, hasOwnRouting: boolean): Scenario {
  try {
    return readDocumentValue(rawDocument);
  } catch (error) {
    const isAboutRouting = error instanceof ScenarioError && error.issues.some(({ path }) => path === "routing");
    if (hasOwnRouting || !isAboutRouting) throw error;
    const { routing: _, ...rest } = rawDocument;
    return readDocumentValue(rest);
  }
}

/**
 * Writes a document as a readable link, without `#`; null if it has values that words cannot express, such as a list of messages. A network
 * other than the first is written as the parts that differ, with its letter before the key.
 * @param hasDefaults whether all values are written, including defaults
 */
export function writeReadable(document: Document, hasDefaults = false): string | null {
  const variants = variantsOf(document);
  const { seeds, baseline, cost, claim } = document;
  // All networks are written in the oldest version that can express all of them.
  const write = (each: Document, from?: number) => (hasDefaults ? writeFullDocument(each) : writeDocument(each, from));
  const { version, sweep } = write(document);
  const writtenNetworks = variants.map((each) => writeSections(write({ ...documentOf(each), cost }, Number(version)), hasDefaults));
  // The first network, then the parts of the others that differ; an empty part resets a value to its default.
  const [firstParts, ...otherNetworks] = writtenNetworks;
  if (firstParts === null) return null;
  const parts = [`v=${version}`, ...[...firstParts].map(([key, word]) => `${key}=${word}`)];
  for (const [i, otherParts] of otherNetworks.entries()) {
    if (otherParts === null) return null;
    const letter = letterOf(i + 1).toLowerCase();
    for (const [key, word] of otherParts) if (firstParts.get(key) !== word) parts.push(`${letter}.${key}=${word}`);
    for (const key of firstParts.keys()) if (!otherParts.has(key) && key !== "title" && key !== "seed") parts.push(`${letter}.${key}=`);
  }
  if (document.sweep.length > 0) {
    const words = writeSweep(document, sweep);
    if (words === null) return null;
    parts.push(`sweep=${words}`);
  }
  if (hasDefaults || seeds !== 1) parts.push(`seeds=${seeds}`);
  if (baseline !== 0) parts.push(`baseline=${baseline}`);
  if (claim !== null) parts.push(...(claim.engine === "" ? [] : [`engine=${claim.engine}`]), `digest=${claim.digest}`);
  const link = parts.join("&");
  // A network without differences has no part, and some combinations cannot be read back, so the link is verified.
  return (otherNetworks.length === 0 && document.sweep.length === 0 && !hasDefaults) || isReadBackEqual(link, document) ? link : null;
}

function isReadBackEqual(link: string, document: Document): boolean {
  try {
    return canonicalText(writeDocument(readReadable(link))) === canonicalText(writeDocument(document));
  } catch {
    return false;
  }
}

/**
 * The parts of a link for one scenario, by key: title, sections and seed, and the prices of the document; null if a value cannot be written
 * as a word. A parameter is written separately if its name is unique in the link.
 * @param hasDefaults whether all values are written, including defaults
 */
function writeSections({ title, ...document }: RawValues, hasDefaults: boolean): ReadonlyMap<string, string> | null {
  const groups = openGroups(document, new Map(), []);
  const keys = [...fixedKeys, ...groups.map(({ key }) => key)];
  const parts = new Map<string, string>();
  if (typeof title === "string") {
    if (/[\ud800-\udfff]/u.test(title)) return null;
    parts.set("title", encodeURIComponent(title));
  }
  for (const group of groups) {
    if (!group.isSpecified) continue;
    // Names within a section are unique, but the key of a kind within a section must not occur elsewhere in the link.
    if (group.path.includes(".") && keys.filter((key) => key === group.key).length > 1) return null;
    const groupParts = writeGroup(
      group,
      (name) => !keys.includes(name) && groups.filter(({ params }) => findParam(params, name)).length === 1,
      hasDefaults,
    );
    if (groupParts === null) return null;
    for (const part of groupParts) parts.set(part.slice(0, part.indexOf("=")), part.slice(part.indexOf("=") + 1));
  }
  for (const [name, param] of singleValueSections) {
    const word = name in document ? toWord(param, document[name]) : undefined;
    if (word === null) return null;
    if (word !== undefined) parts.set(name, word);
  }
  return parts;
}

/**
 * The parts of a link for one group: `key=kind:items` if its kind is not the default, if the group always writes its values together, or if
 * its parameters are symbols of a paper, which mean nothing by themselves; otherwise one part for each parameter. Null if a value cannot be
 * written as a word.
 * @param isUnique whether a parameter name occurs once in the link
 * @param hasDefaults whether all values are written; they then follow the kind
 */
function writeGroup(
  { key, params, isTogether, defaultKind, values }: LinkGroup,
  isUnique: (name: string) => boolean,
  hasDefaults: boolean,
): readonly string[] | null {
  const ownParams = Object.entries(params).filter(([name, { type }]) => name in values && type !== "kind" && type !== "record");
  const words: [string, Param, string][] = [];
  for (const [name, param] of ownParams) {
    const word = toWord(param, values[name]);
    if (word === null) return null;
    words.push([name, param, word]);
  }
  const hasOnlyKind = Object.keys(values).every((name) => name === "kind");
  const needsKind =
    hasDefaults ||
    isTogether ||
    values["kind"] !== defaultKind ||
    hasOnlyKind ||
    ownParams.some(([name, { symbol }]) => symbol !== undefined || !isUnique(name));
  if (!needsKind) return words.map(([name, , word]) => `${name}=${word}`);
  const items = words.map((entry) => formatItem(...entry)).join(",");
  const kindWord = defaultKind === undefined ? [] : [String(values["kind"])];
  return [`${key}=${[...kindWord, ...(items === "" ? [] : [items])].join(":")}`];
}

/**
 * Sets a parameter that a link writes separately, `load=.45`, if exactly one group has a parameter of that name; otherwise adds an issue
 * that suggests what to write.
 */
function setSeparateParameter(groups: readonly LinkGroup[], name: string, word: string, issues: ValidationIssue[]): void {
  const owners = groups.filter(({ params }) => findParam(params, name) !== undefined);
  if (owners.length === 1) setValue(owners[0], name, word, issues);
  else if (owners.length > 1) {
    const ownerKeys = owners.map(({ key }) => key).join(" and ");
    issues.push({
      path: name,
      message: `may belong to ${ownerKeys}.`,
      remedy: `Write it as ${owners[0].key}=kind:${name}${word.slice(0, 20)}.`,
    });
  } else {
    // No group has the parameter: suggest other kinds that have it, another part of the link, or a similar name.
    const known = [...fixedKeys, ...groups.flatMap(({ key, params }) => [key, ...Object.keys(params)])];
    const otherKinds = groups.flatMap(({ key, kinds }) =>
      kinds.filter(({ params }) => findParam(params, name)).map(({ id }) => `${key}=${id}`),
    );
    const issue = unknownNameIssue(name.slice(0, 40), name, [...new Set(known)]);
    const [part] = partsWithKind(name);
    if (otherKinds.length > 0) issues.push({ ...issue, remedy: `It belongs to ${otherKinds.join(" or ")}: add that to the link.` });
    else issues.push(part === undefined ? issue : { ...issue, remedy: `Write ${part}.` });
  }
}

/** The parts of a link by key. Some programs encode more characters than necessary, or escape & as in HTML. */
function parseParts(fragment: string, issues: ValidationIssue[]): LinkParts {
  const texts = fragment.replaceAll("&amp;", "&").split("&", maxParts + 1);
  if (texts.length > maxParts) refuse("link", `it has more than ${maxParts} parts; a scenario has about ten.`, "Copy the link again.");
  const parts: LinkParts = new Map();
  for (const text of texts) {
    if (text === "") continue;
    const [key, word] = decodePart(text);
    if (parts.has(key)) issues.push(duplicateIssue(key.slice(0, 40)));
    parts.set(key, word);
  }
  return parts;
}

/** Splits a part into its key and its word, and decodes both. */
function decodePart(text: string): readonly [string, string] {
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
    return refuse(
      "link",
      `"${text.slice(0, 40)}" has a % that is not followed by two hexadecimal digits.`,
      "Write %25 for a percent sign.",
    );
  }
}
