/**
 * The scenario as one readable sentence, as data: pieces of text and words that are controls. Everything comes from the
 * phrases of the kinds and the descriptions of their parameters.
 */
import { defined } from "../core/base/defined.ts";
import {
  type ChoiceParam,
  type ChosenKind,
  type FlagParam,
  type KindParam,
  type ListParam,
  type Param,
  type Params,
  readBeside,
  type Values,
} from "../core/base/params.ts";
import { type Document, documentParams, letterOf, variantsOf } from "../core/scenario/document.ts";
import { isInPhrase, paramAt, valueAt } from "../core/scenario/place.ts";
import { nothingSwept, sayAxis, sayValue, type SweptWords, sweptWords } from "./sweep.ts";
import { routingFor, type Scenario, scenarioParams, scenarioPhrase } from "../core/scenario/scenario.ts";
import { isSameValue } from "../core/base/same.ts";
import { isolated } from "../core/base/words.ts";
import { topologies } from "../core/topologies/shelf.ts";
import { formatCount } from "./numbers.ts";
import { boundText, capital, nounOf, ownerAt, someNamed, valueText, wordsOf } from "./params.ts";
import type { Path } from "../core/scenario/place.ts";
import type { NumericParam } from "../core/base/params.ts";

/** Plain words between the controls. */
export interface TextSegment {
  readonly type: "text";
  readonly text: string;
}

/** A dotted word: a number to drag, step and type. */
export interface NumberSegment {
  readonly type: "number";
  readonly path: Path;
  readonly param: NumericParam;
  readonly value: number;
  /** Words that belong to the number but are not underlined: `load `. */
  readonly lead: string;
  /** The paper's letter, set in italics before an equals sign; empty for none. */
  readonly symbol: string;
  readonly text: string;
  /** Words underlined with the number: ` levels`, `-packet`. */
  readonly tail: string;
}

/** A solid word: a choice among kinds, named values, or yes and no. */
export interface ChoiceSegment {
  readonly type: "choice";
  readonly path: Path;
  readonly param: KindParam | ChoiceParam | FlagParam;
  readonly text: string;
}

/** A solid word for what is too long for the sentence; it opens the section's form. */
export interface FormSegment {
  readonly type: "form";
  readonly path: Path;
  readonly text: string;
}

/** The letter of one of several scenarios, as a tag. */
export interface LetterSegment {
  readonly type: "letter";
  readonly letter: string;
  readonly text: string;
}

export type Segment = TextSegment | NumberSegment | ChoiceSegment | FormSegment | LetterSegment;

/**
 * A whole document as a sentence: the first scenario, what sets those beside it apart, and what is swept.
 */
export function documentSentence(document: Document): readonly Segment[] {
  const swept = sweptWords(document);
  const own = sentenceOf(document, swept);
  if (document.beside.length === 0 && document.sweep.length === 0 && document.seeds === 1) return own;
  const body = [...own.slice(0, -1), ...withoutStop(own[own.length - 1])];
  const variants = variantsOf(document);
  const besides = document.beside.flatMap(({ changes }, i): readonly Segment[] => {
    const at = (path: Path) => ["beside", String(i), ...path];
    const scenario = variants[i + 1];
    // A network of the first one's kind, or the same one, is said whole: what is not different yet can then be made so.
    const isTopology = changes.length === 0 || changes.some(({ path }) => path[0] === "topology");
    const network = isTopology ? kindSaid(scenarioParams.topology, scenario.topology, document.topology, at(["topology"]), swept) : [];
    const changeSaid = (path: Path, value: unknown): readonly (readonly Segment[])[] => {
      const param = paramAt(scenario, path);
      if (param === undefined || path[0] === "topology" || swept.covers(path)) return [];
      if (param.type === "list" && param.about !== undefined) return entrySegments(param, value, scenario, at(path), swept);
      const owner = ownerAt(scenario, path);
      if (owner !== "") return [[form(at(path.slice(0, 1)), owner), text(` ${sayValue(param, value)}`)]];
      if (param.type === "choice" && isInPhrase(scenario, path)) return [segmentsOf(param, value, at(path), swept)];
      if (param.type !== "kind") return [labelled(param, value, at(path), swept)];
      const usual = paramAt(document, path)?.type === "kind" ? (valueAt(document, path) as ChosenKind) : (value as ChosenKind);
      return kindSaid(param, value as ChosenKind, usual, at(path), swept);
    };
    let whose = "";
    const said = changes.flatMap(({ path, value }) => {
      const parts = changeSaid(path, value);
      const [before, entry] = [whose, entryAt(scenario, path)];
      if (parts.length > 0) whose = entry;
      return parts.map((part, k) => (k > 0 || entry === "" || entry === before ? part : [text(`${entry}: `), ...part]));
    });
    const [joint, own] = [i === 0 ? ", compared with " : ", and ", between([...network, ...said], ", ")];
    return [text(joint), letter(i + 1), text(" "), ...withTerminalNames(own, scenario)];
  });
  const lead = document.beside.length === 0 ? [] : [letter(0), text(" ")];
  // What is swept stands in the place of its value; what the sentence does not say otherwise is said at the end.
  const axes = document.sweep
    .filter(({ path }) => !swept.said.has(path.join(".")))
    .map((axis) => {
      const { before, said } = sayAxis(document, axis);
      return [text(`${before} `), sweptSegment(said)];
    });
  const over = axes.length === 0 ? [] : [text(", "), ...between(axes, " and ")];
  const { seeds } = documentParams;
  const many = document.seeds === 1 ? [] : [text(", with "), numberSegment(seeds, document.seeds, ["seeds"])];
  return merged([...lead, ...body, ...besides, ...over, ...many, text(".")]);
}

