/** The parts of a document that have parameters of their own, as readable links name them. */
import { type Complaint, show } from "../core/base/errors.ts";
import { nearestName, type Param, type Params } from "../core/base/params.ts";
import type { Kind } from "../core/base/registry.ts";
import { allParams } from "../core/scenario/document.ts";
import { findParam, fromWord, splitItem } from "./words.ts";

/** Values as they stand in a document. */
export type Values = Record<string, unknown>;

/** A record or a chosen kind, with its parameters and what the document gives of them. */
export interface Group {
  /**
   * What it is called in a link: `topology`, `run`, or for a choice within a section the first word of
   * its noun, `traffic`, unless another choice before it has that; its own name is understood too.
   */
  readonly key: string;
  /** Its place in the document, `workload.pattern`. */
  readonly path: string;
  readonly params: Params;
  /** The kinds it may have; none for a record. */
  readonly kinds: readonly Kind[];
  /** The kind it has when the link names none; undefined for a record. */
  readonly usual: string | undefined;
  /** Its own part of the document, `kind` included; present in the document whether or not it says anything. */
  readonly given: Values;
  /** Whether the document had it, or the link named it. */
  readonly isSaid: boolean;
  /** Takes it out of the document. */
  drop(): void;
}

/** The parts of a link that have not been understood yet, by key. */
export type Parts = Map<string, string>;

/** Takes a part out. */
export function take(parts: Parts, key: string): string | undefined {
  const word = parts.get(key);
  parts.delete(key);
  return word;
}

/** Opens every group of a document, outer ones first; parts that name a group are taken out and set. */
export function openGroups(document: Values, parts: Parts, complaints: Complaint[]): readonly Group[] {
  const groups: Group[] = [];
  for (const [name, param] of Object.entries<Param>(allParams)) open(param, name, name, name, document);
  return groups;

  function open(param: Param, key: string, path: string, name: string, within: Values): void {
    if (param.type !== "kind" && param.type !== "record") return;
    const text = take(parts, key) ?? take(parts, name);
    const usual = param.type === "kind" ? param.default.kind : undefined;
    const isSaid = text !== undefined || name in within;
    if (text !== undefined && name in within) complaints.push(twice(path));
    const [kind, items] = param.type === "kind" && text !== undefined ? cut(text) : [usual, text ?? ""];
    const given = (within[name] ?? (kind === undefined ? {} : { kind })) as Values;
    within[name] = given;
    // A kind that does not exist has no parameters; reading the document will say so.
    const params = param.type === "record" ? param.params : (param.registry.find(String(given["kind"]))?.params ?? {});
    const kinds = param.type === "kind" ? param.registry.kinds : [];
    const group = { key, path, params, kinds, usual, given, isSaid, drop: () => delete within[name] };
    groups.push(group);
    for (const item of items.split(",")) {
      if (item === "" || (param.type === "kind" && param.registry.find(String(given["kind"])) === undefined)) continue;
      const { name: inner, word } = splitItem(item);
      setValue(group, inner === "" ? item : inner, word, complaints);
    }
    const nouns = new Set<string>();
    for (const [inner, each] of Object.entries(params)) {
      const noun = each.type === "kind" ? each.registry.noun.split(" ")[0] : inner;
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

/** Sets one parameter of a group from a word. */
export function setValue({ params, given, path }: Group, name: string, word: string, complaints: Complaint[]): void {
  const found = findParam(params, name);
  if (found === undefined) {
    complaints.push(unknown(`${path}.${name.slice(0, 40)}`, name, Object.keys(params)));
    return;
  }
  const [own, param] = found;
  if (Object.hasOwn(given, own)) complaints.push(twice(`${path}.${own}`));
  else given[own] = param.type === "kind" ? { kind: word } : fromWord(param, word);
}

/** The complaint about a name nobody knows. */
export function unknown(path: string, name: string, known: readonly string[]): Complaint {
  const near = nearestName(name, known);
  return {
    path,
    message: `is not known here; expected ${known.length === 0 ? "nothing" : `one of ${known.join(", ")}`}.`,
    remedy: near === undefined ? "Leave it out." : `Did you mean ${show(near)}?`,
  };
}

/** The complaint about something that is said more than once. */
export function twice(path: string): Complaint {
  return { path, message: "is given twice.", remedy: "Keep one of them." };
}
