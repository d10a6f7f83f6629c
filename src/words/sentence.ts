/**
 * A document as one readable sentence, represented as segments: plain text, and words that act as controls. All wording comes from the
 * phrases of the kinds and from the descriptions of their parameters.
 */
import { withoutUndefined } from "../core/base/defined.ts";
import {
  type ChoiceParam,
  type ChosenKind,
  type FlagParam,
  type KindParam,
  type ListParam,
  type Param,
  type Params,
  paramInContext,
  type Values,
} from "../core/base/params.ts";
import { type Document, documentParams, letterOf, variantsOf } from "../core/scenario/document.ts";
import { isInPhrase, paramAtPath, valueAtPath } from "../core/scenario/param-path.ts";
import { noSweepTexts, sayAxis, sayValue, type SweepTexts, sweepTextsOf } from "./sweep.ts";
import { suitableRouting, type Scenario, scenarioParams, scenarioPhrase } from "../core/scenario/scenario.ts";
import { isSameValue } from "../core/base/equality.ts";
import { isolateDirection } from "../core/base/words.ts";
import { topologies } from "../core/topologies/registry.ts";
import { formatCount } from "./numbers.ts";
import { boundText, capitalize, nounOf, entryTitleAt, listNames, valueText, wordsOfValue } from "./params.ts";
import type { Path } from "../core/scenario/param-path.ts";
import type { NumericParam } from "../core/base/params.ts";

/** Plain words between the controls. */
export interface TextSegment {
  readonly type: "text";
  readonly text: string;
}

/** A number that can be dragged, stepped and typed; underlined by the ticks of a ruler. */
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

/**
 * Writes a whole document as a sentence for the page: the first scenario, the differences of the other networks (`beside`), the sweep, and
 * the seeds. The sentence is a list of segments: plain text, and words that can be edited, each with the path of its parameter.
 */
export function documentSentence(document: Document): readonly Segment[] {
  const sweepTexts = sweepTextsOf(document);
  const firstSentence = sentenceOf(document, sweepTexts);
  if (document.beside.length === 0 && document.sweep.length === 0 && document.seeds === 1) return firstSentence;
  const firstSegments = [...firstSentence.slice(0, -1), ...withoutFullStop(firstSentence[firstSentence.length - 1])];
  const variants = variantsOf(document);
  // The other networks, each with its changes.
  const variantSegments = document.beside.flatMap(({ changes }, i): readonly Segment[] => {
    const variantPath = (path: Path) => ["beside", String(i), ...path];
    const scenario = variants[i + 1];
    // The topology is mentioned if it differs or if nothing differs. If it has the same kind as in the first network, all of its
    // parameters are written out, so that they can be edited.
    const isTopologyMentioned = changes.length === 0 || changes.some(({ path }) => path[0] === "topology");
    const topologySegments = isTopologyMentioned
      ? kindSegments(scenarioParams.topology, scenario.topology, document.topology, variantPath(["topology"]), sweepTexts)
      : [];
    /** The segments for a changed setting other than the topology; several lists for a setting that consists of entries. */
    const segmentsOfChange = (path: Path, value: unknown): readonly (readonly Segment[])[] => {
      const param = paramAtPath(scenario, path);
      if (param === undefined || path[0] === "topology" || sweepTexts.isSwept(path)) return [];
      if (param.type === "list" && param.entryKeys !== undefined)
        return entrySegments(param, value, scenario, variantPath(path), sweepTexts);
      const entryTitle = entryTitleAt(scenario, path);
      if (entryTitle !== "") return [[formSegment(variantPath(path.slice(0, 1)), entryTitle), textSegment(` ${sayValue(param, value)}`)]];
      if (param.type === "choice" && isInPhrase(scenario, path)) return [paramSegments(param, value, variantPath(path), sweepTexts)];
      if (param.type !== "kind") return [labeledSegments(param, value, variantPath(path), sweepTexts)];
      const reference = paramAtPath(document, path)?.type === "kind" ? (valueAtPath(document, path) as ChosenKind) : (value as ChosenKind);
      return kindSegments(param, value as ChosenKind, reference, variantPath(path), sweepTexts);
    };
    // Consecutive changes of one entry of a list name the entry once.
    let lastEntry = "";
    const changeSegments = changes.flatMap(({ path, value }) => {
      const changeParts = segmentsOfChange(path, value);
      const [previousEntry, entry] = [lastEntry, listEntryAt(scenario, path)];
      if (changeParts.length > 0) lastEntry = entry;
      return changeParts.map((changePart, k) =>
        k > 0 || entry === "" || entry === previousEntry ? changePart : [textSegment(`${entry}: `), ...changePart],
      );
    });
    const conjunction = i === 0 ? ", compared with " : ", and ";
    const segments = joinSegments([...topologySegments, ...changeSegments], ", ");
    return [textSegment(conjunction), letterSegment(i + 1), textSegment(" "), ...withTerminalNames(segments, scenario)];
  });
  // The letter of the first network, the axes of the sweep, and the seeds.
  const letterPrefix = document.beside.length === 0 ? [] : [letterSegment(0), textSegment(" ")];
  // Swept values are described where their parameter is mentioned. Axes whose parameter is not mentioned follow at the end.
  const axisSegments = document.sweep
    .filter(({ path }) => !sweepTexts.usedPaths.has(path.join(".")))
    .map((axis) => {
      const { before, wording } = sayAxis(document, axis);
      return [textSegment(`${before} `), sweptSegment(wording)];
    });
  const sweepSegments = axisSegments.length === 0 ? [] : [textSegment(", "), ...joinSegments(axisSegments, " and ")];
  const { seeds } = documentParams;
  const seedSegments = document.seeds === 1 ? [] : [textSegment(", with "), numberSegment(seeds, document.seeds, ["seeds"])];
  return mergeTexts([...letterPrefix, ...firstSegments, ...variantSegments, ...sweepSegments, ...seedSegments, textSegment(".")]);
}

