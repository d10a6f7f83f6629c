/** The groups of parameters of a document, as readable links name them. */
import { withoutUndefined } from "../core/base/defined.ts";
import { type ValidationIssue, maxIssues, quoteValue } from "../core/base/errors.ts";
import { type KindParam, nearestName, type Param, type Params, readParam } from "../core/base/params.ts";
import type { Kind } from "../core/base/kind-registry.ts";
import { kindsOf } from "../core/kinds/all-kinds.ts";
import { allParams } from "../core/scenario/document.ts";
import { findParam, fromWord, formatItem, splitItem } from "./words.ts";

/** Values as in the JSON of a document. */
export type RawValues = Record<string, unknown>;

/** A record or a selected kind, with its parameters and the values that the document specifies. */
export interface LinkGroup {
  /**
   * Key of the group in a link: `topology`, `run`; for a kind within a section the first word of its noun, `traffic`, unless an earlier
   * kind has that key. The name of its parameter is accepted, too.
   */
  readonly key: string;
  /** Path of the group in the document, `workload.pattern`. */
  readonly path: string;
  readonly params: Params;
  /** The possible kinds; empty for a record. */
  readonly kinds: readonly Kind[];
  /** Whether a link writes the values of the group after its key instead of as separate parts. */
  readonly isTogether: boolean;
  /** The default kind; undefined for a record. */
  readonly defaultKind: string | undefined;
  /** JSON of the group in the document, including `kind`; present even if the document specifies nothing. */
  readonly values: RawValues;
  /** Whether the document or the link specifies the group. */
  readonly isSpecified: boolean;
  /** Removes the group from the document. */
  remove(): void;
}

/** The parts of a link that have not been interpreted yet, by key. */
export type LinkParts = Map<string, string>;

/** Removes a part and returns it. */
export function takeLinkPart(parts: LinkParts, key: string): string | undefined {
  const word = parts.get(key);
  parts.delete(key);
  return word;
}

/**
 * Lists all groups of a document, outer groups first: its objects with several fields, such as `run`, and its kinds with their parameters,
 * such as `topology`. A part of the link,
 * `key=…`, that names a group is removed from `parts`, and its values are set in the document.
 */
export function openGroups(document: RawValues, parts: LinkParts, issues: ValidationIssue[]): readonly LinkGroup[] {
  const groups: LinkGroup[] = [];
  for (const [name, param] of Object.entries<Param>(allParams)) openGroup(param, name, name, name, document);
  return groups;

  /**
   * Adds the group of a record or kind to `groups` and, recursively, the groups of the kinds and records within it. Values that the link
   * specifies are set. A group has a `key` in the link, a `path` in the document, and a `name` in its parent.
   */
  function openGroup(param: Param, key: string, path: string, name: string, parent: RawValues): void {
    if (param.type !== "kind" && param.type !== "record") return;
    // The values of the link, or of the document, or the default kind.
    const text = takeLinkPart(parts, key) ?? takeLinkPart(parts, name);
    const defaultKind = param.type === "kind" ? param.defaultKind : undefined;
    const isSpecified = text !== undefined || name in parent;
    if (text !== undefined && name in parent) issues.push(duplicateIssue(path));
    const [kind, items] = param.type === "kind" && text !== undefined ? splitKind(text) : [defaultKind, text ?? ""];
    const values = (parent[name] ?? withoutUndefined({ kind })) as RawValues;
    parent[name] = values;
    // An unknown kind has no parameters; it is reported when the document is read.
    const params = param.type === "record" ? param.params : (param.registry.find(String(values["kind"]))?.params ?? {});
    const kinds = param.type === "kind" ? kindsOf(param.registry) : [];
    const isTogether = param.type === "record" && param.isTogether === true;
    const group = { key, path, params, kinds, isTogether, defaultKind, values, isSpecified, remove: () => delete parent[name] };
    groups.push(group);
    if (param.type === "kind" && param.registry.find(String(values["kind"])) === undefined) {
      const otherParts = partsWithKind(String(values["kind"]));
      const message = `${quoteValue(values["kind"])} is not a ${param.registry.noun}; it belongs to another part.`;
      if (otherParts.length > 0) issues.push({ path: `${path}.kind`, message, remedy: `Write ${listAlternatives(otherParts)}.` });
      return;
    }
    // The values that follow the kind.
    for (const item of items.split(",")) {
      if (item === "") continue;
      if (issues.length >= maxIssues) break;
      const { name: innerName, word } = splitItem(item);
      if (findParam(params, innerName) === undefined) issues.push(unknownItemIssue(group, item, innerName === "" ? item : innerName));
      else setValue(group, innerName, word, issues);
    }
    // Inner groups. If several have the same key, only the first uses it; the others use the name of their parameter.
    const keys = new Set<string>();
    for (const [innerName, innerParam] of Object.entries(params)) {
      const linkKey = innerParam.type === "kind" ? kindKey(innerParam) : innerName;
      openGroup(innerParam, keys.has(linkKey) ? innerName : linkKey, `${path}.${innerName}`, innerName, values);
      keys.add(linkKey);
    }
  }
}