/** Whose a value is that stands in one of several entries: `job B`; empty elsewhere. */
function entryAt(scenario: Scenario, path: Path): string {
  const at = path.findIndex((part) => /^\d+$/.test(part));
  const list = at < 0 ? undefined : paramAt(scenario, path.slice(0, at));
  return list?.type === "list" && list.of.type === "record" ? `${nounOf(list, 1)} ${letterOf(Number(path[at]))}` : "";
}

const sweptSegment = (said: string): FormSegment => ({ type: "form", path: ["sweep"], text: said });

const letter = (variant: number): LetterSegment => ({ type: "letter", letter: letterOf(variant), text: letterOf(variant) });

function withoutStop(segment: Segment): readonly Segment[] {
  return segment.type === "text" ? [text(segment.text.replace(/\.$/, ""))] : [segment];
}

/**
 * The whole scenario as a sentence that begins with a capital. What its phrases leave out is at its default; what is
 * not is named at the end, so the sentence is always the whole truth.
 */
export function sentenceOf(scenario: Scenario, swept = nothingSwept): readonly Segment[] {
  const said = phrase(scenarioPhrase.replace(/\.$/, ""), scenarioParams, scenario, [], swept);
  const routing = routingFor(scenario.topology);
  const usual = { ...defaultsBeside(scenarioParams, scenario), ...defined({ routing }) };
  const sections: readonly [string, Param][] = Object.entries(scenarioParams);
  // What has a joint of its own stands before all that is joined by "with".
  const joined = sections.flatMap(([section, param]) => (param.joint === undefined ? [] : [{ section, joint: param.joint }]));
  const rest = (sectionsSaid: (section: string) => boolean, joint: string) =>
    unsaid(scenarioPhrase, Object.fromEntries(sections.filter(([section]) => sectionsSaid(section))), scenario, usual, [], swept).flatMap(
      (each, i) => [text(i === 0 ? `, ${joint} ` : ", "), ...each],
    );
  const segments = capitalised(
    merged([
      ...said,
      ...joined.flatMap(({ section, joint }) => rest((each) => each === section, joint)),
      ...rest((each) => joined.every(({ section }) => section !== each), "with"),
      text("."),
    ]),
  );
  return withTerminalNames(segments, scenario);
}

/** Numbers of terminals as the names that these have, where they have some. */
function withTerminalNames(segments: readonly Segment[], { topology: { kind, values } }: Scenario): readonly Segment[] {
  const names = topologies.get(kind).look?.(values)?.names;
  if (names === undefined || names.size === 0) return segments;
  return segments.map((each) => {
    const name = each.type === "number" && each.param.isTerminal === true ? names.get(each.value) : undefined;
    return name === undefined ? each : { ...(each as NumberSegment), lead: "", text: isolated(name), tail: "" };
  });
}

/** The sentence as plain text, for screen readers, titles and tests. */
export function plain(segments: readonly Segment[]): string {
  return segments
    .map((each) => {
      if (each.type === "number") return `${each.lead}${each.symbol === "" ? "" : `${each.symbol} = `}${each.text}${each.tail}`;
      // A tag on the page; in plain words it would read as an article.
      return each.type === "letter" ? `${each.text}:` : each.text;
    })
    .join("");
}