/** The list entry that a path belongs to, such as `job B`; empty if there is none. */
function listEntryAt(scenario: Scenario, path: Path): string {
  const indexPosition = path.findIndex((pathKey) => /^\d+$/.test(pathKey));
  const list = indexPosition < 0 ? undefined : paramAtPath(scenario, path.slice(0, indexPosition));
  return list?.type === "list" && list.of.type === "record" ? `${nounOf(list, 1)} ${letterOf(Number(path[indexPosition]))}` : "";
}

const sweptSegment = (wording: string): FormSegment => ({ type: "form", path: ["sweep"], text: wording });

const letterSegment = (variant: number): LetterSegment => ({ type: "letter", letter: letterOf(variant), text: letterOf(variant) });

function withoutFullStop(segment: Segment): readonly Segment[] {
  return segment.type === "text" ? [textSegment(segment.text.replace(/\.$/, ""))] : [segment];
}

/**
 * Writes a whole scenario as a sentence of segments (plain text, and words that can be edited). A phrase with placeholders states the most
 * important parameters. Other parameters are added at the end if they differ from their defaults, so the sentence is always complete.
 */
export function sentenceOf(scenario: Scenario, sweepTexts = noSweepTexts): readonly Segment[] {
  const phraseSegments = expandPhrase(scenarioPhrase.replace(/\.$/, ""), scenarioParams, scenario, [], sweepTexts);
  const routing = suitableRouting(scenario.topology);
  const defaults = { ...defaultsForKinds(scenarioParams, scenario), ...withoutUndefined({ routing }) };
  const sections: readonly [string, Param][] = Object.entries(scenarioParams);
  // Sections with their own preposition come before those that are joined by “with”.
  const sectionsWithPreposition = sections.flatMap(([section, param]) =>
    param.preposition === undefined ? [] : [{ section, preposition: param.preposition }],
  );
  const omittedInSections = (isIncluded: (section: string) => boolean, preposition: string) =>
    omittedParams(
      scenarioPhrase,
      Object.fromEntries(sections.filter(([section]) => isIncluded(section))),
      scenario,
      defaults,
      [],
      sweepTexts,
    ).flatMap((each, i) => [textSegment(i === 0 ? `, ${preposition} ` : ", "), ...each]);
  const segments = capitalizedSegments(
    mergeTexts([
      ...phraseSegments,
      ...sectionsWithPreposition.flatMap(({ section, preposition }) => omittedInSections((each) => each === section, preposition)),
      ...omittedInSections((each) => sectionsWithPreposition.every(({ section }) => section !== each), "with"),
      textSegment("."),
    ]),
  );
  return withTerminalNames(segments, scenario);
}

