/** A section of a document, or the value at a path, as a sentence. Cards use these for what the sentence at the top omits. */
import type { ChosenKind, Param, Params, Values } from "../../../core/base/params.ts";
import { allParams, type Document } from "../../../core/scenario/document.ts";
import type { Path } from "../../../core/scenario/param-path.ts";
import { noSweepTexts } from "../../../words/sweep.ts";
import { documentParamAt, documentValueAt } from "../../../core/scenario/edits/edit-document-value.ts";
import {
  joinSegments,
  capitalizedSegments,
  defaultsForKinds,
  kindSegments,
  mergeTexts,
  type Segment,
  paramSegments,
  omittedParams,
} from "../../../words/sentence.ts";

/** A section of a document as a sentence, for the settings drawer. */
export function sectionSentence(document: Document, section: string): readonly Segment[] {
  const param = (allParams as Params)[section];
  const values: Values = document;
  const { defaultWording: defaultText } = param;
  const parts =
    defaultText === undefined
      ? kindWithDetails(param, values[section], [section])
      : omittedParams("", { [section]: param }, values, { [section]: param.default }, [], noSweepTexts);
  const content = parts.length === 0 ? [{ type: "text" as const, text: defaultText ?? "" }] : joinSegments(parts, ", ");
  return capitalizedSegments(mergeTexts([...content, { type: "text", text: "." }]));
}

/** The chosen kind, with all parameters that are not at their default although its phrase omits them. */
function kindWithDetails(param: Param, value: unknown, path: Path): readonly (readonly Segment[])[] {
  if (param.type !== "kind") return [paramSegments(param, value, path, noSweepTexts)];
  const chosenKind = value as ChosenKind;
  const { params } = param.registry.get(chosenKind.kind);
  return kindSegments(
    param,
    chosenKind,
    { kind: chosenKind.kind, values: defaultsForKinds(params, chosenKind.values) },
    path,
    noSweepTexts,
  );
}

/** The value at a path as editable words; empty if the path does not exist. */
export function segmentsAt(document: Document, path: Path): readonly Segment[] {
  const param = documentParamAt(document, path);
  return param === undefined ? [] : mergeTexts(paramSegments(param, documentValueAt(document, path), path, noSweepTexts));
}