/** Expands a phrase: `{name}` stands for a parameter, `{title}` (given by `title`) for the kind itself. */
function phrase(
  said: string,
  params: Params,
  values: Values,
  path: Path,
  swept: SweptWords,
  title?: readonly Segment[],
): readonly Segment[] {
  // What has an article of its own cannot stand before a noun: not "a mixture traffic" but "traffic of a mixture".
  const template = said.replace(/\{(\w+)\} \{title\}/, (own, name: string) => {
    const param = params[name];
    const hasArticle = param?.type === "kind" && param.registry.get((values[name] as ChosenKind).kind).article !== "";
    return hasArticle ? `{title} of {${name}}` : own;
  });
  return template.split(/(\{[^}]+\})/).flatMap((part): readonly Segment[] => {
    if (!part.startsWith("{")) return [text(part)];
    const name = part.slice(1, -1);
    if (name === "title" && title !== undefined) return title;
    return segmentsOf(params[name], values[name], [...path, name], swept);
  });
}

export function segmentsOf(param: Param, value: unknown, path: Path, swept: SweptWords): readonly Segment[] {
  const words = swept.at(path);
  if (words !== undefined) return [sweptSegment(words)];
  switch (param.type) {
    case "integer":
    case "number":
    case "quantity":
      return [numberSegment(param, value as number, path)];
    case "choice":
      return inWords(param, { type: "choice", path, param, text: wordsOf(param, value) });
    case "flag":
      return [{ type: "choice", path, param, text: flagText(param, value === true) }];
    case "kind": {
      const { kind: id, values } = value as ChosenKind;
      const kind = param.registry.get(id);
      const article = kind.article === "" ? [] : [text(`${kind.article} `)];
      return phrase(kind.phrase, kind.params, values, path, swept, [...article, { type: "choice", path, param, text: kind.title }]);
    }
    case "record":
      return between(
        Object.entries(param.params).map(([name, own]) =>
          labelled(readBeside(own, value as Values), (value as Values)[name], [...path, name], swept),
        ),
        ", ",
      );
    case "list":
      return listSegments(param, value as readonly unknown[], path, swept);
    case "amount":
      return [form(path, sayValue(param, value))];
    case "text":
      return [text(wordsOf(param, value))];
  }
}

/** A choice between the words of its parameter: `detours over a switch`. */
function inWords({ word = "#" }: Param, said: ChoiceSegment): readonly Segment[] {
  const [lead, tail = ""] = word.split("#");
  return [text(lead), said, text(tail)];
}

/** A list of plain values reads value by value; a list of records is named by its length and opens as a form. */
function listSegments(param: ListParam, values: readonly unknown[], path: Path, swept: SweptWords): readonly Segment[] {
  if (param.of.type === "record" || param.of.type === "kind" || param.of.type === "list") {
    return [{ type: "form", path, text: `${values.length} ${nounOf(param, values.length)}` }];
  }
  return between(
    values.map((each, i) => segmentsOf(param.of, each, [...path, String(i)], swept)),
    param.separator,
  );
}

/** A list whose entries have names: numbers to be dragged would say nothing. */
function namedSegments(param: ListParam, names: readonly string[], path: Path): readonly Segment[] {
  return [text(`${nounOf(param, names.length)}: `), { type: "form", path, text: someNamed(names) }];
}

/** A kind by its own phrase, and what that leaves out although it is not as usual. */
export function kindSaid(
  param: KindParam,
  value: ChosenKind,
  usual: ChosenKind,
  path: Path,
  swept: SweptWords,
): readonly (readonly Segment[])[] {
  return [segmentsOf(param, value, path, swept), ...unsaidOf(param, value, usual, path, swept)];
}

/** The parameters of a kind that its phrase leaves out: beside those of the usual one, or, where that is another kind, their defaults. */
function unsaidOf(param: KindParam, value: ChosenKind, usual: ChosenKind, path: Path, swept: SweptWords): readonly (readonly Segment[])[] {
  if (swept.covers(path)) return [];
  const { phrase: said, params } = param.registry.get(value.kind);
  return unsaid(said, params, value.values, value.kind === usual.kind ? usual.values : defaultsBeside(params, value.values), path, swept);
}

/** What is usual where those values stand: every default, but of a kind that was not chosen only its name, for it may not be there yet. */
export function defaultsBeside(params: Params, values: Values): Values {
  const usual = (param: Param, value: unknown) => {
    if (param.type !== "kind") return param.default;
    const { kind, values: own } = value as ChosenKind;
    return { kind: param.usual, values: kind === param.usual ? defaultsBeside(param.registry.get(kind).params, own) : {} };
  };
  return Object.fromEntries(Object.entries(params).map(([name, param]) => [name, usual(param, values[name])]));
}

