/** The groups of parameters of a document, as readable links name them. */
import { defined } from "../core/base/defined.ts";
import { type ValidationIssue, mostIssues, show } from "../core/base/errors.ts";
import { type KindParam, nearestName, type Param, type Params, readParam } from "../core/base/params.ts";
import type { Kind } from "../core/base/registry.ts";
import { kindsOf } from "../core/kinds/all-kinds.ts";
import { allParams } from "../core/scenario/document.ts";
import { findParam, fromWord, itemOf, splitItem } from "./words.ts";

/** Values as in the JSON of a document. */
export type Values = Record<string, unknown>;

/** A record or a selected kind, with its parameters and the values that the document specifies. */
export interface Group {
  /**
   * Its key in a link: `topology`, `run`; for a kind within a section the first word of its noun, `traffic`, unless an earlier kind has
   * that key. Its own name is accepted, too.
   */
  readonly key: string;
  /** Its path in the document, `workload.pattern`. */
  readonly path: string;
  readonly params: Params;
  /** The possible kinds; empty for a record. */
  readonly kinds: readonly Kind[];
  /** Whether its values follow its key instead of being separate parts. */
  readonly isTogether: boolean;
  /** The default kind; undefined for a record. */
  readonly usual: string | undefined;
  /** Its JSON in the document, including `kind`; present even if the document specifies nothing. */
  readonly given: Values;
  /** Whether the document or the link specifies it. */
  readonly isSaid: boolean;
  /** Removes it from the document. */
  drop(): void;
}

/** The parts of a link that have not been interpreted yet, by key. */
export type Parts = Map<string, string>;

/** Removes a part and returns it. */
export function take(parts: Parts, key: string): string | undefined {
  const word = parts.get(key);
  parts.delete(key);
  return word;
}

/** All groups of a document, outer groups first. Parts of the link that name a group are removed and applied. */
export function openGroups(document: Values, parts: Parts, issues: ValidationIssue[]): readonly Group[] {
  const groups: Group[] = [];
  for (const [name, param] of Object.entries<Param>(allParams)) open(param, name, name, name, document);
  return groups;

  /** Opens a record or kind and, recursively, the kinds and records within it. Values that the link specifies are set. */
  function open(param: Param, key: string, path: string, name: string, within: Values): void {
    if (param.type !== "kind" && param.type !== "record") return;
    const text = take(parts, key) ?? take(parts, name);
    const usual = param.type === "kind" ? param.usual : undefined;
    const isSaid = text !== undefined || name in within;
    if (text !== undefined && name in within) issues.push(twice(path));
    const [kind, items] = param.type === "kind" && text !== undefined ? cut(text) : [usual, text ?? ""];
    const given = (within[name] ?? defined({ kind })) as Values;
    within[name] = given;
    // An unknown kind has no parameters; it is reported when the document is read.
    const params = param.type === "record" ? param.params : (param.registry.find(String(given["kind"]))?.params ?? {});
    const kinds = param.type === "kind" ? kindsOf(param.registry) : [];
    const isTogether = param.type === "record" && param.isTogether === true;
    const group = { key, path, params, kinds, isTogether, usual, given, isSaid, drop: () => delete within[name] };
    groups.push(group);
    if (param.type === "kind" && param.registry.find(String(given["kind"])) === undefined) {
      const elsewhere = partsWith(String(given["kind"]));
      const message = `${show(given["kind"])} is not a ${param.registry.noun}; it belongs to another part.`;
      if (elsewhere.length > 0) issues.push({ path: `${path}.kind`, message, remedy: `Write ${orOf(elsewhere)}.` });
      return;
    }
    for (const item of items.split(",")) {
      if (item === "") continue;
      if (issues.length >= mostIssues) break;
      const { name: inner, word } = splitItem(item);
      if (findParam(params, inner) === undefined) issues.push(strange(group, item, inner === "" ? item : inner));
      else setValue(group, inner, word, issues);
    }
    const nouns = new Set<string>();
    for (const [inner, each] of Object.entries(params)) {
      const noun = each.type === "kind" ? wordOf(each) : inner;
      open(each, nouns.has(noun) ? inner : noun, `${path}.${inner}`, inner, given);
      nouns.add(noun);
    }
  }
}