/** Replaces terminal numbers by the names of terminals, if they have names. */
function withTerminalNames(segments: readonly Segment[], { topology: { kind, values } }: Scenario): readonly Segment[] {
  const names = topologies.get(kind).look?.(values)?.names;
  if (names === undefined || names.size === 0) return segments;
  return segments.map((each) => {
    const name = each.type === "number" && each.param.isTerminalNumber === true ? names.get(each.value) : undefined;
    return name === undefined ? each : { ...(each as NumberSegment), lead: "", text: isolateDirection(name), tail: "" };
  });
}

/** The sentence as plain text, for screen readers, titles and tests. */
export function segmentsAsText(segments: readonly Segment[]): string {
  return segments
    .map((each) => {
      if (each.type === "number") return `${each.lead}${each.symbol === "" ? "" : `${each.symbol} = `}${each.text}${each.tail}`;
      // The letter is a tag on the page. Without the colon it would read as the article “a”.
      return each.type === "letter" ? `${each.text}:` : each.text;
    })
    .join("");
}

/**
 * Replaces the placeholders of a phrase: `{name}` by the segments of a parameter, `{title}` by the given segments for the kind itself, such
 * as `{size} {title}` of a torus.
 * @param sweepTexts the texts for parameters that are swept, which replace their values
 */
function expandPhrase(
  phraseText: string,
  params: Params,
  values: Values,
  path: Path,
  sweepTexts: SweepTexts,
  title?: readonly Segment[],
): readonly Segment[] {
  // A title with an article cannot precede a noun: “traffic of a mixture”, not “a mixture traffic”.
  const template = phraseText.replace(/\{(\w+)\} \{title\}/, (match, name: string) => {
    const param = params[name];
    const hasArticle = param?.type === "kind" && param.registry.get((values[name] as ChosenKind).kind).article !== "";
    return hasArticle ? `{title} of {${name}}` : match;
  });
  return template.split(/(\{[^}]+\})/).flatMap((phrasePiece): readonly Segment[] => {
    if (!phrasePiece.startsWith("{")) return [textSegment(phrasePiece)];
    const name = phrasePiece.slice(1, -1);
    if (name === "title" && title !== undefined) return title;
    return paramSegments(params[name], values[name], [...path, name], sweepTexts);
  });
}

/**
 * The segments for the value of a parameter: a word that can be edited, or several for kinds, records and lists; for a swept parameter, the
 * swept values.
 */
export function paramSegments(param: Param, value: unknown, path: Path, sweepTexts: SweepTexts): readonly Segment[] {
  const sweptText = sweepTexts.textFor(path);
  if (sweptText !== undefined) return [sweptSegment(sweptText)];
  switch (param.type) {
    case "integer":
    case "number":
    case "quantity":
      return [numberSegment(param, value as number, path)];
    case "choice":
      return withParamWord(param, { type: "choice", path, param, text: wordsOfValue(param, value) });
    case "flag":
      return [{ type: "choice", path, param, text: flagText(param, value === true) }];
    case "kind": {
      const { kind: id, values } = value as ChosenKind;
      const kind = param.registry.get(id);
      const article = kind.article === "" ? [] : [textSegment(`${kind.article} `)];
      return expandPhrase(kind.phrase, kind.params, values, path, sweepTexts, [
        ...article,
        { type: "choice", path, param, text: kind.title },
      ]);
    }
    case "record":
      return joinSegments(
        Object.entries(param.params).map(([name, childParam]) =>
          labeledSegments(paramInContext(childParam, value as Values), (value as Values)[name], [...path, name], sweepTexts),
        ),
        ", ",
      );
    case "list":
      return listSegments(param, value as readonly unknown[], path, sweepTexts);
    case "amount":
      return [formSegment(path, sayValue(param, value))];
    case "text":
      return [textSegment(wordsOfValue(param, value))];
  }
}

/** A choice with the words of its parameter around it: `detours over a switch`. */
function withParamWord({ word = "#" }: Param, choice: ChoiceSegment): readonly Segment[] {
  const [lead, tail = ""] = word.split("#");
  return [textSegment(lead), choice, textSegment(tail)];
}

/** A list of plain values is written value by value. A list of records is shown by its length and opens as a form. */
function listSegments(param: ListParam, values: readonly unknown[], path: Path, sweepTexts: SweepTexts): readonly Segment[] {
  if (param.of.type === "record" || param.of.type === "kind" || param.of.type === "list") {
    return [{ type: "form", path, text: `${values.length} ${nounOf(param, values.length)}` }];
  }
  return joinSegments(
    values.map((each, i) => paramSegments(param.of, each, [...path, String(i)], sweepTexts)),
    param.separator,
  );
}