/** Splits `thin-tree:k4,n3` at the colon into the kind and its parameters. */
function splitKind(text: string): readonly [string, string] {
  const mark = text.indexOf(":");
  return mark < 0 ? [text, ""] : [text.slice(0, mark), text.slice(mark + 1)];
}

/** Sets a parameter of a group, which must have it, from a word. */
export function setValue({ params, values, path }: LinkGroup, name: string, word: string, issues: ValidationIssue[]): void {
  const [ownName, param] = findParam(params, name) as [string, Param];
  if (Object.hasOwn(values, ownName)) issues.push(duplicateIssue(`${path}.${ownName}`));
  else values[ownName] = param.type === "kind" ? { kind: word } : fromWord(param, word);
}

/**
 * The issue about an item after a kind that is not a parameter of the kind: it may be a value without its name, or a kind of another part.
 */
function unknownItemIssue({ path, params }: LinkGroup, item: string, name: string): ValidationIssue {
  const issue = unknownNameIssue(`${path}.${name.slice(0, 40)}`, name, Object.keys(params));
  // A long item is hardly a value whose name is missing.
  if (item.length > 40) return issue;
  const matches = Object.entries(params).flatMap(([each, param]) => (isValue(param, item) ? [formatItem(each, param, item)] : []));
  const suggestions = matches.length > 0 ? matches : partsWithKind(item);
  return suggestions.length === 0 ? issue : { ...issue, remedy: `Write ${listAlternatives(suggestions)}.` };
}

/** Whether a word is a valid value of a parameter. */
function isValue(param: Param, word: string): boolean {
  if (param.type === "kind" || param.type === "record") return hasKind(param, word);
  const issues: ValidationIssue[] = [];
  readParam(param, fromWord(param, word), "", issues);
  return issues.length === 0;
}

/** The parts of links that accept a kind, such as `workload=all-to-all`; of nested parts only the outermost. */
export function partsWithKind(id: string): readonly string[] {
  let levels: readonly Params[] = [allParams];
  for (; levels.length > 0; levels = [...new Set(levels.flatMap(nestedParams))]) {
    const matches = levels.flatMap((params) => Object.entries<Param>(params)).filter(([, param]) => hasKind(param, id));
    const names = matches.map(([name, param]) => (levels[0] === allParams || param.type !== "kind" ? name : kindKey(param)));
    if (names.length > 0) return [...new Set(names)].map((name) => `${name}=${id}`);
  }
  return [];
}

/** The parameters of all kinds and records among some parameters. */
function nestedParams(params: Params): readonly Params[] {
  return Object.values<Param>(params).flatMap((param) =>
    param.type === "record" ? [param.params] : param.type === "kind" ? kindsOf(param.registry).map((kind) => kind.params) : [],
  );
}

const hasKind = (param: Param, id: string) => param.type === "kind" && param.registry.find(id) !== undefined;
/** The key of a kind within a section: the first word of its noun. */
const kindKey = ({ registry }: KindParam) => registry.noun.split(" ")[0];

/** A list of alternatives: `a, b or c`. */
function listAlternatives(things: readonly string[]): string {
  return things.length === 1 ? things[0] : `${things.slice(0, -1).join(", ")} or ${things.at(-1)}`;
}

/** The issue about an unknown name. */
export function unknownNameIssue(path: string, name: string, known: readonly string[]): ValidationIssue {
  const nearest = nearestName(name, known);
  return {
    path,
    message: `is not known here; expected ${known.length === 0 ? "nothing" : `one of ${known.join(", ")}`}.`,
    remedy: nearest === undefined ? "Leave it out." : `Did you mean ${quoteValue(nearest)}?`,
  };
}

/** The issue about a duplicate. */
export function duplicateIssue(path: string): ValidationIssue {
  return { path, message: "is given twice.", remedy: "Keep only one." };
}
