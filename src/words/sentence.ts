/**
 * A document as one readable sentence, represented as segments: plain text, and words that act as controls. All wording comes from the
 * phrases of the kinds and from the descriptions of their parameters.
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

/** A number that can be dragged, stepped and typed; underlined with dots. */
export interface NumberSegment {
  readonly type: "number";
  readonly path: Path;
  readonly param: NumericParam;
  readonly value: number;
  /** Words before the number that are not underlined: `load `. */
  readonly lead: string;
  /** The symbol used in the literature, set in italics before an equals sign; empty if there is none. */
  readonly symbol: string;
  readonly text: string;
  /** Words after the number that are underlined with it: ` levels`, `-packet`. */
  readonly tail: string;
}

/** A choice among kinds, named values, or yes and no; underlined with a solid line. */
export interface ChoiceSegment {
  readonly type: "choice";
  readonly path: Path;
  readonly param: KindParam | ChoiceParam | FlagParam;
  readonly text: string;
}

/** A word for a value that is too long for the sentence. It opens the form of its section. */
export interface FormSegment {
  readonly type: "form";
  readonly path: Path;
  readonly text: string;
}

/** The letter of a scenario, shown as a tag. */
export interface LetterSegment {
  readonly type: "letter";
  readonly letter: string;
  readonly text: string;
}

export type Segment = TextSegment | NumberSegment | ChoiceSegment | FormSegment | LetterSegment;

/** A whole document as a sentence: the first scenario, the differences of the others, and the sweep. */
export function documentSentence(document: Document): readonly Segment[] {
  const swept = sweptWords(document);
  const own = sentenceOf(document, swept);
  if (document.beside.length === 0 && document.sweep.length === 0 && document.seeds === 1) return own;
  const body = [...own.slice(0, -1), ...withoutStop(own[own.length - 1])];
  const variants = variantsOf(document);
  const besides = document.beside.flatMap(({ changes }, i): readonly Segment[] => {
    const at = (path: Path) => ["beside", String(i), ...path];
    const scenario = variants[i + 1];
    // If the network has the same kind as the first one, all of its parameters are written out, so that they can be edited.
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
  // Swept values are described where their parameter is mentioned. Axes whose parameter is not mentioned follow at the end.
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

/** The list entry that a path belongs to, such as `job B`; empty if there is none. */
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
 * A whole scenario as a sentence. Parameters that the phrases omit are at their defaults; those that are not are added at the end, so the
 * sentence is always complete.
 */
export function sentenceOf(scenario: Scenario, swept = nothingSwept): readonly Segment[] {
  const said = phrase(scenarioPhrase.replace(/\.$/, ""), scenarioParams, scenario, [], swept);
  const routing = routingFor(scenario.topology);
  const usual = { ...defaultsBeside(scenarioParams, scenario), ...defined({ routing }) };
  const sections: readonly [string, Param][] = Object.entries(scenarioParams);
  // Sections with their own conjunction come before those that are joined by “with”.
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

/** Replaces terminal numbers by the names of terminals, if they have names. */
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
      // The letter is a tag on the page. Without the colon it would read as the article “a”.
      return each.type === "letter" ? `${each.text}:` : each.text;
    })
    .join("");
}

/** Expands a phrase: `{name}` is replaced by a parameter, `{title}` by the given segments for the kind itself. */
function phrase(
  said: string,
  params: Params,
  values: Values,
  path: Path,
  swept: SweptWords,
  title?: readonly Segment[],
): readonly Segment[] {
  // A title with an article cannot precede a noun: “traffic of a mixture”, not “a mixture traffic”.
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

/** A choice with the words of its parameter around it: `detours over a switch`. */
function inWords({ word = "#" }: Param, said: ChoiceSegment): readonly Segment[] {
  const [lead, tail = ""] = word.split("#");
  return [text(lead), said, text(tail)];
}

/** A list of plain values is written value by value. A list of records is shown by its length and opens as a form. */
function listSegments(param: ListParam, values: readonly unknown[], path: Path, swept: SweptWords): readonly Segment[] {
  if (param.of.type === "record" || param.of.type === "kind" || param.of.type === "list") {
    return [{ type: "form", path, text: `${values.length} ${nounOf(param, values.length)}` }];
  }
  return between(
    values.map((each, i) => segmentsOf(param.of, each, [...path, String(i)], swept)),
    param.separator,
  );
}

/** A list whose entries have names, which say more than numbers to drag. */
function namedSegments(param: ListParam, names: readonly string[], path: Path): readonly Segment[] {
  return [text(`${nounOf(param, names.length)}: `), { type: "form", path, text: someNamed(names) }];
}

/** A kind with its own phrase, followed by the parameters that the phrase omits and that differ from the reference. */
export function kindSaid(
  param: KindParam,
  value: ChosenKind,
  usual: ChosenKind,
  path: Path,
  swept: SweptWords,
): readonly (readonly Segment[])[] {
  return [segmentsOf(param, value, path, swept), ...unsaidOf(param, value, usual, path, swept)];
}

/**
 * The parameters that a kind's phrase omits and that differ from the reference. If the reference is another kind, they are compared with
 * their defaults.
 */
function unsaidOf(param: KindParam, value: ChosenKind, usual: ChosenKind, path: Path, swept: SweptWords): readonly (readonly Segment[])[] {
  if (swept.covers(path)) return [];
  const { phrase: said, params } = param.registry.get(value.kind);
  return unsaid(said, params, value.values, value.kind === usual.kind ? usual.values : defaultsBeside(params, value.values), path, swept);
}

/**
 * The default values of parameters. For a parameter that is a kind, the defaults of the kind are included only if it is the selected one:
 * the modules of other kinds may not be loaded yet.
 */
export function defaultsBeside(params: Params, values: Values): Values {
  const usual = (param: Param, value: unknown) => {
    if (param.type !== "kind") return param.default;
    const { kind, values: own } = value as ChosenKind;
    return { kind: param.usual, values: kind === param.usual ? defaultsBeside(param.registry.get(kind).params, own) : {} };
  };
  return Object.fromEntries(Object.entries(params).map(([name, param]) => [name, usual(param, values[name])]));
}

/** The parameters that a phrase omits and that differ from the reference, each as its own segments. */
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
      // If two parameters choose among the same kinds, a word tells which of them is meant.
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

/** Lists with more entries than this are cut, and the omitted entries are counted. */
const mostTold = 4;

/** The entries of a list whose entries have titles. */
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

/** A value with its title in front, unless it is understood without one. */
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

/** The text of a flag: one of its own two words, or its title, with “not” in front if it is false. */
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

/** Joins adjacent texts and removes empty ones. */
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