/** The parameters that a phrase leaves out although they differ from what is usual, each as its own segments. */
export function unsaid(
  template: string,
  params: Params,
  values: Values,
  usual: Values,
  path: Path,
  swept: SweptWords,
): readonly (readonly Segment[])[] {
  return Object.entries(params).flatMap(([name, described]): readonly (readonly Segment[])[] => {
    const [param, value] = [readBeside(described, values), values[name]];
    const at = [...path, name];
    if (swept.covers(at)) return [];
    const isSaid = template.includes(`{${name}}`);
    if (param.type === "kind") {
      const [own, base] = [value as ChosenKind, usual[name] as ChosenKind];
      // Of two choices among the same kinds one says whose the words within it are.
      const whose = param.word === undefined ? [] : [text(param.word.split("#")[0])];
      const inside = unsaidOf(param, own, base, at, swept).map((each) => [...whose, ...each]);
      return isSaid || own.kind === base.kind ? inside : [segmentsOf(param, value, at, swept), ...inside];
    }
    if (isSaid || param.type === "text" || isSameValue(value, usual[name])) return [];
    if (param.type === "record") {
      const inside = unsaid("", param.params, value as Values, usual[name] as Values, at, swept);
      return param.word === undefined || inside.length === 0 ? inside : [[text(param.word.split("#")[0]), ...andedSegments(inside)]];
    }
    if (param.type === "list" && param.about !== undefined) return entrySegments(param, value, values, at, swept);
    const names = param.type === "list" ? (param.names?.(values) ?? null) : null;
    if (names !== null) return [namedSegments(param as ListParam, names, at)];
    return [labelled(param, value, at, swept)];
  });
}

/** Entries of a list that a sentence tells; of more, the rest is counted. */
const mostTold = 4;

/** What a list says whose entries have names. */
function entrySegments(
  { about }: ListParam,
  entries: unknown,
  beside: unknown,
  path: Path,
  swept: SweptWords,
): readonly (readonly Segment[])[] {
  const said = about!.said(entries as readonly Values[], beside as Values, (key, name) => swept.covers([...path, key, name]));
  const told = said.length > mostTold ? said.slice(0, mostTold - 1) : said;
  const left = said.length - told.length;
  return [
    ...told.map(({ title, words }) => [form(path, title), text(` ${words}`)]),
    ...(left > 0 ? [[form(path, `${formatCount(left)} more`)]] : []),
  ];
}

const andedSegments = (parts: readonly (readonly Segment[])[]) =>
  parts.flatMap((part, i) => [...(i === 0 ? [] : [text(i === parts.length - 1 ? " and " : ", ")]), ...part]);

/** A value with its label before it, unless its own words say what it is. */
function labelled(param: Param, value: unknown, path: Path, swept: SweptWords): readonly Segment[] {
  const said = segmentsOf(param, value, path, swept);
  const saysWhat = param.word !== undefined || param.symbol !== undefined || param.type === "flag" || said[0]?.type === "form";
  return saysWhat ? said : [text(`${param.title.toLowerCase()} `), ...said];
}

function numberSegment(param: NumericParam, value: number, path: Path): NumberSegment {
  const bound = boundText(param, value);
  if (bound !== null) return { type: "number", path, param, value, lead: "", symbol: "", text: bound, tail: "" };
  const shown = param.type === "integer" ? formatCount(value) : valueText(param, value);
  const [many, one = many] = (param.word ?? "#").split("|");
  const [lead, tail = ""] = (value === 1 ? one : many).split("#");
  const unit = param.word === undefined && param.type !== "quantity" && param.unit !== undefined ? ` ${param.unit}` : "";
  const symbol = param.word === undefined ? (param.symbol ?? "") : "";
  return { type: "number", path, param, value, lead, symbol, text: shown, tail: tail + unit };
}

/** How a flag reads: its own two words, or its title, with "not" before it where it does not hold. */
export function flagText(param: FlagParam, value: boolean): string {
  if (param.word !== undefined) return wordsOf(param, value);
  const said = param.title.toLowerCase();
  return value ? said : `not ${said}`;
}

const form = (path: Path, said: string): FormSegment => ({ type: "form", path, text: said });

const text = (said: string): TextSegment => ({ type: "text", text: said });

export function between(parts: readonly (readonly Segment[])[], separator: string): readonly Segment[] {
  return parts.flatMap((part, i) => (i === 0 ? part : [text(separator), ...part]));
}

/** Neighbouring texts as one, empty ones left out. */
export function merged(segments: readonly Segment[]): readonly Segment[] {
  const out: Segment[] = [];
  for (const each of segments) {
    const last = out.at(-1);
    if (each.type === "text" && last?.type === "text") out[out.length - 1] = text(last.text + each.text);
    else if (each.type !== "text" || each.text !== "") out.push(each);
  }
  return out;
}

export function capitalised([first, ...rest]: readonly Segment[]): readonly Segment[] {
  if (first === undefined) return [];
  if (first.type === "number" && first.lead !== "") return [{ ...first, lead: capital(first.lead) }, ...rest];
  return [{ ...first, text: capital(first.text) }, ...rest];
}