/** A list whose entries have names, which say more than numbers to drag. */
function namedSegments(param: ListParam, names: readonly string[], path: Path): readonly Segment[] {
  return [textSegment(`${nounOf(param, names.length)}: `), { type: "form", path, text: listNames(names) }];
}

/** A kind with its own phrase, followed by the parameters that the phrase omits and that differ from the reference. */
export function kindSegments(
  param: KindParam,
  value: ChosenKind,
  reference: ChosenKind,
  path: Path,
  sweepTexts: SweepTexts,
): readonly (readonly Segment[])[] {
  return [paramSegments(param, value, path, sweepTexts), ...omittedKindParams(param, value, reference, path, sweepTexts)];
}

/**
 * The segments for parameters of a selected kind that its phrase omits and that differ from the reference, each parameter as a separate
 * list. If the reference is another kind, they are compared with their defaults. Empty if the kind is swept.
 */
function omittedKindParams(
  param: KindParam,
  value: ChosenKind,
  reference: ChosenKind,
  path: Path,
  sweepTexts: SweepTexts,
): readonly (readonly Segment[])[] {
  if (sweepTexts.isSwept(path)) return [];
  const { phrase: phraseText, params } = param.registry.get(value.kind);
  return omittedParams(
    phraseText,
    params,
    value.values,
    value.kind === reference.kind ? reference.values : defaultsForKinds(params, value.values),
    path,
    sweepTexts,
  );
}

/**
 * The default values of parameters. For a parameter that is a kind, the defaults of the kind are included only if it is the selected one:
 * the modules of other kinds may not be loaded yet.
 */
export function defaultsForKinds(params: Params, values: Values): Values {
  const defaultFor = (param: Param, value: unknown) => {
    if (param.type !== "kind") return param.default;
    const { kind, values: kindValues } = value as ChosenKind;
    return {
      kind: param.defaultKind,
      values: kind === param.defaultKind ? defaultsForKinds(param.registry.get(kind).params, kindValues) : {},
    };
  };
  return Object.fromEntries(Object.entries(params).map(([name, param]) => [name, defaultFor(param, values[name])]));
}

/**
 * The segments for the parameters that are not mentioned in a phrase and differ from a reference, so that the sentence on a document is
 * complete: a list of segments for each parameter, including parameters of selected kinds and of records.
 * @param template the phrase, with a placeholder `{name}` for each parameter that it mentions
 * @param reference values that need not be mentioned, such as defaults
 */
export function omittedParams(
  template: string,
  params: Params,
  values: Values,
  reference: Values,
  path: Path,
  sweepTexts: SweepTexts,
): readonly (readonly Segment[])[] {
  return Object.entries(params).flatMap(([name, declaredParam]): readonly (readonly Segment[])[] => {
    const [param, value] = [paramInContext(declaredParam, values), values[name]];
    const paramPath = [...path, name];
    if (sweepTexts.isSwept(paramPath)) return [];
    const isMentioned = template.includes(`{${name}}`);
    if (param.type === "kind") {
      const [chosen, referenceKind] = [value as ChosenKind, reference[name] as ChosenKind];
      // If two parameters choose among the same kinds, a word tells which of them is meant. It precedes `#`, the place of the value.
      const prefix = param.word === undefined ? [] : [textSegment(param.word.split("#")[0])];
      const innerSegments = omittedKindParams(param, chosen, referenceKind, paramPath, sweepTexts).map((each) => [...prefix, ...each]);
      return isMentioned || chosen.kind === referenceKind.kind
        ? innerSegments
        : [paramSegments(param, value, paramPath, sweepTexts), ...innerSegments];
    }
    if (isMentioned || param.type === "text" || isSameValue(value, reference[name])) return [];
    if (param.type === "record") {
      const innerSegments = omittedParams("", param.params, value as Values, reference[name] as Values, paramPath, sweepTexts);
      return param.word === undefined || innerSegments.length === 0
        ? innerSegments
        : [[textSegment(param.word.split("#")[0]), ...segmentsWithAnd(innerSegments)]];
    }
    if (param.type === "list" && param.entryKeys !== undefined) return entrySegments(param, value, values, paramPath, sweepTexts);
    const names = param.type === "list" ? (param.names?.(values) ?? null) : null;
    if (names !== null) return [namedSegments(param as ListParam, names, paramPath)];
    return [labeledSegments(param, value, paramPath, sweepTexts)];
  });
}