/** `thin-tree:k4,n3` → the kind and the rest. */
function cut(text: string): readonly [string, string] {
  const mark = text.indexOf(":");
  return mark < 0 ? [text, ""] : [text.slice(0, mark), text.slice(mark + 1)];
}

/** Sets a parameter of a group, which must have it, from a word. */
export function setValue({ params, given, path }: Group, name: string, word: string, issues: ValidationIssue[]): void {
  const [own, param] = findParam(params, name) as [string, Param];
  if (Object.hasOwn(given, own)) issues.push(twice(`${path}.${own}`));
  else given[own] = param.type === "kind" ? { kind: word } : fromWord(param, word);
}

/** The issue about an item behind a kind that is no parameter: it may be a value without its name, or a kind of another part. */
function strange({ path, params }: Group, item: string, name: string): ValidationIssue {
  const issue = unknown(`${path}.${name.slice(0, 40)}`, name, Object.keys(params));
  // An invalid item may be arbitrarily long; a value is not.
  if (item.length > 40) return issue;
  const own = Object.entries(params).flatMap(([each, param]) => (isValue(param, item) ? [itemOf(each, param, item)] : []));
  const meant = own.length > 0 ? own : partsWith(item);
  return meant.length === 0 ? issue : { ...issue, remedy: `Write ${orOf(meant)}.` };
}

/** Whether a word is a valid value of a parameter. */
function isValue(param: Param, word: string): boolean {
  if (param.type === "kind" || param.type === "record") return isKind(param, word);
  const issues: ValidationIssue[] = [];
  readParam(param, fromWord(param, word), "", issues);
  return issues.length === 0;
}

/** The parts of links that accept a kind, such as `workload=all-to-all`; of nested parts only the outermost. */
export function partsWith(id: string): readonly string[] {
  let around: readonly Params[] = [allParams];
  for (; around.length > 0; around = [...new Set(around.flatMap(within))]) {
    const own = around.flatMap((params) => Object.entries<Param>(params)).filter(([, param]) => isKind(param, id));
    const names = own.map(([name, param]) => (around[0] === allParams || param.type !== "kind" ? name : wordOf(param)));
    if (names.length > 0) return [...new Set(names)].map((name) => `${name}=${id}`);
  }
  return [];
}

/** The parameters of all kinds and records among some parameters. */
function within(params: Params): readonly Params[] {
  return Object.values<Param>(params).flatMap((param) =>
    param.type === "record" ? [param.params] : param.type === "kind" ? kindsOf(param.registry).map((kind) => kind.params) : [],
  );
}

const isKind = (param: Param, id: string) => param.type === "kind" && param.registry.find(id) !== undefined;
/** The key of a kind within a section: the first word of its noun. */
const wordOf = ({ registry }: KindParam) => registry.noun.split(" ")[0];

/** A list of alternatives: `a, b or c`. */
function orOf(things: readonly string[]): string {
  return things.length === 1 ? things[0] : `${things.slice(0, -1).join(", ")} or ${things.at(-1)}`;
}

/** The issue about an unknown name. */
export function unknown(path: string, name: string, known: readonly string[]): ValidationIssue {
  const near = nearestName(name, known);
  return {
    path,
    message: `is not known here; expected ${known.length === 0 ? "nothing" : `one of ${known.join(", ")}`}.`,
    remedy: near === undefined ? "Leave it out." : `Did you mean ${show(near)}?`,
  };
}

/** The issue about a duplicate. */
export function twice(path: string): ValidationIssue {
  return { path, message: "is given twice.", remedy: "Keep only one." };
}