/** Lists with more entries than this are cut, and the omitted entries are counted. */
const maxListedEntries = 4;

/** The entries of a list whose entries have titles. */
function entrySegments(
  { entryKeys }: ListParam,
  entries: unknown,
  siblingValues: unknown,
  path: Path,
  sweepTexts: SweepTexts,
): readonly (readonly Segment[])[] {
  const entryTexts = entryKeys!.describe(entries as readonly Values[], siblingValues as Values, (key, name) =>
    sweepTexts.isSwept([...path, key, name]),
  );
  const listed = entryTexts.length > maxListedEntries ? entryTexts.slice(0, maxListedEntries - 1) : entryTexts;
  const omittedCount = entryTexts.length - listed.length;
  return [
    ...listed.map(({ title, words }) => [formSegment(path, title), textSegment(` ${words}`)]),
    ...(omittedCount > 0 ? [[formSegment(path, `${formatCount(omittedCount)} more`)]] : []),
  ];
}

/** Lists in a sentence: `a, b and c`. */
export const segmentsWithAnd = (segmentLists: readonly (readonly Segment[])[]) =>
  segmentLists.flatMap((segments, i) => [...(i === 0 ? [] : [textSegment(i === segmentLists.length - 1 ? " and " : ", ")]), ...segments]);

/** A value with its title in front, unless it is understood without one. */
export function labeledSegments(param: Param, value: unknown, path: Path, sweepTexts: SweepTexts): readonly Segment[] {
  const segments = paramSegments(param, value, path, sweepTexts);
  const isSelfExplanatory = param.word !== undefined || param.symbol !== undefined || param.type === "flag" || segments[0]?.type === "form";
  return isSelfExplanatory ? segments : [textSegment(`${param.title.toLowerCase()} `), ...segments];
}

function numberSegment(param: NumericParam, value: number, path: Path): NumberSegment {
  const bound = boundText(param, value);
  if (bound !== null) return { type: "number", path, param, value, lead: "", symbol: "", text: bound, tail: "" };
  const numberText = param.type === "integer" ? formatCount(value) : valueText(param, value);
  const [plural, singular = plural] = (param.word ?? "#").split("|");
  const [lead, tail = ""] = (value === 1 ? singular : plural).split("#");
  const unit = param.word === undefined && param.type !== "quantity" && param.unit !== undefined ? ` ${param.unit}` : "";
  const symbol = param.word === undefined ? (param.symbol ?? "") : "";
  return { type: "number", path, param, value, lead, symbol, text: numberText, tail: tail + unit };
}

/** The text of a flag: one of its own two words, or its title, with “not” in front if it is false. */
export function flagText(param: FlagParam, value: boolean): string {
  if (param.word !== undefined) return wordsOfValue(param, value);
  const title = param.title.toLowerCase();
  return value ? title : `not ${title}`;
}

const formSegment = (path: Path, wording: string): FormSegment => ({ type: "form", path, text: wording });

const textSegment = (wording: string): TextSegment => ({ type: "text", text: wording });

export function joinSegments(segmentLists: readonly (readonly Segment[])[], separator: string): readonly Segment[] {
  return segmentLists.flatMap((segments, i) => (i === 0 ? segments : [textSegment(separator), ...segments]));
}

/** Joins adjacent texts and removes empty ones. */
export function mergeTexts(segments: readonly Segment[]): readonly Segment[] {
  const merged: Segment[] = [];
  for (const each of segments) {
    const lastSegment = merged.at(-1);
    if (each.type === "text" && lastSegment?.type === "text") merged[merged.length - 1] = textSegment(lastSegment.text + each.text);
    else if (each.type !== "text" || each.text !== "") merged.push(each);
  }
  return merged;
}

export function capitalizedSegments([first, ...others]: readonly Segment[]): readonly Segment[] {
  if (first === undefined) return [];
  if (first.type === "number" && first.lead !== "") return [{ ...first, lead: capitalize(first.lead) }, ...others];
  return [{ ...first, text: capitalize(first.text) }, ...others];
}
